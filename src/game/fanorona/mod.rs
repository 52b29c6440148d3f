//! Fanorona (Madagascar; the rules as in M. Schadd, M. Winands, J. Uiterwijk,
//! H. J. van den Herik, M. Bergsma, *Best play in Fanorona leads to draw*, 2008).
//!
//! Points with orthogonal lines and diagonals at every other point. Every point
//! but the centre is occupied; White begins. A stone steps along a line to an
//! empty point and captures by approach (the row of enemy stones straight ahead
//! of where it arrives) or withdrawal (straight behind where it left). Capturing
//! is obligatory before other moves (paika); the capturing stone may go on, to
//! points not yet visited this turn and not twice in the same direction, and may
//! stop after any capture. A side without stones has lost. A side without a
//! legal move, and the third occurrence of a position with the same side to move,
//! are a draw.
//!
//! Two views: a move is a complete turn, or one step ([`Fanorona::by_hops`]).
//!
//! Parameters: `rows` and `columns`, odd, from 3, at most 63 points (default 5
//! and 9); `view=turns|hops`; `repeat-direction=forbidden|allowed`;
//! `sequence=may-stop|must-continue`; `vector=board|mover`.

mod check;
mod drawing;
mod hops;
mod index;
mod lattice;
mod sites;
mod text;
mod turn;

pub use lattice::Lattice;
pub(crate) use text::INFO;
pub use turn::{Hop, Kind, Turn};

use std::sync::Arc;

use lattice::{DIRECTIONS, opposite};

pub use super::stones::View;
use super::{Broken, Game, Outcome, Player};

/// The rules that may vary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// A stone may capture twice in the same direction in one turn (Ludii).
    pub repeat_direction: bool,
    /// A sequence must go on while it can.
    pub must_continue: bool,
}

/// Why a database of final positions is of little use.
const POOR_FINALS: &str = "nearly all final positions of Fanorona hold stones of one colour only";

/// The stones as the side to move sees them; in the middle of a turn, in the view
/// of hops, also what the turn has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Bit 63 says that Black is to move.
    own: u64,
    enemy: u64,
    /// The points that the moving stone has visited this turn; none between turns.
    visited: u64,
    /// Where it stands, and the direction of its last step.
    at: u8,
    last: u8,
}

const BLACK: u64 = 1 << 63;

impl Position {
    /// The mover's stones.
    #[inline]
    pub fn own(&self) -> u64 {
        self.own & !BLACK
    }

    /// The enemy's stones.
    #[inline]
    pub fn enemy(&self) -> u64 {
        self.enemy
    }

    /// The side to move.
    #[inline]
    pub fn mover(&self) -> Player {
        if self.own & BLACK == 0 {
            Player::One
        } else {
            Player::Two
        }
    }

    /// A player's stones.
    #[inline]
    pub fn stones(&self, player: Player) -> u64 {
        if player == self.mover() {
            self.own()
        } else {
            self.enemy
        }
    }

    /// The stone that moves, in the middle of a turn.
    #[inline]
    pub fn moving(&self) -> Option<usize> {
        (self.visited != 0).then_some(usize::from(self.at))
    }

    /// Between turns.
    #[inline]
    fn new(own: u64, enemy: u64, mover: Player) -> Self {
        let flag = if mover == Player::Two { BLACK } else { 0 };
        Self {
            own: own | flag,
            enemy,
            visited: 0,
            at: 0,
            last: 0,
        }
    }

    /// The other side's turn, after the mover has left these stones.
    #[inline]
    fn passed_on(&self, own: u64, enemy: u64) -> Self {
        Self::new(enemy, own, self.mover().other())
    }
}

/// The game.
#[derive(Clone, Debug)]
pub struct Fanorona {
    lattice: Arc<Lattice>,
    rules: Rules,
    /// A move is one step, not a turn.
    by_hops: bool,
    view: View,
}

/// Parameters that are no game, or stones that are no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// A side of the board is too short or even.
    #[error("{0} {1}: expected an odd number from 3 to 21")]
    Side(usize, &'static str),
    /// Too many points.
    #[error("{0} points: expected at most 63")]
    Points(usize),
    /// The stones do not stand as they must.
    #[error("{0}")]
    Stones(&'static str),
}

impl Fanorona {
    /// The game on a board of `rows` x `columns` points.
    ///
    /// # Errors
    /// A side that is even or below 3, or more than 63 points.
    pub fn new(rows: usize, columns: usize, rules: Rules) -> Result<Self, BoardError> {
        for (length, side) in [(rows, "rows"), (columns, "columns")] {
            if !(3..=21).contains(&length) || length % 2 == 0 {
                return Err(BoardError::Side(length, side));
            }
        }
        if rows * columns > 63 {
            return Err(BoardError::Points(rows * columns));
        }
        Ok(Self {
            lattice: Arc::new(Lattice::new(rows, columns)),
            rules,
            by_hops: false,
            view: View::default(),
        })
    }

    /// The same game in which a move is one step, or a pass to stop a sequence.
    pub fn by_hops(self) -> Self {
        Self {
            by_hops: true,
            ..self
        }
    }

    /// The same game with another choice of coordinates.
    pub fn with_view(self, view: View) -> Self {
        Self { view, ..self }
    }

    /// The board.
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What the coordinates hold.
    pub fn view(&self) -> View {
        self.view
    }

    /// A position with these stones.
    ///
    /// # Errors
    /// A stone off the board or two on one point.
    pub fn position(&self, white: u64, black: u64, mover: Player) -> Result<Position, BoardError> {
        if (white | black) & !self.lattice.all != 0 {
            return Err(BoardError::Stones("a stone off the board"));
        }
        if white & black != 0 {
            return Err(BoardError::Stones("two stones on one point"));
        }
        if white | black == 0 {
            return Err(BoardError::Stones("no stones at all"));
        }
        Ok(match mover {
            Player::One => Position::new(white, black, mover),
            Player::Two => Position::new(black, white, mover),
        })
    }

    /// White's and Black's stones at the start.
    fn start(&self) -> (u64, u64) {
        let (rows, columns) = (self.lattice.rows, self.lattice.columns);
        let half = rows / 2;
        let mut white = (1u64 << (half * columns)) - 1;
        let centre = columns / 2;
        for x in 0..columns {
            // Black, white, black, ... up to the centre, then as in a mirror with
            // the colours exchanged.
            let left = x.min(columns - 1 - x);
            let is_white = (left % 2 == 1) == (x < centre);
            if x != centre && is_white {
                white |= 1 << (half * columns + x);
            }
        }
        let empty = 1 << (half * columns + centre);
        (white, self.lattice.all & !white & !empty)
    }

    /// The outcome of a position in which a side has no stones.
    #[inline]
    fn bare(&self, position: &Position) -> Option<Outcome> {
        let mover = position.mover();
        if position.own() == 0 {
            return Some(Outcome::win(mover.other()));
        }
        (position.enemy == 0).then(|| Outcome::win(mover))
    }

    /// The outcome, if the game is over, without listing the moves.
    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let board = &*self.lattice;
        let empty = board.all & !(position.own() | position.enemy);
        let able = |d| position.own() & board.before(empty, d) != 0;
        let stuck = || !(0..DIRECTIONS).any(able);
        self.bare(position).or_else(|| stuck().then(Outcome::draw))
    }

    /// For each direction, the mover's stones that can step there: to nowhere in
    /// particular, capturing by approach, capturing by withdrawal.
    #[inline]
    fn steps(&self, position: &Position) -> [[u64; 3]; DIRECTIONS] {
        let board = &*self.lattice;
        let (own, enemy) = (position.own(), position.enemy);
        let empty = board.all & !(own | enemy);
        let mut steps = [[0; 3]; DIRECTIONS];
        for (d, step) in steps.iter_mut().enumerate() {
            let free = own & board.before(empty, d);
            let ahead = board.before(board.before(enemy, d), d);
            let behind = board.before(enemy, opposite(d));
            *step = [free, free & ahead, free & behind];
        }
        steps
    }

    /// The captures of a stone that stands on `at` and has been elsewhere this
    /// turn; `visit` gets each direction, kind and captured row.
    #[inline]
    fn captures(
        &self,
        empty: u64,
        enemy: u64,
        at: usize,
        visited: u64,
        last: usize,
        mut visit: impl FnMut(usize, Kind, u64),
    ) {
        let board = &*self.lattice;
        let mut directions = board.capturing(at, empty & !visited, enemy);
        if !self.rules.repeat_direction {
            directions &= !(1 << last);
        }
        while directions != 0 {
            let d = directions.trailing_zeros() as usize & (DIRECTIONS - 1);
            directions &= directions - 1;
            let to = board.step(at, d);
            let ahead = board.row(enemy, to, d);
            if ahead != 0 {
                visit(d, Kind::Approach, ahead);
            }
            let behind = board.row(enemy, at, opposite(d));
            if behind != 0 {
                visit(d, Kind::Withdrawal, behind);
            }
        }
    }

    /// Pushes the sequences that begin with `turn`; the stone stands on `at`.
    fn sequences(
        &self,
        turn: Turn,
        empty: u64,
        enemy: u64,
        at: usize,
        visited: u64,
        moves: &mut Vec<Turn>,
    ) {
        let place = moves.len();
        if !self.rules.must_continue {
            moves.push(turn);
        }
        self.captures(
            empty,
            enemy,
            at,
            visited,
            turn.last_direction(),
            |d, kind, row| {
                let to = self.lattice.step(at, d);
                let after = empty & !(1 << to) | 1 << at | row;
                let longer = turn.then(d, kind);
                self.sequences(longer, after, enemy & !row, to, visited | 1 << to, moves);
            },
        );
        if self.rules.must_continue && moves.len() == place {
            moves.push(turn);
        }
    }

    /// Plays the hops of a turn one after the other; `visit` gets the start, the
    /// target and what is captured of each, and answers whether to go on.
    /// The stones after it.
    fn walk(
        &self,
        position: &Position,
        turn: Turn,
        mut visit: impl FnMut(usize, Hop, u64) -> bool,
    ) -> (u64, u64) {
        let board = &*self.lattice;
        let (mut own, mut enemy) = (position.own(), position.enemy);
        let mut at = turn.start();
        for hop in turn.hops() {
            if !board.has_line(at, hop.direction) {
                visit(at, hop, 0);
                break;
            }
            let to = board.step(at, hop.direction);
            let row = match hop.kind {
                Kind::Paika => 0,
                Kind::Approach => board.row(enemy, to, hop.direction),
                Kind::Withdrawal => board.row(enemy, at, opposite(hop.direction)),
            };
            if !visit(at, hop, row) {
                break;
            }
            own = own & !(1 << at) | 1 << to;
            enemy &= !row;
            at = to;
        }
        (own, enemy)
    }
}

impl Game for Fanorona {
    type Position = Position;
    type Move = Turn;

    const RULES_VERSION: u32 = 1;

    fn name(&self) -> String {
        format!("fanorona({})", self.parameters())
    }

    fn players(&self) -> [&'static str; 2] {
        ["white", "black"]
    }

    fn initial(&self) -> Position {
        let (white, black) = self.start();
        Position::new(white, black, Player::One)
    }

    #[inline]
    fn mover(&self, position: &Position) -> Player {
        position.mover()
    }

    #[inline]
    fn expand(&self, position: &Position, moves: &mut Vec<Turn>) -> Option<Outcome> {
        moves.clear();
        if position.visited != 0 {
            self.expand_onward(position, moves);
            return None;
        }
        if let Some(outcome) = self.bare(position) {
            return Some(outcome);
        }
        let board = &*self.lattice;
        let steps = self.steps(position);
        let (mut able, mut capturing) = (0, 0);
        for [free, ahead, behind] in steps {
            able |= free;
            capturing |= ahead | behind;
        }
        if able == 0 {
            return Some(Outcome::draw());
        }
        if capturing == 0 {
            while able != 0 {
                let from = able.trailing_zeros() as usize;
                for (d, [free, ..]) in steps.iter().enumerate() {
                    if free >> from & 1 == 1 {
                        moves.push(Turn::paika(from, d));
                    }
                }
                able &= able - 1;
            }
            return None;
        }
        let empty = board.all & !(position.own() | position.enemy);
        while capturing != 0 {
            let from = capturing.trailing_zeros() as usize;
            for (d, &[_, ahead, behind]) in steps.iter().enumerate() {
                for (stones, kind) in [(ahead, Kind::Approach), (behind, Kind::Withdrawal)] {
                    if stones >> from & 1 == 0 {
                        continue;
                    }
                    if self.by_hops {
                        moves.push(Turn::capture(from, d, kind));
                        continue;
                    }
                    let to = board.step(from, d);
                    let row = match kind {
                        Kind::Approach => board.row(position.enemy, to, d),
                        _ => board.row(position.enemy, from, opposite(d)),
                    };
                    let after = empty & !(1 << to) | 1 << from | row;
                    let enemy = position.enemy & !row;
                    let visited = 1 << from | 1 << to;
                    let turn = Turn::capture(from, d, kind);
                    self.sequences(turn, after, enemy, to, visited, moves);
                }
            }
            capturing &= capturing - 1;
        }
        None
    }

    #[inline]
    fn play(&self, position: &Position, turn: Turn) -> Position {
        debug_assert_eq!(self.check(position, turn), Ok(()));
        if self.by_hops {
            return self.play_hop(position, turn);
        }
        let (own, enemy) = self.walk(position, turn, |_, _, _| true);
        position.passed_on(own, enemy)
    }

    fn check(&self, position: &Position, turn: Turn) -> Result<(), Broken> {
        match self.by_hops {
            true => self.check_hops(position, turn),
            false => check::check(self, position, turn),
        }
    }

    /// Hops after the first belong to the same turn.
    #[inline]
    fn goes_on(&self, position: &Position) -> bool {
        position.visited != 0
    }

    fn always_ends(&self) -> bool {
        false
    }

    /// Only positions between turns count.
    #[inline]
    fn recurs(&self, position: &Position) -> Option<u32> {
        (position.visited == 0).then(|| (position.own() | position.enemy).count_ones())
    }
}

impl Fanorona {
    /// The parameters of the canonical name.
    fn parameters(&self) -> String {
        let mut text = format!(
            "rows={},columns={}",
            self.lattice.rows, self.lattice.columns
        );
        if self.by_hops {
            text += ",view=hops";
        }
        if self.rules.repeat_direction {
            text += ",repeat-direction=allowed";
        }
        if self.rules.must_continue {
            text += ",sequence=must-continue";
        }
        if self.view == View::Mover {
            text += ",vector=mover";
        }
        text
    }
}
