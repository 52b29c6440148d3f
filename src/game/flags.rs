//! Words whose bytes each have a flag, the topmost bit: gathered, or one of those
//! that are set found without listing them, by arithmetic on all bytes at once.

const ONES: u64 = 0x0101_0101_0101_0101;

/// The flags of 16 bytes as 16 bits.
#[inline(always)]
pub(super) fn bits(flags: u128) -> u32 {
    // One multiplication gathers eight flags in the top byte.
    let gather = |word: u64| (word >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    (gather(flags as u64) | gather((flags >> 64) as u64) << 8) as u32
}

/// In byte `i` the number of flags of bytes 0 to `i`.
#[inline(always)]
fn running(flags: u64) -> u64 {
    (flags >> 7).wrapping_mul(ONES)
}

/// The first byte whose running number is more than `n`; 8 if there is none.
#[inline(always)]
fn first_above(running: u64, n: u64) -> usize {
    let reached = running + ONES * (127 - n);
    ((reached & (ONES << 7)).trailing_zeros() / 8) as usize
}

/// The byte of flag number `choose(how many there are)`, counted from 0. No
/// other bits than flags may be set.
#[inline(always)]
pub(super) fn pick(flags: u64, choose: impl FnOnce(usize) -> usize) -> usize {
    let counts = running(flags);
    let n = choose((counts >> 56) as usize);
    first_above(counts, n as u64)
}

/// [`pick`] in a word of 16 bytes.
#[inline(always)]
pub(super) fn pick_wide(flags: u128, choose: impl FnOnce(usize) -> usize) -> usize {
    let low = running(flags as u64);
    let below = low >> 56;
    let high = running((flags >> 64) as u64) + ONES * below;
    let n = choose((high >> 56) as usize) as u64;
    if n < below {
        first_above(low, n)
    } else {
        8 + first_above(high, n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flag_is_found() {
        for bytes in 1..1u32 << 16 {
            let set: Vec<usize> = (0..16).filter(|i| bytes >> i & 1 == 1).collect();
            let flags = set.iter().fold(0, |word, i| word | 0x80u128 << (8 * i));
            for (n, &byte) in set.iter().enumerate() {
                let choose = |count| {
                    assert_eq!(count, set.len());
                    n
                };
                assert_eq!(pick_wide(flags, choose), byte);
                assert_eq!(bits(flags), bytes);
                if bytes < 256 {
                    assert_eq!(pick(flags as u64, choose), byte);
                }
            }
        }
    }
}
