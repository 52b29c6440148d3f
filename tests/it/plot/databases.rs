//! Databases as final positions, lengths and margins.

use std::fs;

use tempfile::TempDir;

use super::{plotted, sowlab, texts};

#[test]
fn databases_are_finals_and_lengths() {
    let (svg, _) = plotted("finals.csv", &[]);
    let texts = texts(&svg);
    for expected in [
        "Final positions of sowing(pots=6,seeds=2)",
        "[0,0,6,6,0,0] · south to move",
        "[0,0,4,4,4,0]",
        "and 110 more",
        "130 different positions; n\u{a0}=\u{a0}20\u{202f}000 records.",
    ] {
        assert!(texts.iter().any(|t| t == expected), "{expected}: {texts:?}");
    }
    let (svg, _) = plotted("finals.csv", &["--top", "3"]);
    assert!(super::texts(&svg).iter().any(|t| t == "and 127 more"));
    let (svg, _) = plotted("finals.csv", &["--kind", "lengths", "--title", "<&>"]);
    let texts = super::texts(&svg);
    assert!(texts.iter().any(|t| t == "&lt;&amp;&gt;"), "{texts:?}");
    assert!(
        texts.iter().any(|t| t.contains("2 to 21 plies, mean 5.24")),
        "{texts:?}"
    );
}

#[test]
fn exact_databases_have_lengths_and_the_colours_of_their_players() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let file = path("exact.csv");
    let game = "sowing(pots=4,seeds=2)";
    assert_eq!(sowlab(&["generate", game, "--exact", "--out", &file]).0, 0);
    let (code, _, notes) = sowlab(&["plot", &file, "--kind", "lengths"]);
    assert_eq!(code, 0, "{notes}");
    let svg = fs::read_to_string(path("exact.svg")).unwrap();
    let texts = super::texts(&svg);
    // Of 4 pots a game has 2 or 3 moves, each as often.
    for expected in [
        "exact probabilities; 2 to 3 plies, mean 2.50; policy uniform.",
        "50",
    ] {
        assert!(texts.iter().any(|t| t == expected), "{expected}: {texts:?}");
    }
    // South is player one, whatever the alphabet says and whoever occurs.
    let header = "pot0,pot1,to_move,winner,margin,count\n";
    let colours = ["#D55E00", "#0072B2"];
    for (row, colour) in [("1,1,north,north,,1", 0), ("1,1,north,south,,1", 1)] {
        fs::write(path("a.csv"), format!("{header}{row}\n")).unwrap();
        assert_eq!(sowlab(&["plot", &path("a.csv")]).0, 0);
        let svg = fs::read_to_string(path("a.svg")).unwrap();
        assert!(svg.contains(colours[colour]) && !svg.contains(colours[1 - colour]));
    }
}

#[test]
fn a_sample_is_held_against_the_exact_distribution() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (sampled, exact) = (path("a.csv"), path("exact.csv"));
    let game = "sowing(pots=4,seeds=2)";
    assert_eq!(
        sowlab(&["generate", game, "--games", "50", "--out", &sampled]).0,
        0
    );
    assert_eq!(sowlab(&["generate", game, "--exact", "--out", &exact]).0, 0);
    let (code, _, notes) = sowlab(&["plot", &sampled, "--exact", &exact]);
    assert_eq!(code, 0, "{notes}");
    let svg = fs::read_to_string(path("a.svg")).unwrap();
    let texts = super::texts(&svg).join(" ");
    // The golden database of seed 1: 25 games of each final position, so the
    // distance is 0; the mean deviation of 50 coins from 25 is 2.8069, of 50.
    for expected in [
        "Sampled against exact: final positions of sowing(pots=4,seeds=2)",
        "n\u{a0}=\u{a0}50 games, 2 of 2 positions met",
        "Total variation distance 0.0000",
        "sampling alone gives 0.0561 on average",
        "for 2 of 2 positions",
        "south won: 50.0\u{202f}%",
        "exact probability",
    ] {
        assert!(texts.contains(expected), "{expected}: {texts}");
    }
    let manifest = fs::read_to_string(path("a.svg.json")).unwrap();
    assert!(manifest.contains("a.csv") && manifest.contains("exact.csv"));
    // Any of these is no such pair.
    let other = path("other.csv");
    let words = [
        "generate", game, "--games", "9", "--record", "all", "--out", &other,
    ];
    assert_eq!(sowlab(&words).0, 0);
    let five = path("five.csv");
    assert_eq!(
        sowlab(&["generate", "sowing(pots=5)", "--exact", "--out", &five]).0,
        0
    );
    for (first, options, part) in [
        (&sampled, vec!["--exact", &sampled], "no column probability"),
        (
            &exact,
            vec!["--exact", &exact],
            "expected games that were played",
        ),
        (&sampled, vec!["--exact", &five], "its game is"),
        (
            &other,
            vec!["--exact", &exact],
            "it records all: expected final positions",
        ),
        (
            &sampled,
            vec!["--exact", "none.csv"],
            "none.csv: cannot read",
        ),
        (
            &sampled,
            vec!["--exact", &exact, "--kind", "lengths"],
            "--kind finals only",
        ),
        (&sampled, vec!["--exact", &exact, "--top", "3"], "--top 3"),
    ] {
        let (code, _, error) = sowlab(&[&["plot", first.as_str()], &options[..]].concat());
        assert_eq!(code, 2, "{options:?}");
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn margins_are_a_histogram_by_winner() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("a.csv");
    let text = "pot0,to_move,winner,margin,count\n\
                1,south,south,4,3\n1,south,draw,0,1\n1,north,north,-2,4\n";
    fs::write(&file, text).unwrap();
    let path = file.to_str().unwrap();
    let (code, _, notes) = sowlab(&["plot", path, "--kind", "margins"]);
    assert_eq!(code, 0, "{notes}");
    let svg = fs::read_to_string(folder.path().join("a.svg")).unwrap();
    let texts = super::texts(&svg);
    for expected in [
        "south won: 37.5\u{202f}%",
        "draw: 12.5\u{202f}%",
        "north won: 50.0\u{202f}%",
        "n\u{a0}=\u{a0}8 records; −2 to 4 points, mean 0.50.",
        "−2",
        "points of south minus points of north",
    ] {
        assert!(texts.iter().any(|t| t == expected), "{expected}: {texts:?}");
    }
    for (margin, part) in [("", "counts no points"), ("x", "line 2, column margin")] {
        let text = format!("pot0,to_move,winner,margin\n1,south,south,{margin}\n");
        fs::write(&file, text).unwrap();
        let (code, _, error) = sowlab(&["plot", path, "--kind", "margins"]);
        assert_eq!(code, 2);
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn rows_of_games_count_each_game_once() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("games.csv");
    let rows = "1,1,south,north,,0,0,2\n2,0,north,north,,0,1,2\n0,2,south,north,,0,2,2\n\
                1,1,south,south,,1,0,1\n2,0,north,south,,1,1,1\n";
    let header = "pot0,pot1,to_move,winner,margin,game,ply,length\n";
    // A byte-order mark and Windows line ends change nothing.
    let text = format!("\u{feff}{header}{rows}").replace('\n', "\r\n");
    fs::write(&file, text).unwrap();
    let path = file.to_str().unwrap();
    let (code, _, notes) = sowlab(&["plot", path]);
    assert_eq!(code, 0, "{notes}");
    assert!(notes.contains("3 positions before the end"), "{notes}");
    let svg = fs::read_to_string(folder.path().join("games.svg")).unwrap();
    assert!(
        texts(&svg)
            .iter()
            .any(|t| t == "2 different positions; n\u{a0}=\u{a0}2 records.")
    );
    assert_eq!(sowlab(&["plot", path, "--kind", "lengths"]).0, 0);
    let svg = fs::read_to_string(folder.path().join("games.svg")).unwrap();
    assert!(
        texts(&svg)
            .iter()
            .any(|t| t.contains("n\u{a0}=\u{a0}2 games; 1 to 2 plies, mean 1.50"))
    );
}
