//! Alquerkonane (Alain Busser, 2016).
//!
//! Chequered cells; White stands on the light ones, Black on the dark ones, and
//! both stay on their colour for ever. A pawn steps one cell diagonally forward
//! to an empty cell, or jumps over an orthogonally adjacent enemy, in any
//! direction, to the empty cell behind it; the enemy is removed. One capture a
//! turn, never obligatory, no promotion. Who has no move loses.
//!
//! Parameters: `rows` and `columns` 3..8 (default 6 and 4), `lines=1|2` (default
//! 2), `first=white|black`, `vector=board|mover`.

mod drawing;
mod sites;
mod text;

pub(crate) use text::INFO;

pub use super::stones::View;
use super::{Broken, Game, Outcome, Player};

/// All pawns in one mask, the side to move in another word: a pawn's colour is
/// that of its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pawns: u64,
    mover: Player,
}

/// A step or a jump. The order is by start, then by target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The cell it starts from.
    pub from: u8,
    /// The cell it ends on.
    pub to: u8,
}

/// The game.
#[derive(Clone, Debug)]
pub struct Alquerkonane {
    rows: usize,
    columns: usize,
    lines: usize,
    first: Player,
    view: View,
    /// All cells.
    all: u64,
    /// White's cells.
    light: u64,
    /// Cells that are not in the westernmost 1 or 2, easternmost 1 or 2 columns.
    not_west: [u64; 2],
    not_east: [u64; 2],
}

/// Parameters that are no game, or pawns that are no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// A side of the board has an impossible length.
    #[error("{0} {1}: expected 3 to 8")]
    Side(usize, &'static str),
    /// The number of filled rows is not possible.
    #[error("{0} lines: expected 1 or 2")]
    Lines(usize),
    /// The pawns do not stand as they must.
    #[error("{0}")]
    Pawns(String),
}

impl Alquerkonane {
    /// The game on a board of `rows` x `columns` cells, each side's `lines`
    /// nearest rows filled on its own colour.
    ///
    /// # Errors
    /// A side outside 3..8, or not 1 or 2 lines.
    pub fn new(
        rows: usize,
        columns: usize,
        lines: usize,
        first: Player,
    ) -> Result<Self, BoardError> {
        for (length, side) in [(rows, "rows"), (columns, "columns")] {
            if !(3..=8).contains(&length) {
                return Err(BoardError::Side(length, side));
            }
        }
        if !(1..=2).contains(&lines) {
            return Err(BoardError::Lines(lines));
        }
        let mask = |keep: &dyn Fn(usize, usize) -> bool| {
            (0..rows * columns)
                .filter(|i| keep(i % columns, i / columns))
                .fold(0u64, |mask, i| mask | 1 << i)
        };
        Ok(Self {
            rows,
            columns,
            lines,
            first,
            view: View::default(),
            all: mask(&|_, _| true),
            light: mask(&|x, y| (x + y) % 2 == 1),
            not_west: [mask(&|x, _| x >= 1), mask(&|x, _| x >= 2)],
            not_east: [mask(&|x, _| x + 1 < columns), mask(&|x, _| x + 2 < columns)],
        })
    }

    /// The same game with another choice of coordinates.
    pub fn with_view(self, view: View) -> Self {
        Self { view, ..self }
    }

    /// The number of rows and of columns.
    pub fn size(&self) -> (usize, usize) {
        (self.rows, self.columns)
    }

    /// What the coordinates hold.
    pub fn view(&self) -> View {
        self.view
    }

    /// The cells that a player's pawns can stand on.
    #[inline]
    pub fn cells(&self, player: Player) -> u64 {
        match player {
            Player::One => self.light,
            Player::Two => self.all & !self.light,
        }
    }

    /// A player's pawns.
    #[inline]
    pub fn pawns(&self, position: &Position, player: Player) -> u64 {
        position.pawns & self.cells(player)
    }

    /// A position with these pawns.
    ///
    /// # Errors
    /// A pawn off the board or on the enemy's colour.
    pub fn position(&self, white: u64, black: u64, mover: Player) -> Result<Position, BoardError> {
        for (pawns, player, name) in [
            (white, Player::One, "White on a dark cell"),
            (black, Player::Two, "Black on a light cell"),
        ] {
            if pawns & !self.all != 0 {
                return Err(BoardError::Pawns("a pawn off the board".into()));
            }
            if pawns & !self.cells(player) != 0 {
                return Err(BoardError::Pawns(name.into()));
            }
        }
        if white | black == 0 {
            return Err(BoardError::Pawns("no pawns at all".into()));
        }
        Ok(Position {
            pawns: white | black,
            mover,
        })
    }

    /// For each kind of move, in ascending order of targets from one cell, the
    /// pawns of the mover that can make it, and the offset of the target.
    #[inline]
    fn movers(&self, position: &Position) -> [(u64, i8); 6] {
        let c = self.columns;
        let own = self.pawns(position, position.mover);
        let enemy = position.pawns & !own;
        let empty = self.all & !position.pawns;
        let south = own & (enemy << c) & (empty << (2 * c));
        let north = own & (enemy >> c) & (empty >> (2 * c));
        let west = own & (enemy << 1) & (empty << 2) & self.not_west[1];
        let east = own & (enemy >> 1) & (empty >> 2) & self.not_east[1];
        let (near_west, near_east) = (own & self.not_west[0], own & self.not_east[0]);
        let c8 = c as i8;
        match position.mover {
            Player::One => [
                (south, -2 * c8),
                (west, -2),
                (east, 2),
                (near_west & (empty >> (c - 1)), c8 - 1),
                (near_east & (empty >> (c + 1)), c8 + 1),
                (north, 2 * c8),
            ],
            Player::Two => [
                (south, -2 * c8),
                (near_west & (empty << (c + 1)), -c8 - 1),
                (near_east & (empty << (c - 1)), -c8 + 1),
                (west, -2),
                (east, 2),
                (north, 2 * c8),
            ],
        }
    }
}

impl Game for Alquerkonane {
    type Position = Position;
    type Move = Move;

    const RULES_VERSION: u32 = 1;

    fn name(&self) -> String {
        let mut name = format!(
            "alquerkonane(rows={},columns={},lines={}",
            self.rows, self.columns, self.lines
        );
        if self.first == Player::Two {
            name += ",first=black";
        }
        if self.view == View::Mover {
            name += ",vector=mover";
        }
        name + ")"
    }

    fn players(&self) -> [&'static str; 2] {
        ["white", "black"]
    }

    fn initial(&self) -> Position {
        let near = (1u64 << (self.lines * self.columns)) - 1;
        let far = near << ((self.rows - self.lines) * self.columns);
        Position {
            pawns: near & self.light | far & self.all & !self.light,
            mover: self.first,
        }
    }

    #[inline]
    fn mover(&self, position: &Position) -> Player {
        position.mover
    }

    #[inline]
    fn expand(&self, position: &Position, moves: &mut Vec<Move>) -> Option<Outcome> {
        moves.clear();
        let movers = self.movers(position);
        let mut able = movers.iter().fold(0, |able, (pawns, _)| able | pawns);
        if able == 0 {
            return Some(Outcome::win(position.mover.other()));
        }
        // Every kind of move of every pawn is written, and kept if it is legal: what
        // is legal cannot be foretold, so a branch would often be guessed wrong.
        moves.resize(6 * able.count_ones() as usize + 1, Move { from: 0, to: 0 });
        let mut count = 0;
        while able != 0 {
            let from = able.trailing_zeros() as u8;
            for (pawns, offset) in movers {
                let to = from.wrapping_add_signed(offset);
                moves[count] = Move { from, to };
                count += (pawns >> from & 1) as usize;
            }
            able &= able - 1;
        }
        moves.truncate(count);
        None
    }

    #[inline]
    fn play(&self, position: &Position, mv: Move) -> Position {
        debug_assert_eq!(self.check(position, mv), Ok(()));
        let mut pawns = position.pawns & !(1 << mv.from) | 1 << mv.to;
        // Steps change the row by one and the column by one, jumps one of them by two.
        let offset = mv.from.abs_diff(mv.to);
        if offset == 2 && self.same_row(mv) || usize::from(offset) == 2 * self.columns {
            pawns &= !(1 << (mv.from.midpoint(mv.to)));
        }
        Position {
            pawns,
            mover: position.mover.other(),
        }
    }

    fn check(&self, position: &Position, mv: Move) -> Result<(), Broken> {
        text::check(self, position, mv)
    }

    fn always_ends(&self) -> bool {
        true
    }
}

impl Alquerkonane {
    #[inline]
    fn same_row(&self, mv: Move) -> bool {
        // Only on three columns can a step lead two cells on.
        self.columns > 3 || mv.from / 3 == mv.to / 3
    }
}
