//! Fanoron-telo as people write it.

use super::{CENTRE, LINES, Move, Position, STEPS, Start, Telo, View};
use crate::board::sites_of;
use crate::game::describe::choose;
use crate::game::stones::{self, Stones};
use crate::game::{
    Broken, Describe, Exercise, Game, GameInfo, Heuristic, Notation, Parameter, Player,
    PositionBound, Scored, Searchable, Symmetric, TextError, VectorError, Vectorize,
};

/// The names of the points by number.
pub(super) const NAMES: [&str; 9] = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];

/// The rules said slowly, in the documented order: the game is over; a stone in
/// hand must be placed, or none is left; the centre is forbidden to the first
/// stone; no stone of the mover there; no line between the points; the target is
/// taken.
pub(super) fn check(game: &Telo, position: &Position, mv: Move) -> Result<(), Broken> {
    let broken = |rule, en: String, fr: String| Err(Broken { rule, en, fr });
    if game.expand(position, &mut Vec::new()).is_some() {
        let (en, fr) = ("the game is over".into(), "La partie est finie !".into());
        return broken("game-over", en, fr);
    }
    let own = game.stones(position, position.mover);
    let taken = position.stones[0] | position.stones[1];
    let (from, to) = mv.points();
    let in_hand = own.count_ones() < 3;
    match from {
        Some(_) if in_hand => {
            let en = "a stone in hand must be placed first: the move is a point alone".into();
            let fr = "Il faut d'abord poser un pion : un point seul !".into();
            return broken("stone-in-hand", en, fr);
        }
        None if !in_hand => {
            let en = "no stone is left in hand".into();
            let fr = "Il ne reste pas de pion à poser !".into();
            return broken("hand-empty", en, fr);
        }
        None if taken >> to & 1 == 0 && game.places(position) >> to & 1 == 0 => {
            debug_assert_eq!(1 << to, CENTRE);
            let en = "the first stone may not be placed in the centre".into();
            let fr = "Le premier pion ne peut pas être posé au centre !".into();
            return broken("centre-forbidden", en, fr);
        }
        Some(from) if own >> from & 1 == 0 => {
            let en = format!("no stone of the mover stands on {}", NAMES[from]);
            let fr = format!("Pas de pion du joueur en {} !", NAMES[from]);
            return broken("not-own-stone", en, fr);
        }
        Some(from) if STEPS[from] >> to & 1 == 0 => {
            let (a, b) = (NAMES[from], NAMES[to]);
            let en = format!("no line joins {a} and {b}");
            let fr = format!("Aucune ligne ne joint {a} et {b} !");
            return broken("no-line", en, fr);
        }
        _ => {}
    }
    if taken >> to & 1 == 1 {
        let name = NAMES[to];
        let (en, fr) = (format!("{name} is taken"), format!("{name} est occupé !"));
        return broken("target-taken", en, fr);
    }
    Ok(())
}

fn find(name: &str) -> Option<usize> {
    NAMES.iter().position(|n| n.eq_ignore_ascii_case(name))
}

/// The board with the rows exchanged, the first with the last.
fn flipped(mask: u16) -> u16 {
    mask >> 6 & 7 | mask & 0b111_000 | (mask & 7) << 6
}

impl Telo {
    fn position_of(&self, (low, high): (u64, u64), mover: Player) -> Result<Position, VectorError> {
        let (low, high) = (low as u16, high as u16);
        let stones = if self.view == View::Mover && mover == Player::Two {
            [flipped(high), flipped(low)]
        } else {
            [low, high]
        };
        self.position(stones, mover)
            .map_err(|e| VectorError::Impossible(e.to_string()))
    }
}

impl Notation for Telo {
    fn position_text(&self, position: &Position) -> String {
        let [white, black] = Player::BOTH
            .map(|p| stones::list(sites_of(self.stones(position, p).into()).map(|s| NAMES[s])));
        let player = self.players()[position.mover.index()];
        format!("{white} / {black} {player}")
    }

    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        let parsed = stones::parse(text, find, stones::white_or_black)?;
        if !parsed.rest.is_empty() {
            return Err(parsed.error(format!("unknown end \"{}\"", parsed.rest)));
        }
        let mover = parsed.mover.unwrap_or(Player::One);
        let mask = |points: &[usize]| points.iter().fold(0u16, |mask, &p| mask | 1 << p);
        match &parsed.stones {
            Stones::Points([white, black]) => self
                .position([mask(white), mask(black)], mover)
                .map_err(|e| parsed.error(e.to_string())),
            Stones::Row(row) => stones::read(row, 9)
                .and_then(|masks| self.position_of(masks, mover))
                .map_err(|e| parsed.error(e.to_string())),
        }
    }

    fn move_text(&self, _: &Position, mv: Move) -> String {
        match mv.points() {
            (None, to) => NAMES[to].into(),
            (Some(from), to) => format!("{}-{}", NAMES[from], NAMES[to]),
        }
    }

    fn parse_move(&self, _: &Position, text: &str) -> Result<Move, TextError> {
        let point = |name: &str| {
            find(name.trim()).ok_or_else(|| {
                let message =
                    "expected a point to place a stone, such as b2, or a step such as a1-b2";
                TextError::new(text, 0, message)
            })
        };
        match text.trim().split_once('-') {
            Some((from, to)) => Ok(Move::step(point(from)?, point(to)?)),
            None => point(text).map(Move::placing),
        }
    }

    fn parse_player(&self, text: &str) -> Option<Player> {
        stones::white_or_black(text)
    }
}

impl Exercise for Telo {
    fn with_mover(&self, position: &Position, mover: Player) -> Option<Position> {
        self.position(position.stones, mover).ok()
    }

    fn check_text(
        &self,
        position: &Position,
        player: &str,
        mv: &str,
    ) -> Result<Result<(), Broken>, TextError> {
        let name = |mover: Player| self.players()[mover.index()];
        stones::check_text(self, position, player, mv, |mover| {
            stones::not_to_move(name(mover))
        })
    }
}

impl Vectorize for Telo {
    fn dim(&self) -> usize {
        9
    }

    fn columns(&self) -> Vec<String> {
        NAMES.map(String::from).into()
    }

    fn max_coordinate(&self) -> u8 {
        2
    }

    fn write(&self, position: &Position, out: &mut [u8]) {
        let [white, black] = position.stones;
        if self.view == View::Mover && position.mover == Player::Two {
            stones::write(flipped(black).into(), flipped(white).into(), out);
        } else {
            stones::write(white.into(), black.into(), out);
        }
    }

    fn read(&self, coordinates: &[u8], mover: Player) -> Result<Position, VectorError> {
        self.position_of(stones::read(coordinates, 9)?, mover)
    }
}

impl Symmetric for Telo {
    /// The rows exchanged and the colours too. While stones are placed the
    /// count of stones says who began, so there is no mirror then.
    fn mirror(&self, position: &Position) -> Option<Position> {
        let stones = [flipped(position.stones[1]), flipped(position.stones[0])];
        self.position(stones, position.mover.other()).ok()
    }

    fn mirror_move(&self, mv: Move) -> Move {
        let image = |p: usize| flipped(1 << p).trailing_zeros() as usize;
        match mv.points() {
            (None, to) => Move::placing(image(to)),
            (Some(from), to) => Move::step(image(from), image(to)),
        }
    }
}

impl Scored for Telo {}

impl Searchable for Telo {}

impl Heuristic for Telo {
    /// Rows that hold no enemy stone minus rows that hold none of one's own.
    fn estimate(&self, position: &Position) -> i32 {
        let [own, enemy] =
            [position.mover, position.mover.other()].map(|p| self.stones(position, p));
        let free_of = |stones: u16| LINES.iter().filter(|&&line| line & stones == 0).count() as i32;
        free_of(enemy) - free_of(own)
    }
}

impl Describe for Telo {
    const INFO: GameInfo = INFO;

    fn position_bound(&self) -> Option<PositionBound> {
        let boards = |w: usize, b: usize| choose(9, w) * choose(9 - w, b);
        let moving = 2.0 * boards(3, 3);
        Some(match self.start {
            Start::Rows => PositionBound {
                count: moving,
                formula: "2 x C(9, 3) x C(6, 3): three stones each, and the side to move".into(),
            },
            Start::Empty => PositionBound {
                count: moving + (0..3).map(|k| boards(k, k) + boards(k + 1, k)).sum::<f64>(),
                formula: "2 x C(9, 3) x C(6, 3) + sum of C(9, k) C(9-k, k) + C(9, k+1) C(8-k, k), k = 0..2: three stones each, and the side to move; before that it follows from the stones".into(),
            },
        })
    }
}

/// The page of fanoron-telo.
pub(crate) const INFO: GameInfo = GameInfo {
    name: "fanoron-telo",
    title: "Fanoron-telo, the aligning game: three stones in a row on the 3x3 board of Fanorona",
    rules: "\
Nine points a1, b1, c1, a2, ... with orthogonal lines, and diagonals between the
centre and the corners. White begins. Each player places three stones in turn,
then moves one of its stones along a line to an empty point each turn. Three own
stones in a row (8 lines) win. With start=rows the stones stand on the own row
from the start, and that row is no winning line of its owner. A player without a
legal move, and the third occurrence of a position with the same side to move, are
a draw; endless play is a draw in the exact values.",
    parameters: &[
        Parameter {
            name: "start",
            range: "empty|rows",
            default: "empty",
            meaning: "whether the stones are placed first or stand on the own rows",
        },
        Parameter {
            name: "centre",
            range: "allowed|forbidden",
            default: "allowed",
            meaning: "whether the first stone of the game may go to the centre",
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
b2,a1 / c3 black. Move: b2 places a stone, a1-b2 moves one.",
    vector: "\
board: one coordinate a point from a1 row by row: White 0, empty 1, Black 2.
mover: own 0, empty 1, enemy 2, on the board as the mover sees it.",
    results: "\
The first player wins in 9 plies, only by opening in the centre; an edge first
loses in 8. With centre=forbidden or start=rows: a draw. 5 390 positions (with the
side to move) are met from the empty board.",
    sources: "Traditional, Madagascar.",
    sizes: &[],
};
