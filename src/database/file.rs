//! Database files with their manifests.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;

use crate::game::{Game, Notation, Scored, Vectorize};
use crate::output::HashingReader;

use super::read::{ReadError, Rows};
use super::{Database, Manifest};

/// A database read from a file.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The rows, in the order of the file.
    pub database: Database,
    /// What the manifest beside the file says, if there is one.
    pub manifest: Option<Manifest>,
    /// The SHA-256 of the file's bytes in hexadecimal.
    pub sha256: String,
    /// What a person should be told: the file is not the one that its manifest
    /// was written for.
    pub warnings: Vec<String>,
}

/// Reads a database from a CSV file (compressed if the name ends in `.gz`) and
/// the manifest beside it, if any.
///
/// # Errors
/// The first fault with its place, also if the manifest names another game.
pub fn read_file<G: Vectorize + Notation + Scored>(
    game: &G,
    path: &Path,
) -> Result<Loaded, ReadError> {
    let mut file = DatabaseFile::open(game, path)?;
    let database = file.rows.collect()?;
    let (manifest, sha256, warnings) = file.finish()?;
    Ok(Loaded {
        database,
        manifest,
        sha256,
        warnings,
    })
}

/// A file being read, with its manifest.
pub(super) struct DatabaseFile<'g, G: Game> {
    name: String,
    pub rows: Rows<'g, G, Input>,
    pub manifest: Option<Manifest>,
}

impl<'g, G: Vectorize + Notation + Scored> DatabaseFile<'g, G> {
    pub fn open(game: &'g G, path: &Path) -> Result<Self, ReadError> {
        let name = path.display().to_string();
        let failed = |message: String| ReadError::File {
            name: name.clone(),
            message,
        };
        let input = Input::open(path).map_err(&failed)?;
        let manifest = Manifest::read(path)?;
        if let Some(m) = manifest.as_ref().filter(|m| m.game != game.name()) {
            return Err(failed(format!(
                "its manifest says that it is a database of {}, not of {}",
                m.game,
                game.name()
            )));
        }
        let rows = Rows::open(game, input, &name)?;
        Ok(Self {
            name,
            rows,
            manifest,
        })
    }

    /// After the last row: the manifest, the SHA-256 of the file, and what is
    /// suspicious about it.
    pub fn finish(self) -> Result<(Option<Manifest>, String, Vec<String>), ReadError> {
        let name = self.name;
        let digest = self.rows.into_inner().finish();
        let digest = digest.map_err(|e| ReadError::File {
            name: name.clone(),
            message: e.to_string(),
        })?;
        let mut warnings = Vec::new();
        if let Some(m) = &self.manifest {
            if m.sha256 != digest {
                warnings.push(format!(
                    "{name} has changed since its manifest was written (other SHA-256)"
                ));
            }
            if m.rules_version != G::RULES_VERSION {
                warnings.push(format!(
                    "{name} was made by version {} of the rules; these are version {}",
                    m.rules_version,
                    G::RULES_VERSION
                ));
            }
        }
        Ok((self.manifest, digest, warnings))
    }
}

/// The bytes of a file, unpacked if need be, with the digest of the raw ones.
pub(super) enum Input {
    Plain(HashingReader<File>),
    Packed(Box<MultiGzDecoder<HashingReader<File>>>),
}

impl Input {
    /// Opens a file that is no folder.
    pub fn open(path: &Path) -> Result<Self, String> {
        let file = File::open(path).map_err(|e| match e.kind() {
            io::ErrorKind::NotFound => "no such file".to_string(),
            _ => e.to_string(),
        })?;
        if file.metadata().map_err(|e| e.to_string())?.is_dir() {
            return Err("this is a folder, not a file".into());
        }
        let raw = HashingReader::new(file);
        Ok(if path.extension().is_some_and(|e| e == "gz") {
            Input::Packed(Box::new(MultiGzDecoder::new(raw)))
        } else {
            Input::Plain(raw)
        })
    }

    /// The SHA-256 of the whole file in hexadecimal.
    pub fn finish(self) -> io::Result<String> {
        match self {
            Input::Plain(raw) => raw.finish(),
            Input::Packed(packed) => packed.into_inner().finish(),
        }
    }
}

impl Read for Input {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        match self {
            Input::Plain(raw) => raw.read(buf),
            Input::Packed(packed) => packed.read(buf),
        }
    }
}
