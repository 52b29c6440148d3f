//! Which features are active for which moves, as sets of rows.

use super::fit::state_sums;
use crate::feature::{
    CompileError, Compiled, Feature, FeatureSet, Ground, MAX_GROUPS, Situation, Weighted,
};
use crate::game::{Placement, Player};

/// Features with the rows in which they are active.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// The features.
    pub features: Vec<Feature>,
    /// For each, the rows as bits.
    bits: Vec<Vec<u64>>,
}

impl Columns {
    /// The columns of features of a player in some decisions. Of features with the same
    /// meaning on the board, or active in the very same rows, only the first is kept;
    /// so is none that is active nowhere, or for every move of every decision.
    ///
    /// # Errors
    /// A feature means nothing on this game.
    pub fn distinct(
        features: &[Feature],
        ground: &Ground,
        player: Player,
        situations: &[Situation],
        rows: &[u32],
        placements: &[Placement],
    ) -> Result<Self, CompileError> {
        let mut all = Self::default();
        let mut known = rustc_hash::FxHashSet::default();
        for chunk in features.chunks(MAX_GROUPS) {
            let columns = Self::of(chunk, ground, player, situations, rows, placements)?;
            for (feature, bits) in columns.features.into_iter().zip(columns.bits) {
                let constant = is_constant(&bits, rows);
                if !constant && known.insert(bits.clone()) {
                    all.features.push(feature);
                    all.bits.push(bits);
                }
            }
        }
        Ok(all)
    }

    /// The columns of these features, all of them, in order; at most
    /// [`MAX_GROUPS`] that differ.
    ///
    /// # Errors
    /// A feature means nothing on this game, or there are too many.
    pub fn of(
        features: &[Feature],
        ground: &Ground,
        player: Player,
        situations: &[Situation],
        rows: &[u32],
        placements: &[Placement],
    ) -> Result<Self, CompileError> {
        let mut weights = [None; 2];
        weights[player.index()] = Some(1.0);
        let weighted = features.iter().map(|f| Weighted::new(f.clone(), weights));
        let set = FeatureSet {
            features: weighted.collect(),
        };
        let compiled = Compiled::new(&set, ground, 0.0)?;
        let groups = compiled.side(player).groups();
        let words = placements.len().div_ceil(64);
        let mut of_groups = vec![vec![0u64; words]; groups.len()];
        for (s, situation) in situations.iter().enumerate() {
            let matcher = compiled.at(situation);
            for row in rows[s] as usize..rows[s + 1] as usize {
                let active = matcher.active(placements[row]);
                for (i, word) in active.iter().enumerate() {
                    let mut word = *word;
                    while word != 0 {
                        let group = 64 * i + word.trailing_zeros() as usize;
                        of_groups[group][row / 64] |= 1 << (row % 64);
                        word &= word - 1;
                    }
                }
            }
        }
        let mut bits = vec![vec![0u64; words]; features.len()];
        for (group, rows) in groups.iter().zip(of_groups) {
            for &number in &group.numbers {
                bits[number as usize].clone_from(&rows);
            }
        }
        Ok(Self {
            features: features.to_vec(),
            bits,
        })
    }

    /// The number of features.
    pub fn len(&self) -> usize {
        self.features.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.features.is_empty()
    }

    /// Adds a feature of other columns over the same rows.
    pub fn push_from(&mut self, other: &Self, i: usize) {
        self.features.push(other.features[i].clone());
        self.bits.push(other.bits[i].clone());
    }

    /// Takes a feature away.
    pub fn remove(&mut self, i: usize) {
        self.features.remove(i);
        self.bits.remove(i);
    }

    /// The rows in which a feature is active, ascending.
    pub fn active(&self, i: usize) -> impl Iterator<Item = usize> + '_ {
        self.bits[i].iter().enumerate().flat_map(|(word, &bits)| {
            let mut bits = bits;
            std::iter::from_fn(move || {
                (bits != 0).then(|| {
                    let row = 64 * word + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    row
                })
            })
        })
    }

    /// Whether a feature is active in a row.
    pub fn is_active(&self, i: usize, row: usize) -> bool {
        self.bits[i][row / 64] >> (row % 64) & 1 == 1
    }

    /// The sums of weights of all rows.
    pub fn logits(&self, weights: &[f64], rows: usize) -> Vec<f64> {
        let mut logits = vec![0.0; rows];
        for (i, &weight) in weights.iter().enumerate() {
            for row in self.active(i) {
                logits[row] += weight;
            }
        }
        logits
    }

    /// What the weight of a feature would gain at first: the slope of the objective, and
    /// how much a weight changes play (the variance of its activity).
    pub fn slope(
        &self,
        i: usize,
        slopes: &[f64],
        odds: &[f64],
        of_row: &[u32],
        weights: &[f64],
    ) -> (f64, f64) {
        let slope = self.active(i).map(|row| slopes[row]).sum();
        let variance = state_sums(self.active(i), odds, of_row)
            .map(|(state, p)| weights[state] * (p - p * p))
            .sum();
        (slope, variance)
    }
}

/// Whether all moves of every decision have the feature, or none has.
fn is_constant(bits: &[u64], rows: &[u32]) -> bool {
    rows.windows(2).all(|pair| {
        let has = |row: u32| bits[row as usize / 64] >> (row % 64) & 1;
        let first = has(pair[0]);
        (pair[0] + 1..pair[1]).all(|row| has(row) == first)
    })
}
