//! The exact player.

use super::{Agent, Turn, one_of};
use crate::control::Control;
use crate::game::{Searchable, Value};
use crate::random::Stream;
use crate::solver::{Limits, MoveValue, Solver, Unsolved};

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
/// does not prefer the larger margin, nor the shorter win, but where play can go
/// on for ever it takes a shortest one.
pub struct Exact<G: Searchable> {
    solver: Solver<G>,
    memory: usize,
    ties: TiesBetween,
}

impl<G: Searchable> Exact<G> {
    /// The exact player of a game; its table takes at most `memory` bytes. Where
    /// play can go on for ever everything is worked out now.
    ///
    /// # Errors
    /// Play can go on for ever and there are too many positions, or the caller
    /// stopped it.
    pub fn new(
        game: G,
        memory: usize,
        ties: TiesBetween,
        control: &Control,
    ) -> Result<Self, Unsolved> {
        let mut solver = Solver::new(game, memory);
        solver.prepare(&Limits::default(), control)?;
        Ok(Self {
            solver,
            memory,
            ties,
        })
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
        // Without limits only the control stops it, and the size of a game that
        // can go on for ever.
        let moves = solved.ok()?;
        let best = moves.iter().map(|m| m.value).max()?;
        let best_moves = moves.iter().filter(|m| m.value == best);
        let soonest = best_moves.filter_map(|m| m.plies).min();
        // A win that may be kept for ever must come nearer.
        let hurry = soonest.filter(|_| best == Value::Win);
        let kept = |m: &MoveValue<G>| m.value == best && (hurry.is_none() || m.plies == hurry);
        let mut kept = (0..moves.len()).filter(|&i| kept(&moves[i]));
        match self.ties {
            TiesBetween::Random => one_of(kept, rng),
            TiesBetween::First => kept.next(),
        }
    }

    fn fork(&self) -> Box<dyn Agent<G>> {
        Box::new(Self {
            solver: self.solver.fork(self.memory),
            memory: self.memory,
            ties: self.ties,
        })
    }
}
