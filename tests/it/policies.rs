//! Play by rules of thumb, and the best reply to it.

use std::fs;

use sowlab::catalog::{self, CatalogGame, GameTask, PolicyTask, open_policy, open_side};
use sowlab::control::Control;
use sowlab::evaluate::matches::{Match, Seats, figures, random_openings};
use sowlab::game::{Player, Reachable, Referee};
use sowlab::parallel::Pool;
use sowlab::policy::{Greedy, Policy, Uniform};
use sowlab::selfplay::Distribution;
use sowlab::solver::reply::reply;

use crate::support::session;
use crate::takeaway::TakeAway;
use crate::tool;

/// The exact results of play by a policy: player one wins, draw, player two wins.
struct Results(&'static str);

impl GameTask for Results {
    type Output = [f64; 3];

    fn run<G: CatalogGame>(self, game: G) -> [f64; 3] {
        let policy = open_policy(&game, self.0).unwrap();
        policy.run(Of(&game))
    }
}

struct Of<'a, G>(&'a G);

impl<G: CatalogGame> PolicyTask<G> for Of<'_, G> {
    type Output = [f64; 3];

    fn run<P: Policy<G>>(self, policy: &P) -> [f64; 3] {
        let start = self.0.initial();
        let graph = Reachable::new(self.0, start, 1_000_000, &Control::new()).unwrap();
        Distribution::new(self.0, &graph, policy).results
    }
}

/// The figures of the rules' text: random play of Fang 6 by score, and the
/// fullest hole against it.
#[test]
fn exact_results_of_fang() {
    let game = "fang(holes=6,result=score)";
    let random = catalog::run(game, Results("uniform")).unwrap();
    for (found, known) in random.iter().zip([0.286, 0.213, 0.501]) {
        assert!((found - known).abs() < 5e-4, "{random:?}");
    }
    for holes in [6, 8] {
        let game = format!("fang(holes={holes},result=score)");
        let greedy = catalog::run(&game, Results("north=greedy(rule=fullest)")).unwrap();
        assert_eq!(&greedy[..2], [0.0, 0.0]);
        assert!((greedy[2] - 1.0).abs() < 1e-12);
    }
}

/// Whether North, who always attacks the fullest hole, wins against every reply.
struct FullestHoleWins;

impl GameTask for FullestHoleWins {
    type Output = bool;

    fn run<G: CatalogGame>(self, game: G) -> bool {
        let (fixed, policy) = open_side(&game, "north=greedy(rule=fullest)").unwrap();
        assert_eq!(fixed, Player::Two);
        let control = Control::new();
        let found = reply(&game, game.initial(), fixed, &policy, 5_000_000, &control).unwrap();
        assert_eq!(found.always_wins, found.score == 0.0);
        found.always_wins
    }
}

/// A winning strategy for the second player on 6 and 8 holes, not on 10.
#[test]
fn the_theorem_of_the_fullest_hole() {
    for result in ["score", "tibong"] {
        for (holes, wins) in [(6, true), (8, true), (10, false)] {
            let game = format!("fang(holes={holes},result={result})");
            assert_eq!(catalog::run(&game, FullestHoleWins), Ok(wins), "{game}");
        }
    }
    let twelve = "fang(holes=12,result=score)";
    assert_eq!(catalog::run(twelve, FullestHoleWins), Ok(false));
}

#[test]
fn best_replies_on_the_command_line() {
    session(
        "fix.txt",
        &[
            "solve 'fang(holes=6,result=score)' --fix 'north=greedy(rule=fullest)'",
            "solve 'fang(holes=8)' --fix north=greedy --format json",
            "solve 'fang(holes=10)' --fix 'north=greedy(rule=fullest)'",
            "solve sowing --fix south=uniform --format csv",
            "solve sowing --fix north=greedy --position '[2,2,0,3,3,2] north'",
            "solve sowing --fix north=greedy --limit 20",
            "solve sowing --fix greedy",
            "solve sowing --fix east=greedy",
            "solve sowing --fix 'north=greedy(rule=fullest)'",
            "solve sowing --limit 20",
            "solve hare-and-hounds --fix 'hounds=strategy(rule=bcg)'",
            "solve 'hare-and-hounds(stall=10)' --fix 'hounds=strategy(rule=bcg)'",
            "solve hare-and-hounds --fix hare=uniform --format csv",
            "solve 'fanorona(rows=3,columns=3)' --fix white=uniform --format json",
            "solve 'hare-and-hounds(start=gardner)' --fix 'hare=strategy(rule=bcg)'",
        ],
    );
}

/// `generate` by a policy for each side: sampled play agrees with the exact
/// distribution, the manifest names the policy, and both ways to say it agree.
#[test]
fn databases_by_policy() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let north = "north=greedy(rule=fullest)";
    let game = "fang(holes=4)";
    let made = |name: &str, tail: &[&str]| {
        let words = [&["generate", game, "--out", name], tail].concat();
        tool::ok(folder.path(), &words);
        let manifest = fs::read_to_string(at(&format!("{name}.json"))).unwrap();
        serde_json::from_str::<serde_json::Value>(&manifest).unwrap()
    };
    let games = ["--games", "20000"];
    let sampled = made("a.csv", &[&games[..], &["--policy", north]].concat());
    let named = "south=uniform,north=greedy(rule=fullest)";
    assert_eq!(sampled["policy"], named);
    let both = ["--policy", "Sud=uniform", "--policy", north];
    made("b.csv", &[&games[..], &both].concat());
    made("c.csv", &[&games[..], &["--policy", named]].concat());
    let bytes = |name: &str| fs::read(at(name)).unwrap();
    assert_eq!(bytes("a.csv"), bytes("b.csv"));
    assert_eq!(bytes("a.csv"), bytes("c.csv"));
    let exact = made("e.csv", &["--exact", "--policy", north]);
    assert_eq!(exact["policy"], named);
    for who in ["south", "draw", "north"] {
        let p = exact["probabilities"][who].as_f64().unwrap_or(0.0);
        let n = sampled["winners"][who].as_f64().unwrap_or(0.0) / 20_000.0;
        assert!(
            (p - n).abs() <= 4.0 * (p * (1.0 - p) / 20_000.0).sqrt(),
            "{who}: {p} {n}"
        );
    }
    let uniform = made(
        "u.csv",
        &[&games[..], &["--policy", "north=uniform"]].concat(),
    );
    assert_eq!(uniform["policy"], "uniform");
    assert_ne!(bytes("a.csv"), bytes("u.csv"));
    let errors = tool::refused(
        folder.path(),
        &[
            "generate",
            game,
            "--games",
            "5",
            "--out",
            "x.csv",
            "--policy",
            "north=greedy(rule=fulest)",
        ],
    );
    assert!(errors.contains("did you mean fullest"), "{errors}");
}

/// A game from outside the crate: its rule of thumb, a match with margins, the
/// best reply.
#[test]
fn a_game_from_elsewhere() {
    use sowlab::agent::{AlphaBeta, Chance, Exact, TiesBetween};
    use sowlab::game::Game;
    let game = TakeAway { heap: 13 };
    let greedy = Greedy::by_name(&game, "most").unwrap();
    let control = Control::new();

    // Who always takes three has more stones at the end, unless the other does too.
    let uniform = reply(
        &game,
        game.initial(),
        Player::Two,
        &Uniform,
        100_000,
        &control,
    )
    .unwrap();
    let most = reply(
        &game,
        game.initial(),
        Player::Two,
        &greedy,
        100_000,
        &control,
    )
    .unwrap();
    assert!(uniform.score > 0.5 && uniform.margin.unwrap() > 0.0 && !uniform.always_wins);
    // Taking three each time: 3 3 3 3 1, player one has 7 of 13.
    assert_eq!(most.results, [1.0, 0.0, 0.0]);

    let pool = Pool::new(2);
    let referee = Referee::new(game.clone());
    let openings = random_openings(&game, 1, 0..200, 1, &pool, &control).unwrap();
    let matches = Match {
        referee: &referee,
        openings: &openings,
        seed: 1,
        replicate: 0,
    };
    let played = matches.play(
        &Seats::new(Box::new(Chance::new(greedy)), &pool),
        &Seats::new(Box::new(Chance::named("random", Uniform)), &pool),
        &pool,
        &control,
    );
    let all = figures(&game, &played, false);
    let figure = |name: &str| all.iter().find(|f| f.name == name).unwrap().estimate;
    let low = |name: &str| figure(name).interval.unwrap().0;
    assert!(low("score") > 0.6 && low("margin") > 1.0);
    assert!(figure("score_first").n == 200 && figure("draw").mean < 1.0);

    let exact = Exact::new(game.clone(), 1 << 20, TiesBetween::First, &Control::new()).unwrap();
    let deep = AlphaBeta::new(20);
    let played = matches.play(
        &Seats::new(Box::new(exact), &pool),
        &Seats::new(Box::new(deep), &pool),
        &pool,
        &control,
    );
    // Two perfect players: who wins depends on the opening alone.
    assert!(
        played
            .pairs
            .iter()
            .all(|p| p[0].score().unwrap() + p[1].score().unwrap() == 1.0)
    );
}
