//! The exact distribution of final positions as a database.

use std::path::Path;

use super::build::Builder;
use super::row::{Row, RowWeight};
use super::{Database, Manifest, Winner, write_csv_file};
use crate::game::{Ending, Player, Reachable, Vectorize};
use crate::manifest::Input;
use crate::output::{WriteError, together};
use crate::policy::Policy;
use crate::selfplay::{Distribution, Record};

/// Every final position that play can reach, with its probability: merged rows
/// in the order of a file.
pub fn finals<G: Vectorize>(
    game: &G,
    graph: &Reachable<G>,
    distribution: &Distribution,
) -> Database {
    let mut rows: Vec<(Key, f64)> = Vec::new();
    for i in 0..graph.len() {
        if let Some(outcome) = graph.outcome(i) {
            let position = graph.position(i);
            let key = (
                game.vector(position),
                game.mover(position),
                Winner::of(Ending::Over(outcome)),
                outcome.margin,
            );
            rows.push((key, distribution.visits[i]));
        }
    }
    rows.sort_by(|a, b| a.0.cmp(&b.0));
    // Two positions can have the same coordinates.
    rows.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
    let mut builder = Builder::default();
    for ((coordinates, to_move, winner, margin), p) in &rows {
        builder.push(&Row {
            source: None,
            coordinates,
            to_move: *to_move,
            winner: *winner,
            margin: *margin,
            weight: RowWeight::Probability(*p),
            value: None,
            value_margin: None,
        });
    }
    builder.finish(game.columns(), false)
}

/// What rows are sorted and merged by: coordinates, side to move, winner, margin.
type Key = (Vec<u8>, Player, Winner, Option<i16>);

/// Up to this many reachable positions, the manifest states the probability of
/// each length too.
const LENGTHS_UP_TO: usize = 200_000;

/// Writes the distribution of final positions under `policy` as a CSV file with
/// its manifest; the policy comes from `inputs`.
///
/// # Errors
/// A file cannot be written.
pub fn write<G: Vectorize, P: Policy<G>>(
    game: &G,
    policy: &P,
    graph: &Reachable<G>,
    distribution: &Distribution,
    path: &Path,
    command: &str,
    inputs: Vec<Input>,
) -> Result<Manifest, WriteError> {
    let database = finals(game, graph, distribution);
    let lengths = if graph.len() <= LENGTHS_UP_TO {
        distribution.lengths()
    } else {
        Vec::new()
    };
    let mut manifest = Manifest::new(game, command);
    manifest.policy = Some(policy.name());
    manifest.record = Some(Record::Final.to_string());
    manifest.inputs = inputs;
    manifest.row_count = database.len() as u64;
    let rows = database.coordinates.rows().into_iter();
    let mut positions: Vec<_> = rows.zip(&database.to_move).collect();
    positions.dedup();
    manifest.distinct_positions = Some(positions.len() as u64);
    manifest.state_exact(distribution, &lengths, game.players());
    together(|| {
        manifest.sha256 = write_csv_file(&database, game.players(), path)?;
        manifest.write(path)
    })?;
    Ok(manifest)
}
