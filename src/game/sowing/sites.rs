//! The pots as a line of cells.

use super::Sowing;
use crate::board::{Board, Mask, line, mask};
use crate::game::{Game, OnBoard, Pieces, Placement, Player};

impl<const W: usize> OnBoard for Sowing<W> {
    fn board(&self) -> Result<Board, String> {
        Ok(line(self.pots()))
    }

    fn pieces(&self) -> Pieces {
        Pieces::Seeds
    }

    #[inline]
    fn occupied(&self, position: &Self::Position) -> [Mask; 2] {
        let filled = (0..self.pots()).filter(|&i| position.seeds(i) > 0);
        [mask(filled), 0]
    }

    #[inline]
    fn placement(&self, _: Player, pot: u8) -> Placement {
        Placement::at(usize::from(pot))
    }

    fn set_up(&self) -> Placement {
        let start = self.initial();
        let filled = (0..self.pots()).rev().find(|&i| start.seeds(i) > 0);
        filled.map_or(Placement::default(), Placement::at)
    }
}
