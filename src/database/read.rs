//! Reading CSV, one's own or somebody else's.
//!
//! Columns are found by their names, in any order and any case. `margin` and
//! `count` may be missing (no margin, 1 each). Every row is checked: it must be
//! a position of the game, and the result of a finished one must be what the
//! rules give it. Of other positions nothing is known: any winner may stand there.

use std::io::Read;

use crate::catalog::nearest;
use crate::game::{Game, Notation, Outcome, Player, Scored, Value, VectorError, Vectorize};
use crate::manifest::ManifestError;

use super::build::Builder;
use super::kind;
use super::lines::{Lines, split};
use super::{Database, Row, RowWeight, Source, Winner};

/// A database that cannot be read: where, what was found, what was expected.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file cannot be opened.
    #[error("{name}: {message}")]
    File {
        /// The file.
        name: String,
        /// What is wrong.
        message: String,
    },
    /// A line is wrong.
    #[error("{name}: line {line}: {message}")]
    Line {
        /// The file.
        name: String,
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        message: String,
    },
    /// A field is wrong.
    #[error("{name}: line {line}, column {column}: {message}")]
    Field {
        /// The file.
        name: String,
        /// The line, from 1.
        line: u64,
        /// The column by name.
        column: String,
        /// What is wrong.
        message: String,
    },
    /// The manifest beside the file cannot be read.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
}

/// What a column of a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Coordinate(usize),
    ToMove,
    Winner,
    Margin,
    Count,
    Probability,
    Value,
    ValueMargin,
    Game,
    Ply,
    Length,
}

/// Columns besides the coordinates.
const OTHERS: [(&str, Column); 10] = [
    ("to_move", Column::ToMove),
    ("winner", Column::Winner),
    ("margin", Column::Margin),
    ("count", Column::Count),
    ("probability", Column::Probability),
    ("value", Column::Value),
    ("value_margin", Column::ValueMargin),
    ("game", Column::Game),
    ("ply", Column::Ply),
    ("length", Column::Length),
];

/// What a row says of how its game ends.
#[derive(Clone, Copy)]
struct Stated {
    winner: Winner,
    margin: Option<i16>,
    value: Option<Value>,
    value_margin: Option<i16>,
}

/// The rows of a CSV file, one after the other.
pub(super) struct Rows<'g, G: Game, R> {
    game: &'g G,
    /// Scratch space.
    moves: Vec<G::Move>,
    name: String,
    lines: Lines<R>,
    columns: Vec<Column>,
    names: Vec<String>,
    fields: Vec<String>,
    coordinates: Vec<u8>,
    rows: u64,
    pub has_source: bool,
    pub has_value: bool,
    pub has_value_margin: bool,
    pub has_probability: bool,
}

impl<'g, G: Vectorize + Notation + Scored, R: Read> Rows<'g, G, R> {
    /// Reads the header.
    pub fn open(game: &'g G, input: R, name: &str) -> Result<Self, ReadError> {
        let mut rows = Self {
            game,
            moves: Vec::new(),
            name: name.to_string(),
            lines: Lines::new(input),
            columns: Vec::new(),
            names: game.columns(),
            fields: Vec::new(),
            coordinates: vec![0; game.dim()],
            rows: 0,
            has_source: false,
            has_value: false,
            has_value_margin: false,
            has_probability: false,
        };
        rows.header()?;
        Ok(rows)
    }

    fn line_error(&self, message: impl Into<String>) -> ReadError {
        ReadError::Line {
            name: self.name.clone(),
            line: self.lines.number(),
            message: message.into(),
        }
    }

    fn field_error(&self, column: &str, message: impl Into<String>) -> ReadError {
        ReadError::Field {
            name: self.name.clone(),
            line: self.lines.number(),
            column: column.to_string(),
            message: message.into(),
        }
    }

    /// Reads a line into `fields`; false at the end.
    fn fetch(&mut self) -> Result<bool, ReadError> {
        match self.lines.next() {
            Ok(None) => Ok(false),
            Ok(Some(line)) => match split(line, &mut self.fields) {
                Ok(()) => Ok(true),
                Err((at, message)) => Err(match self.names.get(at) {
                    Some(column) if !self.columns.is_empty() => self.field_error(column, message),
                    _ => self.line_error(message),
                }),
            },
            Err(message) => Err(self.line_error(message)),
        }
    }

    fn header(&mut self) -> Result<(), ReadError> {
        if !self.fetch()? {
            return Err(ReadError::File {
                name: self.name.clone(),
                message: format!("empty; expected the header {}", self.expected()),
            });
        }
        let given: Vec<String> = self.fields.iter().map(|f| f.trim().to_string()).collect();
        if given.iter().any(|f| f.parse::<f64>().is_ok()) {
            return Err(self.line_error(format!(
                "no header: found numbers, expected {}",
                self.expected()
            )));
        }
        if let Some(what) = kind::recognised(&given) {
            return Err(self.line_error(format!("not a database but {what}")));
        }
        let mut known: Vec<(String, Column)> = Vec::new();
        for (i, name) in self.names.iter().enumerate() {
            known.push((name.to_lowercase(), Column::Coordinate(i)));
        }
        known.extend(OTHERS.map(|(name, column)| (name.to_string(), column)));
        let mut columns: Vec<Column> = Vec::new();
        for name in &given {
            let lower = name.to_lowercase();
            let Some((_, column)) = known.iter().find(|(k, _)| *k == lower) else {
                let hint = nearest(&lower, known.iter().map(|(k, _)| k.as_str()))
                    .map_or(String::new(), |k| format!("; did you mean {k}?"));
                let message = format!(
                    "unknown column \"{}\" for {}: expected {}{hint}",
                    shorten(name),
                    self.game.name(),
                    self.expected(),
                );
                return Err(self.line_error(message));
            };
            if columns.contains(column) {
                return Err(self.line_error(format!("column \"{name}\" stands twice")));
            }
            columns.push(*column);
        }
        let has = |column| columns.contains(&column);
        let sources = [Column::Game, Column::Ply, Column::Length];
        self.has_source = sources.iter().any(|&c| has(c));
        self.has_probability = has(Column::Probability);
        self.has_value = has(Column::Value);
        self.has_value_margin = has(Column::ValueMargin);
        let mut needed: Vec<Column> = (0..self.names.len()).map(Column::Coordinate).collect();
        needed.extend([Column::ToMove, Column::Winner]);
        if self.has_source {
            needed.extend(sources);
        }
        let missing: Vec<&str> = known
            .iter()
            .filter(|(_, c)| needed.contains(c) && !has(*c))
            .map(|(name, _)| name.as_str())
            .collect();
        if !missing.is_empty() {
            return Err(self.line_error(format!(
                "missing {} {} for {}: expected {}",
                if missing.len() == 1 {
                    "column"
                } else {
                    "columns"
                },
                missing.join(", "),
                self.game.name(),
                self.expected()
            )));
        }
        let weights = [
            (has(Column::Count), "count"),
            (has(Column::Probability), "probability"),
            (self.has_source, "game"),
        ];
        let weights: Vec<&str> = weights.iter().filter(|w| w.0).map(|w| w.1).collect();
        if weights.len() > 1 {
            let message = format!("columns {} exclude each other", weights.join(" and "));
            return Err(self.line_error(message));
        }
        self.columns = columns;
        self.names = given;
        Ok(())
    }

    /// The header of this game's databases.
    fn expected(&self) -> String {
        let columns = self.game.columns();
        let shown = match columns.as_slice() {
            [first, _, .., last] if columns.len() > 4 => format!("{first},...,{last}"),
            all => all.join(","),
        };
        format!("{shown},to_move,winner,margin,count")
    }

    fn number<T: std::str::FromStr + TryFrom<u64>>(
        &self,
        at: usize,
        low: u64,
        high: u64,
    ) -> Result<T, ReadError> {
        let text = self.fields[at].trim();
        let inside = text.parse().ok().filter(|n| (low..=high).contains(n));
        inside.and_then(|n| T::try_from(n).ok()).ok_or_else(|| {
            let message = format!(
                "found {}, expected a whole number from {low} to {high}",
                quote(text)
            );
            self.field_error(&self.names[at], message)
        })
    }

    fn player(&self, text: &str) -> Option<Player> {
        let players = self.game.players();
        let own = Player::BOTH
            .into_iter()
            .find(|p| players[p.index()].eq_ignore_ascii_case(text));
        own.or_else(|| self.game.parse_player(text))
    }

    /// The next row, `None` at the end; a file has at least one.
    pub fn next(&mut self) -> Result<Option<Row<'_>>, ReadError> {
        if !self.fetch()? {
            return if self.rows > 0 {
                Ok(None)
            } else {
                Err(self.line_error("no rows after the header"))
            };
        }
        self.rows += 1;
        if self.fields.len() != self.columns.len() {
            return Err(self.line_error(format!(
                "{} fields, expected {} as in the header",
                self.fields.len(),
                self.columns.len()
            )));
        }
        let [one, two] = self.game.players();
        let most = u64::from(self.game.max_coordinate());
        let mut to_move = Player::One;
        let mut winner = Winner::Capped;
        let mut margin = None;
        let mut weight = RowWeight::Count(1);
        let mut value = None;
        let mut value_margin = None;
        let mut source = Source {
            game: 0,
            ply: 0,
            length: 0,
        };
        for at in 0..self.columns.len() {
            let text = self.fields[at].trim();
            let expected = |what: String| {
                let message = format!("found {}, expected {what}", quote(text));
                self.field_error(&self.names[at], message)
            };
            match self.columns[at] {
                Column::Coordinate(i) => self.coordinates[i] = self.number(at, 0, most)?,
                Column::ToMove => {
                    to_move = self
                        .player(text)
                        .ok_or_else(|| expected(format!("{one} or {two}")))?;
                }
                Column::Winner => {
                    winner =
                        match text.to_ascii_lowercase().as_str() {
                            "draw" => Winner::Draw,
                            "capped" => Winner::Capped,
                            _ => Winner::player(Some(self.player(text).ok_or_else(|| {
                                expected(format!("{one}, {two}, draw or capped"))
                            })?)),
                        };
                }
                Column::Margin | Column::ValueMargin if text.is_empty() => {}
                column @ (Column::Margin | Column::ValueMargin) => {
                    let what = format!(
                        "a whole number from {} to {}, or nothing",
                        i16::MIN,
                        i16::MAX
                    );
                    let found = Some(text.parse().map_err(|_| expected(what))?);
                    match column {
                        Column::Margin => margin = found,
                        _ => value_margin = found,
                    }
                }
                Column::Count => weight = RowWeight::Count(self.number(at, 1, u64::MAX)?),
                Column::Probability => {
                    let p = text.parse().ok().filter(|p| (0.0..=1.0).contains(p));
                    let p = p.ok_or_else(|| expected("a probability from 0 to 1".into()))?;
                    weight = RowWeight::Probability(p);
                }
                Column::Value if text.is_empty() => {}
                Column::Value => {
                    let all = [Value::Win, Value::Draw, Value::Loss];
                    let found = all
                        .into_iter()
                        .find(|v| v.name().eq_ignore_ascii_case(text));
                    let found =
                        found.ok_or_else(|| expected("win, draw, loss or nothing".into()))?;
                    value = Some(found);
                }
                Column::Game => source.game = self.number(at, 0, u64::MAX)?,
                Column::Ply => source.ply = self.number(at, 0, u64::from(u32::MAX))?,
                Column::Length => source.length = self.number(at, 0, u64::from(u32::MAX))?,
            }
        }
        if self.has_source && source.ply > source.length {
            let message = format!(
                "found {}, but the game's length is {}",
                source.ply, source.length
            );
            return Err(self.field_error("ply", message));
        }
        let result = Stated {
            winner,
            margin,
            value,
            value_margin,
        };
        if self.game.margin_bound().is_none() {
            for (column, found) in [("margin", margin), ("value_margin", value_margin)] {
                if let Some(found) = found {
                    let name = self.game.name();
                    let message =
                        format!("found {found}, expected nothing: {name} counts no points");
                    return Err(self.field_error(column, message));
                }
            }
        }
        match self.game.read(&self.coordinates, to_move) {
            Ok(position) => {
                if let Some(outcome) = self.game.expand(&position, &mut self.moves) {
                    self.check_finished(result, outcome, to_move)?;
                }
            }
            Err(VectorError::Undetermined(_)) => {}
            Err(e @ VectorError::Impossible(_)) => {
                return Err(self.line_error(format!("no position of {}: {e}", self.game.name())));
            }
        }
        // Equal points may be decided otherwise.
        let ahead = match margin {
            Some(points) if points > 0 => Some(Winner::One),
            Some(points) if points < 0 => Some(Winner::Two),
            _ => None,
        };
        if let (Some(found), Some(ahead)) = (margin, ahead.filter(|&ahead| ahead != winner)) {
            let players = self.game.players();
            let [ahead, told] = [ahead, winner].map(|w| w.name(players));
            let message =
                format!("found {found} ({ahead} has more points), but the winner is {told}");
            return Err(self.field_error("margin", message));
        }
        Ok(Some(Row {
            source: self.has_source.then_some(source),
            coordinates: &self.coordinates,
            to_move,
            winner,
            margin,
            weight,
            value,
            value_margin,
        }))
    }

    /// Whether a finished position has the result that the rules give it. What
    /// may stand empty may be empty here.
    fn check_finished(
        &self,
        stated: Stated,
        outcome: Outcome,
        to_move: Player,
    ) -> Result<(), ReadError> {
        let players = self.game.players();
        let wrong = |column: &str, found: String, expected: String| {
            let message =
                format!("found {found}, expected {expected}: this position is a finished game");
            Err(self.field_error(column, message))
        };
        let winner = Winner::player(outcome.winner);
        if stated.winner != winner {
            let [found, expected] = [stated.winner, winner].map(|w| w.name(players).to_string());
            return wrong("winner", found, expected);
        }
        let sign = if to_move == Player::One { 1 } else { -1 };
        for (column, found, expected) in [
            ("margin", stated.margin, outcome.margin),
            (
                "value_margin",
                stated.value_margin,
                outcome.margin.map(|m| sign * m),
            ),
        ] {
            if found.is_some() && found != expected {
                let show = |m: Option<i16>| m.map_or("nothing".to_string(), |m| m.to_string());
                return wrong(column, show(found), show(expected));
            }
        }
        let value = outcome.value_for(to_move);
        match stated.value {
            Some(found) if found != value => {
                wrong("value", found.name().into(), value.name().into())
            }
            _ => Ok(()),
        }
    }

    /// The input; at its end if [`Rows::next`] has answered `None`.
    pub fn into_inner(self) -> R {
        self.lines.into_inner()
    }

    /// All remaining rows.
    pub fn collect(&mut self) -> Result<Database, ReadError> {
        let mut builder = Builder::default();
        while let Some(row) = self.next()? {
            builder.push(&row);
        }
        Ok(builder.finish(self.game.columns(), self.has_value))
    }
}

fn shorten(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push_str("...");
    }
    short
}

fn quote(text: &str) -> String {
    if text.is_empty() {
        "nothing".into()
    } else {
        format!("\"{}\"", shorten(text))
    }
}

/// Reads a database from CSV text; `name` is for messages. Rows keep their order.
///
/// # Errors
/// The first fault, with its place.
pub fn read_csv<G: Vectorize + Notation + Scored>(
    game: &G,
    input: impl Read,
    name: &str,
) -> Result<Database, ReadError> {
    Rows::open(game, input, name)?.collect()
}
