//! Margins of games as a histogram, coloured by who won.

use std::collections::BTreeMap;

use serde_json::Value;

use super::database::{game, origin, players, shares};
use super::table::Table;
use super::{Request, SourceError};
use crate::plot::axis::{count, number};
use crate::plot::{Axis, BarSeries, Bars, Estimate, Figure, Side};

/// At most about this many bars; wider ones where margins differ more.
const MOST_BARS: i64 = 100;

/// Weights by margin.
pub(super) type Histogram = BTreeMap<i64, f64>;

/// The margins of a database: of games, where rows name theirs, else of records.
pub(super) fn figure(
    table: &mut Table,
    manifest: &Value,
    request: &Request,
) -> Result<(Figure, Vec<String>), SourceError> {
    let [margin, winner, to_move, ply, length] =
        ["margin", "winner", "to_move", "ply", "length"].map(|c| table.column(c));
    let probability = table.column("probability");
    let weight = probability.or(table.column("count"));
    let by_game = ply.is_some() && length.is_some();
    let mut histogram = Histogram::new();
    let mut won: BTreeMap<String, f64> = BTreeMap::new();
    let mut names = std::collections::BTreeSet::new();
    let mut without = 0.0;
    while table.next()? {
        if by_game && table.number(ply)? < table.number(length)? {
            continue;
        }
        let amount = match weight {
            Some(_) => table.number(weight)?,
            None => 1.0,
        };
        if amount < 0.0 {
            return Err(table.bad_field(weight, "0 or more"));
        }
        for column in [winner, to_move] {
            names.insert(table.field(column).to_string());
        }
        *won.entry(table.field(winner).to_string()).or_default() += amount;
        match points(table, margin)? {
            Some(points) => *histogram.entry(points).or_default() += amount,
            None => without += amount,
        }
    }
    if histogram.is_empty() {
        let text = "no margins: the column margin is empty, as the game counts no points";
        return Err(table.missing(text.into()));
    }
    let mut choices = Vec::new();
    if without > 0.0 {
        choices.push(format!("{without} without a margin are left out"));
    }
    let names = players(names.iter().map(String::as_str), &request.players);
    let legend = shares(won.iter().map(|(w, n)| (w.as_str(), *n)), &names);
    let series = [Side::One, Side::Neither, Side::Two].map(|side| {
        let entry = legend.iter().find(|(s, _)| *s == side);
        (side, entry.map_or(String::new(), |(_, name)| name.clone()))
    });
    let (quantity, counted) = match (probability.is_some(), by_game) {
        (true, _) => ("probability", "exact probabilities".to_string()),
        (false, true) => ("share of the games", counted(&histogram, "games")),
        (false, false) => ("share of the records", counted(&histogram, "records")),
    };
    let mut bars = bars(&histogram, series);
    bars.title = request
        .title
        .clone()
        .unwrap_or_else(|| format!("Margins of {}", game(table, manifest)));
    bars.note = format!("{counted}; {}{}.", told(&histogram), origin(manifest));
    bars.x_label = format!("points of {} minus points of {}", names[0], names[1]);
    bars.y.label = quantity.into();
    bars.y.range = request.range;
    Ok((Figure::Bars(bars), choices))
}

/// The margin of a row, if it has one.
pub(super) fn points(table: &Table, column: Option<usize>) -> Result<Option<i64>, SourceError> {
    match table.field(column) {
        "" => Ok(None),
        text => match text.parse::<i16>() {
            Ok(points) => Ok(Some(points.into())),
            Err(_) => Err(table.bad_field(column, "a margin in points, or nothing")),
        },
    }
}

/// `n = 100 games`
fn counted(histogram: &Histogram, what: &str) -> String {
    let n: f64 = histogram.values().sum();
    format!("n\u{a0}=\u{a0}{} {what}", count(n.round() as u64))
}

/// The least, the greatest and the mean margin in words.
pub(super) fn told(histogram: &Histogram) -> String {
    let total: f64 = histogram.values().sum();
    let sum: f64 = histogram.iter().map(|(&m, n)| m as f64 * n).sum();
    let ends = [histogram.keys().next(), histogram.keys().next_back()];
    let [low, high] = ends.map(|m| number(m.map_or(0.0, |&m| m as f64), 0));
    format!("{low} to {high} points, mean {}", number(sum / total, 2))
}

/// Bars for margins above, at and below 0, which get a side and a name each;
/// where none of a kind occurs, its series is left out.
pub(super) fn bars(histogram: &Histogram, series: [(Side, String); 3]) -> Bars {
    let total: f64 = histogram.values().sum();
    let step = histogram
        .keys()
        .fold(0, |step, &m| gcd(step, m.abs()))
        .max(1);
    // Bars of whole steps, none over both sides of 0.
    let reach = histogram.keys().map(|m| m.abs()).max().unwrap_or(0) / step;
    let width = (2 * reach / MOST_BARS) + 1;
    let place = |margin: i64| margin.signum() * (margin.abs() / step + width - 1).div_euclid(width);
    let places: Vec<i64> = histogram.keys().map(|&m| place(m)).collect();
    let (first, last) = (places.first().copied(), places.last().copied());
    let range: Vec<i64> = (first.unwrap_or(0)..=last.unwrap_or(0)).collect();
    let name = |&p: &i64| {
        let far = p.abs() * width * step;
        let near = far - (width - 1) * step;
        let sign = |n: i64| number((p.signum() * n) as f64, 0);
        match near == far || p == 0 {
            true => sign(far),
            false if p < 0 => format!("{} to {}", sign(far), sign(near)),
            false => format!("{} to {}", sign(near), sign(far)),
        }
    };
    let mut shares: BTreeMap<i64, f64> = BTreeMap::new();
    for (&margin, n) in histogram {
        *shares.entry(place(margin)).or_default() += n / total;
    }
    let signs = [1, 0, -1];
    let series = signs
        .into_iter()
        .zip(series)
        .filter(|(sign, _)| shares.keys().any(|p| p.signum() == *sign));
    let series = series.map(|(sign, (side, name))| BarSeries {
        name,
        bars: range
            .iter()
            .map(|p| {
                let share = shares.get(p).filter(|_| p.signum() == sign);
                share.map(|&s| Estimate::exactly(s))
            })
            .collect(),
        side: Some(side),
    });
    Bars {
        y: Axis::share(""),
        categories: range.iter().map(name).collect(),
        series: series.collect(),
        histogram: true,
        stacked: true,
        ..Bars::default()
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(margins: &[i64]) -> Bars {
        let mut histogram = Histogram::new();
        for &margin in margins {
            *histogram.entry(margin).or_default() += 1.0;
        }
        bars(
            &histogram,
            [Side::One, Side::Neither, Side::Two].map(|s| (s, format!("{s:?}"))),
        )
    }

    #[test]
    fn bars_are_as_wide_as_the_step_of_the_margins() {
        let bars = drawn(&[-4, -4, 0, 2, 2, 2, 6]);
        assert_eq!(bars.categories, ["−4", "−2", "0", "2", "4", "6"]);
        let share = |s: usize, c: usize| bars.series[s].bars[c].map(|b| b.value);
        assert_eq!(share(0, 3), Some(3.0 / 7.0));
        assert_eq!(share(1, 2), Some(1.0 / 7.0));
        assert_eq!(share(2, 0), Some(2.0 / 7.0));
        assert_eq!((share(0, 0), share(2, 1)), (None, None));
        // Without draws there is no series of them.
        assert_eq!(drawn(&[-1, 1]).series.len(), 2);
    }

    #[test]
    fn many_margins_share_bars_and_none_holds_both_signs() {
        let margins: Vec<i64> = (-120..=120).collect();
        let bars = drawn(&margins);
        assert_eq!(bars.categories.len(), 2 * 40 + 1);
        assert_eq!(bars.categories[40], "0");
        assert_eq!(bars.categories[39], "−3 to −1");
        assert_eq!(bars.categories[41], "1 to 3");
        let games = |c: usize, s: usize| {
            let share = bars.series[s].bars[c].map_or(0.0, |b| b.value);
            (share * 241.0 * 1e6).round() / 1e6
        };
        assert_eq!([games(41, 0), games(40, 1), games(39, 2)], [3.0, 1.0, 3.0]);
        assert_eq!([games(41, 2), games(39, 0)], [0.0, 0.0]);
    }
}
