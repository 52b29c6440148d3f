//! `sowlab match A B --game G`

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Map, Value, json};

use super::arguments::{command_line, refuse_same};
use super::openings::{Openings, Source};
use super::output::{Format, Table, finish, say, stdout, warn};
use super::{Exit, Failure, INTERRUPTED, OK, numbers, progress, size};
use crate::catalog::{self, AgentName, Cast, CatalogGame, Data, GameTask, open_agent};
use crate::database::{Winner, check_output};
use crate::evaluate::matches::{Clock, Figure, Match as Matches, Played, Seats, distinct, figures};
use crate::game::{Context, Player, Referee};
use crate::manifest::{Input, write_manifest};
use crate::output::{WriteError, together, write_atomic};
use crate::parallel::Pool;

/// Let two agents play each other
///
/// Each opening is played twice, once with each colour; such a pair of games is
/// the unit of the intervals. Two agents that always play alike (deterministic)
/// meet once from each distinct opening: a second game would be the first again.
/// How long decisions take is printed to standard error and written nowhere.
///
/// Figures (--format csv: a row for each; JSON: a list beside agent, opponent,
/// openings, pairs, games, distinct_openings, repeatable): game, agent, opponent,
/// figure, value, low, high (95 %), n, unit (what n counts: pairs or games).
/// Figures are those of the first agent: score (wins + draws / 2, t-interval over
/// pairs), win, draw, loss (shares of games, Wilson's interval), capped (games
/// that were cut short: no result), margin (where the game counts points), length
/// (moves after the opening), and all but the last two by side (score_south, ...).
///
/// Columns of --out, a row for each game: game, agent, opponent, pair, opening,
/// side (of the agent), winner, score (1, 0.5 or 0), margin, length. The same seed
/// gives the same bytes for any number of threads. Ctrl-C keeps the first pairs.
#[derive(Args)]
pub struct Match {
    /// The agent whose score is told (see sowlab agents)
    agent: String,
    /// Its opponent
    opponent: String,
    #[command(flatten)]
    terms: Terms,
    /// Write the games to this CSV file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// What `match` and `curve` share.
#[derive(Args)]
pub(super) struct Terms {
    /// The game, such as 'fang(holes=8)'
    #[arg(long)]
    pub game: String,
    /// How many games: an even number [default: 1000; from a file of openings, each
    /// once with both colours]
    #[arg(long, value_name = "N", value_parser = numbers::games)]
    pub games: Option<usize>,
    /// What games start from: start; random:PLIES, so many random moves (a game that
    /// ends by then is drawn anew); or a file: positions (.csv, .jsonl), or text with
    /// the first moves of a game on each line
    #[arg(long, value_name = "WHAT", default_value = "start")]
    pub openings: Openings,
    /// The seed of all randomness
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many threads to use; all by default
    #[arg(long, default_value = "0", hide_default_value = true, value_parser = numbers::threads)]
    pub threads: usize,
    /// Memory for the tables of exact players, all together
    #[arg(long, value_name = "BYTES", default_value = "1G", value_parser = size::bytes)]
    pub memory: usize,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

impl Terms {
    /// How many pairs are to be played.
    pub fn pairs<G: CatalogGame>(&self, source: &Source<G>) -> Result<usize, Failure> {
        match self.games {
            None => Ok(source.pairs(500)),
            Some(n) if n == 0 || n % 2 == 1 => Err(format!(
                "--games {n}: expected an even number, since every opening is played with both colours"
            )
            .into()),
            Some(n) => Ok(n / 2),
        }
    }

    /// Memory for one solver, where so many are seated.
    pub fn share(&self, agents: &[&AgentName], pool: &Pool) -> usize {
        let exact = |a: &&&AgentName| matches!(a, AgentName::Exact { .. });
        let solvers = agents.iter().filter(exact).count().max(1);
        self.memory / (solvers * pool.threads())
    }
}

/// Refuses to write over a file that is read.
pub(super) fn check_out(
    out: Option<&Path>,
    agents: &[&AgentName],
    openings: &Openings,
) -> Result<(), Failure> {
    let Some(out) = out else { return Ok(()) };
    check_output(out)?;
    let files = |agent: &&AgentName| match agent {
        AgentName::Knn(knn) => match &knn.data {
            Data::File(db) => vec![PathBuf::from(db)],
            Data::SelfPlay { policy, .. } => {
                let inputs = policy.inputs().into_iter();
                inputs.map(|i| PathBuf::from(i.file)).collect()
            }
        },
        AgentName::Features(player) => vec![PathBuf::from(&player.input.file)],
        _ => Vec::new(),
    };
    let mut inputs: Vec<PathBuf> = agents.iter().flat_map(files).collect();
    if let Openings::File(path) = openings {
        inputs.push(path.clone());
    }
    let inputs: Vec<&Path> = inputs.iter().map(PathBuf::as_path).collect();
    refuse_same(out, &inputs)
}

impl Match {
    pub fn run(self) -> Result<Exit, Failure> {
        let game = self.terms.game.clone();
        catalog::run(&game, self).map_err(|e| format!("--game: {e}"))?
    }
}

impl GameTask for Match {
    type Output = Result<Exit, Failure>;

    fn run<G: CatalogGame>(self, game: G) -> Self::Output {
        let terms = &self.terms;
        let names = [
            open_agent(&game, &self.agent)?,
            open_agent(&game, &self.opponent)?,
        ];
        let both = [&names[0], &names[1]];
        check_out(self.out.as_deref(), &both, &terms.openings)?;
        let source = Source::open(&game, &terms.openings)?;
        let pairs = terms.pairs(&source)?;
        let pool = Pool::new(terms.threads);
        let mut cast = Cast::new(&game, terms.seed, terms.share(&both, &pool), &pool);
        let (first, second, openings) = progress::run("agents", |control| {
            let openings = source.take(&game, pairs, 0, terms.seed, &pool, control)?;
            let first = Seats::new(cast.agent(&names[0], 0, control)?, &pool);
            let second = Seats::new(cast.agent(&names[1], 0, control)?, &pool);
            Ok::<_, Failure>((first, second, openings))
        })??;
        warn(&cast.warnings);
        let unlike = distinct(&openings);
        let distinct_openings = unlike.len();
        let repeatable = first.is_deterministic() && second.is_deterministic();
        let openings = if repeatable { unlike } else { openings };
        let referee = Referee::new(game.clone());
        let matches = Matches {
            referee: &referee,
            openings: &openings,
            seed: terms.seed,
            replicate: 0,
        };
        let played = progress::run("pairs", |control| {
            control.set_total(openings.len() as u64);
            matches.play(&first, &second, &pool, control)
        })?;
        let interrupted = played.pairs.len() < openings.len();
        if played.pairs.is_empty() {
            say("interrupted before a pair was finished: nothing written");
            return Ok(INTERRUPTED);
        }
        let report = Report {
            game: &game,
            agents: [names[0].to_string(), names[1].to_string()],
            openings: &terms.openings,
            seed: terms.seed,
            distinct_openings,
            repeatable,
            interrupted,
            played: &played,
        };
        if let Some(path) = &self.out {
            let mut inputs = std::mem::take(&mut cast.inputs);
            inputs.extend(source.input);
            together(|| report.write(path, &openings, &inputs))?;
        }
        let figures = figures(&game, &played, repeatable);
        let printed = report.print(&figures, terms.format);
        say_clocks(&report.agents, &played.clocks);
        if interrupted {
            say(format_args!(
                "interrupted: the first {} of {} pairs",
                played.pairs.len(),
                openings.len()
            ));
            return Ok(INTERRUPTED);
        }
        printed?;
        Ok(OK)
    }
}

/// Says how long decisions took.
pub(super) fn say_clocks(names: &[String; 2], clocks: &[Clock; 2]) {
    for (name, clock) in names.iter().zip(clocks) {
        if let Some(each) = clock.each() {
            say(format_args!("{name}: {each:.1?} a decision"));
        }
    }
}

/// A finished match.
struct Report<'a, G> {
    game: &'a G,
    agents: [String; 2],
    openings: &'a Openings,
    seed: u64,
    distinct_openings: usize,
    repeatable: bool,
    interrupted: bool,
    played: &'a Played,
}

/// The columns of the file of games.
const COLUMNS: [&str; 10] = [
    "game", "agent", "opponent", "pair", "opening", "side", "winner", "score", "margin", "length",
];

/// The columns of the figures.
const FIGURES: [&str; 9] = [
    "game", "agent", "opponent", "figure", "value", "low", "high", "n", "unit",
];

/// A figure as the last six columns of [`FIGURES`].
pub(super) fn figure_cells(figure: &Figure) -> [Value; 6] {
    let interval = figure.estimate.interval;
    [
        json!(figure.name),
        json!(figure.estimate.mean),
        json!(interval.map(|i| i.0)),
        json!(interval.map(|i| i.1)),
        json!(figure.estimate.n),
        json!(figure.unit.name()),
    ]
}

impl<G: CatalogGame> Report<'_, G> {
    fn write(&self, path: &Path, openings: &[Context<G>], inputs: &[Input]) -> Result<(), Failure> {
        let players = self.game.players();
        let name = self.game.name();
        let sha256 = write_atomic(path, |out| -> Result<(), WriteError> {
            let mut writer = csv::Writer::from_writer(out);
            let failed = |e: csv::Error| WriteError::new(path, e.into());
            writer.write_record(COLUMNS).map_err(failed)?;
            for game in self.played.pairs.iter().flatten() {
                let number = |x: Option<f64>| x.map_or(String::new(), |x| x.to_string());
                let row = [
                    &name,
                    &self.agents[0],
                    &self.agents[1],
                    &game.pair.to_string(),
                    &self.game.position_text(&openings[game.pair].position),
                    players[game.side.index()],
                    Winner::of(game.ending).name(players),
                    &number(game.score()),
                    &number(game.margin().map(f64::from)),
                    &game.plies.to_string(),
                ];
                writer.write_record(row).map_err(failed)?;
            }
            writer.flush().map_err(|e| WriteError::new(path, e))
        })?;
        let mut extra = self.facts();
        extra.insert("rules_version".into(), json!(G::RULES_VERSION));
        extra.insert("seed".into(), json!(self.seed));
        if self.interrupted {
            extra.insert("interrupted".into(), json!(true));
        }
        write_manifest(path, "match", &command_line(), inputs, &sha256, extra)?;
        Ok(())
    }

    /// What was played.
    fn facts(&self) -> Map<String, Value> {
        let pairs = self.played.pairs.len();
        let facts = [
            ("game", json!(self.game.name())),
            ("agent", json!(self.agents[0])),
            ("opponent", json!(self.agents[1])),
            ("openings", json!(self.openings.to_string())),
            ("pairs", json!(pairs)),
            ("games", json!(2 * pairs)),
            ("distinct_openings", json!(self.distinct_openings)),
            ("repeatable", json!(self.repeatable)),
        ];
        facts.map(|(k, v)| (k.to_string(), v)).into_iter().collect()
    }

    fn print(&self, figures: &[Figure], format: Format) -> Result<(), Failure> {
        let mut out = stdout();
        let mut table = Table::new(FIGURES);
        for figure in figures {
            let mut row = vec![json!(self.game.name()), json!(self.agents[0])];
            row.push(json!(self.agents[1]));
            row.extend(figure_cells(figure));
            table.push(row);
        }
        match format {
            Format::Text => self.people(figures, &mut out)?,
            Format::Csv => table.write_csv(&mut out)?,
            Format::Json => {
                let mut object = self.facts();
                let mut rows = Table::new(FIGURES[3..].iter().copied());
                figures
                    .iter()
                    .for_each(|f| rows.push(figure_cells(f).to_vec()));
                object.insert("figures".into(), rows.objects());
                serde_json::to_writer_pretty(&mut out, &object)?;
                writeln!(out)?;
            }
        }
        finish(out)
    }

    fn people(&self, figures: &[Figure], out: &mut dyn Write) -> Result<(), Failure> {
        let [agent, opponent] = &self.agents;
        let pairs = self.played.pairs.len();
        writeln!(out, "{}: {agent} v {opponent}", self.game.name())?;
        writeln!(
            out,
            "{} games in {} (an opening, both colours), openings {}: {} distinct; seed {}",
            2 * pairs,
            counted(pairs, "pairs"),
            self.openings,
            self.distinct_openings,
            self.seed
        )?;
        match (self.repeatable, pairs) {
            (true, 1) => writeln!(
                out,
                "both agents are deterministic: from one opening that is n = 1, no interval"
            )?,
            (true, _) => writeln!(
                out,
                "both agents are deterministic: each distinct opening was played once"
            )?,
            _ => {}
        }
        writeln!(out)?;
        let sides = Player::BOTH.map(|p| self.game.players()[p.index()]);
        let mut table = Table::new([
            "",
            "all",
            &format!("as {}", sides[0]),
            &format!("as {}", sides[1]),
        ]);
        for name in ["score", "win", "draw", "loss", "margin", "capped", "length"] {
            let cell = |suffix: &str| {
                let wanted = format!("{name}{suffix}");
                let found = figures.iter().find(|f| f.name == wanted);
                found.map_or(Value::String(String::new()), |f| json!(shown(f)))
            };
            let by_side = sides.map(|s| cell(&format!("_{s}")));
            let all = cell("");
            if all != json!("") {
                table.push([json!(name), all].into_iter().chain(by_side).collect());
            }
        }
        table.write_text(out)?;
        writeln!(
            out,
            "\nfigures of {agent}, intervals 95 %: t over pairs for score, margin and length; Wilson for shares of games"
        )?;
        Ok(())
    }
}

/// `1 pair`, `2 pairs`
pub(super) fn counted(n: usize, units: &str) -> String {
    let one = units.strip_suffix('s').unwrap_or(units);
    format!("{n} {}", if n == 1 { one } else { units })
}

/// `0.500 [0.402, 0.598]`
pub(super) fn shown(figure: &Figure) -> String {
    let mean = figure.estimate.mean;
    match figure.estimate.interval {
        Some((low, high)) => format!("{mean:.3} [{low:.3}, {high:.3}]"),
        None => format!("{mean:.3}"),
    }
}
