//! A complete turn: a paika, or a sequence of captures with one stone.

/// How a hop captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Not at all.
    Paika,
    /// The row straight ahead of the arrival point.
    Approach,
    /// The row straight behind the departure point.
    Withdrawal,
}

/// One step of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hop {
    /// 0 is north, then clockwise.
    pub direction: usize,
    /// How it captures.
    pub kind: Kind,
}

/// A turn, or in the view of hops one step of it. The order is by start, then hop by hop (direction before kind), the
/// shorter first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn {
    start: u8,
    /// Four bits a hop, the first in the highest: direction, then kind.
    hops: u128,
    /// Captures; a paika has none and one hop.
    captures: u8,
}

/// The most captures of one turn: each takes a stone at least, and a board of 63
/// points has 31 of the enemy.
pub const MAX_CAPTURES: usize = 31;

impl Turn {
    /// The mover stops its sequence; only in the view of hops.
    pub const PASS: Turn = Turn {
        start: u8::MAX,
        hops: 0,
        captures: 0,
    };

    fn code(direction: usize, kind: Kind) -> u128 {
        (direction as u128) << 1 | u128::from(kind == Kind::Withdrawal)
    }

    /// A step that captures nothing.
    pub fn paika(start: usize, direction: usize) -> Self {
        Self {
            start: start as u8,
            hops: Self::code(direction, Kind::Paika) << 124,
            captures: 0,
        }
    }

    /// The first capture of a turn.
    pub fn capture(start: usize, direction: usize, kind: Kind) -> Self {
        Self {
            start: start as u8,
            hops: Self::code(direction, kind) << 124,
            captures: 1,
        }
    }

    /// One capture more, as long as there is room for it.
    #[inline]
    pub fn then(self, direction: usize, kind: Kind) -> Self {
        let shift = 124u32.saturating_sub(4 * u32::from(self.captures));
        Self {
            hops: self.hops | Self::code(direction, kind) << shift,
            captures: self.captures + 1,
            ..self
        }
    }

    /// The point it starts from.
    #[inline]
    pub fn start(self) -> usize {
        usize::from(self.start)
    }

    /// The number of captures.
    pub fn captures(self) -> usize {
        usize::from(self.captures)
    }

    /// The direction of the last hop.
    #[inline]
    pub(super) fn last_direction(self) -> usize {
        let hops = u32::from(self.captures.max(1));
        (self.hops >> (128 - 4 * hops)) as usize >> 1 & 7
    }

    /// The hops in order.
    #[inline]
    pub fn hops(self) -> impl Iterator<Item = Hop> {
        (0..u32::from(self.captures.max(1))).map(move |i| {
            let code = (self.hops >> (124 - 4 * i)) as usize & 15;
            let kind = match (self.captures, code & 1) {
                (0, _) => Kind::Paika,
                (_, 0) => Kind::Approach,
                _ => Kind::Withdrawal,
            };
            Hop {
                direction: code >> 1,
                kind,
            }
        })
    }
}
