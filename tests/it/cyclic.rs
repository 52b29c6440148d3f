//! Exact values of the games in which play can go on for ever: published ones,
//! and the two forms of retrograde analysis against each other.

use std::collections::HashMap;
use std::sync::Arc;

use sowlab::control::Control;
use sowlab::game::fanorona::{Fanorona, Rules};
use sowlab::game::hunt::{self, Goal, Hunt, Start as HuntStart};
use sowlab::game::telo::{Start, Telo};
use sowlab::game::{Game, Notation, Player, Reachable, Searchable, Value};
use sowlab::solver::retrograde::{Layers, file, graph_fates};
use sowlab::solver::{Analysis, Detail, Limits, Solver};

fn analyse<G: Searchable>(game: &G, at: &G::Position) -> Analysis<G> {
    let mut solver = Solver::new(game.clone(), 1 << 28);
    let limits = Limits::default();
    solver
        .analyse(at, Detail::Moves, &limits, &Control::new())
        .unwrap()
}

/// Value and plies of the position, and its best moves as text.
fn start<G: Searchable + Notation>(game: &G) -> (Value, Option<u16>, Vec<String>) {
    let at = game.initial();
    let found = analyse(game, &at);
    let best = found.optimal.unwrap();
    let best = best.iter().map(|&mv| game.move_text(&at, mv)).collect();
    (found.value, found.plies, best)
}

fn hunt(start: HuntStart, goal: Goal, stall: Option<u8>) -> Hunt {
    Hunt::new(start, goal, stall).unwrap()
}

#[test]
fn hunt_from_lucas_start() {
    for goal in [Goal::Home, Goal::Pass] {
        let game = hunt(HuntStart::Lucas, goal, None);
        let (value, plies, _) = start(&game);
        assert_eq!(
            (value, plies),
            (Value::Loss, Some(24)),
            "the hare moves first"
        );
        for stall in 1..=10 {
            let game = hunt(HuntStart::Lucas, goal, Some(stall));
            let hounds = start(&game).0 == Value::Loss;
            assert_eq!(hounds, stall >= 4, "{}", game.name());
        }
    }
    let game = hunt(HuntStart::Lucas, Goal::Home, None);
    let mv = game.parse_move(&game.initial(), "B2-B3").unwrap();
    let after = game.play(&game.initial(), mv);
    let found = analyse(&game, &after);
    let best = found.optimal.unwrap();
    assert_eq!(best.len(), 1);
    assert_eq!(game.move_text(&after, best[0]), "B1-B2");
}

/// From after the placing; the hounds are to move.
#[test]
fn hunt_from_gardners_start() {
    for (goal, on_b2) in [
        (Goal::Home, (Value::Loss, Some(2))),
        (Goal::Pass, (Value::Win, Some(27))),
    ] {
        let game = hunt(HuntStart::Gardner, goal, None);
        let at = game.initial();
        let found = analyse(&game, &at);
        let moves = found.moves.unwrap();
        assert_eq!(moves.len(), 8);
        for m in moves {
            let placed = game.move_text(&at, m.mv);
            let after = analyse(&game, &m.position);
            let expected = match placed.as_str() {
                "B2" => on_b2,
                _ => (Value::Win, Some(23)),
            };
            assert_eq!((after.value, after.plies), expected, "{placed}");
        }
    }
}

/// The fate of every position.
fn all_of(game: &Hunt) -> Vec<(hunt::Position, Value)> {
    let mut solver = Solver::new(game.clone(), 1 << 24);
    let positions = game.roots().into_iter().skip(1);
    let worth = |at: hunt::Position| {
        let solved = solver.solve(&at, &Limits::default(), &Control::new());
        (at, solved.unwrap().value)
    };
    positions.map(worth).collect()
}

#[test]
fn hunt_positions_won_by_the_hounds() {
    for (goal, won) in [(Goal::Home, [114, 302]), (Goal::Pass, [123, 317])] {
        let game = hunt(HuntStart::Lucas, goal, None);
        let all = all_of(&game);
        assert_eq!(all.len(), 2640);
        let hounds = Player::BOTH.map(|mover| {
            let won = |(at, value): &&(hunt::Position, Value)| {
                game.mover(at) == mover && value.winner(mover) == Some(Player::Two)
            };
            all.iter().filter(won).count()
        });
        assert_eq!(hounds, won);
    }
}

#[test]
fn telo_values() {
    let (value, plies, best) = start(&Telo::new(Start::Empty, false));
    assert_eq!((value, plies), (Value::Win, Some(9)));
    assert_eq!(best, ["b2"]);
    let game = Telo::new(Start::Empty, false);
    let moves = analyse(&game, &game.initial()).moves.unwrap();
    for m in moves {
        let edge =
            ["b1", "a2", "c2", "b3"].contains(&game.move_text(&game.initial(), m.mv).as_str());
        if edge {
            assert_eq!((m.value, m.plies), (Value::Loss, Some(8)));
        }
    }
    assert_eq!(start(&Telo::new(Start::Empty, true)).0, Value::Draw);
    assert_eq!(start(&Telo::new(Start::Rows, false)).0, Value::Draw);
}

fn fanorona(rows: usize, columns: usize) -> Fanorona {
    Fanorona::new(rows, columns, Rules::default()).unwrap()
}

#[test]
fn small_fanorona_values() {
    let (value, plies, _) = start(&fanorona(3, 3));
    assert_eq!((value, plies), (Value::Win, Some(11)));
    let game = fanorona(3, 5);
    let found = analyse(&game, &game.initial());
    assert_eq!((found.value, found.plies), (Value::Win, Some(11)));
    let text = |mv| game.move_text(&game.initial(), mv);
    let moves: Vec<_> = found
        .moves
        .unwrap()
        .iter()
        .map(|m| (text(m.mv), m.value))
        .collect();
    let worth = |name: &str| moves.iter().find(|m| m.0 == name).map(|m| m.1);
    assert_eq!(worth("c1-c2A"), Some(Value::Win));
    assert_eq!(worth("b2-c2W"), Some(Value::Draw));
    assert_eq!(worth("b2-c2A"), Some(Value::Loss));
    let (value, plies, _) = start(&fanorona(5, 3));
    assert_eq!((value, plies), (Value::Win, Some(13)));
}

/// Distances are turns, whatever a move is.
#[test]
fn hops_of_one_turn_are_one_turn() {
    for rules in [(false, false), (true, false), (false, true)] {
        let rules = Rules {
            repeat_direction: rules.0,
            must_continue: rules.1,
        };
        let turns = Fanorona::new(3, 3, rules).unwrap();
        let hops = turns.clone().by_hops();
        let control = Control::new();
        let start = turns.initial();
        let by_turns = Reachable::new(&turns, start, usize::MAX, &control).unwrap();
        let by_hops = Reachable::new(&hops, start, usize::MAX, &control).unwrap();
        let fates = graph_fates(&hops, &by_hops);
        let numbered = by_hops.positions().iter().copied().zip(fates.iter());
        let known: HashMap<_, _> = numbered.collect();
        assert!(by_hops.len() > by_turns.len());
        for (at, fate) in by_turns
            .positions()
            .iter()
            .zip(graph_fates(&turns, &by_turns))
        {
            assert_eq!(known[at], &fate, "{}", turns.position_text(at));
        }
        // A line of best play has as many turns as it says, and more hops.
        let found = analyse(&hops, &start);
        let mut at = start;
        let mut passed = 0;
        for &mv in &found.line {
            at = hops.play(&at, mv);
            passed += u16::from(!hops.goes_on(&at));
        }
        let mut moves = Vec::new();
        assert_eq!(found.plies, Some(passed));
        assert!(hops.expand(&at, &mut moves).is_some() && found.line.len() > usize::from(passed));
    }
}

/// Two ways to the same fates: listing what can be reached, and the index.
#[test]
fn the_index_and_the_graph_agree() {
    for rules in [(false, false), (true, false), (false, true)] {
        let rules = Rules {
            repeat_direction: rules.0,
            must_continue: rules.1,
        };
        let game = Fanorona::new(3, 3, rules).unwrap();
        let control = Control::new();
        let mut layers = Layers::new(game.index().unwrap()).unwrap();
        layers.complete(&game, usize::MAX, |_| false).unwrap();
        // All positions, so that no fate is left out.
        let mut roots = Vec::new();
        for white in 0..1u64 << 9 {
            for black in (0..1 << 9).filter(|b| b & white == 0 && b | white != 0) {
                roots.extend(Player::BOTH.map(|p| game.position(white, black, p).unwrap()));
            }
        }
        assert_eq!(roots.len(), 2 * (3usize.pow(9) - 1));
        let graph = Reachable::with_cycles(&game, &roots, usize::MAX, &control).unwrap();
        assert_eq!(graph.len(), roots.len());
        let fates = graph_fates(&game, &graph);
        for (at, fate) in graph.positions().iter().zip(fates) {
            assert_eq!(layers.fate(at), Some(fate), "{}", game.position_text(at));
        }
    }
}

/// Proof-number search answers every position as retrograde analysis does.
fn proofs_agree<G: Searchable + Notation>(
    game: &G,
    positions: &[G::Position],
    pieces: Option<u32>,
) {
    let limits = Limits::default();
    let control = Control::new();
    let endgames = pieces.map(|n| {
        let mut layers = Layers::new(game.endgames(n).unwrap()).unwrap();
        layers.complete(game, usize::MAX, |_| false).unwrap();
        Arc::new(layers)
    });
    let mut exact = Solver::new(game.clone(), 1 << 28);
    let mut prover = Solver::new(game.clone(), 1 << 26).by_proof(endgames);
    for at in positions {
        let found = prover.solve(at, &limits, &control).unwrap().value;
        let truth = exact.solve(at, &limits, &control).unwrap().value;
        assert_eq!(found, truth, "{}: {}", game.name(), game.position_text(at));
    }
}

#[test]
fn proofs_and_retrograde_analysis_agree() {
    for goal in [Goal::Home, Goal::Pass] {
        let game = hunt(HuntStart::Lucas, goal, None);
        let roots = game.roots();
        proofs_agree(&game, &roots, None);
    }
    let game = Telo::new(Start::Empty, false);
    let graph = Reachable::new(&game, game.initial(), usize::MAX, &Control::new()).unwrap();
    proofs_agree(&game, graph.positions(), None);
    let game = fanorona(3, 3);
    let graph = Reachable::new(&game, game.initial(), usize::MAX, &Control::new()).unwrap();
    for pieces in [None, Some(2), Some(4)] {
        proofs_agree(&game, graph.positions(), pieces);
    }
}

#[test]
fn damaged_table_files_are_refused() {
    let game = fanorona(3, 3);
    let mut table = Layers::new(game.endgames(3).unwrap()).unwrap();
    table.complete(&game, usize::MAX, |_| false).unwrap();
    let mut bytes = Vec::new();
    file::write(&game, 3, &table, &mut bytes).unwrap();
    let read = |game: &Fanorona, pieces, bytes: &[u8]| {
        let index = game.endgames(pieces).unwrap();
        file::read(game, pieces, index, &mut &bytes[..])
    };
    assert_eq!(read(&game, 3, &bytes).unwrap().fates(), table.fates());
    for i in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[i] ^= 1 << (i % 8);
        assert!(read(&game, 3, &damaged).is_err(), "byte {i}");
        assert!(read(&game, 3, &bytes[..i]).is_err(), "cut at {i}");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(read(&game, 3, &longer).is_err());
    for (game, pieces, part) in [
        (
            fanorona(3, 5),
            3,
            "the game is fanorona(rows=3,columns=3), expected fanorona(rows=3,columns=5)",
        ),
        (game.clone(), 4, "the number of pieces is 3, expected 4"),
    ] {
        let error = read(&game, pieces, &bytes).err().unwrap().to_string();
        assert_eq!(error, part);
    }
}
