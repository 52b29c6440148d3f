//! Boards of pieces: lines or chequered cells, the pieces, moves as arrows.

use super::board::{Arrow, Board, Sign, check_arrows, good_and_bad, legend, score};
use super::grid::{Bands, Grid};
use super::header::{MARGIN, SMALL, header};
use super::palette::{AXIS, CUP, Colour, GREEN, GREY, INK, LAST, RIM, WHITE, diverging};
use super::scene::{Point, Scene, label};
use super::{PlotError, text};
use crate::game::{Picture, Place, Player, Site};

/// With more arrows than this their scores are not printed beside them.
const MOST_SCORES: usize = 40;

/// Room for the names of rows and columns, in pixels.
pub(super) const NAMES: f64 = 22.0;

/// A piece of a player: light or dark, with a rim.
pub(super) fn piece(scene: &mut Scene, at: Point, radius: f64, player: Player) {
    let fill = match player {
        Player::One => WHITE,
        Player::Two => INK,
    };
    scene.disc(at, radius, INK);
    scene.disc(at, radius - (radius * 0.14).clamp(1.0, 2.5), fill);
}

/// The names of the rows and columns of a board whose places are called by
/// letters for the column and digits for the row; `None` for other boards.
pub(super) struct Names {
    /// Height of each row with its name, ascending.
    pub rows: Vec<(f64, String)>,
    /// Place of each column with its name, ascending.
    pub columns: Vec<(f64, String)>,
}

impl Names {
    pub fn of(picture: &Picture) -> Option<Self> {
        let (mut rows, mut columns) = (Vec::new(), Vec::new());
        for site in &picture.sites {
            let digits = site.label.find(|c: char| c.is_ascii_digit())?;
            let (letters, digits) = site.label.split_at(digits);
            if letters.is_empty() {
                return None;
            }
            for (list, at, name) in [
                (&mut rows, site.at.1, digits),
                (&mut columns, site.at.0, letters),
            ] {
                match list.iter().find(|(a, _): &&(f64, String)| *a == at) {
                    Some((_, known)) if known != name => return None,
                    Some(_) => {}
                    None => list.push((at, name.to_string())),
                }
            }
        }
        rows.sort_by(|a, b| a.0.total_cmp(&b.0));
        columns.sort_by(|a, b| a.0.total_cmp(&b.0));
        Some(Self { rows, columns })
    }
}

/// A board with its upper left corner at a point, `cell` pixels from place to place.
pub(super) struct Sheet<'a> {
    picture: &'a Picture,
    grid: Grid,
    cell: f64,
}

impl<'a> Sheet<'a> {
    pub fn new(picture: &'a Picture, corner: Point, cell: f64) -> Result<Self, PlotError> {
        let bands = Bands {
            above: 0.0,
            tall: cell,
            below: 0.0,
        };
        let places = picture.sites.len();
        if picture.lines.iter().any(|&(a, b)| a.max(b) >= places) {
            let text = format!("a line to a place that is not among {places}");
            return Err(PlotError::Shape(text));
        }
        let grid = Grid::new(picture, corner, cell, bands)?;
        Ok(Self {
            picture,
            grid,
            cell,
        })
    }

    /// The middle of a place.
    fn middle(&self, site: &Site) -> Point {
        let [left, top, right, bottom] = self.grid.sides(site, self.cell);
        ((left + right) / 2.0, (top + bottom) / 2.0)
    }

    /// Where what a theory writes at a place stands: between two directions of lines.
    fn note_at(&self, site: &Site) -> Point {
        let (x, y) = self.middle(site);
        (x + self.cell * 0.42, y + self.cell * 0.22)
    }

    /// The middle of a place by its number.
    pub fn at(&self, site: usize) -> Point {
        self.picture
            .sites
            .get(site)
            .map_or((0.0, 0.0), |s| self.middle(s))
    }

    /// The board with its pieces; `notes` says whether what a theory writes at the
    /// places is shown.
    pub fn draw(&self, scene: &mut Scene, notes: bool) {
        let cell = self.cell;
        for site in &self.picture.sites {
            if let Place::Cell { dark } = site.place {
                let colour = if dark { RIM.mix(WHITE, 0.35) } else { CUP };
                scene.rect(self.grid.sides(site, cell), colour);
            }
        }
        for &(a, b) in &self.picture.lines {
            scene.line(&[self.at(a), self.at(b)], RIM, (cell * 0.03).max(1.0));
        }
        for site in &self.picture.sites {
            let at = self.middle(site);
            if site.place == Place::Point {
                scene.disc(at, (cell * 0.06).max(1.2), RIM);
            }
            if notes && !site.note.is_empty() {
                let at = self.note_at(site);
                let em = (cell * 0.17).clamp(8.0, 13.0);
                let shown = label(&site.note.replace('-', "−"), em)
                    .middle()
                    .colour(GREY);
                let half = shown.width() / 2.0 + 2.0;
                let sides = [at.0 - half, at.1 - em * 0.6, at.0 + half, at.1 + em * 0.6];
                scene.rounded(sides, 3.0, WHITE);
                scene.text_at_middle(at, shown);
            }
            if let Some(player) = site.owner {
                if site.marked {
                    scene.disc(at, cell * 0.42, GREEN);
                }
                piece(scene, at, cell * 0.33, player);
            }
        }
    }

    /// The names of rows at the left and of columns below, or of every place.
    pub fn names(&self, scene: &mut Scene) {
        let em = SMALL.min(self.cell * 0.4);
        let word = |name: &str| label(&text::clean(name), em).middle().colour(GREY);
        let sides = |site: &Site| self.grid.sides(site, self.cell);
        let all = || self.picture.sites.iter();
        let Some(names) = Names::of(self.picture) else {
            for site in all() {
                let (x, y) = self.middle(site);
                scene.text((x, y + self.cell * 0.48), word(&site.label));
            }
            return;
        };
        let left = all().map(|s| sides(s)[0]).fold(f64::INFINITY, f64::min);
        let bottom = all().map(|s| sides(s)[3]).fold(0.0, f64::max);
        for (y, name) in &names.rows {
            if let Some(site) = all().find(|s| s.at.1 == *y) {
                scene.text_at_middle((left - NAMES / 2.0, self.middle(site).1), word(name));
            }
        }
        for (x, name) in &names.columns {
            if let Some(site) = all().find(|s| s.at.0 == *x) {
                scene.text_at_middle((self.middle(site).0, bottom + NAMES / 2.0), word(name));
            }
        }
    }

    /// A move along its path; a placing is a ring.
    pub fn arrow(&self, scene: &mut Scene, path: &[usize], colour: Colour, width: f64) {
        let mut points: Vec<Point> = path.iter().map(|&site| self.at(site)).collect();
        let Some((end, before)) = points.split_last_mut() else {
            return;
        };
        let Some(&from) = before.last() else {
            scene.disc(*end, self.cell * 0.2, colour);
            scene.disc(*end, self.cell * 0.2 - width, WHITE);
            return;
        };
        // The head stops short of the middle, so that heads that meet are told apart.
        let (dx, dy) = (end.0 - from.0, end.1 - from.1);
        let length = libm::hypot(dx, dy).max(1e-9);
        let short = (self.cell * 0.12).min(length / 2.0);
        let tip = (end.0 - dx / length * short, end.1 - dy / length * short);
        if before.len() > 1 {
            scene.line(before, colour, width);
        }
        scene.arrow(from, tip, colour, width);
    }

    /// Where the score of an arrow may stand, the best first.
    fn beside(&self, path: &[usize]) -> Vec<Point> {
        let at = |i: usize| path.get(i).map(|&site| self.at(site));
        match (at(0), at(1)) {
            (Some(a), Some(b)) => [0.55, 0.4, 0.7, 0.25, 0.85]
                .map(|t| (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t))
                .into(),
            (Some(a), None) => vec![a],
            _ => Vec::new(),
        }
    }
}

impl Board {
    /// The drawing of a board of pieces.
    pub(super) fn pieces(&self) -> Result<Scene, PlotError> {
        check_arrows(&self.arrows, &self.picture)?;
        let (columns, rows) = Grid::extent(&self.picture)?;
        let cell = (680.0 / columns).min(560.0 / rows).clamp(30.0, 84.0);
        let width = (columns * cell + 2.0 * (MARGIN + NAMES)).max(460.0);
        let mut scene = Scene::new(width, 100.0, &self.title);
        let top = header(&mut scene, &self.title, &self.note);
        let left = (width - columns * cell) / 2.0;
        let sheet = Sheet::new(&self.picture, (left, top), cell)?;
        sheet.draw(&mut scene, true);
        sheet.names(&mut scene);
        self.draw_arrows(&mut scene, &sheet);
        let bottom = top + rows * cell + NAMES + 6.0;
        let bottom = self.turn(&mut scene, bottom);
        scene.height = self.piece_key(&mut scene, bottom) + MARGIN - 4.0;
        Ok(scene)
    }

    fn draw_arrows(&self, scene: &mut Scene, sheet: &Sheet<'_>) {
        let width = (sheet.cell * 0.06).clamp(2.0, 4.5);
        // The better ones lie above the others.
        let mut arrows: Vec<&Arrow> = self.arrows.iter().collect();
        arrows.sort_by(|a, b| a.score.unwrap_or(-2.0).total_cmp(&b.score.unwrap_or(-2.0)));
        for arrow in &arrows {
            if arrow.best {
                sheet.arrow(scene, &arrow.path, GREEN, width + 3.0);
            }
            let colour = arrow.score.map_or(LAST.mix(WHITE, 0.3), diverging);
            sheet.arrow(scene, &arrow.path, colour, width);
        }
        if arrows.len() > MOST_SCORES {
            return;
        }
        // Moves along the same points share a place: the best of them is printed.
        let mut shown: Vec<&[usize]> = Vec::new();
        let noted = self.picture.sites.iter().filter(|s| !s.note.is_empty());
        let notes: Vec<Point> = noted.map(|s| sheet.note_at(s)).collect();
        let mut taken: Vec<Point> = Vec::new();
        let wide = (sheet.cell * 0.62).clamp(30.0, 46.0);
        for arrow in arrows.iter().rev() {
            if arrow.text.is_empty() || shown.contains(&arrow.path.as_slice()) {
                continue;
            }
            shown.push(&arrow.path);
            let places = sheet.beside(&arrow.path);
            let free = |p: &&Point| {
                let apart = |q: &Point, (x, y)| (p.0 - q.0).abs() > x || (p.1 - q.1).abs() > y;
                let clear = notes.iter().all(|q| apart(q, (wide / 2.0 + 10.0, 17.0)));
                clear && taken.iter().all(|q| apart(q, (wide, 19.0)))
            };
            let Some(&place) = places.iter().find(free) else {
                continue;
            };
            taken.push(place);
            score(scene, place, (&arrow.text, arrow.score), wide);
        }
    }

    fn piece_key(&self, scene: &mut Scene, top: f64) -> f64 {
        let mut entries: Vec<(Sign, String)> = Player::BOTH
            .into_iter()
            .zip(&self.picture.sides)
            .map(|(player, side)| (Sign::Piece(player), side.clone()))
            .collect();
        if self.picture.sites.iter().any(|s| s.marked) {
            entries.push((Sign::Outline(GREEN), self.picture.mark.clone()));
        }
        if self.arrows.iter().any(|a| a.score.is_none()) {
            entries.push((Sign::Arrow(LAST.mix(WHITE, 0.3)), "last move".into()));
        }
        if self.arrows.iter().any(|a| a.best) {
            entries.push((Sign::Outline(GREEN), "best move".into()));
        }
        entries.extend(good_and_bad(self.arrows.iter().filter_map(|a| a.score)));
        legend(scene, top, entries)
    }
}

/// The frame of a film strip: what was played above a small board.
pub(super) fn frame(
    scene: &mut Scene,
    (picture, path): (&Picture, &[usize]),
    corner: Point,
    cell: f64,
) -> Result<(), PlotError> {
    let sheet = Sheet::new(picture, corner, cell)?;
    sheet.draw(scene, false);
    sheet.arrow(scene, path, AXIS, (cell * 0.08).clamp(1.5, 3.0));
    Ok(())
}
