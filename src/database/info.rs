//! What a database holds, in figures.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::game::Player;

use super::{Database, Row, RowWeight, Winner};

/// Positions that stand in rows with different results. Games cut short have no
/// result and contradict nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contradictions {
    /// How many positions.
    pub positions: u64,
    /// How many rows they stand in.
    pub rows: u64,
}

/// Rows with the same side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Side {
    /// How many rows.
    pub rows: u64,
    /// What they stand for: records, or a probability.
    pub weight: f64,
}

/// Margins (player one's points minus player two's) of the rows that state one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Margins {
    /// The smallest.
    pub least: i16,
    /// The largest.
    pub greatest: i16,
    /// The mean, each row weighted by what it stands for.
    pub mean: f64,
}

/// What a database holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// The number of rows.
    pub rows: u64,
    /// The sum of the counts; `None` if rows carry probabilities.
    pub records: Option<u64>,
    /// Distinct (coordinates, side to move).
    pub positions: u64,
    /// Distinct coordinates.
    pub boards: u64,
    /// Same coordinates and side to move, different winners.
    pub contradictions: Contradictions,
    /// Same coordinates, different winners.
    pub board_contradictions: Contradictions,
    /// The weight of the rows by winner, in the order of [`Winner::ALL`].
    pub winners: [f64; 4],
    /// Rows by side to move.
    pub sides: [Side; 2],
    /// Margins, if rows state any.
    pub margins: Option<Margins>,
    /// Games by winner and by length, if rows name their game.
    pub games: Option<Games>,
}

/// The games that unmerged rows come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Games {
    /// Games by winner, in the order of [`Winner::ALL`].
    pub winners: [u64; 4],
    /// Games by length in plies.
    pub lengths: BTreeMap<u32, u64>,
}

/// There are too many records to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the counts of the rows add up to more than {}", u64::MAX)]
pub struct TooManyRecords;

impl Info {
    /// Looks through a database.
    ///
    /// # Errors
    /// The counts add up to more than can be told.
    pub fn of(database: &Database) -> Result<Self, TooManyRecords> {
        let rows = || (0..database.len()).map(|i| database.row(i));
        let mut order: Vec<usize> = (0..database.len()).collect();
        let key = |i: &usize| {
            let row = database.row(*i);
            (row.coordinates, row.to_move)
        };
        order.sort_unstable_by(|a, b| key(a).cmp(&key(b)));
        let sorted: Vec<Row<'_>> = order.into_iter().map(|i| database.row(i)).collect();
        let (positions, contradictions) = groups(&sorted, |a, b| {
            a.coordinates == b.coordinates && a.to_move == b.to_move
        });
        let (boards, board_contradictions) = groups(&sorted, |a, b| a.coordinates == b.coordinates);
        let mut winners = [0.0; 4];
        let mut sides = [Side::default(); 2];
        let mut records = (!database.is_exact()).then_some(0u64);
        let mut margins: Option<Margins> = None;
        let mut stated = 0.0;
        for row in rows() {
            let weight = match row.weight {
                RowWeight::Count(n) => {
                    if let Some(sum) = &mut records {
                        *sum = sum.checked_add(n).ok_or(TooManyRecords)?;
                    }
                    n as f64
                }
                RowWeight::Probability(p) => p,
            };
            winners[row.winner as usize] += weight;
            let side = &mut sides[row.to_move.index()];
            side.rows += 1;
            side.weight += weight;
            if let Some(margin) = row.margin {
                let so_far = margins.get_or_insert(Margins {
                    least: margin,
                    greatest: margin,
                    mean: 0.0,
                });
                so_far.least = so_far.least.min(margin);
                so_far.greatest = so_far.greatest.max(margin);
                // A sum until all rows are seen.
                so_far.mean += f64::from(margin) * weight;
                stated += weight;
            }
        }
        if let Some(margins) = &mut margins {
            margins.mean /= stated;
        }
        Ok(Self {
            rows: database.len() as u64,
            records,
            positions,
            boards,
            contradictions,
            board_contradictions,
            winners,
            sides,
            margins,
            games: database.origin.as_ref().map(|_| games(rows())),
        })
    }

    /// The rows of a side to move.
    pub fn side(&self, player: Player) -> Side {
        self.sides[player.index()]
    }
}

/// Counts the runs of rows that are the same, and those with different results.
fn groups(sorted: &[Row<'_>], same: impl Fn(&Row<'_>, &Row<'_>) -> bool) -> (u64, Contradictions) {
    let mut count = 0;
    let mut found = Contradictions::default();
    for group in sorted.chunk_by(same) {
        count += 1;
        let mut results = group.iter().map(|r| r.winner);
        let mut results = results.by_ref().filter(|&w| w != Winner::Capped);
        let first = results.next();
        if results.any(|w| Some(w) != first) {
            found.positions += 1;
            found.rows += group.len() as u64;
        }
    }
    (count, found)
}

fn games<'a>(rows: impl Iterator<Item = Row<'a>>) -> Games {
    let mut games: FxHashMap<u64, (Winner, u32)> = FxHashMap::default();
    for row in rows {
        if let Some(source) = row.source {
            games.insert(source.game, (row.winner, source.length));
        }
    }
    let mut out = Games::default();
    for (winner, length) in games.into_values() {
        out.winners[winner as usize] += 1;
        *out.lengths.entry(length).or_insert(0) += 1;
    }
    out
}
