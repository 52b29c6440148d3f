//! The points row by row from A1.

use super::{Fanorona, Turn};
use crate::board::{Board, Mask, lattice};
use crate::game::{Game, OnBoard, Pieces, Placement, Player};

impl OnBoard for Fanorona {
    fn board(&self) -> Result<Board, String> {
        match self.by_hops {
            true => Ok(lattice(self.lattice.rows, self.lattice.columns)),
            false => Err("features see single steps: take view=hops".into()),
        }
    }

    fn pieces(&self) -> Pieces {
        Pieces::Owned
    }

    #[inline]
    fn occupied(&self, position: &Self::Position) -> [Mask; 2] {
        [Player::One, Player::Two].map(|p| position.stones(p))
    }

    /// Of a whole turn the first step.
    #[inline]
    fn placement(&self, _: Player, mv: Turn) -> Placement {
        match mv.hops().next().filter(|_| mv != Turn::PASS) {
            None => Placement::default(),
            Some(hop) => {
                let from = mv.start();
                Placement::step(from, self.lattice.step(from, hop.direction))
            }
        }
    }

    /// Black's stones are placed last.
    fn set_up(&self) -> Placement {
        let black = self.initial().stones(Player::Two);
        Placement::at(63 - black.leading_zeros() as usize)
    }
}
