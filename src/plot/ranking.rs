//! Lying bars with long names.

use super::axis::{check, number};
use super::header::{MARGIN, SMALL, header};
use super::palette::{AXIS, Colour, GREY, MESH, Side, WHITE};
use super::scene::{Scene, label};
use super::{Axis, PlotError, text};

/// Lying bars in a given order, coloured by side, with a last grey bar for what
/// is not listed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranking {
    /// The title.
    pub title: String,
    /// What a reader must know.
    pub note: String,
    /// What the bars measure. Numbers are from 0 up.
    pub value: Axis,
    /// The rows, from the top.
    pub rows: Vec<RankedRow>,
    /// What the colours mean, in the order of the legend; empty for no legend.
    pub sides: Vec<(Side, String)>,
    /// How many further rows there are, and their sum.
    pub rest: Option<(u64, f64)>,
}

/// A row of a ranking.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedRow {
    /// Its name.
    pub name: String,
    /// Its number, 0 or more.
    pub value: f64,
    /// Its colour.
    pub side: Side,
}

impl Ranking {
    pub(super) fn usual_height(&self) -> f64 {
        let lines = self.rows.len() + usize::from(self.rest.is_some());
        (130.0 + 24.0 * lines as f64).clamp(240.0, 1600.0)
    }

    fn check(&self) -> Result<(), PlotError> {
        let rest = self.rest.map(|(_, sum)| ("the rest", sum));
        let rows = self.rows.iter().map(|r| (r.name.as_str(), r.value));
        for (name, value) in rows.chain(rest) {
            check(value, || format!("row \"{name}\""))?;
            if value < 0.0 {
                return Err(PlotError::Value {
                    place: format!("row \"{name}\""),
                    value,
                    expected: "0 or more",
                });
            }
        }
        if self.rows.is_empty() {
            return Err(PlotError::Empty("there is no row"));
        }
        Ok(())
    }

    pub(super) fn scene(&self, width: f64, height: f64) -> Result<Scene, PlotError> {
        self.check()?;
        let mut scene = Scene::new(width, height, &self.title);
        let mut top = header(&mut scene, &self.title, &self.note);
        if !self.sides.is_empty() {
            top = self.legend(&mut scene, top);
        }
        let bottom = (height - 36.0).max(top + 20.0);
        let lines = self.rows.len() + usize::from(self.rest.is_some());
        let pitch = (bottom - top) / lines as f64;
        let em = SMALL.min(pitch * 0.8);

        let more = self
            .rest
            .map(|(n, _)| format!("and {} more", super::axis::count(n)));
        let names = self.rows.iter().map(|r| &r.name).chain(&more);
        let widest = names.map(|n| text::width(n, em, false)).fold(0.0, f64::max);
        let named = widest.min(width * 0.48);
        let (left, right) = (MARGIN + named + 10.0, width - MARGIN - 64.0);
        let longest = self.rows.iter().map(|r| r.value).fold(0.0, f64::max);
        // A rest that dwarfs the rows is broken off, with its number beside it.
        let rest = self.rest.map_or(0.0, |(_, sum)| sum);
        let full = if longest > 0.0 {
            longest.max(rest.min(1.5 * longest))
        } else {
            rest
        };
        let full = if full > 0.0 { full } else { 1.0 };
        scene.line(&[(left, top), (left, bottom)], AXIS, 1.2);
        let places = self.places(longest);
        let mut row = |i: usize, name: &str, value: f64, colour: Colour| {
            let y = top + (i as f64 + 0.5) * pitch;
            let half = (pitch * 0.36).min(14.0);
            let broken = value > full * 1.0001;
            let end = left + (right - left) * (value / full).min(1.0);
            scene.rect([left, y - half, end, y + half], colour.alpha(0.85));
            if broken {
                let x = end - 24.0;
                let slash = vec![
                    (x, y + half + 2.0),
                    (x + 8.0, y - half - 2.0),
                    (x + 13.0, y - half - 2.0),
                    (x + 5.0, y + half + 2.0),
                ];
                scene.area(slash, WHITE);
            }
            let name = text::elide(&text::clean(name), em, false, named);
            scene.text_at_middle((left - 8.0, y), label(&name, em).end());
            let shown = label(&self.print(value, places), em).colour(GREY);
            scene.text_at_middle((end + 5.0, y), shown);
        };
        for (i, ranked) in self.rows.iter().enumerate() {
            row(i, &ranked.name, ranked.value, ranked.side.colour());
        }
        if let (Some((_, sum)), Some(more)) = (self.rest, &more) {
            row(self.rows.len(), more, sum, MESH);
        }
        let (lines, em) = text::fit(
            &text::clean(&self.value.label),
            13.0,
            10.0,
            false,
            right - left,
            1,
        );
        for line in lines {
            scene.text(
                ((left + right) / 2.0, bottom + 22.0),
                label(&line, em).middle(),
            );
        }
        Ok(scene)
    }

    fn places(&self, longest: f64) -> usize {
        let factor = if self.value.percent { 100.0 } else { 1.0 };
        let rest = self.rest.map_or(0.0, |(_, sum)| sum);
        let mut numbers = self.rows.iter().map(|r| r.value).chain([rest]);
        if !self.value.percent && numbers.all(|n| n.fract() == 0.0) {
            return 0;
        }
        // Three digits of the longest bar.
        let size = libm::log10((longest * factor).max(1e-6)).floor();
        (2.0 - size).clamp(1.0, 6.0) as usize
    }

    fn print(&self, value: f64, places: usize) -> String {
        if self.value.percent {
            format!("{}\u{202f}%", number(value * 100.0, places))
        } else {
            number(value, places)
        }
    }

    fn legend(&self, scene: &mut Scene, top: f64) -> f64 {
        let y = top + 2.0;
        let mut x = MARGIN;
        for (side, name) in &self.sides {
            let room = (scene.width - MARGIN - x - 18.0).max(20.0);
            let name = text::elide(&text::clean(name), SMALL, false, room.min(160.0));
            let shown = label(&name, SMALL);
            scene.rect([x, y - 6.0, x + 12.0, y + 6.0], side.colour().alpha(0.85));
            x += 18.0;
            let wide = shown.width();
            scene.text_at_middle((x, y), shown);
            x += wide + 22.0;
        }
        y + 16.0
    }
}
