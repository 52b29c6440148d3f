//! `sowlab show`, through the binary; and a game of somebody else's, drawn.

use std::fs;

use sowlab::game::{Broken, Drawable, Game, Outcome, Picture, Player, Site};
use sowlab::plot::{self, Board, Figure, Mark, Size, terminal};
use tempfile::TempDir;

use crate::plot::sowlab;

#[test]
fn a_position_is_drawn_as_text() {
    let (code, out, _) = sowlab(&["show", "sowing(pots=4,seeds=2)"]);
    assert_eq!(code, 0);
    assert_eq!(
        out,
        "\
┌────┬────┬────┬────┐
│  2 │  2 │  2 │  2 │
└────┴────┴────┴────┘
   0    1    2    3
South to move, sowing to the right →
"
    );
    let args = [
        "show",
        "sowing(pots=4,seeds=2)",
        "--position",
        "[0,3,3,2] north",
    ];
    let (_, out, _) = sowlab(&args);
    assert!(out.contains("│  0 │  3 │  3 │  2 │"), "{out}");
    assert!(
        out.ends_with("← North to move, sowing to the left\n"),
        "{out}"
    );
}

#[test]
fn exact_values_are_those_of_the_specification() {
    // South, to move, wins [2,2,2,2] by 1 only.
    let (_, out, _) = sowlab(&["show", "sowing(pots=4,seeds=2)", "--exact"]);
    let scores = out.lines().next().unwrap();
    assert_eq!(
        scores.split_whitespace().collect::<Vec<_>>(),
        ["loss", "win*"]
    );
    // Of 6 pots only the opening 2 wins.
    let (_, out, _) = sowlab(&["show", "sowing", "--exact"]);
    let scores = out.lines().next().unwrap();
    assert_eq!(
        scores.split_whitespace().collect::<Vec<_>>(),
        ["loss", "loss", "win*", "loss"]
    );
    let big = [
        "show",
        "sowing(pots=24,seeds=3)",
        "--exact",
        "--nodes",
        "1e4",
    ];
    let (code, _, error) = sowlab(&big);
    assert_eq!(code, 2);
    assert!(error.contains("not solved within 10000 nodes"), "{error}");
}

#[test]
fn scores_by_hand_stand_on_their_moves() {
    let game = "sowing(pots=4,seeds=2)";
    let (code, out, _) = sowlab(&["show", game, "--scores", "0=-0.5,1=1"]);
    assert_eq!(code, 0);
    assert!(out.starts_with("   -0.50   +1.00*\n"), "{out}");
    for (scores, part) in [
        ("0", "expected move=score"),
        ("9=0.1", "pots 0 to 3"),
        ("3=0.1", "leaves the board"),
        ("x=0.1", "expected a pot"),
        ("0=2", "from -1 to 1"),
        ("0=NaN", "from -1 to 1"),
        ("0=0.1,0=0.2", "two scores"),
    ] {
        let (code, _, error) = sowlab(&["show", game, "--scores", scores]);
        assert_eq!(code, 2, "{scores}");
        assert!(error.contains(part), "{scores}: {error}");
    }
}

#[test]
fn a_transcript_is_a_film_strip() {
    let game = "sowing(pots=4,seeds=2)";
    let (code, out, _) = sowlab(&["show", game, "--transcript", "1,3 1\n"]);
    assert_eq!(code, 0);
    assert_eq!(
        out,
        "\
0  start    2  2  2  2
1  South 1  2 [0] 3  3
2  North 3  3  1  4 [0]
3  South 1  3 [0] 5  0
South wins after 3 moves
"
    );
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("game.txt");
    fs::write(&file, "1\r\n3\r\n").unwrap();
    let file = file.to_str().unwrap();
    let (_, out, _) = sowlab(&["show", game, "--transcript", file]);
    assert!(
        out.ends_with("2  North 3  3  1  4 [0]\nnot finished: South to move\n"),
        "{out}"
    );
    // One position of it, with the last move marked.
    let (_, out, _) = sowlab(&["show", game, "--transcript", file, "--ply", "2", "--exact"]);
    assert!(out.contains("(0)") && out.contains("win"), "{out}");
    let (code, _, error) = sowlab(&["show", game, "--transcript", file, "--ply", "3"]);
    assert_eq!(code, 2);
    assert!(error.contains("has 2 moves"), "{error}");
}

#[test]
fn the_first_illegal_move_is_named() {
    let game = "sowing(pots=4,seeds=2)";
    for (moves, part) in [
        (
            "1 2 9",
            "move 2 (North 2): sowing 3 from pot 2 leaves the board on the left",
        ),
        ("1 3 9", "move 3 (South 9): the start, pot 9, is outside"),
        ("1 3 -1", "move 3 (South -1): expected a pot"),
        ("1 x", "move 2 (North x): expected a pot"),
        ("1 3 1 0", "move 4 (North 0): the game is over: South wins"),
    ] {
        let (code, out, error) = sowlab(&["show", game, "--transcript", moves]);
        assert_eq!((code, out.as_str()), (2, ""), "{moves}");
        assert!(error.contains(part), "{moves}: {error}");
    }
}

#[test]
fn pictures_are_written_whole_or_not_at_all() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let game = "sowing(pots=32,seeds=7)";
    for name in ["a.svg", "b.png"] {
        let (code, out, notes) = sowlab(&["show", game, "--out", &path(name), "--width", "800"]);
        assert_eq!((code, out.as_str()), (0, ""));
        assert!(notes.contains(name), "{notes}");
    }
    let svg = fs::read_to_string(path("a.svg")).unwrap();
    assert!(svg.starts_with("<svg width=\"800\""), "{}", &svg[..80]);
    let png = fs::read(path("b.png")).unwrap();
    assert_eq!(png[16..20], 800u32.to_be_bytes());
    for args in [
        &["show", game, "--out", "c.gif"][..],
        &["show", game, "--position", "[1,2]", "--out", &path("c.svg")],
        &["show", "sowin", "--out", &path("c.svg")],
        &["show", game, "--ply", "1", "--out", &path("c.svg")],
        &[
            "show",
            game,
            "--transcript",
            "0",
            "--exact",
            "--out",
            &path("c.svg"),
        ],
    ] {
        let (code, _, error) = sowlab(args);
        assert_eq!(code, 2, "{args:?}");
        assert!(error.contains("error:"), "{error}");
    }
    // Two pictures, each with its manifest.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
}

/// Two heaps above one another; take one or more from one. Not of this crate.
#[derive(Clone)]
struct Heaps;

impl Game for Heaps {
    type Position = ([u8; 2], bool);
    type Move = (u8, u8);

    const RULES_VERSION: u32 = 1;

    fn name(&self) -> String {
        "heaps".into()
    }

    fn players(&self) -> [&'static str; 2] {
        ["left", "right"]
    }

    fn initial(&self) -> Self::Position {
        ([3, 14], false)
    }

    fn mover(&self, position: &Self::Position) -> Player {
        if position.1 { Player::Two } else { Player::One }
    }

    fn expand(&self, position: &Self::Position, moves: &mut Vec<(u8, u8)>) -> Option<Outcome> {
        moves.clear();
        for heap in 0..2 {
            moves.extend((1..=position.0[usize::from(heap)]).map(|n| (heap, n)));
        }
        let over = moves.is_empty();
        over.then(|| Outcome::win(self.mover(position).other()))
    }

    fn play(&self, position: &Self::Position, mv: (u8, u8)) -> Self::Position {
        let (mut heaps, right) = *position;
        heaps[usize::from(mv.0)] -= mv.1;
        (heaps, !right)
    }

    fn check(&self, _: &Self::Position, _: (u8, u8)) -> Result<(), Broken> {
        Ok(())
    }

    fn always_ends(&self) -> bool {
        true
    }
}

impl Drawable for Heaps {
    fn picture(&self, position: &Self::Position) -> Picture {
        let site = |i: usize| Site::pot((0.0, i as f64), position.0[i], ["lower", "upper"][i]);
        Picture {
            sites: vec![site(0), site(1)],
            caption: "Left to move".into(),
            ..Picture::default()
        }
    }

    fn site_of(&self, _: &Self::Position, mv: (u8, u8)) -> Option<usize> {
        Some(mv.0.into())
    }
}

#[test]
fn a_game_of_somebody_else_is_drawn() {
    let start = Heaps.initial();
    let board = Board {
        title: "heaps".into(),
        note: String::new(),
        picture: Heaps.picture(&start),
        marks: vec![Mark {
            site: Heaps.site_of(&start, (1, 11)).unwrap(),
            text: "win".into(),
            score: Some(1.0),
            best: true,
        }],
        last: None,
        arrows: Vec::new(),
    };
    let text = terminal::board(&board).unwrap();
    let upper = text.find("14").unwrap();
    assert!(upper < text.find("│   3").unwrap(), "{text}");
    let svg = plot::svg(&Figure::Board(board), Size::default()).unwrap();
    for word in ["upper", "lower", "Left to move", "win", "14"] {
        assert!(svg.contains(&format!(">\n{word}\n</text>")), "{word}");
    }
}

#[test]
fn kalah_is_two_rows_between_the_stores() {
    let (code, out, _) = sowlab(&["show", "kalah(pits=3,seeds=2)", "--exact"]);
    assert_eq!(code, 0);
    let lines: Vec<&str> = out.lines().collect();
    // South's values stand below its row, its own side.
    assert_eq!(
        lines[0].split_whitespace().collect::<Vec<_>>(),
        ["3", "2", "1"]
    );
    assert!(
        lines[2].starts_with('┌') && lines[2].ends_with('┐'),
        "{out}"
    );
    assert!(
        lines[6].contains("win") || lines[6].contains("loss"),
        "{out}"
    );
    assert!(
        lines[7].starts_with("  North") && lines[7].ends_with("South"),
        "{out}"
    );
    // From [2,2,2] South's 2 ends in the store: South moves again.
    let args = ["show", "kalah(pits=3,seeds=2)", "--transcript", "2 3 3 1"];
    let (code, out, error) = sowlab(&args);
    assert_eq!(code, 0, "{error}");
    assert_eq!(
        out,
        "\
0  start        0 │ 2  2  2 │
                  │ 2  2  2 │ 0
1  South 2      0 │ 2  2  2 │
   South again    │ 2 [0] 3 │ 1
2  South 3      0 │ 2  3  3 │
                  │ 2  0 [0]│ 2
3  North 3      1 │[0] 3  3 │
                  │ 3  0  0 │ 2
4  South 1      1 │ 0  3  3 │
   South again    │[0] 1  1 │ 3
not finished: South to move
"
    );
}

#[test]
fn the_perfect_game_of_the_literature_ends_at_its_margin() {
    // Kalah(4,3), 13-1-032-2-3-0-1320-3-0-2 with pits counted from 0.
    let moves = "2 4 2 1 4 3 3 4 1 2 4 3 1 4 1 3";
    let args = ["show", "kalah(pits=4,seeds=3)", "--transcript", moves];
    let (code, out, error) = sowlab(&args);
    assert_eq!(code, 0, "{error}");
    assert!(out.ends_with("South wins by 8 after 16 moves\n"), "{out}");
    // The turns 13, 032 and 1320 go on once, twice and three times.
    assert_eq!(out.matches("South again").count(), 6, "{out}");
}

/// As many seeds on either side: the tibong decides, and nobody wins "by 0".
#[test]
fn a_win_at_equal_points_is_told_so() {
    let position = "[3,1,2,2,2,2] south";
    let (code, out, error) = sowlab(&["show", "fang(holes=6)", "--position", position]);
    assert_eq!(code, 0, "{error}");
    assert!(
        out.contains("The game is over: South wins at equal points"),
        "{out}"
    );
    assert!(!out.contains("by 0"), "{out}");
}

#[test]
fn fang_is_two_halves_between_the_reserves() {
    // The sample game of the specification: small 3 2 1 2 3 4 -> 2 3 2 1.
    let args = ["show", "fang(holes=4)", "--transcript", "3 2 1 2 3 4"];
    let (code, out, error) = sowlab(&args);
    assert_eq!(code, 0, "{error}");
    assert!(
        out.starts_with("0  start    3 │ 0  1 │ 1  0 │ 3\n"),
        "{out}"
    );
    assert!(out.contains("6  North 4  0 │ 2  3 │ 2 [1]│ 0\n"), "{out}");
    assert!(out.ends_with("South wins by 2 after 6 moves\n"), "{out}");
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.svg");
    let (code, _, error) = sowlab(&["show", "fang", "--out", path.to_str().unwrap()]);
    assert_eq!(code, 0, "{error}");
    let svg = fs::read_to_string(path).unwrap();
    for word in [
        "South: reserve",
        "North: reserve",
        "tibong",
        "South sows →",
        "8",
    ] {
        assert!(svg.contains(&format!(">\n{word}\n</text>")), "{word}");
    }
    // Both players' colours.
    assert!(svg.contains("#0072B2") && svg.contains("#D55E00"));
}
