//! The positions that are judged: all of E, or a sample of it.

use rand_distr::Distribution as _;
use rand_distr::weighted::WeightedAliasIndex;

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
    /// The share of moves that keep the margin, and the mean regret of uniform
    /// choice, where the game counts points.
    pub margin_chance: Option<[f64; 2]>,
    /// Whether they were drawn, so that another draw would differ.
    pub drawn: bool,
    /// The questions that the moves of these positions ask, each once and
    /// ascending, with the weight of the position reached.
    pub questions: Vec<(usize, f64)>,
}

impl Sample {
    /// All of E of a whole game, or a sample drawn by the weighting from the
    /// stream of `seed`. `None` if E has no weight, or the ground is not the
    /// whole game, so that weights are not known.
    pub fn new<G: Game>(
        ground: &Ground<G>,
        which: Positions,
        weighting: Weighting,
        seed: u64,
    ) -> Option<Self> {
        let visits = &ground.uniform()?.visits;
        let weight = |i: u32| match weighting {
            Weighting::Positions => 1.0,
            Weighting::Visits => visits[i as usize],
        };
        let all: Vec<f64> = ground.set.iter().map(|&i| weight(i)).collect();
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
        let mut questions: Vec<(usize, f64)> = positions
            .iter()
            .flat_map(|&i| ground.graph.edges(i as usize))
            .map(|edge| ground.question(edge))
            .map(|q| (q, weight(ground.questions()[q].0)))
            .collect();
        questions.sort_unstable_by_key(|q| q.0);
        questions.dedup_by_key(|q| q.0);
        let drawn = which != Positions::All;
        Self::of(ground, weighting, (positions, weights), drawn, questions)
    }

    /// Positions with their weights; `None` if there is none.
    pub(super) fn of<G: Game>(
        ground: &Ground<G>,
        weighting: Weighting,
        (positions, weights): (Vec<u32>, Vec<f64>),
        drawn: bool,
        questions: Vec<(usize, f64)>,
    ) -> Option<Self> {
        if positions.is_empty() {
            return None;
        }
        let total: f64 = weights.iter().sum();
        let mean = |of: &dyn Fn(usize) -> f64| {
            let pairs = positions.iter().zip(&weights);
            pairs.map(|(&i, w)| w * of(i as usize)).sum::<f64>() / total
        };
        let margin = |part: usize| {
            mean(&|i| {
                ground
                    .margin_chance_at(i)
                    .map_or(0.0, |chances| chances[part])
            })
        };
        Some(Self {
            weighting,
            chance: mean(&|i| ground.chance_at(i)),
            margin_chance: ground.margins.is_some().then(|| [0, 1].map(margin)),
            positions,
            weights,
            drawn,
            questions,
        })
    }
}
