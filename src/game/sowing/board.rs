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
    #[inline]
    pub fn reversed(&self, pots: usize) -> Self {
        self.flipped().shifted(8 * W - pots)
    }

    /// All `8 * W` pots read from the other end.
    #[inline]
    fn flipped(&self) -> Self {
        let mut out = [0; W];
        for (to, from) in out.iter_mut().rev().zip(&self.0) {
            *to = from.swap_bytes();
        }
        Self(out)
    }

    /// The row without its first `pots` pots.
    #[inline]
    fn shifted(&self, pots: usize) -> Self {
        let (skip, bits) = (pots / 8, 8 * (pots % 8));
        let mut out = [0; W];
        for (w, to) in out.iter_mut().enumerate() {
            let word = |i: usize| self.0.get(i).copied().unwrap_or(0);
            *to = word(w + skip) >> bits;
            if bits > 0 {
                *to |= word(w + skip + 1) << (64 - bits);
            }
        }
        Self(out)
    }

    /// The row as `mover` sees it, sowing to the right, without the empty pots
    /// before the first seed: no seed can ever reach those.
    #[inline]
    pub fn canonical(&self, mover: Player) -> Self {
        let row = match mover {
            Player::One => *self,
            Player::Two => self.flipped(),
        };
        let first = row.0.iter().position(|&w| w != 0).unwrap_or(0);
        // An empty row has no first seed; then nothing needs to move.
        row.shifted(8 * first + row.0[first].trailing_zeros() as usize / 8 % 8)
    }

    /// The seeds on the board.
    pub fn total(&self) -> u32 {
        self.0
            .iter()
            .flat_map(|w| w.to_le_bytes())
            .map(u32::from)
            .sum()
    }

    /// The seeds of each pot in unary with a 1 after each, from bit 0 up: a
    /// name of the row, exact while seeds and pots are at most 64 together.
    #[inline]
    pub fn unary(&self, pots: usize) -> u64 {
        let mut name = 0;
        let mut before = 0;
        for (w, &word) in self.0.iter().enumerate() {
            // Running totals of the pots: one multiplication a word.
            let totals = word.wrapping_mul(ONES).to_le_bytes();
            let here = (pots - (8 * w).min(pots)).min(8);
            for (b, &total) in totals[..here].iter().enumerate() {
                name |= 1u64.wrapping_shl(before + u32::from(total) + (8 * w + b) as u32);
            }
            before += u32::from(totals[7]);
        }
        name
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
    pub fn legal(&self, mover: Player) -> u32 {
        let occupied = u64::from(self.occupied());
        let mut legal = 0;
        // An empty pot "sows" onto itself, which is empty: no test needed. Pots
        // beyond the board are empty, so leaving it needs none either.
        match mover {
            Player::One => {
                self.each_pot(|i, seeds| {
                    let target = (i + seeds).min(63);
                    legal |= ((occupied >> target & 1) as u32) << i;
                });
            }
            Player::Two => {
                // Room for targets left of the board, which are empty.
                let occupied = occupied << 31;
                self.each_pot(|i, seeds| {
                    let target = (31 + i).saturating_sub(seeds);
                    legal |= ((occupied >> target & 1) as u32) << i;
                });
            }
        }
        legal
    }

    /// All `8 * W` pots, in loops of known length: measured, 13 ns
    /// for the legal moves of 12 or 16 pots, where asking for one pot after the
    /// other took 16 and 21.
    #[inline(always)]
    fn each_pot(&self, mut visit: impl FnMut(usize, usize)) {
        for (w, word) in self.0.iter().enumerate() {
            for (b, seeds) in word.to_le_bytes().into_iter().enumerate() {
                visit(8 * w + b, usize::from(seeds));
            }
        }
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
            let legal = row.legal(mover);
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
