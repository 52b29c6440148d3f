//! From the names of agents to agents: their databases read, or played.

use std::path::Path;
use std::sync::Arc;

use super::agents::{AgentName, Data, KnnPlayer};
use super::games::CatalogGame;
use super::policies::PolicyTask;
use crate::agent::{Agent, AlphaBeta, Chance, Exact, Neighbours, Rollout};
use crate::control::Control;
use crate::database::{Database, LabelError, ReadError, generate, label_exactly, read_file};
use crate::knn::{
    BatchError, LabelSource, Mover, Voters, VotersError, default_mover_for, default_mover_of,
};
use crate::manifest::Input;
use crate::parallel::Pool;
use crate::policy::{Policy, Uniform};
use crate::selfplay::{Record, SelfPlay};
use crate::solver::{Limits, Unsolved};

/// Opens agents of one game. Databases are in memory once, however many agents
/// ask them.
pub struct Cast<'a, G> {
    game: &'a G,
    /// The seed of the games that databases are made of.
    seed: u64,
    /// Bytes for the table of one solver.
    memory: usize,
    pool: &'a Pool,
    kept: Vec<(Key, Arc<Voters>)>,
    /// The files that were read.
    pub inputs: Vec<Input>,
    /// What a person should be told about them.
    pub warnings: Vec<String>,
}

/// What decides which rows vote: the data, the number of its first game, the
/// label, the mover.
type Key = (Data, u64, LabelSource, Option<Mover>);

/// Why an agent cannot play.
#[derive(Debug, thiserror::Error)]
pub enum CastError {
    /// Its database cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The rows of its database cannot vote.
    #[error("{data}: {source}")]
    Voters {
        /// The database.
        data: String,
        /// Why.
        source: VotersError,
    },
    /// Its database is of another game.
    #[error(transparent)]
    Batch(#[from] BatchError),
    /// Its database could not be labelled.
    #[error(transparent)]
    Label(#[from] LabelError),
    /// The solver cannot play this game.
    #[error(transparent)]
    Unsolved(#[from] Unsolved),
    /// The caller stopped it.
    #[error("stopped before the agents were ready")]
    Stopped,
}

impl<'a, G: CatalogGame> Cast<'a, G> {
    /// Agents of this game. `memory` is what the table of each solver may take;
    /// `seed` is that of the games behind databases made by self-play.
    pub fn new(game: &'a G, seed: u64, memory: usize, pool: &'a Pool) -> Self {
        Self {
            game,
            seed,
            memory,
            pool,
            kept: Vec::new(),
            inputs: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// Opens an agent. A database made by self-play holds the games from number
    /// `first_game` on.
    ///
    /// # Errors
    /// See [`CastError`].
    pub fn agent(
        &mut self,
        name: &AgentName,
        first_game: u64,
        control: &Control,
    ) -> Result<Box<dyn Agent<G>>, CastError> {
        Ok(match name {
            AgentName::Random => Box::new(Chance::named("random", Uniform)),
            AgentName::Greedy(greedy) => Box::new(Chance::new(*greedy)),
            AgentName::Knn(knn) => {
                let voters = self.voters(knn, first_game, control)?;
                Box::new(Neighbours::new(
                    self.game,
                    name.to_string(),
                    voters,
                    knn.options.rule,
                    knn.choice,
                    knn.options.hide_exact,
                )?)
            }
            AgentName::Rollout { n } => Box::new(Rollout::new(*n)),
            AgentName::AlphaBeta { depth, ties } => {
                Box::new(AlphaBeta::new(*depth).with_ties(*ties))
            }
            AgentName::Features(player) => {
                if !self.inputs.contains(&player.input) {
                    self.inputs.push(player.input.clone());
                }
                self.warnings.extend_from_slice(&player.warnings);
                Box::new(Chance::new(player.policy.clone()))
            }
            AgentName::Exact { ties } => {
                let game = self.game.clone();
                Box::new(Exact::new(game, self.memory, *ties, control)?)
            }
        })
    }

    fn voters(
        &mut self,
        knn: &KnnPlayer,
        first_game: u64,
        control: &Control,
    ) -> Result<Arc<Voters>, CastError> {
        let options = &knn.options;
        let first_game = match knn.data {
            Data::File(_) => 0,
            Data::SelfPlay { .. } => first_game,
        };
        let key = (knn.data.clone(), first_game, options.label, options.mover);
        if let Some((_, voters)) = self.kept.iter().find(|(k, _)| *k == key) {
            return Ok(Arc::clone(voters));
        }
        // Another replicate: the databases of the last one are done with.
        let is_file = |data: &Data| matches!(data, Data::File(_));
        let current = |k: &Key| is_file(&k.0) || is_file(&key.0) || k.1 == first_game;
        self.kept.retain(|(k, _)| current(k));
        let (database, default) = self.database(&knn.data, first_game, options.label, control)?;
        let mover = options.mover.unwrap_or(default);
        let voters = Voters::from_database(&database, options.label, mover).map_err(|source| {
            CastError::Voters {
                data: match &knn.data {
                    Data::File(db) => db.clone(),
                    made => made.to_string(),
                },
                source,
            }
        })?;
        let voters = Arc::new(voters);
        self.kept.push((key, Arc::clone(&voters)));
        Ok(voters)
    }

    /// A database, and which of its rows vote if nobody says.
    fn database(
        &mut self,
        data: &Data,
        first_game: u64,
        label: LabelSource,
        control: &Control,
    ) -> Result<(Database, Mover), CastError> {
        match data {
            Data::File(db) => {
                let loaded = read_file(self.game, Path::new(db))?;
                let mover = default_mover_of(self.game, &loaded);
                self.warnings.extend(loaded.warnings);
                let input = Input {
                    file: db.clone(),
                    sha256: loaded.sha256,
                };
                if !self.inputs.contains(&input) {
                    self.inputs.push(input);
                }
                Ok((loaded.database, mover))
            }
            Data::SelfPlay {
                games,
                record,
                policy,
                ..
            } => {
                let mut database = policy.run(Played {
                    game: self.game,
                    seed: self.seed,
                    record: *record,
                    first_game,
                    games: *games,
                    pool: self.pool,
                    control,
                });
                if control.stopped() {
                    return Err(CastError::Stopped);
                }
                if label == LabelSource::Solver {
                    let (limits, pool) = (Limits::default(), self.pool);
                    let memory = self.memory;
                    label_exactly(&mut database, self.game, memory, &limits, pool, control)?;
                }
                Ok((database, default_mover_for(*record)))
            }
        }
    }
}

/// Plays the games of a database.
struct Played<'a, G> {
    game: &'a G,
    seed: u64,
    record: Record,
    first_game: u64,
    games: u64,
    pool: &'a Pool,
    control: &'a Control,
}

impl<G: CatalogGame> PolicyTask<G> for Played<'_, G> {
    type Output = Database;

    fn run<P: Policy<G>>(self, policy: &P) -> Database {
        let play = SelfPlay::new(self.game.clone(), policy, self.seed, 0, self.record);
        let end = self.first_game.saturating_add(self.games);
        generate(&play, self.first_game..end, self.pool, self.control).0
    }
}
