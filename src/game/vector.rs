//! Positions as rows of small numbers, for databases and distances.

use super::{Game, Player};

/// Games whose positions can be written as a vector of bytes.
pub trait Vectorize: Game {
    /// The number of coordinates.
    fn dim(&self) -> usize;

    /// The names of the coordinates: the column names of a database.
    fn columns(&self) -> Vec<String>;

    /// The largest value a coordinate can take in a game from the start.
    fn max_coordinate(&self) -> u8;

    /// Writes the coordinates; `out` has [`Vectorize::dim`] elements.
    fn write(&self, position: &Self::Position, out: &mut [u8]);

    /// The position with these coordinates and this side to move, where the
    /// coordinates determine it.
    ///
    /// # Errors
    /// The coordinates cannot stand in a game from this start (the message says
    /// why), or they do not determine a position.
    fn read(&self, coordinates: &[u8], mover: Player) -> Result<Self::Position, VectorError>;

    /// Whether these coordinates, with this side to move, are those of finished
    /// games only. No if the game cannot tell.
    fn is_final(&self, coordinates: &[u8], mover: Player) -> bool {
        let position = self.read(coordinates, mover);
        position.is_ok_and(|p| self.expand(&p, &mut Vec::new()).is_some())
    }

    /// Whether vectors of different plies differ for that reason alone, so that
    /// distances between them measure the plies too. No by default.
    fn plies_lie_apart(&self) -> bool {
        false
    }

    /// Why final positions alone make a poor database, where they do: what they
    /// have in common, as a sentence. `None` by default.
    fn poor_finals(&self) -> Option<&'static str> {
        None
    }

    /// [`Vectorize::write`] into a new vector.
    fn vector(&self, position: &Self::Position) -> Vec<u8> {
        let mut out = vec![0; self.dim()];
        self.write(position, &mut out);
        out
    }
}

/// Why coordinates are no position of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VectorError {
    /// They cannot stand in a game from this start.
    #[error("{0}")]
    Impossible(String),
    /// They may stand in a game, but more than one position has them.
    #[error("{0}")]
    Undetermined(String),
}
