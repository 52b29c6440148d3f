//! The most frequent positions of a database with their winners.

use serde_json::Value;

use super::database::{game, origin, players, shares};
use super::positions::{Position, Positions};
use super::table::Table;
use super::{Request, SourceError};
use crate::plot::axis::count;
use crate::plot::{Axis, Figure, RankedRow, Ranking};

/// How many positions are listed unless told otherwise.
const TOP: usize = 20;

pub(super) fn figure(
    table: &mut Table,
    manifest: &Value,
    request: &Request,
) -> Result<(Figure, Vec<String>), SourceError> {
    let read = Positions::read(table)?;
    let (mut positions, total) = (read.all, read.total);
    // The file's order decides between equals.
    positions.sort_by(|a, b| b.weight.total_cmp(&a.weight));

    let top = request.top.unwrap_or(TOP).max(1);
    let (listed, rest) = positions.split_at(positions.len().min(top));
    // The bar's colour tells the winner, so the side to move is said only where
    // it differs.
    let twice = |p: &Position| {
        let other = |q: &&Position| q.coordinates == p.coordinates && q.to_move != p.to_move;
        listed.iter().any(|q| other(&q))
    };
    let names = players(
        positions
            .iter()
            .flat_map(|p| [p.to_move.as_str(), p.winner.as_str()]),
        &request.players,
    );
    let rows = listed
        .iter()
        .map(|p| RankedRow {
            name: match twice(p) {
                true => format!("{} · {} to move", p.coordinates, p.to_move),
                false => p.coordinates.clone(),
            },
            value: p.weight / total,
            side: super::database::side(&p.winner, &names),
        })
        .collect();
    let rest_sum: f64 = rest.iter().map(|p| p.weight / total).sum();
    let won = positions.iter().map(|p| (p.winner.as_str(), p.weight));
    let legend = shares(won, &names);
    let source = match read.exact {
        true => "exact probabilities".to_string(),
        false => format!("n\u{a0}=\u{a0}{} records", count(total.round() as u64)),
    };
    // A position stands there once for each winner.
    let mut distinct: Vec<(&str, &str)> = positions
        .iter()
        .map(|p| (p.coordinates.as_str(), p.to_move.as_str()))
        .collect();
    distinct.sort_unstable();
    distinct.dedup();
    let note = format!(
        "{} different positions; {source}{}.",
        count(distinct.len() as u64),
        origin(manifest)
    );
    let mut choices = Vec::new();
    if read.before_the_end > 0 {
        choices.push(format!(
            "{} positions before the end of their game are left out",
            read.before_the_end
        ));
    }
    // Merged files do not tell it row by row, the manifest does.
    let recorded = manifest.get("record").and_then(Value::as_str);
    let what = match recorded {
        Some(other) if other != "final" && !read.by_game => "Recorded positions",
        _ => "Final positions",
    };
    let title = format!("{what} of {}", game(table, manifest));
    let quantity = if read.exact {
        "probability"
    } else {
        "share of the records"
    };
    let figure = Figure::Ranking(Ranking {
        title: request.title.clone().unwrap_or(title),
        note,
        value: Axis::share(quantity),
        rows,
        sides: legend,
        rest: (!rest.is_empty()).then_some((rest.len() as u64, rest_sum)),
    });
    Ok((figure, choices))
}
