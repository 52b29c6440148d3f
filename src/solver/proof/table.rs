//! What proof-number search knows of positions, in bounded memory.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::NEVER;

/// How many open positions have to be proved, or disproved, at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub proof: u32,
    pub disproof: u32,
}

impl Numbers {
    /// Of a position that was not searched yet, in which the side that tries to win
    /// is ahead by so many pieces. A piece counts for four positions: of 1, 2, 4
    /// and 8 that solved the board of 7 rows and 5 columns of Fanorona soonest.
    pub fn fresh(lead: i32) -> Self {
        let side = |ahead: i32| 1 + 4 * ahead.max(0) as u32;
        Self {
            proof: side(-lead),
            disproof: side(lead),
        }
    }

    pub const PROVED: Self = Self {
        proof: 0,
        disproof: NEVER,
    };
    pub const DISPROVED: Self = Self {
        proof: NEVER,
        disproof: 0,
    };
    /// No search goes on beyond these.
    pub const UNLIMITED: Self = Self {
        proof: NEVER,
        disproof: NEVER,
    };

    /// Whether it is proved or disproved.
    pub fn decided(self) -> Option<bool> {
        match (self.proof, self.disproof) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }
}

/// A position of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key<P> {
    /// In canonical form.
    pub position: P,
    /// Whether the side that tries to win is to move.
    pub attacks: bool,
}

#[derive(Clone, Copy)]
struct Entry<P> {
    key: Key<P>,
    numbers: Numbers,
    /// Nodes behind it, in powers of two.
    effort: u8,
}

/// Entries that share a place.
const WAYS: usize = 4;

/// Entries of a table that has not grown yet.
const START: usize = 1 << 12;

/// The table. It starts small and doubles when three quarters are full, up to a
/// limit; then the entry of least effort makes room. Keys are stored whole.
pub(super) struct Table<P> {
    entries: Vec<Option<Entry<P>>>,
    filled: usize,
    most: usize,
}

impl<P: Copy + Eq + Hash> Table<P> {
    /// An empty table that will take at most `bytes`, or the room of its first
    /// entries.
    pub fn new(bytes: usize) -> Self {
        let most = (bytes / size_of::<Option<Entry<P>>>()).max(START);
        Self {
            entries: vec![None; START],
            filled: 0,
            most,
        }
    }

    pub fn bytes(&self) -> usize {
        self.entries.len() * size_of::<Option<Entry<P>>>()
    }

    /// The place of a key in a table of `len` entries, a power of two.
    fn place(key: &Key<P>, len: usize) -> usize {
        let mut hasher = FxHasher::default();
        key.hash(&mut hasher);
        // Its high bits are the good ones.
        let mixed = hasher.finish().wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let bits = (len / WAYS).trailing_zeros();
        (mixed >> 1 >> (63 - bits)) as usize * WAYS
    }

    pub fn get(&self, key: &Key<P>) -> Option<Numbers> {
        let at = Self::place(key, self.entries.len());
        let ways = self.entries[at..at + WAYS].iter().flatten();
        ways.into_iter().find(|e| e.key == *key).map(|e| e.numbers)
    }

    pub fn put(&mut self, key: &Key<P>, numbers: Numbers, nodes: u64) {
        if self.filled > self.entries.len() / 4 * 3 && self.entries.len() * 2 <= self.most {
            self.grow();
        }
        let effort = (u64::BITS - nodes.leading_zeros()) as u8;
        // What is decided is worth more than a guess.
        let effort = effort + 8 * u8::from(numbers.decided().is_some());
        let entry = Entry {
            key: *key,
            numbers,
            effort,
        };
        self.filled += usize::from(insert(&mut self.entries, entry));
    }

    fn grow(&mut self) {
        let mut larger = Vec::new();
        if larger.try_reserve_exact(self.entries.len() * 2).is_err() {
            self.most = self.entries.len();
            return;
        }
        larger.resize(self.entries.len() * 2, None);
        let old = std::mem::replace(&mut self.entries, larger);
        self.filled = 0;
        for entry in old.into_iter().flatten() {
            self.filled += usize::from(insert(&mut self.entries, entry));
        }
    }
}

/// Whether it took an empty place.
fn insert<P: Copy + Eq + Hash>(entries: &mut [Option<Entry<P>>], entry: Entry<P>) -> bool {
    let at = Table::place(&entry.key, entries.len());
    let ways = &mut entries[at..at + WAYS];
    let same = ways
        .iter()
        .position(|e| matches!(e, Some(e) if e.key == entry.key));
    if let Some(i) = same {
        // What is decided stays so.
        let known = ways[i].map(|e| e.numbers.decided().is_some());
        if known != Some(true) || entry.numbers.decided().is_some() {
            ways[i] = Some(entry);
        }
        return false;
    }
    if let Some(free) = ways.iter_mut().find(|e| e.is_none()) {
        *free = Some(entry);
        return true;
    }
    let least = ways.iter_mut().min_by_key(|e| e.map_or(0, |e| e.effort));
    if let Some(least) = least {
        *least = Some(entry);
    }
    false
}
