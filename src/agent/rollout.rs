//! Flat Monte-Carlo: the move after which random games go best.

use super::{Agent, Turn, one_of};
use crate::game::{Context, Ending, Game};
use crate::knn::best;
use crate::policy::{Policy, Uniform};
use crate::random::Stream;

/// Plays `n` uniformly random games after each legal move and takes the move with
/// the best mean result (a win 1, a draw or a capped game 0, a loss -1); equal
/// ones uniformly at random. A forced move is played without any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rollout {
    n: u32,
}

impl Rollout {
    /// The player with this many games for each move.
    pub fn new(n: u32) -> Self {
        Self { n }
    }
}

impl<G: Game> Agent<G> for Rollout {
    fn name(&self) -> String {
        format!("rollout(n={})", self.n)
    }

    fn is_deterministic(&self) -> bool {
        false
    }

    fn decide(&mut self, turn: &Turn<'_, G>, rng: &mut Stream) -> Option<usize> {
        if turn.moves.len() == 1 {
            return Some(0);
        }
        let game = &turn.referee.game;
        let player = game.mover(&turn.context.position);
        let mut scratch = Vec::new();
        let mut results = Vec::with_capacity(turn.moves.len());
        for &mv in turn.moves {
            let reached = Context {
                // The game at hand may be near its cap; these games are not.
                ply: 0,
                ..turn.context.after(game, mv)
            };
            let mut sum = 0i64;
            for _ in 0..self.n {
                if turn.control.stopped() {
                    return None;
                }
                let choose =
                    |at: &Context<G>, legal: &[G::Move]| Uniform.choose(game, at, legal, rng);
                let (_, ending) = turn
                    .referee
                    .play(reached.clone(), &mut scratch, choose, |_| ());
                if let Ending::Over(outcome) = ending {
                    sum += outcome.value_for(player) as i64;
                }
            }
            results.push(sum as f64);
        }
        one_of(best(&results).collect::<Vec<_>>().into_iter(), rng)
    }

    fn fork(&self) -> Box<dyn Agent<G>> {
        Box::new(*self)
    }
}
