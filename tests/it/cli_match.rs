//! `sowlab match`, `curve` and `agents` end to end.

use std::fs;
use std::path::Path;

use crate::support::{golden, line_in, session, transcript};
use crate::tool;

#[test]
fn agents_and_their_pages() {
    session(
        "agents.txt",
        &[
            "agents",
            "agents rollout",
            "agents 'alphabeta(depth=3)' --format csv",
            "agents exact --format json",
            "agents alphabet",
            "agents chess",
        ],
    );
}

#[test]
fn matches() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("lines.txt"), "# after one move each\n2 3\n0,5\n").unwrap();
    fs::write(at("places.csv"), "position\n\"[2,0,3,3] north\"\n").unwrap();
    let text = transcript(
        folder.path(),
        &[
            "match greedy random --game sowing --games 40 --openings random:2 --out m.csv",
            "match 'alphabeta(depth=3)' 'exact(ties=first)' --game sowing",
            "match 'alphabeta(depth=3)' 'alphabeta(depth=1)' --game sowing --openings random:2 --games 200",
            "match exact greedy --game sowing --openings lines.txt --format csv",
            "match 'rollout(n=5)' random --game 'sowing(pots=4)' --openings places.csv --games 6 --format json",
            "match 'greedy(rule=fullest)' random --game 'fang(holes=6)' --games 100 --seed 3",
            "match 'knn(games=200,k=3,record=all)' 'knn(games=200,rule=approve)' --game 'kalah(pits=3,seeds=2)' --games 20 --openings random:1",
        ],
    );
    golden("match.txt", &text);
    let rows = fs::read_to_string(at("m.csv")).unwrap();
    let manifest = fs::read_to_string(at("m.csv.json")).unwrap();
    golden("match.csv", &rows);
    golden("match.csv.json", &manifest);
}

#[test]
fn curves() {
    let folder = tempfile::tempdir().unwrap();
    let text = transcript(
        folder.path(),
        &[
            "generate sowing --games 50 --seed 9 --out d.csv",
            "curve --game sowing --agent 'knn(games=?,k=5)' --values 10,100,...,1000 --replicates 4 --games 20 --openings random:2 --out c.csv",
            "curve --game sowing --agent 'knn(db=d.csv,k=?)' --values 1,9 --opponent greedy --games 40 --openings random:2 --format csv",
            "curve --game 'fang(holes=6)' --agent 'alphabeta(depth=?)' --values 1..=3 --opponent 'rollout(n=4)' --games 20 --openings random:1",
            "curve --game sowing --agent 'alphabeta(depth=?)' --values 1..3 --opponent 'alphabeta(depth=1)'",
            "curve --game sowing --agent 'knn(db=d.csv,metric=?)' --values manhattan,chebyshev --games 10",
            "curve --game 'sowing(pots=4)' --agent 'greedy(rule=?)' --values mobility --games 2 --format json",
        ],
    );
    golden("curve.txt", &text);
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    golden("curve.csv", &read("c.csv"));
    golden("curve.csv.json", &read("c.csv.json"));
}

/// Rows by a column's values.
fn column(text: &str, name: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let headers = reader.headers().unwrap().clone();
    let at = headers.iter().position(|h| h == name).unwrap();
    let rows = reader.records().map(|r| r.unwrap()[at].to_string());
    rows.collect()
}

/// The same bytes for any number of threads; what is printed agrees with them.
#[test]
fn threads_change_no_byte() {
    let folder = tempfile::tempdir().unwrap();
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    let game = "kalah(pits=3,seeds=2)";
    let mut printed = Vec::new();
    for threads in ["1", "2", "7"] {
        let out = format!("m{threads}.csv");
        let words = [
            "match",
            "knn(games=100)",
            "rollout(n=3)",
            "--game",
            game,
            "--games",
            "60",
            "--openings",
            "random:2",
            "--format",
            "json",
            "--threads",
            threads,
            "--out",
            &out,
        ];
        printed.push(tool::ok(folder.path(), &words));
        let out = format!("c{threads}.csv");
        let words = [
            "curve",
            "--agent",
            "knn(games=?)",
            "--values",
            "5,50",
            "--replicates",
            "3",
            "--game",
            game,
            "--games",
            "10",
            "--openings",
            "random:1",
            "--threads",
            threads,
            "--out",
            &out,
        ];
        tool::ok(folder.path(), &words);
    }
    for name in ["m", "c"] {
        let one = read(&format!("{name}1.csv"));
        assert_eq!(one, read(&format!("{name}2.csv")));
        assert_eq!(one, read(&format!("{name}7.csv")));
    }
    assert!(printed.iter().all(|p| *p == printed[0]));

    let rows = String::from_utf8(read("m1.csv")).unwrap();
    let scores: Vec<f64> = column(&rows, "score")
        .iter()
        .map(|s| s.parse().unwrap())
        .collect();
    let mean = scores.iter().sum::<f64>() / scores.len() as f64;
    let told: serde_json::Value = serde_json::from_str(&printed[0]).unwrap();
    assert_eq!(told["figures"][0]["figure"], "score");
    assert!((told["figures"][0]["value"].as_f64().unwrap() - mean).abs() < 1e-12);
    assert_eq!(told["games"], 60);
    let sides = column(&rows, "side");
    assert!(sides.chunks(2).all(|pair| pair == ["south", "north"]));
    let openings = column(&rows, "opening");
    assert!(openings.chunks(2).all(|pair| pair[0] == pair[1]));
}

/// Openings depend on the seed, not on who plays; a database of self-play is that
/// of `generate`.
#[test]
fn openings_and_databases_are_the_same_for_all() {
    let folder = tempfile::tempdir().unwrap();
    let run = |words: &str| {
        let ran = line_in(folder.path(), words);
        assert_eq!(ran.code, 0, "{words}: {}", ran.stderr);
        ran.stdout
    };
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let tail = "--game sowing --openings random:2 --games 30";
    run(&format!("match random exact {tail} --out a.csv"));
    run(&format!("match 'rollout(n=2)' greedy {tail} --out b.csv"));
    run(&format!("match random exact {tail} --seed 2 --out c.csv"));
    let openings = |name: &str| column(&read(name), "opening");
    assert_eq!(openings("a.csv"), openings("b.csv"));
    assert_ne!(openings("a.csv"), openings("c.csv"));

    run("generate sowing --games 80 --seed 6 --record all --out d.csv");
    let figures = |agent: &str| {
        let text = run(&format!(
            "match '{agent}' random {tail} --seed 6 --format json"
        ));
        serde_json::from_str::<serde_json::Value>(&text).unwrap()["figures"].clone()
    };
    let made = figures("knn(games=80,record=all,k=3)");
    assert_eq!(made, figures("knn(db=d.csv,k=3)"));
    assert_ne!(made, figures("knn(db=d.csv,k=3,hide_exact=yes)"));
}

#[test]
fn bad_input_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("empty.txt", "# nothing\n\n");
    write("bad.txt", "2 3\n2 0\n");
    write("over.txt", "1 3 1\n");
    write("bad.csv", "position\n\"[2,2,2] south\"\n");
    write("over.csv", "position\n\"[3,0,5,0] north\"\n");
    write(
        "bad.jsonl",
        "{\"position\":\"[2,2,2,2]\"}\n{\"position\":7}\n",
    );
    write("other.csv", "pot0,pot1,to_move,winner\n1,1,south,north\n");
    let refused = |words: &[&str]| {
        let errors = tool::refused(folder.path(), words);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 7, "{words:?}");
        errors
    };
    for (agent, part) in [
        ("randon", "did you mean random"),
        ("rollout(m=3)", "has no parameter m"),
        ("alphabeta(depth=0)", "from 1 to 64"),
        ("greedy(rule=fullest)", "expected mobility"),
        ("knn", "expected db="),
        ("knn(db=none.csv)", "none.csv: "),
        ("knn(db=other.csv)", "other.csv: "),
        ("knn(games=1,label=solver", "expected ',' or ')'"),
    ] {
        let game = ["--game", "sowing(pots=4)", "--out", "o.csv"];
        let errors = refused(&[&["match", "random", agent], &game[..]].concat());
        assert!(errors.contains(part), "{agent}: {errors}");
    }
    for (openings, part) in [
        ("random", "expected start, random:PLIES or a file"),
        ("random:0", "1 to 1000000 plies"),
        ("random:40", "random games in a row ended within 40 plies"),
        ("none.txt", "none.txt: cannot open"),
        ("empty.txt", "no openings in this file"),
        ("bad.txt", "bad.txt, line 1: move 1 (south 2)"),
        ("over.txt", "line 1: the game is over after these moves"),
        ("bad.csv", "bad.csv, line 2: position: 3 pots, expected 4"),
        (
            "over.csv",
            "over.csv, line 2: position: the game is over there",
        ),
        (
            "bad.jsonl",
            "bad.jsonl, line 2: position: expected a text or a list",
        ),
    ] {
        let words = [
            "match",
            "random",
            "random",
            "--game",
            "sowing(pots=4)",
            "--openings",
            openings,
            "--out",
            "o.csv",
        ];
        let errors = refused(&words);
        assert!(errors.contains(part), "{openings}: {errors}");
    }
    for (tail, part) in [
        ("--games 3", "expected an even number"),
        ("--games 0", "expected an even number"),
        ("--out o.txt", "expected a name that ends in .csv"),
        ("--game chess", "unknown game chess"),
        (
            "--game sowing(board=[0,0])",
            "the game is over at the start",
        ),
        ("--openings bad.csv --out bad.csv", "would be written over"),
    ] {
        let game = if tail.starts_with("--game ") {
            ""
        } else {
            "--game sowing(pots=4) "
        };
        let line = format!("match random random {game}{tail}");
        let errors = refused(&line.split(' ').collect::<Vec<_>>());
        assert!(errors.contains(part), "{tail}: {errors}");
    }
    for (tail, part) in [
        (
            "--agent random --values 1,2",
            "expected ? for the swept parameter",
        ),
        ("--agent knn(games=?,k=?) --values 1", "once"),
        ("--agent rollout(n=?) --values 5..5", "no values"),
        ("--agent rollout(n=?) --values 1,1", "twice"),
        ("--agent rollout(n=?) --values 0,1", "from 1 to"),
        (
            "--agent rollout(n=?) --values 1 --opponent exat",
            "did you mean exact",
        ),
        (
            "--agent rollout(n=?) --values 1 --replicates 3",
            "expected knn(games=...)",
        ),
        (
            "--agent knn(games=?) --values 1 --replicates 0",
            "expected 1 to",
        ),
        ("--agent knn(db=none.csv,k=?) --values 1", "none.csv: "),
    ] {
        let line = format!("curve --game sowing(pots=4) {tail} --out o.csv");
        let errors = refused(&line.split(' ').collect::<Vec<_>>());
        assert!(errors.contains(part), "{tail}: {errors}");
    }
    assert!(!Path::new("o.csv").exists());
}

/// Ctrl-C keeps the pairs that are finished: those of a shorter match.
#[test]
#[cfg(unix)]
fn an_interrupted_match_is_a_shorter_one() {
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().unwrap();
    let words = |games: &'static str, out: &'static str| {
        [
            "match",
            "rollout(n=20)",
            "greedy",
            "--game",
            "sowing(pots=8)",
            "--openings",
            "random:2",
            "--games",
            games,
            "--threads",
            "2",
            "--out",
            out,
        ]
    };
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    // How long twenty pairs take is the machine's affair.
    let mut rows = String::new();
    let mut errors = String::new();
    for patience in [1, 4, 16] {
        let child = tool::command(folder.path(), &words("200000", "a.csv"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_secs(patience));
        let kill = Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status();
        assert!(kill.unwrap().success());
        let output = child.wait_with_output().unwrap();
        errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(130), "{errors}");
        rows = read("a.csv");
        if rows.lines().count() > 40 {
            break;
        }
    }
    assert!(read("a.csv.json").contains("\"interrupted\": true"));
    let lines: Vec<&str> = rows.lines().take(41).collect();
    assert!(lines.len() == 41, "{errors}");
    tool::ok(folder.path(), &words("40", "b.csv"));
    assert_eq!(lines, read("b.csv").lines().collect::<Vec<_>>());
    assert!(errors.contains("interrupted: the first "), "{errors}");
}
