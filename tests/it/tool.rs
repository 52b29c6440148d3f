//! Running the real program.

use std::path::Path;
use std::process::{Command, Output};

/// The program in a folder, with these words.
pub fn command(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sowlab"));
    command.current_dir(folder).args(words);
    command
}

/// Runs the program to its end.
pub fn run(folder: &Path, words: &[&str]) -> Output {
    command(folder, words).output().unwrap()
}

/// Runs the program, which must succeed, and returns its standard output.
pub fn ok(folder: &Path, words: &[&str]) -> String {
    let output = run(folder, words);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{words:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// Runs the program, which must refuse with exit code 2, and returns its
/// standard error.
pub fn refused(folder: &Path, words: &[&str]) -> String {
    let output = run(folder, words);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{words:?}: {errors}");
    assert!(output.stdout.is_empty(), "{words:?}");
    errors
}
