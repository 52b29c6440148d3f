//! `sowlab complexity GAME --agent AGENT --games N`

use std::io::Write;

use clap::Args;
use serde_json::{Value, json};

use super::match_::counted;
use super::openings::Openings;
use super::output::{Format, Table, finish, say, stdout, warn};
use super::{Exit, Failure, INTERRUPTED, OK, numbers, progress, size};
use crate::catalog::{self, Cast, CatalogGame, GameTask, open_agent};
use crate::evaluate::complexity::{Complexity, GameSize, SelfMatch};
use crate::evaluate::intervals::Estimate;
use crate::evaluate::matches::Seats;
use crate::game::{Context, Reachable, Referee};
use crate::parallel::Pool;

/// Measure how large a game is: length, branching, game tree, state space
///
/// An agent plays games against itself; the third occurrence of a position (where
/// the game has that rule) and the ply cap end them. Game number i depends on the
/// agent, the seed and i alone. A deterministic agent plays the same game again and
/// again: from the start it plays one, without an interval. For different games
/// let it choose among equals (alphabeta(depth=3,ties=random)), or begin every game
/// with uniformly random plies (--openings random:PLIES); these are plies of the
/// game and count like all others. How many different games there were is printed.
///
/// Columns of --format csv (JSON: a list beside game, agent, openings, seed, games,
/// distinct, capped): game, agent, openings, seed, figure, value, low, high (95 %),
/// n (games), note (what it is, or where it is from). Figures:
///
///   length            plies a game, t-interval over games
///   branching         legal moves of all decisions over all decisions (long games weigh more);
///                     interval: t over games, of the ratio's linear part
///   log10_tree        log10(branching^length), the usual game-tree complexity; interval alike
///   log10_path        mean over games of the sum of log10(number of moves), t-interval
///   capped            share of games cut short at the ply cap, Wilson's interval; such games count
///                     for the other figures with the plies that were played
///   positions         reachable positions with the side to move, finished ones included: exactly,
///                     by listing them; absent where there are more than --limit
///   positions_bound   an upper bound of them, by the formula in the note
///   published_log10_positions, published_log10_tree   what others have found for this very game
///
/// and log10_positions, log10_positions_bound. Ctrl-C keeps the first games and prints their figures.
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub struct Measure {
    /// The game, such as 'fanorona(rows=5,columns=9)'
    game: String,
    /// Who plays both sides (see sowlab agents)
    #[arg(long, default_value = "random")]
    agent: String,
    /// How many games
    #[arg(long, value_name = "N", default_value = "1000", value_parser = numbers::games)]
    games: usize,
    /// What games begin with: start, or random:PLIES, so many uniformly random plies
    #[arg(long, value_name = "WHAT", default_value = "start")]
    openings: Openings,
    /// List at most so many positions; 0 = none
    #[arg(long, value_name = "N", default_value = "1_000_000", value_parser = numbers::amount)]
    limit: usize,
    /// The seed of all randomness
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads to use; all by default
    #[arg(long, default_value = "0", hide_default_value = true, value_parser = numbers::threads)]
    threads: usize,
    /// Memory for the tables of exact players, all together
    #[arg(long, value_name = "BYTES", default_value = "1G", value_parser = size::bytes)]
    memory: usize,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Measure {
    pub fn run(self) -> Result<Exit, Failure> {
        catalog::run(&self.game.clone(), self)?
    }

    /// Random plies at the beginning of every game.
    fn random_plies(&self) -> Result<u32, Failure> {
        match &self.openings {
            Openings::Start => Ok(0),
            Openings::Random(plies) => Ok(*plies),
            Openings::File(_) => Err(format!(
                "--openings {}: expected start or random:PLIES, since the figures are of whole games",
                self.openings
            )
            .into()),
        }
    }
}

impl GameTask for Measure {
    type Output = Result<Exit, Failure>;

    fn run<G: CatalogGame>(self, game: G) -> Self::Output {
        let agent = open_agent(&game, &self.agent)?;
        let random_plies = self.random_plies()?;
        if self.games == 0 {
            return Err("--games 0: expected at least one".into());
        }
        let start = Context::start(&game);
        if game.expand(&start.position, &mut Vec::new()).is_some() {
            return Err(format!("{}: the game is over at the start", game.name()).into());
        }
        let pool = Pool::new(self.threads);
        let memory = self.memory / pool.threads();
        let mut cast = Cast::new(&game, self.seed, memory, &pool);
        let seats = progress::run("agents", |control| {
            cast.agent(&agent, 0, control).map(|a| Seats::new(a, &pool))
        })??;
        warn(&cast.warnings);
        let repeats = seats.is_deterministic() && random_plies == 0;
        let asked = if repeats { 1 } else { self.games };
        let referee = Referee::new(game.clone());
        let plan = SelfMatch {
            referee: &referee,
            random_plies,
            seed: self.seed,
            replicate: 0,
        };
        let games = progress::run("games", |control| {
            control.set_total(asked as u64);
            plan.play(asked, &seats, &pool, control)
        })?;
        let Some(figures) = Complexity::of(&games) else {
            say("interrupted before a game was finished: nothing printed");
            return Ok(INTERRUPTED);
        };
        // Too many of them is no failure, and neither is Ctrl-C.
        let positions = match self.limit {
            0 => None,
            limit => progress::run("positions", |control| {
                Reachable::count(&game, start.position, limit, control).ok()
            })?,
        };
        if self.limit > 0 && positions.is_none() && !progress::interrupted() {
            say(format_args!(
                "more than {} reachable positions (--limit): not counted",
                self.limit
            ));
        }
        let report = Report {
            game: game.name(),
            agent: agent.to_string(),
            openings: self.openings.to_string(),
            seed: self.seed,
            games: &games,
            repeats,
            rows: rows(&game, &figures, positions),
            figures,
        };
        let printed = report.print(self.format);
        if games.len() < asked {
            say(format_args!(
                "interrupted: the first {} of {asked} games",
                games.len()
            ));
            return Ok(INTERRUPTED);
        }
        if progress::interrupted() {
            say("interrupted: the positions are not counted");
            return Ok(INTERRUPTED);
        }
        printed?;
        Ok(OK)
    }
}

/// A figure as it is printed.
struct Figure {
    name: &'static str,
    value: f64,
    interval: Option<(f64, f64)>,
    n: Option<usize>,
    note: String,
}

impl Figure {
    fn of(name: &'static str, estimate: &Estimate, note: &str) -> Self {
        Self {
            name,
            value: estimate.mean,
            interval: estimate.interval,
            n: Some(estimate.n),
            note: note.into(),
        }
    }

    fn fact(name: &'static str, value: f64, note: &str) -> Self {
        Self {
            name,
            value,
            interval: None,
            n: None,
            note: note.into(),
        }
    }

    /// The last five columns.
    fn cells(&self) -> Vec<Value> {
        vec![
            json!(self.name),
            number(self.value),
            json!(self.interval.map(|i| i.0)),
            json!(self.interval.map(|i| i.1)),
            json!(self.n),
            json!(self.note),
        ]
    }
}

/// Whole numbers without a point as long as they are exact.
fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() <= (1u64 << 53) as f64 {
        json!(value as i64)
    } else {
        json!(value)
    }
}

fn rows<G: CatalogGame>(game: &G, figures: &Complexity, positions: Option<usize>) -> Vec<Figure> {
    let mut rows = vec![
        Figure::of("length", &figures.length, "plies a game"),
        Figure::of(
            "branching",
            &figures.branching,
            "legal moves over decisions, of all games together",
        ),
        Figure::of("log10_tree", &figures.log10_tree, "log10(branching^length)"),
        Figure::of(
            "log10_path",
            &figures.log10_path,
            "mean over games of the sum of log10(moves)",
        ),
        Figure::of("capped", &figures.capped, "share of games cut short"),
    ];
    if let Some(count) = positions {
        let (count, note) = (count as f64, "reachable positions, by listing them");
        rows.push(Figure::fact("positions", count, note));
        rows.push(Figure::fact("log10_positions", count.log10(), note));
    }
    if let Some(bound) = game.position_bound() {
        let note = &bound.formula;
        rows.push(Figure::fact("positions_bound", bound.count, note));
        rows.push(Figure::fact(
            "log10_positions_bound",
            bound.count.log10(),
            note,
        ));
    }
    let name = game.name();
    for size in G::INFO.sizes.iter().filter(|s| s.game == name) {
        for (figure, value) in [
            ("published_log10_positions", size.log10_positions),
            ("published_log10_tree", size.log10_tree),
        ] {
            rows.extend(value.map(|v| Figure::fact(figure, v, size.source)));
        }
    }
    rows
}

/// The columns of the figures.
const FIGURES: [&str; 6] = ["figure", "value", "low", "high", "n", "note"];

struct Report<'a> {
    game: String,
    agent: String,
    openings: String,
    seed: u64,
    games: &'a [GameSize],
    repeats: bool,
    figures: Complexity,
    rows: Vec<Figure>,
}

impl Report<'_> {
    fn capped(&self) -> usize {
        self.games.iter().filter(|g| g.capped).count()
    }

    fn print(&self, format: Format) -> Result<(), Failure> {
        let mut out = stdout();
        match format {
            Format::Text => self.people(&mut out)?,
            Format::Csv => {
                let columns = ["game", "agent", "openings", "seed"];
                let mut table = Table::new(columns.into_iter().chain(FIGURES));
                for row in &self.rows {
                    let mut cells = vec![json!(self.game), json!(self.agent)];
                    cells.extend([json!(self.openings), json!(self.seed)]);
                    cells.extend(row.cells());
                    table.push(cells);
                }
                table.write_csv(&mut out)?;
            }
            Format::Json => {
                let mut table = Table::new(FIGURES);
                self.rows.iter().for_each(|r| table.push(r.cells()));
                let object = json!({
                    "game": self.game,
                    "agent": self.agent,
                    "openings": self.openings,
                    "seed": self.seed,
                    "games": self.games.len(),
                    "distinct": self.figures.distinct,
                    "capped": self.capped(),
                    "figures": table.objects(),
                });
                serde_json::to_writer_pretty(&mut out, &object)?;
                writeln!(out)?;
            }
        }
        finish(out)
    }

    fn people(&self, out: &mut dyn Write) -> Result<(), Failure> {
        writeln!(out, "{}: {} against itself", self.game, self.agent)?;
        writeln!(
            out,
            "{} ({} distinct), openings {}, seed {}; {} cut short at the ply cap",
            counted(self.games.len(), "games"),
            self.figures.distinct,
            self.openings,
            self.seed,
            self.capped()
        )?;
        if self.repeats {
            writeln!(
                out,
                "the agent is deterministic: from the start that is one game, n = 1, no interval"
            )?;
        }
        writeln!(out)?;
        let mut table = Table::new(FIGURES);
        for row in &self.rows {
            let mut cells = row.cells();
            for cell in &mut cells[1..4] {
                *cell = match cell.as_f64() {
                    Some(x) => json!(readable(x)),
                    None => json!(""),
                };
            }
            table.push(cells);
        }
        table.write_text(out)?;
        writeln!(out, "\nintervals 95 %; the unit is the game")?;
        Ok(())
    }
}

/// Three decimals, or for very large numbers three digits.
fn readable(x: f64) -> String {
    if x.abs() >= 1e12 {
        format!("{x:.2e}")
    } else if x.fract() == 0.0 {
        format!("{x}")
    } else {
        format!("{x:.3}")
    }
}
