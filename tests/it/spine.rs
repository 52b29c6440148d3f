//! A game from outside the crate goes the whole way through the library: games,
//! database, exact distribution, solver, advice, judging, results, picture.

use std::collections::HashMap;
use std::fs;

use sowlab::database::{Job, Rows, Weights, exact, generate_file, label_exactly, read_file};
use sowlab::evaluate::study::{Plan, rows};
use sowlab::evaluate::{
    Advisors, Asked, Baseline, COLUMNS, Choice, Ground, Judge, Positions, Row, Sample, Section,
    Size, Source, Subject, Weighting, game_sizes, measure_all, measure_baseline, measure_rollouts,
};
use sowlab::game::Reachable;
use sowlab::knn::{
    Advisor, LabelSource, Metric, Mover, Rule, Ties, Vote, Voters, Weight, default_mover,
};
use sowlab::output::{sha256, write_bytes};
use sowlab::parallel::Pool;
use sowlab::plot::source::{self, Kind, Request};
use sowlab::plot::{self, Figure};
use sowlab::prelude::*;
use sowlab::selfplay::{Distribution, Record, SelfPlay};
use sowlab::solver::{Limits, Solver, table};

use crate::takeaway::TakeAway;

const HEAP: u8 = 10;

/// The best final difference (mover's stones minus the other's) from here on, by
/// plain recursion; together with the difference so far it says who wins.
fn value(left: u8, mine: i32, other: i32, memo: &mut HashMap<(u8, i32), i32>) -> Value {
    fn best(left: u8, ahead: i32, memo: &mut HashMap<(u8, i32), i32>) -> i32 {
        if left == 0 {
            return ahead.signum();
        }
        if let Some(&known) = memo.get(&(left, ahead)) {
            return known;
        }
        let after = |n: u8| -> (u8, i32) { (left - n, -(ahead + i32::from(n))) };
        let values: Vec<i32> = (1..=left.min(3))
            .map(after)
            .map(|(left, ahead)| -best(left, ahead, memo))
            .collect();
        let value = values.into_iter().max().unwrap();
        memo.insert((left, ahead), value);
        value
    }
    match best(left, mine - other, memo) {
        1 => Value::Win,
        0 => Value::Draw,
        _ => Value::Loss,
    }
}

fn values_agree(game: &TakeAway, graph: &Reachable<TakeAway>) {
    let mut memo = HashMap::new();
    let mut solver = Solver::new(game.clone(), 1 << 16);
    let mut met = [0; 3];
    for (position, found) in graph.positions().iter().zip(table(game, graph)) {
        let v = game
            .vector(position)
            .into_iter()
            .map(i32::from)
            .collect::<Vec<_>>();
        let (mine, other) = match game.mover(position) {
            Player::One => (v[1], v[2]),
            Player::Two => (v[2], v[1]),
        };
        let expected = value(v[0] as u8, mine, other, &mut memo);
        assert_eq!(found, expected, "{position:?}");
        let solved = solver.solve(position, &Limits::default(), &Control::new());
        assert_eq!(solved.unwrap().value, expected, "{position:?}");
        met[(expected as i8 + 1) as usize] += 1;
    }
    assert!(met.iter().all(|&n| n > 5), "{met:?}");
}

/// The value of a figure.
fn figure(
    all: &[Row],
    section: Section,
    name: &str,
    choice: Option<Choice>,
    by: Option<Weighting>,
) -> f64 {
    let mut found = all.iter().filter(|r| {
        r.section == section && r.figure == name && r.choice == choice && r.weighting == by
    });
    let value = found
        .next()
        .unwrap_or_else(|| panic!("{section:?} {name}"))
        .estimate
        .mean;
    assert!(found.next().is_none(), "{section:?} {name} stands twice");
    value
}

fn rule(metric: Metric, k: u32) -> Rule {
    Rule {
        metric,
        k,
        ties: Ties::All,
        weight: Weight::Count,
        vote: Vote::Majority,
    }
}

#[test]
fn a_game_from_outside_goes_the_whole_way() {
    let folder = tempfile::tempdir().unwrap();
    let (pool, control) = (Pool::new(2), Control::new());
    let game = TakeAway { heap: HEAP };

    // Games and their database.
    let play = SelfPlay::new(game.clone(), &Uniform, 3, 0, Record::Final);
    let path = folder.path().join("db.csv");
    let job = Job {
        games: 0..2_000,
        rows: Rows::Merged,
        memory: 1 << 20,
        out: path.clone(),
        command: "test".into(),
        inputs: Vec::new(),
    };
    let manifest = generate_file(&play, &job, &pool, &control)
        .unwrap()
        .unwrap();
    assert_eq!(manifest.sha256, sha256(&fs::read(&path).unwrap()));
    let database = read_file(&game, &path).unwrap().database;
    assert_eq!(database.total_count(), 2_000);
    assert_eq!(default_mover(&game, &database), Mover::Any);

    // The exact distribution has the same final positions.
    let graph = Reachable::new(&game, game.initial(), 10_000, &control).unwrap();
    let distribution = Distribution::new(&game, &graph, &Uniform);
    let finals = exact::finals(&game, &graph, &distribution);
    let Weights::Probability(p) = &finals.weights else {
        panic!("probabilities");
    };
    assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    let likely = p.iter().filter(|p| **p > 0.01).count();
    assert!((likely..=finals.len()).contains(&database.len()));

    // The solver, the labels of a database.
    values_agree(&game, &graph);
    let mut labelled = database.clone();
    label_exactly(
        &mut labelled,
        &game,
        1 << 16,
        &Limits::default(),
        &pool,
        &control,
    )
    .unwrap();
    for i in 0..labelled.len() {
        let row = labelled.row(i);
        // A final position is worth what its game was.
        assert_eq!(
            row.value.unwrap().winner(row.to_move),
            winner_of(&database, i)
        );
    }

    // Advice on the opening.
    let voters = Voters::from_database(&database, LabelSource::Game, Mover::Any).unwrap();
    let advisor = Advisor {
        voters: &voters,
        rule: rule(Metric::Manhattan, 5),
        hide_exact: false,
    };
    let advice = advisor.advise(&game, &game.initial()).unwrap();
    assert_eq!(
        advice.moves.iter().map(|m| m.mv).collect::<Vec<_>>(),
        [1, 2, 3]
    );
    assert!(advice.moves.iter().all(|m| m.tally.votes() >= 5));

    // Judging.
    let ground = Ground::new(game.clone(), 10_000, &control).unwrap();
    assert_eq!(ground.graph.len(), graph.len());
    let sample = |by| Sample::new(&ground, Positions::All, by, 1).unwrap();
    let judge = Judge::new(&ground, Weighting::ALL.map(sample).to_vec());
    let asked = Asked::new(&judge, true);
    let rules = [
        rule(Metric::Manhattan, 1),
        rule(Metric::Manhattan, 5),
        rule(Metric::Chebyshev, 5),
    ];
    let advisors = Advisors {
        rules: rules.to_vec(),
        mover: Mover::Any,
        label: LabelSource::Game,
        hide_exact: false,
    };
    let source = Source {
        policy: &Uniform,
        seed: 3,
        record: Record::Final,
        replicates: 3,
    };
    let sizes = [50, 2_000];
    let study = |pool: &Pool| measure_all(&asked, &advisors, source, &sizes, pool, &control);
    let measured = study(&pool).unwrap();
    let plan = |sizes: Vec<Size>, section: Section, subjects: Vec<Subject>| Plan {
        sizes,
        subjects,
        section,
        play: true,
        rounds: 100,
        seed: 1,
    };
    let knn = rules.map(Subject::Knn).to_vec();
    let plan_all = plan(game_sizes(&sizes), Section::Advice, knn.clone());
    let all = rows(&judge, &plan_all, &measured, &Control::new());
    assert_eq!(
        all,
        rows(
            &judge,
            &plan_all,
            &study(&Pool::new(1)).unwrap(),
            &Control::new()
        )
    );

    // The first replicate's larger database is the one made above.
    let alone = vec![vec![asked.measure(&database, &advisors, &pool).unwrap()]];
    let first = vec![vec![measured[0][1].clone()]];
    let plan_one = plan(vec![Size::Games(2_000)], Section::Advice, knn);
    assert_eq!(
        rows(&judge, &plan_one, &alone, &Control::new()),
        rows(&judge, &plan_one, &first, &Control::new())
    );

    // The floor, the ceiling and what lies between them.
    let baseline = |baseline: Baseline<TakeAway>| {
        let subject = Subject::Baseline(baseline.name.clone());
        let measured = vec![vec![vec![measure_baseline(&judge, &baseline, true)]]];
        rows(
            &judge,
            &plan(vec![Size::Exact], Section::Baseline, vec![subject]),
            &measured,
            &Control::new(),
        )
    };
    let (uniform, best) = (baseline(Baseline::uniform()), baseline(Baseline::exact()));
    // Playing for points; where they decide, that keeps the outcome too.
    let points = baseline(Baseline::exact_margin());
    for (name, expected) in [("margin_kept", 1.0), ("margin_regret", 0.0), ("hit", 1.0)] {
        let by = Some(Weighting::Visits);
        let found = figure(&points, Section::Baseline, name, Some(Choice::Best), by);
        assert_eq!(found, expected, "{name}");
    }
    // A rule of thumb that goes by the move alone is no classifier.
    let mut rules = Baseline::rules(&game);
    assert_eq!(rules.len(), 2);
    let few = rules.swap_remove(0);
    assert_eq!(few.name, "greedy(rule=few)");
    let few = baseline(few);
    assert!(few.iter().any(|r| r.figure == "win_uniform"));
    assert!(few.iter().all(|r| r.figure != "accuracy"));
    let set = judge.set_rows();
    for by in Weighting::ALL {
        let chance = figure(&set, Section::Set, "chance", None, Some(by));
        assert!(chance > 0.1 && chance < 0.9);
        for choice in Choice::ALL {
            let of =
                |rows: &[Row], name| figure(rows, Section::Baseline, name, Some(choice), Some(by));
            assert!((of(&uniform, "hit") - chance).abs() < 1e-12);
            assert!(of(&uniform, "skill").abs() < 1e-12);
        }
        let of = |name| figure(&best, Section::Baseline, name, Some(Choice::Best), Some(by));
        assert_eq!((of("hit"), of("skill"), of("no_advice")), (1.0, 1.0, 0.0));
    }
    // Two players who know everything: what the start is worth.
    let start = f64::from(ground.values[0] as i8);
    let reply = |side: &str| {
        let name = format!("win_best_reply_{side}");
        figure(&best, Section::Baseline, &name, Some(Choice::Best), None)
    };
    let worth = |x: f64| (x + 1.0) / 2.0;
    assert_eq!(
        (reply("first"), reply("second")),
        (worth(start), worth(-start))
    );
    // Uniform play against itself is the exact distribution.
    let expected = distribution.results[0] + distribution.results[1] / 2.0;
    let name = "win_uniform_first";
    let found = figure(&uniform, Section::Baseline, name, Some(Choice::Best), None);
    assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    // Drawn positions are a class of their own.
    assert!(
        all.iter()
            .any(|r| r.figure == "draw_as_undecided" && r.estimate.mean > 0.0)
    );
    let rollouts = measure_rollouts(&judge, 5, 3, 1, false, &pool, &control);
    assert_eq!(rollouts.len(), 3);

    // Results as a file, and the file as pictures.
    let results = folder.path().join("results.csv");
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS).unwrap();
    for row in set.iter().chain(&all).chain(&uniform).chain(&best) {
        writer
            .write_record(row.fields(&game.name(), "any", "game"))
            .unwrap();
    }
    write_bytes(&results, &writer.into_inner().unwrap()).unwrap();
    for (file, kind, words) in [
        (&results, Kind::Curve, ["take-away(heap=10)", "manhattan"]),
        (&results, Kind::HeatMap, ["take-away(heap=10)", "chebyshev"]),
        (&path, Kind::Finals, ["first won", "draw"]),
        (&path, Kind::Lengths, ["plies", "games"]),
    ] {
        let request = Request {
            kind: Some(kind),
            ..Request::default()
        };
        let drawn = source::read(file, &request).unwrap();
        assert_eq!(drawn.kind, kind);
        let curves = match &drawn.figure {
            Figure::Curve(curve) => curve.series.iter().filter(|s| s.points.len() == 2).count(),
            _ => 3,
        };
        assert_eq!(curves, 3, "{kind:?}");
        let svg = plot::svg(&drawn.figure, plot::Size::default()).unwrap();
        for word in words {
            assert!(svg.contains(word), "{kind:?}: {word}");
        }
        let picture = folder.path().join(format!("{}.png", kind.name()));
        plot::save(&picture, &drawn.figure, plot::Size::default()).unwrap();
        assert!(fs::read(picture).unwrap().starts_with(b"\x89PNG"));
    }
}

fn winner_of(database: &sowlab::database::Database, i: usize) -> Option<Player> {
    match database.winner[i] {
        sowlab::database::Winner::One => Some(Player::One),
        sowlab::database::Winner::Two => Some(Player::Two),
        _ => None,
    }
}
