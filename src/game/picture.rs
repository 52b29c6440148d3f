//! A position as a drawing, in neutral terms; `plot` puts it on paper.

use super::Game;

/// One place of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    /// Column and row of the centre, in cells, y upwards.
    pub at: (f64, f64),
    /// How many seeds lie there.
    pub seeds: u32,
    /// The name people use for the place.
    pub label: String,
}

/// A position as a drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The places, in the order of the game's vector.
    pub sites: Vec<Site>,
    /// Who is to move and in which direction, in words.
    pub caption: String,
    /// +1 if the side to move sows to the right, -1 if to the left, 0 if neither.
    pub direction: i8,
    /// Names of the players with the direction each sows in.
    pub sides: Vec<String>,
}

/// Games that can be drawn.
pub trait Drawable: Game {
    /// The drawing of a position.
    fn picture(&self, position: &Self::Position) -> Picture;

    /// The index in [`Picture::sites`] where a move starts.
    fn site_of(&self, position: &Self::Position, mv: Self::Move) -> Option<usize>;
}
