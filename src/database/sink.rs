//! Sorted rows into a CSV file, counted on the way.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::game::Vectorize;
use crate::manifest::manifest_path;
use crate::output::{WriteError, check_target, write_atomic};

use super::Source;
use super::row::Codec;
use super::runs::{Runs, SortError};
use super::write::{Layout, header, line};

/// A database file could not be written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file itself.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The temporary files of its sorting.
    #[error(transparent)]
    Sort(#[from] SortError),
    /// The same position of a game is there more than once.
    #[error("game {game}, ply {ply} stands in the input more than once")]
    Twice {
        /// The game.
        game: u64,
        /// The ply.
        ply: u32,
    },
}

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stored {
    pub sha256: String,
    pub rows: u64,
    /// Distinct (coordinates, side to move), if equal ones stood together.
    pub positions: u64,
}

/// The folder of a file that is to be written: temporary files go there too.
pub(super) fn folder(out: &Path) -> PathBuf {
    match out.parent() {
        Some(p) if !p.as_os_str().is_empty() => p.to_path_buf(),
        _ => PathBuf::from("."),
    }
}

/// Whether `out` and its manifest can be written: to be asked before long work.
///
/// # Errors
/// The name does not end in `.csv` or `.csv.gz`, or one of the two cannot be
/// written (see [`check_target`]).
pub fn check_output(out: &Path) -> Result<(), WriteError> {
    let name = out.to_string_lossy();
    if !name.strip_suffix(".gz").unwrap_or(&name).ends_with(".csv") && !out.is_dir() {
        let message = "expected a name that ends in .csv or .csv.gz";
        let wrong = io::Error::new(io::ErrorKind::InvalidInput, message);
        return Err(WriteError::new(out, wrong));
    }
    check_target(out)?;
    check_target(&manifest_path(out))
}

/// Writes the merged records as CSV. Rows with a source must be distinct.
pub(super) fn store<G: Vectorize>(
    game: &G,
    codec: Codec,
    runs: Runs,
    out: &Path,
) -> Result<Stored, StoreError> {
    let layout = Layout::plain(codec.has_source());
    let players = game.players();
    let (mut rows, mut positions) = (0, 0);
    let mut last = Vec::new();
    let mut place = None;
    let sha256 = write_atomic(out, |file: &mut dyn Write| {
        let io = |e| StoreError::Write(WriteError::new(out, e));
        header(file, &game.columns(), layout).map_err(io)?;
        let mut buffer = Vec::new();
        runs.merge(|key, count| {
            let position = codec.position(key);
            if rows == 0 || last != position {
                positions += 1;
                last.clear();
                last.extend_from_slice(position);
            }
            rows += 1;
            let row = codec.decode(key, count);
            if let Some(Source { game, ply, .. }) = row.source {
                if count > 1 || place == Some((game, ply)) {
                    return Err(StoreError::Twice { game, ply });
                }
                place = Some((game, ply));
            }
            line(&mut buffer, &row, layout, players);
            if buffer.len() > 1 << 15 {
                file.write_all(&buffer).map_err(io)?;
                buffer.clear();
            }
            Ok::<_, StoreError>(())
        })?;
        file.write_all(&buffer).map_err(io)
    })?;
    Ok(Stored {
        sha256,
        rows,
        positions,
    })
}
