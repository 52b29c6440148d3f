//! Fanoron-telo, the aligning game on the smallest Fanorona board.
//!
//! Nine points with the lines of 3x3; three stones each, placed in turn, then one
//! step along a line to an empty point. Three of one's own in a row (8 lines)
//! win. White begins. A player without a legal move, and the third occurrence of
//! a position with the same side to move, are a draw.
//!
//! Parameters: `start=empty|rows` (`rows`: no placing, the stones stand on the
//! own row, which is then no winning line of that player),
//! `centre=allowed|forbidden` (the first stone of the game may not be placed in
//! the centre), `vector=board|mover`.

mod drawing;
mod sites;
mod text;

pub(crate) use text::INFO;

pub use super::stones::View;
use super::{Broken, Game, Outcome, Player, members};

/// How the game begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// On an empty board; three stones each are placed first.
    #[default]
    Empty,
    /// With the stones on the own row.
    Rows,
}

/// The stones of both players and the side to move. Points are numbered row by
/// row from a1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    stones: [u16; 2],
    mover: Player,
}

/// A placing or a step, in one byte: the start (9 for a stone in hand) and the
/// target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u8);

/// The start of a placing.
const HAND: u8 = 9;

impl Move {
    /// A stone is placed.
    pub fn placing(to: usize) -> Self {
        Self(HAND << 4 | to as u8)
    }

    /// A stone steps.
    pub fn step(from: usize, to: usize) -> Self {
        Self((from << 4 | to) as u8)
    }

    /// The start (none for a placing) and the target.
    pub fn points(self) -> (Option<usize>, usize) {
        let from = usize::from(self.0 >> 4);
        ((from < 9).then_some(from), usize::from(self.0 & 15))
    }
}

/// The eight lines of three; the first is White's starting row, the third
/// Black's.
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

const fn steps() -> [u16; 9] {
    let mut steps = [0; 9];
    let mut from = 0;
    while from < 9 {
        let mut to = 0;
        while to < 9usize {
            let across = (from % 3usize).abs_diff(to % 3);
            let along = (from / 3).abs_diff(to / 3);
            // Diagonals go out from the strong points: the centre and the corners.
            if across + along == 1 || across == 1 && along == 1 && from % 2 == 0 {
                steps[from] |= 1 << to;
            }
            to += 1;
        }
        from += 1;
    }
    steps
}

/// The points next to each point.
const STEPS: [u16; 9] = steps();

/// For each set of points, whether it holds one of the lines, as bits: bit 0 any
/// line, bit 1 one that is not the lowest row, bit 2 one that is not the highest.
const fn aligned() -> [u8; 512] {
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
        let mut line = 0;
        while line < 8 {
            if set as u16 & LINES[line] == LINES[line] {
                table[set] |= 1;
                if line != 0 {
                    table[set] |= 2;
                }
                if line != 2 {
                    table[set] |= 4;
                }
            }
            line += 1;
        }
        set += 1;
    }
    table
}

const ALIGNED: [u8; 512] = aligned();

const ALL: u16 = 0b111_111_111;
const CENTRE: u16 = 1 << 4;

/// The game.
#[derive(Clone, Debug, Default)]
pub struct Telo {
    start: Start,
    centre_forbidden: bool,
    view: View,
}

/// Stones that are no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BoardError(pub String);

impl Telo {
    /// The game.
    pub fn new(start: Start, centre_forbidden: bool) -> Self {
        Self {
            start,
            centre_forbidden,
            view: View::default(),
        }
    }

    /// The same game with another choice of coordinates.
    pub fn with_view(self, view: View) -> Self {
        Self { view, ..self }
    }

    /// What the coordinates hold.
    pub fn view(&self) -> View {
        self.view
    }

    /// A player's stones.
    #[inline]
    pub fn stones(&self, position: &Position, player: Player) -> u16 {
        position.stones[player.index()]
    }

    /// A position with these stones (White's, Black's).
    ///
    /// # Errors
    /// A point twice or off the board; not three stones each, or while placing
    /// not as many as the turn says.
    pub fn position(&self, stones: [u16; 2], mover: Player) -> Result<Position, BoardError> {
        let [white, black] = stones;
        if (white | black) & !ALL != 0 {
            return Err(BoardError("a stone off the board".into()));
        }
        if white & black != 0 {
            return Err(BoardError("two stones on one point".into()));
        }
        let (w, b) = (white.count_ones(), black.count_ones());
        let placed = (w, b) == (3, 3);
        let placing =
            self.start == Start::Empty && w <= 3 && w == b + u32::from(mover == Player::Two);
        if !placed && !placing {
            let expected = match self.start {
                Start::Empty => {
                    "three each, or while placing White as many as Black, one more when Black is to move"
                }
                Start::Rows => "three each",
            };
            return Err(BoardError(format!(
                "{w} and {b} stones: expected {expected}"
            )));
        }
        Ok(Position { stones, mover })
    }

    /// Whether a player's stones are in a row that wins.
    #[inline]
    fn has_line(&self, position: &Position, player: Player) -> bool {
        let which = match (self.start, player) {
            (Start::Empty, _) => 1,
            (Start::Rows, Player::One) => 2,
            (Start::Rows, Player::Two) => 4,
        };
        ALIGNED[usize::from(self.stones(position, player))] & which != 0
    }

    /// Where a stone in hand may be placed.
    #[inline]
    fn places(&self, position: &Position) -> u16 {
        let [white, black] = position.stones;
        let free = ALL & !(white | black);
        if self.centre_forbidden && white | black == 0 {
            free & !CENTRE
        } else {
            free
        }
    }
}

impl Game for Telo {
    type Position = Position;
    type Move = Move;

    const RULES_VERSION: u32 = 1;

    fn name(&self) -> String {
        let mut parts = Vec::new();
        parts.push(match self.start {
            Start::Empty => "start=empty",
            Start::Rows => "start=rows",
        });
        if self.centre_forbidden {
            parts.push("centre=forbidden");
        }
        if self.view == View::Mover {
            parts.push("vector=mover");
        }
        format!("fanoron-telo({})", parts.join(","))
    }

    fn players(&self) -> [&'static str; 2] {
        ["white", "black"]
    }

    fn initial(&self) -> Position {
        Position {
            stones: match self.start {
                Start::Empty => [0, 0],
                Start::Rows => [LINES[0], LINES[2]],
            },
            mover: Player::One,
        }
    }

    #[inline]
    fn mover(&self, position: &Position) -> Player {
        position.mover
    }

    #[inline]
    fn expand(&self, position: &Position, moves: &mut Vec<Move>) -> Option<Outcome> {
        moves.clear();
        // Only a move makes a line; a typed board may hold two.
        for player in [position.mover.other(), position.mover] {
            if self.has_line(position, player) {
                return Some(Outcome::win(player));
            }
        }
        let own = self.stones(position, position.mover);
        if own.count_ones() < 3 {
            let mut free = self.places(position);
            while free != 0 {
                moves.push(Move::placing(free.trailing_zeros() as usize));
                free &= free - 1;
            }
            return None;
        }
        let [white, black] = position.stones;
        let mut rest = own;
        while rest != 0 {
            let from = rest.trailing_zeros() as usize;
            let mut targets = STEPS[from] & !(white | black);
            while targets != 0 {
                moves.push(Move::step(from, targets.trailing_zeros() as usize));
                targets &= targets - 1;
            }
            rest &= rest - 1;
        }
        moves.is_empty().then(Outcome::draw)
    }

    #[inline]
    fn pick(
        &self,
        position: &Position,
        _: &mut Vec<Move>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Result<Move, Outcome> {
        for player in [position.mover.other(), position.mover] {
            if self.has_line(position, player) {
                return Err(Outcome::win(player));
            }
        }
        let own = self.stones(position, position.mover);
        if members::count(own) < 3 {
            let to = members::pick(self.places(position), choose);
            return to.map(Move::placing).ok_or(Outcome::draw());
        }
        let [white, black] = position.stones;
        let free = !(white | black);
        let rest = own & (own - 1);
        let from =
            [own, rest, rest & (rest - 1)].map(|stones| stones.trailing_zeros() as usize % 9);
        let picked = members::pick_of_three(from.map(|stone| STEPS[stone] & free), choose);
        picked
            .map(|(i, to)| Move::step(from[i], to))
            .ok_or(Outcome::draw())
    }

    #[inline]
    fn play(&self, position: &Position, mv: Move) -> Position {
        debug_assert_eq!(self.check(position, mv), Ok(()));
        let mut stones = position.stones;
        let own = &mut stones[position.mover.index()];
        let (from, to) = mv.points();
        if let Some(from) = from {
            *own &= !(1 << from);
        }
        *own |= 1 << to;
        Position {
            stones,
            mover: position.mover.other(),
        }
    }

    fn check(&self, position: &Position, mv: Move) -> Result<(), Broken> {
        text::check(self, position, mv)
    }

    fn always_ends(&self) -> bool {
        false
    }

    fn recurs(&self, position: &Position) -> Option<u32> {
        let [white, black] = position.stones;
        Some((white | black).count_ones())
    }
}
