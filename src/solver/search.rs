//! Negamax alpha-beta with a transposition table, without recursion: the line
//! of play lies on a heap-allocated stack, so no game is too long for it.

use std::hash::Hash;

use super::objective::{Objective, Score};
use super::transposition::{Bounds, Table};
use crate::game::Searchable;

/// How the table names a canonical position.
pub(super) trait Key<G: Searchable>: Copy + Eq + Hash + Send {
    fn of(game: &G, canonical: &G::Position) -> Self;
}

/// The game's own name in 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Packed(u64);

impl<G: Searchable> Key<G> for Packed {
    #[inline]
    fn of(game: &G, canonical: &G::Position) -> Self {
        Self(game.pack(canonical))
    }
}

/// The position itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Whole<P>(P);

impl<G: Searchable> Key<G> for Whole<G::Position> {
    #[inline]
    fn of(_: &G, canonical: &G::Position) -> Self {
        Self(*canonical)
    }
}

/// A position to search, in canonical form.
#[derive(Clone, Copy)]
struct Child<P, K> {
    position: P,
    key: K,
    hash: u64,
    /// Whether the side that moved moves again: then scores keep their sign.
    again: bool,
    /// Searched in ascending order.
    order: i32,
}

/// A position whose children are being searched.
struct Frame<K> {
    key: K,
    hash: u64,
    /// Its children are `children[first..]`, while it is the last frame.
    first: usize,
    next: usize,
    alpha: Score,
    beta: Score,
    best: Score,
    nodes_before: u64,
}

/// A search with its table, which is kept from one position to the next.
pub(super) struct Search<G: Searchable, K, O> {
    objective: O,
    pub table: Table<K>,
    /// Positions whose moves were listed, in all searches so far.
    pub nodes: u64,
    frames: Vec<Frame<K>>,
    children: Vec<Child<G::Position, K>>,
    moves: Vec<G::Move>,
    scratch: Vec<G::Move>,
}

/// How many nodes pass between two looks at the clock.
const PATIENCE: u64 = 1024;

impl<G: Searchable, K: Key<G>, O: Objective> Search<G, K, O> {
    pub fn new(objective: O, bytes: usize) -> Self {
        Self {
            objective,
            table: Table::new(bytes),
            nodes: 0,
            frames: Vec::new(),
            children: Vec::new(),
            moves: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// The exact score of a position for its side to move; `None` if `stop`,
    /// asked now and then with the count of nodes, says so.
    pub fn run(
        &mut self,
        game: &G,
        position: &G::Position,
        mut stop: impl FnMut(u64) -> bool,
    ) -> Option<Score> {
        self.frames.clear();
        self.children.clear();
        let canonical = game.canonical(position);
        let mut root = Child {
            position: canonical,
            key: K::of(game, &canonical),
            hash: 0,
            again: true,
            order: 0,
        };
        root.hash = Table::hash(&root.key);
        let bound = self.objective.bound();
        let mut returned = self.enter(game, &root, -bound, bound);
        let mut look = self.nodes + PATIENCE;
        if stop(self.nodes) {
            return None;
        }
        loop {
            let Some(frame) = self.frames.last_mut() else {
                return returned;
            };
            if let Some(score) = returned.take() {
                let again = self.children[frame.next - 1].again;
                frame.best = frame.best.max(if again { score } else { -score });
            }
            if frame.best >= frame.beta || frame.next == self.children.len() {
                returned = self.leave();
                continue;
            }
            if self.nodes >= look {
                look = self.nodes + PATIENCE;
                if stop(self.nodes) {
                    return None;
                }
            }
            let child = self.children[frame.next];
            frame.next += 1;
            let alpha = frame.alpha.max(frame.best);
            let beta = frame.beta;
            returned = if child.again {
                self.enter(game, &child, alpha, beta)
            } else {
                self.enter(game, &child, -beta, -alpha)
            };
        }
    }

    /// The score of a position where it is known without a search, within the
    /// window; else its frame goes on the stack.
    #[inline]
    fn enter(
        &mut self,
        game: &G,
        at: &Child<G::Position, K>,
        mut alpha: Score,
        mut beta: Score,
    ) -> Option<Score> {
        if let Some(known) = self.table.get(&at.key, at.hash) {
            if known.low >= beta || known.low == known.high {
                return Some(known.low);
            }
            if known.high <= alpha {
                return Some(known.high);
            }
            alpha = alpha.max(known.low);
            beta = beta.min(known.high);
        }
        self.nodes += 1;
        let mover = game.mover(&at.position);
        if let Some(outcome) = game.expand(&at.position, &mut self.moves) {
            return Some(self.objective.score(outcome, mover));
        }
        let mut best = -self.objective.bound();
        let first = self.children.len();
        for &mv in &self.moves {
            let next = game.play(&at.position, mv);
            let again = game.mover(&next) == mover;
            let position = game.canonical(&next);
            match game.order(&position, &mut self.scratch) {
                Err(outcome) => {
                    let score = self.objective.score(outcome, game.mover(&position));
                    best = best.max(if again { score } else { -score });
                    if best >= beta {
                        self.children.truncate(first);
                        return Some(best);
                    }
                }
                Ok(order) => {
                    let key = K::of(game, &position);
                    let hash = Table::hash(&key);
                    self.children.push(Child {
                        position,
                        key,
                        hash,
                        again,
                        order,
                    });
                }
            }
        }
        // Enhanced transposition cut-offs: a child that is known may settle it.
        let mut kept = first;
        for i in first..self.children.len() {
            let child = self.children[i];
            if let Some(known) = self.table.get(&child.key, child.hash) {
                let (low, high) = if child.again {
                    (known.low, known.high)
                } else {
                    (-known.high, -known.low)
                };
                best = best.max(low);
                if best >= beta {
                    break;
                }
                if high <= alpha.max(best) {
                    best = best.max(high);
                    continue;
                }
            }
            self.children[kept] = child;
            kept += 1;
        }
        self.children.truncate(kept);
        self.children[first..].sort_unstable_by_key(|c| c.order);
        self.frames.push(Frame {
            key: at.key,
            hash: at.hash,
            first,
            next: first,
            alpha,
            beta,
            best,
            nodes_before: self.nodes - 1,
        });
        None
    }

    /// Keeps what the last frame has proved, and takes it off the stack.
    fn leave(&mut self) -> Option<Score> {
        let frame = self.frames.pop()?;
        self.children.truncate(frame.first);
        let bound = self.objective.bound();
        let bounds = Bounds {
            low: if frame.best > frame.alpha {
                frame.best
            } else {
                -bound
            },
            high: if frame.best < frame.beta {
                frame.best
            } else {
                bound
            },
        };
        let nodes = self.nodes - frame.nodes_before;
        self.table.put(frame.key, frame.hash, bounds, nodes);
        Some(frame.best)
    }
}
