//! Bad input: exit 2, one clear message, and nothing written.

use std::fs;

use crate::support::{line, session};

#[test]
fn faults_of_the_command_line() {
    session(
        "faults.txt",
        &[
            "solve chess",
            "solve 'sowing(pots=99)'",
            "solve sowing --position '[1,2]'",
            "solve sowing --memory 1Q",
            "solve sowing --time nan",
            "solve sowing --time -1",
            "solve sowing --nodes -1",
            "solve sowing --positions nowhere.csv",
            "solve sowing --positions tests/data/four.txt",
            "solve sowing --positions tests/data/four.jsonl",
            "legal 'sowing(pots=4)' --positions tests/data/four.jsonl --out answers.txt",
            "solve sowing --table --out table.json",
        ],
    );
}

#[test]
fn a_bad_line_leaves_no_file_behind() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    for (name, text) in [
        (
            "cut.jsonl",
            "{\"position\": [2,2,2,2]}\n{\"position\": [2,2,",
        ),
        ("wide.csv", "position\n\"[2,2,2,2]\"\n\"[2,2,2,2,2]\"\n"),
        ("empty.csv", ""),
        ("long.jsonl", &"x".repeat(10_000_000)),
    ] {
        fs::write(path(name), text).unwrap();
        for command in ["legal", "solve", "check"] {
            let (file, out) = (path(name), path("out.csv"));
            let ran = line(&format!(
                "{command} 'sowing(pots=4)' --positions {file} --out {out}"
            ));
            assert_eq!(ran.code, 2, "{command} {name}");
            assert!(
                ran.stderr.contains(name),
                "{command} {name}: {}",
                ran.stderr
            );
            assert!(!fs::exists(&out).unwrap(), "{command} {name}");
        }
    }
    let names = fs::read_dir(folder.path()).unwrap();
    assert_eq!(names.count(), 4, "no temporary file either");
}
