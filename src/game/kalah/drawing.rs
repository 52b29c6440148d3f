//! Kalah as a drawing: North's row above, from its right to its left, the
//! stores at the ends.

use super::{Half, Kalah, Position};
use crate::game::{Drawable, Game, Picture, Player, Site};

impl<H: Half> Drawable for Kalah<H> {
    fn picture(&self, position: &Position<H>) -> Picture {
        let m = self.pits();
        let mut sites = Vec::new();
        for player in Player::BOTH {
            for (i, seeds) in self.pits_of(position, player).into_iter().enumerate() {
                let at = match player {
                    Player::One => (1.0 + i as f64, 0.0),
                    Player::Two => ((m - i) as f64, 1.0),
                };
                sites.push(Site {
                    at,
                    seeds: u32::from(seeds),
                    label: (i + 1).to_string(),
                });
            }
        }
        for (player, x) in Player::BOTH.into_iter().zip([m as f64 + 1.0, 0.0]) {
            sites.push(Site {
                at: (x, 0.5),
                seeds: u32::from(self.store_of(position, player)),
                label: match player {
                    Player::One => "South".into(),
                    Player::Two => "North".into(),
                },
            });
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
        }
    }

    fn site_of(&self, position: &Position<H>, pit: u8) -> Option<usize> {
        Some(self.mover(position).index() * self.pits() + usize::from(pit))
    }
}
