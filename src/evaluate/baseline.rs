//! What advice is compared with.

use crate::game::{Context, Ending, Exercise, Game, Player, Referee};
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
/// position. The stream is addressed by (seed, replicate, index).
pub fn rollout<G: Game>(
    referee: &Referee<G>,
    position: &G::Position,
    player: Player,
    n: u64,
    (seed, replicate, index): (u64, u64, u64),
    moves: &mut Vec<G::Move>,
) -> f64 {
    let mut rng = Stream::open(seed, Purpose::Rollout, replicate, index);
    let mut sum = 0i64;
    for _ in 0..n {
        let choose = |context: &Context<G>, legal: &[G::Move]| {
            Uniform.choose(&referee.game, context, legal, &mut rng)
        };
        let (_, ending) = referee.play(Context::of(*position), moves, choose, |_| ());
        if let Ending::Over(outcome) = ending {
            sum += outcome.value_for(player) as i64;
        }
    }
    sum as f64 / n as f64
}
