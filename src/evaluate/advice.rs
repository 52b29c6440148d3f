//! kNN advice on databases of many sizes, measured on every replicate.

use ndarray::Array2;

use super::ground::Ground;
use super::judge::{Judge, Measurement};
use super::rows::Size;
use super::study::Measurements;
use crate::control::Control;
use crate::database::{Counts, Database, LabelError, label};
use crate::game::{Game, Player, Symmetric, Vectorize};
use crate::knn::{BatchError, HideAll, LabelSource, Mover, Queries, Rule, Voters, VotersError};
use crate::parallel::Pool;
use crate::policy::Policy;
use crate::selfplay::{Record, SelfPlay};
use crate::solver::Worth;

/// The advisors that are judged, and what they may see.
#[derive(Clone, Debug)]
pub struct Advisors {
    /// The rules.
    pub rules: Vec<Rule>,
    /// Whose positions vote.
    pub mover: Mover,
    /// Whose label votes.
    pub label: LabelSource,
    /// Whether rows equal to the question, or to its mirror, are left out.
    pub hide_exact: bool,
}

/// Why advice could not be measured.
#[derive(Debug, thiserror::Error)]
pub enum MeasureError {
    /// The rows cannot vote.
    #[error(transparent)]
    Voters(#[from] VotersError),
    /// The rows do not fit the game.
    #[error(transparent)]
    Batch(#[from] BatchError),
    /// The solver's labels cannot be put beside the rows.
    #[error("no solver labels for the recorded positions: {0}")]
    Label(#[from] LabelError),
    /// The replicates would need games beyond the last number of a game.
    #[error("{replicates} databases of {games} games: more than 2^64 games in all")]
    Games {
        /// The number of databases.
        replicates: usize,
        /// The size of the largest.
        games: u64,
    },
}

/// The questions of a ground as the advisor reads them, and where the answers go.
pub struct Asked<'j, 'g, G: Game> {
    judge: &'j Judge<'g, G>,
    /// Numbers of the questions asked.
    numbers: Vec<usize>,
    coordinates: Array2<u8>,
    mirrors: Option<Array2<u8>>,
    to_move: Vec<Player>,
    player: Vec<Player>,
    play: bool,
}

impl<'j, 'g, G: Vectorize + Symmetric> Asked<'j, 'g, G> {
    /// Prepares the questions: all of them if play to the end is judged, else
    /// those of the samples.
    pub fn new(judge: &'j Judge<'g, G>, play: bool) -> Self {
        let ground = judge.ground;
        let numbers: Vec<usize> = if play {
            (0..ground.questions().len()).collect()
        } else {
            judge.needed()
        };
        let positions: Vec<&G::Position> = numbers
            .iter()
            .map(|&q| ground.graph.position(ground.questions()[q].0 as usize))
            .collect();
        let game = &ground.game;
        let table = |of: &dyn Fn(&G::Position) -> Option<G::Position>| {
            let mut out = Array2::zeros((positions.len(), game.dim()));
            for (position, mut row) in positions.iter().zip(out.rows_mut()) {
                game.write(&of(position)?, row.as_slice_mut()?);
            }
            Some(out)
        };
        Self {
            coordinates: table(&|p| Some(*p)).unwrap_or_default(),
            mirrors: table(&|p| game.mirror(p)),
            to_move: positions.iter().map(|p| game.mover(p)).collect(),
            player: numbers.iter().map(|&q| ground.questions()[q].1).collect(),
            judge,
            numbers,
            play,
        }
    }

    /// Measures every advisor on one database.
    ///
    /// # Errors
    /// The rows cannot vote or do not fit the game.
    pub fn measure(
        &self,
        database: &Database,
        advisors: &Advisors,
        pool: &Pool,
    ) -> Result<Vec<Measurement>, MeasureError> {
        let voters = Voters::from_database(database, advisors.label, advisors.mover)?;
        let hide = match (&self.mirrors, advisors.hide_exact) {
            (_, false) => HideAll::Nothing,
            (Some(mirrors), true) => HideAll::Mirrored(mirrors.view()),
            (None, true) => HideAll::Exact,
        };
        let queries = Queries {
            coordinates: self.coordinates.view(),
            to_move: &self.to_move,
            player: &self.player,
            hide,
        };
        let answers = voters.scores(&queries, &advisors.rules, pool)?;
        let all = self.judge.ground.questions().len();
        let mut seen = vec![false; all];
        for (&q, &exact) in self.numbers.iter().zip(&answers.exact) {
            seen[q] = exact && !advisors.hide_exact;
        }
        Ok(pool.map(advisors.rules.len(), |rule| {
            let mut scores = vec![0.0; all];
            for (&q, &score) in self.numbers.iter().zip(answers.scores.column(rule)) {
                scores[q] = score;
            }
            self.judge.measure_scores(&scores, &seen, self.play)
        }))
    }
}

/// The databases of a study by self-play: replicate `r` owns the games from
/// `r * largest` on, and smaller sizes are the first of them.
#[derive(Clone, Copy, Debug)]
pub struct Source<'p, P> {
    /// Who plays.
    pub policy: &'p P,
    /// The seed.
    pub seed: u64,
    /// Which positions are recorded.
    pub record: Record,
    /// How many independent databases.
    pub replicates: usize,
}

/// Measures every advisor at every size on every replicate. `control` counts
/// databases; when it is stopped, the replicates that are complete are returned.
///
/// # Errors
/// See [`MeasureError`].
pub fn measure_all<G: Vectorize + Symmetric, P: Policy<G>>(
    asked: &Asked<'_, '_, G>,
    advisors: &Advisors,
    source: Source<'_, P>,
    sizes: &[u64],
    pool: &Pool,
    control: &Control,
) -> Result<Measurements, MeasureError> {
    let (replicates, largest) = (source.replicates, sizes.last().copied().unwrap_or(0));
    if largest.checked_mul(replicates as u64).is_none() {
        let games = largest;
        return Err(MeasureError::Games { replicates, games });
    }
    control.set_total((replicates as u64).saturating_mul(sizes.len() as u64));
    let labels = (advisors.label == LabelSource::Solver).then(|| asked.judge.ground.labels());
    let one = Pool::new(1);
    let replicate =
        |r: usize, pool: &Pool| -> Result<Option<Vec<Vec<Measurement>>>, MeasureError> {
            let game = &asked.judge.ground.game;
            let play = SelfPlay::new(game.clone(), source.policy, source.seed, 0, source.record);
            let first = r as u64 * largest;
            let mut counts = Counts::new();
            let mut at = first;
            let mut measured = Vec::new();
            for &size in sizes {
                counts.absorb(&play, at..first + size, pool, control);
                at = first + size;
                if control.stopped() {
                    return Ok(None);
                }
                let mut database = counts.database(game);
                if let Some(labels) = &labels {
                    labels.apply(game, &mut database)?;
                }
                measured.push(asked.measure(&database, advisors, pool)?);
                control.advance(1);
            }
            Ok(Some(measured))
        };
    // Replicates side by side where there are enough of them.
    let results = if source.replicates >= pool.threads() {
        pool.map(source.replicates, |r| replicate(r, &one))
    } else {
        (0..source.replicates).map(|r| replicate(r, pool)).collect()
    };
    let complete: Result<Vec<_>, _> = results.into_iter().collect();
    Ok(complete?.into_iter().flatten().collect())
}

/// The exact values of all positions of a ground, to label databases with.
pub struct Labels<G: Game> {
    of: rustc_hash::FxHashMap<G::Position, Worth>,
}

impl<G: Vectorize> Labels<G> {
    /// Gives every row the exact value of its position for the side to move; none
    /// to a position that is not of the ground.
    ///
    /// # Errors
    /// The coordinates of a row do not determine a position, as with the default
    /// coordinates of Kalah.
    pub fn apply(&self, game: &G, database: &mut Database) -> Result<(), LabelError> {
        label(database, game, |position| self.of.get(position).copied())
    }
}

impl<G: Game> Ground<G> {
    /// The exact values by position.
    pub fn labels(&self) -> Labels<G> {
        let label = |i: usize| Worth {
            value: self.values[i],
            margin: self.margins.as_ref().map(|m| m[i]),
        };
        let positions = self.graph.positions().iter().copied();
        Labels {
            of: positions.zip((0..).map(label)).collect(),
        }
    }
}

/// The sizes of a study as [`Size`]s.
pub fn game_sizes(sizes: &[u64]) -> Vec<Size> {
    sizes.iter().map(|&n| Size::Games(n)).collect()
}
