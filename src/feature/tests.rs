//! Explaining and checking features on the boards of the games, and on one that no
//! game has.

use super::syntax::Role;
use super::walk::Turning;
use super::*;
use crate::board::{Board, BoardSite, SiteKind, mask};
use crate::game::alquerkonane::Alquerkonane;
use crate::game::hunt::Hunt;
use crate::game::sowing::Sowing;
use crate::game::{Pieces, Placement, Player};
use crate::random::{Purpose, Stream};

fn four_by_four() -> Ground {
    Ground::of(&Alquerkonane::new(4, 4, 1, Player::One).unwrap()).unwrap()
}

fn hunt() -> Ground {
    Ground::of(&Hunt::default()).unwrap()
}

fn seeds() -> Ground {
    let game: Sowing<1> = Sowing::uniform(6, 2, Player::One).unwrap();
    Ground::of(&game).unwrap()
}

fn feature(text: &str) -> Feature {
    text.parse().unwrap_or_else(|e| panic!("{e}"))
}

fn explained(text: &str, ground: &Ground) -> Explanation {
    explain(&feature(text), ground, Player::One, None).unwrap()
}

fn kinds(text: &str, ground: &Ground) -> Vec<&'static str> {
    let quirks = quirks(&feature(text), ground, Player::One);
    quirks.iter().map(|q| q.kind.name()).collect()
}

#[test]
fn parts_in_words() {
    let said = |text: &str, ground: &Ground| words(&feature(text), ground, Player::One);
    assert_eq!(
        said("rel:to=<{}>:pat=<els=[e{0,0,1/4}]>", &four_by_four()),
        [
            "The anchor is the target of the move.",
            "An enemy piece (black) stands on the site two steps ahead and one to the right of the \
             target.",
            "Ahead is every direction from the target in turn, each also with right and left \
             exchanged.",
        ]
    );
    assert_eq!(
        said(
            "rel:last_to=<{0}>:from=<{}>:pat=<rots=[0.25],refl=false,els=[!f{0}, -{0,1/8,3/8}]>",
            &four_by_four()
        ),
        [
            "The anchor is the start of the move.",
            "The last move ended one step ahead of the start.",
            "No piece of the mover (white) stands on the target of the last move; it may be empty, \
             or off the board.",
            "The site one step ahead of the start, then after a half right turn one step, then \
             after a sharp right turn one step is empty.",
            "Ahead is east.",
        ]
    );
    assert_eq!(
        said(
            "abs:to=<3>:last_to=<-1>:pat=<els=[!R1{}, N4{abs-0}]>",
            &hunt()
        ),
        [
            "The move ends on B2 (site 3).",
            "The last move ended anywhere.",
            "The anchor is on the board and not nearer to region 1 {B2} than the anchor is.",
            "C2 (site 0) has 4 directed slots.",
        ]
    );
    assert_eq!(
        said("rel:last_from=<{}>:pat=<els=[I1{}, #{1/4}]>", &seeds()),
        [
            "The anchor is the start of the last move.",
            "The move itself may be any, a pass too.",
            "A piece of kind 1 (seeds) stands on the start of the last move.",
            "The site one step to the right of the start of the last move is off the board.",
            "Ahead is every direction from the start of the last move in turn, each also with \
             right and left exchanged.",
        ]
    );
    assert_eq!(said("PassMove", &hunt()), ["The move is a pass."]);
}

#[test]
fn ways_with_their_sites() {
    let ground = four_by_four();
    let explanation = explained(
        "rel:from=<{}>:to=<{0}>:pat=<els=[!e{0,1/4}, -{0}]>",
        &ground,
    );
    let corner = |site: usize| explanation.ways.iter().filter(move |w| w.anchor == site);
    // From A1 to the north and to the east, plain and mirrored, and off the board.
    let found: Vec<(f32, bool, Option<usize>)> = corner(0)
        .map(|w| {
            let Turning { rotation, mirrored } = w.turning;
            (rotation, mirrored, w.places[Role::To.index()])
        })
        .collect();
    assert_eq!(
        found,
        [
            (0.0, false, Some(4)),
            (0.25, false, Some(1)),
            (0.0, true, Some(4)),
            (0.75, true, Some(1)),
        ]
    );
    let first = corner(0).next().unwrap();
    let names: Vec<String> = first
        .requirements
        .iter()
        .map(|r| format!("{} {}", ground.board.sites()[r.site].label, r.name(&ground)))
        .collect();
    assert_eq!(names, ["A2 empty", "B2 not black"]);
    assert_eq!(first.paths[2].part, "!e{0,1/4}");
    assert_eq!(first.paths[2].sites, [Some(0), Some(4), Some(5)]);
    // The mirror image leaves the board.
    let third = corner(0).nth(2).unwrap();
    assert_eq!(third.paths[2].sites, [Some(0), Some(4), None]);
    assert_eq!(third.requirements.len(), 1);
}

/// Slots of an anchor, anchors, rotations, distinct ones, mirrored or not, distinct
/// in all.
type Row = (usize, usize, usize, usize, bool, usize);

fn turned(text: &str, ground: &Ground) -> Vec<Row> {
    let explanation = explained(text, ground);
    let row = |t: &Turnings| {
        let plain = (t.slots, t.anchors, t.rotations, t.distinct_rotations);
        (plain.0, plain.1, plain.2, plain.3, t.reflected, t.distinct)
    };
    explanation.turnings.iter().map(row).collect()
}

#[test]
fn rotations_that_differ() {
    let ground = four_by_four();
    let knight = "rel:to=<{}>:pat=<els=[e{0,0,1/4}]>";
    assert_eq!(turned(knight, &ground), [(4, 16, 4, 4, true, 8)]);
    let beside = "rel:to=<{}>:pat=<els=[e{0}]>";
    assert_eq!(turned(beside, &ground), [(4, 16, 4, 4, false, 4)]);
    // Turned by half a circle it is the same.
    let between = "rel:to=<{}>:pat=<els=[e{0}, e{1/2}]>";
    assert_eq!(turned(between, &ground), [(4, 16, 4, 2, false, 2)]);
    // Its mirror image is one of its rotations.
    let corner = "rel:to=<{}>:pat=<els=[e{0}, e{1/4}]>";
    assert_eq!(turned(corner, &ground), [(4, 16, 4, 4, true, 4)]);
    assert_eq!(
        explained(corner, &ground).found,
        2 * explained(corner, &ground).ways.len()
    );
    assert_eq!(
        turned(beside, &hunt()),
        [(4, 4, 4, 4, false, 4), (8, 7, 8, 8, false, 8)]
    );
    assert_eq!(turned("PassMove", &ground), []);
}

#[test]
fn quirks_bite_where_they_should() {
    let ground = four_by_four();
    for (text, expected) in [
        ("rel:to=<{}>:pat=<els=[]>", &[][..]),
        (
            "rel:to=<{}>:pat=<refl=false,rots=[0],els=[e{0,0,1/4}]>",
            &[],
        ),
        ("rel:to=<{}>:pat=<els=[e{0}]>", &["all-turnings"]),
        (
            "rel:to=<{}>:from=<{0}>:pat=<els=[]>",
            &["first-rotation-only"],
        ),
        (
            "rel:to=<{}>:from=<{0}>:pat=<els=[-{abs-3}]>",
            &["first-rotation-only"],
        ),
        ("rel:to=<{}>:from=<{0}>:pat=<rots=[0],els=[]>", &[]),
        (
            "rel:to=<{}>:pat=<els=[!N4{}]>",
            &["never-fires", "negated-slots"],
        ),
        ("rel:to=<{}>:pat=<els=[!*{}]>", &["negated-anything"]),
        (
            "rel:to=<{}>:pat=<els=[!f{}, !e{}]>",
            &["never-fires", "neither-nor"],
        ),
        ("rel:to=<{}>:pat=<els=[!f{}, !I1{}]>", &[]),
        ("rel:to=<{}>:pat=<els=[LOSO1{}]>", &["one-line-of-sight"]),
        (
            "rel:to=<{}>:pat=<rots=[0.25],els=[-{0,1/4}]>",
            &["all-turnings", "rotation-reflected"],
        ),
        (
            "rel:to=<{}>:pat=<rots=[0.25],els=[e{0}]>",
            &["reflection-skipped"],
        ),
        (
            "rel:to=<{}>:pat=<rots=[0.25],els=[#{0}, !f{1/4}]>",
            &["holds-off-board", "reflection-skipped"],
        ),
        (
            "rel:to=<{}>:pat=<rots=[0.25],els=[#{0}, e{0,1/4}]>",
            &["never-fires"],
        ),
        (
            "rel:to=<{}>:pat=<rots=[0],refl=false,els=[e{1/8}]>",
            &["half-way-turn"],
        ),
        (
            "rel:to=<{}>:pat=<rots=[0],refl=false,els=[e{1/3}]>",
            &["rounded-turn"],
        ),
        ("rel:pat=<els=[e{}]>", &["never-fires"]),
        ("rel:to=<{}>:pat=<els=[f{}, e{}]>", &["never-fires"]),
        ("rel:to=<{}>:pat=<els=[f{}, I2{}]>", &["never-fires"]),
        ("SwapMove", &["never-fires"]),
        ("Intercept", &[]),
    ] {
        assert_eq!(kinds(text, &ground), expected, "{text}");
    }
    assert_eq!(
        kinds("rel:to=<{}>:pat=<els=[N4{}]>", &ground),
        ["slots-not-neighbours"]
    );
    let hunt = hunt();
    assert_eq!(
        kinds("rel:to=<{}>:pat=<els=[!R1{}]>", &hunt),
        ["nearer-than-anchor"]
    );
    let four = quirks(&feature("rel:to=<{}>:pat=<els=[N4{}]>"), &hunt, Player::One);
    assert!(
        four[0].message.contains("4 slots have C3, B2, B4, A3;"),
        "{four:?}"
    );
    let turned = feature("rel:to=<{}>:pat=<rots=[0.125],refl=false,els=[e{0}]>");
    let turned = quirks(&turned, &hunt, Player::One);
    assert_eq!(turned[0].kind, QuirkKind::HalfWayTurn);
    assert!(
        turned[0].message.contains(" a turn of 1/8 falls"),
        "{turned:?}"
    );
    // Seeds come from nowhere, as far as a feature can see.
    let seeds = seeds();
    assert_eq!(kinds("rel:from=<{}>:pat=<els=[]>", &seeds), ["never-fires"]);
    assert_eq!(
        kinds("rel:to=<{}>:pat=<els=[!-{}, !I1{}]>", &seeds),
        ["never-fires"]
    );
}

/// A ring of six points: two lines at 120 degrees and a third direction that leaves
/// the board.
fn ring() -> Ground {
    let site = |i: usize| {
        let angle = std::f64::consts::TAU * i as f64 / 6.0;
        BoardSite {
            label: format!("P{i}"),
            x: angle.sin(),
            y: angle.cos(),
        }
    };
    let edges: Vec<(usize, usize)> = (0..6).map(|i| (i, (i + 1) % 6)).collect();
    let board = Board::new(SiteKind::Vertex, (0..6).map(site).collect(), &edges);
    assert!((0..6).all(|s| board.slots(s).len() == 3));
    Ground { board, ..hunt() }
}

#[test]
fn straight_ahead_at_odd_slots() {
    let kinds = kinds("rel:to=<{}>:pat=<els=[-{0,0}]>", &ring());
    assert!(kinds.contains(&"odd-slots"), "{kinds:?}");
}

/// What the explanation says is what the compiled set does: a feature is active
/// exactly if one of its ways is met.
#[test]
fn ways_are_met_exactly_when_the_feature_is_active() {
    let texts = [
        "rel:to=<{}>:pat=<els=[e{0,0,1/4}]>",
        "rel:from=<{0}>:to=<{}>:pat=<els=[!e{1/4}, -{0,-1/8}]>",
        "rel:last_to=<{0,3/8}>:to=<{}>:pat=<els=[!-{0,1/4,3/8}, -{0,-3/8,-1/8}]>",
        "rel:last_from=<{0}>:pat=<els=[!f{0}]>",
        "rel:to=<{}>:pat=<els=[LOSO1{}, !I2{1/2}]>",
        "abs:to=<3>:pat=<els=[f{0}]>",
    ];
    for ground in [four_by_four(), hunt()] {
        let features = texts.map(feature);
        let weighted = features
            .iter()
            .map(|f| Weighted::new(f.clone(), [Some(1.0); 2]));
        let set = FeatureSet {
            features: weighted.collect(),
        };
        let compiled = Compiled::new(&set, &ground, 0.0).unwrap();
        let explanations = Player::BOTH.map(|player| {
            features
                .each_ref()
                .map(|f| explain(f, &ground, player, None).unwrap())
        });
        let mut rng = Stream::open(7, Purpose::Synthetic, 0, 0);
        let sites = ground.board.len();
        let (mut on, mut off) = (0, 0);
        for _ in 0..400 {
            let states: Vec<usize> = (0..sites).map(|_| rng.below(3) as usize).collect();
            let held = |state: usize| mask((0..sites).filter(|&s| states[s] == state));
            let mut site = || rng.below(sites as u32) as usize;
            let mv = Placement::step(site(), site());
            let situation = Situation {
                mover: if site() % 2 == 0 {
                    Player::One
                } else {
                    Player::Two
                },
                occupied: [held(1), held(2)],
                last: Placement::step(site(), site()),
            };
            let active = compiled.at(&situation).active(mv);
            let active = compiled.side(situation.mover).numbers(&active);
            let seen = [situation.last.to, situation.last.from, mv.to, mv.from];
            for (number, explanation) in explanations[situation.mover.index()].iter().enumerate() {
                let met = explanation.ways.iter().any(|way| {
                    let places = way.places.iter().zip(seen);
                    let there = |(asked, is): (&Option<usize>, Option<u8>)| {
                        asked.is_none_or(|a| is.map(usize::from) == Some(a))
                    };
                    let mut places = places.map(there);
                    let allowed = |r: &Requirement| r.allowed.contains(&State::ALL[states[r.site]]);
                    places.all(|holds| holds) && way.requirements.iter().all(allowed)
                });
                assert_eq!(met, active.contains(&(number as u32)), "{}", texts[number]);
                *if met { &mut on } else { &mut off } += 1;
            }
        }
        assert!(on > 100 && off > 100, "{on} {off}");
    }
}

#[test]
fn a_set_is_looked_through() {
    let ground = four_by_four();
    let list = [
        ("rel:to=<{}>:pat=<els=[e{0,0,1/4}]>", [Some(0.5), Some(0.5)]),
        (
            "rel:to=<{}>:pat=<els=[e{1/4,0,-1/4}]>",
            [Some(-0.75), Some(-0.75)],
        ),
        ("rel:to=<{}>:pat=<els=[e{0,0,-1/4}]>", [None, Some(1.0)]),
        ("rel:to=<{}>:pat=<els=[e{abs-99}]>", [Some(1.0), None]),
        ("rel:to=<{}>:pat=<els=[!N4{}]>", [Some(1.0), None]),
        ("Intercept", [Some(1.0), Some(0.0005)]),
        ("Intercept", [Some(1.0), None]),
    ];
    let weighted = list.map(|(text, weights)| Weighted::new(feature(text), weights));
    let set = FeatureSet {
        features: weighted.to_vec(),
    };
    let findings = lint(&set, &ground, 0.001);
    let shown: Vec<(&str, &[usize], Option<Player>)> = findings
        .iter()
        .map(|f| (f.kind.name(), &f.features[..], f.player))
        .collect();
    let [one, two] = Player::BOTH.map(Some);
    assert_eq!(
        shown,
        [
            ("duplicate", &[0, 1][..], one),
            ("duplicate", &[0, 1, 2], two),
            ("meaningless", &[3], None),
            ("never-fires", &[4], one),
            ("negated-slots", &[4], one),
            ("weak-weight", &[5], two),
            ("duplicate", &[5, 6], one),
        ]
    );
    assert!(
        findings[0].message.ends_with("0.5 - 0.75 = -0.25"),
        "{findings:?}"
    );
    assert!(
        findings[1].message.ends_with("0.5 - 0.75 + 1 = 0.75"),
        "{findings:?}"
    );
    assert_eq!(lint(&FeatureSet::default(), &ground, 0.001), []);
}

/// On a board of seeds "not empty" and "a seed" are one.
#[test]
fn seeds_and_not_empty_are_the_same() {
    let text = [
        "rel:to=<{}>:pat=<els=[!-{0}, #{1/2}]>",
        "rel:to=<{}>:pat=<els=[I1{0}, #{1/2}]>",
    ];
    let weighted = text.map(|t| Weighted::new(feature(t), [Some(1.0); 2]));
    let set = FeatureSet {
        features: weighted.to_vec(),
    };
    let seeds = seeds();
    assert_eq!(seeds.pieces, Pieces::Seeds);
    let findings = lint(&set, &seeds, 0.001);
    assert_eq!(findings[0].kind, FindingKind::Duplicate);
    assert_eq!(findings[0].player, None);
}
