//! From rows to columns.

use ndarray::Array2;

use crate::game::Value;

use super::{Database, Origin, Row, RowWeight, Weights, Winner};
use crate::game::Player;

/// Collects rows into a [`Database`]. What the first row has (a probability, a
/// source, a value), all must have.
#[derive(Default)]
pub(super) struct Builder {
    coordinates: Vec<u8>,
    to_move: Vec<Player>,
    winner: Vec<Winner>,
    margin: Vec<Option<i16>>,
    counts: Vec<u64>,
    probabilities: Vec<f64>,
    value: Vec<Option<Value>>,
    value_margin: Vec<Option<i16>>,
    origin: Option<Origin>,
}

impl Builder {
    pub fn push(&mut self, row: &Row<'_>) {
        self.coordinates.extend_from_slice(row.coordinates);
        self.to_move.push(row.to_move);
        self.winner.push(row.winner);
        self.margin.push(row.margin);
        match row.weight {
            RowWeight::Count(n) => self.counts.push(n),
            RowWeight::Probability(p) => self.probabilities.push(p),
        }
        self.value.push(row.value);
        self.value_margin.push(row.value_margin);
        if let Some(source) = row.source {
            let origin = self.origin.get_or_insert_default();
            origin.game.push(source.game);
            origin.ply.push(source.ply);
            origin.length.push(source.length);
        }
    }

    /// The database, with these names of the coordinates; `labelled` if rows
    /// carry the solver's value.
    pub fn finish(self, columns: Vec<String>, labelled: bool) -> Database {
        let rows = self.winner.len();
        let shape = (rows, columns.len());
        debug_assert_eq!(self.coordinates.len(), shape.0 * shape.1);
        Database {
            columns,
            coordinates: Array2::from_shape_vec(shape, self.coordinates)
                .unwrap_or_else(|_| Array2::zeros(shape)),
            to_move: self.to_move,
            winner: self.winner,
            margin: self.margin,
            weights: if self.probabilities.is_empty() {
                Weights::Count(self.counts)
            } else {
                Weights::Probability(self.probabilities)
            },
            value: labelled.then_some(self.value),
            value_margin: (self.value_margin.iter().any(Option::is_some))
                .then_some(self.value_margin),
            origin: self.origin,
        }
    }
}

impl Database {
    /// Row number `i`.
    ///
    /// # Panics
    /// There are not so many rows.
    pub fn row(&self, i: usize) -> Row<'_> {
        // Rows are contiguous, as every reader and generator makes them.
        let coordinates = self.coordinates.row(i).to_slice().unwrap_or(&[]);
        Row {
            source: self.origin.as_ref().map(|o| super::Source {
                game: o.game[i],
                ply: o.ply[i],
                length: o.length[i],
            }),
            coordinates,
            to_move: self.to_move[i],
            winner: self.winner[i],
            margin: self.margin[i],
            weight: match &self.weights {
                Weights::Count(n) => RowWeight::Count(n[i]),
                Weights::Probability(p) => RowWeight::Probability(p[i]),
            },
            value: self.value.as_ref().and_then(|v| v[i]),
            value_margin: self.value_margin.as_ref().and_then(|v| v[i]),
        }
    }
}
