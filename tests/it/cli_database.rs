//! The commands of databases and of judging, from the first game to the results,
//! with everything that they print and write.

use std::fs;
use std::path::Path;

use crate::support::{golden, line_in, transcript};

/// Files of a folder as text, with the version of the package left open.
fn contents(folder: &Path, names: &[&str]) -> String {
    let mut text = String::new();
    for name in names {
        let file = fs::read_to_string(folder.join(name)).unwrap();
        let file = file.replace(sowlab::VERSION, "VERSION");
        text += &format!("--- {name}\n{file}\n");
    }
    text
}

#[test]
fn databases() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let list = "gagnant = [[[0, 4, 4, 0]], [[3, 0, 5, 0], [3, 0, 5, 0]]]\n";
    fs::write(folder.join("list.txt"), list).unwrap();
    fs::write(folder.join("bad.txt"), "[[[0,4,4,0]],\n [[2,2,2,2]]]").unwrap();
    let commands = [
        "generate 'sowing(pots=4)' --games 20 --record all --out a.csv",
        "generate 'sowing(pots=4)' --games 20..50 --record all --out b.csv --format csv",
        "merge b.csv a.csv --out ab.csv --format json",
        "info ab.csv",
        "info ab.csv --format csv",
        "label ab.csv --out labelled.csv",
        "generate 'sowing(pots=4)' --exact --out exact.csv",
        "info exact.csv --format json",
        "import list.txt --game 'sowing(pots=4)' --out list.csv",
        "plot ab.csv --kind lengths --out lengths.svg",
        "merge a.csv ab.csv --out twice.csv",
        "import bad.txt --game 'sowing(pots=4)' --out bad.csv",
        "info nowhere.csv",
        "generate sowing --games 1..0 --out x.csv",
        "generate sowing --games 5 --policy best --out x.csv",
        "label ab.csv --game 'sowing(pots=5)' --out x.csv",
    ];
    let mut text = transcript(folder, &commands);
    text += &contents(
        folder,
        &[
            "ab.csv",
            "ab.csv.json",
            "labelled.csv",
            "exact.csv",
            "exact.csv.json",
            "list.csv",
        ],
    );
    golden("database.txt", &text);
    for name in ["twice.csv", "bad.csv", "x.csv"] {
        assert!(!folder.join(name).exists(), "{name}");
    }
}

#[test]
fn judging() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let game = "'sowing(pots=4)'";
    let generate = format!("generate {game} --games 20 --out db.csv");
    assert_eq!(line_in(folder, &generate).code, 0);
    let advice = format!("evaluate advice {game}");
    let commands = [
        "--db db.csv --k 1,3",
        "--db db.csv --k 1 --metric chebyshev --weights positions --format csv --out results.csv",
        "--games 5,20,exact --replicates 3 --k 1",
        "--db exact --positions sample:10 --weights visits --play no",
        // Faults.
        "",
        "--db db.csv --games 10",
        "--db nowhere.csv",
        "--db db.csv --k 0",
        "--db db.csv --k 3,x",
        "--db db.csv --metric manhatan",
        "--db db.csv --positions sample:0",
        "--db db.csv --weights all",
        "--db db.csv --label solve",
        "--db db.csv --play perhaps",
        "--games 0",
        "--games 100,10",
        "--games 10 --replicates 0",
        "--games 10 --record last:0",
        "--games 10,exact --record all",
        "--games 10 --limit 3",
        "--games 10 --rollouts 0",
        "--games 10 --out x.csv --plot x.gif",
    ];
    let commands: Vec<String> = commands.iter().map(|c| format!("{advice} {c}")).collect();
    let mut commands: Vec<&str> = commands.iter().map(|c| c.trim()).collect();
    commands.extend([
        "evaluate advice 'sowing(pots=1)' --games 10",
        "evaluate advice 'sowing(pots=5)' --db db.csv",
        "evaluate advise sowing",
    ]);
    let mut text = transcript(folder, &commands);
    text += &contents(folder, &["results.csv.json"]);
    golden("evaluate.txt", &text);
    // What was printed as CSV was written too.
    let results = fs::read_to_string(folder.join("results.csv")).unwrap();
    assert!(text.contains(&results));
    let names: Vec<_> = fs::read_dir(folder).unwrap().collect();
    assert_eq!(names.len(), 4, "nothing else was written: {names:?}");
}

/// Every command that the help lists does something useful here.
#[test]
fn every_command() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("list.txt"), "[[[0,4,4,0]],[[3,0,5,0]]]").unwrap();
    let step = "title = \"x\"\n[[step]]\ncommand = \"games\"\n";
    fs::write(folder.join("x.toml"), step).unwrap();
    // In this order: some read what others write.
    let lines = [
        "games sowing",
        "legal 'sowing(pots=4)'",
        "check 'sowing(pots=4)' --player south --move 1",
        "generate 'sowing(pots=4)' --games 9 --out a.csv",
        "merge a.csv --out b.csv",
        "label a.csv --out c.csv",
        "info a.csv",
        "import list.txt --game 'sowing(pots=4)' --out d.csv",
        "advise 'sowing(pots=4)' --db a.csv",
        "solve 'sowing(pots=4)'",
        "perft 'sowing(pots=4)' --depth 3",
        "evaluate advice 'sowing(pots=4)' --db a.csv",
        "complexity 'sowing(pots=4)' --games 9",
        "plot a.csv --out a.svg",
        "show 'sowing(pots=4)'",
        "features explain PassMove --game hare-and-hounds",
        "agents",
        "match random greedy --game 'sowing(pots=4)' --games 2",
        "curve --game 'sowing(pots=4)' --agent 'rollout(n=?)' --values 1,2 --games 4",
        "train 'sowing(pots=4)' --side south --features 1 --out t.toml",
        "run x.toml --out out",
    ];
    for line in lines {
        let ran = line_in(folder, line);
        assert_eq!(ran.code, 0, "{line}: {}", ran.stderr);
        assert!(!(ran.stdout + &ran.stderr).is_empty(), "{line}");
    }
    let help = line_in(folder, "--help").stdout;
    let (_, list) = help.split_once("Commands:\n").unwrap();
    let (list, _) = list.split_once("\n\n").unwrap();
    let tried = |name: &&str| {
        // `demo` is tried with the experiments; `bench` measures, which takes
        // quiet and time.
        let elsewhere = ["demo", "bench", "help"].contains(name);
        elsewhere || lines.iter().any(|l| l.split(' ').next() == Some(*name))
    };
    let names: Vec<&str> = list
        .lines()
        .filter(|l| l.starts_with("  ") && !l.starts_with("   "))
        .filter_map(|l| l.split_whitespace().next())
        .collect();
    assert!(names.len() > lines.len(), "{help}");
    assert!(names.iter().all(tried), "{names:?}");
}
