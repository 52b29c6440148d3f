//! Games of a match and figures of a curve.

use std::fs;

use tempfile::TempDir;

use super::{plotted, sowlab};

#[test]
fn a_match_is_wins_draws_and_losses_by_side() {
    let (svg, notes) = plotted("match.csv", &[]);
    assert!(notes.contains("cut short are left out: 1"), "{notes}");
    let texts = super::texts(&svg);
    for expected in [
        "all games",
        "as south",
        "as north",
        "wins: 59.2\u{202f}%",
        "draws: 11.7\u{202f}%",
        "losses: 29.2\u{202f}%",
    ] {
        assert!(texts.iter().any(|t| t == expected), "{expected}: {texts:?}");
    }
    let all = texts.join(" ");
    assert!(all.contains("120 games in 60 pairs"), "{all}");
    assert!(
        all.contains("score (wins + draws / 2) 65.0\u{202f}%"),
        "{all}"
    );
    let (svg, _) = plotted("match.csv", &["--kind", "margins"]);
    assert!(super::texts(&svg).iter().any(|t| t == "12"));
    let (svg, _) = plotted("match.csv", &["--kind", "lengths"]);
    assert!(
        super::texts(&svg)
            .iter()
            .any(|t| t.contains("moves after the opening"))
    );
}

#[test]
fn a_curve_has_a_line_of_even_play_and_factors_where_values_lie_apart() {
    let (svg, _) = plotted("sweep.csv", &[]);
    let texts = super::texts(&svg);
    for expected in [
        "Score of knn by games in the database on kalah(pits=4,seeds=3)",
        "against random",
        "against greedy(rule=store)",
        "even 50\u{202f}%",
        "100\u{202f}000",
        "games in the database",
        "score: wins + draws / 2, of the games",
    ] {
        assert!(texts.iter().any(|t| t == expected), "{expected}: {texts:?}");
    }
    let (svg, _) = plotted("sweep.csv", &["--figure", "margin"]);
    let texts = super::texts(&svg);
    assert!(
        texts.iter().any(|t| t == "mean margin (points)"),
        "{texts:?}"
    );
    assert!(!texts.iter().any(|t| t.starts_with("even")), "{texts:?}");
    let (svg, _) = plotted("sweep.csv", &["--figure", "score_south"]);
    assert!(super::texts(&svg)[0].starts_with("Score as south of knn"));

    // Words are bars; wins, draws and losses are stacks.
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("a.csv");
    let header = "agent,opponent,parameter,setting,figure,value,low,high\n";
    let rows = "knn(metric=manhattan),random,metric,manhattan,score,0.7,0.6,0.8\n\
                knn(metric=chebyshev),random,metric,chebyshev,score,0.6,0.5,0.7\n\
                knn(metric=manhattan),random,metric,manhattan,win,0.6,,\n\
                knn(metric=manhattan),random,metric,manhattan,draw,0.2,,\n\
                knn(metric=manhattan),random,metric,manhattan,loss,0.2,,\n";
    fs::write(&file, format!("{header}{rows}")).unwrap();
    let path = file.to_str().unwrap();
    for (options, words) in [
        (
            &[][..],
            [
                "manhattan",
                "chebyshev",
                "Score of knn by metric against random",
            ],
        ),
        (
            &["--kind", "outcomes"],
            ["draw", "loss", "Results of knn by metric against random"],
        ),
    ] {
        let (code, _, notes) = sowlab(&[&["plot", path], options].concat());
        assert_eq!(code, 0, "{notes}");
        let svg = fs::read_to_string(folder.path().join("a.svg")).unwrap();
        let texts = super::texts(&svg);
        for word in words {
            assert!(texts.iter().any(|t| t == word), "{word}: {texts:?}");
        }
    }
    for (rows, part) in [
        ("a,b,k,1,score,x,,\n", "line 2, column value"),
        ("a,b,k,,score,1,,\n", "line 2, column setting"),
        ("a,b,k,1,score,1,0.5,\n", "line 2, column high"),
        (
            "a,b,k,1,score,1,,\na,b,k,1,score,1,,\n",
            "two values of score",
        ),
        ("", "no rows"),
        (",b,k,1,score,1,,\n", "line 2, column agent: nothing"),
        ("a,,k,1,score,1,,\n", "line 2, column opponent"),
        ("a,b,,1,score,1,,\n", "line 2, column parameter"),
        (
            "a,b,k,1,scores,1,,\n",
            "line 2, column figure: \"scores\": expected score, win, draw, loss, margin",
        ),
        ("a,b,k,1,win_east,1,,\n", "line 2, column figure"),
        ("a,b,k,1,length_south,1,,\n", "line 2, column figure"),
        (
            "a,b,k,1,score,1.5,,\n",
            "line 2, column value: \"1.5\": expected a share from 0 to 1",
        ),
        ("a,b,k,1,win_south,1,0.9,1.1\n", "line 2, column high"),
        ("a,b,k,1,length,-3,,\n", "line 2, column value"),
    ] {
        fs::write(&file, format!("{header}{rows}")).unwrap();
        let (code, _, error) = sowlab(&["plot", path]);
        assert_eq!(code, 2);
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn what_a_curve_counts_is_checked() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("a.csv");
    let header = "agent,opponent,parameter,setting,figure,value,n,unit\n";
    for (end, part) in [
        ("0,games", "line 2, column n: \"0\""),
        ("2.5,games", "line 2, column n"),
        ("many,games", "line 2, column n"),
        (
            "2,apples",
            "line 2, column unit: \"apples\": expected databases",
        ),
    ] {
        fs::write(&file, format!("{header}a,b,k,1,score,0.5,{end}\n")).unwrap();
        let (code, _, error) = sowlab(&["plot", file.to_str().unwrap()]);
        assert_eq!(code, 2);
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn faults_of_a_match_are_named() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("a.csv");
    let header = "agent,opponent,pair,side,winner,score\n";
    for (rows, part) in [
        ("a,b,0,south,south,2\n", "line 2, column score"),
        ("a,b,0,south,south,\n", "line 2, column score"),
        ("a,b,x,south,south,1\n", "line 2, column pair"),
        (
            "a,b,0,south,south,1\na,c,0,south,south,1\n",
            "line 3, column opponent",
        ),
        ("a,b,0,south,capped,\n", "no rows with a result"),
        (
            "a,b,0,east,south,1\n",
            "line 2, column side: \"east\": expected south, north, white, black, hare or hounds",
        ),
        ("a,b,0,,south,1\n", "line 2, column side: nothing"),
        (
            "a,b,0,south,draw,0.5\na,b,0,north,nobody,0\n",
            "line 3, column winner: \"nobody\": expected south, north, draw or capped",
        ),
        ("a,b,0,draw,south,1\n", "line 2, column side"),
        (
            "a,b,0,south,north,1\n",
            "line 2, column score: \"1\": expected 0, as the agent is south and the winner north",
        ),
        ("a,b,0,south,capped,1\n", "line 2, column score"),
        (
            "a,b,0,south,south,1\na,b,0,south,south,1\n",
            "line 3, column pair: \"0\": expected a pair without a game as south so far",
        ),
    ] {
        fs::write(&file, format!("{header}{rows}")).unwrap();
        let (code, _, error) = sowlab(&["plot", file.to_str().unwrap()]);
        assert_eq!(code, 2);
        assert!(error.contains(part), "{error}");
    }
    let margins = header.replace("score", "score,margin");
    for (row, good) in [
        ("a,b,0,south,south,1,4", true),
        ("a,b,0,south,south,1,0", true),
        ("a,b,0,south,south,1,-4", false),
        ("a,b,0,south,north,0,4", false),
        ("a,b,0,south,draw,0.5,4", false),
        ("a,b,0,south,draw,0.5,0", true),
    ] {
        fs::write(&file, format!("{margins}{row}\n")).unwrap();
        let (code, _, error) = sowlab(&["plot", file.to_str().unwrap()]);
        assert_eq!(code == 0, good, "{row}: {error}");
        assert_eq!(
            error.contains("line 2, column margin"),
            !good,
            "{row}: {error}"
        );
    }
    let header = header.replace("score", "score,length");
    for length in ["many", "-1", "2000000", "1.5"] {
        fs::write(&file, format!("{header}a,b,0,south,south,1,{length}\n")).unwrap();
        let (code, _, error) = sowlab(&["plot", file.to_str().unwrap()]);
        assert_eq!(code, 2);
        let expected = "expected plies from 0 to 1000000";
        let place = format!("a.csv: line 2, column length: \"{length}\": {expected}");
        assert!(error.contains(&place), "{error}");
    }
}
