//! The three distances: on bytes, exactly, and for display.

use super::lanes::Lanes;
use super::rule::Metric;

/// The largest number of coordinates: no exact distance then exceeds 32 bits.
pub const MAX_DIM: usize = 1 << 16;

/// A distance that is built up coordinate by coordinate.
pub(super) trait Distance {
    /// Distances up to this one are exact in bytes; what byte arithmetic
    /// yields above it is only known to be above it.
    const CEILING: u8;

    /// One more coordinate, in bytes.
    ///
    /// # Safety
    /// As [`Lanes`].
    unsafe fn step<L: Lanes>(sum: L, difference: L) -> L;

    /// One more coordinate, exactly.
    fn exact(sum: u32, difference: u8) -> u32;
}

pub(super) struct Manhattan;
pub(super) struct Euclidean;
pub(super) struct Chebyshev;

impl Distance for Manhattan {
    // A sum of 255 may have been larger.
    const CEILING: u8 = 254;

    #[inline(always)]
    unsafe fn step<L: Lanes>(sum: L, difference: L) -> L {
        // SAFETY: the caller's promise.
        unsafe { sum.saturating_add(difference) }
    }

    #[inline(always)]
    fn exact(sum: u32, difference: u8) -> u32 {
        sum + u32::from(difference)
    }
}

impl Distance for Euclidean {
    // Differences above 15 count as 15, so a sum of 225 may have been larger.
    const CEILING: u8 = 224;

    #[inline(always)]
    unsafe fn step<L: Lanes>(sum: L, difference: L) -> L {
        // SAFETY: the caller's promise.
        unsafe { sum.saturating_add(difference.square_to_15()) }
    }

    #[inline(always)]
    fn exact(sum: u32, difference: u8) -> u32 {
        sum + u32::from(difference) * u32::from(difference)
    }
}

impl Distance for Chebyshev {
    const CEILING: u8 = 255;

    #[inline(always)]
    unsafe fn step<L: Lanes>(sum: L, difference: L) -> L {
        // SAFETY: the caller's promise.
        unsafe { sum.max(difference) }
    }

    #[inline(always)]
    fn exact(sum: u32, difference: u8) -> u32 {
        sum.max(u32::from(difference))
    }
}

impl Metric {
    /// The distance as an integer: the sum, the squared length or the largest
    /// difference. `a` and `b` have the same length, at most [`MAX_DIM`].
    pub fn between(self, a: &[u8], b: &[u8]) -> u32 {
        fn sum<D: Distance>(a: &[u8], b: &[u8]) -> u32 {
            let pairs = a.iter().zip(b);
            pairs.fold(0, |sum, (x, y)| D::exact(sum, x.abs_diff(*y)))
        }
        match self {
            Metric::Manhattan => sum::<Manhattan>(a, b),
            Metric::Euclidean => sum::<Euclidean>(a, b),
            Metric::Chebyshev => sum::<Chebyshev>(a, b),
        }
    }

    /// The distance that an integer from [`Metric::between`] stands for.
    pub fn real(self, distance: u32) -> f64 {
        match self {
            Metric::Euclidean => f64::from(distance).sqrt(),
            Metric::Manhattan | Metric::Chebyshev => f64::from(distance),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The classroom's example, and the source's slip put right.
    #[test]
    fn distances_of_the_source() {
        let (a, b) = ([3, 1, 0, 2], [1, 2, 2, 1]);
        assert_eq!(Metric::Manhattan.between(&a, &b), 6);
        assert_eq!(Metric::Euclidean.between(&a, &b), 10);
        assert_eq!(Metric::Chebyshev.between(&a, &b), 2);
        assert_eq!(format!("{:.4}", Metric::Euclidean.real(10)), "3.1623");
    }

    #[test]
    fn the_largest_distance_fits() {
        let far = Metric::Euclidean.between(&vec![0; MAX_DIM], &vec![255; MAX_DIM]);
        assert_eq!(far, (MAX_DIM as u32) * 255 * 255);
    }
}
