//! The solver's value beside every row.

use crate::game::{Value, VectorError, Vectorize};

use super::Database;

/// Fills the column `value` of a database with what `solve` says of each
/// position, for its side to move; rows it does not answer stay without. It is
/// asked once for equal rows that stand together. Returns how many rows have a
/// value.
///
/// # Errors
/// A row is no position of the game; the database is then unchanged.
pub fn label<G: Vectorize>(
    database: &mut Database,
    game: &G,
    mut solve: impl FnMut(&G::Position) -> Option<Value>,
) -> Result<usize, VectorError> {
    let mut values = Vec::with_capacity(database.len());
    let mut last: Option<(G::Position, Option<Value>)> = None;
    for i in 0..database.len() {
        let row = database.row(i);
        let position = game.read(row.coordinates, row.to_move)?;
        let value = match last {
            Some((p, value)) if p == position => value,
            _ => solve(&position),
        };
        last = Some((position, value));
        values.push(value);
    }
    let labelled = values.iter().filter(|v| v.is_some()).count();
    database.value = Some(values);
    Ok(labelled)
}
