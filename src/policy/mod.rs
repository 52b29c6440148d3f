//! Policies: a probability over the legal moves.
//!
//! [`Uniform`] is chance, [`Greedy`] a rule of thumb, [`Features`] weighted
//! patterns, and [`Sides`] gives each side its own.

mod activity;
mod choices;
mod features;
mod greedy;
mod sides;

pub use activity::{Activity, activities};
pub use features::{Features, PLAYOUT_THRESHOLD, Weighing, softmax};
pub use greedy::Greedy;
pub use sides::Sides;

use crate::game::{Context, Game, Outcome};
use crate::random::Stream;

/// A way to choose moves at random: a probability for each legal move.
pub trait Policy<G: Game>: Send + Sync {
    /// The name in the catalog's grammar, for manifests.
    fn name(&self) -> String;

    /// Whether the probabilities depend on the last move. Exact distributions
    /// then run over (position, last move).
    fn uses_last_move(&self) -> bool {
        false
    }

    /// Clears `out` and writes the probability of each of `moves`, in order. They
    /// sum to 1. `moves` is not empty.
    fn probabilities(&self, game: &G, context: &Context<G>, moves: &[G::Move], out: &mut Vec<f64>);

    /// The index of one move drawn by the probabilities. Draws nothing where
    /// there is only one.
    fn choose(&self, game: &G, context: &Context<G>, moves: &[G::Move], rng: &mut Stream) -> usize;

    /// The move that [`Policy::choose`] would choose, by the same draws, or the
    /// outcome if the game is over; `moves` is scratch space. For policies that
    /// need not see the list of moves.
    #[inline]
    fn draw(
        &self,
        game: &G,
        context: &Context<G>,
        moves: &mut Vec<G::Move>,
        rng: &mut Stream,
    ) -> Result<G::Move, Outcome> {
        match game.expand(&context.position, moves) {
            Some(outcome) => Err(outcome),
            None => Ok(moves[self.choose(game, context, moves, rng)]),
        }
    }
}

impl<G: Game, P: Policy<G>> Policy<G> for &P {
    fn name(&self) -> String {
        (**self).name()
    }

    fn uses_last_move(&self) -> bool {
        (**self).uses_last_move()
    }

    fn probabilities(&self, game: &G, context: &Context<G>, moves: &[G::Move], out: &mut Vec<f64>) {
        (**self).probabilities(game, context, moves, out);
    }

    #[inline]
    fn choose(&self, game: &G, context: &Context<G>, moves: &[G::Move], rng: &mut Stream) -> usize {
        (**self).choose(game, context, moves, rng)
    }

    #[inline]
    fn draw(
        &self,
        game: &G,
        context: &Context<G>,
        moves: &mut Vec<G::Move>,
        rng: &mut Stream,
    ) -> Result<G::Move, Outcome> {
        (**self).draw(game, context, moves, rng)
    }
}

/// Every legal move is equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<G: Game> Policy<G> for Uniform {
    fn name(&self) -> String {
        "uniform".into()
    }

    fn probabilities(&self, _: &G, _: &Context<G>, moves: &[G::Move], out: &mut Vec<f64>) {
        out.clear();
        out.resize(moves.len(), 1.0 / moves.len() as f64);
    }

    #[inline]
    fn choose(&self, _: &G, _: &Context<G>, moves: &[G::Move], rng: &mut Stream) -> usize {
        one_of(moves.len(), rng)
    }

    #[inline]
    fn draw(
        &self,
        game: &G,
        context: &Context<G>,
        moves: &mut Vec<G::Move>,
        rng: &mut Stream,
    ) -> Result<G::Move, Outcome> {
        game.pick(&context.position, moves, |count| one_of(count, rng))
    }
}

#[inline]
fn one_of(count: usize, rng: &mut Stream) -> usize {
    if count == 1 {
        0
    } else {
        rng.below(count as u32) as usize
    }
}
