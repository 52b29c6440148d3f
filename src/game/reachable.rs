//! Every position that play from a start can reach, as a graph: the ground of
//! exact distributions, solver tables and evaluations. Where that is too large,
//! some positions with what one move leads to.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Game, Outcome};
use crate::control::Control;

/// The reachable positions, numbered in the order of discovery (0 is the
/// start), with the moves between them. Play may return to a position: then
/// there is no order to work in.
#[derive(Clone, Debug)]
pub struct Reachable<G: Game> {
    positions: Vec<G::Position>,
    outcomes: Vec<Option<Outcome>>,
    /// `first[i]..first[i + 1]` are the edges of position `i`.
    first: Vec<u32>,
    targets: Vec<u32>,
    moves: Vec<G::Move>,
    /// All positions, each after every position that leads to it; `None` if play
    /// may return.
    order: Option<Vec<u32>>,
}

/// Why the reachable positions could not be listed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReachError {
    /// More positions than allowed.
    #[error(
        "more than {limit} reachable positions ({reached} met, still growing): too large for this limit"
    )]
    TooMany {
        /// The limit.
        limit: usize,
        /// How many had been met.
        reached: usize,
    },
    /// Play can return to a position, so there is no order to work in.
    #[error(
        "play can return to an earlier position ({0} of the positions lie on or behind cycles)"
    )]
    Cycle(usize),
    /// The caller stopped it.
    #[error("stopped after {0} positions")]
    Stopped(usize),
}

/// So many positions are expanded between two looks at the control.
const PIECE: usize = 4096;

impl<G: Game> Reachable<G> {
    /// Lists everything that can be reached from `start`, at most `limit` positions.
    /// It has an order ([`Reachable::forwards`]) if every line of play of the game
    /// ends.
    /// `control` counts those that were expanded, of a number that nobody knows.
    ///
    /// # Errors
    /// See [`ReachError`].
    pub fn new(
        game: &G,
        start: G::Position,
        limit: usize,
        control: &Control,
    ) -> Result<Self, ReachError> {
        if game.always_ends() {
            let mut graph = Self::explore(game, &[start], limit, control, |_, _| ())?;
            graph.sort()?;
            Ok(graph)
        } else {
            Self::with_cycles(game, &[start], limit, control)
        }
    }

    /// What can be reached from several starts, where play may return: numbered
    /// as [`Reachable::new`] does, the starts first, but without an order.
    ///
    /// # Errors
    /// More than `limit` positions, or stopped by the caller.
    pub fn with_cycles(
        game: &G,
        starts: &[G::Position],
        limit: usize,
        control: &Control,
    ) -> Result<Self, ReachError> {
        Self::explore(game, starts, limit, control, |_, _| ())
    }

    /// What can be reached where not every legal move is played: `select` gets every
    /// unfinished position with its moves and removes some, never all. It has an
    /// order if no line of such play returns.
    ///
    /// # Errors
    /// More than `limit` positions, or stopped by the caller.
    pub fn among(
        game: &G,
        start: G::Position,
        limit: usize,
        control: &Control,
        select: impl FnMut(&G::Position, &mut Vec<G::Move>),
    ) -> Result<Self, ReachError> {
        let mut graph = Self::explore(game, &[start], limit, control, select)?;
        graph.sort().ok();
        Ok(graph)
    }

    fn explore(
        game: &G,
        starts: &[G::Position],
        limit: usize,
        control: &Control,
        mut select: impl FnMut(&G::Position, &mut Vec<G::Move>),
    ) -> Result<Self, ReachError> {
        let limit = limit.min(u32::MAX as usize - 1);
        let mut numbers: FxHashMap<G::Position, u32> = FxHashMap::default();
        let mut positions = Vec::new();
        for &start in starts {
            numbers.entry(start).or_insert_with(|| {
                positions.push(start);
                positions.len() as u32 - 1
            });
        }
        let mut graph = Self {
            positions,
            outcomes: Vec::new(),
            first: vec![0],
            targets: Vec::new(),
            moves: Vec::new(),
            order: None,
        };
        let mut legal = Vec::new();
        let mut at = 0;
        while at < graph.positions.len() {
            if at % PIECE == 0 {
                if control.stopped() {
                    return Err(ReachError::Stopped(graph.positions.len()));
                }
                control.advance(PIECE as u64);
            }
            let position = graph.positions[at];
            let outcome = game.expand(&position, &mut legal);
            if outcome.is_none() {
                select(&position, &mut legal);
            }
            graph.outcomes.push(outcome);
            for &mv in &legal {
                let next = game.play(&position, mv);
                let fresh = graph.positions.len() as u32;
                let number = *numbers.entry(next).or_insert(fresh);
                if number == fresh {
                    graph.positions.push(next);
                }
                graph.targets.push(number);
                graph.moves.push(mv);
            }
            if graph.positions.len() > limit || graph.targets.len() > u32::MAX as usize {
                let reached = graph.positions.len();
                return Err(ReachError::TooMany { limit, reached });
            }
            graph.first.push(graph.targets.len() as u32);
            at += 1;
        }
        Ok(graph)
    }

    /// How many positions can be reached from `start`, finished ones included, where
    /// there are at most `limit`. It keeps the positions only, not the moves.
    ///
    /// # Errors
    /// More than `limit` positions, or stopped by the caller.
    pub fn count(
        game: &G,
        start: G::Position,
        limit: usize,
        control: &Control,
    ) -> Result<usize, ReachError> {
        let mut met: FxHashSet<G::Position> = FxHashSet::default();
        let mut open = vec![start];
        let mut moves = Vec::new();
        met.insert(start);
        while let Some(position) = open.pop() {
            let reached = met.len();
            if reached > limit {
                return Err(ReachError::TooMany { limit, reached });
            }
            if control.stopped() {
                return Err(ReachError::Stopped(reached));
            }
            if game.expand(&position, &mut moves).is_some() {
                continue;
            }
            let next = moves.iter().map(|&mv| game.play(&position, mv));
            open.extend(next.filter(|&next| met.insert(next)));
        }
        Ok(met.len())
    }

    /// Not everything: the positions given, which must be distinct, numbered as
    /// they come, then those that one move from them leads to. The moves of these
    /// are not followed, so the graph does not say what play from them leads to.
    ///
    /// # Errors
    /// Play between them can return, or there are more than can be numbered.
    pub fn around(game: &G, centres: &[G::Position]) -> Result<Self, ReachError> {
        let limit = u32::MAX as usize - 1;
        let mut numbers: FxHashMap<G::Position, u32> = centres.iter().copied().zip(0..).collect();
        let mut graph = Self {
            positions: centres.to_vec(),
            outcomes: Vec::new(),
            first: vec![0],
            targets: Vec::new(),
            moves: Vec::new(),
            order: None,
        };
        let mut legal = Vec::new();
        for centre in centres {
            graph.outcomes.push(game.expand(centre, &mut legal));
            for &mv in &legal {
                let next = game.play(centre, mv);
                let fresh = graph.positions.len() as u32;
                let number = *numbers.entry(next).or_insert(fresh);
                if number == fresh {
                    graph.positions.push(next);
                }
                graph.targets.push(number);
                graph.moves.push(mv);
            }
            if graph.positions.len() > limit || graph.targets.len() > limit {
                let reached = graph.positions.len();
                return Err(ReachError::TooMany { limit, reached });
            }
            graph.first.push(graph.targets.len() as u32);
        }
        let ends = graph.positions.iter().skip(centres.len());
        let outcomes = ends.map(|end| game.expand(end, &mut legal));
        graph.outcomes.extend(outcomes);
        let edges = graph.targets.len() as u32;
        graph.first.resize(graph.positions.len() + 1, edges);
        graph.sort()?;
        Ok(graph)
    }

    /// Kahn's topological order.
    fn sort(&mut self) -> Result<(), ReachError> {
        let mut waiting = vec![0u32; self.len()];
        for &t in &self.targets {
            waiting[t as usize] += 1;
        }
        let mut order: Vec<u32> = (0..self.len() as u32)
            .filter(|&i| waiting[i as usize] == 0)
            .collect();
        let mut at = 0;
        while at < order.len() {
            for edge in self.edges(order[at] as usize) {
                let t = self.targets[edge];
                waiting[t as usize] -= 1;
                if waiting[t as usize] == 0 {
                    order.push(t);
                }
            }
            at += 1;
        }
        if order.len() < self.len() {
            return Err(ReachError::Cycle(self.len() - order.len()));
        }
        self.order = Some(order);
        Ok(())
    }

    /// The number of positions, finished ones included.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Never: the start is always there.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Position number `i`.
    pub fn position(&self, i: usize) -> &G::Position {
        &self.positions[i]
    }

    /// All positions by number.
    pub fn positions(&self) -> &[G::Position] {
        &self.positions
    }

    /// The outcome of position `i` if it is finished.
    pub fn outcome(&self, i: usize) -> Option<Outcome> {
        self.outcomes[i]
    }

    /// The edges (moves) of position `i`, in the order of [`Game::expand`].
    pub fn edges(&self, i: usize) -> Range<usize> {
        self.first[i] as usize..self.first[i + 1] as usize
    }

    /// Where an edge leads.
    pub fn target(&self, edge: usize) -> usize {
        self.targets[edge] as usize
    }

    /// The move of an edge.
    pub fn mv(&self, edge: usize) -> G::Move {
        self.moves[edge]
    }

    /// The positions that the moves of position `i` lead to.
    pub fn targets(&self, i: usize) -> impl DoubleEndedIterator<Item = usize> + '_ {
        self.edges(i).map(|e| self.targets[e] as usize)
    }

    /// Whether the positions have an order, [`Reachable::forwards`].
    pub fn is_ordered(&self) -> bool {
        self.order.is_some()
    }

    /// Numbers of all positions, each after every position that leads to it; none
    /// at all where play may return, so that there is no such order.
    pub fn forwards(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        let order = self.order.as_deref().unwrap_or_default();
        order.iter().map(|&i| i as usize)
    }

    /// Numbers of all positions, each after every position it leads to.
    pub fn backwards(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        self.forwards().rev()
    }
}
