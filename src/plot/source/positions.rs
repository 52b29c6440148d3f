//! The positions of a database, each with what it stands for.

use rustc_hash::FxHashMap;

use super::SourceError;
use super::table::Table;

/// Columns of rows that are not merged, apart from the coordinates.
const NOT_COORDINATES: [&str; 3] = ["game", "ply", "length"];

/// A position with who won from it.
pub(super) struct Position {
    /// `[0,4,4,0]`
    pub coordinates: String,
    pub to_move: String,
    pub winner: String,
    /// Records, or a probability.
    pub weight: f64,
}

impl Position {
    /// What makes it another position than others.
    pub fn key(&self) -> String {
        key(&self.coordinates, &self.to_move, &self.winner)
    }
}

fn key(coordinates: &str, to_move: &str, winner: &str) -> String {
    format!("{coordinates} {to_move} {winner}")
}

/// What the rows of a database say.
pub(super) struct Positions {
    /// Different positions, in the order of the file.
    pub all: Vec<Position>,
    /// The sum of their weights, above 0.
    pub total: f64,
    /// The weights are probabilities.
    pub exact: bool,
    /// The names of the coordinates.
    pub columns: Vec<String>,
    /// Rows left out, as their game went on.
    pub before_the_end: u64,
    /// The rows name their game and ply.
    pub by_game: bool,
}

impl Positions {
    /// Reads the rows; of games that stand there ply by ply only the ends.
    pub fn read(table: &mut Table) -> Result<Self, SourceError> {
        let (to_move, winner) = (table.column("to_move"), table.column("winner"));
        let probability = table.column("probability");
        let weight = probability.or(table.column("count"));
        let end = to_move.unwrap_or(0);
        let header = table.header();
        let coordinates: Vec<usize> = (0..end)
            .filter(|&c| !NOT_COORDINATES.contains(&header[c].as_str()))
            .collect();
        if coordinates.is_empty() {
            return Err(table.missing("no coordinates before the column to_move".into()));
        }
        let (ply, length) = (table.column("ply"), table.column("length"));

        let mut positions: Vec<Position> = Vec::new();
        let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
        let mut total = 0.0;
        let mut before_the_end = 0u64;
        while table.next()? {
            // Of games recorded ply by ply only the last position is final.
            if ply.is_some() && length.is_some() && table.number(ply)? < table.number(length)? {
                before_the_end += 1;
                continue;
            }
            let amount = if weight.is_some() {
                table.number(weight)?
            } else {
                1.0
            };
            if amount < 0.0 {
                return Err(table.bad_field(weight, "0 or more"));
            }
            for &column in &coordinates {
                if table.field(Some(column)).parse::<u8>().is_err() {
                    return Err(table.bad_field(Some(column), "a whole number from 0 to 255"));
                }
            }
            for column in [to_move, winner] {
                if table.field(column).is_empty() {
                    return Err(table.bad_field(column, "a player"));
                }
            }
            let board: Vec<&str> = coordinates.iter().map(|&c| table.field(Some(c))).collect();
            let board = format!("[{}]", board.join(","));
            let (mover, won) = (table.field(to_move), table.field(winner));
            let key = key(&board, mover, won);
            total += amount;
            match numbers.get(&key) {
                Some(&i) => positions[i].weight += amount,
                None => {
                    numbers.insert(key, positions.len());
                    positions.push(Position {
                        to_move: mover.to_string(),
                        winner: won.to_string(),
                        coordinates: board,
                        weight: amount,
                    });
                }
            }
        }
        if positions.is_empty() || total <= 0.0 {
            return Err(table.missing("no positions: the file has no rows".into()));
        }
        Ok(Self {
            all: positions,
            total,
            exact: probability.is_some(),
            columns: coordinates
                .iter()
                .filter_map(|&c| table.header().get(c).cloned())
                .collect(),
            before_the_end,
            by_game: ply.is_some(),
        })
    }
}
