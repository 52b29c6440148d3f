//! How large a game is: length, branching and game-tree complexity from games
//! that an agent plays against itself.
//!
//! The game is the unit of every interval: decisions of one game are not
//! independent of each other. With l plies and m legal moves (summed over the
//! decisions) in a game, and L and M their means over the games,
//!
//! - *length* is L;
//! - *branching* is M / L, the moves of all decisions over all decisions, so long
//!   games weigh more (a ratio estimator; its interval is that of the mean of
//!   (m - branching l) / L, the linear part of the ratio);
//! - *tree*, the usual game-tree complexity, is log10 of branching to the power of
//!   length, L log10(M / L) (its interval is by its linear part too);
//! - *path* is the mean over games of the sum of log10 of the numbers of moves: the
//!   mean logarithm of one over the probability that uniform play finds the very
//!   moves of a game.

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rustc_hash::{FxHashSet, FxHasher};

use super::intervals::{Estimate, t_interval};
use super::matches::Seats;
use crate::agent::Turn;
use crate::control::Control;
use crate::game::{Context, Ending, Game, Referee};
use crate::parallel::Pool;
use crate::random::{Purpose, Stream};
use crate::statistics::{Z95, wilson};

/// Games of an agent against itself. Game number `i` is a function of these
/// fields, the agent and `i` alone.
#[derive(Clone, Copy, Debug)]
pub struct SelfMatch<'a, G: Game> {
    /// The game, with the cap of its length.
    pub referee: &'a Referee<G>,
    /// So many plies at the beginning of every game are uniformly random. They
    /// count as plies of the game.
    pub random_plies: u32,
    /// The seed of all randomness.
    pub seed: u64,
    /// Which independent repetition of the experiment this is.
    pub replicate: u64,
}

/// What a game contributes to the figures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameSize {
    /// The number of the game.
    pub number: usize,
    /// Its plies, random ones included.
    pub plies: u32,
    /// The legal moves, summed over its decisions.
    pub moves: u64,
    /// log10 of the number of legal moves, summed over its decisions.
    pub log10_moves: f64,
    /// Whether it was cut short at the ply cap: its true length is larger.
    pub capped: bool,
    /// A hash of its moves: equal games have equal ones.
    pub fingerprint: u64,
}

impl<G: Game> SelfMatch<'_, G> {
    /// Plays so many games on the threads of the pool that the seats were made
    /// for. If `control`, which counts games, is stopped, the first of them are
    /// returned.
    pub fn play(
        &self,
        games: usize,
        seats: &Seats<G>,
        pool: &Pool,
        control: &Control,
    ) -> Vec<GameSize> {
        let next = AtomicUsize::new(0);
        let parts = pool.workers(|thread| {
            let mut agent = seats.take(thread);
            let mut moves = Vec::new();
            let mut played = Vec::new();
            while !control.stopped() {
                let number = next.fetch_add(1, Relaxed);
                if number >= games {
                    break;
                }
                let decide = |turn: &Turn<'_, G>, rng: &mut Stream| agent.decide(turn, rng);
                let Some(game) = self.game(number, decide, &mut moves, control) else {
                    break;
                };
                played.push(game);
                control.advance(1);
            }
            played
        });
        let mut all: Vec<GameSize> = parts.into_iter().flatten().collect();
        all.sort_unstable_by_key(|game| game.number);
        // Up to the first game that is missing: as if fewer had been asked for.
        let whole = all.iter().enumerate().take_while(|(i, g)| g.number == *i);
        let whole = whole.count();
        all.truncate(whole);
        all
    }

    /// One game; `None` if the control was stopped.
    fn game(
        &self,
        number: usize,
        mut decide: impl FnMut(&Turn<'_, G>, &mut Stream) -> Option<usize>,
        moves: &mut Vec<G::Move>,
        control: &Control,
    ) -> Option<GameSize> {
        let index = number as u64;
        let mut rng = Stream::open(self.seed, Purpose::Complexity, self.replicate, index);
        let mut size = GameSize {
            number,
            plies: 0,
            moves: 0,
            log10_moves: 0.0,
            capped: false,
            fingerprint: 0,
        };
        let mut hasher = FxHasher::default();
        let choose = |context: &Context<G>, legal: &[G::Move]| {
            let count = legal.len();
            size.moves += count as u64;
            size.log10_moves += libm::log10(count as f64);
            let chosen = if context.ply >= self.random_plies {
                let turn = Turn {
                    referee: self.referee,
                    context,
                    moves: legal,
                    control,
                };
                decide(&turn, &mut rng)
            } else if count > 1 {
                Some(rng.below(count as u32) as usize)
            } else {
                Some(0)
            };
            // An agent from elsewhere may answer anything.
            let chosen = chosen.filter(|&i| i < count).ok_or(())?;
            legal[chosen].hash(&mut hasher);
            Ok::<_, ()>(chosen)
        };
        let start = Context::start(&self.referee.game);
        let played = self.referee.try_play(start, moves, choose, |_| ()).ok();
        let (last, ending) = played?;
        size.plies = last.ply;
        size.capped = ending == Ending::Capped;
        size.fingerprint = hasher.finish();
        Some(size)
    }
}

/// What games say of the size of a game, with 95 % intervals; there is none for a
/// single game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Complexity {
    /// The mean number of plies.
    pub length: Estimate,
    /// Legal moves of all decisions over all decisions.
    pub branching: Estimate,
    /// log10 of branching to the power of length.
    pub log10_tree: Estimate,
    /// The mean over games of the sum of log10 of the numbers of moves.
    pub log10_path: Estimate,
    /// The share of games that were cut short. They count for the other figures
    /// with the plies that were played.
    pub capped: Estimate,
    /// How many different games were played.
    pub distinct: usize,
}

impl Complexity {
    /// The figures of these games; `None` if there is no game or none of them had a
    /// decision.
    pub fn of(games: &[GameSize]) -> Option<Self> {
        let mean = |of: &dyn Fn(&GameSize) -> f64| games.iter().map(of).sum::<f64>() / count(games);
        let plies = |g: &GameSize| f64::from(g.plies);
        let moves = |g: &GameSize| g.moves as f64;
        let (length, per_game) = (mean(&plies), mean(&moves));
        if games.is_empty() || per_game == 0.0 {
            return None;
        }
        let branching = per_game / length;
        let log10_tree = length * branching.log10();
        let estimate = |centre: f64, of: &dyn Fn(&GameSize) -> f64| {
            let values: Vec<f64> = games.iter().map(|g| centre + of(g)).collect();
            let spread = t_interval(&values)?;
            // Rounding of the sum is not for people to see.
            Some(Estimate {
                mean: centre,
                ..spread
            })
        };
        let ln10 = std::f64::consts::LN_10;
        let by_length = branching.log10() - 1.0 / ln10;
        let by_moves = 1.0 / (branching * ln10);
        let cut = games.iter().filter(|g| g.capped).count();
        let seen: FxHashSet<u64> = games.iter().map(|g| g.fingerprint).collect();
        Some(Self {
            length: estimate(length, &|g| plies(g) - length)?,
            branching: estimate(branching, &|g| (moves(g) - branching * plies(g)) / length)?,
            log10_tree: estimate(log10_tree, &|g| {
                by_length * (plies(g) - length) + by_moves * (moves(g) - per_game)
            })?,
            log10_path: t_interval(&games.iter().map(|g| g.log10_moves).collect::<Vec<_>>())?,
            capped: Estimate {
                mean: cut as f64 / count(games),
                interval: (games.len() > 1).then(|| wilson(cut as u64, games.len() as u64, Z95)),
                n: games.len(),
            },
            distinct: seen.len(),
        })
    }
}

fn count(games: &[GameSize]) -> f64 {
    games.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::{Agent, AlphaBeta, Chance, TiesBetween};
    use crate::game::fanorona::{Fanorona, Rules};
    use crate::game::sowing::Sowing;
    use crate::game::{Broken, DEFAULT_CAP, Outcome, Player};
    use crate::policy::Uniform;

    fn played<G: Game>(
        game: &G,
        agent: impl Agent<G> + 'static,
        games: usize,
        random_plies: u32,
        threads: usize,
    ) -> Vec<GameSize> {
        let referee = Referee::new(game.clone());
        let plan = SelfMatch {
            referee: &referee,
            random_plies,
            seed: 5,
            replicate: 0,
        };
        let pool = Pool::new(threads);
        let seats = Seats::new(Box::new(agent), &pool);
        plan.play(games, &seats, &pool, &Control::new())
    }

    fn size(plies: u32, moves: u64) -> GameSize {
        GameSize {
            number: 0,
            plies,
            moves,
            log10_moves: 1.0,
            capped: plies > 5,
            fingerprint: plies.into(),
        }
    }

    /// Uniform play of Sowing on six pots, sampled and exactly.
    #[test]
    fn figures_of_a_game_small_enough_for_exact_ones() {
        let game: Sowing<1> = Sowing::uniform(6, 2, Player::One).unwrap();
        let games = played(&game, Chance::named("random", Uniform), 4_000, 0, 2);
        // Exactly: every line of play with its probability.
        let mut exact = [0.0; 4];
        let mut stack = vec![(game.initial(), 1.0, 0u32, 0u64, 0.0)];
        let mut moves = Vec::new();
        while let Some((at, p, plies, sum, logs)) = stack.pop() {
            if game.expand(&at, &mut moves).is_some() {
                exact[0] += p * f64::from(plies);
                exact[1] += p * sum as f64;
                exact[2] += p * logs;
                exact[3] += p;
                continue;
            }
            let n = moves.len();
            for &mv in &moves {
                let logs = logs + (n as f64).log10();
                let next = game.play(&at, mv);
                stack.push((next, p / n as f64, plies + 1, sum + n as u64, logs));
            }
        }
        assert!((exact[3] - 1.0).abs() < 1e-9);
        assert!((exact[0] - 5.226_932_897).abs() < 1e-8, "{}", exact[0]);
        let found = Complexity::of(&games).unwrap();
        let branching = exact[1] / exact[0];
        for (estimate, truth) in [
            (found.length, exact[0]),
            (found.branching, branching),
            (found.log10_tree, exact[0] * branching.log10()),
            (found.log10_path, exact[2]),
        ] {
            let (low, high) = estimate.interval.unwrap();
            let half = (high - low) / 2.0;
            assert!(
                (estimate.mean - truth).abs() < 2.0 * half,
                "{estimate:?}: {truth}"
            );
            assert!(half < 0.05 * truth, "{estimate:?}");
        }
        assert_eq!((found.capped.mean, found.length.n), (0.0, 4_000));
    }

    #[test]
    fn figures_by_hand() {
        let found = Complexity::of(&[size(2, 4), size(4, 16)]).unwrap();
        assert_eq!(found.length.mean, 3.0);
        assert_eq!(found.branching.mean, 20.0 / 6.0);
        assert!((found.log10_tree.mean - 3.0 * (10f64 / 3.0).log10()).abs() < 1e-12);
        // The linear parts are -8/9 and 8/9: 12.706 times sqrt(2) 8/9 / sqrt(2).
        let (low, high) = found.branching.interval.unwrap();
        assert!(((high - low) / 2.0 - 12.706 * 8.0 / 9.0).abs() < 1e-3);
        assert_eq!(found.distinct, 2);
        let one = Complexity::of(&[size(6, 12)]).unwrap();
        assert_eq!((one.length.interval, one.capped.mean), (None, 1.0));
        assert_eq!(Complexity::of(&[]), None);
        assert_eq!(Complexity::of(&[size(0, 0)]), None);
    }

    #[test]
    fn the_same_games_for_any_number_of_threads_and_games() {
        let game = Fanorona::new(3, 3, Rules::default()).unwrap();
        let agent = || AlphaBeta::new(1);
        let many = played(&game, agent(), 40, 2, 1);
        assert_eq!(many, played(&game, agent(), 40, 2, 3));
        assert_eq!(many[..7], played(&game, agent(), 7, 2, 2)[..]);
        // A deterministic agent without random plies repeats itself.
        let found = Complexity::of(&played(&game, agent(), 5, 0, 1)).unwrap();
        assert_eq!(found.distinct, 1);
        let (low, high) = found.length.interval.unwrap();
        assert_eq!(low, high);
        let any = AlphaBeta::new(1).with_ties(TiesBetween::Random);
        let found = Complexity::of(&played(&game, any, 40, 0, 1)).unwrap();
        assert!(found.distinct > 1);
    }

    /// Two moves that change nothing.
    #[derive(Clone)]
    struct Forever;

    impl Game for Forever {
        type Position = ();
        type Move = u8;

        const RULES_VERSION: u32 = 1;

        fn name(&self) -> String {
            "forever".into()
        }

        fn players(&self) -> [&'static str; 2] {
            ["one", "two"]
        }

        fn initial(&self) {}

        fn mover(&self, (): &()) -> Player {
            Player::One
        }

        fn expand(&self, (): &(), moves: &mut Vec<u8>) -> Option<Outcome> {
            moves.clear();
            moves.extend([0, 1]);
            None
        }

        fn play(&self, (): &(), _: u8) {}

        fn check(&self, (): &(), _: u8) -> Result<(), Broken> {
            Ok(())
        }

        fn always_ends(&self) -> bool {
            false
        }
    }

    /// Play that goes on for ever is cut short, and that is told.
    #[test]
    fn capped_games_are_told() {
        let games = played(&Forever, Chance::named("random", Uniform), 3, 0, 1);
        assert!(games.iter().all(|g| g.capped && g.plies == DEFAULT_CAP));
        let found = Complexity::of(&games).unwrap();
        assert_eq!((found.capped.mean, found.branching.mean), (1.0, 2.0));
        assert_eq!((found.length.mean, found.distinct), (1_000.0, 3));
        assert!((found.log10_tree.mean - 1_000.0 * 2f64.log10()).abs() < 1e-9);
    }

    #[test]
    fn a_stopped_match_keeps_its_first_games() {
        let game = Fanorona::new(3, 3, Rules::default()).unwrap();
        let referee = Referee::new(game);
        let plan = SelfMatch {
            referee: &referee,
            random_plies: 0,
            seed: 1,
            replicate: 0,
        };
        let pool = Pool::new(2);
        let seats = Seats::new(Box::new(Chance::named("random", Uniform)), &pool);
        let control = Control::new();
        control.stop();
        assert_eq!(plan.play(5, &seats, &pool, &control), []);
    }
}
