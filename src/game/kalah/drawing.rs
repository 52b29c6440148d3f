//! Kalah as a picture: two rows of pits, each player's store at its right hand.

use super::{Half, Kalah, Position};
use crate::game::{Drawable, Game, Picture, Place, Player, Site};

impl<H: Half> Drawable for Kalah<H> {
    fn picture(&self, position: &Position<H>) -> Picture {
        let m = self.pits();
        let mut sites = Vec::new();
        for player in Player::BOTH {
            for (i, seeds) in self.pits_of(position, player).into_iter().enumerate() {
                // North sits on the other side: its left is the reader's right.
                let at = match player {
                    Player::One => (1.0 + i as f64, 0.0),
                    Player::Two => ((m - i) as f64, 1.0),
                };
                sites.push(Site::pot(at, seeds, (i + 1).to_string()).of(player, Place::Pot));
            }
        }
        let ends = [("South", m as f64 + 1.0), ("North", 0.0)];
        for (player, (name, x)) in Player::BOTH.into_iter().zip(ends) {
            let seeds = self.store_of(position, player);
            sites.push(Site::pot((x, 0.5), seeds, name).of(player, Place::Store));
        }
        let (caption, direction) = match self.mover(position) {
            Player::One => ("South to move, sowing to the right", 1),
            Player::Two => ("North to move, sowing to the left", -1),
        };
        Picture {
            sites,
            caption: caption.into(),
            direction,
            sides: vec!["South sows →".into(), "← North sows".into()],
            ..Picture::default()
        }
    }

    fn site_of(&self, position: &Position<H>, pit: u8) -> Option<usize> {
        Some(self.mover(position).index() * self.pits() + usize::from(pit))
    }
}
