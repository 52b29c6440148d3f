//! The positions that are judged: all of E, or a sample of it.

use rand_distr::Distribution as _;
use rand_distr::weighted::WeightedAliasIndex;

use super::hits::{chance, weights};
use super::{Ground, Weighting};
use crate::game::Game;
use crate::random::{Purpose, Stream};

/// Which positions of E are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Positions {
    /// All of E.
    All,
    /// This many, drawn with replacement by the weighting.
    Sample(usize),
}

/// Positions of E with the weights of a mean over them.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The weighting that the mean stands for.
    pub weighting: Weighting,
    /// Numbers of the positions.
    pub positions: Vec<u32>,
    /// Their weights in the mean.
    pub weights: Vec<f64>,
    /// The hit rate of uniform choice over them.
    pub chance: f64,
    /// Whether they were drawn, so that another draw would differ.
    pub drawn: bool,
}

impl Sample {
    /// All of E, or a sample drawn by the weighting from the stream of `seed`.
    /// `None` if E has no weight.
    pub fn new<G: Game>(
        ground: &Ground<G>,
        which: Positions,
        weighting: Weighting,
        seed: u64,
    ) -> Option<Self> {
        let all = weights(ground, &ground.set, weighting);
        if all.iter().sum::<f64>() <= 0.0 {
            return None;
        }
        let (positions, weights) = match which {
            Positions::All => (ground.set.clone(), all),
            Positions::Sample(n) => {
                let table = WeightedAliasIndex::new(all).ok()?;
                let mut rng = Stream::open(seed, Purpose::Sample, weighting as u64, 0);
                let draw = |_| ground.set[table.sample(&mut rng)];
                ((0..n).map(draw).collect(), vec![1.0; n])
            }
        };
        if positions.is_empty() {
            return None;
        }
        Some(Self {
            weighting,
            chance: chance(ground, &positions, &weights),
            positions,
            weights,
            drawn: which != Positions::All,
        })
    }

    /// The questions that the moves of these positions ask, each once, with the
    /// weight of the position reached.
    pub fn questions<G: Game>(&self, ground: &Ground<G>) -> Vec<(usize, f64)> {
        let mut numbers: Vec<usize> = self
            .positions
            .iter()
            .flat_map(|&i| ground.graph.edges(i as usize).map(|e| ground.question(e)))
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        let weight = |q: usize| ground.weight(ground.questions()[q].0 as usize, self.weighting);
        numbers.into_iter().map(|q| (q, weight(q))).collect()
    }
}
