//! Imitating the exact player: cross-entropy to the moves that keep the value.

use super::fit::{Evaluation, Objective};
use crate::feature::Situation;
use crate::game::Placement;

/// Decisions with the moves that a teacher plays.
#[derive(Clone, Debug, Default)]
pub struct Imitation {
    /// What is seen at each decision.
    pub situations: Vec<Situation>,
    /// `rows[s]..rows[s + 1]` are the rows of decision `s`.
    pub rows: Vec<u32>,
    /// Where the move of each row begins and ends.
    pub placements: Vec<Placement>,
    /// The teacher's probability of each row.
    pub targets: Vec<f64>,
    /// How much each decision counts; they sum to 1.
    pub weights: Vec<f64>,
}

impl Imitation {
    /// Adds a decision.
    pub fn push(
        &mut self,
        situation: Situation,
        moves: impl IntoIterator<Item = (Placement, f64)>,
        weight: f64,
    ) {
        if self.rows.is_empty() {
            self.rows.push(0);
        }
        for (placement, target) in moves {
            self.placements.push(placement);
            self.targets.push(target);
        }
        self.rows.push(self.placements.len() as u32);
        self.situations.push(situation);
        self.weights.push(weight);
    }

    /// Makes the weights sum to 1.
    pub fn normalise(&mut self) {
        let sum: f64 = self.weights.iter().sum();
        self.weights.iter_mut().for_each(|w| *w /= sum);
    }

    /// The mean probability of the teacher's moves.
    pub fn hit(&self, odds: &[f64]) -> f64 {
        let of = |s: usize| -> f64 {
            let rows = self.rows[s] as usize..self.rows[s + 1] as usize;
            let kept = rows.filter(|&r| self.targets[r] > 0.0);
            kept.map(|r| odds[r]).sum()
        };
        (0..self.weights.len())
            .map(|s| self.weights[s] * of(s))
            .sum()
    }
}

impl Objective for Imitation {
    fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// The mean log probability of the teacher's moves: the cross-entropy in nats,
    /// negated.
    fn evaluate(&self, odds: &[f64]) -> Evaluation {
        let mut all = Evaluation {
            value: 0.0,
            score: 0.0,
            slopes: vec![0.0; odds.len()],
            weights: self.weights.clone(),
        };
        for (s, &weight) in self.weights.iter().enumerate() {
            let rows = self.rows[s] as usize..self.rows[s + 1] as usize;
            for (row, &odds) in rows.clone().zip(&odds[rows]) {
                let target = self.targets[row];
                if target > 0.0 {
                    all.value += weight * target * libm::log(odds.max(1e-300));
                }
                all.slopes[row] = weight * (target - odds);
            }
        }
        all.score = all.value;
        all
    }
}
