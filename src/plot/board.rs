//! One position: pots with seeds, scores on the moves, whose turn it is.

use super::grid::{Bands, Grid};
use super::header::{MARGIN, SMALL, header};
use super::palette::{AXIS, Colour, GREEN, GREY, INK, LAST, WHITE, diverging};
use super::pieces::piece;
use super::place::{halo, ink, panel, place, player_colour, pot_size};
use super::scene::{Scene, label};
use super::{PlotError, text};
use crate::game::{Picture, Player};

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
    /// Moves of pieces, drawn as arrows; nothing on boards of seeds.
    pub arrows: Vec<Arrow>,
}

/// A move of a piece.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arrow {
    /// The indices in [`Picture::sites`] from the start to the end; a placing has
    /// its end only.
    pub path: Vec<usize>,
    /// The move as people write it.
    pub name: String,
    /// What is printed beside it: `+0.33`, `win`.
    pub text: String,
    /// -1 to 1 for the side to move: it chooses the colour. `None`: the move
    /// that was played last.
    pub score: Option<f64>,
    /// No move scores higher.
    pub best: bool,
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

/// The room above a pot for its score and below it for its name.
const ABOVE: f64 = 24.0;
const BELOW: f64 = 20.0;

impl Board {
    pub(super) fn scene(&self) -> Result<Scene, PlotError> {
        check_marks(&self.marks, &self.picture)?;
        if self.picture.has_pieces() {
            return self.pieces();
        }
        let (columns, _) = Grid::extent(&self.picture)?;
        let cell = (760.0 / columns).clamp(30.0, 92.0);
        let (wide, tall) = pot_size(cell);
        let above = if self.marks.is_empty() { 8.0 } else { ABOVE };
        let bands = Bands {
            above,
            tall,
            below: BELOW,
        };
        let width = (columns * cell + 2.0 * MARGIN).max(460.0);

        let mut scene = Scene::new(width, 100.0, &self.title);
        let top = header(&mut scene, &self.title, &self.note);
        let left = (width - columns * cell) / 2.0;
        let grid = Grid::new(&self.picture, (left, top), cell, bands)?;
        for (owner, sides) in grid.panels(&self.picture) {
            panel(&mut scene, sides, owner);
        }
        for (i, site) in self.picture.sites.iter().enumerate() {
            let sides = grid.sides(site, wide);
            let [left, top, right, bottom] = sides;
            let middle = (left + right) / 2.0;
            let mark = self.marks.iter().find(|m| m.site == i);
            if mark.is_some_and(|m| m.best) {
                halo(&mut scene, sides, GREEN);
            } else if self.last == Some(i) {
                halo(&mut scene, sides, LAST);
            }
            place(&mut scene, sides, site, None);
            let em = SMALL.min(cell * 0.4);
            let name = text::clean(&site.label);
            // A long name is set smaller before it is cut.
            let needed = text::width(&name, 1.0, false).max(0.1);
            let em = em.min(((cell - 4.0) / needed).max(8.0));
            let name = text::elide(&name, em, false, cell - 4.0);
            let name = label(&name, em).middle().colour(ink(site.owner, GREY));
            // What faces its player: names outside, scores inside.
            let (name_y, score_y) = match grid.turned(site) {
                true => (top - 6.0, bottom + 12.0),
                false => (bottom + 15.0, top - 12.0),
            };
            scene.text((middle, name_y), name);
            if let Some(mark) = mark {
                let shown = (mark.text.as_str(), mark.score);
                score(&mut scene, (middle, score_y), shown, cell - 3.0);
            }
        }
        let bottom = top + grid.height() + 6.0;
        let bottom = self.turn(&mut scene, bottom);
        scene.height = self.key(&mut scene, bottom) + MARGIN - 4.0;
        Ok(scene)
    }

    /// The caption with an arrow in the direction of the side to move.
    pub(super) fn turn(&self, scene: &mut Scene, top: f64) -> f64 {
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
        let mut entries: Vec<(Sign, String)> = Vec::new();
        for (player, side) in Player::BOTH.into_iter().zip(&self.picture.sides) {
            if self.picture.sites.iter().any(|s| s.owner == Some(player)) {
                entries.push((Sign::Field(player_colour(player)), side.clone()));
            }
        }
        if !self.picture.mark.is_empty() {
            entries.push((Sign::Ring(GREY), self.picture.mark.clone()));
        }
        if self.marks.iter().any(|m| m.best) {
            entries.push((Sign::Outline(GREEN), "best move".into()));
        }
        if self.last.is_some() {
            entries.push((Sign::Outline(LAST), "last move".into()));
        }
        let scores = self.marks.iter().filter_map(|m| m.score);
        entries.extend(good_and_bad(scores));
        legend(scene, top, entries)
    }
}

/// The colours of scores, as far as there are any.
pub(super) fn good_and_bad(scores: impl Iterator<Item = f64> + Clone) -> Vec<(Sign, String)> {
    let mut entries = Vec::new();
    if scores.clone().any(|s| s > 0.0) {
        entries.push((Sign::Field(diverging(1.0)), "good for the mover".into()));
    }
    if scores.clone().any(|s| s < 0.0) {
        entries.push((Sign::Field(diverging(-1.0)), "bad for the mover".into()));
    }
    entries
}

/// Signs with their meanings in lines, each in the middle; returns where they end.
pub(super) fn legend(scene: &mut Scene, top: f64, entries: Vec<(Sign, String)>) -> f64 {
    if entries.is_empty() {
        return top;
    }
    let most = scene.width - 2.0 * MARGIN;
    let mut lines: Vec<Vec<(Sign, String, f64)>> = vec![Vec::new()];
    for (sign, words) in entries {
        let words = text::elide(&text::clean(&words), 11.0, false, most - 34.0);
        let wide = text::width(&words, 11.0, false) + 34.0;
        let used = |line: &Vec<(Sign, String, f64)>| line.iter().map(|e| e.2).sum::<f64>();
        match lines.last_mut() {
            Some(line) if used(line) + wide - 16.0 <= most => line.push((sign, words, wide)),
            _ => lines.push(vec![(sign, words, wide)]),
        }
    }
    let mut y = top + 8.0;
    for line in lines {
        let wide: f64 = line.iter().map(|e| e.2).sum();
        let mut x = (scene.width - wide + 16.0) / 2.0;
        for (sign, words, wide) in line {
            sign.draw(scene, [x, y - 6.0, x + 12.0, y + 6.0]);
            scene.text_at_middle((x + 18.0, y), label(&words, 11.0).colour(GREY));
            x += wide;
        }
        y += 20.0;
    }
    y - 6.0
}

/// What stands before an entry of the key.
#[derive(Clone, Copy)]
pub(super) enum Sign {
    Field(Colour),
    Outline(Colour),
    Ring(Colour),
    /// A player's piece.
    Piece(Player),
    /// An arrow of a colour.
    Arrow(Colour),
}

impl Sign {
    fn draw(self, scene: &mut Scene, [left, top, right, bottom]: [f64; 4]) {
        let mut square = |inset: f64, colour: Colour| {
            let sides = [left + inset, top + inset, right - inset, bottom - inset];
            scene.rounded(sides, (3.0 - inset * 0.5).max(1.0), colour);
        };
        match self {
            Sign::Field(colour) => square(0.0, colour),
            Sign::Outline(colour) => {
                square(0.0, colour);
                square(2.5, WHITE);
            }
            Sign::Ring(colour) => {
                square(0.0, colour);
                square(1.2, WHITE);
                square(3.0, colour);
                square(4.2, WHITE);
            }
            Sign::Piece(player) => {
                let at = ((left + right) / 2.0, (top + bottom) / 2.0);
                piece(scene, at, (right - left) / 2.0, player);
            }
            Sign::Arrow(colour) => {
                let y = (top + bottom) / 2.0;
                scene.arrow((left, y), (right, y), colour, 2.0);
            }
        }
    }
}

/// Refuses arrows between places that the picture does not have.
pub(super) fn check_arrows(arrows: &[Arrow], picture: &Picture) -> Result<(), PlotError> {
    for arrow in arrows {
        let places = picture.sites.len();
        if let Some(site) = arrow.path.iter().find(|&&site| site >= places) {
            let text = format!("an arrow over place {site} of {places}");
            return Err(PlotError::Shape(text));
        }
        if let Some(score) = arrow.score.filter(|s| !(-1.0..=1.0).contains(s)) {
            return Err(PlotError::Value {
                place: format!("the score of \"{}\"", arrow.name),
                value: score,
                expected: "a score from -1 to 1",
            });
        }
    }
    Ok(())
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

/// A score as a coloured field with its number.
pub(super) fn score(
    scene: &mut Scene,
    at: (f64, f64),
    (words, score): (&str, Option<f64>),
    room: f64,
) {
    let colour = score.map_or(AXIS, diverging);
    let mut words = text::clean(words).replace('-', "−");
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
