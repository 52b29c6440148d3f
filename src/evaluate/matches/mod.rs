//! Matches: two agents play each opening twice, once with each colour.
//!
//! Such a *pair* of games is the unit of everything that is said with an
//! interval: the colours and the opening weigh alike for both agents.

mod figures;
mod openings;
mod sweep;

pub use figures::{Figure, Unit, figures, over_databases};
pub use openings::{OpeningError, distinct, random_openings};
pub use sweep::{Chair, Sweep, Swept};

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use crate::agent::{Agent, Turn};
use crate::control::Control;
use crate::game::{Context, Ending, Game, Player, Referee};
use crate::parallel::Pool;
use crate::random::{Purpose, Stream};

/// One agent for each thread, all alike.
pub struct Seats<G: Game>(Vec<Mutex<Box<dyn Agent<G>>>>);

impl<G: Game> Seats<G> {
    /// The agent, and as many others like it as the pool has threads.
    pub fn new(agent: Box<dyn Agent<G>>, pool: &Pool) -> Self {
        let more: Vec<_> = (1..pool.threads()).map(|_| agent.fork()).collect();
        let all = std::iter::once(agent).chain(more);
        Self(all.map(Mutex::new).collect())
    }

    /// The agent of a thread.
    pub(super) fn take(&self, thread: usize) -> MutexGuard<'_, Box<dyn Agent<G>>> {
        let seat = &self.0[thread % self.0.len()];
        seat.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// The agent's name.
    pub fn name(&self) -> String {
        self.take(0).name()
    }

    /// Whether the agent always plays alike.
    pub fn is_deterministic(&self) -> bool {
        self.take(0).is_deterministic()
    }
}

/// What is played. Pair number `i` is a function of these fields, the agents and
/// `i` alone.
#[derive(Clone, Copy, Debug)]
pub struct Match<'a, G: Game> {
    /// The game, with the cap of its length.
    pub referee: &'a Referee<G>,
    /// The opening of each pair; none of them is a finished position.
    pub openings: &'a [Context<G>],
    /// The seed of the agents' decisions.
    pub seed: u64,
    /// Which independent repetition of the experiment this is.
    pub replicate: u64,
}

/// A game of a match, as the first agent sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// The number of its pair, which is that of the opening.
    pub pair: usize,
    /// The side of the first agent.
    pub side: Player,
    /// How it ended.
    pub ending: Ending,
    /// Plies played after the opening.
    pub plies: u32,
}

impl PlayedGame {
    /// 1, 0.5 or 0 for the first agent; `None` for a game that was cut short.
    pub fn score(&self) -> Option<f64> {
        match self.ending {
            Ending::Capped => None,
            Ending::Over(outcome) => {
                let value = outcome.value_for(self.side) as i8;
                Some((f64::from(value) + 1.0) / 2.0)
            }
        }
    }

    /// The first agent's points minus the other's, where the game counts any.
    pub fn margin(&self) -> Option<i32> {
        match self.ending {
            Ending::Capped => None,
            Ending::Over(outcome) => {
                let margin = i32::from(outcome.margin?);
                Some(match self.side {
                    Player::One => margin,
                    Player::Two => -margin,
                })
            }
        }
    }
}

/// The games of a match.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// The complete pairs, in order: for each the game in which the first agent
    /// is player one, then the other. Fewer than openings if the control was
    /// stopped.
    pub pairs: Vec<[PlayedGame; 2]>,
    /// Time spent and decisions made by the first and the second agent. Not a
    /// result: it differs from run to run.
    pub clocks: [Clock; 2],
}

/// Time spent on decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// All of it.
    pub time: Duration,
    /// How many decisions.
    pub decisions: u64,
}

impl Clock {
    /// The time of one decision, if there was one.
    pub fn each(&self) -> Option<Duration> {
        let n = u32::try_from(self.decisions).ok().filter(|&n| n > 0)?;
        Some(self.time / n)
    }

    /// Adds the time of another clock.
    pub fn add(&mut self, other: &Clock) {
        self.time += other.time;
        self.decisions += other.decisions;
    }
}

impl<G: Game> Match<'_, G> {
    /// Plays all pairs on the threads of the pool that the seats (which must be two)
    /// were made for.
    /// If `control`, which counts pairs, is stopped, the first of them are
    /// returned.
    pub fn play(
        &self,
        first: &Seats<G>,
        second: &Seats<G>,
        pool: &Pool,
        control: &Control,
    ) -> Played {
        let next = AtomicUsize::new(0);
        let parts = pool.workers(|thread| {
            let mut agents = [first.take(thread), second.take(thread)];
            let mut clocks = [Clock::default(); 2];
            let mut moves = Vec::new();
            let mut pairs = Vec::new();
            while !control.stopped() {
                let number = next.fetch_add(1, Relaxed);
                if number >= self.openings.len() {
                    break;
                }
                let mut play =
                    |side| self.game(number, side, &mut agents, &mut clocks, &mut moves, control);
                let (Some(one), Some(two)) = (play(Player::One), play(Player::Two)) else {
                    break;
                };
                pairs.push([one, two]);
                control.advance(1);
            }
            (pairs, clocks)
        });
        let mut played = Played::default();
        for (pairs, clocks) in parts {
            played.pairs.extend(pairs);
            for (sum, part) in played.clocks.iter_mut().zip(&clocks) {
                sum.add(part);
            }
        }
        played.pairs.sort_unstable_by_key(|pair| pair[0].pair);
        // Up to the first pair that is missing: as if fewer had been asked for.
        let whole = (0..)
            .zip(&played.pairs)
            .take_while(|(i, p)| p[0].pair == *i);
        let whole = whole.count();
        played.pairs.truncate(whole);
        played
    }

    /// One game, the first agent on this side; `None` if the control was stopped.
    fn game(
        &self,
        pair: usize,
        side: Player,
        agents: &mut [MutexGuard<'_, Box<dyn Agent<G>>>; 2],
        clocks: &mut [Clock; 2],
        moves: &mut Vec<G::Move>,
        control: &Control,
    ) -> Option<PlayedGame> {
        // Each agent has a stream of its own, so it draws the same numbers
        // whoever sits opposite.
        let mut streams = [0, 1].map(|agent| {
            let index = ((pair as u64) << 2) | ((side.index() as u64) << 1) | agent;
            Stream::open(self.seed, Purpose::Match, self.replicate, index)
        });
        let start = &self.openings[pair];
        let choose = |context: &Context<G>, legal: &[G::Move]| {
            let mover = self.referee.game.mover(&context.position);
            let agent = usize::from(mover != side);
            let turn = Turn {
                referee: self.referee,
                context,
                moves: legal,
                control,
            };
            let begun = Instant::now();
            let chosen = agents[agent].decide(&turn, &mut streams[agent]);
            clocks[agent].time += begun.elapsed();
            clocks[agent].decisions += 1;
            // An agent from elsewhere may answer anything.
            chosen.filter(|&i| i < legal.len()).ok_or(())
        };
        let played = self
            .referee
            .try_play(start.clone(), moves, choose, |_| ())
            .ok();
        let (last, ending) = played?;
        Some(PlayedGame {
            pair,
            side,
            ending,
            plies: last.ply - start.ply,
        })
    }
}

#[cfg(test)]
mod tests;
