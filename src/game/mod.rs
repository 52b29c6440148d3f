//! Games: what a game must say about itself, and the games themselves.
//!
//! [`Game`] is the core contract. What people, files, pictures and solvers need
//! beyond it are traits of their own: [`Notation`], [`Vectorize`],
//! [`Symmetric`], [`Scored`], [`Searchable`], [`Heuristic`], [`Exercise`],
//! [`Describe`], [`Drawable`], [`OnBoard`], [`PositionIndex`].

pub mod alquerkonane;
mod describe;
pub mod fang;
pub mod fanorona;
mod flags;
mod heuristic;
pub mod hunt;
mod index;
pub mod kalah;
mod members;
mod notation;
mod on_board;
mod outcome;
mod picture;
mod reachable;
mod referee;
mod scored;
mod searchable;
mod seeds;
pub mod sowing;
mod stones;
mod symmetric;
pub mod telo;
mod vector;

pub use describe::{Describe, GameInfo, Parameter, PositionBound, PublishedSize};
pub use heuristic::{Heuristic, RuleOfThumb};
pub use index::PositionIndex;
pub use notation::{Broken, Exercise, Language, Notation, TextError};
pub use on_board::{OnBoard, Pieces, Placement};
pub use outcome::{Outcome, Player, Value};
pub use picture::{Drawable, Picture, Place, Site};
pub use reachable::{ReachError, Reachable};
pub use referee::{DEFAULT_CAP, Ending, Referee};
pub use scored::Scored;
pub use searchable::Searchable;
pub use symmetric::Symmetric;
pub use vector::{VectorError, Vectorize};

use std::fmt::Debug;
use std::hash::Hash;

/// A game of two players with perfect information, as a cheap value that holds
/// the parameters. It never depends on history: a rule that needs a counter
/// keeps it in the position.
pub trait Game: Clone + Send + Sync {
    /// A few machine words, with the side to move.
    type Position: Copy + Eq + Hash + Debug + Send + Sync;
    /// One ply.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync;

    /// Raised when a fix of the rules changes results; goes into manifests.
    const RULES_VERSION: u32;

    /// The full name with parameters, as the catalog reads it:
    /// `sowing(pots=6,seeds=2)`.
    fn name(&self) -> String;

    /// The names of player one and player two, as files state them, in lower case.
    fn players(&self) -> [&'static str; 2];

    /// The position before the first ply.
    fn initial(&self) -> Self::Position;

    /// The side to move; also in a finished position, where it is the side that
    /// would have to.
    fn mover(&self, position: &Self::Position) -> Player;

    /// Clears `moves` and fills it with the legal moves in a fixed order, or
    /// returns the outcome if the game is over (`moves` is then empty).
    fn expand(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) -> Option<Outcome>;

    /// One of the legal moves, or the outcome if the game is over. `choose` gets
    /// the number of moves and answers which of them, by its place in the order
    /// of [`Game::expand`]; `moves` is scratch space. A game overrides it if it
    /// need not list the moves: random play spends much of its time here.
    #[inline]
    fn pick(
        &self,
        position: &Self::Position,
        moves: &mut Vec<Self::Move>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Result<Self::Move, Outcome> {
        match self.expand(position, moves) {
            Some(outcome) => Err(outcome),
            None => Ok(moves[choose(moves.len())]),
        }
    }

    /// The position after a legal move. The caller has the move from
    /// [`Game::expand`] or [`Game::check`]; anything else is a bug, found by a
    /// debug assertion.
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// Whether a move is legal: the rules said slowly, for people, with the
    /// first broken rule in the game's documented order.
    fn check(&self, position: &Self::Position, mv: Self::Move) -> Result<(), Broken>;

    /// Whether the side to move is in the middle of its turn, in a game whose
    /// turns can be several plies of one side. Distances to the end are turns; all
    /// else counts plies. Play never comes back to a position within one turn.
    #[inline]
    fn goes_on(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether every line of play ends; otherwise self-play has a cap.
    fn always_ends(&self) -> bool;

    /// For a position that counts under the rule that the third occurrence of a
    /// position, with the same side to move, is a draw: something of it that
    /// never comes back once it has changed, such as the number of stones, so
    /// that a referee may forget what was before. `None` (the default) where
    /// there is no such rule. [`Referee`] keeps the history; a `Game` has none.
    #[inline]
    fn recurs(&self, _position: &Self::Position) -> Option<u32> {
        None
    }
}

/// A move and the player who made it, if there was one.
pub type LastMove<G> = Option<(Player, <G as Game>::Move)>;

/// What a policy sees: the position and the little history that some policies need.
#[derive(Clone, Copy, Debug)]
pub struct Context<G: Game> {
    /// The position to decide in.
    pub position: G::Position,
    /// The move that led to it with the player who made it, if any.
    pub last_move: LastMove<G>,
    /// Plies played before it.
    pub ply: u32,
}

impl<G: Game> Context<G> {
    /// The context of a game's first ply.
    pub fn start(game: &G) -> Self {
        Self::of(game.initial())
    }

    /// A position without history.
    pub fn of(position: G::Position) -> Self {
        Self {
            position,
            last_move: None,
            ply: 0,
        }
    }

    /// The context after a legal move.
    #[inline]
    pub fn after(&self, game: &G, mv: G::Move) -> Self {
        Self {
            position: game.play(&self.position, mv),
            last_move: Some((game.mover(&self.position), mv)),
            ply: self.ply + 1,
        }
    }
}
