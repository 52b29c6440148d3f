//! Features that could be added to a set: atomic ones, and conjunctions of two
//! around the same anchor.

use crate::board::SiteKind;
use crate::feature::Ground;
use crate::feature::syntax::{Element, Feature, Pattern, Place, Role, Spatial, Target, Test, Walk};
use crate::game::Pieces;

fn spatial(places: Vec<(Role, Place)>, elements: Vec<Element>) -> Feature {
    Feature::Spatial(Spatial {
        absolute: false,
        places,
        pattern: Pattern {
            reflects: true,
            rotations: None,
            elements,
        },
    })
}

/// The numbers of slots of a board's sites, each once.
fn slot_counts(ground: &Ground) -> Vec<usize> {
    let sites = 0..ground.board.len();
    let mut counts: Vec<usize> = sites.map(|s| ground.board.slots(s).len()).collect();
    counts.sort_unstable();
    counts.dedup();
    counts.retain(|&n| n > 0);
    counts
}

/// Turns in parts of a circle: `i / n` for the board's numbers of slots, in (-1/2,
/// 1/2].
fn turns(ground: &Ground) -> Vec<f32> {
    let mut turns: Vec<f32> = Vec::new();
    for n in slot_counts(ground) {
        for i in 0..n {
            let turn = i as f32 / n as f32;
            turns.push(if turn > 0.5 { turn - 1.0 } else { turn });
        }
    }
    turns.sort_by(|a, b| a.abs().total_cmp(&b.abs()).then(b.total_cmp(a)));
    turns.dedup();
    turns
}

/// Walks of at most two steps, and straight ones of up to four. Later turns never
/// go back.
fn walks(ground: &Ground) -> Vec<Walk> {
    let turns = turns(ground);
    let mut walks = vec![Walk::default()];
    walks.extend(turns.iter().map(|&t| Walk(vec![t])));
    for &first in &turns {
        for &second in turns.iter().filter(|t| **t != 0.5) {
            walks.push(Walk(vec![first, second]));
        }
    }
    for &first in &turns {
        walks.push(Walk(vec![first, 0.0, 0.0]));
        walks.push(Walk(vec![first, 0.0, 0.0, 0.0]));
    }
    walks
}

/// What can be asked of a site on this board.
fn tests(ground: &Ground) -> Vec<(Test, bool)> {
    let mut tests = vec![(Test::Empty, false), (Test::Empty, true)];
    match ground.pieces {
        Pieces::Owned => tests.extend([
            (Test::Friend, false),
            (Test::Enemy, false),
            (Test::Friend, true),
            (Test::Enemy, true),
        ]),
        Pieces::Seeds => {}
    }
    tests.extend([(Test::OffBoard, false), (Test::OffBoard, true)]);
    let counts = slot_counts(ground);
    if counts.len() > 1 {
        tests.extend(counts.iter().map(|&n| (Test::Slots(n as u32), false)));
    }
    for region in 0..ground.board.regions().len() as u32 {
        tests.extend([(Test::Nearer(region), false), (Test::Nearer(region), true)]);
    }
    if ground.board.kind() == SiteKind::Cell && ground.board.len() < 64 {
        // Few cells: a place can matter for itself.
        tests.extend((0..ground.board.len() as u32).map(|s| (Test::Is(s), false)));
    }
    tests
}

/// Atomic features: around the end of a move, its start, or both, one element or a
/// site of the last move. `steps`: whether moves have starts; `reactive`: whether the
/// last move may be asked about.
pub fn atomic(ground: &Ground, steps: bool, reactive: bool) -> Vec<Feature> {
    let walks = walks(ground);
    let tests = tests(ground);
    let anchor = || Place::Walk(Walk::default());
    let mut shapes = vec![vec![(Role::To, anchor())]];
    if steps {
        shapes.push(vec![(Role::From, anchor())]);
        let short = walks.iter().filter(|w| {
            let first = w.0.first();
            (1..=2).contains(&w.0.len()) && first == Some(&0.0) && w.0.len() == 1
                || w.0[..] == [0.0, 0.0]
        });
        for walk in short {
            shapes.push(vec![
                (Role::From, anchor()),
                (Role::To, Place::Walk(walk.clone())),
            ]);
        }
    }
    let mut all = Vec::new();
    for shape in &shapes {
        if shape.len() > 1 {
            // With no element only one rotation would be tried.
            all.push(spatial(
                shape.clone(),
                vec![element(Test::Anything, false, &walks[0])],
            ));
        }
        for walk in &walks {
            for &(test, negated) in &tests {
                if let (Test::Is(_), false) = (test, walk.0.is_empty()) {
                    continue;
                }
                all.push(spatial(shape.clone(), vec![element(test, negated, walk)]));
            }
            if reactive {
                for role in [Role::LastTo, Role::LastFrom] {
                    let mut places = vec![(role, Place::Walk(walk.clone()))];
                    places.extend(shape.iter().cloned());
                    let any = element(Test::Anything, false, &walks[0]);
                    all.push(spatial(places, vec![any]));
                }
            }
        }
    }
    all
}

fn element(test: Test, negated: bool, walk: &Walk) -> Element {
    Element {
        negated,
        test,
        site: Target::Walk(walk.clone()),
    }
}

/// A walk turned, and then mirrored.
fn turned(walk: &Walk, by: f32, mirrored: bool) -> Walk {
    let sign = if mirrored { -1.0 } else { 1.0 };
    let mut turns: Vec<f32> = walk.0.iter().map(|t| t * sign).collect();
    if let Some(first) = turns.first_mut() {
        *first += by;
        // In (-1/2, 1/2].
        *first -= first.round();
        if *first == -0.5 {
            *first = 0.5;
        }
    }
    Walk(turns)
}

/// All ways to ask for both of two features of the same anchor at once, the second
/// one turned and mirrored against the first.
pub fn conjunctions(first: &Feature, second: &Feature, ground: &Ground) -> Vec<Feature> {
    let (Some(a), Some(b)) = (first.spatial(), second.spatial()) else {
        return Vec::new();
    };
    let Some(finest) = slot_counts(ground).pop() else {
        return Vec::new();
    };
    let mut all = Vec::new();
    for mirrored in [false, true] {
        for i in 0..finest {
            let by = i as f32 / finest as f32;
            all.extend(joined(a, b, by, mirrored));
        }
    }
    all
}

/// Both features in one; `None` if they ask for different sites of a move.
fn joined(a: &Spatial, b: &Spatial, by: f32, mirrored: bool) -> Option<Feature> {
    let mut places = a.places.clone();
    for (role, place) in &b.places {
        let Place::Walk(walk) = place else {
            return None;
        };
        let place = Place::Walk(turned(walk, by, mirrored));
        match a.place(*role) {
            None => places.push((*role, place)),
            Some(known) if *known == place => {}
            Some(_) => return None,
        }
    }
    let mut elements = a.pattern.elements.clone();
    for element in &b.pattern.elements {
        let Target::Walk(walk) = &element.site else {
            return None;
        };
        let element = Element {
            site: Target::Walk(turned(walk, by, mirrored)),
            ..element.clone()
        };
        if !elements.contains(&element) {
            elements.push(element);
        }
    }
    let idle = |e: &Element| e.test == Test::Anything;
    if elements.iter().any(|e| !idle(e)) {
        elements.retain(|e| !idle(e));
    }
    places.sort_by_key(|(role, _)| match role {
        Role::LastFrom => 0,
        Role::LastTo => 1,
        Role::From => 2,
        Role::To => 3,
    });
    Some(spatial(places, elements))
}
