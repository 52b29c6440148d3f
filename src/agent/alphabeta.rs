//! Search of limited depth over an estimate.

use super::{Agent, TiesBetween, Turn, one_of};
use crate::control::Control;
use crate::game::{Game, Heuristic, Outcome, Player};
use crate::random::Stream;

/// Negamax with alpha-beta to a fixed depth in plies, then the game's
/// [`estimate`](Heuristic::estimate). A finished game counts exactly: a win more
/// than any estimate and the sooner the better, a loss less and the later the
/// better, a draw 0. Of equally good moves it plays the first in the order of
/// [`Game::expand`], and is then deterministic, or any of them. It keeps nothing
/// between decisions and knows nothing of what was played before, so it may
/// repeat positions: ending such a game is the referee's business.
#[derive(Clone, Debug)]
pub struct AlphaBeta {
    depth: u32,
    ties: TiesBetween,
}

/// No estimate counts for more.
const MAX_ESTIMATE: i32 = 1 << 24;

/// A game that is won at the end of the search; sooner wins count for more.
const WIN: i32 = 2 * MAX_ESTIMATE;

/// More than any score.
const INFINITE: i32 = 4 * MAX_ESTIMATE;

/// With one ply to go there is nothing to order by but what is searched for.
const ORDERED_FROM: u32 = 2;

/// Nodes between two looks at the control.
const PATIENCE: u32 = 1 << 12;

impl AlphaBeta {
    /// The deepest search that is possible.
    pub const MAX_DEPTH: u32 = 64;

    /// The player that looks this many plies ahead, from 1 to
    /// [`AlphaBeta::MAX_DEPTH`]; numbers out of this range count as its ends.
    pub fn new(depth: u32) -> Self {
        Self {
            depth: depth.clamp(1, Self::MAX_DEPTH),
            ties: TiesBetween::First,
        }
    }

    /// The same player with another choice among equally good moves.
    pub fn with_ties(self, ties: TiesBetween) -> Self {
        Self { ties, ..self }
    }
}

impl<G: Heuristic + 'static> Agent<G> for AlphaBeta {
    fn name(&self) -> String {
        match self.ties {
            TiesBetween::First => format!("alphabeta(depth={})", self.depth),
            TiesBetween::Random => format!("alphabeta(depth={},ties=random)", self.depth),
        }
    }

    fn is_deterministic(&self) -> bool {
        self.ties == TiesBetween::First
    }

    fn decide(&mut self, turn: &Turn<'_, G>, rng: &mut Stream) -> Option<usize> {
        if turn.moves.len() == 1 {
            return Some(0);
        }
        let mut search = Search::new(&turn.referee.game, self.depth, turn.control);
        let at = &turn.context.position;
        let mut scratch = Vec::new();
        let next = |(i, &mv)| (i, turn.referee.game.play(at, mv));
        let mut children: Vec<_> = turn.moves.iter().enumerate().map(next).collect();
        children.sort_by_cached_key(|(_, next)| -search.promise(at, next, &mut scratch));
        let (mut best, mut top) = (Vec::new(), -INFINITE);
        for (i, next) in &children {
            // Whether the move is to be played if it is as good as the best so far:
            // then the window must show it.
            let counts = match self.ties {
                TiesBetween::Random => true,
                TiesBetween::First => best.iter().all(|b| i < b),
            };
            let alpha = if counts { top - 1 } else { top };
            let score = search.after(at, next, self.depth, (alpha, INFINITE))?;
            if score > top || (score == top && counts) {
                if score > top || self.ties == TiesBetween::First {
                    best.clear();
                }
                best.push(*i);
                top = score;
            }
        }
        best.sort_unstable();
        one_of(best.into_iter(), rng)
    }

    fn fork(&self) -> Box<dyn Agent<G>> {
        Box::new(self.clone())
    }
}

/// One decision.
struct Search<'a, G: Game> {
    game: &'a G,
    control: &'a Control,
    nodes: u32,
    /// The moves of each ply, and the positions they lead to with their order.
    moves: Vec<Vec<G::Move>>,
    children: Vec<Vec<(i32, G::Position)>>,
}

impl<'a, G: Heuristic> Search<'a, G> {
    fn new(game: &'a G, depth: u32, control: &'a Control) -> Self {
        let plies = depth as usize + 1;
        Self {
            game,
            control,
            nodes: 0,
            moves: vec![Vec::new(); plies],
            children: vec![Vec::new(); plies],
        }
    }

    /// The score of a move from `from` to `to` for the side that plays it, with
    /// `depth` plies to go before it.
    fn after(
        &mut self,
        from: &G::Position,
        to: &G::Position,
        depth: u32,
        (alpha, beta): (i32, i32),
    ) -> Option<i32> {
        if self.game.mover(from) == self.game.mover(to) {
            self.score(to, depth - 1, alpha, beta)
        } else {
            self.score(to, depth - 1, -beta, -alpha).map(|s| -s)
        }
    }

    /// The score of a position for its side to move, exact within the window.
    fn score(
        &mut self,
        position: &G::Position,
        depth: u32,
        mut alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        self.nodes = self.nodes.wrapping_add(1);
        if self.nodes.is_multiple_of(PATIENCE) && self.control.stopped() {
            return None;
        }
        let ply = depth as usize;
        if depth == 0 {
            return Some(match self.game.assess(position, &mut self.moves[ply]) {
                Ok(estimate) => bounded(estimate),
                Err(outcome) => finished(outcome, self.game.mover(position), depth),
            });
        }
        let mut moves = std::mem::take(&mut self.moves[ply]);
        let outcome = self.game.expand(position, &mut moves);
        let score = match outcome {
            Some(outcome) => Some(finished(outcome, self.game.mover(position), depth)),
            None => {
                let mut children = std::mem::take(&mut self.children[ply]);
                children.clear();
                let reached = moves.iter().map(|&mv| self.game.play(position, mv));
                children.extend(reached.map(|next| (0, next)));
                if depth >= ORDERED_FROM {
                    for (order, next) in &mut children {
                        *order = self.promise(position, next, &mut moves);
                    }
                    // Equal ones in whatever order: the score does not depend on it.
                    children.sort_unstable_by_key(|(order, _)| -order);
                }
                let mut best = Some(-INFINITE);
                for (_, next) in &children {
                    let Some(score) = self.after(position, next, depth, (alpha, beta)) else {
                        best = None;
                        break;
                    };
                    best = best.max(Some(score));
                    alpha = alpha.max(score);
                    if alpha >= beta {
                        break;
                    }
                }
                self.children[ply] = children;
                best
            }
        };
        self.moves[ply] = moves;
        score
    }

    /// How good a move looks at once, for the side that plays it.
    fn promise(&self, from: &G::Position, to: &G::Position, scratch: &mut Vec<G::Move>) -> i32 {
        let (before, after) = (self.game.mover(from), self.game.mover(to));
        match self.game.assess(to, scratch) {
            Err(outcome) => finished(outcome, before, 0),
            Ok(estimate) if before == after => bounded(estimate),
            Ok(estimate) => -bounded(estimate),
        }
    }
}

fn bounded(estimate: i32) -> i32 {
    estimate.clamp(-MAX_ESTIMATE, MAX_ESTIMATE)
}

/// The score of a finished game; `depth` plies were still to go.
fn finished(outcome: Outcome, player: Player, depth: u32) -> i32 {
    outcome.value_for(player) as i32 * (WIN + depth as i32)
}
