//! `sowlab solve` end to end.

use std::fs;

use crate::support::{line, session};

#[test]
fn values_moves_and_tables() {
    session(
        "solve.txt",
        &[
            "solve sowing",
            "solve sowing",
            "solve 'sowing(pots=5)'",
            "solve sowing --position '[2,2,0,3,3,2] north' --format json",
            "solve 'sowing(pots=4)' --format csv",
            "solve 'sowing(pots=4)' --position '[0,4,4,0] south'",
            "solve 'sowing(pots=4)' --table",
            "solve 'sowing(pots=4)' --table --position '[3,1,4,0] south' --format json",
            "solve 'sowing(pots=4)' --positions tests/data/four.jsonl",
            "solve 'sowing(pots=4)' --positions tests/data/four.csv --format json",
            "solve 'kalah(pits=4,seeds=2)'",
            "solve 'kalah(pits=4,seeds=2)' --outcome --optimal",
            "solve 'kalah(pits=1,seeds=2)' --table",
            "solve 'kalah(pits=1,seeds=2)' --table --outcome",
            "solve 'kalah(pits=4,seeds=1)' 'kalah(pits=4,seeds=1,capture=nonempty)' --optimal --format csv",
            "solve sowing 'kalah(pits=3,seeds=1)' --value-only --format json",
            "solve 'fang(holes=6)' --optimal --format json",
            "solve 'fang(holes=4,result=score)' --format csv",
            "solve kalah --nodes 2000 --threads 2",
            "solve sowing kalah --table",
            "solve sowing kala",
            "solve 'sowing(pots=8)' --table --limit 1000",
            "solve 'sowing(pots=16)' --nodes 2000",
            "solve 'sowing(pots=16)' --time 0.01",
            "solve 'sowing(pots=16)' --positions tests/data/sixteen.jsonl --nodes 2000 --threads 1",
        ],
    );
}

#[test]
fn files_of_answers_are_the_same_for_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("table.csv");
    let made = line(&format!("solve sowing --table --out {}", table.display()));
    assert_eq!((made.code, made.stdout.as_str()), (0, ""));
    let rows = fs::read_to_string(&table).unwrap();
    assert_eq!(rows.lines().count(), 460);
    let mut answers = Vec::new();
    for (threads, name) in [("1", "a.csv"), ("2", "b.csv"), ("7", "c.csv")] {
        let out = folder.path().join(name);
        let command = format!(
            "solve sowing --positions {} --out {} --threads {threads}",
            table.display(),
            out.display()
        );
        assert_eq!(line(&command).code, 0);
        answers.push(fs::read_to_string(out).unwrap());
    }
    assert!(answers.iter().all(|a| *a == answers[0]));
    // The table's own values, found again position by position.
    let column = |text: &str, name: &str| {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let at = reader
            .headers()
            .unwrap()
            .iter()
            .position(|h| h == name)
            .unwrap();
        reader
            .records()
            .map(|r| r.unwrap()[at].to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(column(&answers[0], "value"), column(&rows, "value"));
}

#[test]
fn one_answer_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("answer.json");
    let ran = line(&format!("solve sowing --out {}", out.display()));
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""));
    let printed = line("solve sowing --format json").stdout;
    assert_eq!(fs::read_to_string(out).unwrap(), printed);
}

/// What is printed does not depend on the clock or the memory.
#[test]
fn the_answer_is_the_same_every_time() {
    let big = line("solve 'sowing(pots=8)' --format json").stdout;
    assert_eq!(big, line("solve 'sowing(pots=8)' --format json").stdout);
    let tiny = line("solve 'sowing(pots=8)' --format json --memory 1k").stdout;
    let strip = |text: &str| {
        let mut object: serde_json::Value = serde_json::from_str(text).unwrap();
        assert!(object["nodes"].take().as_u64().unwrap() > 0);
        object
    };
    assert_eq!(strip(&big), strip(&tiny));
}

/// Of several games, what is finished is printed although a later one is not.
#[test]
fn finished_games_are_answered() {
    let games = ["sowing(pots=2)", "sowing(pots=12)", "sowing(pots=3)"];
    let words = [
        &["solve"][..],
        &games,
        &["--nodes", "1000", "--format", "csv"],
    ]
    .concat();
    let output = crate::tool::run(std::path::Path::new("."), &words);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let (out, errors) = (text(output.stdout), text(output.stderr));
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert_eq!(out.lines().count(), 2, "{out}");
    assert!(
        out.lines().nth(1).unwrap().starts_with("\"sowing(pots=2"),
        "{out}"
    );
    assert!(errors.contains("sowing(pots=12)"), "{errors}");
    assert!(
        errors.contains("the first 1 of 3 games were answered"),
        "{errors}"
    );
}
