//! The positions of a game below one another, with the move before each.

use super::grid::{Bands, Grid};
use super::header::{MARGIN, SMALL, header};
use super::palette::{GREY, INK, LAST, MESH, ORANGE, WHITE};
use super::place::{halo, ink, panel, place};
use super::scene::{Scene, label};
use super::{PlotError, pieces, text};
use crate::game::{Picture, Place, Player};

/// A game as a film strip.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Strip {
    /// The title.
    pub title: String,
    /// What a reader must know.
    pub note: String,
    /// The positions in order.
    pub frames: Vec<Frame>,
    /// How it ended, below the last position.
    pub result: String,
}

/// A position of a strip.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// The position.
    pub picture: Picture,
    /// The move that led here, in words: `South 2`. Empty for the start.
    pub played: String,
    /// Who played it; it decides the colour of the words.
    pub by: Option<Player>,
    /// What follows, where that is not as usual: `South again`.
    pub then: String,
    /// The site where that move started.
    pub from: Option<usize>,
    /// The sites that it touched, on boards of pieces: see [`super::Arrow::path`].
    pub path: Vec<usize>,
}

/// More positions than this are refused: the picture would be of no use.
pub const MOST_FRAMES: usize = 1000;

impl Strip {
    pub(super) fn scene(&self) -> Result<Scene, PlotError> {
        if self.frames.len() > MOST_FRAMES {
            let text = format!(
                "a strip of {} positions: at most {MOST_FRAMES}",
                self.frames.len()
            );
            return Err(PlotError::Shape(text));
        }
        let mut size: (f64, f64) = (0.0, 0.0);
        for frame in &self.frames {
            let (columns, rows) = Grid::extent(&frame.picture)?;
            size = (size.0.max(columns), size.1.max(rows));
        }
        if self.frames.is_empty() {
            return Err(PlotError::Empty("the game has no position"));
        }
        if self.frames.iter().any(|f| f.picture.has_pieces()) {
            return self.pieces(size);
        }
        let start = text::width("start", SMALL, true);
        let words = self.frames.iter().flat_map(|f| {
            let then = text::width(&f.then, THEN, false);
            [text::width(&f.played, SMALL, true), then]
        });
        let words = words.fold(start, f64::max).min(160.0);
        let numbers = text::width(&(self.frames.len() - 1).to_string(), SMALL, false);
        // One position: its number, the move, the pots.
        let shift = numbers + words + 26.0;
        // Columns beside one another, the more the smaller, until the picture is
        // not much higher than wide.
        let widest = (600.0 / size.0).clamp(27.0, 44.0);
        let layout = |columns: usize| {
            let cell = (widest - 4.0 * (columns - 1) as f64).max(27.0);
            let (wide, tall) = (shift + size.0 * cell, size.1 * cell + 8.0);
            let lines = self.frames.len().div_ceil(columns);
            (cell, wide, tall, lines)
        };
        let fits = |&columns: &usize| {
            let (_, wide, tall, lines) = layout(columns);
            lines as f64 * tall <= 1.3 * columns as f64 * (wide + GAP) + 300.0
        };
        let columns = (1..=6).find(fits).unwrap_or(6);
        let (cell, wide, tall, lines) = layout(columns);
        let columns = self.frames.len().div_ceil(lines);
        let width = columns as f64 * (wide + GAP) - GAP + 2.0 * MARGIN;
        let bands = Bands {
            above: cell * 0.07,
            tall: cell * 0.86,
            below: cell * 0.07,
        };

        let mut scene = Scene::new(width.max(400.0), 100.0, &self.title);
        let top = header(&mut scene, &self.title, &self.note) + 22.0;
        for (i, frame) in self.frames.iter().enumerate() {
            let left = MARGIN + (i / lines) as f64 * (wide + GAP);
            let line = i % lines;
            let y = top + line as f64 * tall;
            let grid = Grid::new(&frame.picture, (left + shift, y + 4.0), cell, bands)?;
            if line > 0 {
                scene.line(&[(left, y), (left + wide, y)], MESH, 1.0);
            }
            let middle = y + tall / 2.0;
            let number = label(&i.to_string(), SMALL).end().colour(GREY);
            scene.text_at_middle((left + numbers, middle), number);
            let played = if i == 0 && frame.played.is_empty() {
                "start"
            } else {
                &frame.played
            };
            let played = text::elide(&text::clean(played), SMALL, true, words);
            let played = label(&played, SMALL).bold().colour(ink(frame.by, INK));
            let at = (left + numbers + 12.0, middle);
            if frame.then.is_empty() {
                scene.text_at_middle(at, played);
            } else {
                scene.text_at_middle((at.0, middle - 8.0), played);
                let then = text::elide(&text::clean(&frame.then), THEN, false, words);
                let then = label(&then, THEN).colour(GREY);
                scene.text_at_middle((at.0, middle + 8.0), then);
            }
            let before = i.checked_sub(1).map(|p| &self.frames[p].picture);
            pots(&mut scene, frame, before, &grid, cell);
            let last = line + 1 == lines || i + 1 == self.frames.len();
            names(&mut scene, &frame.picture, &grid, (line == 0, last), cell);
        }
        // Two rows have names below too.
        let foot = if size.1 > 1.0 { 18.0 } else { 8.0 };
        let bottom = top + lines as f64 * tall + foot;
        self.result(&mut scene, bottom);
        Ok(scene)
    }
}

impl Strip {
    /// Small boards of pieces beside and below one another; `size` is that of the
    /// largest in places.
    fn pieces(&self, (columns, rows): (f64, f64)) -> Result<Scene, PlotError> {
        let cell = (220.0 / columns).min(200.0 / rows).clamp(14.0, 36.0);
        let head = |(i, frame): (usize, &Frame)| match frame.played.as_str() {
            "" => format!("{i}  start"),
            played => format!("{i}  {played}"),
        };
        let heads: Vec<String> = self.frames.iter().enumerate().map(head).collect();
        let wide = (columns * cell).max(130.0);
        let tall = rows * cell + 26.0;
        let beside = ((900.0 / (wide + GAP)) as usize).clamp(1, self.frames.len().max(1));
        let lines = self.frames.len().div_ceil(beside);
        let width = beside as f64 * (wide + GAP) - GAP + 2.0 * MARGIN;
        let mut scene = Scene::new(width.max(400.0), 100.0, &self.title);
        let top = header(&mut scene, &self.title, &self.note) + 8.0;
        for (i, (frame, head)) in self.frames.iter().zip(&heads).enumerate() {
            let left = MARGIN + (i % beside) as f64 * (wide + GAP);
            let y = top + (i / beside) as f64 * (tall + 12.0);
            let words = text::elide(&text::clean(head), SMALL, true, wide + GAP - 8.0);
            scene.text((left, y + SMALL), label(&words, SMALL).bold().colour(INK));
            let corner = (left, y + 22.0);
            pieces::frame(&mut scene, (&frame.picture, &frame.path), corner, cell)?;
        }
        let bottom = top + lines as f64 * (tall + 12.0);
        self.result(&mut scene, bottom);
        Ok(scene)
    }

    /// How it ended, below everything; the height of the scene.
    fn result(&self, scene: &mut Scene, bottom: f64) {
        let room = scene.width - 2.0 * MARGIN;
        let (result, em) = text::fit(&text::clean(&self.result), 14.0, 10.0, true, room, 2);
        let mut y = bottom;
        for line in result {
            y += em * 1.4;
            scene.text((MARGIN, y), label(&line, em).bold().colour(INK));
        }
        scene.height = y + MARGIN;
    }
}

/// Between the columns of a strip, in pixels.
const GAP: f64 = 34.0;

/// The font size of what follows a move.
const THEN: f64 = 10.5;

/// The names of the places of a board's upper row above the first position of a
/// column, and those of its lower row, if there is one, below the last.
fn names(
    scene: &mut Scene,
    picture: &Picture,
    grid: &Grid,
    (first, last): (bool, bool),
    cell: f64,
) {
    let pots = || picture.sites.iter().filter(|s| s.place == Place::Pot);
    let rows = pots().map(|s| s.at.1);
    let upper = rows.clone().fold(f64::NEG_INFINITY, f64::max);
    let lower = rows.fold(f64::INFINITY, f64::min);
    for site in pots() {
        let [left, top, right, bottom] = grid.sides(site, cell);
        let em = 10.5_f64.min(cell * 0.4);
        let height = if first && site.at.1 == upper {
            top - 6.0
        } else if last && site.at.1 == lower && lower < upper {
            bottom + em + 4.0
        } else {
            continue;
        };
        let name = text::elide(&text::clean(&site.label), em, false, cell - 2.0);
        let name = label(&name, em).middle().colour(ink(site.owner, GREY));
        scene.text(((left + right) / 2.0, height), name);
    }
}

fn pots(scene: &mut Scene, frame: &Frame, before: Option<&Picture>, grid: &Grid, cell: f64) {
    for (owner, sides) in grid.panels(&frame.picture) {
        panel(scene, sides, owner);
    }
    for (i, site) in frame.picture.sites.iter().enumerate() {
        let sides = grid.sides(site, cell * 0.86);
        if frame.from == Some(i) {
            halo(scene, sides, LAST);
        }
        let had = before.and_then(|p| p.sites.get(i)).map(|s| s.seeds);
        let grew = had.is_some_and(|had| site.seeds > had);
        let ground = grew.then(|| ORANGE.mix(WHITE, 0.62));
        place(scene, sides, site, ground);
    }
}
