//! A table of 8 bytes an entry, for names of at most [`MOST_BITS`] bits.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::{Known, Table, bucket_of, effort, size};
use crate::game::Searchable;
use crate::solver::objective::Score;

/// The longest name that fits.
pub(in crate::solver) const MOST_BITS: u32 = 44;

/// The largest score that fits.
pub(in crate::solver) const MOST_SCORE: Score = 63;

/// From the lowest bit: `high` and `low` in 7 bits each, each plus 64 so that no
/// entry is 0; the best move in 3; the effort in 3; the name.
const LOW: u32 = 7;
const BEST: u32 = 14;
const EFFORT: u32 = 17;
const NAME: u32 = 20;

/// The number that stands for no move, or for one too late in the list.
const NO_MOVE: u8 = 7;

/// Entries that share a place: one cache line.
const WAYS: usize = 8;

/// An entry is one word, so that threads which share a table can never see half
/// of one.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([AtomicU64; WAYS]);

/// The table.
#[derive(Debug)]
pub(in crate::solver) struct Packed {
    buckets: Arc<Vec<Bucket>>,
    filled: usize,
    doublings: u32,
}

#[inline]
fn hash(name: u64) -> u64 {
    let mixed = name.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ (mixed >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

#[inline]
fn pack(name: u64, known: Known, effort: u8) -> u64 {
    let bound = |score: Score| (score + 64) as u64;
    bound(known.high)
        | bound(known.low) << LOW
        | u64::from(known.best.min(NO_MOVE)) << BEST
        | u64::from(effort) << EFFORT
        | name << NAME
}

#[inline]
fn unpack(word: u64) -> Known {
    let bound = |bits: u64| (bits & 127) as Score - 64;
    let best = (word >> BEST) as u8 & NO_MOVE;
    Known {
        low: bound(word >> LOW),
        high: bound(word),
        best: if best == NO_MOVE {
            Known::NO_MOVE
        } else {
            best
        },
    }
}

#[inline]
fn effort_of(word: u64) -> u8 {
    (word >> EFFORT) as u8 & 7
}

impl Packed {
    /// An empty table that will grow to at most `bytes` (at least one bucket).
    pub fn new(bytes: usize) -> Self {
        let (buckets, doublings) = size(bytes, size_of::<Bucket>());
        // Room for the whole table: what is not touched takes no memory, and
        // growing then moves nothing.
        let mut table = Vec::new();
        let room = table.try_reserve_exact(buckets << doublings);
        table.resize_with(buckets, Bucket::default);
        Self {
            buckets: Arc::new(table),
            filled: 0,
            doublings: if room.is_ok() { doublings } else { 0 },
        }
    }

    #[inline(always)]
    fn bucket(&self, name: u64) -> &Bucket {
        &self.buckets[bucket_of(hash(name), self.buckets.len())]
    }

    #[inline]
    pub fn find(&self, name: u64) -> Option<Known> {
        let words = self.bucket(name).0.iter().map(|w| w.load(Relaxed));
        let mut same = words.filter(|&w| w >> NAME == name && w != 0);
        same.next().map(unpack)
    }

    pub fn insert(&mut self, name: u64, known: Known, nodes: u64) {
        if self.doublings > 0 && self.filled * 2 > self.buckets.len() * WAYS {
            self.grow();
        }
        self.filled += usize::from(self.keep(name, known, nodes));
    }

    /// Keeps an entry; whether it took an empty place.
    pub fn keep(&self, name: u64, known: Known, nodes: u64) -> bool {
        // Three bits: steps of a factor of 16.
        let fresh = ((effort(nodes) + 1) / 4).min(7);
        let bucket = &self.bucket(name).0;
        let mut cheapest = (u8::MAX, 0);
        for (i, slot) in bucket.iter().enumerate() {
            let word = slot.load(Relaxed);
            if word == 0 {
                slot.store(pack(name, known, fresh), Relaxed);
                return true;
            }
            let old = effort_of(word);
            if word >> NAME == name {
                let both = unpack(word).merged(known);
                slot.store(pack(name, both, fresh.max(old)), Relaxed);
                return false;
            }
            if old < cheapest.0 {
                cheapest = (old, i);
            }
        }
        // The newest always stays: the search is about to ask for it.
        bucket[cheapest.1].store(pack(name, known, fresh), Relaxed);
        false
    }

    pub fn size_in_bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// Twice the buckets, in place; none while the table is shared.
    fn grow(&mut self) {
        let Some(buckets) = Arc::get_mut(&mut self.buckets) else {
            return;
        };
        let old = buckets.len();
        self.doublings -= 1;
        buckets.resize_with(2 * old, Bucket::default);
        for i in (0..old).rev() {
            let bucket = std::mem::take(&mut buckets[i]);
            for word in bucket.0.into_iter().map(AtomicU64::into_inner) {
                if word == 0 {
                    continue;
                }
                let at = bucket_of(hash(word >> NAME), buckets.len());
                debug_assert_eq!(at / 2, i);
                let places = buckets[at].0.iter_mut();
                if let Some(free) = places.map(AtomicU64::get_mut).find(|w| **w == 0) {
                    *free = word;
                }
            }
        }
    }
}

impl<G: Searchable> Table<G> for Packed {
    type Key = u64;

    #[inline]
    fn key(game: &G, reduced: &G::Position) -> u64 {
        game.pack(reduced)
    }

    #[inline]
    fn place(name: u64) -> usize {
        name as usize
    }

    #[inline]
    fn touch(&self, name: u64) -> u64 {
        self.bucket(name).0[0].load(Relaxed)
    }

    #[inline]
    fn get(&self, name: u64) -> Option<Known> {
        self.find(name)
    }

    #[inline]
    fn put(&mut self, name: u64, known: Known, nodes: u64) {
        self.insert(name, known, nodes);
    }

    fn bytes(&self) -> usize {
        self.size_in_bytes()
    }

    fn share(&mut self) -> Option<Self> {
        if self.doublings > 0 && self.filled * 4 > self.buckets.len() * WAYS {
            self.grow();
        }
        Some(Self {
            buckets: Arc::clone(&self.buckets),
            filled: 0,
            doublings: 0,
        })
    }

    fn rejoin(&mut self, other: Self) {
        self.filled += other.filled;
    }
}
