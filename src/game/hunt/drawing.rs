//! Hare and hounds as a picture, with the numbering of *Winning Ways*.

use super::board::{HARE_STEPS, column, number, row};
use super::{Hunt, Move, NAMES, POINTS, Position};
use crate::game::{Drawable, Game, Picture, Place, Player, Site, stones};

impl Drawable for Hunt {
    fn picture(&self, position: &Position) -> Picture {
        let mask = |points: &mut dyn Iterator<Item = usize>| crate::board::mask(points);
        let pieces = [
            mask(&mut self.hare(position).into_iter()),
            mask(&mut self.hounds(position)),
        ];
        let site = |point: usize| {
            let at = (f64::from(column(point)), f64::from(row(point)));
            let owner = stones::owner(pieces, point);
            Site {
                note: number(point).to_string(),
                ..Site::piece(at, NAMES[point], Place::Point, owner)
            }
        };
        let mut caption = match (self.mover(position), self.hare(position)) {
            (Player::One, None) => "The hare is to be placed".to_string(),
            (Player::One, _) => "The hare to move".to_string(),
            (Player::Two, _) => "The hounds to move".to_string(),
        };
        if let Some(limit) = self.stall() {
            let stalled = self.stalled(position);
            caption += &format!(", {stalled} of {limit} moves without a forward one");
        }
        Picture {
            sites: (0..POINTS).map(site).collect(),
            caption,
            sides: vec!["hare".into(), "hounds".into()],
            lines: stones::lines(HARE_STEPS.map(u64::from)),
            ..Picture::default()
        }
    }

    fn site_of(&self, position: &Position, mv: Move) -> Option<usize> {
        self.path_of(position, mv).first().copied()
    }

    fn path_of(&self, _: &Position, mv: Move) -> Vec<usize> {
        let points = mv.points().map(|(from, to)| from.into_iter().chain([to]));
        points.into_iter().flatten().collect()
    }
}
