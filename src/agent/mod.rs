//! Agents: everything that can choose a move.
//!
//! [`Chance`] follows a policy, [`Neighbours`] a database, [`Rollout`] random
//! games, [`AlphaBeta`] a search of limited depth, [`Exact`] the solver. An agent
//! may keep what it has worked out between decisions, but never lets it change
//! one: a decision depends on the position (with its little history) and on the
//! random numbers, so a match is the same for any number of threads.

mod alphabeta;
mod chance;
mod exact;
mod neighbours;
mod rollout;

pub use alphabeta::AlphaBeta;
pub use chance::Chance;
pub use exact::{Exact, TiesBetween};
pub use neighbours::Neighbours;
pub use rollout::Rollout;

use crate::control::Control;
use crate::game::{Context, Game, Referee};
use crate::random::Stream;

/// What an agent sees when it is to move.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a, G: Game> {
    /// The game, with the cap of its length.
    pub referee: &'a Referee<G>,
    /// The position.
    pub context: &'a Context<G>,
    /// The legal moves; at least one.
    pub moves: &'a [G::Move],
    /// Says when nobody waits for the decision any more.
    pub control: &'a Control,
}

/// A player.
pub trait Agent<G: Game>: Send {
    /// The name in the catalog's grammar.
    fn name(&self) -> String;

    /// Whether it always plays the same move in the same position: a second game
    /// between two such agents from the same opening would be the first again.
    fn is_deterministic(&self) -> bool;

    /// The index of the move to play. `None` if the control was stopped before
    /// it was found.
    fn decide(&mut self, turn: &Turn<'_, G>, rng: &mut Stream) -> Option<usize>;

    /// The same player for another thread. What is large and never changes, such
    /// as a database, is shared.
    fn fork(&self) -> Box<dyn Agent<G>>;
}

/// One of the indices, each equally likely; draws nothing where there is one.
fn one_of(indices: impl Iterator<Item = usize> + Clone, rng: &mut Stream) -> Option<usize> {
    let count = indices.clone().count() as u32;
    let at = if count > 1 { rng.below(count) } else { 0 };
    indices.into_iter().nth(at as usize)
}

#[cfg(test)]
mod tests;
