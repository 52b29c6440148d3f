//! Endgame tables: the exact rest of the margin of every board with few seeds
//! in the pits, one layer for each number of seeds.
//!
//! A sowing that puts no seed into a store stays in the own half and moves seeds
//! nearer the own store; any other leads to a board with fewer seeds in the
//! pits. So a layer is filled in one pass in which halves with their seeds
//! nearer the store come first.
//!
//! The number of a board is a sum of two numbers, one for each half. What a move
//! does to a half is therefore worked out once for the half, not for each of the
//! boards that it is part of.

use super::{Capture, End, Half, Kalah, MOST_PITS_A_SIDE, Position};

impl<H: Half> Kalah<H> {
    /// The number of seeds of the layer that follows, and how many boards it has;
    /// `None` if scores or numbers would not fit.
    pub(super) fn layer_after(&self, len: usize) -> Option<(u8, usize)> {
        let seeds = (0..=i8::MAX as u8).find(|&s| self.boards(usize::from(s)) > len as u64)?;
        let boards = u32::try_from(self.boards(usize::from(seeds))).ok()?;
        let more = (boards as usize).checked_sub(len)?;
        Some((seeds, more))
    }

    /// Appends the layer that follows.
    pub(super) fn fill_layer(&self, rests: &mut Vec<i8>) {
        let Some((seeds, more)) = self.layer_after(rests.len()) else {
            return;
        };
        rests.resize(rests.len() + more, 0);
        for a in seeds.div_ceil(2)..=seeds {
            let b = seeds - a;
            let ours = self.sides(a, b);
            let theirs = if a == b { None } else { Some(self.sides(b, a)) };
            for (i, x) in ours.iter().enumerate() {
                // A pair of halves with equally many seeds is met once.
                let others = match &theirs {
                    Some(theirs) => &theirs[..],
                    None => &ours[i..],
                };
                for y in others {
                    self.settle(x, y, rests);
                }
                for y in others {
                    self.settle(y, x, rests);
                }
            }
        }
    }

    /// All halves with `seeds` seeds in the pits, the pit nearest the store the
    /// fullest first, and so on, against `other` seeds in the other half.
    fn sides(&self, seeds: u8, other: u8) -> Vec<Side<H>> {
        let mut halves = Vec::new();
        self.complete(H::EMPTY, self.pits, seeds, &mut halves);
        let side = |half| self.side(half, seeds, other);
        halves.into_iter().map(side).collect()
    }

    fn complete(&self, half: H, pits: usize, seeds: u8, halves: &mut Vec<H>) {
        match pits {
            0 => halves.push(half),
            1 => halves.push(half.plus(0, seeds)),
            _ => {
                for here in (0..=seeds).rev() {
                    let filled = half.plus(pits - 1, here);
                    self.complete(filled, pits - 1, seeds - here, halves);
                }
            }
        }
    }

    fn side(&self, half: H, seeds: u8, other: u8) -> Side<H> {
        let m = self.pits;
        let mut side = Side {
            half,
            seeds,
            as_enemy: self.rank_as_enemy(half) as u32,
            as_own: self.rank_as_own(half, other) as u32,
            moves: [Sowing::None; MOST_PITS_A_SIDE],
            sown: [0; MOST_PITS_A_SIDE],
            robbed: [0; MOST_PITS_A_SIDE],
        };
        for i in 0..m {
            side.moves[i] = self.sowing(half, i, other);
            // The enemy has sown i + 1 seeds here, and put one into its store.
            if let Some(left) = other.checked_sub(i as u8 + 2) {
                side.sown[i] = self.rank_as_own(half.sow(0, i + 1), left) as u32;
            }
            // The enemy has captured pit i with a single seed of its own.
            if let Some(left) = other.checked_sub(1) {
                side.robbed[i] = self.rank_as_own(half.without(i), left) as u32;
            }
        }
        side
    }

    /// What the sowing of pit `i` makes of its own half.
    fn sowing(&self, half: H, i: usize, other: u8) -> Sowing {
        let m = self.pits;
        let seeds = usize::from(half.get(i));
        let near = m - i;
        let lifted = half.without(i);
        let sown = lifted.sow(i + 1, seeds.min(near));
        if seeds == 0 {
            Sowing::None
        } else if seeds < near {
            let last = i + seeds;
            let enemy = self.rank_as_enemy(sown) as u32;
            if sown.get(last) > 1 {
                return Sowing::Stay { enemy };
            }
            Sowing::Land {
                opposite: (m - 1 - last) as u8,
                stay: enemy,
                take: self.rank_as_enemy(sown.without(last)) as u32,
            }
        } else if seeds == near {
            Sowing::Store {
                own: self.rank_as_own(sown.first(m), other) as u32,
            }
        } else if seeds <= near + m {
            Sowing::Pass {
                enemy: self.rank_as_enemy(sown) as u32,
                reached: (seeds - near - 1) as u8,
            }
        } else {
            Sowing::Round
        }
    }

    /// Computes the rest of one board from those of the boards it leads to.
    #[inline(always)]
    fn settle(&self, own: &Side<H>, enemy: &Side<H>, rests: &mut [i8]) {
        let rest = if own.seeds == 0 || enemy.seeds == 0 && self.end == End::Either {
            own.seeds as i8 - enemy.seeds as i8
        } else {
            let mut best = i8::MIN;
            for (i, &sowing) in own.moves[..self.pits].iter().enumerate() {
                let value = match sowing {
                    Sowing::None => continue,
                    Sowing::Stay { enemy: place } => -rests[(place + enemy.as_own) as usize],
                    Sowing::Store { own: place } => 1 + rests[(place + enemy.as_enemy) as usize],
                    Sowing::Pass {
                        enemy: place,
                        reached,
                    } => 1 - rests[(place + enemy.sown[usize::from(reached)]) as usize],
                    Sowing::Land {
                        opposite,
                        stay,
                        take,
                    } => {
                        let opposite = usize::from(opposite);
                        let prize = enemy.half.get(opposite) as i8;
                        if prize > 0 || self.capture == Capture::Empty {
                            let place = take + enemy.robbed[opposite];
                            prize + 1 - rests[place as usize]
                        } else {
                            -rests[(stay + enemy.as_own) as usize]
                        }
                    }
                    Sowing::Round => self.round(own.half, enemy.half, i, rests),
                };
                best = best.max(value);
            }
            best
        };
        rests[(own.as_own + enemy.as_enemy) as usize] = rest;
    }

    /// The value of a sowing that comes round to its own half: few do, so the
    /// rules say it.
    #[cold]
    fn round(&self, own: H, enemy: H, i: usize, rests: &[i8]) -> i8 {
        let sown = self.sow(&Position { own, enemy }, i);
        let gained = sown.own.get(self.pits) as i8;
        let rest = rests[self.rank(&sown.position()) as usize];
        gained + if sown.again { rest } else { -rest }
    }
}

/// A half against a certain number of seeds in the other half, with the parts
/// that it has in the numbers of boards.
struct Side<H> {
    half: H,
    seeds: u8,
    /// As the enemy's half.
    as_enemy: u32,
    /// As the half of the side to move.
    as_own: u32,
    /// What sowing each pit does to this half.
    moves: [Sowing; MOST_PITS_A_SIDE],
    /// As the half of the side to move, after the enemy has sown into the first
    /// pits up to this one.
    sown: [u32; MOST_PITS_A_SIDE],
    /// The same after the enemy has captured this pit.
    robbed: [u32; MOST_PITS_A_SIDE],
}

/// A sowing as far as the own half tells, with the parts that the half then has
/// in the number of the board: `enemy` where the other side is to move, `own`
/// where this side moves again.
#[derive(Clone, Copy)]
enum Sowing {
    /// The pit is empty.
    None,
    /// The last seed falls in an own pit that was not empty.
    Stay { enemy: u32 },
    /// It falls in an empty own pit: a capture if the rules say so.
    Land { opposite: u8, stay: u32, take: u32 },
    /// It falls in the store.
    Store { own: u32 },
    /// It falls in the enemy's pit `reached`.
    Pass { enemy: u32, reached: u8 },
    /// It comes round.
    Round,
}
