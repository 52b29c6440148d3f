//! What commands say where something is wrong, left out or not known.

use std::fs;

use crate::support::line;
use crate::tool::{ok, refused, run};

#[test]
fn transcripts_in_a_file_are_named_with_the_line() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.txt"), "1 3\n\n1, 9\n").unwrap();
    let ask = |moves: &str| refused(folder.path(), &["show", "sowing", "--transcript", moves]);
    let by_file = ask("game.txt");
    assert!(by_file.contains("game.txt: line 3: move 4 ("), "{by_file}");
    let by_hand = ask("1 3 1 9");
    let words = by_hand.split_once("move 4").unwrap().1;
    assert!(
        by_file.ends_with(words) && !by_hand.contains("line"),
        "{by_hand}"
    );
}

/// Two points without a line between them are an illegal move in every game.
#[test]
fn points_without_a_line_break_a_rule() {
    for (game, player, mv, rule) in [
        ("fanorona", "white", "a1-c3", "not-own-stone"),
        ("fanorona", "white", "e1-e3", "no-line"),
        ("fanorona(view=hops)", "white", "e1-e3", "no-line"),
        ("fanorona", "white", "e2-e3A-e5A", "no-line"),
        ("fanorona", "white", "a1-a2A-e5A", "target-taken"),
        ("fanorona", "grey", "e1-e3", "unknown-player"),
        ("hare-and-hounds", "hare", "B2-B4", "no-line"),
        ("fanoron-telo(start=rows)", "white", "a1-a3", "no-line"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let at = match game {
            // White moved away from a1.
            "fanorona" if mv == "a1-c3" => "b1,c1 / e5,d5 white",
            "fanoron-telo(start=rows)" => "a1,b1,c1 / a3,b3,c3 white",
            "hare-and-hounds" => "B2 / B1,A2,C2 hare",
            _ => START,
        };
        let words = [
            "check",
            game,
            "--player",
            player,
            "--move",
            mv,
            "--position",
            at,
            "--format",
            "json",
        ];
        let output = run(folder.path(), &words);
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(1), "{game} {mv}: {told}");
        assert!(
            told.contains(&format!("\"rule\": \"{rule}\"")),
            "{game} {mv}: {told}"
        );
    }
    // What cannot be read is no move.
    assert_eq!(line("check fanorona --player white --move e1-z9").code, 2);
}

const START: &str = "a1,b1,c1,d1,e1,f1,g1,h1,i1,a2,b2,c2,d2,e2,f2,g2,h2,i2,b3,d3,g3,i3 / a3,c3,f3,h3,a4,b4,c4,d4,e4,f4,g4,h4,i4,a5,b5,c5,d5,e5,f5,g5,h5,i5 white";

#[test]
fn what_a_proof_does_not_tell_is_empty_in_a_list() {
    let folder = tempfile::tempdir().unwrap();
    let game = "fanorona(rows=3,columns=3)";
    let words = ["solve", game, "--prove", "--out", "x.csv"];
    ok(folder.path(), &words);
    let text = fs::read_to_string(folder.path().join("x.csv")).unwrap();
    assert!(
        text.contains("b1-b2A::") && !text.contains("null"),
        "{text}"
    );
    // As many threads as there are, but one works.
    let telo = "fanoron-telo";
    let one = ok(folder.path(), &["solve", telo, "--format", "csv"]);
    let two = ["solve", telo, "--format", "csv", "--threads", "2"];
    assert_eq!(ok(folder.path(), &two), one);
}

#[test]
fn counts_that_cannot_be_added_are_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let most = u64::MAX;
    let text = format!(
        "pot0,pot1,pot2,pot3,to_move,winner,margin,count\n\
         2,2,2,2,south,south,,{most}\n2,2,2,2,south,north,,1\n"
    );
    fs::write(folder.path().join("x.csv"), text).unwrap();
    let words = ["info", "x.csv", "--game", "sowing(pots=4)"];
    let told = refused(folder.path(), &words);
    assert!(
        told.contains("x.csv: the counts of the rows add up to more than 18446744073709551615"),
        "{told}"
    );
}

#[test]
fn faults_of_a_whole_position_have_no_place() {
    for (game, text, told) in [
        ("sowing", "[1,2]", "2 pots, expected 6 (in \"[1,2]\")"),
        ("fanoron-telo", "a1 / - white", "(in \"a1 / - white\")"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let found = refused(folder.path(), &["legal", game, "--position", text]);
        assert!(
            found.contains(told) && !found.contains("character"),
            "{found}"
        );
    }
}

#[test]
fn advice_on_games_that_are_too_large_hints_at_what_works() {
    let folder = tempfile::tempdir().unwrap();
    let ask = |game: &str, more: &[&str]| {
        let words = [
            "evaluate",
            "advice",
            game,
            "--games",
            "10",
            "--replicates",
            "2",
        ];
        refused(folder.path(), &[&words[..], more].concat())
    };
    let told = ask("fanorona(rows=5,columns=5)", &["--limit", "1000"]);
    assert!(
        told.contains("sowlab match") && !told.contains("sample:N"),
        "{told}"
    );
    let told = ask("kalah", &["--limit", "1000"]);
    assert!(told.contains("sample:N"), "{told}");
    let sample = [
        "--limit",
        "1000",
        "--positions",
        "sample:2",
        "--weights",
        "visits",
        "--nodes",
        "1",
    ];
    let told = ask("kalah", &sample);
    assert!(told.contains("--nodes 1 is too low"), "{told}");
}

#[test]
fn an_exact_distribution_tells_what_was_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let ask = |words: &[&str]| {
        ok(
            folder.path(),
            &[words, &["--exact", "--out", "x.csv"]].concat(),
        )
    };
    let told = ask(&["generate", "hare-and-hounds", "--format", "json"]);
    let object: serde_json::Value = serde_json::from_str(&told).unwrap();
    let capped = object["capped"].as_f64().unwrap();
    assert!((0.0..1e-6).contains(&capped), "{told}");
    let told = ask(&["generate", "hare-and-hounds"]);
    assert!(
        told.contains("not over after 1000 plies with probability 0.000000000"),
        "{told}"
    );
    let told = ask(&["generate", "sowing"]);
    assert!(!told.contains("not over"), "{told}");
}

#[test]
fn games_of_a_match_that_cannot_be() {
    let folder = tempfile::tempdir().unwrap();
    let ask = |game: &str, length: &str| {
        let text = format!(
            "game,agent,opponent,pair,side,winner,score,length\n{game},a,b,0,hare,hare,1,{length}\n"
        );
        fs::write(folder.path().join("m.csv"), text).unwrap();
        run(folder.path(), &["plot", "m.csv"])
    };
    let told = |game, length| {
        let output = ask(game, length);
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(ask("hare-and-hounds", "1000").status.success());
    let unknown = told("hare-and-hound", "9");
    assert!(unknown.contains("m.csv: line 2, column game"), "{unknown}");
    let long = told("hare-and-hounds", "1001");
    assert!(
        long.contains("line 2, column length") && long.contains("0 to 1000"),
        "{long}"
    );
}
