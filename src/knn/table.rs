//! The voters as the scan reads them: blocks of 64 rows, column by column.

use super::lanes::Line;
use super::order::cluster;
use super::voters::Label;

/// Rows in blocks of 64, and the bounding boxes of the blocks in groups of 64.
/// A *slot* is a row's place in here; its *number* is its place in the data.
#[derive(Clone)]
pub(super) struct Table {
    pub dim: usize,
    pub rows: usize,
    /// Column `c` of block `b` is line `b * dim + c`; lane `i` is slot `64 b + i`.
    pub blocks: Vec<Line>,
    /// Smallest and largest values: column `c` of group `g` is line `g * dim + c`;
    /// lane `i` is block `64 g + i`.
    pub low: Vec<Line>,
    pub high: Vec<Line>,
    pub labels: Vec<Label>,
    pub weights: Vec<u64>,
    pub numbers: Vec<u32>,
    /// The rows of each block with each label, as bits.
    pub labelled: Vec<[u64; 3]>,
    /// The rows of each block with weight 1, as bits.
    pub single: Vec<u64>,
}

/// One voter, as a table is built from it.
#[derive(Clone, Copy)]
pub(super) struct Voter {
    pub label: Label,
    pub weight: u64,
    pub number: u32,
}

impl Table {
    /// A table of these rows; `coordinates` holds `dim` values for each voter.
    pub fn new(coordinates: &[u8], dim: usize, voters: &[Voter]) -> Self {
        let rows = voters.len();
        let order = cluster(coordinates, dim, rows as u32);
        let blocks = rows.div_ceil(64);
        let groups = blocks.div_ceil(64);
        let mut table = Self {
            dim,
            rows,
            blocks: vec![Line([0; 64]); blocks * dim],
            low: vec![Line([0; 64]); groups * dim],
            high: vec![Line([255; 64]); groups * dim],
            labels: Vec::with_capacity(rows),
            weights: Vec::with_capacity(rows),
            numbers: Vec::with_capacity(rows),
            labelled: vec![[0; 3]; blocks],
            single: vec![0; blocks],
        };
        for (b, slots) in order.chunks(64).enumerate() {
            let lines = &mut table.blocks[b * dim..][..dim];
            for (i, &row) in slots.iter().enumerate() {
                let values = &coordinates[row as usize * dim..][..dim];
                for (line, &value) in lines.iter_mut().zip(values) {
                    line.0[i] = value;
                }
                let voter = voters[row as usize];
                table.labels.push(voter.label);
                table.weights.push(voter.weight);
                table.numbers.push(voter.number);
                table.labelled[b][voter.label as usize] |= 1 << i;
                table.single[b] |= u64::from(voter.weight == 1) << i;
            }
            let corner = (b / 64) * dim..(b / 64 + 1) * dim;
            let boxes = table.low[corner.clone()]
                .iter_mut()
                .zip(&mut table.high[corner]);
            for (line, (low, high)) in lines.iter().zip(boxes) {
                let values = line.0[..slots.len()].iter().copied();
                low.0[b % 64] = values.clone().min().unwrap_or(0);
                high.0[b % 64] = values.max().unwrap_or(255);
            }
        }
        table
    }

    /// The number of groups of 64 blocks.
    pub fn groups(&self) -> usize {
        self.rows.div_ceil(64 * 64)
    }

    /// The lanes of block `b` that hold rows, as bits.
    #[inline(always)]
    pub fn valid_rows(&self, b: usize) -> u64 {
        first_bits(self.rows - 64 * b)
    }

    /// The lanes of group `g` that stand for blocks, as bits.
    #[inline(always)]
    pub fn valid_blocks(&self, g: usize) -> u64 {
        first_bits(self.rows.div_ceil(64) - 64 * g)
    }

    /// The columns of block `b`.
    #[inline(always)]
    pub fn block(&self, b: usize) -> &[Line] {
        &self.blocks[b * self.dim..][..self.dim]
    }

    /// The coordinates of a slot.
    pub fn coordinates(&self, slot: usize) -> impl Iterator<Item = u8> + '_ {
        let lines = self.block(slot / 64);
        lines.iter().map(move |line| line.0[slot % 64])
    }
}

/// A word whose lowest `n` bits are set (all, from 64 on).
#[inline(always)]
pub(super) fn first_bits(n: usize) -> u64 {
    if n >= 64 { u64::MAX } else { (1 << n) - 1 }
}
