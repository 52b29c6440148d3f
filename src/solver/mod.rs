//! Exact values: alpha-beta search for one position, and backward induction
//! for all positions that a start leads to.
//!
//! The solver judges everything else, so it is tested like a judge: against
//! plain minimax on every position of small games.
//!
//! ```
//! use sowlab::prelude::*;
//! use sowlab::solver::{Limits, Solver};
//!
//! let game: Sowing<1> = Sowing::uniform(6, 2, Player::One)?;
//! let mut solver = Solver::new(game.clone(), 1 << 20);
//! let solved = solver.solve(&game.initial(), &Limits::default(), &Control::new())?;
//! assert_eq!(solved.value, Value::Win);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod backward;
mod objective;
mod perft;
pub mod reply;
mod search;
mod transposition;

use std::time::{Duration, Instant};

pub use backward::{margin_table, table, worth};
pub use perft::{divide, perft};

use objective::{WhoWins, value};
use search::{Packed, Search, Whole};

use crate::control::Control;
use crate::game::{Searchable, Value};

/// How much work a question may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Nodes searched, looked at now and then: a few more may be.
    pub nodes: Option<u64>,
    /// Time on the clock.
    pub time: Option<Duration>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    /// The limit of nodes was reached.
    #[error("not solved within {0} nodes")]
    Nodes(u64),
    /// The limit of time was reached.
    #[error("not solved within {} s", .0.as_secs_f64())]
    Time(Duration),
    /// The caller stopped the search.
    #[error("stopped: not solved after {0} nodes")]
    Stopped(u64),
    /// Alpha-beta needs a game in which every line of play ends.
    #[error("play can go on for ever in {0}: this solver is for games that always end")]
    Endless(String),
}

/// The value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// What it is worth to the side to move.
    pub value: Value,
    /// Positions whose moves had to be listed; fewer where earlier questions to
    /// the same solver help.
    pub nodes: u64,
}

/// The value of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveValue<G: Searchable> {
    /// The move.
    pub mv: G::Move,
    /// The position after it.
    pub position: G::Position,
    /// What the move is worth to the side that plays it.
    pub value: Value,
}

/// Everything that `solve` tells of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis<G: Searchable> {
    /// What it is worth to the side to move.
    pub value: Value,
    /// A line of best play to the end of the game: at every ply the first move,
    /// in the order of [`Game::expand`](crate::game::Game::expand), that keeps
    /// the value.
    pub line: Vec<G::Move>,
    /// Every legal move with its value, where asked for.
    pub moves: Option<Vec<MoveValue<G>>>,
    /// As in [`Solved`].
    pub nodes: u64,
}

/// Solves positions of one game. What it has proved stays in its table, so
/// related questions are cheap.
pub struct Solver<G: Searchable> {
    game: G,
    bytes: usize,
    engine: Engine<G>,
}

/// The game says which positions have a name of 64 bits; others are kept whole.
enum Engine<G: Searchable> {
    Packed(Search<G, Packed, WhoWins>),
    Whole(Search<G, Whole<G::Position>, WhoWins>),
}

impl<G: Searchable> Engine<G> {
    fn new(packed: bool, bytes: usize) -> Self {
        if packed {
            Engine::Packed(Search::new(WhoWins, bytes))
        } else {
            Engine::Whole(Search::new(WhoWins, bytes))
        }
    }

    fn nodes(&self) -> u64 {
        match self {
            Engine::Packed(search) => search.nodes,
            Engine::Whole(search) => search.nodes,
        }
    }
}

impl<G: Searchable> Solver<G> {
    /// A solver whose table takes at most `memory` bytes. It starts small and
    /// grows as needed.
    pub fn new(game: G, memory: usize) -> Self {
        let packed = game.packs(&game.canonical(&game.initial()));
        Self {
            engine: Engine::new(packed, memory),
            bytes: memory,
            game,
        }
    }

    /// The bytes that the table takes now.
    pub fn table_bytes(&self) -> usize {
        match &self.engine {
            Engine::Packed(search) => search.table.bytes(),
            Engine::Whole(search) => search.table.bytes(),
        }
    }

    /// The exact value of a position for its side to move.
    ///
    /// # Errors
    /// See [`Unsolved`].
    pub fn solve(
        &mut self,
        position: &G::Position,
        limits: &Limits,
        control: &Control,
    ) -> Result<Solved, Unsolved> {
        self.ask(limits, control, |run| run.value(position))
            .map(|(value, nodes)| Solved { value, nodes })
    }

    /// The value with a line of best play and, if asked for, the exact value of
    /// every move: one question under one limit.
    ///
    /// # Errors
    /// See [`Unsolved`].
    pub fn analyse(
        &mut self,
        position: &G::Position,
        every_move: bool,
        limits: &Limits,
        control: &Control,
    ) -> Result<Analysis<G>, Unsolved> {
        let (mut analysis, nodes) = self.ask(limits, control, |run| {
            let value = run.value(position)?;
            let line = run.line(position, value)?;
            let moves = every_move.then(|| run.moves(position)).transpose()?;
            Ok(Analysis {
                value,
                line,
                moves,
                nodes: 0,
            })
        })?;
        analysis.nodes = nodes;
        Ok(analysis)
    }

    /// Every legal move with its exact value, in the order of
    /// [`Game::expand`](crate::game::Game::expand).
    ///
    /// # Errors
    /// See [`Unsolved`].
    pub fn moves_with_values(
        &mut self,
        position: &G::Position,
        limits: &Limits,
        control: &Control,
    ) -> Result<Vec<MoveValue<G>>, Unsolved> {
        let moves = self.ask(limits, control, |run| run.moves(position));
        Ok(moves?.0)
    }

    fn ask<T>(
        &mut self,
        limits: &Limits,
        control: &Control,
        question: impl FnOnce(&mut Run<'_, G>) -> Result<T, Unsolved>,
    ) -> Result<(T, u64), Unsolved> {
        if !self.game.always_ends() {
            return Err(Unsolved::Endless(self.game.name()));
        }
        let before = self.engine.nodes();
        let mut run = Run {
            solver: self,
            limits,
            control,
            before,
            begun: Instant::now(),
        };
        let answer = question(&mut run)?;
        Ok((answer, self.engine.nodes() - before))
    }
}

/// One question and its budget.
struct Run<'a, G: Searchable> {
    solver: &'a mut Solver<G>,
    limits: &'a Limits,
    control: &'a Control,
    before: u64,
    begun: Instant,
}

impl<G: Searchable> Run<'_, G> {
    fn value(&mut self, position: &G::Position) -> Result<Value, Unsolved> {
        let Solver {
            game,
            bytes,
            engine,
        } = &mut *self.solver;
        let packed = game.packs(&game.canonical(position));
        if packed != matches!(engine, Engine::Packed(_)) {
            let nodes = engine.nodes();
            *engine = Engine::new(packed, *bytes);
            match engine {
                Engine::Packed(search) => search.nodes = nodes,
                Engine::Whole(search) => search.nodes = nodes,
            }
        }
        let mut why = None;
        let stop = |nodes: u64| {
            let nodes = nodes - self.before;
            why = if self.control.stopped() {
                Some(Unsolved::Stopped(nodes))
            } else if let Some(most) = self.limits.nodes.filter(|&n| nodes > n) {
                Some(Unsolved::Nodes(most))
            } else {
                let late = |t: &Duration| self.begun.elapsed() > *t;
                self.limits.time.filter(late).map(Unsolved::Time)
            };
            why.is_some()
        };
        let score = match engine {
            Engine::Packed(search) => search.run(game, position, stop),
            Engine::Whole(search) => search.run(game, position, stop),
        };
        match score {
            Some(score) => Ok(value(score)),
            None => Err(why.unwrap_or(Unsolved::Stopped(engine.nodes() - self.before))),
        }
    }

    /// The move with the value for the side that plays it.
    fn play(&mut self, from: &G::Position, mv: G::Move) -> Result<MoveValue<G>, Unsolved> {
        let game = &self.solver.game;
        let position = game.play(from, mv);
        let again = game.mover(&position) == game.mover(from);
        let value = self.value(&position)?;
        Ok(MoveValue {
            mv,
            position,
            value: if again { value } else { -value },
        })
    }

    fn moves(&mut self, position: &G::Position) -> Result<Vec<MoveValue<G>>, Unsolved> {
        let mut moves = Vec::new();
        self.solver.game.expand(position, &mut moves);
        moves
            .into_iter()
            .map(|mv| self.play(position, mv))
            .collect()
    }

    fn line(&mut self, from: &G::Position, value: Value) -> Result<Vec<G::Move>, Unsolved> {
        let mut at = *from;
        let mut value = value;
        let mut line = Vec::new();
        let mut moves = Vec::new();
        while self.solver.game.expand(&at, &mut moves).is_none() {
            for &mv in &moves {
                let step = self.play(&at, mv)?;
                if step.value == value {
                    let game = &self.solver.game;
                    if game.mover(&step.position) != game.mover(&at) {
                        value = -value;
                    }
                    at = step.position;
                    line.push(mv);
                    break;
                }
            }
        }
        Ok(line)
    }
}
