//! `sowlab advise` through the binary, and a game from outside through the
//! library.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use ndarray::array;
use serde_json::Value;
use sowlab::game::{Broken, Game, Outcome, Player, Symmetric, VectorError, Vectorize};
use sowlab::knn::{Advisor, Label, Metric, Mover, Rule, Ties, Vote, Voters, Weight};

const EIGHT: &str = "sowing(board=[2,1,1,2,0,1,5,0])";

fn sowlab(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sowlab"));
    command.args(arguments).output().unwrap()
}

fn text(arguments: &[&str]) -> String {
    let out = sowlab(arguments);
    let error = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(0), "{error}");
    String::from_utf8(out.stdout).unwrap()
}

fn json(arguments: &[&str]) -> Value {
    let arguments = [arguments, &["--format", "json"]].concat();
    serde_json::from_str(&text(&arguments)).unwrap()
}

/// The message of a command that must refuse its input.
fn refusal(arguments: &[&str]) -> String {
    let out = sowlab(arguments);
    assert_eq!(out.status.code(), Some(2));
    assert!(out.stdout.is_empty());
    String::from_utf8(out.stderr).unwrap()
}

fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

fn one_row(folder: &Path) -> PathBuf {
    let text = "pot0,pot1,pot2,pot3,pot4,pot5,pot6,pot7,to_move,winner\n\
                0,3,3,0,0,1,5,0,north,south\n";
    write(folder, "one.csv", text)
}

/// The source's table: move, board, distance to the one recorded position.
#[test]
fn one_recorded_position_gives_the_table_of_the_source() {
    let folder = tempfile::tempdir().unwrap();
    let path = one_row(folder.path());
    let db = path.to_str().unwrap();
    assert_eq!(
        text(&["advise", EIGHT, "--db", db]),
        "move  position                 distance  rows  for  against  score  best  approve\n\
         0     [0,2,2,2,0,1,5,0] north         4     1    1        0      1   yes      yes\n\
         1     [2,0,2,2,0,1,5,0] north         8     1    1        0      1   yes      yes\n\
         2     [2,1,0,3,0,1,5,0] north        10     1    1        0      1   yes      yes\n\
         3     [2,1,1,0,1,2,5,0] north         8     1    1        0      1   yes      yes\n\
         5     [2,1,1,2,0,0,6,0] north        10     1    1        0      1   yes      yes\n\
         best: 0, 1, 2, 3, 5\n\
         approve: 0, 1, 2, 3, 5\n\
         nearest: 0\n"
    );
    // Euclidean distances are shown as lengths: sqrt(6) for the first move.
    let euclidean = text(&["advise", EIGHT, "--db", db, "--metric", "euclidean"]);
    assert!(
        euclidean.contains("[0,2,2,2,0,1,5,0] north    2.4495"),
        "{euclidean}"
    );
    let shown = text(&["advise", EIGHT, "--db", db, "--neighbours"]);
    assert!(
        shown.contains(
            "\nneighbours of [0,2,2,2,0,1,5,0] north, after 0:\n\
         coordinates        to_move  winner  count  distance\n\
         [0,3,3,0,0,1,5,0]  north    south       1         4\n"
        ),
        "{shown}"
    );
    // North moves next, so with rows of the same side only, it is silent for North.
    let north = sowlab(&[
        "advise",
        EIGHT,
        "--db",
        db,
        "--position",
        "[2,1,1,2,0,1,5,0] north",
    ]);
    let shown = String::from_utf8(north.stdout).unwrap();
    assert!(
        shown.ends_with("approve: no advice\nnearest: no advice\n"),
        "{shown}"
    );
    assert!(
        String::from_utf8(north.stderr)
            .unwrap()
            .contains("--mover any")
    );
}

fn generated(folder: &Path, extra: &[&str]) -> PathBuf {
    let path = folder.join("games.csv");
    let out = path.to_str().unwrap();
    let arguments = [
        "generate", "sowing", "--games", "500", "--seed", "3", "--out", out,
    ];
    text(&[&arguments[..], extra].concat());
    path
}

#[test]
fn fields_are_as_documented() {
    let folder = tempfile::tempdir().unwrap();
    let path = generated(folder.path(), &[]);
    let db = path.to_str().unwrap();
    let answer = json(&[
        "advise",
        "sowing",
        "--db",
        db,
        "--k",
        "7",
        "--neighbours",
        "3",
    ]);
    for (field, value) in [
        ("game", "sowing(pots=6,seeds=2)"),
        ("position", "[2,2,2,2,2,2] south"),
        ("to_move", "south"),
        ("metric", "manhattan"),
        ("ties", "all"),
        ("weight", "distinct"),
        ("vote", "majority"),
        ("mover", "any"),
        ("label", "game"),
    ] {
        assert_eq!(answer[field], value);
    }
    assert_eq!((&answer["k"], &answer["winner"]), (&7.into(), &Value::Null));
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 4);
    for mv in moves {
        let n = |field: &str| mv[field].as_i64().unwrap();
        assert_eq!(n("weight"), n("for") + n("against") + n("draws"));
        assert!(n("weight") >= 7);
        let score = (n("for") - n("against")) as f64 / n("weight") as f64;
        assert!((mv["score"].as_f64().unwrap() - score).abs() < 1e-12);
        assert_eq!(mv["approve"], score > 0.0);
        let named = answer["best"].as_array().unwrap().contains(&mv["move"]);
        assert_eq!(mv["best"], named);
        let rows = mv["neighbours"].as_array().unwrap();
        assert_eq!(rows.len() as i64, n("rows").min(3));
        assert!(
            rows.iter()
                .all(|r| r["distance"].as_f64() <= mv["distance"].as_f64())
        );
    }
    // The classroom keeps every position once for each winner.
    let classroom = json(&[
        "advise",
        "sowing",
        "--db",
        db,
        "--ties",
        "classroom",
        "--k",
        "3",
    ]);
    assert_eq!(classroom["weight"], "distinct");
    let moves = classroom["moves"].as_array().unwrap();
    assert!(moves.iter().all(|m| m["weight"] == 3 && m["rows"] == 3));
    // Positions before the end: only rows with the same side to move vote.
    let path = generated(folder.path(), &["--record", "all"]);
    let all = json(&[
        "advise",
        "sowing",
        "--k",
        "1",
        "--db",
        path.to_str().unwrap(),
    ]);
    assert_eq!(all["mover"], "same");
    assert!(all["moves"][0]["exact"].as_bool().unwrap());
    assert_eq!(all["moves"][0]["distance"], 0.0);
    let hidden = json(&[
        "advise",
        "sowing",
        "--db",
        path.to_str().unwrap(),
        "--k",
        "1",
        "--hide-exact",
    ]);
    assert!(hidden["moves"][0]["exact"].as_bool().unwrap());
    assert_ne!(hidden["moves"][0]["distance"], 0.0);
}

#[test]
fn exact_databases_vote_by_probability() {
    let folder = tempfile::tempdir().unwrap();
    // The two final positions of four pots with two seeds, with the
    // probabilities of uniform play.
    let path = write(
        folder.path(),
        "exact.csv",
        "pot0,pot1,pot2,pot3,to_move,winner,margin,probability\n\
         0,4,4,0,south,north,,0.5\n\
         3,0,5,0,north,south,,0.5\n",
    );
    let db = path.to_str().unwrap();
    let answer = json(&[
        "advise",
        "sowing(pots=4,seeds=2)",
        "--db",
        db,
        "--weight",
        "count",
        "--neighbours",
    ]);
    // [0,3,3,2] is 4 from [0,4,4,0] and 10 from [3,0,5,0]; the nearest row alone
    // outweighs any number of games.
    let first = &answer["moves"][0];
    assert_eq!(
        (&first["distance"], &first["weight"]),
        (&4.0.into(), &0.5.into())
    );
    assert_eq!(
        (&first["against"], &first["score"]),
        (&0.5.into(), &(-1.0).into())
    );
    assert_eq!(first["neighbours"][0]["count"], 0.5);
    assert_eq!(answer["best"], serde_json::json!(["1"]));
}

#[test]
fn files_are_answered_row_by_row() {
    let folder = tempfile::tempdir().unwrap();
    let path = generated(folder.path(), &[]);
    let db = path.to_str().unwrap();
    let mut asked = String::from("id,position\n");
    for i in 0..40 {
        asked += &format!("a{i},\"[2,2,2,2,2,2] {}\"\n", ["south", "north"][i % 2]);
        asked += &format!("b{i},\"[0,0,0,0,6,6] south\"\n");
    }
    let asked = write(folder.path(), "asked.csv", &asked);
    let mut files = Vec::new();
    for threads in ["1", "3"] {
        let out = folder.path().join(format!("out{threads}.csv"));
        text(&[
            "advise",
            "sowing",
            "--db",
            db,
            "--positions",
            asked.to_str().unwrap(),
            "--out",
            out.to_str().unwrap(),
            "--threads",
            threads,
        ]);
        files.push(std::fs::read_to_string(out).unwrap());
    }
    assert_eq!(files[0], files[1]);
    let lines: Vec<&str> = files[0].lines().collect();
    assert_eq!(
        lines[0],
        "line,id,from,to_move,winner,move,position,distance,rows,weight,for,against,draws,score,\
         exact,best,approve"
    );
    // Four moves for each start, and one row for each finished position.
    assert_eq!(lines.len(), 1 + 40 * 4 + 40);
    assert!(lines[1].starts_with("2,a0,\"[2,2,2,2,2,2] south\",south,,0,\"[0,3,3,2,2,2] north\","));
    assert_eq!(
        lines[5],
        "3,b0,\"[0,0,0,0,6,6] south\",south,north,,,,,,,,,,,,"
    );
    // The same as one by one.
    let alone = json(&["advise", "sowing", "--db", db]);
    let fields: Vec<&str> = lines[1].rsplitn(12, ',').collect();
    let score: f64 = fields[3].parse().unwrap();
    let expected = alone["moves"][0]["score"].as_f64().unwrap();
    assert!((score - expected).abs() < 1e-12);
}

#[test]
fn finished_games_and_bad_input() {
    let folder = tempfile::tempdir().unwrap();
    let path = one_row(folder.path());
    let db = path.to_str().unwrap();
    let over = [
        "advise",
        EIGHT,
        "--db",
        db,
        "--position",
        "[0,0,0,0,0,0,6,6]",
    ];
    assert_eq!(text(&over), "the game is over: won by north\n");
    assert_eq!(json(&over)["winner"], "north");
    assert!(refusal(&["advise", "sowing", "--db", db]).contains("one.csv: line 1"));
    assert!(refusal(&["advise", EIGHT, "--db", "absent.csv"]).contains("absent.csv"));
    assert!(refusal(&["advise", EIGHT, "--db", db, "--label", "solver"]).contains("sowlab label"));
    assert!(refusal(&["advise", EIGHT, "--db", db, "--k", "0"]).contains("--k"));
    assert!(refusal(&["advise", EIGHT, "--db", db, "--metric", "cosine"]).contains("manhattan"));
    let bad = ["advise", EIGHT, "--db", db, "--position", "[1,2]"];
    assert!(refusal(&bad).contains("2 pots, expected 8"));
    let out = folder.path().join("out.csv");
    let asked = write(folder.path(), "asked.csv", "position\n\"[1,2]\"\n");
    let message = refusal(&[
        "advise",
        EIGHT,
        "--db",
        db,
        "--positions",
        asked.to_str().unwrap(),
        "--out",
        out.to_str().unwrap(),
    ]);
    assert!(message.contains("asked.csv, line 2"), "{message}");
    assert!(!out.exists());
}

/// Two piles; a move takes one stone; who takes the last one wins.
#[derive(Clone, Debug)]
struct Piles;

impl Game for Piles {
    type Position = ([u8; 2], Player);
    type Move = u8;
    const RULES_VERSION: u32 = 1;

    fn name(&self) -> String {
        "piles".into()
    }

    fn players(&self) -> [&'static str; 2] {
        ["left", "right"]
    }

    fn initial(&self) -> Self::Position {
        ([2, 1], Player::One)
    }

    fn mover(&self, position: &Self::Position) -> Player {
        position.1
    }

    fn expand(&self, (piles, mover): &Self::Position, moves: &mut Vec<u8>) -> Option<Outcome> {
        moves.clear();
        moves.extend((0..2).filter(|&i| piles[i as usize] > 0));
        moves.is_empty().then(|| Outcome::win(mover.other()))
    }

    fn play(&self, (piles, mover): &Self::Position, mv: u8) -> Self::Position {
        let mut piles = *piles;
        piles[mv as usize] -= 1;
        (piles, mover.other())
    }

    fn check(&self, _: &Self::Position, _: u8) -> Result<(), Broken> {
        Ok(())
    }

    fn always_ends(&self) -> bool {
        true
    }
}

impl Symmetric for Piles {}

impl Vectorize for Piles {
    fn dim(&self) -> usize {
        2
    }

    fn columns(&self) -> Vec<String> {
        vec!["a".into(), "b".into()]
    }

    fn max_coordinate(&self) -> u8 {
        2
    }

    fn write(&self, position: &Self::Position, out: &mut [u8]) {
        out.copy_from_slice(&position.0);
    }

    fn read(&self, c: &[u8], mover: Player) -> Result<Self::Position, VectorError> {
        Ok(([c[0], c[1]], mover))
    }
}

#[test]
fn a_game_from_outside_is_advised() {
    let rows = array![[1, 1], [2, 0], [0, 0]];
    let sides = [Player::Two, Player::Two, Player::Two];
    let labels = [Some(Label::One), Some(Label::Two), Some(Label::One)];
    let voters = Voters::new(rows.view(), &sides, &labels, &[1, 1, 1], Mover::Same).unwrap();
    let advisor = Advisor {
        voters: &voters,
        rule: Rule {
            metric: Metric::Chebyshev,
            k: 1,
            ties: Ties::All,
            weight: Weight::Count,
            vote: Vote::Majority,
        },
        hide_exact: false,
    };
    let advice = advisor.advise(&Piles, &Piles.initial()).unwrap();
    let scores: Vec<f64> = advice.moves.iter().map(|m| m.tally.score).collect();
    assert_eq!(scores, [1.0, -1.0]);
    assert!(advice.moves[0].best && advice.moves[0].approve && advice.moves[0].exact);
    // Without the rows equal to the question: (1,1) is one step from all others.
    let hidden = Advisor {
        hide_exact: true,
        ..advisor
    };
    let advice = hidden.advise(&Piles, &Piles.initial()).unwrap();
    let tally = advice.moves[0].tally;
    assert_eq!((tally.distance, tally.rows, tally.score), (Some(1), 2, 0.0));
    let over = advisor.advise(&Piles, &([0, 0], Player::Two)).unwrap();
    assert_eq!(over.outcome, Some(Outcome::win(Player::One)));
    assert!(over.moves.is_empty());
    let narrow = array![[1], [2]];
    let voters = Voters::new(
        narrow.view(),
        &sides[..2],
        &labels[..2],
        &[1, 1],
        Mover::Any,
    )
    .unwrap();
    let advisor = Advisor {
        voters: &voters,
        ..advisor
    };
    assert!(advisor.advise(&Piles, &Piles.initial()).is_err());
}
