//! Alquerkonane as a picture: pawns on a chequered board.

use super::{Alquerkonane, Move, Position};
use crate::game::{Drawable, Game, Picture, Place, Player, Site, stones};

impl Drawable for Alquerkonane {
    fn picture(&self, position: &Position) -> Picture {
        let (rows, columns) = self.size();
        let pawns = Player::BOTH.map(|p| self.pawns(position, p));
        let site = |cell: usize| {
            let at = ((cell % columns) as f64, (cell / columns) as f64);
            let dark = self.cells(Player::Two) >> cell & 1 == 1;
            let owner = stones::owner(pawns, cell);
            Site::piece(at, self.cell_name(cell), Place::Cell { dark }, owner)
        };
        let caption = match self.mover(position) {
            Player::One => "White to move, upwards",
            Player::Two => "Black to move, downwards",
        };
        Picture {
            sites: (0..rows * columns).map(site).collect(),
            caption: caption.into(),
            sides: vec!["White".into(), "Black".into()],
            ..Picture::default()
        }
    }

    fn site_of(&self, _: &Position, mv: Move) -> Option<usize> {
        Some(usize::from(mv.from))
    }

    fn path_of(&self, _: &Position, mv: Move) -> Vec<usize> {
        vec![usize::from(mv.from), usize::from(mv.to)]
    }
}
