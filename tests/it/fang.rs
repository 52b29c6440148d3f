//! Published and computed values of Fang, and its plain twin.

use proptest::prelude::*;
use sowlab::control::Control;
use sowlab::game::fang::{Fang, Relay, Rules, Tie};
use sowlab::game::{Exercise, Game, Notation, Outcome, Player, Reachable, Value};
use sowlab::policy::Uniform;
use sowlab::selfplay::Distribution;
use sowlab::solver::{Limits, Solver, table};

use crate::plain_fang as plain;

const TIES: [Tie; 3] = [Tie::Tibong, Tie::Score, Tie::Neighbours];
const RELAYS: [Relay; 5] = [
    Relay::None,
    Relay::Opponent,
    Relay::Own,
    Relay::Repeat,
    Relay::OpponentNonEmpty,
];

fn with(tie: Tie) -> Rules {
    Rules {
        tie,
        ..Rules::default()
    }
}

fn graph(game: &Fang) -> Reachable<Fang> {
    Reachable::new(game, game.initial(), 3_000_000, &Control::new()).unwrap()
}

/// Plays a line of holes, counted from 1: the holes afterwards, and the outcome.
fn line(game: &Fang, moves: &[u8]) -> (Vec<u8>, Option<Outcome>) {
    let mut at = game.initial();
    for &hole in moves {
        game.check(&at, hole - 1).unwrap();
        at = game.play(&at, hole - 1);
    }
    (game.row(&at), game.expand(&at, &mut Vec::new()))
}

fn ended(winner: Player, margin: i16) -> Option<Outcome> {
    Some(Outcome {
        winner: Some(winner),
        margin: Some(margin),
    })
}

#[test]
fn sample_games() {
    let game = |holes| Fang::new(holes, Rules::default()).unwrap();
    let (south, north) = (Player::One, Player::Two);
    let small = game(4);
    let first = line(&small, &[3, 2, 1, 2, 3, 4]);
    assert_eq!(first, (vec![2, 3, 2, 1], ended(south, 2)));
    // Halves 4 and 4: the tibongs, 2 and 3, decide.
    let other = line(&small, &[3, 2, 1, 2, 3, 3]);
    assert_eq!(other, (vec![2, 2, 1, 3], ended(north, 0)));
    let score = Fang::new(4, with(Tie::Score)).unwrap();
    let draw = Outcome {
        winner: None,
        margin: Some(0),
    };
    assert_eq!(line(&score, &[3, 2, 1, 2, 3, 3]).1, Some(draw));
    assert_eq!(line(&small, &[3, 2, 3, 1, 3]), (vec![1, 4, 0, 2], None));
    let at = small.parse_position("[1,4,0,2 | 0,1] north").unwrap();
    assert_eq!(small.check(&at, 1).unwrap_err().rule, "hole-full");
    let last = line(&small, &[3, 2, 3, 1, 3, 4]);
    assert_eq!(last, (vec![1, 5, 1, 1], ended(south, 4)));
    let last = line(&small, &[3, 2, 3, 1, 3, 1]);
    assert_eq!(last, (vec![0, 4, 1, 3], ended(north, 0)));
    let middle = line(&game(6), &[5, 3, 4, 1, 6, 5, 4, 2]);
    assert_eq!(middle, (vec![3, 1, 3, 1, 2, 2], ended(south, 2)));
    let grand = line(&game(8), &[4, 2, 6, 3, 7, 1, 5, 2, 8, 3]);
    assert_eq!(grand, (vec![2, 1, 0, 2, 3, 4, 3, 1], ended(north, -6)));
}

/// The best results of South and North from every position, by minimax; results
/// are numbers that South wants large.
fn minimax(graph: &Reachable<Fang>, game: &Fang, worth: impl Fn(Outcome) -> i16) -> Vec<i16> {
    let mut best = vec![0; graph.len()];
    for i in graph.backwards() {
        best[i] = match graph.outcome(i) {
            Some(outcome) => worth(outcome),
            None => {
                let reached = graph.targets(i).map(|t| best[t]);
                match game.mover(graph.position(i)) {
                    Player::One => reached.max(),
                    Player::Two => reached.min(),
                }
                .unwrap()
            }
        };
    }
    best
}

fn winner(outcome: Outcome) -> i16 {
    match outcome.winner {
        Some(Player::One) => 1,
        None => 0,
        Some(Player::Two) => -1,
    }
}

/// The value of the start, and the holes, counted from 1, that reach it.
fn start_value(holes: usize, tie: Tie, worth: impl Fn(Outcome) -> i16) -> (i16, Vec<u8>) {
    let game = Fang::new(holes, with(tie)).unwrap();
    let graph = graph(&game);
    let best = minimax(&graph, &game, worth);
    let optimal = graph.edges(0).filter(|&e| best[graph.target(e)] == best[0]);
    (best[0], optimal.map(|e| graph.mv(e) + 1).collect())
}

#[test]
fn exact_values_of_the_start() {
    let margin = |outcome: Outcome| outcome.margin.unwrap();
    assert_eq!(start_value(4, Tie::Score, winner), (0, vec![3]));
    assert_eq!(start_value(4, Tie::Tibong, winner).0, -1);
    assert_eq!(start_value(4, Tie::Tibong, margin).0, 0);
    for tie in TIES {
        for holes in [6, 8] {
            assert_eq!(start_value(holes, tie, winner).0, -1, "{holes} {tie:?}");
        }
        // The margin does not depend on what breaks ties.
        assert_eq!(start_value(6, tie, margin), (-2, vec![2, 4, 5]));
        assert_eq!(start_value(8, tie, margin), (-4, vec![2, 3, 5, 6]));
    }
    assert_eq!(
        start_value(6, Tie::Score, winner).1,
        [2, 3, 4, 5],
        "all lose"
    );
    // With limit=off even the score makes 4 holes North's.
    let rules = Rules {
        limit: false,
        ..with(Tie::Score)
    };
    let game = Fang::new(4, rules).unwrap();
    let graph = graph(&game);
    assert_eq!(minimax(&graph, &game, winner)[0], -1);
    assert_eq!(table(&game, &graph)[0], Value::Loss);
}

#[test]
fn ten_holes_are_norths() {
    let game = Fang::new(10, with(Tie::Score)).unwrap();
    let mut solver = Solver::new(game.clone(), 1 << 26);
    let solved = solver.solve(&game.initial(), &Limits::default(), &Control::new());
    assert_eq!(solved.unwrap().value, Value::Loss);
}

#[test]
fn reachable_positions_and_final_results() {
    for (holes, all, finals, by_winner) in [
        (4, 121, 57, [14, 11, 32]),
        (6, 3458, 1566, [434, 298, 834]),
        (8, 110_864, 52_379, [15_587, 8246, 28_546]),
    ] {
        let game = Fang::new(holes, with(Tie::Score)).unwrap();
        let graph = graph(&game);
        let mut found = [0; 3];
        for outcome in (0..graph.len()).filter_map(|i| graph.outcome(i)) {
            found[(1 - winner(outcome)) as usize] += 1;
        }
        assert_eq!((graph.len(), found), (all, by_winner), "{holes} holes");
        assert_eq!(found.iter().sum::<usize>(), finals);
    }
}

#[test]
fn random_play_of_six_holes() {
    let game = Fang::new(6, with(Tie::Score)).unwrap();
    let exact = Distribution::new(&game, &graph(&game), &Uniform);
    for (found, printed) in exact.results.iter().zip([0.286, 0.213, 0.501]) {
        assert!((found - printed).abs() < 0.0005, "{:?}", exact.results);
    }
    assert!((exact.expected_length - 8.0).abs() < 1e-9);
}

/// Everything that play can reach, in every variant: the twin agrees, and no
/// position is without a move before the reserves are spent.
#[test]
fn every_position_of_small_boards_equals_the_plain_twin() {
    for holes in [4, 6, 8] {
        for relay in RELAYS {
            for limit in [true, false] {
                // Who moves first and what breaks ties change no move.
                let rules = Rules {
                    relay,
                    limit,
                    ..Rules::default()
                };
                let game = Fang::new(holes, rules).unwrap();
                let graph = graph(&game);
                for i in 0..graph.len() {
                    let at = graph.position(i);
                    let spent = at.reserve(at.mover()) == 0;
                    assert_eq!(graph.outcome(i).is_some(), spent, "{at:?}");
                    if holes < 8 {
                        same_moves(&game, at);
                    }
                }
            }
        }
    }
}

fn plainly(game: &Fang, at: &sowlab::game::fang::Position) -> plain::Board {
    plain::Board {
        holes: game.row(at),
        reserves: Player::BOTH.map(|p| at.reserve(p)),
        mover: at.mover().index(),
    }
}

fn same_moves(game: &Fang, at: &sowlab::game::fang::Position) {
    let board = plainly(game, at);
    let mut moves = Vec::new();
    let outcome = game.expand(at, &mut moves);
    let plain_outcome = plain::outcome(&board, game.rules());
    assert_eq!(
        outcome.map(|o| (o.winner, o.margin.unwrap())),
        plain_outcome
    );
    let listed: Vec<usize> = moves.iter().map(|&hole| usize::from(hole)).collect();
    assert_eq!(listed, plain::legal(&board, game.rules()), "{board:?}");
    for &hole in &moves {
        let after = plain::play(&board, game.rules(), usize::from(hole));
        let found = plainly(game, &game.play(at, hole));
        assert_eq!(Some(found), after, "{board:?}: hole {hole}");
    }
}

proptest! {
    #[test]
    fn random_games_equal_the_plain_twin(
        half in 2usize..=6, tie in 0usize..3, relay in 0usize..5,
        limit: bool, forgets: bool, north: bool,
        choices in proptest::collection::vec(any::<proptest::sample::Index>(), 14),
    ) {
        let rules = Rules {
            tie: TIES[tie],
            relay: RELAYS[relay],
            limit,
            forgets_last: forgets && half == 6,
            first: Player::BOTH[usize::from(north)],
        };
        let game = Fang::new(2 * half, rules).unwrap();
        let mut at = game.initial();
        prop_assert_eq!(plainly(&game, &at), plain::start(2 * half, &rules));
        let mut moves = Vec::new();
        for choice in choices {
            same_moves(&game, &at);
            if game.expand(&at, &mut moves).is_some() {
                break;
            }
            at = game.play(&at, *choice.get(&moves));
        }
    }
}

#[test]
fn perft_agrees_with_a_plain_count() {
    for entry in crate::perft::entries("fang.perft") {
        let (holes, relay, limit) = match *entry.start.split(' ').collect::<Vec<_>>() {
            [holes, relay, limit] => (holes.parse().unwrap(), relay, limit == "limit=on"),
            _ => panic!("{}", entry.start),
        };
        let relay = match relay {
            "none" => Relay::None,
            "opponent" => Relay::Opponent,
            "own" => Relay::Own,
            "repeat" => Relay::Repeat,
            _ => Relay::OpponentNonEmpty,
        };
        let rules = Rules {
            relay,
            limit,
            ..Rules::default()
        };
        let depth = entry.counts.len() - 1;
        let plain = plain::perft(&plain::start(holes, &rules), &rules, depth);
        assert_eq!(plain, entry.counts, "{}", entry.start);
        crate::perft::agrees(&Fang::new(holes, rules).unwrap(), &entry);
    }
}

/// The order of the tests of a move.
#[test]
fn the_first_broken_rule_is_named() {
    let game = Fang::new(4, Rules::default()).unwrap();
    let at = game.parse_position("[1,4,0,2]").unwrap();
    assert_eq!(at.mover(), Player::Two);
    let over = game.parse_position("[1,5,1,1]").unwrap();
    for (position, player, hole, rule) in [
        (&at, "est", "9", "unknown-player"),
        (&at, "south", "9", "not-your-turn"),
        (&over, "north", "1", "not-your-turn"),
        (&over, "south", "9", "reserve-empty"),
        (&at, "north", "0", "hole-outside"),
        (&at, "north", "-1", "hole-outside"),
        (&at, "north", "5", "hole-outside"),
        (&at, "nord", "99999999999999999999", "hole-outside"),
        (&at, "north", "3", "hole-empty"),
        (&at, "north", "2", "hole-full"),
    ] {
        let verdict = game.check_text(position, player, hole).unwrap();
        let broken = verdict.unwrap_err();
        assert_eq!(broken.rule, rule, "{player} {hole}");
        assert!(broken.en != broken.fr);
    }
    assert_eq!(game.check_text(&at, "Nord", "+04"), Ok(Ok(())));
    assert!(game.check_text(&at, "north", "b").is_err());
    let off = Rules {
        limit: false,
        ..Rules::default()
    };
    let game = Fang::new(4, off).unwrap();
    let at = game.parse_position("[1,4,0,2 | 0,1]").unwrap();
    assert_eq!(game.check(&at, 1), Ok(()));
    // Five seeds on four holes: one leaves the game.
    assert_eq!(game.row(&game.play(&at, 1)), [2, 1, 1, 3]);
}

/// What cannot stand in a game is refused.
#[test]
fn positions_of_no_game() {
    let on = Fang::new(4, Rules::default()).unwrap();
    let off = Rules {
        limit: false,
        ..Rules::default()
    };
    let off = Fang::new(4, off).unwrap();
    for (game, text, part) in [
        (&on, "[0,1,1]", "3 numbers, expected 4 or 6"),
        (&on, "[0,1,0,0]", "1 seeds in the holes"),
        (&on, "[9,0,0,0]", "9 seeds in the holes"),
        (&on, "[0,1,1,0] north", "south is to move"),
        (&on, "[7,0,0,0]", "no hole may be chosen"),
        (
            &on,
            "[0,1,1,0 | 2,3] north",
            "2 seeds in the holes, expected 3",
        ),
        (&on, "[0,1,1,0 | 1,3] north", "reserves 1 and 3"),
        (&on, "[0,1,1,0 | 4,4] south", "at most 3"),
        (&on, "[0,1,1,0 | 255,0] north", "reserves 255 and 0"),
        (&on, "[255,1,1,0 | 255,255] south", "at most 3"),
        (&on, "[0,1,1,256]", "0 to 255"),
        (&on, "[0,1,1,-1]", "0 to 255"),
        (&on, "[0,1,1,0] west", "south or north"),
        (&off, "[0,1,1,0]", "expected the reserves too"),
        (&off, "[2,2,2,2 | 1,1]", "at most 6"),
        (&off, "[0,0,0,0 | 1,1]", "no hole may be chosen"),
    ] {
        let error = game.parse_position(text).unwrap_err();
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
}
