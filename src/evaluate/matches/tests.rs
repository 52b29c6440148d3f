use super::*;
use crate::agent::{AlphaBeta, Chance, Exact, Rollout, TiesBetween};
use crate::game::sowing::Sowing;
use crate::game::{Outcome, Reachable};
use crate::policy::{Greedy, Uniform};
use crate::selfplay::Distribution;

type G = Sowing<1>;

fn game() -> G {
    Sowing::uniform(6, 2, Player::One).unwrap()
}

fn random() -> Box<dyn Agent<G>> {
    Box::new(Chance::named("random", Uniform))
}

fn openings(plies: u32, n: u64, seed: u64) -> Vec<Context<G>> {
    random_openings(&game(), plies, 0..n, seed, &Pool::new(2), &Control::new()).unwrap()
}

fn play(
    openings: &[Context<G>],
    first: Box<dyn Agent<G>>,
    second: Box<dyn Agent<G>>,
    threads: usize,
) -> Played {
    let pool = Pool::new(threads);
    let referee = Referee::new(game());
    let matches = Match {
        referee: &referee,
        openings,
        seed: 5,
        replicate: 0,
    };
    let seats = [Seats::new(first, &pool), Seats::new(second, &pool)];
    matches.play(&seats[0], &seats[1], &pool, &Control::new())
}

fn value(figures: &[Figure], name: &str) -> f64 {
    let found = figures.iter().find(|f| f.name == name);
    found.unwrap_or_else(|| panic!("{name}")).estimate.mean
}

#[test]
fn threads_change_nothing() {
    let from = openings(2, 40, 1);
    let greedy = Greedy::of(&game()).unwrap();
    let one = play(
        &from,
        Box::new(Chance::new(greedy)),
        Box::new(Rollout::new(5)),
        1,
    );
    assert_eq!(one.pairs.len(), 40);
    for threads in [2, 7] {
        let many = play(
            &from,
            Box::new(Chance::new(greedy)),
            Box::new(Rollout::new(5)),
            threads,
        );
        assert_eq!(one.pairs, many.pairs);
    }
}

/// A longer match begins with the games of a shorter one.
#[test]
fn a_pair_does_not_depend_on_how_many_there_are() {
    let (few, many) = (openings(3, 10, 9), openings(3, 30, 9));
    assert_eq!(few.len(), 10);
    let positions = |o: &[Context<G>]| o.iter().map(|c| c.position).collect::<Vec<_>>();
    assert_eq!(positions(&few), positions(&many)[..10]);
    let (a, b) = (
        play(&few, random(), random(), 2),
        play(&many, random(), random(), 2),
    );
    assert_eq!(a.pairs, b.pairs[..10]);
}

/// Both colours: an agent against itself with the seats exchanged is the same
/// match seen from the other side, if nothing is left to chance.
#[test]
fn exchanging_deterministic_agents_exchanges_the_results() {
    let from = distinct(&openings(2, 50, 1));
    assert!(from.len() > 5 && from.len() < 50);
    let agents =
        || -> [Box<dyn Agent<G>>; 2] { [Box::new(AlphaBeta::new(1)), Box::new(AlphaBeta::new(5))] };
    let ([a, b], [c, d]) = (agents(), agents());
    let (one_way, other_way) = (play(&from, a, b, 2), play(&from, d, c, 2));
    for (x, y) in one_way.pairs.iter().zip(&other_way.pairs) {
        assert_eq!(x[0].ending, y[1].ending);
        assert_eq!(x[1].ending, y[0].ending);
        assert_eq!(x[0].score().unwrap(), 1.0 - y[1].score().unwrap());
    }
    let score = |p: &Played| value(&figures(&game(), p, true), "score");
    assert!((score(&one_way) + score(&other_way) - 1.0).abs() < 1e-12);
}

/// Random against random from the start is uniform self-play: the exact win
/// probability of the side that moves first lies within the interval.
#[test]
fn random_games_have_the_exact_result() {
    let game = game();
    let graph = Reachable::new(&game, game.initial(), 1000, &Control::new()).unwrap();
    let exact = Distribution::new(&game, &graph, &Uniform);
    let from = vec![Context::start(&game); 4_000];
    let played = play(&from, random(), random(), 2);
    let all = figures(&game, &played, false);
    let south = all.iter().find(|f| f.name == "score_south").unwrap();
    let (low, high) = south.estimate.interval.unwrap();
    let width = high - low;
    assert!(
        (south.estimate.mean - exact.results[0]).abs() < width,
        "{south:?}"
    );
    assert!((value(&all, "score") - 0.5).abs() < 0.02);
    assert!((value(&all, "length") - exact.expected_length).abs() < 0.1);
    assert!((value(&all, "win") + value(&all, "draw") + value(&all, "loss") - 1.0).abs() < 1e-12);
    assert_eq!(south.unit, Unit::Pairs);
    let win = all.iter().find(|f| f.name == "win").unwrap();
    assert_eq!((win.unit, win.estimate.n), (Unit::Games, 8_000));
    assert!(all.iter().all(|f| f.name != "capped" && f.name != "margin"));
}

#[test]
fn the_exact_player_loses_no_won_game() {
    let game = game();
    let exact = Exact::new(game.clone(), 1 << 20, TiesBetween::Random, &Control::new()).unwrap();
    let from = vec![Context::start(&game); 100];
    let played = play(&from, Box::new(exact), random(), 2);
    // South, who moves first, has a won game.
    assert!(
        played
            .pairs
            .iter()
            .all(|p| p[0].side == Player::One && p[0].score() == Some(1.0))
    );
    assert!(
        played
            .clocks
            .iter()
            .all(|c| c.decisions > 0 && c.each().is_some())
    );
}

fn hand_made(scores: &[[Option<(Player, i16)>; 2]]) -> Played {
    let game = |pair, side, result: Option<(Player, i16)>| PlayedGame {
        pair,
        side,
        ending: match result {
            None => Ending::Capped,
            Some((_, 0)) => Ending::Over(Outcome {
                winner: None,
                margin: Some(0),
            }),
            Some((winner, margin)) => Ending::Over(Outcome {
                winner: Some(winner),
                margin: Some(margin),
            }),
        },
        plies: 10,
    };
    let pair = |(i, [a, b]): (usize, &[Option<(Player, i16)>; 2])| {
        [game(i, Player::One, *a), game(i, Player::Two, *b)]
    };
    Played {
        pairs: scores.iter().enumerate().map(pair).collect(),
        clocks: Default::default(),
    }
}

#[test]
fn figures_of_a_match_by_hand() {
    use Player::{One, Two};
    // Wins as South by 4; draw as North. Loses as South by 2, wins as North by 6.
    // A capped game, and one that is not.
    let played = hand_made(&[
        [Some((One, 4)), Some((One, 0))],
        [Some((Two, -2)), Some((Two, -6))],
        [None, Some((One, 8))],
    ]);
    let all = figures(&game(), &played, false);
    // Pair scores 0.75 and 0.5; the pair with the capped game has none.
    let score = all.iter().find(|f| f.name == "score").unwrap();
    assert!((score.estimate.mean - 0.625).abs() < 1e-12);
    assert_eq!(score.estimate.n, 2);
    let (low, high) = score.estimate.interval.unwrap();
    // 12.706 (t with 1 degree of freedom) times 0.125 is wider than 0 to 1.
    assert_eq!((low, high), (0.0, 1.0));
    // Margins of the pairs: 2, 2 and none.
    let margin = all.iter().find(|f| f.name == "margin").unwrap();
    assert_eq!(margin.estimate.interval, Some((2.0, 2.0)));
    // Mean 1, standard deviation sqrt(18), n = 2: 12.706 * 3 to either side.
    let (low, high) = all
        .iter()
        .find(|f| f.name == "margin_south")
        .unwrap()
        .estimate
        .interval
        .unwrap();
    assert!((low - (1.0 - 38.118_6)).abs() < 1e-3 && (high - (1.0 + 38.118_6)).abs() < 1e-3);
    for (name, expected) in [
        ("win", 2.0 / 5.0),
        ("draw", 1.0 / 5.0),
        ("loss", 2.0 / 5.0),
        ("capped", 1.0 / 6.0),
        ("score_south", 0.5),
        ("win_south", 0.5),
        ("loss_south", 0.5),
        ("score_north", 0.5),
        ("win_north", 1.0 / 3.0),
        ("draw_north", 1.0 / 3.0),
        // (4 + 0) / 2 and (-2 + 6) / 2.
        ("margin", 2.0),
        ("margin_south", 1.0),
        ("margin_north", -2.0 / 3.0),
        ("length", 10.0),
    ] {
        assert!((value(&all, name) - expected).abs() < 1e-12, "{name}");
    }
    // One pair of a repeatable match has no interval at all.
    let one = hand_made(&[[Some((One, 4)), Some((One, 2))]]);
    let alone = figures(&game(), &one, true);
    assert!(alone.iter().all(|f| f.estimate.interval.is_none()));
    assert!(
        figures(&game(), &one, false)
            .iter()
            .any(|f| f.estimate.interval.is_some())
    );
    assert!(figures(&game(), &Played::default(), false).is_empty());
}

#[test]
fn the_unit_of_databases_is_the_match() {
    use Player::{One, Two};
    let matches = [
        hand_made(&[[Some((One, 4)), Some((Two, -2))]]),
        hand_made(&[
            [Some((One, 4)), Some((One, 2))],
            [Some((Two, -1)), Some((One, 2))],
        ]),
    ];
    // Scores 1 and 0.25.
    let all = over_databases(&game(), &matches);
    let score = all.iter().find(|f| f.name == "score").unwrap();
    assert!((score.estimate.mean - 0.625).abs() < 1e-12);
    assert_eq!((score.estimate.n, score.unit), (2, Unit::Databases));
    assert!(all.iter().all(|f| f.unit == Unit::Databases));
}

/// Openings are what uniform play reaches, given that it is not over by then.
#[test]
fn openings_follow_uniform_play() {
    let game = game();
    // The exact chance of each position after 2 plies that is not final.
    let mut chances = std::collections::BTreeMap::new();
    let mut moves = Vec::new();
    game.expand(&game.initial(), &mut moves);
    for &a in &moves {
        let one = game.play(&game.initial(), a);
        let mut replies = Vec::new();
        game.expand(&one, &mut replies);
        for &b in &replies {
            let two = game.play(&one, b);
            if game.expand(&two, &mut Vec::new()).is_none() {
                let p = 1.0 / (moves.len() * replies.len()) as f64;
                *chances.entry(format!("{two:?}")).or_insert(0.0) += p;
            }
        }
    }
    let total: f64 = chances.values().sum();
    assert!(total < 1.0, "some games end: drawn anew");
    let n = 20_000u64;
    let mut counts = std::collections::BTreeMap::new();
    for opening in openings(2, n, 4) {
        assert_eq!(opening.ply, 2);
        *counts
            .entry(format!("{:?}", opening.position))
            .or_insert(0u64) += 1;
    }
    assert_eq!(counts.len(), chances.len());
    let mut chi = 0.0;
    for (position, p) in &chances {
        let expected = p / total * n as f64;
        chi += (counts[position] as f64 - expected).powi(2) / expected;
    }
    // Far above the 99.9 % point for so few cells.
    assert!(chi < 3.0 * chances.len() as f64 + 10.0, "{chi}");
}

#[test]
fn openings_longer_than_any_game_are_refused() {
    let (pool, control) = (Pool::new(1), Control::new());
    let long = random_openings(&game(), 40, 0..1, 1, &pool, &control);
    assert!(matches!(long, Err(OpeningError::TooLong { plies: 40, .. })));
    control.stop();
    let stopped = random_openings(&game(), 2, 0..1, 1, &pool, &control);
    assert_eq!(stopped.unwrap_err(), OpeningError::Stopped);
}

#[test]
fn a_stopped_match_keeps_what_is_whole() {
    let pool = Pool::new(2);
    let referee = Referee::new(game());
    let from = openings(2, 100_000, 1);
    let matches = Match {
        referee: &referee,
        openings: &from,
        seed: 5,
        replicate: 0,
    };
    let seats = || Seats::new(Box::new(Rollout::new(20)) as Box<dyn Agent<G>>, &pool);
    let (a, b, control) = (seats(), seats(), Control::new());
    let played = std::thread::scope(|scope| {
        scope.spawn(|| {
            while control.progress().0 < 20 {
                std::thread::yield_now();
            }
            control.stop();
        });
        matches.play(&a, &b, &pool, &control)
    });
    let n = played.pairs.len();
    assert!((1..100_000).contains(&n), "{n}");
    let again = Match {
        openings: &from[..n],
        ..matches
    };
    let whole = again.play(&a, &b, &pool, &Control::new());
    assert_eq!(whole.pairs, played.pairs);
}

/// Three values of rollouts against random, with replicates or without.
fn sweep(
    replicates: Option<usize>,
    control: &Control,
    mut asked: impl FnMut(Chair, u64),
) -> Result<Swept, OpeningError> {
    let pool = Pool::new(2);
    let game = game();
    let referee = Referee::new(game.clone());
    let sweep = Sweep {
        referee: &referee,
        values: 3,
        replicates,
        seed: 2,
    };
    sweep.play(
        |r| random_openings(&game, 2, r * 5..r * 5 + 5, 2, &pool, control),
        |chair, r| {
            asked(chair, r);
            Ok(match chair {
                Chair::Value(i) => Box::new(Rollout::new(1 + i as u32)),
                Chair::Opponent => random(),
            })
        },
        &pool,
        control,
    )
}

#[test]
fn a_sweep_plays_every_value_in_every_replicate() {
    let mut asked = Vec::new();
    let swept = sweep(Some(4), &Control::new(), |chair, r| asked.push((chair, r))).unwrap();
    assert_eq!((swept.replicates, swept.interrupted), (4, false));
    assert!(swept.matches.iter().all(|m| m.len() == 4));
    assert_eq!(asked.len(), 16);
    // Replicates differ, in their openings and their random numbers.
    assert_ne!(swept.matches[0][0].pairs, swept.matches[0][1].pairs);
    let one = sweep(None, &Control::new(), |_, _| ()).unwrap();
    assert!(one.matches.iter().all(|m| m.len() == 1));
    assert_eq!(one.matches[2][0].pairs, swept.matches[2][0].pairs);
}

#[test]
fn a_stopped_sweep_keeps_whole_replicates_or_values() {
    let control = Control::new();
    let stop_at = |chair, replicate| {
        let control = &control;
        move |c: Chair, r: u64| {
            if (c, r) == (chair, replicate) {
                control.stop();
            }
        }
    };
    let swept = sweep(Some(4), &control, stop_at(Chair::Value(1), 2)).unwrap();
    assert_eq!((swept.replicates, swept.interrupted), (2, true));
    assert!(swept.matches.iter().all(|m| m.len() == 2));

    let control = Control::new();
    let stop = |c: Chair, _: u64| {
        if c == Chair::Value(2) {
            control.stop();
        }
    };
    let swept = sweep(None, &control, stop).unwrap();
    let lengths: Vec<usize> = swept.matches.iter().map(Vec::len).collect();
    assert_eq!((lengths, swept.interrupted), (vec![1, 1, 0], true));
}
