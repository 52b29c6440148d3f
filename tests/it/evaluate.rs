//! `sowlab evaluate advice` against a plain restatement of specification and kNN.

use std::path::Path;

use sowlab::catalog::{CatalogGame, GameTask, run};
use sowlab::random::{Purpose, Stream};

use crate::judging::{Figures, Ground, Scores};
use crate::plain;
use crate::results::{ADVICE, close, figures_of, results};
use crate::tool;
use crate::voting::{Advisor, Rule, backwards, halves, read_rows};

fn of_rule(rule: &Rule) -> [(&'static str, String); 5] {
    [
        ("metric", rule.metric.into()),
        ("k", rule.k.to_string()),
        ("ties", rule.ties.into()),
        ("vote", rule.vote.into()),
        ("weight", rule.weight.into()),
    ]
}

fn same(found: &Figures, expected: &Figures, of: &str) {
    let keys = |f: &Figures| f.keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(found), keys(expected), "{of}");
    for (key, value) in expected {
        assert!(
            close(found[key], *value),
            "{of}: {key:?}: found {}, expected {value}",
            found[key]
        );
    }
}

/// A game with its plain twin.
struct Case {
    name: String,
    ground: Ground,
    mirror: fn(&[u8]) -> Vec<u8>,
    /// What its rules of thumb say.
    rules: Vec<(String, Scores)>,
}

impl Case {
    /// Sowing, all of it said again.
    fn sowing(board: &[u8]) -> Self {
        let pots: Vec<String> = board.iter().map(u8::to_string).collect();
        let ground = Ground::new(board);
        let moves = |n: usize, south| plain::moves(&(ground.states[n].0.clone(), south)).len();
        let mobility = ground.scores(|n, south| moves(n, south) as f64 - moves(n, !south) as f64);
        Self {
            name: format!("sowing(board=[{}])", pots.join(",")),
            mirror: backwards,
            rules: vec![("greedy(rule=mobility)".into(), mobility)],
            ground,
        }
    }

    /// Any game, its rules taken on trust.
    fn open(name: &str, mirror: fn(&[u8]) -> Vec<u8>) -> Self {
        struct Open;
        impl GameTask for Open {
            type Output = (Ground, Vec<(String, Scores)>);

            fn run<G: CatalogGame>(self, game: G) -> Self::Output {
                Ground::of_game(&game)
            }
        }
        let (ground, rules) = run(name, Open).unwrap();
        let name = name.into();
        Self {
            name,
            ground,
            mirror,
            rules,
        }
    }

    /// A database file's worth by every rule, as the program and as the twin say.
    fn judged(&self, folder: &Path, made: &[&str], judged: &[&str], ks: &[usize]) {
        let (game, ground) = (&self.name, &self.ground);
        let words = [&["generate", game, "--seed", "3", "--out", "db.csv"], made].concat();
        tool::ok(folder, &words);
        let k: Vec<String> = ks.iter().map(usize::to_string).collect();
        let k = k.join(",");
        let words = [
            "evaluate",
            "advice",
            game,
            "--db",
            "db.csv",
            "--k",
            &k,
            "--metric",
            "all",
            "--ties",
            "every",
            "--weight",
            "all",
            "--vote",
            "all",
            "--replicates",
            "2",
            "--out",
            "r.csv",
        ];
        tool::ok(folder, &[&words, judged].concat());
        let rows = read_rows(&folder.join("db.csv"));
        let all = made.contains(&"all");
        let advisor = Advisor {
            rows: &rows,
            same_mover: all && !judged.contains(&"any"),
            hide_exact: judged.contains(&"--hide-exact"),
            mirror: self.mirror,
        };
        let found = results(&folder.join("r.csv"));
        for rule in Rule::all(ks) {
            let scores = ground.advice(&advisor, &rule);
            let of = format!("{game} {made:?} {judged:?} {rule:?}");
            let found = figures_of(&found, &of_rule(&rule), &ADVICE);
            same(&found, &ground.figures(&scores, Some(&advisor)), &of);
        }
        // The set itself, and players without a database.
        let set = figures_of(&found, &[], &["set"]);
        let mut expected = Figures::new();
        let mut put = |figure: &str, weights: &str, value: f64| {
            expected.insert((figure.into(), String::new(), weights.into()), value);
        };
        put("reachable", "", ground.states.len() as f64);
        put("positions", "", ground.set.len() as f64);
        put("immediate_win", "", ground.immediate as f64);
        for weights in ["positions", "visits"] {
            put("judged", weights, ground.set.len() as f64);
            put("chance", weights, ground.chance(weights));
            put("majority_label", weights, ground.majority(weights));
            if let Some([chance, regret]) = ground.margin_chance(weights) {
                put("margin_chance", weights, chance);
                put("regret_chance", weights, regret);
            }
        }
        same(&set, &expected, game);
        let mut players = vec![
            ("uniform".into(), ground.nothing()),
            ("exact".into(), ground.exact(false)),
        ];
        if ground.margins.is_some() {
            players.push(("exact(margin)".into(), ground.exact(true)));
        }
        players.extend(self.rules.iter().cloned());
        for (name, scores) in &players {
            let found = figures_of(&found, &[("metric", name.clone())], &["baseline"]);
            same(
                &found,
                &ground.figures(scores, None),
                &format!("{game} {name}"),
            );
        }
        // Nobody else, but rollouts that cost as much as the database.
        let mut names: Vec<&str> = found
            .iter()
            .filter(|r| r.get("section") == "baseline")
            .map(|r| r.get("metric"))
            .collect();
        names.dedup();
        assert_eq!(names.len(), players.len() + 1, "{names:?}");
        let asked = ground.asked() as u64;
        let games = made[1].parse::<u64>().unwrap();
        let rollout = format!("rollout({})", (games / asked).max(1));
        assert_eq!(names.last(), Some(&rollout.as_str()));
    }
}

/// Small boards on which some choice matters.
fn boards(n: usize, pots: u32, seed: u64) -> Vec<Vec<u8>> {
    let mut rng = Stream::open(seed, Purpose::Synthetic, 0, 0);
    let mut found = Vec::new();
    while found.len() < n {
        let pots = 4 + rng.below(pots - 3);
        let board: Vec<u8> = (0..pots).map(|_| rng.below(4) as u8).collect();
        let size = plain::reachable((board.clone(), true)).len();
        if size < 600 && !Ground::new(&board).set.is_empty() {
            found.push(board);
        }
    }
    found
}

/// Every rule on 6 pots of 2 and on small boards; positions before the end with
/// the mover's own rows, or all of them; rows of the question itself, or not.
#[test]
fn every_figure_is_that_of_the_plain_restatement() {
    let folder = tempfile::tempdir().unwrap();
    let mut cases: Vec<(Vec<u8>, &[usize])> = vec![(vec![2; 6], &[1, 3, 5])];
    cases.extend(boards(4, 7, 5).into_iter().map(|b| (b, &[1, 2, 4, 9][..])));
    for (board, ks) in cases {
        let case = Case::sowing(&board);
        let finals = ["--games", "60", "--record", "final"];
        let all = ["--games", "30", "--record", "all"];
        let games = ["--games", "12", "--record", "all", "--rows", "games"];
        let judged = |made: &[&str], by: &[&str]| case.judged(folder.path(), made, by, ks);
        judged(&finals, &[]);
        judged(&finals, &["--hide-exact"]);
        judged(&all, &[]);
        judged(&all, &["--mover", "any", "--hide-exact"]);
        judged(&games, &[]);
    }
}

/// The same in games that count points, with draws, with moves that follow a move
/// of the same side, where the margin decides and where it does not.
#[test]
fn games_with_points_too() {
    let folder = tempfile::tempdir().unwrap();
    for (name, mirror) in [
        (
            "fang(holes=4,result=score)",
            backwards as fn(&[u8]) -> Vec<u8>,
        ),
        ("fang(holes=4)", backwards),
        ("kalah(pits=2,seeds=2)", halves),
        ("kalah(pits=3,seeds=1,capture=nonempty,end=mover)", halves),
        ("kalah(pits=2,seeds=1,vector=pits+stores)", |b| {
            [halves(&b[..4]), halves(&b[4..])].concat()
        }),
    ] {
        let case = Case::open(name, mirror);
        assert!(case.ground.margins.is_some());
        let finals = ["--games", "40", "--record", "final"];
        let all = ["--games", "8", "--record", "all"];
        let judged = |made: &[&str], by: &[&str]| case.judged(folder.path(), made, by, &[1, 4]);
        judged(&finals, &[]);
        judged(&all, &[]);
        judged(&all, &["--mover", "any", "--hide-exact"]);
    }
}

#[test]
fn the_sets_of_the_specification() {
    let folder = tempfile::tempdir().unwrap();
    for (pots, positions, immediate) in [(6, 49, 25), (7, 3473, 1518)] {
        let ground = Ground::new(&vec![2; pots]);
        assert_eq!((ground.set.len(), ground.immediate), (positions, immediate));
        let game = format!("sowing(pots={pots},seeds=2)");
        let words = [
            "evaluate", "advice", &game, "--db", "exact", "--play", "no", "--out", "r.csv",
        ];
        tool::ok(folder.path(), &words);
        let rows = results(&folder.path().join("r.csv"));
        let set = figures_of(&rows, &[], &["set"]);
        let figure = |name: &str, weights: &str| {
            set[&(name.to_string(), String::new(), weights.to_string())]
        };
        assert_eq!(figure("reachable", ""), ground.states.len() as f64);
        assert_eq!(figure("positions", ""), positions as f64);
        assert_eq!(figure("immediate_win", ""), immediate as f64);
        for weights in ["positions", "visits"] {
            assert!(close(figure("chance", weights), ground.chance(weights)));
        }
    }
}
