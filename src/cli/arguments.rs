//! Arguments that several commands share: numbers of games, amounts of memory,
//! the game of a file, the command line as it was typed.

use std::cell::RefCell;
use std::ops::Range;
use std::path::PathBuf;

use super::Failure;
use crate::database::Manifest;

/// Reads a whole number such as `1000000`, `1_000_000`, `1e6` or `2.5e6`.
pub fn parse_count(text: &str) -> Result<u64, String> {
    let wrong = || format!("\"{text}\": expected a whole number such as 10000, 10_000 or 1e4");
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((m, e)) => (m, e.parse::<u32>().map_err(|_| wrong())?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: String = format!("{whole}{fraction}").replace('_', "");
    if whole.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(wrong());
    }
    let zeros = exponent
        .checked_sub(fraction.len() as u32)
        .ok_or_else(wrong)?;
    let number = digits.parse::<u64>().ok();
    let scale = 10u64.checked_pow(zeros);
    number
        .zip(scale)
        .and_then(|(n, s)| n.checked_mul(s))
        .ok_or_else(|| format!("\"{text}\": larger than {}", u64::MAX))
}

/// Reads numbers of games: `N` for 0..N, or `A..B`, half-open.
pub fn parse_games(text: &str) -> Result<Range<u64>, String> {
    let games = match text.split_once("..") {
        Some((a, b)) => parse_count(a)?..parse_count(b)?,
        None => 0..parse_count(text)?,
    };
    if games.is_empty() {
        return Err(format!(
            "\"{text}\": no games; expected N or A..B with A < B"
        ));
    }
    Ok(games)
}

/// Reads an amount of memory: bytes, or with the suffix K, M or G (powers of 1024).
pub fn parse_memory(text: &str) -> Result<usize, String> {
    let (number, shift) = match text.as_bytes().last().map(u8::to_ascii_uppercase) {
        Some(b'K') => (&text[..text.len() - 1], 10),
        Some(b'M') => (&text[..text.len() - 1], 20),
        Some(b'G') => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let bytes = number.parse::<usize>().ok();
    bytes
        .and_then(|n| n.checked_mul(1 << shift))
        .filter(|&n| n > 0)
        .ok_or_else(|| format!("\"{text}\": expected an amount of memory such as 512M or 2G"))
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
    std::iter::once("sowlab".to_string())
        .chain(words.iter().map(|word| quoted(word)))
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
    fn counts() {
        for (text, n) in [
            ("0", 0),
            ("1_000_000", 1_000_000),
            ("1e6", 1_000_000),
            ("2.5E3", 2500),
            ("1e10", 10_000_000_000),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(parse_count(text), Ok(n), "{text}");
        }
        for text in [
            "", "-1", "e6", "1.5", "1e", "1e-2", "x", "1e20", "2.55e1", "+1",
        ] {
            assert!(parse_count(text).is_err(), "{text}");
        }
        assert_eq!(parse_games("10"), Ok(0..10));
        assert_eq!(parse_games("5..1e2"), Ok(5..100));
        for text in ["0", "5..5", "7..3", "..3", "3..", "1..2..3"] {
            assert!(parse_games(text).is_err(), "{text}");
        }
    }

    #[test]
    fn memory() {
        assert_eq!(parse_memory("512M"), Ok(512 << 20));
        assert_eq!(parse_memory("2g"), Ok(2 << 30));
        assert_eq!(parse_memory("100"), Ok(100));
        for text in ["", "M", "-1M", "0", "1T", "99999999999999999999G", "1é"] {
            assert!(parse_memory(text).is_err(), "{text}");
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
