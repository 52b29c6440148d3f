//! `sowlab plot`, through the binary.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// Runs the command; its exit code, standard output and standard error.
pub fn sowlab(args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_sowlab"))
        .args(args)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let code = output.status.code().unwrap();
    (code, text(output.stdout), text(output.stderr))
}

fn data(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/plot");
    folder.join(name)
}

/// Plots a file of the test data and returns the SVG and the notes.
fn plotted(file: &str, options: &[&str]) -> (String, String) {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out.svg");
    let file = data(file);
    let mut args = vec![
        "plot",
        file.to_str().unwrap(),
        "--out",
        out.to_str().unwrap(),
    ];
    args.extend(options);
    let (code, stdout, notes) = sowlab(&args);
    assert_eq!((code, stdout.as_str()), (0, ""), "{notes}");
    (fs::read_to_string(out).unwrap(), notes)
}

/// The texts of an SVG, one a line.
fn texts(svg: &str) -> Vec<String> {
    svg.split("<text ")
        .skip(1)
        .map(|t| {
            let text = t.split_once('>').unwrap().1;
            text.split_once("</text>").unwrap().0.trim().to_string()
        })
        .collect()
}

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
    assert!(self::texts(&svg).iter().any(|t| t == "0\u{202f}%"));
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
    assert!(!self::texts(&plotted("results.csv", &options).0).contains(&"85.6".to_string()));
}

#[test]
fn databases_are_finals_and_lengths() {
    let (svg, _) = plotted("finals.csv", &[]);
    let texts = texts(&svg);
    for expected in [
        "Final positions of sowing(pots=6,seeds=2)",
        "[0,0,6,6,0,0] · south to move",
        "[0,0,4,4,4,0]",
        "and 110 more",
        "130 different positions; n\u{a0}=\u{a0}20\u{202f}000 records.",
    ] {
        assert!(texts.iter().any(|t| t == expected), "{expected}: {texts:?}");
    }
    let (svg, _) = plotted("finals.csv", &["--top", "3"]);
    assert!(self::texts(&svg).iter().any(|t| t == "and 127 more"));
    let (svg, _) = plotted("finals.csv", &["--kind", "lengths", "--title", "<&>"]);
    let texts = self::texts(&svg);
    assert!(texts.iter().any(|t| t == "&lt;&amp;&gt;"), "{texts:?}");
    assert!(
        texts.iter().any(|t| t.contains("2 to 21 plies, mean 5.24")),
        "{texts:?}"
    );
}

#[test]
fn exact_databases_have_lengths_and_the_colours_of_their_players() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let file = path("exact.csv");
    let game = "sowing(pots=4,seeds=2)";
    assert_eq!(sowlab(&["generate", game, "--exact", "--out", &file]).0, 0);
    let (code, _, notes) = sowlab(&["plot", &file, "--kind", "lengths"]);
    assert_eq!(code, 0, "{notes}");
    let svg = fs::read_to_string(path("exact.svg")).unwrap();
    let texts = self::texts(&svg);
    // Of 4 pots a game has 2 or 3 moves, each as often.
    for expected in [
        "exact probabilities; 2 to 3 plies, mean 2.50; policy uniform.",
        "50",
    ] {
        assert!(texts.iter().any(|t| t == expected), "{expected}: {texts:?}");
    }
    // South is player one, whatever the alphabet says and whoever occurs.
    let header = "pot0,pot1,to_move,winner,margin,count\n";
    let colours = ["#D55E00", "#0072B2"];
    for (row, colour) in [("1,1,north,north,,1", 0), ("1,1,north,south,,1", 1)] {
        fs::write(path("a.csv"), format!("{header}{row}\n")).unwrap();
        assert_eq!(sowlab(&["plot", &path("a.csv")]).0, 0);
        let svg = fs::read_to_string(path("a.svg")).unwrap();
        assert!(svg.contains(colours[colour]) && !svg.contains(colours[1 - colour]));
    }
}

#[test]
fn a_sample_is_held_against_the_exact_distribution() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (sampled, exact) = (path("a.csv"), path("exact.csv"));
    let game = "sowing(pots=4,seeds=2)";
    assert_eq!(
        sowlab(&["generate", game, "--games", "50", "--out", &sampled]).0,
        0
    );
    assert_eq!(sowlab(&["generate", game, "--exact", "--out", &exact]).0, 0);
    let (code, _, notes) = sowlab(&["plot", &sampled, "--exact", &exact]);
    assert_eq!(code, 0, "{notes}");
    let svg = fs::read_to_string(path("a.svg")).unwrap();
    let texts = self::texts(&svg).join(" ");
    // The golden database of seed 1: 25 games of each final position, so the
    // distance is 0; the mean deviation of 50 coins from 25 is 2.8069, of 50.
    for expected in [
        "Sampled against exact: final positions of sowing(pots=4,seeds=2)",
        "n\u{a0}=\u{a0}50 games, 2 of 2 positions met",
        "Total variation distance 0.0000",
        "sampling alone gives 0.0561 on average",
        "for 2 of 2 positions",
        "south won: 50.0\u{202f}%",
        "exact probability",
    ] {
        assert!(texts.contains(expected), "{expected}: {texts}");
    }
    let manifest = fs::read_to_string(path("a.svg.json")).unwrap();
    assert!(manifest.contains("a.csv") && manifest.contains("exact.csv"));
    // Any of these is no such pair.
    let other = path("other.csv");
    let words = [
        "generate", game, "--games", "9", "--record", "all", "--out", &other,
    ];
    assert_eq!(sowlab(&words).0, 0);
    let five = path("five.csv");
    assert_eq!(
        sowlab(&["generate", "sowing(pots=5)", "--exact", "--out", &five]).0,
        0
    );
    for (first, options, part) in [
        (&sampled, vec!["--exact", &sampled], "no column probability"),
        (
            &exact,
            vec!["--exact", &exact],
            "expected games that were played",
        ),
        (&sampled, vec!["--exact", &five], "its game is"),
        (
            &other,
            vec!["--exact", &exact],
            "it records all: expected final positions",
        ),
        (
            &sampled,
            vec!["--exact", "none.csv"],
            "none.csv: cannot read",
        ),
        (
            &sampled,
            vec!["--exact", &exact, "--kind", "lengths"],
            "--kind finals only",
        ),
        (&sampled, vec!["--exact", &exact, "--top", "3"], "--top 3"),
    ] {
        let (code, _, error) = sowlab(&[&["plot", first.as_str()], &options[..]].concat());
        assert_eq!(code, 2, "{options:?}");
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn margins_are_a_histogram_by_winner() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("a.csv");
    let text = "pot0,to_move,winner,margin,count\n\
                1,south,south,4,3\n1,south,draw,0,1\n1,north,north,-2,4\n";
    fs::write(&file, text).unwrap();
    let path = file.to_str().unwrap();
    let (code, _, notes) = sowlab(&["plot", path, "--kind", "margins"]);
    assert_eq!(code, 0, "{notes}");
    let svg = fs::read_to_string(folder.path().join("a.svg")).unwrap();
    let texts = self::texts(&svg);
    for expected in [
        "south won: 37.5\u{202f}%",
        "draw: 12.5\u{202f}%",
        "north won: 50.0\u{202f}%",
        "n\u{a0}=\u{a0}8 records; −2 to 4 points, mean 0.50.",
        "−2",
        "points of south minus points of north",
    ] {
        assert!(texts.iter().any(|t| t == expected), "{expected}: {texts:?}");
    }
    for (margin, part) in [("", "counts no points"), ("x", "line 2, column margin")] {
        let text = format!("pot0,to_move,winner,margin\n1,south,south,{margin}\n");
        fs::write(&file, text).unwrap();
        let (code, _, error) = sowlab(&["plot", path, "--kind", "margins"]);
        assert_eq!(code, 2);
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn a_match_is_wins_draws_and_losses_by_side() {
    let (svg, notes) = plotted("match.csv", &[]);
    assert!(notes.contains("cut short are left out: 1"), "{notes}");
    let texts = self::texts(&svg);
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
    assert!(self::texts(&svg).iter().any(|t| t == "12"));
    let (svg, _) = plotted("match.csv", &["--kind", "lengths"]);
    assert!(
        self::texts(&svg)
            .iter()
            .any(|t| t.contains("moves after the opening"))
    );
}

#[test]
fn a_curve_has_a_line_of_even_play_and_factors_where_values_lie_apart() {
    let (svg, _) = plotted("sweep.csv", &[]);
    let texts = self::texts(&svg);
    for expected in [
        "Score of knn(games=?,k=5) on kalah(pits=4,seeds=3)",
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
    let texts = self::texts(&svg);
    assert!(
        texts.iter().any(|t| t == "mean margin (points)"),
        "{texts:?}"
    );
    assert!(!texts.iter().any(|t| t.starts_with("even")), "{texts:?}");
    let (svg, _) = plotted("sweep.csv", &["--figure", "score_south"]);
    assert!(self::texts(&svg)[0].starts_with("Score as south of knn"));

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
                "Score of knn(metric=?) against random",
            ],
        ),
        (
            &["--kind", "outcomes"],
            ["draw", "loss", "Results of knn(metric=?) against random"],
        ),
    ] {
        let (code, _, notes) = sowlab(&[&["plot", path], options].concat());
        assert_eq!(code, 0, "{notes}");
        let svg = fs::read_to_string(folder.path().join("a.svg")).unwrap();
        let texts = self::texts(&svg);
        for word in words {
            assert!(texts.iter().any(|t| t == word), "{word}: {texts:?}");
        }
    }
    for (rows, part) in [
        ("a,b,k,1,score,x,,\n", "line 2, column value"),
        ("a,b,k,,score,1,,\n", "line 2, column setting"),
        ("a,b,k,1,score,1,2,\n", "line 2, column high"),
        (
            "a,b,k,1,score,1,,\na,b,k,1,score,1,,\n",
            "two values of score",
        ),
        ("", "no rows"),
    ] {
        fs::write(&file, format!("{header}{rows}")).unwrap();
        let (code, _, error) = sowlab(&["plot", path]);
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
    ] {
        fs::write(&file, format!("{header}{rows}")).unwrap();
        let (code, _, error) = sowlab(&["plot", file.to_str().unwrap()]);
        assert_eq!(code, 2);
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn rows_of_games_count_each_game_once() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("games.csv");
    let rows = "1,1,south,north,,0,0,2\n2,0,north,north,,0,1,2\n0,2,south,north,,0,2,2\n\
                1,1,south,south,,1,0,1\n2,0,north,south,,1,1,1\n";
    let header = "pot0,pot1,to_move,winner,margin,game,ply,length\n";
    // A byte-order mark and Windows line ends change nothing.
    let text = format!("\u{feff}{header}{rows}").replace('\n', "\r\n");
    fs::write(&file, text).unwrap();
    let path = file.to_str().unwrap();
    let (code, _, notes) = sowlab(&["plot", path]);
    assert_eq!(code, 0, "{notes}");
    assert!(notes.contains("3 positions before the end"), "{notes}");
    let svg = fs::read_to_string(folder.path().join("games.svg")).unwrap();
    assert!(
        texts(&svg)
            .iter()
            .any(|t| t == "2 different positions; n\u{a0}=\u{a0}2 records.")
    );
    assert_eq!(sowlab(&["plot", path, "--kind", "lengths"]).0, 0);
    let svg = fs::read_to_string(folder.path().join("games.svg")).unwrap();
    assert!(
        texts(&svg)
            .iter()
            .any(|t| t.contains("n\u{a0}=\u{a0}2 games; 1 to 2 plies, mean 1.50"))
    );
}

#[test]
fn a_png_has_the_size_asked_for() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("a.png");
    let file = data("finals.csv");
    let (code, _, notes) = sowlab(&[
        "plot",
        file.to_str().unwrap(),
        "--out",
        out.to_str().unwrap(),
        "--width",
        "640",
        "--height",
        "480",
    ]);
    assert_eq!(code, 0, "{notes}");
    let bytes = fs::read(out).unwrap();
    assert_eq!(&bytes[1..4], b"PNG");
    assert_eq!(bytes[16..24], [0, 0, 2, 128, 0, 0, 1, 224]);
}

#[test]
fn packed_files_are_read() {
    use std::io::Write;
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("finals.csv.gz");
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer
        .write_all(&fs::read(data("finals.csv")).unwrap())
        .unwrap();
    let packed = packer.finish().unwrap();
    fs::write(&file, &packed).unwrap();
    assert_eq!(sowlab(&["plot", file.to_str().unwrap()]).0, 0);
    assert!(folder.path().join("finals.svg").exists());
    fs::remove_file(folder.path().join("finals.svg")).unwrap();
    fs::write(&file, &packed[..packed.len() / 2]).unwrap();
    let (code, _, error) = sowlab(&["plot", file.to_str().unwrap()]);
    assert_eq!(code, 2);
    assert!(error.contains("finals.csv.gz: line"), "{error}");
    assert!(!folder.path().join("finals.svg").exists());
}

#[test]
fn bad_files_are_refused_at_the_place_and_nothing_is_written() {
    let results = "section,games,metric,k,figure,value,low,high\n";
    let finals = "pot0,pot1,to_move,winner,margin,count\n";
    let cases: &[(&str, String, &[&str])] = &[
        ("empty", String::new(), &["line 1", "no header"]),
        (
            "unknown",
            "a,b\n1,2\n".into(),
            &["line 1", "\"a,b\"", "curve, heatmap", "to_move"],
        ),
        (
            "twice",
            "a,b,a\n".into(),
            &["line 1, column a", "two columns"],
        ),
        ("no rows", results.into(), &["no rows"]),
        (
            "wide",
            format!("{results}advice,10,manhattan,5,hit,0.5\n"),
            &["line 2", "6 fields, expected 8"],
        ),
        (
            "value",
            format!("{results}advice,10,m,5,hit,0.5,,\nadvice,20,m,5,hit,abc,,\n"),
            &["line 3, column value", "\"abc\": expected a number"],
        ),
        (
            "nan",
            format!("{results}advice,10,m,5,hit,NaN,,\n"),
            &["line 2, column value", "expected a number"],
        ),
        (
            "games",
            format!("{results}advice,-3,m,5,hit,0.5,,\n"),
            &["line 2, column games", "above 0, or exact"],
        ),
        (
            "no games",
            format!("{results}advice,,m,5,hit,0.5,,\n"),
            &["line 2, column games", "nothing"],
        ),
        (
            "high",
            format!("{results}advice,10,m,5,hit,0.5,0.4,\n"),
            &["line 2, column high"],
        ),
        (
            "order",
            format!("{results}advice,10,m,5,hit,0.5,0.6,0.4\n"),
            &["line 2, column high", "not below low"],
        ),
        (
            "second",
            format!("{results}advice,10,m,5,hit,0.5,,\nadvice,10,m,5,hit,0.6,,\n"),
            &["line 3", "a second value of hit"],
        ),
        (
            "baselines",
            format!("{results}baseline,,uniform,,hit,0.5,,\n"),
            &["all rows are baselines"],
        ),
        (
            "seeds",
            format!("{finals}1,x,south,north,,3\n"),
            &["line 2, column pot1", "\"x\"", "0 to 255"],
        ),
        (
            "many seeds",
            format!("{finals}1,256,south,north,,3\n"),
            &["line 2, column pot1"],
        ),
        (
            "count",
            format!("{finals}1,2,south,north,,-3\n"),
            &["line 2, column count", "0 or more"],
        ),
        (
            "winner",
            format!("{finals}1,2,south,,,3\n"),
            &["line 2, column winner", "nothing"],
        ),
        ("no finals", finals.into(), &["no rows"]),
        (
            "no pots",
            "to_move,winner,count\nsouth,north,1\n".into(),
            &["no coordinates"],
        ),
    ];
    let folder = TempDir::new().unwrap();
    for (name, text, parts) in cases {
        let file = folder.path().join(format!("{name}.csv"));
        fs::write(&file, text).unwrap();
        let (code, stdout, error) = sowlab(&["plot", file.to_str().unwrap()]);
        assert_eq!((code, stdout.as_str()), (2, ""), "{name}: {error}");
        for part in parts.iter().chain(&[format!("{name}.csv").as_str()]) {
            assert!(error.contains(part), "{name}: {error}");
        }
        fs::remove_file(&file).unwrap();
    }
    let text = folder.path().join("latin.csv");
    fs::write(
        &text,
        b"section,games,figure,value\nadvice,10,h\xffit,0.5\n",
    )
    .unwrap();
    let (code, _, error) = sowlab(&["plot", text.to_str().unwrap()]);
    assert_eq!(code, 2);
    assert!(error.contains("line 2: expected UTF-8"), "{error}");
    fs::remove_file(&text).unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn impossible_requests_are_refused() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out.svg");
    let refused = |file: &str, options: &[&str], part: &str| {
        let file = data(file);
        let mut args = vec!["plot", file.to_str().unwrap()];
        args.extend(options);
        if !options.contains(&"--out") {
            args.extend(["--out", out.to_str().unwrap()]);
        }
        let (code, _, error) = sowlab(&args);
        assert_eq!(code, 2, "{options:?}: {error}");
        assert!(error.contains(part), "{options:?}: {error}");
        assert!(!out.exists());
    };
    refused("nothing.csv", &[], "nothing.csv: cannot read");
    refused(
        "results.csv",
        &["--out", "a.jpg"],
        "a.jpg: expected a name that ends in .svg or .png",
    );
    refused(
        "results.csv",
        &["--kind", "finals"],
        "expected curve or heatmap",
    );
    refused(
        "finals.csv",
        &["--kind", "curve"],
        "expected finals or lengths or margins",
    );
    refused(
        "results.csv",
        &["--figure", "hits"],
        "there is hit, skill, win_uniform",
    );
    refused(
        "results.csv",
        &["--metric", "hamming"],
        "there is manhattan, chebyshev",
    );
    refused(
        "results.csv",
        &["--rule", "worst"],
        "there is best, approve",
    );
    refused(
        "results.csv",
        &["--kind", "heatmap", "--games", "77"],
        "no hit of 77 games",
    );
    refused(
        "results.csv",
        &["--kind", "heatmap", "--games", "x"],
        "--games x: expected a number",
    );
    refused(
        "results.csv",
        &["--kind", "heatmap", "--ties", "all,classroom"],
        "a second value of hit",
    );
    for (file, options, part) in [
        ("finals.csv", ["--figure", "hit"], "this is a database"),
        (
            "finals.csv",
            ["--metric", "chebyshev"],
            "this is a database",
        ),
        ("finals.csv", ["--range", "0..1"], "no upright axis"),
        (
            "match.csv",
            ["--figure", "hit"],
            "means nothing for the games",
        ),
        ("sweep.csv", ["--k", "5"], "means nothing for the figures"),
        ("sweep.csv", ["--exact", "a.csv"], "means nothing"),
        ("results.csv", ["--exact", "a.csv"], "means nothing"),
        ("results.csv", ["--top", "3"], "these are results"),
        ("results.csv", ["--games", "10"], "--kind heatmap"),
    ] {
        refused(file, &options, part);
        refused(file, &options, &options.join(" "));
    }
    refused(
        "finals.csv",
        &["--kind", "lengths", "--top", "3"],
        "it goes with --kind finals",
    );
    refused(
        "match.csv",
        &["--kind", "curve"],
        "expected outcomes or margins",
    );
    refused(
        "sweep.csv",
        &["--kind", "finals"],
        "expected curve or outcomes",
    );
    refused(
        "sweep.csv",
        &["--kind", "outcomes"],
        "several agents or opponents",
    );
    refused("results.csv", &["--range", "1..0"], "the lower one first");
    refused("results.csv", &["--width", "100"], "100");
}
