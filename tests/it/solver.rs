//! The judge on trial: against minimax without pruning.

use std::collections::HashMap;
use std::time::Duration;

use proptest::prelude::*;
use sowlab::control::Control;
use sowlab::game::sowing::Sowing;
use sowlab::game::{Game, Player, Reachable, Searchable, Value};
use sowlab::parallel::Pool;
use sowlab::solver::{Detail, Limits, Solver, Unsolved, divide, perft, table};

use crate::plain::{self, State, player};
use crate::tree::Tree;

const NONE: Limits = Limits {
    nodes: None,
    time: None,
};

/// The value for the side to move, by the definition.
fn minimax<G: Game>(game: &G, at: G::Position, memo: &mut HashMap<G::Position, Value>) -> Value {
    if let Some(&known) = memo.get(&at) {
        return known;
    }
    let mover = game.mover(&at);
    let mut moves = Vec::new();
    let value = match game.expand(&at, &mut moves) {
        Some(outcome) => outcome.value_for(mover),
        None => {
            let mut best = Value::Loss;
            for mv in moves {
                let next = game.play(&at, mv);
                let value = minimax(game, next, memo);
                best = best.max(if game.mover(&next) == mover {
                    value
                } else {
                    -value
                });
            }
            best
        }
    };
    memo.insert(at, value);
    value
}

/// Everything the solver says of every position that play can reach is what
/// minimax says, whatever the memory.
fn agrees<G: Searchable>(game: &G, memory: usize) -> Result<(), TestCaseError> {
    let control = Control::new();
    let graph = Reachable::new(game, game.initial(), 1_000_000, &control).unwrap();
    let values = table(game, &graph);
    let mut memo = HashMap::new();
    let mut solver = Solver::new(game.clone(), memory);
    for (i, at) in graph.positions().iter().enumerate() {
        let value = minimax(game, *at, &mut memo);
        prop_assert_eq!(values[i], value);
        let fresh = Solver::new(game.clone(), memory)
            .solve(at, &NONE, &control)
            .unwrap();
        prop_assert_eq!(fresh.value, value);
        let analysis = solver.analyse(at, Detail::Moves, &NONE, &control).unwrap();
        prop_assert_eq!(analysis.value, value);
        let mut moves = Vec::new();
        game.expand(at, &mut moves);
        let found = analysis.moves.unwrap();
        prop_assert_eq!(found.iter().map(|m| m.mv).collect::<Vec<_>>(), moves);
        for m in &found {
            prop_assert_eq!(m.position, game.play(at, m.mv));
            let same = game.mover(&m.position) == game.mover(at);
            let after = memo[&m.position];
            prop_assert_eq!(m.value, if same { after } else { -after });
        }
        // The line is legal, never gives anything away, and ends the game.
        let mut end = *at;
        for mv in analysis.line {
            prop_assert!(game.check(&end, mv).is_ok());
            let next = game.play(&end, mv);
            let same = game.mover(&next) == game.mover(&end);
            prop_assert_eq!(memo[&end], if same { memo[&next] } else { -memo[&next] });
            end = next;
        }
        prop_assert!(game.expand(&end, &mut Vec::new()).is_some());
    }
    prop_assert!(solver.table_bytes() <= memory.max(256));
    Ok(())
}

fn sowing<const W: usize>(board: &[u8], first: Player) -> Sowing<W> {
    Sowing::new(board, first).unwrap()
}

#[test]
fn every_position_of_small_games() {
    for memory in [1, 1 << 10, 1 << 24] {
        agrees(&sowing::<1>(&[2; 6], Player::One), memory).unwrap();
        agrees(&sowing::<2>(&[2; 6], Player::Two), memory).unwrap();
        agrees(&sowing::<4>(&[3; 5], Player::One), memory).unwrap();
        // Too many seeds for names of 64 bits.
        agrees(
            &sowing::<1>(&[30, 0, 2, 1, 40, 2, 1, 1], Player::Two),
            memory,
        )
        .unwrap();
    }
    agrees(&sowing::<1>(&[2; 7], Player::One), 1 << 16).unwrap();
    agrees(&sowing::<1>(&[0, 0], Player::One), 1 << 10).unwrap();
}

#[test]
fn the_backward_table_agrees_with_the_plain_game() {
    let game = sowing::<1>(&[2; 8], Player::One);
    let graph = Reachable::new(&game, game.initial(), 1_000_000, &Control::new()).unwrap();
    let values = table(&game, &graph);
    let mut memo = HashMap::new();
    plain::wins(&(vec![2; 8], true), &mut memo);
    for (position, value) in graph.positions().iter().zip(values) {
        let south = game.mover(position) == Player::One;
        let wins = plain::wins(&(game.board(position), south), &mut memo);
        assert_eq!(value == Value::Win, wins, "{position:?}");
    }
}

#[test]
fn one_solver_answers_boards_of_any_total() {
    let control = Control::new();
    let game = sowing::<2>(&[2; 8], Player::One);
    let mut solver = Solver::new(game.clone(), 1 << 16);
    let mut memo = HashMap::new();
    for board in [
        [2; 8],
        [1, 2, 0, 60, 2, 3, 1, 2],
        [1; 8],
        [0, 3, 2, 1, 0, 90, 2, 1],
    ] {
        for south in [true, false] {
            let at = game.position(&board, player(south)).unwrap();
            let found = solver.solve(&at, &NONE, &control).unwrap().value;
            let wins = plain::wins(&(board.to_vec(), south), &mut memo);
            assert_eq!(found == Value::Win, wins, "{board:?} {south}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn games_from_outside_with_draws_and_extra_turns(seed: u64, size in 1u32..120) {
        let game = Tree::random(seed, size);
        for memory in [1, 1 << 10, 1 << 20] {
            agrees(&game, memory)?;
        }
    }

    #[test]
    fn random_boards(board in plain::boards(7), south: bool, memory in 1usize..5000) {
        let state: State = (board.clone(), south);
        let wins = plain::wins(&state, &mut HashMap::new());
        let value = if wins { Value::Win } else { Value::Loss };
        let ask = |found: Result<_, Unsolved>| found.map(|s: sowlab::solver::Solved| s.value);
        let control = Control::new();
        let wide = sowing::<4>(&board, player(south));
        prop_assert_eq!(ask(Solver::new(wide.clone(), memory).solve(&wide.initial(), &NONE, &control)), Ok(value));
        let two = sowing::<2>(&board, player(south));
        prop_assert_eq!(ask(Solver::new(two.clone(), memory).solve(&two.initial(), &NONE, &control)), Ok(value));
    }

    /// The canonical position is the same game, and two names are never one.
    #[test]
    fn canonical_positions_keep_the_game(board in plain::boards(16), other in plain::boards(16), south: bool) {
        let mut boards = [board, other];
        let pots = boards[0].len().max(boards[1].len());
        for board in &mut boards {
            board.resize(pots, 0);
        }
        let game = sowing::<2>(&boards[0], player(south));
        let [a, b] = boards.map(|b| game.canonical(&game.position(&b, player(south)).unwrap()));
        prop_assert_eq!(game.canonical(&a), a);
        prop_assert_eq!(game.mover(&a), Player::One);
        let count = |at| {
            let mut moves = Vec::new();
            game.expand(&at, &mut moves);
            moves.len()
        };
        prop_assert_eq!(count(a), count(game.initial()));
        if game.pack_bits(&a).is_some() && game.pack_bits(&b).is_some() {
            prop_assert_eq!(a == b, game.pack(&a) == game.pack(&b));
        }
    }
}

#[test]
fn limits_end_the_search_with_what_they_are() {
    let game = sowing::<2>(&[2; 16], Player::One);
    let start = game.initial();
    let mut solver = Solver::new(game.clone(), 1 << 20);
    let control = Control::new();
    let nodes = Limits {
        nodes: Some(5000),
        time: None,
    };
    let error = solver.solve(&start, &nodes, &control).unwrap_err();
    assert_eq!(error.to_string(), "not solved within 5000 nodes");
    let time = Limits {
        nodes: None,
        time: Some(Duration::from_millis(20)),
    };
    let error = solver
        .analyse(&start, Detail::Moves, &time, &control)
        .unwrap_err();
    assert_eq!(error.to_string(), "not solved within 0.02 s");
    control.stop();
    let error = solver.solve(&start, &NONE, &control).unwrap_err();
    assert!(matches!(error, Unsolved::Stopped(_)));
}

/// A game hundreds of plies long cannot exhaust any stack, and its first line
/// of play is searched to the end.
#[test]
fn long_games_are_searched_on_the_heap() {
    let game = sowing::<4>(&[7; 32], Player::One);
    let control = Control::new();
    let limits = Limits {
        nodes: Some(200_000),
        time: None,
    };
    let mut solver = Solver::new(game.clone(), 1 << 20);
    let found = solver.solve(&game.initial(), &limits, &control);
    assert_eq!(found, Err(Unsolved::Nodes(200_000)));
}

#[test]
fn perft_agrees_with_a_plain_count_for_any_number_of_threads() {
    let text = std::fs::read_to_string(
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft/sowing.perft"),
    )
    .unwrap();
    let mut checked = 0;
    for line in text
        .lines()
        .filter(|l| !l.starts_with('#') && !l.trim().is_empty())
    {
        let (board, counts) = line.split_once(':').unwrap();
        let (board, side) = board.trim().split_once(' ').unwrap();
        let board: Vec<u8> = board.split(',').map(|s| s.parse().unwrap()).collect();
        let south = side == "south";
        let counts: Vec<u64> = counts
            .split_whitespace()
            .map(|n| n.parse().unwrap())
            .collect();
        let depth = counts.len() - 1;
        assert_eq!(
            plain::perft(&(board.clone(), south), depth),
            counts,
            "{line}"
        );
        let game = sowing::<2>(&board, player(south));
        for threads in [1, 2] {
            let (pool, control) = (Pool::new(threads), Control::new());
            let found = perft(&game, &game.initial(), depth, &pool, &control);
            assert_eq!(found.as_ref(), Some(&counts), "{line}");
            let parts = divide(&game, &game.initial(), depth, &pool, &control).unwrap();
            if depth > 0 {
                assert_eq!(
                    parts.iter().map(|p| p.1).sum::<u64>(),
                    counts[depth],
                    "{line}"
                );
            }
        }
        checked += 1;
    }
    assert!(checked >= 8);
}
