//! Arguments that several commands share: numbers of games, the game of a
//! file, the command line as it was typed.

use std::ops::Range;
use std::path::PathBuf;

use super::Failure;
use super::numbers::count;
use crate::database::Manifest;

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

/// The command line of this process, quoted for a shell, without the path of the
/// program.
pub fn command_line() -> String {
    let words = std::env::args_os().skip(1);
    let words = words.map(|word| quoted(&word.to_string_lossy()));
    std::iter::once("sowlab".to_string())
        .chain(words)
        .collect::<Vec<_>>()
        .join(" ")
}

/// A word as a shell reads it back.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-./:=,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
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

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(quoted("a.csv"), "a.csv");
        assert_eq!(quoted("sowing(pots=6)"), "'sowing(pots=6)'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }
}
