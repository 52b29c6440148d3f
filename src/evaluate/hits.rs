//! Does the advised move keep the exact value?

use super::play::Choice;
use super::{Ground, Scores, Weighting};
use crate::game::Game;

/// What happened at one position of E.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Decision {
    /// The probability that the move chosen keeps the exact value.
    pub hit: f64,
    /// Whether the advisor had no advice (the move was then uniform over all).
    pub silent: bool,
    /// Whether a position reached by some legal move stands in the database.
    pub seen: bool,
}

/// Judges the choice that follows from `scores` at position `i` of the ground.
/// `seen(q)` tells whether question `q` stands in the database.
pub fn decide<G: Game>(
    ground: &Ground<G>,
    i: usize,
    scores: &Scores,
    choice: Choice,
    seen: impl Fn(usize) -> bool,
) -> Decision {
    let edges = ground.graph.edges(i);
    let score = |e: usize| scores[ground.question(e)];
    let chosen = choice.of(edges.clone().map(score));
    let kept = edges
        .clone()
        .filter(|&e| chosen.takes(score(e)) && ground.keeps(i, e))
        .count();
    Decision {
        hit: kept as f64 / chosen.count as f64,
        silent: chosen.silent,
        seen: edges.into_iter().any(|e| seen(ground.question(e))),
    }
}

/// Means over positions with weights.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HitFigures {
    /// Mean probability of keeping the value.
    pub hit: f64,
    /// Share of decisions without advice.
    pub no_advice: f64,
    /// Hit over the decisions where a candidate stands in the database, if any.
    pub hit_seen: Option<f64>,
    /// Hit over the others, if any.
    pub hit_unseen: Option<f64>,
    /// Share of decisions where a candidate stands in the database.
    pub seen: f64,
}

/// The weighted means of decisions, `weights` beside them.
pub fn mean(decisions: &[Decision], weights: &[f64]) -> HitFigures {
    let mut sums = Sums::default();
    for (d, &w) in decisions.iter().zip(weights) {
        sums.add(*d, w);
    }
    sums.figures()
}

#[derive(Default)]
struct Sums {
    /// By whether a candidate was seen.
    hit: [f64; 2],
    mass: [f64; 2],
    silent: f64,
}

impl Sums {
    fn add(&mut self, d: Decision, weight: f64) {
        self.hit[usize::from(d.seen)] += weight * d.hit;
        self.mass[usize::from(d.seen)] += weight;
        if d.silent {
            self.silent += weight;
        }
    }

    fn figures(&self) -> HitFigures {
        let total = self.mass[0] + self.mass[1];
        if total == 0.0 {
            return HitFigures::default();
        }
        let part = |i: usize| (self.mass[i] > 0.0).then(|| self.hit[i] / self.mass[i]);
        HitFigures {
            hit: (self.hit[0] + self.hit[1]) / total,
            no_advice: self.silent / total,
            hit_seen: part(1),
            hit_unseen: part(0),
            seen: self.mass[1] / total,
        }
    }
}

/// The means of decisions that count alike.
pub fn plain_mean(decisions: impl Iterator<Item = Decision>) -> HitFigures {
    let mut sums = Sums::default();
    decisions.for_each(|d| sums.add(d, 1.0));
    sums.figures()
}

/// The chance level of some positions: the hit rate of uniform choice.
pub fn chance<G: Game>(ground: &Ground<G>, positions: &[u32], weights: &[f64]) -> f64 {
    let total: f64 = weights.iter().sum();
    let pairs = positions.iter().zip(weights);
    pairs
        .map(|(&i, w)| w * ground.chance_at(i as usize))
        .sum::<f64>()
        / total
}

/// How far above chance: 0 = chance, 1 = always right.
pub fn skill(hit: f64, chance: f64) -> f64 {
    (hit - chance) / (1.0 - chance)
}

/// The weights of positions under a weighting.
pub fn weights<G: Game>(ground: &Ground<G>, positions: &[u32], by: Weighting) -> Vec<f64> {
    let weight = |&i: &u32| ground.weight(i as usize, by);
    positions.iter().map(weight).collect()
}
