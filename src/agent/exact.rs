//! The exact player.

use super::{Agent, Turn, one_of};
use crate::game::Searchable;
use crate::random::Stream;
use crate::solver::{Limits, Solver, Unsolved};

/// Which of several moves that keep the value is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TiesBetween {
    /// Any, uniformly at random.
    #[default]
    Random,
    /// The first in the order of [`Game::expand`](crate::game::Game::expand).
    First,
}

/// Never gives the exact value away. It knows won, drawn and lost, no more: it
/// does not prefer the shorter win or the larger margin.
pub struct Exact<G: Searchable> {
    solver: Solver<G>,
    game: G,
    memory: usize,
    ties: TiesBetween,
}

impl<G: Searchable> Exact<G> {
    /// The exact player of a game; its table takes at most `memory` bytes.
    ///
    /// # Errors
    /// Play can go on for ever in this game.
    pub fn new(game: G, memory: usize, ties: TiesBetween) -> Result<Self, Unsolved> {
        match game.always_ends() {
            true => Ok(Self::seated(game, memory, ties)),
            false => Err(Unsolved::Endless(game.name())),
        }
    }

    fn seated(game: G, memory: usize, ties: TiesBetween) -> Self {
        Self {
            solver: Solver::new(game.clone(), memory),
            game,
            memory,
            ties,
        }
    }
}

impl<G: Searchable + 'static> Agent<G> for Exact<G> {
    fn name(&self) -> String {
        match self.ties {
            TiesBetween::Random => "exact".into(),
            TiesBetween::First => "exact(ties=first)".into(),
        }
    }

    fn is_deterministic(&self) -> bool {
        self.ties == TiesBetween::First
    }

    fn decide(&mut self, turn: &Turn<'_, G>, rng: &mut Stream) -> Option<usize> {
        if turn.moves.len() == 1 {
            return Some(0);
        }
        let at = &turn.context.position;
        let solved = self
            .solver
            .moves_with_values(at, &Limits::default(), turn.control);
        // Without limits, and in a game that ends, only the control stops it.
        let moves = solved.ok()?;
        let best = moves.iter().map(|m| m.value).max()?;
        let mut kept = (0..moves.len()).filter(|&i| moves[i].value == best);
        match self.ties {
            TiesBetween::Random => one_of(kept, rng),
            TiesBetween::First => kept.next(),
        }
    }

    fn fork(&self) -> Box<dyn Agent<G>> {
        Box::new(Self::seated(self.game.clone(), self.memory, self.ties))
    }
}
