//! Many queries and many rules at once.

use ndarray::{Array2, ArrayView2};

use super::rule::{Rule, Ties, by_row};
use super::search::{Hide, Query, Searcher, Target};
use super::tally::{Tally, tally};
use super::voters::Voters;
use crate::game::Player;
use crate::parallel::Pool;

/// Positions to judge. All parts have one entry for each query.
#[derive(Clone, Copy, Debug)]
pub struct Queries<'a> {
    /// Queries x coordinates.
    pub coordinates: ArrayView2<'a, u8>,
    /// The side to move in each.
    pub to_move: &'a [Player],
    /// The player for whom each is judged: usually the one who moved there.
    pub player: &'a [Player],
    /// Which rows must not vote.
    pub hide: HideAll<'a>,
}

/// [`Hide`] for a batch.
#[derive(Clone, Copy, Debug, Default)]
pub enum HideAll<'a> {
    /// All rows may vote.
    #[default]
    Nothing,
    /// Rows equal to the query may not.
    Exact,
    /// Neither may rows equal to its mirror: queries x coordinates.
    Mirrored(ArrayView2<'a, u8>),
}

/// What [`Voters::scores`] answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores {
    /// Queries x rules, from -1 to 1 (see [`Tally::score`]).
    pub scores: Array2<f64>,
    /// Whether a voter stands at distance 0 of the query, hidden or not.
    pub exact: Vec<bool>,
}

/// A batch whose parts do not fit together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BatchError {
    /// The queries have another number of coordinates than the voters.
    #[error("{queries} coordinates, but the database has {voters}")]
    Coordinates {
        /// Of the queries or of their mirrors.
        queries: usize,
        /// Of the voters.
        voters: usize,
    },
    /// Parts of different lengths.
    #[error("{0} queries, but {1} sides to move, players or mirrors")]
    Lengths(usize, usize),
}

/// Queries in a piece of parallel work: a few batches of the scan.
const PIECE: usize = 512;

/// Rules that one search answers, with their places.
struct Plan {
    target: Target,
    by_row: bool,
    rules: Vec<(usize, Rule)>,
}

fn plans(rules: &[Rule]) -> Vec<Plan> {
    let mut plans: Vec<Plan> = Vec::new();
    for (place, &rule) in rules.iter().enumerate() {
        let ordered = rule.ties == Ties::First;
        let rows = by_row(&rule);
        let same = |p: &&mut Plan| {
            (p.target.metric, p.target.ordered, p.by_row) == (rule.metric, ordered, rows)
        };
        let k = rule.k as usize;
        match plans.iter_mut().find(same) {
            Some(plan) => {
                plan.target.k = plan.target.k.max(k);
                plan.rules.push((place, rule));
            }
            None => plans.push(Plan {
                target: Target {
                    metric: rule.metric,
                    k,
                    ordered,
                },
                by_row: rows,
                rules: vec![(place, rule)],
            }),
        }
    }
    plans
}

impl Voters {
    /// The score of every query under every rule. One search for each metric
    /// answers all its rules. The same for any number of threads.
    ///
    /// # Errors
    /// Parts of `queries` that do not fit together, or not the voters.
    pub fn scores(
        &self,
        queries: &Queries<'_>,
        rules: &[Rule],
        pool: &Pool,
    ) -> Result<Scores, BatchError> {
        let mut scores = Array2::zeros((queries.to_move.len(), rules.len()));
        let mut exact = vec![false; queries.to_move.len()];
        let keep = |t: &Tally| t.score;
        self.each(queries, rules, pool, keep, |query, place, score, met| {
            scores[[query, place]] = score;
            exact[query] = met;
        })?;
        Ok(Scores { scores, exact })
    }

    /// The tally of every query under one rule, and whether a voter stands at
    /// distance 0.
    ///
    /// # Errors
    /// As [`Voters::scores`].
    pub fn tallies(
        &self,
        queries: &Queries<'_>,
        rule: &Rule,
        pool: &Pool,
    ) -> Result<Vec<(Tally, bool)>, BatchError> {
        let mut out = vec![(Tally::default(), false); queries.to_move.len()];
        self.each(
            queries,
            &[*rule],
            pool,
            |t| *t,
            |query, _, tally, met| {
                out[query] = (tally, met);
            },
        )?;
        Ok(out)
    }

    /// Calls `put(query, place of the rule, kept, exact)` for every pair.
    fn each<T: Copy + Default + Send>(
        &self,
        queries: &Queries<'_>,
        rules: &[Rule],
        pool: &Pool,
        keep: impl Fn(&Tally) -> T + Sync,
        mut put: impl FnMut(usize, usize, T, bool),
    ) -> Result<(), BatchError> {
        self.fits(queries)?;
        let coordinates = queries.coordinates.as_standard_layout();
        let flat = coordinates.as_slice().unwrap_or(&[]);
        let mirrors = match &queries.hide {
            HideAll::Mirrored(m) => Some(m.as_standard_layout()),
            _ => None,
        };
        let mirrors = mirrors.as_ref().and_then(|m| m.as_slice());
        let dim = self.dim();
        let query = |i: usize| Query {
            coordinates: &flat[i * dim..][..dim],
            hide: match (queries.hide, mirrors) {
                (HideAll::Nothing, _) => Hide::Nothing,
                (_, Some(m)) => Hide::Mirrored(&m[i * dim..][..dim]),
                (_, None) => Hide::Exact,
            },
        };
        let plans = plans(rules);
        // Queries of one table go together.
        let mut pieces: Vec<(usize, Vec<usize>)> = Vec::new();
        for table in 0..self.tables(false).len() {
            let mine = |&i: &usize| self.table_index(queries.to_move[i]) == table;
            let mine: Vec<usize> = (0..queries.to_move.len()).filter(mine).collect();
            pieces.extend(mine.chunks(PIECE).map(|c| (table, c.to_vec())));
        }
        let results = pool.map(pieces.len(), |piece| {
            let (table, numbers) = &pieces[piece];
            let batch: Vec<Query<'_>> = numbers.iter().map(|&i| query(i)).collect();
            let mut searcher = Searcher::new(self);
            let mut kept = vec![T::default(); batch.len() * rules.len()];
            let mut exact = vec![false; batch.len()];
            for plan in &plans {
                let table = &self.tables(plan.by_row)[*table];
                searcher.run(table, plan.target, &batch, |i, shells, met| {
                    exact[i] = met;
                    for (place, rule) in &plan.rules {
                        let tally = tally(shells, rule, queries.player[numbers[i]]);
                        kept[i * rules.len() + place] = keep(&tally);
                    }
                });
            }
            (kept, exact)
        });
        for ((_, numbers), (kept, exact)) in pieces.iter().zip(&results) {
            for (i, (&number, &met)) in numbers.iter().zip(exact).enumerate() {
                for (place, &value) in kept[i * rules.len()..][..rules.len()].iter().enumerate() {
                    put(number, place, value, met);
                }
            }
        }
        Ok(())
    }

    fn fits(&self, queries: &Queries<'_>) -> Result<(), BatchError> {
        let (n, dim) = queries.coordinates.dim();
        let (mirrors, mirror_dim) = match &queries.hide {
            HideAll::Mirrored(m) => m.dim(),
            _ => (n, self.dim()),
        };
        for found in [dim, mirror_dim] {
            if found != self.dim() {
                return Err(BatchError::Coordinates {
                    queries: found,
                    voters: self.dim(),
                });
            }
        }
        for length in [queries.to_move.len(), queries.player.len(), mirrors] {
            if length != n {
                return Err(BatchError::Lengths(n, length));
            }
        }
        Ok(())
    }
}
