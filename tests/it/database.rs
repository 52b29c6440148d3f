//! `info` and `import` through the program.

use std::fs;

use serde_json::Value;

use crate::tool;

#[test]
fn info_counts_contradictions() {
    let folder = tempfile::tempdir().unwrap();
    let text = "pot0,pot1,pot2,pot3,to_move,winner,count\n\
                2,2,2,2,south,south,5\n\
                2,2,2,2,south,north,3\n\
                2,2,2,2,south,capped,1\n\
                0,4,4,0,south,north,2\n\
                0,4,4,0,north,south,1\n\
                2,0,3,3,north,south,4\n\
                2,0,3,3,north,capped,4\n";
    fs::write(folder.path().join("a.csv"), text).unwrap();
    let words = [
        "info",
        "a.csv",
        "--game",
        "sowing(pots=4)",
        "--format",
        "json",
    ];
    let info: Value = serde_json::from_str(&tool::ok(folder.path(), &words)).unwrap();
    for (field, expected) in [
        ("rows", 7),
        ("records", 20),
        ("distinct_positions", 4),
        ("distinct_boards", 3),
        ("contradictory_positions", 1),
        ("contradictory_rows", 3),
        ("contradictory_boards", 2),
        ("contradictory_board_rows", 5),
    ] {
        assert_eq!(info[field], expected, "{field}");
    }
    assert_eq!(info["games"], Value::Null);
    let south = &info["winners"][0];
    assert_eq!(
        (&south["winner"], &south["records"]),
        (&"south".into(), &10.into())
    );
    // Records of one game are not independent: no interval.
    assert_eq!(
        (&south["share"], &south["low"]),
        (&0.5.into(), &Value::Null)
    );
    assert_eq!(info["to_move"][1]["weight"], 9);
    let csv = tool::ok(folder.path(), &[&words[..5], &["csv"]].concat());
    assert!(csv.contains("database,contradictory_rows,3\n"), "{csv}");
    assert!(csv.contains("winners,south.records,10\n"), "{csv}");
}

#[test]
fn info_of_games_and_of_positions_agree() {
    let folder = tempfile::tempdir().unwrap();
    let mut shares = Vec::new();
    for (rows, out) in [("merged", "a.csv"), ("games", "b.csv")] {
        let words = [
            "generate",
            "sowing(pots=5)",
            "--games",
            "500",
            "--record",
            "all",
            "--rows",
            rows,
            "--out",
            out,
        ];
        tool::ok(folder.path(), &words);
        if rows == "games" {
            // Without the manifest the games are counted from the rows.
            fs::remove_file(folder.path().join("b.csv.json")).unwrap();
        }
        let words = ["info", out, "--game", "sowing(pots=5)", "--format", "json"];
        let info: Value = serde_json::from_str(&tool::ok(folder.path(), &words)).unwrap();
        assert_eq!(info["games"], 500);
        shares.push((
            info["winners"].clone(),
            info["lengths"].clone(),
            info["distinct_positions"].clone(),
            info["records"].clone(),
        ));
    }
    assert_eq!(shares[0], shares[1]);
}

#[test]
fn exact_probabilities_are_read_as_such() {
    let folder = tempfile::tempdir().unwrap();
    let text = "pot0,pot1,pot2,pot3,to_move,winner,margin,probability\n\
                0,4,4,0,south,north,,0.5\n3,0,5,0,north,south,,5e-1\n";
    fs::write(folder.path().join("a.csv"), text).unwrap();
    let words = [
        "info",
        "a.csv",
        "--game",
        "sowing(pots=4)",
        "--format",
        "json",
    ];
    let info: Value = serde_json::from_str(&tool::ok(folder.path(), &words)).unwrap();
    assert_eq!(info["records"], Value::Null);
    assert_eq!(info["winners"][1]["probability"], 0.5);
    let words = [
        "merge",
        "a.csv",
        "--game",
        "sowing(pots=4)",
        "--out",
        "b.csv",
    ];
    assert!(tool::refused(folder.path(), &words).contains("a.csv: exact probabilities"));
}

#[test]
fn a_printed_list_is_imported() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(
        at("g.txt"),
        "gagnant = [[[0, 4, 4, 0]], [(3,0,5,0),\n [3,0,5,0]]]\n",
    )
    .unwrap();
    let words = [
        "import",
        "g.txt",
        "--game",
        "sowing(pots=4)",
        "--out",
        "a.csv",
    ];
    tool::ok(folder.path(), &words);
    let expected = "pot0,pot1,pot2,pot3,to_move,winner,margin,count\n\
                    0,4,4,0,south,north,,1\n3,0,5,0,north,south,,2\n";
    assert_eq!(fs::read_to_string(at("a.csv")).unwrap(), expected);
    let manifest: Value =
        serde_json::from_str(&fs::read_to_string(at("a.csv.json")).unwrap()).unwrap();
    assert_eq!(
        manifest["list_winners"],
        serde_json::json!(["north", "south"])
    );
    assert_eq!(manifest["inputs"][0]["file"], "g.txt");
    // Boards where only one side is stuck show which reading is right.
    fs::write(at("g.txt"), "[[[0,0,1,7]],\n [[7,1,0,0]]]").unwrap();
    let words = [
        "import",
        "g.txt",
        "--game",
        "sowing(pots=4)",
        "--out",
        "b.csv",
    ];
    let errors = tool::refused(folder.path(), &words);
    assert!(errors.contains("g.txt: line 1, column 3"), "{errors}");
    assert!(errors.contains("--winners south,north"), "{errors}");
    assert!(!at("b.csv").exists());
    let swapped = [&words[..], &["--winners", "Sud,north"]].concat();
    tool::ok(folder.path(), &swapped);
    let bad = [&words[..4], &["--winners", "south,south", "--out", "c.csv"]].concat();
    assert!(tool::refused(folder.path(), &bad).contains("expected north,south"));
}

#[test]
fn labels_are_the_values_of_the_book() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let words = [
        "generate",
        "sowing(pots=4)",
        "--games",
        "50",
        "--record",
        "all",
        "--out",
        "a.csv",
    ];
    tool::ok(folder.path(), &words);
    let words = ["label", "a.csv", "--out", "b.csv", "--format", "json"];
    let summary: Value = serde_json::from_str(&tool::ok(folder.path(), &words)).unwrap();
    // The six positions of the game from [2,2,2,2], as its rules' page plays
    // them: South wins by 1 and loses by 0.
    let labelled = fs::read_to_string(at("b.csv")).unwrap();
    let rows: Vec<String> = labelled
        .lines()
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            format!("{} {} {}", fields[..4].join(","), fields[4], fields[8])
        })
        .collect();
    let mut distinct = rows.clone();
    distinct.dedup();
    assert_eq!(
        distinct,
        [
            "pot0,pot1,pot2,pot3 to_move value",
            "0,3,3,2 north win",
            "0,4,4,0 south loss",
            "2,0,3,3 north loss",
            "2,2,2,2 south win",
            "3,0,5,0 north loss",
            "3,1,4,0 south win",
        ]
    );
    // Every game has its start, won by the mover, and its end, lost by it.
    assert_eq!(summary["values"][0]["value"], "win");
    let wins = rows.iter().filter(|r| r.ends_with("win")).count();
    assert_eq!(summary["values"][0]["rows"], wins);
    assert_eq!(summary["values"][1]["value"], "loss");
    let count = |text: &str| {
        let lines = labelled.lines().filter(|l| l.ends_with(text));
        lines
            .map(|l| l.split(',').nth(7).unwrap().parse::<u64>().unwrap())
            .sum::<u64>()
    };
    assert_eq!(summary["values"][1]["records"], count("loss"));
    let manifest: Value =
        serde_json::from_str(&fs::read_to_string(at("b.csv.json")).unwrap()).unwrap();
    assert_eq!(manifest["labelled"], "solver");
    assert_eq!(manifest["games"], 50);
    // Labelled files are read, and labelled again to the same bytes; merging is
    // for what comes from play alone.
    tool::ok(
        folder.path(),
        &["label", "b.csv", "--out", "c.csv", "--threads", "1"],
    );
    assert_eq!(fs::read_to_string(at("c.csv")).unwrap(), labelled);
    let errors = tool::refused(folder.path(), &["merge", "b.csv", "--out", "d.csv"]);
    assert!(errors.contains("b.csv: labelled already"), "{errors}");
}
