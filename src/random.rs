//! Randomness that is addressed, not consumed.
//!
//! Every stream of random numbers is opened by its address (seed, purpose,
//! replicate, index). Two different addresses give independent streams, so the
//! number of threads, the order of work and the split of a job into parts
//! cannot change a single byte of any result.
//!
//! The generator is xoshiro256++ (Blackman and Vigna, "Scrambled linear
//! pseudorandom number generators", 2019); its 256 bits of state are filled by
//! the SplitMix64 finaliser applied to the address.

use rand::Rng;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// What a stream is for. The number is part of the address: never reuse one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u64)]
pub enum Purpose {
    /// Playing game number `index` of a database.
    SelfPlay = 1,
    /// Drawing the sample of positions that an evaluation judges.
    Sample = 2,
    /// Resampling for bootstrap intervals.
    Bootstrap = 3,
    /// Monte-Carlo playouts from position number `index`.
    Rollout = 4,
    /// Synthetic data for benchmarks and tests.
    Synthetic = 5,
    /// The decisions of one agent in one game of a match.
    Match = 6,
    /// Drawing opening number `index` of a match.
    Opening = 7,
    /// Playing game number `index` of an agent against itself.
    Complexity = 8,
}

/// One stream of random numbers. Implements [`rand::Rng`].
#[derive(Clone, Debug)]
pub struct Stream(Xoshiro256PlusPlus);

#[inline]
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl Stream {
    /// Opens the stream with this address (about 11 ns).
    #[inline]
    pub fn open(seed: u64, purpose: Purpose, replicate: u64, index: u64) -> Self {
        // Each part of the address passes through a bijective mix before the
        // next one is added, so no two addresses meet by simple arithmetic.
        let mut state = mix(seed.wrapping_add(GOLDEN));
        state = mix(state ^ (purpose as u64).wrapping_mul(GOLDEN));
        state = mix(state ^ replicate.wrapping_add(GOLDEN).wrapping_mul(GOLDEN));
        state = mix(state ^ index.wrapping_add(GOLDEN).wrapping_mul(GOLDEN));
        let mut bytes = [0u8; 32];
        for word in bytes.chunks_exact_mut(8) {
            state = state.wrapping_add(GOLDEN);
            word.copy_from_slice(&mix(state).to_le_bytes());
        }
        Self(Xoshiro256PlusPlus::from_seed(bytes))
    }

    /// A number below `n`, drawn as `(u32 * n) >> 32`. The bias is below
    /// `n / 2^32`; 0 when `n` is 0. One 64-bit draw is consumed.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        let high = self.0.next_u64() >> 32;
        ((high * u64::from(n)) >> 32) as u32
    }

    /// 32 random bits. One 64-bit draw is consumed.
    #[inline]
    pub fn bits(&mut self) -> u32 {
        (self.0.next_u64() >> 32) as u32
    }

    /// A number in `[0, 1)` with 53 random bits. One draw is consumed.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }
}

impl rand::TryRng for Stream {
    type Error = std::convert::Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        self.0.try_next_u32()
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        self.0.try_next_u64()
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Self::Error> {
        self.0.try_fill_bytes(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_addressed() {
        let first = |s, p, r, i| Stream::open(s, p, r, i).0.next_u64();
        let base = first(1, Purpose::SelfPlay, 0, 0);
        assert_eq!(base, first(1, Purpose::SelfPlay, 0, 0));
        let others = [
            first(2, Purpose::SelfPlay, 0, 0),
            first(1, Purpose::Sample, 0, 0),
            first(1, Purpose::SelfPlay, 1, 0),
            first(1, Purpose::SelfPlay, 0, 1),
        ];
        for (i, a) in others.iter().enumerate() {
            assert_ne!(*a, base);
            for b in &others[i + 1..] {
                assert_ne!(a, b);
            }
        }
    }

    /// Neighbouring streams must look independent: the first draws of 60 000
    /// consecutive games fall evenly (chi-square, 5 degrees of freedom).
    #[test]
    fn neighbouring_streams_are_even_and_uncorrelated() {
        let n = 60_000u64;
        let draws: Vec<u32> = (0..n)
            .map(|i| Stream::open(7, Purpose::SelfPlay, 0, i).below(6))
            .collect();
        let mut counts = [0u64; 6];
        let mut pairs = [0u64; 36];
        for w in draws.windows(2) {
            counts[w[0] as usize] += 1;
            pairs[(w[0] * 6 + w[1]) as usize] += 1;
        }
        let chi = |observed: &[u64]| {
            let total: u64 = observed.iter().sum();
            let expected = total as f64 / observed.len() as f64;
            let square = |o: &u64| (*o as f64 - expected).powi(2) / expected;
            observed.iter().map(square).sum::<f64>()
        };
        // 99.9 % points of chi-square with 5 and 35 degrees of freedom.
        assert!(chi(&counts) < 20.52, "{counts:?}");
        assert!(chi(&pairs) < 66.62, "{pairs:?}");
    }

    #[test]
    fn below_stays_below() {
        let mut s = Stream::open(3, Purpose::Synthetic, 0, 0);
        for n in [1, 2, 3, 7, 1000, u32::MAX] {
            for _ in 0..100 {
                assert!(s.below(n) < n);
            }
        }
        assert!((0..100).all(|_| (0.0..1.0).contains(&s.unit())));
    }
}
