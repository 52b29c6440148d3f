//! Retrograde analysis on a perfect index, layer by layer.

use std::collections::VecDeque;

use super::Fate;
use crate::game::{Game, PositionIndex, Value};

/// The fates of all positions of an index, or of its first layers.
pub struct Layers<G: Game> {
    index: Box<dyn PositionIndex<G>>,
    fates: Vec<Fate>,
    done: usize,
    positions: u64,
}

/// Why a layer has no fates.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayersError {
    /// No memory for the table.
    #[error("no memory for a table of {0} positions")]
    Memory(usize),
    /// The caller stopped it.
    #[error("stopped after {0} layers")]
    Stopped(usize),
}

/// What is still open of a position of the layer that is worked on.
#[derive(Clone, Copy, Default)]
struct Open {
    /// Moves that are not known to lose; 0 for positions that are settled, or
    /// are not one of their class that is visited.
    moves: u16,
    /// The latest loss that a move to an earlier layer leads to, in plies.
    latest: u16,
}

/// How many positions pass between two looks at the control.
const PATIENCE: usize = 4096;

impl<G: Game> Layers<G> {
    /// The bytes that a position takes while layers are worked on.
    pub const BYTES_AT_WORK: usize = size_of::<Fate>() + size_of::<Open>();

    /// An empty table for an index.
    ///
    /// # Errors
    /// There is no memory for it.
    pub fn new(index: Box<dyn PositionIndex<G>>) -> Result<Self, LayersError> {
        let mut fates = Vec::new();
        if fates.try_reserve_exact(index.len()).is_err() {
            return Err(LayersError::Memory(index.len()));
        }
        fates.resize(index.len(), Fate::NEITHER);
        Ok(Self {
            index,
            fates,
            done: 0,
            positions: 0,
        })
    }

    /// A table that was computed before.
    pub(super) fn from_fates(index: Box<dyn PositionIndex<G>>, fates: Vec<Fate>) -> Self {
        Self {
            done: index.layers(),
            index,
            fates,
            positions: 0,
        }
    }

    /// The bytes of the table.
    pub fn bytes(&self) -> usize {
        self.fates.len() * size_of::<Fate>()
    }

    /// The fate of a position; `None` if it is not in the layers that are done.
    #[inline]
    pub fn fate(&self, position: &G::Position) -> Option<Fate> {
        let number = self.index.number(position)?;
        (self.done == self.index.layers() || self.index.layer(position) < self.done)
            .then(|| self.fates[number])
    }

    /// Positions of the layers that are done, one of every class.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The index.
    pub fn index(&self) -> &dyn PositionIndex<G> {
        &*self.index
    }

    /// All fates by number; positions of layers that are not done have
    /// [`Fate::NEITHER`].
    pub fn fates(&self) -> &[Fate] {
        &self.fates
    }

    /// Computes the layers that are not done, up to `layers` in all. `stop` is asked
    /// now and then and gets the number of positions looked at since.
    ///
    /// # Errors
    /// The caller stopped it, or there is no memory; what was done stays.
    pub fn complete(
        &mut self,
        game: &G,
        layers: usize,
        mut stop: impl FnMut(u64) -> bool,
    ) -> Result<(), LayersError> {
        let mut open = Vec::new();
        if open.try_reserve_exact(self.index.len()).is_err() {
            return Err(LayersError::Memory(self.index.len()));
        }
        open.resize(self.index.len(), Open::default());
        while self.done < layers.min(self.index.layers()) {
            self.positions += Layer {
                game,
                index: &*self.index,
                fates: &mut self.fates,
                open: &mut open,
                due: VecDeque::new(),
                images: Vec::new(),
            }
            .settle(self.done, &mut stop)
            .ok_or(LayersError::Stopped(self.done))?;
            self.done += 1;
        }
        Ok(())
    }
}

/// One layer at work.
struct Layer<'a, G: Game> {
    game: &'a G,
    index: &'a dyn PositionIndex<G>,
    fates: &'a mut [Fate],
    open: &'a mut [Open],
    /// By distance, counted from the one that is worked on: positions with the
    /// fate they have if nothing nearer comes first.
    due: VecDeque<Vec<(G::Position, Fate)>>,
    images: Vec<G::Position>,
}

impl<G: Game> Layer<'_, G> {
    fn number(&self, position: &G::Position) -> usize {
        // Whatever the index is asked here is in it, or it contradicts itself.
        self.index.number(position).unwrap_or_default()
    }

    /// How many positions it has.
    fn settle(mut self, layer: usize, stop: &mut dyn FnMut(u64) -> bool) -> Option<u64> {
        let seen = self.look(layer, stop)?;
        let mut plies = 0;
        let mut origins = Vec::new();
        while let Some(due) = self.due.pop_front() {
            for (n, &(position, fate)) in due.iter().enumerate() {
                if n % PATIENCE == 0 && stop(0) {
                    return None;
                }
                let number = self.number(&position);
                if self.fates[number] != Fate::NEITHER {
                    continue;
                }
                debug_assert_eq!(fate.plies(), Some(plies));
                self.images.clear();
                self.images.push(position);
                let mut images = std::mem::take(&mut self.images);
                self.index.images(&position, &mut images);
                for image in &images {
                    let number = self.number(image);
                    self.fates[number] = fate;
                    self.open[number].moves = 0;
                }
                for image in &images {
                    origins.clear();
                    self.index.before(image, &mut origins);
                    for origin in &origins {
                        self.hear(origin, image, fate, plies);
                    }
                }
                self.images = images;
            }
            plies += 1;
        }
        Some(seen as u64)
    }

    /// What every position knows from earlier layers.
    fn look(&mut self, layer: usize, stop: &mut dyn FnMut(u64) -> bool) -> Option<usize> {
        let (index, game) = (self.index, self.game);
        let mut moves = Vec::new();
        let (mut seen, mut stopped) = (0, stop(0));
        index.visit(layer, &mut |position| {
            if stopped {
                return;
            }
            seen += 1;
            if seen % PATIENCE == 0 {
                stopped = stop(PATIENCE as u64);
            }
            if let Some(outcome) = game.expand(position, &mut moves) {
                self.promise(*position, Fate::finished(outcome, game.mover(position)), 0);
                return;
            }
            let mut open = Open::default();
            let mut best: Option<Fate> = None;
            for &mv in &moves {
                let next = game.play(position, mv);
                if index.layer(&next) == layer {
                    open.moves += 1;
                    continue;
                }
                let again = game.mover(&next) == game.mover(position);
                let fate = self.fates[self.number(&next)].of_move(again);
                if best.is_none_or(|best| fate.rank() > best.rank()) {
                    best = Some(fate);
                }
            }
            if let Some(best) = best {
                if best.value() != Value::Loss || open.moves == 0 {
                    self.promise(*position, best, 0);
                } else {
                    open.latest = best.plies().unwrap_or(0);
                }
                // A move that does not lose stays open for ever.
                let stays = best.value() != Value::Loss && open.moves > 0;
                open.moves += u16::from(stays);
            }
            let number = self.number(position);
            self.open[number] = open;
        });
        (!stopped).then_some(seen)
    }

    /// A position will be settled when its distance has come, `now` being the
    /// distance that is worked on.
    fn promise(&mut self, position: G::Position, fate: Fate, now: u16) {
        let Some(plies) = fate.plies() else { return };
        let wait = usize::from(plies.saturating_sub(now));
        if self.due.len() <= wait {
            self.due.resize_with(wait + 1, Vec::new);
        }
        self.due[wait].push((position, fate));
    }

    /// A position hears that a move of it leads to one of this fate. The buckets
    /// that wait begin with the distance `plies + 1`.
    fn hear(&mut self, origin: &G::Position, to: &G::Position, fate: Fate, plies: u16) {
        let number = self.number(origin);
        let open = &mut self.open[number];
        if open.moves == 0 {
            return;
        }
        let again = self.game.mover(origin) == self.game.mover(to);
        let fate = fate.of_move(again);
        if fate.rank() > 0 {
            open.moves = 0;
            self.promise(*origin, fate, plies + 1);
            return;
        }
        open.moves -= 1;
        if open.moves == 0 {
            let latest = open.latest.max(plies + 1);
            self.promise(*origin, Fate::loss(latest), plies + 1);
        }
    }
}
