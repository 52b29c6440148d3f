//! Databases: the distribution of their positions, the lengths of their games.

use std::path::PathBuf;

use rustc_hash::FxHashMap;
use serde_json::Value;

use super::table::Table;
use super::{Drawn, Kind, Request, SourceError, unknown_kind};
use crate::plot::axis::count;
use crate::plot::{Axis, BarSeries, Bars, Estimate, Figure, RankedRow, Ranking, Side};

/// How many positions are listed unless told otherwise.
const TOP: usize = 20;

/// Columns of rows that are not merged, apart from the coordinates.
const NOT_COORDINATES: [&str; 3] = ["game", "ply", "length"];

pub(super) fn read(mut table: Table, request: &Request) -> Result<Drawn, SourceError> {
    let manifest = manifest(&table)?;
    let kind = request.kind.unwrap_or(Kind::Finals);
    let (figure, choices) = match kind {
        Kind::Finals => finals(&mut table, &manifest, request)?,
        Kind::Lengths => (lengths(&mut table, &manifest, request)?, Vec::new()),
        other => {
            let known = [Kind::Finals, Kind::Lengths];
            return Err(unknown_kind(&table, "a database", other, known));
        }
    };
    Ok(Drawn {
        kind,
        figure,
        choices,
    })
}

/// `FILE.json` beside the file, if it is there.
fn manifest(table: &Table) -> Result<Value, SourceError> {
    let mut name = table.path.clone().into_os_string();
    name.push(".json");
    let path = PathBuf::from(name);
    let bytes = match std::fs::read(&path) {
        Ok(bytes) => bytes,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Value::Null),
        Err(source) => return Err(SourceError::Read { path, source }),
    };
    serde_json::from_slice(&bytes).map_err(|e| SourceError::Bad {
        path,
        place: format!("line {}, character {}", e.line(), e.column()),
        message: format!("no JSON: {e}"),
    })
}

/// The game that the manifest or the file's name tells.
fn game(table: &Table, manifest: &Value) -> String {
    match manifest.get("game").and_then(Value::as_str) {
        Some(name) => name.to_string(),
        None => table
            .path
            .file_name()
            .map_or(String::new(), |n| n.to_string_lossy().into()),
    }
}

/// How the games were played, as far as the manifest tells.
fn origin(manifest: &Value) -> String {
    let mut text = String::new();
    if let Some(policy) = manifest.get("policy").and_then(Value::as_str) {
        text.push_str(&format!("; policy {policy}"));
    }
    if let Some(seed) = manifest.get("seed").and_then(Value::as_u64) {
        text.push_str(&format!("; seed {seed}"));
    }
    text
}

struct Position {
    coordinates: String,
    to_move: String,
    winner: String,
    weight: f64,
}

fn finals(
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
    let names = players(&positions);
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

/// Names that are no player's.
const NOBODY: [&str; 2] = ["draw", "capped"];

/// The players of the known games, the first player first.
const FIRST: [&str; 3] = ["south", "white", "hare"];

/// The two players as the file names them, player one first.
fn players(positions: &[Position]) -> [String; 2] {
    let mut names: Vec<&str> = positions
        .iter()
        .flat_map(|p| [p.to_move.as_str(), p.winner.as_str()])
        .filter(|n| !NOBODY.contains(n))
        .collect();
    names.sort_unstable_by_key(|n| (!FIRST.contains(n), *n));
    names.dedup();
    let name = |i: usize| names.get(i).map_or(String::new(), |n| n.to_string());
    match names.as_slice() {
        // Only the second player occurs.
        [only] if !FIRST.contains(only) => [String::new(), name(0)],
        _ => [name(0), name(1)],
    }
}

fn side(winner: &str, players: &[String; 2]) -> Side {
    match winner {
        name if NOBODY.contains(&name) => Side::Neither,
        name if name == players[0] => Side::One,
        name if name == players[1] => Side::Two,
        _ => Side::Neither,
    }
}

fn lengths(table: &mut Table, manifest: &Value, request: &Request) -> Result<Figure, SourceError> {
    let histogram = match manifest.get("length_histogram") {
        Some(field) => from_manifest(table, field)?,
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
    // At most about 100 bars: wider ones where lengths differ more.
    let width = (last - first).div_ceil(100).max(1);
    let mut bars = vec![0.0; ((last - first) / width + 1) as usize];
    for &(length, n) in &histogram {
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
    let exact = histogram.iter().any(|(_, n)| n.fract() != 0.0) || total < 1.5;
    let counted = if exact {
        "exact probabilities".to_string()
    } else {
        format!("n\u{a0}=\u{a0}{} games", count(total.round() as u64))
    };
    let title = format!("Lengths of games of {}", game(table, manifest));
    Ok(Figure::Bars(Bars {
        title: request.title.clone().unwrap_or(title),
        note: format!(
            "{counted}; {first} to {last} plies, mean {mean:.2}{}.",
            origin(manifest)
        ),
        x_label: "length of the game (plies)".into(),
        y: Axis {
            range: request.range,
            ..Axis::share("share of the games")
        },
        categories: categories.collect(),
        series: vec![BarSeries {
            name: String::new(),
            bars: bars
                .into_iter()
                .map(|b| Some(Estimate::exactly(b)))
                .collect(),
        }],
        histogram: true,
    }))
}

/// A game longer than this is a fault of the file.
const LONGEST: u64 = 1_000_000;

fn from_manifest(table: &Table, field: &Value) -> Result<Vec<(u64, f64)>, SourceError> {
    let bad = |message: String| SourceError::Bad {
        path: PathBuf::from(format!("{}.json", table.path.display())),
        place: "length_histogram".into(),
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
        let games = games.ok_or_else(|| bad(format!("\"{plies}\": expected a count of games")))?;
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
            "the lengths of the games are not known: expected {}.json with length_histogram, or \
             a column length (sowlab generate --rows games)",
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
