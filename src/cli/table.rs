//! `sowlab solve GAME --table`: every position that play can reach, with its value.

use std::io::{self, Write};
use std::path::Path;

use serde_json::{Map, Value, json};

use super::arguments::command_line;
use super::output::{Format, finish, stdout};
use super::{Exit, Failure, OK, progress};
use crate::catalog::CatalogGame;
use crate::game::{Reachable, Value as Worth};
use crate::manifest::{manifest_path, write_manifest};
use crate::output::{WriteError, check_target, together, write_atomic};
use crate::solver;
use crate::solver::retrograde::graph_fates;

pub(super) fn run<G: CatalogGame>(
    game: &G,
    start: G::Position,
    limit: usize,
    margins: bool,
    out: Option<&Path>,
    format: Format,
) -> Result<Exit, Failure> {
    let lines = match out {
        None => format == Format::Json,
        Some(path) => {
            let name = path.to_string_lossy();
            let stem = name.strip_suffix(".gz").unwrap_or(&name);
            if !stem.ends_with(".csv") && !stem.ends_with(".jsonl") {
                return Err(format!("{name}: expected a name ending in .csv or .jsonl").into());
            }
            check_target(path)?;
            check_target(&manifest_path(path))?;
            stem.ends_with(".jsonl")
        }
    };
    let graph = progress::run("listing positions", |control| {
        Reachable::new(game, start, limit, control)
    })??;
    let fates = (!graph.is_ordered()).then(|| graph_fates(game, &graph));
    let values = Values {
        outcome: match &fates {
            Some(fates) => fates.iter().map(|f| f.value()).collect(),
            None => solver::table(game, &graph),
        },
        plies: fates.map(|fates| fates.iter().map(|f| f.plies()).collect()),
        margin: if margins {
            solver::margin_table(game, &graph)
        } else {
            None
        },
    };
    match out {
        None => {
            let mut out = stdout();
            write(game, &graph, &values, lines, &mut out)?;
            finish(out)?;
        }
        Some(path) => {
            together(|| {
                let sha256 = write_atomic(path, |out| {
                    let written = write(game, &graph, &values, lines, out);
                    written.map_err(|e| WriteError::new(path, e))
                })?;
                let mut extra = Map::new();
                extra.insert("game".into(), json!(game.name()));
                write_manifest(path, "table", &command_line(), &[], &sha256, extra)?;
                Ok::<_, Failure>(())
            })?;
        }
    }
    Ok(OK)
}

/// By the number of the position.
struct Values {
    outcome: Vec<Worth>,
    /// Where play can go on for ever.
    plies: Option<Vec<Option<u16>>>,
    margin: Option<Vec<i16>>,
}

fn write<G: CatalogGame>(
    game: &G,
    graph: &Reachable<G>,
    values: &Values,
    lines: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut columns = game.columns();
    columns.extend(["to_move", "value", "legal_moves", "optimal_moves"].map(String::from));
    if values.margin.is_some() {
        columns.extend(["value_margin", "optimal_margin_moves"].map(String::from));
    }
    if values.plies.is_some() {
        columns.push("plies".into());
    }
    // Where the coordinates do not say it all, the position itself stands last.
    let mut start = vec![0; game.dim()];
    game.write(graph.position(0), &mut start);
    let read = game.read(&start, game.mover(graph.position(0)));
    let whole = values.plies.is_none() || read == Ok(*graph.position(0));
    if !whole {
        columns.push("position".into());
    }
    if !lines {
        writeln!(out, "{}", columns.join(","))?;
    }
    let mut vector = vec![0; game.dim()];
    for (i, position) in graph.positions().iter().enumerate() {
        game.write(position, &mut vector);
        let mover = game.mover(position);
        let outcome = &values.outcome;
        let keeps = |&t: &usize| solver::worth(game, graph, outcome, i, t) == outcome[i];
        let optimal = graph.targets(i).filter(keeps).count();
        let legal = graph.edges(i).len();
        let (player, value) = (game.players()[mover.index()], outcome[i].name());
        let margin = values.margin.as_ref().map(|margins| {
            let keeps = |&t: &usize| solver::worth(game, graph, margins, i, t) == margins[i];
            (margins[i], graph.targets(i).filter(keeps).count())
        });
        if lines {
            let tail = [json!(player), json!(value), json!(legal), json!(optimal)];
            let more = margin.into_iter().flat_map(|(m, n)| [json!(m), json!(n)]);
            let plies = values.plies.iter().map(|plies| json!(plies[i]));
            let cells = vector.iter().map(|&x| json!(x)).chain(tail).chain(more);
            let text = (!whole).then(|| json!(game.position_text(position)));
            let cells = cells.chain(plies).chain(text);
            let object: Map<String, Value> = columns.iter().cloned().zip(cells).collect();
            serde_json::to_writer(&mut *out, &object)?;
            writeln!(out)?;
        } else {
            for x in &vector {
                write!(out, "{x},")?;
            }
            write!(out, "{player},{value},{legal},{optimal}")?;
            if let Some((margin, optimal)) = margin {
                write!(out, ",{margin},{optimal}")?;
            }
            match values.plies.as_ref().map(|plies| plies[i]) {
                Some(Some(plies)) => write!(out, ",{plies}")?,
                Some(None) => write!(out, ",")?,
                None => {}
            }
            if !whole {
                write!(out, ",\"{}\"", game.position_text(position))?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}
