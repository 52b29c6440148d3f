//! The holes as a line of cells; the reserves are no part of it.

use super::Fang;
use crate::board::{Board, Mask, line, mask};
use crate::game::{OnBoard, Pieces, Placement, Player};

impl OnBoard for Fang {
    fn board(&self) -> Result<Board, String> {
        Ok(line(self.holes()))
    }

    fn pieces(&self) -> Pieces {
        Pieces::Seeds
    }

    #[inline]
    fn occupied(&self, position: &Self::Position) -> [Mask; 2] {
        let filled = (0..self.holes()).filter(|&i| position.seeds(i) > 0);
        [mask(filled), 0]
    }

    /// The hole attacked: the seed comes from a reserve, which is no site.
    #[inline]
    fn placement(&self, _: Player, hole: u8) -> Placement {
        Placement::at(usize::from(hole))
    }

    /// The last hole that the set-up fills: all but the outermost have a seed.
    fn set_up(&self) -> Placement {
        Placement::at(self.holes() - 2)
    }
}
