//! The work of `sowlab evaluate advice`.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::arguments::{command_line, refuse_inputs, refuse_same};
use super::evaluate::{Advice, Settings};
use super::judged::Heading;
use super::output::{Format, Table, finish, say, stdout, warn};
use super::plot::{check_picture, draw};
use super::{Exit, Failure, INTERRUPTED, OK, progress};
use crate::catalog::{CatalogGame, GameTask, PolicyTask, open_policy};
use crate::control::Control;
use crate::database::{self, Database, exact};
use crate::evaluate::study::{Plan, rows};
use crate::evaluate::{
    Advisors, Asked, Baseline, COLUMNS, Ground, GroundError, Judge, Measurements, MetError,
    Positions, Row, Sample, Section, Size, Source, Subject, Weighting, game_sizes, measure_all,
    measure_baseline, measure_rollouts, met, solver_worths,
};
use crate::game::ReachError;
use crate::knn::{LabelSource, Mover, default_mover_for, default_mover_of};
use crate::manifest::{Input, write_manifest};
use crate::output::{WriteError, together, write_atomic};
use crate::parallel::Pool;
use crate::policy::Policy;
use crate::solver::Limits;

/// Up to so many positions, play to the end is cheap.
const PLAY_UP_TO: usize = 200_000;

/// A database file.
struct File {
    database: Database,
    /// Games behind it, `None` for an exact distribution.
    games: Option<u64>,
    /// Which rows vote if nobody says.
    mover: Mover,
    input: Input,
}

impl GameTask for Advice {
    type Output = Result<Exit, Failure>;

    fn run<G: CatalogGame>(self, game: G) -> Result<Exit, Failure> {
        let settings = self.settings()?;
        let policy = open_policy(&game, &self.policy.join(","))?;
        warn(policy.warnings());
        if let Some(out) = &self.out {
            database::check_output(out)?;
            let db: Vec<&Path> = self.db.iter().map(Path::new).collect();
            refuse_same(out, &db)?;
            refuse_inputs(out, &policy.inputs())?;
        }
        if let Some(picture) = &self.plot {
            check_picture(picture)?;
            refuse_inputs(picture, &policy.inputs())?;
        }
        // A file is read first: what is wrong with it is known at once.
        let file = match self.db.as_deref().filter(|d| *d != "exact") {
            Some(path) => Some(read(&game, path)?),
            None => None,
        };
        let pool = Pool::new(self.threads);
        let (ground, samples) = self.ground(game, &settings, &pool)?;
        let whole = ground.uniform().is_some();
        let play = match settings.play {
            Some(true) if !whole => {
                return Err(beyond(&ground.game, &settings, "--play yes").into());
            }
            Some(play) => play,
            None => whole && ground.graph.len() <= PLAY_UP_TO,
        };
        let judge = Judge::new(&ground, samples);
        let default = match &file {
            Some(file) => file.mover,
            None => default_mover_for(settings.record),
        };
        let study = Study {
            judge: &judge,
            asked: Asked::new(&judge, play),
            advisors: Advisors {
                rules: settings.rules.clone(),
                mover: settings.mover.unwrap_or(default),
                label: settings.label,
                hide_exact: self.hide_exact,
            },
            settings: &settings,
            pool: &pool,
            play,
            seed: self.seed,
        };
        let mut all = judge.set_rows();
        let mut stopped = false;
        // The sizes of the databases that some number of games made.
        let mut sizes = settings.sizes.clone();
        let mut inputs = policy.inputs();
        if let Some(file) = file {
            sizes.extend(file.games);
            inputs.push(file.input);
            let size = file.games.map_or(Size::Exact, Size::Games);
            all.extend(study.one(file.database, size)?);
        }
        if !settings.sizes.is_empty() {
            let (rows, interrupted) = policy.run(Many(&study))?;
            all.extend(rows);
            stopped = interrupted;
        }
        if settings.exact {
            all.extend(study.exact()?);
        }
        all.extend(study.baselines()?);
        if !stopped {
            all.extend(study.rollouts(&sizes)?);
        }
        // Of rollouts too, some may be missing.
        stopped |= progress::interrupted();

        let name = ground.game.name();
        let (mover, label) = (study.advisors.mover.name(), settings.label.name());
        let fields: Vec<[String; 18]> = all.iter().map(|r| r.fields(&name, mover, label)).collect();
        if let Some(path) = &self.out {
            let mut extra = Map::new();
            extra.insert("game".into(), json!(name));
            extra.insert("rules_version".into(), json!(G::RULES_VERSION));
            // A database that was given says of itself how it was made.
            if !settings.sizes.is_empty() {
                extra.insert("policy".into(), json!(policy.name::<G>()));
                extra.insert("record".into(), json!(settings.record.to_string()));
            }
            if !sizes.is_empty() || !settings.rollouts.is_empty() {
                extra.insert("replicates".into(), json!(settings.replicates));
            }
            extra.insert("seed".into(), json!(self.seed));
            if stopped {
                extra.insert("interrupted".into(), json!(true));
            }
            together(|| {
                let sha256 = write(path, &fields)?;
                write_manifest(path, "results", &command_line(), &inputs, &sha256, extra)?;
                Ok::<_, Failure>(())
            })?;
            if let Some(picture) = &self.plot {
                draw(path, picture)?;
            }
        }
        let mut out = stdout();
        match self.format {
            Format::Text => {
                let heading = Heading {
                    game: &name,
                    seed: self.seed,
                    replicates: match settings.sizes.is_empty() {
                        true => 1,
                        false => settings.replicates,
                    },
                };
                heading.write(&judge, &all, &mut out)?;
            }
            format => {
                let mut table = Table::new(COLUMNS);
                for row in &fields {
                    table.push(row.iter().map(|f| typed(f)).collect());
                }
                table.write(format, &mut out)?;
            }
        }
        finish(out)?;
        Ok(if stopped { INTERRUPTED } else { OK })
    }
}

impl Advice {
    /// What is judged: everything that can be reached, or, where that is too much
    /// and a sample is asked for, positions met by uniform play.
    fn ground<G: CatalogGame>(
        &self,
        game: G,
        settings: &Settings,
        pool: &Pool,
    ) -> Result<(Ground<G>, Vec<Sample>), Failure> {
        let limit = settings.limit;
        let listed = progress::show("reachable positions", |control| {
            Ground::new(game.clone(), limit, control)
        })?;
        let ground = match (listed, settings.which) {
            (Ok(ground), _) => ground,
            (Err(GroundError::Reach(e @ ReachError::TooMany { .. })), which) => {
                let n = match which {
                    Positions::Sample(n) if settings.weightings == [Weighting::Visits] => n,
                    _ if !one_by_one(&game) => {
                        return Err(format!(
                            "{}: {e}; where play can go on for ever positions are judged only together: a higher --limit lists more of them, or sowlab match plays the advice against other players",
                            game.name()
                        )
                        .into());
                    }
                    _ => {
                        return Err(format!(
                            "{}: {e}; --positions sample:N --weights visits judges positions met by uniform play instead (to weigh all positions alike, they would have to be listed)",
                            game.name()
                        )
                        .into());
                    }
                };
                return self.met(game, n, settings, pool);
            }
            (Err(e), _) => return Err(e.into()),
        };
        if let Some(hint) = hint(&ground, settings.which) {
            say(format_args!("note: {hint}"));
        }
        let by = settings.weightings.iter();
        let samples: Vec<Sample> = by
            .filter_map(|&by| Sample::new(&ground, settings.which, by, self.seed))
            .collect();
        if samples.is_empty() {
            return Err(format!(
                "{} has no reachable position where some but not all moves keep the value: nothing to judge",
                ground.game.name()
            )
            .into());
        }
        Ok((ground, samples))
    }

    fn met<G: CatalogGame>(
        &self,
        game: G,
        n: usize,
        settings: &Settings,
        pool: &Pool,
    ) -> Result<(Ground<G>, Vec<Sample>), Failure> {
        if settings.exact {
            return Err(beyond(&game, settings, "the exact distribution").into());
        }
        if settings.label == LabelSource::Solver && !settings.sizes.is_empty() {
            return Err(beyond(&game, settings, "--label solver with --games").into());
        }
        let limits = Limits {
            nodes: self.nodes,
            time: None,
        };
        let memory = self.memory / pool.threads();
        let found = progress::run("positions of E", |control| {
            let judge = || solver_worths(&game, memory, limits, control);
            met(game.clone(), n, self.seed, judge, pool, control)
        })?;
        let (ground, sample) = found.map_err(|e| match (&e, self.nodes) {
            (
                MetError::Rare {
                    unsolved, drawn, ..
                },
                Some(nodes),
            ) if unsolved * 2 > *drawn => {
                format!("{e}; --nodes {nodes} is too low: a higher one, or none, solves more")
                    .into()
            }
            _ => Failure::from(e),
        })?;
        Ok((ground, vec![sample]))
    }
}

/// Whether the solver can answer for single positions where they are too many to list.
fn one_by_one<G: CatalogGame>(game: &G) -> bool {
    let indexed = |start| game.index().is_some_and(|i| i.number(start).is_some());
    game.always_ends() || indexed(&game.initial())
}

/// So many positions take long. If all of E are more, a sample of them is as good.
const MANY: usize = 100_000;

/// Another choice of positions that gives as much in less time.
fn hint<G: CatalogGame>(ground: &Ground<G>, which: Positions) -> Option<String> {
    let set = ground.set.len();
    match which {
        Positions::All if set >= MANY => Some(format!(
            "E has {set} positions; --positions sample:N judges N of them, which is faster"
        )),
        Positions::Sample(n) if n >= set => Some(format!(
            "E has only {set} positions: --positions all judges each of them once, which is \
             faster than {n} drawn from them and has no error of sampling"
        )),
        _ => None,
    }
}

/// Why something cannot be done with a sample of positions met.
fn beyond<G: CatalogGame>(game: &G, settings: &Settings, what: &str) -> String {
    format!(
        "{what}: needs every reachable position, and {} has more than {} (--limit)",
        game.name(),
        settings.limit
    )
}

fn read<G: CatalogGame>(game: &G, path: &str) -> Result<File, Failure> {
    let loaded = database::read_file(game, path.as_ref())?;
    warn(&loaded.warnings);
    let mover = default_mover_of(game, &loaded);
    let database = loaded.database;
    let stated = loaded.manifest.and_then(|m| m.games);
    let games = stated.unwrap_or_else(|| database.total_count());
    Ok(File {
        games: (!database.is_exact()).then_some(games),
        database,
        mover,
        input: Input {
            file: path.into(),
            sha256: loaded.sha256,
        },
    })
}

fn write(path: &Path, fields: &[[String; 18]]) -> Result<String, WriteError> {
    write_atomic(path, |out| {
        let mut writer = csv::Writer::from_writer(out);
        let failed = |e: csv::Error| WriteError::new(path, e.into());
        writer.write_record(COLUMNS).map_err(failed)?;
        for row in fields {
            writer.write_record(row).map_err(failed)?;
        }
        writer.flush().map_err(|e| WriteError::new(path, e))
    })
}

/// The advisors and players that are judged, each as rows.
struct Study<'a, G: CatalogGame> {
    judge: &'a Judge<'a, G>,
    asked: Asked<'a, 'a, G>,
    advisors: Advisors,
    settings: &'a Settings,
    pool: &'a Pool,
    play: bool,
    seed: u64,
}

/// [`Study::many`] for a policy of any type.
struct Many<'a, 's, G: CatalogGame>(&'a Study<'s, G>);

impl<G: CatalogGame> PolicyTask<G> for Many<'_, '_, G> {
    type Output = Result<(Vec<Row>, bool), Failure>;

    fn run<P: Policy<G>>(self, policy: &P) -> Self::Output {
        self.0.many(policy)
    }
}

impl<G: CatalogGame> Study<'_, G> {
    fn plan(&self, sizes: Vec<Size>, section: Section, subjects: Vec<Subject>) -> Plan {
        Plan {
            sizes,
            subjects,
            section,
            play: self.play,
            rounds: 1000,
            seed: self.seed,
        }
    }

    fn knn(&self, sizes: Vec<Size>, measured: &Measurements) -> Result<Vec<Row>, Failure> {
        let subjects = self.settings.rules.iter().copied().map(Subject::Knn);
        let plan = self.plan(sizes, Section::Advice, subjects.collect());
        self.estimates(&plan, measured)
    }

    /// Rows with their intervals.
    fn estimates(&self, plan: &Plan, measured: &Measurements) -> Result<Vec<Row>, Failure> {
        progress::show("intervals", |control| {
            rows(self.judge, plan, measured, control)
        })
    }

    /// A database that is there.
    fn one(&self, mut database: Database, size: Size) -> Result<Vec<Row>, Failure> {
        let ground = self.judge.ground;
        let unlabelled = self.settings.label == LabelSource::Solver && database.value.is_none();
        if unlabelled && ground.uniform().is_some() {
            ground.labels().apply(&ground.game, &mut database)?;
        }
        let measured = self.asked.measure(&database, &self.advisors, self.pool)?;
        self.knn(vec![size], &vec![vec![measured]])
    }

    /// The databases of `--games`, and whether that was cut short.
    fn many(&self, policy: &impl Policy<G>) -> Result<(Vec<Row>, bool), Failure> {
        let settings = self.settings;
        let (sizes, replicates) = (&settings.sizes, settings.replicates);
        let source = Source {
            policy,
            seed: self.seed,
            record: settings.record,
            replicates,
        };
        let (measured, stopped) = progress::run("databases", |control: &Control| {
            let (asked, advisors) = (&self.asked, &self.advisors);
            let measured = measure_all(asked, advisors, source, sizes, self.pool, control);
            (measured, control.stopped())
        })?;
        let measured = measured?;
        if stopped && measured.is_empty() {
            return Err("stopped before the first replicate was complete".into());
        }
        let large = |s: &Sample| s.drawn && s.positions.len() > MANY;
        if stopped && self.judge.samples.iter().any(large) {
            return Err("stopped before the intervals, which take long for so many positions: nothing is written".into());
        }
        if stopped {
            say(format_args!(
                "stopped: {} of {replicates} replicates",
                measured.len()
            ));
        }
        Ok((self.knn(game_sizes(sizes), &measured)?, stopped))
    }

    /// The exact distribution of final positions.
    fn exact(&self) -> Result<Vec<Row>, Failure> {
        let ground = self.judge.ground;
        match ground.uniform() {
            None => Err(beyond(&ground.game, self.settings, "the exact distribution").into()),
            Some(uniform) => {
                let database = exact::finals(&ground.game, &ground.graph, uniform);
                self.one(database, Size::Exact)
            }
        }
    }

    /// A player without a database, beside one of this size.
    fn without(
        &self,
        name: String,
        size: Option<Size>,
        measured: &Measurements,
    ) -> Result<Vec<Row>, Failure> {
        let subject = vec![Subject::Baseline(name)];
        let plan = self.plan(vec![Size::Exact], Section::Baseline, subject);
        let rows = self.estimates(&plan, measured)?.into_iter();
        Ok(rows.map(|row| Row { size, ..row }).collect())
    }

    fn baselines(&self) -> Result<Vec<Row>, Failure> {
        let ground = self.judge.ground;
        let mut players = vec![Baseline::uniform()];
        players.extend(Baseline::rules(&ground.game));
        players.push(Baseline::exact());
        if ground.margins.is_some() {
            players.push(Baseline::exact_margin());
        }
        let measured = progress::show("players without a database", |control| {
            control.set_total(players.len() as u64);
            let measure = |player: &Baseline<G>| {
                let measured = measure_baseline(self.judge, player, self.play);
                control.advance(1);
                measured
            };
            players.iter().map(measure).collect::<Vec<_>>()
        })?;
        let mut rows = Vec::new();
        for (player, measured) in players.into_iter().zip(measured) {
            rows.extend(self.without(player.name, None, &vec![vec![vec![measured]]])?);
        }
        Ok(rows)
    }

    /// Flat Monte-Carlo of equal cost to databases of these sizes, as many
    /// playouts in all shared by the questions asked; and as `--rollouts` says.
    fn rollouts(&self, sizes: &[u64]) -> Result<Vec<Row>, Failure> {
        let replicates = self.settings.replicates;
        let questions = self.judge.needed().len().max(1) as u64;
        let equal = sizes.iter().map(|&s| ((s / questions).max(1), Some(s)));
        let fixed = self.settings.rollouts.iter().map(|&n| (n, None));
        let mut all = Vec::new();
        let mut last: Option<(u64, Measurements)> = None;
        for (n, size) in equal.chain(fixed) {
            let measured = match last {
                Some((same, measured)) if same == n => measured,
                _ => progress::run("rollouts", |control: &Control| {
                    let (judge, pool) = (self.judge, self.pool);
                    measure_rollouts(judge, n, replicates, self.seed, self.play, pool, control)
                })?,
            };
            if measured.is_empty() {
                break;
            }
            let name = format!("rollout({n})");
            all.extend(self.without(name, size.map(Size::Games), &measured)?);
            last = Some((n, measured));
        }
        Ok(all)
    }
}

/// A field as JSON: numbers as numbers, nothing as null.
fn typed(field: &str) -> Value {
    if field.is_empty() {
        return Value::Null;
    }
    if let Ok(n) = field.parse::<u64>() {
        return json!(n);
    }
    field
        .parse::<f64>()
        .map_or_else(|_| json!(field), |x| json!(x))
}
