//! A game from outside the crate: an explicit graph of positions with wins,
//! draws and extra turns, drawn at random.

use sowlab::game::{Broken, Game, Outcome, Player, PositionIndex, Scored, Searchable, Symmetric};
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
    /// Whether it has a perfect index.
    pub indexed: bool,
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
            indexed: false,
        }
    }

    /// A random game in which play can come back, but never from a block of
    /// [`BLOCK`] positions to an earlier block. Two moves may lead to one position.
    pub fn web(seed: u64, size: u32) -> Self {
        let mut rng = Stream::open(seed, Purpose::Synthetic, 1, 0);
        let mut tree = Self::random(seed, size);
        tree.endless = true;
        for i in 0..size {
            let from = i - i % BLOCK;
            let next = from + BLOCK;
            let node = &mut tree.nodes[i as usize];
            node.next.clear();
            for _ in 0..rng.below(5) {
                node.next.push(match rng.below(3) {
                    0 if next < size => next + rng.below(size - next),
                    _ => from + rng.below(BLOCK.min(size - from)),
                });
            }
        }
        tree
    }
}

/// Positions of a layer of [`Tree::web`].
pub const BLOCK: u32 = 12;

/// The last block is the first layer.
struct Blocks(Tree);

impl PositionIndex<Tree> for Blocks {
    fn len(&self) -> usize {
        self.0.nodes.len()
    }

    fn number(&self, position: &u32) -> Option<usize> {
        Some(self.len() - 1 - *position as usize)
    }

    fn layers(&self) -> usize {
        self.len().div_ceil(BLOCK as usize)
    }

    fn layer(&self, position: &u32) -> usize {
        self.layers() - 1 - (position / BLOCK) as usize
    }

    fn visit(&self, layer: usize, visit: &mut dyn FnMut(&u32)) {
        let from = (self.layers() - 1 - layer) as u32 * BLOCK;
        (from..(from + BLOCK).min(self.len() as u32)).for_each(|i| visit(&i));
    }

    fn images(&self, _: &u32, _: &mut Vec<u32>) {}

    fn before(&self, position: &u32, origins: &mut Vec<u32>) {
        self.visit(self.layer(position), &mut |&from| {
            let moves = self.0.nodes[from as usize].next.iter();
            origins.extend(moves.filter(|&to| to == position).map(|_| from));
        });
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

impl Searchable for Tree {
    fn index(&self) -> Option<Box<dyn PositionIndex<Self>>> {
        self.indexed
            .then(|| Box::new(Blocks(self.clone())) as Box<dyn PositionIndex<Self>>)
    }
}
