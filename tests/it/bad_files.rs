//! Every kind of bad file is refused with its place, and nothing is written.

use std::fs;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use proptest::prelude::*;
use sowlab::database::{import_lists, read_csv};
use sowlab::prelude::*;

use crate::tool;

const HEADER: &str = "pot0,pot1,pot2,pot3,to_move,winner,margin,count";
const GOOD: &str = "0,4,4,0,south,north,,3";
const GAME: [&str; 2] = ["--game", "sowing(pots=4)"];

fn gz(text: &str) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer.write_all(text.as_bytes()).unwrap();
    packer.finish().unwrap()
}

/// `merge` must refuse the file with all of `parts` in the message.
fn refused(name: &str, bytes: &[u8], parts: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(name), bytes).unwrap();
    let words = ["merge", name, "--out", "out.csv"];
    let errors = tool::refused(folder.path(), &[&words[..], &GAME].concat());
    for part in parts.iter().chain([&name]) {
        assert!(errors.contains(part), "{name}: no \"{part}\" in: {errors}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{errors}");
}

#[test]
fn bad_rows() {
    for (row, parts) in [
        (
            "0,4,4,0,south,north,3",
            &["line 3", "7 fields, expected 8"][..],
        ),
        (
            "0,4,4,0,south,north,,3,1",
            &["line 3", "9 fields, expected 8"],
        ),
        (
            "0,x,4,0,south,north,,3",
            &["line 3, column pot1", "\"x\"", "0 to 8"],
        ),
        (
            "0,,4,0,south,north,,3",
            &["line 3, column pot1", "found nothing"],
        ),
        (
            "0,9,4,0,south,north,,3",
            &["line 3, column pot1", "\"9\"", "0 to 8"],
        ),
        (
            "0,-1,4,0,south,north,,3",
            &["line 3, column pot1", "\"-1\""],
        ),
        (
            "0,1.5,4,0,south,north,,3",
            &["line 3, column pot1", "\"1.5\""],
        ),
        (
            "0,3,4,0,south,north,,3",
            &["line 3", "7 seeds in all, expected 8"],
        ),
        (
            "0,4,4,0,east,north,,3",
            &["line 3, column to_move", "\"east\"", "south or north"],
        ),
        (
            "0,4,4,0,south,white,,3",
            &["line 3, column winner", "\"white\"", "draw or capped"],
        ),
        (
            "0,4,4,0,south,north,0,3",
            &["line 3, column margin", "counts no points"],
        ),
        (
            "0,4,4,0,south,north,x,3",
            &["line 3, column margin", "\"x\"", "32767"],
        ),
        (
            "0,4,4,0,south,north,,0",
            &["line 3, column count", "\"0\"", "from 1 to"],
        ),
        (
            "0,4,4,0,south,north,,",
            &["line 3, column count", "found nothing"],
        ),
        (
            "0,4,4,0,south,north,,18446744073709551616",
            &["line 3, column count"],
        ),
        (
            "0,4,4,0,south,\"north,,3",
            &["line 3, column winner", "not closed"],
        ),
    ] {
        let text = format!("{HEADER}\n{GOOD}\n{row}\n{GOOD}\n");
        refused("bad.csv", text.as_bytes(), parts);
    }
}

/// A finished game has the winner and the margin that the rules give it.
#[test]
fn results_against_the_rules() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.csv");
    let fang = "hole1,hole2,hole3,hole4,hole5,hole6,to_move,winner,margin,count,value,value_margin";
    let kalah = "south1,south2,north1,north2,south_store,north_store,to_move,winner,margin,count";
    let games = ["fang(holes=6)", "kalah(pits=2,seeds=1,vector=pits+stores)"];
    for (game, rows, part) in [
        // South has 9 seeds, North 3; the last two lines are not finished games.
        (0, "3,3,3,1,1,1,south,south,6,1,,", ""),
        (0, "3,3,3,1,1,1,south,south,,1,win,6", ""),
        (0, "0,1,1,1,1,0,south,north,,1,win,", ""),
        (0, "0,1,1,1,1,0,south,capped,,1,,", ""),
        (
            0,
            "3,3,3,1,1,1,south,north,6,1,,",
            "column winner: found north, expected south",
        ),
        (
            0,
            "3,3,3,1,1,1,south,capped,6,1,,",
            "column winner: found capped, expected south",
        ),
        (
            0,
            "3,3,3,1,1,1,south,south,-6,1,,",
            "column margin: found -6, expected 6",
        ),
        (
            0,
            "3,3,3,1,1,1,south,south,6,1,loss,6",
            "column value: found loss, expected win",
        ),
        (
            0,
            "3,3,3,1,1,1,south,south,6,1,win,4",
            "column value_margin: found 4, expected 6",
        ),
        (1, "0,0,0,1,3,0,north,south,2,1", ""),
        (
            1,
            "0,0,0,1,3,0,north,south,3,1",
            "column margin: found 3, expected 2",
        ),
        (
            1,
            "0,0,0,1,3,0,north,draw,2,1",
            "column winner: found draw, expected south",
        ),
    ] {
        let header = [fang, kalah][game];
        fs::write(&file, format!("{header}\n{rows}\n")).unwrap();
        let words = ["info", "a.csv", "--game", games[game]];
        if part.is_empty() {
            tool::ok(folder.path(), &words);
        } else {
            let errors = tool::refused(folder.path(), &words);
            let place = format!("a.csv: line 2, {part}: this position is a finished game");
            assert!(errors.contains(&place), "{rows}: {errors}");
        }
    }
    // Before the end too, who has more points wins.
    fs::write(&file, format!("{fang}\n0,1,1,1,1,0,south,north,6,1,,\n")).unwrap();
    let errors = tool::refused(folder.path(), &["info", "a.csv", "--game", games[0]]);
    let place = "line 2, column margin: found 6 (south has more points), but the winner is north";
    assert!(errors.contains(place), "{errors}");
    // A game without points states no margin.
    let margin = format!("{HEADER}\n0,4,4,0,south,north,2,3\n");
    refused(
        "bad.csv",
        margin.as_bytes(),
        &["column margin: found 2, expected nothing"],
    );
}

/// Other files of Sowlab are told what they are, by manifest or by header.
#[test]
fn files_of_other_kinds_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let game = "sowing(pots=4)";
    let of = ["--game", game];
    let make = |words: &[&str], options: &[&str]| {
        tool::ok(folder.path(), &[words, options].concat());
    };
    make(
        &[
            "match", "random", "random", "--games", "4", "--out", "m.csv",
        ],
        &of,
    );
    let curve = ["curve", "--agent", "alphabeta(depth=?)", "--values", "1,2"];
    make(
        &[&curve[..], &["--games", "4", "--out", "c.csv"]].concat(),
        &of,
    );
    make(&["solve", game, "--table", "--out", "t.csv"], &[]);
    let evaluate = ["evaluate", "advice", game, "--games", "10"];
    make(&evaluate, &["--replicates", "2", "--out", "e.csv"]);
    for (name, what) in [
        ("m.csv", "the games of a match: sowlab plot draws them"),
        ("c.csv", "the figures of a curve: sowlab plot draws them"),
        (
            "e.csv",
            "the results of an evaluation: sowlab plot draws them",
        ),
        ("t.csv", "a table of exact values"),
    ] {
        let manifest = format!("{name}.json");
        for beside in [true, false] {
            if !beside {
                fs::remove_file(folder.path().join(&manifest)).unwrap();
            }
            for words in [
                &["info", name][..],
                &["label", name, "--out", "x.csv"],
                &["merge", name, "--out", "x.csv"],
                &["advise", game, "--db", name],
                &["evaluate", "advice", game, "--db", name],
            ] {
                let needed = !beside && !words.contains(&game);
                let options = if needed { &of[..] } else { &[] };
                let errors = tool::refused(folder.path(), &[words, options].concat());
                let line = if beside { "" } else { "line 1: " };
                let expected = format!("error: {name}: {line}not a database but {what}");
                assert!(errors.starts_with(&expected), "{words:?}: {errors}");
            }
        }
    }
}

/// A position that cannot be labelled is named by its row.
#[test]
fn a_row_that_is_not_solved_is_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("a.csv"),
        format!("{HEADER}\n{GOOD}\n2,2,2,2,south,south,,1\n"),
    )
    .unwrap();
    let words = ["label", "a.csv", "--nodes", "0", "--out", "b.csv"];
    let errors = tool::refused(folder.path(), &[&words[..], &GAME].concat());
    assert!(errors.starts_with("error: a.csv: row 1: "), "{errors}");
    assert!(!folder.path().join("b.csv").exists());
}

#[test]
fn bad_headers() {
    for (header, parts) in [
        (
            GOOD,
            &["line 1", "no header", "pot0,pot1,pot2,pot3,to_move"][..],
        ),
        (
            "pot0,pot1,to_move,winner",
            &["line 1", "missing columns pot2, pot3"],
        ),
        (
            "pot0,pot1,pot2,pot3,winner",
            &["line 1", "missing column to_move"],
        ),
        (
            "pot0,pot1,pot2,pot3,pot4,to_move,winner",
            &["line 1", "\"pot4\"", "sowing(pots=4,seeds=2)"],
        ),
        (
            "pot0,pot1,pot2,pot3,to_move,winer",
            &["line 1", "\"winer\"", "did you mean winner?"],
        ),
        (
            "pot0,pot1,pot2,pot3,to_move,winner,POT1",
            &["line 1", "\"POT1\" stands twice"],
        ),
        (
            "pot0,pot1,pot2,pot3,to_move,winner,game",
            &["line 1", "missing columns ply, length"],
        ),
        (
            "pot0,pot1,pot2,pot3,to_move,winner,count,probability",
            &["line 1", "exclude each other"],
        ),
        ("pot0,pot1,\"pot2", &["line 1", "not closed"]),
    ] {
        refused("bad.csv", format!("{header}\n{GOOD}\n").as_bytes(), parts);
    }
}

#[test]
fn bad_bytes() {
    let good = format!("{HEADER}\n{GOOD}\n");
    refused("a.csv", b"", &["empty", "expected the header pot0"]);
    refused(
        "a.csv",
        format!("{HEADER}\r\n").as_bytes(),
        &["line 2", "no rows"],
    );
    refused("a.csv", b"\xff\xfep\0o\0", &["line 1", "UTF-16"]);
    refused("a.csv", b"\xfe\xff\0p\0o", &["line 1", "UTF-16"]);
    let latin = [good.as_bytes(), b"0,4,4,0,south,\xe9,,1\n"].concat();
    refused("a.csv", &latin, &["line 3", "byte 15 is not UTF-8", "0xe9"]);
    refused("a.csv", &gz(&good), &["line 1", "compressed"]);
    let rows: String = (0..5_000)
        .map(|i| format!("0,4,4,0,south,north,,{}\n", i * 7 + 1))
        .collect();
    let packed = gz(&format!("{HEADER}\n{rows}"));
    refused(
        "a.csv.gz",
        &packed[..packed.len() / 2],
        &["line ", "cut short"],
    );
    // The checksum is in the last eight bytes.
    let mut damaged = packed.clone();
    let checksum = damaged.len() - 8;
    damaged[checksum] ^= 1;
    refused("a.csv.gz", &damaged, &["line ", "damaged"]);
    refused("a.csv.gz", good.as_bytes(), &["line 1", "damaged"]);
    let mut endless = good.into_bytes();
    endless.extend(std::iter::repeat_n(b'7', 10 << 20));
    refused("a.csv", &endless, &["line 3", "longer than 65536 bytes"]);
}

#[test]
fn bad_manifests_and_places() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let good = format!("\u{feff}{HEADER}\r\n{GOOD}\r\n");
    fs::write(at("a.csv"), &good).unwrap();
    let merge = [&["merge", "a.csv", "--out", "out.csv"][..], &GAME].concat();
    // A byte-order mark and CRLF are fine.
    tool::ok(folder.path(), &merge);
    fs::remove_file(at("out.csv")).unwrap();
    fs::write(at("a.csv.json"), "{\n\"schema\": 1,\n").unwrap();
    let errors = tool::refused(folder.path(), &merge);
    assert!(errors.contains("a.csv.json: line 3"), "{errors}");
    assert!(!at("out.csv").exists());
    let missing = tool::refused(folder.path(), &["info", "none.csv"]);
    assert!(missing.contains("none.csv: no such file"), "{missing}");
    fs::create_dir(at("folder.csv")).unwrap();
    let errors = tool::refused(
        folder.path(),
        &[&["info", "folder.csv"][..], &GAME].concat(),
    );
    assert!(errors.contains("folder.csv: this is a folder"), "{errors}");
    for out in ["folder.csv", "none/out.csv"] {
        let words = ["generate", "sowing", "--games", "10", "--out", out];
        let errors = tool::refused(folder.path(), &words);
        assert!(errors.contains(out), "{errors}");
    }
    for words in [
        &["generate", "sowing", "--games", "x", "--out", "b.csv"][..],
        &["generate", "sowing", "--games", "5..5", "--out", "b.csv"],
        &[
            "generate", "sowing", "--games", "5", "--record", "last:0", "--out", "b.csv",
        ],
        &[
            "generate", "sowing", "--games", "5", "--memory", "lots", "--out", "b.csv",
        ],
        &[
            "generate", "sowing", "--games", "5", "--policy", "unifrom", "--out", "b.csv",
        ],
        &["generate", "sowin", "--games", "5", "--out", "b.csv"],
    ] {
        tool::refused(folder.path(), words);
        assert!(!at("b.csv").exists());
    }
}

#[test]
fn a_changed_file_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let words = [
        "generate",
        "sowing(pots=4)",
        "--games",
        "10",
        "--out",
        "a.csv",
    ];
    tool::ok(folder.path(), &words);
    let path = folder.path().join("a.csv");
    let text = fs::read_to_string(&path).unwrap();
    let info = |expected: bool| {
        let output = tool::run(folder.path(), &["info", "a.csv"]);
        assert!(output.status.success());
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            errors.contains("warning: a.csv has changed"),
            expected,
            "{errors}"
        );
    };
    info(false);
    fs::write(&path, text + GOOD + "\n").unwrap();
    info(true);
}

fn small() -> Sowing<1> {
    Sowing::uniform(4, 2, Player::One).unwrap()
}

proptest! {
    #[test]
    fn no_bytes_make_the_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = read_csv(&small(), &bytes[..], "x");
    }

    #[test]
    fn no_near_file_makes_the_reader_panic(
        row in "[0-9,\"\r\n a-z.-]{0,80}",
        cut in 0usize..60,
    ) {
        let text = format!("{HEADER}\n{row}");
        let _ = read_csv(&small(), &text.as_bytes()[cut.min(text.len())..], "x");
        if let Err(e) = read_csv(&small(), text.as_bytes(), "name") {
            prop_assert!(e.to_string().starts_with("name: line "));
        }
    }

    #[test]
    fn no_list_makes_the_import_panic(text in "[\\[\\](),0-9 =a\n]{0,80}") {
        let _ = import_lists(&small(), &text, [Player::Two, Player::One]);
    }
}
