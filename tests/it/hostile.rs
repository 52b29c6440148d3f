//! Bad input that the other tests do not name: outputs that are no files, streams
//! that are full or gone, numbers out of all proportion, experiment files that
//! write where they should not, Ctrl-C at any moment.
#![cfg(unix)]

use std::fs::{self, File};
use std::os::unix::fs::FileTypeExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::tool;

const GAME: &str = "sowing(pots=4)";

/// Every command that writes a file, without the name of the file.
const WRITERS: [&[&str]; 11] = [
    &["generate", GAME, "--games", "10", "--out"],
    &["generate", GAME, "--exact", "--out"],
    &["merge", "a.csv", "--out"],
    &["label", "a.csv", "--out"],
    &["import", "list.txt", "--game", GAME, "--out"],
    &["legal", GAME, "--positions", "p.jsonl", "--out"],
    &["solve", GAME, "--out"],
    &["solve", GAME, "--table", "--out"],
    &[
        "advise",
        GAME,
        "--db",
        "a.csv",
        "--positions",
        "p.jsonl",
        "--out",
    ],
    &[
        "evaluate",
        "advice",
        "sowing",
        "--games",
        "10",
        "--replicates",
        "2",
        "--out",
    ],
    &["show", GAME, "--out"],
];

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let words = ["generate", GAME, "--games", "20", "--out", "a.csv"];
    tool::ok(folder.path(), &words);
    fs::write(at("list.txt"), "[[[0,4,4,0]],[[3,0,5,0]]]").unwrap();
    fs::write(at("p.jsonl"), "{\"position\": [2,2,2,2]}\n").unwrap();
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = names
        .map(|e| e.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn devices_and_folders_are_not_replaced() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    for ending in ["csv", "svg"] {
        let pipe = at(&format!("pipe.{ending}"));
        let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        // Here the manifest has no room.
        fs::create_dir(at(&format!("room.{ending}.json"))).unwrap();
    }
    let before = names(folder.path());
    let long = format!("{}.csv", "x".repeat(251));
    for words in WRITERS {
        let ending = if words[0] == "show" { "svg" } else { "csv" };
        for (name, part) in [
            (format!("pipe.{ending}"), "not an ordinary file"),
            (format!("none/a.{ending}"), "its folder does not exist"),
        ] {
            let errors = tool::refused(folder.path(), &[words, &[&name]].concat());
            assert!(errors.contains(&name), "{words:?}: {errors}");
            assert!(errors.contains(part), "{words:?}: {errors}");
        }
        for name in [&format!("room.{ending}"), &long] {
            tool::refused(folder.path(), &[words, &[name]].concat());
        }
        assert_eq!(names(folder.path()), before, "{words:?}");
        let kind = fs::metadata(at("pipe.csv")).unwrap().file_type();
        assert!(kind.is_fifo(), "{words:?}");
    }
    for name in ["a", "a.txt", "a.gz"] {
        let errors = tool::refused(folder.path(), &[WRITERS[0], &[name]].concat());
        assert!(errors.contains("ends in .csv or .csv.gz"), "{errors}");
    }
}

#[test]
fn answers_are_not_written_over_what_is_read() {
    let folder = folder();
    fs::copy(folder.path().join("a.csv"), folder.path().join("p.csv")).unwrap();
    let database = fs::read(folder.path().join("a.csv")).unwrap();
    for words in [
        &["legal", GAME, "--positions", "a.csv", "--out", "./a.csv"][..],
        &["solve", GAME, "--positions", "a.csv", "--out", "a.csv"],
        &[
            "advise",
            GAME,
            "--db",
            "a.csv",
            "--positions",
            "p.jsonl",
            "--out",
            "a.csv",
        ],
        &[
            "advise",
            GAME,
            "--db",
            "p.csv",
            "--positions",
            "a.csv",
            "--out",
            "a.csv",
        ],
        &[
            "evaluate", "advice", "sowing", "--db", "a.csv", "--out", "a.csv",
        ],
    ] {
        let errors = tool::refused(folder.path(), words);
        assert!(errors.contains("which is read"), "{words:?}: {errors}");
        let now = fs::read(folder.path().join("a.csv")).unwrap();
        assert!(now == database, "{words:?}");
    }
}

#[test]
fn streams_that_cannot_be_written_are_no_panic() {
    let folder = folder();
    let full = || File::options().write(true).open("/dev/full").unwrap();
    let run = |words: &[&str], out: Stdio, err: Stdio| {
        let mut command = tool::command(folder.path(), words);
        command.stdout(out).stderr(err).output().unwrap()
    };
    let refused = run(&["legal", "chess"], Stdio::piped(), full().into());
    assert_eq!(refused.status.code(), Some(2));
    let words = ["generate", GAME, "--games", "5", "--out", "b.csv"];
    let done = run(&words, Stdio::piped(), full().into());
    assert_eq!(done.status.code(), Some(0));
    assert!(!done.stdout.is_empty());
    let lost = run(&["legal", GAME], full().into(), Stdio::piped());
    assert_eq!(lost.status.code(), Some(2));
    let errors = String::from_utf8(lost.stderr).unwrap();
    assert!(errors.contains("standard output"), "{errors}");
}

#[test]
fn numbers_out_of_all_proportion() {
    let folder = folder();
    let largest = u64::MAX.to_string();
    let judge = ["evaluate", "advice", "sowing", "--games", "10"];
    for (words, part) in [
        (
            &["perft", "sowing", "--depth", "3", "--threads", "100000"][..],
            "0 to 1024",
        ),
        (
            &["advise", GAME, "--db", "a.csv", "--threads", &largest],
            "0 to 1024",
        ),
        (&["solve", GAME, "--nodes", "-1"], "--nodes"),
        (&["legal", "sowing(board=[])"], "expected 1 to 32"),
        (
            &[
                "evaluate",
                "advice",
                "sowing",
                "--games",
                &largest,
                "--replicates",
                "2",
            ],
            "more than 2^64 games",
        ),
        (
            &["plot", "/dev/zero", "--out", "a.svg"],
            "longer than 1048576 bytes",
        ),
    ] {
        let errors = tool::refused(folder.path(), words);
        assert!(errors.contains(part), "{words:?}: {errors}");
    }
    tool::ok(folder.path(), &["solve", GAME, "--nodes", "1e6"]);
    let words = [&judge[..], &["--replicates", "2", "--threads", "9"]].concat();
    tool::ok(folder.path(), &words);
    let words = [
        "generate",
        GAME,
        "--games",
        "9",
        "--rows",
        "games",
        "--memory",
        "16777215T",
    ];
    tool::ok(folder.path(), &[&words[..], &["--out", "b.csv"]].concat());
}

#[test]
fn a_game_that_a_manifest_does_not_know() {
    let folder = folder();
    let path = folder.path().join("a.csv.json");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("pots=4", "pots=99")).unwrap();
    let errors = tool::refused(folder.path(), &["info", "a.csv"]);
    assert!(
        errors.starts_with("error: a.csv.json: game: pots=99"),
        "{errors}"
    );
}

/// A step that generates, then the lines of a test.
const STEP: &str = "[[step]]\ncommand = \"generate\"\ngame = \"sowing(pots=4)\"\ngames = 5\n";

#[test]
fn experiments_write_only_what_they_say_and_only_once() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let absolute = format!("out = \"{}\"", at("a.csv").display());
    let twice = format!("out = \"a.csv\"\n{STEP}seed = 2\nout = \"./a.csv\"");
    let manifest = format!("out = \"a.csv\"\n{STEP}plot = \"x.svg\"\nout = \"x.svg.json\"");
    let slip = "out = \"a.csv\"\n[[step]]\ncommand = \"plot\"\nfile = \"a.csv\"\ntop = 0";
    let help = "out = \"a.csv\"\n[[step]]\ncommand = \"info\"\nfile = \"-h\"";
    let sweep = format!(
        "[sweep]\n{}{STEP}out = \"{{v0}}.csv\"",
        "vN = [1,2,3,4,5,6,7,8]\n".repeat(5)
    );
    let sweep = (0..5).fold(sweep, |s, i| s.replacen("vN", &format!("v{i}"), 1));
    for (text, part) in [
        (
            format!("{STEP}out = \"../a.csv\""),
            "x.toml:3:11: \"../a.csv\": expected the name of a file inside",
        ),
        (
            format!("{STEP}out = \"a/../../a.csv\""),
            "inside the experiment's folder",
        ),
        (
            format!("{STEP}{absolute}"),
            "inside the experiment's folder",
        ),
        (
            format!("{STEP}out = \"\""),
            "inside the experiment's folder",
        ),
        (
            format!("{STEP}out = \"run.json\""),
            "the experiment itself writes this",
        ),
        (
            format!("{STEP}plot = \"./report.md\"\nout = \"a.csv\""),
            "the experiment itself writes this",
        ),
        (
            format!("{STEP}{twice}"),
            "x.toml:8:11: \"a.csv\": written by the step on line 3 already",
        ),
        (
            format!("{STEP}{manifest}"),
            "written by the step on line 8 already",
        ),
        (
            format!("[sweep]\nn = [1,2]\n{STEP}seed = \"{{n}}\"\nout = \"a.csv\""),
            "every point of the sweep",
        ),
        (sweep, "x.toml:7:6: more than 10000 combinations"),
        (
            format!("[sweep]\nout = [1,2]\n{STEP}out = \"{{out}}.csv\""),
            "x.toml:3:1: \"out\" is no name of a variable",
        ),
        (
            format!("[sweep]\na = [\"{{b}}\"]\n{STEP}out = \"{{a}}.csv\""),
            "values without { and }",
        ),
        (
            format!("{STEP}out = \"{{n}}.csv\""),
            "[sweep] has no key n; it has none",
        ),
        (
            format!("{STEP}out = \"{{n.csv\""),
            "expected {name} for a variable",
        ),
        ("step = []\n".into(), "expected at least one [[step]]"),
        // Known before the first step has run.
        (
            format!("{STEP}{slip}"),
            "x.toml: line 8, step 2 (plot): invalid value '0'",
        ),
        (
            format!("{STEP}{help}"),
            "step 2 (info): a value may not be a flag for help",
        ),
    ] {
        fs::write(at("x.toml"), format!("title = \"x\"\n{text}\n")).unwrap();
        let errors = tool::refused(folder.path(), &["run", "x.toml"]);
        assert!(errors.contains(part), "{text}: {errors}");
        assert_eq!(names(folder.path()), ["x.toml"], "{text}");
    }
    let text = format!("title = \"x\"\n{STEP}out = \"sub/./a.csv\"\n");
    fs::write(at("x.toml"), text).unwrap();
    tool::ok(folder.path(), &["run", "x.toml"]);
    assert!(at("results/x/sub/a.csv.json").exists());
}

#[test]
fn ctrl_c_at_any_moment_leaves_no_half_file() {
    let folder = folder();
    let large = [
        "generate",
        "sowing(pots=8)",
        "--games",
        "60000",
        "--record",
        "all",
    ];
    tool::ok(
        folder.path(),
        &[&large[..], &["--out", "large.csv"]].concat(),
    );
    let before = names(folder.path());
    let endless = "sowing(pots=32,seeds=7)";
    for words in [
        &["solve", endless][..],
        &[
            "solve",
            endless,
            "--table",
            "--limit",
            "1000000000",
            "--out",
            "o.csv",
        ],
        &[
            "generate", endless, "--exact", "--limit", "1e9", "--out", "o.csv",
        ],
        &["perft", endless, "--depth", "1000"],
        &[
            "evaluate",
            "advice",
            "sowing",
            "--games",
            "10",
            "--replicates",
            "2",
            "--rollouts",
            "1e15",
        ],
        &[
            "advise",
            "sowing(pots=8)",
            "--db",
            "large.csv",
            "--positions",
            "large.csv",
            "--out",
            "o.csv",
        ],
        &[
            "solve",
            "sowing(pots=8)",
            "--positions",
            "large.csv",
            "--out",
            "o.jsonl",
        ],
        &["merge", "large.csv", "--out", "o.csv"],
    ] {
        for (wait, presses) in [(30, 1), (250, 2)] {
            let mut child = tool::command(folder.path(), words)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            std::thread::sleep(Duration::from_millis(wait));
            let pressed = Instant::now();
            for _ in 0..presses {
                let kill = ["-INT", &child.id().to_string()];
                let _ = Command::new("kill")
                    .args(kill)
                    .stderr(Stdio::null())
                    .status();
            }
            let code = child.wait().unwrap().code();
            // Done already, or not yet begun.
            assert!(matches!(code, Some(130 | 0) | None), "{words:?}: {code:?}");
            assert!(pressed.elapsed() < Duration::from_secs(5), "{words:?}");
            let after = names(folder.path());
            let new: Vec<&String> = after.iter().filter(|n| !before.contains(n)).collect();
            // Finished, even if the key was pressed just before the end.
            if let (false, Some(out)) = (new.is_empty(), words.iter().position(|w| *w == "--out")) {
                let out = words[out + 1];
                assert_eq!(new, [out, &format!("{out}.json")], "{words:?}: {code:?}");
                for name in new {
                    fs::remove_file(folder.path().join(name)).unwrap();
                }
            }
            assert_eq!(names(folder.path()), before, "{words:?}");
        }
    }
}
