//! Alquerkonane as people write it.

use super::{Alquerkonane, Move, Position, View};
use crate::board::sites_of;
use crate::game::describe::choose;
use crate::game::stones::{self, Stones};
use crate::game::{
    Broken, Describe, Exercise, Game, GameInfo, Heuristic, Notation, Parameter, Player,
    PositionBound, RuleOfThumb, Scored, Searchable, Symmetric, TextError, VectorError, Vectorize,
};

/// The rules said slowly, in the documented order: no pawn of the mover there;
/// the target is taken; the way is neither a step forward nor a jump; a jump over
/// no enemy.
pub(super) fn check(game: &Alquerkonane, position: &Position, mv: Move) -> Result<(), Broken> {
    let broken = |rule, en: String, fr: String| Err(Broken { rule, en, fr });
    let (from, to) = (usize::from(mv.from), usize::from(mv.to));
    let (rows, columns) = game.size();
    let cells = rows * columns;
    if from >= cells || to >= cells {
        let en = "the move leaves the board".into();
        let fr = "Le coup sort du plateau !".into();
        return broken("off-board", en, fr);
    }
    let (a, b) = (game.cell_name(from), game.cell_name(to));
    let (own, enemy) = (
        game.pawns(position, position.mover),
        game.pawns(position, position.mover.other()),
    );
    if own >> from & 1 == 0 {
        let en = format!("no pawn of the mover stands on {a}");
        let fr = format!("Pas de pion du joueur en {a} !");
        return broken("not-own-pawn", en, fr);
    }
    if position.pawns >> to & 1 == 1 {
        let (en, fr) = (format!("{b} is taken"), format!("{b} est occupé !"));
        return broken("target-taken", en, fr);
    }
    let across = (to % columns).abs_diff(from % columns);
    let up = (to / columns) as i64 - (from / columns) as i64;
    let forward = match position.mover {
        Player::One => 1,
        Player::Two => -1,
    };
    if across == 1 && up == forward {
        return Ok(());
    }
    if !matches!((across, up.abs()), (0, 2) | (2, 0)) {
        let en = format!("from {a} to {b} is neither a step diagonally forward nor a jump");
        let fr = format!("De {a} à {b}, ni un pas en diagonale vers l'avant ni un saut !");
        return broken("no-way", en, fr);
    }
    let over = (from + to) / 2;
    if enemy >> over & 1 == 0 {
        let middle = game.cell_name(over);
        let en = format!("no enemy to jump over on {middle}");
        let fr = format!("Pas d'ennemi à sauter en {middle} !");
        return broken("no-enemy", en, fr);
    }
    Ok(())
}

impl Alquerkonane {
    /// `A1` is the cell 0, `B1` the cell 1, ...
    pub fn cell_name(&self, cell: usize) -> String {
        stones::place_name(cell, self.columns, b'A')
    }

    /// The cell with this name, in any case.
    pub fn find_cell(&self, name: &str) -> Option<usize> {
        stones::find_place(name, self.rows, self.columns)
    }

    /// The mask with the rows exchanged, the first with the last.
    fn flipped(&self, mask: u64) -> u64 {
        stones::flipped(mask, self.rows, self.columns)
    }

    /// The mask with the columns exchanged, the first with the last.
    fn reversed(&self, mask: u64) -> u64 {
        let cells = self.rows * self.columns;
        // Both at once is the mask read from its other end.
        self.flipped(mask.reverse_bits() >> (64 - cells))
    }

    fn position_of(&self, (low, high): (u64, u64), mover: Player) -> Result<Position, VectorError> {
        let (white, black) = if self.view == View::Mover && mover == Player::Two {
            (self.turned(high), self.turned(low))
        } else {
            (low, high)
        };
        self.position(white, black, mover)
            .map_err(|e| VectorError::Impossible(e.to_string()))
    }

    /// Whether some turn of the board exchanges the sides and their cells.
    fn has_mirror(&self) -> bool {
        self.rows.is_multiple_of(2) || self.columns.is_multiple_of(2)
    }

    /// The board turned so that Black's side is White's, light cells on dark ones.
    fn turned(&self, mask: u64) -> u64 {
        if self.rows.is_multiple_of(2) {
            self.flipped(mask)
        } else if self.columns.is_multiple_of(2) {
            // Half a turn keeps the colours of the cells apart on such a board.
            let cells = self.rows * self.columns;
            mask.reverse_bits() >> (64 - cells)
        } else {
            self.flipped(mask)
        }
    }
}

impl Notation for Alquerkonane {
    fn position_text(&self, position: &Position) -> String {
        let [white, black] = Player::BOTH.map(|p| {
            let names: Vec<String> = sites_of(self.pawns(position, p))
                .map(|c| self.cell_name(c))
                .collect();
            stones::list(names.iter().map(String::as_str))
        });
        let player = self.players()[position.mover.index()];
        format!("{white} / {black} {player}")
    }

    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        let parsed = stones::parse(text, |w| self.find_cell(w), stones::white_or_black)?;
        if !parsed.rest.is_empty() {
            return Err(parsed.error(format!("unknown end \"{}\"", parsed.rest)));
        }
        let mover = parsed.mover.unwrap_or(self.first);
        let mask = |cells: &[usize]| crate::board::mask(cells.iter().copied());
        match &parsed.stones {
            Stones::Points([white, black]) => self
                .position(mask(white), mask(black), mover)
                .map_err(|e| parsed.error(e.to_string())),
            Stones::Row(row) => stones::read(row, self.rows * self.columns)
                .and_then(|masks| self.position_of(masks, mover))
                .map_err(|e| parsed.error(e.to_string())),
        }
    }

    fn move_text(&self, _: &Position, mv: Move) -> String {
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let straight =
            from % self.columns == to % self.columns || from / self.columns == to / self.columns;
        let sign = if straight { 'x' } else { '-' };
        format!("{}{sign}{}", self.cell_name(from), self.cell_name(to))
    }

    fn parse_move(&self, _: &Position, text: &str) -> Result<Move, TextError> {
        let expected = "expected a step such as A2-B3 or a jump such as A3xC3";
        let fail = || TextError::new(text, 0, expected);
        let (from, to) = text.trim().split_once(['-', 'x', 'X']).ok_or_else(fail)?;
        let cell = |name: &str| {
            let cell = self.find_cell(name.trim()).ok_or_else(fail)?;
            Ok(cell as u8)
        };
        Ok(Move {
            from: cell(from)?,
            to: cell(to)?,
        })
    }

    fn parse_player(&self, text: &str) -> Option<Player> {
        stones::white_or_black(text)
    }
}

impl Exercise for Alquerkonane {
    fn with_mover(&self, position: &Position, mover: Player) -> Option<Position> {
        Some(Position { mover, ..*position })
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

impl Vectorize for Alquerkonane {
    fn dim(&self) -> usize {
        self.rows * self.columns
    }

    fn columns(&self) -> Vec<String> {
        (0..self.dim()).map(|c| self.cell_name(c)).collect()
    }

    fn max_coordinate(&self) -> u8 {
        2
    }

    fn write(&self, position: &Position, out: &mut [u8]) {
        let [white, black] = Player::BOTH.map(|p| self.pawns(position, p));
        if self.view == View::Mover && position.mover == Player::Two {
            stones::write(self.turned(black), self.turned(white), out);
        } else {
            stones::write(white, black, out);
        }
    }

    fn read(&self, coordinates: &[u8], mover: Player) -> Result<Position, VectorError> {
        self.position_of(stones::read(coordinates, self.dim())?, mover)
    }
}

impl Symmetric for Alquerkonane {
    /// On an even number of rows a flip exchanges the sides and the colours of
    /// the cells; on an even number of columns and an odd one of rows, half a
    /// turn does. On odd boards nothing does.
    fn mirror(&self, position: &Position) -> Option<Position> {
        self.has_mirror().then(|| Position {
            pawns: self.turned(position.pawns),
            mover: position.mover.other(),
        })
    }

    fn mirror_move(&self, mv: Move) -> Move {
        let image = |cell: u8| self.turned(1 << cell).trailing_zeros() as u8;
        Move {
            from: image(mv.from),
            to: image(mv.to),
        }
    }
}

impl Scored for Alquerkonane {}

impl Searchable for Alquerkonane {
    /// Black to move is White to move on the mirrored board where there is one;
    /// a board that is its own mirror image in a column keeps the smaller name.
    fn canonical(&self, position: &Position) -> Position {
        let position = match position.mover {
            Player::One => *position,
            Player::Two => self.mirror(position).unwrap_or(*position),
        };
        // Left and right may be exchanged where that keeps the cells' colours.
        if self.columns.is_multiple_of(2) {
            return position;
        }
        Position {
            pawns: position.pawns.min(self.reversed(position.pawns)),
            ..position
        }
    }

    /// A bit for each cell, and one for the side to move where no mirror makes
    /// it White.
    fn pack_bits(&self, _: &Position) -> Option<u32> {
        Some((self.rows * self.columns) as u32 + u32::from(!self.has_mirror()))
    }

    #[inline]
    fn pack(&self, canonical: &Position) -> u64 {
        match canonical.mover {
            Player::One => canonical.pawns,
            Player::Two => canonical.pawns | 1 << (self.rows * self.columns),
        }
    }
}

impl Heuristic for Alquerkonane {
    fn rules(&self) -> &'static [RuleOfThumb] {
        &[RuleOfThumb {
            name: "material",
            meaning: "a capture if there is one",
        }]
    }

    fn appeal(&self, _: usize, position: &Position, mv: Move) -> i32 {
        let after = self.play(position, mv).pawns.count_ones();
        i32::from(after < position.pawns.count_ones())
    }

    /// Own minus enemy moves.
    fn estimate(&self, position: &Position) -> i32 {
        let moves = |mover| {
            let movers = self.movers(&Position { mover, ..*position });
            movers
                .iter()
                .map(|(m, _)| m.count_ones() as i32)
                .sum::<i32>()
        };
        moves(position.mover) - moves(position.mover.other())
    }
}

impl Describe for Alquerkonane {
    const INFO: GameInfo = INFO;

    /// Pawns stay on cells of their colour and never become more.
    fn position_bound(&self) -> Option<PositionBound> {
        let start = self.initial();
        let [white, black] = Player::BOTH.map(|p| {
            let cells = self.cells(p).count_ones() as usize;
            let pawns = self.pawns(&start, p).count_ones() as usize;
            let sets: f64 = (0..=pawns).map(|k| choose(cells, k)).sum();
            (sets, format!("(sum of C({cells}, k), k = 0..{pawns})"))
        });
        Some(PositionBound {
            count: 2.0 * white.0 * black.0,
            formula: format!(
                "2 x {} x {}: at most so many pawns on the cells of each colour, and the side to move",
                white.1, black.1
            ),
        })
    }
}

/// The page of alquerkonane.
pub(crate) const INFO: GameInfo = GameInfo {
    name: "alquerkonane",
    title: "Alquerkonane (Alain Busser, 2016): pawns on two colours of cells, konane's jumps",
    rules: "\
Chequered cells, columns A, B, ..., rows 1, 2, ... from White's side; A1 is dark.
White stands on light cells, Black on dark ones, and both stay on their colour
for ever. At the start each side fills the cells of its colour in the rows
nearest to it.
A move is a step, one cell diagonally forward (White up, Black down) to an empty
cell; or a capture, a jump over an orthogonally adjacent enemy, in any of the four
directions, to the empty cell right behind it; the enemy is removed. One capture a
turn, never obligatory, no promotion. The player to move without a move loses.",
    parameters: &[
        Parameter {
            name: "rows",
            range: "3..8",
            default: "6",
            meaning: "number of rows",
        },
        Parameter {
            name: "columns",
            range: "3..8",
            default: "4",
            meaning: "number of columns",
        },
        Parameter {
            name: "lines",
            range: "1|2",
            default: "2",
            meaning: "rows that each side fills",
        },
        Parameter {
            name: "first",
            range: "white|black",
            default: "white",
            meaning: "who moves first",
        },
        Parameter {
            name: "vector",
            range: "board|mover",
            default: "board",
            meaning: "the coordinates of a database row",
        },
    ],
    notation: "\
Position: White's pawns, Black's pawns (- for none), the side to move:
A2,C2,B1,D1 / B6,D6,A5,C5 white. Move: a step A2-B3, a capture A3xC3.",
    vector: "\
board: one coordinate a cell from A1 row by row: White 0, empty 1, Black 2.
mover: own 0, empty 1, enemy 2, on the board as the mover sees it.",
    results: "\
Winner when Black starts / when White starts: 3x3 two lines Black/Black; 4x4 one
line White/Black, two lines Black/White; 5x5 two lines Black/Black; 6x6 one line
Black/White; 6 rows x 4 columns two lines White/Black. 640 978 positions (with the
side to move) are met from 6 rows x 4 columns, two lines.",
    sources: "A. Busser, 2016: the rules and a script of them for Ludii.",
    sizes: &[],
};
