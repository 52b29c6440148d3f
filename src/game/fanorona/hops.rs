//! Fanorona step by step: a move is one step, or `pass` to stop a sequence that
//! could go on.

use super::lattice::{DIRECTIONS, opposite};
use super::text::{self, broken, check_hop, check_start};
use super::{Fanorona, Hop, Kind, Position as Stones};
use crate::board::{mask, sites_of};
use crate::game::{
    Broken, Describe, Exercise, Game, GameInfo, Heuristic, Notation, Outcome, Player,
    PositionBound, RuleOfThumb, Scored, Searchable, Symmetric, TextError, VectorError, Vectorize,
};

/// The stones, and in the middle of a turn the stone that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    stones: Stones,
    /// The points that the moving stone has visited this turn; none between turns.
    visited: u64,
    /// Where it stands, and the direction of its last step.
    at: u8,
    last: u8,
}

impl Position {
    fn between_turns(stones: Stones) -> Self {
        Self {
            stones,
            visited: 0,
            at: 0,
            last: 0,
        }
    }

    /// The stones and the side to move.
    pub fn stones(&self) -> &Stones {
        &self.stones
    }

    /// The stone that moves, in the middle of a turn.
    pub fn moving(&self) -> Option<usize> {
        (self.visited != 0).then_some(usize::from(self.at))
    }
}

/// A step or a pass: start, direction, kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step(u16);

impl Step {
    /// The mover stops its sequence.
    pub const PASS: Step = Step(u16::MAX);

    /// A step.
    pub fn new(from: usize, hop: Hop) -> Self {
        Self((from << 5 | hop.direction << 2 | hop.kind as usize) as u16)
    }

    /// The start and the step; `None` for a pass.
    pub fn hop(self) -> Option<(usize, Hop)> {
        let kind = match self.0 & 3 {
            0 => Kind::Paika,
            1 => Kind::Approach,
            _ => Kind::Withdrawal,
        };
        let direction = usize::from(self.0 >> 2 & 7);
        (self != Self::PASS).then_some((usize::from(self.0 >> 5), Hop { direction, kind }))
    }
}

/// The game, a move being a step.
#[derive(Clone, Debug)]
pub struct Hops(pub Fanorona);

impl Hops {
    fn empty(&self, stones: &Stones) -> u64 {
        self.0.lattice.all & !(stones.own() | stones.enemy)
    }

    /// The captures with which the moving stone can go on.
    fn onward(&self, position: &Position, visit: impl FnMut(usize, Kind, u64)) {
        self.0.captures(
            self.empty(&position.stones),
            position.stones.enemy,
            usize::from(position.at),
            position.visited,
            usize::from(position.last),
            visit,
        );
    }

    /// What a step captures.
    fn row(&self, stones: &Stones, from: usize, hop: Hop) -> u64 {
        let board = self.0.lattice();
        if !board.has_line(from, hop.direction) {
            return 0;
        }
        match hop.kind {
            Kind::Paika => 0,
            Kind::Approach => {
                let to = board.step(from, hop.direction);
                board.row(stones.enemy, to, hop.direction)
            }
            Kind::Withdrawal => board.row(stones.enemy, from, opposite(hop.direction)),
        }
    }

    fn pass_on(stones: &Stones) -> Position {
        let (own, enemy) = (stones.own(), stones.enemy);
        Position::between_turns(Stones::new(enemy, own, stones.mover().other()))
    }
}

impl Game for Hops {
    type Position = Position;
    type Move = Step;

    const RULES_VERSION: u32 = 1;

    fn name(&self) -> String {
        format!("fanorona({})", self.0.parameters("hops"))
    }

    fn players(&self) -> [&'static str; 2] {
        ["white", "black"]
    }

    fn initial(&self) -> Position {
        Position::between_turns(self.0.initial())
    }

    #[inline]
    fn mover(&self, position: &Position) -> Player {
        position.stones.mover()
    }

    #[inline]
    fn expand(&self, position: &Position, moves: &mut Vec<Step>) -> Option<Outcome> {
        moves.clear();
        if let Some(at) = position.moving() {
            self.onward(position, |direction, kind, _| {
                moves.push(Step::new(at, Hop { direction, kind }));
            });
            if !(self.0.rules.must_continue && !moves.is_empty()) {
                moves.push(Step::PASS);
            }
            return None;
        }
        if let Some(outcome) = self.0.bare(&position.stones) {
            return Some(outcome);
        }
        let steps = self.0.steps(&position.stones);
        let (mut able, mut capturing) = (0, 0);
        for [free, ahead, behind] in steps {
            able |= free;
            capturing |= ahead | behind;
        }
        if able == 0 {
            return Some(Outcome::draw());
        }
        let kinds = if capturing == 0 { 0..1 } else { 1..3 };
        let mut rest = if capturing == 0 { able } else { capturing };
        while rest != 0 {
            let from = rest.trailing_zeros() as usize;
            for (direction, step) in steps.iter().enumerate() {
                for k in kinds.clone() {
                    if step[k] >> from & 1 == 1 {
                        let kind = [Kind::Paika, Kind::Approach, Kind::Withdrawal][k];
                        moves.push(Step::new(from, Hop { direction, kind }));
                    }
                }
            }
            rest &= rest - 1;
        }
        None
    }

    #[inline]
    fn play(&self, position: &Position, step: Step) -> Position {
        debug_assert_eq!(self.check(position, step), Ok(()));
        let Some((from, hop)) = step.hop() else {
            return Self::pass_on(&position.stones);
        };
        let row = self.row(&position.stones, from, hop);
        let to = self.0.lattice.step(from, hop.direction);
        let stones = Stones {
            own: position.stones.own & !(1 << from) | 1 << to,
            enemy: position.stones.enemy & !row,
        };
        if hop.kind == Kind::Paika {
            return Self::pass_on(&stones);
        }
        let after = Position {
            stones,
            visited: position.visited | 1 << from | 1 << to,
            at: to as u8,
            last: hop.direction as u8,
        };
        let mut goes_on = false;
        self.onward(&after, |_, _, _| goes_on = true);
        if goes_on {
            after
        } else {
            Self::pass_on(&stones)
        }
    }

    /// The order: the game is over; a pass that is not offered; no stone of the
    /// mover there, or not the moving one; no line; the target is taken; it
    /// captures nothing; a point visited twice; the same direction twice; a paika
    /// where a capture is possible.
    fn check(&self, position: &Position, step: Step) -> Result<(), Broken> {
        let board = self.0.lattice();
        let own = position.stones.own();
        let Some((from, hop)) = step.hop() else {
            if position.moving().is_none() {
                let en = "a pass only stops a sequence of captures".into();
                let fr = "On ne passe que pour arrêter une séquence de prises !".into();
                return broken("pass-without-sequence", en, fr);
            }
            if self.0.rules.must_continue {
                let en = "the sequence can go on, so it must".into();
                let fr = "La séquence peut continuer, elle le doit !".into();
                return broken("must-continue", en, fr);
            }
            return Ok(());
        };
        let own = position.moving().map_or(own, |at| 1 << at);
        let legal = check_start(self, position, own, board, from)?;
        let row = self.row(&position.stones, from, hop);
        check_hop(
            board,
            own | position.stones.own() | position.stones.enemy,
            from,
            hop,
            row,
        )?;
        let to = board.step(from, hop.direction);
        if position.visited >> to & 1 == 1 {
            let name = board.name(to);
            let en = format!("{name} was visited this turn already");
            let fr = format!("{name} a déjà été visité pendant ce tour !");
            return broken("visited-twice", en, fr);
        }
        let again = position.moving().is_some() && usize::from(position.last) == hop.direction;
        if again && !self.0.rules.repeat_direction {
            let en = "the same direction twice in a row".into();
            let fr = "Deux fois de suite la même direction !".into();
            return broken("same-direction", en, fr);
        }
        if legal.contains(&step) {
            Ok(())
        } else {
            text::must_capture()
        }
    }

    fn always_ends(&self) -> bool {
        false
    }

    /// Only positions between turns count.
    #[inline]
    fn recurs(&self, position: &Position) -> Option<u32> {
        match position.moving() {
            None => self.0.recurs(&position.stones),
            Some(_) => None,
        }
    }
}

/// The names of the directions.
const NAMES: [&str; DIRECTIONS] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];

impl Notation for Hops {
    fn position_text(&self, position: &Position) -> String {
        let board = self.0.lattice();
        let mut text = text::position_text(board, &position.stones);
        if let Some(at) = position.moving() {
            let visited: Vec<String> = sites_of(position.visited).map(|p| board.name(p)).collect();
            let last = NAMES[usize::from(position.last)];
            text += &format!(
                " moving={} visited={} last={last}",
                board.name(at),
                visited.join(",")
            );
        }
        text
    }

    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        let (stones, rest) = self.0.parse_stones(text)?;
        let at = text.len() - rest.len();
        let fail = |message: &str| Err(TextError::new(text, at, message));
        if rest.is_empty() {
            return Ok(Position::between_turns(stones));
        }
        let board = self.0.lattice();
        let (mut moving, mut visited, mut last) = (None, None, None);
        for word in rest.split_whitespace() {
            match word.split_once('=') {
                Some(("moving", name)) => moving = board.find(name),
                Some(("visited", names)) => {
                    visited = names
                        .split(',')
                        .map(|n| board.find(n))
                        .collect::<Option<Vec<_>>>();
                }
                Some(("last", name)) => last = NAMES.iter().position(|n| *n == name),
                _ => return fail("expected moving=POINT visited=POINTS last=DIRECTION"),
            }
        }
        let (Some(moving), Some(visited), Some(last)) = (moving, visited, last) else {
            return fail("expected moving=POINT visited=POINTS last=DIRECTION (n, ne, e, ...)");
        };
        let visited = mask(visited);
        if stones.own() >> moving & 1 == 0 || visited >> moving & 1 == 0 {
            return fail("the moving stone must be the mover's and stand on a visited point");
        }
        if visited.count_ones() < 2 || visited & !(1 << moving) & (stones.own() | stones.enemy) != 0
        {
            return fail("the points visited must be the start and others, all empty but the last");
        }
        let position = Position {
            stones,
            visited,
            at: moving as u8,
            last: last as u8,
        };
        let mut goes_on = false;
        self.onward(&position, |_, _, _| goes_on = true);
        if goes_on {
            Ok(position)
        } else {
            fail("the moving stone cannot go on, so the turn is over")
        }
    }

    fn move_text(&self, _: &Position, step: Step) -> String {
        let Some((from, hop)) = step.hop() else {
            return "pass".into();
        };
        let board = self.0.lattice();
        let to = board.name(board.step(from, hop.direction));
        let letter = match hop.kind {
            Kind::Paika => "",
            Kind::Approach => "A",
            Kind::Withdrawal => "W",
        };
        format!("{}-{to}{letter}", board.name(from))
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Step, TextError> {
        if text.trim().eq_ignore_ascii_case("pass") {
            return Ok(Step::PASS);
        }
        let turn = self.0.parse_move(&position.stones, text)?;
        if turn.captures() > 1 {
            let message = "expected one step such as b2-c1W, or pass (view=hops)";
            return Err(TextError::new(text, 0, message));
        }
        match turn.hops().next() {
            Some(hop) => Ok(Step::new(turn.start(), hop)),
            None => Ok(Step::PASS),
        }
    }

    fn parse_player(&self, text: &str) -> Option<Player> {
        self.0.parse_player(text)
    }
}

impl Exercise for Hops {
    fn with_mover(&self, position: &Position, mover: Player) -> Option<Position> {
        if position.stones.mover() == mover {
            return Some(*position);
        }
        let between = position.moving().is_none();
        let stones = self.0.with_mover(&position.stones, mover);
        stones.filter(|_| between).map(Position::between_turns)
    }

    fn check_text(
        &self,
        position: &Position,
        player: &str,
        mv: &str,
    ) -> Result<Result<(), Broken>, TextError> {
        let mv = self.parse_move(position, mv)?;
        let Some(mover) = self.parse_player(player) else {
            return Ok(Err(crate::game::stones::unknown_player(
                player,
                self.players(),
            )));
        };
        Ok(match self.with_mover(position, mover) {
            Some(turned) => self.check(&turned, mv),
            None => broken(
                "not-your-turn",
                "the other side is in the middle of its turn".into(),
                "L'autre camp est au milieu de son tour !".into(),
            ),
        })
    }
}

impl Vectorize for Hops {
    fn dim(&self) -> usize {
        self.0.dim()
    }

    fn columns(&self) -> Vec<String> {
        self.0.columns()
    }

    fn max_coordinate(&self) -> u8 {
        2
    }

    fn write(&self, position: &Position, out: &mut [u8]) {
        self.0.write_row(&position.stones, out);
    }

    fn read(&self, coordinates: &[u8], mover: Player) -> Result<Position, VectorError> {
        self.0.read(coordinates, mover)?;
        let message = "the stones do not say whether a turn is going on: view=turns does";
        Err(VectorError::Undetermined(message.into()))
    }

    fn is_final(&self, coordinates: &[u8], mover: Player) -> bool {
        self.0.is_final(coordinates, mover)
    }
}

impl Symmetric for Hops {
    fn mirror(&self, position: &Position) -> Option<Position> {
        let board = self.0.lattice();
        let image = |p: u8| board.flipped(1 << p).trailing_zeros() as u8;
        let stones = self.0.mirrored(&position.stones);
        Some(match position.moving() {
            None => Position::between_turns(stones),
            Some(_) => Position {
                stones,
                visited: board.flipped(position.visited),
                at: image(position.at),
                last: text::mirrored_direction(usize::from(position.last)) as u8,
            },
        })
    }

    fn mirror_move(&self, step: Step) -> Step {
        let Some((from, hop)) = step.hop() else {
            return step;
        };
        let from = self.0.lattice().flipped(1 << from).trailing_zeros() as usize;
        let direction = text::mirrored_direction(hop.direction);
        Step::new(from, Hop { direction, ..hop })
    }
}

impl Scored for Hops {}

impl Searchable for Hops {}

impl Heuristic for Hops {
    fn rules(&self) -> &'static [RuleOfThumb] {
        text::MATERIAL
    }

    fn appeal(&self, _: usize, position: &Position, step: Step) -> i32 {
        step.hop().map_or(0, |(from, hop)| {
            self.row(&position.stones, from, hop).count_ones() as i32
        })
    }

    /// Own minus enemy stones, then own minus enemy steps.
    fn estimate(&self, position: &Position) -> i32 {
        self.0.stones_then_steps(&position.stones)
    }
}

impl Describe for Hops {
    const INFO: GameInfo = super::INFO;

    /// In the middle of a turn, points that are empty may have been visited.
    fn position_bound(&self) -> Option<PositionBound> {
        let points = self.0.lattice().points();
        let between = 2.0 * 3f64.powi(points as i32);
        let within = 16.0 * points as f64 * 4f64.powi(points as i32 - 1);
        Some(PositionBound {
            count: between + within,
            formula: format!(
                "2 x 3^{points} between turns + 2 x {points} x 8 x 4^{} in them: the stone that moves, its last direction, every other point empty, visited, White's or Black's",
                points - 1
            ),
        })
    }
}
