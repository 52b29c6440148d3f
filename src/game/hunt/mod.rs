//! Hare and hounds, the *jeu militaire* (É. Lucas, *Récréations mathématiques*
//! III, 1887; E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, ch. 21).
//!
//! Eleven points; three hounds try to lock up the hare, which tries to get past
//! them. The hare steps along any line, a hound never back (south). Nobody
//! captures. The hounds win when the hare has no move. The hare wins when it
//! stands in the hounds' home (`goal=home`) or, after its own move, no row above
//! the rearmost hound (`goal=pass`).
//!
//! Parameters: `start=lucas|gardner|modern`, `goal=home|pass`,
//! `stall=none|1..99` (so many hound moves in a row that are not forward give the
//! hare the win), `vector=pieces|board|mover`.

mod board;
mod drawing;
mod sites;
mod strategy;
mod text;

pub use board::{NAMES, POINTS, column, number, row};
pub(crate) use text::INFO;

use board::{FORWARD_STEPS, HARE_STEPS, HOME, HOUND_STEPS, points_of, rearmost};

use super::{Broken, Game, Outcome, Player, members};

/// How the game begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// Hounds on A2, B1, C2, the hare on B2 and to move.
    #[default]
    Lucas,
    /// Hounds on A2, B1, C2; the hare's first move is to place itself.
    Gardner,
    /// Hounds on A2, B1, C2 and to move, the hare on B5.
    Modern,
}

/// When the hare has won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// It stands on A2, B1 or C2 after its move.
    #[default]
    Home,
    /// After its move its row is not above that of the rearmost hound.
    Pass,
}

/// What the coordinates of a database row hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// The number of the hare's point, then those of the hounds, ascending.
    #[default]
    Pieces,
    /// Every point: hare 0, empty 1, hound 2.
    Board,
    /// Every point: the mover's own 0, empty 1, enemy 2.
    Mover,
}

/// The pieces, the side to move, and the stall count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    hounds: u16,
    /// [`UNPLACED`] before the hare is placed.
    hare: u8,
    /// Hound moves in a row that were not forward; 0 without a stall limit.
    stalled: u8,
    hounds_to_move: bool,
}

/// The hare's point before it is placed.
const UNPLACED: u8 = 15;

/// The largest stall limit.
pub const MAX_STALL: u8 = 99;

/// A step, a placing or a pass, in one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u8);

impl Move {
    /// A hound side without a move passes.
    pub const PASS: Move = Move(u8::MAX);

    /// A step between two points.
    pub fn step(from: usize, to: usize) -> Self {
        Self((from << 4 | to) as u8)
    }

    /// The placing of the hare.
    pub fn placing(to: usize) -> Self {
        Self::step(usize::from(UNPLACED), to)
    }

    /// Where it starts and ends: `None` for a pass; no start for a placing.
    pub fn points(self) -> Option<(Option<usize>, usize)> {
        let (from, to) = (usize::from(self.0 >> 4), usize::from(self.0 & 15));
        (self != Self::PASS).then_some((Some(from).filter(|&f| f < POINTS), to))
    }
}

/// The game.
#[derive(Clone, Debug, Default)]
pub struct Hunt {
    start: Start,
    goal: Goal,
    /// No limit is 0.
    stall: u8,
    view: View,
}

/// Parameters that are no game, or pieces that are no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The stall limit is not possible.
    #[error("a stall limit of {0}: expected 1 to {MAX_STALL}")]
    Stall(u8),
    /// The pieces do not stand as they must.
    #[error("{0}")]
    Pieces(String),
}

impl Hunt {
    /// The game; no stall limit is `None`.
    ///
    /// # Errors
    /// A limit of 0 or more than [`MAX_STALL`].
    pub fn new(start: Start, goal: Goal, stall: Option<u8>) -> Result<Self, BoardError> {
        if let Some(limit) = stall.filter(|k| !(1..=MAX_STALL).contains(k)) {
            return Err(BoardError::Stall(limit));
        }
        Ok(Self {
            start,
            goal,
            stall: stall.unwrap_or(0),
            view: View::default(),
        })
    }

    /// The same game with another choice of coordinates.
    pub fn with_view(self, view: View) -> Self {
        Self { view, ..self }
    }

    /// How the game begins.
    pub fn start(&self) -> Start {
        self.start
    }

    /// The stall limit, if there is one.
    pub fn stall(&self) -> Option<u8> {
        (self.stall > 0).then_some(self.stall)
    }

    /// When the hare has won.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// What the coordinates hold.
    pub fn view(&self) -> View {
        self.view
    }

    /// A position; `hare` is `None` before it is placed. `stalled` is the stall
    /// count, 0 without a limit.
    ///
    /// # Errors
    /// Not three hounds on three points, the hare on one of them, an unplaced
    /// hare that is not to move, a point that does not exist, or a stall count
    /// that the game does not have.
    pub fn position(
        &self,
        hare: Option<usize>,
        hounds: [usize; 3],
        mover: Player,
        stalled: u8,
    ) -> Result<Position, BoardError> {
        let wrong = |text: &str| Err(BoardError::Pieces(text.into()));
        if hounds.iter().chain(&hare).any(|&p| p >= POINTS) {
            return wrong("a point that is not on the board");
        }
        let mask = hounds.iter().fold(0u16, |mask, &p| mask | 1 << p);
        if mask.count_ones() < 3 {
            return wrong("two hounds on one point");
        }
        if hare.is_some_and(|p| mask >> p & 1 == 1) {
            return wrong("the hare stands on a hound's point");
        }
        if hare.is_none() && mover == Player::Two {
            return wrong("the hare must be placed before the hounds move");
        }
        if stalled > self.stall || (stalled == self.stall && stalled > 0 && mover == Player::Two) {
            return wrong("a stall count that the game does not reach here");
        }
        Ok(Position {
            hounds: mask,
            hare: hare.map_or(UNPLACED, |p| p as u8),
            stalled,
            hounds_to_move: mover == Player::Two,
        })
    }

    /// The hare's point, if it is placed.
    pub fn hare(&self, position: &Position) -> Option<usize> {
        (position.hare != UNPLACED).then_some(usize::from(position.hare))
    }

    /// The hounds' points, ascending.
    pub fn hounds(&self, position: &Position) -> impl Iterator<Item = usize> {
        points_of(position.hounds)
    }

    /// The stall count.
    pub fn stalled(&self, position: &Position) -> u8 {
        position.stalled
    }

    /// The points the hare may step to, or be placed on.
    #[inline]
    fn hare_targets(&self, position: &Position) -> u16 {
        let steps = match position.hare {
            UNPLACED => (1 << POINTS) - 1,
            point => HARE_STEPS[usize::from(point)],
        };
        steps & !position.hounds
    }

    /// Whether the hare has won by its goal; the hounds are to move.
    #[inline]
    fn reached_goal(&self, position: &Position) -> bool {
        match self.goal {
            Goal::Home => HOME >> position.hare & 1 == 1,
            Goal::Pass => row(usize::from(position.hare)) <= rearmost(position.hounds),
        }
    }

    /// The winner, if the game is over.
    #[inline]
    pub fn winner(&self, position: &Position) -> Option<Player> {
        if position.hounds_to_move {
            return self.reached_goal(position).then_some(Player::One);
        }
        if self.hare_targets(position) == 0 {
            return Some(Player::Two);
        }
        (self.stall > 0 && position.stalled >= self.stall).then_some(Player::One)
    }
}

impl Game for Hunt {
    type Position = Position;
    type Move = Move;

    const RULES_VERSION: u32 = 1;

    fn name(&self) -> String {
        let mut parts: Vec<String> = Vec::new();
        match self.start {
            Start::Lucas => parts.push("start=lucas".into()),
            Start::Gardner => parts.push("start=gardner".into()),
            Start::Modern => parts.push("start=modern".into()),
        }
        if self.goal == Goal::Pass {
            parts.push("goal=pass".into());
        }
        if self.stall > 0 {
            parts.push(format!("stall={}", self.stall));
        }
        match self.view {
            View::Pieces => {}
            View::Board => parts.push("vector=board".into()),
            View::Mover => parts.push("vector=mover".into()),
        }
        format!("hare-and-hounds({})", parts.join(","))
    }

    fn players(&self) -> [&'static str; 2] {
        ["hare", "hounds"]
    }

    fn initial(&self) -> Position {
        let (hare, hounds_to_move) = match self.start {
            Start::Lucas => (2, false),
            Start::Gardner => (UNPLACED, false),
            Start::Modern => (10, true),
        };
        Position {
            hounds: HOME,
            hare,
            stalled: 0,
            hounds_to_move,
        }
    }

    #[inline]
    fn mover(&self, position: &Position) -> Player {
        if position.hounds_to_move {
            Player::Two
        } else {
            Player::One
        }
    }

    #[inline]
    fn expand(&self, position: &Position, moves: &mut Vec<Move>) -> Option<Outcome> {
        moves.clear();
        if let Some(winner) = self.winner(position) {
            return Some(Outcome::win(winner));
        }
        if position.hounds_to_move {
            let free = !(position.hounds | 1 << position.hare);
            for from in points_of(position.hounds) {
                moves.extend(points_of(HOUND_STEPS[from] & free).map(|to| Move::step(from, to)));
            }
            if moves.is_empty() {
                moves.push(Move::PASS);
            }
        } else {
            let from = usize::from(position.hare);
            moves.extend(points_of(self.hare_targets(position)).map(|to| Move::step(from, to)));
        }
        None
    }

    #[inline]
    fn pick(
        &self,
        position: &Position,
        _: &mut Vec<Move>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Result<Move, Outcome> {
        if position.hounds_to_move {
            if self.reached_goal(position) {
                return Err(Outcome::win(Player::One));
            }
            let free = !(position.hounds | 1 << position.hare);
            let rest = position.hounds & (position.hounds - 1);
            let from = [position.hounds, rest, rest & (rest - 1)]
                .map(|hounds| hounds.trailing_zeros() as usize % POINTS);
            let targets = from.map(|hound| HOUND_STEPS[hound] & free);
            let picked = members::pick_of_three(targets, choose);
            return Ok(picked.map_or(Move::PASS, |(i, to)| Move::step(from[i], to)));
        }
        let stalled = self.stall > 0 && position.stalled >= self.stall;
        let from = usize::from(position.hare);
        match self.hare_targets(position) {
            0 => Err(Outcome::win(Player::Two)),
            _ if stalled => Err(Outcome::win(Player::One)),
            targets => {
                let to = members::pick(targets, choose);
                Ok(to.map_or(Move::PASS, |to| Move::step(from, to)))
            }
        }
    }

    #[inline]
    fn play(&self, position: &Position, mv: Move) -> Position {
        debug_assert_eq!(self.check(position, mv), Ok(()));
        let mut after = Position {
            hounds_to_move: !position.hounds_to_move,
            ..*position
        };
        let (from, to) = (usize::from(mv.0 >> 4), usize::from(mv.0 & 15));
        if !position.hounds_to_move {
            after.hare = to as u8;
            return after;
        }
        let mut forward = false;
        if mv != Move::PASS {
            after.hounds = position.hounds & !(1 << from) | 1 << to;
            forward = FORWARD_STEPS[from] >> to & 1 == 1;
        }
        if self.stall > 0 {
            after.stalled = if forward { 0 } else { position.stalled + 1 };
        }
        after
    }

    fn check(&self, position: &Position, mv: Move) -> Result<(), Broken> {
        text::check(self, position, mv)
    }

    fn always_ends(&self) -> bool {
        false
    }
}
