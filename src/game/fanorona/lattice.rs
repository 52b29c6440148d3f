//! The points and lines of a Fanorona board as masks.
//!
//! Points are numbered row by row from a1. Orthogonal lines run everywhere,
//! diagonals through the strong points, those whose column and row have an even
//! sum (a1 is strong).

use crate::game::stones;

/// The directions, clockwise from north.
pub const DIRECTIONS: usize = 8;

/// The opposite direction.
#[inline(always)]
pub(super) fn opposite(direction: usize) -> usize {
    direction ^ 4
}

/// A board, computed once.
#[derive(Debug)]
pub struct Lattice {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub columns: usize,
    /// All points.
    pub all: u64,
    /// How far the number of a point changes with a step in each direction.
    offset: [i32; DIRECTIONS],
    /// The points that have a line in each direction.
    has_line: [u64; DIRECTIONS],
    /// For each direction and point, the points further on.
    rays: [[u64; 64]; DIRECTIONS],
    /// For each point.
    near: [Near; 64],
}

/// The points around a point, as masks of one bit, or of none where no line leads.
#[derive(Clone, Copy, Debug, Default)]
struct Near {
    /// One step on in each direction.
    step: [u64; DIRECTIONS],
    /// Where the first captured stone stands if a step in that direction captures:
    /// two steps on, or one step back.
    victims: [u64; DIRECTIONS],
}

impl Lattice {
    /// A board of `rows` x `columns` points, at most 63.
    pub(super) fn new(rows: usize, columns: usize) -> Self {
        let c = columns as i32;
        let offset = [c, c + 1, 1, 1 - c, -c, -c - 1, -1, c - 1];
        let step = |p: usize, d: usize| -> Option<usize> {
            let (x, y) = (p % columns, p / columns);
            let dx = [0, 1, 1, 1, 0, -1, -1, -1][d];
            let dy = [1, 1, 0, -1, -1, -1, 0, 1][d];
            if dx != 0 && dy != 0 && (x + y) % 2 == 1 {
                return None;
            }
            let x = x.checked_add_signed(dx).filter(|&x| x < columns)?;
            let y = y.checked_add_signed(dy).filter(|&y| y < rows)?;
            Some(y * columns + x)
        };
        let points = rows * columns;
        let mut has_line = [0; DIRECTIONS];
        let mut rays = [[0; 64]; DIRECTIONS];
        for d in 0..DIRECTIONS {
            for (p, ray) in rays[d].iter_mut().enumerate().take(points) {
                let mut at = p;
                while let Some(next) = step(at, d) {
                    *ray |= 1 << next;
                    at = next;
                }
                has_line[d] |= u64::from(*ray != 0) << p;
            }
        }
        let mut near = [Near::default(); 64];
        for (p, near) in near.iter_mut().enumerate().take(points) {
            for d in 0..DIRECTIONS {
                let bit = |p: Option<usize>| p.map_or(0, |p| 1 << p);
                let next = step(p, d);
                near.step[d] = bit(next);
                near.victims[d] = bit(next.and_then(|p| step(p, d))) | bit(step(p, opposite(d)));
            }
        }
        Self {
            rows,
            columns,
            near,
            all: (1 << points) - 1,
            offset,
            has_line,
            rays,
        }
    }

    /// The number of points.
    pub fn points(&self) -> usize {
        self.rows * self.columns
    }

    /// The point one step on; the step must have a line.
    #[inline(always)]
    pub(super) fn step(&self, point: usize, direction: usize) -> usize {
        (point as i32 + self.offset[direction]) as usize
    }

    /// Whether a line leaves this point in this direction.
    #[inline(always)]
    pub(super) fn has_line(&self, point: usize, direction: usize) -> bool {
        self.has_line[direction] >> point & 1 == 1
    }

    /// The point one step on, if a line leads there.
    pub fn neighbour(&self, point: usize, direction: usize) -> Option<usize> {
        let joined = point < self.points() && direction < DIRECTIONS;
        (joined && self.has_line(point, direction)).then(|| self.step(point, direction))
    }

    /// The points from which a step in a direction leads into `mask`.
    #[inline(always)]
    pub(super) fn before(&self, mask: u64, direction: usize) -> u64 {
        let by = self.offset[direction];
        let moved = if by > 0 { mask >> by } else { mask << -by };
        moved & self.has_line[direction]
    }

    /// The directions, as bits, in which a stone on a point can step to a point of
    /// `free` and captures enemies by it.
    #[inline(always)]
    pub(super) fn capturing(&self, point: usize, free: u64, enemy: u64) -> u32 {
        let near = &self.near[point & 63];
        (0..DIRECTIONS).fold(0, |directions, d| {
            let captures = free & near.step[d] != 0 && enemy & near.victims[d] != 0;
            directions | u32::from(captures) << d
        })
    }

    /// The unbroken row of `stones` that begins right behind `point` in a
    /// direction.
    #[inline(always)]
    pub(super) fn row(&self, stones: u64, point: usize, direction: usize) -> u64 {
        let ray = self.rays[direction][point];
        let gaps = ray & !stones;
        if self.offset[direction] > 0 {
            // All below the first gap; without one, all.
            ray & (gaps & gaps.wrapping_neg()).wrapping_sub(1)
        } else {
            // All above the last gap; without one, all.
            ray & u64::MAX.checked_shl(64 - gaps.leading_zeros()).unwrap_or(0)
        }
    }

    /// The mask with the rows exchanged, the first with the last.
    pub(super) fn flipped(&self, mask: u64) -> u64 {
        stones::flipped(mask, self.rows, self.columns)
    }

    /// The mask read from its other end: both rows and columns exchanged.
    pub(super) fn turned(&self, mask: u64) -> u64 {
        (mask & self.all).reverse_bits() >> (64 - self.points())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_stones_end_at_the_first_gap() {
        let board = Lattice::new(5, 9);
        // The third row full but for e3.
        let row = 0b111_101_111u64 << 18;
        let east = |p| board.row(row, p, 2) >> 18;
        let west = |p| board.row(row, p, 6) >> 18;
        assert_eq!(east(18), 0b000_001_110);
        assert_eq!(east(22), 0b111_100_000);
        assert_eq!(east(26), 0);
        assert_eq!(west(26), 0b011_100_000);
        assert_eq!(west(22), 0b000_001_111);
        assert_eq!(west(18), 0);
        assert_eq!(
            board.row(board.all, 0, 1),
            1 << 10 | 1 << 20 | 1 << 30 | 1 << 40
        );
        assert_eq!(board.row(board.all, 1, 1), 0, "b1 is weak");
    }
}
