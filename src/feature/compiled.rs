//! A feature set made ready for a board: masks, in lists by the sites of moves.
//!
//! Every site is in one of three states: empty, held by the first set of pieces,
//! held by the second. An instance forbids some states on some sites, so it is
//! three masks. Features of a player with the same instances are tested once, as
//! a group, and instances that differ in nothing but the one site they ask about
//! are one any-of mask. For a move only the lists of its own sites and of the last
//! move's are looked at.

use std::collections::BTreeMap;

use super::masks::{ANY, Ready, STATES, ready};
use super::meaning::{MeaningError, check};
use super::set::FeatureSet;
use super::situation::{Ground, Situation};
use super::syntax::Feature;
use crate::board::Mask;
use crate::game::{Placement, Player};

/// The most groups of features of one player.
pub const MAX_GROUPS: usize = 1024;

/// The largest sum of the sizes of a player's weights.
const LARGEST_SUM: f64 = 1e30;

const WORDS: usize = MAX_GROUPS / 64;

/// Groups that are active, as bits.
pub type Active = [u64; WORDS];

/// A move has no such site.
const NOWHERE: u8 = u8::MAX - 1;

/// Kinds of lists: by the end of a move, its start, or neither; and so by the last
/// move.
const KINDS: usize = 9;

/// Features with the same instances.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Their numbers in the set, ascending.
    pub numbers: Vec<u32>,
    /// Their weights.
    pub weights: Vec<f32>,
}

/// What is left to test when a list was found by the sites: one instance, or
/// several that differ only in the one site that they ask about.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Sites by their state.
    masks: [Mask; STATES],
    group: u16,
    /// Whether some site of the masks must have its state there, or none may.
    any: bool,
    /// The start of the move, and that of the last one in the high byte, where the
    /// list leaves them open; bits that `places_mask` lacks do not count.
    places: u16,
    places_mask: u16,
}

/// The entries of the instances that ask for certain sites.
type List = (u32, u32);

/// The starts of a move and of the last one.
#[inline(always)]
fn places(from: u8, last_from: u8) -> u16 {
    u16::from(from) | u16::from(last_from) << 8
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
    entries: Vec<Entry>,
    /// By the column of the last move, then by the row of the move.
    lists: Vec<List>,
    sites: usize,
    /// The kinds of lists that there are, ascending.
    kinds: Vec<(usize, usize)>,
    /// If only the ends of moves matter and no list has more than one entry: the
    /// entry of each row, where no places are left to test.
    single: Vec<Entry>,
}

/// A feature set that is ready for a board.
#[derive(Clone, Debug)]
pub struct Compiled {
    sides: [Side; 2],
    all: Mask,
}

/// A set that cannot be compiled.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CompileError {
    /// A feature means nothing on this game.
    #[error(transparent)]
    Meaning(#[from] MeaningError),
    /// There are too many features.
    #[error("{0} features that differ: at most {MAX_GROUPS} for a player")]
    TooMany(usize),
    /// Sums of weights could leave the range of 32-bit numbers.
    #[error("the weights of {0} are too large: their sizes add up to {1:e}, at most 1e30")]
    TooHeavy(&'static str, f64),
}

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
    #[inline(always)]
    pub fn at(&self, situation: &Situation) -> Matcher<'_> {
        let [one, two] = situation.occupied;
        let side = self.side(situation.mover);
        let columns = side.lines(situation.last);
        let mut columns_of = [0; KINDS];
        for (column, &(_, by_last)) in columns_of.iter_mut().zip(&side.kinds) {
            *column = (columns[by_last] * side.width()) as u32;
        }
        Matcher {
            side,
            masks: [self.all & !(one | two), one, two],
            last_from: situation.last.from.unwrap_or(NOWHERE),
            columns: columns_of,
        }
    }
}

/// Finds the active groups of moves.
#[derive(Clone, Debug)]
pub struct Matcher<'a> {
    side: &'a Side,
    /// The sites in each state.
    masks: [Mask; STATES],
    last_from: u8,
    /// Where the lists of the last move begin, for each kind.
    columns: [u32; KINDS],
}

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
        let sizes = set.of(player).map(|(_, _, weight)| f64::from(weight.abs()));
        let size: f64 = sizes.sum();
        // Not a number is too large too.
        if size.is_nan() || size > LARGEST_SUM {
            let player = ground.players[player.index()];
            return Err(CompileError::TooHeavy(player, size));
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
            entries: Vec::new(),
            lists: Vec::new(),
            sites: ground.board.len(),
            kinds: Vec::new(),
            single: Vec::new(),
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
                if !side.kinds.contains(&kind) {
                    side.kinds.push(kind);
                }
                listed.entry(list).or_default().push((number, instance));
            }
        }
        let total = |g: &Group| g.weights.iter().map(|&w| f64::from(w)).sum();
        side.totals = side.groups.iter().map(total).collect();
        side.kinds.sort_unstable();
        side.lists = vec![(0, 0); side.width() * side.width()];
        for (list, instances) in listed {
            side.add_list(list, instances);
        }
        side.single = side.singles().unwrap_or_default();
        Ok(side)
    }

    /// Rows, and columns, of the lists: by the end of a move, by its start, one for
    /// any move, and an empty one.
    fn width(&self) -> usize {
        2 * self.sites + 2
    }

    /// The rows of a move's lists, or the columns of a last move's, by kind.
    #[inline(always)]
    fn lines(&self, mv: Placement) -> [usize; 3] {
        let any = 2 * self.sites;
        let empty = any + 1;
        [
            any,
            mv.to.map_or(empty, usize::from),
            mv.from.map_or(empty, |s| self.sites + usize::from(s)),
        ]
    }

    /// The list of an instance, and its kind.
    fn list_of(&self, instance: &Ready) -> (usize, (usize, usize)) {
        let line = |to: u8, from: u8| {
            let given = |site| Some(site).filter(|&s| s != ANY);
            let kind = match (to, from) {
                (ANY, ANY) => 0,
                (ANY, _) => 2,
                _ => 1,
            };
            let lines = self.lines(Placement {
                from: given(from),
                to: given(to),
            });
            (lines[kind], kind)
        };
        let (row, by_move) = line(instance.to, instance.from);
        let (column, by_last) = line(instance.last_to, instance.last_from);
        (column * self.width() + row, (by_move, by_last))
    }

    /// See [`Side::single`].
    fn singles(&self) -> Option<Vec<Entry>> {
        // Of no list: it never holds.
        let never = Entry {
            masks: [0; STATES],
            group: 0,
            any: true,
            places: 0,
            places_mask: 0,
        };
        let column = 2 * self.sites * self.width();
        let one = |row: usize| match self.lists[column + row] {
            (first, end) if first == end => Some(never),
            (first, end) if first + 1 == end => Some(self.entries[first as usize]),
            _ => None,
        };
        let rows: Option<Vec<Entry>> = (0..self.width()).map(one).collect();
        let plain = |e: &Entry| e.places_mask == 0 && usize::from(e.group) < 64;
        rows.filter(|rows| self.kinds[..] == [(1, 0)] && rows.iter().all(plain))
    }

    fn add_list(&mut self, list: usize, instances: Vec<(u16, Ready)>) {
        let first = self.entries.len();
        for (group, ready) in instances {
            // What the list itself does not say.
            let from = Some(ready.from).filter(|&f| ready.to != ANY && f != ANY);
            let last = Some(ready.last_from).filter(|&f| ready.last_to != ANY && f != ANY);
            let whole = |site: Option<u8>| if site.is_some() { u8::MAX } else { 0 };
            let single = ready.single();
            let entry = Entry {
                masks: single.unwrap_or(ready.forbidden),
                group,
                any: single.is_some(),
                places: places(from.unwrap_or(0), last.unwrap_or(0)),
                places_mask: places(whole(from), whole(last)),
            };
            let like = |e: &&mut Entry| {
                let key = |e: &Entry| (e.group, e.any, e.places, e.places_mask);
                entry.any && key(e) == key(&entry)
            };
            match self.entries[first..].iter_mut().find(like) {
                Some(known) => {
                    for (mask, more) in known.masks.iter_mut().zip(entry.masks) {
                        *mask |= more;
                    }
                }
                None => self.entries.push(entry),
            }
        }
        self.lists[list] = (first as u32, self.entries.len() as u32);
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
        let side = self.side;
        if let Some(entry) = side.single.get(side.lines(mv)[1]) {
            let [empty, one, two] = self.masks;
            let [e, a, b] = entry.masks;
            let met = ((empty & e) | (one & a) | (two & b) != 0) == entry.any;
            let plain = match mv.is_pass() {
                true => side.always[0] | side.passing[0],
                false => side.always[0],
            };
            return plain | u64::from(met) << entry.group;
        }
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
        let rows = side.lines(mv);
        let places = places(mv.from.unwrap_or(NOWHERE), self.last_from);
        let [empty, one, two] = self.masks;
        for (&(by_move, _), &column) in side.kinds.iter().zip(&self.columns) {
            let (first, end) = side.lists[column as usize + rows[by_move]];
            for entry in &side.entries[first as usize..end as usize] {
                let [e, a, b] = entry.masks;
                let met = ((empty & e) | (one & a) | (two & b) != 0) == entry.any;
                let holds = met & (places & entry.places_mask == entry.places);
                let group = usize::from(entry.group);
                active[group / 64 % N] |= u64::from(holds) << (group % 64);
            }
        }
    }
}
