//! `sowlab features explain`, `active` and `lint` end to end.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::{data, line, line_in, session};

#[test]
fn features_explained() {
    session(
        "features_explain.txt",
        &[
            "features explain 'rel:to=<{}>:pat=<els=[e{0,0,1/4}]>' --game 'alquerkonane(rows=4,columns=4)' --anchor B2",
            "features explain 'rel:last_to=<{0,3/8}>:to=<{}>:pat=<els=[!-{0,1/4,3/8}, !R1{0}, -{0,-3/8,-1/8}]>' --game hare-and-hounds --anchor B3",
            "features explain 'rel:last_to=<{0,0}>:from=<{}>:to=<{0}>:pat=<els=[]>' --game hare-and-hounds --player hounds",
            "features explain 'rel:to=<{}>:pat=<rots=[.25],els=[#{0}, !f{1/4}]>' --game 'alquerkonane(rows=4,columns=4)'",
            "features explain 'rel:to=<{}>:pat=<els=[!N4{}]>' --game hare-and-hounds",
            "features explain 'rel:to=<{}>:pat=<rots=[0],els=[I1{0}]>' --game 'sowing(pots=4)'",
            "features explain 'rel:to=<{}>:pat=<refl=false,rots=[0],els=[f{0}, -{1/2,0}]>' --game hare-and-hounds --anchor 4 --format json",
            "features explain PassMove --game hare-and-hounds",
            "features explain 'rel:to=<{}>:pat=<els=[e{0]>' --game hare-and-hounds",
            "features explain 'rel:to=<{}>:pat=<els=[R0{0}]>' --game alquerkonane",
            "features explain 'rel:to=<{}>:pat=<els=[f{0}]>' --game sowing",
            "features explain 'rel:to=<{}>:pat=<els=[]>' --game fanorona",
            "features explain Intercept --game hare-and-hounds --player white",
            "features explain Intercept --game hare-and-hounds --anchor Z9",
            "features explain Intercept --game hare-and-hounds --plot pattern.svg",
        ],
    );
}

#[test]
fn active_features() {
    let hunt = "features active --game hare-and-hounds --set data/features/hare-and-hounds.toml";
    let four = "features active --game 'alquerkonane(rows=6,columns=4)' --set data/features/alquerkonane.toml";
    let kalah =
        "features active --game 'kalah(pits=3,seeds=2)' --features tests/data/features/kalah.txt";
    let commands = [
        hunt.to_string(),
        format!("{hunt} --position 'B4 / A2,B1,C3 hare' --last-move C2-C3"),
        format!("{hunt} --position 'B4 / A2,B1,C3 hare' --last-move none --format json"),
        format!("{hunt} --position 'B4 / A2,B1,C3 hare' --last-move setup"),
        format!("{hunt} --position 'B4 / A2,B1,C3 hounds' --last-move pass --format csv"),
        four.to_string(),
        format!("{four} --position '- / A1 white'"),
        format!("{kalah} --last-move 1"),
        format!("{kalah} --last-move 'south 1'"),
        format!("{kalah} --last-move 9"),
        format!("{hunt} --last-move Z9"),
        hunt.replace("hare-and-hounds.toml", "alquerkonane.toml"),
        "features active --game hare-and-hounds".into(),
    ];
    let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
    session("features_active.txt", &commands[..commands.len() - 1]);
    assert_eq!(line(commands[commands.len() - 1]).code, 2);
}

#[test]
fn sets_looked_through() {
    session(
        "features_lint.txt",
        &[
            "features lint data/features/alquerkonane.toml",
            "features lint data/features/alquerkonane.toml --format json",
            "features lint data/features/alquerkonane-corrected.toml",
            "features lint data/features/hare-and-hounds.toml",
            "features lint tests/data/features/faulty.txt --game kalah",
            "features lint tests/data/features/faulty.txt",
            "features lint data/features/alquerkonane.toml --game hare-and-hounds",
            "features lint nowhere.toml",
        ],
    );
}

/// Every command of the documentation prints what stands there.
#[test]
fn the_documentation_shows_real_output() {
    let text = fs::read_to_string(data("../../docs/methods/features.md")).unwrap();
    let mut commands = 0;
    for block in text.split("```").skip(1).step_by(2) {
        let Some(block) = block.strip_prefix("text\n$ sowlab ") else {
            continue;
        };
        let (command, expected) = block.split_once('\n').unwrap();
        let ran = line(command);
        assert_eq!(ran.stdout + &ran.stderr, expected, "{command}");
        commands += 1;
    }
    assert!(commands > 5, "{commands}");
}

/// The vectors of `key` in a file for `--positions` with the set as a file: active
/// features, sums and probabilities are those stated.
fn check(key: &str, game: &str, players: [&str; 2]) {
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(data(&format!("features/{key}_set.json"))).unwrap();
    let file: Value = serde_json::from_str(&text).unwrap();
    let (mut list, mut toml) = (String::new(), String::new());
    for (i, text) in file["features"].as_array().unwrap().iter().enumerate() {
        let text = text.as_str().unwrap();
        list += &format!("{text}\n");
        let weight = |p: &str| {
            file["seed_weights"][p][i.to_string()]
                .as_f64()
                .unwrap_or(0.0)
        };
        toml += &format!("[[feature]]\nstring = {}\n", json!(text));
        let weights = [weight("P1"), weight("P2")].map(|w| format!("{w:?}"));
        toml += &format!(
            "weight = {{ {} = {}, {} = {} }}\n",
            players[0], weights[0], players[1], weights[1]
        );
    }
    fs::write(folder.path().join("list.txt"), list).unwrap();
    fs::write(folder.path().join("set.toml"), toml).unwrap();
    let vectors = data(&format!("features/{key}_features.jsonl"));
    let run = |what: &str, out: &str| {
        let vectors = vectors.display();
        let command =
            format!("features active --game '{game}' {what} --positions '{vectors}' --out {out}");
        let ran = line_in(folder.path(), &command);
        assert_eq!(ran.code, 0, "{command}: {}", ran.stderr);
        fs::read_to_string(folder.path().join(out)).unwrap()
    };
    let listed = run("--features list.txt", "list.jsonl");
    let weighted = run("--set set.toml", "set.jsonl");
    let expected = fs::read_to_string(&vectors).unwrap();
    assert_eq!(listed.lines().count(), expected.lines().count());
    let mut moves = 0;
    for ((expected, listed), weighted) in expected.lines().zip(listed.lines()).zip(weighted.lines())
    {
        let read = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        let [expected, listed, weighted] = [expected, listed, weighted].map(read);
        assert_eq!(listed["id"], expected["id"]);
        let list = |v: &Value| v["moves"].as_array().unwrap().clone();
        let (expected, listed, weighted) = (list(&expected), list(&listed), list(&weighted));
        assert_eq!(
            (listed.len(), weighted.len()),
            (expected.len(), expected.len())
        );
        for ((e, l), w) in expected.iter().zip(&listed).zip(&weighted) {
            for field in ["from", "to", "active"] {
                assert_eq!(l[field], e[field], "{key}");
                assert_eq!(w[field], e[field], "{key}");
            }
            let near = |field: &str, scale: f64| {
                let (found, stated) = (w[field].as_f64().unwrap(), e[field].as_f64().unwrap());
                assert!((found - stated).abs() <= 1e-6 * scale, "{key} {field}");
            };
            near("logit", e["logit"].as_f64().unwrap().abs().max(1.0));
            near("prob", 1.0);
            moves += 1;
        }
    }
    assert!(moves > 90, "{key}: {moves}");
    // The matrix has a row for each active feature, or one for a move without any.
    let matrix = run("--features list.txt", "matrix.csv");
    assert_eq!(matrix.lines().next(), Some("line,move,feature,weight"));
    let rows: usize = listed
        .lines()
        .map(|l| {
            let value: Value = serde_json::from_str(l).unwrap();
            let moves = value["moves"].as_array().unwrap().iter();
            moves
                .map(|m| m["active"].as_array().unwrap().len().max(1))
                .sum::<usize>()
        })
        .sum();
    assert_eq!(matrix.lines().count(), 1 + rows);
}

#[test]
fn vectors_of_the_hunt() {
    check("jm", "hare-and-hounds", ["hare", "hounds"]);
    check("extra_jm", "hare-and-hounds", ["hare", "hounds"]);
}

#[test]
fn vectors_of_alquerkonane() {
    check(
        "alq64",
        "alquerkonane(rows=6,columns=4)",
        ["white", "black"],
    );
}

#[test]
fn vectors_of_fanorona() {
    check("extra_fanorona", "fanorona(view=hops)", ["white", "black"]);
}

#[test]
fn files_of_positions_with_last_moves() {
    let folder = tempfile::tempdir().unwrap();
    let set = data("../../data/features/hare-and-hounds.toml");
    let command = |file: &str, rest: &str| {
        let set = set.display();
        line_in(
            folder.path(),
            &format!(
                "features active --game hare-and-hounds --set '{set}' --positions {file} {rest}"
            ),
        )
    };
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write(
        "a.jsonl",
        "{\"id\": 7, \"position\": \"B4 / A2,B1,C3 hare\", \"last_move\": \"C2-C3\"}\n\n\
         {\"position\": \"B4 / A2,B1,C3\"}\n",
    );
    let ran = command("a.jsonl", "--format json");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let told: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!((&told[0]["line"], &told[0]["id"]), (&json!(1), &json!("7")));
    assert_eq!(
        (&told[0]["last_from"], &told[0]["last_to"]),
        (&json!("C2"), &json!("C3"))
    );
    assert_eq!(
        (&told[1]["line"], &told[1]["last_to"]),
        (&json!(3), &Value::Null)
    );
    let first = line(
        "features active --game hare-and-hounds --set data/features/hare-and-hounds.toml \
         --position 'B4 / A2,B1,C3 hare' --last-move C2-C3 --format json",
    );
    let first: Value = serde_json::from_str(&first.stdout).unwrap();
    assert_eq!(first["moves"], told[0]["moves"]);
    write(
        "a.csv",
        "position,last_move\n\"B4 / A2,B1,C3 hare\",C2-C3\n",
    );
    let ran = command("a.csv", "--format json");
    let same: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(same[0]["moves"], told[0]["moves"]);

    let who = "\"who\": [2,0,0,1,0,0,2,0,0,0,2]";
    let raw = |rest: &str| format!("{{{who}, \"mover\": 1, {rest}}}\n");
    let places = "\"last_from\": -1, \"last_to\": 10";
    for (name, text, message) in [
        (
            "b.jsonl",
            "{\"position\": \"B4 / A2,B1,C3\", \"last_move\": \"Z1\"}".to_string(),
            "b.jsonl, line 1: last_move: ",
        ),
        ("c.jsonl", raw("\"last_to\": 1"), "c.jsonl, line 1: column "),
        (
            "d.jsonl",
            raw(&format!(
                "{places}, \"moves\": [{{\"from\": 11, \"to\": 1}}]"
            )),
            "d.jsonl, line 1: moves, number 1, from: expected -1 to 10, found 11",
        ),
        (
            "e.jsonl",
            raw(&format!("{places}, \"moves\": []")).replace("[2,0", "[3,0"),
            "e.jsonl, line 1: who: expected 0, 1 or 2, found 3",
        ),
        (
            "f.jsonl",
            raw(&format!("{places}, \"moves\": []")).replace("[2,0", "[2"),
            "f.jsonl, line 1: who: 10 sites",
        ),
        (
            "g.jsonl",
            raw(&format!("{places}, \"moves\": []")).replace("\"mover\": 1", "\"mover\": 3"),
            "g.jsonl, line 1: mover: expected 1 or 2, found 3",
        ),
        (
            "h.jsonl",
            raw(&format!("{places}, \"moves\": []")) + "x\n",
            "h.jsonl, line 2: column ",
        ),
        ("i.jsonl", String::new(), "i.jsonl: no positions"),
    ] {
        write(name, &text);
        let ran = command(name, "--out answers.json");
        assert_eq!(ran.code, 2, "{name}");
        assert!(ran.stderr.contains(message), "{name}: {}", ran.stderr);
        assert!(!folder.path().join("answers.json").exists(), "{name}");
    }
}

/// Without a game, a fault of the file is told before that none is named.
#[test]
fn faults_of_sets() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text, message) in [
        ("a.toml", "game = \n", "error: a.toml:1:"),
        (
            "b.toml",
            "[[feature]]\nstring = \"Intercept\"\nweight = 1\n",
            "error: b.toml: names no game: say with --game",
        ),
        (
            "c.toml",
            "game = \"chess\"\n",
            "error: c.toml: game: unknown game chess",
        ),
        (
            "d.toml",
            "game = \"fanorona\"\n",
            "error: fanorona(rows=5,columns=9): features see single steps",
        ),
        (
            "e.toml",
            "game = \"alquerkonane\"\n[[feature]]\nstring = \"rel:to=<{}>:pat=<els=[q{}]>\"\nweight = 1\n",
            "error: e.toml:3:",
        ),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
        let ran = line_in(folder.path(), &format!("features lint {name}"));
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{name}");
        assert!(ran.stderr.starts_with(message), "{name}: {}", ran.stderr);
    }
}

#[test]
fn drawings_of_features() {
    let folder = tempfile::tempdir().unwrap();
    let draw = |out: &str| {
        line_in(
            folder.path(),
            &format!(
                "features explain 'rel:from=<{{}}>:to=<{{0}}>:pat=<els=[!e{{0,1/4}}]>' --game hare-and-hounds --anchor A2 --plot {out}"
            ),
        )
    };
    let ran = draw("a.svg");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, "wrote a.svg\n"));
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    let svg = String::from_utf8(read("a.svg")).unwrap();
    for word in ["anchor", "the move", "not hounds", "walk of !e{0,1/4}"] {
        assert!(svg.contains(word), "{word}");
    }
    assert_eq!(draw("b.png").code, 0);
    assert!(read("b.png").starts_with(b"\x89PNG"));
    assert_eq!(draw("c.gif").code, 2);
    assert!(Path::new(&folder.path().join("a.svg.json")).exists());
}

/// No command writes over the set that its policy comes from.
#[test]
fn sets_are_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let set = "[[feature]]\nstring = \"Intercept\"\nweight = 1.5\n";
    // A set that one command may take for its output.
    let policy = "features(file=set.csv)";
    for command in [
        format!("generate 'sowing(pots=4)' --games 9 --policy '{policy}' --out set.csv"),
        format!("generate 'sowing(pots=4)' --exact --policy 'north={policy}' --out set.csv"),
        format!("match --game 'sowing(pots=4)' --games 2 '{policy}' random --out set.csv"),
        format!(
            "curve --game 'sowing(pots=4)' --agent 'rollout(n=?)' --opponent '{policy}' --values 1,2 --games 4 --out set.csv"
        ),
        format!("solve 'sowing(pots=4)' --fix 'north={policy}' --out set.csv"),
        format!("evaluate advice 'sowing(pots=4)' --games 9 --policy '{policy}' --out set.csv"),
    ] {
        fs::write(folder.path().join("set.csv"), set).unwrap();
        let ran = line_in(folder.path(), &command);
        assert_eq!(ran.code, 2, "{command}: {}", ran.stderr);
        assert!(ran.stderr.contains("set.csv"), "{command}: {}", ran.stderr);
        let left = fs::read_to_string(folder.path().join("set.csv")).unwrap();
        assert_eq!(left, set, "{command}");
    }
    fs::write(folder.path().join("set.toml"), set).unwrap();
    let ran = line_in(
        folder.path(),
        "generate 'sowing(pots=4)' --games 9 --policy 'features(file=set.toml)' --out a.csv",
    );
    assert_eq!(ran.code, 0, "{}", ran.stderr);
}
