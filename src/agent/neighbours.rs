//! Following the advice of a database.

use std::sync::Arc;

use super::{Agent, Turn, one_of};
use crate::game::{Symmetric, Vectorize};
use crate::knn::{Advisor, BatchError, Choice, Rule, Voters};
use crate::random::Stream;

/// Plays what the nearest neighbours advise, uniformly among the moves that the
/// [`Choice`] takes; where it takes none, uniformly among all.
#[derive(Clone)]
pub struct Neighbours {
    name: String,
    voters: Arc<Voters>,
    rule: Rule,
    choice: Choice,
    hide_exact: bool,
}

impl Neighbours {
    /// The player who asks these voters; the name says where they come from.
    ///
    /// # Errors
    /// The voters have another number of coordinates than the game.
    pub fn new<G: Vectorize>(
        game: &G,
        name: String,
        voters: Arc<Voters>,
        rule: Rule,
        choice: Choice,
        hide_exact: bool,
    ) -> Result<Self, BatchError> {
        if voters.dim() != game.dim() {
            return Err(BatchError::Coordinates {
                queries: game.dim(),
                voters: voters.dim(),
            });
        }
        Ok(Self {
            name,
            voters,
            rule,
            choice,
            hide_exact,
        })
    }
}

impl<G: Vectorize + Symmetric> Agent<G> for Neighbours {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn is_deterministic(&self) -> bool {
        false
    }

    fn decide(&mut self, turn: &Turn<'_, G>, rng: &mut Stream) -> Option<usize> {
        let all = 0..turn.moves.len();
        if turn.control.stopped() {
            return None;
        }
        if all.len() == 1 {
            return Some(0);
        }
        let advisor = Advisor {
            voters: &self.voters,
            rule: self.rule,
            hide_exact: self.hide_exact,
        };
        let game: &G = &turn.referee.game;
        let advice = advisor.advise(game, &turn.context.position);
        let moves = advice.map(|a| a.moves).unwrap_or_default();
        let taken = |i: &usize| {
            moves.get(*i).is_some_and(|m| match self.choice {
                Choice::Best => m.best,
                Choice::Approve => m.approve,
            })
        };
        one_of(all.clone().filter(taken), rng).or_else(|| one_of(all, rng))
    }

    fn fork(&self) -> Box<dyn Agent<G>> {
        Box::new(self.clone())
    }
}
