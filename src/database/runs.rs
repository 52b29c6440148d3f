//! Sorting what may not fit in memory: batches of (key, count) are sorted,
//! spilled as runs to temporary files, and merged; equal keys add their counts.

use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// Sorting on disk failed.
#[derive(Debug, thiserror::Error)]
pub enum SortError {
    /// A temporary file could not be written or read back.
    #[error("{}: temporary file: {source}", folder.display())]
    Io {
        /// Where temporary files are made.
        folder: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Counts of equal rows add up to more than 64 bits hold.
    #[error("the counts of equal rows add up to more than {}", u64::MAX)]
    Overflow,
}

/// Bytes of a record's count, which follows its key.
const COUNT: usize = 8;

/// As many runs of one level are merged into one of the next, so that the
/// number of open files stays small whatever the number of records.
const FAN_IN: usize = 64;

/// Records in memory, sorted through an index.
pub(super) struct Batch {
    record: usize,
    records: Vec<u8>,
    order: Vec<u32>,
}

impl Batch {
    /// An empty batch of keys of this many bytes.
    pub fn new(key: usize) -> Self {
        let record = key + COUNT;
        Self {
            record,
            records: Vec::new(),
            order: Vec::new(),
        }
    }

    /// Makes room for `n` more records.
    pub fn reserve(&mut self, n: usize) {
        self.records.reserve_exact(n * self.record);
        self.order.reserve_exact(n);
    }

    /// Bytes of memory that one record takes at most, while it is sorted.
    pub fn cost(key: usize) -> usize {
        key + COUNT + size_of::<u32>() + size_of::<(u64, u32)>()
    }

    /// The number of records.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Appends a record, whose key `fill` writes over zeros.
    #[inline]
    pub fn push(&mut self, count: u64, fill: impl FnOnce(&mut [u8])) {
        let at = self.records.len();
        self.records.resize(at + self.record, 0);
        let (key, tail) = self.records[at..].split_at_mut(self.record - COUNT);
        fill(key);
        tail.copy_from_slice(&count.to_le_bytes());
        self.order.push(self.order.len() as u32);
    }

    fn get(&self, i: u32) -> &[u8] {
        &self.records[i as usize * self.record..][..self.record]
    }

    /// The first eight bytes of a record's key as a number that compares as they do.
    fn prefix(&self, i: u32) -> u64 {
        let key = &self.get(i)[..self.record - COUNT];
        let mut first = [0; 8];
        let n = key.len().min(8);
        first[..n].copy_from_slice(&key[..n]);
        u64::from_be_bytes(first)
    }

    /// The records in order.
    pub fn sort(mut self) -> Sorted {
        // The first bytes of the keys decide most comparisons, without a look at
        // records that are anywhere in memory.
        let mut order: Vec<(u64, u32)> = self.order.iter().map(|&i| (self.prefix(i), i)).collect();
        order.sort_unstable_by(|a, b| {
            let decided = a.0.cmp(&b.0);
            decided.then_with(|| self.get(a.1).cmp(self.get(b.1)))
        });
        for (slot, (_, i)) in self.order.iter_mut().zip(order) {
            *slot = i;
        }
        Sorted(self)
    }
}

/// A sorted batch.
pub(super) struct Sorted(Batch);

impl Sorted {
    /// Record number `i` in order.
    fn get(&self, i: usize) -> Option<&[u8]> {
        self.0.order.get(i).map(|&i| self.0.get(i))
    }

    /// Gives every distinct key with the sum of its counts (at most `u64::MAX`)
    /// to `sink`, in order.
    pub fn merge(&self, mut sink: impl FnMut(&[u8], u64)) {
        let mut pending: Option<(&[u8], u64)> = None;
        for &i in &self.0.order {
            let (key, count) = split(self.0.get(i));
            match &mut pending {
                Some((current, total)) if *current == key => *total = total.saturating_add(count),
                _ => {
                    if let Some((key, total)) = pending.replace((key, count)) {
                        sink(key, total);
                    }
                }
            }
        }
        if let Some((key, total)) = pending {
            sink(key, total);
        }
    }
}

/// The key and the count of a record.
fn split(record: &[u8]) -> (&[u8], u64) {
    let (key, tail) = record.split_at(record.len() - COUNT);
    let mut count = [0; COUNT];
    count.copy_from_slice(tail);
    (key, u64::from_le_bytes(count))
}

/// A sorted sequence of records that is read once.
enum Run {
    Memory(Sorted),
    Disk(File),
}

/// Sorted runs.
pub(super) struct Runs {
    key: usize,
    folder: PathBuf,
    memory: Vec<Run>,
    levels: Vec<Vec<Run>>,
}

impl Runs {
    /// No runs yet, of keys of this many bytes; temporary files go to `folder`.
    pub fn new(key: usize, folder: &Path) -> Self {
        Self {
            key,
            folder: folder.to_path_buf(),
            memory: Vec::new(),
            levels: Vec::new(),
        }
    }

    /// Takes a batch that stays in memory.
    pub fn keep(&mut self, batch: Sorted) {
        self.memory.push(Run::Memory(batch));
    }

    /// Moves a batch to a temporary file.
    pub fn spill(&mut self, batch: Sorted) -> Result<(), SortError> {
        let run = self.write(vec![Run::Memory(batch)])?;
        self.add(0, run)
    }

    fn add(&mut self, level: usize, run: Run) -> Result<(), SortError> {
        if self.levels.len() == level {
            self.levels.push(Vec::new());
        }
        self.levels[level].push(run);
        if self.levels[level].len() >= FAN_IN {
            let full = std::mem::take(&mut self.levels[level]);
            let merged = self.write(full)?;
            self.add(level + 1, merged)?;
        }
        Ok(())
    }

    /// Merges some runs into one temporary file.
    fn write(&self, runs: Vec<Run>) -> Result<Run, SortError> {
        let io = |source| self.io(source);
        // Without a name where the system can do that, so that even a killed
        // process leaves nothing behind.
        let file = tempfile::tempfile_in(&self.folder).map_err(io)?;
        let mut out = BufWriter::with_capacity(1 << 16, file);
        merge(runs, self.key, &self.folder, |key, count| {
            out.write_all(key)
                .and_then(|()| out.write_all(&count.to_le_bytes()))
                .map_err(io)
        })?;
        let mut file = out.into_inner().map_err(|e| io(e.into_error()))?;
        file.rewind().map_err(io)?;
        Ok(Run::Disk(file))
    }

    fn io(&self, source: io::Error) -> SortError {
        let folder = self.folder.clone();
        SortError::Io { folder, source }
    }

    /// Gives every distinct key with the sum of its counts to `sink`, in order.
    pub fn merge<E: From<SortError>>(
        self,
        sink: impl FnMut(&[u8], u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let runs = self.levels.into_iter().flatten().chain(self.memory);
        merge(runs.collect(), self.key, &self.folder, sink)
    }
}

/// Records of unlimited number, sorted with bounded memory.
pub(super) struct Sorter {
    runs: Runs,
    batch: Batch,
    limit: usize,
}

impl Sorter {
    /// Sorts keys of this many bytes in about `memory` bytes.
    pub fn new(key: usize, memory: usize, folder: &Path) -> Self {
        Self {
            runs: Runs::new(key, folder),
            batch: Batch::new(key),
            limit: (memory / Batch::cost(key)).clamp(16, u32::MAX as usize),
        }
    }

    /// Appends a record, whose key `fill` writes over zeros.
    pub fn push(&mut self, count: u64, fill: impl FnOnce(&mut [u8])) -> Result<(), SortError> {
        if self.batch.len() >= self.limit {
            let full = std::mem::replace(&mut self.batch, Batch::new(self.runs.key));
            self.runs.spill(full.sort())?;
        }
        self.batch.push(count, fill);
        Ok(())
    }

    /// All records, sorted.
    pub fn finish(mut self) -> Runs {
        self.runs.keep(self.batch.sort());
        self.runs
    }
}

/// The records of a run, one after the other.
enum Cursor {
    Memory { batch: Sorted, next: usize },
    Disk(BufReader<File>),
}

impl Cursor {
    fn open(run: Run) -> Self {
        match run {
            Run::Memory(batch) => Cursor::Memory { batch, next: 0 },
            Run::Disk(file) => Cursor::Disk(BufReader::with_capacity(1 << 16, file)),
        }
    }

    /// Reads the next record into `record`; false at the end.
    fn next(&mut self, record: &mut [u8]) -> io::Result<bool> {
        match self {
            Cursor::Memory { batch, next } => {
                let Some(found) = batch.get(*next) else {
                    return Ok(false);
                };
                record.copy_from_slice(found);
                *next += 1;
                Ok(true)
            }
            Cursor::Disk(file) => match file.read_exact(record) {
                Ok(()) => Ok(true),
                // Runs hold whole records, so the end falls between two.
                Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
                Err(e) => Err(e),
            },
        }
    }
}

/// The head of a cursor; the greatest of a heap is the least record.
struct Head {
    record: Vec<u8>,
    cursor: usize,
}

impl Ord for Head {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        other.record.cmp(&self.record)
    }
}

impl PartialOrd for Head {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Head {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Head {}

/// The k-way merge.
fn merge<E: From<SortError>>(
    runs: Vec<Run>,
    key: usize,
    folder: &Path,
    mut sink: impl FnMut(&[u8], u64) -> Result<(), E>,
) -> Result<(), E> {
    let io = |source| {
        let folder = folder.to_path_buf();
        E::from(SortError::Io { folder, source })
    };
    let mut cursors: Vec<Cursor> = runs.into_iter().map(Cursor::open).collect();
    let mut heap = BinaryHeap::with_capacity(cursors.len());
    for (cursor, reader) in cursors.iter_mut().enumerate() {
        let mut record = vec![0; key + COUNT];
        if reader.next(&mut record).map_err(io)? {
            heap.push(Head { record, cursor });
        }
    }
    let mut current = vec![0; key];
    let mut total: Option<u64> = None;
    while let Some(mut head) = heap.peek_mut() {
        let (next, count) = split(&head.record);
        match total {
            Some(sum) if current == next => {
                total = Some(sum.checked_add(count).ok_or(SortError::Overflow)?);
            }
            _ => {
                if let Some(sum) = total {
                    sink(&current, sum)?;
                }
                current.copy_from_slice(next);
                total = Some(count);
            }
        }
        let cursor = head.cursor;
        if !cursors[cursor].next(&mut head.record).map_err(io)? {
            PeekMut::pop(head);
        }
    }
    if let Some(sum) = total {
        sink(&current, sum)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    fn sorted(records: &[(u16, u64)], memory: usize) -> Result<Vec<(u16, u64)>, SortError> {
        let folder = tempfile::tempdir().unwrap();
        let mut sorter = Sorter::new(2, memory, folder.path());
        for &(key, count) in records {
            sorter.push(count, |k| k.copy_from_slice(&key.to_be_bytes()))?;
        }
        let mut out = Vec::new();
        sorter.finish().merge(|key, count| {
            out.push((u16::from_be_bytes([key[0], key[1]]), count));
            Ok::<_, SortError>(())
        })?;
        Ok(out)
    }

    proptest! {
        #[test]
        fn is_a_sorted_map_whatever_the_memory(
            records in proptest::collection::vec((0u16..300, 1u64..1000), 0..600),
            memory in 0usize..20_000,
        ) {
            let mut expected = BTreeMap::new();
            for &(key, count) in &records {
                *expected.entry(key).or_insert(0) += count;
            }
            let expected: Vec<_> = expected.into_iter().collect();
            prop_assert_eq!(sorted(&records, memory).unwrap(), expected);
        }
    }

    /// More than [`FAN_IN`] squared runs of 16 records: two levels of merging.
    #[test]
    fn many_runs_are_merged_in_levels() {
        let n = 16 * 64 * 65u64;
        let records: Vec<_> = (0..n).map(|i| ((i * 40_503 % 65_536) as u16, 1)).collect();
        let out = sorted(&records, 0).unwrap();
        assert!(out.is_sorted() && out.iter().map(|r| r.1).sum::<u64>() == n);
    }

    #[test]
    fn counts_that_overflow_are_an_error() {
        let result = sorted(&[(1, u64::MAX), (1, 1)], 1000);
        assert!(matches!(result, Err(SortError::Overflow)));
    }
}
