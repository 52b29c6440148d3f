//! How sure a mean is: t-intervals over replicates, the bootstrap over
//! positions and databases.

use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::control::Control;
use crate::random::{Purpose, Stream};

/// A mean with its 95 % interval, where there is one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The interval's ends; `None` for a single value.
    pub interval: Option<(f64, f64)>,
    /// How many independent values it is the mean of.
    pub n: usize,
}

impl std::fmt::Display for Estimate {
    /// `0.739 ±0.012`, the half width of the interval if there is one.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.3}", self.mean)?;
        match self.interval {
            Some((low, high)) => write!(f, " ±{:.3}", (high - low) / 2.0),
            None => Ok(()),
        }
    }
}

/// The mean of independent replicates with its t-interval (95 %): the unit is
/// the replicate. One replicate has no interval.
pub fn t_interval(values: &[f64]) -> Option<Estimate> {
    let n = values.len();
    if n == 0 {
        return None;
    }
    let mean = values.iter().sum::<f64>() / n as f64;
    let interval = (n > 1).then(|| {
        let squares: f64 = values.iter().map(|v| (v - mean).powi(2)).sum();
        let error = (squares / (n as f64 - 1.0) / n as f64).sqrt();
        let half = t_quantile(n - 1) * error;
        (mean - half, mean + half)
    });
    Some(Estimate { mean, interval, n })
}

/// The 97.5 % point of Student's t with `df` degrees of freedom.
fn t_quantile(df: usize) -> f64 {
    StudentsT::new(0.0, 1.0, df as f64).map_or(f64::INFINITY, |t| t.inverse_cdf(0.975))
}

/// A statistic of a replicates x positions table with its percentile interval
/// (95 %) from `rounds` resamplings, with replacement, of both the replicates
/// and the positions. `statistic` gets the numbers of the positions drawn and
/// of the replicates drawn. Streams are addressed by `seed` and the round.
/// `control` counts the rounds; `None` if it is stopped before the last of them.
pub fn bootstrap(
    replicates: usize,
    positions: usize,
    rounds: usize,
    seed: u64,
    control: &Control,
    mut statistic: impl FnMut(&[usize], &[usize]) -> f64,
) -> Option<Estimate> {
    if replicates == 0 || positions == 0 || rounds == 0 {
        return None;
    }
    let all_positions: Vec<usize> = (0..positions).collect();
    let all_replicates: Vec<usize> = (0..replicates).collect();
    let mean = statistic(&all_positions, &all_replicates);
    let mut drawn_positions = all_positions;
    let mut drawn_replicates = all_replicates;
    let rounds = 0..rounds;
    let sample: Option<Vec<f64>> = rounds
        .map(|round| {
            if control.stopped() {
                return None;
            }
            let mut rng = Stream::open(seed, Purpose::Bootstrap, 0, round as u64);
            for slot in &mut drawn_replicates {
                *slot = rng.below(replicates as u32) as usize;
            }
            for slot in &mut drawn_positions {
                *slot = rng.below(positions as u32) as usize;
            }
            let value = statistic(&drawn_positions, &drawn_replicates);
            control.advance(1);
            Some(value)
        })
        .collect();
    let mut sample = sample?;
    // A round can lack what the statistic is about; it then says nothing.
    sample.retain(|s| s.is_finite());
    sample.sort_by(f64::total_cmp);
    let at = |q: f64| sample[((sample.len() - 1) as f64 * q).round() as usize];
    Some(Estimate {
        mean,
        interval: (!sample.is_empty()).then(|| (at(0.025), at(0.975))),
        n: replicates,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Printed tables of Student's t.
    #[test]
    fn quantiles_of_the_tables() {
        for (df, t) in [
            (1, 12.706),
            (2, 4.303),
            (4, 2.776),
            (9, 2.262),
            (19, 2.093),
            (29, 2.045),
            (100, 1.984),
        ] {
            assert!(
                (t_quantile(df) - t).abs() < 5e-4,
                "{df}: {}",
                t_quantile(df)
            );
        }
    }

    #[test]
    fn an_interval_computed_by_hand() {
        // Mean 3, standard deviation sqrt(2.5), n = 5: half width 2.776 * 0.7071.
        let e = t_interval(&[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        let (low, high) = e.interval.unwrap();
        assert!((e.mean - 3.0).abs() < 1e-12);
        assert!((low - (3.0 - 1.963_24)).abs() < 1e-4 && (high - (3.0 + 1.963_24)).abs() < 1e-4);
        assert_eq!(t_interval(&[0.5]).unwrap().interval, None);
        assert_eq!(t_interval(&[]), None);
    }

    /// The interval of a mean of independent 0/1 values: close to the normal one.
    #[test]
    fn the_bootstrap_finds_a_known_width() {
        let values: Vec<f64> = (0..400).map(|i| f64::from(i % 4 == 0)).collect();
        let mean =
            |p: &[usize], _: &[usize]| p.iter().map(|&i| values[i]).sum::<f64>() / p.len() as f64;
        let e = bootstrap(1, 400, 2000, 1, &Control::new(), mean).unwrap();
        let (low, high) = e.interval.unwrap();
        let half = 1.96 * (0.25f64 * 0.75 / 400.0).sqrt();
        assert_eq!(e.mean, 0.25);
        assert!((low - (0.25 - half)).abs() < 0.008, "{low}");
        assert!((high - (0.25 + half)).abs() < 0.008, "{high}");
    }
}
