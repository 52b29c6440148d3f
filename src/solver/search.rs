//! Negamax alpha-beta with a transposition table, without recursion: the line
//! of play lies on a heap-allocated stack, so no game is too long for it.

use std::hint::black_box;
use std::marker::PhantomData;
use std::sync::Arc;

use super::objective::{Objective, Score};
use super::transposition::{Known, Table};
use crate::game::Searchable;

/// A position to search, in reduced form.
#[derive(Clone, Copy)]
struct Child<P, K> {
    position: P,
    key: K,
    /// What is settled for the side to move.
    settled: Score,
    /// Whether the side that moved moves again: then scores keep their sign.
    again: bool,
    /// The number of the move that leads to it.
    number: u8,
    /// Searched in ascending order.
    order: i32,
}

impl<P, K> Child<P, K> {
    /// A score of the child as a score of its parent.
    #[inline]
    fn up(&self, rest: Score) -> Score {
        let score = self.settled + rest;
        if self.again { score } else { -score }
    }

    /// A window of the parent as a window of the child.
    #[inline]
    fn down(&self, alpha: Score, beta: Score) -> (Score, Score) {
        if self.again {
            (alpha - self.settled, beta - self.settled)
        } else {
            (-beta - self.settled, -alpha - self.settled)
        }
    }

    /// Bounds of the child as bounds of its parent.
    #[inline]
    fn up_both(&self, low: Score, high: Score) -> (Score, Score) {
        if self.again {
            (self.up(low), self.up(high))
        } else {
            (self.up(high), self.up(low))
        }
    }
}

/// A position whose children are being searched.
struct Frame<K> {
    key: K,
    /// Its children are `children[first..]`, while it is the last frame.
    first: usize,
    next: usize,
    alpha: Score,
    beta: Score,
    best: Score,
    /// The number of the move that gave `best`.
    number: u8,
    nodes_before: u64,
}

/// A search with its tables, which are kept from one position to the next.
pub(super) struct Search<G: Searchable, T: Table<G>, O> {
    table: T,
    /// Exact rests of positions with small names; see [`Searchable::next_layer`].
    rests: Arc<Vec<i8>>,
    most_rests: usize,
    /// No rest of the position that is searched, or of one that it leads to, is
    /// larger than this or smaller than its negative.
    bound: Score,
    /// Positions whose moves were listed, in all searches so far.
    pub nodes: u64,
    frames: Vec<Frame<T::Key>>,
    children: Vec<Child<G::Position, T::Key>>,
    moves: Vec<G::Move>,
    scratch: Vec<G::Move>,
    /// Whether moves after the first are tried in the opposite order.
    backwards: bool,
    objective: PhantomData<O>,
}

/// How many nodes pass between two looks at the clock.
const PATIENCE: u64 = 1024;

/// A layer of the endgame tables is added when there were as many nodes as it
/// has this many rests: about as much work as the layer.
const RESTS_PER_NODE: u64 = 4;

impl<G: Searchable, T: Table<G>, O: Objective<G>> Search<G, T, O> {
    /// A search with this transposition table and endgame tables of at most so
    /// many bytes.
    pub fn new(table: T, most_rests: usize) -> Self {
        Self {
            table,
            rests: Arc::new(Vec::new()),
            most_rests,
            bound: 0,
            nodes: 0,
            frames: Vec::new(),
            children: Vec::new(),
            moves: Vec::new(),
            scratch: Vec::new(),
            backwards: false,
            objective: PhantomData,
        }
    }

    /// A second search with the same tables, for another thread. It tries moves
    /// in another order: where all have to be searched the two meet half-way,
    /// each finding in the table what the other has proved. `None` if the table
    /// cannot be shared.
    pub fn helper(&mut self, game: &G) -> Option<Self> {
        self.add_layers(game);
        Some(Self {
            rests: Arc::clone(&self.rests),
            backwards: !self.backwards,
            ..Self::new(self.table.share()?, self.most_rests)
        })
    }

    /// Takes back a helper.
    pub fn rejoin(&mut self, helper: Self) {
        self.nodes += helper.nodes;
        self.table.rejoin(helper.table);
    }

    /// The bytes that the tables take now.
    pub fn bytes(&self) -> usize {
        self.table.bytes() + self.rests.len()
    }

    /// The score of a position for its side to move if it lies strictly between
    /// `alpha` and `beta`; else a bound of it on the same side of the window.
    /// `None` if `stop`, asked now and then with the count of nodes, says so.
    pub fn run(
        &mut self,
        game: &G,
        position: &G::Position,
        (alpha, beta): (Score, Score),
        stop: &mut impl FnMut(u64) -> bool,
    ) -> Option<Score> {
        self.frames.clear();
        self.children.clear();
        let reduced = O::reduced(game, position);
        self.bound = O::bound(game, &reduced);
        let root = Child {
            position: reduced,
            key: T::key(game, &reduced),
            settled: O::settled(game, position),
            again: true,
            number: 0,
            order: 0,
        };
        let mut returned = match self.endgame(root.key) {
            Some(rest) => Some(rest),
            None => {
                let (alpha, beta) = root.down(alpha, beta);
                self.enter(game, &root, alpha, beta)
            }
        };
        let mut look = self.nodes + PATIENCE;
        if stop(self.nodes) {
            return None;
        }
        self.add_layers(game);
        loop {
            let Some(frame) = self.frames.last_mut() else {
                return returned.map(|rest| root.up(rest));
            };
            if let Some(rest) = returned.take() {
                let child = &self.children[frame.next - 1];
                let score = child.up(rest);
                if score > frame.best {
                    frame.best = score;
                    frame.number = child.number;
                }
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
                self.add_layers(game);
            }
            let Some(frame) = self.frames.last_mut() else {
                continue;
            };
            let child = self.children[frame.next];
            frame.next += 1;
            let (alpha, beta) = child.down(frame.alpha.max(frame.best), frame.beta);
            returned = self.enter(game, &child, alpha, beta);
        }
    }

    /// Endgame tables grow with the work that they may save.
    fn add_layers(&mut self, game: &G) {
        if !O::MARGIN {
            return;
        }
        // Not while another thread reads them.
        let Some(rests) = Arc::get_mut(&mut self.rests) else {
            return;
        };
        while let Some(more) = game.next_layer(rests) {
            let pays = more as u64 / RESTS_PER_NODE <= self.nodes;
            if !pays || more > self.most_rests.saturating_sub(rests.len()) {
                break;
            }
            // Room for all, once: what is not touched takes no memory.
            let room = self.most_rests - rests.len();
            if rests.try_reserve_exact(room).is_err() {
                break;
            }
            game.add_layer(rests);
        }
    }

    /// The exact rest of a position in the endgame tables.
    #[inline]
    fn endgame(&self, key: T::Key) -> Option<Score> {
        if !O::MARGIN {
            return None;
        }
        self.rests.get(T::place(key)).map(|&r| Score::from(r))
    }

    /// Reads what will say what is known of the children from `first` on. The reads
    /// do not wait for each other, as they would one question at a time.
    #[inline]
    fn read_ahead(&self, first: usize) {
        let mut all = 0;
        for child in &self.children[first..] {
            all ^= match self.rests.get(T::place(child.key)) {
                Some(&rest) if O::MARGIN => rest as u64,
                _ => self.table.touch(child.key),
            };
        }
        black_box(all);
    }

    /// The score of a position where it is known without a search, within the
    /// window; else its frame goes on the stack.
    #[inline]
    fn enter(
        &mut self,
        game: &G,
        at: &Child<G::Position, T::Key>,
        mut alpha: Score,
        mut beta: Score,
    ) -> Option<Score> {
        let mut hint = Known::NO_MOVE;
        if let Some(known) = self.table.get(at.key) {
            if known.low >= beta || known.low == known.high {
                return Some(known.low);
            }
            if known.high <= alpha {
                return Some(known.high);
            }
            alpha = alpha.max(known.low);
            beta = beta.min(known.high);
            hint = known.best;
        }
        self.nodes += 1;
        let mover = game.mover(&at.position);
        if let Some(outcome) = game.expand(&at.position, &mut self.moves) {
            return Some(O::score(outcome, mover));
        }
        let mut best = -self.bound;
        let mut number = Known::NO_MOVE;
        let first = self.children.len();
        for (i, &mv) in self.moves.iter().enumerate() {
            let next = game.play(&at.position, mv);
            let i = u8::try_from(i).unwrap_or(Known::NO_MOVE);
            let score = match game.order(&at.position, mv, &next, &mut self.scratch) {
                Err(outcome) => O::score(outcome, mover),
                Ok(order) => {
                    let position = O::reduced(game, &next);
                    let child = Child {
                        key: T::key(game, &position),
                        position,
                        settled: O::settled(game, &next),
                        again: game.mover(&next) == mover,
                        number: i,
                        order: if i == hint { i32::MIN } else { order },
                    };
                    let (low, high) = O::bounds(game, &position);
                    let (low, high) = child.up_both(low, high);
                    if high > alpha && low < beta {
                        self.children.push(child);
                        continue;
                    }
                    if low >= beta { low } else { high }
                }
            };
            if score > best {
                best = score;
                number = i;
                if best >= beta {
                    self.children.truncate(first);
                    return Some(best);
                }
            }
        }
        self.read_ahead(first);
        // Children that are known, and enhanced transposition cut-offs: one of
        // them may settle it.
        let mut kept = first;
        for i in first..self.children.len() {
            let child = self.children[i];
            if let Some(rest) = self.endgame(child.key) {
                let score = child.up(rest);
                if score > best {
                    best = score;
                    number = child.number;
                    if best >= beta {
                        break;
                    }
                }
                continue;
            }
            if let Some(known) = self.table.get(child.key) {
                let (low, high) = child.up_both(known.low, known.high);
                if low > best {
                    best = low;
                    number = child.number;
                    if best >= beta {
                        break;
                    }
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
        self.children[first..].sort_unstable_by_key(|c| (c.order, c.number));
        if self.backwards && hint == Known::NO_MOVE && kept > first {
            self.children[first + 1..].reverse();
        }
        self.frames.push(Frame {
            key: at.key,
            first,
            next: first,
            alpha,
            beta,
            best,
            number,
            nodes_before: self.nodes - 1,
        });
        None
    }

    /// Keeps what the last frame has proved, and takes it off the stack.
    fn leave(&mut self) -> Option<Score> {
        let frame = self.frames.pop()?;
        self.children.truncate(frame.first);
        let raised = frame.best > frame.alpha;
        // A bound that is taken from a child may be weaker than the game's own.
        let best = frame.best.min(self.bound);
        let known = Known {
            low: if raised { best } else { -self.bound },
            high: if frame.best < frame.beta {
                best
            } else {
                self.bound
            },
            best: if raised { frame.number } else { Known::NO_MOVE },
        };
        let nodes = self.nodes - frame.nodes_before;
        self.table.put(frame.key, known, nodes);
        Some(frame.best)
    }
}
