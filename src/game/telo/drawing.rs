//! Fanoron-telo as a picture: nine points and their lines, the stones in hand in
//! words.

use super::text::NAMES;
use super::{Move, Position, STEPS, Telo};
use crate::game::{Drawable, Game, Picture, Place, Player, Site, stones};

impl Drawable for Telo {
    fn picture(&self, position: &Position) -> Picture {
        let masks = Player::BOTH.map(|p| u64::from(self.stones(position, p)));
        let site = |point: usize| {
            let at = ((point % 3) as f64, (point / 3) as f64);
            let owner = stones::owner(masks, point);
            Site::piece(at, NAMES[point], Place::Point, owner)
        };
        let mover = self.mover(position);
        let name = ["White", "Black"][mover.index()];
        let caption = match 3u32.saturating_sub(masks[mover.index()].count_ones()) {
            0 => format!("{name} to move"),
            n => format!("{name} to place, {n} in hand"),
        };
        Picture {
            sites: (0..9).map(site).collect(),
            caption,
            sides: vec!["White".into(), "Black".into()],
            lines: stones::lines(STEPS.map(u64::from)),
            ..Picture::default()
        }
    }

    fn site_of(&self, _: &Position, mv: Move) -> Option<usize> {
        let (from, to) = mv.points();
        Some(from.unwrap_or(to))
    }

    fn path_of(&self, _: &Position, mv: Move) -> Vec<usize> {
        let (from, to) = mv.points();
        from.into_iter().chain([to]).collect()
    }
}
