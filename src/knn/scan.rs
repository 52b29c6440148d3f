//! The scan: every row against every query, except where a bound says no.
//!
//! For each query a limit falls as rows are found. A block of 64 rows is skipped
//! when its bounding box lies beyond the limit; the distances of the others are
//! computed for 64 rows at once, in bytes that saturate, and one comparison
//! finds the rows under the limit. Queries are answered in batches, group of
//! blocks by group of blocks, so that the rows stay in the cache.

use super::instructions::Instructions;
use super::lanes::{Lanes, Line, Portable};
use super::metric::{Chebyshev, Distance, Euclidean, Manhattan};
use super::rule::Metric;
use super::sink::Sink;
use super::table::{Table, first_bits};

/// How many queries are answered together at most.
pub(super) const BATCH: usize = 64;

/// Scratch space of the scan, reused between batches.
#[derive(Default)]
pub(super) struct Bounds {
    /// How near a block can be: group `g` of query `q` is line `q * groups + g`.
    lines: Vec<Line>,
    /// The block that can be nearest, by query: it is scanned first.
    first: Vec<usize>,
}

/// The largest distance that [`scan`] knows exactly.
pub(super) fn ceiling(metric: Metric) -> u8 {
    match metric {
        Metric::Manhattan => Manhattan::CEILING,
        Metric::Euclidean => Euclidean::CEILING,
        Metric::Chebyshev => Chebyshev::CEILING,
    }
}

/// Gives each sink the rows near its query; `queries` holds `table.dim` values
/// for each sink. No sink may have a limit above [`ceiling`].
pub(super) fn scan<S: Sink>(
    table: &Table,
    metric: Metric,
    instructions: Instructions,
    queries: &[u8],
    bounds: &mut Bounds,
    sinks: &mut [S],
) {
    match metric {
        Metric::Manhattan => {
            dispatch::<Manhattan, S>(table, instructions, queries, bounds, sinks);
        }
        Metric::Euclidean => {
            dispatch::<Euclidean, S>(table, instructions, queries, bounds, sinks);
        }
        Metric::Chebyshev => {
            dispatch::<Chebyshev, S>(table, instructions, queries, bounds, sinks);
        }
    }
}

fn dispatch<D: Distance, S: Sink>(
    table: &Table,
    instructions: Instructions,
    queries: &[u8],
    bounds: &mut Bounds,
    sinks: &mut [S],
) {
    #[cfg(target_arch = "x86_64")]
    if instructions.available() {
        use super::x86::{Avx2, Avx512, Sse2};

        #[target_feature(enable = "avx2,bmi1,popcnt")]
        fn avx2<D: Distance, S: Sink>(t: &Table, q: &[u8], b: &mut Bounds, s: &mut [S]) {
            // SAFETY: this function is entered only on processors that have these.
            unsafe { body::<Avx2, D, S>(t, q, b, s) }
        }

        #[target_feature(enable = "avx512f,avx512bw,bmi1,popcnt")]
        fn avx512<D: Distance, S: Sink>(t: &Table, q: &[u8], b: &mut Bounds, s: &mut [S]) {
            // SAFETY: this function is entered only on processors that have these.
            unsafe { body::<Avx512, D, S>(t, q, b, s) }
        }

        match instructions {
            Instructions::Portable => {}
            Instructions::Sse2 => {
                // SAFETY: every x86-64 processor has SSE2.
                return unsafe { body::<Sse2, D, S>(table, queries, bounds, sinks) };
            }
            Instructions::Avx2 => {
                // SAFETY: the processor has it, as asked above.
                return unsafe { avx2::<D, S>(table, queries, bounds, sinks) };
            }
            Instructions::Avx512 => {
                // SAFETY: the processor has it, as asked above.
                return unsafe { avx512::<D, S>(table, queries, bounds, sinks) };
            }
        }
    }
    let _ = instructions;
    // SAFETY: plain Rust runs anywhere.
    unsafe { body::<Portable, D, S>(table, queries, bounds, sinks) }
}

/// The scan for one instruction set and one distance.
///
/// # Safety
/// As [`Lanes`].
#[inline(always)]
unsafe fn body<L: Lanes, D: Distance, S: Sink>(
    table: &Table,
    queries: &[u8],
    bounds: &mut Bounds,
    sinks: &mut [S],
) {
    let groups = table.groups();
    if groups == 0 {
        return;
    }
    let query = |q: usize| &queries[q * table.dim..][..table.dim];
    bounds.lines.resize(sinks.len() * groups, Line([0; 64]));
    bounds.first.clear();
    for (q, lines) in bounds.lines.chunks_exact_mut(groups).enumerate() {
        // SAFETY: the caller's promise.
        let first = unsafe { bound::<L, D>(table, query(q), lines) };
        bounds.first.push(first);
        // SAFETY: the caller's promise.
        unsafe { visit::<L, D, S>(table, query(q), first, &mut sinks[q]) };
    }
    let tile = tile(table.dim);
    for start in (0..table.rows.div_ceil(64)).step_by(tile) {
        let (g, shift) = (start / 64, start % 64);
        let present = table.valid_blocks(g) & (first_bits(tile) << shift);
        for (q, sink) in sinks.iter_mut().enumerate() {
            let line = &bounds.lines[q * groups + g];
            // SAFETY: the caller's promise.
            let mut blocks = unsafe { L::load(line).at_most(sink.limit() as u8) } & present;
            while blocks != 0 {
                let i = blocks.trailing_zeros() as usize;
                blocks &= blocks - 1;
                let b = 64 * g + i;
                // The limit may have fallen since the comparison.
                if u32::from(line.0[i]) <= sink.limit() && b != bounds.first[q] {
                    // SAFETY: the caller's promise.
                    unsafe { visit::<L, D, S>(table, query(q), b, sink) };
                }
            }
        }
    }
}

/// How many blocks are shown to all queries of a batch before the next ones: as
/// many as fit in three quarters of a first-level cache of 32 KiB; a power of two
/// up to 64.
fn tile(dim: usize) -> usize {
    let fit = (24 << 10) / (64 * dim.max(1));
    1 << fit.clamp(1, 64).ilog2()
}

/// Writes how near each block can be and returns the block that can be nearest.
///
/// # Safety
/// As [`Lanes`].
#[inline(always)]
unsafe fn bound<L: Lanes, D: Distance>(table: &Table, query: &[u8], lines: &mut [Line]) -> usize {
    let mut best = (u8::MAX, 0);
    for (g, line) in lines.iter_mut().enumerate() {
        let corner = g * table.dim..(g + 1) * table.dim;
        let boxes = table.low[corner.clone()].iter().zip(&table.high[corner]);
        // SAFETY: the caller's promise.
        unsafe {
            let mut sum = L::splat(0);
            for (&x, (low, high)) in query.iter().zip(boxes) {
                let away = L::splat(x).outside(L::load(low), L::load(high));
                sum = D::step(sum, away);
            }
            sum.store(line);
        }
        let valid = (table.rows.div_ceil(64) - 64 * g).min(64);
        let least = line.0[..valid].iter().copied().min().unwrap_or(u8::MAX);
        if least < best.0 {
            let at = line.0.iter().position(|&x| x == least).unwrap_or(0);
            best = (least, 64 * g + at);
        }
    }
    best.1
}

/// Scans one block.
///
/// # Safety
/// As [`Lanes`].
#[inline(always)]
unsafe fn visit<L: Lanes, D: Distance, S: Sink>(
    table: &Table,
    query: &[u8],
    b: usize,
    sink: &mut S,
) {
    // SAFETY: the caller's promise.
    let sums = unsafe {
        let mut sum = L::splat(0);
        for (&x, line) in query.iter().zip(table.block(b)) {
            sum = D::step(sum, L::splat(x).abs_diff(L::load(line)));
        }
        sum
    };
    // SAFETY: the caller's promise.
    let mut near = unsafe { sums.at_most(sink.limit() as u8) } & table.valid_rows(b);
    if near == 0 {
        return;
    }
    if near.count_ones() > sink.limit() {
        // Fewer distances than rows: all rows of one distance at once.
        for distance in 0.. {
            // SAFETY: the caller's promise.
            let here = near & unsafe { sums.at_most(distance) };
            near ^= here;
            if here != 0 && u32::from(distance) <= sink.limit() {
                sink.take_many(table, u32::from(distance), b, here);
            }
            if near == 0 {
                return;
            }
        }
    }
    let mut distances = Line([0; 64]);
    // SAFETY: the caller's promise.
    unsafe { sums.store(&mut distances) };
    while near != 0 {
        let i = near.trailing_zeros() as usize;
        near &= near - 1;
        let distance = u32::from(distances.0[i]);
        if distance <= sink.limit() {
            sink.take(table, distance, 64 * b + i);
        }
    }
}

/// The scan in 32-bit arithmetic, for one query whose neighbours are farther
/// than bytes can tell.
pub(super) fn scan_wide<S: Sink>(table: &Table, metric: Metric, query: &[u8], sink: &mut S) {
    match metric {
        Metric::Manhattan => wide::<Manhattan, S>(table, query, sink),
        Metric::Euclidean => wide::<Euclidean, S>(table, query, sink),
        Metric::Chebyshev => wide::<Chebyshev, S>(table, query, sink),
    }
}

fn wide<D: Distance, S: Sink>(table: &Table, query: &[u8], sink: &mut S) {
    for b in 0..table.rows.div_ceil(64) {
        let mut sums = [0; 64];
        for (&x, line) in query.iter().zip(table.block(b)) {
            for (sum, &y) in sums.iter_mut().zip(&line.0) {
                *sum = D::exact(*sum, x.abs_diff(y));
            }
        }
        let rows = (table.rows - 64 * b).min(64);
        for (i, &distance) in sums[..rows].iter().enumerate() {
            if distance <= sink.limit() {
                sink.take(table, distance, 64 * b + i);
            }
        }
    }
}
