//! Files of feature sets: Sowlab's own (TOML), the metadata of Ludii's games
//! (`.lud`, `.def`), and the plain text files of Ludii's training.
//!
//! Whatever the file, what cannot be read is an error at a line and a column;
//! what can be read and does not change the meaning is a warning.

mod lud;
mod source;
mod text;
mod toml;

use std::path::Path;

use super::FeatureSet;
use source::Source;

pub use source::{FileError, MAX_BYTES, read_text};
pub use toml::{NotFinite, to_toml};

/// What a file holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Loaded {
    /// The game that the set is for, as the file names it: a name of the catalog
    /// or its first word, unchecked. Only our own files name one.
    pub game: Option<String>,
    /// The set that guides the search, and the only one of most files.
    pub selection: FeatureSet,
    /// The set that guides playouts: the same features with other weights if the
    /// file has any, else equal to `selection`.
    pub playout: FeatureSet,
    /// What is harmless but should be told, each with its place.
    pub warnings: Vec<String>,
}

impl Loaded {
    /// One set for everything.
    fn one(set: FeatureSet) -> Self {
        Self {
            playout: set.clone(),
            selection: set,
            ..Self::default()
        }
    }
}

/// Reads a file of any of the formats, told apart by the file's ending (`.toml`,
/// `.lud`, `.def`) or else by how the text begins.
///
/// `players` are the names of the game's players, the first one first. `choice`
/// picks one of several sets of a Ludii file: its number from 1, its name, or a
/// part of its name that no other has.
///
/// # Errors
/// The first fault with its place: a file that cannot be read, is larger than
/// [`MAX_BYTES`] or not UTF-8, breaks its format, or holds several sets with none
/// chosen.
pub fn read(path: &Path, players: [&str; 2], choice: Option<&str>) -> Result<Loaded, FileError> {
    parse(&read_text(path)?, path, players, choice, read_text)
}

/// Reads the text of a file as [`read`] does. `file` is its name; `beside` gives
/// the text of the file of features that a file of weights names.
///
/// # Errors
/// As [`read`], and those of `beside`.
pub fn parse(
    text: &str,
    file: &Path,
    players: [&str; 2],
    choice: Option<&str>,
    beside: impl FnOnce(&Path) -> Result<String, FileError>,
) -> Result<Loaded, FileError> {
    let text = unmarked(text);
    let source = Source { text, file };
    let Some(format) = Format::of(file, text) else {
        let message =
            "neither a TOML set, nor a Ludii description, nor lines of features or weights";
        return Err(FileError::whole(file, message));
    };
    if let (Some(choice), false) = (choice, format == Format::Ludii) {
        let choice = source::quote(choice);
        let message = format!("holds but one set: there is no {choice} to choose");
        return Err(FileError::whole(file, message));
    }
    match format {
        Format::Toml => toml::parse(source, players),
        Format::Ludii => lud::parse(source, choice),
        Format::Features => text::features(source),
        Format::Weights => text::weights(source, beside),
    }
}

/// The game that the text of a file names, unchecked; `None` if it names none, as
/// those of Ludii. `file` is its name.
///
/// # Errors
/// The text breaks its format.
pub fn game_of(text: &str, file: &Path) -> Result<Option<String>, FileError> {
    let text = unmarked(text);
    match Format::of(file, text) {
        Some(Format::Toml) => toml::game(Source { text, file }),
        _ => Ok(None),
    }
}

/// A text without its byte-order mark.
fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The formats of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Toml,
    Ludii,
    Features,
    Weights,
}

impl Format {
    /// The format of a file.
    fn of(file: &Path, text: &str) -> Option<Format> {
        let ending = file.extension().map(|e| e.to_ascii_lowercase());
        match ending.as_ref().and_then(|e| e.to_str()) {
            Some("toml") => return Some(Format::Toml),
            Some("lud" | "def") => return Some(Format::Ludii),
            _ => {}
        }
        let line = text.lines().map(str::trim).find(|l| !l.is_empty())?;
        let aspatial = ["PassMove", "SwapMove", "Intercept"];
        if line.starts_with('(') || line.starts_with("//") {
            Some(Format::Ludii)
        } else if line.starts_with("rel:") || line.starts_with("abs:") || aspatial.contains(&line) {
            Some(Format::Features)
        } else if line.parse::<f32>().is_ok() {
            Some(Format::Weights)
        } else if line.starts_with(['#', '[']) || line.contains('=') {
            Some(Format::Toml)
        } else {
            None
        }
    }
}

/// The program of the documentation is run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/methods/feature-files.md")]
struct Documentation;

#[cfg(test)]
mod tests;
