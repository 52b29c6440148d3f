//! Where a walk ends, in the 32-bit arithmetic of Ludii.

use super::syntax::Walk;
use crate::board::Board;

/// How a walk is turned before it is followed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turning {
    /// Parts of a full circle, clockwise, added to the first turn.
    pub rotation: f32,
    /// Whether the turns go the other way round.
    pub mirrored: bool,
}

/// A slot number is half-way between two when it is this near to a half.
const HALF_WAY: f32 = 0.02;

/// The whole number that a slot number stands for: the nearest, of two that are
/// equally near the lower.
fn whole(x: f32) -> f32 {
    let fraction = x - x.trunc();
    if (0.5 - fraction).abs() < HALF_WAY || (0.5 + fraction).abs() < HALF_WAY {
        x.floor()
    } else {
        x.round()
    }
}

/// The slot in a list of `len` that a slot number stands for.
fn slot(x: f32, len: usize) -> usize {
    // Exact: both are whole and far below the numbers that 32 bits round.
    whole(x).rem_euclid(len as f32) as usize % len
}

/// Every site of a walk from `start`, the last being its end; `None` from where it
/// leaves the board. A site without slots leads nowhere.
pub fn steps(board: &Board, start: usize, walk: &Walk, turning: Turning) -> Vec<Option<usize>> {
    let mut path = Vec::with_capacity(walk.0.len());
    follow(board, start, walk, turning, |step| path.push(step.next));
    path
}

/// One step of a walk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Step {
    /// The site that it leaves.
    pub site: usize,
    /// The turn before it.
    pub turn: f32,
    /// The slot number that the turn comes to, before it is made whole.
    pub slot: f32,
    /// Where it leads.
    pub next: Option<usize>,
}

impl Step {
    /// Whether the turn falls half-way between two slots.
    pub fn is_half_way(&self) -> bool {
        let fraction = self.slot - self.slot.trunc();
        (0.5 - fraction.abs()).abs() < HALF_WAY
    }
}

/// Tells every step of a walk until it leaves the board.
pub(super) fn follow(
    board: &Board,
    start: usize,
    walk: &Walk,
    turning: Turning,
    mut tell: impl FnMut(Step),
) {
    let sign = if turning.mirrored { -1.0 } else { 1.0 };
    let (mut before, mut here) = (start, start);
    for (i, &turn) in walk.0.iter().enumerate() {
        let slots = board.slots(here);
        let n = slots.len() as f32;
        let x = if i == 0 {
            ((turn + turning.rotation) * sign) * n
        } else {
            let back = slots.iter().position(|&s| s == Some(before as u8));
            let straight = back.unwrap_or(0) + slots.len() / 2;
            straight as f32 + (turn * sign) * n
        };
        let next = match slots.len() {
            0 => None,
            len => slots[slot(x, len)].map(usize::from),
        };
        tell(Step {
            site: here,
            turn,
            slot: x,
            next,
        });
        let Some(next) = next else {
            return;
        };
        (before, here) = (here, next);
    }
}

/// The site where a walk from `start` ends; `None` if it leaves the board.
pub fn end(board: &Board, start: usize, walk: &Walk, turning: Turning) -> Option<usize> {
    match walk.0[..] {
        [] => Some(start),
        _ => steps(board, start, walk, turning).pop().flatten(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{hare_and_hounds, lattice, rectangle};

    fn from(board: &Board, start: &str, turns: &[f32], turning: Turning) -> String {
        let start = board.find(start).unwrap();
        match end(board, start, &Walk(turns.to_vec()), turning) {
            Some(site) => board.sites()[site].label.clone(),
            None => "off".into(),
        }
    }

    const PLAIN: Turning = Turning {
        rotation: 0.0,
        mirrored: false,
    };

    #[test]
    fn half_way_turns_go_to_the_counter_clockwise_neighbour() {
        let board = rectangle(5, 5);
        let mirrored = Turning {
            mirrored: true,
            ..PLAIN
        };
        for (turn, plain, other) in [
            (0.125, "C4", "B3"),
            (-0.125, "B3", "C4"),
            (0.375, "D3", "C2"),
            (-0.375, "C2", "D3"),
            (0.25, "D3", "B3"),
        ] {
            assert_eq!(from(&board, "C3", &[turn], PLAIN), plain, "{turn}");
            assert_eq!(from(&board, "C3", &[turn], mirrored), other, "-{turn}");
        }
        assert_eq!(whole(-1.5), -2.0);
        assert_eq!(whole(2.51), 2.0);
        assert_eq!(whole(2.53), 3.0);
    }

    /// Claims of the texts that the sets came with.
    #[test]
    fn walks_of_the_sources() {
        let board = rectangle(6, 4);
        assert_eq!(from(&board, "B2", &[0.0, 0.0, 0.25], PLAIN), "C4");
        let board = hare_and_hounds();
        let returns = (0..board.len()).filter(|&site| {
            let walk = Walk(vec![0.0, 0.375, 0.375]);
            end(&board, site, &walk, PLAIN) == Some(site)
        });
        let names: Vec<&str> = returns.map(|s| board.sites()[s].label.as_str()).collect();
        assert!(names.contains(&"A2"), "{names:?}");
    }

    #[test]
    fn a_walk_ends_where_it_leaves_the_board() {
        let board = lattice(3, 3);
        assert_eq!(from(&board, "A1", &[0.5], PLAIN), "off");
        let walk = Walk(vec![0.0, 0.0, 0.0, 0.5, 0.0]);
        let path = steps(&board, 0, &walk, PLAIN);
        assert_eq!(path, [Some(3), Some(6), None]);
        assert_eq!(end(&board, 0, &walk, PLAIN), None);
        assert_eq!(end(&board, 4, &Walk::default(), PLAIN), Some(4));
    }
}
