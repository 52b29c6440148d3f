//! Playing by weighted features: exactly, by table, and judged.

use std::path::Path;

use sowlab::control::Control;
use sowlab::evaluate::policies::{Optimal, decisions, results};
use sowlab::evaluate::{Ground as Judged, Weighting};
use sowlab::feature::{FeatureSet, Ground, file};
use sowlab::game::alquerkonane::Alquerkonane;
use sowlab::game::hunt::Hunt;
use sowlab::game::{Context, Ending, Game, OnBoard, Player, Reachable};
use sowlab::policy::{Features, Policy, Sides, Uniform, Weighing};
use sowlab::random::{Purpose, Stream};
use sowlab::selfplay::{Distribution, Record, SelfPlay};

const SOFTMAX: Weighing = Weighing::Softmax {
    temperature: 1.0,
    epsilon: 0.0,
};

fn shipped<G: OnBoard>(game: &G, name: &str) -> FeatureSet {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/features");
    let loaded = file::read(&path.join(name), game.players(), None).unwrap();
    loaded.playout
}

fn policy<G: OnBoard>(game: &G, name: &str, choice: Weighing) -> Features {
    let ground = Ground::of(game).unwrap();
    Features::new(name.into(), &shipped(game, name), &ground, choice).unwrap()
}

fn hunt() -> (Hunt, Features) {
    let game = Hunt::default();
    let policy = policy(&game, "hare-and-hounds.toml", SOFTMAX);
    (game, policy)
}

/// How games end: player one won, drawn, player two won.
fn counts<G: Game>(game: &G, policy: &impl Policy<G>, games: u64) -> [u64; 3] {
    let mut counts = [0; 3];
    let play = SelfPlay::new(game.clone(), policy, 7, 0, Record::Final);
    play.play(0..games, |recorded| {
        let at = match recorded.ending {
            Ending::Over(outcome) => match outcome.winner {
                Some(Player::One) => 0,
                None => 1,
                Some(Player::Two) => 2,
            },
            Ending::Capped => 1,
        };
        counts[at] += 1;
    });
    counts
}

#[test]
fn a_table_of_choices_changes_no_game() {
    let (game, plain) = hunt();
    let tabled = plain.clone().tabulated(&game);
    let games = |policy: &Features| {
        let mut all = Vec::new();
        let play = SelfPlay::new(game.clone(), policy, 3, 0, Record::All);
        play.play(0..300, |r| all.push((r.game, r.ply, r.position)));
        all
    };
    assert_eq!(games(&plain), games(&tabled));
}

#[test]
fn exact_play_is_what_games_tend_to() {
    let (game, features) = hunt();
    let graph = Reachable::new(&game, game.initial(), 10_000, &Control::new()).unwrap();
    let policies = [
        Sides::new(&game, Some(&features), None),
        Sides::new(&game, None, Some(&features)),
        Sides::new(&game, Some(&features), Some(&features)),
    ];
    // The figures of docs/results.md.
    let published = [0.999_400_425, 0.947_083_470, 0.985_203_573];
    for (sides, hare) in policies.iter().zip(published) {
        let [one, two] = sides.both().map(|p| OrUniform(*p));
        let sides = Sides::new(&game, one, two);
        let exact = Distribution::new(&game, &graph, &sides);
        assert!(
            (exact.results[0] - hare).abs() < 1e-8,
            "{:?}",
            exact.results
        );
        let sum = exact.results.iter().sum::<f64>() + exact.capped;
        assert!((sum - 1.0).abs() < 1e-9);
        let games = 20_000;
        let [won, ..] = counts(&game, &sides, games);
        let (p, n) = (exact.results[0], games as f64);
        let error = (won as f64 / n - p).abs();
        assert!(
            error < 4.5 * (p * (1.0 - p) / n).sqrt() + 1e-4,
            "{won} of {games}, {p}"
        );
        let lengths = exact.lengths();
        let mean: f64 = (0..).zip(&lengths).map(|(n, p)| f64::from(n) * p).sum();
        assert!((mean + 1000.0 * exact.capped - exact.expected_length).abs() < 1e-6);
    }
}

/// A policy, or chance.
#[derive(Clone, Copy)]
struct OrUniform<'a>(Option<&'a Features>);

impl Policy<Hunt> for OrUniform<'_> {
    fn name(&self) -> String {
        "one or the other".into()
    }

    fn uses_last_move(&self) -> bool {
        self.0.is_some_and(Policy::<Hunt>::uses_last_move)
    }

    fn probabilities(
        &self,
        game: &Hunt,
        context: &Context<Hunt>,
        moves: &[<Hunt as Game>::Move],
        out: &mut Vec<f64>,
    ) {
        match self.0 {
            Some(features) => features.probabilities(game, context, moves, out),
            None => Uniform.probabilities(game, context, moves, out),
        }
    }

    fn choose(
        &self,
        game: &Hunt,
        context: &Context<Hunt>,
        moves: &[<Hunt as Game>::Move],
        rng: &mut Stream,
    ) -> usize {
        match self.0 {
            Some(features) => features.choose(game, context, moves, rng),
            None => Uniform.choose(game, context, moves, rng),
        }
    }
}

#[test]
fn draws_follow_the_probabilities() {
    let game = Alquerkonane::new(6, 4, 2, Player::One).unwrap();
    for choice in [
        SOFTMAX,
        Weighing::Softmax {
            temperature: 0.5,
            epsilon: 0.25,
        },
        Weighing::Greedy { epsilon: 0.125 },
    ] {
        let features = policy(&game, "alquerkonane.toml", choice);
        let mut context = Context::start(&game);
        let (mut moves, mut odds) = (Vec::new(), Vec::new());
        for ply in 0..12 {
            if game.expand(&context.position, &mut moves).is_some() {
                break;
            }
            features.probabilities(&game, &context, &moves, &mut odds);
            assert!((odds.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            let mut drawn = vec![0u32; moves.len()];
            let draws = 4_000;
            for i in 0..draws {
                let mut rng = Stream::open(ply, Purpose::Synthetic, 0, i);
                drawn[features.choose(&game, &context, &moves, &mut rng)] += 1;
            }
            for (&n, &p) in drawn.iter().zip(&odds) {
                let expected = p * draws as f64;
                let spread = (expected * (1.0 - p)).sqrt();
                assert!(
                    (f64::from(n) - expected).abs() <= 5.0 * spread + 1e-9,
                    "{n}, {p}"
                );
            }
            let mut rng = Stream::open(99, Purpose::Synthetic, 0, ply);
            let mv = moves[features.choose(&game, &context, &moves, &mut rng)];
            context = context.after(&game, mv);
        }
    }
}

#[test]
fn the_exact_player_is_the_judge() {
    let (game, features) = hunt();
    let judged = Judged::new(game, 10_000, &Control::new()).unwrap();
    let optimal = Optimal::new(&judged);
    // The hounds win from Lucas's start, whatever the hare does.
    for hare in [
        results(&judged, Player::One, &features, &optimal),
        results(&judged, Player::One, &Uniform, &optimal),
        results(&judged, Player::One, &optimal, &optimal),
    ] {
        assert!((hare.loss - 1.0).abs() < 1e-9, "{hare:?}");
    }
    for side in [Player::One, Player::Two] {
        for weighting in Weighting::ALL {
            let found = decisions(&judged, side, &optimal, weighting).unwrap();
            assert!((found.hit - 1.0).abs() < 1e-12 && (found.skill - 1.0).abs() < 1e-12);
            assert!(found.missed.abs() < 1e-12);
            let chance = decisions(&judged, side, &Uniform, weighting).unwrap();
            assert!((chance.hit - chance.chance).abs() < 1e-12);
            assert!((chance.missed - chance.missed_by_chance).abs() < 1e-12);
            let biased = decisions(&judged, side, &features, weighting).unwrap();
            assert!((0.0..=1.0).contains(&biased.hit));
            assert!(biased.positions > 0 && biased.immediate > 0);
        }
    }
}

/// Small games have a table of choices, but not where two positions that look alike
/// to features have different moves.
#[test]
fn a_feature_of_every_move_is_chance() {
    use sowlab::game::fang::{Fang, Rules};
    use sowlab::game::fanorona::Fanorona;
    use sowlab::game::sowing::Sowing;
    use sowlab::game::telo::{Start, Telo};

    fn check<G: OnBoard>(game: G) {
        let ground = Ground::of(&game).unwrap();
        let mut set = FeatureSet::default();
        let everything = "Intercept".parse().unwrap();
        let weighted = sowlab::feature::Weighted::new(everything, [Some(1.5); 2]);
        set.features.push(weighted);
        let policy = Features::new("all".into(), &set, &ground, SOFTMAX).unwrap();
        let tabled = policy.clone().tabulated(&game);
        // The same draws choose the same moves, with and without a table.
        let games = |policy: &Features| {
            let mut all = Vec::new();
            let play = SelfPlay::new(game.clone(), policy, 5, 0, Record::All);
            play.play(0..2_000, |r| all.push((r.game, r.position)));
            all
        };
        assert_eq!(games(&policy), games(&tabled), "{}", game.name());
    }
    for pots in [5, 6, 7] {
        check(Sowing::<1>::uniform(pots, 2, Player::One).unwrap());
    }
    check(Fang::new(4, Rules::default()).unwrap());
    check(Telo::new(Start::Empty, false));
    check(Fanorona::new(3, 3, Default::default()).unwrap().by_hops());
    check(Alquerkonane::new(4, 4, 2, Player::One).unwrap());
    check(Hunt::default());
}

#[test]
fn weights_that_could_overflow_are_refused() {
    let game = Hunt::default();
    let ground = Ground::of(&game).unwrap();
    let mut set = shipped(&game, "hare-and-hounds.toml");
    set.features[0].weights = [Some(3e38), None];
    let refused = Features::new("heavy".into(), &set, &ground, SOFTMAX);
    assert!(refused.unwrap_err().to_string().contains("hare"));
}
