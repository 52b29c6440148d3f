//! A row of holes with both reserves in one machine word: one byte a hole, the
//! leftmost in the lowest byte. At most 24 seeds lie in a hole, so no byte can
//! carry into the next and a whole sowing is one addition.

use crate::game::Player;

/// The most holes.
pub const MAX_HOLES: usize = 12;

const ONES: u128 = 0x0101_0101_0101_0101_0101_0101_0101_0101;
/// Bytes of the reserves and of the side to move.
const RESERVES: [usize; 2] = [12, 13];
const MOVER: u128 = 1 << 127;

/// The first `count` bytes.
#[inline(always)]
fn first(count: usize) -> u128 {
    (1 << (8 * count)) - 1
}

/// Holes, reserves and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position(u128);

impl Position {
    pub(super) fn new(holes: &[u8], reserves: [u8; 2], mover: Player) -> Self {
        let mut word = 0;
        for (i, &seeds) in holes.iter().enumerate() {
            word |= u128::from(seeds) << (8 * i);
        }
        for (byte, seeds) in RESERVES.into_iter().zip(reserves) {
            word |= u128::from(seeds) << (8 * byte);
        }
        Self(word).with_mover(mover)
    }

    /// The seeds in hole `i`, counted from 0 at South's left.
    #[inline]
    pub fn seeds(self, i: usize) -> u8 {
        (self.0 >> (8 * i)) as u8
    }

    /// The seeds in a player's reserve.
    #[inline]
    pub fn reserve(self, player: Player) -> u8 {
        self.seeds(RESERVES[player.index()])
    }

    /// The side to move.
    #[inline]
    pub fn mover(self) -> Player {
        if self.0 & MOVER == 0 {
            Player::One
        } else {
            Player::Two
        }
    }

    pub(super) fn with_mover(self, mover: Player) -> Self {
        match mover {
            Player::One => Self(self.0 & !MOVER),
            Player::Two => Self(self.0 | MOVER),
        }
    }

    /// The seeds in `count` holes from hole `from` on.
    #[inline]
    pub fn sum(self, from: usize, count: usize) -> u8 {
        let holes = (self.0 >> (8 * from)) & first(count);
        (holes.wrapping_mul(ONES) >> 120) as u8
    }

    /// The topmost bit of every hole that holds from 1 to `most` seeds; `most` is
    /// at most 127.
    #[inline]
    pub(super) fn with_at_most(self, most: u8, holes: usize) -> u128 {
        let row = self.0 & first(holes);
        let high = ONES << 7;
        // No byte is above 127, so these sums stay inside their bytes.
        let some = row + (ONES * 0x7f);
        let many = row + (ONES * u128::from(127 - most));
        some & !many & high
    }

    /// The board without the seeds of hole `i`, and those seeds.
    #[inline]
    pub(super) fn lifted(self, i: usize) -> (Self, usize) {
        let seeds = usize::from(self.seeds(i));
        (Self(self.0 & !(0xff << (8 * i))), seeds)
    }

    /// One seed more in each of the first `seeds` holes that `mover` sows.
    #[inline]
    pub(super) fn sown(self, mover: Player, seeds: usize, holes: usize) -> Self {
        let from = match mover {
            Player::One => 0,
            Player::Two => holes - seeds,
        };
        Self(self.0 + ((ONES & first(seeds)) << (8 * from)))
    }

    /// The mover's reserve spends a seed and the other side is to move.
    #[inline]
    pub(super) fn passed_on(self) -> Self {
        let spent = 1 << (8 * RESERVES[self.mover().index()]);
        Self((self.0 - spent) ^ MOVER)
    }

    /// The row read from the other end, the reserves exchanged, the other side
    /// to move.
    #[inline]
    pub(super) fn mirrored(self, holes: usize) -> Self {
        let row = self.0.swap_bytes() >> (8 * (16 - holes)) & first(holes);
        let south = u128::from(self.reserve(Player::Two)) << (8 * RESERVES[0]);
        let north = u128::from(self.reserve(Player::One)) << (8 * RESERVES[1]);
        Self(row | south | north | (!self.0 & MOVER))
    }

    /// A name of the position among those of one game with the same side to move
    /// at the same ply: the holes in unary (at most 24 seeds and 12 holes), then
    /// how many seeds are in reserve, which says whose turn it is too.
    #[inline]
    pub(super) fn name(self, holes: usize) -> u64 {
        let mut name = 0;
        let mut at = 0;
        for i in 0..holes {
            at += u32::from(self.seeds(i));
            name |= 1 << at;
            at += 1;
        }
        let reserves = self.reserve(Player::One) + self.reserve(Player::Two);
        name | u64::from(reserves) << (3 * holes)
    }
}
