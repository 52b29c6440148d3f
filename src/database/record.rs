//! What a database holds: positions, who was to move, who won.

use ndarray::Array2;

use crate::game::{Ending, Player, Value};

/// How the game of a record ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Winner {
    /// Player one won.
    One,
    /// Nobody won.
    Draw,
    /// Player two won.
    Two,
    /// The game was cut short: not a result, and no vote.
    Capped,
}

impl Winner {
    /// All of them, in the order of a file.
    pub const ALL: [Winner; 4] = [Winner::One, Winner::Draw, Winner::Two, Winner::Capped];

    /// The winner of a played game.
    pub fn of(ending: Ending) -> Self {
        match ending {
            Ending::Capped => Winner::Capped,
            Ending::Over(outcome) => Self::player(outcome.winner),
        }
    }

    /// The winner, `None` for a draw.
    pub fn player(winner: Option<Player>) -> Self {
        match winner {
            Some(Player::One) => Winner::One,
            None => Winner::Draw,
            Some(Player::Two) => Winner::Two,
        }
    }

    /// As files state it, with the game's own names of the players.
    pub fn name(self, players: [&'static str; 2]) -> &'static str {
        match self {
            Winner::One => players[0],
            Winner::Draw => "draw",
            Winner::Two => players[1],
            Winner::Capped => "capped",
        }
    }
}

/// How much a row stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum Weights {
    /// Games (or positions of games) merged into the row.
    Count(Vec<u64>),
    /// The exact probability of the row.
    Probability(Vec<f64>),
}

/// Where an unmerged row comes from (`--rows games`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The number of the game.
    pub game: Vec<u64>,
    /// Plies played before the position.
    pub ply: Vec<u32>,
    /// Plies of the whole game.
    pub length: Vec<u32>,
}

/// The rows of a database, as columns of equal length. Merged rows are sorted
/// by (coordinates, to move, winner, margin), no margin first.
#[derive(Clone, Debug, PartialEq)]
pub struct Database {
    /// The names of the coordinates.
    pub columns: Vec<String>,
    /// Rows x coordinates.
    pub coordinates: Array2<u8>,
    /// The side to move.
    pub to_move: Vec<Player>,
    /// Who won the game.
    pub winner: Vec<Winner>,
    /// Player one's points minus player two's, where the game counts points.
    pub margin: Vec<Option<i16>>,
    /// How much each row stands for.
    pub weights: Weights,
    /// The solver's value for the side to move, where the database is labelled.
    pub value: Option<Vec<Option<Value>>>,
    /// The solver's margin for the side to move, where the database is labelled
    /// and the game counts points.
    pub value_margin: Option<Vec<Option<i16>>>,
    /// The game and ply of each row, where rows are not merged.
    pub origin: Option<Origin>,
}

impl Database {
    /// The number of rows.
    pub fn len(&self) -> usize {
        self.winner.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.winner.is_empty()
    }

    /// The games that the rows stand for; 0 where rows have probabilities.
    pub fn total_count(&self) -> u64 {
        match &self.weights {
            Weights::Count(counts) => counts.iter().fold(0, |sum, &n| sum.saturating_add(n)),
            Weights::Probability(_) => 0,
        }
    }

    /// Whether rows have exact probabilities instead of counts.
    pub fn is_exact(&self) -> bool {
        matches!(self.weights, Weights::Probability(_))
    }
}
