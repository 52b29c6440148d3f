//! Fanorona as a picture: the lattice with its stones.

use super::lattice::DIRECTIONS;
use super::{Fanorona, Position, Turn};
use crate::game::{Drawable, Picture, Place, Player, Site, stones};

impl Drawable for Fanorona {
    fn picture(&self, position: &Position) -> Picture {
        let board = self.lattice();
        let points = 0..board.points();
        let masks = Player::BOTH.map(|p| position.stones(p));
        let site = |point: usize| {
            let (x, y) = (point % board.columns, point / board.columns);
            let owner = stones::owner(masks, point);
            Site {
                marked: position.moving() == Some(point),
                ..Site::piece((x as f64, y as f64), board.name(point), Place::Point, owner)
            }
        };
        let steps = |point: usize| {
            let near = (0..DIRECTIONS).filter_map(move |d| board.neighbour(point, d));
            crate::board::mask(near)
        };
        let mut caption = match position.mover() {
            Player::One => "White to move",
            Player::Two => "Black to move",
        }
        .to_string();
        let mut mark = String::new();
        if let Some(at) = position.moving() {
            caption += &format!(", going on from {}", board.name(at));
            mark = "the stone that moves".into();
        }
        Picture {
            sites: points.clone().map(site).collect(),
            caption,
            sides: vec!["White".into(), "Black".into()],
            lines: stones::lines(points.map(steps)),
            mark,
            ..Picture::default()
        }
    }

    fn site_of(&self, _: &Position, turn: Turn) -> Option<usize> {
        (turn != Turn::PASS).then(|| turn.start())
    }

    fn path_of(&self, position: &Position, turn: Turn) -> Vec<usize> {
        let mut path: Vec<usize> = self.site_of(position, turn).into_iter().collect();
        for hop in turn.hops() {
            let next = path
                .last()
                .map(|&at| self.lattice().neighbour(at, hop.direction));
            path.extend(next.flatten());
        }
        path
    }
}
