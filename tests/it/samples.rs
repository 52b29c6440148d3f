//! Judging by chance: samples of positions, flat Monte-Carlo.

use std::fs;

use sowlab::control::Control;
use sowlab::evaluate::{self, Positions, Sample, Weighting, rollout};
use sowlab::game::sowing::Sowing;
use sowlab::game::{Player, Referee};

use crate::judging::Ground;
use crate::results::{close, results};
use crate::tool;
use crate::voting::{Advisor, Rule, backwards, read_rows};

fn six() -> Sowing<1> {
    Sowing::uniform(6, 2, Player::One).unwrap()
}

/// Where the ground's positions stand among those of the plain twin.
fn places(ground: &evaluate::Ground<Sowing<1>>, plain: &Ground) -> Vec<usize> {
    use sowlab::game::{Game, Vectorize};
    let place = |p| {
        let state = (ground.game.vector(p), ground.game.mover(p) == Player::One);
        plain.states.iter().position(|s| *s == state).unwrap()
    };
    ground.graph.positions().iter().map(place).collect()
}

#[test]
fn samples_stay_in_the_set_and_their_figures_are_means_over_them() {
    let folder = tempfile::tempdir().unwrap();
    let game = "sowing(pots=6,seeds=2)";
    let words = [
        "evaluate",
        "advice",
        game,
        "--games",
        "50",
        "--replicates",
        "3",
        "--k",
        "1,3",
        "--metric",
        "all",
        "--positions",
        "sample:30",
        "--seed",
        "4",
        "--out",
    ];
    for (out, threads) in [("a.csv", "1"), ("b.csv", "2")] {
        tool::ok(
            folder.path(),
            &[&words[..], &[out, "--threads", threads]].concat(),
        );
    }
    let bytes = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert!(bytes("a.csv") == bytes("b.csv"));
    let rows = results(&folder.path().join("a.csv"));
    let ground = evaluate::Ground::new(six(), 1000, &Control::new()).unwrap();
    let plain = Ground::new(&[2; 6]);
    let places = places(&ground, &plain);
    let databases = [0, 1, 2].map(|r| {
        let games = format!("{}..{}", r * 50, r * 50 + 50);
        let words = [
            "generate", game, "--games", &games, "--seed", "4", "--out", "db.csv",
        ];
        tool::ok(folder.path(), &words);
        read_rows(&folder.path().join("db.csv"))
    });
    let mut compared = 0;
    for weighting in Weighting::ALL {
        let sample = Sample::new(&ground, Positions::Sample(30), weighting, 4).unwrap();
        assert_eq!(sample.positions.len(), 30);
        assert!(sample.positions.iter().all(|p| ground.set.contains(p)));
        for row in &rows {
            let mine = [
                ("section", "advice"),
                ("figure", "hit"),
                ("weights", weighting.name()),
            ];
            if !row.is(&mine) {
                continue;
            }
            let rule = Rule {
                metric: ["manhattan", "euclidean", "chebyshev"]
                    .into_iter()
                    .find(|m| row.get("metric") == *m)
                    .unwrap(),
                k: row.get("k").parse().unwrap(),
                ties: "all",
                vote: "majority",
                weight: "distinct",
            };
            let mut sum = 0.0;
            for database in &databases {
                let advisor = Advisor {
                    rows: database,
                    same_mover: false,
                    hide_exact: false,
                    mirror: backwards,
                };
                let scores = plain.advice(&advisor, &rule);
                for &p in &sample.positions {
                    sum += plain.hit(places[p as usize], &scores, row.get("rule"));
                }
            }
            let mean = sum / 90.0;
            assert!(close(row.number("value"), mean), "{row:?}: {mean}");
            assert!(
                row.number("low") < mean && mean < row.number("high"),
                "{row:?}"
            );
            compared += 1;
        }
    }
    assert_eq!(compared, 3 * 2 * 2 * 2);
}

/// The positions of a long sample come as often as their weights say.
#[test]
fn samples_follow_their_weighting() {
    let ground = evaluate::Ground::new(six(), 1000, &Control::new()).unwrap();
    let plain = Ground::new(&[2; 6]);
    let places = places(&ground, &plain);
    let n = 100_000;
    for weighting in Weighting::ALL {
        let sample = Sample::new(&ground, Positions::Sample(n), weighting, 1).unwrap();
        let weight = |&i: &u32| plain.weight(places[i as usize], weighting.name());
        let total: f64 = ground.set.iter().map(weight).sum();
        for i in &ground.set {
            let p = weight(i) / total;
            let share = sample.positions.iter().filter(|q| *q == i).count() as f64 / n as f64;
            // Five standard errors.
            let bound = 5.0 * (p * (1.0 - p) / n as f64).sqrt();
            assert!((share - p).abs() <= bound, "{weighting:?} {i}: {share} {p}");
        }
    }
}

/// Flat Monte-Carlo tends to the exact expectation of uniform play.
#[test]
fn rollouts_estimate_the_expected_result() {
    let game: Sowing<1> = six();
    let ground = evaluate::Ground::new(game.clone(), 1000, &Control::new()).unwrap();
    let plain = Ground::new(&[2; 6]);
    let places = places(&ground, &plain);
    let referee = Referee::new(game);
    let n = 4000;
    for &(i, player) in ground.questions().iter().step_by(5) {
        let position = ground.graph.position(i as usize);
        let address = (1, 0, u64::from(i));
        let found = rollout(
            &referee,
            position,
            player,
            n,
            address,
            &mut Vec::new(),
            &Control::new(),
        )
        .expect("nobody stops it");
        let place = places[i as usize];
        let expected = expectation(&plain, place, player == Player::One);
        // Results are -1 or 1: five standard errors.
        let bound = 5.0 * ((1.0 - expected * expected) / n as f64).sqrt() + 1e-12;
        assert!((found - expected).abs() <= bound, "{i}: {found} {expected}");
    }
}

/// South's (or North's) expected result of uniform play, from -1 to 1.
fn expectation(plain: &Ground, i: usize, south: bool) -> f64 {
    let next = &plain.next[i];
    if next.is_empty() {
        return if plain.states[i].1 == south {
            -1.0
        } else {
            1.0
        };
    }
    let sum: f64 = next.iter().map(|&n| expectation(plain, n, south)).sum();
    sum / next.len() as f64
}
