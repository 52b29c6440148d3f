//! Exact distributions: against a plain recursion, and long sampling against them.

use std::collections::{BTreeMap, HashMap};

use sowlab::database::{Database, Weights, Winner, exact, generate};
use sowlab::game::{Reachable, Symmetric};
use sowlab::parallel::Pool;
use sowlab::prelude::*;
use sowlab::selfplay::{Distribution, Record, SelfPlay};
use sowlab::statistics::wilson;

use crate::judging;
use crate::takeaway::TakeAway;

/// Rows by (coordinates, to move, winner, margin).
type Key = (Vec<u8>, Player, Winner, Option<i16>);

fn keys(database: &Database) -> Vec<Key> {
    (0..database.len())
        .map(|i| {
            let row = database.row(i);
            let coordinates = row.coordinates.to_vec();
            (coordinates, row.to_move, row.winner, row.margin)
        })
        .collect()
}

fn exactly<G: Vectorize>(game: &G) -> (Distribution, BTreeMap<Key, f64>) {
    let graph = Reachable::new(game, game.initial(), 100_000, &Control::new()).unwrap();
    let distribution = Distribution::new(game, &graph, &Uniform);
    let finals = exact::finals(game, &graph, &distribution);
    let Weights::Probability(p) = &finals.weights else {
        panic!("an exact database has probabilities");
    };
    let rows = keys(&finals).into_iter().zip(p.iter().copied()).collect();
    (distribution, rows)
}

/// Every row's probability lies in the interval that a million games give it. The
/// level is so high that all rows of all games together fail once in 10^7 seeds;
/// at p = 0.1 the interval is still only 0.004 wide.
const Z: f64 = 6.5;
const GAMES: u64 = 1_000_000;

fn sampling_agrees<G: Vectorize>(game: &G) -> usize {
    let (distribution, rows) = exactly(game);
    let sum: f64 = rows.values().sum();
    assert!((sum - 1.0).abs() < 1e-12, "{}: {sum}", game.name());
    let play = SelfPlay::new(game.clone(), &Uniform, 11, 0, Record::Final);
    let (sampled, summary) = generate(&play, 0..GAMES, &Pool::new(2), &Control::new());
    let Weights::Count(counts) = &sampled.weights else {
        panic!("a sampled database has counts");
    };
    let met: BTreeMap<Key, u64> = keys(&sampled).into_iter().zip(counts.clone()).collect();
    assert_eq!(met.values().sum::<u64>(), GAMES);
    for key in met.keys() {
        assert!(
            rows.contains_key(key),
            "{}: {key:?} is impossible",
            game.name()
        );
    }
    for (key, p) in &rows {
        let n = met.get(key).copied().unwrap_or(0);
        let (low, high) = wilson(n, GAMES, Z);
        assert!(
            (low..=high).contains(p),
            "{}: {key:?}: {p}, found {n} of {GAMES}",
            game.name()
        );
    }
    for (winner, p) in [Winner::One, Winner::Draw, Winner::Two]
        .into_iter()
        .zip(distribution.results)
    {
        let of: f64 = rows
            .iter()
            .filter(|(k, _)| k.2 == winner)
            .map(|(_, p)| p)
            .sum();
        assert!((of - p).abs() < 1e-12, "{}: {winner:?}", game.name());
        let (low, high) = wilson(summary.won(winner), GAMES, Z);
        assert!((low..=high).contains(&p), "{}: {winner:?} {p}", game.name());
    }
    rows.len()
}

#[test]
fn a_million_games_of_many_boards() {
    let mut rows = 0;
    for board in [
        &[2, 2, 2, 2][..],
        &[2; 5],
        &[2; 6],
        &[3, 3, 3, 3],
        &[1, 2, 3, 0, 2, 1],
        &[1; 8],
    ] {
        let game: Sowing<1> = Sowing::new(board, Player::One).unwrap();
        rows += sampling_agrees(&game);
    }
    rows += sampling_agrees(&Sowing::<1>::uniform(5, 2, Player::Two).unwrap());
    // A game from outside, with margins, draws and several moves at most plies.
    rows += sampling_agrees(&TakeAway { heap: 9 });
    assert!(rows > 100, "{rows}");
}

#[test]
fn visits_are_those_of_a_plain_recursion() {
    for board in [
        &[2, 2, 2, 2][..],
        &[2; 6],
        &[3, 1, 0, 2, 2],
        &[1, 2, 3, 0, 2, 1],
    ] {
        let game: Sowing<1> = Sowing::new(board, Player::One).unwrap();
        let plain = judging::Ground::new(board);
        let expected: HashMap<_, f64> = plain.states.iter().cloned().zip(plain.visits).collect();
        let graph = Reachable::new(&game, game.initial(), 10_000, &Control::new()).unwrap();
        let found = Distribution::new(&game, &graph, &Uniform);
        assert_eq!(graph.len(), expected.len());
        for (position, p) in graph.positions().iter().zip(&found.visits) {
            let state = (game.vector(position), game.mover(position) == Player::One);
            assert!((p - expected[&state]).abs() < 1e-14, "{board:?} {state:?}");
        }
        let lengths = found.lengths();
        assert!((lengths.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        let mean: f64 = lengths.iter().zip(0..).map(|(p, l)| p * f64::from(l)).sum();
        assert!((mean - found.expected_length).abs() < 1e-12);
    }
}

/// Seen from the other side everything is the same.
#[test]
fn the_mirror_game_has_the_mirrored_distribution() {
    for board in [&[2; 6][..], &[3, 1, 0, 2, 2]] {
        let game: Sowing<1> = Sowing::new(board, Player::One).unwrap();
        let back: Vec<u8> = board.iter().rev().copied().collect();
        let other: Sowing<1> = Sowing::new(&back, Player::Two).unwrap();
        assert_eq!(game.mirror(&game.initial()), Some(other.initial()));
        let (a, rows) = exactly(&game);
        let (b, mirrored) = exactly(&other);
        assert!((a.results[0] - b.results[2]).abs() < 1e-12);
        assert_eq!(rows.len(), mirrored.len());
        for ((coordinates, to_move, winner, margin), p) in rows {
            let turned = match winner {
                Winner::One => Winner::Two,
                _ => Winner::One,
            };
            let back = coordinates.into_iter().rev().collect();
            let found = mirrored[&(back, to_move.other(), turned, margin)];
            assert!((found - p).abs() < 1e-14);
        }
    }
}
