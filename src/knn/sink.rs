//! Where the rows that the scan finds are collected.

use std::collections::BinaryHeap;

use super::profile::Shell;
use super::table::Table;

/// Collects rows under a falling limit.
pub(super) trait Sink {
    /// Rows farther than this change nothing any more.
    fn limit(&self) -> u32;

    /// A row at a distance of at most [`Sink::limit`].
    fn take(&mut self, table: &Table, distance: u32, slot: usize);

    /// Rows of block `b`, as bits, all at this distance of at most
    /// [`Sink::limit`].
    #[inline(always)]
    fn take_many(&mut self, table: &Table, distance: u32, b: usize, rows: u64) {
        for i in bits(rows) {
            // Only the rows at the limit can be too many.
            if distance <= self.limit() {
                self.take(table, distance, 64 * b + i);
            }
        }
    }
}

/// The places of the bits that are set.
#[inline(always)]
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let i = word.trailing_zeros() as usize;
        word &= word.wrapping_sub(1);
        (i < 64).then_some(i)
    })
}

/// Rows that must not vote for one query.
#[derive(Default)]
pub(super) struct Hidden {
    /// Whether rows equal to the query are hidden.
    pub exact: bool,
    /// Whether such a row was met.
    pub met_exact: bool,
    /// The mirrored coordinates whose rows are hidden too, with their distance
    /// from the query.
    mirror: Vec<u8>,
    mirror_distance: Option<u32>,
    /// How many rows were hidden.
    pub rows: usize,
}

impl Hidden {
    /// Begins a query.
    pub fn reset(&mut self, exact: bool, mirror: Option<(&[u8], u32)>) {
        self.exact = exact;
        self.met_exact = false;
        self.rows = 0;
        self.mirror.clear();
        self.mirror_distance = mirror.map(|(coordinates, distance)| {
            self.mirror.extend_from_slice(coordinates);
            distance
        });
    }

    /// Whether some row at this distance may be hidden, or must be noticed.
    #[inline(always)]
    fn watches(&self, distance: u32) -> bool {
        distance == 0 || self.mirror_distance == Some(distance)
    }

    #[inline]
    fn hides(&mut self, table: &Table, distance: u32, slot: usize) -> bool {
        self.met_exact |= distance == 0;
        // Only rows as far as the mirrored coordinates can be equal to them.
        let hide = (self.exact && distance == 0)
            || (self.mirror_distance == Some(distance)
                && table.coordinates(slot).eq(self.mirror.iter().copied()));
        self.rows += usize::from(hide);
        hide
    }
}

/// Counts rows by (distance, label) up to the distance at which `k` of them are
/// reached; distances of at most 255.
pub(super) struct Histogram {
    pub hidden: Hidden,
    shells: Vec<Shell>,
    k: usize,
    /// Rows at `limit` or nearer.
    inside: usize,
    limit: usize,
    /// The largest distance counted.
    top: usize,
}

impl Histogram {
    pub fn new() -> Self {
        let shells = (0..256).map(Shell::empty).collect();
        Self {
            hidden: Hidden::default(),
            shells,
            k: 1,
            inside: 0,
            limit: 0,
            top: 255,
        }
    }

    /// Begins a query whose distances are exact up to `ceiling`.
    pub fn reset(&mut self, k: usize, ceiling: u8) {
        for (d, shell) in (0..).zip(&mut self.shells[..=self.top]) {
            *shell = Shell::empty(d);
        }
        self.k = k.max(1);
        self.inside = 0;
        self.limit = usize::from(ceiling);
        self.top = 0;
    }

    /// Whether nothing can be missing: `k` rows are counted, or all of `rows`.
    pub fn complete(&self, rows: usize) -> bool {
        self.inside >= self.k || self.inside + self.hidden.rows >= rows
    }

    /// After `rows` more rows at distance `d`: lowers the limit as far as it goes.
    #[inline(always)]
    fn found(&mut self, d: usize, rows: usize) {
        self.top = self.top.max(d);
        self.inside += rows;
        if self.inside < self.k {
            return;
        }
        self.limit = self.limit.min(self.top);
        loop {
            let outermost = self.shells[self.limit].row_count() as usize;
            if self.inside - outermost < self.k {
                break;
            }
            self.inside -= outermost;
            self.limit -= 1;
        }
    }

    /// The shells that are not empty, nearest first.
    pub fn shells(&self) -> impl Iterator<Item = &Shell> {
        let shells = &self.shells[..=self.top.min(self.limit)];
        shells.iter().filter(|s| s.row_count() > 0)
    }
}

impl Sink for Histogram {
    #[inline(always)]
    fn limit(&self) -> u32 {
        self.limit as u32
    }

    #[inline]
    fn take(&mut self, table: &Table, distance: u32, slot: usize) {
        if self.hidden.hides(table, distance, slot) {
            return;
        }
        let d = distance as usize;
        self.shells[d].add(table.labels[slot], table.weights[slot]);
        self.found(d, 1);
    }

    #[inline(always)]
    fn take_many(&mut self, table: &Table, distance: u32, b: usize, rows: u64) {
        if self.hidden.watches(distance) {
            bits(rows).for_each(|i| self.take(table, distance, 64 * b + i));
            return;
        }
        let shell = &mut self.shells[distance as usize];
        for (label, labelled) in table.labelled[b].iter().enumerate() {
            let mine = rows & labelled;
            shell.rows[label] += mine.count_ones();
            let single = mine & table.single[b];
            let heavy = bits(mine ^ single).map(|i| table.weights[64 * b + i]);
            shell.weight[label] += u64::from(single.count_ones()) + heavy.sum::<u64>();
        }
        self.found(distance as usize, rows.count_ones() as usize);
    }
}

/// As [`Histogram`] for distances of any size: rows are kept and now and then
/// gathered into shells.
pub(super) struct Wide {
    pub hidden: Hidden,
    k: usize,
    limit: u32,
    /// Shells of one distance and label each, or of several after gathering.
    shells: Vec<Shell>,
    room: usize,
}

impl Wide {
    pub fn new(k: usize, hidden: Hidden) -> Self {
        Self {
            hidden,
            k: k.max(1),
            limit: u32::MAX,
            shells: Vec::new(),
            room: 1024,
        }
    }

    /// Merges shells of equal distance and drops those behind the k-th row.
    fn gather(&mut self) {
        self.shells.sort_unstable_by_key(|s| s.distance);
        self.shells.dedup_by(|from, into| {
            let same = from.distance == into.distance;
            if same {
                into.merge(from);
            }
            same
        });
        let mut rows = 0;
        let last = self.shells.iter().position(|s| {
            rows += s.row_count() as usize;
            rows >= self.k
        });
        if let Some(last) = last {
            self.limit = self.shells[last].distance;
            self.shells.truncate(last + 1);
        }
        // Gathering must free room, or every row would cause another one.
        self.room = 1024.max(2 * self.shells.len());
    }

    /// The shells, nearest first.
    pub fn finish(mut self) -> (Vec<Shell>, Hidden) {
        self.gather();
        (self.shells, self.hidden)
    }
}

impl Sink for Wide {
    #[inline(always)]
    fn limit(&self) -> u32 {
        self.limit
    }

    fn take(&mut self, table: &Table, distance: u32, slot: usize) {
        if self.hidden.hides(table, distance, slot) {
            return;
        }
        let mut shell = Shell::empty(distance);
        shell.add(table.labels[slot], table.weights[slot]);
        self.shells.push(shell);
        if self.shells.len() >= self.room {
            self.gather();
        }
    }
}

/// Keeps the `k` first rows in the order of (distance, number).
pub(super) struct Nearest {
    pub hidden: Hidden,
    k: usize,
    ceiling: u32,
    /// (distance, number, slot), the last one on top.
    heap: BinaryHeap<(u32, u32, u32)>,
}

impl Nearest {
    pub fn new() -> Self {
        Self {
            hidden: Hidden::default(),
            k: 1,
            ceiling: 0,
            heap: BinaryHeap::new(),
        }
    }

    /// Begins a query whose distances are exact up to `ceiling`.
    pub fn reset(&mut self, k: usize, ceiling: u32) {
        self.k = k.max(1);
        self.ceiling = ceiling;
        self.heap.clear();
    }

    /// Whether nothing can be missing: `k` rows are kept, or all of `rows`.
    pub fn complete(&self, rows: usize) -> bool {
        self.heap.len() >= self.k || self.heap.len() + self.hidden.rows >= rows
    }

    /// Moves the rows to `out` in order, each as a shell of its own.
    pub fn drain(&mut self, table: &Table, out: &mut Vec<Shell>) {
        out.clear();
        while let Some((distance, _, slot)) = self.heap.pop() {
            let mut shell = Shell::empty(distance);
            shell.add(table.labels[slot as usize], table.weights[slot as usize]);
            out.push(shell);
        }
        out.reverse();
    }
}

impl Sink for Nearest {
    #[inline(always)]
    fn limit(&self) -> u32 {
        match self.heap.peek() {
            Some(&(distance, _, _)) if self.heap.len() >= self.k => distance,
            _ => self.ceiling,
        }
    }

    fn take(&mut self, table: &Table, distance: u32, slot: usize) {
        if self.hidden.hides(table, distance, slot) {
            return;
        }
        let row = (distance, table.numbers[slot], slot as u32);
        if self.heap.len() < self.k {
            self.heap.push(row);
        } else if let Some(mut last) = self.heap.peek_mut()
            && row < *last
        {
            *last = row;
        }
    }
}
