//! A position as a drawing, in neutral terms; `plot` puts it on paper.

use super::{Game, Player};

/// What a place is; drawings give each kind its own shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// Where seeds lie and are sown from.
    #[default]
    Pot,
    /// Where a player keeps what it has won, beside all rows of pots.
    Store,
    /// What a player has still to bring onto the board, beside the board.
    Reserve,
}

/// One place of a board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Site {
    /// Column and row of the centre, in cells, y upwards.
    pub at: (f64, f64),
    /// How many seeds lie there.
    pub seeds: u32,
    /// The name people use for the place.
    pub label: String,
    /// Its kind.
    pub place: Place,
    /// Whose it is, if that means anything; it decides the colour.
    pub owner: Option<Player>,
    /// Whether the rules single it out: see [`Picture::mark`].
    pub marked: bool,
}

impl Site {
    /// A pot that is nobody's.
    pub fn pot(at: (f64, f64), seeds: impl Into<u32>, label: impl Into<String>) -> Self {
        Self {
            at,
            seeds: seeds.into(),
            label: label.into(),
            ..Self::default()
        }
    }

    /// The place as one of a player's, of a kind.
    pub fn of(self, owner: Player, place: Place) -> Self {
        Self {
            owner: Some(owner),
            place,
            ..self
        }
    }
}

/// A position as a drawing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The places, those of the game's vector first and in its order.
    pub sites: Vec<Site>,
    /// Who is to move and in which direction, in words.
    pub caption: String,
    /// +1 if the side to move sows to the right, -1 if to the left, 0 if neither.
    pub direction: i8,
    /// Names of the players with the direction each sows in, player one first.
    pub sides: Vec<String>,
    /// What the marked places are called; empty if there are none.
    pub mark: String,
}

/// Games that can be drawn.
pub trait Drawable: Game {
    /// The drawing of a position.
    fn picture(&self, position: &Self::Position) -> Picture;

    /// The index in [`Picture::sites`] where a move starts.
    fn site_of(&self, position: &Self::Position, mv: Self::Move) -> Option<usize>;
}
