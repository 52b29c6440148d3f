//! A feature explained on a board: in words, way by way, and what surprises.

use std::collections::{BTreeMap, BTreeSet};

use super::instance::{Instance, Round, Tried, rounds};
use super::masks::{Ready, STATES, as_masks};
use super::meaning::{MeaningError, check};
use super::quirk::{Quirk, quirks};
use super::situation::Ground;
use super::syntax::{Feature, Place, Role, Spatial, Walk};
use super::walk::{self, Turning};
use super::words::words;
use crate::board::sites_of;
use crate::game::{Pieces, Player};

/// What can be on a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    /// Nothing.
    Empty,
    /// A piece of player one; on boards of seeds, seeds.
    One,
    /// A piece of player two.
    Two,
}

impl State {
    /// All.
    pub const ALL: [State; STATES] = [State::Empty, State::One, State::Two];

    /// What files and drawings call it.
    pub fn name(self, ground: &Ground) -> &'static str {
        match (self, ground.pieces) {
            (State::Empty, _) => "empty",
            (_, Pieces::Seeds) => "seeds",
            (State::One, Pieces::Owned) => ground.players[0],
            (State::Two, Pieces::Owned) => ground.players[1],
        }
    }
}

/// What may be on a site for a feature to be active.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// The site.
    pub site: usize,
    /// The states that it may have: at least one, not all.
    pub allowed: Vec<State>,
}

impl Requirement {
    /// In words: `empty`, `not hounds`.
    pub fn name(&self, ground: &Ground) -> String {
        match &self.allowed[..] {
            [state] => state.name(ground).into(),
            allowed => {
                let missing = State::ALL.into_iter().find(|s| !allowed.contains(s));
                format!("not {}", missing.unwrap_or(State::Empty).name(ground))
            }
        }
    }
}

/// A walk as it goes on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// The part of the feature: `to`, or an element as it is written.
    pub part: String,
    /// The position of the move, if it is one.
    pub role: Option<Role>,
    /// Its sites from the anchor on; `None`: off the board.
    pub sites: Vec<Option<usize>>,
}

/// One way in which a feature can be active.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// The site that the walks start from.
    pub anchor: usize,
    /// How they are turned.
    pub turning: Turning,
    /// The positions of moves by [`Role::index`]; `None`: any.
    pub places: [Option<usize>; 4],
    /// What must be on the board, by site.
    pub requirements: Vec<Requirement>,
    /// The walks.
    pub paths: Vec<Path>,
    /// How many instances are this one, found at other anchors or turned
    /// otherwise; at least 1.
    pub found: usize,
}

/// How a feature is turned at the anchors of a number of slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turnings {
    /// The number of slots of the anchors.
    pub slots: usize,
    /// The number of anchors.
    pub anchors: usize,
    /// The rotations that are tried.
    pub rotations: usize,
    /// The rotations that do not come to the same as another one.
    pub distinct_rotations: usize,
    /// Whether reflections are tried, at some of the anchors at least.
    pub reflected: bool,
    /// The rotations, plain and reflected, that do not come to the same as
    /// another one.
    pub distinct: usize,
}

/// A feature explained.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The feature.
    pub feature: Feature,
    /// The mover.
    pub player: Player,
    /// What it says, a sentence a part.
    pub words: Vec<String>,
    /// How it is turned, by the number of slots of the anchor.
    pub turnings: Vec<Turnings>,
    /// The instances that were found, equal ones included.
    pub found: usize,
    /// The distinct ones that can hold, in the order in which they are found.
    pub ways: Vec<Way>,
    /// What surprises.
    pub quirks: Vec<Quirk>,
}

/// Explains a feature for a player on a board, its ways from all anchors or from
/// one.
///
/// # Errors
/// The feature names what the game does not have.
pub fn explain(
    feature: &Feature,
    ground: &Ground,
    player: Player,
    anchor: Option<usize>,
) -> Result<Explanation, MeaningError> {
    check(feature, ground)?;
    let mut rounds = rounds(feature, &ground.board, player, Tried::AsLudii);
    let turnings = turnings(&rounds, ground);
    rounds.retain(|r| anchor.is_none_or(|a| a == r.anchor));
    Ok(Explanation {
        feature: feature.clone(),
        player,
        words: words(feature, ground, player),
        turnings,
        found: rounds.iter().map(|r| r.instances.len()).sum(),
        ways: feature
            .spatial()
            .map_or_else(Vec::new, |spatial| ways(spatial, &rounds, ground)),
        quirks: quirks(feature, ground, player),
    })
}

/// An instance in a form that is equal for all that say the same; `None` if it
/// can never hold.
fn key(instance: &Instance, pieces: Pieces) -> Option<Ready> {
    let mut ready = as_masks(instance, pieces)?;
    if pieces == Pieces::Seeds {
        // Nothing is ever in the second set.
        let [empty, seeds, never] = &mut ready.forbidden;
        if *empty & *seeds != 0 {
            return None;
        }
        *never = 0;
    }
    Some(ready)
}

/// The distinct instances of rounds that can hold.
pub(super) fn distinct(rounds: &[Round], pieces: Pieces) -> BTreeSet<Ready> {
    let instances = rounds.iter().flat_map(|r| &r.instances);
    instances.filter_map(|i| key(i, pieces)).collect()
}

fn ways(spatial: &Spatial, rounds: &[Round], ground: &Ground) -> Vec<Way> {
    let mut ways: Vec<Way> = Vec::new();
    let mut known: BTreeMap<Ready, usize> = BTreeMap::new();
    for round in rounds {
        for instance in &round.instances {
            let Some(key) = key(instance, ground.pieces) else {
                continue;
            };
            if let Some(&way) = known.get(&key) {
                ways[way].found += 1;
                continue;
            }
            ways.push(Way {
                anchor: round.anchor,
                turning: round.turning,
                places: instance.places.map(|p| p.map(usize::from)),
                requirements: requirements(&key, ground.pieces),
                paths: paths(spatial, round, ground),
                found: 1,
            });
            known.insert(key, ways.len() - 1);
        }
    }
    ways
}

fn requirements(key: &Ready, pieces: Pieces) -> Vec<Requirement> {
    let asked = key.forbidden.iter().fold(0, |all, m| all | m);
    let requirement = |site: usize| Requirement {
        site,
        allowed: State::ALL
            .into_iter()
            .zip(key.forbidden)
            .filter(|(state, _)| pieces == Pieces::Owned || *state != State::Two)
            .filter(|(_, forbidden)| forbidden >> site & 1 == 0)
            .map(|(state, _)| state)
            .collect(),
    };
    sites_of(asked).map(requirement).collect()
}

fn paths(spatial: &Spatial, round: &Round, ground: &Ground) -> Vec<Path> {
    let path = |part: String, role, walk: &Walk| {
        let steps = walk::steps(&ground.board, round.anchor, walk, round.turning);
        let sites = [Some(round.anchor)].into_iter().chain(steps).collect();
        Path { part, role, sites }
    };
    let places = spatial
        .places
        .iter()
        .filter_map(|(role, place)| match place {
            Place::Walk(walk) => Some(path(role.name().into(), Some(*role), walk)),
            _ => None,
        });
    let elements = spatial.pattern.elements.iter();
    let elements = elements.filter_map(|e| Some(path(e.to_string(), None, e.walk()?)));
    places.chain(elements).collect()
}

/// What a turning finds at each anchor, if anything.
type Image = BTreeMap<usize, BTreeSet<Ready>>;

fn turnings(rounds: &[Round], ground: &Ground) -> Vec<Turnings> {
    let slots = |r: &Round| ground.board.slots(r.anchor).len();
    let classes: BTreeSet<usize> = rounds.iter().map(slots).collect();
    let class = |n: usize| {
        let mut images: BTreeMap<(bool, u32), Image> = BTreeMap::new();
        let mut anchors = BTreeSet::new();
        for round in rounds.iter().filter(|r| slots(r) == n) {
            anchors.insert(round.anchor);
            let Turning { rotation, mirrored } = round.turning;
            let image = images.entry((mirrored, rotation.to_bits())).or_default();
            let found = distinct(std::slice::from_ref(round), ground.pieces);
            if !found.is_empty() {
                image.insert(round.anchor, found);
            }
        }
        let several = |plain: bool| {
            let wanted = images
                .iter()
                .filter(|((mirrored, _), _)| !plain || !mirrored);
            let filled = wanted.map(|(_, image)| image).filter(|i| !i.is_empty());
            filled.collect::<BTreeSet<&Image>>().len()
        };
        Turnings {
            slots: n,
            anchors: anchors.len(),
            rotations: images.keys().filter(|k| !k.0).count(),
            distinct_rotations: several(true),
            reflected: images.keys().any(|k| k.0),
            distinct: several(false),
        }
    };
    classes.into_iter().map(class).collect()
}
