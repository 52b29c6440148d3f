//! Playing by weighted features: softmax of the summed weights of the features
//! that are active for each move.

use std::sync::Arc;

use super::Policy;
use super::choices::Choices;
use crate::feature::{CompileError, Compiled, FeatureSet, Ground, Side, Situation};
use crate::game::{Context, OnBoard, Outcome, Placement, Player};
use crate::random::Stream;

/// Features whose weight is nearer to zero than this are skipped in play.
pub const PLAYOUT_THRESHOLD: f32 = 0.001;

/// How sums of weights become probabilities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Weighing {
    /// Softmax of the sums divided by a temperature above 0; with probability
    /// `epsilon` any move, each equally likely.
    Softmax {
        /// The temperature.
        temperature: f64,
        /// The probability of a uniform move.
        epsilon: f64,
    },
    /// Uniform over the moves of the largest sum, but with probability `epsilon`
    /// any move.
    Greedy {
        /// The probability of a uniform move.
        epsilon: f64,
    },
}

/// The probabilities of moves with these sums of weights: differences from the
/// maximum and exponentials as Ludii takes them.
pub fn softmax(logits: &[f32]) -> Vec<f64> {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let powers = logits.iter().map(|l| libm::exp(f64::from(l - most)));
    let powers: Vec<f64> = powers.collect();
    let sum: f64 = powers.iter().sum();
    powers.iter().map(|p| p / sum).collect()
}

/// A player with at most so many groups of features has the powers of all their
/// sums in a table.
const MOST_TABLED: usize = 12;

/// Moves up to this number need no memory.
const USUAL_MOVES: usize = 32;

/// Beyond this a power of e is no longer safe to sum.
const LARGEST_POWER: f64 = 600.0;

/// Uniform play bent by weighted features.
#[derive(Clone, Debug)]
pub struct Features {
    name: String,
    compiled: Arc<Compiled>,
    set_up: Placement,
    reactive: bool,
    weighing: Weighing,
    /// For each player and set of active groups the weight of a move (a power of e,
    /// or where the largest is to be found the sum itself), if there are few.
    tables: [Arc<[f64]>; 2],
    /// The number of features of each player.
    counts: [usize; 2],
    /// The choices of a small game, all worked out.
    choices: Option<Arc<Choices>>,
}

impl PartialEq for Features {
    /// The name says it all.
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Features {}

impl Features {
    /// A policy for a game's board, under a name of the catalog's grammar.
    ///
    /// # Errors
    /// A feature means nothing on this game.
    pub fn new(
        name: String,
        set: &FeatureSet,
        ground: &Ground,
        weighing: Weighing,
    ) -> Result<Self, CompileError> {
        let compiled = Compiled::new(set, ground, PLAYOUT_THRESHOLD)?;
        let table = |player| table(compiled.side(player), weighing);
        Ok(Self {
            name,
            tables: [table(Player::One), table(Player::Two)],
            set_up: ground.set_up,
            reactive: [Player::One, Player::Two]
                .iter()
                .any(|&p| set.is_reactive(p)),
            weighing,
            counts: [Player::One, Player::Two].map(|p| set.of(p).count()),
            choices: None,
            compiled: Arc::new(compiled),
        })
    }

    /// The same policy with every choice worked out beforehand, if the game and its
    /// board are small: it then plays two to three times as fast.
    pub fn tabulated<G: OnBoard>(mut self, game: &G) -> Self {
        self.choices = Choices::new(game, &self).map(Arc::new);
        self
    }

    /// Whether every choice is worked out.
    pub fn is_tabulated(&self) -> bool {
        self.choices.is_some()
    }

    /// The number of features of a player.
    pub fn count(&self, player: Player) -> usize {
        self.counts[player.index()]
    }

    /// The name that it was given.
    pub fn full_name(&self) -> &str {
        &self.name
    }

    /// What the features see.
    #[inline]
    pub(super) fn situation<G: OnBoard>(&self, game: &G, context: &Context<G>) -> Situation {
        Situation::of(game, context, self.set_up)
    }

    /// Writes the weight of every move, which need not sum to 1, and answers their
    /// sum.
    #[inline(always)]
    pub(super) fn weigh<G: OnBoard>(
        &self,
        game: &G,
        context: &Context<G>,
        moves: &[G::Move],
        weights: &mut [f64],
    ) -> f64 {
        let situation = self.situation(game, context);
        let matcher = self.compiled.at(&situation);
        let player = situation.mover;
        let places = moves.iter().map(|&mv| game.placement(player, mv));
        let table = &self.tables[player.index()];
        if let Some(last) = table.len().checked_sub(1) {
            // Its length is a power of two.
            for (weight, at) in weights.iter_mut().zip(places) {
                *weight = table[matcher.active_word(at) as usize & last];
            }
        } else {
            for (weight, at) in weights.iter_mut().zip(places) {
                *weight = self.weighing.scaled(matcher.sum(at));
            }
            if let Weighing::Softmax { .. } = self.weighing {
                let most = largest(weights);
                for weight in weights.iter_mut() {
                    *weight = libm::exp(*weight - most);
                }
            }
        }
        let uniform = |epsilon: f64, sum: f64| epsilon * sum / moves.len() as f64;
        match self.weighing {
            Weighing::Softmax { epsilon, .. } => {
                let sum = weights.iter().sum();
                if epsilon > 0.0 {
                    let share = uniform(epsilon, sum);
                    for weight in weights.iter_mut() {
                        *weight = (1.0 - epsilon) * *weight + share;
                    }
                }
                sum
            }
            Weighing::Greedy { epsilon } => {
                let most = largest(weights);
                let best = weights.iter().filter(|w| **w == most).count() as f64;
                let share = uniform(epsilon, best);
                for weight in weights.iter_mut() {
                    *weight = (1.0 - epsilon) * f64::from(*weight == most) + share;
                }
                best
            }
        }
    }
}

fn largest(weights: &[f64]) -> f64 {
    weights.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

impl Weighing {
    /// A sum of weights in units of the temperature.
    fn scaled(self, sum: f32) -> f64 {
        match self {
            Weighing::Greedy { .. } => f64::from(sum),
            Weighing::Softmax { temperature, .. } => f64::from(sum) / temperature,
        }
    }
}

/// The worth of a move for every set of active groups, if there are few and none
/// is too much for a power of e.
fn table(side: &Side, weighing: Weighing) -> Arc<[f64]> {
    if side.groups().len() > MOST_TABLED {
        return Arc::new([]);
    }
    let sets = 0..1u64 << side.groups().len();
    let scaled = sets.map(|set| weighing.scaled(side.logit_of_word(set)));
    let mut table: Vec<f64> = scaled.collect();
    if let Weighing::Softmax { .. } = weighing {
        if table.iter().any(|x| x.abs() > LARGEST_POWER) {
            return Arc::new([]);
        }
        table.iter_mut().for_each(|x| *x = libm::exp(*x));
    }
    table.into()
}

impl<G: OnBoard> Policy<G> for Features {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn uses_last_move(&self) -> bool {
        self.reactive
    }

    fn probabilities(&self, game: &G, context: &Context<G>, moves: &[G::Move], out: &mut Vec<f64>) {
        out.clear();
        out.resize(moves.len(), 0.0);
        let sum = self.weigh(game, context, moves, out);
        for weight in out.iter_mut() {
            *weight /= sum;
        }
    }

    #[inline]
    fn choose(&self, game: &G, context: &Context<G>, moves: &[G::Move], rng: &mut Stream) -> usize {
        if moves.len() == 1 {
            return 0;
        }
        let mut usual = [0.0; USUAL_MOVES];
        let mut many = Vec::new();
        let weights = match usual.get_mut(..moves.len()) {
            Some(weights) => weights,
            None => {
                many.resize(moves.len(), 0.0);
                &mut many[..]
            }
        };
        let sum = self.weigh(game, context, moves, weights);
        let drawn = f64::from(rng.bits());
        let mut bounds = bounds(weights, sum);
        let found = bounds.position(|bound| drawn < bound);
        found.unwrap_or_else(|| weights.iter().rposition(|w| *w > 0.0).unwrap_or(0))
    }

    #[inline]
    fn draw(
        &self,
        game: &G,
        context: &Context<G>,
        moves: &mut Vec<G::Move>,
        rng: &mut Stream,
    ) -> Result<G::Move, Outcome> {
        if let Some(choices) = &self.choices {
            let situation = self.situation(game, context);
            if let Some(bounds) = choices.find(&situation) {
                return game.pick(&context.position, moves, |count| match count {
                    1 => 0,
                    _ => bounds.chosen(rng.bits(), count),
                });
            }
        }
        match game.expand(&context.position, moves) {
            Some(outcome) => Err(outcome),
            None => Ok(moves[self.choose(game, context, moves, rng)]),
        }
    }
}

/// Numbers from 0 to 2^32: a draw of 32 bits chooses the first move whose number is
/// above it.
#[inline(always)]
pub(super) fn bounds(weights: &[f64], sum: f64) -> impl Iterator<Item = f64> + '_ {
    let scale = 4_294_967_296.0 / sum;
    let mut so_far = 0.0;
    weights.iter().map(move |weight| {
        so_far += weight;
        so_far * scale
    })
}
