//! A slow, plain evaluator of features, written from the description of the
//! language alone: no masks, no sharing, one list of instances per feature. The
//! compiled evaluator must agree with it.

mod compare;
mod random;

use std::collections::VecDeque;

use sowlab::board::{Board, SiteKind};
use sowlab::feature::syntax::{Place, Role, Spatial, Target, Test, Walk};
use sowlab::feature::{Feature, Ground, Situation};
use sowlab::game::{Pieces, Placement, Player};

/// What a demand on a site is about. The three are kept apart.
#[derive(Clone, Copy, Debug, PartialEq)]
enum About {
    Emptiness,
    Owner,
    Kind,
}

/// The state of a site must be, or must not be, a value.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Requirement {
    site: usize,
    about: About,
    must: bool,
    /// A player or a kind, from 1; 0 for emptiness.
    value: u32,
}

/// One way for a feature to be met.
#[derive(Clone, Debug, Default)]
struct PlainInstance {
    places: Vec<(Role, usize)>,
    requirements: Vec<Requirement>,
}

impl PlainInstance {
    /// With one more requirement; `None` if two of them collide.
    fn with(mut self, new: Requirement) -> Option<Self> {
        let same = |r: &&Requirement| r.site == new.site && r.about == new.about;
        for old in self.requirements.iter().filter(same) {
            if *old == new {
                return Some(self);
            }
            let equal = old.value == new.value;
            let collide = match (old.must, new.must) {
                (true, true) => !equal,
                (true, false) | (false, true) => equal,
                // Although a third value would satisfy both.
                (false, false) => !equal,
            };
            if collide {
                return None;
            }
        }
        self.requirements.push(new);
        Some(self)
    }

    fn holds(&self, ground: &Ground, situation: &Situation, mv: Placement) -> bool {
        if self.places.is_empty() {
            return false;
        }
        let place = |&(role, site): &(Role, usize)| {
            let of = match role {
                Role::LastTo | Role::LastFrom => named(situation.last),
                Role::To | Role::From => named(mv),
            };
            let position = match role {
                Role::LastTo | Role::To => of.to,
                Role::LastFrom | Role::From => of.from,
            };
            position.map(usize::from) == Some(site)
        };
        let demand = |r: &Requirement| {
            let on = |i: usize| situation.occupied[i] & (1 << r.site) != 0;
            let owner_or_kind = match on(0) {
                true => 1,
                false if on(1) => 2,
                false => 0,
            };
            let is = match (r.about, ground.pieces) {
                (About::Emptiness, _) => owner_or_kind == 0,
                // The seeds belong to nobody.
                (About::Owner, Pieces::Seeds) => r.value == 0,
                (About::Owner, Pieces::Owned) | (About::Kind, _) => owner_or_kind == r.value,
            };
            is == r.must
        };
        self.places.iter().all(place) && self.requirements.iter().all(demand)
    }
}

/// The positions of a move as features see them: a move that ends where it begins
/// only has an end.
fn named(mv: Placement) -> Placement {
    match mv.from == mv.to {
        true => Placement {
            from: None,
            to: mv.to,
        },
        false => mv,
    }
}

/// What the walks of the rounds so far looked like.
#[derive(Default)]
struct Seen {
    /// In this round one was followed that is not empty.
    walked: bool,
    /// With this reflection one was followed that turns other than back.
    turned: bool,
}

/// A feature of a player on a board, in one rotation and reflection.
struct Round<'a> {
    ground: &'a Ground,
    player: Player,
    anchor: usize,
    rotation: f32,
    mirror: f32,
}

impl Round<'_> {
    /// Where a walk ends; `None`: off board.
    fn follow(&self, walk: &Walk, seen: &mut Seen) -> Option<usize> {
        let turns = &walk.0;
        if turns.is_empty() {
            return Some(self.anchor);
        }
        seen.walked = true;
        seen.turned |= turns.iter().any(|t| ![0.0, 0.5, -0.5].contains(t));

        let board = &self.ground.board;
        let slots = board.slots(self.anchor);
        let x = ((turns[0] + self.rotation) * self.mirror) * slots.len() as f32;
        let mut before = self.anchor;
        let mut here = usize::from(slots[slot(x, slots.len())]?);
        for turn in &turns[1..] {
            let slots = board.slots(here);
            let back = slots.iter().position(|&s| s == Some(before as u8));
            let straight = back.expect("a way back") + slots.len() / 2;
            let x = straight as f32 + (turn * self.mirror) * slots.len() as f32;
            before = here;
            here = usize::from(slots[slot(x, slots.len())]?);
        }
        Some(here)
    }

    /// The instances that this round gives.
    fn instances(&self, spatial: &Spatial, seen: &mut Seen) -> Vec<PlainInstance> {
        let mut first = PlainInstance::default();
        for role in Role::ALL {
            let site = match spatial.place(role) {
                None | Some(Place::Anywhere) => continue,
                Some(&Place::Site(site)) => site as usize,
                Some(Place::Walk(walk)) => match self.follow(walk, seen) {
                    Some(site) => site,
                    None => return Vec::new(),
                },
            };
            first.places.push((role, site));
        }
        let mut instances = vec![first];
        for element in &spatial.pattern.elements {
            let site = match &element.site {
                Target::Walk(walk) => self.follow(walk, seen),
                Target::Site(site) => Some(*site as usize),
            };
            instances = self.demand(instances, element.test, element.negated, site);
            if instances.is_empty() {
                break;
            }
        }
        instances
    }

    /// The instances that are left, and what they require, after a demand on a
    /// site or, with `None`, on what is off board.
    fn demand(
        &self,
        instances: Vec<PlainInstance>,
        test: Test,
        negated: bool,
        site: Option<usize>,
    ) -> Vec<PlainInstance> {
        let board = &self.ground.board;
        let decided = |holds: bool| match holds {
            true => instances.clone(),
            false => Vec::new(),
        };
        let Some(s) = site else {
            return decided(match test {
                Test::Anything => true,
                Test::OffBoard => !negated,
                Test::Slots(_) | Test::Nearer(_) | Test::Orthogonal(_) | Test::Diagonal(_) => false,
                Test::Empty
                | Test::Friend
                | Test::Enemy
                | Test::Owner(_)
                | Test::Kind(_)
                | Test::Is(_) => negated,
            });
        };
        let number = |player: Player| player.index() as u32 + 1;
        let (about, value) = match test {
            Test::Anything => return decided(true),
            Test::OffBoard => return decided(negated),
            Test::Is(n) => return decided((s == n as usize) != negated),
            Test::Slots(n) => return decided(!negated && board.slots(s).len() == n as usize),
            Test::Nearer(region) => {
                let distance = |from: usize| distance(board, region as usize, from);
                return decided(match (distance(self.anchor), distance(s)) {
                    (Some(anchor), Some(site)) => (anchor > site) != negated,
                    _ => false,
                });
            }
            Test::Orthogonal(kind) => {
                // In slot order, whatever the order of the radials.
                let radials = board.radials(s);
                let begins = |n: u8| radials.iter().find(|r| r[0] == n).expect("a radial");
                let slots = board.slots(s).iter().flatten();
                let line: Vec<u8> = slots.flat_map(|&n| begins(n).clone()).collect();
                return in_sight(&instances, &line, kind, negated);
            }
            Test::Diagonal(kind) => {
                let line = board.diagonals(s).concat();
                return in_sight(&instances, &line, kind, negated);
            }
            Test::Empty => (About::Emptiness, 0),
            Test::Friend => (About::Owner, number(self.player)),
            Test::Enemy => (About::Owner, number(self.player.other())),
            Test::Owner(player) => (About::Owner, u32::from(player)),
            Test::Kind(kind) => (About::Kind, kind),
        };
        let requirement = Requirement {
            site: s,
            about,
            must: !negated,
            value,
        };
        let with = |i: PlainInstance| i.with(requirement);
        instances.into_iter().filter_map(with).collect()
    }
}

/// One alternative for each site of the line: all before it are empty, and the
/// first piece, there, is of the kind or, negated, of another.
fn in_sight(
    instances: &[PlainInstance],
    line: &[u8],
    kind: u32,
    negated: bool,
) -> Vec<PlainInstance> {
    let mut alternatives = Vec::new();
    for instance in instances {
        for end in 0..line.len() {
            let require = |site: u8, about, must, value| Requirement {
                site: usize::from(site),
                about,
                must,
                value,
            };
            let empty = |&s: &u8| require(s, About::Emptiness, true, 0);
            let mut all: Vec<Requirement> = line[..end].iter().map(empty).collect();
            if negated {
                all.push(require(line[end], About::Emptiness, false, 0));
            }
            all.push(require(line[end], About::Kind, !negated, kind));
            let with = |i: PlainInstance, r| i.with(r);
            alternatives.extend(all.into_iter().try_fold(instance.clone(), with));
        }
    }
    alternatives
}

/// The slot nearest to `x`, counted round; half-way goes down.
fn slot(x: f32, slots: usize) -> usize {
    let part = x - x.trunc();
    let half_way = (0.5 - part).abs() < 0.02 || (0.5 + part).abs() < 0.02;
    let nearest = match half_way {
        true => x.floor(),
        false => x.round(),
    };
    (nearest as i64).rem_euclid(slots as i64) as usize
}

/// Steps from a site to the nearest of a region; `None`: there is no way.
fn distance(board: &Board, region: usize, from: usize) -> Option<usize> {
    let region = board.regions()[region].sites;
    let mut seen = vec![from];
    let mut queue = VecDeque::from([(from, 0)]);
    while let Some((site, steps)) = queue.pop_front() {
        if region & (1 << site) != 0 {
            return Some(steps);
        }
        let mut near = board.neighbours(site).to_vec();
        if board.kind() == SiteKind::Cell {
            near.extend(board.diagonals(site).iter().map(|path| path[0]));
        }
        for next in near.into_iter().map(usize::from) {
            if !seen.contains(&next) {
                seen.push(next);
                queue.push_back((next, steps + 1));
            }
        }
    }
    None
}

/// All instances of a pattern for a player on a board.
fn plain_instances(spatial: &Spatial, ground: &Ground, player: Player) -> Vec<PlainInstance> {
    let walks = |e: &sowlab::feature::syntax::Element| matches!(e.site, Target::Walk(_));
    let relative = spatial.pattern.elements.iter().any(walks);
    let mut anchors: Vec<usize> = (0..ground.board.len())
        .filter(|&s| !ground.board.slots(s).is_empty())
        .collect();
    if spatial.absolute && !relative {
        anchors.truncate(1);
    }
    let mirrors: &[f32] = match spatial.pattern.reflects {
        true => &[1.0, -1.0],
        false => &[1.0],
    };
    let mut all = Vec::new();
    for anchor in anchors {
        let slots = ground.board.slots(anchor).len();
        let rotations = match &spatial.pattern.rotations {
            Some(rotations) => rotations.clone(),
            None => (0..slots).map(|i| i as f32 / slots as f32).collect(),
        };
        for &mirror in mirrors {
            let mut seen = Seen::default();
            for &rotation in &rotations {
                seen.walked = false;
                let round = Round {
                    ground,
                    player,
                    anchor,
                    rotation,
                    mirror,
                };
                all.extend(round.instances(spatial, &mut seen));
                if !seen.walked || !relative {
                    break;
                }
            }
            if !seen.turned {
                break;
            }
        }
    }
    all
}

/// A feature of a player on a board.
enum Plain<'a> {
    Instances(&'a Ground, Vec<PlainInstance>),
    Passes,
    Never,
    Always,
}

impl<'a> Plain<'a> {
    fn new(feature: &Feature, ground: &'a Ground, player: Player) -> Self {
        match feature {
            Feature::Spatial(s) => Plain::Instances(ground, plain_instances(s, ground, player)),
            Feature::PassMove => Plain::Passes,
            // No game here swaps sides.
            Feature::SwapMove => Plain::Never,
            Feature::Intercept => Plain::Always,
        }
    }

    /// Whether it is active for a move.
    fn is_active(&self, situation: &Situation, mv: Placement) -> bool {
        match self {
            Plain::Instances(ground, all) => all.iter().any(|i| i.holds(ground, situation, mv)),
            Plain::Passes => mv.is_pass(),
            Plain::Never => false,
            Plain::Always => true,
        }
    }
}
