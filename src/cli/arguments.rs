//! Arguments that several commands share: numbers of games, the game of a
//! file, the command line as it was typed.

use std::cell::RefCell;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::Failure;
use super::numbers::count;
use crate::catalog::open_game;
use crate::database::Manifest;
use crate::manifest::Input;
use crate::manifest::manifest_path;
use crate::manifest::shell_line;

/// Reads numbers of games: `N` for 0..N, or `A..B`, half-open.
pub fn parse_games(text: &str) -> Result<Range<u64>, String> {
    let games = match text.split_once("..") {
        Some((a, b)) => count(a)?..count(b)?,
        None => 0..count(text)?,
    };
    if games.is_empty() {
        return Err(format!(
            "\"{text}\": no games; expected N or A..B with A < B"
        ));
    }
    Ok(games)
}

thread_local! {
    /// The command that an experiment is running in this process, if any.
    static STEP: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

/// Runs `work` as the command with these arguments, so that manifests state it
/// and not the experiment's own command line.
pub fn as_command<T>(args: &[String], work: impl FnOnce() -> T) -> T {
    let outer = STEP.replace(Some(args.to_vec()));
    let result = work();
    STEP.set(outer);
    result
}

/// The command line that is running, quoted for a shell, without the path of
/// the program.
pub fn command_line() -> String {
    let typed = || {
        std::env::args_os()
            .skip(1)
            .map(|w| w.to_string_lossy().into_owned())
    };
    let words = STEP.with_borrow(|step| step.clone().unwrap_or_else(|| typed().collect()));
    shell_line(&words)
}

/// Refuses to write over a file that is read.
pub fn refuse_same(out: &Path, inputs: &[&Path]) -> Result<(), Failure> {
    let real = |file: &Path| file.canonicalize().ok();
    let Some(target) = real(out) else {
        return Ok(());
    };
    match inputs.iter().find(|&&i| real(i).as_ref() == Some(&target)) {
        Some(input) => Err(format!(
            "{}: would be written over {}, which is read; expected another name",
            out.display(),
            input.display()
        )
        .into()),
        None => Ok(()),
    }
}

/// The game of database files: the one given, or the one that the first
/// manifest beside them names.
pub fn game_of(given: Option<&str>, files: &[PathBuf]) -> Result<String, Failure> {
    if let Some(name) = given {
        return Ok(name.to_string());
    }
    for file in files {
        if let Some(manifest) = Manifest::read(file)? {
            // A fault in it is not one of the command line.
            open_game(&manifest.game)
                .map_err(|e| format!("{}: game: {e}", manifest_path(file).display()))?;
            return Ok(manifest.game);
        }
        if !file.exists() {
            return Err(format!("{}: no such file", file.display()).into());
        }
    }
    match files.first() {
        Some(file) => Err(format!(
            "{}: no manifest beside it; say with --game which game it is of",
            file.display()
        )
        .into()),
        None => Err("no file".into()),
    }
}

/// Refuses to write over a file that a policy comes from.
pub fn refuse_inputs(out: &Path, inputs: &[Input]) -> Result<(), Failure> {
    let paths: Vec<&Path> = inputs.iter().map(|i| Path::new(&i.file)).collect();
    refuse_same(out, &paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games() {
        assert_eq!(parse_games("10"), Ok(0..10));
        assert_eq!(parse_games("5..1e2"), Ok(5..100));
        for text in ["0", "5..5", "7..3", "..3", "3..", "1..2..3"] {
            assert!(parse_games(text).is_err(), "{text}");
        }
    }
}
