//! Fanorona as a picture: the lattice with its stones.

use super::hops::{self, Hops, Step};
use super::lattice::DIRECTIONS;
use super::{Fanorona, Position, Turn};
use crate::game::{Drawable, Picture, Place, Player, Site, stones};

impl Fanorona {
    fn drawn(&self, position: &Position) -> Picture {
        let board = self.lattice();
        let points = 0..board.points();
        let masks = Player::BOTH.map(|p| position.stones(p));
        let site = |point: usize| {
            let at = (
                (point % board.columns) as f64,
                (point / board.columns) as f64,
            );
            let owner = stones::owner(masks, point);
            Site::piece(at, board.name(point), Place::Point, owner)
        };
        let steps = |point: usize| {
            let near = (0..DIRECTIONS).filter_map(move |d| board.neighbour(point, d));
            crate::board::mask(near)
        };
        let caption = match position.mover() {
            Player::One => "White to move",
            Player::Two => "Black to move",
        };
        Picture {
            sites: points.clone().map(site).collect(),
            caption: caption.into(),
            sides: vec!["White".into(), "Black".into()],
            lines: stones::lines(points.map(steps)),
            ..Picture::default()
        }
    }
}

impl Drawable for Fanorona {
    fn picture(&self, position: &Position) -> Picture {
        self.drawn(position)
    }

    fn site_of(&self, _: &Position, turn: Turn) -> Option<usize> {
        Some(turn.start())
    }

    fn path_of(&self, _: &Position, turn: Turn) -> Vec<usize> {
        let mut path = vec![turn.start()];
        for hop in turn.hops() {
            let here = path[path.len() - 1];
            path.extend(self.lattice().neighbour(here, hop.direction));
        }
        path
    }
}

impl Drawable for Hops {
    fn picture(&self, position: &hops::Position) -> Picture {
        let mut picture = self.0.drawn(position.stones());
        if let Some(at) = position.moving() {
            picture.caption += &format!(", going on from {}", self.0.lattice().name(at));
            picture.sites[at].marked = true;
            picture.mark = "the stone that moves".into();
        }
        picture
    }

    fn site_of(&self, _: &hops::Position, step: Step) -> Option<usize> {
        step.hop().map(|(from, _)| from)
    }

    fn path_of(&self, _: &hops::Position, step: Step) -> Vec<usize> {
        let Some((from, hop)) = step.hop() else {
            return Vec::new();
        };
        let to = self.0.lattice().neighbour(from, hop.direction);
        [from].into_iter().chain(to).collect()
    }
}
