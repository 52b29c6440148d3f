//! What advice is compared with.

use rustc_hash::FxHashMap;

use super::ground::Ground;
use super::study::{Judge, Measurement, Measurements};
use crate::control::Control;
use crate::game::{Context, Ending, Exercise, Game, Player, Referee, Value};
use crate::parallel::Pool;
use crate::policy::{Policy, Uniform};
use crate::random::{Purpose, Stream};

/// A way to score a position for the player who has just moved there that
/// needs no database.
pub struct Baseline<G: Game> {
    /// The name, as results state it.
    pub name: String,
    /// The score; any scale, only the order of moves (and the sign) counts.
    pub score: Box<Scorer<G>>,
}

/// Scores a position for the player who has just moved there.
pub type Scorer<G> = dyn Fn(&<G as Game>::Position, Player) -> f64 + Send + Sync;

impl<G: Game> Baseline<G> {
    /// Every move alike.
    pub fn uniform() -> Self {
        Self {
            name: "uniform".into(),
            score: Box::new(|_, _| 0.0),
        }
    }
}

impl<G: Game + 'static> Baseline<G> {
    /// The exact player: never gives the value away.
    pub fn exact(ground: &Ground<G>) -> Self {
        let game = ground.game.clone();
        let positions = ground.graph.positions().iter().copied();
        let values: FxHashMap<G::Position, Value> =
            positions.zip(ground.values.iter().copied()).collect();
        Self {
            name: "exact".into(),
            score: Box::new(move |position, player| {
                let value = values.get(position).copied().unwrap_or(Value::Draw);
                let mine = game.mover(position) == player;
                f64::from(if mine { value } else { -value } as i8)
            }),
        }
    }
}

impl<G: Exercise + 'static> Baseline<G> {
    /// `greedy(rule=mobility)`: own minus enemy moves after the move.
    pub fn mobility(game: &G) -> Self {
        let game = game.clone();
        let moves_of = move |position: &G::Position, player: Player| {
            let mut moves = Vec::new();
            if let Some(turned) = game.with_mover(position, player) {
                game.expand(&turned, &mut moves);
            }
            moves.len() as f64
        };
        Self {
            name: "greedy(rule=mobility)".into(),
            score: Box::new(move |position, player| {
                moves_of(position, player) - moves_of(position, player.other())
            }),
        }
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
pub fn measure_baseline<G: Game>(
    judge: &Judge<'_, G>,
    baseline: &Baseline<G>,
    play: bool,
) -> Measurement {
    let ground = judge.ground;
    let score =
        |&(i, player): &(u32, Player)| (baseline.score)(ground.graph.position(i as usize), player);
    let scores: Vec<f64> = ground.questions().iter().map(score).collect();
    judge.measure(&scores, &[], play)
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
        Some(vec![vec![judge.measure(&scores, &[], play)]])
    });
    results.into_iter().flatten().collect()
}
