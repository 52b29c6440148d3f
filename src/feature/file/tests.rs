use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;

use super::*;
use crate::feature::{Feature, Weighted};

const HUNT: [&str; 2] = ["hare", "hounds"];

fn try_parse(file: &str, text: &str, choice: Option<&str>) -> Result<Loaded, FileError> {
    let beside = |path: &Path| match path.to_str() {
        Some("patterns.fs") => Ok("\u{feff}PassMove\nrel:to=<{}>:pat=<els=[f{0}]>\n".to_string()),
        Some("late.fs") => Ok("rel:to=<{}>:pat=<els=[]>\nPassMove".to_string()),
        Some("wrong.fs") => Ok("PassMove\nrel:to=<{>".to_string()),
        Some("weights.txt") => Ok("1\nweights.txt".to_string()),
        _ => Err(FileError::whole(path, "no such file")),
    };
    parse(text, Path::new(file), HUNT, choice, beside)
}

fn load(file: &str, text: &str, choice: Option<&str>) -> Loaded {
    try_parse(file, text, choice).unwrap_or_else(|e| panic!("{e}"))
}

#[track_caller]
fn refused(file: &str, text: &str, choice: Option<&str>, message: &str) {
    let error = try_parse(file, text, choice).unwrap_err();
    assert_eq!(error.to_string(), message, "{text}");
}

/// Strings with the weights of both players.
fn weights(set: &FeatureSet) -> Vec<(String, [Option<f32>; 2])> {
    let all = set.features.iter();
    all.map(|f| (f.feature.to_string(), f.weights)).collect()
}

const TOML: &str = r#"# A set.
game = "hare-and-hounds(start=lucas)"

[[feature]]
player = "hare"
string = "rel:to=<{}>:pat=<els=[f{1/4},e{}]>"
weight = 1.99
comment = "why"

[[feature]]
string = 'PassMove'
weight = -3
support = 120
effect = 1e-3

[[feature]]
player = "both"
string = "Intercept"
weight = { hare = 0.1, hounds = 2 }
"#;

#[test]
fn our_own_files() {
    let loaded = load("a.toml", TOML, None);
    assert_eq!(loaded.game.as_deref(), Some("hare-and-hounds(start=lucas)"));
    assert_eq!(loaded.warnings, [""; 0]);
    assert_eq!(loaded.selection, loaded.playout);
    assert_eq!(
        weights(&loaded.selection),
        [
            (
                "rel:to=<{}>:pat=<els=[f{1/4}, e{}]>".into(),
                [Some(1.99), None]
            ),
            ("PassMove".into(), [Some(-3.0); 2]),
            ("Intercept".into(), [Some(0.1), Some(2.0)]),
        ]
    );
    let [first, second, _] = &loaded.selection.features[..] else {
        panic!("three")
    };
    assert_eq!((&*first.comment, first.support), ("why", None));
    assert_eq!((second.support, second.effect), (Some(120.0), Some(0.001)));

    let game = loaded.game.as_deref();
    let written = to_toml(&loaded.selection, game, HUNT).unwrap();
    assert_eq!(
        written,
        r#"game = "hare-and-hounds(start=lucas)"

[[feature]]
player = "hare"
string = "rel:to=<{}>:pat=<els=[f{1/4}, e{}]>"
weight = 1.99
comment = "why"

[[feature]]
string = "PassMove"
weight = -3.0
support = 120.0
effect = 0.001

[[feature]]
string = "Intercept"
weight = { hare = 0.1, hounds = 2.0 }
"#
    );
    assert_eq!(load("a.toml", &written, None), loaded);
    assert_eq!(load("a.toml", "", None), Loaded::default());
}

#[test]
fn faults_of_our_own_files() {
    let feature = |keys: &str| format!("[[feature]]\nstring = \"PassMove\"\n{keys}\n");
    for (text, message) in [
        (
            "game = 3".into(),
            "a.toml:1:8: game: expected a string in quotes",
        ),
        (
            "gaem = \"\"".into(),
            "a.toml:1:1: a set has no key \"gaem\"; did you mean game?",
        ),
        (
            "x = 1".into(),
            "a.toml:1:1: a set has no key \"x\"; expected game, feature",
        ),
        (
            "feature = 1".into(),
            "a.toml:1:11: expected [[feature]], with two brackets",
        ),
        (
            "feature = [1]".into(),
            "a.toml:1:12: expected [[feature]] with keys",
        ),
        (
            "[[feature]]\nweight = 1".into(),
            "a.toml:1:1: this feature has no string",
        ),
        (feature(""), "a.toml:1:1: this feature has no weight"),
        (
            feature("wieght = 1"),
            "a.toml:3:1: a feature has no key \"wieght\"; did you mean weight?",
        ),
        (
            feature("weight = \"1\""),
            "a.toml:3:10: weight: expected a decimal number",
        ),
        (
            feature("weight = 0x10"),
            "a.toml:3:10: weight: expected a decimal number",
        ),
        (
            feature("weight = nan"),
            "a.toml:3:10: weight: expected a finite number, found nan",
        ),
        (
            feature("weight = -inf"),
            "a.toml:3:10: weight: expected a finite number, found -inf",
        ),
        (
            feature("weight = 1e39"),
            "a.toml:3:10: weight: expected a finite number, found 1e39",
        ),
        (
            feature("weight = 1\nsupport = inf"),
            "a.toml:4:11: support: expected a finite number, found inf",
        ),
        (
            feature("weight = 1\nplayer = \"hound\""),
            "a.toml:4:10: player: expected hare, hounds or both, found \"hound\"",
        ),
        (
            feature("weight = { hound = 1 }"),
            "a.toml:3:12: weight has no key \"hound\"; did you mean hounds?",
        ),
        (
            feature("weight = { hare = 1 }\nplayer = \"hare\""),
            "a.toml:3:10: weight: expected one number for one player",
        ),
        (
            "[[feature]]\nstring = \"rel:to=<{}>:pät=<>\"".into(),
            "a.toml:2:23: expected a part: last_to=<, last_from=<, to=<, from=< or pat=<, found \"p\"\n  rel:to=<{}>:pät=<>\n              ^",
        ),
        (
            "[[feature]]\nstring = \"\\u0050ass\"".into(),
            "a.toml:2:11: expected rel: or abs:, or one of PassMove, SwapMove, Intercept, found \"P\"\n  Pass\n  ^",
        ),
    ] {
        refused("a.toml", &text, None, message);
    }
    let error = try_parse("a.toml", "game = \"x\ny = 1", None).unwrap_err();
    assert_eq!(error.place, Some((1, 10)), "{error}");
    let of_one = "a.toml: holds but one set: there is no \"2\" to choose";
    refused("a.toml", TOML, Some("2"), of_one);

    for number in [f32::NAN, f32::INFINITY] {
        let features = vec![Weighted::new(Feature::PassMove, [None, Some(number)])];
        let refused = to_toml(&FeatureSet { features }, None, HUNT);
        assert_eq!(refused, Err(NotFinite { number: 0 }));
    }
}

const DEF: &str = r#"// Trained. "
(define "Jeu_ai"
    (useFor { "Ruleset/Lucas (Described)" "Ruleset/Other" }
        (bestAgent "UCT")
        trainedFeatures:(features {
            (featureSet P1 selectionFeatures:{
                (pair "rel:to=<{}>:pat=<els=[f{0}]>" 1.5) // the first
                (pair "PassMove" -2e-1)
            })
            (featureSet P2
                tspgFeatures:{ (pair "Intercept" 3) }
                playoutFeatures:{ (pair "Intercept" 2) }
            )
        })
    )
    (useFor { "Ruleset/Gardner" }
        trainedFeatures:(features (featureSet All { (pair "SwapMove" 1) }))
    )
    (note "a \"quoted\" text with ) and // in it" trainedFeatureTrees:(featureTrees {}))
)
"#;

#[test]
fn definitions_of_ludii() {
    for choice in ["1", "lucas", "Ruleset/Other"] {
        let loaded = load("j.def", DEF, Some(choice));
        let pattern = "rel:to=<{}>:pat=<els=[f{0}]>".to_string();
        let one = [
            (pattern, [Some(1.5), None]),
            ("PassMove".into(), [Some(-0.2), None]),
        ];
        let intercept = |w| ("Intercept".to_string(), [None, Some(w)]);
        // Both fall back: selection to playout before TSPG.
        let [a, b] = one.clone();
        assert_eq!(weights(&loaded.selection), [a, b, intercept(2.0)]);
        let [a, b] = one;
        assert_eq!(weights(&loaded.playout), [a, b, intercept(2.0)]);
        let trees = "j.def:19:71: feature trees are not read: another kind of policy";
        assert_eq!(loaded.warnings, [trees]);
        assert_eq!(loaded.game, None);
    }
    let loaded = load("j.def", DEF, Some("2"));
    assert_eq!(
        weights(&loaded.selection),
        [("SwapMove".into(), [Some(1.0); 2])]
    );
    assert_eq!(
        loaded.warnings[0],
        "j.def:17:47: role All: read as for both players; Ludii's own test whether a policy \
         supports the game wants Shared"
    );
    let list = "choose one by number or name:\n  1  Ruleset/Lucas (Described), Ruleset/Other (line 5)\n  2  Ruleset/Gardner (line 17)";
    for (choice, message) in [
        (None, format!("j.def: 2 sets of features; {list}")),
        (
            Some("3"),
            format!("j.def: no set of features is \"3\"; {list}"),
        ),
        (
            Some(""),
            format!("j.def: no set of features is \"\"; {list}"),
        ),
        (
            Some("rule"),
            format!("j.def: more than one set of features is \"rule\"; {list}"),
        ),
    ] {
        refused("j.def", DEF, choice, &message);
    }
}

#[test]
fn descriptions_of_ludii() {
    let inside = |set: &str| format!("(game \"G\" <x>)\n(metadata (ai (features {set})))");
    let three = "(featureSet Shared playoutFeatures:{(pair \"PassMove\" 2)} \
                 tspgFeatures:{(pair \"PassMove\" 3)} selectionFeatures:{(pair \"PassMove\" 1)})";
    let loaded = load("g.lud", &inside(three), None);
    let both = |w| vec![("PassMove".to_string(), [Some(w); 2])];
    assert_eq!(weights(&loaded.selection), both(1.0));
    assert_eq!(weights(&loaded.playout), both(2.0));
    assert_eq!(loaded.warnings, [""; 0]);
    let unnamed =
        "(featureSet Shared {(pair \"PassMove\" 1)} tspgFeatures:{(pair \"PassMove\" 3)})";
    let loaded = load("g", &inside(unnamed), Some("1"));
    assert_eq!(weights(&loaded.selection), both(1.0));
    assert_eq!(weights(&loaded.playout), both(1.0));
    let tspg = "(featureSet Shared tspgFeatures:{(pair \"PassMove\" 3)})";
    let loaded = load("g", &inside(tspg), None);
    assert_eq!(weights(&loaded.selection), both(3.0));
    assert_eq!(weights(&loaded.playout), both(3.0));
    let alone = load("g", &inside("(featureSet P2 {})"), None);
    let message = "g:2:15: no set for P1: it has no features";
    assert_eq!(
        (alone.warnings, alone.selection),
        (vec![message.into()], FeatureSet::default())
    );

    for (set, message) in [
        (
            "",
            "2:25: expected (featureSet ...) or several in { }, found \")\"",
        ),
        ("{}", "2:25: no featureSet in these brackets"),
        (
            "{ x }",
            "2:27: expected (featureSet ...) or \"}\", found \"x\"",
        ),
        (
            "(featureSet P3 {})",
            "2:37: expected a role: All, Shared, Neutral, P1 or P2, found \"P3\"",
        ),
        (
            "(featureSet \"P1\" {})",
            "2:37: expected a role: All, Shared, Neutral, P1 or P2, found the text \"P1\"",
        ),
        (
            "(featureSet P1)",
            "2:25: this featureSet has no list of pairs",
        ),
        (
            "(featureSet P1 {}) x",
            "2:44: expected \")\", the end of features, found \"x\"",
        ),
        (
            "{(featureSet P1 {}) (featureSet P1 {})}",
            "2:45: a second set of this role",
        ),
        (
            "{(featureSet P1 {}) (featureSet Shared {})}",
            "2:45: a set of both players beside one of a single player: expected either one set for both, or P1 and P2",
        ),
        (
            "(featureSet P1 playoutFeature:{})",
            "2:40: a featureSet has no \"playoutFeature:\"; did you mean playoutFeatures:?",
        ),
        (
            "(featureSet P1 x:{})",
            "2:40: a featureSet has no \"x:\"; expected { or one of selectionFeatures: playoutFeatures: tspgFeatures:",
        ),
        (
            "(featureSet P1 {} selectionFeatures:{})",
            "2:43: a second list of selectionFeatures (a list without a name is of selection)",
        ),
        (
            "(featureSet P1 {} playoutFeatures:{(pair \"PassMove\" 1)})",
            "2:43: 1 pairs, where the list before has 0: lists of one set must have the same features in the same order",
        ),
        (
            "(featureSet P1 {(pair \"SwapMove\" 1)} playoutFeatures:{(pair \"PassMove\" 1)})",
            "2:62: pair 1 has another feature than in the list before: lists of one set must have the same features in the same order",
        ),
        (
            "(featureSet P1 {(pair PassMove 1)})",
            "2:47: expected a feature in quotation marks, found \"PassMove\"",
        ),
        (
            "(featureSet P1 {(pair \"PassMove\")})",
            "2:57: expected a weight, found \")\"",
        ),
        (
            "(featureSet P1 {(pair \"PassMove\" nan)})",
            "2:58: weight: expected a number, found \"nan\"",
        ),
        (
            "(featureSet P1 {(pair \"PassMove\" 1e99)})",
            "2:58: weight: \"1e99\" is too large",
        ),
        (
            "(featureSet P1 {(pair \"PassMove\" 1 2)})",
            "2:60: expected \")\", the end of the pair, found \"2\"",
        ),
        (
            "(featureSet P1 {\n(pair \"rel:to=<{x}>\" 1)})",
            "3:17: \"x\" is no number; expected one such as 0, 1/4 or -0.25\n  rel:to=<{x}>\n           ^",
        ),
    ] {
        refused("g.lud", &inside(set), None, &format!("g.lud:{message}"));
    }
    for (text, message) in [
        ("", "g.lud: no (features ...) in this description"),
        (
            "(metadata (ai \"G_ai\"))",
            "g.lud: no (features ...) in this description: it refers to the definition \"G_ai\", which stands in a file of its own",
        ),
        ("(game", "g.lud:1:1: this \"(\" is never closed"),
        (
            "(game\n})",
            "g.lud:2:1: \"}\" does not close the \"(\" of line 1, column 1",
        ),
        ("(game))", "g.lud:1:7: \")\" closes nothing"),
        ("(game \"x)", "g.lud:1:7: this text is never closed"),
        (
            "(ai (featureSet All {}))",
            "g.lud:1:5: a featureSet outside of (features ...)",
        ),
    ] {
        refused("g.lud", text, None, message);
    }
    let deep = "(".repeat(100_000);
    refused(
        "g.lud",
        &deep,
        None,
        "g.lud:1:501: more than 500 brackets deep",
    );
}

#[test]
fn text_files_of_ludii() {
    let features =
        "\r\nPassMove\r\n\r\n rel:to=<{}>:pat=<els=[f{0.25}]>:comment=\"to the = side\" \r\n";
    let loaded = load("a.fs", features, None);
    assert_eq!(
        weights(&loaded.selection),
        [
            ("PassMove".into(), [Some(0.0); 2]),
            ("rel:to=<{}>:pat=<els=[f{1/4}]>".into(), [Some(0.0); 2]),
        ]
    );
    assert_eq!(loaded.selection.features[1].comment, "to the = side");
    let unweighed =
        "a.fs: features without weights: all weigh 0; the file of the weights names this one";
    assert_eq!(loaded.warnings, [unweighed]);

    for text in [
        "1.5\n-2e-3\nFeatureSet=patterns.fs\n",
        "1.5\n\n -2e-3\npatterns.fs",
    ] {
        let loaded = load("w.txt", text, None);
        assert_eq!(
            weights(&loaded.selection),
            [
                ("PassMove".into(), [Some(1.5); 2]),
                ("rel:to=<{}>:pat=<els=[f{0}]>".into(), [Some(-0.002); 2]),
            ]
        );
        assert_eq!(loaded.playout, loaded.selection);
        assert_eq!(loaded.warnings, [""; 0]);
    }
    let late = load("w.txt", "1\n2\nlate.fs", None);
    assert_eq!(
        late.warnings,
        [
            "late.fs:2:1: PassMove stands after a pattern: Ludii puts such features first and \
          numbers them anew; here each keeps the weight of its line"
        ]
    );
    assert_eq!(late.selection.features[1].weights, [Some(2.0); 2]);

    for (text, message) in [
        (
            "1\n2",
            "w.txt:2:2: expected, after the weights, a line that names the file of the features",
        ),
        (
            "1\nFeatureSet=",
            "w.txt:2:12: expected, after the weights, a line that names the file of the features",
        ),
        (
            "1\n2\n3\npatterns.fs",
            "w.txt:4:1: 3 weights for the 2 features of \"patterns.fs\"",
        ),
        (
            "1\n inf\npatterns.fs",
            "w.txt:2:2: weight: expected a number, found \"inf\"",
        ),
        (
            "1\nwrong.fs",
            "wrong.fs:2:10: expected a number such as 0, 1/4 or -0.25, found \">\"\n  rel:to=<{>\n           ^",
        ),
        (
            "1\ngone.fs",
            "w.txt:2:1: the file of the features: gone.fs: no such file",
        ),
        (
            "1\nweights.txt",
            "w.txt:2:1: \"weights.txt\" holds weights, not features",
        ),
        (
            "1\n2\npatterns.fs\nEffective:\n1\n2",
            "w.txt:4:1: expected the end of the file after the name of the features: the weights of a boosted set are not read, as their layout is not known; put the effective weights in the place of the others and end the file with the name",
        ),
        (
            "hello",
            "w.txt: neither a TOML set, nor a Ludii description, nor lines of features or weights",
        ),
        (
            "",
            "w.txt: neither a TOML set, nor a Ludii description, nor lines of features or weights",
        ),
        (
            "PassMove\nrel:",
            "w.txt:2:5: expected a part: last_to=<, last_from=<, to=<, from=< or pat=<, found the end\n  rel:\n      ^",
        ),
    ] {
        refused("w.txt", text, None, message);
    }
}

#[test]
fn files_on_disk() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("w.txt"), "1\np.fs\n").unwrap();
    fs::write(path("p.fs"), "Intercept\n").unwrap();
    let loaded = read(&path("w.txt"), HUNT, None).unwrap();
    assert_eq!(
        weights(&loaded.selection),
        [("Intercept".into(), [Some(1.0); 2])]
    );

    fs::write(path("bad.toml"), b"game = 1\n\xff").unwrap();
    let large = fs::File::create(path("large.toml")).unwrap();
    large.set_len(MAX_BYTES + 1).unwrap();
    for (name, place, message) in [
        ("bad.toml", Some((2, 1)), "not UTF-8 text"),
        ("large.toml", None, "larger than 16 MiB"),
        ("none.toml", None, "no such file"),
        ("", None, "this is a folder, not a file"),
    ] {
        let error = read(&path(name), HUNT, None).unwrap_err();
        assert_eq!((error.place, &*error.message), (place, message));
    }
}

/// Work grows with the size of a file, whatever it says.
#[test]
fn hostile_files_are_read_in_linear_time() {
    let n = 20_000;
    let names = "\"a\" ".repeat(n);
    let blocks = "(features (featureSet All {})) (featureTrees)".repeat(n);
    let rulesets = format!("(useFor {{{names}}} {blocks})");
    let error = try_parse("a.def", &rulesets, Some("A")).unwrap_err();
    assert!(error.message.starts_with("more than one set"));
    let nested = format!("{}{}", "(useFor {".repeat(240), blocks) + &"})".repeat(240);
    assert!(try_parse("a.def", &nested, None).is_err());

    let passes = load("a.fs", &"PassMove\n".repeat(n), None);
    assert_eq!(passes.selection.features.len(), n);
    let late = format!("rel:pat=<els=[]>\n{}", "PassMove\n".repeat(n));
    assert_eq!(load("a.fs", &late, None).warnings.len(), 2);
    let all = "[[feature]]\nstring = \"PassMove\"\nweight = 1\n".repeat(n);
    assert_eq!(load("a.toml", &all, None).selection.features.len(), n);
    let deep = format!("feature = {}", "[".repeat(n));
    assert!(try_parse("a.toml", &deep, None).is_err());
    let deep = format!("[[feature]]\nweight = {}", "{a=".repeat(n));
    assert!(try_parse("a.toml", &deep, None).is_err());
}

fn shipped(name: &str, players: [&str; 2]) -> Loaded {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/features");
    let loaded = read(&folder.join(name), players, None).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(loaded.warnings, [""; 0]);
    assert!(
        loaded
            .selection
            .features
            .iter()
            .all(|f| !f.comment.is_empty())
    );
    loaded
}

#[test]
fn the_shipped_sets() {
    let hunt = shipped("hare-and-hounds.toml", HUNT);
    assert_eq!(hunt.game.as_deref(), Some("hare-and-hounds"));
    let owners = hunt
        .selection
        .features
        .iter()
        .map(|f| f.weights[0].is_some());
    assert_eq!(
        owners.collect::<Vec<_>>(),
        [[true; 9].as_slice(), &[false; 6]].concat()
    );
    assert_eq!(
        hunt.selection.features[14].weights,
        [None, Some(0.384_986_88)]
    );
    let written = to_toml(&hunt.selection, hunt.game.as_deref(), HUNT).unwrap();
    let file = include_str!("../../../data/features/hare-and-hounds.toml");
    let without: Vec<&str> = file.lines().filter(|l| !l.starts_with('#')).collect();
    assert_eq!(written.lines().collect::<Vec<_>>(), without);

    let players = ["white", "black"];
    let text = shipped("alquerkonane.toml", players);
    let found = weights(&text.selection);
    let all: Vec<_> = found.iter().map(|(_, w)| *w).collect();
    assert_eq!(
        all,
        [
            [Some(0.5); 2],
            [Some(0.5); 2],
            [Some(0.75); 2],
            [Some(0.75); 2]
        ]
    );
    let corrected = shipped("alquerkonane-corrected.toml", players);
    // The walks are those of the text.
    let walk = |f: &Weighted| f.feature.spatial().unwrap().pattern.elements.clone();
    for player in 0..2 {
        for i in 0..4 {
            let (old, new) = (
                &text.selection.features[i],
                &corrected.selection.features[4 * player + i],
            );
            assert_eq!(walk(new), walk(old));
            assert_eq!(new.weights[player], old.weights[player]);
            assert_eq!(new.weights[1 - player], None);
        }
    }
}

#[test]
fn the_examples_of_the_documentation() {
    let page = include_str!("../../../docs/methods/feature-files.md");
    let blocks: Vec<&str> = page.split("\n```").skip(1).step_by(2).collect();
    let [syntax, toml, key, lud, listed, features, weights, _rust] = blocks[..] else {
        panic!("{} blocks", blocks.len())
    };
    let body = |block: &'static str| block.split_once('\n').unwrap().1;

    let loaded = load("hunt.toml", body(toml), None);
    let weight = |i: usize| loaded.selection.features[i].weights;
    assert_eq!(
        (weight(0), weight(1)),
        ([Some(1.618_850_4), None], [Some(-1.0), Some(0.5)])
    );
    let file = "game = \"x\"\n\n\n[[feature]]\n\n";
    let fault = format!("{file}string = \"rel:to=<{{}}>:pät=<els=[]>\"");
    refused("hunt.toml", &fault, None, body(syntax));
    refused("hunt.toml", &format!("{file}wieght = 1"), None, body(key));

    refused("Game_ai.def", body(lud), None, body(listed));
    let first = load("Game_ai.def", body(lud), Some("first"));
    assert_eq!(first.warnings, [""; 0]);
    assert_eq!(first.selection.features[1].weights, [Some(-0.25), None]);
    assert_eq!(first.playout.features[1].weights, [Some(0.5), None]);
    assert_eq!(first.playout.features[2].weights, [None, Some(3.0)]);
    assert_eq!(load("Game_ai.def", body(lud), Some("2")).warnings, [""; 0]);

    let beside = |path: &Path| {
        assert_eq!(path, Path::new("sets/features.fs"));
        Ok(body(features).to_string())
    };
    let loaded = parse(body(weights), Path::new("sets/w.txt"), HUNT, None, beside).unwrap();
    assert_eq!(loaded.warnings, [""; 0]);
    let last = &loaded.selection.features[2];
    assert_eq!(
        (last.weights, &*last.comment),
        ([Some(-0.75); 2], "next to an enemy")
    );
}

/// Where a walk of quarter turns leads on a board of square cells, in steps
/// (east, north).
fn quarter_turns(turns: &[f32], rotation: f32) -> (i32, i32) {
    let mut facing = rotation;
    let mut at = (0, 0);
    for turn in turns {
        facing += turn;
        let (east, north) =
            [(0, 1), (1, 0), (0, -1), (-1, 0)][(facing * 4.0).rem_euclid(4.0) as usize];
        at = (at.0 + east, at.1 + north);
    }
    at
}

#[test]
fn the_corrected_set_tests_the_sites_that_it_tells() {
    let set = shipped("alquerkonane-corrected.toml", ["white", "black"]).selection;
    let ahead = [
        ((1, 2), 0.5),
        ((-1, 2), 0.5),
        ((2, 1), 0.75),
        ((-2, 1), 0.75),
    ];
    for (i, f) in set.features.iter().enumerate() {
        let pattern = &f.feature.spatial().unwrap().pattern;
        let Some([rotation]) = pattern.rotations.as_deref() else {
            panic!("one rotation")
        };
        assert!(!pattern.reflects);
        let site = quarter_turns(&pattern.elements[0].walk().unwrap().0, *rotation);
        let sign = if i < 4 { 1 } else { -1 };
        let ((east, north), weight) = ahead[i % 4];
        assert_eq!(site, (sign * east, sign * north), "{}", f.feature);
        assert_eq!(f.weights[i / 4], Some(weight));
        // The comment says so.
        let (east, north) = site;
        let words = ["", "one", "two"];
        let comment = format!(
            "an enemy stands {} {}, {} {} of the target",
            words[north.unsigned_abs() as usize],
            if north > 0 { "north" } else { "south" },
            words[east.unsigned_abs() as usize],
            if east > 0 { "east" } else { "west" },
        );
        assert_eq!(f.comment, comment);
    }
}

fn any_feature() -> impl Strategy<Value = Feature> {
    let turn = prop_oneof![
        Just("0"),
        Just("1/4"),
        Just("-3/8"),
        Just("0.3"),
        Just("1e-3")
    ];
    let walk = prop::collection::vec(turn, 0..4).prop_map(|w| format!("{{{}}}", w.join(",")));
    let options = prop_oneof![Just(""), Just("refl=false,"), Just("rots=[0.25,-1],")];
    let spatial = (walk.clone(), walk, options)
        .prop_map(|(to, el, options)| format!("rel:to=<{to}>:pat=<{options}els=[!I2{el}]>"));
    let text = prop_oneof![Just("PassMove".to_string()), spatial];
    text.prop_map(|t| t.parse().unwrap())
}

fn finite() -> impl Strategy<Value = f32> {
    use prop::num::f32::{NEGATIVE, NORMAL, POSITIVE, SUBNORMAL, ZERO};
    NORMAL | POSITIVE | NEGATIVE | SUBNORMAL | ZERO
}

fn statistic() -> impl Strategy<Value = Option<f64>> {
    use prop::num::f64::{NORMAL, SUBNORMAL, ZERO};
    prop::option::of(NORMAL | SUBNORMAL | ZERO)
}

proptest! {
    #[test]
    fn what_is_written_reads_back(
        features in prop::collection::vec(
            (any_feature(), [prop::option::of(finite()), prop::option::of(finite())], statistic(), statistic(), any::<String>()),
            0..6,
        ),
        game in prop::option::of(any::<String>()),
    ) {
        let features = features.into_iter().map(|(feature, weights, support, effect, comment)| Weighted {
            feature, weights, support, effect, comment,
        });
        let set = FeatureSet { features: features.collect() };
        let written = to_toml(&set, game.as_deref(), HUNT).unwrap();
        let loaded = load("a.toml", &written, None);
        prop_assert_eq!(&loaded.selection, &set, "{}", written);
        prop_assert_eq!(loaded.game, game);
    }

    #[test]
    fn damaged_files_are_read_or_refused_at_a_place_inside(
        which in 0usize..5,
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0usize..8, prop::sample::select(&b"(){}[]\"/\\,:=-!#. \n019ePS\xff\xc3"[..])), 1..6),
        choice in prop::option::of(prop_oneof![Just("1"), Just("2"), Just("r"), Just("lucas")]),
    ) {
        let weights = "1\n2.5\nFeatureSet=patterns.fs\n";
        let features = "PassMove\nrel:to=<{0}>:pat=<els=[f{0}]>:comment=\"x\"\n";
        let alone = "(ai (features (featureSet All {(pair \"PassMove\" 1)})))";
        let (file, text) = [("a.toml", TOML), ("a.def", DEF), ("a", alone), ("a.txt", weights), ("a.fs", features)][which];
        let mut bytes = text.as_bytes().to_vec();
        for (at, cut, byte) in edits {
            let at = at.index(bytes.len() + 1);
            let end = (at + cut).min(bytes.len());
            bytes.splice(at..end, [byte]);
        }
        let text = String::from_utf8_lossy(&bytes);
        match try_parse(file, &text, choice) {
            Ok(loaded) => {
                let written = to_toml(&loaded.selection, loaded.game.as_deref(), HUNT).unwrap();
                prop_assert_eq!(load("a.toml", &written, None).selection, loaded.selection);
            }
            Err(error) => {
                prop_assert!(!error.message.is_empty());
                let lines = text.matches('\n').count() + 1;
                if let Some((line, column)) = error.place {
                    prop_assert!((1..=lines.max(2)).contains(&line) && column >= 1, "{}", error);
                }
            }
        }
    }
}
