//! The most frequent positions of a database with their winners.

use rustc_hash::FxHashMap;
use serde_json::Value;

use super::database::{NOT_COORDINATES, game, origin, players, side};
use super::table::Table;
use super::{Request, SourceError};
use crate::plot::axis::count;
use crate::plot::{Axis, Figure, RankedRow, Ranking, Side};

/// How many positions are listed unless told otherwise.
const TOP: usize = 20;

struct Position {
    coordinates: String,
    to_move: String,
    winner: String,
    weight: f64,
}

pub(super) fn figure(
    table: &mut Table,
    manifest: &Value,
    request: &Request,
) -> Result<(Figure, Vec<String>), SourceError> {
    let (to_move, winner) = (table.column("to_move"), table.column("winner"));
    let probability = table.column("probability");
    let weight = probability.or(table.column("count"));
    let end = to_move.unwrap_or(0);
    let header = table.header();
    let coordinates: Vec<usize> = (0..end)
        .filter(|&c| !NOT_COORDINATES.contains(&header[c].as_str()))
        .collect();
    if coordinates.is_empty() {
        return Err(table.missing("no coordinates before the column to_move".into()));
    }
    let (ply, length) = (table.column("ply"), table.column("length"));

    let mut positions: Vec<Position> = Vec::new();
    let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
    let mut total = 0.0;
    let mut before_the_end = 0u64;
    while table.next()? {
        // Of games recorded ply by ply only the last position is final.
        if ply.is_some() && length.is_some() && table.number(ply)? < table.number(length)? {
            before_the_end += 1;
            continue;
        }
        let amount = if weight.is_some() {
            table.number(weight)?
        } else {
            1.0
        };
        if amount < 0.0 {
            return Err(table.bad_field(weight, "0 or more"));
        }
        for &column in &coordinates {
            if table.field(Some(column)).parse::<u8>().is_err() {
                return Err(table.bad_field(Some(column), "a whole number from 0 to 255"));
            }
        }
        for column in [to_move, winner] {
            if table.field(column).is_empty() {
                return Err(table.bad_field(column, "a player"));
            }
        }
        let board: Vec<&str> = coordinates.iter().map(|&c| table.field(Some(c))).collect();
        let board = format!("[{}]", board.join(","));
        let (mover, won) = (table.field(to_move), table.field(winner));
        let key = format!("{board} {mover} {won}");
        total += amount;
        match numbers.get(&key) {
            Some(&i) => positions[i].weight += amount,
            None => {
                numbers.insert(key, positions.len());
                positions.push(Position {
                    to_move: mover.to_string(),
                    winner: won.to_string(),
                    coordinates: board,
                    weight: amount,
                });
            }
        }
    }
    if positions.is_empty() || total <= 0.0 {
        return Err(table.missing("no positions: the file has no rows".into()));
    }
    // The file's order decides between equals.
    positions.sort_by(|a, b| b.weight.total_cmp(&a.weight));

    let top = request.top.unwrap_or(TOP).max(1);
    let (listed, rest) = positions.split_at(positions.len().min(top));
    let twice = |p: &Position| {
        listed
            .iter()
            .filter(|q| q.coordinates == p.coordinates)
            .count()
            > 1
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
            side: side(&p.winner, &names),
        })
        .collect();
    let rest_sum: f64 = rest.iter().map(|p| p.weight / total).sum();
    let sides = [Side::One, Side::Two, Side::Neither];
    let wins = |s: Side| {
        let of_side = positions.iter().filter(|p| side(&p.winner, &names) == s);
        of_side.map(|p| p.weight).sum::<f64>() / total
    };
    let legend = sides
        .into_iter()
        .filter(|&s| positions.iter().any(|p| side(&p.winner, &names) == s))
        .map(|s| {
            let name = match s {
                Side::One => format!("{} won", names[0]),
                Side::Two => format!("{} won", names[1]),
                Side::Neither => "nobody won".to_string(),
            };
            (s, format!("{name}: {:.1}\u{202f}%", 100.0 * wins(s)))
        })
        .collect();
    let source = match probability {
        Some(_) => "exact probabilities".to_string(),
        None => format!("n\u{a0}=\u{a0}{} records", count(total.round() as u64)),
    };
    let note = format!(
        "{} different positions; {source}{}.",
        count(positions.len() as u64),
        origin(manifest)
    );
    let mut choices = Vec::new();
    if before_the_end > 0 {
        choices.push(format!(
            "{before_the_end} positions before the end of their game are left out"
        ));
    }
    // Merged files do not tell it row by row, the manifest does.
    let recorded = manifest.get("record").and_then(Value::as_str);
    let what = match recorded {
        Some(other) if other != "final" && ply.is_none() => "Recorded positions",
        _ => "Final positions",
    };
    let title = format!("{what} of {}", game(table, manifest));
    let quantity = if probability.is_some() {
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
