//! The manifest of a database, `FILE.csv.json` beside `FILE.csv`.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::game::Game;
use crate::manifest::{Input, ManifestError, SCHEMA, manifest_path, read_manifest, write_json};
use crate::output::WriteError;
use crate::selfplay::Distribution;

use super::{Summary, Winner, kind};

/// Whether equal rows are merged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rows {
    /// Equal rows are one row with a count; sorted.
    #[default]
    Merged,
    /// One row for each recorded position, with its game, ply and the game's
    /// length; ordered by game and ply.
    Games,
}

impl fmt::Display for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Rows::Merged => "merged",
            Rows::Games => "games",
        })
    }
}

impl FromStr for Rows {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "merged" => Ok(Rows::Merged),
            "games" => Ok(Rows::Games),
            _ => Err(format!("\"{text}\": expected merged or games")),
        }
    }
}

/// What a database is and how it was made. Fields that a file's history does
/// not have (a policy, where nothing was played) are absent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of this format.
    pub schema: u32,
    /// Always `database`.
    pub kind: String,
    /// The version of Sowlab that wrote the file.
    pub sowlab: String,
    /// The game by its canonical name.
    pub game: String,
    /// The version of the game's rules in Sowlab.
    pub rules_version: u32,
    /// The policy that played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<String>,
    /// Which positions were recorded: `final`, `last:N`, `all`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// Whether equal rows are merged.
    #[serde(default)]
    pub rows: Rows,
    /// The seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The replicate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replicate: Option<u64>,
    /// The numbers of the games, as half-open ranges `[a, b]` for a..b: sorted,
    /// disjoint, none touching the next.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ranges: Vec<[u64; 2]>,
    /// How many games, where known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// Lines of the file after the header.
    pub row_count: u64,
    /// Distinct (coordinates, side to move); only where rows are merged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distinct_positions: Option<u64>,
    /// Games by winner: the names of the players, `draw`, `capped`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub winners: BTreeMap<String, u64>,
    /// Games by length in plies.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub length_histogram: BTreeMap<u32, u64>,
    /// The rows carry exact probabilities instead of counts of games.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exact: bool,
    /// Exact probability of each result: the names of the players, `draw`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub probabilities: BTreeMap<String, f64>,
    /// Exact expected number of plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_length: Option<f64>,
    /// Exact probability of each length in plies, where it was computed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub length_distribution: BTreeMap<u32, f64>,
    /// For an imported pair of lists: who won the positions of each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list_winners: Option<[String; 2]>,
    /// What computed the column `value`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labelled: Option<String>,
    /// The games were stopped before all that were asked for were played.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
    /// The command line.
    pub command: String,
    /// The files it was made from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<Input>,
    /// The SHA-256 of the file's bytes.
    pub sha256: String,
}

/// What every manifest has.
#[derive(Deserialize)]
struct Head {
    kind: Option<String>,
}

impl Manifest {
    /// A manifest that so far says only which game the file is of.
    pub fn new<G: Game>(game: &G, command: &str) -> Self {
        Self {
            schema: SCHEMA,
            kind: "database".into(),
            sowlab: crate::VERSION.into(),
            game: game.name(),
            rules_version: G::RULES_VERSION,
            policy: None,
            record: None,
            rows: Rows::Merged,
            seed: None,
            replicate: None,
            ranges: Vec::new(),
            games: None,
            row_count: 0,
            distinct_positions: None,
            winners: BTreeMap::new(),
            length_histogram: BTreeMap::new(),
            exact: false,
            probabilities: BTreeMap::new(),
            expected_length: None,
            length_distribution: BTreeMap::new(),
            list_winners: None,
            labelled: None,
            interrupted: false,
            command: command.into(),
            inputs: Vec::new(),
            sha256: String::new(),
        }
    }

    /// States the games of a summary.
    pub fn count(&mut self, summary: &Summary, players: [&'static str; 2]) {
        self.games = Some(summary.games());
        self.winners = Winner::ALL
            .iter()
            .map(|&w| (w.name(players).to_string(), summary.won(w)))
            .collect();
        self.length_histogram = summary.length_histogram();
    }

    /// States an exact distribution of play; `lengths` may be empty.
    pub fn state_exact(
        &mut self,
        exact: &Distribution,
        lengths: &[f64],
        players: [&'static str; 2],
    ) {
        self.exact = true;
        self.probabilities = [Winner::One, Winner::Draw, Winner::Two]
            .iter()
            .zip(exact.results)
            .map(|(w, p)| (w.name(players).to_string(), p))
            .collect();
        self.expected_length = Some(exact.expected_length);
        let lengths = (0..).zip(lengths.iter().copied());
        self.length_distribution = lengths.filter(|l| l.1 > 0.0).collect();
    }

    /// The manifest beside `file`, `None` if there is none.
    ///
    /// # Errors
    /// It cannot be read, is damaged, is of something else, or of a newer format.
    pub fn read(file: &Path) -> Result<Option<Self>, ManifestError> {
        let damaged = |message| ManifestError::Damaged {
            path: manifest_path(file),
            line: 1,
            column: 1,
            message,
        };
        // Manifests of other kinds lack fields of this one: the kind goes first.
        let head: Option<Head> = read_manifest(file)?;
        if let Some(is) = head.and_then(|h| kind::stated(&h.kind?)) {
            let (file, expected) = (file.to_path_buf(), "a database");
            return Err(ManifestError::Kind { file, is, expected });
        }
        let manifest: Option<Self> = read_manifest(file)?;
        match &manifest {
            Some(m) if m.schema > SCHEMA => Err(damaged(format!(
                "schema {}: this version of Sowlab reads schema {SCHEMA} at most",
                m.schema
            ))),
            _ => Ok(manifest),
        }
    }

    /// Writes the manifest beside `file`.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, file: &Path) -> Result<(), WriteError> {
        write_json(&manifest_path(file), self)
    }
}

/// Ranges sorted, with those that touch made one; `Err` with the first part that
/// two of them share.
pub(super) fn coalesce(mut ranges: Vec<[u64; 2]>) -> Result<Vec<[u64; 2]>, [u64; 2]> {
    ranges.retain(|[a, b]| a < b);
    ranges.sort_unstable();
    let mut out: Vec<[u64; 2]> = Vec::new();
    for [a, b] in ranges {
        match out.last_mut() {
            Some(last) if a < last[1] => return Err([a, b.min(last[1])]),
            Some(last) if a == last[1] => last[1] = b,
            _ => out.push([a, b]),
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_coalesce_and_overlaps_are_named() {
        let ok = |r: &[[u64; 2]]| coalesce(r.to_vec()).unwrap();
        assert_eq!(ok(&[[5, 9], [0, 5], [10, 11]]), [[0, 9], [10, 11]]);
        assert_eq!(ok(&[[3, 3], [7, 2]]), [] as [[u64; 2]; 0]);
        assert_eq!(coalesce(vec![[5, 20], [0, 10]]), Err([5, 10]));
        assert_eq!(coalesce(vec![[0, 10], [2, 4]]), Err([2, 4]));
    }
}
