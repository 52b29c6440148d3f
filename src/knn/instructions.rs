//! Which instruction set the scan runs on.

/// An instruction set with a scan of its own. All give the same answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Instructions {
    /// Plain Rust, for any processor.
    Portable,
    /// 16 bytes at once: every x86-64 processor.
    Sse2,
    /// 32 bytes at once (with the bit counting that comes with it).
    Avx2,
    /// 64 bytes at once (AVX-512BW).
    Avx512,
}

impl Instructions {
    /// All of them, narrowest first.
    pub const ALL: [Self; 4] = [Self::Portable, Self::Sse2, Self::Avx2, Self::Avx512];

    /// Whether this processor has it.
    pub fn available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Sse2 => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("popcnt")
            }
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                Self::Avx2.available()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
            }
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// The widest that this processor has.
    pub fn best() -> Self {
        let widest = Self::ALL.into_iter().rev().find(|i| i.available());
        widest.unwrap_or(Self::Portable)
    }

    /// A short name: `portable`, `sse2`, `avx2`, `avx512`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Sse2 => "sse2",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }
}
