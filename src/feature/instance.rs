//! What a feature says on a board: every way in which it can hold for a move,
//! found without looking at a position.

use super::syntax::{Element, Feature, Place, Role, Spatial, Target, Test};
use super::walk::{self, Turning};
use crate::board::Board;
use crate::game::Player;

/// What must be the case on one site, of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Aspect {
    /// Whether something stands there; its value is 0.
    Empty,
    /// Whose it is: the number of the player, 1 or 2.
    Owner,
    /// Its kind, from 1.
    Kind,
}

/// A demand on a site that depends on the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Demand {
    /// The site.
    pub site: u8,
    /// What is asked about.
    pub aspect: Aspect,
    /// The value that is asked about.
    pub value: u8,
    /// Whether it must have that value, or must not.
    pub is: bool,
}

/// One way in which a feature can hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instance {
    /// The positions of moves by [`Role`]; `None`: any.
    pub places: [Option<u8>; 4],
    /// What must hold on the board, ascending.
    pub demands: Vec<Demand>,
}

impl Role {
    /// Its place in [`Instance::places`].
    pub fn index(self) -> usize {
        self as usize
    }
}

impl Instance {
    /// The position of a role.
    pub fn place(&self, role: Role) -> Option<u8> {
        self.places[role.index()]
    }

    /// Adds a demand. `false` if it cannot be met beside the others: as in Ludii
    /// two different values that must not be collide too.
    fn add(&mut self, demand: Demand) -> bool {
        let same = |d: &&mut Demand| d.site == demand.site && d.aspect == demand.aspect;
        let Some(known) = self.demands.iter_mut().find(same) else {
            self.demands.push(demand);
            return true;
        };
        match (known.is, demand.is) {
            (true, true) | (false, false) => known.value == demand.value,
            (true, false) => known.value != demand.value,
            (false, true) => {
                let differs = known.value != demand.value;
                *known = demand;
                differs
            }
        }
    }
}

/// Where and how an instance was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The instance.
    pub instance: Instance,
    /// The site that the walks start from.
    pub anchor: usize,
    /// How they are turned.
    pub turning: Turning,
}

/// All instances of a feature for a player on a board, in the order in which they
/// are found, equal ones included. Those that can never fire because they ask for
/// no position of a move are left out; features without a pattern have none.
/// Lines of sight multiply: [`check`](super::check) refuses features of which there
/// would be too many.
pub fn instances(feature: &Feature, board: &Board, player: Player) -> Vec<Found> {
    let found = |round: Round| {
        let Round {
            anchor,
            turning,
            instances,
        } = round;
        instances.into_iter().map(move |instance| Found {
            instance,
            anchor,
            turning,
        })
    };
    let rounds = rounds(feature, board, player, Tried::AsLudii);
    rounds.into_iter().flat_map(found).collect()
}

/// What one way of turning a feature at one anchor gave, perhaps nothing.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Round {
    /// The site that the walks start from.
    pub anchor: usize,
    /// How they are turned.
    pub turning: Turning,
    /// What was found.
    pub instances: Vec<Instance>,
}

/// Which rotations and reflections are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tried {
    /// Those that Ludii tries.
    AsLudii,
    /// All that the pattern names.
    All,
}

/// All rounds of a feature, in order; see [`instances`].
pub(super) fn rounds(feature: &Feature, board: &Board, player: Player, tried: Tried) -> Vec<Round> {
    let Some(spatial) = feature.spatial() else {
        return Vec::new();
    };
    let relative = spatial.pattern.is_relative();
    let mut anchors = (0..board.len()).filter(|&s| !board.slots(s).is_empty());
    let mut found = Vec::new();
    let mut run = |anchor| Rounds::new(spatial, board, player, anchor, tried).run(&mut found);
    if spatial.absolute && !relative {
        // Nothing depends on the anchor.
        anchors.next().into_iter().for_each(&mut run);
    } else {
        anchors.for_each(&mut run);
    }
    for round in &mut found {
        let asks = |i: &Instance| i.places.iter().any(Option::is_some);
        round.instances.retain(asks);
    }
    found
}

/// The rounds of one anchor: every rotation and reflection.
struct Rounds<'a> {
    spatial: &'a Spatial,
    board: &'a Board,
    player: Player,
    anchor: usize,
    tried: Tried,
    /// Whether a walk was followed in this round.
    walked: bool,
    /// Whether a walk that is not its own mirror image was followed.
    turned: bool,
}

impl<'a> Rounds<'a> {
    fn new(
        spatial: &'a Spatial,
        board: &'a Board,
        player: Player,
        anchor: usize,
        tried: Tried,
    ) -> Self {
        Self {
            spatial,
            board,
            player,
            anchor,
            tried,
            walked: false,
            turned: false,
        }
    }

    fn run(&mut self, found: &mut Vec<Round>) {
        let pattern = &self.spatial.pattern;
        let relative = pattern.is_relative();
        let n = self.board.slots(self.anchor).len();
        let all: Vec<f32>;
        let rotations = match &pattern.rotations {
            Some(given) => given,
            None => {
                all = (0..n).map(|i| i as f32 / n as f32).collect();
                &all
            }
        };
        for mirrored in [false, true] {
            if mirrored && !pattern.reflects {
                break;
            }
            self.turned = false;
            for &rotation in rotations {
                self.walked = false;
                let turning = Turning { rotation, mirrored };
                found.push(Round {
                    anchor: self.anchor,
                    turning,
                    instances: self.round(turning),
                });
                // A quirk of Ludii: without an element that walks, only the first
                // rotation is tried.
                if (!self.walked || !relative) && self.tried == Tried::AsLudii {
                    break;
                }
            }
            if !self.turned && self.tried == Tried::AsLudii {
                break;
            }
        }
    }

    fn follow(&mut self, walk: &super::syntax::Walk, turning: Turning) -> Option<usize> {
        self.walked |= !walk.0.is_empty();
        self.turned |= walk.0.iter().any(|t| ![0.0, 0.5, -0.5].contains(t));
        walk::end(self.board, self.anchor, walk, turning)
    }

    fn round(&mut self, turning: Turning) -> Vec<Instance> {
        let mut first = Instance::default();
        let spatial = self.spatial;
        for role in Role::ALL {
            let site = match spatial.place(role) {
                None | Some(Place::Anywhere) => continue,
                Some(&Place::Site(site)) => site as usize,
                Some(Place::Walk(walk)) => match self.follow(walk, turning) {
                    Some(site) => site,
                    None => return Vec::new(),
                },
            };
            first.places[role.index()] = Some(site as u8);
        }
        let mut instances = vec![first];
        for element in &spatial.pattern.elements {
            let site = match &element.site {
                &Target::Site(site) => Some(site as usize),
                Target::Walk(walk) => self.follow(walk, turning),
            };
            instances = self.meet(element, site, instances);
            if instances.is_empty() {
                break;
            }
        }
        for instance in &mut instances {
            instance.demands.sort_unstable();
        }
        instances
    }

    /// What is left of the instances when an element must hold as well.
    fn meet(
        &self,
        element: &Element,
        site: Option<usize>,
        mut instances: Vec<Instance>,
    ) -> Vec<Instance> {
        let is = !element.negated;
        let demand = |aspect: Aspect, value: u32| {
            // Off the board a state is none: only a negation holds.
            site.map(|site| Demand {
                site: site as u8,
                aspect,
                value: value as u8,
                is,
            })
        };
        let number = |player: Player| player.index() as u32 + 1;
        let demand = match element.test {
            Test::Empty => demand(Aspect::Empty, 0),
            Test::Friend => demand(Aspect::Owner, number(self.player)),
            Test::Enemy => demand(Aspect::Owner, number(self.player.other())),
            Test::Owner(player) => demand(Aspect::Owner, u32::from(player)),
            Test::Kind(kind) => demand(Aspect::Kind, kind),
            Test::Orthogonal(kind) => {
                let paths = site.map_or(&[][..], |s| self.board.radials(s));
                return self.seen(paths, kind, is, instances);
            }
            Test::Diagonal(kind) => {
                let paths = site.map_or(&[][..], |s| self.board.diagonals(s));
                return self.seen(paths, kind, is, instances);
            }
            _ => {
                if !self.holds(element, site) {
                    instances.clear();
                }
                return instances;
            }
        };
        match demand {
            Some(demand) => instances.retain_mut(|i| i.add(demand)),
            None if is => instances.clear(),
            None => {}
        }
        instances
    }

    /// Whether an element holds that needs no position.
    fn holds(&self, element: &Element, site: Option<usize>) -> bool {
        match element.test {
            // Its negation is ignored.
            Test::Anything => true,
            Test::OffBoard => site.is_none() != element.negated,
            Test::Is(n) => (site == Some(n as usize)) != element.negated,
            // A quirk of Ludii: its negation never holds.
            Test::Slots(n) => {
                let slots = |s| self.board.slots(s).len() == n as usize;
                !element.negated && site.is_some_and(slots)
            }
            Test::Nearer(region) => {
                let region = self.board.regions().get(region as usize);
                let (Some(region), Some(site)) = (region, site) else {
                    return false;
                };
                let (here, there) = (region.distance[self.anchor], region.distance[site]);
                // No way there: neither nearer nor not.
                here != u8::MAX && there != u8::MAX && (here > there) != element.negated
            }
            _ => false,
        }
    }

    /// One instance for every site that could be the first with a piece along the
    /// paths, taken as one (as Ludii does).
    fn seen(
        &self,
        paths: &[Vec<u8>],
        kind: u32,
        is: bool,
        instances: Vec<Instance>,
    ) -> Vec<Instance> {
        let line: Vec<u8> = paths.iter().flatten().copied().collect();
        let demand = |site, aspect, value, is| Demand {
            site,
            aspect,
            value,
            is,
        };
        let mut all = Vec::new();
        for instance in instances {
            let mut before = instance;
            for &site in &line {
                let mut here = before.clone();
                let kind = demand(site, Aspect::Kind, kind as u8, is);
                let there = demand(site, Aspect::Empty, 0, false);
                // That it is of a kind says that it is there.
                if (is || here.add(there)) && here.add(kind) {
                    all.push(here);
                }
                if !before.add(demand(site, Aspect::Empty, 0, true)) {
                    break;
                }
            }
        }
        all
    }
}
