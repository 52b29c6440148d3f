//! Learning weighted features.

use std::path::Path;
use std::process::Command;

use sowlab::control::Control;
use sowlab::evaluate::Ground as Judged;
use sowlab::evaluate::policies::results;
use sowlab::feature::{Feature, FeatureSet, Ground, Situation, Weighted};
use sowlab::game::alquerkonane::Alquerkonane;
use sowlab::game::hunt::Hunt;
use sowlab::game::sowing::Sowing;
use sowlab::game::{OnBoard, Placement, Player, Scored};
use sowlab::learn::{Arena, Columns, Imitation, Objective, candidates, fit};
use sowlab::policy::{Features, Uniform, Weighing};
use sowlab::random::{Purpose, Stream};

fn arena<G: OnBoard>(game: &G, learner: Player, remembers: bool) -> (Ground, Arena) {
    let ground = Ground::of(game).unwrap();
    let control = Control::new();
    let arena = Arena::new(
        game, &ground, learner, &Uniform, remembers, 100_000, &control,
    );
    (ground, arena.unwrap())
}

/// Softmax of logits, decision by decision.
fn softmax(rows: &[u32], logits: &[f64]) -> Vec<f64> {
    let mut odds: Vec<f64> = logits.iter().map(|l| l.exp()).collect();
    for pair in rows.windows(2) {
        let odds = &mut odds[pair[0] as usize..pair[1] as usize];
        let sum: f64 = odds.iter().sum();
        odds.iter_mut().for_each(|o| *o /= sum);
    }
    odds
}

/// The slopes are those of the value: by small differences.
fn slopes_are_right(objective: &dyn Objective, seed: u64) {
    let rows = objective.rows();
    let count = rows[rows.len() - 1] as usize;
    let mut rng = Stream::open(seed, Purpose::Synthetic, 0, 0);
    let logits: Vec<f64> = (0..count).map(|_| 2.0 * rng.unit() - 1.0).collect();
    let at = objective.evaluate(&softmax(rows, &logits));
    let mut seen = 0;
    for _ in 0..25 {
        let row = rng.below(count as u32) as usize;
        let value = |by: f64| {
            let mut moved = logits.clone();
            moved[row] += by;
            objective.evaluate(&softmax(rows, &moved)).value
        };
        let slope = (value(1e-4) - value(-1e-4)) / 2e-4;
        let error = (slope - at.slopes[row]).abs();
        assert!(
            error < 1e-6 + 1e-4 * slope.abs(),
            "{slope}, {}",
            at.slopes[row]
        );
        seen += usize::from(slope.abs() > 1e-6);
    }
    assert!(seen > 5, "{seen} rows matter");
}

#[test]
fn slopes_of_play() {
    for learner in [Player::One, Player::Two] {
        let game = Sowing::<1>::uniform(6, 2, Player::One).unwrap();
        slopes_are_right(&arena(&game, learner, true).1, 1);
        slopes_are_right(&arena(&Hunt::default(), learner, false).1, 2);
    }
}

/// An imitation of the exact player, and its decisions' ground.
fn lessons<G: OnBoard + Scored>(game: G, side: Player) -> Imitation {
    let judged = Judged::new(game, 100_000, &Control::new()).unwrap();
    let mut lessons = Imitation::default();
    for &i in &judged.set {
        let i = i as usize;
        let position = *judged.graph.position(i);
        if judged.game.mover(&position) != side {
            continue;
        }
        let kept = judged
            .graph
            .edges(i)
            .filter(|&e| judged.keeps(i, e))
            .count();
        let moves = judged.graph.edges(i).map(|e| {
            let target = if judged.keeps(i, e) {
                1.0 / kept as f64
            } else {
                0.0
            };
            (judged.game.placement(side, judged.graph.mv(e)), target)
        });
        let situation = Situation {
            mover: side,
            occupied: judged.game.occupied(&position),
            last: Placement::default(),
        };
        lessons.push(situation, moves, 1.0);
    }
    lessons.normalise();
    lessons
}

#[test]
fn slopes_of_imitation() {
    let game = Sowing::<1>::uniform(7, 2, Player::One).unwrap();
    slopes_are_right(&lessons(game, Player::One), 3);
}

/// What the arena says of weights is what exact play with them gives.
fn scores_agree<G: OnBoard + Scored>(game: G, features: &[&str], remembers: bool) {
    let features: Vec<Feature> = features.iter().map(|f| f.parse().unwrap()).collect();
    let judged = Judged::new(game.clone(), 100_000, &Control::new()).unwrap();
    for learner in [Player::One, Player::Two] {
        let (ground, arena) = arena(&game, learner, remembers);
        let columns = Columns::of(
            &features,
            &ground,
            learner,
            &arena.situations,
            arena.rows(),
            &arena.placements,
        );
        let columns = columns.unwrap();
        let start = vec![0.0; features.len()];
        let before = fit(&arena, &columns, &start, 1e-4, 0);
        let fitted = fit(&arena, &columns, &start, 1e-4, 20);
        assert!(fitted.value > before.value);

        let mut set = FeatureSet::default();
        for (feature, &weight) in features.iter().zip(&fitted.weights) {
            let weights = [Some(weight as f32); 2];
            set.features.push(Weighted::new(feature.clone(), weights));
        }
        let choice = Weighing::Softmax {
            temperature: 1.0,
            epsilon: 0.0,
        };
        let policy = Features::new("learned".into(), &set, &ground, choice).unwrap();
        let found = results(&judged, learner, &policy, &Uniform);
        let score = found.win + 0.5 * (found.draw + found.capped);
        let error = (score - fitted.evaluation.score).abs();
        // Weights below the threshold of playouts are left out.
        assert!(error < 2e-3, "{score}, {}", fitted.evaluation.score);
    }
}

#[test]
fn what_is_learned_is_what_is_played() {
    scores_agree(
        Sowing::<1>::uniform(6, 2, Player::One).unwrap(),
        &[
            "rel:to=<{}>:pat=<els=[!-{0}]>",
            "rel:to=<{}>:pat=<els=[#{0,0}]>",
            "rel:last_to=<{0}>:to=<{}>:pat=<els=[*{}]>",
        ],
        true,
    );
    scores_agree(
        Hunt::default(),
        &[
            "rel:to=<{}>:pat=<els=[e{0}]>",
            "rel:last_from=<{0,0}>:to=<{}>:pat=<els=[R1{1/2}]>",
        ],
        true,
    );
    scores_agree(
        Alquerkonane::new(4, 4, 2, Player::One).unwrap(),
        &[
            "rel:from=<{}>:to=<{0,0}>:pat=<els=[*{}]>",
            "rel:to=<{}>:pat=<els=[e{0}]>",
        ],
        false,
    );
}

#[test]
fn candidates_are_features_that_read_back() {
    let ground = Ground::of(&Hunt::default()).unwrap();
    let atoms = candidates::atomic(&ground, true, true);
    let joined = candidates::conjunctions(&atoms[5], &atoms[400], &ground);
    assert!(atoms.len() > 1000 && !joined.is_empty());
    for feature in atoms.iter().step_by(17).chain(&joined) {
        assert_eq!(feature.to_string().parse().as_ref(), Ok(feature));
        sowlab::feature::check(feature, &ground).unwrap();
    }
}

fn train(folder: &Path, arguments: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_sowlab"))
        .arg("train")
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

#[test]
fn training_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let game = "sowing(pots=6)";
    let run = |features: &str, out: &str, more: &[&str]| {
        let mut arguments = vec![
            game,
            "--side",
            "north",
            "--features",
            features,
            "--out",
            out,
        ];
        arguments.extend_from_slice(more);
        let output = train(folder.path(), &arguments);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{told}");
        std::fs::read_to_string(folder.path().join(out)).unwrap()
    };
    let whole = run("3", "whole.toml", &[]);
    run("1", "parts.toml", &[]);
    let parts = run("3", "parts.toml", &["--resume"]);
    assert_eq!(whole, parts);
    let steps = |out: &str| {
        let manifest = std::fs::read_to_string(folder.path().join(format!("{out}.json"))).unwrap();
        let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
        manifest["steps"].clone()
    };
    assert_eq!(steps("whole.toml"), steps("parts.toml"));
    assert_eq!(steps("whole.toml").as_array().map(Vec::len), Some(4));
    assert_eq!(whole.matches("string = ").count(), 3, "{whole}");
    assert!(folder.path().join("whole.toml.json").exists());
    // Only what it left itself, by the same options.
    let fault = |out: &str, more: &[&str], part: &str| {
        let before = std::fs::read(folder.path().join(out)).unwrap();
        let mut arguments = vec![game, "--side", "north", "--out", out];
        arguments.extend_from_slice(more);
        let output = train(folder.path(), &arguments);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains(part), "{told}");
        assert_eq!(std::fs::read(folder.path().join(out)).unwrap(), before);
    };
    fault("parts.toml", &["--resume", "--l2", "1e-3"], "other options");
    std::fs::copy(
        folder.path().join("parts.toml"),
        folder.path().join("copy.toml"),
    )
    .unwrap();
    fault("copy.toml", &["--resume"], "no such manifest");
    let manifest = folder.path().join("parts.toml.json");
    std::fs::copy(manifest, folder.path().join("copy.toml.json")).unwrap();
    let longer = format!("{parts}# changed\n");
    std::fs::write(folder.path().join("copy.toml"), longer).unwrap();
    fault("copy.toml", &["--resume"], "was changed");
    let against = "features(file=\"copy.toml\")";
    let against = [
        "--side",
        "south",
        "--against",
        against,
        "--out",
        "copy.toml",
    ];
    let mut arguments = vec![game];
    arguments.extend_from_slice(&against);
    let output = train(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(2));
    // And it is of use.
    let policy = "north=features(file=\"whole.toml\")";
    let judged = Command::new(env!("CARGO_BIN_EXE_sowlab"))
        .args(["evaluate", "policy", game, policy, "--format", "json"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let judged: serde_json::Value = serde_json::from_slice(&judged.stdout).unwrap();
    let win = judged["rows"][0]["win"].as_f64().unwrap();
    assert!(win > 0.6, "{win}: uniform play wins 0.458");
}

#[test]
fn training_by_the_solver_and_faults() {
    let folder = tempfile::tempdir().unwrap();
    let solver = [
        "sowing(pots=7)",
        "--side",
        "south",
        "--aim",
        "solver",
        "--features",
        "2",
        "--out",
        "s.toml",
        "--format",
        "json",
    ];
    let output = train(folder.path(), &solver);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{told}");
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let last = told["steps"].as_array().unwrap().last().unwrap();
    assert!(last["skill_learned"].as_f64().unwrap() > 0.0, "{last}");
    for (arguments, part) in [
        (
            &["sowing", "--side", "nroth", "--out", "a.toml"][..],
            "expected south or north",
        ),
        (
            &["sowing", "--side", "north", "--out", "a.csv"],
            "ends with .toml",
        ),
        (
            &["sowing", "--side", "north", "--out", "a.toml", "--l2", "-1"],
            "--l2",
        ),
        (
            &[
                "sowing",
                "--side",
                "north",
                "--out",
                "a.toml",
                "--features",
                "0",
            ],
            "at least one",
        ),
        (
            &["sowing", "--side", "north", "--out", "a.toml", "--resume"],
            "a.toml",
        ),
        (
            &["fanorona", "--side", "white", "--out", "a.toml"],
            "view=hops",
        ),
        (
            &[
                "sowing",
                "--side",
                "north",
                "--out",
                "a.toml",
                "--against",
                "unifrom",
            ],
            "uniform",
        ),
    ] {
        let output = train(folder.path(), arguments);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
        assert!(told.contains(part), "{arguments:?}: {told}");
        assert!(!folder.path().join("a.toml").exists());
    }
}
