//! Boards of pieces as text.

use super::{Board, push, shown_score};
use crate::game::{Picture, Place, Player, Site};
use crate::plot::pieces::Names;

/// A piece of player one, of player two.
const PIECES: [char; 2] = ['○', '●'];

/// What stands on a place; a dot on an empty point.
fn sign(site: &Site) -> char {
    match (site.owner, site.place) {
        (Some(player), _) => PIECES[player.index()],
        (None, Place::Cell { dark: true }) => '░',
        (None, Place::Cell { .. }) => ' ',
        (None, _) => '·',
    }
}

/// A sheet of characters.
pub(super) struct Canvas {
    pub cells: Vec<Vec<char>>,
}

impl Canvas {
    pub fn new(wide: usize, tall: usize) -> Self {
        Self {
            cells: vec![vec![' '; wide]; tall],
        }
    }

    /// Writes a character, nothing beyond the edge.
    pub fn put(&mut self, x: usize, y: usize, c: char) {
        if let Some(cell) = self.cells.get_mut(y).and_then(|row| row.get_mut(x)) {
            *cell = c;
        }
    }

    pub fn write(&mut self, x: usize, y: usize, text: &str) {
        for (i, c) in text.chars().enumerate() {
            self.put(x + i, y, c);
        }
    }
}

/// The lowest and the highest of some numbers.
pub(super) fn ends(numbers: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let low = numbers.clone().fold(f64::INFINITY, f64::min);
    (low, numbers.fold(f64::NEG_INFINITY, f64::max))
}

/// Columns from place to place and lines from row to row.
const WIDE: f64 = 4.0;
const TALL: f64 = 2.0;

/// The most places across or along: a picture of more is of no use as text.
pub(super) const MOST: f64 = 64.0;

/// The board, its rows named at the left, its columns below; then the players and
/// the moves with scores.
pub(super) fn pieces(board: &Board) -> String {
    let picture = &board.picture;
    let (low, high) = ends(picture.sites.iter().map(|s| s.at.0));
    let (bottom, top) = ends(picture.sites.iter().map(|s| s.at.1));
    let mut out = String::new();
    if high - low <= MOST && top - bottom <= MOST {
        let names = Names::of(picture);
        let indent = names
            .iter()
            .flat_map(|n| &n.rows)
            .map(|(_, name)| name.chars().count() + 1)
            .max()
            .unwrap_or(0);
        let cells = |s: &Site| matches!(s.place, Place::Cell { .. });
        let border = if picture.sites.iter().any(cells) {
            2
        } else {
            0
        };
        let x = |at: f64| indent + border + (WIDE * (at - low)).round() as usize;
        let y = |at: f64| 1 + (TALL * (top - at)).round() as usize;
        let mut canvas = Canvas::new(x(high) + 8, y(bottom) + 3);
        lines(&mut canvas, picture, (&x, &y));
        for site in &picture.sites {
            let (x, y) = (x(site.at.0), y(site.at.1));
            if matches!(site.place, Place::Cell { dark: true }) {
                canvas.put(x - 1, y, '░');
                canvas.put(x + 1, y, '░');
            }
            canvas.put(x, y, sign(site));
            if site.marked {
                canvas.put(x - 1, y, '(');
                canvas.put(x + 1, y, ')');
            }
        }
        if let Some(names) = names {
            let below = y(bottom) + 2;
            for (at, name) in names.rows {
                canvas.write(0, y(at), &format!("{name:>0$}", indent - 1));
            }
            for (at, name) in names.columns {
                canvas.write(x(at), below, &name);
            }
        }
        for row in canvas.cells {
            let line: String = row.into_iter().collect();
            if !line.trim().is_empty() {
                push(&mut out, &line);
            }
        }
    }
    let sides = Player::BOTH.into_iter().zip(&picture.sides);
    let sides: Vec<String> = sides
        .map(|(player, name)| format!("{} {name}", PIECES[player.index()]))
        .collect();
    push(&mut out, &sides.join("   "));
    let notes = picture.sites.iter().filter(|s| !s.note.is_empty());
    let notes: Vec<String> = notes.map(|s| format!("{} {}", s.label, s.note)).collect();
    if !notes.is_empty() {
        push(&mut out, &format!("numbers: {}", notes.join(", ")));
    }
    scores(&mut out, board);
    out
}

/// The lines between places one step apart; longer ones have no sign.
fn lines(
    canvas: &mut Canvas,
    picture: &Picture,
    (x, y): (&dyn Fn(f64) -> usize, &dyn Fn(f64) -> usize),
) {
    for &(a, b) in &picture.lines {
        let (Some(a), Some(b)) = (picture.sites.get(a), picture.sites.get(b)) else {
            continue;
        };
        let (left, right) = if a.at.0 <= b.at.0 { (a, b) } else { (b, a) };
        let (x, y) = (x(left.at.0), y(left.at.1));
        match (right.at.0 - left.at.0, right.at.1 - left.at.1) {
            (1.0, 0.0) => canvas.write(x + 1, y, "───"),
            (0.0, 1.0) => canvas.put(x, y - 1, '│'),
            (0.0, -1.0) => canvas.put(x, y + 1, '│'),
            (1.0, 1.0) => canvas.put(x + 2, y - 1, '╱'),
            (1.0, -1.0) => canvas.put(x + 2, y + 1, '╲'),
            _ => {}
        }
    }
    let cells = picture.sites.iter();
    for site in cells.filter(|s| matches!(s.place, Place::Cell { .. })) {
        let (x, y) = (x(site.at.0), y(site.at.1));
        for (dx, dy) in [(0, 0), (4, 0), (0, 2), (4, 2)] {
            canvas.put(x + dx - 2, y + dy - 1, '+');
        }
        for dy in [0, 2] {
            canvas.write(x - 1, y + dy - 1, "---");
        }
        for dx in [0, 4] {
            canvas.put(x + dx - 2, y, '|');
        }
    }
}

/// The last move, and moves with scores, four a line.
fn scores(out: &mut String, board: &Board) {
    for last in board.arrows.iter().filter(|a| a.score.is_none()) {
        push(out, &format!("last move {}", last.name));
    }
    let scored: Vec<String> = board
        .arrows
        .iter()
        .filter(|a| a.score.is_some())
        .map(|a| format!("{} {}", a.name, shown_score(&a.text, a.best)))
        .collect();
    let wide = scored.iter().map(|s| s.chars().count()).max().unwrap_or(0) + 3;
    let each = (80 / wide).clamp(1, 4);
    for line in scored.chunks(each) {
        let cells: Vec<String> = line.iter().map(|s| format!("{s:<wide$}")).collect();
        push(out, &cells.concat());
    }
}

/// The rows of a small board from the top, two columns a place; the place where a
/// move started is in brackets.
pub(super) fn rows(picture: &Picture, from: Option<usize>) -> Vec<String> {
    let (low, high) = ends(picture.sites.iter().map(|s| s.at.0));
    let (bottom, top) = ends(picture.sites.iter().map(|s| s.at.1));
    if high - low > MOST || top - bottom > MOST {
        return Vec::new();
    }
    let x = |at: f64| 1 + (2.0 * (at - low)).round() as usize;
    let y = |at: f64| (top - at).round() as usize;
    let mut canvas = Canvas::new(x(high) + 2, y(bottom) + 1);
    for (i, site) in picture.sites.iter().enumerate() {
        let (x, y) = (x(site.at.0), y(site.at.1));
        // Both colours of cells look alike here.
        let sign = match site.owner {
            Some(_) => sign(site),
            None => '·',
        };
        canvas.put(x, y, sign);
        if from == Some(i) {
            canvas.put(x - 1, y, '[');
            canvas.put(x + 1, y, ']');
        }
    }
    let lines = canvas.cells.into_iter();
    lines.map(|row| row.into_iter().collect()).collect()
}
