//! What surrounds a query: the votes at each distance.

use super::voters::Label;

/// The voters at one distance from a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shell {
    /// The distance as an integer (see [`super::Metric::between`]).
    pub distance: u32,
    /// Distinct rows won by player one, drawn, won by player two.
    pub rows: [u32; 3],
    /// Their weight, in the same order.
    pub weight: [u64; 3],
}

impl Shell {
    /// A shell without rows.
    #[inline]
    pub(super) fn empty(distance: u32) -> Self {
        Self {
            distance,
            rows: [0; 3],
            weight: [0; 3],
        }
    }

    #[inline]
    pub(super) fn add(&mut self, label: Label, weight: u64) {
        self.rows[label as usize] += 1;
        self.weight[label as usize] += weight;
    }

    pub(super) fn merge(&mut self, other: &Shell) {
        for i in 0..3 {
            self.rows[i] += other.rows[i];
            self.weight[i] += other.weight[i];
        }
    }

    /// Distinct rows of any label.
    #[inline]
    pub fn row_count(&self) -> u32 {
        self.rows.iter().sum()
    }
}

/// The nearest shells of a query, nearest first, far enough to decide every
/// rule up to some k.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// The shells; none is empty.
    pub shells: Vec<Shell>,
    /// Whether a voter stands at distance 0, hidden or not.
    pub exact: bool,
}
