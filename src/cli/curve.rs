//! `sowlab curve --game G --agent 'knn(games=?,k=5)' --values 10,100,1000`

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Map, Value, json};

use super::arguments::command_line;
use super::match_::{Terms, check_out, counted, figure_cells, say_clocks, shown};
use super::numbers;
use super::openings::Source;
use super::output::{Format, Table, finish, say, stdout, warn};
use super::{Exit, Failure, INTERRUPTED, OK, progress};
use crate::catalog::{self, AgentName, Cast, CatalogGame, Data, GameTask, open_agent};
use crate::evaluate::matches::{Chair, Figure, Sweep, Swept};
use crate::game::Referee;
use crate::manifest::{Input, write_manifest};
use crate::output::{WriteError, together, write_atomic};
use crate::parallel::Pool;

/// Measure an agent over the values of one of its parameters
///
/// The parameter is written as ?: 'knn(games=?,k=5)', 'alphabeta(depth=?)',
/// 'rollout(n=?)', 'knn(db=x.csv,k=?)'. Every value plays the same opponent from the
/// same openings, as sowlab match does.
///
/// Where a database is made by self-play (knn(games=...)), every value is played
/// with --replicates independent databases, and the database is the unit of the
/// intervals. Replicate r owns as many games as the largest database, from number
/// r times that on; smaller databases are the first of them, so the points of a
/// curve are correlated. Openings are drawn anew for each replicate. Otherwise the
/// unit is the pair of games, or the game for shares.
///
/// Columns (--out and --format csv), a row for each figure: game, agent, opponent,
/// parameter, setting (its value), figure, value, low, high (95 %), n, unit (what n
/// counts: databases, pairs or games). The figures are those of sowlab match.
/// Ctrl-C keeps complete replicates, or the values that are finished.
#[derive(Args)]
pub struct Curve {
    /// The agent, with ? for the parameter that is swept
    #[arg(long)]
    agent: String,
    /// The values: 10,100,...,1e5 (... continues the ratio), 1..8 (up to 7), 1..=8, or
    /// words
    #[arg(long)]
    values: String,
    /// The opponent
    #[arg(long, default_value = "random")]
    opponent: String,
    /// Independent databases of each size, where they are made by self-play [default: 20]
    #[arg(long, value_name = "R", value_parser = numbers::amount)]
    replicates: Option<usize>,
    #[command(flatten)]
    terms: Terms,
    /// Write the figures to this CSV file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

const COLUMNS: [&str; 11] = [
    "game",
    "agent",
    "opponent",
    "parameter",
    "setting",
    "figure",
    "value",
    "low",
    "high",
    "n",
    "unit",
];

/// Databases of each size where nobody says.
const REPLICATES: usize = 20;

/// More is a slip of the pen.
const MAX_REPLICATES: usize = 1_000_000;

/// More values than a curve can show.
const MAX_VALUES: u64 = 10_000;

/// Reads `--values`.
fn values(text: &str) -> Result<Vec<String>, String> {
    if let Some((first, last)) = text.split_once("..").filter(|(a, _)| !a.contains(',')) {
        let (last, more) = match last.strip_prefix('=') {
            Some(last) => (last, 1),
            None => (last, 0),
        };
        let (first, last) = (numbers::count(first)?, numbers::count(last)?);
        let end = last.saturating_add(more);
        return match end.saturating_sub(first) {
            0 => Err(format!(
                "\"{text}\": no values; A..B ends before B, A..=B with B"
            )),
            1..=MAX_VALUES => Ok((first..end).map(|n| n.to_string()).collect()),
            _ => Err(format!("\"{text}\": more than {MAX_VALUES} values")),
        };
    }
    let words: Vec<&str> = text.split(',').map(str::trim).collect();
    let numeric = |w: &&str| *w == "..." || numbers::count(w).is_ok();
    let all: Vec<String> = if words.contains(&"...") {
        numbers::sizes(text)?.iter().map(u64::to_string).collect()
    } else if words.iter().all(numeric) {
        numbers::list(text)?.iter().map(u64::to_string).collect()
    } else {
        words.into_iter().map(String::from).collect()
    };
    if let Some(i) = (1..all.len()).find(|&i| all[..i].contains(&all[i])) {
        return Err(format!("\"{text}\": {} stands there twice", all[i]));
    }
    if all.iter().any(String::is_empty) {
        return Err(format!(
            "\"{text}\": expected values with commas between them"
        ));
    }
    Ok(all)
}

/// The key whose value holds the `?`.
fn parameter(template: &str) -> Result<String, String> {
    let wrong = || {
        format!(
            "--agent {template}: expected ? for the swept parameter, once, such as alphabeta(depth=?)"
        )
    };
    let (before, after) = template.split_once('?').ok_or_else(wrong)?;
    let (keys, _) = before.rsplit_once('=').ok_or_else(wrong)?;
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let key = keys.trim_end().rsplit(|c| !word(c)).next().unwrap_or("");
    match key.is_empty() || after.contains('?') {
        true => Err(wrong()),
        false => Ok(key.to_string()),
    }
}

/// The games of a database that is made by self-play.
fn made(agent: &AgentName) -> Option<u64> {
    match agent {
        AgentName::Knn(knn) => match knn.data {
            Data::SelfPlay { games, .. } => Some(games),
            Data::File(_) => None,
        },
        _ => None,
    }
}

impl Curve {
    pub fn run(self) -> Result<Exit, Failure> {
        let game = self.terms.game.clone();
        catalog::run(&game, self).map_err(|e| format!("--game: {e}"))?
    }
}

impl GameTask for Curve {
    type Output = Result<Exit, Failure>;

    fn run<G: CatalogGame>(self, game: G) -> Self::Output {
        let parameter = parameter(&self.agent)?;
        let settings = values(&self.values).map_err(|e| format!("--values {e}"))?;
        let mut agents = Vec::new();
        for value in &settings {
            let name = self.agent.replace('?', value);
            agents.push(open_agent(&game, &name).map_err(|e| format!("--agent: {e}"))?);
        }
        let opponent = open_agent(&game, &self.opponent).map_err(|e| format!("--opponent: {e}"))?;
        let all: Vec<&AgentName> = agents.iter().chain([&opponent]).collect();
        check_out(self.out.as_deref(), &all, &self.terms.openings)?;
        let largest = all.iter().filter_map(|a| made(a)).max();
        let replicates = match (self.replicates, largest) {
            (None, None) => 1,
            (None, Some(_)) => REPLICATES,
            (Some(r @ 1..=MAX_REPLICATES), Some(_)) => r,
            (Some(r), Some(_)) => {
                return Err(format!("--replicates {r}: expected 1 to {MAX_REPLICATES}").into());
            }
            (Some(_), None) => {
                let message = "--replicates are databases made by self-play, and there is none: expected knn(games=...)";
                return Err(message.into());
            }
        };
        let source = Source::open(&game, &self.terms.openings)?;
        let pool = Pool::new(self.terms.threads);
        let pairs = self.terms.pairs(&source)?;
        let referee = Referee::new(game.clone());
        let sweep = Sweep {
            referee: &referee,
            values: agents.len(),
            replicates: largest.map(|_| replicates),
            seed: self.terms.seed,
        };
        let memory = self.terms.share(&[&agents[0], &opponent], &pool);
        let mut cast = Cast::new(&game, self.terms.seed, memory, &pool);
        let swept = progress::run("pairs", |control| -> Result<Swept, Failure> {
            let units = (pairs as u64).saturating_mul(replicates as u64);
            control.set_total(units.saturating_mul(agents.len() as u64));
            let seed = self.terms.seed;
            sweep.play(
                |r| Ok(source.take(&game, pairs, r, seed, &pool, control)?),
                |chair, r| {
                    let name = match chair {
                        Chair::Value(i) => &agents[i],
                        Chair::Opponent => &opponent,
                    };
                    let first_game = r.saturating_mul(largest.unwrap_or(0));
                    Ok(cast.agent(name, first_game, control)?)
                },
                &pool,
                control,
            )
        })??;
        warn(&cast.warnings);
        let points = swept.points(&sweep);
        if points.is_empty() {
            say("interrupted before anything was finished: nothing written");
            return Ok(INTERRUPTED);
        }
        let report = Report {
            curve: &self,
            game: &game,
            parameter: &parameter,
            settings: &settings,
            agents: &agents,
            opponent: &opponent,
            points: &points,
            pairs,
            replicates: largest.map(|_| swept.replicates),
            interrupted: swept.interrupted,
        };
        if let Some(path) = &self.out {
            let inputs = [cast.inputs.clone(), source.input.into_iter().collect()].concat();
            together(|| report.write(path, &inputs))?;
        }
        let printed = report.print();
        for (agent, clocks) in agents.iter().zip(&swept.clocks) {
            say_clocks(&[agent.to_string(), opponent.to_string()], clocks);
        }
        if swept.interrupted {
            let done = match largest {
                Some(_) => format!("{} of {replicates} replicates", swept.replicates),
                None => format!("{} of {} values", points.len(), settings.len()),
            };
            say(format_args!("interrupted: {done}"));
            return Ok(INTERRUPTED);
        }
        printed?;
        Ok(OK)
    }
}

/// A finished curve.
struct Report<'a, G> {
    curve: &'a Curve,
    game: &'a G,
    parameter: &'a str,
    settings: &'a [String],
    agents: &'a [AgentName],
    opponent: &'a AgentName,
    points: &'a [Vec<Figure>],
    pairs: usize,
    /// Complete replicates, where there are any.
    replicates: Option<usize>,
    interrupted: bool,
}

impl<G: CatalogGame> Report<'_, G> {
    fn table(&self) -> Table {
        let mut table = Table::new(COLUMNS);
        let points = self.points.iter().zip(self.agents).zip(self.settings);
        for ((figures, agent), setting) in points {
            let setting = match setting.parse::<u64>() {
                Ok(number) => json!(number),
                Err(_) => json!(setting),
            };
            for figure in figures {
                let mut row = vec![
                    json!(self.game.name()),
                    json!(agent.to_string()),
                    json!(self.opponent.to_string()),
                    json!(self.parameter),
                    setting.clone(),
                ];
                row.extend(figure_cells(figure));
                table.push(row);
            }
        }
        table
    }

    fn write(&self, path: &Path, inputs: &[Input]) -> Result<(), Failure> {
        let table = self.table();
        let sha256 = write_atomic(path, |out| {
            table.write_csv(out).map_err(|e| WriteError::new(path, e))
        })?;
        let facts = [
            ("game", json!(self.game.name())),
            ("rules_version", json!(G::RULES_VERSION)),
            ("agent", json!(self.curve.agent)),
            ("opponent", json!(self.opponent.to_string())),
            ("parameter", json!(self.parameter)),
            ("settings", json!(self.settings)),
            ("openings", json!(self.curve.terms.openings.to_string())),
            ("seed", json!(self.curve.terms.seed)),
            ("games", json!(2 * self.pairs)),
        ];
        let facts = facts.map(|(k, v)| (k.to_string(), v));
        let mut extra: Map<String, Value> = facts.into_iter().collect();
        if let Some(replicates) = self.replicates {
            extra.insert("replicates".into(), json!(replicates));
        }
        if self.interrupted {
            extra.insert("interrupted".into(), json!(true));
        }
        write_manifest(path, "curve", &command_line(), inputs, &sha256, extra)?;
        Ok(())
    }

    fn print(&self) -> Result<(), Failure> {
        let mut out = stdout();
        match self.curve.terms.format {
            Format::Text => self.people(&mut out)?,
            format => self.table().write(format, &mut out)?,
        }
        finish(out)
    }

    fn people(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let (name, opponent) = (self.game.name(), self.opponent);
        writeln!(out, "{name}: {} v {opponent}", self.curve.agent)?;
        let terms = &self.curve.terms;
        write!(
            out,
            "{} games for each value, openings {}, seed {}; ",
            2 * self.pairs,
            terms.openings,
            terms.seed
        )?;
        match self.replicates {
            Some(n) => writeln!(
                out,
                "{} of each size: intervals 95 %, t over databases\n",
                counted(n, "independent databases")
            )?,
            None => writeln!(
                out,
                "intervals 95 %: t over pairs for the score, Wilson for shares of games\n"
            )?,
        }
        let columns = ["score", "win", "draw", "loss", "margin", "capped", "length"];
        let told = |c: &&str| self.points.iter().flatten().any(|f| f.name == **c);
        let columns: Vec<&str> = columns.iter().filter(|c| told(c)).copied().collect();
        let mut table = Table::new(
            [self.parameter]
                .iter()
                .chain(&columns)
                .copied()
                .chain(["n"]),
        );
        for (figures, setting) in self.points.iter().zip(self.settings) {
            let mut row = vec![json!(setting)];
            for column in &columns {
                let found = figures.iter().find(|f| f.name == *column);
                row.push(found.map_or(Value::Null, |f| json!(shown(f))));
            }
            let score = figures.iter().find(|f| f.name == "score");
            row.push(score.map_or(Value::Null, |f| json!(counted(f.estimate.n, f.unit.name()))));
            table.push(row);
        }
        table.write_text(out)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_their_faults() {
        let list = |words: &[&str]| Ok(words.iter().map(|w| w.to_string()).collect());
        assert_eq!(values("1..4"), list(&["1", "2", "3"]));
        assert_eq!(values("1..=3"), list(&["1", "2", "3"]));
        assert_eq!(
            values("10,100,...,1e4"),
            list(&["10", "100", "1000", "10000"])
        );
        assert_eq!(values("9, 1e2,5"), list(&["9", "100", "5"]));
        assert_eq!(
            values("manhattan,chebyshev"),
            list(&["manhattan", "chebyshev"])
        );
        for bad in [
            "",
            "1,",
            "4..4",
            "5..2",
            "1..1e9",
            "..3",
            "1,1",
            "1,100,1e2",
            "2,3,...,9",
        ] {
            assert!(values(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_swept_parameter() {
        assert_eq!(parameter("knn(games=?,k=5)").unwrap(), "games");
        assert_eq!(parameter("knn(k=5,metric = ?)").unwrap(), "metric");
        assert_eq!(parameter("knn(db=\"a?.csv\")").unwrap(), "db");
        assert_eq!(
            parameter("knn(games=10,policy=greedy(rule=?))").unwrap(),
            "rule"
        );
        for bad in ["random", "?", "rollout(?)", "knn(k=?,games=?)", "a(=?)"] {
            assert!(parameter(bad).is_err(), "{bad}");
        }
    }
}
