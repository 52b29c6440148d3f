//! Files as figures: what a CSV file is, is told by its header.
//!
//! | file | header | kinds |
//! |---|---|---|
//! | results of an evaluation | `section`, `games`, `figure`, `value`, ... | [`Kind::Curve`], [`Kind::HeatMap`] |
//! | a database | coordinates, `to_move`, `winner`, `count` or `probability` | [`Kind::Finals`], [`Kind::Lengths`], [`Kind::Margins`] |
//! | games of a match | `agent`, `opponent`, `pair`, `side`, `winner`, ... | [`Kind::Outcomes`], [`Kind::Margins`], [`Kind::Lengths`] |
//! | figures of a curve | `agent`, `opponent`, `parameter`, `setting`, `figure`, `value`, ... | [`Kind::Curve`], [`Kind::Outcomes`] |
//!
//! A name that ends in `.gz` is unpacked.

mod against;
mod database;
mod finals;
mod lengths;
mod margins;
mod matches;
mod positions;
mod quantity;
mod results;
mod selection;
mod sweep;
mod table;

pub use results::Filter;

use std::path::{Path, PathBuf};

use super::Figure;
use table::Table;

/// The kinds of figure that files give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A figure of an evaluation over the size of the database.
    Curve,
    /// A figure of an evaluation over k and the metric.
    HeatMap,
    /// The lengths of the games.
    Lengths,
    /// The most frequent positions with their winners; with
    /// [`Request::exact`] a sample against the exact distribution.
    Finals,
    /// By how many points games were won.
    Margins,
    /// Wins, draws and losses.
    Outcomes,
}

impl Kind {
    /// As people write it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Curve => "curve",
            Kind::HeatMap => "heatmap",
            Kind::Lengths => "lengths",
            Kind::Finals => "finals",
            Kind::Margins => "margins",
            Kind::Outcomes => "outcomes",
        }
    }
}

/// The longest that a game of a name can be, in plies, if that is known; or why there
/// is no such game.
pub type Longest = fn(&str) -> Result<Option<u64>, String>;

/// What to draw of a file.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The kind; otherwise the first that the file has.
    pub kind: Option<Kind>,
    /// Which results.
    pub filter: Filter,
    /// The players of the games that a database may be of, the first player
    /// first: they tell whose colour is whose.
    pub players: Vec<[String; 2]>,
    /// Tells how long games can be; names and lengths are not checked without it.
    pub longest: Option<Longest>,
    /// The exact distribution to hold a sampled one against ([`Kind::Finals`]).
    pub exact: Option<PathBuf>,
    /// How many positions [`Kind::Finals`] lists at most; 20 if not given.
    pub top: Option<usize>,
    /// The title; otherwise a fitting one.
    pub title: Option<String>,
    /// The ends of the upright axis; otherwise as the data need.
    pub range: Option<(f64, f64)>,
}

/// A figure, and what was chosen without being asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// The kind of figure.
    pub kind: Kind,
    /// The figure.
    pub figure: Figure,
    /// What a person should be told, one sentence each.
    pub choices: Vec<String>,
}

/// Why a file gives no figure.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The file cannot be read.
    #[error("{}: cannot read: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// Something in the file is wrong.
    #[error("{}: {place}: {message}", path.display())]
    Bad {
        /// The file.
        path: PathBuf,
        /// The line, with the column if it is about a field.
        place: String,
        /// What was found, and what was expected.
        message: String,
    },
    /// The file is sound but does not have what was asked for.
    #[error("{}: {message}", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
        /// What is missing, and what there is instead.
        message: String,
    },
}

/// Reads a file and makes the figure that was asked for.
///
/// # Errors
/// The file cannot be read, is no file that can be drawn, has a fault, or has
/// nothing that matches the request.
pub fn read(path: &Path, request: &Request) -> Result<Drawn, SourceError> {
    let table = Table::open(path)?;
    if sweep::REQUIRED.iter().all(|c| table.column(c).is_some()) {
        return sweep::read(table, request);
    }
    if matches::REQUIRED.iter().all(|c| table.column(c).is_some()) {
        return matches::read(table, request);
    }
    if results::REQUIRED.iter().all(|c| table.column(c).is_some()) {
        return results::read(table, request);
    }
    if ["to_move", "winner"]
        .iter()
        .all(|c| table.column(c).is_some())
    {
        return database::read(table, request);
    }
    Err(table.bad(
        1,
        None,
        format!(
            "the header is of no file that can be drawn: {}; expected the results of an \
             evaluation ({}, ...: curve, heatmap), figures of a curve ({}, ...: curve, outcomes), \
             games of a match ({}, ...: outcomes, margins, lengths) or a database (coordinates, \
             to_move, winner, count or probability: finals, lengths, margins)",
            table.header_text(),
            results::REQUIRED.join(", "),
            sweep::REQUIRED.join(", "),
            matches::REQUIRED.join(", "),
        ),
    ))
}

/// An error about a kind that the file does not have.
fn unknown_kind(table: &Table, what: &str, kind: Kind, known: &[Kind]) -> SourceError {
    let known: Vec<&str> = known.iter().map(|k| k.name()).collect();
    table.missing(format!(
        "{what} cannot be drawn as {}: expected {}",
        kind.name(),
        known.join(" or ")
    ))
}

/// Refuses what was asked for and means nothing for a kind of file: options
/// with what was given.
fn refuse(
    table: &Table,
    what: &str,
    options: impl IntoIterator<Item = (&'static str, Option<String>)>,
) -> Result<(), SourceError> {
    for (name, value) in options {
        if let Some(value) = value {
            return Err(table.missing(format!("--{name} {value} means nothing for {what}")));
        }
    }
    Ok(())
}
