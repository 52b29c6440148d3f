//! Sixty-four bytes side by side: what the scan needs of an instruction set.

/// Sixty-four bytes, one for each row of a block, on a cache line of their own.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Line(pub [u8; 64]);

/// Sixty-four unsigned bytes in registers.
///
/// # Safety
/// Every method of an implementation may be called only where the processor
/// has the instruction set of that implementation.
pub(super) trait Lanes: Copy {
    /// All lanes from memory.
    unsafe fn load(line: &Line) -> Self;
    /// All lanes to memory.
    unsafe fn store(self, line: &mut Line);
    /// The same byte in every lane.
    unsafe fn splat(byte: u8) -> Self;
    /// The absolute difference.
    unsafe fn abs_diff(self, other: Self) -> Self;
    /// How far each lane lies outside the interval from `low` to `high`
    /// (0 inside; `low <= high`).
    unsafe fn outside(self, low: Self, high: Self) -> Self;
    /// The sum, at most 255.
    unsafe fn saturating_add(self, other: Self) -> Self;
    /// The larger one.
    unsafe fn max(self, other: Self) -> Self;
    /// The square of `min(lane, 15)`.
    unsafe fn square_to_15(self) -> Self;
    /// Bit `i` is set where lane `i` is at most `limit`.
    unsafe fn at_most(self, limit: u8) -> u64;
}

/// Plain arrays: any processor, and the twin that the others are tested against.
#[derive(Clone, Copy)]
pub(super) struct Portable([u8; 64]);

impl Portable {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u8, u8) -> u8) -> Self {
        let mut out = [0; 64];
        for ((o, &a), &b) in out.iter_mut().zip(&self.0).zip(&other.0) {
            *o = f(a, b);
        }
        Self(out)
    }
}

impl Lanes for Portable {
    #[inline(always)]
    unsafe fn load(line: &Line) -> Self {
        Self(line.0)
    }

    #[inline(always)]
    unsafe fn store(self, line: &mut Line) {
        line.0 = self.0;
    }

    #[inline(always)]
    unsafe fn splat(byte: u8) -> Self {
        Self([byte; 64])
    }

    #[inline(always)]
    unsafe fn abs_diff(self, other: Self) -> Self {
        self.zip(other, |a, b| a.max(b) - a.min(b))
    }

    #[inline(always)]
    unsafe fn outside(self, low: Self, high: Self) -> Self {
        let above = self.zip(high, u8::saturating_sub);
        let below = low.zip(self, u8::saturating_sub);
        above.zip(below, |a, b| a | b)
    }

    #[inline(always)]
    unsafe fn saturating_add(self, other: Self) -> Self {
        self.zip(other, u8::saturating_add)
    }

    #[inline(always)]
    unsafe fn max(self, other: Self) -> Self {
        self.zip(other, u8::max)
    }

    #[inline(always)]
    unsafe fn square_to_15(self) -> Self {
        self.zip(self, |a, _| a.min(15) * a.min(15))
    }

    #[inline(always)]
    unsafe fn at_most(self, limit: u8) -> u64 {
        let bit = |(i, &a): (usize, &u8)| u64::from(a <= limit) << i;
        self.0.iter().enumerate().map(bit).fold(0, |m, b| m | b)
    }
}
