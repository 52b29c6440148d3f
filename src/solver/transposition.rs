//! Transposition tables: what the search has proved, by exact key, in bounded
//! memory. Two forms: [`Whole`] keeps any key ([`Named`]: a name of 64
//! bits), [`Packed`] squeezes a short name, the bounds and the best move into one
//! word.
//!
//! Both start small and double when half full, up to a limit in bytes. Then the
//! entry of least effort in a bucket makes room. Keys are stored whole: an
//! answer is never that of another position.

mod packed;
mod whole;

pub(super) use packed::{MOST_BITS, MOST_SCORE, Packed};
pub(super) use whole::{Named, Whole};

use super::objective::Score;
use crate::game::Searchable;

/// What is proved of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The value is at least this.
    pub low: Score,
    /// The value is at most this.
    pub high: Score,
    /// The number of the move that was best, or [`Known::NO_MOVE`].
    pub best: u8,
}

impl Known {
    /// No move is known to be good.
    pub const NO_MOVE: u8 = u8::MAX;

    /// Both proofs together; the newer one knows the better move.
    fn merged(self, newer: Known) -> Known {
        Known {
            low: self.low.max(newer.low),
            high: self.high.min(newer.high),
            best: if newer.best == Known::NO_MOVE {
                self.best
            } else {
                newer.best
            },
        }
    }
}

/// A table for the positions of a game.
pub(super) trait Table<G: Searchable>: Send {
    /// What names a position.
    type Key: Copy + Send;

    /// The key of a reduced position.
    fn key(game: &G, reduced: &G::Position) -> Self::Key;

    /// The place of a key in endgame tables.
    fn place(key: Self::Key) -> usize;

    /// Reads something of what [`Table::get`] reads, so that it comes into the
    /// cache.
    #[inline]
    fn touch(&self, _key: Self::Key) -> u64 {
        0
    }

    /// What is proved of a position.
    fn get(&self, key: Self::Key) -> Option<Known>;

    /// Keeps what `nodes` nodes have proved.
    fn put(&mut self, key: Self::Key, known: Known, nodes: u64);

    /// The bytes it takes now.
    fn bytes(&self) -> usize;

    /// A second handle to the same table, for another thread. The table first
    /// makes room, since it cannot grow while there are several. `None` if it
    /// cannot be shared.
    fn share(&mut self) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// Takes back a handle.
    fn rejoin(&mut self, _other: Self)
    where
        Self: Sized,
    {
    }
}

/// Buckets of a table that has not grown yet.
const START: usize = 1 << 10;

/// How many buckets to begin with, and how often they may double, so that they
/// take at most `bytes` (or are one bucket).
fn size(bytes: usize, bucket: usize) -> (usize, u32) {
    let most = (bytes / bucket).max(1);
    let doublings = (most / START).checked_ilog2().unwrap_or(0);
    (most >> doublings, doublings)
}

/// Monotone in the hash, so that a bucket of a table splits into two neighbours
/// of the table of twice the size.
#[inline]
fn bucket_of(hash: u64, buckets: usize) -> usize {
    ((u128::from(hash) * buckets as u128) >> 64) as usize
}

/// Bits of the number of nodes behind an entry: what an eviction loses.
fn effort(nodes: u64) -> u8 {
    (u64::BITS - nodes.max(1).leading_zeros()) as u8
}

#[cfg(test)]
mod tests;
