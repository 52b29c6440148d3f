//! The plain evaluator against the vectors, and the compiled one against it.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::test_runner::{TestError, TestRunner};
use sowlab::feature::{Compiled, Feature, FeatureSet, Ground, Weighted};
use sowlab::game::Player;
use sowlab::game::alquerkonane::Alquerkonane;
use sowlab::game::fanorona::Fanorona;
use sowlab::game::hunt::Hunt;
use sowlab::random::{Purpose, Stream};

use super::Plain;
use super::random::{self, Offer};
use crate::features::{cases, sets};

fn check_vectors(key: &str, ground: &Ground) {
    let (_, all) = sets(key);
    let plain = Player::BOTH.map(|player| {
        let of = |w: &Weighted| Plain::new(&w.feature, ground, player);
        all.features.iter().map(of).collect::<Vec<_>>()
    });
    let mut moves = 0;
    for case in cases(key) {
        let side = &plain[case.situation.mover.index()];
        for mv in &case.moves {
            let active = |&i: &usize| side[i].is_active(&case.situation, mv.placement);
            let found: Vec<u32> = (0..side.len()).filter(active).map(|i| i as u32).collect();
            assert_eq!(found, mv.active, "{key} {} {:?}", case.id, mv.placement);
            moves += 1;
        }
    }
    assert!(moves > 90, "{key}: {moves} moves");
}

#[test]
fn the_vectors_of_the_hunt() {
    let ground = Ground::of(&Hunt::default()).unwrap();
    check_vectors("jm", &ground);
    check_vectors("extra_jm", &ground);
}

#[test]
fn the_vectors_of_alquerkonane() {
    let game = Alquerkonane::new(6, 4, 2, Player::One).unwrap();
    let ground = Ground::of(&game).unwrap();
    check_vectors("alq64", &ground);
    check_vectors("extra_alq64", &ground);
}

#[test]
fn the_vectors_of_fanorona() {
    let game = Fanorona::new(5, 9, Default::default()).unwrap().by_hops();
    let ground = Ground::of(&game).unwrap();
    check_vectors("fanorona", &ground);
    check_vectors("extra_fanorona", &ground);
}

static GROUNDS: LazyLock<Vec<Ground>> = LazyLock::new(random::grounds);

/// A board with features that mean something there.
fn board_and_features(most: usize) -> impl Strategy<Value = (usize, Vec<Feature>)> {
    (0..GROUNDS.len()).prop_flat_map(move |board| {
        let feature = random::feature(Offer::of(&GROUNDS[board]));
        (Just(board), prop::collection::vec(feature, most..=most))
    })
}

/// The features with weights whose sums are exact; some are of one player only.
fn weighted(features: &[Feature], stream: &mut Stream) -> FeatureSet {
    let mut weight = || match stream.below(8) {
        0 => None,
        n => Some(n as f32 * 0.25 - 1.0),
    };
    let features = features
        .iter()
        .map(|feature| Weighted::new(feature.clone(), [weight(), weight()]));
    FeatureSet {
        features: features.collect(),
    }
}

/// Compares both evaluators on situations near what each feature asks for; the
/// number of moves, and of active features among them.
fn compare(
    ground: &Ground,
    set: &FeatureSet,
    tries: usize,
    stream: &mut Stream,
) -> Result<(usize, usize), TestCaseError> {
    let compiled = Compiled::new(set, ground, 0.0).unwrap_or_else(|e| panic!("{e}"));
    let (mut moves, mut hits) = (0, 0);
    for mover in Player::BOTH {
        let plain: Vec<(usize, Plain, f32)> = set
            .of(mover)
            .map(|(i, feature, weight)| (i, Plain::new(feature, ground, mover), weight))
            .collect();
        for near in 0..plain.len() {
            let instances = match &plain[near].1 {
                Plain::Instances(_, instances) => &instances[..],
                _ => &[],
            };
            for _ in 0..tries {
                let (situation, mv) = random::position(ground, mover, instances, stream);
                let active = plain.iter().filter(|f| f.1.is_active(&situation, mv));
                let (mut numbers, mut logit) = (Vec::new(), 0f32);
                for (i, _, weight) in active {
                    numbers.push(*i as u32);
                    logit += weight;
                }
                let matcher = compiled.at(&situation);
                let side = compiled.side(mover);
                let found = matcher.active(mv);
                let here = format!("{} {situation:?} {mv:?}", ground.game);
                prop_assert_eq!(side.numbers(&found), &numbers[..], "{}", here);
                prop_assert_eq!(side.logit(&found), logit, "{}", here);
                prop_assert_eq!(matcher.sum(mv), logit, "{}", here);
                moves += 1;
                hits += numbers.len();
            }
        }
    }
    Ok((moves, hits))
}

/// What the comparisons of all cases came to.
#[derive(Debug, Default)]
struct Tally {
    cases: usize,
    /// Cases in which a feature was active at least once.
    active: usize,
    moves: usize,
    hits: usize,
}

/// Compares both evaluators on as many random sets of so many features, with so
/// many positions for each feature and player.
fn compare_sets(cases: u32, features: usize, tries: usize) -> Tally {
    let config = ProptestConfig {
        cases,
        ..ProptestConfig::with_source_file(file!())
    };
    let mut runner = TestRunner::new(config);
    let tally = RefCell::new(Tally::default());
    let strategy = (board_and_features(features), any::<u64>());
    let result = runner.run(&strategy, |((board, features), seed)| {
        let mut stream = Stream::open(seed, Purpose::Synthetic, 0, 0);
        let set = match features.len() {
            // A feature alone is everyone's.
            1 => FeatureSet {
                features: vec![Weighted::new(features[0].clone(), [Some(0.5); 2])],
            },
            _ => weighted(&features, &mut stream),
        };
        let (moves, hits) = compare(&GROUNDS[board], &set, tries, &mut stream)?;
        let mut tally = tally.borrow_mut();
        tally.cases += 1;
        tally.active += usize::from(hits > 0);
        tally.moves += moves;
        tally.hits += hits;
        Ok(())
    });
    if let Err(error) = result {
        // The features in words.
        if let TestError::Fail(_, ((_, features), _)) = &error {
            for feature in features {
                eprintln!("{feature}");
            }
        }
        panic!("{error}");
    }
    tally.into_inner()
}

#[test]
fn single_features_compile_to_what_they_say() {
    let tally = compare_sets(2500, 1, 12);
    println!("{tally:?}");
    // The comparison would be idle if hardly any was ever active.
    assert!(tally.active * 3 > tally.cases, "{tally:?}");
}

#[test]
fn sets_compile_to_what_their_features_say() {
    let tally = compare_sets(150, 20, 4);
    println!("{tally:?}");
    assert!(tally.hits > tally.moves, "{tally:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::with_source_file(file!()) })]

    /// What is nearly a feature is refused at a character of it, or reads back.
    #[test]
    fn nearly_features_are_refused_or_read_back(
        feature in random::feature_as_text(Offer::of(&GROUNDS[0])),
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0..3, "[-!#*{}<>=:,./ 0-9a-zN\u{e9}]"), 1..4),
    ) {
        let mut text: Vec<char> = feature.to_string().chars().collect();
        for (at, change, new) in changes {
            let at = at.index(text.len());
            match change {
                0 => drop(text.remove(at)),
                1 => text.splice(at..at, new.chars()).for_each(drop),
                _ => text.splice(at..=at, new.chars()).for_each(drop),
            }
        }
        let text: String = text.into_iter().collect();
        match text.parse::<Feature>() {
            Ok(feature) => {
                let printed = feature.to_string();
                let again = printed.parse::<Feature>();
                prop_assert_eq!(again.as_ref(), Ok(&feature), "{}", printed);
                prop_assert_eq!(again.unwrap().to_string(), printed);
            }
            Err(error) => {
                prop_assert!(text.is_char_boundary(error.at) && !error.to_string().is_empty());
            }
        }
    }

    #[test]
    fn features_read_back_as_written(
        feature in random::feature_as_text(Offer::of(&GROUNDS[0])),
    ) {
        let text = feature.to_string();
        let read = text.parse::<Feature>();
        prop_assert_eq!(read.as_ref(), Ok(&feature), "{}", text);
        prop_assert_eq!(read.unwrap().to_string(), text);
    }
}

/// Odd numbers of slots and sites without lines are among what is compared.
#[test]
fn the_boards_are_of_all_kinds() {
    let sizes = |g: &Ground| {
        let slots = |s| g.board.slots(s).len();
        (0..g.board.len()).map(slots).collect::<Vec<_>>()
    };
    let all: BTreeSet<usize> = GROUNDS.iter().flat_map(sizes).collect();
    for size in [0, 3, 4, 6, 8] {
        assert!(all.contains(&size), "{all:?}");
    }
}
