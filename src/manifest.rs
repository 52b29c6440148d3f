//! The file beside every database, file of results and picture that Sowlab
//! writes: `NAME.json` beside `NAME`. It says what the file is, how it was made
//! and which bytes it had.
//!
//! Every manifest begins with `schema` (the version of this format), `kind`
//! (`database`, `results`, `match`, `curve`, `table`, `answers`, `picture`) and `sowlab` (the version of the
//! package), and ends with `command`, `inputs` (files read, with the SHA-256 of
//! their bytes) and `sha256` (of the file itself). There are no dates: the same
//! command writes the same manifest.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::output::{WriteError, write_bytes};

/// The version of the manifests' format.
pub const SCHEMA: u32 = 1;

/// A manifest longer than this is not read.
const MAX_BYTES: u64 = 64 << 20;

/// A file that was read to make another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// The file as it was named.
    pub file: String,
    /// The SHA-256 of its bytes in hexadecimal.
    pub sha256: String,
}

/// The manifest of files of any kind; what only one kind has is in `extra`.
#[derive(Clone, Debug, Serialize)]
struct General<'a> {
    schema: u32,
    kind: &'a str,
    sowlab: &'a str,
    #[serde(flatten)]
    extra: serde_json::Map<String, serde_json::Value>,
    command: &'a str,
    inputs: &'a [Input],
    sha256: &'a str,
}

/// A manifest that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    /// The system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// The manifest.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It is the manifest of a file of another kind.
    #[error("{}: not {expected} but {is}", file.display())]
    Kind {
        /// The file that it is of.
        file: PathBuf,
        /// What that file is, and which command reads it.
        is: String,
        /// What was expected.
        expected: &'static str,
    },
    /// It is no manifest.
    #[error("{}: line {line}, column {column}: {message}", path.display())]
    Damaged {
        /// The manifest.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The character of the line, from 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
}

/// The manifest of a file: its whole name and `.json`.
pub fn manifest_path(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".json");
    name.into()
}

/// Writes the manifest of `file`, which is of this kind and has this SHA-256
/// (see [`crate::output::write_atomic`]).
///
/// # Errors
/// The manifest cannot be written.
pub fn write_manifest(
    file: &Path,
    kind: &str,
    command: &str,
    inputs: &[Input],
    sha256: &str,
    extra: serde_json::Map<String, serde_json::Value>,
) -> Result<(), WriteError> {
    let manifest = General {
        schema: SCHEMA,
        kind,
        sowlab: crate::VERSION,
        extra,
        command,
        inputs,
        sha256,
    };
    write_json(&manifest_path(file), &manifest)
}

/// Writes a value as indented JSON with a final line break, atomically.
///
/// # Errors
/// The file cannot be written.
pub fn write_json(path: &Path, value: &impl Serialize) -> Result<(), WriteError> {
    let mut bytes =
        serde_json::to_vec_pretty(value).map_err(|e| WriteError::new(path, e.into()))?;
    bytes.push(b'\n');
    write_bytes(path, &bytes).map(|_| ())
}

/// Reads the manifest beside `file`, `None` if there is none.
///
/// # Errors
/// It cannot be read, or is not of the type asked for.
pub fn read_manifest<T: DeserializeOwned>(file: &Path) -> Result<Option<T>, ManifestError> {
    let path = manifest_path(file);
    let mut bytes = Vec::new();
    match File::open(&path).and_then(|f| f.take(MAX_BYTES).read_to_end(&mut bytes)) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(ManifestError::Io { path, source }),
        Ok(_) => {}
    }
    serde_json::from_slice(&bytes)
        .map(Some)
        .map_err(|e| ManifestError::Damaged {
            path,
            line: e.line(),
            column: e.column(),
            message: format!("not a manifest: {}", short(&e)),
        })
}

/// The message of a JSON error without its place, which is told apart.
fn short(e: &serde_json::Error) -> String {
    let text = e.to_string();
    text.split(" at line ").next().unwrap_or(&text).to_string()
}

/// The command line of this program with these arguments, as a shell reads it back.
pub fn shell_line(args: &[String]) -> String {
    let words = args.iter().map(|word| quoted(word));
    let words: Vec<String> = std::iter::once("sowlab".to_string()).chain(words).collect();
    words.join(" ")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_common_fields_frame_the_special_ones() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.csv");
        let mut extra = serde_json::Map::new();
        extra.insert("seed".into(), u64::MAX.into());
        let input = Input {
            file: "b.csv".into(),
            sha256: "00".into(),
        };
        write_manifest(&file, "results", "sowlab x", &[input], "ff", extra).unwrap();
        let text = std::fs::read_to_string(manifest_path(&file)).unwrap();
        let keys = ["schema", "kind", "sowlab", "seed", "command", "inputs"];
        let places: Vec<_> = keys
            .iter()
            .map(|k| text.find(&format!("\"{k}\"")))
            .collect();
        assert!(places.is_sorted() && places[0].is_some(), "{text}");
        let back: serde_json::Value = read_manifest(&file).unwrap().unwrap();
        assert_eq!(back["seed"].as_u64(), Some(u64::MAX));
        let none: Option<serde_json::Value> = read_manifest(&folder.path().join("c")).unwrap();
        assert!(none.is_none());
    }

    #[test]
    fn damage_is_located() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.csv");
        std::fs::write(manifest_path(&file), "{\n  \"schema\": 1,\n  oops\n}\n").unwrap();
        let error = read_manifest::<serde_json::Value>(&file).unwrap_err();
        assert!(
            error
                .to_string()
                .contains("a.csv.json: line 3, column 3: not a manifest")
        );
    }

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(quoted("a.csv"), "a.csv");
        assert_eq!(quoted("sowing(pots=6)"), "'sowing(pots=6)'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }
}
