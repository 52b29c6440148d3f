//! A sampled distribution of final positions against the exact one.

use std::path::Path;

use rustc_hash::FxHashMap;
use serde_json::Value;
use statrs::distribution::{Binomial, DiscreteCDF};

use super::database::{game, manifest as manifest_of, origin, players, shares, side};
use super::positions::{Position, Positions};
use super::table::Table;
use super::{Request, SourceError};
use crate::plot::axis::{count, number};
use crate::plot::{Axis, Dot, Estimate, Figure, Scatter};
use crate::statistics::{Z95, wilson};

/// More dots than this are no picture: the most probable ones are drawn.
const MOST_DOTS: usize = 4000;

/// A dot for each position of the exact distribution: how often the sample met
/// it, over how often it should have.
pub(super) fn figure(
    table: &mut Table,
    manifest: &Value,
    exact: &Path,
    request: &Request,
) -> Result<(Figure, Vec<String>), SourceError> {
    let mut exact_table = Table::open(exact)?;
    for name in ["to_move", "winner", "probability"] {
        if exact_table.column(name).is_none() {
            let text = format!("no column {name}: expected what sowlab generate --exact writes");
            return Err(exact_table.missing(text));
        }
    }
    let exact_manifest = manifest_of(&exact_table)?;
    for field in ["game", "policy"] {
        let (ours, theirs) = (manifest.get(field), exact_manifest.get(field));
        if let (Some(ours), Some(theirs)) = (ours, theirs)
            && ours != theirs
        {
            let text = format!(
                "its {field} is {ours}, that of {} {theirs}",
                exact.display()
            );
            return Err(table.missing(text));
        }
    }
    let recorded = manifest.get("record").and_then(Value::as_str);
    let sampled = Positions::read(table)?;
    if sampled.exact {
        return Err(
            table.missing("it has exact probabilities: expected games that were played".into())
        );
    }
    if let Some(record) = recorded.filter(|r| *r != "final" && !sampled.by_game) {
        let text = format!("it records {record}: expected final positions only");
        return Err(table.missing(text));
    }
    let exact = Positions::read(&mut exact_table)?;
    if exact.columns != sampled.columns {
        let text = format!(
            "other coordinates than {}: {} and {}",
            exact_table.path.display(),
            sampled.columns.join(","),
            exact.columns.join(",")
        );
        return Err(table.missing(text));
    }
    let compared = Compared::new(&sampled, &exact);
    let n = sampled.total.round() as u64;

    let mut order: Vec<&Pair<'_>> = compared.pairs.iter().collect();
    order.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    let mut choices = Vec::new();
    if order.len() > MOST_DOTS {
        choices.push(format!(
            "the {MOST_DOTS} most probable of {} positions are drawn; the figures are of all",
            order.len()
        ));
        order.truncate(MOST_DOTS);
    }
    let names = players(
        exact
            .all
            .iter()
            .flat_map(|p| [p.to_move.as_str(), p.winner.as_str()]),
        &request.players,
    );
    let won = exact.all.iter().map(|p| (p.winner.as_str(), p.weight));
    let dots = order.iter().rev().map(|pair| Dot {
        x: pair.probability,
        y: pair.found(n),
        side: side(&pair.position.winner, &names),
    });
    let title = format!(
        "Sampled against exact: final positions of {}",
        game(table, manifest)
    );
    let mut note = format!(
        "n\u{a0}=\u{a0}{} games, {} of {} positions met{}. Total variation distance {}; sampling \
         alone gives {} on average. Wilson's 95\u{202f}% interval holds the exact probability for \
         {} of {} positions. Grey: where 95\u{202f}% of samples lie.",
        count(n),
        count(compared.met()),
        count(exact.all.len() as u64),
        origin(manifest),
        number(compared.distance, 4),
        number(compared.expected(n), 4),
        count(compared.held(n)),
        count(exact.all.len() as u64),
    );
    if compared.strange > 0 {
        note += &format!(
            " {} positions of the sample are not among the exact ones.",
            count(compared.strange)
        );
    }
    let figure = Figure::Scatter(Scatter {
        title: request.title.clone().unwrap_or(title),
        note,
        x: Axis::log("exact probability"),
        y: Axis {
            range: request.range,
            ..Axis::log("share of the sample")
        },
        dots: dots.collect(),
        sides: shares(won, &names),
        band: band(n, order.iter().map(|p| p.probability)),
        diagonal: "share = probability".into(),
        missing: "not met".into(),
    });
    Ok((figure, choices))
}

/// Between which shares 95 % of samples of n games lie, over the probability:
/// the 2.5 % and 97.5 % points of the binomial distribution.
fn band(n: u64, probabilities: impl Iterator<Item = f64> + Clone) -> Vec<(f64, f64, f64)> {
    let low = probabilities.clone().fold(1.0, f64::min);
    let high = probabilities.fold(0.0, f64::max);
    let point = |i: u32| {
        let p = low * libm::pow(high / low, f64::from(i) / 200.0);
        let counts = Binomial::new(p.min(1.0), n).ok()?;
        // No share of 0 on an axis of factors: half a game stands for none.
        let share = |q: f64| (counts.inverse_cdf(q) as f64).max(0.5) / n as f64;
        Some((p, share(0.025), share(0.975)))
    };
    (0..=200).filter_map(point).collect()
}

/// A position of the exact distribution.
struct Pair<'a> {
    position: &'a Position,
    probability: f64,
    /// How often it was met.
    times: u64,
}

impl Pair<'_> {
    /// Its share of a sample; `None` if it was not met.
    fn found(&self, n: u64) -> Option<Estimate> {
        let (low, high) = wilson(self.times, n, Z95);
        (self.times > 0).then(|| Estimate::between(self.times as f64 / n as f64, low, high))
    }
}

/// Two distributions over the same positions.
struct Compared<'a> {
    pairs: Vec<Pair<'a>>,
    /// The total variation distance: half the sum of the differences.
    distance: f64,
    /// Sampled positions that have no exact probability.
    strange: u64,
}

impl<'a> Compared<'a> {
    fn new(sampled: &Positions, exact: &'a Positions) -> Self {
        let mut times: FxHashMap<String, f64> = FxHashMap::default();
        for position in &sampled.all {
            *times.entry(position.key()).or_default() += position.weight;
        }
        let mut distance = 0.0;
        let mut pairs = Vec::with_capacity(exact.all.len());
        for position in exact.all.iter().filter(|p| p.weight > 0.0) {
            let times = times.remove(&position.key()).unwrap_or(0.0);
            let probability = position.weight / exact.total;
            distance += (times / sampled.total - probability).abs() / 2.0;
            pairs.push(Pair {
                position,
                probability,
                times: times.round() as u64,
            });
        }
        // Summed in the file's order, so that the same files give the same figure.
        let strange = sampled.all.iter().filter(|p| times.contains_key(&p.key()));
        let (mut count, mut weight) = (0, 0.0);
        for position in strange {
            count += 1;
            weight += position.weight;
        }
        Self {
            pairs,
            distance: distance + weight / sampled.total / 2.0,
            strange: count,
        }
    }

    fn met(&self) -> u64 {
        self.pairs.iter().filter(|p| p.times > 0).count() as u64
    }

    /// For how many positions Wilson's interval holds the exact probability.
    fn held(&self, n: u64) -> u64 {
        let held = |p: &&Pair<'_>| {
            let (low, high) = wilson(p.times, n, Z95);
            (low..=high).contains(&p.probability)
        };
        self.pairs.iter().filter(held).count() as u64
    }

    /// The mean total variation distance of samples of n games.
    fn expected(&self, n: u64) -> f64 {
        let each = self.pairs.iter().map(|p| deviation(n, p.probability));
        each.sum::<f64>() / n as f64 / 2.0
    }
}

/// The mean absolute deviation of a binomial count from its mean (A. de Moivre,
/// 1730): 2 v C(n, v) p^v (1 - p)^(n - v + 1) with v the mean's whole part plus 1.
fn deviation(n: u64, p: f64) -> f64 {
    if p <= 0.0 || p >= 1.0 || n == 0 {
        return 0.0;
    }
    let n = n as f64;
    let v = ((n * p).floor() + 1.0).min(n);
    let choose = libm::lgamma(n + 1.0) - libm::lgamma(v + 1.0) - libm::lgamma(n - v + 1.0);
    let rest = v * libm::log(p) + (n - v + 1.0) * libm::log1p(-p);
    2.0 * v * libm::exp(choose + rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums over all counts.
    fn plainly(n: u64, p: f64) -> f64 {
        let mut term = (1.0 - p).powi(n as i32);
        let mut sum = 0.0;
        for k in 0..=n {
            sum += term * (k as f64 - n as f64 * p).abs();
            term *= (n - k) as f64 / (k + 1) as f64 * p / (1.0 - p);
        }
        sum
    }

    #[test]
    fn the_mean_deviation_is_that_of_the_binomial() {
        for n in [1, 2, 7, 50, 200] {
            for p in [0.001, 0.01, 0.2, 0.5, 0.77, 0.999] {
                // Misses deviate as hits do.
                let (a, b) = (deviation(n, p), plainly(n, p.min(1.0 - p)));
                assert!((a - b).abs() < 1e-9 * b.max(1.0), "{n} {p}: {a} {b}");
            }
        }
    }
}
