//! The feature language as text: what a feature says, before it meets a board.
//!
//! The language is that of Ludii: a feature is a pattern around a move, such as
//! `rel:last_to=<{0,3/8}>:to=<{}>:pat=<els=[!R1{0}, -{0,-3/8,-1/8}]>`. Walks
//! `{0,1/4}` lead from the anchor to a site: each number is a turn, in parts of a
//! full circle, before one more step.

mod parse;
mod print;

pub use parse::SyntaxError;

/// What a weight is given to.
#[derive(Clone, Debug, PartialEq)]
pub enum Feature {
    /// A pattern around a move.
    Spatial(Spatial),
    /// The move is a pass.
    PassMove,
    /// The move swaps sides.
    SwapMove,
    /// Every move.
    Intercept,
}

/// A pattern around a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Spatial {
    /// Whether positions of moves are numbers of sites (`abs:`) instead of walks
    /// (`rel:`).
    pub absolute: bool,
    /// The positions of moves that are asked for, each at most once, in the order
    /// written.
    pub places: Vec<(Role, Place)>,
    /// What stands around.
    pub pattern: Pattern,
}

/// Which position of which move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Where the last move ended.
    LastTo,
    /// Where the last move began.
    LastFrom,
    /// Where the move ends.
    To,
    /// Where the move begins.
    From,
}

impl Role {
    /// All, in the order in which their walks are followed.
    pub const ALL: [Role; 4] = [Role::LastTo, Role::LastFrom, Role::To, Role::From];

    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Role::LastTo => "last_to",
            Role::LastFrom => "last_from",
            Role::To => "to",
            Role::From => "from",
        }
    }
}

/// A position of a move.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// Where a walk from the anchor ends.
    Walk(Walk),
    /// The site of this number.
    Site(u32),
    /// Anywhere: an absolute position of -1.
    Anywhere,
}

/// Turns, in parts of a full circle, each followed by one step. Empty: the
/// anchor itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Walk(pub Vec<f32>);

/// What stands around the anchor.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// Whether mirror images count too.
    pub reflects: bool,
    /// The rotations that are tried, in parts of a full circle; `None`: all of the
    /// anchor. Never empty.
    pub rotations: Option<Vec<f32>>,
    /// What must hold.
    pub elements: Vec<Element>,
}

/// One demand on one site.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// Whether it must not hold.
    pub negated: bool,
    /// What is asked.
    pub test: Test,
    /// Of which site.
    pub site: Target,
}

/// The site of an element.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// Where a walk from the anchor ends.
    Walk(Walk),
    /// The site of this number.
    Site(u32),
}

/// What an element asks of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Test {
    /// `-`: nothing stands there.
    Empty,
    /// `f`: something of the mover.
    Friend,
    /// `e`: something of the mover's opponent.
    Enemy,
    /// `#`: it is off the board.
    OffBoard,
    /// `*`: always true.
    Anything,
    /// `1`, `2`: something of that player.
    Owner(u8),
    /// `I<n>`: a piece of kind `n`, counted from 1.
    Kind(u32),
    /// `pos<n>`: it is site `n`.
    Is(u32),
    /// `N<n>`: it has `n` directed slots.
    Slots(u32),
    /// `R<n>`: it is nearer to region `n` than the anchor is.
    Nearer(u32),
    /// `LOSO<n>`: the first piece in the orthogonal lines of sight is of kind `n`.
    Orthogonal(u32),
    /// `LOSD<n>`: the same in the diagonal lines.
    Diagonal(u32),
}

impl Feature {
    /// The pattern, if it has one.
    pub fn spatial(&self) -> Option<&Spatial> {
        match self {
            Feature::Spatial(spatial) => Some(spatial),
            _ => None,
        }
    }

    /// Whether it asks about the last move.
    pub fn is_reactive(&self) -> bool {
        let last = |r: &(Role, Place)| matches!(r.0, Role::LastTo | Role::LastFrom);
        self.spatial().is_some_and(|s| s.places.iter().any(last))
    }
}

impl Spatial {
    /// The position of this role, if it is asked for.
    pub fn place(&self, role: Role) -> Option<&Place> {
        self.places.iter().find(|(r, _)| *r == role).map(|(_, p)| p)
    }
}

impl Element {
    /// The walk to its site, if it has one.
    pub fn walk(&self) -> Option<&Walk> {
        match &self.site {
            Target::Walk(walk) => Some(walk),
            Target::Site(_) => None,
        }
    }
}

impl Pattern {
    /// Whether an element's site is found by a walk.
    pub fn is_relative(&self) -> bool {
        self.elements.iter().any(|e| e.walk().is_some())
    }
}
