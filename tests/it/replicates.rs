//! Studies over many databases equal single ones put together by hand.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::judging::Figures;
use crate::results::{ADVICE, Result, close, figures_of, results};
use crate::tool;

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
        .filter(|r| ADVICE.contains(&r.get("section")) && !r.get("k").is_empty())
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
