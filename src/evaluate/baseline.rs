//! What advice is compared with.

use super::ground::Ground;
use super::judge::{Judge, Measurement};
use super::study::Measurements;
use crate::control::Control;
use crate::game::{Context, Ending, Game, Heuristic, Player, Referee, RuleOfThumb};
use crate::parallel::Pool;
use crate::policy::{Policy, Uniform};
use crate::random::{Purpose, Stream};

/// A way to score moves that needs no database.
pub struct Baseline<G: Game> {
    /// The name, as results state it.
    pub name: String,
    /// The score; any scale, only the order of moves (and the sign) counts.
    pub score: Box<Scorer<G>>,
}

/// Scores an edge of a ground's graph, for the player who makes the move:
/// `(ground, number of the position before it, edge)`.
pub type Scorer<G> = dyn Fn(&Ground<G>, usize, usize) -> f64 + Send + Sync;

impl<G: Game> Baseline<G> {
    fn new(
        name: &str,
        score: impl Fn(&Ground<G>, usize, usize) -> f64 + Send + Sync + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            score: Box::new(score),
        }
    }

    /// Every move alike.
    pub fn uniform() -> Self {
        Self::new("uniform", |_, _, _| 0.0)
    }

    /// The exact player: never gives the value away.
    pub fn exact() -> Self {
        Self::new("exact", |ground, i, edge| {
            f64::from(ground.value_of_move(i, edge) as i8)
        })
    }

    /// The exact player for the margin: never gives a point away. In a game that
    /// counts no points, any move.
    pub fn exact_margin() -> Self {
        Self::new("exact(margin)", |ground, i, edge| {
            ground.margin_of_move(i, edge).map_or(0.0, f64::from)
        })
    }
}

impl<G: Heuristic> Baseline<G> {
    /// The rules of thumb of a game, `greedy(rule=...)`.
    pub fn rules(game: &G) -> Vec<Self> {
        let rules = game.rules().iter().enumerate();
        let baseline = |(number, rule): (usize, &RuleOfThumb)| {
            let name = format!("greedy(rule={})", rule.name);
            Self::new(&name, move |ground, i, edge| {
                let (before, mv) = (ground.graph.position(i), ground.graph.mv(edge));
                f64::from(ground.game.appeal(number, before, mv))
            })
        };
        rules.map(baseline).collect()
    }
}

/// The mean result for `player`, in `[-1, 1]`, of `n` uniform playouts from a
/// position. The stream is addressed by (seed, replicate, index). `None` if
/// `control` is stopped before the last of them.
pub fn rollout<G: Game>(
    referee: &Referee<G>,
    position: &G::Position,
    player: Player,
    n: u64,
    (seed, replicate, index): (u64, u64, u64),
    moves: &mut Vec<G::Move>,
    control: &Control,
) -> Option<f64> {
    let mut rng = Stream::open(seed, Purpose::Rollout, replicate, index);
    let mut sum = 0i64;
    for _ in 0..n {
        if control.stopped() {
            return None;
        }
        let choose = |context: &Context<G>, legal: &[G::Move]| {
            Uniform.choose(&referee.game, context, legal, &mut rng)
        };
        let (_, ending) = referee.play(Context::of(*position), moves, choose, |_| ());
        if let Ending::Over(outcome) = ending {
            sum += outcome.value_for(player) as i64;
        }
    }
    Some(sum as f64 / n as f64)
}

/// Measures a baseline; it has no chance in it, so once is enough.
///
/// One that says the same of every move to a position also says what it thinks
/// of the position; any other is no classifier.
pub fn measure_baseline<G: Game>(
    judge: &Judge<'_, G>,
    baseline: &Baseline<G>,
    play: bool,
) -> Measurement {
    let ground = judge.ground;
    let mut by_edge = Vec::new();
    let mut by_question: Vec<Option<f64>> = vec![None; ground.questions().len()];
    let mut classifies = true;
    for i in 0..ground.graph.len() {
        for edge in ground.graph.edges(i) {
            let score = (baseline.score)(ground, i, edge);
            by_edge.push(score);
            let said = by_question[ground.question(edge)].get_or_insert(score);
            classifies &= *said == score;
        }
    }
    let scores: Option<Vec<f64>> = by_question.into_iter().collect();
    let classifier = scores.as_deref().filter(|_| classifies);
    judge.measure(|edge| by_edge[edge], classifier, &[], play)
}

/// Measures flat Monte-Carlo: every question is answered by `n` playouts, anew
/// in every replicate. `control` counts replicates; those that are complete when
/// it is stopped are returned.
pub fn measure_rollouts<G: Game>(
    judge: &Judge<'_, G>,
    n: u64,
    replicates: usize,
    seed: u64,
    play: bool,
    pool: &Pool,
    control: &Control,
) -> Measurements {
    let ground = judge.ground;
    let referee = Referee::new(ground.game.clone());
    let numbers: Vec<usize> = if play {
        (0..ground.questions().len()).collect()
    } else {
        judge.needed()
    };
    control.set_total(replicates as u64);
    let results = pool.map(replicates, |r| {
        let mut moves = Vec::new();
        let mut scores = vec![0.0; ground.questions().len()];
        for &q in &numbers {
            let (i, player) = ground.questions()[q];
            let position = ground.graph.position(i as usize);
            let address = (seed, r as u64, q as u64);
            scores[q] = rollout(&referee, position, player, n, address, &mut moves, control)?;
        }
        control.advance(1);
        Some(vec![vec![judge.measure_scores(&scores, &[], play)]])
    });
    results.into_iter().flatten().collect()
}
