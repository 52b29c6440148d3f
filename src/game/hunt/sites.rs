//! The eleven points, numbered as the board of features numbers them.

use super::board::POINTS;
use super::{Hunt, Move};
use crate::board::{Board, Mask, hare_and_hounds};
use crate::game::{OnBoard, Pieces, Placement, Player};

/// The site of each point.
const SITES: [u8; POINTS] = [10, 6, 3, 0, 7, 4, 1, 8, 5, 2, 9];

/// For each set of points the set of their sites.
static MASKS: [u16; 1 << POINTS] = masks();

const fn masks() -> [u16; 1 << POINTS] {
    let mut all = [0; 1 << POINTS];
    let mut set = 0;
    while set < all.len() {
        let mut point = 0;
        while point < POINTS {
            if set >> point & 1 == 1 {
                all[set] |= 1 << SITES[point];
            }
            point += 1;
        }
        set += 1;
    }
    all
}

impl OnBoard for Hunt {
    fn board(&self) -> Result<Board, String> {
        Ok(hare_and_hounds())
    }

    fn pieces(&self) -> Pieces {
        Pieces::Owned
    }

    #[inline]
    fn occupied(&self, position: &Self::Position) -> [Mask; 2] {
        let hare = self.hare(position).map_or(0, |p| 1 << SITES[p]);
        [hare, Mask::from(MASKS[usize::from(position.hounds)])]
    }

    #[inline]
    fn placement(&self, _: Player, mv: Move) -> Placement {
        match mv.points() {
            None => Placement::default(),
            Some((from, to)) => Placement {
                from: from.map(|p| SITES[p]),
                to: Some(SITES[to]),
            },
        }
    }

    /// The hounds are placed last, the last of them on B1.
    fn set_up(&self) -> Placement {
        Placement::at(usize::from(SITES[0]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::hunt::NAMES;

    #[test]
    fn sites_have_the_names_of_their_points() {
        let board = hare_and_hounds();
        for (point, name) in NAMES.iter().enumerate() {
            assert_eq!(board.find(name), Some(usize::from(SITES[point])));
            assert_eq!(MASKS[1 << point], 1 << SITES[point]);
        }
        assert_eq!(MASKS[(1 << POINTS) - 1], (1 << POINTS) - 1);
    }
}
