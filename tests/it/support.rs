//! Running the real binary, and golden outputs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a run of the binary left behind.
pub struct Output {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

/// Runs `sowlab` in a folder with these arguments.
fn run(folder: &Path, args: &[String]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_sowlab"))
        .current_dir(folder)
        .args(args)
        .output()
        .expect("the binary runs");
    Output {
        code: output.status.code().expect("ended by itself"),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// Runs `sowlab` with the words of a line; `'...'` keeps blanks together.
pub fn line(command: &str) -> Output {
    line_in(Path::new("."), command)
}

/// [`line`] in a folder.
pub fn line_in(folder: &Path, command: &str) -> Output {
    let quoted = command.split('\'').enumerate();
    let words = quoted.flat_map(|(i, part)| match i % 2 {
        0 => part.split_whitespace().map(String::from).collect(),
        _ => vec![part.to_string()],
    });
    run(folder, &words.collect::<Vec<String>>())
}

/// A file of `tests/data`.
pub fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name)
}

/// Compares with `tests/data/golden/NAME`; with UPDATE_GOLDEN=1 in the
/// environment, writes that file instead.
pub fn golden(name: &str, text: &str) {
    let path = data("golden").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some_and(|v| v == "1") {
        fs::write(&path, text).expect("the golden file can be written");
        return;
    }
    let expected = fs::read_to_string(&path)
        .unwrap_or_else(|e| panic!("{}: {e}; UPDATE_GOLDEN=1 writes it", path.display()));
    assert!(
        expected == text,
        "{name} differs (UPDATE_GOLDEN=1 accepts it)\n--- expected\n{expected}\n--- found\n{text}"
    );
}

/// Commands with what they print and their exit codes, as one golden text. A
/// failure shows its message.
pub fn session(name: &str, commands: &[&str]) {
    golden(name, &transcript(Path::new("."), commands));
}

/// What [`session`] compares, of commands in a folder.
pub fn transcript(folder: &Path, commands: &[&str]) -> String {
    let mut text = String::new();
    for command in commands {
        let output = line_in(folder, command);
        text += &format!("$ sowlab {command}\n{}", output.stdout);
        match output.code {
            0 => {}
            2 => text += &format!("{}[exit 2]\n", output.stderr),
            code => text += &format!("[exit {code}]\n"),
        }
        text.push('\n');
    }
    text
}
