//! The sample vectors of the feature language: active features, sums of weights
//! and probabilities of every legal move, as Ludii's plain evaluator gives them.

use std::path::Path;

use serde_json::Value;
use sowlab::feature::{Compiled, Feature, FeatureSet, Ground, Situation, Weighted};
use sowlab::game::alquerkonane::Alquerkonane;
use sowlab::game::fanorona::Fanorona;
use sowlab::game::hunt::Hunt;
use sowlab::game::{Placement, Player};
use sowlab::policy::softmax;

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/features");
    std::fs::read_to_string(path.join(name)).unwrap()
}

/// The features with their weights, and once more with a weight for each, so that
/// all are matched.
pub(crate) fn sets(key: &str) -> (FeatureSet, FeatureSet) {
    let file: Value = serde_json::from_str(&read(&format!("{key}_set.json"))).unwrap();
    let mut set = FeatureSet::default();
    for (i, text) in file["features"].as_array().unwrap().iter().enumerate() {
        let feature: Feature = text
            .as_str()
            .unwrap()
            .parse()
            .unwrap_or_else(|e| panic!("{e}"));
        let printed = feature.to_string();
        assert_eq!(printed.parse::<Feature>().unwrap(), feature);
        let weight = |p: &str| {
            let weight = &file["seed_weights"][p][i.to_string()];
            weight.as_f64().map(|w| w as f32)
        };
        let weights = [weight("P1"), weight("P2")];
        set.features.push(Weighted::new(feature, weights));
    }
    let mut all = set.clone();
    for feature in &mut all.features {
        feature.weights = feature.weights.map(|w| Some(w.unwrap_or(0.0)));
    }
    (set, all)
}

fn site(value: &Value) -> Option<u8> {
    u8::try_from(value.as_i64().unwrap()).ok()
}

fn placement(from: &Value, to: &Value) -> Placement {
    Placement {
        from: site(from),
        to: site(to),
    }
}

/// A situation with its legal moves.
pub(crate) struct Case {
    pub id: u64,
    pub situation: Situation,
    last_is_setup: bool,
    pub moves: Vec<Expected>,
}

/// A move with what there is to say of it.
pub(crate) struct Expected {
    pub placement: Placement,
    pub active: Vec<u32>,
    logit: f64,
    probability: f64,
}

/// The vectors of this name.
pub(crate) fn cases(key: &str) -> Vec<Case> {
    let text = read(&format!("{key}_features.jsonl"));
    let case = |line: &str| {
        let case: Value = serde_json::from_str(line).unwrap();
        let who = case["who"].as_array().unwrap();
        let held = |player: u64| {
            let sites = (0..who.len()).filter(|&s| who[s].as_u64() == Some(player));
            sowlab::board::mask(sites)
        };
        let expected = |mv: &Value| Expected {
            placement: placement(&mv["from"], &mv["to"]),
            active: serde_json::from_value(mv["active"].clone()).unwrap(),
            logit: mv["logit"].as_f64().unwrap(),
            probability: mv["prob"].as_f64().unwrap(),
        };
        let moves = case["moves"].as_array().unwrap().iter();
        Case {
            id: case["id"].as_u64().unwrap(),
            situation: Situation {
                mover: match case["mover"].as_u64() {
                    Some(1) => Player::One,
                    _ => Player::Two,
                },
                occupied: [held(1), held(2)],
                last: placement(&case["last_from"], &case["last_to"]),
            },
            last_is_setup: case["last_is_setup"] == true,
            moves: moves.map(expected).collect(),
        }
    };
    text.lines().map(case).collect()
}

fn check(key: &str, ground: &Ground) {
    let (_, all) = sets(key);
    let compiled = Compiled::new(&all, ground, 0.0).unwrap_or_else(|e| panic!("{e}"));
    let (mut moves, mut most) = (0, 0f64);
    for case in cases(key) {
        let situation = &case.situation;
        if case.last_is_setup {
            assert_eq!(situation.last, ground.set_up, "{key} {}", case.id);
        }
        let matcher = compiled.at(situation);
        let side = compiled.side(situation.mover);
        let mut logits = Vec::new();
        for mv in &case.moves {
            let active = matcher.active(mv.placement);
            let found = side.numbers(&active);
            assert_eq!(found, mv.active, "{key} {} {:?}", case.id, mv.placement);
            let near = 1e-6 * mv.logit.abs().max(1.0);
            assert!((f64::from(side.logit(&active)) - mv.logit).abs() <= near);
            assert!((f64::from(matcher.sum(mv.placement)) - mv.logit).abs() <= near);
            logits.push(side.logit(&active));
            moves += 1;
        }
        for (mv, p) in case.moves.iter().zip(softmax(&logits)) {
            most = most.max((p - mv.probability).abs());
        }
    }
    assert!(moves > 90, "{key}: {moves} moves");
    assert!(most <= 1e-6, "{key}: probabilities differ by {most}");
}

#[test]
fn the_hunt() {
    let ground = Ground::of(&Hunt::default()).unwrap();
    check("jm", &ground);
    check("extra_jm", &ground);
}

#[test]
fn alquerkonane() {
    let game = Alquerkonane::new(6, 4, 2, Player::One).unwrap();
    let ground = Ground::of(&game).unwrap();
    check("alq64", &ground);
    check("extra_alq64", &ground);
}

#[test]
fn fanorona() {
    let game = Fanorona::new(5, 9, Default::default()).unwrap().by_hops();
    let ground = Ground::of(&game).unwrap();
    check("fanorona", &ground);
    check("extra_fanorona", &ground);
}
