//! What a search maximises, as a whole number in the view of the side to move.

use crate::game::{Outcome, Player, Value};

/// A result in the view of one side: more is better.
pub(super) type Score = i16;

/// Turns outcomes into scores.
pub(super) trait Objective: Clone + Send {
    /// The score of a finished game for `mover`.
    fn score(&self, outcome: Outcome, mover: Player) -> Score;

    /// No score is larger than this or smaller than its negative.
    fn bound(&self) -> Score;
}

/// Who wins, and nothing else: -1, 0 or 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct WhoWins;

impl Objective for WhoWins {
    #[inline]
    fn score(&self, outcome: Outcome, mover: Player) -> Score {
        Score::from(outcome.value_for(mover) as i8)
    }

    #[inline]
    fn bound(&self) -> Score {
        1
    }
}

/// The value that a score under [`WhoWins`] stands for.
pub(super) fn value(score: Score) -> Value {
    match score.signum() {
        1 => Value::Win,
        -1 => Value::Loss,
        _ => Value::Draw,
    }
}
