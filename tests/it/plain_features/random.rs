//! Random features, boards, positions and moves.

use std::ops::Range;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::Union;
use sowlab::board::{self, Board, BoardSite, SiteKind};
use sowlab::feature::syntax::{Element, Pattern, Place, Role, Spatial, Target, Test, Walk};
use sowlab::feature::{Feature, Ground, Situation};
use sowlab::game::{Pieces, Placement, Player};
use sowlab::random::{Purpose, Stream};

use super::{About, PlainInstance};

/// Turns and rotations, half-way ones and ones that no slot lies at among them.
const TURNS: [f32; 18] = [
    0.0,
    0.0,
    0.0,
    1.0 / 8.0,
    0.25,
    0.25,
    1.0 / 3.0,
    3.0 / 8.0,
    0.5,
    -1.0 / 8.0,
    -0.25,
    -1.0 / 3.0,
    -3.0 / 8.0,
    -0.5,
    0.3,
    0.26,
    1.25,
    -2.0 / 3.0,
];

/// Mostly turns after which a reflection is not tried, so that it matters which
/// walks are followed.
const STRAIGHT: [f32; 7] = [0.0, 0.0, 0.0, 0.0, 0.5, -0.5, 0.25];

/// What is on offer to features of one board.
#[derive(Clone, Copy, Debug)]
pub struct Offer {
    pub sites: u32,
    pub regions: u32,
    pub pieces: Pieces,
}

impl Offer {
    pub fn of(ground: &Ground) -> Self {
        Self {
            sites: ground.board.len() as u32,
            regions: ground.board.regions().len() as u32,
            pieces: ground.pieces,
        }
    }
}

fn walk(turn: BoxedStrategy<f32>, most: usize) -> impl Strategy<Value = Walk> + Clone {
    vec(turn, 0..=most).prop_map(Walk)
}

fn test(offer: Offer) -> BoxedStrategy<Test> {
    let sites = 0..offer.sites;
    let everywhere = prop_oneof![
        3 => Just(Test::Empty),
        1 => Just(Test::OffBoard),
        1 => Just(Test::Anything),
        1 => sites.prop_map(Test::Is),
        1 => select(vec![1, 2, 3, 4, 5, 6, 8]).prop_map(Test::Slots),
    ];
    let kinds: u32 = match offer.pieces {
        Pieces::Owned => 2,
        Pieces::Seeds => 1,
    };
    let kind = prop_oneof![
        2 => (1..=kinds).prop_map(Test::Kind),
        1 => (1..=kinds).prop_map(Test::Orthogonal),
        1 => (1..=kinds).prop_map(Test::Diagonal),
    ];
    let owner = prop_oneof![
        2 => Just(Test::Friend),
        2 => Just(Test::Enemy),
        1 => (1u8..=2).prop_map(Test::Owner),
    ];
    let mut all = vec![(4, everywhere.boxed()), (3, kind.boxed())];
    if offer.pieces == Pieces::Owned {
        all.push((4, owner.boxed()));
    }
    if offer.regions > 0 {
        all.push((2, (0..offer.regions).prop_map(Test::Nearer).boxed()));
    }
    Union::new_weighted(all).boxed()
}

fn place(absolute: bool, turn: BoxedStrategy<f32>, sites: u32) -> BoxedStrategy<Place> {
    match absolute {
        true => prop_oneof![
            3 => (0..sites).prop_map(Place::Site),
            1 => Just(Place::Anywhere),
        ]
        .boxed(),
        false => walk(turn, 2).prop_map(Place::Walk).boxed(),
    }
}

fn spatial(offer: Offer, turn: BoxedStrategy<f32>) -> impl Strategy<Value = Spatial> {
    let one_turn = turn.clone();
    let places = prop::bool::weighted(0.2).prop_flat_map(move |absolute| {
        let each = Role::ALL.map(|role| {
            let chance = match role {
                Role::To => 0.8,
                Role::From => 0.3,
                _ => 0.15,
            };
            let place = place(absolute, one_turn.clone(), offer.sites);
            option::weighted(chance, place.prop_map(move |p| (role, p)))
        });
        let present = each.prop_map(|all| all.into_iter().flatten().collect::<Vec<_>>());
        (Just(absolute), present.prop_shuffle())
    });
    let target = prop_oneof![
        6 => walk(turn.clone(), 4).prop_map(Target::Walk),
        1 => (0..offer.sites).prop_map(Target::Site),
    ];
    let element = (prop::bool::weighted(0.35), test(offer), target);
    let element = element.prop_map(|(negated, test, site)| Element {
        negated,
        test,
        site,
    });
    let rotations = option::weighted(0.4, vec(turn, 1..4));
    let elements = vec(element, 0..5).prop_map(few_in_sight);
    let pattern = (any::<bool>(), rotations, elements);
    (places, pattern).prop_map(
        |((absolute, places), (reflects, rotations, elements))| Spatial {
            absolute,
            places,
            pattern: Pattern {
                reflects,
                rotations,
                elements,
            },
        },
    )
}

/// Each line of sight multiplies the instances: two at most.
fn few_in_sight(elements: Vec<Element>) -> Vec<Element> {
    let mut sights = 0;
    let few = |element: &Element| {
        let sight = matches!(element.test, Test::Orthogonal(_) | Test::Diagonal(_));
        sights += usize::from(sight);
        !sight || sights <= 2
    };
    elements.into_iter().filter(few).collect()
}

/// Patterns at sites by number alone, which know but one anchor and rotation.
fn by_number_alone(offer: Offer) -> impl Strategy<Value = Spatial> {
    let any = spatial(offer, select(&TURNS[..]).boxed());
    (any, vec(0..offer.sites, 4)).prop_map(|(mut spatial, sites)| {
        for (element, site) in spatial.pattern.elements.iter_mut().zip(sites) {
            element.site = Target::Site(site);
        }
        spatial
    })
}

/// Any feature that means something where this is on offer.
pub fn feature(offer: Offer) -> impl Strategy<Value = Feature> {
    let aspatial = select(vec![
        Feature::PassMove,
        Feature::SwapMove,
        Feature::Intercept,
    ]);
    let turning = spatial(offer, select(&TURNS[..]).boxed());
    let straight = spatial(offer, select(&STRAIGHT[..]).boxed());
    prop_oneof![
        20 => turning.prop_map(Feature::Spatial),
        10 => straight.prop_map(Feature::Spatial),
        3 => by_number_alone(offer).prop_map(Feature::Spatial),
        1 => aspatial,
    ]
}

/// Any spatial feature with any numbers that can be written: up to a million, and
/// one zero only.
pub fn feature_as_text(offer: Offer) -> impl Strategy<Value = Feature> {
    use proptest::num::f32::{NEGATIVE, NORMAL, POSITIVE, SUBNORMAL, ZERO};
    let fraction = (-60i16..=60, 1i16..=24).prop_map(|(p, q)| f32::from(p) / f32::from(q));
    let any = POSITIVE | NEGATIVE | NORMAL | SUBNORMAL | ZERO;
    let any = any.prop_map(|t| if t.abs() <= 1e6 { t } else { 1.0 / t });
    let turn = prop_oneof![
        4 => select(&TURNS[..]),
        4 => fraction,
        1 => any,
    ];
    spatial(offer, turn.prop_map(|t| t + 0.0).boxed()).prop_map(Feature::Spatial)
}

fn ground(name: &str, board: Board, pieces: Pieces) -> Ground {
    Ground {
        board,
        pieces,
        set_up: Placement::default(),
        players: ["one", "two"],
        game: name.into(),
    }
}

/// Points on a grid, and lines between some that are near: odd numbers of slots,
/// points without lines, parts that are not joined.
fn tangle(index: u64) -> Board {
    let mut stream = Stream::open(5, Purpose::Synthetic, 0, index);
    let mut points = Vec::new();
    for cell in 0..20u32 {
        if stream.below(3) > 0 {
            points.push((f64::from(cell % 5), f64::from(cell / 5)));
        }
    }
    let mut edges = Vec::new();
    for a in 0..points.len() {
        for b in 0..a {
            let ((ax, ay), (bx, by)) = (points[a], points[b]);
            let square: f64 = (ax - bx).powi(2) + (ay - by).powi(2);
            // Some of a knight's move too, for angles that are not eighths.
            let chance = match square as u32 {
                1 => 5,
                2 => 3,
                5 => 1,
                _ => 0,
            };
            if stream.below(8) < chance {
                edges.push((a, b));
            }
        }
    }
    let site = |(i, &(x, y)): (usize, &(f64, f64))| BoardSite {
        label: format!("P{i}"),
        x,
        y,
    };
    let sites: Vec<BoardSite> = points.iter().enumerate().map(site).collect();
    let half = points.len() / 2;
    Board::new(SiteKind::Vertex, sites, &edges)
        .with_region("R0", &[0, half])
        .with_region("R1", &[points.len() - 1])
}

/// Triangles around a point: six neighbours in the middle, and rims with other
/// angles.
fn hexagon() -> Board {
    let height = 0.75f64.sqrt();
    let mut sites = Vec::new();
    for row in -2i32..=2 {
        let length = 5 - row.abs();
        for i in 0..length {
            sites.push(BoardSite {
                label: format!("P{}", sites.len()),
                x: f64::from(i) - f64::from(length) / 2.0,
                y: f64::from(row) * height,
            });
        }
    }
    let edges = near(&sites);
    Board::new(SiteKind::Vertex, sites, &edges).with_region("R0", &[0, 1, 2])
}

/// Six-sided cells as points and lines: corners where two lines meet at a third of
/// a circle have three slots.
fn honeycomb() -> Board {
    let height = 0.75f64.sqrt();
    let mut sites = Vec::new();
    // The points of a triangle grid without every third, the middles of the cells.
    for row in -2i32..=2 {
        for i in -3i32..=3 {
            let x = f64::from(i) + f64::from(row.rem_euclid(2)) / 2.0;
            let along = i - row.div_euclid(2);
            let inside = x.abs() < 2.6 && (x.hypot(f64::from(row) * height)) < 2.7;
            if (along - row).rem_euclid(3) != 0 && inside {
                sites.push(BoardSite {
                    label: format!("P{}", sites.len()),
                    x,
                    y: f64::from(row) * height,
                });
            }
        }
    }
    let edges = near(&sites);
    Board::new(SiteKind::Vertex, sites, &edges).with_region("R0", &[0])
}

/// Lines between all sites that are a step apart.
fn near(sites: &[BoardSite]) -> Vec<(usize, usize)> {
    let mut edges = Vec::new();
    for a in 0..sites.len() {
        for b in 0..a {
            if (sites[a].x - sites[b].x).hypot(sites[a].y - sites[b].y) < 1.01 {
                edges.push((a, b));
            }
        }
    }
    edges
}

/// The boards that features are tried on.
pub fn grounds() -> Vec<Ground> {
    use Pieces::{Owned, Seeds};
    let lattice = |rows, columns| {
        let board = board::lattice(rows, columns);
        let last = board.len() - 1;
        board.with_region("R0", &[0, 1]).with_region("R1", &[last])
    };
    let mut all = vec![
        ground("hare and hounds", board::hare_and_hounds(), Owned),
        ground("lattice 3x3", lattice(3, 3), Owned),
        ground("lattice 3x5", lattice(3, 5), Owned),
        ground("lattice 5x5", lattice(5, 5), Owned),
        ground("lattice 5x9", lattice(5, 9), Owned),
        ground("rectangle 4x4", board::rectangle(4, 4), Owned),
        ground("rectangle 6x4", board::rectangle(6, 4), Owned),
        ground("line 4", board::line(4), Seeds),
        ground("line 8", board::line(8), Seeds),
        ground("line 5", board::line(5), Owned),
        ground("kalah 3", board::kalah(3), Seeds),
        ground("kalah 6", board::kalah(6), Seeds),
        ground("one field", board::line(1), Owned),
        ground("hexagon", hexagon(), Owned),
        ground("honeycomb", honeycomb(), Owned),
    ];
    all.extend((0..6).map(|i| ground("tangle", tangle(i), Owned)));
    all
}

fn site(stream: &mut Stream, among: Range<usize>) -> usize {
    among.start + stream.below(among.len() as u32) as usize
}

/// Any two positions of a move; also none, and only one.
pub fn placement(ground: &Ground, stream: &mut Stream) -> Placement {
    let sites = 0..ground.board.len();
    match stream.below(8) {
        0 => Placement::default(),
        1 | 2 => Placement::at(site(stream, sites)),
        _ => Placement::step(site(stream, sites.clone()), site(stream, sites)),
    }
}

/// A situation and a move, whatever stands where; if there are instances, mostly
/// close to what one of them asks for.
pub fn position(
    ground: &Ground,
    mover: Player,
    instances: &[PlainInstance],
    stream: &mut Stream,
) -> (Situation, Placement) {
    let most = match ground.pieces {
        Pieces::Owned => 2,
        Pieces::Seeds => 1,
    };
    let crowd = 1 + stream.below(8);
    let mut states: Vec<u32> = (0..ground.board.len())
        .map(|_| match stream.below(9) < crowd {
            true => 1 + stream.below(most),
            false => 0,
        })
        .collect();
    let mut last = placement(ground, stream);
    let mut mv = placement(ground, stream);
    if !instances.is_empty() && stream.below(8) > 0 {
        let instance = &instances[site(stream, 0..instances.len())];
        for r in &instance.requirements {
            let state = &mut states[r.site];
            match (r.about, r.must) {
                (About::Emptiness, true) => *state = 0,
                (About::Emptiness, false) if *state == 0 => *state = 1 + stream.below(most),
                (About::Owner | About::Kind, true) => *state = r.value,
                (About::Owner | About::Kind, false) if *state == r.value => {
                    *state = if stream.below(2) == 0 {
                        0
                    } else {
                        most + 1 - r.value
                    };
                }
                _ => {}
            }
        }
        for &(role, site) in &instance.places {
            let of = match role {
                Role::LastTo | Role::LastFrom => &mut last,
                Role::To | Role::From => &mut mv,
            };
            match role {
                Role::LastTo | Role::To => of.to = Some(site as u8),
                Role::LastFrom | Role::From => of.from = Some(site as u8),
            }
        }
        // Something may be amiss.
        if stream.below(3) == 0 {
            let s = site(stream, 0..states.len());
            states[s] = stream.below(most + 1);
        }
    }
    let held = |state: u32| board::mask((0..states.len()).filter(|&s| states[s] == state));
    let situation = Situation {
        mover,
        occupied: [held(1), held(2)],
        last: whole(last),
    };
    (situation, whole(mv))
}

/// As games name moves: one that begins somewhere ends somewhere, else it is only
/// an end.
fn whole(mv: Placement) -> Placement {
    match mv.to {
        None => Placement::default(),
        Some(_) if mv.from == mv.to => Placement {
            from: None,
            to: mv.to,
        },
        Some(_) => mv,
    }
}
