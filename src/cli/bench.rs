//! `sowlab bench`: how fast this machine is.

use std::path::Path;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::json;

use super::output::{Format, Table, finish, stdout};
use super::{Exit, Failure, OK};
use crate::control::Control;
use crate::database::Counts;
use crate::feature::Ground;
use crate::feature::file::{self, FileError};
use crate::game::alquerkonane::Alquerkonane;
use crate::game::fang::{self, Fang};
use crate::game::fanorona::{self, Fanorona};
use crate::game::hunt::{Goal, Hunt, Start as HuntStart};
use crate::game::kalah::{Capture, End, Kalah};
use crate::game::sowing::Sowing;
use crate::game::telo::{Start as TeloStart, Telo};
use crate::game::{Game, OnBoard, Player, Searchable, Vectorize};
use crate::knn::synthetic::{Shape, labels};
use crate::knn::{HideAll, Metric, Mover, Queries, Rule, Ties, Vote, Voters, Weight};
use crate::parallel::Pool;
use crate::policy::{Features, Policy, Uniform, Weighing};
use crate::selfplay::{Record, SelfPlay};
use crate::solver::{Limits, Solver, perft};

/// Measure speed: playouts, generation, neighbours, counting, solving
///
/// Fields: what, rate (units per second, the median of five runs), unit, low and high (the
/// slowest and the fastest run), threads. With --threads 1 (the default) the rates are per core.
/// The data of the kNN lines are made up: as many rows as --rows, all different, labels by coin
/// flip, k=5, ties=all; 8 pots with 16 seeds, 14 pots with 48 seeds, 45 cells of 0, 1 or 2.
#[derive(Args)]
pub struct Bench {
    /// Only lines that contain this text
    #[arg(long)]
    only: Option<String>,
    /// Seconds for each line
    #[arg(long, default_value_t = 1.0, value_parser = seconds)]
    seconds: f64,
    /// Rows of the kNN databases
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(100..=10_000_000))]
    rows: u32,
    /// Threads; 0 = as many as the machine has
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|s| (0.01..=600.0).contains(s));
    number.ok_or_else(|| "expected seconds from 0.01 to 600".into())
}

/// Runs of a line; the median is reported.
const RUNS: usize = 5;

/// Questions asked at once.
const QUERIES: usize = 4096;

impl Bench {
    pub fn run(self) -> Result<Exit, Failure> {
        let pool = Pool::new(self.threads);
        let mut lines = Lines {
            table: Table::new(["what", "rate", "unit", "low", "high", "threads"]),
            bench: &self,
            pool: &pool,
        };
        lines.games("sowing 6x2", Sowing::<1>::uniform(6, 2, Player::One)?);
        lines.games("sowing 8x2", Sowing::<1>::uniform(8, 2, Player::One)?);
        lines.games("sowing 12x2", Sowing::<2>::uniform(12, 2, Player::One)?);
        lines.games("sowing 24x2", Sowing::<4>::uniform(24, 2, Player::One)?);
        lines.games("fang 8", Fang::new(8, fang::Rules::default())?);
        let kalah: Kalah<u64> = Kalah::new(6, 4, Capture::Empty, End::Either)?;
        lines.games("kalah 6x4", kalah);
        let alquerkonane = Alquerkonane::new(6, 4, 2, Player::One)?;
        let fanorona = Fanorona::new(5, 9, fanorona::Rules::default())?;
        lines.games("alquerkonane 6x4", alquerkonane.clone());
        lines.games("fanorona 5x9", fanorona.clone());
        lines.games("fanorona 5x9 hops", fanorona.clone().by_hops());
        lines.games("fanoron-telo", Telo::new(TeloStart::Empty, false));
        let hunt = Hunt::new(HuntStart::Lucas, Goal::Home, None)?;
        lines.games("hare-and-hounds", hunt.clone());
        lines.biased("hare-and-hounds", &hunt, HUNT_SET)?;
        lines.biased("alquerkonane 6x4", &alquerkonane, ALQUERKONANE_SET)?;
        let six = Alquerkonane::new(6, 6, 2, Player::One)?;
        lines.biased("alquerkonane 6x6", &six, ALQUERKONANE_SET)?;
        lines.neighbours("8 coordinates", Shape::Seeds(16), 8)?;
        lines.neighbours("14 coordinates", Shape::Seeds(48), 14)?;
        lines.neighbours("45 coordinates", Shape::Cells(3), 45)?;
        lines.counting("fanorona 5x9", &fanorona, 5);
        for pots in 8..=10 {
            let game = Sowing::<2>::uniform(pots, 2, Player::One)?;
            lines.solving(&format!("sowing {pots}x2"), &game);
        }
        lines.solving("fang 8", &Fang::new(8, fang::Rules::default())?);
        for (name, capture) in [
            ("kalah 6x2", Capture::Empty),
            ("kalah 6x2 nonempty", Capture::NonEmpty),
        ] {
            let game: Kalah<u64> = Kalah::new(6, 2, capture, End::Either)?;
            lines.solving(name, &game);
        }
        lines.solving("alquerkonane 6x4", &alquerkonane);
        // Where play can go on for ever that is every position.
        lines.solving("hare-and-hounds", &hunt);
        lines.solving(
            "fanorona 3x3",
            &Fanorona::new(3, 3, fanorona::Rules::default())?,
        );
        let table = lines.table;
        if table.is_empty() {
            let only = self.only.as_deref().unwrap_or_default();
            return Err(format!("--only {only}: no line of the table has that in its name").into());
        }
        let mut out = stdout();
        table.write(self.format, &mut out)?;
        finish(out)?;
        Ok(OK)
    }
}

/// The sets of features that playouts are measured with.
const HUNT_SET: &str = include_str!("../../data/features/hare-and-hounds.toml");
const ALQUERKONANE_SET: &str = include_str!("../../data/features/alquerkonane.toml");

struct Lines<'a> {
    table: Table,
    bench: &'a Bench,
    pool: &'a Pool,
}

impl Lines<'_> {
    fn wanted(&self, what: &str) -> bool {
        let only = self.bench.only.as_deref();
        only.is_none_or(|text| what.contains(&text.to_lowercase()))
    }

    /// Adds a line. `work(n)` does `n` units; how many fill a run is found by
    /// doubling.
    fn line(&mut self, what: &str, unit: &str, mut work: impl FnMut(u64)) {
        let run = Duration::from_secs_f64(self.bench.seconds / RUNS as f64);
        let mut time = |n: u64| {
            let begin = Instant::now();
            work(n);
            begin.elapsed().max(Duration::from_nanos(1))
        };
        let mut n = 1;
        while time(n) < run / 4 && n < 1 << 40 {
            n *= 2;
        }
        let mut rates: Vec<f64> = (0..RUNS)
            .map(|_| {
                let mut done = 0;
                let mut spent = Duration::ZERO;
                while spent < run {
                    spent += time(n);
                    done += n;
                }
                done as f64 / spent.as_secs_f64()
            })
            .collect();
        rates.sort_by(f64::total_cmp);
        // Four digits are more than the measurement can tell.
        let round = |rate: f64| {
            let scale = 10f64.powf(rate.log10().floor() - 3.0);
            json!((rate / scale).round() * scale)
        };
        self.table.push(vec![
            json!(what),
            round(rates[RUNS / 2]),
            json!(unit),
            round(rates[0]),
            round(rates[RUNS - 1]),
            json!(self.pool.threads()),
        ]);
    }

    fn playouts<G: Game, P: Policy<G>>(&mut self, what: &str, play: &SelfPlay<'_, G, P>) {
        let pool = self.pool;
        if self.wanted(what) {
            let mut at = 0;
            self.line(what, "games/s", |n| {
                // Streams are addressed: any split over threads is the same work.
                let share = n.div_ceil(pool.threads() as u64);
                let plies = pool.map(pool.threads(), |t| {
                    let first = at + t as u64 * share;
                    let mut plies = 0;
                    play.play(first..first + share, |r| plies += u64::from(r.length));
                    plies
                });
                std::hint::black_box(plies);
                at += n;
            });
        }
    }

    /// Playouts of both sides by a shipped set of features; of a small game by table
    /// too.
    fn biased<G: OnBoard>(&mut self, name: &str, game: &G, set: &str) -> Result<(), Failure> {
        let nothing = |path: &Path| Err(FileError::whole(path, "no other file"));
        let loaded = file::parse(set, Path::new("set.toml"), game.players(), None, nothing)?;
        let ground = Ground::of(game)?;
        let choice = Weighing::Softmax {
            temperature: 1.0,
            epsilon: 0.0,
        };
        let matched = Features::new(name.into(), &loaded.playout, &ground, choice)?;
        let tabled = matched.clone().tabulated(game);
        let mut line = |how: &str, policy: &Features| {
            let play = SelfPlay::new(game.clone(), policy, 1, 0, Record::Final);
            self.playouts(&format!("{name}: playouts by features{how}"), &play);
        };
        line("", &matched);
        if tabled.is_tabulated() {
            line(", by table", &tabled);
        }
        Ok(())
    }

    fn games<G: Vectorize>(&mut self, name: &str, game: G) {
        let play = SelfPlay::new(game, &Uniform, 1, 0, Record::Final);
        let (pool, control) = (self.pool, Control::new());
        self.playouts(&format!("{name}: uniform playouts"), &play);
        let what = format!("{name}: games recorded and merged");
        if self.wanted(&what) {
            let mut counts = Counts::new();
            let mut at = 0;
            self.line(&what, "games/s", |n| {
                counts.absorb(&play, at..at + n, pool, &control);
                at += n;
            });
        }
    }

    fn neighbours(&mut self, name: &str, shape: Shape, dim: usize) -> Result<(), Failure> {
        let line = |m: &Metric| format!("knn {name}: {m}");
        let names: Vec<String> = Metric::ALL.iter().map(line).collect();
        if !names.iter().any(|n| self.wanted(n)) {
            return Ok(());
        }
        let rows = self.bench.rows as usize;
        let data = shape.rows(rows, dim, true, 1);
        let rows = data.nrows();
        let sides = vec![Player::One; rows.max(QUERIES)];
        let voters = Voters::new(
            data.view(),
            &sides[..rows],
            &labels(rows, 1),
            &vec![1; rows],
            Mover::Any,
        )?;
        let asked = shape.rows(QUERIES, dim, false, 2);
        for (&metric, what) in Metric::ALL.iter().zip(&names) {
            if !self.wanted(what) {
                continue;
            }
            let rule = Rule {
                metric,
                k: 5,
                ties: Ties::All,
                weight: Weight::Distinct,
                vote: Vote::Majority,
            };
            let pool = self.pool;
            self.line(what, "queries/s", |n| {
                let mut left = n as usize;
                while left > 0 {
                    let part = left.min(asked.nrows());
                    let queries = Queries {
                        coordinates: asked.slice(ndarray::s![..part, ..]),
                        to_move: &sides[..part],
                        player: &sides[..part],
                        hide: HideAll::Nothing,
                    };
                    std::hint::black_box(voters.scores(&queries, &[rule], pool).ok());
                    left -= part;
                }
            });
        }
        Ok(())
    }

    fn counting<G: Game>(&mut self, name: &str, game: &G, depth: usize) {
        let what = format!("{name}: perft {depth}");
        if self.wanted(&what) {
            let (pool, start) = (self.pool, game.initial());
            self.line(&what, "counts/s", |n| {
                for _ in 0..n {
                    let counts = perft(game, &start, depth, pool, &Control::new());
                    std::hint::black_box(counts);
                }
            });
        }
    }

    fn solving<G: Searchable>(&mut self, name: &str, game: &G) {
        let what = format!("{name}: solved from nothing");
        if !self.wanted(&what) || self.pool.threads() > 1 {
            return;
        }
        let start = game.initial();
        self.line(&what, "starts/s", |n| {
            for _ in 0..n {
                let mut solver = Solver::new(game.clone(), 1 << 30);
                let solved = solver.solve(&start, &Limits::default(), &Control::new());
                std::hint::black_box(solved.ok());
            }
        });
    }
}
