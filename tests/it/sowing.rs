//! Published and computed values of Sowing.

use std::collections::{HashMap, HashSet};

use sowlab::control::Control;
use sowlab::game::sowing::Sowing;
use sowlab::game::{Exercise, Game, Notation, Outcome, Player, Reachable, Value};
use sowlab::solver::{Limits, Solver};

use crate::plain;

fn uniform(pots: usize, seeds: u8) -> Sowing<2> {
    Sowing::uniform(pots, seeds, Player::One).unwrap()
}

/// Whether the side to move wins.
fn wins<const W: usize>(game: &Sowing<W>, board: &[u8], mover: Player) -> bool {
    let mut solver = Solver::new(game.clone(), 1 << 26);
    let at = game.position(board, mover).unwrap();
    let solved = solver.solve(&at, &Limits::default(), &Control::new());
    solved.unwrap().value == Value::Win
}

fn first_wins(pots: usize, seeds: u8) -> bool {
    wins(&uniform(pots, seeds), &vec![seeds; pots], Player::One)
}

/// The moves of South that win.
fn winning(board: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let game: Sowing<1> = Sowing::new(board, Player::One).unwrap();
    let mut solver = Solver::new(game.clone(), 1 << 20);
    let moves = solver
        .moves_with_values(&game.initial(), &Limits::default(), &Control::new())
        .unwrap();
    let (won, lost): (Vec<_>, Vec<_>) = moves.iter().partition(|m| m.value == Value::Win);
    let pots = |moves: Vec<&sowlab::solver::MoveValue<_>>| moves.iter().map(|m| m.mv).collect();
    (pots(won), pots(lost))
}

#[test]
fn lines_from_four_pots() {
    let game = uniform(4, 2);
    let play = |line: &[u8]| {
        let mut at = game.initial();
        let mut moves = Vec::new();
        for &pot in line {
            game.check(&at, pot).unwrap();
            at = game.play(&at, pot);
        }
        let outcome = game.expand(&at, &mut moves);
        (game.board(&at), moves, outcome)
    };
    assert_eq!(play(&[0]), (vec![0, 3, 3, 2], vec![3], None));
    let north = Some(Outcome::win(Player::Two));
    assert_eq!(play(&[0, 3]), (vec![0, 4, 4, 0], vec![], north));
    assert_eq!(play(&[1]), (vec![2, 0, 3, 3], vec![3], None));
    assert_eq!(play(&[1, 3]), (vec![3, 1, 4, 0], vec![1], None));
    let south = Some(Outcome::win(Player::One));
    assert_eq!(play(&[1, 3, 1]), (vec![3, 0, 5, 0], vec![], south));
    assert!(first_wins(4, 2));
}

#[test]
fn advice_example_of_eight_pots() {
    let board = [2, 1, 1, 2, 0, 1, 5, 0];
    let game: Sowing<1> = Sowing::new(&board, Player::One).unwrap();
    let mut moves = Vec::new();
    assert_eq!(game.expand(&game.initial(), &mut moves), None);
    assert_eq!(moves, [0, 1, 2, 3, 5]);
    let reached: Vec<Vec<u8>> = moves
        .iter()
        .map(|&pot| game.board(&game.play(&game.initial(), pot)))
        .collect();
    let expected = [
        [0, 2, 2, 2, 0, 1, 5, 0],
        [2, 0, 2, 2, 0, 1, 5, 0],
        [2, 1, 0, 3, 0, 1, 5, 0],
        [2, 1, 1, 0, 1, 2, 5, 0],
        [2, 1, 1, 2, 0, 0, 6, 0],
    ];
    assert_eq!(reached, expected);
    assert_eq!(winning(&board), (vec![0, 1, 5], vec![2, 3]));
    let lone = [0, 3, 3, 0, 0, 1, 5, 0];
    assert!(wins(&game, &lone, Player::One));
    assert!(
        wins(&game, &lone, Player::Two),
        "so South wins only when South moves"
    );
}

#[test]
fn six_pots_are_won_by_one_opening_only() {
    assert_eq!(winning(&[2; 6]), (vec![2], vec![0, 1, 3]));
    let game = uniform(6, 2);
    let after = game.play(&game.initial(), 2);
    let mut moves = Vec::new();
    assert_eq!(game.expand(&after, &mut moves), None);
    assert_eq!(moves, [3, 4, 5]);
    for reply in moves {
        let at = game.play(&after, reply);
        assert!(wins(&game, &game.board(&at), Player::One), "reply {reply}");
    }
}

/// P (the player to move loses) where the value is 0, N otherwise: all these
/// boards are symmetric.
#[test]
fn who_wins_uniform_boards() {
    // Values 0, 0, *, *, 0, hot, *, *, 0, 0.
    for (n, n_position) in (1..).zip([0, 0, 1, 1, 0, 1, 1, 1, 0, 0]) {
        assert_eq!(first_wins(n, 2), n_position == 1, "[2]*{n}");
    }
    // Values 0, *, 0, 0, +-1/2, 0, *2, *, 0, 0, and a hot one.
    for (n, n_position) in (1..).zip([0, 1, 0, 0, 1, 0, 1, 1, 0, 0, 1]) {
        assert_eq!(first_wins(n, 1), n_position == 1, "[1]*{n}");
    }
    for (n, n_position) in (1..).zip([0, 0, 0, 1, 1, 1, 1, 0, 0]) {
        assert_eq!(first_wins(n, 3), n_position == 1, "[3]*{n}");
    }
    for k in 1..=8 {
        for n in 1..=usize::from(k) {
            assert!(!first_wins(n, k), "[{k}]*{n}");
        }
        assert!(first_wins(usize::from(k) + 1, k), "[{k}]*{}", k + 1);
    }
    assert!(first_wins(11, 2));
}

/// A symmetric board is worth the same to both sides: P or N.
#[test]
fn symmetric_boards_belong_to_the_first_or_the_second_player() {
    for code in 0..4u32.pow(4) {
        let half: Vec<u8> = (0..4).map(|i| (code >> (2 * i) & 3) as u8).collect();
        let board: Vec<u8> = half.iter().chain(half.iter().rev()).copied().collect();
        let game: Sowing<1> = Sowing::new(&board, Player::One).unwrap();
        let [south, north] = Player::BOTH.map(|p| wins(&game, &board, p));
        assert_eq!(south, north, "{board:?}");
    }
}

/// Erickson (1996): 1223 = 0|-2, 211 = *, 2111 = 1/2, 201 = 2, 111 = 0,
/// 1101 = 2|0; here who wins when South and when North begins.
#[test]
fn ericksons_values_decide_who_wins() {
    for (board, south, north) in [
        (&[1, 2, 2, 3][..], true, true),
        (&[2, 1, 1], true, true),
        (&[2, 1, 1, 1], true, false),
        (&[2, 0, 1], true, false),
        (&[1, 1, 1], false, false),
        (&[1, 1, 0, 1], true, true),
    ] {
        let game: Sowing<1> = Sowing::new(board, Player::One).unwrap();
        assert_eq!(wins(&game, board, Player::One), south, "{board:?}");
        assert_eq!(wins(&game, board, Player::Two), north, "{board:?}");
    }
    // [2,2,0,3,3,2] > 0: South wins whoever begins.
    let board = [2, 2, 0, 3, 3, 2];
    let game: Sowing<1> = Sowing::new(&board, Player::One).unwrap();
    assert!(wins(&game, &board, Player::One) && !wins(&game, &board, Player::Two));
}

#[test]
fn reachable_positions_and_final_boards() {
    let counts = [
        (6, 1, 1, 0),
        (31, 6, 6, 0),
        (459, 94, 73, 6),
        (15_998, 1782, 1767, 527),
    ];
    let counts = counts.into_iter().chain([(187_946, 11_987, 11_946, 3545)]);
    for (pots, (states, south, north, both)) in (4..).zip(counts) {
        let game: Sowing<1> = Sowing::uniform(pots, 2, Player::One).unwrap();
        let graph = Reachable::new(&game, game.initial(), 200_000, &Control::new()).unwrap();
        assert_eq!(graph.len(), states);
        let finals = |player| {
            let won = |i: &usize| graph.outcome(*i) == Some(Outcome::win(player));
            let boards = (0..graph.len()).filter(won);
            boards
                .map(|i| game.board(graph.position(i)))
                .collect::<HashSet<_>>()
        };
        let [one, two] = Player::BOTH.map(finals);
        let common = one.intersection(&two).count();
        assert_eq!(
            (one.len(), two.len(), common),
            (south, north, both),
            "{pots} pots"
        );
        if pots <= 7 {
            assert_eq!(plain::reachable((vec![2; pots], true)).len(), states);
        }
    }
}

/// Uniform random play: probability that South wins, and expected plies.
#[test]
fn uniform_play_exactly() {
    fn play(state: &plain::State, memo: &mut HashMap<plain::State, (f64, f64)>) -> (f64, f64) {
        if let Some(&known) = memo.get(state) {
            return known;
        }
        let moves = plain::moves(state);
        let mut sum = match moves.len() {
            0 => (f64::from(u8::from(!state.1)), 0.0),
            _ => (0.0, 1.0),
        };
        for (_, next) in &moves {
            let (wins, plies) = play(next, memo);
            sum.0 += wins / moves.len() as f64;
            sum.1 += plies / moves.len() as f64;
        }
        memo.insert(state.clone(), sum);
        sum
    }
    for (pots, wins, plies) in [
        (4, 0.5, 2.5),
        (5, 0.409722222, 3.534722222),
        (6, 0.541715562, 5.226932897),
    ] {
        let found = play(&(vec![2; pots], true), &mut HashMap::new());
        assert!(
            (found.0 - wins).abs() < 1e-9 && (found.1 - plies).abs() < 1e-9,
            "{found:?}"
        );
    }
}

/// The order of the tests of a move, with the classroom's messages.
#[test]
fn the_first_broken_rule_is_named() {
    let game: Sowing<1> = Sowing::new(&[2, 1, 0, 2], Player::One).unwrap();
    for (player, pot, rule, french) in [
        ("Est", "-1", "unknown-player", "Joueur inconnu !"),
        ("Est", "9", "unknown-player", "Joueur inconnu !"),
        (
            "Sud",
            "-1",
            "start-outside",
            "Début hors des limites du plateau !",
        ),
        (
            "Sud",
            "4",
            "start-outside",
            "Début hors des limites du plateau !",
        ),
        (
            "Nord",
            "99999999999999999999999",
            "start-outside",
            "Début hors des limites du plateau !",
        ),
        ("Sud", "2", "start-empty", "Début sur case vide !"),
        ("Sud", "3", "leaves-board", "Sorti du plateau !"),
        ("Nord", "0", "leaves-board", "Sorti du plateau !"),
        ("Sud", "0", "end-empty", "Fin sur une case vide !"),
        ("Sud", "1", "end-empty", "Fin sur une case vide !"),
    ] {
        let verdict = game.check_text(&game.initial(), player, pot).unwrap();
        let broken = verdict.unwrap_err();
        assert_eq!(
            (broken.rule, broken.fr.as_str()),
            (rule, french),
            "{player} {pot}"
        );
    }
    for (player, pot) in [("Nord", "3"), ("north", "+1"), ("NORD", "01")] {
        assert_eq!(
            game.check_text(&game.initial(), player, pot),
            Ok(Ok(())),
            "{player} {pot}"
        );
    }
    for pot in ["", "x", "1.0", "--1", "0x1", "1 2"] {
        assert!(
            game.check_text(&game.initial(), "Sud", pot).is_err(),
            "{pot}"
        );
    }
    assert_eq!(game.parse_player("est"), None);
}
