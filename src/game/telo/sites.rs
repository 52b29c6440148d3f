//! The nine points row by row from A1; the hands are no part of the board.

use super::Telo;
use crate::board::{Board, Mask, lattice};
use crate::game::{Game, OnBoard, Pieces, Placement, Player};

impl OnBoard for Telo {
    fn board(&self) -> Result<Board, String> {
        Ok(lattice(3, 3))
    }

    fn pieces(&self) -> Pieces {
        Pieces::Owned
    }

    #[inline]
    fn occupied(&self, position: &Self::Position) -> [Mask; 2] {
        [Player::One, Player::Two].map(|p| Mask::from(self.stones(position, p)))
    }

    #[inline]
    fn placement(&self, _: Player, mv: Self::Move) -> Placement {
        let (from, to) = mv.points();
        Placement {
            from: from.map(|f| f as u8),
            to: Some(to as u8),
        }
    }

    /// Black's stones are placed last, if the game begins with stones.
    fn set_up(&self) -> Placement {
        match self.stones(&self.initial(), Player::Two) {
            0 => Placement::default(),
            black => Placement::at(15 - black.leading_zeros() as usize),
        }
    }
}
