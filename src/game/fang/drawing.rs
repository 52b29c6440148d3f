//! Fang as a picture: two halves with their tibongs, the reserves beside them.

use super::{Fang, Position};
use crate::game::{Drawable, Game, Picture, Place, Player, Site};

/// From a reserve to the board, in cells: more than from hole to hole.
const APART: f64 = 1.2;

impl Drawable for Fang {
    fn picture(&self, position: &Position) -> Picture {
        let n = self.holes();
        let hole = |(i, seeds): (usize, u8)| {
            let (owner, first) = match i < n / 2 {
                true => (Player::One, 0),
                false => (Player::Two, n - 1),
            };
            Site {
                marked: i == first,
                ..Site::pot((i as f64, 0.0), seeds, (i + 1).to_string()).of(owner, Place::Pot)
            }
        };
        let mut sites: Vec<Site> = self
            .row(position)
            .into_iter()
            .enumerate()
            .map(hole)
            .collect();
        let ends = [
            ("South: reserve", -APART),
            ("North: reserve", n as f64 - 1.0 + APART),
        ];
        sites.extend(
            Player::BOTH
                .into_iter()
                .zip(ends)
                .map(|(player, (name, x))| {
                    let seeds = position.reserve(player);
                    Site::pot((x, 0.0), seeds, name).of(player, Place::Reserve)
                }),
        );
        let (caption, direction) = match self.mover(position) {
            Player::One => ("South to move, sowing from the left", 1),
            Player::Two => ("North to move, sowing from the right", -1),
        };
        Picture {
            sites,
            caption: caption.into(),
            direction,
            sides: vec!["South sows →".into(), "← North sows".into()],
            mark: "tibong".into(),
            ..Picture::default()
        }
    }

    fn site_of(&self, _: &Position, hole: u8) -> Option<usize> {
        Some(usize::from(hole))
    }
}
