//! What a search maximises, as a whole number in the view of the side to move.

use crate::game::{Outcome, Player, Searchable, Value};

/// A result in the view of one side: more is better.
pub(super) type Score = i16;

/// The score of a position is a part that is settled and a rest that depends on
/// its reduced form only. The search and its tables know reduced positions and
/// rests; two positions that differ in what is settled share their entries.
pub(super) trait Objective<G: Searchable>: Send + Sync {
    /// Whether endgame tables and [`Searchable::rest_bounds`] speak of this score.
    const MARGIN: bool;

    /// The score of a finished game for `mover`.
    fn score(outcome: Outcome, mover: Player) -> Score;

    /// The settled part, for the side to move.
    fn settled(game: &G, position: &G::Position) -> Score;

    /// The reduced form.
    fn reduced(game: &G, position: &G::Position) -> G::Position;

    /// No rest of a reduced position, or of one that it leads to, is larger than
    /// this or smaller than its negative.
    fn bound(game: &G, reduced: &G::Position) -> Score;

    /// Bounds of the rest of a reduced position.
    fn bounds(game: &G, reduced: &G::Position) -> (Score, Score);
}

/// Who wins, and nothing else: -1, 0 or 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct WhoWins;

impl<G: Searchable> Objective<G> for WhoWins {
    const MARGIN: bool = false;

    #[inline]
    fn score(outcome: Outcome, mover: Player) -> Score {
        Score::from(outcome.value_for(mover) as i8)
    }

    #[inline]
    fn settled(_: &G, _: &G::Position) -> Score {
        0
    }

    #[inline]
    fn reduced(game: &G, position: &G::Position) -> G::Position {
        game.canonical(position)
    }

    #[inline]
    fn bound(_: &G, _: &G::Position) -> Score {
        1
    }

    #[inline]
    fn bounds(_: &G, _: &G::Position) -> (Score, Score) {
        (-1, 1)
    }
}

/// By how many points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Margin;

impl<G: Searchable> Objective<G> for Margin {
    const MARGIN: bool = true;

    #[inline]
    fn score(outcome: Outcome, mover: Player) -> Score {
        let margin = outcome.margin.unwrap_or(0);
        match mover {
            Player::One => margin,
            Player::Two => -margin,
        }
    }

    #[inline]
    fn settled(game: &G, position: &G::Position) -> Score {
        game.banked(position)
    }

    #[inline]
    fn reduced(game: &G, position: &G::Position) -> G::Position {
        game.unbanked(&game.canonical(position))
    }

    #[inline]
    fn bound(game: &G, reduced: &G::Position) -> Score {
        game.largest_rest(reduced)
    }

    #[inline]
    fn bounds(game: &G, reduced: &G::Position) -> (Score, Score) {
        game.rest_bounds(reduced)
    }
}

/// The value that a score stands for: its sign.
#[inline]
pub(super) fn value(score: Score) -> Value {
    match score.signum() {
        1 => Value::Win,
        -1 => Value::Loss,
        _ => Value::Draw,
    }
}
