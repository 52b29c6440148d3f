//! A row of pots in machine words: one byte a pot, pot 0 in the lowest byte.
//!
//! A whole sowing is one addition, because the seeds of the board fit in a byte
//! and no byte can carry into the next.

use crate::game::Player;

/// The longest row.
pub const MAX_POTS: usize = 32;

const ONES: u64 = 0x0101_0101_0101_0101;
const LOW7: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// Up to `8 * W` pots. Pots beyond the board are empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Row<const W: usize>([u64; W]);

impl<const W: usize> Row<W> {
    /// The row with these pots; at most `8 * W`, at most 255 seeds in all.
    pub fn new(pots: &[u8]) -> Self {
        let mut words = [0; W];
        for (i, &seeds) in pots.iter().enumerate() {
            words[i / 8] |= u64::from(seeds) << (8 * (i % 8));
        }
        Self(words)
    }

    /// The seeds in pot `i`.
    #[inline]
    pub fn get(&self, i: usize) -> u8 {
        (self.0[i / 8] >> (8 * (i % 8))) as u8
    }

    /// The words, eight pots each.
    pub fn words(&self) -> &[u64; W] {
        &self.0
    }

    /// Copies the first pots.
    #[inline]
    pub fn write(&self, out: &mut [u8]) {
        for (word, chunk) in self.0.iter().zip(out.chunks_mut(8)) {
            chunk.copy_from_slice(&word.to_le_bytes()[..chunk.len()]);
        }
    }

    /// The row read from the other end.
    pub fn reversed(&self, pots: usize) -> Self {
        let mut out = [0; W];
        for i in 0..pots {
            let j = pots - 1 - i;
            out[j / 8] |= u64::from(self.get(i)) << (8 * (j % 8));
        }
        Self(out)
    }

    /// The pots that hold seeds, as bits.
    #[inline]
    fn occupied(&self) -> u32 {
        let mut bits = 0;
        for (w, &x) in self.0.iter().enumerate() {
            // High bit of each byte: is the byte not 0? Then one multiplication
            // gathers the eight bits in the top byte.
            let high = (((x & LOW7) + LOW7) | x) & !LOW7;
            let byte = (high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            bits |= (byte as u32) << (8 * w);
        }
        bits
    }

    /// The pots from which `mover` may sow, as bits.
    #[inline]
    pub fn legal(&self, pots: usize, mover: Player) -> u32 {
        let occupied = u64::from(self.occupied());
        let mut legal = 0;
        // An empty pot "sows" onto itself, which is empty: no test needed. Pots
        // beyond the board are empty, so leaving it needs none either.
        match mover {
            Player::One => {
                for i in 0..pots {
                    let target = (i + usize::from(self.get(i))).min(63);
                    legal |= ((occupied >> target & 1) as u32) << i;
                }
            }
            Player::Two => {
                // Room for targets left of the board, which are empty.
                let occupied = occupied << 31;
                for i in 0..pots {
                    let target = (31 + i).saturating_sub(usize::from(self.get(i)));
                    legal |= ((occupied >> target & 1) as u32) << i;
                }
            }
        }
        legal
    }

    /// The row after sowing from pot `i`; the sowing stays on the board.
    #[inline]
    pub fn sow(&self, i: usize, mover: Player) -> Self {
        let seeds = usize::from(self.get(i));
        let mut out = self.0;
        out[i / 8] &= !(0xff << (8 * (i % 8)));
        let (from, to) = match mover {
            Player::One => (i + 1, i + 1 + seeds),
            Player::Two => (i - seeds, i),
        };
        for (w, word) in out.iter_mut().enumerate() {
            let low = from.max(8 * w);
            let high = to.min(8 * w + 8);
            if low < high {
                let width = high - low;
                *word += (ONES >> (64 - 8 * width)) << (8 * (low - 8 * w));
            }
        }
        Self(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The rules on a plain array, step by step.
    fn naive(board: &[u8], mover: Player, i: usize) -> Option<Vec<u8>> {
        let step = if mover == Player::One { 1 } else { -1 };
        let mut after = board.to_vec();
        let seeds = board[i];
        after[i] = 0;
        let mut at = i as i64;
        for _ in 0..seeds {
            at += step;
            *after.get_mut(usize::try_from(at).ok()?)? += 1;
        }
        (seeds > 0 && board[at as usize] > 0).then_some(after)
    }

    fn agrees<const W: usize>(board: &[u8]) -> Result<(), TestCaseError> {
        let row = Row::<W>::new(board);
        for mover in Player::BOTH {
            let legal = row.legal(board.len(), mover);
            for i in 0..board.len() {
                let expected = naive(board, mover, i);
                prop_assert_eq!(legal >> i & 1 == 1, expected.is_some());
                if let Some(after) = expected {
                    let mut out = vec![0; board.len()];
                    row.sow(i, mover).write(&mut out);
                    prop_assert_eq!(out, after);
                }
            }
        }
        let mut back: Vec<u8> = board.to_vec();
        back.reverse();
        prop_assert_eq!(row.reversed(board.len()), Row::new(&back));
        Ok(())
    }

    proptest! {
        #[test]
        fn words_agree_with_arrays(board in proptest::collection::vec(0u8..8, 1..=32)) {
            if board.len() <= 8 {
                agrees::<1>(&board)?;
            }
            if board.len() <= 16 {
                agrees::<2>(&board)?;
            }
            agrees::<4>(&board)?;
        }

        #[test]
        fn full_pots_too(mut board in proptest::collection::vec(0u8..2, 1..=32), at in 0usize..32) {
            let at = at % board.len();
            let others: u8 = board.iter().sum();
            board[at] = 255 - (others - board[at]);
            agrees::<4>(&board)?;
        }
    }
}
