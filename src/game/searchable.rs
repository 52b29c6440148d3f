//! What an exhaustive search would like to know of a game beyond its rules.

use super::{Outcome, Player, Scored, Symmetric};

/// Games that the solver searches. Every method has a default that is right for
/// any game, so `impl Searchable for MyGame {}` is enough; a game overrides
/// them to be searched faster.
pub trait Searchable: Symmetric + Scored {
    /// A position of this game with the same value for the side to move, the
    /// same for as many equivalent positions as is cheap to find out.
    ///
    /// By default the position itself, or its mirror image when player two is
    /// to move and the game has one.
    #[inline]
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        match self.mover(position) {
            Player::One => *position,
            Player::Two => self.mirror(position).unwrap_or(*position),
        }
    }

    /// The position without what [`Scored::banked`] counts: two positions with
    /// the same rest of the margin may become one. By default the position
    /// itself.
    #[inline]
    fn unbanked(&self, position: &Self::Position) -> Self::Position {
        *position
    }

    /// Whether [`Searchable::pack`] names this canonical position and every
    /// canonical one that play from it leads to. By default it does not, and
    /// the solver keeps whole positions.
    fn packs(&self, _canonical: &Self::Position) -> bool {
        false
    }

    /// A name of a canonical position in 64 bits, never shared by two. Called
    /// only where [`Searchable::packs`] has answered yes.
    fn pack(&self, _canonical: &Self::Position) -> u64 {
        0
    }

    /// How soon to search this position among its siblings, the lowest first,
    /// or the outcome if the game is over. By default the number of replies:
    /// few replies are soon refuted. `moves` is scratch space.
    #[inline]
    fn order(
        &self,
        position: &Self::Position,
        moves: &mut Vec<Self::Move>,
    ) -> Result<i32, Outcome> {
        match self.expand(position, moves) {
            Some(outcome) => Err(outcome),
            None => Ok(moves.len() as i32),
        }
    }
}
