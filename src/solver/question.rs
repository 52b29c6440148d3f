//! One question to a solver and its budget.

use std::time::{Duration, Instant};

use super::objective::{Score, value};
use super::{Analysis, Detail, Engines, Limits, MoveValue, Unsolved};
use crate::control::Control;
use crate::game::{Searchable, Value};

/// What a question may cost, and where it began.
#[derive(Clone, Copy)]
pub(super) struct Budget<'a> {
    pub limits: &'a Limits,
    pub control: &'a Control,
    /// Nodes that the solver had searched before.
    pub before: u64,
    pub begun: Instant,
}

impl Budget<'_> {
    /// Why the question must end after so many nodes in all, if it must.
    pub fn spent(&self, nodes: u64) -> Option<Unsolved> {
        let nodes = nodes - self.before;
        if self.control.stopped() {
            return Some(Unsolved::Stopped(nodes));
        }
        if let Some(most) = self.limits.nodes.filter(|&n| nodes > n) {
            return Some(Unsolved::Nodes(most));
        }
        let late = |t: &Duration| self.begun.elapsed() > *t;
        self.limits.time.filter(late).map(Unsolved::Time)
    }
}

/// What a position or a move is worth to one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// If both play for the outcome.
    pub value: Value,
    /// The final margin if both play for the margin, where the game counts points
    /// and margins are asked for.
    pub margin: Option<i16>,
}

/// Which of the two a move has to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keep {
    Value(Value),
    Margin(i16),
}

/// The question.
pub(super) struct Run<'a, G: Searchable> {
    pub game: &'a G,
    pub margins: bool,
    pub engines: &'a mut Engines<G>,
    pub budget: Budget<'a>,
}

impl<G: Searchable> Run<'_, G> {
    /// Asks the search, for as long as the budget allows.
    fn search<T>(
        &mut self,
        ask: impl FnOnce(&mut Engines<G>, &G, &mut (dyn FnMut(u64, bool) -> bool + Send)) -> Option<T>,
    ) -> Result<T, Unsolved> {
        let budget = self.budget;
        // What the engine that is not asked has searched counts too.
        let outcome = self.engines.outcome.as_ref().map_or(0, |e| e.nodes());
        let margin = self.engines.margin.as_ref().map_or(0, |e| e.nodes());
        let mut why = None;
        let mut stop = |nodes: u64, by_margin: bool| {
            let other = if by_margin { outcome } else { margin };
            why = budget.spent(nodes + other);
            why.is_some()
        };
        let answer = ask(self.engines, self.game, &mut stop);
        answer.ok_or_else(|| why.unwrap_or(Unsolved::Stopped(self.engines.nodes())))
    }

    /// What a position is worth to its side to move.
    pub fn worth(&mut self, position: &G::Position, guess: Option<i16>) -> Result<Worth, Unsolved> {
        let margins = self.margins;
        let guess = guess.unwrap_or(0);
        let exact = |low, high| low == high;
        let sign = |low, high| value(low) == value(high);
        let mut margin = None;
        let mut by_margin = None;
        if margins || self.engines.outcome.is_none() {
            let found = self.search(|engines, game, stop| {
                let Some(engine) = &mut engines.margin else {
                    return Some(None);
                };
                let mut stop = |nodes| stop(nodes, true);
                let found = if margins {
                    engine.narrow(game, position, guess, exact, &mut stop)
                } else {
                    engine.narrow(game, position, 0, sign, &mut stop)
                };
                found.map(Some)
            })?;
            by_margin = found.map(|(low, _)| value(low));
            margin = found.map(|(low, _)| low).filter(|_| margins);
        }
        let by_outcome = self.search(|engines, game, stop| {
            let Some(engine) = &mut engines.outcome else {
                return Some(None);
            };
            let mut stop = |nodes| stop(nodes, false);
            let found = engine.narrow(game, position, 1, exact, &mut stop);
            found.map(|(low, _)| Some(value(low)))
        })?;
        // One of the two is there: see `Engines::new`.
        let value = by_outcome.or(by_margin).unwrap_or(Value::Draw);
        Ok(Worth { value, margin })
    }

    pub fn analysis(
        &mut self,
        position: &G::Position,
        detail: Detail,
    ) -> Result<Analysis<G>, Unsolved> {
        let worth = self.worth(position, None)?;
        let moves = match detail {
            Detail::Moves => Some(self.moves(position, worth.margin)?),
            _ => None,
        };
        let by_margin = worth.margin.map(Keep::Margin);
        let by_value = Keep::Value(worth.value);
        let (optimal, optimal_margin) = match (&moves, detail) {
            (Some(moves), _) => {
                let best = moves.iter().filter(|m| m.value == worth.value);
                let widest = moves.iter().filter(|m| m.margin == worth.margin);
                let widest = worth.margin.map(|_| widest.map(|m| m.mv).collect());
                (Some(best.map(|m| m.mv).collect()), widest)
            }
            (None, Detail::Value) => (None, None),
            (None, _) => {
                let widest = by_margin.map(|keep| self.keeping(position, keep));
                (Some(self.keeping(position, by_value)?), widest.transpose()?)
            }
        };
        Ok(Analysis {
            value: worth.value,
            margin: worth.margin,
            plies: None,
            line: self.line(position, by_margin.unwrap_or(by_value))?,
            optimal,
            optimal_margin,
            moves,
            nodes: 0,
        })
    }

    /// Every move with its worth to the side that plays it; `guess` is its margin.
    pub fn moves(
        &mut self,
        position: &G::Position,
        guess: Option<i16>,
    ) -> Result<Vec<MoveValue<G>>, Unsolved> {
        let mut moves = Vec::new();
        self.game.expand(position, &mut moves);
        let game = self.game;
        let valued = moves.into_iter().map(|mv| {
            let next = game.play(position, mv);
            let again = game.mover(&next) == game.mover(position);
            let turned = |score: Score| if again { score } else { -score };
            let worth = self.worth(&next, guess.map(turned))?;
            Ok(MoveValue {
                mv,
                position: next,
                value: if again { worth.value } else { -worth.value },
                margin: worth.margin.map(turned),
                plies: None,
            })
        });
        valued.collect()
    }

    /// Whether the position `next` is worth at least this much to the side that
    /// has moved from `from` to it.
    fn keeps(
        &mut self,
        from: &G::Position,
        next: &G::Position,
        keep: Keep,
    ) -> Result<bool, Unsolved> {
        let game = self.game;
        let again = game.mover(next) == game.mover(from);
        let (score, by_margin) = match keep {
            Keep::Value(Value::Loss) => return Ok(true),
            Keep::Value(value) => (value as Score, self.engines.outcome.is_none()),
            Keep::Margin(margin) => (margin, true),
        };
        self.search(|engines, game, stop| {
            let mut stop = |nodes| stop(nodes, by_margin);
            // At least so much for one side is less than one more for the other.
            let bar = if again { score } else { 1 - score };
            let reached = match (by_margin, &mut engines.margin, &mut engines.outcome) {
                (true, Some(engine), _) => engine.at_least(game, next, bar, &mut stop),
                (false, _, Some(engine)) => engine.at_least(game, next, bar, &mut stop),
                _ => Some(again),
            };
            reached.map(|reached| reached == again)
        })
    }

    /// The moves that keep what the position is worth.
    fn keeping(&mut self, position: &G::Position, keep: Keep) -> Result<Vec<G::Move>, Unsolved> {
        let mut moves = Vec::new();
        self.game.expand(position, &mut moves);
        let mut best = Vec::new();
        for mv in moves {
            if self.keeps(position, &self.game.play(position, mv), keep)? {
                best.push(mv);
            }
        }
        Ok(best)
    }

    /// Play that keeps what the position is worth, to the end of the game.
    fn line(&mut self, from: &G::Position, mut keep: Keep) -> Result<Vec<G::Move>, Unsolved> {
        let game = self.game;
        let mut at = *from;
        let mut line = Vec::new();
        let mut moves = Vec::new();
        while game.expand(&at, &mut moves).is_none() {
            let mut found = None;
            for &mv in &moves {
                let next = game.play(&at, mv);
                if self.keeps(&at, &next, keep)? {
                    found = Some((mv, next));
                    break;
                }
            }
            // Some move always does; a game that contradicts itself ends here.
            let Some((mv, next)) = found else { break };
            if game.mover(&next) != game.mover(&at) {
                keep = match keep {
                    Keep::Value(value) => Keep::Value(-value),
                    Keep::Margin(margin) => Keep::Margin(-margin),
                };
            }
            line.push(mv);
            at = next;
        }
        Ok(line)
    }
}
