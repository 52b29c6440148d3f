//! The solver's value beside every row.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rustc_hash::FxHashMap;

use crate::control::Control;
use crate::game::{Searchable, Value, VectorError, Vectorize};
use crate::parallel::Pool;
use crate::solver::{Limits, Solver, Unsolved};

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
    #[error(transparent)]
    Unsolved(#[from] Unsolved),
}

/// Fills the column `value` of a database with what `solve` says of each
/// position, for its side to move; rows it does not answer stay without. It is
/// asked once for equal positions in rows that follow each other.
///
/// # Errors
/// A row is no position of the game; the database is then unchanged.
pub fn label<G: Vectorize>(
    database: &mut Database,
    game: &G,
    mut solve: impl FnMut(&G::Position) -> Option<Value>,
) -> Result<(), LabelError> {
    let mut values = Vec::with_capacity(database.len());
    let mut last: Option<(G::Position, Option<Value>)> = None;
    for row in 0..database.len() {
        let position = position(database, game, row)?;
        let value = match last {
            Some((p, value)) if p == position => value,
            _ => solve(&position),
        };
        last = Some((position, value));
        values.push(value);
    }
    database.value = Some(values);
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

/// [`label`] with the exact values of [`Solver`]. The tables of all threads
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
    let mut positions = Vec::new();
    for row in 0..database.len() {
        let position = position(database, game, row)?;
        if asked.insert(position, ()).is_none() {
            positions.push(position);
        }
    }
    drop(asked);
    control.set_total(positions.len() as u64);
    let next = AtomicUsize::new(0);
    let memory = memory / pool.threads();
    let parts = pool.workers(|_| {
        let mut solver = Solver::new(game.clone(), memory);
        let mut values = Vec::new();
        loop {
            let from = next.fetch_add(PIECE, Relaxed);
            let Some(rest) = positions.get(from..).filter(|r| !r.is_empty()) else {
                return Ok(values);
            };
            for position in rest.iter().take(PIECE) {
                match solver.solve(position, limits, control) {
                    Ok(solved) => values.push((*position, solved.value)),
                    Err(e) => {
                        // The others need not go on either.
                        next.store(positions.len(), Relaxed);
                        return Err(e);
                    }
                }
                control.advance(1);
            }
        }
    });
    let mut values: FxHashMap<G::Position, Value> = FxHashMap::default();
    for part in parts {
        values.extend(part?);
    }
    label(database, game, |p| values.get(p).copied())
}
