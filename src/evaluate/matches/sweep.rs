//! One match for each value of an agent's parameter, with one database or many.

use super::{Clock, Figure, Match, Played, Seats, distinct, figures, over_databases};
use crate::agent::Agent;
use crate::control::Control;
use crate::game::{Context, Game, Referee};
use crate::parallel::Pool;

/// Who is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chair {
    /// The agent with value number `i` of its parameter.
    Value(usize),
    /// Its opponent.
    Opponent,
}

/// What is played.
#[derive(Clone, Copy, Debug)]
pub struct Sweep<'a, G: Game> {
    /// The game, with the cap of its length.
    pub referee: &'a Referee<G>,
    /// How many values the parameter takes.
    pub values: usize,
    /// Independent repetitions with databases of their own; `None` if no agent
    /// differs from one to the next: then every value is played once.
    pub replicates: Option<usize>,
    /// The seed of the agents' decisions.
    pub seed: u64,
}

/// What was played.
#[derive(Clone, Debug, Default)]
pub struct Swept {
    /// By value, then by replicate. Every replicate is complete.
    pub matches: Vec<Vec<Played>>,
    /// Complete replicates.
    pub replicates: usize,
    /// Time spent on decisions by each value of the agent and by its opponent.
    pub clocks: Vec<[Clock; 2]>,
    /// For each value, whether the same openings would give the same games again.
    pub repeatable: Vec<bool>,
    /// Whether the control was stopped before everything was played.
    pub interrupted: bool,
}

impl<G: Game> Sweep<'_, G> {
    /// Plays every value from the openings of each replicate, which `openings`
    /// draws, with the agents that `agent` makes for it. If `control`, which
    /// counts pairs, is stopped, complete replicates are returned, or, without
    /// replicates, the values that are complete.
    ///
    /// # Errors
    /// The first error of `openings` or `agent`, if `control` is not stopped.
    pub fn play<E>(
        &self,
        mut openings: impl FnMut(u64) -> Result<Vec<Context<G>>, E>,
        mut agent: impl FnMut(Chair, u64) -> Result<Box<dyn Agent<G>>, E>,
        pool: &Pool,
        control: &Control,
    ) -> Result<Swept, E> {
        let mut swept = Swept {
            matches: vec![Vec::new(); self.values],
            clocks: vec![Default::default(); self.values],
            repeatable: vec![false; self.values],
            ..Swept::default()
        };
        for replicate in 0..self.replicates.unwrap_or(1) as u64 {
            let drawn = openings(replicate);
            let played = drawn.and_then(|drawn| {
                self.replicate(replicate, &drawn, &mut agent, &mut swept, pool, control)
            });
            match played {
                Ok(true) => swept.replicates += 1,
                Err(e) if !control.stopped() => return Err(e),
                _ => {
                    swept.interrupted = true;
                    break;
                }
            }
        }
        if self.replicates.is_some() {
            let complete = swept.replicates;
            swept.matches.iter_mut().for_each(|m| m.truncate(complete));
        }
        Ok(swept)
    }

    /// Plays all values once; whether they are complete.
    fn replicate<E>(
        &self,
        replicate: u64,
        drawn: &[Context<G>],
        agent: &mut impl FnMut(Chair, u64) -> Result<Box<dyn Agent<G>>, E>,
        swept: &mut Swept,
        pool: &Pool,
        control: &Control,
    ) -> Result<bool, E> {
        let unlike = distinct(drawn);
        let opponent = Seats::new(agent(Chair::Opponent, replicate)?, pool);
        for value in 0..self.values {
            let agent = Seats::new(agent(Chair::Value(value), replicate)?, pool);
            let repeatable = agent.is_deterministic() && opponent.is_deterministic();
            let openings = if repeatable { &unlike[..] } else { drawn };
            let play = Match {
                referee: self.referee,
                openings,
                seed: self.seed,
                replicate,
            };
            let played = play.play(&agent, &opponent, pool, control);
            if played.pairs.len() < openings.len() {
                return Ok(false);
            }
            for (sum, clock) in swept.clocks[value].iter_mut().zip(&played.clocks) {
                sum.add(clock);
            }
            swept.repeatable[value] = repeatable;
            swept.matches[value].push(played);
        }
        Ok(true)
    }
}

impl Swept {
    /// The figures of each value, in order, as far as it was played: over the
    /// databases of the replicates, or as those of a match.
    pub fn points<G: Game>(&self, sweep: &Sweep<'_, G>) -> Vec<Vec<Figure>> {
        let game = &sweep.referee.game;
        let played = self.matches.iter().zip(&self.repeatable);
        let figures = |(matches, repeatable): (&Vec<Played>, &bool)| match &matches[..] {
            all if sweep.replicates.is_some() => over_databases(game, all),
            [one, ..] => figures(game, one, *repeatable),
            [] => Vec::new(),
        };
        played.map(figures).take_while(|f| !f.is_empty()).collect()
    }
}
