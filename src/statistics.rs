//! Intervals.

/// The two-sided 95 % point of the normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Wilson's score interval for a share of `successes` in `n` independent trials
/// (E. B. Wilson, "Probable inference, the law of succession, and statistical
/// inference", 1927). `(0, 1)` when there was no trial.
pub fn wilson(successes: u64, n: u64, z: f64) -> (f64, f64) {
    if n == 0 {
        return (0.0, 1.0);
    }
    let n = n as f64;
    let p = successes as f64 / n;
    let z2n = z * z / n;
    let centre = p + z2n / 2.0;
    let half = z * (p * (1.0 - p) / n + z2n / (4.0 * n)).sqrt();
    let scale = 1.0 / (1.0 + z2n);
    // Without a success (or a failure) the end is 0 (or 1), whatever rounding says.
    let low = match p {
        0.0 => 0.0,
        _ => ((centre - half) * scale).max(0.0),
    };
    let high = match p {
        1.0 => 1.0,
        _ => ((centre + half) * scale).min(1.0),
    };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Examples of R. G. Newcombe, "Two-sided confidence intervals for the
    /// single proportion", 1998, table I (method 3), and 1 of 10.
    #[test]
    fn wilson_agrees_with_published_intervals() {
        for (successes, n, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0000, 0.1611),
            (1, 29, 0.0061, 0.1718),
            (1, 10, 0.0179, 0.4042),
        ] {
            let (a, b) = wilson(successes, n, Z95);
            assert!((a - low).abs() < 5.1e-5, "{successes}/{n}: {a}");
            assert!((b - high).abs() < 5.1e-5, "{successes}/{n}: {b}");
        }
        assert_eq!(wilson(0, 0, Z95), (0.0, 1.0));
        assert_eq!(wilson(7, 7, Z95).1, 1.0);
        assert_eq!((wilson(0, 24, Z95).0, wilson(0, 16, Z95).0), (0.0, 0.0));
    }
}
