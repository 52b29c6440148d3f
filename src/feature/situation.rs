//! What a feature sees of a position: pure board, no game.

use crate::board::{Board, Mask};
use crate::game::{Context, OnBoard, Pieces, Placement, Player};

/// A board with what stands on it, the side to move, and the last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Situation {
    /// The side to move.
    pub mover: Player,
    /// The sites of the pieces of player one and two; seeds all belong to the first
    /// set.
    pub occupied: [Mask; 2],
    /// Where the last move began and ended.
    pub last: Placement,
}

impl Situation {
    /// What there is to see in a context. `set_up` is what counts as the last move
    /// at the start of the game.
    #[inline]
    pub fn of<G: OnBoard>(game: &G, context: &Context<G>, set_up: Placement) -> Self {
        let last = match context.last_move {
            Some((mover, mv)) => game.placement(mover, mv),
            None if context.position == game.initial() => set_up,
            None => Placement::default(),
        };
        Self {
            mover: game.mover(&context.position),
            occupied: game.occupied(&context.position),
            last,
        }
    }
}

/// A board to match features on, with the kinds of pieces that stand on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Ground {
    /// The board.
    pub board: Board,
    /// What the pieces are.
    pub pieces: Pieces,
    /// The last move before the first.
    pub set_up: Placement,
    /// The game's names of the players.
    pub players: [&'static str; 2],
    /// The game's name.
    pub game: String,
}

impl Ground {
    /// The ground of a game.
    ///
    /// # Errors
    /// Why features cannot be matched on it.
    pub fn of<G: OnBoard>(game: &G) -> Result<Self, String> {
        Ok(Self {
            board: game
                .board()
                .map_err(|why| format!("{}: {why}", game.name()))?,
            pieces: game.pieces(),
            set_up: game.set_up(),
            players: game.players(),
            game: game.name(),
        })
    }
}
