//! The rows that may vote.

use std::cmp::Ordering;

use ndarray::ArrayView2;

use super::instructions::Instructions;
use super::metric::MAX_DIM;
use super::rule::{LabelSource, Mover};
use super::table::{Table, Voter};
use crate::database::{Database, Loaded, Weights, Winner};
use crate::game::{Player, Vectorize};
use crate::selfplay::Record;

/// What a row votes for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Label {
    /// Player one wins.
    One,
    /// A draw.
    Draw,
    /// Player two wins.
    Two,
}

impl Label {
    /// The vote of a winner; a game that was cut short has none.
    pub fn of(winner: Winner) -> Option<Self> {
        match winner {
            Winner::One => Some(Label::One),
            Winner::Draw => Some(Label::Draw),
            Winner::Two => Some(Label::Two),
            Winner::Capped => None,
        }
    }
}

/// A probability of 1 as a weight: probabilities are rounded to multiples of
/// 2^-53, and none to 0, so that `count` means what an endless database would say.
const CERTAIN: f64 = (1u64 << 53) as f64;

/// Rows of positions with their votes, ready to be searched.
///
/// Rows that agree in coordinates, side to move and label are one voter, whose
/// weight is their sum and whose number is that of the first of them: it makes
/// no difference whether a database was merged, or split by margin. Only
/// `ties=first` with `weight=count` takes every row by itself, as other libraries do.
#[derive(Clone)]
pub struct Voters {
    dim: usize,
    mover: Mover,
    /// One table, or one for each side to move.
    tables: Vec<Table>,
    /// The same with every row by itself, where rows were merged into voters:
    /// for `ties=first`, which goes by row numbers.
    every_row: Option<Vec<Table>>,
    instructions: Instructions,
}

/// Why rows cannot be voters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VotersError {
    /// Columns of different lengths.
    #[error(
        "{rows} rows of coordinates, but {to_move} sides to move, {labels} labels and {weights} weights"
    )]
    Lengths {
        /// Rows of coordinates.
        rows: usize,
        /// Sides to move.
        to_move: usize,
        /// Labels.
        labels: usize,
        /// Weights.
        weights: usize,
    },
    /// More rows than can be numbered.
    #[error("{0} rows: at most {max} can vote", max = u32::MAX)]
    Rows(usize),
    /// More coordinates than a distance can add up.
    #[error("{0} coordinates: at most {MAX_DIM} are possible")]
    Coordinates(usize),
    /// Weights whose sum is out of range.
    #[error("the counts add up to more than 2^63")]
    Weights,
    /// Solver labels were asked of a database that has none.
    #[error("the database has no column `value`: `sowlab label` adds the solver's labels")]
    Unlabelled,
}

impl Voters {
    /// Voters from columns of equal length. Rows without a label or with weight
    /// 0 do not vote. `mover` says whether only rows with the query's side to
    /// move may vote.
    ///
    /// # Errors
    /// Columns of different lengths, or out of the ranges that [`VotersError`] names.
    pub fn new(
        coordinates: ArrayView2<'_, u8>,
        to_move: &[Player],
        labels: &[Option<Label>],
        weights: &[u64],
        mover: Mover,
    ) -> Result<Self, VotersError> {
        let (rows, dim) = coordinates.dim();
        if [to_move.len(), labels.len(), weights.len()] != [rows; 3] {
            return Err(VotersError::Lengths {
                rows,
                to_move: to_move.len(),
                labels: labels.len(),
                weights: weights.len(),
            });
        }
        if rows > u32::MAX as usize {
            return Err(VotersError::Rows(rows));
        }
        if dim > MAX_DIM {
            return Err(VotersError::Coordinates(dim));
        }
        let mut total = 0u64;
        for &weight in weights {
            total = total
                .checked_add(weight)
                .filter(|&t| t <= 1 << 63)
                .ok_or(VotersError::Weights)?;
        }
        let standard = coordinates.as_standard_layout();
        let flat = standard.as_slice().unwrap_or(&[]);
        let row = |i: u32| &flat[i as usize * dim..][..dim];
        let mut order: Vec<u32> = (0..rows as u32)
            .filter(|&i| labels[i as usize].is_some() && weights[i as usize] > 0)
            .collect();
        let compare = |&a: &u32, &b: &u32| -> Ordering {
            let side = |i: u32| to_move[i as usize];
            (row(a), side(a)).cmp(&(row(b), side(b)))
        };
        // Merged databases are sorted already; the sort is stable, so the first
        // of equal rows stays first.
        if !order.is_sorted_by(|a, b| compare(a, b).is_le()) {
            order.sort_by(compare);
        }
        let sides: &[&[Player]] = match mover {
            Mover::Any => &[&Player::BOTH],
            Mover::Same => &[&[Player::One], &[Player::Two]],
        };
        let mut kept: Vec<(Vec<u8>, Vec<Voter>)> = vec![Default::default(); sides.len()];
        let mut rows_of = kept.clone();
        for equal in order.chunk_by(|a, b| compare(a, b).is_eq()) {
            let side = to_move[equal[0] as usize];
            let home = sides.iter().position(|s| s.contains(&side)).unwrap_or(0);
            let mut merged: [Option<Voter>; 3] = [None; 3];
            for &number in equal {
                let weight = weights[number as usize];
                let Some(label) = labels[number as usize] else {
                    continue;
                };
                let (values, voters) = &mut rows_of[home];
                values.extend_from_slice(row(number));
                voters.push(Voter {
                    label,
                    weight,
                    number,
                });
                match &mut merged[label as usize] {
                    Some(voter) => voter.weight += weight,
                    none => {
                        *none = Some(Voter {
                            label,
                            weight,
                            number,
                        });
                    }
                }
            }
            let (values, voters) = &mut kept[home];
            for voter in merged.into_iter().flatten() {
                values.extend_from_slice(row(equal[0]));
                voters.push(voter);
            }
        }
        let tables = |rows: &[(Vec<u8>, Vec<Voter>)]| -> Vec<Table> {
            let table = |(values, voters): &(Vec<u8>, Vec<Voter>)| Table::new(values, dim, voters);
            rows.iter().map(table).collect()
        };
        let count = |rows: &[(Vec<u8>, Vec<Voter>)]| rows.iter().map(|r| r.1.len()).sum::<usize>();
        let merged = count(&rows_of) > count(&kept);
        Ok(Self {
            dim,
            mover,
            tables: tables(&kept),
            every_row: merged.then(|| tables(&rows_of)),
            instructions: Instructions::best(),
        })
    }

    /// The voters of a database: by the game's result, where games that were
    /// cut short do not vote, or by the solver's value for the side to move.
    ///
    /// # Errors
    /// No solver labels where they are asked for, or rows out of the ranges
    /// that [`VotersError`] names.
    pub fn from_database(
        database: &Database,
        source: LabelSource,
        mover: Mover,
    ) -> Result<Self, VotersError> {
        let labels: Vec<Option<Label>> = match source {
            LabelSource::Game => database.winner.iter().map(|&w| Label::of(w)).collect(),
            LabelSource::Solver => {
                let values = database.value.as_ref().ok_or(VotersError::Unlabelled)?;
                let pairs = values.iter().zip(&database.to_move);
                pairs
                    .map(|(value, &side)| Label::of(Winner::player((*value)?.winner(side))))
                    .collect()
            }
        };
        let weights: Vec<u64> = match &database.weights {
            Weights::Count(counts) => counts.clone(),
            Weights::Probability(p) => {
                let weight = |p: &f64| (p.clamp(0.0, 1.0) * CERTAIN).round().max(1.0) as u64;
                p.iter().map(weight).collect()
            }
        };
        Self::new(
            database.coordinates.view(),
            &database.to_move,
            &labels,
            &weights,
            mover,
        )
    }

    /// The same voters, scanned with another instruction set. One that this
    /// processor does not have is replaced by plain Rust.
    pub fn with_instructions(mut self, instructions: Instructions) -> Self {
        self.instructions = instructions;
        self
    }

    /// The number of coordinates.
    pub fn dim(&self) -> usize {
        self.dim
    }

    /// The number of voters.
    pub fn len(&self) -> usize {
        self.tables.iter().map(|t| t.rows).sum()
    }

    /// Whether nobody votes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Which rows may vote.
    pub fn mover(&self) -> Mover {
        self.mover
    }

    pub(super) fn instructions(&self) -> Instructions {
        self.instructions
    }

    /// The number of tables and the one that answers for a side to move.
    pub(super) fn table_index(&self, to_move: Player) -> usize {
        match self.mover {
            Mover::Any => 0,
            Mover::Same => to_move.index(),
        }
    }

    /// The tables that a rule searches: rows count by themselves where games are
    /// counted in the order of the rows.
    pub(super) fn tables(&self, by_row: bool) -> &[Table] {
        match &self.every_row {
            Some(tables) if by_row => tables,
            _ => &self.tables,
        }
    }
}

/// Which rows should vote if nobody says: all of them if every row is a finished
/// position (its side to move then follows from the winner), else those with the
/// query's side to move. Rows that the game cannot read count as unfinished.
pub fn default_mover<G: Vectorize>(game: &G, database: &Database) -> Mover {
    let rows = database.coordinates.rows().into_iter();
    let finished = rows
        .zip(&database.to_move)
        .all(|(row, &side)| game.is_final(&row.to_vec(), side));
    if finished { Mover::Any } else { Mover::Same }
}

/// [`default_mover`] of a database whose games were recorded like this.
pub fn default_mover_for(record: Record) -> Mover {
    match record {
        Record::Final => Mover::Any,
        _ => Mover::Same,
    }
}

/// [`default_mover`] of a file. Its manifest may say that only final positions
/// were recorded where their coordinates do not.
pub fn default_mover_of<G: Vectorize>(game: &G, file: &Loaded) -> Mover {
    let recorded = file.manifest.as_ref().and_then(|m| m.record.as_deref());
    match recorded {
        Some("final") => Mover::Any,
        _ => default_mover(game, &file.database),
    }
}
