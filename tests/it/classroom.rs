//! The classroom's program, said again plainly, and the rule that stands for it.
//!
//! The program plays 100 random games from six pots of two seeds, files every
//! final position under the player who cannot move, gives those that North lost
//! the label +1 and those that South lost -1, sorts (distance, label) pairs, adds
//! up the labels of the first k, and advises a move of South if the sum is
//! positive. It says nothing of North's moves: they are advised on the mirrored
//! board.

use std::collections::BTreeSet;

use ndarray::Array2;

use sowlab::control::Control;
use sowlab::database::{Database, Weights, Winner};
use sowlab::game::sowing::Sowing;
use sowlab::game::{Game, Player, Reachable, Symmetric, Vectorize};
use sowlab::knn::{
    Advisor, LabelSource, Metric, Mover, Rule, Ties, Vote, Voters, Weight, default_mover,
};
use sowlab::random::{Purpose, Stream};

type Board = Vec<i32>;

/// Where the sowing of pot `i` by `direction` leads, if it is legal.
fn sow(board: &Board, i: usize, direction: i32) -> Option<Board> {
    let seeds = board[i];
    let end = i as i32 + direction * seeds;
    if seeds == 0 || end < 0 || end >= board.len() as i32 || board[end as usize] == 0 {
        return None;
    }
    let mut after = board.clone();
    after[i] = 0;
    for step in 1..=seeds {
        after[(i as i32 + direction * step) as usize] += 1;
    }
    Some(after)
}

fn moves(board: &Board, direction: i32) -> Vec<(usize, Board)> {
    let sown = |i| sow(board, i, direction).map(|b| (i, b));
    (0..board.len()).filter_map(sown).collect()
}

/// The final positions of random games: those that North lost, those that South
/// lost.
fn play(games: u64, seed: u64) -> [BTreeSet<Board>; 2] {
    let mut lost = [BTreeSet::new(), BTreeSet::new()];
    for game in 0..games {
        let mut rng = Stream::open(seed, Purpose::Synthetic, 0, game);
        let (mut board, mut direction) = (vec![2; 6], 1);
        loop {
            let legal = moves(&board, direction);
            if legal.is_empty() {
                lost[usize::from(direction == 1)].insert(board);
                break;
            }
            board = legal[rng.below(legal.len() as u32) as usize].1.clone();
            direction = -direction;
        }
    }
    lost
}

fn distance(metric: Metric, a: &Board, b: &Board) -> f64 {
    let d = a.iter().zip(b).map(|(x, y)| f64::from((x - y).abs()));
    match metric {
        Metric::Manhattan => d.sum(),
        Metric::Chebyshev => d.fold(0.0, f64::max),
        Metric::Euclidean => d.map(|x| x * x).sum::<f64>().sqrt(),
    }
}

/// The sum of the labels of the first k pairs.
fn judge([north, south]: &[BTreeSet<Board>; 2], board: &Board, k: usize, metric: Metric) -> i32 {
    let mut pairs: Vec<(f64, i32)> = Vec::new();
    pairs.extend(north.iter().map(|b| (distance(metric, board, b), 1)));
    pairs.extend(south.iter().map(|b| (distance(metric, board, b), -1)));
    pairs.sort_by(|a, b| a.partial_cmp(b).unwrap());
    pairs.iter().take(k).map(|p| p.1).sum()
}

/// South's moves, those that the program advises, and the sums.
fn program(
    lost: &[BTreeSet<Board>; 2],
    board: &Board,
    k: usize,
    metric: Metric,
) -> Vec<(usize, i32)> {
    let sums = moves(board, 1).into_iter();
    sums.map(|(i, after)| (i, judge(lost, &after, k, metric)))
        .collect()
}

/// The same final positions as a database.
fn database(lost: &[BTreeSet<Board>; 2]) -> Database {
    let mut rows: Vec<(Vec<u8>, Player)> = Vec::new();
    for (set, loser) in lost.iter().zip([Player::Two, Player::One]) {
        let bytes = |b: &Board| b.iter().map(|&x| x as u8).collect();
        rows.extend(set.iter().map(|b| (bytes(b), loser)));
    }
    rows.sort();
    let flat: Vec<u8> = rows.iter().flat_map(|r| r.0.clone()).collect();
    let losers: Vec<Player> = rows.iter().map(|r| r.1).collect();
    Database {
        columns: (0..6).map(|i| format!("pot{i}")).collect(),
        coordinates: Array2::from_shape_vec((rows.len(), 6), flat).unwrap(),
        winner: losers
            .iter()
            .map(|l| Winner::player(Some(l.other())))
            .collect(),
        margin: vec![None; rows.len()],
        // How often a final position was met must make no difference.
        weights: Weights::Count((1..=rows.len() as u64).collect()),
        to_move: losers,
        value: None,
        value_margin: None,
        origin: None,
    }
}

fn mirrored(lost: &[BTreeSet<Board>; 2]) -> [BTreeSet<Board>; 2] {
    let turn = |set: &BTreeSet<Board>| {
        let boards = set.iter().map(|b| b.iter().rev().copied().collect());
        boards.collect::<BTreeSet<Board>>()
    };
    [turn(&lost[1]), turn(&lost[0])]
}

#[test]
fn the_classroom_rule_is_the_classroom_program() {
    let game: Sowing<1> = Sowing::uniform(6, 2, Player::One).unwrap();
    // Positions with North to move are met too: the same game from either side.
    let other: Sowing<1> = Sowing::uniform(6, 2, Player::Two).unwrap();
    let mut positions = Vec::new();
    for game in [&game, &other] {
        let all = Reachable::new(game, game.initial(), 10_000, &Control::new()).unwrap();
        positions.extend(all.positions().to_vec());
    }
    let mut compared = 0;
    let mut advised = [0, 0];
    for seed in 0..12 {
        let lost = play(100, seed);
        let database = database(&lost);
        let mover = default_mover(&game, &database);
        assert_eq!(mover, Mover::Any);
        let voters = Voters::from_database(&database, LabelSource::Game, mover).unwrap();
        for metric in [Metric::Chebyshev, Metric::Manhattan, Metric::Euclidean] {
            for k in [1, 3, 4, 5, 9] {
                let advisor = Advisor {
                    voters: &voters,
                    rule: Rule {
                        metric,
                        k,
                        ties: Ties::Classroom,
                        weight: Weight::Distinct,
                        vote: Vote::Majority,
                    },
                    hide_exact: false,
                };
                for position in &positions {
                    let side = game.mover(position);
                    // What the program is shown.
                    let (shown, lost) = match side {
                        Player::One => (*position, lost.clone()),
                        Player::Two => (game.mirror(position).unwrap(), mirrored(&lost)),
                    };
                    let board = game.vector(&shown).into_iter().map(i32::from).collect();
                    let mut expected = program(&lost, &board, k as usize, metric);
                    if side == Player::Two {
                        expected.iter_mut().for_each(|m| m.0 = 5 - m.0);
                        expected.reverse();
                    }
                    let advice = advisor.advise(&game, position).unwrap();
                    assert_eq!(advice.moves.len(), expected.len());
                    for (found, (pot, sum)) in advice.moves.iter().zip(expected) {
                        assert_eq!(usize::from(found.mv), pot);
                        let tally = found.tally;
                        assert_eq!(tally.wins as i64 - tally.losses as i64, i64::from(sum));
                        assert_eq!(found.approve, sum > 0);
                        advised[usize::from(sum > 0)] += 1;
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 100_000, "{compared}");
    assert!(advised[0] > 10_000 && advised[1] > 10_000, "{advised:?}");
}
