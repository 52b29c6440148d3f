//! Results of evaluations as curves and heat maps.

use super::{plotted, texts};

#[test]
fn results_are_curves_with_chance_and_baselines() {
    let (svg, notes) = plotted("results.csv", &[]);
    let texts = texts(&svg);
    for expected in [
        "Hit rate of the advice on sowing(pots=7,seeds=2)",
        "games in the database",
        "hit rate: moves that keep the value",
        "manhattan, k\u{a0}=\u{a0}1",
        "chebyshev, k\u{a0}=\u{a0}5",
        "chance 47.1\u{202f}%",
        "greedy(mobility) 74.4\u{202f}%",
        "exact player 100.0\u{202f}%",
        // A player for each size is one curve; a fixed one is a line.
        "rollouts of equal cost",
        "rollout(10) 81.1\u{202f}%",
        "10",
        "100\u{202f}000",
        "exact",
    ] {
        assert!(texts.iter().any(|t| t == expected), "{expected}: {texts:?}");
    }
    assert_eq!(texts.iter().filter(|t| t.contains("rollout")).count(), 2);
    // What was chosen is told; the same bytes again.
    assert!(notes.contains("ties all is drawn; --ties chooses another of all, classroom"));
    assert_eq!(svg, plotted("results.csv", &[]).0);
}

#[test]
fn results_are_filtered_and_what_varies_is_named() {
    let both = ["--metric", "manhattan", "--k", "5"];
    let names = |options: &[&str], figure: &str| {
        let (svg, _) = plotted("results.csv", &[options, &["--figure", figure]].concat());
        texts(&svg)
    };
    let texts = names(&both, "hit");
    for name in ["ties all", "ties classroom"] {
        assert!(texts.iter().any(|t| t == name), "{texts:?}");
    }
    let texts = names(&["--k", "5"], "win_uniform");
    assert!(texts.iter().any(|t| t == "chebyshev"), "{texts:?}");
    assert!(
        texts.iter().any(|t| t == "uniform 50.0\u{202f}%"),
        "{texts:?}"
    );
    let texts = names(
        &["--k", "5", "--rule", "approve", "--weights", "visits"],
        "skill",
    );
    assert!(
        texts
            .iter()
            .any(|t| t.contains("rule approve, weighted by visits")),
        "{texts:?}"
    );
    assert!(texts.iter().any(|t| t == "chance 0.00"), "{texts:?}");
    let (svg, _) = plotted("results.csv", &["--range", "0..1"]);
    assert!(super::texts(&svg).iter().any(|t| t == "0\u{202f}%"));
}

#[test]
fn results_are_a_heat_map_of_the_largest_database() {
    let (svg, _) = plotted("results.csv", &["--kind", "heatmap"]);
    let texts = texts(&svg);
    for expected in ["manhattan", "chebyshev", "k (neighbours)", "1", "5"] {
        assert!(texts.iter().any(|t| t == expected), "{expected}: {texts:?}");
    }
    assert!(
        texts
            .iter()
            .any(|t| t.contains("databases of 100\u{202f}000 games")),
        "{texts:?}"
    );
    // .47 + .43 x (1 - exp(-5 / 2.2)) = .8557
    assert!(texts.iter().any(|t| t == "85.6"), "{texts:?}");
    let options = ["--kind", "heatmap", "--games", "10"];
    assert!(!super::texts(&plotted("results.csv", &options).0).contains(&"85.6".to_string()));
}
