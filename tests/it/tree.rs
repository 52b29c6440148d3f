//! A game from outside the crate: an explicit graph of positions with wins,
//! draws and extra turns, drawn at random.

use sowlab::game::{Broken, Game, Outcome, Player, Scored, Searchable, Symmetric};
use sowlab::random::{Purpose, Stream};

#[derive(Clone, Debug)]
struct Node {
    mover: Player,
    /// Numbers of later positions; none in a finished one.
    next: Vec<u32>,
    outcome: Outcome,
}

/// Position 0 is the start. A move is the place in the list of successors.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    pub endless: bool,
}

impl Tree {
    /// A random game of `size` positions with up to 4 moves in each.
    pub fn random(seed: u64, size: u32) -> Self {
        let mut rng = Stream::open(seed, Purpose::Synthetic, 0, 0);
        let side = |rng: &mut Stream| Player::BOTH[rng.below(2) as usize];
        let node = |i: u32| {
            let later = size - 1 - i;
            let moves = if later == 0 { 0 } else { rng.below(5) };
            Node {
                mover: side(&mut rng),
                next: (0..moves)
                    .map(|_| i + 1 + rng.below(later.min(9)))
                    .collect(),
                outcome: match rng.below(3) {
                    0 => Outcome::draw(),
                    _ => Outcome::win(side(&mut rng)),
                },
            }
        };
        Self {
            nodes: (0..size).map(node).collect(),
            endless: false,
        }
    }
}

impl Game for Tree {
    type Position = u32;
    type Move = u8;

    const RULES_VERSION: u32 = 1;

    fn name(&self) -> String {
        "tree".into()
    }

    fn players(&self) -> [&'static str; 2] {
        ["max", "min"]
    }

    fn initial(&self) -> u32 {
        0
    }

    fn mover(&self, position: &u32) -> Player {
        self.nodes[*position as usize].mover
    }

    fn expand(&self, position: &u32, moves: &mut Vec<u8>) -> Option<Outcome> {
        let node = &self.nodes[*position as usize];
        moves.clear();
        moves.extend(0..node.next.len() as u8);
        moves.is_empty().then_some(node.outcome)
    }

    fn play(&self, position: &u32, mv: u8) -> u32 {
        self.nodes[*position as usize].next[usize::from(mv)]
    }

    fn check(&self, position: &u32, mv: u8) -> Result<(), Broken> {
        let legal = usize::from(mv) < self.nodes[*position as usize].next.len();
        legal.then_some(()).ok_or(Broken {
            rule: "no-such-branch",
            en: "no such branch".into(),
            fr: "branche inconnue".into(),
        })
    }

    fn always_ends(&self) -> bool {
        !self.endless
    }
}

impl Symmetric for Tree {}

impl Scored for Tree {}

impl Searchable for Tree {}
