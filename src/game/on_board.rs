//! Where the pieces of a game stand, as patterns see it.

use super::{Game, Player};
use crate::board::{Board, Mask};

/// What the pieces of a game are to a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pieces {
    /// Each player has one kind: kind 1 is player one's, kind 2 player two's.
    Owned,
    /// Seeds, however many: one kind that belongs to nobody.
    Seeds,
}

/// Where a move begins and ends; both `None` for a pass. A move that names one
/// site, such as a placing or a sowing, only has an end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Placement {
    /// The site where it begins.
    pub from: Option<u8>,
    /// The site where it ends.
    pub to: Option<u8>,
}

impl Placement {
    /// From one site to another; a move that ends where it began only has an end.
    #[inline]
    pub fn step(from: usize, to: usize) -> Self {
        Self {
            from: (from != to).then_some(from as u8),
            to: Some(to as u8),
        }
    }

    /// A move that only has an end.
    #[inline]
    pub fn at(to: usize) -> Self {
        Self {
            from: None,
            to: Some(to as u8),
        }
    }

    /// Whether it has neither.
    #[inline]
    pub fn is_pass(self) -> bool {
        self.from.is_none() && self.to.is_none()
    }
}

/// Games with a board on which features can be matched. `impl OnBoard for MyGame {}`
/// is enough for a game that has none.
pub trait OnBoard: Game {
    /// The board. Sites are numbered as feature strings number them.
    ///
    /// # Errors
    /// Why features cannot be matched on this game, in words.
    fn board(&self) -> Result<Board, String> {
        Err("it has no board to match features on".into())
    }

    /// What the pieces are.
    fn pieces(&self) -> Pieces {
        Pieces::Owned
    }

    /// The sites of player one's and of player two's pieces; with
    /// [`Pieces::Seeds`] the sites that hold any, and none.
    fn occupied(&self, _position: &Self::Position) -> [Mask; 2] {
        [0; 2]
    }

    /// Where a move of a player begins and ends, which are never the same site (see
    /// [`Placement::step`]).
    fn placement(&self, _mover: Player, _mv: Self::Move) -> Placement {
        Placement::default()
    }

    /// What counts as the last move before the first: the site that the set-up
    /// fills last, if it fills any.
    fn set_up(&self) -> Placement {
        Placement::default()
    }
}
