//! Two rows of pits between two stores.

use super::{Half, Kalah};
use crate::board::{Board, MAX_SITES, Mask, kalah, mask};
use crate::game::{Game, OnBoard, Pieces, Placement, Player};

impl<H: Half> Kalah<H> {
    /// The site of a player's pit, counted from 0 in that player's direction.
    fn site(&self, player: Player, pit: usize) -> usize {
        match player {
            Player::One => 1 + pit,
            Player::Two => 2 * self.pits() - pit,
        }
    }

    /// The sites of a player's pits that hold seeds.
    fn filled(&self, position: &super::Position<H>, player: Player) -> Mask {
        let half = match player == self.mover(position) {
            true => position.own,
            false => position.enemy,
        };
        let pits = (0..self.pits()).filter(|&i| half.get(i) > 0);
        mask(pits.map(|i| self.site(player, i)))
    }
}

impl<H: Half> OnBoard for Kalah<H> {
    fn board(&self) -> Result<Board, String> {
        match 2 * self.pits() + 2 {
            0..=MAX_SITES => Ok(kalah(self.pits())),
            sites => Err(format!("{sites} sites: features see at most {MAX_SITES}")),
        }
    }

    fn pieces(&self) -> Pieces {
        Pieces::Seeds
    }

    #[inline]
    fn occupied(&self, position: &Self::Position) -> [Mask; 2] {
        let filled = |player| u64::from(self.store_of(position, player) > 0);
        let stores = filled(Player::Two) | filled(Player::One) << (2 * self.pits() + 1);
        let pits = self.filled(position, Player::One) | self.filled(position, Player::Two);
        [stores | pits, 0]
    }

    #[inline]
    fn placement(&self, mover: Player, pit: u8) -> Placement {
        Placement::at(self.site(mover, usize::from(pit)))
    }

    /// The last pit that is filled.
    fn set_up(&self) -> Placement {
        Placement::at(2 * self.pits())
    }
}
