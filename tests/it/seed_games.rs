//! Fang and Kalah in every command, end to end.

use std::fs;

use sowlab::database::read_file;
use sowlab::game::fang::{Fang, Rules};
use sowlab::knn::{Mover, default_mover, default_mover_of};

use crate::support::{golden, transcript};
use crate::tool;

#[test]
fn fang_in_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let lists = "[[[2,2,1,3],[2,2,1,3]],[[2,3,2,1]]]";
    fs::write(folder.path().join("list.txt"), lists).unwrap();
    let commands = [
        "games fang",
        "legal 'fang(holes=4)'",
        "legal 'fang(holes=4)' --position '[1,4,0,2]'",
        "legal 'fang(holes=4)' --position '[1,4,0,2 | 1,1]'",
        "legal 'fang(holes=4)' --position '[2,2,1,3]' --format json",
        "legal 'fang(holes=4,limit=off)' --position '[1,4,0,2 | 0,1]'",
        "check 'fang(holes=4)' --player South --move 3",
        "check 'fang(holes=4)' --player Ouest --move 3 --lang fr",
        "check 'fang(holes=4)' --player Nord --move 3 --lang fr",
        "check 'fang(holes=4)' --player Sud --move 0 --lang fr",
        "check 'fang(holes=4)' --player Sud --move 1 --lang fr",
        "check 'fang(holes=4)' --player Nord --move 2 --position '[1,4,0,2]' --lang fr",
        "check 'fang(holes=4)' --player Sud --move 2 --position '[2,2,1,3]' --lang fr",
        "check 'fang(holes=4)' --player north --move 2 --position '[1,4,0,2]' --format json",
        "generate 'fang(holes=4,result=score)' --exact --out exact.csv",
        "generate 'fang(holes=4)' --games 0..300 --record all --out a.csv",
        "generate 'fang(holes=4)' --games 300..600 --record all --out b.csv",
        "merge a.csv b.csv --out ab.csv",
        "label ab.csv --out ab.csv",
        "info ab.csv --format csv",
        "generate 'fang(holes=4)' --games 1000 --out finals.csv",
        "info finals.csv",
        "advise 'fang(holes=4)' --db finals.csv --k 3",
        "advise 'fang(holes=4)' --db ab.csv --label solver --k 1 --position '[1,4,0,2]'",
        "advise 'fang(holes=6)' --db ab.csv",
        "import list.txt --game 'fang(holes=4)' --out i.csv",
        "import list.txt --game 'fang(holes=4,result=score)' --out i.csv",
        "import list.txt --game 'fang(holes=4,limit=off)' --out j.csv",
        "generate fang --exact --limit 1000 --out x.csv",
        "perft fang --depth 5",
    ];
    golden("fang.txt", &transcript(folder.path(), &commands));
    // Every row that was imported has the margin of its position.
    let rows = fs::read_to_string(folder.path().join("i.csv")).unwrap();
    assert_eq!(
        rows,
        "hole1,hole2,hole3,hole4,to_move,winner,margin,count\n\
         2,2,1,3,south,north,0,2\n2,3,2,1,south,south,2,1\n"
    );
}

#[test]
fn kalah_in_every_command() {
    let folder = tempfile::tempdir().unwrap();
    for (name, lists) in [
        ("list.txt", "[[[0,0,0,4,3,1]],[[0,0,0,1,6,1]]]"),
        ("pits.txt", "[[[0,0,0,4]],[]]"),
    ] {
        fs::write(folder.path().join(name), lists).unwrap();
    }
    let small = "kalah(pits=2,seeds=2";
    let whole = format!("{small},vector=pits+stores)");
    let commands = [
        "games kalah".into(),
        "legal kalah".into(),
        format!("legal '{small})' --position '[0,1 | 0,0 | 3,4]'"),
        format!("legal '{small},end=mover)' --position '[0,1 | 0,0 | 3,4]'"),
        format!("legal '{small})' --position '[0,3 | 2,2 | 1,0] south' --format csv"),
        "check kalah --player South --move 3".into(),
        "check kalah --player Est --move 9 --lang fr".into(),
        "check kalah --player Nord --move 7 --lang fr".into(),
        format!("check '{small})' --player Sud --move 1 --position '[0,3 | 2,2 | 1,0]' --lang fr"),
        format!("check '{small})' --player Sud --move 9 --position '[0,1 | 0,0 | 3,4]' --lang fr"),
        format!(
            "check '{small},end=mover)' --player Nord --move 1 --position '[0,1 | 0,0 | 3,4]' --lang fr"
        ),
        format!("generate '{small})' --exact --out exact.csv"),
        "generate 'kalah(pits=3,seeds=2)' --exact --out exact3.csv".into(),
        "generate kalah --exact --limit 1000 --out x.csv".into(),
        format!("generate '{whole}' --games 0..300 --record all --out a.csv"),
        format!("generate '{whole}' --games 300..600 --record all --out b.csv"),
        "merge a.csv b.csv --out ab.csv".into(),
        "label ab.csv --out ab.csv".into(),
        "info ab.csv --format csv".into(),
        format!("advise '{whole}' --db ab.csv --k 1 --label solver"),
        format!("generate '{small})' --games 1000 --out finals.csv"),
        "label finals.csv --out f.csv".into(),
        "info finals.csv".into(),
        format!("advise '{small})' --db finals.csv --k 1"),
        format!("import list.txt --game '{whole}' --out i.csv"),
        format!("import list.txt --game '{small})' --out j.csv"),
        format!("import pits.txt --game '{small})' --out j.csv"),
        "perft 'kalah(capture=nonempty)' --depth 5".into(),
    ];
    let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
    golden("kalah.txt", &transcript(folder.path(), &commands));
}

/// Where the coordinates do not say that rows are final, the manifest does.
#[test]
fn final_positions_of_boards_that_lose_seeds_vote_whoever_moves() {
    let folder = tempfile::tempdir().unwrap();
    let name = "fang(holes=4,limit=off)";
    let rules = Rules {
        limit: false,
        ..Rules::default()
    };
    let game = Fang::new(4, rules).unwrap();
    for (record, mover) in [("final", Mover::Any), ("all", Mover::Same)] {
        let words = ["generate", name, "--games", "50", "--record", record];
        tool::ok(folder.path(), &[&words[..], &["--out", "a.csv"]].concat());
        let loaded = read_file(&game, &folder.path().join("a.csv")).unwrap();
        assert_eq!(default_mover(&game, &loaded.database), Mover::Same);
        assert_eq!(default_mover_of(&game, &loaded), mover, "{record}");
    }
}

/// Distances between plies are not about positions alone: advice says so.
#[test]
fn advice_from_final_positions_of_fang_has_a_note() {
    let folder = tempfile::tempdir().unwrap();
    for (game, record, expected) in [
        ("fang(holes=4)", "final", true),
        ("fang(holes=4)", "all", false),
        ("kalah(pits=2,seeds=2)", "final", false),
        ("sowing(pots=4)", "final", false),
    ] {
        let words = ["generate", game, "--games", "50", "--record", record];
        tool::ok(folder.path(), &[&words[..], &["--out", "a.csv"]].concat());
        let output = tool::run(folder.path(), &["advise", game, "--db", "a.csv"]);
        assert!(output.status.success());
        let errors = String::from_utf8(output.stderr).unwrap();
        let noted = errors.contains("measure the plies too");
        assert_eq!(noted, expected, "{game} {record}: {errors}");
    }
}

#[test]
fn bad_rows_of_fang_and_kalah() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |game: &str, text: String, parts: &[&str]| {
        fs::write(folder.path().join("a.csv"), &text).unwrap();
        let words = ["merge", "a.csv", "--game", game, "--out", "out.csv"];
        let errors = tool::refused(folder.path(), &words);
        for part in parts.iter().chain(&["a.csv: line"]) {
            assert!(errors.contains(part), "{text}: no \"{part}\" in: {errors}");
        }
        assert!(!folder.path().join("out.csv").exists());
    };
    let fang = "hole1,hole2,hole3,hole4,to_move,winner,margin,count\n";
    for (row, part) in [
        ("0,1,1,0,north,south,0,1", "the other side is to move"),
        ("0,1,0,0,south,south,0,1", "1 seeds in the holes"),
        ("0,4,5,0,south,south,0,1", "9 seeds in the holes"),
        ("7,0,0,0,north,south,0,1", "no hole may be chosen"),
        ("0,1,256,0,south,south,0,1", "hole3"),
        ("0,1,1,0,south,south,40000,1", "margin"),
    ] {
        refused("fang(holes=4)", format!("{fang}{row}\n"), &[part]);
    }
    let reserves = format!("south_reserve,north_reserve,{fang}");
    for (row, part) in [
        ("3,3,0,1,1,0,north,south,0,1", "reserves 3 and 3"),
        (
            "255,0,0,1,1,0,north,south,0,1",
            "column south_reserve: found \"255\"",
        ),
        ("3,3,0,1,2,0,south,south,0,1", "3 seeds in the holes"),
    ] {
        let game = "fang(holes=4,vector=holes+reserves)";
        refused(game, format!("{reserves}{row}\n"), &[part]);
        // The columns of another vector.
        refused(
            "fang(holes=4)",
            format!("{reserves}{row}\n"),
            &["line 1", "south_reserve"],
        );
    }
    let pits = "south1,south2,north1,north2,to_move,winner,margin,count\n";
    let row = "3,3,3,0,south,south,0,1\n";
    let game = "kalah(pits=2,seeds=2)";
    refused(
        game,
        format!("{pits}{row}"),
        &["9 seeds in the pits, at most 8"],
    );
    let game = "kalah(pits=2,seeds=2,vector=pits+stores)";
    refused(
        game,
        format!("{pits}{row}"),
        &["missing columns south_store, north_store"],
    );
    let stores = format!("south_store,north_store,{pits}");
    for (row, part) in [
        ("1,1,2,2,2,2,south,south,0,1", "10 seeds in all, expected 8"),
        (
            "255,255,2,2,2,2,south,south,0,1",
            "column south_store: found \"255\"",
        ),
        ("0,0,2,2,2,2,east,south,0,1", "south or north"),
    ] {
        refused(game, format!("{stores}{row}\n"), &[part]);
    }
}
