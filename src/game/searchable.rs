//! What an exhaustive search would like to know of a game beyond its rules.

use super::{Outcome, Player, PositionIndex, Scored, Symmetric};

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

    /// The bits that [`Searchable::pack`] needs for this canonical position and
    /// every canonical one that play from it leads to, at most 64. `None` (the
    /// default): there are no such names, and the solver keeps whole positions.
    fn pack_bits(&self, _canonical: &Self::Position) -> Option<u32> {
        None
    }

    /// A name of a canonical position as a whole number, never shared by two:
    /// if the game counts points and banks some, of an unbanked one. Called only
    /// where [`Searchable::pack_bits`] has answered.
    fn pack(&self, _canonical: &Self::Position) -> u64 {
        0
    }

    /// No rest of the margin of an unbanked position, or of one that it leads to,
    /// is larger than this or smaller than its negative. By default
    /// [`Scored::margin_bound`].
    #[inline]
    fn largest_rest(&self, _unbanked: &Self::Position) -> i16 {
        self.margin_bound().unwrap_or(0)
    }

    /// Bounds of the rest of the margin of an unbanked position, for the side to
    /// move: what can be told at a glance. By default
    /// [`Searchable::largest_rest`].
    #[inline]
    fn rest_bounds(&self, unbanked: &Self::Position) -> (i16, i16) {
        let bound = self.largest_rest(unbanked);
        (-bound, bound)
    }

    /// Endgame tables: `rests` holds the exact rest of the margin of every
    /// unbanked canonical position whose name ([`Searchable::pack`]) is less
    /// than its length. How many more names the next layer has, if the game
    /// knows how to compute one. By default it does not.
    fn next_layer(&self, _rests: &[i8]) -> Option<usize> {
        None
    }

    /// Appends the next layer to endgame tables: as many rests as
    /// [`Searchable::next_layer`] says. Names that belong to no position may
    /// have any rest.
    fn add_layer(&self, _rests: &mut Vec<i8>) {}

    /// How soon to search the position `next` that the move `mv` leads to from
    /// the canonical position `from`, the lowest first; or the outcome if `next`
    /// is finished. By default the number of replies: few replies are soon
    /// refuted. `moves` is scratch space.
    #[inline]
    fn order(
        &self,
        _from: &Self::Position,
        _mv: Self::Move,
        next: &Self::Position,
        moves: &mut Vec<Self::Move>,
    ) -> Result<i32, Outcome> {
        match self.expand(next, moves) {
            Some(outcome) => Err(outcome),
            None => Ok(moves.len() as i32),
        }
    }

    /// By how many pieces, or the like, the side to move is ahead: proof-number
    /// search tries first where the side that is to win is ahead. By default 0.
    #[inline]
    fn lead(&self, _position: &Self::Position) -> i32 {
        0
    }

    /// In a game that can go on for ever: a perfect index of all its positions,
    /// if there are few enough. By default `None`: the solver lists what can be
    /// reached.
    fn index(&self) -> Option<Box<dyn PositionIndex<Self>>> {
        None
    }

    /// In a game that can go on for ever: a perfect index of the positions with at
    /// most so many pieces, for endgame tables. `None` (the default) if the game
    /// has no such index, or not of so many pieces.
    fn endgames(&self, _pieces: u32) -> Option<Box<dyn PositionIndex<Self>>> {
        None
    }

    /// In a game that can go on for ever and has no index: positions from which
    /// every one that may be asked about can be reached. By default the first
    /// position of the game.
    fn roots(&self) -> Vec<Self::Position> {
        vec![self.initial()]
    }
}
