//! Ctrl-C keeps what is finished and says how to go on.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use crate::tool;

/// What a command leaves that gets a Ctrl-C soon after it begins.
fn interrupted(folder: &Path, words: &[&str]) -> Output {
    let child = tool::command(folder, words)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(400));
    let kill = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    child.wait_with_output().unwrap()
}

#[test]
fn an_interrupted_run_goes_on_to_the_same_bytes() {
    for rows in ["merged", "games"] {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let game = "sowing(pots=8)";
        let words = [
            "generate",
            game,
            "--games",
            "5..1e12",
            "--rows",
            rows,
            "--threads",
            "2",
            "--out",
            "a.csv",
        ];
        let output = interrupted(folder.path(), &words);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(130), "{errors}");
        let commands: Vec<&str> = errors
            .lines()
            .filter(|l| l.starts_with("  sowlab"))
            .collect();
        let (_, rest) = commands[0].split_once("--games ").unwrap();
        let (done, rest) = rest.split_once("..").unwrap();
        assert!(rest.starts_with("1000000000000 "), "{errors}");
        assert!(
            commands[1].contains("merge a.csv a.rest.csv --out a.csv"),
            "{errors}"
        );
        let done: u64 = done.parse().unwrap();
        let manifest = fs::read_to_string(at("a.csv.json")).unwrap();
        assert!(manifest.contains("\"interrupted\": true"));

        // Half of the way again, then the commands as printed but for the end.
        let end = done + 5_000;
        let run = |line: &str| {
            let line = line.replace("1000000000000", &end.to_string());
            let words = line.trim().strip_prefix("sowlab ").unwrap();
            let words: Vec<&str> = words.split(' ').map(|w| w.trim_matches('\'')).collect();
            tool::ok(folder.path(), &words)
        };
        run(commands[0]);
        run(commands[1]);
        let games = format!("5..{end}");
        let words = [
            "generate",
            game,
            "--games",
            &games,
            "--rows",
            rows,
            "--out",
            "whole.csv",
        ];
        tool::ok(folder.path(), &words);
        assert!(fs::read(at("a.csv")).unwrap() == fs::read(at("whole.csv")).unwrap());
        assert!(
            !fs::read_to_string(at("a.csv.json"))
                .unwrap()
                .contains("interrupted")
        );
    }
}

#[test]
fn an_evaluation_stops_at_once_and_hints_at_a_faster_one() {
    let folder = tempfile::tempdir().unwrap();
    let evaluate = ["evaluate", "advice", "sowing(pots=6)", "--games", "10"];
    let common = [&evaluate[..], &["--replicates", "2", "--positions"]].concat();
    // While it draws the positions of the bootstrap again and again.
    let words = [&common[..], &["sample:1000000", "--out", "a.csv"]].concat();
    let child = tool::command(folder.path(), &words)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_secs(2));
    let pressed = std::time::Instant::now();
    let kill = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert!(pressed.elapsed() < Duration::from_secs(5));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{errors}");
    let hint = "--positions all judges each of them once";
    assert!(errors.starts_with("note: E has only "), "{errors}");
    assert!(errors.contains(hint), "{errors}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    let words = [&common[..], &["sample:5"]].concat();
    let output = tool::run(folder.path(), &words);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && errors.is_empty(), "{errors}");
}

/// Where nothing can be kept Ctrl-C ends the program at once, and it says so.
#[test]
fn an_interrupt_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let words = [
        "evaluate", "advice", "kalah", "--games", "10", "--limit", "1e9",
    ];
    let output = interrupted(folder.path(), &words);
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "interrupted\n");
}
