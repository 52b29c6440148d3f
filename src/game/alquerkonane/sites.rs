//! The cells row by row from A1.

use super::Alquerkonane;
use crate::board::{Board, Mask, rectangle};
use crate::game::{Game, OnBoard, Pieces, Placement, Player};

impl OnBoard for Alquerkonane {
    fn board(&self) -> Result<Board, String> {
        let (rows, columns) = self.size();
        Ok(rectangle(rows, columns))
    }

    fn pieces(&self) -> Pieces {
        Pieces::Owned
    }

    #[inline]
    fn occupied(&self, position: &Self::Position) -> [Mask; 2] {
        [Player::One, Player::Two].map(|p| self.pawns(position, p))
    }

    #[inline]
    fn placement(&self, _: Player, mv: Self::Move) -> Placement {
        Placement {
            from: Some(mv.from),
            to: Some(mv.to),
        }
    }

    /// White's pawns are placed last.
    fn set_up(&self) -> Placement {
        let white = self.pawns(&self.initial(), Player::One);
        Placement::at(63 - white.leading_zeros() as usize)
    }
}
