//! What a player goes by who looks no further than one move.

use super::Game;

/// A rule of thumb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleOfThumb {
    /// As `greedy(rule=...)` names it.
    pub name: &'static str,
    /// What it prefers, in words.
    pub meaning: &'static str,
}

/// Rules of thumb and an estimate. `impl Heuristic for MyGame {}` is enough for
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

    /// A guess at the final result for the side to move of an unfinished
    /// position, where a search has to stop; positive is good.
    fn estimate(&self, _position: &Self::Position) -> i32 {
        0
    }
}
