//! A learner against a fixed opponent, exactly.

use rustc_hash::FxHashMap;

use super::fit::{Evaluation, Objective};
use crate::control::Control;
use crate::feature::{Ground, Situation};
use crate::game::{Context, LastMove, OnBoard, Placement, Player, ReachError};
use crate::policy::Policy;

/// Sweeps after which values that still change are left as they are.
const SWEEPS: usize = 5_000;

/// Values that change by less are known.
const SETTLED: f64 = 1e-13;

/// Plies after which a game counts as half a win.
const PLIES: usize = 1_000;

/// Every situation of a game between a learner and an opponent who follows a
/// policy. The learner's decisions are rows: one for each move where there are
/// several.
#[derive(Clone, Debug)]
pub struct Arena {
    /// What is seen at each decision of the learner.
    pub situations: Vec<Situation>,
    /// `rows[s]..rows[s + 1]` are the rows of decision `s`.
    pub rows: Vec<u32>,
    /// Where the move of each row begins and ends.
    pub placements: Vec<Placement>,
    states: Vec<State>,
    /// The states that steps lead to, and the opponent's probabilities.
    targets: Vec<u32>,
    odds: Vec<f64>,
    ordered: bool,
}

/// A situation of either side.
#[derive(Clone, Copy, Debug)]
struct State {
    /// Its steps.
    first: u32,
    end: u32,
    /// The learner's decision here, or [`NONE`].
    decision: u32,
    /// What it is worth to the learner if the game is over.
    payoff: f64,
}

const NONE: u32 = u32::MAX;

impl Arena {
    /// Lists what can be met from the start, at most `limit` situations. With
    /// `remembers` situations with different last moves are told apart.
    ///
    /// # Errors
    /// Too many situations, or stopped by the caller.
    pub fn new<G: OnBoard>(
        game: &G,
        ground: &Ground,
        learner: Player,
        opponent: &impl Policy<G>,
        remembers: bool,
        limit: usize,
        control: &Control,
    ) -> Result<Self, ReachError> {
        let remembers_moves = opponent.uses_last_move();
        let key = |context: &Context<G>| {
            let last = Situation::of(game, context, ground.set_up).last;
            let last = if remembers {
                last
            } else {
                Placement::default()
            };
            let mv: LastMove<G> = context.last_move.filter(|_| remembers_moves);
            (context.position, last, mv)
        };
        let start = Context::start(game);
        let mut numbers = FxHashMap::default();
        numbers.insert(key(&start), 0u32);
        let mut contexts = vec![start];
        let mut arena = Self {
            situations: Vec::new(),
            rows: vec![0],
            placements: Vec::new(),
            states: Vec::new(),
            targets: Vec::new(),
            odds: Vec::new(),
            ordered: game.always_ends(),
        };
        let (mut moves, mut odds) = (Vec::new(), Vec::new());
        let mut at = 0;
        while at < contexts.len() {
            if at % 4096 == 0 && control.stopped() {
                return Err(ReachError::Stopped(at));
            }
            let context = contexts[at].clone();
            at += 1;
            let first = arena.targets.len() as u32;
            let mut state = State {
                first,
                end: first,
                decision: NONE,
                payoff: 0.5,
            };
            if let Some(outcome) = game.expand(&context.position, &mut moves) {
                state.payoff = match outcome.winner {
                    None => 0.5,
                    Some(winner) => f64::from(u8::from(winner == learner)),
                };
                arena.states.push(state);
                continue;
            }
            let mover = game.mover(&context.position);
            if mover == learner {
                odds.clear();
                odds.resize(moves.len(), 1.0);
                if moves.len() > 1 {
                    state.decision = arena.situations.len() as u32;
                    let mut situation = Situation::of(game, &context, ground.set_up);
                    if !remembers {
                        situation.last = Placement::default();
                    }
                    arena.situations.push(situation);
                    let places = moves.iter().map(|&mv| game.placement(mover, mv));
                    arena.placements.extend(places);
                    arena.rows.push(arena.placements.len() as u32);
                }
            } else {
                opponent.probabilities(game, &context, &moves, &mut odds);
            }
            for (&mv, &p) in moves.iter().zip(&odds) {
                let next = context.after(game, mv);
                let number = *numbers.entry(key(&next)).or_insert_with(|| {
                    contexts.push(next);
                    contexts.len() as u32 - 1
                });
                arena.targets.push(number);
                arena.odds.push(p);
            }
            state.end = arena.targets.len() as u32;
            arena.states.push(state);
            if contexts.len() > limit {
                return Err(ReachError::TooMany {
                    limit,
                    reached: contexts.len(),
                });
            }
        }
        if arena.ordered {
            arena.sort();
        }
        Ok(arena)
    }

    /// The number of situations, of both sides and finished ones.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether there are none; never so.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Numbers the states so that every step leads to a higher number.
    fn sort(&mut self) {
        let mut before = vec![0u32; self.len()];
        for &target in &self.targets {
            before[target as usize] += 1;
        }
        let mut order = vec![0u32];
        let mut at = 0;
        while at < order.len() {
            let state = self.states[order[at] as usize];
            at += 1;
            for &target in &self.targets[state.first as usize..state.end as usize] {
                before[target as usize] -= 1;
                if before[target as usize] == 0 {
                    order.push(target);
                }
            }
        }
        let mut number = vec![0u32; self.len()];
        for (new, &old) in order.iter().enumerate() {
            number[old as usize] = new as u32;
        }
        for target in &mut self.targets {
            *target = number[*target as usize];
        }
        let old = std::mem::take(&mut self.states);
        self.states = order.iter().map(|&i| old[i as usize]).collect();
    }

    fn steps(&self, state: &State) -> impl Iterator<Item = (usize, usize)> + '_ {
        let steps = state.first as usize..state.end as usize;
        steps.map(|e| (e, self.targets[e] as usize))
    }

    /// Values for the learner of all states.
    fn values(&self, odds: &[f64]) -> Vec<f64> {
        let mut values: Vec<f64> = self.states.iter().map(|s| s.payoff).collect();
        for _ in 0..if self.ordered { 1 } else { SWEEPS } {
            let mut most = 0f64;
            for (i, state) in self.states.iter().enumerate().rev() {
                if state.first == state.end {
                    continue;
                }
                let value = self.steps(state).map(|(e, t)| odds[e] * values[t]).sum();
                most = most.max(f64::abs(value - values[i]));
                values[i] = value;
            }
            if most < SETTLED {
                break;
            }
        }
        values
    }

    /// How often each state is expected to be met.
    fn visits(&self, odds: &[f64]) -> Vec<f64> {
        let mut visits = vec![0.0; self.len()];
        if self.ordered {
            visits[0] = 1.0;
            for (i, state) in self.states.iter().enumerate() {
                for (e, t) in self.steps(state) {
                    visits[t] += visits[i] * odds[e];
                }
            }
            return visits;
        }
        let mut here = vec![(0usize, 1.0)];
        let mut next_of = vec![0.0; self.len()];
        let mut next = Vec::new();
        for _ in 0..PLIES {
            for &(i, p) in &here {
                visits[i] += p;
                for (e, t) in self.steps(&self.states[i]) {
                    if next_of[t] == 0.0 && p * odds[e] > 0.0 {
                        next.push(t);
                    }
                    next_of[t] += p * odds[e];
                }
            }
            here.clear();
            let moved = next.drain(..);
            here.extend(moved.map(|t| (t, std::mem::take(&mut next_of[t]))));
            if here.iter().map(|h| h.1).sum::<f64>() < SETTLED {
                break;
            }
        }
        visits
    }
}

impl Objective for Arena {
    fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// The logarithm of the odds of the learner's expected score (a draw counts one
    /// half): from 99 % to 99.9 % is as far as from 90 % to 99 %.
    fn evaluate(&self, odds_of_rows: &[f64]) -> Evaluation {
        let mut odds = self.odds.clone();
        for state in self.states.iter().filter(|s| s.decision != NONE) {
            let row = self.rows[state.decision as usize] as usize;
            let steps = state.first as usize..state.end as usize;
            let len = steps.len();
            odds[steps].copy_from_slice(&odds_of_rows[row..row + len]);
        }
        let values = self.values(&odds);
        let visits = self.visits(&odds);
        // Where there is nothing left to gain, or to lose, the odds have no logarithm.
        let score = values[0].clamp(1e-12, 1.0 - 1e-12);
        let scale = 1.0 / (score * (1.0 - score));
        let mut all = Evaluation {
            value: libm::log(score / (1.0 - score)),
            score: values[0],
            slopes: vec![0.0; self.placements.len()],
            weights: vec![0.0; self.situations.len()],
        };
        for (i, state) in self.states.iter().enumerate() {
            if state.decision == NONE {
                continue;
            }
            let decision = state.decision as usize;
            all.weights[decision] = visits[i];
            let row = self.rows[decision] as usize;
            for (k, (e, t)) in self.steps(state).enumerate() {
                let gain = values[t] - values[i];
                all.slopes[row + k] = scale * visits[i] * odds[e] * gain;
            }
        }
        all
    }
}
