//! From scores to moves, and what that play wins, exactly.

use super::{Ground, Scores};
use crate::game::{Game, Player};

pub use crate::knn::Choice;

/// The moves that a [`Choice`] takes, described by their scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chosen {
    /// Scores of at least this much are taken.
    from: f64,
    /// How many moves are taken.
    pub count: usize,
    /// Whether the scores say nothing: under `best` all are equal (and there
    /// are several), under `approve` none is positive.
    pub silent: bool,
}

impl Chosen {
    /// Whether a move with this score is taken.
    pub fn takes(&self, score: f64) -> bool {
        score >= self.from
    }
}

impl Choice {
    /// Both rules.
    pub const ALL: [Choice; 2] = [Choice::Best, Choice::Approve];

    /// `best` or `approve`.
    pub fn name(self) -> &'static str {
        match self {
            Choice::Best => "best",
            Choice::Approve => "approve",
        }
    }

    /// Which of the moves with these scores are taken.
    pub fn of(self, scores: impl Iterator<Item = f64> + Clone) -> Chosen {
        let from = match self {
            Choice::Best => scores.clone().fold(f64::NEG_INFINITY, f64::max),
            Choice::Approve => f64::MIN_POSITIVE,
        };
        let total = scores.clone().count();
        let count = scores.filter(|&s| s >= from).count();
        match self {
            Choice::Best => Chosen {
                from,
                count,
                silent: count == total && total > 1,
            },
            Choice::Approve if count == 0 => Chosen {
                from: f64::NEG_INFINITY,
                count: total,
                silent: true,
            },
            Choice::Approve => Chosen {
                from,
                count,
                silent: false,
            },
        }
    }
}

/// The other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Opponent {
    /// Plays uniformly at random.
    Uniform,
    /// Knows the advisor's play and answers best.
    BestReply,
}

impl Opponent {
    /// Both.
    pub const ALL: [Opponent; 2] = [Opponent::Uniform, Opponent::BestReply];

    /// `win_uniform` or `win_best_reply`, the names of the figures.
    pub fn figure(self) -> &'static str {
        match self {
            Opponent::Uniform => "win_uniform",
            Opponent::BestReply => "win_best_reply",
        }
    }
}

/// The exact probability that `advisor`, who chooses by `scores`, wins from the
/// start; a draw counts one half. By dynamic programming over all reachable
/// positions; `scratch` is reused between calls.
pub fn win_probability<G: Game>(
    ground: &Ground<G>,
    scores: &Scores,
    choice: Choice,
    advisor: Player,
    opponent: Opponent,
    scratch: &mut Vec<f64>,
) -> f64 {
    let graph = &ground.graph;
    scratch.clear();
    scratch.resize(graph.len(), 0.0);
    for i in graph.backwards() {
        if let Some(outcome) = graph.outcome(i) {
            scratch[i] = match outcome.winner {
                Some(w) if w == advisor => 1.0,
                Some(_) => 0.0,
                None => 0.5,
            };
            continue;
        }
        let edges = graph.edges(i);
        let worth = |e: usize| scratch[graph.target(e)];
        scratch[i] = if ground.game.mover(graph.position(i)) == advisor {
            let score = |e: usize| scores[ground.question(e)];
            let chosen = choice.of(edges.clone().map(score));
            let taken = edges.filter(|&e| chosen.takes(score(e)));
            taken.map(worth).sum::<f64>() / chosen.count as f64
        } else {
            match opponent {
                Opponent::Uniform => {
                    let legal = edges.len() as f64;
                    edges.map(worth).sum::<f64>() / legal
                }
                Opponent::BestReply => edges.map(worth).fold(f64::INFINITY, f64::min),
            }
        };
    }
    scratch[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_on_hand_made_scores() {
        let scores = [0.5, -0.2, 0.5, 0.1];
        let best = Choice::Best.of(scores.into_iter());
        assert_eq!((best.count, best.silent), (2, false));
        assert!(best.takes(0.5) && !best.takes(0.1));
        let approve = Choice::Approve.of(scores.into_iter());
        assert_eq!((approve.count, approve.silent), (3, false));
        let none = Choice::Approve.of([0.0, -1.0].into_iter());
        assert_eq!((none.count, none.silent), (2, true));
        assert!(none.takes(-1.0));
        let level = Choice::Best.of([0.3, 0.3].into_iter());
        assert_eq!((level.count, level.silent), (2, true));
        let only = Choice::Best.of([0.3].into_iter());
        assert!(!only.silent);
    }
}
