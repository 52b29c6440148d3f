//! The choices of a policy by features in a small game, all worked out.

use std::collections::hash_map::Entry;

use rustc_hash::{FxHashMap, FxHashSet};

use super::features::{Features, bounds};
use crate::feature::Situation;
use crate::game::{Context, OnBoard, Pieces, Placement, Player};

/// Boards with more sites have no table.
const MOST_SITES: usize = 16;

/// Games with more situations have none.
const MOST: usize = 1 << 16;

/// Bounds of one choice; more moves are not tabulated.
const MOST_BOUNDS: usize = 14;

/// The numbers below which a 32-bit draw chooses each move but the last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// The situation; 0 for none.
    key: u64,
    bounds: [u32; MOST_BOUNDS],
}

impl Bounds {
    const NONE: Self = Self {
        key: 0,
        bounds: [u32::MAX; MOST_BOUNDS],
    };

    /// Which of so many moves a draw chooses.
    #[inline]
    pub fn chosen(&self, drawn: u32, count: usize) -> usize {
        let passed = self.bounds.iter().filter(|b| drawn >= **b).count();
        // Unused bounds are above every draw but the largest.
        passed.min(count - 1)
    }
}

/// A hash table of choices by situations.
#[derive(Clone, Debug)]
pub(super) struct Choices {
    slots: Vec<Bounds>,
}

impl Choices {
    /// All choices that play from the start of a game can meet; `None` if the board
    /// or the game is too large, or if there is more to a position than what features
    /// see: two that look alike may then have different moves.
    pub fn new<G: OnBoard>(game: &G, policy: &Features) -> Option<Self> {
        // Seeds are seen, but not how many.
        if game.board().ok()?.len() > MOST_SITES || game.pieces() == Pieces::Seeds {
            return None;
        }
        let mut known = FxHashSet::default();
        let mut moves_of = FxHashMap::default();
        let mut open = vec![Context::start(game)];
        let mut choices: Vec<Bounds> = Vec::new();
        let mut moves = Vec::new();
        let mut weights = Vec::new();
        while let Some(context) = open.pop() {
            let situation = policy.situation(game, &context);
            if !known.insert((context.position, situation.last)) {
                continue;
            }
            if known.len() > MOST {
                return None;
            }
            if game.expand(&context.position, &mut moves).is_some() {
                continue;
            }
            open.extend(moves.iter().map(|&mv| context.after(game, mv)));
            match moves_of.entry(key(&situation)) {
                Entry::Occupied(alike) if *alike.get() != moves => return None,
                Entry::Occupied(_) => continue,
                Entry::Vacant(first) => first.insert(moves.clone()),
            };
            if moves.len() > 1 && moves.len() <= MOST_BOUNDS + 1 {
                weights.clear();
                weights.resize(moves.len(), 0.0);
                let sum = policy.weigh(game, &context, &moves, &mut weights);
                let mut entry = Bounds {
                    key: key(&situation),
                    ..Bounds::NONE
                };
                for (slot, bound) in entry.bounds.iter_mut().zip(bounds(&weights, sum)) {
                    // A draw is whole: it is below a bound if it is below the next
                    // whole number. (The conversion saturates.)
                    *slot = bound.ceil() as u32;
                }
                choices.push(entry);
            }
        }
        let len = (2 * choices.len()).next_power_of_two().max(2);
        let mut table = Self {
            slots: vec![Bounds::NONE; len],
        };
        for choice in choices {
            let at = table.place(choice.key);
            table.slots[at] = choice;
        }
        Some(table)
    }

    /// Where a key stands, or would stand.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let shift = u64::BITS - mask.count_ones();
        let mut at = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> shift) as usize;
        while self.slots[at & mask].key != key && self.slots[at & mask].key != 0 {
            at += 1;
        }
        at & mask
    }

    /// The choice in a situation, if it was worked out.
    #[inline]
    pub fn find(&self, situation: &Situation) -> Option<&Bounds> {
        let key = key(situation);
        let found = &self.slots[self.place(key)];
        (found.key == key).then_some(found)
    }
}

/// A situation on a board of at most 16 sites in 43 bits, never 0.
#[inline]
fn key(situation: &Situation) -> u64 {
    let Situation {
        mover,
        occupied: [one, two],
        last: Placement { from, to },
    } = *situation;
    // 31 stands for none.
    let site = |site: Option<u8>| u64::from(site.unwrap_or(31) & 31);
    let mover = u64::from(mover == Player::Two);
    1 << 63 | one | two << 16 | site(from) << 32 | site(to) << 37 | mover << 42
}
