//! The positions of a game below one another, with the move before each.

use super::board::{Grid, cup, halo};
use super::header::{MARGIN, SMALL, header};
use super::palette::{CUP, GREY, INK, MESH, ORANGE, WHITE};
use super::scene::{Scene, label};
use super::{PlotError, text};
use crate::game::Picture;

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
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The position.
    pub picture: Picture,
    /// The move that led here, in words: `South 2`. Empty for the start.
    pub played: String,
    /// The site where that move started.
    pub from: Option<usize>,
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
            let grid = Grid::new(&frame.picture, (0.0, 0.0), 1.0, 1.0)?;
            size = (size.0.max(grid.width()), size.1.max(grid.height()));
        }
        if self.frames.is_empty() {
            return Err(PlotError::Empty("the game has no position"));
        }
        let cell = (600.0 / size.0).clamp(27.0, 44.0);
        let words = self
            .frames
            .iter()
            .map(|f| text::width(&f.played, SMALL, true));
        let words = words
            .fold(text::width("start", SMALL, true), f64::max)
            .min(160.0);
        let numbers = text::width(&(self.frames.len() - 1).to_string(), SMALL, false);
        // One position: its number, the move, the pots.
        let shift = numbers + words + 26.0;
        let wide = shift + size.0 * cell;
        let tall = size.1 * cell + 8.0;

        // Columns beside one another until the picture is not much higher than wide.
        let (gap, head) = (34.0, 22.0);
        let lines = |columns: usize| self.frames.len().div_ceil(columns);
        let columns = (1..=6)
            .find(|&c| lines(c) as f64 * tall <= 1.3 * c as f64 * (wide + gap) + 300.0)
            .unwrap_or(6);
        let lines = lines(columns);
        let columns = self.frames.len().div_ceil(lines);
        let width = columns as f64 * (wide + gap) - gap + 2.0 * MARGIN;

        let mut scene = Scene::new(width.max(400.0), 100.0, &self.title);
        let top = header(&mut scene, &self.title, &self.note) + head;
        for (i, frame) in self.frames.iter().enumerate() {
            let left = MARGIN + (i / lines) as f64 * (wide + gap);
            let line = i % lines;
            let y = top + line as f64 * tall;
            let grid = Grid::new(&frame.picture, (left + shift, y + 4.0), cell, cell)?;
            if line == 0 {
                names(&mut scene, &frame.picture, &grid, y, cell);
            } else {
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
            scene.text_at_middle(
                (left + numbers + 12.0, middle),
                label(&played, SMALL).bold(),
            );
            let before = i.checked_sub(1).map(|p| &self.frames[p].picture);
            pots(&mut scene, frame, before, &grid, cell);
        }
        let bottom = top + lines as f64 * tall + 8.0;
        let room = scene.width - 2.0 * MARGIN;
        let (result, em) = text::fit(&text::clean(&self.result), 14.0, 10.0, true, room, 2);
        let mut y = bottom;
        for line in result {
            y += em * 1.4;
            scene.text((MARGIN, y), label(&line, em).bold().colour(INK));
        }
        scene.height = y + MARGIN;
        Ok(scene)
    }
}

/// The names of the sites of a board's upper row, above it.
fn names(scene: &mut Scene, picture: &Picture, grid: &Grid, y: f64, cell: f64) {
    for site in &picture.sites {
        let (x, top) = grid.top_of(site.at);
        if top <= y + 4.5 {
            let em = 10.5_f64.min(cell * 0.4);
            let name = text::elide(&text::clean(&site.label), em, false, cell - 2.0);
            scene.text((x, y - 4.0), label(&name, em).middle().colour(GREY));
        }
    }
}

fn pots(scene: &mut Scene, frame: &Frame, before: Option<&Picture>, grid: &Grid, cell: f64) {
    let half = cell * 0.43;
    for (i, site) in frame.picture.sites.iter().enumerate() {
        let (x, top) = grid.top_of(site.at);
        let y = top + cell / 2.0;
        let sides = [x - half, y - half, x + half, y + half];
        if frame.from == Some(i) {
            halo(scene, sides, ORANGE);
        }
        let had = before.and_then(|p| p.sites.get(i)).map(|s| s.seeds);
        let grew = had.is_some_and(|had| site.seeds > had);
        let ground = if grew { ORANGE.mix(WHITE, 0.62) } else { CUP };
        cup(scene, sides, site.seeds, ground);
    }
}
