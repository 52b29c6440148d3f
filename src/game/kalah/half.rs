//! One player's pits and store in a machine word: one byte a pit, pit 1 in the
//! lowest byte, the store after the last pit.
//!
//! A sowing is a few additions, because the seeds of the whole game fit in a
//! byte and no byte can carry into the next.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::BitXor;

use crate::game::flags;

/// A word of [`Half::PITS`] + 2 bytes or more. The topmost byte is never a pit
/// or a store: it holds the side to move.
pub trait Half: Copy + Eq + Hash + Debug + Send + Sync + BitXor<Output = Self> + 'static {
    /// The most pits a side can have.
    const PITS: usize;
    /// No seeds.
    const EMPTY: Self;

    /// The seeds in pit `i`, counted from 0.
    fn get(self, i: usize) -> u8;
    /// The word with `seeds` more in pit `i`.
    fn plus(self, i: usize, seeds: u8) -> Self;
    /// The word without the seeds of pit `i`.
    fn without(self, i: usize) -> Self;
    /// The word with one seed more in each of the `count` pits from `from` on.
    fn sow(self, from: usize, count: usize) -> Self;
    /// The word with `laps` seeds more in each of the first `count` pits.
    fn laps(self, laps: u8, count: usize) -> Self;
    /// The seeds in the first `count` pits; at most 255.
    fn sum(self, count: usize) -> u8;
    /// The topmost bit of every byte that is not 0.
    fn flags(self) -> Self;
    /// In byte `i` the seeds of pits 0 to `i`; at most 255 in all.
    fn running_sums(self) -> Self;
    /// The first `count` pits that hold seeds, as bits.
    fn occupied(self, count: usize) -> u32;
    /// Of the first `count` pits that hold seeds, number `choose(how many)`.
    fn pick(self, count: usize, choose: impl FnOnce(usize) -> usize) -> usize;
    /// Whether the first `count` pits are empty.
    fn is_empty(self, count: usize) -> bool;
    /// Whether the topmost bit is set.
    fn flag(self) -> bool;
    /// The word with its topmost bit set or not.
    fn with_flag(self, flag: bool) -> Self;
    /// The word with nothing but its first `count` pits.
    fn first(self, count: usize) -> Self;
}

/// Bytes above the wanted ones shifted out: never by the whole width.
macro_rules! half {
    ($word:ty, $pits:expr, $ones:expr, $pick:path) => {
        impl Half for $word {
            const PITS: usize = $pits;
            const EMPTY: Self = 0;

            #[inline(always)]
            fn get(self, i: usize) -> u8 {
                (self >> (8 * i)) as u8
            }

            #[inline(always)]
            fn plus(self, i: usize, seeds: u8) -> Self {
                self + (<$word>::from(seeds) << (8 * i))
            }

            #[inline(always)]
            fn without(self, i: usize) -> Self {
                self & !(0xff << (8 * i))
            }

            #[inline(always)]
            fn sow(self, from: usize, count: usize) -> Self {
                self + ((($ones as $word) & ((1 << (8 * count)) - 1)) << (8 * from))
            }

            #[inline(always)]
            fn laps(self, laps: u8, count: usize) -> Self {
                self + (($ones as $word) & ((1 << (8 * count)) - 1)) * <$word>::from(laps)
            }

            #[inline(always)]
            fn sum(self, count: usize) -> u8 {
                (self.first(count).wrapping_mul($ones as $word) >> (<$word>::BITS - 8)) as u8
            }

            #[inline(always)]
            fn running_sums(self) -> Self {
                self.wrapping_mul($ones as $word)
            }

            #[inline(always)]
            fn flags(self) -> Self {
                let low = ($ones as $word) * 0x7f;
                (((self & low) + low) | self) & !low
            }

            #[inline(always)]
            fn occupied(self, count: usize) -> u32 {
                let bits = flags::bits(u128::from(self.flags()));
                bits & ((1 << count) - 1)
            }

            #[inline(always)]
            fn pick(self, count: usize, choose: impl FnOnce(usize) -> usize) -> usize {
                $pick(self.first(count).flags(), choose)
            }

            #[inline(always)]
            fn is_empty(self, count: usize) -> bool {
                self.first(count) == 0
            }

            #[inline(always)]
            fn flag(self) -> bool {
                self >> (<$word>::BITS - 1) != 0
            }

            #[inline(always)]
            fn with_flag(self, flag: bool) -> Self {
                let bit = 1 << (<$word>::BITS - 1);
                if flag { self | bit } else { self & !bit }
            }

            #[inline(always)]
            fn first(self, count: usize) -> Self {
                self & ((1 << (8 * count)) - 1)
            }
        }
    };
}

half!(u64, 6, 0x0101_0101_0101_0101u64, flags::pick);
half!(
    u128,
    12,
    0x0101_0101_0101_0101_0101_0101_0101_0101u128,
    flags::pick_wide
);
