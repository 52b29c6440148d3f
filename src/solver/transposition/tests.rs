use proptest::prelude::*;

use super::whole::Hashed;
use super::*;

/// Both forms behind one face.
trait Form {
    fn make(bytes: usize) -> Self;
    fn find(&self, name: u64) -> Option<Known>;
    fn insert(&mut self, name: u64, known: Known, nodes: u64);
    fn bytes(&self) -> usize;
}

impl Form for Packed {
    fn make(bytes: usize) -> Self {
        Packed::new(bytes)
    }

    fn find(&self, name: u64) -> Option<Known> {
        Packed::find(self, name)
    }

    fn insert(&mut self, name: u64, known: Known, nodes: u64) {
        Packed::insert(self, name, known, nodes);
    }

    fn bytes(&self) -> usize {
        self.size_in_bytes()
    }
}

impl Form for Whole<u64> {
    fn make(bytes: usize) -> Self {
        Whole::new(bytes)
    }

    fn find(&self, name: u64) -> Option<Known> {
        Whole::find(self, Hashed::new(name))
    }

    fn insert(&mut self, name: u64, known: Known, nodes: u64) {
        Whole::insert(self, Hashed::new(name), known, nodes);
    }

    fn bytes(&self) -> usize {
        self.size_in_bytes()
    }
}

fn exact(name: u64) -> Known {
    let low = (name % 60) as Score - 30;
    Known {
        low,
        high: low,
        best: (name % 7) as u8,
    }
}

fn growing<T: Form>() {
    let limit = 1 << 22;
    let mut table = T::make(limit);
    let small = table.bytes();
    for name in 0..50_000 {
        table.insert(name, exact(name), 1);
    }
    assert!(small < table.bytes() && table.bytes() <= limit);
    let found = (0..50_000).filter_map(|name| {
        let known = table.find(name);
        known.map(|known| assert_eq!(known, exact(name)))
    });
    // Only crowded buckets have lost an entry.
    assert!(found.count() > 45_000);
    assert_eq!(table.find(50_000), None);
}

#[test]
fn growing_loses_nothing_and_stays_within_its_limit() {
    growing::<Packed>();
    growing::<Whole<u64>>();
}

/// A table of one bucket that gets `spare` costly entries and a cheap one, and
/// then another.
fn full_bucket<T: Form>(ways: u64) {
    let mut table = T::make(1);
    for name in 1..=ways {
        let nodes = if name == 2 { 7 } else { 5000 };
        table.insert(name, exact(name), nodes);
    }
    table.insert(100, exact(100), 1);
    for name in 1..=ways {
        assert_eq!(table.find(name).is_some(), name != 2, "{name}");
    }
    assert_eq!(table.find(100), Some(exact(100)));
    // What is proved of one position adds up, and the best move stays known.
    let half = |low, high, best| Known { low, high, best };
    table.insert(9, half(-1, 0, 3), 1000);
    table.insert(9, half(0, 1, Known::NO_MOVE), 1);
    assert_eq!(table.find(9), Some(half(0, 0, 3)));
}

#[test]
fn a_full_bucket_gives_up_the_cheapest_entry() {
    full_bucket::<Packed>(8);
    full_bucket::<Whole<u64>>(4);
}

proptest! {
    #[test]
    fn packed_entries_read_back(name in 0..1u64 << MOST_BITS, low in -MOST_SCORE..=MOST_SCORE, high in -MOST_SCORE..=MOST_SCORE, best in 0u8..7, nodes: u64) {
        let mut table = Packed::new(1);
        let known = Known { low, high, best };
        prop_assert_eq!(table.find(name), None);
        table.insert(name, known, nodes);
        prop_assert_eq!(table.find(name), Some(known));
        // A move that the entry has no room for is forgotten, nothing else.
        table.insert(name ^ 1, Known { best: 7, ..known }, nodes);
        prop_assert_eq!(table.find(name ^ 1), Some(Known { best: Known::NO_MOVE, ..known }));
    }
}
