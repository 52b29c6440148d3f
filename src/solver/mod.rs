//! Exact values: alpha-beta search for one position, backward induction for all
//! positions that a start leads to, and retrograde analysis where play can go on
//! for ever.
//!
//! The solver judges everything else, so it is tested like a judge: against
//! plain minimax on every position of small games.
//!
//! ```
//! use sowlab::game::kalah::{Capture, End, Kalah};
//! use sowlab::prelude::*;
//! use sowlab::solver::{Limits, Solver};
//!
//! let game: Kalah<u64> = Kalah::new(4, 2, Capture::Empty, End::Either)?;
//! let mut solver = Solver::new(game.clone(), 1 << 20);
//! let solved = solver.solve(&game.initial(), &Limits::default(), &Control::new())?;
//! assert_eq!((solved.value, solved.margin), (Value::Win, Some(6)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In a game that counts points two questions have exact answers: who wins, and
//! by how much. Where a larger margin always decides
//! ([`Scored::margin_decides`](crate::game::Scored::margin_decides)) one search
//! answers both; elsewhere play for the margin may give the win away, and each
//! has its own search.

mod backward;
mod cyclic;
mod engine;
mod objective;
mod perft;
mod proof;
mod question;
pub mod reply;
pub mod retrograde;
mod search;
mod transposition;

use std::sync::Arc;
use std::time::{Duration, Instant};

pub use backward::{margin_table, table, worth};
pub use perft::{divide, perft};
pub use question::Worth;

use cyclic::Cyclic;
use engine::Engine;
use objective::{Margin, WhoWins};
use question::{Budget, Run};
use retrograde::Layers;

use crate::control::Control;
use crate::game::{Player, Searchable, Value};
use crate::parallel::Pool;

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
    /// Play can go on for ever, and there are too many positions to work
    /// through them all.
    #[error("{game} has too many positions to work through them all ({positions} met)")]
    TooLarge {
        /// The game.
        game: String,
        /// How many there are, or were met.
        positions: u64,
    },
    /// A position that the game's own list of positions does not have.
    #[error("the position is not one of those of {0}")]
    Unknown(String),
}

/// The value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// What it is worth to the side to move.
    pub value: Value,
    /// The final margin for the side to move if both play for the margin, where
    /// the game counts points and the solver was asked for them.
    pub margin: Option<i16>,
    /// In a game that can go on for ever: the plies to the end if one side wins,
    /// the winner hurrying and the loser delaying.
    pub plies: Option<u16>,
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
    /// The final margin for the side that plays it, as in [`Solved`].
    pub margin: Option<i16>,
    /// The plies to the end, this move included, as in [`Solved`].
    pub plies: Option<u16>,
}

/// How much an analysis tells of the moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// Nothing: only the value and a line of best play.
    Value,
    /// Which moves are best. Cheaper than how good the others are.
    Optimal,
    /// The exact value of every move.
    #[default]
    Moves,
}

/// Everything that `solve` tells of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis<G: Searchable> {
    /// What it is worth to the side to move.
    pub value: Value,
    /// As in [`Solved`].
    pub margin: Option<i16>,
    /// As in [`Solved`].
    pub plies: Option<u16>,
    /// A line of best play to the end of the game, for the margin if that was
    /// asked for: at every ply the first move, in the order of
    /// [`Game::expand`](crate::game::Game::expand), that keeps it. Where play can
    /// go on for ever, the winner hurries and the loser delays; if nobody wins
    /// the line may end where it comes back to itself.
    pub line: Vec<G::Move>,
    /// The moves that keep the value; not with [`Detail::Value`].
    pub optimal: Option<Vec<G::Move>>,
    /// The moves that keep the margin, where there is one; not with
    /// [`Detail::Value`].
    pub optimal_margin: Option<Vec<G::Move>>,
    /// Every legal move with its value, with [`Detail::Moves`].
    pub moves: Option<Vec<MoveValue<G>>>,
    /// As in [`Solved`].
    pub nodes: u64,
}

/// Solves positions of one game. What it has proved stays in its tables, so
/// related questions are cheap.
pub struct Solver<G: Searchable> {
    game: G,
    /// Whether margins are asked for, and the game has them.
    margins: bool,
    engines: Engines<G>,
}

/// One search for each question that needs one.
struct Engines<G: Searchable> {
    /// The only one, if play can go on for ever.
    cyclic: Option<Cyclic<G>>,
    outcome: Option<Engine<G, WhoWins>>,
    margin: Option<Engine<G, Margin>>,
}

impl<G: Searchable> Engines<G> {
    fn new(game: &G, margins: bool, memory: usize) -> Self {
        if !game.always_ends() {
            return Self {
                cyclic: Some(Cyclic::new(memory)),
                outcome: None,
                margin: None,
            };
        }
        let points = game.margin_bound().is_some();
        let by_margin = points && (margins || game.margin_decides());
        let by_outcome = !(points && game.margin_decides());
        let share = if by_margin && by_outcome { 2 } else { 1 };
        Self {
            cyclic: None,
            outcome: by_outcome.then(|| Engine::new(game, memory / share)),
            margin: by_margin.then(|| Engine::new(game, memory / share)),
        }
    }

    fn nodes(&self) -> u64 {
        let cyclic = self.cyclic.as_ref().map_or(0, |c| c.nodes);
        let outcome = self.outcome.as_ref().map_or(0, Engine::nodes);
        cyclic + outcome + self.margin.as_ref().map_or(0, Engine::nodes)
    }
}

impl<G: Searchable> Solver<G> {
    /// A solver whose tables take at most `memory` bytes. They start small and
    /// grow as needed. In games that count points it answers with margins.
    pub fn new(game: G, memory: usize) -> Self {
        Self::with_margins(game, true, memory)
    }

    /// A solver that asks who wins and not by how much, which can be many times
    /// faster.
    pub fn outcome_only(game: G, memory: usize) -> Self {
        Self::with_margins(game, false, memory)
    }

    fn with_margins(game: G, margins: bool, memory: usize) -> Self {
        Self {
            margins: margins && game.margin_bound().is_some(),
            engines: Engines::new(&game, margins, memory),
            game,
        }
    }

    /// The same solver, searching one position with so many threads (0 = as many
    /// as the machine has) where its names are short enough for a table that
    /// threads can share. Values, moves and lines are the same as with one
    /// thread; the count of nodes, which depends on the clock, is not.
    pub fn with_threads(mut self, threads: usize) -> Self {
        let pool = Arc::new(Pool::new(threads));
        if let Some(engine) = &mut self.engines.outcome {
            engine.share_work(Arc::clone(&pool));
        }
        if let Some(engine) = &mut self.engines.margin {
            engine.share_work(pool);
        }
        self
    }

    /// A solver that, where play can go on for ever, proves or disproves that a
    /// side can force a win, by proof-number search on top of `endgames`, instead
    /// of working out every position. It then knows plies only in the endgames,
    /// and has no line of play. In games that always end it changes nothing.
    pub fn by_proof(mut self, endgames: Option<Arc<Layers<G>>>) -> Self {
        if let Some(cyclic) = &mut self.engines.cyclic {
            cyclic.prove(endgames);
        }
        self
    }

    /// Where play can go on for ever, works everything out now, so that every
    /// [`Solver::fork`] shares it.
    ///
    /// # Errors
    /// As those of every later question: see [`Unsolved`].
    pub fn prepare(&mut self, limits: &Limits, control: &Control) -> Result<(), Unsolved> {
        match &mut self.engines.cyclic {
            Some(cyclic) => {
                cyclic.ask();
                cyclic.prepare(&self.game, limits, control)
            }
            None => Ok(()),
        }
    }

    /// A solver of the same game for another thread. It shares what is worked out
    /// where play can go on for ever; elsewhere it begins with empty tables.
    pub fn fork(&self, memory: usize) -> Self {
        let mut engines = Engines::new(&self.game, self.margins, memory);
        engines.cyclic = self.engines.cyclic.as_ref().map(|c| c.share(memory));
        Self {
            game: self.game.clone(),
            margins: self.margins,
            engines,
        }
    }

    /// Where a question to a solver [by proof](Self::by_proof) was not answered: a
    /// side that was shown unable to force a win, if one was.
    pub fn cannot_win(&self) -> Option<Player> {
        self.engines.cyclic.as_ref()?.cannot_win()
    }

    /// The bytes that the tables take now.
    pub fn table_bytes(&self) -> usize {
        let cyclic = self.engines.cyclic.as_ref().map_or(0, Cyclic::bytes);
        let outcome = self.engines.outcome.as_ref().map_or(0, Engine::bytes);
        cyclic + outcome + self.engines.margin.as_ref().map_or(0, Engine::bytes)
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
        if let Some(cyclic) = &mut self.engines.cyclic {
            cyclic.ask();
            let before = cyclic.nodes;
            let verdict = cyclic.verdict(&self.game, position, limits, control)?;
            return Ok(Solved {
                value: verdict.value,
                margin: None,
                plies: verdict.plies,
                nodes: cyclic.nodes - before,
            });
        }
        let (worth, nodes) = self.ask(limits, control, |run| run.worth(position, None))?;
        Ok(Solved {
            value: worth.value,
            margin: worth.margin,
            plies: None,
            nodes,
        })
    }

    /// The value with a line of best play and, if asked for, the best moves or
    /// the value of every move: one question under one limit.
    ///
    /// # Errors
    /// See [`Unsolved`].
    pub fn analyse(
        &mut self,
        position: &G::Position,
        detail: Detail,
        limits: &Limits,
        control: &Control,
    ) -> Result<Analysis<G>, Unsolved> {
        if let Some(cyclic) = &mut self.engines.cyclic {
            cyclic.ask();
            return cyclic.analysis(&self.game, position, detail, limits, control);
        }
        let (mut analysis, nodes) =
            self.ask(limits, control, |run| run.analysis(position, detail))?;
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
        if let Some(cyclic) = &mut self.engines.cyclic {
            cyclic.ask();
            return cyclic.moves(&self.game, position, limits, control);
        }
        let moves = self.ask(limits, control, |run| run.moves(position, None));
        Ok(moves?.0)
    }

    fn ask<T>(
        &mut self,
        limits: &Limits,
        control: &Control,
        question: impl FnOnce(&mut Run<'_, G>) -> Result<T, Unsolved>,
    ) -> Result<(T, u64), Unsolved> {
        let before = self.engines.nodes();
        let answer = question(&mut Run {
            game: &self.game,
            margins: self.margins,
            engines: &mut self.engines,
            budget: Budget {
                limits,
                control,
                before,
                begun: Instant::now(),
            },
        })?;
        Ok((answer, self.engines.nodes() - before))
    }
}
