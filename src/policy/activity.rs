//! What a feature set says of each move of a position.

use super::features::softmax;
use crate::feature::{Compiled, FeatureSet, Situation};
use crate::game::Placement;

/// What a set says of one move.
#[derive(Clone, Debug, PartialEq)]
pub struct Activity {
    /// The numbers of the active features of the mover, ascending.
    pub active: Vec<u32>,
    /// Their weights.
    pub weights: Vec<f32>,
    /// The sum of the weights, added in the order of the numbers.
    pub logit: f32,
    /// The probability of the move: softmax of all sums, temperature 1.
    pub probability: f64,
}

/// What a set, compiled for a board, says of the moves of a situation. Features
/// that were left out by a threshold when it was compiled are not seen.
pub fn activities(
    set: &FeatureSet,
    compiled: &Compiled,
    situation: &Situation,
    moves: &[Placement],
) -> Vec<Activity> {
    let matcher = compiled.at(situation);
    let side = compiled.side(situation.mover);
    let weight = |&number: &u32| {
        let weighted = set.features.get(number as usize);
        weighted.and_then(|f| f.weights[situation.mover.index()])
    };
    let found: Vec<(Vec<u32>, f32)> = moves
        .iter()
        .map(|&mv| {
            let active = matcher.active(mv);
            (side.numbers(&active), side.logit(&active))
        })
        .collect();
    let logits: Vec<f32> = found.iter().map(|f| f.1).collect();
    let activity = |((active, logit), probability): ((Vec<u32>, f32), f64)| Activity {
        weights: active.iter().filter_map(weight).collect(),
        active,
        logit,
        probability,
    };
    found
        .into_iter()
        .zip(softmax(&logits))
        .map(activity)
        .collect()
}
