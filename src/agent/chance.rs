//! Playing by a policy.

use super::{Agent, Turn};
use crate::game::Game;
use crate::policy::Policy;
use crate::random::Stream;

/// Draws its moves from a policy: `random` from the uniform one, `greedy(...)`
/// from a rule of thumb.
#[derive(Clone, Debug)]
pub struct Chance<P> {
    name: &'static str,
    policy: P,
}

impl<P> Chance<P> {
    /// The player who follows this policy, under the policy's name.
    pub fn new(policy: P) -> Self {
        Self { name: "", policy }
    }

    /// The player who follows this policy under another name.
    pub fn named(name: &'static str, policy: P) -> Self {
        Self { name, policy }
    }
}

impl<G: Game, P: Policy<G> + Clone + 'static> Agent<G> for Chance<P> {
    fn name(&self) -> String {
        match self.name {
            "" => self.policy.name(),
            name => name.into(),
        }
    }

    fn is_deterministic(&self) -> bool {
        false
    }

    fn decide(&mut self, turn: &Turn<'_, G>, rng: &mut Stream) -> Option<usize> {
        let game = &turn.referee.game;
        Some(self.policy.choose(game, turn.context, turn.moves, rng))
    }

    fn fork(&self) -> Box<dyn Agent<G>> {
        Box::new(self.clone())
    }
}
