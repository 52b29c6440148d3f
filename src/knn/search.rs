//! From a batch of queries to their profiles: the scan in bytes, and the wider
//! one for the few queries that need it.

use super::profile::{Profile, Shell};
use super::rule::Metric;
use super::scan::{BATCH, Bounds, ceiling, scan, scan_wide};
use super::sink::{Hidden, Histogram, Nearest, Wide};
use super::table::Table;
use super::voters::Voters;
use crate::game::Player;

use super::instructions::Instructions;

/// Which rows must not vote for a query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hide<'a> {
    /// All may.
    #[default]
    Nothing,
    /// Rows with the coordinates of the query may not.
    Exact,
    /// Neither may those with its mirror's coordinates, given here.
    Mirrored(&'a [u8]),
}

/// One query of a batch. All slices have the voters' number of coordinates.
#[derive(Clone, Copy)]
pub(super) struct Query<'a> {
    pub coordinates: &'a [u8],
    pub hide: Hide<'a>,
}

/// What to look for.
#[derive(Clone, Copy)]
pub(super) struct Target {
    pub metric: Metric,
    /// Until this many distinct rows are found.
    pub k: usize,
    /// Whether each row is wanted by itself, in the order of (distance, number).
    pub ordered: bool,
}

/// Scratch space for searching, reused between batches.
pub(super) struct Searcher {
    instructions: Instructions,
    bounds: Bounds,
    histograms: Vec<Histogram>,
    nearest: Vec<Nearest>,
    flat: Vec<u8>,
    shells: Vec<Shell>,
}

impl Searcher {
    pub fn new(voters: &Voters) -> Self {
        Self {
            instructions: voters.instructions(),
            bounds: Bounds::default(),
            histograms: Vec::new(),
            nearest: Vec::new(),
            flat: Vec::new(),
            shells: Vec::new(),
        }
    }

    /// Calls `each` with the number of every query, in order, the shells around
    /// it, and whether a row stands at distance 0 (hidden or not).
    pub fn run(
        &mut self,
        table: &Table,
        target: Target,
        queries: &[Query<'_>],
        mut each: impl FnMut(usize, &[Shell], bool),
    ) {
        for (start, batch) in (0..).step_by(BATCH).zip(queries.chunks(BATCH)) {
            self.flat.clear();
            for query in batch {
                self.flat.extend_from_slice(query.coordinates);
            }
            if target.ordered {
                self.ordered(table, target, batch, |i, s, e| each(start + i, s, e));
            } else {
                self.counted(table, target, batch, |i, s, e| each(start + i, s, e));
            }
        }
    }

    fn counted(
        &mut self,
        table: &Table,
        target: Target,
        batch: &[Query<'_>],
        mut each: impl FnMut(usize, &[Shell], bool),
    ) {
        let more = batch.len().saturating_sub(self.histograms.len());
        self.histograms.extend((0..more).map(|_| Histogram::new()));
        let sinks = &mut self.histograms[..batch.len()];
        for (sink, query) in sinks.iter_mut().zip(batch) {
            sink.reset(target.k, ceiling(target.metric));
            hide(&mut sink.hidden, target.metric, query);
        }
        let flat = &self.flat;
        scan(
            table,
            target.metric,
            self.instructions,
            flat,
            &mut self.bounds,
            sinks,
        );
        for (i, (sink, query)) in sinks.iter_mut().zip(batch).enumerate() {
            if sink.complete(table.rows) {
                self.shells.clear();
                self.shells.extend(sink.shells());
                each(i, &self.shells, sink.hidden.met_exact);
            } else {
                let mut hidden = Hidden::default();
                hide(&mut hidden, target.metric, query);
                let mut wide = Wide::new(target.k, hidden);
                scan_wide(table, target.metric, query.coordinates, &mut wide);
                let (shells, hidden) = wide.finish();
                each(i, &shells, hidden.met_exact);
            }
        }
    }

    fn ordered(
        &mut self,
        table: &Table,
        target: Target,
        batch: &[Query<'_>],
        mut each: impl FnMut(usize, &[Shell], bool),
    ) {
        let more = batch.len().saturating_sub(self.nearest.len());
        self.nearest.extend((0..more).map(|_| Nearest::new()));
        let sinks = &mut self.nearest[..batch.len()];
        for (sink, query) in sinks.iter_mut().zip(batch) {
            sink.reset(target.k, u32::from(ceiling(target.metric)));
            hide(&mut sink.hidden, target.metric, query);
        }
        let flat = &self.flat;
        scan(
            table,
            target.metric,
            self.instructions,
            flat,
            &mut self.bounds,
            sinks,
        );
        for (i, (sink, query)) in sinks.iter_mut().zip(batch).enumerate() {
            if !sink.complete(table.rows) {
                sink.reset(target.k, u32::MAX);
                hide(&mut sink.hidden, target.metric, query);
                scan_wide(table, target.metric, query.coordinates, sink);
            }
            sink.drain(table, &mut self.shells);
            each(i, &self.shells, sink.hidden.met_exact);
        }
    }
}

fn hide(hidden: &mut Hidden, metric: Metric, query: &Query<'_>) {
    match query.hide {
        Hide::Nothing => hidden.reset(false, None),
        Hide::Exact => hidden.reset(true, None),
        Hide::Mirrored(mirror) => {
            let distance = metric.between(query.coordinates, mirror);
            hidden.reset(true, Some((mirror, distance)));
        }
    }
}

impl Voters {
    /// The nearest shells of one query until they hold `k` distinct rows (or all
    /// there are). `None` if the query or the mirror to hide has another number
    /// of coordinates than the voters.
    pub fn profile(
        &self,
        query: &[u8],
        to_move: Player,
        metric: Metric,
        k: u32,
        hide: Hide<'_>,
    ) -> Option<Profile> {
        let mirror = match hide {
            Hide::Mirrored(m) => m.len(),
            _ => self.dim(),
        };
        if [query.len(), mirror] != [self.dim(); 2] {
            return None;
        }
        let mut profile = Profile::default();
        let target = Target {
            metric,
            k: k as usize,
            ordered: false,
        };
        let query = Query {
            coordinates: query,
            hide,
        };
        let table = &self.tables(false)[self.table_index(to_move)];
        Searcher::new(self).run(table, target, &[query], |_, shells, exact| {
            profile.shells = shells.to_vec();
            profile.exact = exact;
        });
        Some(profile)
    }
}
