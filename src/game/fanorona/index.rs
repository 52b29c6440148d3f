//! A perfect index of Fanorona positions by their stones.

use std::sync::Arc;

use super::lattice::{DIRECTIONS, Lattice};
use super::{Fanorona, Position};
use crate::game::{Player, PositionIndex};

/// Bits of a mask that one table look-up takes.
const CHUNK: usize = 13;

/// Bits of a mask that are moved at once by a symmetry.
const PIECE: usize = 9;

/// All positions with at most so many stones. The number of a position is that of
/// its two counts of stones, then that of the mover's points among all points
/// (the combinatorial number system), then that of the enemy's among the rest.
/// Colours do not matter, only whose move it is.
pub(super) struct StoneIndex {
    lattice: Arc<Lattice>,
    points: usize,
    most: usize,
    /// `choose[n][k]`.
    choose: Vec<Vec<usize>>,
    /// `ranks[c][k]`: what the bits of chunk `c` add to a rank if `k` bits stand
    /// below the chunk.
    ranks: Vec<Vec<Vec<u32>>>,
    /// `offsets[own][enemy]`: where their numbers begin.
    offsets: Vec<Vec<usize>>,
    /// Counts of stones, the smaller first.
    layers: Vec<(usize, usize)>,
    /// `layer_of[own][enemy]`.
    layer_of: Vec<Vec<usize>>,
    len: usize,
    /// What each symmetry but the identity does to each piece of a mask.
    symmetries: Vec<Vec<Vec<u64>>>,
}

impl StoneIndex {
    /// The positions with as many stones as keep the index within `limit` numbers.
    pub fn up_to(lattice: &Arc<Lattice>, limit: usize) -> Option<Self> {
        let points = lattice.points();
        let choose = binomials(points);
        let with = |stones: usize| choose[points][stones].saturating_mul(1 << stones);
        let mut sum = 0usize;
        let fits = |&stones: &usize| {
            sum = sum.saturating_add(with(stones));
            sum <= limit
        };
        let most = (1..=points).take_while(fits).last()?;
        Self::new(lattice, most)
    }

    /// The positions with at most `most` stones of both sides together, at least
    /// one stone and at most [`StoneIndex::MOST`] of a side. `None` if there are
    /// too many to number.
    pub fn new(lattice: &Arc<Lattice>, most: usize) -> Option<Self> {
        let points = lattice.points();
        let most = most.min(points);
        let choose = binomials(points);
        // A rank must fit its table.
        let widest = (0..=most).filter_map(|k| choose[points].get(k)).max()?;
        u32::try_from(*widest).ok()?;
        let mut offsets = vec![vec![0; most + 1]; most + 1];
        let mut layer_of = offsets.clone();
        let mut layers = Vec::new();
        let mut len = 0usize;
        for total in 1..=most {
            for few in 0..=total / 2 {
                let many = total - few;
                let other = (few != many).then_some((many, few));
                for (own, enemy) in [(few, many)].into_iter().chain(other) {
                    offsets[own][enemy] = len;
                    layer_of[own][enemy] = layers.len();
                    let positions = choose[points][own].checked_mul(choose[points - own][enemy])?;
                    len = len.checked_add(positions)?;
                }
                layers.push((few, many));
            }
        }
        Some(Self {
            lattice: Arc::clone(lattice),
            points,
            most,
            ranks: ranks(points, most, &choose),
            choose,
            offsets,
            layers,
            layer_of,
            len,
            symmetries: symmetries(lattice),
        })
    }

    /// The number of a set of points among all sets with as many.
    #[inline]
    fn rank(&self, mask: u64) -> usize {
        let mut rank = 0;
        let mut below = 0;
        for (c, table) in self.ranks.iter().enumerate() {
            let bits = mask >> (c * CHUNK) & ((1 << CHUNK) - 1);
            rank += table[below][bits as usize] as usize;
            below += bits.count_ones() as usize;
        }
        rank
    }

    fn image(&self, symmetry: &[Vec<u64>], mask: u64) -> u64 {
        let piece = |i: usize| (mask >> (i * PIECE)) as usize & ((1 << PIECE) - 1);
        let pieces = symmetry.iter().enumerate();
        pieces.fold(0, |image, (i, table)| image | table[piece(i)])
    }

    /// Visits the positions with these counts of stones, one of each class.
    fn visit_counts(&self, own: usize, enemy: usize, visit: &mut dyn FnMut(&Position)) {
        for own in subsets(self.points, own) {
            let images: Vec<u64> = self.symmetries.iter().map(|s| self.image(s, own)).collect();
            if images.iter().any(|&image| image < own) {
                continue;
            }
            let same = self.symmetries.iter().zip(images);
            let same: Vec<_> = same.filter(|(_, i)| *i == own).map(|(s, _)| s).collect();
            for rest in subsets(self.points - own.count_ones() as usize, enemy) {
                let enemy = spread(rest, own);
                if same.iter().all(|s| self.image(s, enemy) >= enemy) {
                    visit(&Position::new(own, enemy, Player::One));
                }
            }
        }
    }
}

impl PositionIndex<Fanorona> for StoneIndex {
    fn len(&self) -> usize {
        self.len
    }

    #[inline]
    fn number(&self, position: &Position) -> Option<usize> {
        let (own, enemy) = (position.own(), position.enemy());
        let (a, b) = (own.count_ones() as usize, enemy.count_ones() as usize);
        if a + b > self.most || a + b == 0 {
            return None;
        }
        let rest = self.choose[self.points - a][b];
        let rank = self.rank(own) * rest + self.rank(squeezed(enemy, own));
        Some(self.offsets[a][b] + rank)
    }

    fn layers(&self) -> usize {
        self.layers.len()
    }

    #[inline]
    fn layer(&self, position: &Position) -> usize {
        let own = position.own().count_ones() as usize;
        self.layer_of[own][position.enemy().count_ones() as usize]
    }

    fn visit(&self, layer: usize, visit: &mut dyn FnMut(&Position)) {
        let (few, many) = self.layers[layer];
        self.visit_counts(few, many, visit);
        if few != many {
            self.visit_counts(many, few, visit);
        }
    }

    fn images(&self, position: &Position, images: &mut Vec<Position>) {
        let first = images.len();
        for symmetry in &self.symmetries {
            let own = self.image(symmetry, position.own());
            let enemy = self.image(symmetry, position.enemy());
            let image = Position::new(own, enemy, position.mover());
            if image != *position && !images[first..].contains(&image) {
                images.push(image);
            }
        }
    }

    fn before(&self, position: &Position, origins: &mut Vec<Position>) {
        let (own, enemy) = (position.own(), position.enemy());
        let empty = self.lattice.all & !(own | enemy);
        for d in 0..DIRECTIONS {
            // Stones that can step back in this direction.
            let mut moved = enemy & self.lattice.before(empty, d);
            while moved != 0 {
                let to = moved.trailing_zeros() as usize;
                let from = self.lattice.step(to, d);
                let origin = enemy & !(1 << to) | 1 << from;
                origins.push(Position::new(origin, own, position.mover().other()));
                moved &= moved - 1;
            }
        }
    }
}

fn binomials(points: usize) -> Vec<Vec<usize>> {
    let mut choose = vec![vec![0usize; points + 1]; points + 1];
    for n in 0..=points {
        choose[n][0] = 1;
        for k in 1..=n {
            choose[n][k] = choose[n - 1][k - 1].saturating_add(choose[n - 1][k]);
        }
    }
    choose
}

fn ranks(points: usize, most: usize, choose: &[Vec<usize>]) -> Vec<Vec<Vec<u32>>> {
    let chunk = |c: usize| {
        let width = CHUNK.min(points - c * CHUNK);
        let table = |below: usize| {
            let rank = |bits: usize| {
                let set = (0..width).filter(|i| bits >> i & 1 == 1).enumerate();
                let add = |(k, i): (usize, usize)| {
                    let k = below + k + 1;
                    if k > most {
                        0
                    } else {
                        choose[c * CHUNK + i][k]
                    }
                };
                set.map(add).sum::<usize>() as u32
            };
            (0..1 << width).map(rank).collect()
        };
        let below = if c == 0 { 0 } else { most };
        (0..=below).map(table).collect()
    };
    (0..points.div_ceil(CHUNK)).map(chunk).collect()
}

fn symmetries(lattice: &Lattice) -> Vec<Vec<Vec<u64>>> {
    let (rows, columns) = (lattice.rows, lattice.columns);
    let points = rows * columns;
    let turns = if rows == columns { 8 } else { 4 };
    let moved = |turn: usize, point: usize| {
        let (mut x, mut y) = (point % columns, point / columns);
        if turn & 1 != 0 {
            x = columns - 1 - x;
        }
        if turn & 2 != 0 {
            y = rows - 1 - y;
        }
        if turn & 4 != 0 {
            (x, y) = (y, x);
        }
        y * columns + x
    };
    let piece = |turn: usize, i: usize| {
        let width = PIECE.min(points - i * PIECE);
        let image = |bits: usize| {
            let set = (0..width).filter(|b| bits >> b & 1 == 1);
            set.fold(0, |image, b| image | 1 << moved(turn, i * PIECE + b))
        };
        (0..1 << width).map(image).collect()
    };
    let symmetry = |turn| {
        (0..points.div_ceil(PIECE))
            .map(|i| piece(turn, i))
            .collect()
    };
    (1..turns).map(symmetry).collect()
}

/// All sets of `k` of the first `n` points, ascending.
fn subsets(n: usize, k: usize) -> impl Iterator<Item = u64> {
    let first = (k <= n).then(|| (1u64 << k) - 1);
    std::iter::successors(first, move |&set| {
        if set == 0 {
            return None;
        }
        // The next larger number with as many bits (Gosper).
        let low = set & set.wrapping_neg();
        let ripple = set + low;
        let next = ripple | (((set ^ ripple) >> 2) / low);
        (next >> n == 0).then_some(next)
    })
}

/// The points of `mask` counted without those of `out`, which it does not hold.
#[inline]
fn squeezed(mut mask: u64, mut out: u64) -> u64 {
    while out != 0 {
        let highest = 63 - out.leading_zeros();
        let low = (1 << highest) - 1;
        mask = mask & low | mask >> 1 & !low;
        out &= low;
    }
    mask
}

/// The inverse of [`squeezed`].
#[inline]
fn spread(mut mask: u64, mut out: u64) -> u64 {
    while out != 0 {
        let low = (out & out.wrapping_neg()) - 1;
        mask = mask & low | (mask & !low) << 1;
        out &= out - 1;
    }
    mask
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::game::fanorona::Rules;

    fn fanorona(rows: usize, columns: usize) -> Fanorona {
        Fanorona::new(rows, columns, Rules::default()).unwrap()
    }

    /// Every number once: classes times images.
    fn covers(rows: usize, columns: usize, most: usize, count: usize) {
        let game = fanorona(rows, columns);
        let index = StoneIndex::new(&game.lattice, most).unwrap();
        assert_eq!(index.len(), count);
        let mut met = vec![false; index.len()];
        let mut images = Vec::new();
        for layer in 0..index.layers() {
            index.visit(layer, &mut |position| {
                assert_eq!(index.layer(position), layer);
                images.clear();
                images.push(*position);
                index.images(position, &mut images);
                for image in &images {
                    let number = index.number(image).unwrap();
                    assert!(!std::mem::replace(&mut met[number], true), "{image:?}");
                }
            });
        }
        assert!(met.into_iter().all(|m| m));
    }

    #[test]
    fn every_number_is_one_position() {
        covers(3, 3, 9, 3usize.pow(9) - 1);
        covers(3, 5, 6, (1..=6).map(|t| binomials(15)[15][t] << t).sum());
        covers(5, 5, 4, (1..=4).map(|t| binomials(25)[25][t] << t).sum());
        covers(3, 9, 3, (1..=3).map(|t| binomials(27)[27][t] << t).sum());
    }

    /// What is before a position is exactly what has a move to it.
    #[test]
    fn before_is_the_inverse_of_play() {
        let game = fanorona(3, 3);
        let index = StoneIndex::new(&game.lattice, 9).unwrap();
        let mut moves = Vec::new();
        let mut forwards = Vec::new();
        let mut backwards = Vec::new();
        let mut origins = Vec::new();
        for layer in 0..index.layers() {
            let (few, many) = index.layers[layer];
            for (a, b) in [(few, many), (many, few)] {
                for own in subsets(9, a) {
                    for enemy in subsets(9 - a, b) {
                        let at = Position::new(own, spread(enemy, own), Player::One);
                        game.expand(&at, &mut moves);
                        for &mv in &moves {
                            let next = game.play(&at, mv);
                            if index.layer(&next) == layer {
                                forwards.push((index.number(&at), index.number(&next)));
                            }
                        }
                        origins.clear();
                        index.before(&at, &mut origins);
                        for origin in &origins {
                            game.expand(origin, &mut moves);
                            let captures = moves.iter().any(|mv| mv.captures() > 0);
                            if !captures && !moves.is_empty() {
                                backwards.push((index.number(origin), index.number(&at)));
                            }
                        }
                    }
                }
                if a == b {
                    break;
                }
            }
        }
        forwards.sort_unstable();
        backwards.sort_unstable();
        assert_eq!(forwards, backwards);
    }
}
