//! `sowlab evaluate advice` against a plain restatement of spec and kNN.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use sowlab::control::Control;
use sowlab::evaluate::{self, Positions, Sample, Weighting, rollout};
use sowlab::game::sowing::Sowing;
use sowlab::game::{Player, Referee};
use sowlab::random::{Purpose, Stream};

use crate::judging::{Advisor, Figures, Ground, Rule, read_rows};
use crate::plain;
use crate::tool;

/// A row of the results file.
#[derive(Clone, Debug)]
struct Result {
    fields: BTreeMap<String, String>,
}

impl Result {
    fn get(&self, name: &str) -> &str {
        &self.fields[name]
    }

    fn number(&self, name: &str) -> f64 {
        self.get(name).parse().unwrap()
    }

    /// (figure, rule, weights)
    fn key(&self) -> (String, String, String) {
        let [figure, rule, weights] = ["figure", "rule", "weights"].map(|n| self.get(n).into());
        (figure, rule, weights)
    }

    fn is(&self, pairs: &[(&str, &str)]) -> bool {
        pairs.iter().all(|(name, value)| self.get(name) == *value)
    }
}

fn results(path: &Path) -> Vec<Result> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let names = reader.headers().unwrap().clone();
    let row = |record: csv::StringRecord| Result {
        fields: names
            .iter()
            .zip(&record)
            .map(|(n, f)| (n.into(), f.into()))
            .collect(),
    };
    reader.records().map(|r| row(r.unwrap())).collect()
}

fn of_rule(rule: &Rule) -> [(&'static str, String); 5] {
    [
        ("metric", rule.metric.into()),
        ("k", rule.k.to_string()),
        ("ties", rule.ties.into()),
        ("vote", rule.vote.into()),
        ("weight", rule.weight.into()),
    ]
}

/// The figures of one subject in the sections of advice.
fn figures_of(rows: &[Result], subject: &[(&str, String)], sections: &[&str]) -> Figures {
    let mine = |r: &&Result| {
        sections.contains(&r.get("section")) && subject.iter().all(|(n, v)| r.get(n) == v)
    };
    let mut out = Figures::new();
    for row in rows.iter().filter(mine) {
        let twice = out.insert(row.key(), row.number("value"));
        assert!(twice.is_none(), "{row:?}");
    }
    out
}

const ADVICE: [&str; 3] = ["advice", "play", "classification"];

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-12
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

/// Student's 97.5 % points for 1, 2 and 3 degrees of freedom.
const T: [f64; 3] = [12.706204736174698, 4.302652729749464, 3.182446305284263];

/// A row's estimate is the mean of these values with its t-interval.
fn is_estimate(row: &Result, values: &[f64]) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    assert!(close(row.number("value"), mean), "{row:?}: {mean}");
    assert_eq!(row.number("n"), n, "{row:?}");
    if values.len() == 1 {
        assert_eq!((row.get("low"), row.get("high")), ("", ""), "{row:?}");
        return;
    }
    let squares: f64 = values.iter().map(|v| (v - mean).powi(2)).sum();
    let half = T[values.len() - 2] * (squares / (n - 1.0) / n).sqrt();
    for (end, expected) in [("low", mean - half), ("high", mean + half)] {
        let found = row.number(end);
        assert!((found - expected).abs() < 1e-9, "{row:?}: {expected}");
    }
}

const SIZES: [u64; 2] = [10, 100];
const KS: [usize; 3] = [1, 3, 5];
const METRICS: [&str; 2] = ["manhattan", "chebyshev"];

/// Figures of one database by (metric, k).
type Table = BTreeMap<(String, String), Figures>;

/// Four replicates, made and judged one by one: `[replicate][size]`.
fn by_hand(folder: &Path, game: &str) -> Vec<Vec<Table>> {
    let one = |r: u64, n: u64| {
        let first = r * SIZES[1];
        let games = format!("{first}..{}", first + n);
        let words = [
            "generate", game, "--games", &games, "--seed", "9", "--out", "db.csv",
        ];
        tool::ok(folder, &words);
        let words = [
            "evaluate",
            "advice",
            game,
            "--db",
            "db.csv",
            "--k",
            "1,3,5",
            "--metric",
            "manhattan,chebyshev",
            "--out",
            "one.csv",
        ];
        tool::ok(folder, &words);
        let rows = results(&folder.join("one.csv"));
        let mut table = Table::new();
        for metric in METRICS {
            for k in KS.map(|k| k.to_string()) {
                let subject = [("metric", metric.into()), ("k", k.clone())];
                table.insert((metric.into(), k), figures_of(&rows, &subject, &ADVICE));
            }
        }
        table
    };
    (0..4).map(|r| SIZES.map(|n| one(r, n)).to_vec()).collect()
}

/// A study of four replicates equals four databases made and judged by hand.
#[test]
fn replicates_are_ranges_of_games() {
    let folder = tempfile::tempdir().unwrap();
    let game = "sowing(pots=6,seeds=2)";
    let hand = by_hand(folder.path(), game);
    let words = [
        "evaluate",
        "advice",
        game,
        "--games",
        "10,100",
        "--replicates",
        "4",
        "--k",
        "1,3,5",
        "--metric",
        "manhattan,chebyshev",
        "--seed",
        "9",
        "--out",
        "r.csv",
    ];
    tool::ok(folder.path(), &words);
    let rows = results(&folder.path().join("r.csv"));
    let size = |row: &Result| SIZES.iter().position(|n| row.get("games") == n.to_string());
    // Every replicate's figure, where it has one.
    let values = |s: usize, metric: &str, k: &str, key: &(String, String, String)| {
        let of = |r: &Vec<Table>| r[s][&(metric.to_string(), k.to_string())].get(key).copied();
        hand.iter().map(of).collect::<Vec<Option<f64>>>()
    };

    let mut compared = 0;
    for row in rows
        .iter()
        .filter(|r| ADVICE.contains(&r.get("section")) && r.get("k") != "")
    {
        let s = size(row).unwrap();
        let all = values(s, row.get("metric"), row.get("k"), &row.key());
        is_estimate(row, &all.into_iter().flatten().collect::<Vec<f64>>());
        compared += 1;
    }
    let expected: usize = (0..2)
        .flat_map(|s| hand.iter().map(move |r| &r[s]))
        .flat_map(BTreeMap::values)
        .map(BTreeMap::len)
        .sum();
    // Nearly every figure stands in every replicate.
    assert!(
        compared * 4 >= expected && compared * 3 < expected,
        "{compared} {expected}"
    );

    // The best k on replicates 1 and 3, reported on 0 and 2.
    let best: Vec<&Result> = rows
        .iter()
        .filter(|r| r.get("section") == "best_k")
        .collect();
    assert_eq!(best.len(), 2 * 2 * 2 * 2 * 2);
    for row in best {
        let s = size(row).unwrap();
        let (_, rule, weights) = row.key();
        let hit = ("hit".to_string(), rule.clone(), weights.clone());
        let chosen_on = |k: usize| {
            let all = values(s, row.get("metric"), &k.to_string(), &hit);
            all[1].unwrap() + all[3].unwrap()
        };
        let top = KS.iter().map(|&k| chosen_on(k)).fold(0.0, f64::max);
        let k = KS.into_iter().find(|&k| close(chosen_on(k), top)).unwrap();
        assert_eq!(row.get("k"), k.to_string(), "{row:?}");
        let all = values(s, row.get("metric"), row.get("k"), &row.key());
        is_estimate(row, &[all[0].unwrap(), all[2].unwrap()]);
    }

    // Differences on the same databases, at the larger size.
    let pairs: Vec<&Result> = rows
        .iter()
        .filter(|r| r.get("section") == "comparison")
        .collect();
    assert_eq!(pairs.len(), (2 * 3 + 3) * 2 * 2);
    for row in pairs {
        assert!(
            row.is(&[("games", "100"), ("figure", "hit_difference")]),
            "{row:?}"
        );
        let (_, rule, weights) = row.key();
        let hit = ("hit".to_string(), rule, weights);
        let (metric, k) = (row.get("metric"), row.get("k"));
        let other = match row.get("versus").split_once('=').unwrap() {
            ("metric", other) => values(1, other, k, &hit),
            ("k", other) => values(1, metric, other, &hit),
            other => panic!("{other:?}"),
        };
        let mine = values(1, metric, k, &hit);
        let pairs = mine.iter().zip(&other);
        let differences: Vec<f64> = pairs.map(|(a, b)| a.unwrap() - b.unwrap()).collect();
        is_estimate(row, &differences);
    }
}

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
                metric: METRICS
                    .into_iter()
                    .find(|m| row.get("metric") == *m)
                    .unwrap_or("euclidean"),
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
                };
                let scores: Vec<f64> = plain
                    .states
                    .iter()
                    .map(|s| advisor.score(&rule, s))
                    .collect();
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

/// The same results file, byte for byte, for any number of threads.
#[test]
fn results_do_not_depend_on_threads() {
    let folder = tempfile::tempdir().unwrap();
    let words = [
        "evaluate",
        "advice",
        "sowing(pots=6)",
        "--games",
        "10,100",
        "--replicates",
        "2",
        "--k",
        "1,5",
        "--metric",
        "all",
        "--ties",
        "every",
        "--vote",
        "all",
        "--record",
        "all",
        "--rollouts",
        "3",
        "--out",
        "r.csv",
        "--threads",
    ];
    let bytes = ["1", "2", "3"].map(|threads| {
        let printed = tool::ok(folder.path(), &[&words[..], &[threads]].concat());
        (printed, fs::read(folder.path().join("r.csv")).unwrap())
    });
    assert!(bytes[0] == bytes[1] && bytes[1] == bytes[2]);
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
        let found = rollout(&referee, position, player, n, address, &mut Vec::new());
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
