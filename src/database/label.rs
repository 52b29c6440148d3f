//! The solver's value beside every row.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rustc_hash::FxHashMap;

use crate::control::Control;
use crate::game::{Searchable, VectorError, Vectorize};
use crate::parallel::Pool;
use crate::solver::{Limits, Solver, Unsolved, Worth};

use super::Database;

/// A database could not be labelled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LabelError {
    /// A row is no position of the game.
    #[error("row {row}: {source}")]
    Position {
        /// The number of the row, from 1.
        row: usize,
        /// What is wrong with it.
        source: VectorError,
    },
    /// The solver did not answer.
    #[error("row {row}: {source}")]
    Unsolved {
        /// The number of the row, from 1.
        row: usize,
        /// Why not.
        source: Unsolved,
    },
}

/// Fills the columns `value` and, where margins are stated, `value_margin` of a
/// database with what `solve` says of each position, for its side to move; rows
/// it does not answer stay without. It is asked once for equal positions in rows
/// that follow each other.
///
/// # Errors
/// A row is no position of the game; the database is then unchanged.
pub fn label<G: Vectorize>(
    database: &mut Database,
    game: &G,
    mut solve: impl FnMut(&G::Position) -> Option<Worth>,
) -> Result<(), LabelError> {
    let mut labels = Vec::with_capacity(database.len());
    let mut last: Option<(G::Position, Option<Worth>)> = None;
    for row in 0..database.len() {
        let position = position(database, game, row)?;
        let label = match last {
            Some((p, label)) if p == position => label,
            _ => solve(&position),
        };
        last = Some((position, label));
        labels.push(label);
    }
    let margins: Vec<Option<i16>> = labels.iter().map(|l| l.and_then(|l| l.margin)).collect();
    database.value = Some(labels.iter().map(|l| l.map(|l| l.value)).collect());
    database.value_margin = margins.iter().any(Option::is_some).then_some(margins);
    Ok(())
}

fn position<G: Vectorize>(
    database: &Database,
    game: &G,
    row: usize,
) -> Result<G::Position, LabelError> {
    let r = database.row(row);
    let read = game.read(r.coordinates, r.to_move);
    read.map_err(|source| LabelError::Position {
        row: row + 1,
        source,
    })
}

/// Positions that a thread takes at a time. Neighbours in a sorted database have
/// much in common, and a solver remembers.
const PIECE: usize = 256;

/// [`label`] with the exact values and margins of [`Solver`]. The tables of all threads
/// together take at most `memory` bytes; `limits` hold for each position.
///
/// # Errors
/// A row is no position of the game, or one could not be solved; the database
/// is then unchanged.
pub fn label_exactly<G: Vectorize + Searchable>(
    database: &mut Database,
    game: &G,
    memory: usize,
    limits: &Limits,
    pool: &Pool,
    control: &Control,
) -> Result<(), LabelError> {
    let mut asked: FxHashMap<G::Position, ()> = FxHashMap::default();
    // Each with the first of its rows.
    let mut positions = Vec::new();
    for row in 0..database.len() {
        let position = position(database, game, row)?;
        if asked.insert(position, ()).is_none() {
            positions.push((position, row + 1));
        }
    }
    drop(asked);
    control.set_total(positions.len() as u64);
    let next = AtomicUsize::new(0);
    let memory = memory / pool.threads();
    let mut solver = Solver::new(game.clone(), memory);
    let failed = |source| LabelError::Unsolved { row: 1, source };
    solver.prepare(limits, control).map_err(failed)?;
    let parts = pool.workers(|_| {
        let mut solver = solver.fork(memory);
        let mut labels = Vec::new();
        loop {
            let from = next.fetch_add(PIECE, Relaxed);
            let Some(rest) = positions.get(from..).filter(|r| !r.is_empty()) else {
                return Ok(labels);
            };
            for (position, row) in rest.iter().take(PIECE) {
                match solver.solve(position, limits, control) {
                    Ok(solved) => labels.push((
                        *position,
                        Worth {
                            value: solved.value,
                            margin: solved.margin,
                        },
                    )),
                    Err(e) => {
                        // The others need not go on either.
                        next.store(positions.len(), Relaxed);
                        let (row, source) = (*row, e);
                        return Err(LabelError::Unsolved { row, source });
                    }
                }
                control.advance(1);
            }
        }
    });
    let mut labels: FxHashMap<G::Position, Worth> = FxHashMap::default();
    for part in parts {
        labels.extend(part?);
    }
    label(database, game, |p| labels.get(p).copied())
}
