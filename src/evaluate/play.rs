//! From scores to moves, and what that play wins, exactly.

use super::Ground;
use crate::game::{DEFAULT_CAP, Game, Player};

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

    /// `uniform` or `best_reply`, as in the names of figures.
    pub fn name(self) -> &'static str {
        match self {
            Opponent::Uniform => "uniform",
            Opponent::BestReply => "best_reply",
        }
    }
}

/// What a game comes to for the advisor: the probability of winning plus half
/// that of a draw (the score), and that of winning.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prospect {
    /// Wins, and draws by half.
    pub score: f64,
    /// Wins alone.
    pub won: f64,
}

impl Prospect {
    /// The probability of a draw.
    pub fn drawn(self) -> f64 {
        2.0 * (self.score - self.won)
    }
}

/// Scores that differ by less are equal: rounding must not decide which reply is
/// the best.
const EQUAL: f64 = 1e-12;

/// What the game comes to, exactly, for `advisor`, who chooses by the scores of
/// the moves (by edge), from the start. By dynamic programming over all positions
/// of a whole game; `scratch` is reused between calls. Where play can go on for
/// ever a game is cut short after [`DEFAULT_CAP`] plies and counts as a draw, the
/// best reply knows that end, and no rule ends a game when a position comes back.
///
/// The best reply minimises the advisor's score. Of replies that are equal in
/// that, it is one that leaves the advisor the fewest wins, so that the shares of
/// wins and draws are determined too.
pub fn prospect<G: Game>(
    ground: &Ground<G>,
    score: impl Fn(usize) -> f64,
    choice: Choice,
    advisor: Player,
    opponent: Opponent,
    scratch: &mut Vec<Prospect>,
) -> Prospect {
    let graph = &ground.graph;
    let at = |i: usize, known: &[Prospect]| {
        if let Some(outcome) = graph.outcome(i) {
            return match outcome.winner {
                Some(w) if w == advisor => Prospect {
                    score: 1.0,
                    won: 1.0,
                },
                Some(_) => Prospect::default(),
                None => DRAWN,
            };
        }
        let edges = graph.edges(i);
        let after = |e: usize| known[graph.target(e)];
        if ground.game.mover(graph.position(i)) == advisor {
            let chosen = choice.of(edges.clone().map(&score));
            let taken = edges.filter(|&e| chosen.takes(score(e)));
            return mean(taken.map(after), chosen.count);
        }
        match opponent {
            Opponent::Uniform => mean(edges.clone().map(after), edges.len()),
            Opponent::BestReply => worst(edges.map(after)),
        }
    };
    scratch.clear();
    if graph.is_ordered() {
        scratch.resize(graph.len(), Prospect::default());
        for i in graph.backwards() {
            scratch[i] = at(i, scratch);
        }
    } else {
        // Nothing left to play, one ply, two plies, ...
        scratch.extend((0..graph.len()).map(|i| match graph.outcome(i) {
            Some(_) => at(i, &[]),
            None => DRAWN,
        }));
        let mut longer = scratch.clone();
        for _ in 0..DEFAULT_CAP {
            for (i, prospect) in longer.iter_mut().enumerate() {
                *prospect = at(i, scratch);
            }
            let moved = |(a, b): (&Prospect, &Prospect)| {
                (a.score - b.score).abs().max((a.won - b.won).abs())
            };
            let pairs = scratch.iter().zip(&longer);
            let settled = pairs.map(moved).fold(0.0, f64::max) < SETTLED;
            std::mem::swap(scratch, &mut longer);
            if settled {
                break;
            }
        }
    }
    scratch[0]
}

const DRAWN: Prospect = Prospect {
    score: 0.5,
    won: 0.0,
};

/// Once no prospect moves by more in a ply, more plies change nothing that is
/// shown.
const SETTLED: f64 = 1e-14;

fn mean(all: impl Iterator<Item = Prospect> + Clone, n: usize) -> Prospect {
    let n = n as f64;
    Prospect {
        score: all.clone().map(|p| p.score).sum::<f64>() / n,
        won: all.map(|p| p.won).sum::<f64>() / n,
    }
}

/// The lowest score, with the fewest wins that go with it.
fn worst(all: impl Iterator<Item = Prospect> + Clone) -> Prospect {
    let least = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::INFINITY, f64::min);
    let score = least(&mut all.clone().map(|p| p.score));
    let equal = all.filter(|p| p.score <= score + EQUAL);
    let won = least(&mut equal.map(|p| p.won));
    Prospect { score, won }
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
