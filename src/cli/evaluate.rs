//! `sowlab evaluate`: is the advice, or a rule, any good?

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::output::Format;
use super::{Exit, Failure, numbers, policy, rule, size};
use crate::catalog;
use crate::evaluate::{Positions, Weighting};
use crate::knn::{LabelSource, Metric, Mover, Rule, Ties, Vote, Weight};
use crate::selfplay::Record;

/// Judge advice, or a rule of play, against the exact solver
#[derive(Args)]
pub struct Evaluate {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Advice(Box<Advice>),
    Rule(rule::Rule),
    Policy(policy::Policies),
}

impl Evaluate {
    pub fn run(self) -> Result<Exit, Failure> {
        match self.what {
            What::Advice(advice) => advice.run(),
            What::Rule(rule) => rule.run(),
            What::Policy(policies) => policies.run(),
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
///                sides, and with _south or _north by side (a draw counts one half); with draws
///                also won_... and drawn_..., the two apart. The best reply minimises win_...
///   accuracy, balanced_accuracy, mcc, undecided   reached positions recognised as won or lost
///   margin_kept, margin_regret   of games that count points, over E too: probability that the
///                move keeps the exact margin, mean points given away (by chance: margin_chance,
///                regret_chance)
///   win_kept, win_nearer   of games that can go on for ever, over the won positions of E:
///                probability that the move keeps the win, and that it also brings the end nearer
///
/// Rules: best = uniform over the moves of maximal score, approve = uniform over the moves of
/// positive score. Weights: positions = each position of E once, visits = by the exact
/// probability of meeting it under uniform play. Intervals are 95 %, over independent databases
/// (t), or over positions and databases (bootstrap) with --positions sample:N.
///
/// A game with more reachable positions than --limit can be judged by --positions sample:N
/// --weights visits: uniform games are played from the start until N of the positions drawn from
/// them are of E, each solved by itself (--nodes, --memory). There are then no exact win
/// probabilities, no --db exact and no --games with --label solver.
///
/// Columns of --out and --format csv, one figure a line: game, section (set, advice, play,
/// classification, baseline, comparison, best_k), games (or `exact`), metric (of a baseline: its
/// name), k, ties, vote, weight, mover, label, rule, weights, figure, value, low, high, n
/// (replicates; in section set, positions), versus (of a comparison).
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Advice {
    /// The game, such as 'sowing(pots=6,seeds=2)'
    pub game: String,
    /// Judge this database (a file, or `exact` for the exact distribution of final positions)
    #[arg(long, conflicts_with = "games", required_unless_present = "games")]
    pub db: Option<String>,
    /// Judge fresh databases of these many games, ascending: 10,100,...,1e6; `exact` may end the list
    #[arg(long)]
    pub games: Option<String>,
    /// Independent databases of each size
    #[arg(long, default_value = "20")]
    pub replicates: String,
    /// Numbers of neighbours
    #[arg(long, default_value = "5")]
    pub k: String,
    /// Distances: manhattan, euclidean, chebyshev, or all
    #[arg(long, default_value = "manhattan")]
    pub metric: String,
    /// Who takes part at the k-th distance: all, classroom, first; or `every` for the three
    #[arg(long, default_value = "all")]
    pub ties: String,
    /// What k counts: distinct rows or games (count); or all
    #[arg(long, default_value = "distinct")]
    pub weight: String,
    /// How neighbours vote: majority, distance, or all
    #[arg(long, default_value = "majority")]
    pub vote: String,
    /// Who plays the games of --games: uniform, greedy(rule=...) or strategy(rule=...); or by side,
    /// north=greedy(rule=...), once or for each
    #[arg(long, default_value = "uniform")]
    pub policy: Vec<String>,
    /// Which positions of a game are recorded: final, last:N, all
    #[arg(long, default_value = "final")]
    pub record: String,
    /// Whose positions vote: any, or same side to move [default: any for final positions, else same]
    #[arg(long)]
    pub mover: Option<String>,
    /// Whose label votes: game, or solver (exact values)
    #[arg(long, default_value = "game")]
    pub label: String,
    /// Leave out rows equal to the question, and to its mirror
    #[arg(long)]
    pub hide_exact: bool,
    /// Positions judged: all (of E), or sample:N drawn from E by the weighting
    #[arg(long, default_value = "all")]
    pub positions: String,
    /// How positions are weighted: positions, visits, or both
    #[arg(long, default_value = "both")]
    pub weights: String,
    /// Compute exact win probabilities from the start: yes, no, or auto (up to 200 000 positions)
    #[arg(long, default_value = "auto")]
    pub play: String,
    /// Playouts a move of flat Monte-Carlo baselines, besides the one of equal cost
    #[arg(long)]
    pub rollouts: Option<String>,
    /// The seed of games, samples, playouts and bootstrap
    #[arg(long, default_value = "1")]
    pub seed: u64,
    /// Threads [default: all]
    #[arg(long, default_value = "0", hide_default_value = true, value_parser = numbers::threads)]
    pub threads: usize,
    /// Do not list more reachable positions than this
    #[arg(long, default_value = "5_000_000")]
    pub limit: String,
    /// With sample:N of a game beyond --limit: leave out positions that the solver cannot
    /// judge within this many nodes
    #[arg(long, value_name = "N", value_parser = numbers::count, allow_negative_numbers = true)]
    pub nodes: Option<u64>,
    /// With sample:N of a game beyond --limit: memory of the solver's tables (all threads
    /// together)
    #[arg(long, value_name = "BYTES", default_value = "1G", value_parser = size::bytes)]
    pub memory: usize,
    /// Write the tidy results to this CSV file
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// Draw the results, .svg or .png: hit rate over database size (see sowlab plot for others)
    #[arg(long, value_name = "FILE", requires = "out")]
    pub plot: Option<PathBuf>,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// The arguments, understood.
pub(super) struct Settings {
    pub rules: Vec<Rule>,
    pub which: Positions,
    pub weightings: Vec<Weighting>,
    /// Sizes of the databases of `--games`.
    pub sizes: Vec<u64>,
    /// Whether the exact distribution is judged too.
    pub exact: bool,
    pub replicates: usize,
    pub rollouts: Vec<u64>,
    pub record: Record,
    pub label: LabelSource,
    pub mover: Option<Mover>,
    /// Whether to play to the end; where nothing is said, if that is cheap.
    pub play: Option<bool>,
    pub limit: usize,
}

impl Advice {
    fn run(self) -> Result<Exit, Failure> {
        let game = self.game.clone();
        catalog::run(&game, self)?
    }

    /// Reads the arguments.
    pub fn settings(&self) -> Result<Settings, Failure> {
        let (sizes, exact) = self.sizes()?;
        let record: Record = self.record.parse().map_err(|e| format!("--record {e}"))?;
        if exact && record != Record::Final {
            return Err("the exact distribution is of final positions: --record final".into());
        }
        let mover = |m: &String| m.parse().map_err(|e| format!("--mover {e}"));
        Ok(Settings {
            rules: self.rules()?,
            which: self.positions()?,
            weightings: self.weightings()?,
            sizes,
            exact,
            replicates: self.replicates()?,
            rollouts: self.rollouts()?,
            record,
            label: self.label.parse().map_err(|e| format!("--label {e}"))?,
            mover: self.mover.as_ref().map(mover).transpose()?,
            play: match self.play.as_str() {
                "yes" => Some(true),
                "no" => Some(false),
                "auto" => None,
                other => return Err(format!("--play {other}: expected yes, no or auto").into()),
            },
            limit: numbers::amount(&self.limit).map_err(|e| format!("--limit {e}"))?,
        })
    }

    fn replicates(&self) -> Result<usize, Failure> {
        match numbers::count(&self.replicates) {
            Ok(n @ 1..=1_000_000) => Ok(n as usize),
            _ => Err(format!("--replicates {}: expected 1 to 1000000", self.replicates).into()),
        }
    }

    fn rollouts(&self) -> Result<Vec<u64>, Failure> {
        let Some(text) = &self.rollouts else {
            return Ok(Vec::new());
        };
        let rollouts = numbers::list(text).map_err(|e| format!("--rollouts {e}"))?;
        if rollouts.contains(&0) {
            return Err("--rollouts: expected numbers of at least 1".into());
        }
        Ok(rollouts)
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
        let wrong = || {
            format!(
                "--positions {}: expected all, or sample:N with N from 1 to 100000000",
                self.positions
            )
        };
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
