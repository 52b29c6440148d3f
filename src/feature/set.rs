//! Weighted features.

use super::Feature;
use crate::game::Player;

/// A feature with what it adds to the logit of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighted {
    /// The feature.
    pub feature: Feature,
    /// Its weight for each player; `None`: not of that player's set.
    pub weights: [Option<f32>; 2],
    /// Of a learned feature: in how many samples it was active.
    pub support: Option<f64>,
    /// Of a learned feature: what the set gains by it.
    pub effect: Option<f64>,
    /// What it is for, in words.
    pub comment: String,
}

impl Weighted {
    /// A feature with its weights and nothing else.
    pub fn new(feature: Feature, weights: [Option<f32>; 2]) -> Self {
        Self {
            feature,
            weights,
            support: None,
            effect: None,
            comment: String::new(),
        }
    }
}

/// A set of weighted features. A feature's number is its place in the list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FeatureSet {
    /// The features with their weights.
    pub features: Vec<Weighted>,
}

impl FeatureSet {
    /// The features of a player with their numbers and weights.
    pub fn of(&self, player: Player) -> impl Iterator<Item = (usize, &Feature, f32)> {
        let weighted = self.features.iter().enumerate();
        weighted.filter_map(move |(number, f)| {
            let weight = f.weights[player.index()]?;
            Some((number, &f.feature, weight))
        })
    }

    /// Whether a feature of a player asks about the last move.
    pub fn is_reactive(&self, player: Player) -> bool {
        self.of(player).any(|(_, feature, _)| feature.is_reactive())
    }
}
