//! Fanorona as people write it.

use super::index::StoneIndex;
use super::{DIRECTIONS, Fanorona, Kind, Lattice, POOR_FINALS, Position, Turn, View};
use crate::board::{mask, sites_of};
use crate::game::PositionIndex;
use crate::game::stones::{self, Stones};
use crate::game::{
    Broken, Describe, Exercise, Game, GameInfo, Heuristic, Notation, Outcome, Parameter, Player,
    PositionBound, PublishedSize, RuleOfThumb, Scored, Searchable, Symmetric, TextError,
    VectorError, Vectorize,
};

impl Lattice {
    /// `a1`, `b1`, ...
    pub fn name(&self, point: usize) -> String {
        stones::place_name(point, self.columns, b'a')
    }

    /// The point with this name, in any case.
    pub fn find(&self, name: &str) -> Option<usize> {
        stones::find_place(name, self.rows, self.columns)
    }

    /// The direction of the line that joins two neighbouring points.
    pub(super) fn direction(&self, from: usize, to: usize) -> Option<usize> {
        (0..super::lattice::DIRECTIONS)
            .find(|&d| self.has_line(from, d) && self.step(from, d) == to)
    }
}

/// `white / black side`
fn stones_text(board: &Lattice, position: &Position) -> String {
    let [white, black] = Player::BOTH.map(|p| {
        let names: Vec<String> = sites_of(position.stones(p))
            .map(|s| board.name(s))
            .collect();
        stones::list(names.iter().map(String::as_str))
    });
    let player = ["white", "black"][position.mover().index()];
    format!("{white} / {black} {player}")
}

impl Fanorona {
    fn position_of(&self, (low, high): (u64, u64), mover: Player) -> Result<Position, VectorError> {
        let (white, black) = if self.view == View::Mover && mover == Player::Two {
            (self.lattice.flipped(high), self.lattice.flipped(low))
        } else {
            (low, high)
        };
        self.position(white, black, mover)
            .map_err(|e| VectorError::Impossible(e.to_string()))
    }

    /// The position and what the text says after the side to move.
    fn parse_stones<'a>(&self, text: &'a str) -> Result<(Position, &'a str), TextError> {
        let board = self.lattice();
        let parsed = stones::parse(text, |w| board.find(w), stones::white_or_black)?;
        let mover = parsed.mover.unwrap_or(Player::One);
        let [white, black] = match &parsed.stones {
            Stones::Points(points) => [0, 1].map(|i: usize| mask(points[i].iter().copied())),
            Stones::Row(row) => {
                return stones::read(row, board.points())
                    .and_then(|masks| self.position_of(masks, mover))
                    .map(|position| (position, parsed.rest))
                    .map_err(|e| parsed.error(e.to_string()));
            }
        };
        let position = self.position(white, black, mover);
        position
            .map(|position| (position, parsed.rest))
            .map_err(|e| parsed.error(e.to_string()))
    }

    /// Rows exchanged, sides too. The lines of the board do not change.
    fn mirrored(&self, position: &Position) -> Position {
        let flipped = |mask| self.lattice.flipped(mask);
        let (own, enemy) = (flipped(position.own()), flipped(position.enemy()));
        let between = Position::new(own, enemy, position.mover().other());
        match position.moving() {
            None => between,
            Some(at) => Position {
                visited: flipped(position.visited),
                at: flipped(1 << at).trailing_zeros() as u8,
                last: mirrored_direction(usize::from(position.last)) as u8,
                ..between
            },
        }
    }
}

/// A direction seen from the other side of the board: north becomes south.
fn mirrored_direction(direction: usize) -> usize {
    (12 - direction) % 8
}

impl Notation for Fanorona {
    fn position_text(&self, position: &Position) -> String {
        stones_text(self.lattice(), position) + &self.turn_text(position)
    }

    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        match self.parse_stones(text)? {
            (position, "") => Ok(position),
            (position, rest) if self.by_hops => self.parse_turn(position, text, rest),
            (_, rest) => {
                let at = text.len() - rest.len();
                Err(TextError::new(text, at, "expected the end of the position"))
            }
        }
    }

    fn move_text(&self, _: &Position, turn: Turn) -> String {
        if turn == Turn::PASS {
            return "pass".into();
        }
        let board = self.lattice();
        let mut at = turn.start();
        let mut text = board.name(at);
        for hop in turn.hops() {
            at = board.step(at, hop.direction);
            text += "-";
            text += &board.name(at);
            match hop.kind {
                Kind::Paika => {}
                Kind::Approach => text.push('A'),
                Kind::Withdrawal => text.push('W'),
            }
        }
        text
    }

    fn parse_move(&self, _: &Position, text: &str) -> Result<Turn, TextError> {
        self.read_turn(text).map_err(|unread| match unread {
            Unread::Text(error) => error,
            Unread::NoLine { step, at, .. } => TextError::new(text, at, no_line(self, step).en),
        })
    }

    fn parse_player(&self, text: &str) -> Option<Player> {
        stones::white_or_black(text)
    }
}

/// Why a text is no turn.
enum Unread {
    /// It cannot be read.
    Text(TextError),
    /// It can, but no line joins two of its points.
    NoLine {
        /// The two points.
        step: (usize, usize),
        /// Where the second stands in the text.
        at: usize,
        /// The turn up to the first.
        before: Option<Turn>,
    },
}

/// The rule that a step between two points breaks that no line joins.
fn no_line(game: &Fanorona, (from, to): (usize, usize)) -> Broken {
    let [a, b] = [from, to].map(|p| game.lattice().name(p));
    Broken {
        rule: "no-line",
        en: format!("no line joins {a} and {b}"),
        fr: format!("Aucune ligne ne joint {a} et {b} !"),
    }
}

impl Fanorona {
    fn read_turn(&self, text: &str) -> Result<Turn, Unread> {
        if self.by_hops && text.trim().eq_ignore_ascii_case("pass") {
            return Ok(Turn::PASS);
        }
        let board = self.lattice();
        let (most, expected) = match self.by_hops {
            true => (1, "expected one step such as d3-e3 or b2-c1W, or pass"),
            false => (
                super::turn::MAX_CAPTURES,
                "expected a turn such as d3-e3 or b2-c1W-d2A",
            ),
        };
        let place = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
        let mut parts = text.trim().split('-');
        let first = parts.next().unwrap_or_default();
        let Some(start) = board.find(first.trim()) else {
            return Err(Unread::Text(TextError::new(text, place(first), expected)));
        };
        let mut at = start;
        let mut turn: Option<Turn> = None;
        for part in parts {
            let word = part.trim();
            let fail = |message: String| {
                let error = TextError::new(text, place(part), message);
                Err(Unread::Text(error))
            };
            let (name, kind) = match word.chars().last() {
                Some('A') => (&word[..word.len() - 1], Kind::Approach),
                Some('W') => (&word[..word.len() - 1], Kind::Withdrawal),
                _ => (word, Kind::Paika),
            };
            let Some(to) = board.find(name) else {
                return fail(format!("{expected}, found \"{word}\""));
            };
            let Some(direction) = board.direction(at, to) else {
                return Err(Unread::NoLine {
                    step: (at, to),
                    at: place(part),
                    before: turn,
                });
            };
            turn = Some(match (turn, kind) {
                (None, Kind::Paika) => Turn::paika(start, direction),
                (None, _) => Turn::capture(start, direction, kind),
                (Some(t), Kind::Approach | Kind::Withdrawal)
                    if (1..most).contains(&t.captures()) =>
                {
                    t.then(direction, kind)
                }
                _ => {
                    return fail(match self.by_hops {
                        true => expected.into(),
                        false => format!(
                            "only captures go on, at most {most} of them: a letter A or W each"
                        ),
                    });
                }
            });
            at = to;
        }
        turn.ok_or_else(|| Unread::Text(TextError::new(text, 0, expected)))
    }
}

impl Exercise for Fanorona {
    fn with_mover(&self, position: &Position, mover: Player) -> Option<Position> {
        if position.mover() == mover {
            return Some(*position);
        }
        let [white, black] = Player::BOTH.map(|p| position.stones(p));
        let turned = self.position(white, black, mover).ok();
        turned.filter(|_| position.moving().is_none())
    }

    fn check_text(
        &self,
        position: &Position,
        player: &str,
        mv: &str,
    ) -> Result<Result<(), Broken>, TextError> {
        let check = |mv: &str| {
            stones::check_text(self, position, player, mv, |_| {
                [
                    "the other side is in the middle of its turn".into(),
                    "L'autre camp est au milieu de son tour !".into(),
                ]
            })
        };
        let Err(Unread::NoLine { step, before, .. }) = self.read_turn(mv) else {
            return check(mv);
        };
        // The rules that come before: those of the turn so far, or of the start with
        // any step.
        let so_far = before.or_else(|| {
            let (at, lattice) = (step.0, self.lattice());
            let way = (0..DIRECTIONS).find(|&d| lattice.has_line(at, d))?;
            Some(Turn::paika(at, way))
        });
        let Some(so_far) = so_far else {
            return check(mv);
        };
        let start = [
            "unknown-player",
            "not-your-turn",
            "game-over",
            "not-own-stone",
        ];
        let earlier = |rule| match before {
            Some(_) => rule != "must-continue",
            None => start.contains(&rule),
        };
        let broken = check(&self.move_text(position, so_far))?;
        let broken = broken.err().filter(|b| earlier(b.rule));
        Ok(Err(broken.unwrap_or_else(|| no_line(self, step))))
    }
}

impl Vectorize for Fanorona {
    fn dim(&self) -> usize {
        self.lattice.points()
    }

    fn columns(&self) -> Vec<String> {
        let board = self.lattice();
        (0..board.points()).map(|p| board.name(p)).collect()
    }

    fn max_coordinate(&self) -> u8 {
        2
    }

    fn write(&self, position: &Position, out: &mut [u8]) {
        let [white, black] = Player::BOTH.map(|p| position.stones(p));
        if self.view == View::Mover && position.mover() == Player::Two {
            let flipped = |mask| self.lattice.flipped(mask);
            stones::write(flipped(black), flipped(white), out);
        } else {
            stones::write(white, black, out);
        }
    }

    fn poor_finals(&self) -> Option<&'static str> {
        Some(POOR_FINALS)
    }

    fn read(&self, coordinates: &[u8], mover: Player) -> Result<Position, VectorError> {
        let position = self.position_of(stones::read(coordinates, self.dim())?, mover)?;
        if self.by_hops {
            let message = "the stones do not say whether a turn is going on: view=turns does";
            return Err(VectorError::Undetermined(message.into()));
        }
        Ok(position)
    }

    /// In the middle of a turn both sides have stones and the moving one has room,
    /// so the stones alone say this.
    fn is_final(&self, coordinates: &[u8], mover: Player) -> bool {
        let masks = stones::read(coordinates, self.dim());
        let position = masks.and_then(|masks| self.position_of(masks, mover));
        position.is_ok_and(|p| self.expand(&p, &mut Vec::new()).is_some())
    }
}

impl Symmetric for Fanorona {
    fn mirror(&self, position: &Position) -> Option<Position> {
        Some(self.mirrored(position))
    }

    fn mirror_move(&self, turn: Turn) -> Turn {
        if turn == Turn::PASS {
            return turn;
        }
        let start = self.lattice.flipped(1 << turn.start()).trailing_zeros() as usize;
        let mut image: Option<Turn> = None;
        for hop in turn.hops() {
            let direction = mirrored_direction(hop.direction);
            image = Some(match (image, hop.kind) {
                (Some(t), kind) => t.then(direction, kind),
                (None, Kind::Paika) => Turn::paika(start, direction),
                (None, kind) => Turn::capture(start, direction, kind),
            });
        }
        image.unwrap_or(turn)
    }
}

impl Scored for Fanorona {}

/// How many positions an index may have.
const MOST_INDEXED: usize = 80_000_000;

impl Searchable for Fanorona {
    #[inline]
    fn lead(&self, position: &Position) -> i32 {
        position.own().count_ones() as i32 - position.enemy().count_ones() as i32
    }

    fn endgames(&self, pieces: u32) -> Option<Box<dyn PositionIndex<Self>>> {
        let index = StoneIndex::new(&self.lattice, pieces as usize)?;
        // In the view of hops there are positions within a turn too.
        (!self.by_hops).then(|| Box::new(index) as Box<dyn PositionIndex<Self>>)
    }

    /// All positions of a small board, the endgames of a larger one.
    fn index(&self) -> Option<Box<dyn PositionIndex<Self>>> {
        let index = StoneIndex::up_to(&self.lattice, MOST_INDEXED)?;
        (!self.by_hops).then(|| Box::new(index) as Box<dyn PositionIndex<Self>>)
    }

    /// Both sides move alike, so it does not matter whose stones are white. In the
    /// middle of a turn only the mirror counts.
    fn canonical(&self, position: &Position) -> Position {
        if position.moving().is_some() {
            return match position.mover() {
                Player::One => *position,
                Player::Two => self.mirrored(position),
            };
        }
        let board = self.lattice();
        let (own, enemy) = (position.own(), position.enemy());
        let images = [
            (own, enemy),
            (board.flipped(own), board.flipped(enemy)),
            (board.turned(own), board.turned(enemy)),
            (
                board.flipped(board.turned(own)),
                board.flipped(board.turned(enemy)),
            ),
        ];
        let (own, enemy) = images.into_iter().min().unwrap_or((own, enemy));
        Position::new(own, enemy, Player::One)
    }
}

/// What a stone counts for in an estimate, in steps: hardly ever are there more.
const STONE: i32 = 100;

impl Heuristic for Fanorona {
    fn rules(&self) -> &'static [RuleOfThumb] {
        &[RuleOfThumb {
            name: "material",
            meaning: "most enemy stones captured with this move",
        }]
    }

    fn appeal(&self, _: usize, position: &Position, turn: Turn) -> i32 {
        let left = self.play(position, turn).stones(position.mover().other());
        position.enemy().count_ones() as i32 - left.count_ones() as i32
    }

    /// Own minus enemy stones; where they are equal, own minus enemy steps that the
    /// stones can make (capturing or not). Without the second part players that
    /// search to an even depth wander about for hundreds of turns.
    fn estimate(&self, position: &Position) -> i32 {
        let board = self.lattice();
        let (own, enemy) = (position.own(), position.enemy());
        let empty = board.all & !(own | enemy);
        let worth = |stones: u64| {
            let able = |d| (stones & board.before(empty, d)).count_ones();
            STONE * stones.count_ones() as i32 + (0..DIRECTIONS).map(able).sum::<u32>() as i32
        };
        worth(own) - worth(enemy)
    }

    #[inline]
    fn assess(&self, position: &Position, _: &mut Vec<Turn>) -> Result<i32, Outcome> {
        // A turn that has begun is not over: a sequence that cannot go on ends it.
        let over = match position.moving() {
            None => self.outcome(position),
            Some(_) => None,
        };
        match over {
            Some(outcome) => Err(outcome),
            None => Ok(self.estimate(position)),
        }
    }
}

impl Describe for Fanorona {
    const INFO: GameInfo = INFO;

    /// In the middle of a turn, points that are empty may have been visited.
    fn position_bound(&self) -> Option<PositionBound> {
        let points = self.lattice().points();
        if self.by_hops {
            let between = 2.0 * 3f64.powi(points as i32);
            let within = 16.0 * points as f64 * 4f64.powi(points as i32 - 1);
            return Some(PositionBound {
                count: between + within,
                formula: format!(
                    "2 x 3^{points} between turns + 2 x {points} x 8 x 4^{} in them: the stone that moves, its last direction, every other point empty, visited, White's or Black's",
                    points - 1
                ),
            });
        }
        let boards = 3f64.powi(points as i32);
        Some(PositionBound {
            count: 2.0 * boards,
            formula: format!(
                "2 x 3^{points}: every point empty, White's or Black's ({boards:.2e} boards), and the side to move"
            ),
        })
    }
}

/// The page of Fanorona.
pub(crate) const INFO: GameInfo = GameInfo {
    name: "fanorona",
    title: "Fanorona (Madagascar): captures by approach and withdrawal",
    rules: "\
Points a1 (bottom left), b1, ... with orthogonal lines everywhere and diagonals at
the strong points (column + row even; a1 is strong). White below, Black above,
every point but the centre occupied; in the middle row the colours alternate.
White begins. A stone steps along a line to an adjacent empty point. It captures
by approach (A: the enemy point straight ahead of the arrival point) or by
withdrawal (W: straight behind the departure point): the whole unbroken row of
enemy stones from there is taken. If both are possible the player chooses one.
Captures are obligatory before other moves (paika); there is no obligation to take
most. The capturing stone may go on capturing in the same turn and may stop after
any capture; it may not return to a point visited this turn nor step in the same
direction as its last step.
A side without stones has lost. No legal move, or the third occurrence of a
position with the same side to move: draw. Exact values ignore repetition: endless
play is a draw.",
    parameters: &[
        Parameter {
            name: "rows",
            range: "3,5,7,...",
            default: "5",
            meaning: "number of rows, odd; at most 63 points",
        },
        Parameter {
            name: "columns",
            range: "3,5,7,...",
            default: "9",
            meaning: "number of columns, odd; at most 63 points",
        },
        Parameter {
            name: "view",
            range: "turns|hops",
            default: "turns",
            meaning: "whether a move is a whole turn or one step; uniform play differs",
        },
        Parameter {
            name: "repeat-direction",
            range: "forbidden|allowed",
            default: "forbidden",
            meaning: "whether a stone may capture twice in a row in one direction",
        },
        Parameter {
            name: "sequence",
            range: "may-stop|must-continue",
            default: "may-stop",
            meaning: "whether a sequence must go on while it can",
        },
        Parameter {
            name: "vector",
            range: "board|mover",
            default: "board",
            meaning: "the coordinates of a database row",
        },
    ],
    notation: "\
Position: White's stones, Black's stones (- for none), the side to move:
a1,b1 / c3 white; in the middle of a turn (view=hops) then the moving stone, the
points it has visited and the direction of its last step: moving=c2 visited=b1,c2
last=ne. Move: the points with the letter of the capture, b2-c1W-d2A; a paika has
none: d3-e3; view=hops: one link, or pass.",
    vector: "\
board: one coordinate a point from a1 row by row: White 0, empty 1, Black 2.
mover: own 0, empty 1, enemy 2, on the board as the mover sees it. Final positions
hold one colour only: record earlier positions or label them by the solver.",
    results: "\
3x3 a win for White in 11 turns; 3x5 a win in 11; 5x3 a win in 13; 5x5 a draw
(only b2-c3A holds); 5x9 a draw (published; f2-e3A and d3-e3A hold). Move sequences
on 5x9: 5, 39, 724, 18 026.",
    sources: "\
M. Schadd, M. Winands, J. Uiterwijk, H. J. van den Herik, M. Bergsma, Best play in
Fanorona leads to draw, 2008.",
    sizes: &[PublishedSize {
        game: "fanorona(rows=5,columns=9)",
        log10_positions: Some(21.0),
        log10_tree: Some(46.0),
        source: "Schadd et al. 2008: boards 3^45; tree (average branching)^(average length) of 10 000 games between alpha-beta players",
    }],
};
