//! The best reply to a side whose policy is known.
//!
//! Where one side follows a fixed policy, possibly a random one, the other side
//! faces chance instead of an opponent. Its best play follows by dynamic
//! programming over the positions that can be reached when the fixed side plays
//! only moves of positive probability. Where play can return it is a Markov
//! decision process, and play without end is worth a draw.

mod components;
mod endless;
mod equations;

use endless::Endless;

use crate::control::Control;
use crate::game::{Context, Game, Outcome, Player, ReachError, Reachable};
use crate::policy::Policy;

/// What the best reply to a fixed policy achieves.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply<G: Game> {
    /// The side whose policy is fixed.
    pub fixed: Player,
    /// The expected score of the other side, wins + draws / 2, and no play of it
    /// has a larger one. Where play can return it is between two bounds that are
    /// at most 2e-9 apart, nearly always less than 1e-12.
    pub score: f64,
    /// The probability that player one wins, of a draw, that player two wins,
    /// when the other side plays at every position the first move (in the order
    /// of [`Game::expand`]) of maximal expected score. Play without end is a draw.
    /// Where it can keep play going for ever it does so if that is as good, and if
    /// it is not it plays the shortest way to what is better.
    pub results: [f64; 3],
    /// The probability that this play never ends, a part of that of a draw.
    pub endless: f64,
    /// The expected margin of that play, player one's points minus player
    /// two's; `None` where the game counts no points, or play may return.
    pub margin: Option<f64>,
    /// Whether the fixed side wins every game that can occur, whatever the other
    /// side plays: decided by going through all of them, not by adding up
    /// probabilities. Games that never end and have probability 0 do not count.
    pub always_wins: bool,
    /// The most probable line of that play in which the fixed side does not win, to
    /// the end or to where play cannot end any more, then until a position comes
    /// back; `None` if it always wins.
    pub line: Option<Line<G>>,
    /// The positions that can be reached.
    pub positions: usize,
}

/// A game with its probability.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<G: Game> {
    /// The moves from the position asked about to the end.
    pub moves: Vec<G::Move>,
    /// The probability that the fixed side plays its moves.
    pub probability: f64,
    /// How the game ends; `None` if it does not.
    pub outcome: Option<Outcome>,
}

/// Why there is no best reply.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplyError {
    /// The positions could not be listed.
    #[error(transparent)]
    Reach(#[from] ReachError),
    /// The policy depends on more than the position.
    #[error("the policy {0} depends on the last move: no best reply over positions")]
    History(String),
    /// The probabilities lie too far apart for the arithmetic.
    #[error("the expected score cannot be told to 9 digits: play returns too often before it ends")]
    Unsettled,
    /// The caller stopped it.
    #[error("stopped before the best reply was found")]
    Stopped,
}

/// The best reply to `policy`, which the side `fixed` follows, from a position.
/// At most `limit` positions are visited. They are all in memory with their
/// moves: about 130 bytes for each in Fang. Play may return to a position; it
/// has no rule of repetition.
///
/// # Errors
/// See [`ReplyError`].
pub fn reply<G: Game, P: Policy<G>>(
    game: &G,
    start: G::Position,
    fixed: Player,
    policy: &P,
    limit: usize,
    control: &Control,
) -> Result<Reply<G>, ReplyError> {
    if policy.uses_last_move() {
        return Err(ReplyError::History(policy.name()));
    }
    let mut odds = Vec::new();
    let graph = Reachable::among(game, start, limit, control, |position, moves| {
        if game.mover(position) == fixed {
            policy.probabilities(game, &Context::of(*position), moves, &mut odds);
            let mut p = odds.iter();
            moves.retain(|_| p.next().is_some_and(|&p| p > 0.0));
        }
    })?;
    if !graph.is_ordered() {
        return Endless::new(game, &graph, fixed, policy, control)?.reply(control);
    }
    let mut dynamic = Dynamic {
        game,
        graph: &graph,
        fixed,
        policy,
        legal: Vec::new(),
        odds: Vec::new(),
        score: vec![0.0; graph.len()],
        failure: vec![0.0; graph.len()],
    };
    dynamic.backwards(control)?;
    Ok(dynamic.reply())
}

struct Dynamic<'a, G: Game, P> {
    game: &'a G,
    graph: &'a Reachable<G>,
    fixed: Player,
    policy: &'a P,
    /// Scratch space.
    legal: Vec<G::Move>,
    odds: Vec<f64>,
    /// The best expected score of the other side from each position.
    score: Vec<f64>,
    /// The probability of the most probable line, under that play, in which the
    /// fixed side does not win.
    failure: Vec<f64>,
}

/// Positions between two looks at the control.
const PATIENCE: usize = 1 << 16;

impl<G: Game, P: Policy<G>> Dynamic<'_, G, P> {
    /// The probabilities of the edges of a position of the fixed side.
    fn weigh(&mut self, i: usize) {
        let position = self.graph.position(i);
        self.game.expand(position, &mut self.legal);
        let context = Context::of(*position);
        self.policy
            .probabilities(self.game, &context, &self.legal, &mut self.odds);
        self.odds.retain(|&p| p > 0.0);
    }

    fn is_fixed(&self, i: usize) -> bool {
        self.game.mover(self.graph.position(i)) == self.fixed
    }

    /// The edge that the other side plays: the first of maximal expected score.
    fn best_edge(&self, i: usize) -> Option<usize> {
        let mut edges = self.graph.edges(i);
        let score = |e: usize| self.score[self.graph.target(e)];
        let first = edges.next()?;
        Some(edges.fold(
            first,
            |best, e| if score(e) > score(best) { e } else { best },
        ))
    }

    /// The edge of the fixed side on the most probable line, with its share.
    /// The probabilities are those of [`Dynamic::weigh`].
    fn likely_edge(&self, i: usize) -> Option<(usize, f64)> {
        let edges = self.graph.edges(i).zip(&self.odds);
        let lines = edges.map(|(e, p)| (e, p * self.failure[self.graph.target(e)]));
        lines.reduce(|best, line| if line.1 > best.1 { line } else { best })
    }

    fn backwards(&mut self, control: &Control) -> Result<(), ReplyError> {
        let graph = self.graph;
        control.set_total(graph.len() as u64);
        for (n, i) in graph.backwards().enumerate() {
            if n.is_multiple_of(PATIENCE) {
                if control.stopped() {
                    return Err(ReplyError::Stopped);
                }
                control.advance(PATIENCE.min(graph.len() - n) as u64);
            }
            (self.score[i], self.failure[i]) = if let Some(outcome) = graph.outcome(i) {
                match outcome.winner {
                    Some(winner) if winner == self.fixed => (0.0, 0.0),
                    Some(_) => (1.0, 1.0),
                    None => (0.5, 1.0),
                }
            } else if self.is_fixed(i) {
                self.weigh(i);
                let edges = graph.edges(i).zip(&self.odds);
                let score = edges.map(|(e, p)| p * self.score[graph.target(e)]).sum();
                (score, self.likely_edge(i).map_or(0.0, |line| line.1))
            } else {
                let best = self.best_edge(i).map(|e| graph.target(e));
                best.map_or((0.0, 0.0), |t| (self.score[t], self.failure[t]))
            };
        }
        Ok(())
    }

    /// Plays the best reply forwards, through every game that it can lead to.
    fn reply(mut self) -> Reply<G> {
        let graph = self.graph;
        let mut visits = vec![0.0; graph.len()];
        visits[0] = 1.0;
        let mut results = [0.0; 3];
        let mut margin = None;
        let mut always_wins = true;
        for i in graph.forwards() {
            let p: f64 = visits[i];
            if let Some(outcome) = graph.outcome(i) {
                always_wins &= outcome.winner == Some(self.fixed);
                let result = match outcome.winner {
                    Some(Player::One) => 0,
                    None => 1,
                    Some(Player::Two) => 2,
                };
                results[result] += p;
                if let Some(points) = outcome.margin {
                    *margin.get_or_insert(0.0) += p * f64::from(points);
                }
            } else if p == 0.0 {
                // A position that the best reply avoids.
            } else if self.is_fixed(i) {
                self.weigh(i);
                for (e, odds) in graph.edges(i).zip(&self.odds) {
                    visits[graph.target(e)] += p * odds;
                }
            } else if let Some(e) = self.best_edge(i) {
                visits[graph.target(e)] += p;
            }
        }
        if always_wins {
            // Sums of probabilities can miss 1 by a rounding.
            results = [0.0; 3];
            results[2 * self.fixed.index()] = 1.0;
        }
        Reply {
            fixed: self.fixed,
            score: self.score[0],
            results,
            endless: 0.0,
            margin,
            always_wins,
            line: self.line(),
            positions: graph.len(),
        }
    }

    fn line(&mut self) -> Option<Line<G>> {
        if self.failure[0] == 0.0 {
            return None;
        }
        let graph = self.graph;
        let (mut at, mut moves) = (0, Vec::new());
        loop {
            if let Some(outcome) = graph.outcome(at) {
                return Some(Line {
                    moves,
                    probability: self.failure[0],
                    outcome: Some(outcome),
                });
            }
            let edge = if self.is_fixed(at) {
                self.weigh(at);
                self.likely_edge(at)?.0
            } else {
                self.best_edge(at)?
            };
            moves.push(graph.mv(edge));
            at = graph.target(edge);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::sowing::Sowing;
    use crate::game::{Heuristic, Value};
    use crate::policy::{Greedy, Sides, Uniform};
    use crate::selfplay::Distribution;
    use crate::solver::table;

    /// The best expected score of the other side by plain recursion over lines.
    fn plain<G: Game, P: Policy<G>>(game: &G, at: &G::Position, fixed: Player, policy: &P) -> f64 {
        let mut moves = Vec::new();
        if let Some(outcome) = game.expand(at, &mut moves) {
            return match outcome.winner {
                None => 0.5,
                Some(winner) => f64::from(u8::from(winner != fixed)),
            };
        }
        let after = moves
            .iter()
            .map(|&mv| plain(game, &game.play(at, mv), fixed, policy));
        if game.mover(at) == fixed {
            let mut odds = Vec::new();
            policy.probabilities(game, &Context::of(*at), &moves, &mut odds);
            after.zip(odds).map(|(s, p)| p * s).sum()
        } else {
            after.fold(0.0, f64::max)
        }
    }

    fn check<G: Heuristic, P: Policy<G>>(game: &G, fixed: Player, policy: &P) -> Reply<G> {
        let start = game.initial();
        let found = reply(game, start, fixed, policy, 1_000_000, &Control::new()).unwrap();
        let brute = plain(game, &start, fixed, policy);
        assert!(
            (found.score - brute).abs() < 1e-12,
            "{} v {brute}",
            found.score
        );
        let [one, draw, two] = found.results;
        let wins = if fixed == Player::One { two } else { one };
        assert!((wins + draw / 2.0 - found.score).abs() < 1e-12);
        assert!((one + draw + two - 1.0).abs() < 1e-12);
        assert_eq!(found.always_wins, brute == 0.0);
        assert_eq!(found.line.is_none(), found.always_wins);
        if let Some(line) = &found.line {
            follow(game, fixed, policy, line);
        }
        found
    }

    /// The line is a game that the fixed side does not win, as likely as it says.
    fn follow<G: Game, P: Policy<G>>(game: &G, fixed: Player, policy: &P, line: &Line<G>) {
        let (mut at, mut p) = (game.initial(), 1.0);
        let (mut legal, mut odds) = (Vec::new(), Vec::new());
        for &mv in &line.moves {
            assert_eq!(game.expand(&at, &mut legal), None);
            if game.mover(&at) == fixed {
                policy.probabilities(game, &Context::of(at), &legal, &mut odds);
                p *= odds[legal.iter().position(|&m| m == mv).unwrap()];
            }
            at = game.play(&at, mv);
        }
        assert_eq!(game.expand(&at, &mut legal), line.outcome);
        assert!(line.outcome.is_some_and(|o| o.winner != Some(fixed)) && p > 0.0);
        assert!((p - line.probability).abs() < 1e-12);
    }

    #[test]
    fn as_plain_recursion_finds_it() {
        for pots in 3..=6 {
            for first in Player::BOTH {
                let game: Sowing<1> = Sowing::uniform(pots, 2, first).unwrap();
                let greedy = Greedy::of(&game).unwrap();
                for fixed in Player::BOTH {
                    check(&game, fixed, &Uniform);
                    check(&game, fixed, &greedy);
                    check(&game, fixed, &Sides::new(&game, greedy, Uniform));
                }
            }
        }
    }

    /// A policy that keeps the exact value wins won games whatever comes.
    #[derive(Clone)]
    struct Perfect {
        graph: Reachable<Sowing<1>>,
        values: Vec<Value>,
    }

    impl Policy<Sowing<1>> for Perfect {
        fn name(&self) -> String {
            "perfect".into()
        }

        fn probabilities(
            &self,
            game: &Sowing<1>,
            context: &Context<Sowing<1>>,
            moves: &[u8],
            out: &mut Vec<f64>,
        ) {
            let value = |mv: &u8| {
                let next = game.play(&context.position, *mv);
                let at = self.graph.positions().iter().position(|p| *p == next);
                -self.values[at.unwrap()]
            };
            let best = moves.iter().map(value).max();
            let kept: Vec<bool> = moves.iter().map(|mv| Some(value(mv)) == best).collect();
            let share = 1.0 / kept.iter().filter(|k| **k).count() as f64;
            out.clear();
            out.extend(kept.iter().map(|&k| if k { share } else { 0.0 }));
        }

        fn choose(
            &self,
            _: &Sowing<1>,
            _: &Context<Sowing<1>>,
            _: &[u8],
            _: &mut crate::random::Stream,
        ) -> usize {
            0
        }
    }

    #[test]
    fn a_winning_strategy_is_proved_to_be_one() {
        let game: Sowing<1> = Sowing::uniform(6, 2, Player::One).unwrap();
        let graph = Reachable::new(&game, game.initial(), 1000, &Control::new()).unwrap();
        let values = table(&game, &graph);
        assert_eq!(values[0], Value::Win);
        let perfect = Perfect { graph, values };
        let south = check(&game, Player::One, &perfect);
        assert!(south.always_wins && south.positions < 459);
        assert_eq!(south.results, [1.0, 0.0, 0.0]);
        let north = check(&game, Player::Two, &perfect);
        assert!(!north.always_wins && north.score == 1.0);
    }

    /// Where the other side never has a choice, its best reply is the play itself.
    #[test]
    fn without_a_choice_it_is_the_exact_distribution() {
        let game: Sowing<1> = Sowing::uniform(4, 2, Player::One).unwrap();
        let graph = Reachable::new(&game, game.initial(), 1000, &Control::new()).unwrap();
        let north = |i: &usize| game.mover(graph.position(*i)) == Player::Two;
        assert!(
            (0..graph.len())
                .filter(north)
                .all(|i| graph.edges(i).len() <= 1)
        );
        let exact = Distribution::new(&game, &graph, &Uniform);
        assert_eq!(check(&game, Player::One, &Uniform).results, exact.results);
    }

    #[test]
    fn limits_and_stops() {
        let game: Sowing<1> = Sowing::uniform(7, 2, Player::One).unwrap();
        let control = Control::new();
        let ask = |limit| {
            reply(
                &game,
                game.initial(),
                Player::One,
                &Uniform,
                limit,
                &control,
            )
        };
        assert!(matches!(
            ask(10),
            Err(ReplyError::Reach(ReachError::TooMany { .. }))
        ));
        control.stop();
        assert!(matches!(
            ask(1_000_000),
            Err(ReplyError::Reach(ReachError::Stopped(_)))
        ));
    }
}
