//! One position: pots with seeds, scores on the moves, whose turn it is.

use super::axis::count;
use super::header::{MARGIN, SMALL, header};
use super::palette::{AXIS, CUP, Colour, GREEN, GREY, INK, ORANGE, RIM, SEED, WHITE, diverging};
use super::scene::{Scene, label};
use super::{PlotError, text};
use crate::game::Picture;

/// A position with scores on its moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// The title.
    pub title: String,
    /// What a reader must know.
    pub note: String,
    /// The position.
    pub picture: Picture,
    /// Scores on moves, at most one for each site.
    pub marks: Vec<Mark>,
    /// The site where the last move started.
    pub last: Option<usize>,
}

/// A score on the move that starts at a site.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// The index in [`Picture::sites`].
    pub site: usize,
    /// What is printed: `+0.33`, `win`.
    pub text: String,
    /// -1 to 1 for the side to move: it chooses the colour. `None` is neutral.
    pub score: Option<f64>,
    /// No move scores higher.
    pub best: bool,
}

/// Where a drawing of sites lies and how large it is.
pub(super) struct Grid {
    left: f64,
    top: f64,
    low: (f64, f64),
    high: (f64, f64),
    cell: f64,
    pitch: f64,
}

/// Sites with more columns or rows than this are refused: nobody could read them.
const MOST_CELLS: f64 = 200.0;

impl Grid {
    /// The grid of a picture at an origin: the width of a cell and the distance
    /// of its rows in pixels.
    pub fn new(
        picture: &Picture,
        at: (f64, f64),
        cell: f64,
        pitch: f64,
    ) -> Result<Self, PlotError> {
        if picture.sites.is_empty() {
            return Err(PlotError::Empty("the board has no places"));
        }
        let mut low = (f64::INFINITY, f64::INFINITY);
        let mut high = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        for site in &picture.sites {
            let (x, y) = site.at;
            for value in [x, y] {
                super::axis::check(value, || format!("place \"{}\"", site.label))?;
            }
            low = (low.0.min(x), low.1.min(y));
            high = (high.0.max(x), high.1.max(y));
        }
        if high.0 - low.0 > MOST_CELLS || high.1 - low.1 > MOST_CELLS {
            let text = format!("a board of more than {MOST_CELLS} cells in a direction");
            return Err(PlotError::Shape(text));
        }
        let (left, top) = at;
        Ok(Self {
            left,
            top,
            low,
            high,
            cell,
            pitch,
        })
    }

    pub fn columns(&self) -> f64 {
        self.high.0 - self.low.0 + 1.0
    }

    pub fn width(&self) -> f64 {
        self.columns() * self.cell
    }

    pub fn height(&self) -> f64 {
        (self.high.1 - self.low.1 + 1.0) * self.pitch
    }

    /// The middle of a site's cell at its upper edge.
    pub fn top_of(&self, at: (f64, f64)) -> (f64, f64) {
        let x = self.left + (at.0 - self.low.0 + 0.5) * self.cell;
        (x, self.top + (self.high.1 - at.1) * self.pitch)
    }
}

/// The room above a pot for its score and below it for its name.
const ABOVE: f64 = 24.0;
const BELOW: f64 = 20.0;

impl Board {
    pub(super) fn scene(&self) -> Result<Scene, PlotError> {
        check_marks(&self.marks, &self.picture)?;
        let probe = Grid::new(&self.picture, (0.0, 0.0), 1.0, 1.0)?;
        let cell = (760.0 / probe.columns()).clamp(30.0, 92.0);
        let (wide, tall) = cup_size(cell);
        let above = if self.marks.is_empty() { 6.0 } else { ABOVE };
        let pitch = above + tall + BELOW;
        let width = (probe.columns() * cell + 2.0 * MARGIN).max(460.0);

        let mut scene = Scene::new(width, 100.0, &self.title);
        let top = header(&mut scene, &self.title, &self.note);
        let left = (width - probe.columns() * cell) / 2.0;
        let grid = Grid::new(&self.picture, (left, top + above), cell, pitch)?;

        for (i, site) in self.picture.sites.iter().enumerate() {
            let (x, y) = grid.top_of(site.at);
            let sides = [x - wide / 2.0, y, x + wide / 2.0, y + tall];
            let mark = self.marks.iter().find(|m| m.site == i);
            if mark.is_some_and(|m| m.best) {
                halo(&mut scene, sides, GREEN);
            } else if self.last == Some(i) {
                halo(&mut scene, sides, ORANGE);
            }
            cup(&mut scene, sides, site.seeds, CUP);
            let em = SMALL.min(cell * 0.4);
            let name = text::elide(&text::clean(&site.label), em, false, cell - 4.0);
            let name = label(&name, em).middle().colour(GREY);
            scene.text((x, y + tall + 15.0), name);
            if let Some(mark) = mark {
                score(&mut scene, (x, y - 12.0), mark, cell - 3.0);
            }
        }
        let bottom = top + grid.height() + 6.0;
        let bottom = self.turn(&mut scene, bottom);
        scene.height = self.key(&mut scene, bottom) + MARGIN - 4.0;
        Ok(scene)
    }

    /// The caption with an arrow in the direction of the side to move.
    fn turn(&self, scene: &mut Scene, top: f64) -> f64 {
        let middle = scene.width / 2.0;
        let room = scene.width - 2.0 * MARGIN - 80.0;
        let (lines, em) = text::fit(
            &text::clean(&self.picture.caption),
            14.0,
            10.0,
            true,
            room,
            1,
        );
        let Some(line) = lines.first() else {
            return top;
        };
        let y = top + 14.0;
        let shown = label(line, em).bold().middle();
        let half = shown.width() / 2.0 + 12.0;
        scene.text_at_middle((middle, y), shown);
        match self.picture.direction {
            0 => {}
            d if d > 0 => {
                scene.arrow((middle + half, y), (middle + half + 34.0, y), INK, 2.2);
            }
            _ => scene.arrow((middle - half, y), (middle - half - 34.0, y), INK, 2.2),
        }
        top + 30.0
    }

    /// What the colours mean, if any is used.
    fn key(&self, scene: &mut Scene, top: f64) -> f64 {
        let mut entries: Vec<(Colour, &str)> = Vec::new();
        if self.marks.iter().any(|m| m.best) {
            entries.push((GREEN, "best move"));
        }
        if self.last.is_some() {
            entries.push((ORANGE, "last move"));
        }
        let has = |wanted: fn(f64) -> bool| self.marks.iter().any(|m| m.score.is_some_and(wanted));
        if has(|s| s > 0.0) {
            entries.push((diverging(1.0), "good for the mover"));
        }
        if has(|s| s < 0.0) {
            entries.push((diverging(-1.0), "bad for the mover"));
        }
        if entries.is_empty() {
            return top;
        }
        let widths: Vec<f64> = entries
            .iter()
            .map(|(_, t)| text::width(t, 11.0, false) + 34.0)
            .collect();
        let mut x = (scene.width - widths.iter().sum::<f64>() + 16.0) / 2.0;
        let y = top + 8.0;
        for (i, ((colour, words), wide)) in entries.iter().zip(&widths).enumerate() {
            let sides = [x, y - 6.0, x + 12.0, y + 6.0];
            // Outlines for outlines, fields for fields.
            let outline = i < entries.len() && (*colour == GREEN || *colour == ORANGE);
            scene.rounded(sides, 3.0, *colour);
            if outline {
                let [l, t, r, b] = sides;
                scene.rounded([l + 2.5, t + 2.5, r - 2.5, b - 2.5], 1.5, WHITE);
            }
            scene.text_at_middle((x + 18.0, y), label(words, 11.0).colour(GREY));
            x += wide;
        }
        top + 22.0
    }
}

/// Refuses marks on places that the picture does not have, and two on one.
pub(super) fn check_marks(marks: &[Mark], picture: &Picture) -> Result<(), PlotError> {
    for (i, mark) in marks.iter().enumerate() {
        if mark.site >= picture.sites.len() {
            let text = format!("a mark on place {} of {}", mark.site, picture.sites.len());
            return Err(PlotError::Shape(text));
        }
        if marks[..i].iter().any(|m| m.site == mark.site) {
            let text = format!("two marks on place {}", mark.site);
            return Err(PlotError::Shape(text));
        }
        if let Some(score) = mark.score.filter(|s| !(-1.0..=1.0).contains(s)) {
            return Err(PlotError::Value {
                place: format!("the score of \"{}\"", picture.sites[mark.site].label),
                value: score,
                expected: "a score from -1 to 1",
            });
        }
    }
    Ok(())
}

/// A frame around a pot.
pub(super) fn halo(scene: &mut Scene, [left, top, right, bottom]: [f64; 4], colour: Colour) {
    let grow = ((right - left) * 0.05).clamp(2.0, 4.0);
    let sides = [left - grow, top - grow, right + grow, bottom + grow];
    scene.rounded(sides, (right - left) * 0.22 + grow, colour);
}

/// The width and height of a pot in a cell: upright where seeds are drawn.
fn cup_size(cell: f64) -> (f64, f64) {
    let wide = cell * 0.86;
    let drawn = wide >= DRAWN;
    (wide, if drawn { wide * 1.22 } else { wide.max(24.0) })
}

/// Pots this wide show their seeds, narrower ones the number only.
const DRAWN: f64 = 44.0;

/// A pot with its seeds, as dots up to 12, and always their number.
pub(super) fn cup(scene: &mut Scene, sides: [f64; 4], seeds: u32, ground: Colour) {
    let [left, top, right, bottom] = sides;
    let (wide, tall) = (right - left, bottom - top);
    let radius = wide * 0.22;
    scene.rounded(sides, radius, RIM);
    scene.rounded(
        [left + 1.5, top + 1.5, right - 1.5, bottom - 1.5],
        (radius - 1.5).max(1.0),
        ground,
    );
    let middle = (left + right) / 2.0;
    let number = count(seeds.into());
    let ink = if seeds == 0 { AXIS } else { INK };
    let room = (wide * 0.84 - 3.0) / text::width(&number, 1.0, true);
    if tall <= wide * 1.1 || seeds > 12 {
        let em = (wide * 0.46).min(room);
        let shown = label(&number, em).bold().middle().colour(ink);
        scene.text_at_middle((middle, (top + bottom) / 2.0), shown);
        return;
    }
    let em = (wide * 0.25).min(room);
    let shown = label(&number, em).bold().middle().colour(ink);
    scene.text_at_middle((middle, bottom - em * 0.82), shown);
    let centre = (middle, top + wide * 0.49);
    for (x, y) in pile(seeds) {
        let at = (centre.0 + x * wide * 0.36, centre.1 + y * wide * 0.36);
        scene.disc(at, wide * 0.083, WHITE);
        scene.disc(at, wide * 0.073, SEED);
    }
}

/// Where up to 12 seeds lie, within the unit circle: an inner and an outer ring.
fn pile(seeds: u32) -> Vec<(f64, f64)> {
    let (inner, outer) = match seeds {
        0..=4 => (seeds, 0),
        5..=8 => (1, seeds - 1),
        9 => (2, 7),
        10 | 11 => (3, seeds - 3),
        _ => (4, 8),
    };
    let ring = |n: u32, radius: f64, turn: f64| {
        (0..n).map(move |i| {
            let angle = std::f64::consts::TAU * (turn + f64::from(i) / f64::from(n));
            (radius * libm::cos(angle), radius * libm::sin(angle))
        })
    };
    let (radius, turn) = match inner {
        0 | 1 => (0.0, 0.0),
        2 => (0.35, 0.0),
        3 => (0.38, 0.25),
        4 if outer == 0 => (0.4, 0.125),
        // Between the seeds of the outer ring.
        _ => (0.4, 0.0625),
    };
    let turned = if outer == 4 { 0.125 } else { -0.25 };
    ring(inner, radius, turn)
        .chain(ring(outer, 0.86, turned))
        .collect()
}

/// A score as a coloured field with its number.
fn score(scene: &mut Scene, at: (f64, f64), mark: &Mark, room: f64) {
    let colour = mark.score.map_or(AXIS, diverging);
    let mut words = text::clean(&mark.text).replace('-', "−");
    if room < 40.0 {
        // +.50 is larger than +0.50 would be.
        words = words.replacen("+0.", "+.", 1).replacen("−0.", "−.", 1);
    }
    let em = (room - 4.0) / text::width(&words, 1.0, true).max(0.1);
    let em = em.clamp(7.0, 12.0);
    let words = text::elide(&words, em, true, room - 2.0);
    let shown = label(&words, em).bold().middle().colour(colour.ink());
    let half = (shown.width() / 2.0 + 5.0).min(room / 2.0);
    let (x, y) = at;
    scene.rounded([x - half, y - 9.0, x + half, y + 9.0], 5.0, colour);
    scene.text_at_middle(at, shown);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pile_has_all_its_seeds_and_none_lies_on_another() {
        for seeds in 0..=12 {
            let pile = pile(seeds);
            assert_eq!(pile.len(), seeds as usize);
            for (i, a) in pile.iter().enumerate() {
                assert!(libm::hypot(a.0, a.1) <= 1.0);
                for b in &pile[..i] {
                    let apart = libm::hypot(a.0 - b.0, a.1 - b.1);
                    // In units of 0.36 pot widths; a seed is 0.083 of them.
                    assert!(apart * 0.36 > 2.0 * 0.083, "{seeds} seeds: {apart}");
                }
            }
        }
    }
}
