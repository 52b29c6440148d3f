//! Questions about games in which play can go on for ever, answered by
//! retrograde analysis.

use std::sync::Arc;
use std::time::Instant;

use rustc_hash::{FxHashMap, FxHashSet};

use super::retrograde::{Fate, Layers, LayersError, graph_fates};
use super::{Analysis, Detail, Limits, MoveValue, Unsolved};
use crate::control::Control;
use crate::game::{ReachError, Reachable, Searchable};

/// What has been worked out.
enum Known<G: Searchable> {
    Layers(Layers<G>),
    Listed {
        numbers: FxHashMap<G::Position, u32>,
        fates: Vec<Fate>,
    },
}

/// The fates of positions, all worked out at the first question.
pub(super) struct Cyclic<G: Searchable> {
    memory: usize,
    known: Option<Arc<Known<G>>>,
    /// Positions whose moves were listed.
    pub nodes: u64,
}

/// An index of at most so many positions is worked through whatever the memory.
const SMALL_INDEX: usize = 1 << 16;

/// Bytes that a listed position takes while it is worked on, its moves included.
const BYTES_PER_POSITION: usize = 256;

impl<G: Searchable> Cyclic<G> {
    pub fn new(memory: usize) -> Self {
        Self {
            memory,
            known: None,
            nodes: 0,
        }
    }

    /// Another with what this one knows.
    pub fn share(&self) -> Self {
        Self {
            memory: self.memory,
            known: self.known.clone(),
            nodes: 0,
        }
    }

    pub fn bytes(&self) -> usize {
        match self.known.as_deref() {
            None => 0,
            Some(Known::Layers(layers)) => layers.bytes(),
            Some(Known::Listed { numbers, fates }) => {
                let entry = size_of::<(G::Position, u32)>() + 1;
                numbers.capacity() * entry + size_of_val(&fates[..])
            }
        }
    }

    fn look(&self, position: &G::Position) -> Option<Fate> {
        match self.known.as_deref()? {
            Known::Layers(layers) => layers.fate(position),
            Known::Listed { numbers, fates } => numbers.get(position).map(|&n| fates[n as usize]),
        }
    }

    /// The fate of a position. The first question works out that of many.
    pub fn fate(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
        control: &Control,
    ) -> Result<Fate, Unsolved> {
        if let Some(fate) = self.look(position) {
            return Ok(fate);
        }
        let begun = Instant::now();
        self.work_out(game, position, limits, control)?;
        if let Some(time) = limits.time.filter(|&t| begun.elapsed() > t) {
            return Err(Unsolved::Time(time));
        }
        let stranger = || Unsolved::Unknown(game.name());
        self.look(position).ok_or_else(stranger)
    }

    /// The layers up to that of a position, if it is in an index that fits.
    fn layers(
        &mut self,
        game: &G,
        position: &G::Position,
        control: &Control,
    ) -> Option<Result<(), Unsolved>> {
        // Layers that are there already are continued, unless they are shared.
        let mut known = self.known.take().and_then(Arc::into_inner);
        let layers = match &mut known {
            Some(Known::Layers(layers)) => layers,
            _ => {
                let index = game.index().filter(|i| i.number(position).is_some())?;
                let room = index.len().saturating_mul(Layers::<G>::BYTES_AT_WORK);
                let fits = room <= self.memory || index.len() <= SMALL_INDEX;
                let layers = fits.then(|| Layers::new(index).ok()).flatten()?;
                match known.insert(Known::Layers(layers)) {
                    Known::Layers(layers) => layers,
                    Known::Listed { .. } => return None,
                }
            }
        };
        layers.index().number(position)?;
        let before = layers.positions();
        let wanted = layers.index().layer(position) + 1;
        let completed = layers.complete(game, wanted, control);
        self.nodes += layers.positions() - before;
        self.known = known.map(Arc::new);
        Some(completed.map_err(|e| match e {
            LayersError::Memory(positions) => Unsolved::TooLarge {
                game: game.name(),
                positions: positions as u64,
            },
            LayersError::Stopped(_) => Unsolved::Stopped(self.nodes),
        }))
    }

    fn work_out(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
        control: &Control,
    ) -> Result<(), Unsolved> {
        if let Some(done) = self.layers(game, position, control) {
            return done;
        }
        let mut starts = game.roots();
        starts.push(*position);
        let room = (self.memory / BYTES_PER_POSITION).max(1000);
        let asked = limits.nodes.map_or(usize::MAX, |n| n as usize);
        let graph = Reachable::with_cycles(game, &starts, room.min(asked), control);
        let graph = graph.map_err(|e| match e {
            ReachError::TooMany { .. } if asked < room => Unsolved::Nodes(asked as u64),
            ReachError::TooMany { reached, .. } => Unsolved::TooLarge {
                game: game.name(),
                positions: reached as u64,
            },
            ReachError::Stopped(n) | ReachError::Cycle(n) => Unsolved::Stopped(n as u64),
        })?;
        let fates = graph_fates(game, &graph);
        let numbers = graph.positions().iter().copied().zip(0..).collect();
        self.nodes += graph.len() as u64;
        self.known = Some(Arc::new(Known::Listed { numbers, fates }));
        Ok(())
    }

    /// Every move with its fate for the side that plays it.
    pub fn moves(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
        control: &Control,
    ) -> Result<Vec<MoveValue<G>>, Unsolved> {
        let mut moves = Vec::new();
        game.expand(position, &mut moves);
        let valued = moves.into_iter().map(|mv| {
            let next = game.play(position, mv);
            let again = game.mover(&next) == game.mover(position);
            let fate = self.fate(game, &next, limits, control)?.of_move(again);
            Ok(MoveValue {
                mv,
                position: next,
                value: fate.value(),
                margin: None,
                plies: fate.plies(),
            })
        });
        valued.collect()
    }

    pub fn analysis(
        &mut self,
        game: &G,
        position: &G::Position,
        detail: Detail,
        limits: &Limits,
        control: &Control,
    ) -> Result<Analysis<G>, Unsolved> {
        let before = self.nodes;
        let fate = self.fate(game, position, limits, control)?;
        let moves = self.moves(game, position, limits, control)?;
        let best = moves.iter().filter(|m| m.value == fate.value());
        let optimal = best.map(|m| m.mv).collect();
        Ok(Analysis {
            value: fate.value(),
            margin: None,
            plies: fate.plies(),
            line: self.line(game, position, limits, control)?,
            optimal: (detail != Detail::Value).then_some(optimal),
            optimal_margin: None,
            moves: (detail == Detail::Moves).then_some(moves),
            nodes: self.nodes - before,
        })
    }

    /// Play in which the winner hurries and the loser delays, to the end; where
    /// nobody wins, until a position comes back.
    fn line(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
        control: &Control,
    ) -> Result<Vec<G::Move>, Unsolved> {
        let mut seen = FxHashSet::default();
        let mut line = Vec::new();
        let mut at = *position;
        while seen.insert(at) {
            let moves = self.moves(game, &at, limits, control)?;
            let rank = |m: &MoveValue<G>| match (m.plies, m.value) {
                (Some(plies), crate::game::Value::Win) => Fate::win(plies).rank(),
                (Some(plies), _) => Fate::loss(plies).rank(),
                (None, _) => 0,
            };
            // The first of the best.
            let best = moves.iter().rev().max_by_key(|m| rank(m));
            let Some(best) = best else { break };
            line.push(best.mv);
            at = best.position;
        }
        Ok(line)
    }
}
