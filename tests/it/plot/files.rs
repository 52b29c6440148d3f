//! What every plot has: formats of files, faults, requests that cannot be.

use std::fs;

use tempfile::TempDir;

use super::{data, sowlab};

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
