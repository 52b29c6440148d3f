//! Rows that are near each other, side by side.
//!
//! The scan skips a block of rows whose bounding box is too far from the query.
//! Boxes are small where a block holds rows that resemble each other, so the
//! rows are split as in a k-d tree, down to single blocks: at the middle, along
//! the two coordinates in which a sample of them varies most. Answers never
//! depend on this order, only speed does.

/// Rows in a block: the leaves of the tree.
const LEAF: usize = 64;

/// How many rows are looked at to choose the coordinates.
const SAMPLE: usize = 128;

/// The numbers of `rows` rows of `dim` coordinates each in their new order.
pub(super) fn cluster(coordinates: &[u8], dim: usize, rows: u32) -> Vec<u32> {
    let mut order: Vec<u32> = (0..rows).collect();
    let mut spread = vec![(0, 0); dim];
    let mut waiting = vec![(0, order.len())];
    while let Some((start, end)) = waiting.pop() {
        let part = &mut order[start..end];
        if part.len() <= LEAF {
            continue;
        }
        let (first, second) = widest(coordinates, dim, part, &mut spread);
        let middle = (part.len() / 2).next_multiple_of(LEAF);
        if first < dim && middle < part.len() {
            part.select_nth_unstable_by_key(middle, |&row| {
                let row = &coordinates[row as usize * dim..][..dim];
                (row[first], row[second])
            });
        }
        waiting.push((start + middle, end));
        waiting.push((start, start + middle));
    }
    order
}

/// The two coordinates of largest variance in a sample of `part`; both `dim`
/// where nothing varies. `spread` holds sums and sums of squares.
fn widest(
    coordinates: &[u8],
    dim: usize,
    part: &[u32],
    spread: &mut [(u64, u64)],
) -> (usize, usize) {
    let step = part.len().div_ceil(SAMPLE);
    spread.fill((0, 0));
    let mut count = 0;
    for &row in part.iter().step_by(step) {
        count += 1;
        for (s, &x) in spread.iter_mut().zip(&coordinates[row as usize * dim..]) {
            s.0 += u64::from(x);
            s.1 += u64::from(x) * u64::from(x);
        }
    }
    let (mut first, mut second) = ((0, dim), (0, dim));
    for (c, &(sum, squares)) in spread.iter().enumerate() {
        let variance = count * squares - sum * sum;
        if variance > first.0 {
            second = first;
            first = (variance, c);
        } else if variance > second.0 {
            second = (variance, c);
        }
    }
    (first.1, if second.1 < dim { second.1 } else { first.1 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Purpose, Stream};

    #[test]
    fn it_is_a_permutation_and_tightens_the_blocks() {
        let (rows, dim) = (5_000, 3);
        let mut rng = Stream::open(1, Purpose::Synthetic, 0, 0);
        let data: Vec<u8> = (0..rows * dim).map(|_| rng.below(100) as u8).collect();
        let order = cluster(&data, dim, rows as u32);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..rows as u32));
        // The half-perimeter of the blocks' boxes, before and after.
        let size = |order: &[u32]| -> u32 {
            let width = |block: &[u32], c: usize| {
                let column = block.iter().map(|&r| data[r as usize * dim + c]);
                let (low, high) = (column.clone().min(), column.max());
                u32::from(high.unwrap() - low.unwrap())
            };
            let blocks = order.chunks(LEAF);
            blocks
                .map(|b| (0..dim).map(|c| width(b, c)).sum::<u32>())
                .sum()
        };
        let before: Vec<u32> = (0..rows as u32).collect();
        assert!(size(&order) * 2 < size(&before));
    }

    #[test]
    fn constant_and_empty_data_are_fine() {
        assert_eq!(cluster(&[], 3, 0), [0; 0]);
        assert_eq!(cluster(&[], 0, 200).len(), 200);
        assert_eq!(cluster(&[7; 400], 2, 200).len(), 200);
    }
}
