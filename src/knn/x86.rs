//! [`Lanes`] for the x86-64 instruction sets.
//!
//! Nothing here checks the processor: [`super::instructions`] does, before it
//! enters a function that uses these types.

use std::arch::x86_64::*;

use super::lanes::{Lanes, Line};

/// 0, 1, 4, ..., 225: the squares that fit in a byte.
const SQUARES: [u8; 16] = {
    let mut table = [0; 16];
    let mut i = 0;
    while i < 16 {
        table[i] = (i * i) as u8;
        i += 1;
    }
    table
};

/// Four registers of 16 bytes (part of every x86-64 processor).
#[derive(Clone, Copy)]
pub(super) struct Sse2([__m128i; 4]);

/// Two registers of 32 bytes.
#[derive(Clone, Copy)]
pub(super) struct Avx2([__m256i; 2]);

/// One register of 64 bytes.
#[derive(Clone, Copy)]
pub(super) struct Avx512(__m512i);

// SAFETY (all blocks of this file): the caller promises the instruction set, as
// the trait demands. Loads and stores stay inside the 64 bytes of a `Line`,
// which is aligned to 64.

impl Lanes for Sse2 {
    #[inline(always)]
    unsafe fn load(line: &Line) -> Self {
        let at = line.0.as_ptr().cast::<__m128i>();
        // SAFETY: see above.
        Self(std::array::from_fn(|i| unsafe {
            _mm_load_si128(at.add(i))
        }))
    }

    #[inline(always)]
    unsafe fn store(self, line: &mut Line) {
        let at = line.0.as_mut_ptr().cast::<__m128i>();
        for (i, part) in self.0.into_iter().enumerate() {
            // SAFETY: see above.
            unsafe { _mm_store_si128(at.add(i), part) }
        }
    }

    #[inline(always)]
    unsafe fn splat(byte: u8) -> Self {
        // SAFETY: see above.
        Self([unsafe { _mm_set1_epi8(byte as i8) }; 4])
    }

    #[inline(always)]
    unsafe fn abs_diff(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(std::array::from_fn(|i| unsafe {
            let (a, b) = (self.0[i], other.0[i]);
            _mm_sub_epi8(_mm_max_epu8(a, b), _mm_min_epu8(a, b))
        }))
    }

    #[inline(always)]
    unsafe fn outside(self, low: Self, high: Self) -> Self {
        // SAFETY: see above.
        Self(std::array::from_fn(|i| unsafe {
            _mm_or_si128(
                _mm_subs_epu8(self.0[i], high.0[i]),
                _mm_subs_epu8(low.0[i], self.0[i]),
            )
        }))
    }

    #[inline(always)]
    unsafe fn saturating_add(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(std::array::from_fn(|i| unsafe {
            _mm_adds_epu8(self.0[i], other.0[i])
        }))
    }

    #[inline(always)]
    unsafe fn max(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(std::array::from_fn(|i| unsafe {
            _mm_max_epu8(self.0[i], other.0[i])
        }))
    }

    #[inline(always)]
    unsafe fn square_to_15(self) -> Self {
        // No byte shuffle in SSE2: even and odd bytes are squared as words.
        // SAFETY: see above.
        Self(std::array::from_fn(|i| unsafe {
            let a = _mm_min_epu8(self.0[i], _mm_set1_epi8(15));
            let even = _mm_and_si128(a, _mm_set1_epi16(0xff));
            let odd = _mm_srli_epi16::<8>(a);
            _mm_or_si128(
                _mm_mullo_epi16(even, even),
                _mm_slli_epi16::<8>(_mm_mullo_epi16(odd, odd)),
            )
        }))
    }

    #[inline(always)]
    unsafe fn at_most(self, limit: u8) -> u64 {
        let mut bits = 0;
        for (i, part) in self.0.into_iter().enumerate() {
            // SAFETY: see above.
            let mask = unsafe {
                let limit = _mm_set1_epi8(limit as i8);
                _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(part, limit), part))
            };
            bits |= u64::from(mask as u16) << (16 * i);
        }
        bits
    }
}

impl Lanes for Avx2 {
    #[inline(always)]
    unsafe fn load(line: &Line) -> Self {
        let at = line.0.as_ptr().cast::<__m256i>();
        // SAFETY: see above.
        Self(unsafe { [_mm256_load_si256(at), _mm256_load_si256(at.add(1))] })
    }

    #[inline(always)]
    unsafe fn store(self, line: &mut Line) {
        let at = line.0.as_mut_ptr().cast::<__m256i>();
        // SAFETY: see above.
        unsafe {
            _mm256_store_si256(at, self.0[0]);
            _mm256_store_si256(at.add(1), self.0[1]);
        }
    }

    #[inline(always)]
    unsafe fn splat(byte: u8) -> Self {
        // SAFETY: see above.
        Self([unsafe { _mm256_set1_epi8(byte as i8) }; 2])
    }

    #[inline(always)]
    unsafe fn abs_diff(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(std::array::from_fn(|i| unsafe {
            let (a, b) = (self.0[i], other.0[i]);
            _mm256_sub_epi8(_mm256_max_epu8(a, b), _mm256_min_epu8(a, b))
        }))
    }

    #[inline(always)]
    unsafe fn outside(self, low: Self, high: Self) -> Self {
        // SAFETY: see above.
        Self(std::array::from_fn(|i| unsafe {
            _mm256_or_si256(
                _mm256_subs_epu8(self.0[i], high.0[i]),
                _mm256_subs_epu8(low.0[i], self.0[i]),
            )
        }))
    }

    #[inline(always)]
    unsafe fn saturating_add(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(std::array::from_fn(|i| unsafe {
            _mm256_adds_epu8(self.0[i], other.0[i])
        }))
    }

    #[inline(always)]
    unsafe fn max(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(std::array::from_fn(|i| unsafe {
            _mm256_max_epu8(self.0[i], other.0[i])
        }))
    }

    #[inline(always)]
    unsafe fn square_to_15(self) -> Self {
        // SAFETY: see above; the table is read unaligned.
        Self(std::array::from_fn(|i| unsafe {
            let table = _mm256_broadcastsi128_si256(_mm_loadu_si128(SQUARES.as_ptr().cast()));
            _mm256_shuffle_epi8(table, _mm256_min_epu8(self.0[i], _mm256_set1_epi8(15)))
        }))
    }

    #[inline(always)]
    unsafe fn at_most(self, limit: u8) -> u64 {
        // SAFETY: see above.
        let [low, high] = self.0.map(|part| unsafe {
            let limit = _mm256_set1_epi8(limit as i8);
            let inside = _mm256_cmpeq_epi8(_mm256_min_epu8(part, limit), part);
            _mm256_movemask_epi8(inside) as u32
        });
        u64::from(low) | u64::from(high) << 32
    }
}

impl Lanes for Avx512 {
    #[inline(always)]
    unsafe fn load(line: &Line) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm512_load_si512(line.0.as_ptr().cast()) })
    }

    #[inline(always)]
    unsafe fn store(self, line: &mut Line) {
        // SAFETY: see above.
        unsafe { _mm512_store_si512(line.0.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    unsafe fn splat(byte: u8) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm512_set1_epi8(byte as i8) })
    }

    #[inline(always)]
    unsafe fn abs_diff(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe {
            _mm512_sub_epi8(
                _mm512_max_epu8(self.0, other.0),
                _mm512_min_epu8(self.0, other.0),
            )
        })
    }

    #[inline(always)]
    unsafe fn outside(self, low: Self, high: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe {
            _mm512_or_si512(
                _mm512_subs_epu8(self.0, high.0),
                _mm512_subs_epu8(low.0, self.0),
            )
        })
    }

    #[inline(always)]
    unsafe fn saturating_add(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm512_adds_epu8(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn max(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm512_max_epu8(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn square_to_15(self) -> Self {
        // SAFETY: see above; the table is read unaligned.
        Self(unsafe {
            let table = _mm512_broadcast_i32x4(_mm_loadu_si128(SQUARES.as_ptr().cast()));
            _mm512_shuffle_epi8(table, _mm512_min_epu8(self.0, _mm512_set1_epi8(15)))
        })
    }

    #[inline(always)]
    unsafe fn at_most(self, limit: u8) -> u64 {
        // SAFETY: see above.
        unsafe { _mm512_cmple_epu8_mask(self.0, _mm512_set1_epi8(limit as i8)) }
    }
}
