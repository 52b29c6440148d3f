//! The lengths of the games of a database.

use std::path::PathBuf;

use serde_json::Value;

use super::database::{game, origin};
use super::table::Table;
use super::{Request, SourceError};
use crate::plot::axis::count;
use crate::plot::{Axis, BarSeries, Bars, Estimate, Figure};

pub(super) fn figure(
    table: &mut Table,
    manifest: &Value,
    request: &Request,
) -> Result<Figure, SourceError> {
    let stated = |name: &str| manifest.get(name).map(|field| (name.to_string(), field));
    let counted = stated("length_histogram").or(stated("length_distribution"));
    let histogram = match counted {
        Some((name, field)) => from_manifest(table, &name, field)?,
        None => from_rows(table)?,
    };
    let total: f64 = histogram.iter().map(|(_, n)| n).sum();
    let (Some(&(first, _)), Some(&(last, _))) = (histogram.first(), histogram.last()) else {
        return Err(table.missing("no games: the length histogram is empty".into()));
    };
    if total <= 0.0 {
        return Err(table.missing("no games: the length histogram is all zero".into()));
    }
    let mean = histogram.iter().map(|&(l, n)| l as f64 * n).sum::<f64>() / total;
    let exact = manifest.get("exact").and_then(Value::as_bool) == Some(true);
    let counted = if exact {
        "exact probabilities".to_string()
    } else {
        format!("n\u{a0}=\u{a0}{} games", count(total.round() as u64))
    };
    let mut bars = bars(&histogram);
    bars.title = request
        .title
        .clone()
        .unwrap_or_else(|| format!("Lengths of games of {}", game(table, manifest)));
    bars.note = format!(
        "{counted}; {first} to {last} plies, mean {mean:.2}{}.",
        origin(manifest)
    );
    bars.x_label = "length of the game (plies)".into();
    bars.y.label = if exact {
        "probability"
    } else {
        "share of the games"
    }
    .into();
    bars.y.range = request.range;
    Ok(Figure::Bars(bars))
}

/// A histogram of lengths, which are in order, as shares of their sum: at most
/// about 100 bars, wider ones where lengths differ more.
pub(super) fn bars(histogram: &[(u64, f64)]) -> Bars {
    let total: f64 = histogram.iter().map(|(_, n)| n).sum();
    let first = histogram.first().map_or(0, |h| h.0);
    let last = histogram.last().map_or(0, |h| h.0);
    let width = (last - first).div_ceil(100).max(1);
    let mut bars = vec![0.0; ((last - first) / width + 1) as usize];
    for &(length, n) in histogram {
        bars[((length - first) / width) as usize] += n / total;
    }
    let categories = (0..bars.len() as u64).map(|i| {
        let low = first + i * width;
        if width == 1 {
            low.to_string()
        } else {
            format!("{low}–{}", low + width - 1)
        }
    });
    let bars_of = bars.iter().map(|&b| Some(Estimate::exactly(b)));
    Bars {
        y: Axis::share(""),
        categories: categories.collect(),
        series: vec![BarSeries {
            bars: bars_of.collect(),
            ..BarSeries::default()
        }],
        histogram: true,
        ..Bars::default()
    }
}

/// A game longer than this is a fault of the file.
pub(super) const LONGEST: u64 = 1_000_000;

/// Games, or probabilities, by length.
fn from_manifest(table: &Table, name: &str, field: &Value) -> Result<Vec<(u64, f64)>, SourceError> {
    let bad = |message: String| SourceError::Bad {
        path: PathBuf::from(format!("{}.json", table.path.display())),
        place: name.to_string(),
        message,
    };
    let Some(object) = field.as_object() else {
        return Err(bad("expected an object of plies and games".into()));
    };
    let mut histogram = Vec::with_capacity(object.len());
    for (plies, games) in object {
        let length = plies.parse().ok().filter(|&l: &u64| l <= LONGEST);
        let length = length
            .ok_or_else(|| bad(format!("\"{plies}\": expected plies from 0 to {LONGEST}")))?;
        let games = games.as_f64().filter(|g| g.is_finite() && *g >= 0.0);
        let games = games.ok_or_else(|| {
            bad(format!(
                "\"{plies}\": expected a number of games or a probability"
            ))
        })?;
        histogram.push((length, games));
    }
    histogram.sort_by_key(|&(length, _)| length);
    Ok(histogram)
}

/// From rows that are not merged: each game counts once.
fn from_rows(table: &mut Table) -> Result<Vec<(u64, f64)>, SourceError> {
    let (game, length) = (table.column("game"), table.column("length"));
    if length.is_none() {
        return Err(table.missing(format!(
            "the lengths of the games are not known: expected {}.json with length_histogram \
             or length_distribution, or a column length (sowlab generate --rows games)",
            table.path.display()
        )));
    }
    let mut seen = rustc_hash::FxHashSet::default();
    let mut counts = std::collections::BTreeMap::<u64, f64>::new();
    while table.next()? {
        let plies = table.field(length).parse().ok();
        let Some(plies) = plies.filter(|&l: &u64| l <= LONGEST) else {
            let expected = format!("plies from 0 to {LONGEST}");
            return Err(table.bad_field(length, &expected));
        };
        if game.is_none() || seen.insert(table.field(game).to_string()) {
            *counts.entry(plies).or_default() += 1.0;
        }
    }
    Ok(counts.into_iter().collect())
}
