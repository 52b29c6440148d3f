//! `sowlab train GAME --side SIDE --out FILE.toml`

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::arguments::{command_line, refuse_inputs, refuse_same};
use super::output::{Format, Table, finish, say, stdout, warn};
use super::{Exit, Failure, INTERRUPTED, OK, numbers, progress};
use crate::catalog::{self, CatalogGame, GameTask, PolicyTask, open_policy, read_set};
use crate::control::Control;
use crate::evaluate::Ground as Judged;
use crate::feature::file::to_toml;
use crate::feature::{Feature, FeatureSet, Ground, Situation, Weighted, words};
use crate::game::{Context, Placement, Player};
use crate::learn::{Arena, Columns, Grown, Growth, Imitation, Objective, fit, grow};
use crate::manifest::{Input, manifest_path, read_manifest, write_manifest};
use crate::output::{sha256, together, write_bytes};
use crate::policy::Policy;

/// What is to become large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Aim {
    /// The expected score against a fixed opponent
    Win,
    /// The probability of the moves that keep the exact value
    Solver,
}

/// How decisions count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Weights {
    /// Each position once
    Positions,
    /// As uniform play meets them
    Visits,
}

/// Learn a set of weighted features for one side
///
/// --aim win makes the exact expected score (a draw counts one half) against a fixed opponent,
/// by the logarithm of its odds, as large as it can; --aim solver the mean log probability of the moves that keep
/// the exact value, over the positions of E with this side to move (as sowlab
/// evaluate advice defines E), of which a share is held back as a test. Both are computed
/// from all situations that play can reach: nothing is sampled, and the result depends
/// on the options alone.
///
/// Features are found on the way: atomic ones (one element, or a site of the last
/// move, around the start or the end of a move) and conjunctions of two around
/// one anchor. At every step the candidates are ranked by what a small weight would gain,
/// the best are fitted beside the set, and the one that is best then is added, up to
/// --features; one that has become useless by it (less than 0.001 of the aim) is taken
/// out, and features are added at most twice as often as --features says. Weights are
/// fitted by the natural gradient, less --l2 / 2 times the sum of their squares, and none
/// is larger than 20.
///
/// The set is written after every step, with each feature's weight, support (--aim win: how often
/// in a game it is active for the move played; solver: the same by decision) and effect (what the
/// expected score, or with solver the mean log probability, loses without it). Ctrl-C keeps the last step; the same command with --resume goes on from
/// the file, to the same bytes as without the break.
///
/// Columns: number, weight, support, effect, feature. JSON: {game, side, aim, steps:
/// [{features, value}], features}; with --aim solver also hit and chance, on the
/// decisions learned from and on those held back.
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub struct Train {
    /// The game, such as hare-and-hounds
    game: String,
    /// Who learns
    #[arg(long)]
    side: String,
    /// What is to become large
    #[arg(long, value_enum, default_value = "win")]
    aim: Aim,
    /// With --aim win: the policy of the other side
    #[arg(long, default_value = "uniform")]
    against: String,
    /// With --aim solver: each position once, or as uniform play meets them
    #[arg(long, value_enum, default_value = "visits")]
    weights: Weights,
    /// The most features
    #[arg(long, value_name = "N", default_value = "6", value_parser = numbers::amount)]
    features: usize,
    /// The penalty on squares of weights
    #[arg(long, default_value_t = 1e-5, allow_negative_numbers = true)]
    l2: f64,
    /// Whether features may ask about the last move (yes or no); no with --aim solver
    #[arg(long, default_value = "yes", value_parser = ["yes", "no"])]
    last_move: String,
    /// Begin with the features of this side in a file
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    start: Option<PathBuf>,
    /// Go on from the file of --out
    #[arg(long)]
    resume: bool,
    /// The largest number of situations
    #[arg(long, value_name = "N", default_value = "2_000_000", value_parser = numbers::amount)]
    limit: usize,
    /// The file to write, .toml
    #[arg(long)]
    out: PathBuf,
    /// How to print the set
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Train {
    pub fn run(self) -> Result<Exit, Failure> {
        if self.out.extension().is_none_or(|e| e != "toml") {
            let out = self.out.display();
            return Err(format!("{out}: expected a file name that ends with .toml").into());
        }
        if !(0.0..=1e6).contains(&self.l2) {
            return Err(format!("--l2 {}: expected a number from 0 to 1000000", self.l2).into());
        }
        if self.features == 0 {
            return Err("--features 0: expected at least one".into());
        }
        if let Some(start) = &self.start {
            refuse_same(&self.out, &[start.as_path()])?;
        }
        catalog::run(&self.game.clone(), self)?
    }
}

impl Train {
    /// Whether features may ask for the last move.
    fn remembers(&self) -> bool {
        self.last_move == "yes" && self.aim == Aim::Win
    }

    /// What the result depends on, but for the number of features.
    fn asked(&self, game: &str) -> Value {
        json!({
            "game": game,
            "side": self.side,
            "aim": format!("{:?}", self.aim).to_lowercase(),
            "against": self.against,
            "weights": format!("{:?}", self.weights).to_lowercase(),
            "l2": self.l2,
            "last_move": self.last_move,
        })
    }

    /// The steps of the run that goes on, and the files that it read.
    fn before(&self, asked: &Value, sha256: &str) -> Result<(Vec<Value>, Vec<Input>), Failure> {
        let out = self.out.display();
        let before: Option<Before> = read_manifest(&self.out)?;
        let Some(before) = before.filter(|b| b.kind == "features") else {
            let manifest = manifest_path(&self.out);
            return Err(format!(
                "--resume: {out} is not what sowlab train left: no such manifest {}",
                manifest.display()
            )
            .into());
        };
        if before.sha256 != sha256 {
            return Err(format!("--resume: {out} was changed since it was written").into());
        }
        match before.options == *asked {
            true => Ok((before.steps, before.inputs)),
            false => Err(format!(
                "--resume: {out} was made by other options: {}",
                before.options
            )
            .into()),
        }
    }
}

/// One in so many decisions is held back.
const HELD_BACK: u64 = 5;

impl GameTask for Train {
    type Output = Result<Exit, Failure>;

    fn run<G: CatalogGame>(self, game: G) -> Self::Output {
        let players = game.players();
        let Some(player) = game.parse_player(&self.side) else {
            let [one, two] = players;
            return Err(format!("--side {}: expected {one} or {two}", self.side).into());
        };
        let ground = Ground::of(&game)?;
        let from = match self.resume {
            true => Some(self.out.as_path()),
            false => self.start.as_deref(),
        };
        let mut inputs = Vec::new();
        let mut given = Vec::new();
        let asked = self.asked(&game.name());
        let mut steps = Vec::new();
        if let Some(path) = from {
            let read = read_set(&game, path, None)?;
            warn(&read.loaded.warnings);
            match self.resume {
                true => (steps, inputs) = self.before(&asked, &read.input.sha256)?,
                false => inputs.push(read.input),
            }
            let of_side = read.loaded.selection;
            given.extend(of_side.of(player).map(|(_, f, w)| (f.clone(), w)));
            let reactive = given.iter().find(|(f, _)| f.is_reactive());
            if let Some((feature, _)) = reactive.filter(|_| !self.remembers()) {
                let path = path.display();
                return Err(format!(
                    "{path}: {feature} asks for the last move, which --last-move no and --aim solver leave out"
                )
                .into());
            }
        }
        let job = Job {
            options: &self,
            ground,
            player,
            given,
            inputs,
            asked,
            steps,
        };
        match self.aim {
            Aim::Win => {
                let other = players[player.other().index()];
                let text = format!("{other}={}", self.against);
                let policy = open_policy(&game, &text).map_err(|e| format!("--against: {e}"))?;
                warn(policy.warnings());
                let mut job = job;
                for input in policy.inputs() {
                    if !job.inputs.contains(&input) {
                        job.inputs.push(input);
                    }
                }
                refuse_inputs(&self.out, &job.inputs)?;
                policy.run(Win { game, job })
            }
            Aim::Solver => job.imitate(game),
        }
    }
}

/// What must be the same for a run to go on.
#[derive(Debug, Deserialize)]
struct Before {
    kind: String,
    options: Value,
    steps: Vec<Value>,
    #[serde(default)]
    inputs: Vec<Input>,
    sha256: String,
}

/// A run of training.
struct Job<'a> {
    options: &'a Train,
    ground: Ground,
    player: Player,
    given: Vec<(Feature, f32)>,
    inputs: Vec<Input>,
    /// What was asked for, for the manifest.
    asked: Value,
    /// The steps of the run that goes on.
    steps: Vec<Value>,
}

/// Training against an opponent of any type.
struct Win<'a, G> {
    game: G,
    job: Job<'a>,
}

impl<G: CatalogGame> PolicyTask<G> for Win<'_, G> {
    type Output = Result<Exit, Failure>;

    fn run<P: Policy<G>>(self, policy: &P) -> Self::Output {
        let Self { game, job } = self;
        let remembers = job.options.remembers();
        let limit = job.options.limit;
        let arena = progress::run("situations", |control| {
            Arena::new(
                &game,
                &job.ground,
                job.player,
                policy,
                remembers,
                limit,
                control,
            )
        })??;
        say(format_args!(
            "{} situations, {} decisions of {}",
            arena.len(),
            arena.situations.len(),
            job.ground.players[job.player.index()],
        ));
        job.train(
            &arena,
            &arena.situations,
            &arena.placements,
            remembers,
            |_| Map::new(),
        )
    }
}

impl Job<'_> {
    fn imitate<G: CatalogGame>(self, game: G) -> Result<Exit, Failure> {
        let limit = self.options.limit;
        let judged = progress::run("positions", |control| Judged::new(game, limit, control))??;
        let (learned, held) = self.lessons(&judged);
        if learned.weights.is_empty() || held.weights.is_empty() {
            return Err("there are too few positions where the choice matters".into());
        }
        say(format_args!(
            "{} decisions to learn from, {} held back",
            learned.weights.len(),
            held.weights.len()
        ));
        let tell = |grown: &Grown| {
            let mut told = Map::new();
            for (name, lessons) in [("learned", &learned), ("held_back", &held)] {
                let hit = self.hit(lessons, grown);
                let chance = self.chance(lessons);
                told.insert(format!("hit_{name}"), json!(hit));
                told.insert(format!("chance_{name}"), json!(chance));
                told.insert(
                    format!("skill_{name}"),
                    json!((hit - chance) / (1.0 - chance)),
                );
            }
            told
        };
        self.train(
            &learned,
            &learned.situations,
            &learned.placements,
            false,
            tell,
        )
    }

    /// The decisions to learn from, and those held back.
    fn lessons<G: CatalogGame>(&self, judged: &Judged<G>) -> (Imitation, Imitation) {
        let game = &judged.game;
        let mut both = (Imitation::default(), Imitation::default());
        for &i in &judged.set {
            let i = i as usize;
            let position = *judged.graph.position(i);
            if game.mover(&position) != self.player {
                continue;
            }
            let weight = match self.options.weights {
                Weights::Positions => 1.0,
                Weights::Visits => judged.uniform().map_or(1.0, |u| u.visits[i]),
            };
            let edges = judged.graph.edges(i);
            let kept = edges.clone().filter(|&e| judged.keeps(i, e)).count() as f64;
            let moves = edges.map(|e| {
                let place = game.placement(self.player, judged.graph.mv(e));
                let target = f64::from(u8::from(judged.keeps(i, e))) / kept;
                (place, target)
            });
            let mut situation = Situation::of(game, &Context::of(position), self.ground.set_up);
            situation.last = Placement::default();
            // By what features can see, so that equal boards are on one side.
            let [one, two] = situation.occupied;
            let hash = (one.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ two)
                .wrapping_mul(0xbf58_476d_1ce4_e5b9)
                >> 32;
            match hash % HELD_BACK {
                0 => both.1.push(situation, moves, weight),
                _ => both.0.push(situation, moves, weight),
            }
        }
        both.0.normalise();
        both.1.normalise();
        both
    }

    fn hit(&self, lessons: &Imitation, grown: &Grown) -> f64 {
        let columns = Columns::of(
            &grown.columns.features,
            &self.ground,
            self.player,
            &lessons.situations,
            &lessons.rows,
            &lessons.placements,
        );
        let weights = &grown.fitted.weights;
        columns.map_or(f64::NAN, |columns| {
            lessons.hit(&fit(lessons, &columns, weights, 0.0, 0).odds)
        })
    }

    fn chance(&self, lessons: &Imitation) -> f64 {
        let none = Columns::default();
        lessons.hit(&fit(lessons, &none, &[], 0.0, 0).odds)
    }

    /// Grows the set and writes it after every step.
    fn train(
        &self,
        objective: &dyn Objective,
        situations: &[Situation],
        placements: &[Placement],
        reactive: bool,
        tell: impl Fn(&Grown) -> Map<String, Value> + Sync,
    ) -> Result<Exit, Failure> {
        let options = self.options;
        let growth = Growth {
            ground: &self.ground,
            player: self.player,
            situations,
            placements,
            budget: options.features,
            l2: options.l2,
            reactive,
            keeps_weights: options.resume,
        };
        let mut steps = self.steps.clone();
        let mut repeated = !steps.is_empty();
        let (grown, set) = progress::run("features", |control: &Control| {
            control.set_total((options.features - self.given.len().min(options.features)) as u64);
            let mut last = FeatureSet::default();
            let grown = grow(objective, &growth, &self.given, control, |grown| {
                let mut step = tell(grown);
                step.insert("features".into(), json!(grown.columns.len()));
                step.insert("value".into(), json!(grown.fitted.evaluation.score));
                say(format_args!(
                    "{} features: {:.6}",
                    grown.columns.len(),
                    grown.fitted.evaluation.score
                ));
                // The last step of the run before is reported again.
                if !std::mem::take(&mut repeated) {
                    steps.push(Value::Object(step));
                }
                last = self.set_of(objective, grown);
                self.write(&last, &steps)
            })?;
            Ok::<_, Failure>((grown, last))
        })??;
        self.print(&grown, &set, &steps)?;
        Ok(match progress::interrupted() {
            true => INTERRUPTED,
            false => OK,
        })
    }

    fn set_of(&self, objective: &dyn Objective, grown: &Grown) -> FeatureSet {
        let meaning = grown.meaning(objective);
        let features = grown.columns.features.iter().zip(&grown.fitted.weights);
        let weighted = features
            .zip(meaning)
            .map(|((feature, &weight), (support, effect))| {
                let mut weights = [None; 2];
                weights[self.player.index()] = Some(weight as f32);
                Weighted {
                    support: Some(support),
                    effect: Some(effect),
                    comment: words(feature, &self.ground, self.player).join(" "),
                    ..Weighted::new(feature.clone(), weights)
                }
            });
        FeatureSet {
            features: weighted.collect(),
        }
    }

    fn write(&self, set: &FeatureSet, steps: &[Value]) -> Result<(), Failure> {
        let ground = &self.ground;
        let text = to_toml(set, Some(&ground.game), ground.players)?;
        let mut extra = Map::new();
        extra.insert("game".into(), json!(ground.game));
        extra.insert("side".into(), json!(ground.players[self.player.index()]));
        extra.insert("options".into(), self.asked.clone());
        extra.insert("steps".into(), json!(steps));
        let path: &Path = &self.options.out;
        together(|| {
            write_bytes(path, text.as_bytes())?;
            let sum = sha256(text.as_bytes());
            write_manifest(path, "features", &command_line(), &self.inputs, &sum, extra)?;
            Ok::<_, Failure>(())
        })
    }

    fn print(&self, grown: &Grown, set: &FeatureSet, steps: &[Value]) -> Result<(), Failure> {
        let mut table = Table::new(["number", "weight", "support", "effect", "feature"]);
        for (i, weighted) in set.features.iter().enumerate() {
            table.push(vec![
                json!(i),
                json!(weighted.weights[self.player.index()]),
                json!(weighted.support),
                json!(weighted.effect),
                json!(weighted.feature.to_string()),
            ]);
        }
        let mut out = stdout();
        match self.options.format {
            Format::Csv => table.write_csv(&mut out)?,
            Format::Text => {
                table.write_text(&mut out)?;
                writeln!(out, "value {:.6}", grown.fitted.evaluation.score)?;
                let last = steps.last().and_then(Value::as_object);
                for (key, value) in last.into_iter().flatten() {
                    if key.starts_with("hit") || key.starts_with("skill") {
                        writeln!(out, "{key} {:.4}", value.as_f64().unwrap_or(f64::NAN))?;
                    }
                }
            }
            Format::Json => {
                let object = json!({
                    "game": self.ground.game,
                    "side": self.ground.players[self.player.index()],
                    "aim": match self.options.aim { Aim::Win => "win", Aim::Solver => "solver" },
                    "steps": steps,
                    "features": table.objects(),
                });
                serde_json::to_writer_pretty(&mut out, &object)?;
                writeln!(out)?;
            }
        }
        finish(out)?;
        Ok(())
    }
}
