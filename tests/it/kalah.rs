//! Published and computed values of Kalah, and its plain twin.

use std::collections::HashSet;

use proptest::prelude::*;
use sowlab::control::Control;
use sowlab::game::kalah::{Capture, End, Half, Kalah, Position};
use sowlab::game::{
    Exercise, Game, Notation, Outcome, Player, Reachable, Scored, Searchable, VectorError,
    Vectorize,
};
use sowlab::policy::Uniform;
use sowlab::selfplay::{Record, SelfPlay};
use sowlab::statistics::wilson;

use crate::plain_kalah as plain;

const CAPTURES: [Capture; 2] = [Capture::Empty, Capture::NonEmpty];
const ENDS: [End; 2] = [End::Either, End::Mover];

fn default(pits: usize, seeds: u8) -> Kalah<u64> {
    Kalah::new(pits, seeds, Capture::Empty, End::Either).unwrap()
}

/// A perfect game as it is printed: pits from 0 in the mover's direction, a
/// group for every turn.
fn perfect(pits: usize, seeds: u8, turns: &str, margin: i16) {
    let game = default(pits, seeds);
    let mut at = game.initial();
    let mut moves = Vec::new();
    let mut side = None;
    for turn in turns.split('-') {
        assert_eq!(game.expand(&at, &mut moves), None, "{turns}");
        let mover = game.mover(&at);
        assert_ne!(side, Some(mover), "{turns}: the turn {turn} is a new one");
        side = Some(mover);
        for pit in turn.bytes() {
            assert_eq!(game.expand(&at, &mut moves), None, "{turns}");
            assert_eq!(game.mover(&at), mover, "{turns}: {turn} is one turn");
            game.check(&at, pit - b'0').unwrap();
            at = game.play(&at, pit - b'0');
        }
    }
    let outcome = game.expand(&at, &mut moves).unwrap();
    assert_eq!(outcome.margin, Some(margin), "{turns}");
    assert_eq!(outcome.winner, Some(Player::One));
}

#[test]
fn perfect_games() {
    perfect(4, 3, "13-1-032-2-3-0-1320-3-0-2", 8);
    perfect(6, 2, "42-42-30-0-1-1-4-5", 10);
    perfect(6, 3, "4-5-35-250-2-154-451535452-53-3-54-2", 2);
}

/// Best play for the margin, by minimax over all positions.
#[test]
fn values_of_the_smallest_boards() {
    for (pits, values) in [
        (1, &["D", "L", "W", "L", "W", "D"][..]),
        (2, &["W", "L", "L", "L", "W", "W"]),
        (3, &["D", "W"]),
    ] {
        for (seeds, letter) in (1..).zip(values) {
            let game = default(pits, seeds);
            let graph = Reachable::new(&game, game.initial(), 2_000_000, &Control::new()).unwrap();
            let mut best = vec![0; graph.len()];
            for i in graph.backwards() {
                best[i] = match graph.outcome(i) {
                    Some(outcome) => outcome.margin.unwrap(),
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
            let found = ["L", "D", "W"][(best[0].signum() + 1) as usize];
            assert_eq!(found, *letter, "({pits},{seeds})");
        }
    }
}

/// Positions that are not over, stores ignored, as the side to move sees them.
fn states(pits: usize, seeds: u8) -> usize {
    let game: Kalah<u64> = Kalah::new(pits, seeds, Capture::NonEmpty, End::Either).unwrap();
    let rest = |at: &Position<u64>| game.canonical(&game.unbanked(at));
    let mut seen = HashSet::from([rest(&game.initial())]);
    let mut open: Vec<Position<u64>> = seen.iter().copied().collect();
    let mut moves = Vec::new();
    while let Some(at) = open.pop() {
        game.expand(&at, &mut moves);
        for &pit in &moves {
            let next = rest(&game.play(&at, pit));
            if !game.is_over(&next) && seen.insert(next) {
                open.push(next);
            }
        }
    }
    seen.len()
}

#[test]
fn numbers_of_states() {
    assert_eq!(states(3, 3), 7448);
    assert_eq!(states(4, 3), 843_503);
}

#[test]
fn random_play_of_six_pits() {
    let game: Kalah<u64> = Kalah::new(6, 4, Capture::NonEmpty, End::Either).unwrap();
    let play = SelfPlay::new(game.clone(), &Uniform, 1, 0, Record::Final);
    let games = 100_000;
    let (mut won, mut plies) = (0u64, 0u64);
    let mut moves = Vec::new();
    play.play(0..games, |r| {
        let outcome = game.expand(&r.position, &mut moves).unwrap();
        won += u64::from(outcome.winner == Some(Player::One));
        plies += u64::from(r.length);
    });
    // Printed with three digits; the interval has 95 %.
    let (low, high) = wilson(won, games, 1.96);
    assert!(low < 0.4845 && 0.4835 < high, "{low} {high}");
    let mean = plies as f64 / games as f64;
    assert!((mean - 44.0).abs() < 0.5, "{mean}");
}

fn plainly<H: Half>(game: &Kalah<H>, at: &Position<H>) -> plain::Board {
    plain::Board {
        pits: Player::BOTH.map(|p| game.pits_of(at, p)),
        stores: Player::BOTH.map(|p| game.store_of(at, p)),
        mover: game.mover(at).index(),
    }
}

/// Everything the game says of a position is what the twin says.
fn same_moves<H: Half>(game: &Kalah<H>, at: &Position<H>) {
    let board = plainly(game, at);
    let mut moves = Vec::new();
    let outcome = game.expand(at, &mut moves);
    assert_eq!(outcome.is_some(), plain::is_over(&board, game.end()));
    if let Some(Outcome { winner, margin }) = outcome {
        assert_eq!(margin, Some(plain::margin(&board)), "{board:?}");
        let expected = match plain::margin(&board).signum() {
            1 => Some(Player::One),
            0 => None,
            _ => Some(Player::Two),
        };
        assert_eq!(winner, expected, "{board:?}");
    }
    let listed: Vec<usize> = moves.iter().map(|&pit| usize::from(pit)).collect();
    assert_eq!(listed, plain::legal(&board, game.end()), "{board:?}");
    let own = board.stores[board.mover];
    let enemy = board.stores[1 - board.mover];
    assert_eq!(game.banked(at), i16::from(own) - i16::from(enemy));
    for &pit in &moves {
        let after = plain::play(&board, game.capture(), usize::from(pit));
        let found = plainly(game, &game.play(at, pit));
        assert_eq!(found, after, "{board:?}: pit {pit}");
    }
}

/// A board of any 2 x `pits` pits and two stores whose seeds are at most 255:
/// cut out of a row of so many seeds.
fn boards(pits: usize) -> impl Strategy<Value = (Vec<u8>, bool)> {
    let few = proptest::collection::vec(0u8..4, 2 * pits + 2);
    let cuts = proptest::collection::vec(0u8..=255, 2 * pits + 2);
    let many = cuts.prop_map(|mut cuts| {
        cuts.sort();
        let mut before = 0;
        let between = cuts
            .iter()
            .map(|&cut| cut - std::mem::replace(&mut before, cut));
        between.collect()
    });
    // All in one pit: laps round the whole board.
    let one = (0..2 * pits, 1u8..=255).prop_map(move |(at, seeds)| {
        let mut board = vec![0; 2 * pits + 2];
        board[at] = seeds;
        board
    });
    (prop_oneof![few, many, one], any::<bool>())
}

fn any_board<H: Half>(board: &[u8], north: bool) {
    let pits = (board.len() - 2) / 2;
    let (south, rest) = board.split_at(pits);
    let (others, stores) = rest.split_at(pits);
    for capture in CAPTURES {
        for end in ENDS {
            let game: Kalah<H> = Kalah::new(pits, 1, capture, end).unwrap();
            let mover = Player::BOTH[usize::from(north)];
            let stores = [stores[0], stores[1]];
            let at = game.position([south, others], stores, mover).unwrap();
            same_moves(&game, &at);
        }
    }
}

proptest! {
    #[test]
    fn any_board_equals_the_plain_twin(
        (pits, (board, north)) in (1usize..=12).prop_flat_map(|m| (Just(m), boards(m)))
    ) {
        if pits <= u64::PITS {
            any_board::<u64>(&board, north);
        }
        any_board::<u128>(&board, north);
    }

    #[test]
    fn random_games_equal_the_plain_twin(
        pits in 1usize..=12, seeds in 1u8..=127, rules in 0usize..4,
        choices in proptest::collection::vec(any::<proptest::sample::Index>(), 0..60),
    ) {
        let seeds = 1 + seeds % (127 / pits) as u8;
        let (capture, end) = (CAPTURES[rules % 2], ENDS[rules / 2]);
        let game: Kalah<u128> = Kalah::new(pits, seeds, capture, end).unwrap();
        let mut at = game.initial();
        prop_assert_eq!(plainly(&game, &at), plain::start(pits, seeds));
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
    for entry in crate::perft::entries("kalah.perft") {
        let words: Vec<&str> = entry.start.split(' ').collect();
        let [pits, seeds, capture, end] = words[..] else {
            panic!("{}", entry.start);
        };
        let (pits, seeds) = (pits.parse().unwrap(), seeds.parse().unwrap());
        let capture = CAPTURES[usize::from(capture == "nonempty")];
        let end = ENDS[usize::from(end == "mover")];
        let depth = entry.counts.len() - 1;
        let plain = plain::perft(&plain::start(pits, seeds), capture, end, depth);
        assert_eq!(plain, entry.counts, "{}", entry.start);
        crate::perft::agrees::<Kalah<u128>>(
            &Kalah::new(pits, seeds, capture, end).unwrap(),
            &entry,
        );
    }
}

/// Exactly 2m + 1 seeds end where they were lifted: an empty own pit.
#[test]
fn a_whole_lap_captures() {
    for capture in CAPTURES {
        let game: Kalah<u64> = Kalah::new(3, 4, capture, End::Either).unwrap();
        let at = game.parse_position("[0,7,0 | 2,1,3 | 0,0]").unwrap();
        let after = game.play(&at, 1);
        // Each pit and South's store got one; the two opposite are captured too.
        let text = game.position_text(&after);
        assert_eq!(text, "[1,0,1 | 3,0,4 | 4,0] north");
    }
}

/// Where the pit opposite is empty the last seed is captured alone, or stays.
#[test]
fn a_last_seed_opposite_an_empty_pit() {
    for (capture, expected) in CAPTURES
        .into_iter()
        .zip(["[0,0,2 | 1,0,2 | 1,0] north", "[0,1,2 | 1,0,2 | 0,0] north"])
    {
        let game: Kalah<u64> = Kalah::new(3, 1, capture, End::Either).unwrap();
        let play = |text| {
            let at = game.parse_position(text).unwrap();
            game.position_text(&game.play(&at, 0))
        };
        assert_eq!(play("[1,0,2 | 1,0,2 | 0,0]"), expected);
        let taken = "[0,0,2 | 1,0,2 | 4,0] north";
        assert_eq!(play("[1,0,2 | 1,3,2 | 0,0]"), taken, "{capture:?}");
    }
}

/// The side to move may be without seeds while the enemy still has some.
#[test]
fn when_the_game_ends() {
    let text = "[0,1,0 | 0,0,0 | 3,4] south";
    let either = default(3, 1);
    let mover: Kalah<u64> = Kalah::new(3, 1, Capture::Empty, End::Mover).unwrap();
    let at = either.parse_position(text).unwrap();
    let mut moves = Vec::new();
    let drawn = Outcome {
        winner: None,
        margin: Some(0),
    };
    assert_eq!(either.expand(&at, &mut moves), Some(drawn));
    assert_eq!(mover.expand(&at, &mut moves), None);
    assert_eq!(moves, [1]);
    let at = either.turned(&at, Player::Two);
    assert_eq!(mover.expand(&at, &mut moves), Some(drawn));
    assert!(moves.is_empty());
}

/// The order of the tests of a move.
#[test]
fn the_first_broken_rule_is_named() {
    let game = default(3, 1);
    let at = game.parse_position("[0,1,0 | 1,0,0 | 2,2] south").unwrap();
    let over = game.parse_position("[0,1,0 | 0,0,0 | 3,2] south").unwrap();
    for (position, player, pit, rule) in [
        (&at, "west", "9", "unknown-player"),
        (&over, "west", "1", "unknown-player"),
        (&over, "south", "9", "game-over"),
        (&over, "north", "2", "game-over"),
        (&at, "south", "0", "pit-outside"),
        (&at, "south", "4", "pit-outside"),
        (&at, "south", "-2", "pit-outside"),
        (&at, "sud", "99999999999999999999", "pit-outside"),
        (&at, "south", "1", "pit-empty"),
        (&at, "north", "2", "pit-empty"),
    ] {
        let broken = game.check_text(position, player, pit).unwrap().unwrap_err();
        assert_eq!(broken.rule, rule, "{player} {pit}");
        assert!(broken.en != broken.fr);
    }
    assert_eq!(game.check_text(&at, "SUD", "+2"), Ok(Ok(())));
    assert_eq!(game.check_text(&at, "north", "1"), Ok(Ok(())));
    assert!(game.check_text(&at, "south", "two").is_err());
}

/// The pits alone are no position; with the stores they are.
#[test]
fn vectors_and_positions_of_no_game() {
    let game = default(3, 2);
    let read = |coordinates: &[u8]| game.read(coordinates, Player::One);
    let undetermined = read(&[1, 1, 1, 1, 1, 1]).unwrap_err();
    assert!(matches!(undetermined, VectorError::Undetermined(_)));
    assert!(undetermined.to_string().contains("vector=pits+stores"));
    assert!(matches!(
        read(&[9, 1, 1, 1, 1, 1]),
        Err(VectorError::Impossible(_))
    ));
    assert!(matches!(read(&[1; 5]), Err(VectorError::Impossible(_))));
    let game = game.with_view(sowlab::game::kalah::View::PitsAndStores);
    let read = |coordinates: &[u8]| game.read(coordinates, Player::One);
    assert_eq!(read(&[2, 2, 2, 2, 2, 2, 0, 0]), Ok(game.initial()));
    for other in [&[2u8; 8][..], &[2; 6], &[255; 8]] {
        assert!(
            matches!(read(other), Err(VectorError::Impossible(_))),
            "{other:?}"
        );
    }
    for (text, part) in [
        ("[1,1,1 | 1,1]", "5 numbers, expected 6 or 8"),
        ("[1,1,1 | 1,1,1 | 1]", "7 numbers, expected 6 or 8"),
        ("[99,99,99 | 1,1,1]", "300 seeds in all"),
        ("[1,1,1 | 1,1,256]", "0 to 255"),
        ("[1,1,1 | 1,1,1] x", "south or north"),
        ("[1,1,1 | 1,1,1", "expected ']'"),
        ("", "expected the seeds of each pit"),
    ] {
        let error = game.parse_position(text).unwrap_err();
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
}
