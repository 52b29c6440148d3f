//! Advice on a position: the score of every legal move.

use ndarray::{Array2, ArrayView2};

use super::batch::{BatchError, HideAll, Queries};
use super::neighbours::Neighbour;
use super::rule::Rule;
use super::search::Hide;
use super::tally::{Tally, approve, best};
use super::voters::Voters;
use crate::game::{Game, Outcome, Player, Symmetric, Vectorize};
use crate::parallel::Pool;

/// Voters and the rule by which they advise.
#[derive(Clone, Copy)]
pub struct Advisor<'a> {
    /// Who votes.
    pub voters: &'a Voters,
    /// How.
    pub rule: Rule,
    /// Whether rows equal to the position asked about, or to its mirror where
    /// the game has one, must not vote.
    pub hide_exact: bool,
}

/// What the neighbours say of one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveAdvice<G: Game> {
    /// The move.
    pub mv: G::Move,
    /// The position that it leads to: the query.
    pub reached: G::Position,
    /// The vote, as the player who moves sees it.
    pub tally: Tally,
    /// Whether a voter stands at distance 0, hidden or not.
    pub exact: bool,
    /// Whether no other move has a larger score.
    pub best: bool,
    /// Whether the score is positive.
    pub approve: bool,
}

/// The advice on a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice<G: Game> {
    /// The outcome, if the game is over: there are no moves then.
    pub outcome: Option<Outcome>,
    /// The legal moves in the game's order.
    pub moves: Vec<MoveAdvice<G>>,
}

impl<G: Game> Advice<G> {
    /// Of the best moves, if their score is positive, those with the smallest
    /// distance: the move towards the nearest won position, as the source of the
    /// method chooses it with a single recorded position.
    pub fn nearest(&self) -> impl Iterator<Item = &MoveAdvice<G>> {
        let good = self.moves.iter().filter(|m| m.best && m.approve);
        let least = good.clone().map(|m| m.tally.distance).min();
        good.filter(move |m| Some(m.tally.distance) == least)
    }
}

/// Voters of another game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct AdviseError(#[from] BatchError);

impl Advisor<'_> {
    /// The advice on a position: every legal move, judged by the position that
    /// it leads to.
    ///
    /// # Errors
    /// The voters have another number of coordinates than the game.
    pub fn advise<G: Vectorize + Symmetric>(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Advice<G>, AdviseError> {
        let mut advice = self.advise_all(game, &[*position], &Pool::new(1))?;
        Ok(advice.pop().unwrap_or(Advice {
            outcome: None,
            moves: Vec::new(),
        }))
    }

    /// [`Advisor::advise`] for many positions, in parallel and in order.
    ///
    /// # Errors
    /// The voters have another number of coordinates than the game.
    pub fn advise_all<G: Vectorize + Symmetric>(
        &self,
        game: &G,
        positions: &[G::Position],
        pool: &Pool,
    ) -> Result<Vec<Advice<G>>, AdviseError> {
        let dim = game.dim();
        let mut moves = Vec::new();
        let (mut flat, mut mirrors) = (Vec::new(), Vec::new());
        let (mut to_move, mut player) = (Vec::new(), Vec::new());
        let mut all: Vec<Advice<G>> = Vec::with_capacity(positions.len());
        for position in positions {
            let outcome = game.expand(position, &mut moves);
            let mut advice = Vec::with_capacity(moves.len());
            for &mv in &moves {
                let reached = game.play(position, mv);
                append(game, &reached, &mut flat);
                if self.hide_exact {
                    // Without a mirror the position itself is hidden, twice.
                    let mirror = game.mirror(&reached).unwrap_or(reached);
                    append(game, &mirror, &mut mirrors);
                }
                to_move.push(game.mover(&reached));
                player.push(game.mover(position));
                advice.push(MoveAdvice {
                    mv,
                    reached,
                    tally: Tally::default(),
                    exact: false,
                    best: false,
                    approve: false,
                });
            }
            let moves = advice;
            all.push(Advice { outcome, moves });
        }
        let shape = (to_move.len(), dim);
        let array = |flat: Vec<u8>| Array2::from_shape_vec(shape, flat).unwrap_or_default();
        let coordinates = array(flat);
        let mirrors = self.hide_exact.then(|| array(mirrors));
        let view = mirrors
            .as_ref()
            .map(|m: &Array2<u8>| -> ArrayView2<'_, u8> { m.view() });
        let queries = Queries {
            coordinates: coordinates.view(),
            to_move: &to_move,
            player: &player,
            hide: view.map_or(HideAll::Nothing, HideAll::Mirrored),
        };
        let tallies = self.voters.tallies(&queries, &self.rule, pool)?;
        let mut tallies = tallies.into_iter();
        let mut scores = Vec::new();
        for advice in &mut all {
            scores.clear();
            for (mv, (tally, exact)) in advice.moves.iter_mut().zip(&mut tallies) {
                (mv.tally, mv.exact) = (tally, exact);
                scores.push(tally.score);
            }
            best(&scores).for_each(|i| advice.moves[i].best = true);
            approve(&scores).for_each(|i| advice.moves[i].approve = true);
        }
        Ok(all)
    }

    /// The rows that took part in the vote on a position reached, for `player`
    /// (see [`Voters::neighbours`]).
    ///
    /// # Errors
    /// The voters have another number of coordinates than the game.
    pub fn neighbours<G: Vectorize + Symmetric>(
        &self,
        game: &G,
        reached: &G::Position,
        player: Player,
    ) -> Result<Vec<Neighbour>, AdviseError> {
        let query = game.vector(reached);
        let mirror = game.mirror(reached).map(|m| game.vector(&m));
        let hide = match (self.hide_exact, &mirror) {
            (false, _) => Hide::Nothing,
            (true, None) => Hide::Exact,
            (true, Some(m)) => Hide::Mirrored(m),
        };
        let found = self
            .voters
            .neighbours(&query, game.mover(reached), &self.rule, player, hide);
        found.ok_or_else(|| {
            AdviseError(BatchError::Coordinates {
                queries: query.len(),
                voters: self.voters.dim(),
            })
        })
    }
}

fn append<G: Vectorize>(game: &G, position: &G::Position, flat: &mut Vec<u8>) {
    let at = flat.len();
    flat.resize(at + game.dim(), 0);
    game.write(position, &mut flat[at..]);
}
