//! Rows for benchmarks and tests: made up, but shaped like positions of games.

use ndarray::Array2;
use rustc_hash::FxHashSet;

use super::voters::Label;
use crate::random::{Purpose, Stream};

/// What made-up positions look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Seeds in pots: every way to spread so many seeds is equally likely.
    Seeds(u8),
    /// Cells of a board: each holds one of so many values, from 0, equally likely.
    Cells(u8),
}

impl Shape {
    fn fill(self, rng: &mut Stream, row: &mut [u8]) {
        match self {
            Shape::Cells(values) => {
                for cell in row {
                    *cell = rng.below(u32::from(values)) as u8;
                }
            }
            // Stars and bars: each place in a row of seeds and bars is a bar
            // with the probability that leaves all arrangements equally likely.
            Shape::Seeds(seeds) => {
                row.fill(0);
                let (mut seeds, mut bars) = (u32::from(seeds), row.len().saturating_sub(1) as u32);
                let mut pot = 0;
                while seeds + bars > 0 {
                    if rng.below(seeds + bars) < bars {
                        bars -= 1;
                        pot += 1;
                    } else {
                        seeds -= 1;
                        row[pot] += 1;
                    }
                }
            }
        }
    }

    /// `rows` x `dim` values, the same for the same `seed`. With `distinct` no
    /// row comes twice; fewer rows come back if there seem to be no more.
    pub fn rows(self, rows: usize, dim: usize, distinct: bool, seed: u64) -> Array2<u8> {
        let mut rng = Stream::open(seed, Purpose::Synthetic, 0, 0);
        let mut seen = FxHashSet::default();
        let mut flat = Vec::with_capacity(rows * dim);
        let mut row = vec![0; dim];
        let (mut found, mut failures) = (0, 0);
        while dim > 0 && found < rows && failures < 1_000 {
            self.fill(&mut rng, &mut row);
            if distinct && !seen.insert(row.clone()) {
                failures += 1;
                continue;
            }
            failures = 0;
            found += 1;
            flat.extend_from_slice(&row);
        }
        Array2::from_shape_vec((found, dim), flat).unwrap_or_default()
    }
}

/// Labels by coin flip.
pub fn labels(rows: usize, seed: u64) -> Vec<Option<Label>> {
    let mut rng = Stream::open(seed, Purpose::Synthetic, 0, 1);
    let coin = |_| Some([Label::One, Label::Two][rng.below(2) as usize]);
    (0..rows).map(coin).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_hold_what_they_say() {
        let rows = Shape::Seeds(16).rows(500, 8, true, 1);
        assert_eq!(rows.dim(), (500, 8));
        let sum = |r: ndarray::ArrayView1<'_, u8>| r.iter().map(|&x| u32::from(x)).sum::<u32>();
        assert!(rows.rows().into_iter().all(|r| sum(r) == 16));
        let set: FxHashSet<Vec<u8>> = rows.rows().into_iter().map(|r| r.to_vec()).collect();
        assert_eq!(set.len(), 500);
        let rows = Shape::Cells(3).rows(100, 45, false, 1);
        assert!(rows.iter().all(|&x| x < 3) && rows.iter().any(|&x| x == 2));
        // There are only 3 ways to put 2 seeds into 2 pots.
        assert_eq!(Shape::Seeds(2).rows(10, 2, true, 1).nrows(), 3);
    }
}
