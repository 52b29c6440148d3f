//! Playing games on all threads and counting what is recorded, in memory.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rustc_hash::FxHashMap;

use crate::control::Control;
use crate::game::{Ending, Game, Vectorize};
use crate::parallel::Pool;
use crate::policy::Policy;
use crate::selfplay::SelfPlay;

use super::build::Builder;
use super::row::{Codec, margin};
use super::runs::{Batch, Sorted};
use super::{Database, Summary, Winner};

/// Games that a thread takes at a time.
const CHUNK: u64 = 1024;

/// Records merged by what the rows of a database are made of.
pub(super) type Map<G> = FxHashMap<(<G as Game>::Position, Ending), u64>;

/// Runs `worker` on every thread. Its argument hands out pieces of `games`, in
/// order, until all are out or `control` is stopped; a piece that was handed out
/// must be finished, so what is done is always a prefix of `games`. Returns the
/// end of that prefix and the workers' results.
pub(super) fn share<T: Send>(
    games: Range<u64>,
    pool: &Pool,
    control: &Control,
    worker: impl Fn(&dyn Fn() -> Option<Range<u64>>) -> T + Sync + Send,
) -> (u64, Vec<T>) {
    let pieces = games.end.saturating_sub(games.start).div_ceil(CHUNK);
    let taken = AtomicU64::new(0);
    let take = || {
        if control.stopped() {
            return None;
        }
        let piece = taken.fetch_add(1, Relaxed);
        (piece < pieces).then(|| {
            let start = games.start + piece * CHUNK;
            start..games.end.min(start.saturating_add(CHUNK))
        })
    };
    let results = pool.workers(|_| worker(&take));
    let done = taken.load(Relaxed).min(pieces).saturating_mul(CHUNK);
    let done = games.start.saturating_add(done).min(games.end);
    (done, results)
}

/// What was counted as sorted records.
pub(super) fn encode<G: Vectorize>(
    game: &G,
    codec: Codec,
    counted: impl ExactSizeIterator<Item = ((G::Position, Ending), u64)>,
) -> Sorted {
    let mut batch = Batch::new(codec.width());
    batch.reserve(counted.len());
    for ((position, ending), count) in counted {
        batch.push(count, |key| {
            game.write(&position, codec.coordinates(key));
            codec.finish(
                key,
                game.mover(&position),
                Winner::of(ending),
                margin(ending),
            );
        });
    }
    batch.sort()
}

/// A growing number of games and the database of what they recorded: for
/// learning curves, whose larger databases contain the smaller ones.
#[derive(Clone, Debug)]
pub struct Counts<G: Game> {
    map: Map<G>,
    summary: Summary,
}

impl<G: Game> Default for Counts<G> {
    fn default() -> Self {
        Self {
            map: Map::<G>::default(),
            summary: Summary::default(),
        }
    }
}

impl<G: Game> Counts<G> {
    /// No games yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Plays the games of these numbers and adds what they record. If `control`
    /// is stopped, only the first of them are played; returns the number of the
    /// first game that was not.
    pub fn absorb<P: Policy<G>>(
        &mut self,
        play: &SelfPlay<'_, G, P>,
        games: Range<u64>,
        pool: &Pool,
        control: &Control,
    ) -> u64 {
        let (done, parts) = share(games, pool, control, |next| {
            let mut part = Self::new();
            while let Some(games) = next() {
                play.play(games, |r| {
                    part.summary.add(&r);
                    *part.map.entry((r.position, r.ending)).or_insert(0) += 1;
                });
            }
            part
        });
        for part in parts {
            self.summary.absorb(&part.summary);
            if self.map.is_empty() {
                self.map = part.map;
            } else {
                for (key, count) in part.map {
                    *self.map.entry(key).or_insert(0) += count;
                }
            }
        }
        done
    }

    /// The games so far by winner and length.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The database of the games so far: merged rows in the order of a file.
    pub fn database(&self, game: &G) -> Database
    where
        G: Vectorize,
    {
        let codec = Codec::new(game.dim(), false);
        let counted = self.map.iter().map(|(&key, &count)| (key, count));
        let mut builder = Builder::default();
        encode(game, codec, counted).merge(|key, count| builder.push(&codec.decode(key, count)));
        builder.finish(game.columns(), false)
    }
}

/// The database of `games`, played on all threads of `pool`, with the games by
/// winner and length; of the first of them if `control` is stopped. The result
/// does not depend on the number of threads.
pub fn generate<G: Vectorize, P: Policy<G>>(
    play: &SelfPlay<'_, G, P>,
    games: Range<u64>,
    pool: &Pool,
    control: &Control,
) -> (Database, Summary) {
    let mut counts = Counts::new();
    counts.absorb(play, games, pool, control);
    (counts.database(play.game()), counts.summary)
}
