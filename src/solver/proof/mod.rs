//! Proof-number search, depth first (df-pn), for games that can go on for ever:
//! can a side force a win?
//!
//! A position is proved or disproved by searching first where the fewest open
//! positions stand in the way (Allis, van der Meulen, van den Herik 1994; Nagai
//! 2002). Numbers of several children are combined by the largest plus one for
//! each other (weak proof numbers, Ueda et al. 2008): sums would count a position
//! that is reached by several ways as often.
//!
//! **Repetition.** A side does not win by coming back to a position, so a child
//! that stands on the path to itself counts as disproved there. Proofs never rest
//! on that. A disproof may: then it holds for this path only, unless everything
//! it comes back to lies at or behind the position itself, for then the defence
//! can be played again and again. Disproofs that hold for one path only are used
//! there and never stored, so what the table holds is true of its position
//! whatever came before (the graph-history interaction, Campbell 1985;
//! Kishimoto and Müller 2004).

mod table;

use rustc_hash::FxHashMap;

use super::retrograde::Layers;
use crate::game::{Player, Searchable, Value};
use table::{Key, Numbers, Table};

/// A proof or disproof number that stands for never.
const NEVER: u32 = u32::MAX / 4;

/// No position of the path is needed.
const NOWHERE: u32 = u32::MAX;

/// What is known of a child while its parent is searched.
#[derive(Clone, Copy)]
struct Child<P> {
    position: P,
    numbers: Numbers,
    /// The shallowest ply of the path that a disproof comes back to.
    rests_on: u32,
}

/// A position whose children are searched.
struct Frame<P> {
    key: Key<P>,
    /// Whether the side that tries to win is to move.
    attacks: bool,
    most: Numbers,
    first: usize,
    at: usize,
    nodes_before: u64,
}

/// Searches for forced wins of one game.
pub(super) struct Prover<G: Searchable> {
    table: Table<G::Position>,
    frames: Vec<Frame<G::Position>>,
    children: Vec<Child<G::Position>>,
    /// The plies at which positions stand on the path.
    path: FxHashMap<Key<G::Position>, u32>,
    moves: Vec<G::Move>,
    /// Positions whose moves were listed, in all searches so far.
    pub nodes: u64,
}

/// How many nodes pass between two looks at the clock.
const PATIENCE: u64 = 1024;

impl<G: Searchable> Prover<G> {
    /// A prover whose table takes at most `bytes`.
    pub fn new(bytes: usize) -> Self {
        Self {
            table: Table::new(bytes),
            frames: Vec::new(),
            children: Vec::new(),
            path: FxHashMap::default(),
            moves: Vec::new(),
            nodes: 0,
        }
    }

    /// The bytes that the table takes now.
    pub fn bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Whether `side` can force a win; `endgames` has exact fates. `None` if
    /// `stop`, asked now and then with the count of nodes, says so.
    pub fn wins(
        &mut self,
        game: &G,
        position: &G::Position,
        side: Player,
        endgames: Option<&Layers<G>>,
        stop: &mut impl FnMut(u64) -> bool,
    ) -> Option<bool> {
        self.frames.clear();
        self.children.clear();
        self.path.clear();
        let search = Search {
            game,
            side,
            endgames,
        };
        let root = search.child(self, *position);
        if let Some(decided) = root.numbers.decided() {
            return Some(decided);
        }
        search.enter(self, &root.position, Numbers::UNLIMITED);
        let mut look = self.nodes + PATIENCE;
        if stop(self.nodes) {
            return None;
        }
        loop {
            if self.nodes >= look {
                look = self.nodes + PATIENCE;
                if stop(self.nodes) {
                    return None;
                }
            }
            let frame = self.frames.last_mut()?;
            let children = &self.children[frame.first..];
            let step = next(frame.attacks, children, frame.most);
            match step {
                Step::Into(i, most) => {
                    frame.at = i;
                    let at = frame.first + i;
                    let position = children[i].position;
                    // It may have been decided elsewhere since it was listed.
                    let known = self.table.get(&search.key(&position));
                    if let Some(known) = known.filter(|k| k.decided().is_some()) {
                        self.children[at].numbers = known;
                        continue;
                    }
                    search.enter(self, &position, most);
                }
                Step::Out(numbers, rests_on) => {
                    let left = self.leave(numbers, rests_on);
                    let Some(frame) = self.frames.last() else {
                        return numbers.decided();
                    };
                    let child = &mut self.children[frame.first + frame.at];
                    (child.numbers, child.rests_on) = left;
                }
            }
        }
    }

    /// Takes the last frame off the path; what its parent may believe of it.
    fn leave(&mut self, numbers: Numbers, rests_on: u32) -> (Numbers, u32) {
        let Some(frame) = self.frames.pop() else {
            return (numbers, rests_on);
        };
        let ply = self.frames.len() as u32;
        self.children.truncate(frame.first);
        self.path.remove(&frame.key);
        // Coming back to the position itself is its own affair.
        let rests_on = if rests_on >= ply { NOWHERE } else { rests_on };
        if rests_on == NOWHERE || numbers.disproof > 0 {
            let effort = self.nodes - frame.nodes_before;
            self.table.put(&frame.key, numbers, effort);
        }
        (numbers, rests_on)
    }
}

/// What is asked.
struct Search<'a, G: Searchable> {
    game: &'a G,
    side: Player,
    endgames: Option<&'a Layers<G>>,
}

impl<G: Searchable> Search<'_, G> {
    fn key(&self, position: &G::Position) -> Key<G::Position> {
        Key {
            position: self.game.canonical(position),
            attacks: self.game.mover(position) == self.side,
        }
    }

    /// What is known of a position before it is searched.
    fn child(&self, prover: &Prover<G>, position: G::Position) -> Child<G::Position> {
        let decided = |wins: bool| Child {
            position,
            numbers: if wins {
                Numbers::PROVED
            } else {
                Numbers::DISPROVED
            },
            rests_on: NOWHERE,
        };
        if let Some(fate) = self.endgames.and_then(|e| e.fate(&position)) {
            let wins = match fate.value() {
                Value::Win => self.game.mover(&position) == self.side,
                Value::Loss => self.game.mover(&position) != self.side,
                Value::Draw => false,
            };
            return decided(wins);
        }
        let key = self.key(&position);
        if let Some(&ply) = prover.path.get(&key) {
            return Child {
                rests_on: ply,
                ..decided(false)
            };
        }
        Child {
            position,
            numbers: prover.table.get(&key).unwrap_or_else(|| {
                let lead = self.game.lead(&position);
                Numbers::fresh(if key.attacks { lead } else { -lead })
            }),
            rests_on: NOWHERE,
        }
    }

    /// Puts a position with its children on the path.
    fn enter(&self, prover: &mut Prover<G>, position: &G::Position, most: Numbers) {
        let key = self.key(position);
        let first = prover.children.len();
        prover.nodes += 1;
        let ply = prover.frames.len() as u32;
        prover.path.insert(key, ply);
        let mut moves = std::mem::take(&mut prover.moves);
        if let Some(outcome) = self.game.expand(position, &mut moves) {
            // A finished position is its own only child.
            let wins = outcome.winner == Some(self.side);
            prover.children.push(Child {
                position: *position,
                numbers: if wins {
                    Numbers::PROVED
                } else {
                    Numbers::DISPROVED
                },
                rests_on: NOWHERE,
            });
        } else {
            for &mv in &moves {
                let next = self.game.play(position, mv);
                let child = self.child(prover, next);
                let known = &prover.children[first..];
                if known.iter().all(|c| c.position != next) {
                    prover.children.push(child);
                }
            }
        }
        prover.moves = moves;
        prover.frames.push(Frame {
            key,
            attacks: key.attacks,
            most,
            first,
            at: 0,
            nodes_before: prover.nodes - 1,
        });
    }
}

/// What to do at a position.
enum Step {
    /// Search a child, within these numbers.
    Into(usize, Numbers),
    /// Go back with these numbers, which rest on that ply of the path.
    Out(Numbers, u32),
}

/// Works on the child that is nearest to what its side wants. Seen from the side
/// to move: the attacker wants a proof, the defender a disproof.
fn next<P>(attacks: bool, children: &[Child<P>], most: Numbers) -> Step {
    let own = |n: Numbers| if attacks { n.proof } else { n.disproof };
    let other = |n: Numbers| if attacks { n.disproof } else { n.proof };
    let build = |own: u32, other: u32| {
        let (proof, disproof) = if attacks { (own, other) } else { (other, own) };
        Numbers { proof, disproof }
    };
    let (mut best, mut second) = (0, NEVER);
    let (mut least, mut largest, mut open) = (NEVER + 1, 0, 0u32);
    // What the result rests on if all children fail for the side to move, or if
    // one of them succeeds.
    let (mut all, mut any) = (NOWHERE, None);
    for (i, child) in children.iter().enumerate() {
        let wanted = own(child.numbers);
        if wanted < least {
            second = least;
            (best, least) = (i, wanted);
        } else {
            second = second.min(wanted);
        }
        let against = other(child.numbers);
        if against > 0 {
            open += 1;
            largest = largest.max(against);
        }
        all = all.min(child.rests_on);
        if wanted == 0 {
            any = any.max(Some(child.rests_on));
        }
    }
    if least == 0 {
        return Step::Out(build(0, NEVER), any.unwrap_or(NOWHERE));
    }
    if open == 0 {
        return Step::Out(build(NEVER, 0), all);
    }
    let beside = open - 1;
    let against = (largest + beside).min(NEVER - 1);
    if least >= own(most) || against >= other(most) {
        return Step::Out(build(least.min(NEVER - 1), against), NOWHERE);
    }
    // A quarter more than the second best, so that the search does not leap to
    // and fro.
    let enough = second.min(NEVER - 1);
    let enough = own(most).min(enough + enough / 4 + 1);
    let limit = other(most) - beside;
    Step::Into(best, build(enough, limit))
}
