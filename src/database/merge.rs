//! One database of several.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::game::{Notation, Scored, Vectorize};
use crate::output::together;

use super::file::DatabaseFile;
use super::manifest::coalesce;
use super::read::ReadError;
use super::row::Codec;
use super::runs::{SortError, Sorter};
use super::sink::{StoreError, check_output, folder, store};
use super::{Manifest, RowWeight, Rows};

/// Databases that do not make one.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// One of them cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The result cannot be written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// They were made differently.
    #[error("{}: {field} is {found}, but {} has {expected}", file.display(), first.display())]
    Differ {
        /// The first file.
        first: PathBuf,
        /// The one that differs.
        file: PathBuf,
        /// The field of the manifest.
        field: &'static str,
        /// What the first has.
        expected: String,
        /// What this one has.
        found: String,
    },
    /// The same games are in two of them.
    #[error("games {}..{} are in {} and in {}", range[0], range[1], first.display(), second.display())]
    Overlap {
        /// The games, half-open.
        range: [u64; 2],
        /// One file.
        first: PathBuf,
        /// The other.
        second: PathBuf,
    },
    /// A file of a kind that cannot be merged.
    #[error("{}: {reason}", file.display())]
    Unfit {
        /// The file.
        file: PathBuf,
        /// Why.
        reason: &'static str,
    },
}

impl From<SortError> for MergeError {
    fn from(e: SortError) -> Self {
        MergeError::Store(e.into())
    }
}

/// Merges database files into one, in about `memory` bytes. The result is, to
/// the byte, the file of all their games generated at once; so is its manifest
/// but for the command. Returns the manifest and warnings about the inputs.
///
/// If one of the files has no manifest, the rows are merged and nothing is known
/// about the games.
///
/// # Errors
/// See [`MergeError`].
pub fn merge_files<G: Vectorize + Notation + Scored>(
    game: &G,
    inputs: &[PathBuf],
    out: &Path,
    memory: usize,
    command: &str,
) -> Result<(Manifest, Vec<String>), MergeError> {
    check_output(out).map_err(StoreError::from)?;
    let mut manifests: Vec<(PathBuf, Option<Manifest>)> = Vec::new();
    let mut warnings = Vec::new();
    let mut sorter: Option<(Codec, Sorter)> = None;
    for path in inputs {
        let mut file = DatabaseFile::open(game, path)?;
        let unfit = |reason| MergeError::Unfit {
            file: path.clone(),
            reason,
        };
        if file.rows.has_probability {
            return Err(unfit("exact probabilities cannot be added"));
        }
        if file.rows.has_value || file.rows.has_value_margin {
            return Err(unfit("labelled already; merge first, then label"));
        }
        let source = file.rows.has_source;
        let (codec, sorter) = sorter.get_or_insert_with(|| {
            let codec = Codec::new(game.dim(), source);
            (codec, Sorter::new(codec.width(), memory, &folder(out)))
        });
        let [expected, found] = [codec.has_source(), source].map(kind);
        if expected != found {
            let [expected, found] = [expected, found].map(|k| k.to_string());
            return Err(differ(&inputs[0], path, "rows", expected, found));
        }
        check_manifest(&manifests, path, file.manifest.as_ref())?;
        while let Some(row) = file.rows.next()? {
            let RowWeight::Count(count) = row.weight else {
                continue;
            };
            sorter.push(count, |key| codec.encode(&row, key))?;
        }
        let (manifest, _, suspicious) = file.finish()?;
        warnings.extend(suspicious);
        manifests.push((path.clone(), manifest));
    }
    let Some((codec, sorter)) = sorter else {
        return Err(MergeError::Unfit {
            file: out.to_path_buf(),
            reason: "nothing to merge",
        });
    };
    let mut manifest = combine(&manifests, game, command);
    let runs = sorter.finish();
    together(|| {
        let stored = store(game, codec, runs, out)?;
        manifest.rows = kind(codec.has_source());
        manifest.row_count = stored.rows;
        manifest.distinct_positions = (!codec.has_source()).then_some(stored.positions);
        manifest.sha256 = stored.sha256;
        Ok::<_, StoreError>(manifest.write(out)?)
    })?;
    Ok((manifest, warnings))
}

/// What rows with or without a source are.
fn kind(source: bool) -> Rows {
    if source { Rows::Games } else { Rows::Merged }
}

fn differ(
    first: &Path,
    file: &Path,
    field: &'static str,
    expected: String,
    found: String,
) -> MergeError {
    MergeError::Differ {
        first: first.to_path_buf(),
        file: file.to_path_buf(),
        field,
        expected,
        found,
    }
}

/// Whether a file was made as those before it, of other games.
fn check_manifest(
    before: &[(PathBuf, Option<Manifest>)],
    path: &Path,
    manifest: Option<&Manifest>,
) -> Result<(), MergeError> {
    let Some(mine) = manifest else { return Ok(()) };
    for (other, theirs) in before {
        let Some(theirs) = theirs else { continue };
        let fields = |m: &Manifest| {
            let show = |x: &Option<String>| x.clone().unwrap_or_else(|| "not stated".into());
            let number = |x: Option<u64>| x.map_or("not stated".into(), |n| n.to_string());
            [
                ("rules_version", m.rules_version.to_string()),
                ("policy", show(&m.policy)),
                ("record", show(&m.record)),
                ("seed", number(m.seed)),
                ("replicate", number(m.replicate)),
            ]
        };
        for ((field, expected), (_, found)) in fields(theirs).into_iter().zip(fields(mine)) {
            if expected != found {
                return Err(differ(other, path, field, expected, found));
            }
        }
        for a in &theirs.ranges {
            for b in &mine.ranges {
                if let Err(range) = coalesce(vec![*a, *b]) {
                    return Err(MergeError::Overlap {
                        range,
                        first: other.clone(),
                        second: path.to_path_buf(),
                    });
                }
            }
        }
    }
    Ok(())
}

/// The manifest of all files together; of the game alone if one has none.
fn combine<G: Vectorize>(
    parts: &[(PathBuf, Option<Manifest>)],
    game: &G,
    command: &str,
) -> Manifest {
    let mut whole = Manifest::new(game, command);
    let all: Option<Vec<&Manifest>> = parts.iter().map(|(_, m)| m.as_ref()).collect();
    let Some(all) = all else { return whole };
    let Some(first) = all.first() else {
        return whole;
    };
    whole.policy = first.policy.clone();
    whole.record = first.record.clone();
    whole.seed = first.seed;
    whole.replicate = first.replicate;
    let ranges = all.iter().flat_map(|m| m.ranges.iter().copied()).collect();
    whole.ranges = coalesce(ranges).unwrap_or_default();
    let games: Option<Vec<u64>> = all.iter().map(|m| m.games).collect();
    whole.games = games.map(|g| g.into_iter().fold(0, u64::saturating_add));
    for part in &all {
        add(&mut whole.winners, &part.winners);
        add(&mut whole.length_histogram, &part.length_histogram);
    }
    whole
}

fn add<K: Ord + Clone>(sum: &mut BTreeMap<K, u64>, part: &BTreeMap<K, u64>) {
    for (key, n) in part {
        let total = sum.entry(key.clone()).or_insert(0);
        *total = total.saturating_add(*n);
    }
}
