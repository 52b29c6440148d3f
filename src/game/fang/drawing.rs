//! Fang as a drawing: the row of holes, the reserves beside it.

use super::{Fang, Position};
use crate::game::{Drawable, Picture, Player, Site};

impl Drawable for Fang {
    fn picture(&self, position: &Position) -> Picture {
        let mut sites: Vec<Site> = self
            .row(position)
            .into_iter()
            .enumerate()
            .map(|(i, seeds)| Site {
                at: (i as f64, 0.0),
                seeds: u32::from(seeds),
                label: (i + 1).to_string(),
            })
            .collect();
        for (player, x) in Player::BOTH.into_iter().zip([-1.0, self.holes() as f64]) {
            sites.push(Site {
                at: (x, 0.0),
                seeds: u32::from(position.reserve(player)),
                label: "reserve".into(),
            });
        }
        let (caption, direction) = match position.mover() {
            Player::One => ("South to move, sowing from the left", 1),
            Player::Two => ("North to move, sowing from the right", -1),
        };
        Picture {
            sites,
            caption: caption.into(),
            direction,
            sides: vec!["South sows →".into(), "← North sows".into()],
        }
    }

    fn site_of(&self, _: &Position, hole: u8) -> Option<usize> {
        Some(usize::from(hole))
    }
}
