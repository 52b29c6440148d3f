//! The directed slots of a site: its neighbours and the directions that leave
//! the board, clockwise from north.
//!
//! The meaning is that of Ludii's feature language: a walk turns by fractions
//! of a site's number of slots.

use std::f64::consts::{PI, TAU};

use super::{Board, SiteKind, at, onward};

/// Up to this much west of north still counts as north.
const NORTH: f64 = 1e-4;
/// Angles are compared within this.
const EQUAL: f64 = 1e-3;

/// The angle from north, clockwise, of the direction from `a` to `b`, in
/// `[-NORTH, TAU - NORTH)`.
pub(super) fn bearing(a: (f64, f64), b: (f64, f64)) -> f64 {
    let angle = (b.0 - a.0).atan2(b.1 - a.1).rem_euclid(TAU);
    if angle >= TAU - NORTH {
        angle - TAU
    } else {
        angle
    }
}

/// How much a path from `a` over `b` to `c` bends at `b`: 0 is straight on.
pub(super) fn bend(a: (f64, f64), b: (f64, f64), c: (f64, f64)) -> f64 {
    let turn = (bearing(a, b) - bearing(b, c)).rem_euclid(TAU);
    turn.min(TAU - turn)
}

/// A direction from a site: its bearing, and the neighbour there if it stays on
/// the board.
#[derive(Clone, Copy)]
struct Slot {
    bearing: f64,
    site: Option<u8>,
}

fn equal(a: f64, b: f64) -> bool {
    (a - b).abs() < EQUAL
}

/// The unsigned angle between two directions.
fn between(a: &Slot, b: &Slot) -> f64 {
    let turn = (b.bearing - a.bearing).rem_euclid(TAU);
    turn.min(TAU - turn)
}

pub(super) fn slots(board: &Board, site: usize) -> Vec<Option<u8>> {
    let here = at(&board.sites[site]);
    let slot = |&n: &u8| Slot {
        bearing: bearing(here, at(&board.sites[usize::from(n)])),
        site: Some(n),
    };
    let mut slots: Vec<Slot> = board.neighbours[site].iter().map(slot).collect();
    let opposite = |bearing: f64| {
        let angle = (bearing + PI).rem_euclid(TAU);
        if angle >= TAU - NORTH {
            angle - TAU
        } else {
            angle
        }
    };
    let real = slots.clone();
    let mut added = false;
    if let [a, b] = &real[..]
        && equal(between(a, b), TAU / 3.0)
    {
        // A corner of a triangular tiling: the third direction of the star.
        let middle = bearing_between(a, b);
        slots.push(Slot {
            bearing: opposite(middle),
            site: None,
        });
    } else {
        for (&n, slot) in board.neighbours[site].iter().zip(&real) {
            if onward(&board.sites, &board.neighbours, n, site as u8).is_none() {
                added = true;
                slots.push(Slot {
                    bearing: opposite(slot.bearing),
                    site: None,
                });
            }
        }
    }
    slots.sort_by(|a, b| a.bearing.total_cmp(&b.bearing));
    if added {
        slots = evened(slots);
    }
    slots.iter().map(|s| s.site).collect()
}

/// The direction halfway between two others, on the side of the smaller angle.
fn bearing_between(a: &Slot, b: &Slot) -> f64 {
    let turn = (b.bearing - a.bearing).rem_euclid(TAU);
    let half = a.bearing + turn / 2.0;
    if turn > PI { half + PI } else { half }
}

/// If the neighbours stand at equal angles but the directions that leave the
/// board do not fit in, the gaps of twice that angle are halved; if others
/// remain, no direction that leaves the board is kept.
fn evened(slots: Vec<Slot>) -> Vec<Slot> {
    let next = |i: usize| &slots[(i + 1) % slots.len()];
    let angles: Vec<f64> = (0..slots.len())
        .map(|i| between(&slots[i], next(i)))
        .collect();
    let mut inner = (0..slots.len())
        .filter(|&i| slots[i].site.is_some() && next(i).site.is_some())
        .map(|i| angles[i]);
    let Some(step) = inner.next() else {
        return slots;
    };
    if !inner.all(|a| equal(a, step)) || angles.iter().all(|&a| equal(a, step)) {
        return slots;
    }
    if angles
        .iter()
        .all(|&a| equal(a, step) || equal(a / 2.0, step))
    {
        let mut even = Vec::new();
        for (slot, &angle) in slots.iter().zip(&angles) {
            even.push(*slot);
            if !equal(angle, step) {
                even.push(Slot {
                    bearing: slot.bearing + step,
                    site: None,
                });
            }
        }
        return even;
    }
    slots.into_iter().filter(|s| s.site.is_some()).collect()
}

impl SiteKind {
    /// The name that board files use.
    pub fn name(self) -> &'static str {
        match self {
            SiteKind::Vertex => "vertex",
            SiteKind::Cell => "cell",
        }
    }
}
