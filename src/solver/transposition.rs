//! The transposition table: what the search has proved, by exact key, in
//! bounded memory.

use std::hash::Hash;
use std::num::NonZeroU8;

use rustc_hash::FxBuildHasher;

use super::objective::Score;

/// What is proved of a position, and how much work that took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    /// The value is at least this.
    pub low: Score,
    /// The value is at most this.
    pub high: Score,
}

#[derive(Clone, Copy, Debug)]
struct Entry<K> {
    key: K,
    bounds: Bounds,
    /// Bits of the number of nodes behind the entry: what an eviction loses.
    effort: NonZeroU8,
}

/// Entries that share a place.
const WAYS: usize = 4;

/// On a cache line of its own: a look-up then waits for memory once.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Bucket<K>([Option<Entry<K>>; WAYS]);

/// A table that starts small and doubles when half full, up to a limit in
/// bytes. Then the entry of least effort in a bucket makes room. Keys are
/// stored whole: an answer is never that of another position.
#[derive(Clone, Debug)]
pub(super) struct Table<K> {
    buckets: Vec<Bucket<K>>,
    filled: usize,
    doublings: u32,
}

/// Buckets of a table that has not grown yet.
const START: usize = 1 << 10;

impl<K: Copy + Eq + Hash> Table<K> {
    /// An empty table that will grow to at most `bytes` (at least one bucket).
    pub fn new(bytes: usize) -> Self {
        let most = (bytes / size_of::<Bucket<K>>()).max(1);
        let doublings = (most / START).checked_ilog2().unwrap_or(0);
        Self {
            buckets: vec![Bucket([None; WAYS]); most >> doublings],
            filled: 0,
            doublings,
        }
    }

    /// The bytes it takes now.
    pub fn bytes(&self) -> usize {
        self.buckets.capacity() * size_of::<Bucket<K>>()
    }

    /// The hash that the other methods want beside the key.
    #[inline]
    pub fn hash(key: &K) -> u64 {
        let hash = std::hash::BuildHasher::hash_one(&FxBuildHasher, key);
        // Places are taken from the high bits; spread the low ones there too.
        (hash ^ (hash >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Monotone in the hash, so that a bucket of a table splits into two
    /// neighbours of the table of twice the size.
    #[inline]
    fn place(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.buckets.len() as u128) >> 64) as usize
    }

    /// What is proved of a position.
    #[inline]
    pub fn get(&self, key: &K, hash: u64) -> Option<Bounds> {
        let bucket = &self.buckets[self.place(hash)];
        let mut entries = bucket.0.iter().flatten();
        entries.find(|e| e.key == *key).map(|e| e.bounds)
    }

    /// Keeps what `nodes` nodes have proved.
    pub fn put(&mut self, key: K, hash: u64, bounds: Bounds, nodes: u64) {
        if self.doublings > 0 && self.filled * 2 > self.buckets.len() * WAYS {
            self.grow();
        }
        let bits = u64::BITS - nodes.leading_zeros();
        let effort = NonZeroU8::new(bits as u8).unwrap_or(NonZeroU8::MIN);
        let fresh = Entry {
            key,
            bounds,
            effort,
        };
        let at = self.place(hash);
        let bucket = &mut self.buckets[at].0;
        for slot in bucket.iter_mut() {
            match slot {
                None => {
                    *slot = Some(fresh);
                    self.filled += 1;
                    return;
                }
                Some(old) if old.key == key => {
                    old.bounds.low = old.bounds.low.max(bounds.low);
                    old.bounds.high = old.bounds.high.min(bounds.high);
                    old.effort = old.effort.max(effort);
                    return;
                }
                Some(_) => {}
            }
        }
        // The newest always stays: the search is about to ask for it.
        if let Some(slot) = bucket.iter_mut().min_by_key(|s| s.map(|e| e.effort)) {
            *slot = Some(fresh);
        }
    }

    /// Twice the buckets, in place; without more memory, none.
    fn grow(&mut self) {
        let old = self.buckets.len();
        if self.buckets.try_reserve_exact(old).is_err() {
            self.doublings = 0;
            return;
        }
        self.doublings -= 1;
        self.buckets.resize(2 * old, Bucket([None; WAYS]));
        for i in (0..old).rev() {
            let bucket = std::mem::replace(&mut self.buckets[i].0, [None; WAYS]);
            for entry in bucket.into_iter().flatten() {
                let at = self.place(Self::hash(&entry.key));
                debug_assert_eq!(at / 2, i);
                if let Some(free) = self.buckets[at].0.iter_mut().find(|s| s.is_none()) {
                    *free = Some(entry);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(key: u64) -> Bounds {
        let low = (key % 100) as Score;
        Bounds { low, high: low }
    }

    #[test]
    fn growing_loses_nothing_and_stays_within_its_limit() {
        let limit = 1 << 22;
        let mut table: Table<u64> = Table::new(limit);
        let small = table.bytes();
        let keys = 0..50_000u64;
        for key in keys.clone() {
            table.put(key, Table::hash(&key), bounds(key), 1);
        }
        assert!(small < table.bytes() && table.bytes() <= limit);
        let found = keys.filter_map(|key| {
            let known = table.get(&key, Table::hash(&key));
            known.map(|known| assert_eq!(known, bounds(key)))
        });
        // Only crowded buckets have lost an entry.
        assert!(found.count() > 45_000);
        assert_eq!(table.get(&50_000, Table::hash(&50_000)), None);
    }

    #[test]
    fn a_full_bucket_gives_up_the_cheapest_entry() {
        let mut table: Table<u64> = Table::new(1);
        for (key, nodes) in [(1, 100), (2, 7), (3, 100), (4, 100), (5, 2)] {
            table.put(key, Table::hash(&key), bounds(key), nodes);
        }
        let kept = (1..=5u64).filter(|key| table.get(key, Table::hash(key)).is_some());
        assert_eq!(kept.collect::<Vec<_>>(), [1, 3, 4, 5]);
        // What is proved of one position adds up.
        let half = |low, high| Bounds { low, high };
        table.put(9, Table::hash(&9), half(-1, 0), 1000);
        table.put(9, Table::hash(&9), half(0, 1), 1);
        assert_eq!(table.get(&9, Table::hash(&9)), Some(half(0, 0)));
    }
}
