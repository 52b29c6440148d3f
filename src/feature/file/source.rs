//! The text of a file, and the places of faults in it.

use std::fmt;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::feature::Feature;

/// A file of more bytes is refused.
pub const MAX_BYTES: u64 = 16 << 20;

/// A file that holds no set of features: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// The file.
    pub file: PathBuf,
    /// Line and column, from 1, the column in characters; `None`: the whole file.
    pub place: Option<(usize, usize)>,
    /// What is wrong and what was expected; of a fault within a feature with the
    /// feature and a caret under the fault, on lines of their own.
    pub message: String,
}

impl FileError {
    /// A fault of the whole file.
    pub fn whole(file: &Path, message: impl Into<String>) -> Self {
        Self {
            file: file.to_path_buf(),
            place: None,
            message: message.into(),
        }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.file.display())?;
        if let Some((line, column)) = self.place {
            write!(f, "{line}:{column}:")?;
        }
        write!(f, " {}", self.message)
    }
}

impl std::error::Error for FileError {}

/// The text of a file.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub text: &'a str,
    pub file: &'a Path,
}

impl Source<'_> {
    /// A fault at a byte of the text.
    pub fn fault(&self, at: usize, message: impl Into<String>) -> FileError {
        FileError {
            file: self.file.to_path_buf(),
            place: Some(place(self.text.as_bytes(), at)),
            message: message.into(),
        }
    }

    /// The same as an error.
    pub fn error<T>(&self, at: usize, message: impl Into<String>) -> Result<T, FileError> {
        Err(self.fault(at, message))
    }

    /// Reads the feature `text` that stands at a byte of the file. Where the file
    /// writes it otherwise (with escapes), a fault is placed at its beginning.
    pub fn feature(&self, at: usize, text: &str) -> Result<Feature, FileError> {
        text.parse().map_err(|e: crate::feature::SyntaxError| {
            let rest = self.text.as_bytes().get(at..).unwrap_or_default();
            let within = if rest.starts_with(text.as_bytes()) {
                e.at
            } else {
                0
            };
            self.fault(at + within, e.to_string())
        })
    }

    /// Reads a weight that stands at a byte of the file.
    pub fn weight(&self, at: usize, word: &str) -> Result<f32, FileError> {
        match number(word) {
            Some(weight) if weight.is_finite() => Ok(weight),
            Some(_) => self.error(at, format!("weight: {} is too large", quote(word))),
            None => self.error(
                at,
                format!("weight: expected a number, found {}", quote(word)),
            ),
        }
    }
}

/// A decimal number, infinite if it is too large.
pub(super) fn number(word: &str) -> Option<f32> {
    // Without the names that a float may have.
    let plain = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
    word.parse().ok().filter(|_| word.chars().all(plain))
}

/// A word for messages, shortened.
pub(super) fn quote(word: &str) -> String {
    let mut short: String = word.chars().take(40).collect();
    if short.len() < word.len() {
        short.push_str("...");
    }
    format!("\"{}\"", short.escape_debug())
}

/// Line and column of a byte, from 1.
fn place(bytes: &[u8], at: usize) -> (usize, usize) {
    let before = &bytes[..at.min(bytes.len())];
    let begin = before
        .iter()
        .rposition(|&b| b == b'\n')
        .map_or(0, |i| i + 1);
    let lines = before[..begin].iter().filter(|&&b| b == b'\n').count();
    let column = String::from_utf8_lossy(&before[begin..]).chars().count();
    (lines + 1, column + 1)
}

/// The text of a file of at most [`MAX_BYTES`].
///
/// # Errors
/// It cannot be read, is a folder, too large, or not UTF-8.
pub fn read_text(path: &Path) -> Result<String, FileError> {
    let failed = |message: String| FileError::whole(path, message);
    let file = File::open(path).map_err(|e| match e.kind() {
        ErrorKind::NotFound => failed("no such file".into()),
        _ => failed(e.to_string()),
    })?;
    if file.metadata().is_ok_and(|m| m.is_dir()) {
        return Err(failed("this is a folder, not a file".into()));
    }
    let mut bytes = Vec::new();
    let read = file.take(MAX_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|e| failed(e.to_string()))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(failed(format!("larger than {} MiB", MAX_BYTES >> 20)));
    }
    String::from_utf8(bytes).map_err(|e| FileError {
        file: path.to_path_buf(),
        place: Some(place(e.as_bytes(), e.utf8_error().valid_up_to())),
        message: "not UTF-8 text".into(),
    })
}
