//! Experiment files through the program: whole, again, changed, broken off, wrong.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

use serde_json::Value;
use sowlab::output::sha256;

use crate::tool;

/// Twelve steps on two boards; what depends on what is told in the tests.
const SMALL: &str = r#"
title = "Two small boards"
about = "To be run in a second."
seed = 3

[sweep]
pots = [4, 5]

[[step]]
command = "generate"
title = "Games on {pots} pots"
game = "sowing(pots={pots},seeds=2)"
games = 200
out = "{pots}.csv"

[[step]]
command = "info"
file = "{pots}.csv"

[[step]]
command = "advise"
game = "sowing(pots={pots},seeds=2)"
db = "{pots}.csv"
k = 3

[[step]]
command = "evaluate advice"
title = "Its worth"
game = "sowing(pots={pots},seeds=2)"
games = "10,50"
replicates = 3
k = [1, 3]
out = "{pots}-results.csv"

[[step]]
command = "plot"
file = "{pots}-results.csv"
k = 3
out = "{pots}-hit.svg"

[[step]]
command = "show"
game = "sowing(pots={pots},seeds=2)"
advice = 'knn(db="{out}/{pots}.csv",k=3)'
out = "{pots}-board.svg"
"#;

/// Runs an experiment into `out`; the lines that it prints about its steps.
fn run(folder: &Path, text: &str, out: &str) -> Vec<String> {
    fs::write(folder.join("x.toml"), text).unwrap();
    let printed = tool::ok(folder, &["run", "x.toml", "--out", out]);
    steps(&printed)
}

fn steps(printed: &str) -> Vec<String> {
    let lines = printed.lines().filter(|l| l.starts_with('['));
    lines.map(String::from).collect()
}

/// The numbers of the steps that were not skipped.
fn stale(steps: &[String]) -> Vec<usize> {
    let done = |s: &&String| !s.ends_with("(unchanged)");
    let number = |s: &String| s[1..].split('/').next().unwrap().parse().unwrap();
    steps.iter().filter(done).map(number).collect()
}

/// No steps.
const NOTHING: [usize; 0] = [];

/// Names and bytes of the files in a folder; what a kill left half-written has a
/// name of its own and is none of them.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_string();
        if !name.starts_with(".sowlab-") {
            all.insert(name, fs::read(path).unwrap());
        }
    }
    all
}

/// When each file was written, but for those that every run writes.
fn times(folder: &Path) -> BTreeMap<String, SystemTime> {
    let names = files(folder).into_keys();
    let own = names.filter(|n| n != "run.json" && n != "report.md");
    own.map(|n| {
        let time = fs::metadata(folder.join(&n)).unwrap().modified().unwrap();
        (n, time)
    })
    .collect()
}

/// Every output is there, with a manifest that has its checksum; the report
/// shows it, and every link of the report leads somewhere.
fn complete(folder: &Path) -> usize {
    let state: Value = serde_json::from_slice(&fs::read(folder.join("run.json")).unwrap()).unwrap();
    let report = fs::read_to_string(folder.join("report.md")).unwrap();
    let mut outputs = 0;
    for done in state.as_array().unwrap() {
        for output in done["outputs"].as_array().unwrap() {
            let path = folder.join(Path::new(output[0].as_str().unwrap()).file_name().unwrap());
            let name = path.file_name().unwrap().to_str().unwrap();
            let digest = sha256(&fs::read(&path).unwrap());
            assert_eq!(output[1], *digest, "{name}");
            if name.ends_with(".json") {
                continue;
            }
            let manifest = fs::read(format!("{}.json", path.display())).unwrap();
            let manifest: Value = serde_json::from_slice(&manifest).unwrap();
            assert_eq!(manifest["sha256"], *digest, "{name}");
            assert!(report.contains(&format!("[{name}]({name})")), "{name}");
            outputs += 1;
        }
        let printed = done["printed"].as_str().unwrap().trim();
        assert!(report.contains(printed), "{printed}");
    }
    for link in report.split("](").skip(1) {
        let target = link.split(')').next().unwrap();
        assert!(folder.join(target).is_file(), "{target}");
    }
    outputs
}

#[test]
fn a_second_run_does_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let first = run(folder.path(), SMALL, "out");
    assert_eq!(stale(&first), (1..=12).collect::<Vec<_>>());
    assert_eq!(complete(&out), 8);
    let (bytes, written) = (files(&out), times(&out));
    assert_eq!(bytes.len(), 8 * 2 + 2);
    assert_eq!(stale(&run(folder.path(), SMALL, "out")), NOTHING);
    assert!(files(&out) == bytes);
    assert_eq!(times(&out), written);
}

#[test]
fn what_is_missing_or_changed_is_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    run(folder.path(), SMALL, "out");
    let bytes = files(&out);
    // The step that wrote it; who reads it finds the same bytes again.
    for (name, step) in [
        ("5-results.csv", 10),
        ("4.csv", 1),
        ("5-board.svg", 12),
        ("5.csv.json", 7),
    ] {
        let written = times(&out);
        fs::remove_file(out.join(name)).unwrap();
        assert_eq!(stale(&run(folder.path(), SMALL, "out")), [step], "{name}");
        assert!(files(&out) == bytes, "{name}");
        let now = times(&out);
        let later: Vec<&String> = now.keys().filter(|n| now[*n] != written[*n]).collect();
        let file = name.trim_end_matches(".json");
        assert_eq!(later, [file, &format!("{file}.json")]);
    }
    // A file that somebody has meddled with.
    fs::write(out.join("4-results.csv"), "section\n").unwrap();
    assert_eq!(stale(&run(folder.path(), SMALL, "out")), [4]);
    assert!(files(&out) == bytes);
}

#[test]
fn a_changed_key_concerns_its_step_and_those_that_read_its_output() {
    let folder = tempfile::tempdir().unwrap();
    let more = SMALL.replace("games = 200", "games = 300");
    let other = more.replace("k = [1, 3]", "k = [3, 9]");
    run(folder.path(), SMALL, "out");
    // Databases: also information, advice and the board with its advice.
    let expected = [1, 2, 3, 6, 7, 8, 9, 12];
    assert_eq!(stale(&run(folder.path(), &more, "out")), expected);
    // Results: also their curve.
    assert_eq!(stale(&run(folder.path(), &other, "out")), [4, 5, 10, 11]);
    assert_eq!(stale(&run(folder.path(), &other, "out")), NOTHING);
    // As if it had never been otherwise.
    let changed = files(&folder.path().join("out"));
    fs::remove_dir_all(folder.path().join("out")).unwrap();
    run(folder.path(), &other, "out");
    assert!(files(&folder.path().join("out")) == changed);
    // Titles and texts are the report's alone.
    let titled = other.replace("Its worth", "What it is worth");
    assert_eq!(stale(&run(folder.path(), &titled, "out")), NOTHING);
    complete(&folder.path().join("out"));
    let report = fs::read_to_string(folder.path().join("out/report.md")).unwrap();
    assert!(report.contains("### What it is worth\n") && !report.contains("Its worth"));
}

#[test]
fn the_folder_makes_no_difference_to_the_data() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), SMALL, "a");
    run(folder.path(), SMALL, "somewhere/else");
    let data = |name: &str| {
        let mut all = files(&folder.path().join(name));
        all.retain(|n, _| n.ends_with(".csv") || n.ends_with(".svg"));
        all
    };
    assert_eq!(data("a").len(), 8);
    assert!(data("a") == data("somewhere/else"));
}

/// Starts a command, and kills it (no chance to tidy up) when it has announced
/// step `number`; the lines printed until then.
fn killed_at(folder: &Path, words: &[&str], number: usize) -> Vec<String> {
    use std::io::{BufRead, BufReader};
    let mut child = tool::command(folder, words)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = Vec::new();
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        lines.push(line.unwrap());
        if lines.last().unwrap().starts_with(&format!("[{number}/")) {
            break;
        }
    }
    child.kill().unwrap();
    assert!(!child.wait().unwrap().success(), "it had ended already");
    lines
}

#[test]
fn a_run_that_was_killed_goes_on_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    // Long enough steps to be killed in.
    let text = SMALL
        .replace("games = 200", "games = 20_000")
        .replace("\"10,50\"", "\"10,100,1000\"");
    run(folder.path(), &text, "out");
    let whole = files(&out);
    for number in [2, 4, 10] {
        fs::remove_dir_all(&out).unwrap();
        killed_at(folder.path(), &["run", "x.toml", "--out", "out"], number);
        // What is there is whole.
        for (name, bytes) in files(&out) {
            assert!(name == "run.json" || whole[&name] == bytes, "{name}");
        }
        // A busy machine may let it come a little further before it dies.
        let again = stale(&run(folder.path(), &text, "out"));
        assert!(again.first().is_some_and(|&n| n >= number), "{again:?}");
        assert!(again.iter().copied().eq(again[0]..=12), "{again:?}");
        assert!(files(&out) == whole, "killed at {number}");
    }
}

#[test]
fn faults_of_the_file_are_told_with_their_place() {
    let folder = tempfile::tempdir().unwrap();
    for (from, to, message) in [
        (
            "games = 200",
            "gamess = 200",
            "x.toml:13:1: generate has no key gamess; did you mean games?",
        ),
        (
            "\"info\"",
            "\"inof\"",
            "x.toml:17:11: no command inof; did you mean info?",
        ),
        (
            "seed = 3",
            "sed = 3",
            "x.toml:4:1: an experiment has no key sed; did you mean seed?",
        ),
        (
            "\"{pots}-hit.svg\"",
            "\"{pot}-hit.svg\"",
            "x.toml:39:7: [sweep] has no key pot; did you mean pots?",
        ),
        (
            "seed = 3",
            "seed = -3",
            "x.toml:4:8: expected a whole number",
        ),
        ("title = \"Two", "title = Two", "x.toml:2:9: "),
        (
            "title = \"Its worth\"",
            "title = 5",
            "x.toml:28:9: expected a string",
        ),
        (
            "pots = [4, 5]",
            "pots = []",
            "x.toml:7:8: expected at least one value",
        ),
        (
            "games = 200",
            "games = true",
            "x.toml:13:9: games: expected a string, a number",
        ),
    ] {
        assert_eq!(SMALL.matches(from).count(), 1, "{from}");
        fs::write(folder.path().join("x.toml"), SMALL.replace(from, to)).unwrap();
        let errors = tool::refused(folder.path(), &["run", "x.toml", "--out", "out"]);
        assert!(errors.contains(message), "{to}: {errors}");
        assert!(!folder.path().join("out").exists(), "{to}");
    }
    let errors = tool::refused(folder.path(), &["run", "nowhere.toml"]);
    assert!(errors.contains("nowhere.toml: cannot read"), "{errors}");
}

#[test]
fn a_step_that_fails_is_named_and_the_earlier_ones_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let bad = SMALL.replace(
        "k = 3\n\n[[step]]\ncommand = \"evaluate",
        "k = 3\nposition = \"x\"\n\n[[step]]\ncommand = \"evaluate",
    );
    assert_ne!(bad, SMALL);
    fs::write(folder.path().join("x.toml"), &bad).unwrap();
    let output = tool::run(folder.path(), &["run", "x.toml", "--out", "out"]);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("step 3 (advise): "), "{errors}");
    let kept: Vec<String> = files(&folder.path().join("out")).into_keys().collect();
    assert_eq!(kept, ["4.csv", "4.csv.json", "run.json"]);
    // Put right, it goes on from there.
    let good = run(folder.path(), SMALL, "out");
    assert_eq!(stale(&good), (3..=12).collect::<Vec<_>>());
    // A memory that cannot be read is a fault too, not a reason to start anew.
    fs::write(folder.path().join("out/run.json"), "{").unwrap();
    let errors = tool::refused(folder.path(), &["run", "x.toml", "--out", "out"]);
    assert!(
        errors.contains("run.json") && errors.contains("remove it"),
        "{errors}"
    );
}

#[test]
fn sweeps_run_through_all_points() {
    let folder = tempfile::tempdir().unwrap();
    let text = r#"
title = "Points"
[sweep]
pots = [3, 4]
first = ["south", "north"]

[[step]]
command = "games"
name = "sowing"

[[step]]
command = "generate"
title = "{pots} pots, {first} first"
game = "sowing(pots={pots},first={first})"
games = 20
seed = 5
out = "{first}-{pots}.csv"

[[step]]
command = "merge"
files = ["{out}/{first}-{pots}.csv"]
out = "{first}-{pots}-again.csv"
"#;
    let steps = run(folder.path(), text, "out");
    // A step without a variable runs once.
    assert_eq!(steps.len(), 1 + 4 * 2);
    let titles = [
        "3 pots, south",
        "3 pots, north",
        "4 pots, south",
        "4 pots, north",
    ];
    for (title, step) in titles.iter().zip(steps.iter().skip(1).step_by(2)) {
        assert!(step.contains(&format!(": {title} first")), "{step}");
    }
    let files = files(&folder.path().join("out"));
    for name in ["south-3", "north-3", "south-4", "north-4"] {
        assert!(files[&format!("{name}.csv")] == files[&format!("{name}-again.csv")]);
    }
    assert!(files["south-4.csv"] != files["north-4.csv"]);
    assert_eq!(complete(&folder.path().join("out")), 8);
}

const DEMO: &str = include_str!("../../experiments/demo.toml");

/// The steps of the demonstration, on smaller boards and with fewer games.
#[test]
fn the_demonstration_end_to_end() {
    let folder = tempfile::tempdir().unwrap();
    let mut text = DEMO.to_string();
    for (from, to) in [
        ("pots = [6, 7]", "pots = [5, 6]"),
        ("1e5,exact", "100,exact"),
        ("10,100,...", "10,50"),
    ] {
        assert_eq!(text.matches(from).count(), 1, "{from}");
        text = text.replace(from, to);
    }
    let steps = run(folder.path(), &text, "out");
    assert_eq!(steps.len(), 24);
    let out = folder.path().join("out");
    assert_eq!(complete(&out), 20);
    let names: Vec<String> = files(&out).into_keys().collect();
    for pots in [5, 6] {
        for name in ["", "-exact", "-results"] {
            assert!(names.contains(&format!("{pots}x2{name}.csv")), "{names:?}");
        }
        for name in [
            "lengths", "exact", "advice", "verdict", "hit", "wins", "skill",
        ] {
            assert!(names.contains(&format!("{pots}x2-{name}.svg")), "{names:?}");
        }
    }
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    let parts = [
        "# The main job on Conway's Sowing\n",
        "\n## pots = 5\n",
        "\n## pots = 6\n",
        "### Advice for the opening",
        "### The exact verdict",
        "### What the advice is worth",
        "49 positions where some but not all moves keep the value, 25 with an immediate win",
        "expected length 5.226932897 plies",
    ];
    for part in parts {
        assert!(report.contains(part), "{part}");
    }
    assert_eq!(stale(&run(folder.path(), &text, "out")), NOTHING);
}

/// `demo` is the experiment file that stands in the repository.
#[test]
fn the_command_demo_is_the_experiment_file() {
    let folder = tempfile::tempdir().unwrap();
    let lines = killed_at(folder.path(), &["demo", "--out", "out"], 3);
    assert!(
        lines[0].starts_with("[1/24] generate sowing(pots=6,seeds=2): Ten thousand random games"),
        "{lines:?}"
    );
    fs::write(folder.path().join("demo.toml"), DEMO).unwrap();
    let again = killed_at(folder.path(), &["run", "demo.toml", "--out", "out"], 3);
    assert_eq!(stale(&steps(&again.join("\n"))), [3]);
    let words = [
        "generate",
        "sowing(pots=6,seeds=2)",
        "--games",
        "10000",
        "--out",
        "a.csv",
    ];
    tool::ok(folder.path(), &words);
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert!(read("out/6x2.csv") == read("a.csv"));
}
