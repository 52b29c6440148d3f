//! Fanorona as people write it.

use super::index::StoneIndex;
use super::{DIRECTIONS, Fanorona, Hop, Kind, Lattice, Position, Turn, View};
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
        let column = char::from(b'a' + (point % self.columns) as u8);
        format!("{column}{}", point / self.columns + 1)
    }

    /// The point with this name, in any case.
    pub fn find(&self, name: &str) -> Option<usize> {
        let mut letters = name.chars();
        let column = letters.next()?.to_ascii_lowercase() as usize;
        let column = column
            .checked_sub('a' as usize)
            .filter(|&c| c < self.columns)?;
        let digits = letters.as_str();
        if !digits.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let row: usize = digits.parse().ok()?;
        (1..=self.rows)
            .contains(&row)
            .then(|| (row - 1) * self.columns + column)
    }

    /// The direction of the line that joins two neighbouring points.
    pub(super) fn direction(&self, from: usize, to: usize) -> Option<usize> {
        (0..super::lattice::DIRECTIONS)
            .find(|&d| self.has_line(from, d) && self.step(from, d) == to)
    }
}

pub(super) fn broken<T>(rule: &'static str, en: String, fr: String) -> Result<T, Broken> {
    Err(Broken { rule, en, fr })
}

/// Whether a hop is legal by itself, with the first broken rule: no line, the
/// target is taken, it captures nothing. `row` is what it captures.
pub(super) fn check_hop(
    board: &Lattice,
    taken: u64,
    at: usize,
    hop: Hop,
    row: u64,
) -> Result<(), Broken> {
    let from = board.name(at);
    if !board.has_line(at, hop.direction) {
        let en = format!("no line leaves {from} in that direction");
        let fr = format!("Aucune ligne ne part de {from} dans cette direction !");
        return broken("no-line", en, fr);
    }
    let to = board.step(at, hop.direction);
    if taken >> to & 1 == 1 {
        let name = board.name(to);
        let (en, fr) = (format!("{name} is taken"), format!("{name} est occupé !"));
        return broken("target-taken", en, fr);
    }
    if hop.kind != Kind::Paika && row == 0 {
        let (how, comment) = match hop.kind {
            Kind::Withdrawal => ("withdrawal", "retrait"),
            _ => ("approach", "approche"),
        };
        let en = format!(
            "from {from} to {} captures nothing by {how}",
            board.name(to)
        );
        let fr = format!(
            "De {from} à {}, aucune prise par {comment} !",
            board.name(to)
        );
        return broken("captures-nothing", en, fr);
    }
    Ok(())
}

/// The first rules of both views: the game is over; no stone of the mover there.
pub(super) fn check_start<G: Game>(
    game: &G,
    position: &G::Position,
    own: u64,
    board: &Lattice,
    start: usize,
) -> Result<Vec<G::Move>, Broken> {
    let mut legal = Vec::new();
    if game.expand(position, &mut legal).is_some() {
        let (en, fr) = ("the game is over".into(), "La partie est finie !".into());
        return broken("game-over", en, fr);
    }
    if start >= board.points() || own >> start & 1 == 0 {
        let en = "no stone of the mover stands there".into();
        let fr = "Pas de pion du joueur à cet endroit !".into();
        return broken("not-own-stone", en, fr);
    }
    Ok(legal)
}

/// Capturing is obligatory.
pub(super) fn must_capture<T>() -> Result<T, Broken> {
    let en = "a capture is possible, so it is obligatory".into();
    let fr = "Une prise est possible, elle est obligatoire !".into();
    broken("must-capture", en, fr)
}

/// The rules said slowly, in the documented order: the game is over; no stone of
/// the mover there; then hop by hop: no line, the target is taken, it captures
/// nothing, a point visited twice, the same direction twice; a paika where a
/// capture is possible; a sequence that must go on.
pub(super) fn check(game: &Fanorona, position: &Position, turn: Turn) -> Result<(), Broken> {
    let board = game.lattice();
    let legal = check_start(game, position, position.own(), board, turn.start())?;
    let mut fault = Ok(());
    let mut taken = position.own() | position.enemy();
    let mut visited = 1u64 << turn.start();
    let mut last = None;
    game.walk(position, turn, |at, hop, row| {
        fault = check_hop(board, taken, at, hop, row);
        if fault.is_err() {
            return false;
        }
        let to = board.step(at, hop.direction);
        if visited >> to & 1 == 1 {
            let name = board.name(to);
            let en = format!("{name} was visited this turn already");
            let fr = format!("{name} a déjà été visité pendant ce tour !");
            fault = broken("visited-twice", en, fr);
        } else if last == Some(hop.direction) && !game.rules().repeat_direction {
            let en = "the same direction twice in a row".into();
            let fr = "Deux fois de suite la même direction !".into();
            fault = broken("same-direction", en, fr);
        }
        taken = taken & !(1 << at) & !row | 1 << to;
        visited |= 1 << to;
        last = Some(hop.direction);
        fault.is_ok()
    });
    fault?;
    if legal.contains(&turn) {
        return Ok(());
    }
    if turn.captures() == 0 {
        return must_capture();
    }
    let en = "the sequence can go on, so it must".into();
    let fr = "La séquence peut continuer, elle le doit !".into();
    broken("must-continue", en, fr)
}

/// `white / black side`
pub(super) fn position_text(board: &Lattice, position: &Position) -> String {
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
    pub(super) fn from_masks(
        &self,
        (low, high): (u64, u64),
        mover: Player,
    ) -> Result<Position, VectorError> {
        let (white, black) = if self.view == View::Mover && mover == Player::Two {
            (self.lattice.flipped(high), self.lattice.flipped(low))
        } else {
            (low, high)
        };
        self.position(white, black, mover)
            .map_err(|e| VectorError::Impossible(e.to_string()))
    }

    /// The position and what the text says after the side to move.
    pub(super) fn parse_stones<'a>(&self, text: &'a str) -> Result<(Position, &'a str), TextError> {
        let board = self.lattice();
        let parsed = stones::parse(text, |w| board.find(w), stones::white_or_black)?;
        let mover = parsed.mover.unwrap_or(Player::One);
        let [white, black] = match &parsed.stones {
            Stones::Points(points) => [0, 1].map(|i: usize| mask(points[i].iter().copied())),
            Stones::Row(row) => {
                return stones::read(row, board.points())
                    .and_then(|masks| self.from_masks(masks, mover))
                    .map(|position| (position, parsed.rest))
                    .map_err(|e| parsed.error(e.to_string()));
            }
        };
        let position = self.position(white, black, mover);
        position
            .map(|position| (position, parsed.rest))
            .map_err(|e| parsed.error(e.to_string()))
    }

    pub(super) fn write_row(&self, position: &Position, out: &mut [u8]) {
        let [white, black] = Player::BOTH.map(|p| position.stones(p));
        if self.view == View::Mover && position.mover() == Player::Two {
            let flipped = |mask| self.lattice.flipped(mask);
            stones::write(flipped(black), flipped(white), out);
        } else {
            stones::write(white, black, out);
        }
    }

    pub(super) fn columns(&self) -> Vec<String> {
        (0..self.lattice.points())
            .map(|p| self.lattice.name(p))
            .collect()
    }

    /// Rows exchanged, sides too. The lines of the board do not change.
    pub(super) fn mirrored(&self, position: &Position) -> Position {
        let flipped = |mask| self.lattice.flipped(mask);
        let (own, enemy) = (flipped(position.own()), flipped(position.enemy()));
        Position::new(own, enemy, position.mover().other())
    }

    /// Stones, own minus the enemy's; where they are equal, the steps that the stones
    /// can make (capturing or not). Without the second part players that search to an
    /// even depth wander about for hundreds of turns.
    pub(super) fn stones_then_steps(&self, position: &Position) -> i32 {
        let board = self.lattice();
        let (own, enemy) = (position.own(), position.enemy());
        let empty = board.all & !(own | enemy);
        let worth = |stones: u64| {
            let able = |d| (stones & board.before(empty, d)).count_ones();
            STONE * stones.count_ones() as i32 + (0..DIRECTIONS).map(able).sum::<u32>() as i32
        };
        worth(own) - worth(enemy)
    }
}

/// A direction seen from the other side of the board: north becomes south.
pub(super) fn mirrored_direction(direction: usize) -> usize {
    (12 - direction) % 8
}

impl Notation for Fanorona {
    fn position_text(&self, position: &Position) -> String {
        position_text(self.lattice(), position)
    }

    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        match self.parse_stones(text)? {
            (position, "") => Ok(position),
            (_, rest) => {
                let at = text.len() - rest.len();
                Err(TextError::new(text, at, "expected the end of the position"))
            }
        }
    }

    fn move_text(&self, _: &Position, turn: Turn) -> String {
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
        let board = self.lattice();
        let expected = "expected a turn such as d3-e3 or b2-c1W-d2A";
        let place = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
        let mut parts = text.trim().split('-');
        let first = parts.next().unwrap_or_default();
        let Some(start) = board.find(first.trim()) else {
            return Err(TextError::new(text, place(first), expected));
        };
        let mut at = start;
        let mut turn: Option<Turn> = None;
        for part in parts {
            let word = part.trim();
            let fail = |message: String| Err(TextError::new(text, place(part), message));
            let (name, kind) = match word.chars().last() {
                Some('A') => (&word[..word.len() - 1], Kind::Approach),
                Some('W') => (&word[..word.len() - 1], Kind::Withdrawal),
                _ => (word, Kind::Paika),
            };
            let Some(to) = board.find(name) else {
                return fail(format!("{expected}, found \"{word}\""));
            };
            let Some(direction) = board.direction(at, to) else {
                let (a, b) = (board.name(at), board.name(to));
                return fail(format!("no line joins {a} and {b}"));
            };
            turn = Some(match (turn, kind) {
                (None, Kind::Paika) => Turn::paika(start, direction),
                (None, _) => Turn::capture(start, direction, kind),
                (Some(t), Kind::Approach | Kind::Withdrawal)
                    if (1..super::turn::MAX_CAPTURES).contains(&t.captures()) =>
                {
                    t.then(direction, kind)
                }
                _ => {
                    return fail(
                        "only captures go on, at most 31 of them: a letter A or W each".into(),
                    );
                }
            });
            at = to;
        }
        turn.ok_or_else(|| TextError::new(text, 0, expected))
    }

    fn parse_player(&self, text: &str) -> Option<Player> {
        stones::white_or_black(text)
    }
}

impl Exercise for Fanorona {
    fn with_mover(&self, position: &Position, mover: Player) -> Option<Position> {
        let [white, black] = Player::BOTH.map(|p| position.stones(p));
        self.position(white, black, mover).ok()
    }

    fn check_text(
        &self,
        position: &Position,
        player: &str,
        mv: &str,
    ) -> Result<Result<(), Broken>, TextError> {
        let mv = self.parse_move(position, mv)?;
        let turned = self
            .parse_player(player)
            .and_then(|p| self.with_mover(position, p));
        Ok(match turned {
            Some(turned) => check(self, &turned, mv),
            None => Err(stones::unknown_player(player, self.players())),
        })
    }
}

impl Vectorize for Fanorona {
    fn dim(&self) -> usize {
        self.lattice.points()
    }

    fn columns(&self) -> Vec<String> {
        Fanorona::columns(self)
    }

    fn max_coordinate(&self) -> u8 {
        2
    }

    fn write(&self, position: &Position, out: &mut [u8]) {
        self.write_row(position, out);
    }

    fn read(&self, coordinates: &[u8], mover: Player) -> Result<Position, VectorError> {
        self.from_masks(stones::read(coordinates, self.lattice.points())?, mover)
    }
}

impl Symmetric for Fanorona {
    fn mirror(&self, position: &Position) -> Option<Position> {
        Some(self.mirrored(position))
    }

    fn mirror_move(&self, turn: Turn) -> Turn {
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
    fn endgames(&self, pieces: u32) -> Option<Box<dyn PositionIndex<Self>>> {
        let index = StoneIndex::new(&self.lattice, pieces as usize)?;
        Some(Box::new(index))
    }

    /// All positions of a small board, the endgames of a larger one.
    fn index(&self) -> Option<Box<dyn PositionIndex<Self>>> {
        let index = StoneIndex::up_to(&self.lattice, MOST_INDEXED)?;
        Some(Box::new(index))
    }

    /// Both sides move alike, so it does not matter whose stones are white.
    fn canonical(&self, position: &Position) -> Position {
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

impl Heuristic for Fanorona {
    fn rules(&self) -> &'static [RuleOfThumb] {
        MATERIAL
    }

    fn appeal(&self, _: usize, position: &Position, turn: Turn) -> i32 {
        let after = self.play(position, turn);
        position.enemy().count_ones() as i32 - after.own().count_ones() as i32
    }

    /// Own minus enemy stones, then own minus enemy steps.
    fn estimate(&self, position: &Position) -> i32 {
        self.stones_then_steps(position)
    }

    #[inline]
    fn assess(&self, position: &Position, _: &mut Vec<Turn>) -> Result<i32, Outcome> {
        match self.outcome(position) {
            Some(outcome) => Err(outcome),
            None => Ok(self.stones_then_steps(position)),
        }
    }
}

/// What a stone counts for in an estimate, in steps: hardly ever are there more.
const STONE: i32 = 100;

pub(super) const MATERIAL: &[RuleOfThumb] = &[RuleOfThumb {
    name: "material",
    meaning: "most enemy stones captured with this move",
}];

impl Describe for Fanorona {
    const INFO: GameInfo = INFO;

    fn position_bound(&self) -> Option<PositionBound> {
        let points = self.lattice().points();
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
