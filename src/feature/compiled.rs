//! A feature set made ready for a board: masks, in lists by the sites of moves.
//!
//! Every site is in one of three states: empty, held by the first set of pieces,
//! held by the second. An instance forbids some states on some sites, so it is
//! three masks. Features of a player with the same instances are tested once, as
//! a group, and instances that differ in nothing but the one site they ask about
//! are one any-of mask. For a move only the lists of its own sites and of the last
//! move's are looked at.

use std::collections::BTreeMap;

use super::instance::{Aspect, Demand, Instance, instances};
use super::meaning::{MeaningError, check};
use super::set::FeatureSet;
use super::situation::{Ground, Situation};
use super::syntax::{Feature, Role};
use crate::board::Mask;
use crate::game::{Pieces, Placement, Player};

/// The states of a site.
pub(super) const STATES: usize = 3;

/// The most groups of features of one player.
pub const MAX_GROUPS: usize = 1024;

const WORDS: usize = MAX_GROUPS / 64;

/// Groups that are active, as bits.
pub type Active = [u64; WORDS];

/// No site is asked for.
const ANY: u8 = u8::MAX;

/// Features with the same instances.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Their numbers in the set, ascending.
    pub numbers: Vec<u32>,
    /// Their weights.
    pub weights: Vec<f32>,
}

/// What is left to test of an instance when its list was found by the sites.
#[derive(Clone, Copy, Debug)]
struct Check {
    group: u16,
    from: u8,
    last_from: u8,
    /// Sites by the state that they must not have.
    forbidden: [Mask; STATES],
}

/// Some site of a mask has one of the states.
#[derive(Clone, Copy, Debug)]
struct AnyOf {
    group: u16,
    from: u8,
    last_from: u8,
    /// Sites by the state that one of them must have.
    wanted: [Mask; STATES],
}

/// The instances that ask for certain sites.
#[derive(Clone, Copy, Debug, Default)]
struct List {
    checks: (u32, u32),
    any_of: (u32, u32),
}

/// The features of one player.
#[derive(Clone, Debug)]
pub struct Side {
    groups: Vec<Group>,
    /// The sum of the weights of each group.
    totals: Vec<f64>,
    words: usize,
    /// Groups of features that hold for every move, and for passes.
    always: Active,
    passing: Active,
    checks: Vec<Check>,
    any_of: Vec<AnyOf>,
    lists: Vec<List>,
    sites: usize,
    /// Which kinds of list there are: by the move's sites (3) and the last move's (3).
    kinds: u16,
}

/// A feature set that is ready for a board.
#[derive(Clone, Debug)]
pub struct Compiled {
    sides: [Side; 2],
    all: Mask,
}

/// A set that cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompileError {
    /// A feature means nothing on this game.
    #[error(transparent)]
    Meaning(#[from] MeaningError),
    /// There are too many features.
    #[error("{0} features that differ: at most {MAX_GROUPS} for a player")]
    TooMany(usize),
}

/// States and sites of a position.
#[derive(Clone, Copy, Debug)]
struct Masks([Mask; STATES]);

impl Compiled {
    /// Compiles a set for a board. Features whose weight is nearer to zero than
    /// `threshold` are left out.
    ///
    /// # Errors
    /// A feature names what the game does not have, or there are too many.
    pub fn new(set: &FeatureSet, ground: &Ground, threshold: f32) -> Result<Self, CompileError> {
        for weighted in &set.features {
            check(&weighted.feature, ground)?;
        }
        let side = |player| Side::new(set, ground, player, threshold);
        Ok(Self {
            sides: [side(Player::One)?, side(Player::Two)?],
            all: crate::board::mask(0..ground.board.len()),
        })
    }

    /// The features of a player.
    pub fn side(&self, player: Player) -> &Side {
        &self.sides[player.index()]
    }

    /// A matcher of all moves in one situation.
    #[inline]
    pub fn at(&self, situation: &Situation) -> Matcher<'_> {
        let [one, two] = situation.occupied;
        let side = self.side(situation.mover);
        let last = situation.last;
        Matcher {
            side,
            masks: Masks([self.all & !(one | two), one, two]),
            last_from: last.from.unwrap_or(ANY - 1),
            last: [
                Some(2 * side.sites),
                last.to.map(usize::from),
                last.from.map(|s| side.sites + usize::from(s)),
            ],
        }
    }
}

/// Finds the active groups of moves.
#[derive(Clone, Debug)]
pub struct Matcher<'a> {
    side: &'a Side,
    masks: Masks,
    last_from: u8,
    /// The columns of lists by the last move: any, its end, its start.
    last: [Option<usize>; 3],
}

/// The kinds of list by the sites of a move, in the order of the bits of `kinds`.
const MOVE_KINDS: usize = 3;

impl Side {
    /// The groups.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    fn new(
        set: &FeatureSet,
        ground: &Ground,
        player: Player,
        threshold: f32,
    ) -> Result<Self, CompileError> {
        let mut plain: BTreeMap<Aspatial, Group> = BTreeMap::new();
        let mut by_instances: BTreeMap<Vec<Ready>, Group> = BTreeMap::new();
        for (number, feature, weight) in set.of(player) {
            if weight.abs() < threshold {
                continue;
            }
            let kind = match feature {
                Feature::PassMove => Some(Aspatial::Pass),
                Feature::Intercept => Some(Aspatial::Always),
                // No game of ours has such moves.
                Feature::SwapMove => continue,
                Feature::Spatial(_) => None,
            };
            let group = match kind {
                Some(kind) => plain.entry(kind).or_insert_with(Group::empty),
                None => {
                    let ready = ready(feature, ground, player);
                    if ready.is_empty() {
                        continue;
                    }
                    by_instances.entry(ready).or_insert_with(Group::empty)
                }
            };
            group.numbers.push(number as u32);
            group.weights.push(weight);
        }
        let count = plain.len() + by_instances.len();
        if count > MAX_GROUPS {
            return Err(CompileError::TooMany(count));
        }
        let mut side = Self {
            groups: Vec::with_capacity(count),
            totals: Vec::new(),
            words: count.div_ceil(64),
            always: [0; WORDS],
            passing: [0; WORDS],
            checks: Vec::new(),
            any_of: Vec::new(),
            lists: Vec::new(),
            sites: ground.board.len(),
            kinds: 0,
        };
        for (kind, group) in plain {
            let bits = match kind {
                Aspatial::Pass => &mut side.passing,
                Aspatial::Always => &mut side.always,
            };
            set_bit(bits, side.groups.len());
            side.groups.push(group);
        }
        // The groups in the order of their first features.
        let mut found: Vec<(Vec<Ready>, Group)> = by_instances.into_iter().collect();
        found.sort_by(|a, b| a.1.numbers.cmp(&b.1.numbers));
        let mut listed: BTreeMap<usize, Vec<(u16, Ready)>> = BTreeMap::new();
        for (ready, group) in found {
            let number = side.groups.len() as u16;
            side.groups.push(group);
            for instance in ready {
                let (list, kind) = side.list_of(&instance);
                side.kinds |= 1 << kind;
                listed.entry(list).or_default().push((number, instance));
            }
        }
        let total = |g: &Group| g.weights.iter().map(|&w| f64::from(w)).sum();
        side.totals = side.groups.iter().map(total).collect();
        let width = 2 * side.sites + 1;
        side.lists = vec![List::default(); width * width];
        for (list, instances) in listed {
            side.add_list(list, instances);
        }
        Ok(side)
    }

    /// The list of an instance, and its kind.
    fn list_of(&self, instance: &Ready) -> (usize, usize) {
        let line = |to: u8, from: u8| match (to, from) {
            (ANY, ANY) => (2 * self.sites, 0),
            (ANY, from) => (self.sites + usize::from(from), 2),
            (to, _) => (usize::from(to), 1),
        };
        let (row, by_move) = line(instance.to, instance.from);
        let (column, by_last) = line(instance.last_to, instance.last_from);
        (
            row * (2 * self.sites + 1) + column,
            by_move * MOVE_KINDS + by_last,
        )
    }

    fn add_list(&mut self, list: usize, instances: Vec<(u16, Ready)>) {
        let (checks, any_of) = (self.checks.len(), self.any_of.len());
        for (group, ready) in instances {
            // What the list itself does not say.
            let from = if ready.to == ANY { ANY } else { ready.from };
            let last_from = match ready.last_to {
                ANY => ANY,
                _ => ready.last_from,
            };
            match ready.single() {
                None => self.checks.push(Check {
                    group,
                    from,
                    last_from,
                    forbidden: ready.forbidden,
                }),
                Some(wanted) => {
                    let like =
                        |a: &&mut AnyOf| (a.group, a.from, a.last_from) == (group, from, last_from);
                    match self.any_of[any_of..].iter_mut().find(like) {
                        Some(known) => {
                            for (mask, more) in known.wanted.iter_mut().zip(wanted) {
                                *mask |= more;
                            }
                        }
                        None => self.any_of.push(AnyOf {
                            group,
                            from,
                            last_from,
                            wanted,
                        }),
                    }
                }
            }
        }
        self.lists[list] = List {
            checks: (checks as u32, self.checks.len() as u32),
            any_of: (any_of as u32, self.any_of.len() as u32),
        };
    }

    /// The numbers of the active features, ascending.
    pub fn numbers(&self, active: &Active) -> Vec<u32> {
        let mut numbers: Vec<u32> = self
            .active_groups(active)
            .flat_map(|g| g.numbers.iter().copied())
            .collect();
        numbers.sort_unstable();
        numbers
    }

    /// The sum of the weights of the active features in the order of their
    /// numbers.
    pub fn logit(&self, active: &Active) -> f32 {
        let mut weights: Vec<(u32, f32)> = self
            .active_groups(active)
            .flat_map(|g| g.numbers.iter().copied().zip(g.weights.iter().copied()))
            .collect();
        weights.sort_by_key(|w| w.0);
        weights.iter().fold(0.0, |sum, w| sum + w.1)
    }

    /// The sum of the weights for active groups given as one word, where there are
    /// at most 64.
    pub fn logit_of_word(&self, word: u64) -> f32 {
        let mut active = [0; WORDS];
        active[0] = word;
        self.logit(&active)
    }

    fn active_groups<'a>(&'a self, active: &'a Active) -> impl Iterator<Item = &'a Group> {
        let is = |i: usize| active[i / 64] >> (i % 64) & 1 == 1;
        let groups = self.groups.iter().enumerate();
        groups.filter(move |(i, _)| is(*i)).map(|(_, g)| g)
    }
}

/// Features without a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Aspatial {
    Always,
    Pass,
}

impl Group {
    fn empty() -> Self {
        Self {
            numbers: Vec::new(),
            weights: Vec::new(),
        }
    }
}

fn set_bit(bits: &mut Active, i: usize) {
    bits[i / 64] |= 1 << (i % 64);
}

impl Matcher<'_> {
    /// The active groups of a move.
    #[inline]
    pub fn active(&self, mv: Placement) -> Active {
        let mut active = [0; WORDS];
        self.activate(mv, &mut active);
        active
    }

    /// The sum of the weights of the active groups of a move, group by group.
    #[inline]
    pub fn sum(&self, mv: Placement) -> f32 {
        let active = self.active(mv);
        let mut sum = 0.0;
        for (i, &word) in active[..self.side.words].iter().enumerate() {
            let mut word = word;
            while word != 0 {
                sum += self.side.totals[64 * i + word.trailing_zeros() as usize];
                word &= word - 1;
            }
        }
        sum as f32
    }

    /// The active groups of a move as bits of one word, where there are at most 64.
    #[inline]
    pub fn active_word(&self, mv: Placement) -> u64 {
        let mut active = [0; 1];
        self.activate(mv, &mut active);
        active[0]
    }

    #[inline(always)]
    fn activate<const N: usize>(&self, mv: Placement, active: &mut [u64; N]) {
        let side = self.side;
        let plain = side.always.iter().zip(&side.passing).take(side.words);
        for (word, (always, passing)) in active.iter_mut().zip(plain) {
            *word = if mv.is_pass() {
                always | passing
            } else {
                *always
            };
        }
        let rows = [
            Some(2 * side.sites),
            mv.to.map(usize::from),
            mv.from.map(|s| side.sites + usize::from(s)),
        ];
        let from = mv.from.unwrap_or(ANY - 1);
        let mut kinds = side.kinds;
        while kinds != 0 {
            let kind = kinds.trailing_zeros() as usize;
            kinds &= kinds - 1;
            let (row, column) = (rows[kind / MOVE_KINDS], self.last[kind % MOVE_KINDS]);
            if let (Some(row), Some(column)) = (row, column) {
                let list = side.lists[row * (2 * side.sites + 1) + column];
                self.look_through(list, from, active);
            }
        }
    }

    #[inline(always)]
    fn look_through<const N: usize>(&self, list: List, from: u8, active: &mut [u64; N]) {
        let Masks([empty, one, two]) = self.masks;
        let side = self.side;
        let fits = |asked: (u8, u8)| {
            (asked.0 == ANY || asked.0 == from) & (asked.1 == ANY || asked.1 == self.last_from)
        };
        for any in &side.any_of[list.any_of.0 as usize..list.any_of.1 as usize] {
            let [e, a, b] = any.wanted;
            let met = (empty & e) | (one & a) | (two & b) != 0;
            let holds = met & fits((any.from, any.last_from));
            let group = usize::from(any.group);
            active[group / 64 % N] |= u64::from(holds) << (group % 64);
        }
        for check in &side.checks[list.checks.0 as usize..list.checks.1 as usize] {
            let [e, a, b] = check.forbidden;
            let met = (empty & e) | (one & a) | (two & b) == 0;
            let holds = met & fits((check.from, check.last_from));
            let group = usize::from(check.group);
            active[group / 64 % N] |= u64::from(holds) << (group % 64);
        }
    }
}

/// An instance as masks. The order is only for sorting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ready {
    to: u8,
    from: u8,
    last_to: u8,
    last_from: u8,
    /// Sites by the state that they must not have: empty, held by the first set of
    /// pieces, held by the second.
    pub forbidden: [Mask; STATES],
}

impl Ready {
    /// Where one site is asked about: the states that it may have.
    fn single(&self) -> Option<[Mask; STATES]> {
        let asked = self.forbidden.iter().fold(0, |all, m| all | m);
        let allowed = self.forbidden.map(|m| asked & !m);
        (asked.count_ones() == 1).then_some(allowed)
    }
}

/// The distinct instances of a feature that can hold, ascending.
fn ready(feature: &Feature, ground: &Ground, player: Player) -> Vec<Ready> {
    let found = instances(feature, &ground.board, player);
    let mut all: Vec<Ready> = found
        .iter()
        .filter_map(|f| as_masks(&f.instance, ground.pieces))
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// An instance as masks; `None` if it asks of a site what cannot be.
pub(super) fn as_masks(instance: &Instance, pieces: Pieces) -> Option<Ready> {
    let mut forbidden = [0; STATES];
    for demand in &instance.demands {
        for (state, mask) in forbidden.iter_mut().enumerate() {
            if !allows(demand, state, pieces) {
                *mask |= 1 << demand.site;
            }
        }
    }
    let possible = forbidden.iter().fold(!0, |all, m| all & m) == 0;
    let place = |role| instance.place(role).unwrap_or(ANY);
    possible.then_some(Ready {
        to: place(Role::To),
        from: place(Role::From),
        last_to: place(Role::LastTo),
        last_from: place(Role::LastFrom),
        forbidden,
    })
}

/// Whether a site in a state meets a demand.
fn allows(demand: &Demand, state: usize, pieces: Pieces) -> bool {
    let value = match (demand.aspect, pieces) {
        (Aspect::Empty, _) => return (state == 0) == demand.is,
        // Nobody owns seeds.
        (Aspect::Owner, Pieces::Seeds) => 0,
        (Aspect::Owner | Aspect::Kind, _) => state,
    };
    (value == usize::from(demand.value)) == demand.is
}
