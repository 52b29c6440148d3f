//! `sowlab generate GAME --games N --out FILE.csv`

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;

use super::arguments::{command_line, parse_games, refuse_inputs};
use super::output::{Format, say, warn};
use super::{Exit, Failure, INTERRUPTED, OK, numbers, plot, progress, size, summary};
use crate::catalog::{self, CatalogGame, GameTask, PolicyTask, open_policy};
use crate::database::{Job, Manifest, Rows, check_output, exact, generate_file};
use crate::game::Reachable;
use crate::manifest::Input;
use crate::manifest::quoted;
use crate::parallel::Pool;
use crate::policy::Policy;
use crate::selfplay::{Distribution, Record, SelfPlay};

/// Play games and write the positions they reach as a CSV database
///
/// Columns: the game's coordinates (see `sowlab games NAME`), to_move, winner
/// (a player, draw or capped), margin (empty where the game counts no points),
/// count. Rows are sorted, and equal ones merged. With --rows games there is one
/// row for each recorded position, in the order of play: it begins with game, ply
/// and length (plies of the whole game), and has no count.
///
/// Beside FILE.csv stands its manifest, FILE.csv.json: the game, the policy, the
/// seed, which games, how many, their winners and lengths, the command, and a
/// checksum. A name that ends in .csv.gz is compressed.
///
/// --exact computes instead of playing: the exact probability of every final
/// position under the policy, with the expected length and the probability of
/// each result, by dynamic programming over all reachable positions.
///
/// The same seed gives the same bytes for any number of threads, any --memory,
/// and any split into ranges joined by `sowlab merge`. Ctrl-C writes the games
/// that are finished and says how to go on.
#[derive(Args)]
pub struct Generate {
    /// The game, such as 'sowing(pots=6,seeds=2)'
    game: String,
    /// Which games to play: N for 0..N, or A..B (half-open); 1e6 and 1_000_000 are
    /// understood
    #[arg(long, value_parser = parse_games, required_unless_present = "exact")]
    games: Option<Range<u64>>,
    /// Instead of playing games, compute the exact probability of every final
    /// position under the policy; the column probability replaces count
    #[arg(long, conflicts_with_all = ["games", "rows"])]
    exact: bool,
    /// With --exact: refuse games with more reachable positions
    #[arg(long, default_value = "20_000_000", value_parser = numbers::count)]
    limit: u64,
    /// Who plays: uniform, greedy(rule=...) or strategy(rule=...), both sides alike; or by side,
    /// north=greedy(rule=...), once or for each (a side not named plays uniformly)
    #[arg(long, default_value = "uniform")]
    policy: Vec<String>,
    /// The seed of all randomness
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Which independent repetition of the experiment this is
    #[arg(long, default_value_t = 0)]
    replicate: u64,
    /// Which positions to record: final, last:N or all
    #[arg(long, default_value_t)]
    record: Record,
    /// merged or games
    #[arg(long, default_value_t)]
    rows: Rows,
    /// The CSV file to write
    #[arg(long)]
    out: PathBuf,
    /// Draw the database, .svg or .png: its most frequent positions (see sowlab plot for
    /// others)
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// How many threads to use; all by default
    #[arg(long, default_value = "0", hide_default_value = true, value_parser = numbers::threads)]
    threads: usize,
    /// About how much memory to use for what was recorded; the rest goes to
    /// temporary files beside the output
    #[arg(long, default_value = "1G", value_parser = size::bytes)]
    memory: usize,
    /// How to print the summary
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// The files that the policy comes from.
    #[arg(skip)]
    inputs: Vec<Input>,
}

impl Generate {
    pub fn run(self) -> Result<Exit, Failure> {
        check_output(&self.out)?;
        if let Some(picture) = &self.plot {
            plot::check_picture(picture)?;
        }
        let game = self.game.clone();
        catalog::run(&game, self)?
    }

    /// Plays and writes; a policy of any type.
    fn sampled<G: CatalogGame, P: Policy<G>>(self, game: G, policy: &P) -> Result<Exit, Failure> {
        let players = game.players();
        let games = self.games.clone().unwrap_or_default();
        let play = SelfPlay::new(game, policy, self.seed, self.replicate, self.record);
        let job = Job {
            games: games.clone(),
            rows: self.rows,
            memory: self.memory,
            out: self.out.clone(),
            command: command_line(),
            inputs: self.inputs.clone(),
        };
        let pool = Pool::new(self.threads);
        let begin = Instant::now();
        let written = progress::run("games", |control| {
            generate_file(&play, &job, &pool, control)
        })??;
        let seconds = begin.elapsed().as_secs_f64();
        let Some(manifest) = written else {
            say("interrupted before a game was finished: nothing written");
            return Ok(INTERRUPTED);
        };
        self.draw()?;
        // If nobody reads it, what follows is said all the same.
        let printed = summary::print(&self.out, &manifest, players, None, self.format);
        let played = manifest.games.unwrap_or(0);
        say(format_args!(
            "{:.2} s, {:.0} games/s, {} threads",
            seconds,
            played as f64 / seconds,
            pool.threads()
        ));
        if manifest.interrupted {
            self.resume(&manifest, games);
            return Ok(INTERRUPTED);
        }
        printed?;
        Ok(OK)
    }

    /// Computes and writes the distribution of final positions.
    fn exactly<G: CatalogGame, P: Policy<G>>(self, game: G, policy: &P) -> Result<Exit, Failure> {
        if self.record != Record::Final {
            return Err("--exact is about final positions: --record final".into());
        }
        let limit = usize::try_from(self.limit).unwrap_or(usize::MAX);
        let start = game.initial();
        if game.recurs(&start).is_some() {
            say(format_args!(
                "warning: the exact distribution of {} is that without the draw at the third \
                 occurrence of a position, which ends games that are played",
                game.name()
            ));
        }
        let graph = progress::run("positions", |control| {
            Reachable::new(&game, start, limit, control)
        })??;
        let distribution = Distribution::new(&game, &graph, policy);
        let manifest = exact::write(
            &game,
            policy,
            &graph,
            &distribution,
            &self.out,
            &command_line(),
            self.inputs.clone(),
        )?;
        self.draw()?;
        let capped = (!game.always_ends()).then_some(distribution.capped);
        summary::print_exact(&self.out, &manifest, graph.len(), capped, self.format)?;
        Ok(OK)
    }

    fn draw(&self) -> Result<(), Failure> {
        match &self.plot {
            Some(picture) => plot::draw(&self.out, picture),
            None => Ok(()),
        }
    }

    /// Says how to play the games that are missing.
    fn resume(&self, manifest: &Manifest, games: Range<u64>) {
        let Range { start, end } = games;
        let done = manifest.ranges.last().map_or(start, |r| r[1]);
        let rest = rest_name(&self.out);
        let (out, rest) = (
            quoted(&self.out.to_string_lossy()),
            quoted(&rest.to_string_lossy()),
        );
        say(format_args!(
            "interrupted: games {start}..{done} of {start}..{end} are written. To go on:"
        ));
        say(format_args!(
            "  sowlab generate {} --games {done}..{end} --policy {} --seed {} --replicate {} \
             --record {} --rows {} --out {rest}",
            quoted(&self.game),
            quoted(&self.policy.join(",")),
            self.seed,
            self.replicate,
            self.record,
            self.rows
        ));
        say(format_args!("  sowlab merge {out} {rest} --out {out}"));
    }
}

impl GameTask for Generate {
    type Output = Result<Exit, Failure>;

    fn run<G: CatalogGame>(self, game: G) -> Self::Output {
        let policy = open_policy(&game, &self.policy.join(","))?;
        warn(policy.warnings());
        if let Some(why) = game.poor_finals().filter(|_| self.record == Record::Final) {
            say(format_args!(
                "warning: {why}: --record last:8 or --record all keeps earlier positions too"
            ));
        }
        let inputs = policy.inputs();
        for out in self.plot.iter().chain([&self.out]) {
            refuse_inputs(out, &inputs)?;
        }
        let options = Self { inputs, ..self };
        policy.run(Run { game, options })
    }
}

/// The command with its game, for a policy of any type.
struct Run<G> {
    game: G,
    options: Generate,
}

impl<G: CatalogGame> PolicyTask<G> for Run<G> {
    type Output = Result<Exit, Failure>;

    fn run<P: Policy<G>>(self, policy: &P) -> Self::Output {
        if self.options.exact {
            self.options.exactly(self.game, policy)
        } else {
            self.options.sampled(self.game, policy)
        }
    }
}

/// `a.csv` becomes `a.rest.csv`.
fn rest_name(out: &Path) -> PathBuf {
    let name = out.file_name().unwrap_or_default().to_string_lossy();
    let (stem, ending) = match name.find(".csv") {
        Some(at) => name.split_at(at),
        None => (&*name, ""),
    };
    out.with_file_name(format!("{stem}.rest{ending}"))
}
