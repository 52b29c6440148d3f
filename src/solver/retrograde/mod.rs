//! Retrograde analysis: exact values where play can go on for ever.
//!
//! From the finished positions backwards, ply by ply: a position with a move to
//! a lost one is won, one from which all moves lead to won ones is lost, and
//! what is left when nothing more follows is a draw or can be kept going for
//! ever. The ply in which a position is settled is its distance: the winner
//! hurries, the loser delays (Ströhlein 1970; Thompson 1986).
//!
//! Two forms: [`graph_fates`] on a graph of positions that have been listed,
//! [`Layers`] on a perfect index ([`PositionIndex`](crate::game::PositionIndex)).

pub mod file;
mod graph;
mod layers;

pub use graph::graph_fates;
pub use layers::{Layers, LayersError};

use crate::game::{Game, Outcome, Player, Value};

/// What best play leads to, for the side to move: win or loss in so many plies,
/// or neither.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fate(i16);

impl Fate {
    /// A draw, or play without end.
    pub const NEITHER: Fate = Fate(0);

    /// The longest distance that can be told.
    pub const MOST_PLIES: u16 = i16::MAX as u16 - 1;

    /// Won in so many plies, at most [`Fate::MOST_PLIES`].
    #[inline]
    pub fn win(plies: u16) -> Self {
        Self(plies.min(Self::MOST_PLIES) as i16 + 1)
    }

    /// Lost in so many plies, at most [`Fate::MOST_PLIES`].
    #[inline]
    pub fn loss(plies: u16) -> Self {
        Self(-(plies.min(Self::MOST_PLIES) as i16) - 1)
    }

    /// The fate of a finished position whose side to move is `mover`.
    #[inline]
    pub fn finished(outcome: Outcome, mover: Player) -> Self {
        match outcome.value_for(mover) {
            Value::Win => Self::win(0),
            Value::Draw => Self::NEITHER,
            Value::Loss => Self::loss(0),
        }
    }

    /// The value for the side to move.
    #[inline]
    pub fn value(self) -> Value {
        match self.0 {
            0 => Value::Draw,
            1.. => Value::Win,
            _ => Value::Loss,
        }
    }

    /// The plies to the end, if one side wins.
    #[inline]
    pub fn plies(self) -> Option<u16> {
        (self.0 != 0).then(|| self.0.unsigned_abs() - 1)
    }

    /// What a move to a position of this fate is worth to the side that plays it;
    /// `again`: to which it belongs to move there too.
    #[inline]
    pub fn of_move(self, again: bool) -> Self {
        let own = if again { self.0 } else { -self.0 };
        match own {
            0 => Self(0),
            1.. => Self(own.saturating_add(1)),
            _ => Self((own - 1).max(-i16::MAX)),
        }
    }

    /// [`Fate::of_move`] for a move from one position to another. A move that goes
    /// on with the turn takes no turn of its own.
    #[inline]
    pub fn of_move_between<G: Game>(self, game: &G, from: &G::Position, to: &G::Position) -> Self {
        match game.goes_on(to) {
            true => self,
            false => self.of_move(game.mover(from) == game.mover(to)),
        }
    }

    /// The better of two for the side to which both belong: it wins as soon and
    /// loses as late as it can.
    #[inline]
    pub fn rank(self) -> i16 {
        match self.0 {
            0 => 0,
            1.. => i16::MAX - self.0,
            _ => -i16::MAX - self.0,
        }
    }
}
