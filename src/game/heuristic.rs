//! What a player goes by who looks no further than one move.

use super::{Game, Outcome};

/// A rule of thumb, or a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleOfThumb {
    /// As `greedy(rule=...)` or `strategy(rule=...)` names it.
    pub name: &'static str,
    /// What it prefers, in words.
    pub meaning: &'static str,
}

/// Rules of thumb, strategies and an estimate. `impl Heuristic for MyGame {}` is enough for
/// a game that has none.
pub trait Heuristic: Game {
    /// The rules, in a fixed order; the first is the game's default.
    fn rules(&self) -> &'static [RuleOfThumb] {
        &[]
    }

    /// How much rule number `rule` of [`Heuristic::rules`] likes a legal move:
    /// the highest is played, equal ones uniformly at random.
    fn appeal(&self, _rule: usize, _position: &Self::Position, _mv: Self::Move) -> i32 {
        0
    }

    /// Strategies from the literature, in a fixed order. Unlike a rule of thumb a
    /// strategy says what to play in every position, dead ends included.
    fn strategies(&self) -> &'static [RuleOfThumb] {
        &[]
    }

    /// How far a legal move agrees with strategy number `strategy` of
    /// [`Heuristic::strategies`]: the highest is played, equal ones uniformly at
    /// random.
    fn obedience(&self, _strategy: usize, _position: &Self::Position, _mv: Self::Move) -> i32 {
        0
    }

    /// A guess at the final result for the side to move of an unfinished
    /// position, where a search has to stop; positive is good.
    fn estimate(&self, _position: &Self::Position) -> i32 {
        0
    }

    /// How a position ended if the game is over, else [`Heuristic::estimate`]: all
    /// that a search asks where it stops. `moves` is scratch space. A game
    /// overrides it if it can tell the end without listing the moves.
    #[inline]
    fn assess(
        &self,
        position: &Self::Position,
        moves: &mut Vec<Self::Move>,
    ) -> Result<i32, Outcome> {
        match self.expand(position, moves) {
            Some(outcome) => Err(outcome),
            None => Ok(self.estimate(position)),
        }
    }
}
