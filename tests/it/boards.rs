//! The board games: published counts and values.

use rustc_hash::FxHashSet;

use sowlab::control::Control;
use sowlab::game::alquerkonane::Alquerkonane;
use sowlab::game::fanorona::{Fanorona, Rules};
use sowlab::game::hunt::{Goal, Hunt, Start as HuntStart};
use sowlab::game::telo::{Start, Telo};
use sowlab::game::{Game, Notation, Player};
use sowlab::parallel::Pool;
use sowlab::solver::perft;

fn counts<G: Game>(game: &G, depth: usize) -> Vec<u64> {
    perft(game, &game.initial(), depth, &Pool::new(1), &Control::new()).unwrap()
}

/// Positions met from the start, with the side to move.
fn reachable<G: Game>(game: &G) -> usize {
    let mut seen = FxHashSet::default();
    let mut open = vec![game.initial()];
    seen.insert(game.initial());
    let mut moves = Vec::new();
    while let Some(at) = open.pop() {
        game.expand(&at, &mut moves);
        for &mv in &moves {
            let next = game.play(&at, mv);
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    seen.len()
}

#[test]
fn alquerkonane_counts() {
    for first in Player::BOTH {
        let game = Alquerkonane::new(6, 4, 2, first).unwrap();
        let expected = [1, 3, 9, 41, 198, 979, 4921, 26541, 144661];
        assert_eq!(counts(&game, 8), expected);
        assert_eq!(reachable(&game), 640_978);
    }
}

#[test]
fn fanorona_counts() {
    let game = Fanorona::new(5, 9, Rules::default()).unwrap();
    assert_eq!(counts(&game, 4), [1, 5, 39, 724, 18026]);
    let mut moves = Vec::new();
    game.expand(&game.initial(), &mut moves);
    let names: Vec<String> = moves
        .iter()
        .map(|&mv| game.move_text(&game.initial(), mv))
        .collect();
    assert_eq!(names.join(" "), "d2-e3A e2-e3A f2-e3A d3-e3A d3-e3W");
}

#[test]
fn telo_counts() {
    assert_eq!(reachable(&Telo::new(Start::Empty, false)), 5390);
}

#[test]
fn hunt_counts() {
    let game = Hunt::new(HuntStart::Lucas, Goal::Home, None).unwrap();
    let mut moves = Vec::new();
    assert_eq!(game.expand(&game.initial(), &mut moves), None);
    assert_eq!(moves.len(), 1);
    assert_eq!(game.move_text(&game.initial(), moves[0]), "B2-B3");
}
