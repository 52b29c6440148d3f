//! Labels beside a chart: each as near as possible to what it names, none on another.

/// Moves heights (sorted or not) apart to at least `gap` within `low..high`,
/// keeping their order, with the least sum of squared shifts. If they do not
/// all fit, they are spaced evenly.
pub(super) fn spread(wanted: &[f64], gap: f64, low: f64, high: f64) -> Vec<f64> {
    let n = wanted.len();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&a, &b| wanted[a].total_cmp(&wanted[b]).then(a.cmp(&b)));
    if n > 1 && gap * (n - 1) as f64 > high - low {
        let gap = (high - low) / (n - 1) as f64;
        let mut placed = vec![low; n];
        for (rank, &i) in order.iter().enumerate() {
            placed[i] = low + gap * rank as f64;
        }
        return placed;
    }
    // With rank x gap taken away, "apart" becomes "in order": isotonic
    // regression, by pooling neighbours that are out of order.
    let mut pools: Vec<(f64, usize)> = Vec::new();
    for (rank, &i) in order.iter().enumerate() {
        let mut pool = (wanted[i] - gap * rank as f64, 1);
        while let Some(&(mean, size)) = pools.last() {
            if mean <= pool.0 {
                break;
            }
            pools.pop();
            let total = mean * size as f64 + pool.0 * pool.1 as f64;
            pool = (total / (size + pool.1) as f64, size + pool.1);
        }
        pools.push(pool);
    }
    let top = high - gap * n.saturating_sub(1) as f64;
    let mut placed = vec![0.0; n];
    let means = pools
        .iter()
        .flat_map(|&(mean, size)| std::iter::repeat_n(mean, size));
    for ((rank, &i), mean) in order.iter().enumerate().zip(means) {
        placed[i] = mean.clamp(low, top.max(low)) + gap * rank as f64;
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn labels_with_room_stay_and_close_ones_part() {
        assert_eq!(spread(&[10.0, 50.0], 15.0, 0.0, 100.0), [10.0, 50.0]);
        assert_eq!(spread(&[50.0, 50.0], 10.0, 0.0, 100.0), [45.0, 55.0]);
        assert_eq!(spread(&[2.0, 0.0], 10.0, 0.0, 100.0), [10.0, 0.0]);
        assert_eq!(spread(&[], 10.0, 0.0, 100.0), [0.0; 0]);
        assert_eq!(
            spread(&[5.0, 5.0, 5.0], 80.0, 0.0, 100.0),
            [0.0, 50.0, 100.0]
        );
    }

    proptest! {
        #[test]
        fn labels_never_touch_or_leave(wanted in prop::collection::vec(-50.0..150.0, 1..12)) {
            let placed = spread(&wanted, 9.0, 0.0, 100.0);
            let mut sorted = placed.clone();
            sorted.sort_by(f64::total_cmp);
            prop_assert!(sorted.windows(2).all(|p| p[1] - p[0] >= 9.0 - 1e-9));
            prop_assert!(sorted[0] >= -1e-9 && sorted[sorted.len() - 1] <= 100.0 + 1e-9);
        }
    }
}
