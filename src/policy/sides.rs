//! A policy of its own for each side.

use super::Policy;
use crate::game::{Context, Game, Outcome, Player};
use crate::random::Stream;

/// Each side follows its own policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sides<A, B> {
    /// The game's names of the players.
    players: [&'static str; 2],
    one: A,
    two: B,
}

impl<A, B> Sides<A, B> {
    /// Player one follows `one`, player two `two`.
    pub fn new<G: Game>(game: &G, one: A, two: B) -> Self {
        let players = game.players();
        Self { players, one, two }
    }
}

impl<P> Sides<P, P> {
    /// The policies of player one and two.
    pub fn both(&self) -> [&P; 2] {
        [&self.one, &self.two]
    }
}

impl<G: Game, A: Policy<G>, B: Policy<G>> Policy<G> for Sides<A, B> {
    /// `south=uniform,north=greedy(rule=mobility)`; where both sides follow the
    /// same policy, its name.
    fn name(&self) -> String {
        let ([one, two], [first, second]) = (self.players, [self.one.name(), self.two.name()]);
        match first == second {
            true => first,
            false => format!("{one}={first},{two}={second}"),
        }
    }

    fn uses_last_move(&self) -> bool {
        self.one.uses_last_move() || self.two.uses_last_move()
    }

    fn probabilities(&self, game: &G, context: &Context<G>, moves: &[G::Move], out: &mut Vec<f64>) {
        match game.mover(&context.position) {
            Player::One => self.one.probabilities(game, context, moves, out),
            Player::Two => self.two.probabilities(game, context, moves, out),
        }
    }

    #[inline]
    fn draw(
        &self,
        game: &G,
        context: &Context<G>,
        moves: &mut Vec<G::Move>,
        rng: &mut Stream,
    ) -> Result<G::Move, Outcome> {
        match game.mover(&context.position) {
            Player::One => self.one.draw(game, context, moves, rng),
            Player::Two => self.two.draw(game, context, moves, rng),
        }
    }

    #[inline]
    fn choose(&self, game: &G, context: &Context<G>, moves: &[G::Move], rng: &mut Stream) -> usize {
        match game.mover(&context.position) {
            Player::One => self.one.choose(game, context, moves, rng),
            Player::Two => self.two.choose(game, context, moves, rng),
        }
    }
}
