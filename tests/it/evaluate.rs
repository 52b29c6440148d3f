//! `sowlab evaluate advice` against a plain restatement of specification and kNN.

use std::path::Path;

use sowlab::random::{Purpose, Stream};

use crate::judging::{Advisor, Figures, Ground, Rule, read_rows};
use crate::plain;
use crate::results::{ADVICE, close, figures_of, results};
use crate::tool;

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

fn list(board: &[u8]) -> String {
    let pots: Vec<String> = board.iter().map(u8::to_string).collect();
    format!("sowing(board=[{}])", pots.join(","))
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

/// A database file's worth by every rule, as the program and as the twin say.
fn judged(folder: &Path, board: &[u8], made: &[&str], judged: &[&str], ks: &[usize]) {
    let game = list(board);
    let words = [&["generate", &game, "--seed", "3", "--out", "db.csv"], made].concat();
    tool::ok(folder, &words);
    let k: Vec<String> = ks.iter().map(usize::to_string).collect();
    let k = k.join(",");
    let words = [
        "evaluate", "advice", &game, "--db", "db.csv", "--k", &k, "--metric", "all", "--ties",
        "every", "--weight", "all", "--vote", "all", "--out", "r.csv",
    ];
    tool::ok(folder, &[&words, judged].concat());
    let rows = read_rows(&folder.join("db.csv"));
    let all = made.contains(&"all");
    let advisor = Advisor {
        rows: &rows,
        same_mover: all && !judged.contains(&"any"),
        hide_exact: judged.contains(&"--hide-exact"),
    };
    let ground = Ground::new(board);
    let found = results(&folder.join("r.csv"));
    for rule in Rule::all(ks) {
        let score = |s| advisor.score(&rule, s);
        let scores: Vec<f64> = ground.states.iter().map(score).collect();
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
    }
    same(&set, &expected, &game);
    let states = ground.states.iter();
    let mobility = |(board, south): &plain::State| {
        let moves = |south| plain::moves(&(board.clone(), south)).len() as f64;
        moves(!south) - moves(*south)
    };
    let exact = |i: usize| if ground.wins[i] { -1.0 } else { 1.0 };
    for (name, scores) in [
        ("uniform", vec![0.0; ground.states.len()]),
        ("greedy(rule=mobility)", states.map(mobility).collect()),
        ("exact", (0..ground.states.len()).map(exact).collect()),
    ] {
        let found = figures_of(
            &found,
            &[("metric", name.into())],
            &["baseline", "classification"],
        );
        same(
            &found,
            &ground.figures(&scores, None),
            &format!("{game} {name}"),
        );
    }
}

/// Every rule on 6 pots of 2 and on small boards; positions before the end with
/// the mover's own rows, or all of them; rows of the question itself, or not.
#[test]
fn every_figure_is_that_of_the_plain_restatement() {
    let folder = tempfile::tempdir().unwrap();
    let mut cases: Vec<(Vec<u8>, &[usize])> = vec![(vec![2; 6], &[1, 3, 5])];
    cases.extend(boards(4, 7, 5).into_iter().map(|b| (b, &[1, 2, 4, 9][..])));
    for (board, ks) in cases {
        let finals = ["--games", "60", "--record", "final"];
        let all = ["--games", "30", "--record", "all"];
        let games = ["--games", "12", "--record", "all", "--rows", "games"];
        judged(folder.path(), &board, &finals, &[], ks);
        judged(folder.path(), &board, &finals, &["--hide-exact"], ks);
        judged(folder.path(), &board, &all, &[], ks);
        judged(
            folder.path(),
            &board,
            &all,
            &["--mover", "any", "--hide-exact"],
            ks,
        );
        judged(folder.path(), &board, &games, &[], ks);
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
