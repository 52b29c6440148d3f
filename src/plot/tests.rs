//! Every kind of figure, whatever it holds: readable, well-formed, repeatable.

use proptest::prelude::*;

use super::scene::assert_readable;
use super::*;
use crate::game::{Drawable, Picture, Site};
use crate::prelude::*;

fn series(name: &str, points: &[(f64, f64)]) -> Series {
    let point = |&(x, y): &(f64, f64)| (x, Estimate::between(y, y - 0.05, y + 0.05));
    Series {
        name: name.into(),
        points: points.iter().map(point).collect(),
        ..Series::default()
    }
}

fn curve(series: Vec<Series>) -> Curve {
    Curve {
        title: "Hit rate of the advice".into(),
        note: "n = 20 replicates".into(),
        x: Axis::log("games"),
        y: Axis::share("hit rate"),
        series,
        references: vec![Reference {
            name: "chance".into(),
            value: 0.47,
        }],
        limit: "exact".into(),
    }
}

fn heat(rows: usize, columns: usize) -> HeatMap {
    let names = |n: usize| (0..n).map(|i| format!("number {i}")).collect();
    let cell = |r: usize, c: usize| (r + c != 3).then_some(((r * 7 + c * 3) % 11) as f64 / 11.0);
    HeatMap {
        title: "Hit rate".into(),
        column_label: "k".into(),
        row_label: "metric".into(),
        columns: names(columns),
        rows: names(rows),
        values: (0..rows)
            .map(|r| (0..columns).map(|c| cell(r, c)).collect())
            .collect(),
        scale: Axis::share("hit rate"),
        mark_best: true,
        ..HeatMap::default()
    }
}

fn bars(categories: usize, names: &[&str]) -> Bars {
    let bar = |i: usize| Some(Estimate::between(0.3, 0.25, 0.3 + 0.01 * (i % 7) as f64));
    Bars {
        title: "Lengths".into(),
        x_label: "plies".into(),
        y: Axis::share("share"),
        categories: (0..categories).map(|i| i.to_string()).collect(),
        series: names
            .iter()
            .map(|name| BarSeries {
                name: name.to_string(),
                bars: (0..categories).map(bar).collect(),
                side: None,
            })
            .collect(),
        histogram: names.len() == 1,
        ..Bars::default()
    }
}

fn ranking(rows: usize) -> Ranking {
    Ranking {
        title: "Final positions".into(),
        note: "n = 100 records".into(),
        value: Axis::share("share"),
        rows: (0..rows)
            .map(|i| RankedRow {
                name: format!("[{i},0,2,3,4]"),
                value: 0.3 / (i + 1) as f64,
                side: [Side::One, Side::Two, Side::Neither][i % 3],
            })
            .collect(),
        sides: vec![
            (Side::One, "south won".into()),
            (Side::Two, "north won".into()),
        ],
        rest: Some((12_345, 0.9)),
    }
}

fn picture(pots: &[u8]) -> Picture {
    let game: Sowing<4> = Sowing::new(pots, Player::One).unwrap();
    game.picture(&game.initial())
}

fn board(picture: Picture) -> Board {
    let mark = |site: usize| Mark {
        site,
        text: format!("{:+.2}", [0.5, -1.0, 0.0][site % 3]),
        score: Some([0.5, -1.0, 0.0][site % 3]),
        best: site.is_multiple_of(3),
    };
    Board {
        title: "sowing".into(),
        note: "a position".into(),
        marks: (0..picture.sites.len()).step_by(2).map(mark).collect(),
        last: picture.sites.len().checked_sub(1),
        arrows: Vec::new(),
        picture,
    }
}

fn strip(pots: &[u8], frames: usize) -> Strip {
    let frame = |i: usize| Frame {
        picture: picture(pots),
        played: if i == 0 {
            String::new()
        } else {
            format!("South {i}")
        },
        from: i.checked_sub(1).map(|i| i % pots.len()),
        ..Frame::default()
    };
    Strip {
        title: "sowing".into(),
        note: "South sows →".into(),
        frames: (0..frames).map(frame).collect(),
        result: "South wins".into(),
    }
}

/// The start of any game, and the position after some moves.
struct After<'a>(&'a [usize]);

impl crate::catalog::GameTask for After<'_> {
    type Output = Picture;

    fn run<G: crate::catalog::CatalogGame>(self, game: G) -> Picture {
        let mut position = game.initial();
        let mut moves = Vec::new();
        for &i in self.0 {
            if game.expand(&position, &mut moves).is_none() {
                position = game.play(&position, moves[i % moves.len()]);
            }
        }
        game.picture(&position)
    }
}

fn of(game: &str, moves: &[usize]) -> Picture {
    crate::catalog::run(game, After(moves)).unwrap()
}

/// The position after some moves, with every legal move as an arrow.
struct Arrows<'a>(&'a [usize]);

impl crate::catalog::GameTask for Arrows<'_> {
    type Output = Board;

    fn run<G: crate::catalog::CatalogGame>(self, game: G) -> Board {
        let mut position = game.initial();
        let mut moves = Vec::new();
        let mut arrows = Vec::new();
        for &i in self.0 {
            game.expand(&position, &mut moves);
            let mv = moves[i % moves.len()];
            arrows = vec![Arrow {
                path: game.path_of(&position, mv),
                name: game.move_text(&position, mv),
                ..Arrow::default()
            }];
            position = game.play(&position, mv);
        }
        game.expand(&position, &mut moves);
        arrows.extend(moves.iter().enumerate().map(|(i, &mv)| Arrow {
            path: game.path_of(&position, mv),
            name: game.move_text(&position, mv),
            text: format!("{:+.2}", [0.5, -1.0, 0.0][i % 3]),
            score: Some([0.5, -1.0, 0.0][i % 3]),
            best: i % 3 == 0,
        }));
        Board {
            title: game.name(),
            note: game.position_text(&position),
            picture: game.picture(&position),
            marks: Vec::new(),
            last: None,
            arrows,
        }
    }
}

fn pieces(game: &str, moves: &[usize]) -> Board {
    crate::catalog::run(game, Arrows(moves)).unwrap()
}

const PIECES: [(&str, &[usize]); 10] = [
    ("alquerkonane", &[]),
    ("alquerkonane(rows=3,columns=8)", &[1, 2, 3]),
    ("fanorona", &[3]),
    ("fanorona(rows=3,columns=21)", &[]),
    ("fanorona(rows=21,columns=3)", &[]),
    ("fanorona(view=hops)", &[0, 1, 0]),
    ("fanoron-telo", &[0, 1]),
    ("fanoron-telo(start=rows)", &[]),
    ("hare-and-hounds", &[0, 1, 2]),
    ("hare-and-hounds(start=gardner,stall=3)", &[]),
];

/// A strip of a game with two moves in a row.
fn long_game(game: &str, frames: usize) -> Strip {
    let frame = |i: usize| Frame {
        picture: of(game, &vec![i; i.min(12)]),
        played: format!("South {i}"),
        by: Some(Player::BOTH[i % 2]),
        then: if i.is_multiple_of(3) {
            "South again"
        } else {
            ""
        }
        .into(),
        from: Some(i % 4),
        path: Vec::new(),
    };
    Strip {
        frames: (0..frames).map(frame).collect(),
        result: "North wins by 4".into(),
        ..Strip::default()
    }
}

fn scatter(dots: usize) -> Scatter {
    let dot = |i: usize| {
        let x = 0.3 / (i + 1) as f64;
        Dot {
            x,
            y: (i % 7 != 3).then(|| Estimate::between(x * 1.1, x * 0.9, x * 1.4)),
            side: [Side::One, Side::Two, Side::Neither][i % 3],
        }
    };
    Scatter {
        title: "Sampled against exact".into(),
        note: "n = 100".into(),
        x: Axis::log("exact probability"),
        y: Axis::log("share of the sample"),
        dots: (0..dots).map(dot).collect(),
        sides: vec![
            (Side::One, "south won".into()),
            (Side::Neither, "draw".into()),
        ],
        diagonal: "share = probability".into(),
        band: vec![(0.01, 0.005, 0.02), (0.1, 0.08, 0.12)],
        missing: "not met".into(),
    }
}

fn stack(categories: usize) -> Bars {
    let mut bars = bars(categories, &["win", "draw", "loss"]);
    bars.stacked = true;
    for (series, side) in bars
        .series
        .iter_mut()
        .zip([Side::Good, Side::Neither, Side::Bad])
    {
        series.side = Some(side);
    }
    bars.y.range = Some((0.0, 1.0));
    bars
}

/// One of each kind, and the hard cases of each.
fn figures() -> Vec<(&'static str, Figure)> {
    let long = "a very long name that goes on and on and on, and then some more, without end";
    let unbroken = "x".repeat(300);
    let limit = Series {
        limit: Some(Estimate::between(0.8, 0.7, 0.9)),
        ..series("manhattan", &[(10.0, 0.5), (1e6, 0.7)])
    };
    let only_limit = Series {
        points: Vec::new(),
        ..limit.clone()
    };
    let many = (0..40).map(|i| series(&format!("curve {i}"), &[(10.0, 0.5), (1e5, 0.8)]));
    let mut long_curve = curve(vec![series(long, &[(1.0, 0.5), (5.0, 0.6)])]);
    long_curve.title = long.repeat(5);
    long_curve.note = long.repeat(9);
    long_curve.y.label = long.repeat(3);
    long_curve.x.label = unbroken.clone();
    let mut flat = curve(vec![series("flat", &[(10.0, 0.5), (100.0, 0.5)])]);
    flat.series[0]
        .points
        .iter_mut()
        .for_each(|p| p.1.interval = None);
    flat.references.clear();
    let mut long_heat = heat(3, 4);
    long_heat.rows[1] = unbroken.clone();
    long_heat.columns[2] = long.into();
    let mut equal_heat = heat(2, 2);
    equal_heat.values = vec![vec![Some(0.5); 2]; 2];
    let mut long_ranking = ranking(3);
    long_ranking.rows[0].name = "[255,255,255,255,255,255,".repeat(6);
    let mut unnamed = board(picture(&[1, 2, 3]));
    unnamed.picture.sites[0].label = unbroken.clone();
    unnamed.picture.caption = long.repeat(3);
    unnamed.title = unbroken;
    vec![
        (
            "curve",
            Figure::Curve(curve(vec![series("one", &[(10.0, 0.5), (1e3, 0.6)])])),
        ),
        (
            "one point",
            Figure::Curve(curve(vec![series("one", &[(10.0, 0.5)])])),
        ),
        ("limit", Figure::Curve(curve(vec![limit]))),
        ("only limit", Figure::Curve(curve(vec![only_limit]))),
        ("many", Figure::Curve(curve(many.collect()))),
        ("long", Figure::Curve(long_curve)),
        ("flat", Figure::Curve(flat)),
        ("heat", Figure::HeatMap(heat(3, 4))),
        ("one cell", Figure::HeatMap(heat(1, 1))),
        ("fine heat", Figure::HeatMap(heat(60, 90))),
        ("long heat", Figure::HeatMap(long_heat)),
        ("equal heat", Figure::HeatMap(equal_heat)),
        ("bars", Figure::Bars(bars(20, &[""]))),
        ("one bar", Figure::Bars(bars(1, &[""]))),
        ("fine bars", Figure::Bars(bars(400, &[""]))),
        (
            "grouped",
            Figure::Bars(bars(5, &["manhattan", "chebyshev", long])),
        ),
        ("ranking", Figure::Ranking(ranking(20))),
        ("one row", Figure::Ranking(ranking(1))),
        ("many rows", Figure::Ranking(ranking(60))),
        ("long ranking", Figure::Ranking(long_ranking)),
        ("board", Figure::Board(board(picture(&[2; 6])))),
        ("1 pot", Figure::Board(board(picture(&[255])))),
        ("32 pots", Figure::Board(board(picture(&[7; 32])))),
        ("long board", Figure::Board(unnamed)),
        (
            "kalah",
            Figure::Board(board(of("kalah(pits=6,seeds=4)", &[]))),
        ),
        (
            "north",
            Figure::Board(board(of("kalah(pits=3,seeds=2)", &[0]))),
        ),
        (
            "12 pits",
            Figure::Board(board(of("kalah(pits=12,seeds=9)", &[0, 1]))),
        ),
        (
            "1 pit",
            Figure::Board(board(of("kalah(pits=1,seeds=3)", &[]))),
        ),
        ("fang", Figure::Board(board(of("fang(holes=8)", &[1, 2])))),
        ("12 holes", Figure::Board(board(of("fang(holes=12)", &[])))),
        ("4 holes", Figure::Board(board(of("fang(holes=4)", &[])))),
        (
            "kalah strip",
            Figure::Strip(long_game("kalah(pits=6,seeds=4)", 45)),
        ),
        ("fang strip", Figure::Strip(long_game("fang(holes=8)", 11))),
        ("scatter", Figure::Scatter(scatter(40))),
        ("many dots", Figure::Scatter(scatter(900))),
        ("one dot", Figure::Scatter(scatter(1))),
        ("stack", Figure::Bars(stack(3))),
        ("fine stack", Figure::Bars(stack(90))),
        ("strip", Figure::Strip(strip(&[2; 6], 7))),
        ("one frame", Figure::Strip(strip(&[255], 1))),
        ("long strip", Figure::Strip(strip(&[7; 32], 130))),
    ]
    .into_iter()
    .chain(PATTERNS.map(|(game, text)| (text, Figure::Pattern(pattern(game, text)))))
    .chain(PIECES.map(|(name, moves)| (name, Figure::Board(pieces(name, moves)))))
    .chain(
        [
            ("alquerkonane", 9),
            ("fanorona", 30),
            ("hare-and-hounds", 3),
        ]
        .map(|(name, frames)| (name, Figure::Strip(long_game(name, frames)))),
    )
    .collect()
}

/// Features with games on whose boards they are drawn.
const PATTERNS: [(&str, &str); 5] = [
    (
        "hare-and-hounds",
        "rel:last_from=<{0}>:last_to=<{}>:from=<{1/4,0}>:to=<{1/4}>:pat=<els=[!-{1/2}, f{1/4,0}, #{0,1/8,0,0}]>",
    ),
    (
        "alquerkonane",
        "rel:to=<{}>:from=<{0}>:pat=<els=[!e{1/4}, e{0,0,1/4}, -{}]>",
    ),
    ("fanorona(view=hops)", "rel:to=<{}>:pat=<els=[LOSO2{}]>"),
    (
        "kalah(pits=12,seeds=4)",
        "rel:to=<{}>:last_to=<{0,0}>:pat=<els=[!I1{0}]>",
    ),
    ("sowing(pots=32)", "rel:to=<{}>:pat=<els=[I1{0,0,0}]>"),
];

/// The first way of a feature.
fn pattern(game: &str, text: &str) -> Pattern {
    struct First<'a>(&'a str);

    impl crate::catalog::GameTask for First<'_> {
        type Output = Pattern;

        fn run<G: crate::catalog::CatalogGame>(self, game: G) -> Pattern {
            let ground = crate::feature::Ground::of(&game).unwrap();
            let feature = self.0.parse().unwrap_or_else(|e| panic!("{e}"));
            let player = crate::game::Player::One;
            let found = crate::feature::explain(&feature, &ground, player, None).unwrap();
            let way = found.ways.iter().max_by_key(|w| w.requirements.len());
            Pattern::of(&found, way.unwrap(), &ground)
        }
    }

    crate::catalog::run(game, First(text)).unwrap()
}

#[test]
fn patterns_as_text() {
    let (game, text) = PATTERNS[1];
    assert_eq!(
        terminal::pattern(&pattern(game, text)).unwrap(),
        "\
6     .      .      F    [-T]
5     .      ●      .      ◍
4     .      .      .      .
3     .      .      .      .
2     .      .      .      .
1     .      .      .      .
      A      B      C      D
[ ] anchor   T to   F from   ● black   ◍ not black   - empty
from        D6 → C6
!e{1/4}     D6 → D5
e{0,0,1/4}  D6 → C6 → B6 → B5
"
    );
    for (game, text) in PATTERNS {
        let drawn = terminal::pattern(&pattern(game, text)).unwrap();
        assert!(drawn.contains('['), "{drawn}");
    }
}

#[test]
fn patterns_that_do_not_fit_are_refused() {
    let refused = |change: fn(&mut Pattern)| {
        let (game, text) = PATTERNS[0];
        let mut pattern = pattern(game, text);
        change(&mut pattern);
        let text = terminal::pattern(&pattern).is_err();
        (
            text,
            svg(&Figure::Pattern(pattern), Size::default()).is_err(),
        )
    };
    assert_eq!(refused(|_| ()), (false, false));
    assert_eq!(refused(|p| p.anchor = 11), (true, true));
    assert_eq!(refused(|p| p.fields[0].site = 11), (true, true));
    assert_eq!(refused(|p| p.places[0].1 = 11), (true, true));
    assert_eq!(refused(|p| p.trails[0].sites.push(11)), (true, true));
}

/// A move without a place, a score out of range, a line to nowhere.
#[test]
fn pieces_that_do_not_fit_are_refused() {
    let refused = |change: fn(&mut Board)| {
        let mut board = pieces("hare-and-hounds", &[]);
        change(&mut board);
        let text = terminal::board(&board).is_err();
        let drawn = svg(&Figure::Board(board), Size::default()).is_err();
        (text, drawn)
    };
    assert_eq!(refused(|_| ()), (false, false));
    assert_eq!(refused(|b| b.arrows[0].path.push(11)), (true, true));
    assert_eq!(refused(|b| b.arrows[0].score = Some(1.5)), (true, true));
    assert_eq!(
        refused(|b| b.arrows[0].score = Some(f64::NAN)),
        (true, true)
    );
    assert!(refused(|b| b.picture.lines.push((0, 11))).1);
}

#[test]
fn pieces_as_text() {
    let text = terminal::board(&pieces("hare-and-hounds", &[])).unwrap();
    assert_eq!(
        text,
        "\
5     ·
    ╱ │ ╲
4 ·───·───·
  │ ╲ │ ╱ │
3 ·───·───·
  │ ╱ │ ╲ │
2 ●───○───●
    ╲ │ ╱
1     ●
  A   B   C
○ hare   ● hounds
numbers: B1 -1, A2 0, B2 1, C2 0, A3 1, B3 2, C3 1, A4 3, B4 4, C4 3, B5 5
B2-B3 +0.50*
The hare to move
"
    );
    let text = terminal::board(&pieces("alquerkonane(rows=3,columns=3,lines=1)", &[0])).unwrap();
    assert_eq!(
        text,
        "  +---+---+---+
3 |░●░|   |░●░|
  +---+---+---+
2 | ○ |░░░|   |
  +---+---+---+
1 |░░░|   |░░░|
  +---+---+---+
    A   B   C
○ White   ● Black
last move B1-A2
A3xA1 +0.50*   A3-B2 -1.00    C3-B2 +0.00
Black to move, downwards
"
    );
}

/// Tags that open and close in order, attributes in quotes, text escaped.
fn assert_well_formed(svg: &str) {
    let mut open = Vec::new();
    let mut rest = svg;
    while let Some(start) = rest.find('<') {
        assert!(!rest[..start].contains('>'), "{}", &rest[..start]);
        let end = start + rest[start..].find('>').expect("a tag without end");
        let tag = &rest[start + 1..end];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else {
            assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
            let name = tag.split(' ').next().unwrap();
            if !tag.ends_with('/') {
                open.push(name);
            }
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty(), "{open:?}");
    for part in svg.split('&').skip(1) {
        let entity = part.split(';').next().unwrap();
        assert!(
            ["amp", "lt", "gt", "quot", "apos"].contains(&entity),
            "&{entity}"
        );
    }
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
}

fn png_size(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn every_figure_is_readable() {
    for (name, figure) in figures() {
        println!("{name}");
        assert_readable(&scene(&figure, Size::default()).unwrap());
    }
}

#[test]
fn every_figure_is_well_formed_and_repeatable_svg() {
    for (name, figure) in figures() {
        let text = svg(&figure, Size::default()).unwrap();
        assert_well_formed(&text);
        assert_eq!(text, svg(&figure, Size::default()).unwrap(), "{name}");
        assert!(text.contains("font-family=\"DejaVu Sans, Verdana, sans-serif\""));
    }
}

#[test]
fn pictures_have_the_size_asked_for() {
    let charts = [
        Figure::Curve(curve(vec![series("one", &[(10.0, 0.5), (1e3, 0.6)])])),
        Figure::HeatMap(heat(3, 4)),
        Figure::Bars(bars(9, &[""])),
        Figure::Ranking(ranking(5)),
    ];
    for figure in &charts {
        for (width, height) in [(200, 200), (800, 500), (1000, 300)] {
            let size = Size {
                width: Some(width),
                height: Some(height),
            };
            let bytes = png(figure, size).unwrap();
            assert_eq!(png_size(&bytes), (width, height));
            assert_eq!(bytes, png(figure, size).unwrap());
            assert!(svg(figure, size).unwrap().starts_with(&format!(
                "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width}0 {height}0\""
            )));
        }
    }
    // A board keeps its proportions.
    let figure = Figure::Board(board(picture(&[2; 6])));
    let usual = png_size(&png(&figure, Size::default()).unwrap());
    let wide = Size {
        width: Some(2 * usual.0),
        height: None,
    };
    let twice = png_size(&png(&figure, wide).unwrap());
    assert_eq!(twice.0, 2 * usual.0);
    assert!(twice.1.abs_diff(2 * usual.1) <= 1);
    let wrong = Size {
        width: Some(199),
        height: None,
    };
    assert!(matches!(svg(&figure, wrong), Err(PlotError::Size { .. })));
}

#[test]
fn a_png_is_white_with_ink_of_the_right_colours() {
    let figure = Figure::Curve(curve(vec![series("one", &[(10.0, 0.5), (1e3, 0.6)])]));
    let file = png(&figure, Size::default()).unwrap();
    let mut reader = png::Decoder::new(&file[..]).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size()];
    reader.next_frame(&mut pixels).unwrap();
    assert_eq!(pixels[..3], [255, 255, 255]);
    let count = |rgb: [u8; 3]| pixels.chunks_exact(3).filter(|p| *p == rgb).count();
    assert!(count([0x00, 0x72, 0xb2]) > 100, "the line");
    assert!(count([0x22, 0x22, 0x22]) > 50, "the letters");
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let refused = |figure: Figure, part: &str| {
        let error = svg(&figure, Size::default()).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
        assert!(png(&figure, Size::default()).is_err());
    };
    for bad in [f64::NAN, f64::INFINITY, -1e13] {
        let nan = curve(vec![series("one", &[(10.0, bad)])]);
        refused(Figure::Curve(nan), "curve \"one\"");
        let mut nan = heat(2, 2);
        nan.values[1][0] = Some(bad);
        refused(Figure::HeatMap(nan), "cell \"number 1\", \"number 0\"");
        let mut nan = bars(2, &[""]);
        nan.series[0].bars[1] = Some(Estimate::exactly(bad));
        refused(Figure::Bars(nan), "bar \"\", \"1\"");
        let mut nan = scatter(2);
        nan.dots[1].y = Some(Estimate::exactly(bad));
        refused(Figure::Scatter(nan), "dot 2");
        let mut nan = ranking(2);
        nan.rows[1].value = bad;
        refused(Figure::Ranking(nan), "row \"[1,");
    }
    refused(Figure::Curve(Curve::default()), "no curve has a point");
    refused(
        Figure::Curve(curve(vec![series("one", &[(0.0, 0.5)])])),
        "above 0",
    );
    refused(Figure::HeatMap(HeatMap::default()), "no cell");
    refused(Figure::Bars(Bars::default()), "no bar");
    refused(Figure::Ranking(Ranking::default()), "no row");
    refused(Figure::Scatter(Scatter::default()), "no dot");
    let mut negative = stack(3);
    negative.series[1].bars[2] = Some(Estimate::exactly(-0.1));
    refused(Figure::Bars(negative), "bar \"draw\", \"2\": -0.1");
    refused(Figure::Strip(Strip::default()), "no position");
    let mut ragged = heat(2, 3);
    ragged.values[1].pop();
    refused(Figure::HeatMap(ragged), "2 x 3");
    let mut short = bars(3, &["a"]);
    short.series[0].bars.pop();
    refused(Figure::Bars(short), "2 bars for 3 categories");
    let mut wrong = board(picture(&[1, 2]));
    wrong.marks[0].site = 2;
    refused(Figure::Board(wrong), "place 2 of 2");
    let mut wrong = board(picture(&[1, 2]));
    wrong.marks[0].score = Some(1.5);
    refused(Figure::Board(wrong), "from -1 to 1");
    let mut empty = board(picture(&[1]));
    empty.picture.sites.clear();
    (empty.marks, empty.last) = (Vec::new(), None);
    refused(Figure::Board(empty), "no places");
}

#[test]
fn a_file_is_whole_or_absent() {
    let folder = tempfile::tempdir().unwrap();
    let figure = Figure::Board(board(picture(&[2; 4])));
    for name in ["a.svg", "b.PNG"] {
        let path = folder.path().join(name);
        let digest = save(&path, &figure, Size::default()).unwrap();
        assert_eq!(
            digest,
            crate::output::sha256(&std::fs::read(&path).unwrap())
        );
    }
    for name in ["a.jpg", "a", "svg"] {
        let error = save(&folder.path().join(name), &figure, Size::default());
        assert!(matches!(error, Err(PlotError::Ending(_))));
    }
    let empty = Figure::Curve(Curve::default());
    assert!(save(&folder.path().join("c.svg"), &empty, Size::default()).is_err());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}

fn numbers() -> impl Strategy<Value = f64> {
    prop_oneof![
        -1e12..1e12,
        -2.0..2.0,
        Just(0.0),
        Just(1e12),
        (1e-12..1e-6f64),
    ]
}

fn estimates() -> impl Strategy<Value = Estimate> {
    (numbers(), prop::option::of((numbers(), numbers())))
        .prop_map(|(value, interval)| Estimate { value, interval })
}

fn sizes() -> impl Strategy<Value = Size> {
    prop::option::of(200..900u32).prop_flat_map(|w| {
        prop::option::of(200..900u32).prop_map(move |h| Size {
            width: w,
            height: h,
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_finite_curve_can_be_drawn(
        data in prop::collection::vec(
            ("\\PC{0,30}", prop::collection::vec((numbers(), estimates()), 0..9), prop::option::of(estimates())),
            1..20,
        ),
        lines in prop::collection::vec(numbers(), 0..5),
        (title, log, percent, size) in (".{0,80}", any::<bool>(), any::<bool>(), sizes()),
    ) {
        let figure = Figure::Curve(Curve {
            title,
            x: Axis { scale: if log { Scale::Log } else { Scale::Linear }, ..Axis::linear("x") },
            y: Axis { percent, ..Axis::linear("y") },
            series: data.into_iter().map(|(name, mut points, limit)| {
                if log {
                    points.iter_mut().for_each(|p| p.0 = p.0.abs().max(1e-12));
                }
                Series { name, points, limit, style: None }
            }).collect(),
            references: lines.into_iter().map(|value| Reference { name: "line".into(), value }).collect(),
            ..Curve::default()
        });
        match svg(&figure, size) {
            Ok(text) => assert_well_formed(&text),
            Err(e) => prop_assert!(matches!(e, PlotError::Empty(_)), "{}", e),
        }
    }

    #[test]
    fn any_finite_table_can_be_drawn(
        (rows, columns) in (1..12usize, 1..12usize),
        pool in prop::collection::vec(prop::option::of(numbers()), 144),
        size in sizes(),
    ) {
        let names = |n: usize| (0..n).map(|i| i.to_string()).collect::<Vec<_>>();
        let table: Vec<Vec<Option<f64>>> = (0..rows).map(|r| pool[r * columns..][..columns].to_vec()).collect();
        let map = Figure::HeatMap(HeatMap {
            rows: names(rows),
            columns: names(columns),
            values: table.clone(),
            mark_best: true,
            ..HeatMap::default()
        });
        let bars = Figure::Bars(Bars {
            categories: names(columns),
            series: table
                .into_iter()
                .map(|row| BarSeries {
                    name: "series".into(),
                    bars: row.into_iter().map(|v| v.map(Estimate::exactly)).collect(),
                    side: None,
                })
                .collect(),
            ..Bars::default()
        });
        for figure in [map, bars] {
            match svg(&figure, size) {
                Ok(text) => assert_well_formed(&text),
                Err(e) => prop_assert!(matches!(e, PlotError::Empty(_)), "{}", e),
            }
        }
    }

    #[test]
    fn any_board_can_be_drawn(
        sites in prop::collection::vec(((-9..9i8, -4..4i8), any::<u32>(), "\\PC{0,9}"), 1..40),
        (caption, direction) in (".{0,60}", -1..2i8),
    ) {
        let sites: Vec<Site> = sites
            .into_iter()
            .map(|((x, y), seeds, label)| Site::pot((x.into(), y.into()), seeds, label))
            .collect();
        let picture = Picture { sites, caption, direction, ..Picture::default() };
        let board = board(picture.clone());
        prop_assert!(terminal::board(&board).unwrap().contains('┌'));
        assert_well_formed(&svg(&Figure::Board(board), Size::default()).unwrap());
        let frames = vec![Frame { picture, played: "a".into(), ..Frame::default() }; 3];
        let strip = Strip { frames, ..Strip::default() };
        prop_assert!(terminal::strip(&strip).starts_with("0  a"));
        assert_well_formed(&svg(&Figure::Strip(strip), Size::default()).unwrap());
    }
}

#[test]
fn huge_curves_are_painted_in_a_moment() {
    // The rasteriser walks along every line: the data must not decide how far.
    let figure = Figure::Curve(Curve {
        y: Axis {
            range: Some((0.0, 1.0)),
            ..Axis::linear("y")
        },
        series: vec![Series {
            points: vec![
                (-1e12, Estimate::exactly(1e12)),
                (1e12, Estimate::between(-1e12, -1e12, 1e12)),
            ],
            ..Series::default()
        }],
        ..Curve::default()
    });
    assert_eq!(
        png_size(&png(&figure, Size::default()).unwrap()),
        (800, 500)
    );
}
