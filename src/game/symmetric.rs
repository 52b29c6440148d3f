//! Symmetries of a game.

use super::Game;

/// Games with a symmetry that exchanges the two players.
pub trait Symmetric: Game {
    /// The position seen from the other side of the board with the players
    /// exchanged: the same game for the side to move, so the same value for it.
    /// An involution. `None` (the default) if the game has no such symmetry.
    fn mirror(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// The move of the mirrored position that corresponds to `mv`. Called only
    /// where [`Symmetric::mirror`] answers.
    fn mirror_move(&self, mv: Self::Move) -> Self::Move {
        mv
    }
}
