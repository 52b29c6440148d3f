//! The best reply to a policy where play can go on for ever, against every
//! stationary play, worked out by elimination.

use proptest::prelude::*;
use sowlab::control::Control;
use sowlab::game::{Context, Game, Player, Reachable};
use sowlab::policy::Policy;
use sowlab::random::Stream;
use sowlab::solver::reply::{Line, Reply, reply};
use sowlab::solver::retrograde::{Fate, graph_fates};

use crate::tree::Tree;

/// Uneven odds; some moves are never played.
struct Uneven;

fn odds(at: u32, mv: usize, moves: usize) -> f64 {
    match (at % 3, mv) {
        (0, 0) if moves > 1 => 0.0,
        _ => f64::from(1 + (at * 7 + mv as u32 * 5) % 4),
    }
}

impl Policy<Tree> for Uneven {
    fn name(&self) -> String {
        "uneven".into()
    }

    fn probabilities(&self, _: &Tree, at: &Context<Tree>, moves: &[u8], out: &mut Vec<f64>) {
        out.clear();
        out.extend((0..moves.len()).map(|mv| odds(at.position, mv, moves.len())));
        let sum: f64 = out.iter().sum();
        out.iter_mut().for_each(|p| *p /= sum);
    }

    fn choose(&self, _: &Tree, _: &Context<Tree>, _: &[u8], _: &mut Stream) -> usize {
        0
    }
}

/// Keeps the value, and wins as soon as it can.
struct Exact(Vec<Fate>);

impl Policy<Tree> for Exact {
    fn name(&self) -> String {
        "exact".into()
    }

    fn probabilities(&self, game: &Tree, at: &Context<Tree>, moves: &[u8], out: &mut Vec<f64>) {
        let rank = |mv: &u8| {
            let to = game.play(&at.position, *mv);
            let again = game.mover(&to) == game.mover(&at.position);
            self.0[to as usize].of_move(again).rank()
        };
        let best = moves.iter().map(rank).max();
        out.clear();
        out.extend(
            moves
                .iter()
                .map(|mv| f64::from(u8::from(Some(rank(mv)) == best))),
        );
        let sum: f64 = out.iter().sum();
        out.iter_mut().for_each(|p| *p /= sum);
    }

    fn choose(&self, _: &Tree, _: &Context<Tree>, _: &[u8], _: &mut Stream) -> usize {
        0
    }
}

/// What the chain pays from the start: `rows[i]` are the steps of position `i`,
/// `pay[i]` what is paid there if it is an end, `endless` what is paid if none is
/// ever reached.
fn chain(rows: &[Vec<(usize, f64)>], pay: &[Option<f64>], endless: f64) -> f64 {
    let n = rows.len();
    let mut ends: Vec<bool> = pay.iter().map(Option::is_some).collect();
    for _ in 0..n {
        for i in 0..n {
            ends[i] |= rows[i].iter().any(|&(t, _)| ends[t]);
        }
    }
    // (1 - P) x = b by elimination with the largest pivot.
    let mut a = vec![vec![0.0; n + 1]; n];
    for i in 0..n {
        a[i][i] = 1.0;
        match pay[i] {
            Some(paid) => a[i][n] = paid,
            None if !ends[i] => a[i][n] = endless,
            None => rows[i].iter().for_each(|&(t, p)| a[i][t] -= p),
        }
    }
    for c in 0..n {
        let pivot = (c..n).max_by(|&i, &j| a[i][c].abs().total_cmp(&a[j][c].abs()));
        a.swap(c, pivot.unwrap());
        for i in (0..n).filter(|&i| i != c) {
            let factor = a[i][c] / a[c][c];
            let pivot = a[c].clone();
            let pairs = a[i].iter_mut().zip(pivot).skip(c);
            pairs.for_each(|(x, taken)| *x -= factor * taken);
        }
    }
    a[0][n] / a[0][0]
}

/// The largest expected score of any stationary play; `None` if there are too many.
fn brute(game: &Tree, graph: &Reachable<Tree>, fixed: Player) -> Option<f64> {
    let pay = (0..graph.len()).map(|i| {
        let outcome = graph.outcome(i)?;
        Some(match outcome.winner {
            Some(winner) => f64::from(u8::from(winner != fixed)),
            None => 0.5,
        })
    });
    let pay: Vec<_> = pay.collect();
    let chance = |i: usize| game.mover(graph.position(i)) == fixed;
    let choices: Vec<usize> = (0..graph.len())
        .map(|i| match chance(i) {
            true => 1,
            false => graph.edges(i).len().max(1),
        })
        .collect();
    let plays = choices.iter().try_fold(1usize, |n, &c| n.checked_mul(c))?;
    if plays > 600 {
        return None;
    }
    let mut best = 0f64;
    for mut play in 0..plays {
        let rows = (0..graph.len()).map(|i| {
            let chosen = play % choices[i];
            play /= choices[i];
            let edges = graph.edges(i);
            if edges.is_empty() {
                return Vec::new();
            }
            if !chance(i) {
                return vec![(graph.target(edges.start + chosen), 1.0)];
            }
            let (mut legal, mut p) = (Vec::new(), Vec::new());
            game.expand(graph.position(i), &mut legal);
            Uneven.probabilities(game, &Context::of(*graph.position(i)), &legal, &mut p);
            let steps = edges.zip(p).map(|(e, p)| (graph.target(e), p));
            steps.filter(|step| step.1 > 0.0).collect()
        });
        best = best.max(chain(&rows.collect::<Vec<_>>(), &pay, 0.5));
    }
    Some(best)
}

fn ask<P: Policy<Tree>>(game: &Tree, fixed: Player, policy: &P) -> Reply<Tree> {
    reply(game, 0, fixed, policy, 10_000, &Control::new()).unwrap()
}

/// The line can be played, ends as it says, and is as probable.
fn follow<P: Policy<Tree>>(game: &Tree, fixed: Player, policy: &P, line: &Line<Tree>) {
    let (mut at, mut p) = (0, 1.0);
    let (mut legal, mut odds) = (Vec::new(), Vec::new());
    let mut seen = vec![at];
    for &mv in &line.moves {
        assert_eq!(game.expand(&at, &mut legal), None);
        if game.mover(&at) == fixed {
            policy.probabilities(game, &Context::of(at), &legal, &mut odds);
            p *= odds[usize::from(mv)];
        }
        at = game.play(&at, mv);
        seen.push(at);
    }
    assert_eq!(game.expand(&at, &mut legal), line.outcome);
    match line.outcome {
        Some(outcome) => assert_ne!(outcome.winner, Some(fixed)),
        None => assert!(seen[..seen.len() - 1].contains(&at)),
    }
    assert!(p > 0.0 && (p - line.probability).abs() < 1e-12);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn as_the_best_of_all_stationary_plays(seed: u64, size in 1u32..13) {
        let game = Tree::web(seed, size);
        let control = Control::new();
        let graph = Reachable::new(&game, 0, 1000, &control).unwrap();
        for fixed in Player::BOTH {
            let Some(best) = brute(&game, &graph, fixed) else { continue };
            let found = ask(&game, fixed, &Uneven);
            prop_assert!((found.score - best).abs() < 1e-9, "{} {best}", found.score);
            let [one, draw, two] = found.results;
            let wins = if fixed == Player::One { two } else { one };
            // The play shown achieves it.
            prop_assert!((wins + draw / 2.0 - best).abs() < 1e-9, "{:?} {best}", found.results);
            prop_assert!(found.endless <= draw + 1e-12);
            // The elimination of the twin may leave a rounding error.
            prop_assert!(!found.always_wins || best < 1e-12, "{best:e}");
            prop_assert_eq!(found.line.is_none(), found.always_wins);
            if let Some(line) = &found.line {
                follow(&game, fixed, &Uneven, line);
            }
        }
    }

    /// Against exact play nobody gets more than the value.
    #[test]
    fn exact_play_keeps_the_value(seed: u64, size in 1u32..200) {
        let game = Tree::web(seed, size);
        let starts: Vec<u32> = (0..size).collect();
        let graph = Reachable::with_cycles(&game, &starts, 1000, &Control::new()).unwrap();
        let fates = graph_fates(&game, &graph);
        let value = fates[0].value().winner(game.mover(&0));
        let exact = Exact(fates);
        for fixed in Player::BOTH {
            let found = ask(&game, fixed, &exact);
            let expected = match value {
                None => 0.5,
                Some(winner) => f64::from(u8::from(winner != fixed)),
            };
            prop_assert_eq!(found.score, expected);
            prop_assert_eq!(found.always_wins, value == Some(fixed));
        }
    }
}
