//! Judging positions met by uniform play, where all cannot be listed.

use std::collections::HashMap;
use std::fs;

use sowlab::catalog::{CatalogGame, GameTask, run};
use sowlab::control::Control;
use sowlab::evaluate::{
    Extent, Ground, MetError, Positions, Sample, Weighting, met, solver_worths,
};
use sowlab::game::fang::{Fang, Rules};
use sowlab::game::{Game, Heuristic, Scored};
use sowlab::parallel::Pool;
use sowlab::solver::{Limits, Unsolved, Worth};

use crate::judging;
use crate::plain::State;
use crate::results::{Result as Row, close, results};
use crate::support::line_in;
use crate::takeaway::TakeAway;
use crate::tool;
use crate::voting::{Advisor, Rule, backwards, read_rows};

/// A judge that looks up what backward induction found.
fn looked_up<G: Scored>(
    whole: &Ground<G>,
) -> impl Fn(&G::Position) -> Result<Vec<Worth>, Unsolved> + Clone {
    let game = whole.game.clone();
    let numbers: HashMap<G::Position, usize> =
        whole.graph.positions().iter().copied().zip(0..).collect();
    let (values, margins) = (whole.values.clone(), whole.margins.clone());
    move |position| {
        let mut moves = Vec::new();
        game.expand(position, &mut moves);
        let worth = |mv| {
            let reached = game.play(position, mv);
            let (n, same) = (
                numbers[&reached],
                game.mover(&reached) == game.mover(position),
            );
            let margin = margins.as_ref().map(|m| m[n]);
            Worth {
                value: if same { values[n] } else { -values[n] },
                margin: if same { margin } else { margin.map(|m| -m) },
            }
        };
        Ok(moves.into_iter().map(worth).collect())
    }
}

/// The chances of a choice: hit rate, kept margins, points given away; and the
/// same of the first rule of thumb where there is one.
fn figures<G: Heuristic>(ground: &Ground<G>, i: usize) -> Vec<f64> {
    let mut all = vec![ground.chance_at(i)];
    all.extend(ground.margin_chance_at(i).into_iter().flatten());
    let appeal = |e: usize| {
        let (position, mv) = (ground.graph.position(i), ground.graph.mv(e));
        ground.game.appeal(0, position, mv)
    };
    let edges = ground.graph.edges(i);
    let top = edges.clone().map(appeal).max();
    let taken: Vec<usize> = edges.filter(|&e| Some(appeal(e)) == top).collect();
    let kept = taken.iter().filter(|&&e| ground.keeps(i, e)).count();
    all.push(kept as f64 / taken.len() as f64);
    if ground.margins.is_some() {
        let lost: f64 = taken.iter().filter_map(|&e| ground.regret(i, e)).sum();
        all.push(lost / taken.len() as f64);
    }
    all
}

/// A long sample's means are those over all of E by visits, up to five standard
/// errors; its positions are of E; threads do not matter.
fn tends_to_the_whole<G: Heuristic + Scored>(game: &G) {
    let whole = Ground::new(game.clone(), 100_000, &Control::new()).unwrap();
    let expected = Sample::new(&whole, Positions::All, Weighting::Visits, 1).unwrap();
    let judge = looked_up(&whole);
    let n = 20_000;
    let draw = |threads| {
        let pool = Pool::new(threads);
        let judge = || judge.clone();
        met(game.clone(), n, 5, judge, &pool, &Control::new()).unwrap()
    };
    let (ground, sample) = draw(1);
    for threads in [2, 3] {
        let (other, again) = draw(threads);
        assert_eq!(other.graph.positions(), ground.graph.positions());
        assert_eq!(again.positions, sample.positions);
        assert_eq!(again.weights, sample.weights);
        assert_eq!(again.questions, sample.questions);
    }
    assert_eq!((sample.positions.len(), sample.drawn), (n, true));
    let numbers: HashMap<G::Position, u32> =
        whole.graph.positions().iter().copied().zip(0..).collect();
    let number = |i: usize| numbers[ground.graph.position(i)];
    assert!(
        ground
            .set
            .iter()
            .all(|&i| whole.set.contains(&number(i as usize)))
    );
    assert!(sample.positions.iter().all(|p| ground.set.contains(p)));
    for i in 0..ground.graph.len() {
        let there = number(i) as usize;
        assert_eq!(ground.values[i], whole.values[there]);
        assert_eq!(
            ground.margins.as_ref().map(|m| m[i]),
            whole.margins.as_ref().map(|m| m[there])
        );
    }

    let mean = |ground: &Ground<G>, sample: &Sample, f: usize| {
        let total: f64 = sample.weights.iter().sum();
        let pairs = sample.positions.iter().zip(&sample.weights);
        let terms = pairs.map(|(&i, w)| w * figures(ground, i as usize)[f]);
        terms.sum::<f64>() / total
    };
    let total: f64 = sample.weights.iter().sum();
    for f in 0..figures(&ground, ground.set[0] as usize).len() {
        let (found, truth) = (mean(&ground, &sample, f), mean(&whole, &expected, f));
        let pairs = sample.positions.iter().zip(&sample.weights);
        let squares = pairs.map(|(&i, w)| (w * (figures(&ground, i as usize)[f] - found)).powi(2));
        let error = squares.sum::<f64>().sqrt() / total;
        assert!(
            (found - truth).abs() <= 5.0 * error + 1e-12,
            "{} {f}: {found} {truth} {error}",
            game.name()
        );
    }
    assert!(close(sample.chance, mean(&ground, &sample, 0)));

    // E's share of the visits to unfinished positions.
    let Extent::Met(met) = ground.extent else {
        panic!("not a sample")
    };
    let visits = &whole.uniform().unwrap().visits;
    let of_set: f64 = whole.set.iter().map(|&i| visits[i as usize]).sum();
    let unfinished = (0..whole.graph.len()).filter(|&i| whole.graph.outcome(i).is_none());
    let share = of_set / unfinished.map(|i| visits[i]).sum::<f64>();
    assert!((met.share - share).abs() < 0.02, "{} {share}", met.share);
    assert_eq!(met.unsolved, 0);
}

#[test]
fn a_long_sample_tends_to_the_whole() {
    struct Tends;
    impl GameTask for Tends {
        type Output = ();

        fn run<G: CatalogGame>(self, game: G) {
            tends_to_the_whole(&game);
        }
    }
    // The second and third have games of many lengths.
    for name in [
        "fang(holes=6)",
        "sowing(pots=6,seeds=2)",
        "kalah(pits=3,seeds=2)",
    ] {
        run(name, Tends).unwrap();
    }
    tends_to_the_whole(&TakeAway { heap: 12 });
}

/// The command judges the positions that the library draws.
#[test]
fn the_command_judges_what_is_met() {
    let folder = tempfile::tempdir().unwrap();
    let game = "fang(holes=6,result=score)";
    let words = [
        "evaluate",
        "advice",
        game,
        "--limit",
        "100",
        "--positions",
        "sample:60",
        "--weights",
        "visits",
        "--games",
        "80",
        "--replicates",
        "2",
        "--k",
        "3",
        "--seed",
        "6",
        "--out",
    ];
    for (out, threads) in [("a.csv", "1"), ("b.csv", "2")] {
        let words = [&words[..], &[out, "--threads", threads]].concat();
        tool::ok(folder.path(), &words);
    }
    let bytes = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert!(bytes("a.csv") == bytes("b.csv"));
    let rows = results(&folder.path().join("a.csv"));
    assert!(rows.iter().all(|r| r.get("section") != "play"));
    assert!(rows.iter().any(|r| r.get("section") == "classification"));

    let rules = Rules {
        tie: sowlab::game::fang::Tie::Score,
        ..Rules::default()
    };
    let fang = Fang::new(6, rules).unwrap();
    let control = Control::new();
    let judge = || solver_worths(&fang, 1 << 20, Limits::default(), &control);
    let (ground, sample) = met(fang.clone(), 60, 6, judge, &Pool::new(1), &control).unwrap();
    let (plain, _) = judging::Ground::of_game(&fang);
    let places: HashMap<&State, usize> = plain.states.iter().zip(0..).collect();
    let place = |i: u32| {
        use sowlab::game::{Player, Vectorize};
        let p = ground.graph.position(i as usize);
        places[&(fang.vector(p), fang.mover(p) == Player::One)]
    };
    let rule = Rule {
        metric: "manhattan",
        k: 3,
        ties: "all",
        vote: "majority",
        weight: "distinct",
    };
    let total: f64 = sample.weights.iter().sum();
    let mut hits = [0.0; 2];
    for r in [0, 1] {
        let games = format!("{}..{}", r * 80, r * 80 + 80);
        let words = [
            "generate", game, "--games", &games, "--seed", "6", "--out", "db.csv",
        ];
        tool::ok(folder.path(), &words);
        let advisor = Advisor {
            rows: &read_rows(&folder.path().join("db.csv")),
            same_mover: false,
            hide_exact: false,
            mirror: backwards,
        };
        let scores = plain.advice(&advisor, &rule);
        for (hit, by) in hits.iter_mut().zip(["best", "approve"]) {
            for (&i, weight) in sample.positions.iter().zip(&sample.weights) {
                *hit += weight * plain.hit(place(i), &scores, by) / total / 2.0;
            }
        }
    }
    for (hit, by) in hits.into_iter().zip(["best", "approve"]) {
        let of = [("section", "advice"), ("figure", "hit"), ("rule", by)];
        let found: Vec<&Row> = rows.iter().filter(|r| r.is(&of)).collect();
        assert_eq!(found.len(), 1);
        assert!(close(found[0].number("value"), hit), "{:?} {hit}", found[0]);
        assert!(found[0].number("low") < hit && hit < found[0].number("high"));
    }
    let set = |name: &str| {
        let found = rows.iter().find(|r| r.get("figure") == name);
        found.unwrap_or_else(|| panic!("{name}")).number("value")
    };
    assert_eq!(set("judged"), 60.0);
    assert_eq!(set("distinct"), ground.set.len() as f64);
    assert_eq!(set("immediate_win"), ground.immediate as f64);
    assert_eq!(set("unsolved"), 0.0);
    assert!(close(set("chance"), sample.chance));
    assert!(set("met") > 60.0 && set("share_of_visits") < 1.0);
}

/// What the solver gives up is left out and counted, whoever asks.
#[test]
fn positions_beyond_the_limit_of_nodes_are_counted() {
    let fang = Fang::new(8, Rules::default()).unwrap();
    let control = Control::new();
    let limits = Limits {
        nodes: Some(60),
        time: None,
    };
    let draw = |threads| {
        let judge = || solver_worths(&fang, 1 << 20, limits, &control);
        met(fang.clone(), 50, 2, judge, &Pool::new(threads), &control).unwrap()
    };
    let (ground, sample) = draw(1);
    let (other, again) = draw(2);
    assert_eq!(sample.positions, again.positions);
    let met_of = |ground: &Ground<Fang>| match ground.extent {
        Extent::Met(met) => met,
        Extent::Whole(_) => panic!("not a sample"),
    };
    assert_eq!(met_of(&ground), met_of(&other));
    assert!(met_of(&ground).unsolved > 10, "{:?}", met_of(&ground));
}

#[test]
fn where_nothing_matters_there_is_no_sample() {
    // With two stones, taking both always wins; with one there is no choice.
    let game = TakeAway { heap: 1 };
    let control = Control::new();
    let whole = Ground::new(game.clone(), 100, &control).unwrap();
    let judge = looked_up(&whole);
    let found = met(game, 3, 1, || judge.clone(), &Pool::new(1), &control);
    assert!(matches!(
        found,
        Err(MetError::Rare {
            found: 0,
            asked: 3,
            ..
        })
    ));
    control.stop();
    let game = TakeAway { heap: 9 };
    let whole = Ground::new(game.clone(), 1000, &Control::new()).unwrap();
    let judge = looked_up(&whole);
    let found = met(game, 3, 1, || judge.clone(), &Pool::new(1), &control);
    assert!(matches!(
        found,
        Err(MetError::Stopped { found: 0, asked: 3 })
    ));
}

#[test]
fn what_needs_every_position_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let large = "'fang(holes=8)' --limit 1000";
    let sample = "--positions sample:20 --weights visits";
    for (words, part) in [
        (
            format!("{large} --games 10"),
            "--positions sample:N --weights visits",
        ),
        (
            format!("{large} --games 10 --positions sample:20"),
            "they would have to be listed",
        ),
        (
            format!("{large} --games 10 --positions sample:20 --weights positions"),
            "they would have to be listed",
        ),
        (
            format!("{large} --db exact {sample}"),
            "the exact distribution: needs every",
        ),
        (
            format!("{large} --games 10,exact {sample}"),
            "the exact distribution: needs every",
        ),
        (
            format!("{large} --games 10 --play yes {sample}"),
            "--play yes: needs every",
        ),
        (
            format!("{large} --games 10 --label solver {sample}"),
            "--label solver with --games: needs every",
        ),
        (
            format!("{large} --games 10 --nodes 0 {sample}"),
            "were not solved",
        ),
        (
            "'kalah(pits=2,seeds=2)' --games 10 --label solver --record all".into(),
            "vector=pits+stores",
        ),
        (
            "'kalah(pits=2,seeds=2)' --db exact --label solver".into(),
            "vector=pits+stores",
        ),
    ] {
        let command = format!("evaluate advice {words} --replicates 2 --out r.csv");
        let output = line_in(folder.path(), &command);
        assert_eq!(output.code, 2, "{command}: {}", output.stderr);
        assert!(output.stderr.contains(part), "{command}: {}", output.stderr);
        assert!(!folder.path().join("r.csv").exists(), "{command}");
    }
}
