//! The solver's margins on trial: against minimax without pruning, endgame
//! tables against the rules, and against published values.

use std::collections::HashMap;

use sowlab::control::Control;
use sowlab::game::fang::{self, Fang, Relay, Tie};
use sowlab::game::kalah::{Capture, End, Half, Kalah};
use sowlab::game::{Game, Outcome, Player, Reachable, Searchable, Value};
use sowlab::solver::{Analysis, Detail, Limits, Solver, Unsolved, margin_table, table};

use crate::takeaway::TakeAway;

const NONE: Limits = Limits {
    nodes: None,
    time: None,
};

/// Both questions, each for the side to move, by the definition.
type Memo<G> = HashMap<<G as Game>::Position, (Value, i16)>;

fn margin_for(outcome: Outcome, mover: Player) -> i16 {
    let margin = outcome.margin.unwrap();
    if mover == Player::One {
        margin
    } else {
        -margin
    }
}

fn minimax<G: Game>(game: &G, at: G::Position, memo: &mut Memo<G>) -> (Value, i16) {
    if let Some(&known) = memo.get(&at) {
        return known;
    }
    let mover = game.mover(&at);
    let mut moves = Vec::new();
    let worth = match game.expand(&at, &mut moves) {
        Some(outcome) => (outcome.value_for(mover), margin_for(outcome, mover)),
        None => {
            let mut best = (Value::Loss, i16::MIN);
            for mv in moves {
                let next = game.play(&at, mv);
                let (value, margin) = minimax(game, next, memo);
                let same = game.mover(&next) == mover;
                best.0 = best.0.max(if same { value } else { -value });
                best.1 = best.1.max(if same { margin } else { -margin });
            }
            best
        }
    };
    memo.insert(at, worth);
    worth
}

/// The worth of a position to the side that moves from `from` to it.
fn seen<G: Game>(game: &G, from: &G::Position, to: &G::Position, memo: &Memo<G>) -> (Value, i16) {
    let (value, margin) = memo[to];
    if game.mover(from) == game.mover(to) {
        (value, margin)
    } else {
        (-value, -margin)
    }
}

/// An analysis says what minimax does.
fn analysis_agrees<G: Searchable>(game: &G, at: &G::Position, found: &Analysis<G>, memo: &Memo<G>) {
    let (value, margin) = memo[at];
    assert_eq!((found.value, found.margin), (value, Some(margin)), "{at:?}");
    let mut legal = Vec::new();
    game.expand(at, &mut legal);
    let after = |mv| seen(game, at, &game.play(at, mv), memo);
    let keep = |good: &dyn Fn((Value, i16)) -> bool| {
        let kept = legal.iter().copied().filter(|&mv| good(after(mv)));
        Some(kept.collect::<Vec<_>>())
    };
    assert_eq!(found.optimal, keep(&|w| w.0 == value));
    assert_eq!(found.optimal_margin, keep(&|w| w.1 == margin));
    for m in found.moves.iter().flatten() {
        assert_eq!((m.value, m.margin), (after(m.mv).0, Some(after(m.mv).1)));
    }
    let mut end = *at;
    for &mv in &found.line {
        let next = game.play(&end, mv);
        assert_eq!(seen(game, &end, &next, memo).1, memo[&end].1);
        end = next;
    }
    assert!(game.expand(&end, &mut legal).is_some());
}

/// Everything that the solver says of every position that play can reach.
fn agrees<G: Searchable>(game: &G) {
    let control = Control::new();
    let graph = Reachable::new(game, game.initial(), 1_000_000, &control).unwrap();
    let values = table(game, &graph);
    let margins = margin_table(game, &graph).unwrap();
    let mut memo = Memo::<G>::new();
    let mut solver = Solver::new(game.clone(), 1 << 20);
    let mut tiny = Solver::new(game.clone(), 1);
    let mut outcomes = Solver::outcome_only(game.clone(), 1 << 16);
    for (i, at) in graph.positions().iter().enumerate() {
        let worth = minimax(game, *at, &mut memo);
        assert_eq!((values[i], margins[i]), worth);
        // What can be told at a glance holds.
        let reduced = game.unbanked(&game.canonical(at));
        let rest = worth.1 - game.banked(at);
        let (low, high) = game.rest_bounds(&reduced);
        assert!(low <= rest && rest <= high, "{at:?}: {low} {rest} {high}");
        assert!(rest.abs() <= game.largest_rest(&reduced));
        let detail = [Detail::Moves, Detail::Optimal][i % 2];
        let found = solver.analyse(at, detail, &NONE, &control).unwrap();
        analysis_agrees(game, at, &found, &memo);
        if i % 16 == 0 {
            let found = tiny.analyse(at, Detail::Moves, &NONE, &control).unwrap();
            analysis_agrees(game, at, &found, &memo);
        }
        let found = outcomes.solve(at, &NONE, &control).unwrap();
        assert_eq!((found.value, found.margin), (worth.0, None));
    }
    assert!(tiny.table_bytes() <= 1024);
}

const CAPTURES: [Capture; 2] = [Capture::Empty, Capture::NonEmpty];
const ENDS: [End; 2] = [End::Either, End::Mover];

fn kalah<H: Half>(pits: usize, seeds: u8, capture: Capture, end: End) -> Kalah<H> {
    Kalah::new(pits, seeds, capture, end).unwrap()
}

#[test]
fn every_position_of_small_kalahs() {
    for capture in CAPTURES {
        for end in ENDS {
            for (pits, seeds) in [(1, 1), (1, 5), (2, 2), (2, 4), (3, 2), (3, 3)] {
                agrees(&kalah::<u64>(pits, seeds, capture, end));
            }
            agrees(&kalah::<u128>(2, 3, capture, end));
        }
    }
}

/// Points, but nothing that is settled before the end.
#[test]
fn every_position_of_a_game_from_outside() {
    agrees(&TakeAway { heap: 13 });
}

#[test]
fn every_position_of_small_fangs() {
    for tie in [Tie::Tibong, Tie::Score, Tie::Neighbours] {
        for relay in [
            Relay::None,
            Relay::Opponent,
            Relay::Own,
            Relay::Repeat,
            Relay::OpponentNonEmpty,
        ] {
            for limit in [true, false] {
                for first in Player::BOTH {
                    let rules = fang::Rules {
                        tie,
                        relay,
                        limit,
                        first,
                        forgets_last: false,
                    };
                    agrees(&Fang::new(4, rules).unwrap());
                    if relay == Relay::None && first == Player::One {
                        agrees(&Fang::new(6, rules).unwrap());
                    }
                }
            }
        }
    }
}

/// Every board with few seeds, by its number.
#[test]
fn endgame_tables_are_what_play_leads_to() {
    fn boards(pits: usize, seeds: u8) -> Vec<Vec<u8>> {
        let mut all = vec![vec![]];
        for _ in 0..pits {
            let longer = all.iter().flat_map(|board: &Vec<u8>| {
                let left = seeds - board.iter().sum::<u8>();
                (0..=left).map(move |n| [&board[..], &[n]].concat())
            });
            all = longer.collect();
        }
        all
    }
    fn check<H: Half>(pits: usize, seeds: u8) {
        for capture in CAPTURES {
            for end in ENDS {
                let game = kalah::<H>(pits, 4, capture, end);
                let mut rests = Vec::new();
                for _ in 0..=seeds {
                    let more = game.next_layer(&rests).unwrap();
                    let before = rests.len();
                    game.add_layer(&mut rests);
                    assert_eq!(rests.len(), before + more);
                }
                let mut memo = Memo::<Kalah<H>>::new();
                let all = boards(2 * pits, seeds);
                assert_eq!(rests.len(), all.len());
                for board in all {
                    let (south, north) = board.split_at(pits);
                    let at = game.position([south, north], [0, 0], Player::One);
                    let at = at.unwrap();
                    let (_, margin) = minimax(&game, at, &mut memo);
                    let name = game.pack(&at) as usize;
                    assert_eq!(i16::from(rests[name]), margin, "{board:?}");
                }
            }
        }
    }
    check::<u64>(1, 20);
    check::<u64>(2, 12);
    check::<u64>(3, 8);
    check::<u64>(6, 4);
    check::<u128>(7, 3);
}

/// The margin of the start for South.
fn margin<G: Searchable>(game: &G) -> i16 {
    let mut solver = Solver::new(game.clone(), 1 << 26);
    let solved = solver.solve(&game.initial(), &NONE, &Control::new());
    let solved = solved.unwrap();
    let outcome = Solver::outcome_only(game.clone(), 1 << 26)
        .solve(&game.initial(), &NONE, &Control::new())
        .unwrap();
    assert_eq!(solved.value, outcome.value);
    assert_eq!(outcome.margin, None);
    solved.margin.unwrap()
}

/// G. Irving, J. Donkers, J. Uiterwijk, Solving Kalah, ICGA Journal 23(3), 2000.
#[test]
fn published_values_of_kalah() {
    let by_seeds = |pits, capture, most| {
        (1..=most)
            .map(|seeds| margin(&kalah::<u64>(pits, seeds, capture, End::Either)))
            .collect::<Vec<i16>>()
    };
    assert_eq!(by_seeds(4, Capture::Empty, 6), [2, 6, 8, 2, 2, 0]);
    assert_eq!(by_seeds(5, Capture::Empty, 3), [0, 0, 8]);
    assert_eq!(by_seeds(6, Capture::Empty, 3), [2, 10, 2]);
    assert_eq!(by_seeds(6, Capture::NonEmpty, 2), [2, 6]);
    let signs = |pits, most| {
        let margins = by_seeds(pits, Capture::Empty, most);
        margins.iter().map(|m| m.signum()).collect::<Vec<i16>>()
    };
    assert_eq!(signs(1, 6), [0, -1, 1, -1, 1, 0]);
    assert_eq!(signs(2, 6), [1, -1, -1, -1, 1, 1]);
    assert_eq!(signs(3, 6), [0, 1, 1, 1, 1, -1]);
}

/// Twelve holes, also without the hole that a published script forgets.
#[test]
fn twelve_holes_of_fang_are_norths() {
    for forgets_last in [false, true] {
        let rules = fang::Rules {
            tie: Tie::Score,
            forgets_last,
            ..fang::Rules::default()
        };
        let game = Fang::new(12, rules).unwrap();
        let mut solver = Solver::outcome_only(game.clone(), 1 << 28);
        let solved = solver.solve(&game.initial(), &NONE, &Control::new());
        assert_eq!(solved.unwrap().value, Value::Loss);
    }
}

#[test]
fn published_values_of_fang() {
    for (holes, margins) in [(4, 0), (6, -2), (8, -4)] {
        for tie in [Tie::Score, Tie::Tibong, Tie::Neighbours] {
            let rules = fang::Rules {
                tie,
                ..fang::Rules::default()
            };
            let game = Fang::new(holes, rules).unwrap();
            let mut solver = Solver::new(game.clone(), 1 << 24);
            let found = solver.analyse(&game.initial(), Detail::Optimal, &NONE, &Control::new());
            let found = found.unwrap();
            assert_eq!(found.margin, Some(margins));
            let north = holes > 4 || tie == Tie::Tibong;
            if tie != Tie::Neighbours || holes > 4 {
                let value = if north { Value::Loss } else { Value::Draw };
                assert_eq!(found.value, value, "{holes} {tie:?}");
            }
            // Counted from 0.
            let best: Vec<u8> = match holes {
                4 => vec![2],
                6 => vec![1, 3, 4],
                _ => vec![1, 2, 4, 5],
            };
            if holes > 4 {
                assert_eq!(found.optimal_margin, Some(best));
            } else if tie == Tie::Score {
                assert_eq!(found.optimal, Some(best));
            }
        }
    }
}

/// A game that counts no points answers without margins.
#[test]
fn games_without_points_have_no_margin() {
    let game = sowlab::game::sowing::Sowing::<1>::uniform(5, 2, Player::One).unwrap();
    let mut solver = Solver::new(game.clone(), 1 << 16);
    let found = solver
        .analyse(&game.initial(), Detail::Moves, &NONE, &Control::new())
        .unwrap();
    assert_eq!((found.margin, found.optimal_margin), (None, None));
    assert!(found.moves.unwrap().iter().all(|m| m.margin.is_none()));
}

/// Two threads that search one position say what one says, and obey limits.
#[test]
fn two_threads_answer_as_one() {
    let control = Control::new();
    let game = kalah::<u64>(5, 4, Capture::Empty, End::Either);
    let analyse = |threads| {
        let mut solver = Solver::new(game.clone(), 1 << 26).with_threads(threads);
        let found = solver.analyse(&game.initial(), Detail::Optimal, &NONE, &control);
        assert!(solver.table_bytes() <= 1 << 26);
        let found = found.unwrap();
        (
            found.margin,
            found.optimal,
            found.optimal_margin,
            found.line,
        )
    };
    let one = analyse(1);
    assert_eq!(one.0, Some(12));
    assert_eq!(one, analyse(2));

    let large = kalah::<u64>(6, 5, Capture::Empty, End::Either);
    let mut solver = Solver::new(large.clone(), 1 << 24).with_threads(2);
    let limits = Limits {
        nodes: Some(400_000),
        time: None,
    };
    let found = solver.solve(&large.initial(), &limits, &control);
    assert_eq!(found, Err(Unsolved::Nodes(400_000)));
    control.stop();
    let found = solver.solve(&large.initial(), &NONE, &control);
    assert!(matches!(found, Err(Unsolved::Stopped(_))));
}

/// Boards of more pits or seeds than short names hold.
#[test]
fn other_tables_hold_larger_boards() {
    let limits = Limits {
        nodes: Some(50_000),
        time: None,
    };
    let control = Control::new();
    let wide = kalah::<u128>(12, 10, Capture::Empty, End::Either);
    let mut solver = Solver::new(wide.clone(), 1 << 20);
    let found = solver.solve(&wide.initial(), &limits, &control);
    assert_eq!(found, Err(Unsolved::Nodes(50_000)));
    // A late position of such a board is solved to the end.
    let mut south = [0; 12];
    south[8..].copy_from_slice(&[1, 0, 2, 1]);
    let mut north = [0; 12];
    north[..3].copy_from_slice(&[1, 2, 1]);
    let at = wide
        .position([&south, &north], [120, 112], Player::One)
        .unwrap();
    let margin = minimax(&wide, at, &mut Memo::<Kalah<u128>>::new()).1;
    let found = solver.solve(&at, &NONE, &control).unwrap();
    assert_eq!(found.margin, Some(margin));
    assert!(solver.table_bytes() <= 1 << 20);
}
