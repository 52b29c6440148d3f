//! `sowlab evaluate`: is the advice any good?

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde_json::{Map, Value, json};

use super::arguments::{command_line, refuse_same};
use super::judged::Heading;
use super::output::{Format, Table, finish, say, stdout};
use super::plot::{check_picture, draw};
use super::{Exit, Failure, INTERRUPTED, OK, numbers, progress};
use crate::catalog::{self, CatalogGame, GameTask, open_policy};
use crate::control::Control;
use crate::database::{self, exact};
use crate::evaluate::study::{Judge, Plan, rows};
use crate::evaluate::{
    Advisors, Asked, Baseline, COLUMNS, Ground, Measurements, Positions, Row, Sample, Section,
    Size, Source, Subject, Weighting, game_sizes, measure_all, measure_baseline, measure_rollouts,
};
use crate::knn::{LabelSource, Metric, Mover, Rule, Ties, Vote, Weight, default_mover};
use crate::manifest::{Input, write_manifest};
use crate::output::{WriteError, write_atomic};
use crate::parallel::Pool;
use crate::selfplay::Record;

/// Judge advice against the exact solver
#[derive(Args)]
pub struct Evaluate {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Advice(Box<Advice>),
}

impl Evaluate {
    pub fn run(self) -> Result<Exit, Failure> {
        match self.what {
            What::Advice(advice) => advice.run(),
        }
    }
}

/// Judge kNN advice on every reachable position where the choice matters
///
/// The evaluation set E is every reachable non-terminal position, both movers,
/// where some but not all legal moves keep the exact value. Figures:
///
///   hit          mean over E of the probability that the advised move keeps the value
///   skill        (hit - chance) / (1 - chance)
///   no_advice    share of decisions without advice
///   seen, hit_seen, hit_unseen   decisions where a candidate stands in the database, or not
///   win_uniform, win_best_reply  exact probability of winning from the start, mean of both
///                sides, and with _south or _north by side (a draw counts one half)
///   accuracy, balanced_accuracy, mcc, undecided   reached positions recognised as won or lost
///
/// Rules: best = uniform over the moves of maximal score, approve = uniform over the moves of
/// positive score. Weights: positions = each position of E once, visits = by the exact
/// probability of meeting it under uniform play. Intervals are 95 %, over independent databases
/// (t), or over positions and databases (bootstrap) with --positions sample:N.
///
/// Columns of --out and --format csv, one figure a line: game, section (set, advice, play,
/// classification, baseline, comparison, best_k), games (or `exact`), metric (of a baseline: its
/// name), k, ties, vote, weight, mover, label, rule, weights, figure, value, low, high, n
/// (replicates; in section set, positions), versus (of a comparison).
#[derive(Args)]
#[command(verbatim_doc_comment)]
struct Advice {
    /// The game, such as 'sowing(pots=6,seeds=2)'
    game: String,
    /// Judge this database (a file, or `exact` for the exact distribution of final positions)
    #[arg(long, conflicts_with = "games", required_unless_present = "games")]
    db: Option<String>,
    /// Judge fresh databases of these many games, ascending: 10,100,...,1e6; `exact` may end the list
    #[arg(long)]
    games: Option<String>,
    /// Independent databases of each size
    #[arg(long, default_value = "20")]
    replicates: String,
    /// Numbers of neighbours
    #[arg(long, default_value = "5")]
    k: String,
    /// Distances: manhattan, euclidean, chebyshev, or all
    #[arg(long, default_value = "manhattan")]
    metric: String,
    /// Who takes part at the k-th distance: all, classroom, first; or `every` for the three
    #[arg(long, default_value = "all")]
    ties: String,
    /// What k counts: distinct rows or games (count); or all
    #[arg(long, default_value = "distinct")]
    weight: String,
    /// How neighbours vote: majority, distance, or all
    #[arg(long, default_value = "majority")]
    vote: String,
    /// Who plays the games of --games
    #[arg(long, default_value = "uniform")]
    policy: String,
    /// Which positions of a game are recorded: final, last:N, all
    #[arg(long, default_value = "final")]
    record: String,
    /// Whose positions vote: any, or same side to move [default: any for final positions, else same]
    #[arg(long)]
    mover: Option<String>,
    /// Whose label votes: game, or solver (exact values)
    #[arg(long, default_value = "game")]
    label: String,
    /// Leave out rows equal to the question, and to its mirror
    #[arg(long)]
    hide_exact: bool,
    /// Positions judged: all (of E), or sample:N drawn from E by the weighting
    #[arg(long, default_value = "all")]
    positions: String,
    /// How positions are weighted: positions, visits, or both
    #[arg(long, default_value = "both")]
    weights: String,
    /// Compute exact win probabilities from the start: yes, no, or auto (up to 200 000 positions)
    #[arg(long, default_value = "auto")]
    play: String,
    /// Playouts a move of flat Monte-Carlo baselines, besides the one of equal cost
    #[arg(long)]
    rollouts: Option<String>,
    /// The seed of games, samples, playouts and bootstrap
    #[arg(long, default_value = "1")]
    seed: u64,
    /// Threads [default: all]
    #[arg(long, default_value = "0", hide_default_value = true, value_parser = numbers::threads)]
    threads: usize,
    /// Refuse games with more reachable positions
    #[arg(long, default_value = "5_000_000")]
    limit: String,
    /// Write the tidy results to this CSV file
    #[arg(long)]
    out: Option<PathBuf>,
    /// Draw the results, .svg or .png: hit rate over database size (see sowlab plot for others)
    #[arg(long, value_name = "FILE", requires = "out")]
    plot: Option<PathBuf>,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Advice {
    fn run(self) -> Result<Exit, Failure> {
        let game = self.game.clone();
        catalog::run(&game, self)?
    }

    fn rules(&self) -> Result<Vec<Rule>, Failure> {
        let ks: Vec<u64> = numbers::list(&self.k).map_err(|e| format!("--k {e}"))?;
        if let Some(k) = ks.iter().find(|&&k| k == 0 || k > u64::from(u32::MAX)) {
            return Err(format!("--k {k}: expected whole numbers of at least 1").into());
        }
        let metrics = names("--metric", &self.metric, "all", Metric::ALL)?;
        let ties = names("--ties", &self.ties, "every", Ties::ALL)?;
        let weights = names("--weight", &self.weight, "all", Weight::ALL)?;
        let votes = names("--vote", &self.vote, "all", Vote::ALL)?;
        let mut rules = Vec::new();
        for &metric in &metrics {
            for &ties in &ties {
                for &weight in &weights {
                    for &vote in &votes {
                        rules.extend(ks.iter().map(|&k| Rule {
                            metric,
                            k: k as u32,
                            ties,
                            weight,
                            vote,
                        }));
                    }
                }
            }
        }
        Ok(rules)
    }

    fn positions(&self) -> Result<Positions, Failure> {
        let wrong = || format!("--positions {}: expected all or sample:N", self.positions);
        match self.positions.split_once(':') {
            None if self.positions == "all" => Ok(Positions::All),
            Some(("sample", n)) => match numbers::count(n) {
                Ok(n @ 1..=100_000_000) => Ok(Positions::Sample(n as usize)),
                _ => Err(wrong().into()),
            },
            _ => Err(wrong().into()),
        }
    }

    fn weightings(&self) -> Result<Vec<Weighting>, Failure> {
        match self.weights.as_str() {
            "both" => Ok(Weighting::ALL.to_vec()),
            "positions" => Ok(vec![Weighting::Positions]),
            "visits" => Ok(vec![Weighting::Visits]),
            other => Err(format!("--weights {other}: expected positions, visits or both").into()),
        }
    }

    /// Sizes of sampled databases, and whether the exact one is judged too.
    fn sizes(&self) -> Result<(Vec<u64>, bool), Failure> {
        let Some(text) = &self.games else {
            return Ok((Vec::new(), self.db.as_deref() == Some("exact")));
        };
        let (list, exact) = match text.strip_suffix(",exact") {
            Some(list) => (list, true),
            None => (text.as_str(), false),
        };
        let sizes = numbers::sizes(list).map_err(|e| format!("--games {e}"))?;
        if sizes.first() == Some(&0) {
            return Err("--games: expected sizes of at least 1".into());
        }
        Ok((sizes, exact))
    }
}

/// Names separated by commas, or the word for all of them.
fn names<T: Copy + std::str::FromStr<Err = String>>(
    flag: &str,
    text: &str,
    every: &str,
    all: &[T],
) -> Result<Vec<T>, Failure> {
    if text == every {
        return Ok(all.to_vec());
    }
    text.split(',')
        .map(|name| name.trim().parse())
        .collect::<Result<_, String>>()
        .map_err(|e| format!("{flag} {e} (or {every})").into())
}

impl GameTask for Advice {
    type Output = Result<Exit, Failure>;

    fn run<G: CatalogGame>(self, game: G) -> Result<Exit, Failure> {
        let rules = self.rules()?;
        let which = self.positions()?;
        let weightings = self.weightings()?;
        let (sizes, with_exact) = self.sizes()?;
        if let Some(out) = &self.out {
            database::check_output(out)?;
            let db: Vec<&Path> = self.db.iter().map(Path::new).collect();
            refuse_same(out, &db)?;
        }
        if let Some(picture) = &self.plot {
            check_picture(picture)?;
        }
        let replicates = match numbers::count(&self.replicates) {
            Ok(n @ 1..=1_000_000) => n as usize,
            _ => {
                return Err(
                    format!("--replicates {}: expected 1 to 1000000", self.replicates).into(),
                );
            }
        };
        let rollouts = match &self.rollouts {
            None => Vec::new(),
            Some(text) => numbers::list(text).map_err(|e| format!("--rollouts {e}"))?,
        };
        if rollouts.contains(&0) {
            return Err("--rollouts: expected numbers of at least 1".into());
        }
        let record: Record = self.record.parse().map_err(|e| format!("--record {e}"))?;
        let label: LabelSource = self.label.parse().map_err(|e| format!("--label {e}"))?;
        let mover: Option<Mover> = match &self.mover {
            Some(m) => Some(m.parse().map_err(|e| format!("--mover {e}"))?),
            None => None,
        };
        let policy = open_policy(&self.policy)?;
        let limit = numbers::count(&self.limit).map_err(|e| format!("--limit {e}"))? as usize;
        let pool = Pool::new(self.threads);
        let name = game.name();

        // A file is read first: what is wrong with it is known at once.
        let mut input = None;
        let mut games = None;
        let file = match self.db.as_deref().filter(|d| *d != "exact") {
            None => None,
            Some(path) => {
                let loaded = database::read_file(&game, path.as_ref())?;
                for warning in &loaded.warnings {
                    say(format_args!("warning: {warning}"));
                }
                input = Some(Input {
                    file: path.into(),
                    sha256: loaded.sha256,
                });
                games = loaded.manifest.and_then(|m| m.games);
                Some(loaded.database)
            }
        };
        let ground = progress::run("reachable positions", |c| Ground::new(game, limit, c))??;
        let samples = weightings
            .iter()
            .filter_map(|&w| Sample::new(&ground, which, w, self.seed));
        let judge = Judge::new(&ground, samples.collect());
        if judge.samples.is_empty() {
            return Err(format!(
                "{name} has no reachable position where some but not all moves keep the value: nothing to judge"
            )
            .into());
        }
        let play = match self.play.as_str() {
            "yes" => true,
            "no" => false,
            "auto" => ground.graph.len() <= 200_000,
            other => return Err(format!("--play {other}: expected yes, no or auto").into()),
        };
        let default = match record {
            Record::Final => Mover::Any,
            _ => Mover::Same,
        };
        let asked = Asked::new(&judge, play);
        let mut advisors = Advisors {
            rules: rules.clone(),
            mover: mover.unwrap_or(default),
            label,
            hide_exact: self.hide_exact,
        };
        let plan = |sizes: Vec<Size>, section: Section, subjects: Vec<Subject>| Plan {
            sizes,
            subjects,
            section,
            play,
            rounds: 1000,
            seed: self.seed,
        };
        let knn: Vec<Subject> = rules.iter().copied().map(Subject::Knn).collect();

        let mut all: Vec<Row> = judge.set_rows();
        let mut stopped = false;
        // The sizes of the databases that some number of games made.
        let mut sampled = sizes.clone();
        let games_plan = plan(game_sizes(&sizes), Section::Advice, knn.clone());
        if let Some(database) = &file {
            advisors.mover = mover.unwrap_or_else(|| default_mover(&ground.game, database));
            let mut database = database.clone();
            if label == LabelSource::Solver && database.value.is_none() {
                ground.labels().apply(&ground.game, &mut database);
            }
            let size = if database.is_exact() {
                Size::Exact
            } else {
                let games = games.unwrap_or_else(|| database.total_count());
                sampled.push(games);
                Size::Games(games)
            };
            let measured = vec![vec![asked.measure(&database, &advisors, &pool)?]];
            all.extend(rows(
                &judge,
                &plan(vec![size], Section::Advice, knn.clone()),
                &measured,
            ));
        }
        if !sizes.is_empty() {
            let source = Source {
                policy: &policy,
                seed: self.seed,
                record,
                replicates,
            };
            let (measured, control_stopped) = progress::run("databases", |control: &Control| {
                let measured = measure_all(&asked, &advisors, source, &sizes, &pool, control);
                (measured, control.stopped())
            })?;
            let measured: Measurements = measured?;
            stopped = control_stopped;
            if stopped && measured.is_empty() {
                return Err("stopped before the first replicate was complete".into());
            }
            if stopped {
                say(format_args!(
                    "stopped: {} of {replicates} replicates",
                    measured.len()
                ));
            }
            all.extend(rows(&judge, &games_plan, &measured));
        }
        if with_exact {
            if record != Record::Final {
                return Err("the exact distribution is of final positions: --record final".into());
            }
            let mut database = exact::finals(&ground.game, &ground.graph, &ground.uniform);
            if label == LabelSource::Solver {
                ground.labels().apply(&ground.game, &mut database);
            }
            let measured = vec![vec![asked.measure(&database, &advisors, &pool)?]];
            let sizes = vec![Size::Exact];
            all.extend(rows(&judge, &plan(sizes, Section::Advice, knn), &measured));
        }
        let simple = [
            Baseline::uniform(),
            Baseline::mobility(&ground.game),
            Baseline::exact(&ground),
        ];
        for baseline in simple {
            let subject = Subject::Baseline(baseline.name.clone());
            let measured = vec![vec![vec![measure_baseline(&judge, &baseline, play)]]];
            let of = plan(vec![Size::Exact], Section::Baseline, vec![subject]);
            all.extend(
                rows(&judge, &of, &measured)
                    .into_iter()
                    .map(|row| Row { size: None, ..row }),
            );
        }
        if !stopped {
            // Of equal cost: as many playouts in all as the database has games,
            // shared by the questions asked.
            let questions = judge.needed().len().max(1) as u64;
            let equal = sampled
                .iter()
                .map(|&s| ((s / questions).max(1), Some(s)));
            let fixed = rollouts.iter().map(|&n| (n, None));
            let mut last: Option<(u64, Measurements)> = None;
            for (n, size) in equal.chain(fixed) {
                let measured = match last {
                    Some((same, measured)) if same == n => measured,
                    _ => progress::run("rollouts", |control: &Control| {
                        measure_rollouts(&judge, n, replicates, self.seed, play, &pool, control)
                    })?,
                };
                if measured.is_empty() {
                    break;
                }
                let subject = Subject::Baseline(format!("rollout({n})"));
                let of = plan(vec![Size::Exact], Section::Baseline, vec![subject]);
                let size = size.map(Size::Games);
                all.extend(
                    rows(&judge, &of, &measured)
                        .into_iter()
                        .map(|row| Row { size, ..row }),
                );
                last = Some((n, measured));
            }
        }

        // Of rollouts too, some may be missing.
        stopped |= progress::interrupted();
        let (mover, label) = (advisors.mover.name(), label.name());
        let fields: Vec<[String; 18]> = all.iter().map(|r| r.fields(&name, mover, label)).collect();
        if let Some(path) = &self.out {
            let sha256 = write_atomic(path, |out| -> Result<(), WriteError> {
                let mut writer = csv::Writer::from_writer(out);
                let failed = |e: csv::Error| WriteError::new(path, e.into());
                writer.write_record(COLUMNS).map_err(failed)?;
                for row in &fields {
                    writer.write_record(row).map_err(failed)?;
                }
                writer.flush().map_err(|e| WriteError::new(path, e))
            })?;
            let mut extra = Map::new();
            extra.insert("game".into(), json!(name));
            extra.insert("rules_version".into(), json!(G::RULES_VERSION));
            // A database that was given says of itself how it was made.
            if !sizes.is_empty() {
                extra.insert("policy".into(), json!(self.policy));
                extra.insert("record".into(), json!(record.to_string()));
            }
            if !sampled.is_empty() || !rollouts.is_empty() {
                extra.insert("replicates".into(), json!(replicates));
            }
            extra.insert("seed".into(), json!(self.seed));
            if stopped {
                extra.insert("interrupted".into(), json!(true));
            }
            let inputs: Vec<Input> = input.into_iter().collect();
            write_manifest(path, "results", &command_line(), &inputs, &sha256, extra)?;
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
                    replicates: if sizes.is_empty() { 1 } else { replicates },
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
