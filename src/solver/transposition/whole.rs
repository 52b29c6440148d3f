//! A table for positions of any size.

use std::hash::{BuildHasher, Hash};
use std::num::NonZeroU8;

use rustc_hash::FxBuildHasher;

use super::{Known, Table, bucket_of, effort, size};
use crate::game::Searchable;

/// A key with its hash.
#[derive(Clone, Copy, Debug)]
pub(in crate::solver) struct Hashed<K> {
    key: K,
    hash: u64,
}

impl<K: Copy + Eq + Hash> Hashed<K> {
    #[inline]
    pub fn new(key: K) -> Self {
        let hash = FxBuildHasher.hash_one(key);
        // Places are taken from the high bits; spread the low ones there too.
        let hash = (hash ^ (hash >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self { key, hash }
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry<K> {
    key: K,
    known: Known,
    effort: NonZeroU8,
}

/// Entries that share a place.
const WAYS: usize = 4;

/// On a cache line of its own: a look-up then waits for memory once.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Bucket<K>([Option<Entry<K>>; WAYS]);

/// The table.
#[derive(Clone, Debug)]
pub(in crate::solver) struct Whole<K> {
    buckets: Vec<Bucket<K>>,
    filled: usize,
    doublings: u32,
}

impl<K: Copy + Eq + Hash> Whole<K> {
    /// An empty table that will grow to at most `bytes` (at least one bucket).
    pub fn new(bytes: usize) -> Self {
        let (buckets, doublings) = size(bytes, size_of::<Bucket<K>>());
        Self {
            buckets: vec![Bucket([None; WAYS]); buckets],
            filled: 0,
            doublings,
        }
    }

    #[inline]
    pub fn find(&self, key: Hashed<K>) -> Option<Known> {
        let bucket = &self.buckets[bucket_of(key.hash, self.buckets.len())];
        let mut entries = bucket.0.iter().flatten();
        entries.find(|e| e.key == key.key).map(|e| e.known)
    }

    pub fn insert(&mut self, key: Hashed<K>, known: Known, nodes: u64) {
        if self.doublings > 0 && self.filled * 2 > self.buckets.len() * WAYS {
            self.grow();
        }
        let fresh = Entry {
            key: key.key,
            known,
            effort: NonZeroU8::new(effort(nodes)).unwrap_or(NonZeroU8::MIN),
        };
        let at = bucket_of(key.hash, self.buckets.len());
        let bucket = &mut self.buckets[at].0;
        for slot in bucket.iter_mut() {
            match slot {
                None => {
                    *slot = Some(fresh);
                    self.filled += 1;
                    return;
                }
                Some(old) if old.key == fresh.key => {
                    old.known = old.known.merged(known);
                    old.effort = old.effort.max(fresh.effort);
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

    pub fn size_in_bytes(&self) -> usize {
        self.buckets.capacity() * size_of::<Bucket<K>>()
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
                let at = bucket_of(Hashed::new(entry.key).hash, self.buckets.len());
                debug_assert_eq!(at / 2, i);
                if let Some(free) = self.buckets[at].0.iter_mut().find(|s| s.is_none()) {
                    *free = Some(entry);
                }
            }
        }
    }
}

impl<G: Searchable> Table<G> for Whole<G::Position> {
    type Key = Hashed<G::Position>;

    #[inline]
    fn key(_: &G, reduced: &G::Position) -> Self::Key {
        Hashed::new(*reduced)
    }

    #[inline]
    fn place(_: Self::Key) -> usize {
        usize::MAX
    }

    #[inline]
    fn get(&self, key: Self::Key) -> Option<Known> {
        self.find(key)
    }

    #[inline]
    fn put(&mut self, key: Self::Key, known: Known, nodes: u64) {
        self.insert(key, known, nodes);
    }

    fn bytes(&self) -> usize {
        self.size_in_bytes()
    }
}

/// The same for names of up to 64 bits.
#[derive(Clone, Debug)]
pub(in crate::solver) struct Named(pub Whole<u64>);

impl<G: Searchable> Table<G> for Named {
    type Key = Hashed<u64>;

    #[inline]
    fn key(game: &G, reduced: &G::Position) -> Self::Key {
        Hashed::new(game.pack(reduced))
    }

    #[inline]
    fn place(name: Self::Key) -> usize {
        usize::try_from(name.key).unwrap_or(usize::MAX)
    }

    #[inline]
    fn get(&self, name: Self::Key) -> Option<Known> {
        self.0.find(name)
    }

    #[inline]
    fn put(&mut self, name: Self::Key, known: Known, nodes: u64) {
        self.0.insert(name, known, nodes);
    }

    fn bytes(&self) -> usize {
        self.0.size_in_bytes()
    }
}
