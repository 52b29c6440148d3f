//! Games that count points.

use super::Game;

/// What points a game counts. Every method has a default that is right for a
/// game without points, so `impl Scored for MyGame {}` is enough there.
///
/// The margin of an outcome is player one's points minus player two's; here it
/// is seen by the side to move.
pub trait Scored: Game {
    /// No margin is larger than this or smaller than its negative. `None` (the
    /// default): the game counts no points, and no outcome states a margin.
    fn margin_bound(&self) -> Option<i16> {
        None
    }

    /// Whether a larger margin always decides: the winner is the side with more
    /// points, and equal points are a draw. Then the outcome is the sign of the
    /// margin, and no second search is needed for it.
    fn margin_decides(&self) -> bool {
        false
    }

    /// The part of the final margin that is settled already, for the side to
    /// move: the final margin is this plus a rest that depends on nothing but
    /// [`Searchable::unbanked`](super::Searchable::unbanked). 0 by default.
    #[inline]
    fn banked(&self, _position: &Self::Position) -> i16 {
        0
    }
}
