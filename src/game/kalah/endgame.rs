//! Endgame tables: the exact rest of the margin of every board with few seeds
//! in the pits, one layer for each number of seeds.
//!
//! A sowing that puts no seed into a store stays in the own half and moves seeds
//! nearer the own store; any other leads to a board with fewer seeds in the
//! pits. So a layer is filled in one pass in which halves with their seeds
//! nearer the store come first.

use super::{Half, Kalah, Position};

impl<H: Half> Kalah<H> {
    /// The number of seeds of the layer that follows, and how many boards it has;
    /// `None` if scores would not fit.
    pub(super) fn layer_after(&self, len: usize) -> Option<(u8, usize)> {
        let seeds = (0..=i8::MAX as u8).find(|&s| self.boards(usize::from(s)) > len as u64)?;
        let more = self.boards(usize::from(seeds)).checked_sub(len as u64)?;
        Some((seeds, usize::try_from(more).ok()?))
    }

    /// Appends the layer that follows.
    pub(super) fn fill_layer(&self, rests: &mut Vec<i8>) {
        let Some((seeds, more)) = self.layer_after(rests.len()) else {
            return;
        };
        rests.resize(rests.len() + more, 0);
        for a in seeds.div_ceil(2)..=seeds {
            let b = seeds - a;
            let (ours, theirs) = (self.halves_of(a), self.halves_of(b));
            for (i, &x) in ours.iter().enumerate() {
                // A pair of halves with equally many seeds is met once.
                let rest = if a == b { &theirs[i..] } else { &theirs[..] };
                for &y in rest {
                    self.settle(x, y, rests);
                    self.settle(y, x, rests);
                }
            }
        }
    }

    /// All halves with so many seeds in the pits, the pit nearest the store the
    /// fullest first, and so on.
    fn halves_of(&self, seeds: u8) -> Vec<H> {
        let mut halves = Vec::new();
        self.complete(H::EMPTY, self.pits, seeds, &mut halves);
        halves
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

    /// Computes the rest of one board from those of the boards it leads to.
    #[inline(always)]
    fn settle(&self, own: H, enemy: H, rests: &mut [i8]) {
        let board = Position { own, enemy };
        let rest = if self.is_over(&board) {
            own.sum(self.pits) as i8 - enemy.sum(self.pits) as i8
        } else {
            let mut best = i8::MIN;
            let mut legal = own.occupied(self.pits);
            while legal != 0 {
                let sown = self.sow(&board, legal.trailing_zeros() as usize);
                legal &= legal - 1;
                let gained = sown.own.get(self.pits) as i8;
                let next = sown.position();
                let rest = rests[self.rank(&next) as usize];
                best = best.max(gained + if sown.again { rest } else { -rest });
            }
            best
        };
        rests[self.rank(&board) as usize] = rest;
    }
}
