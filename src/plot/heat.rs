//! A table of numbers as colours.

use super::axis::{check, decimal, number};
use super::header::{MARGIN, SMALL, header};
use super::palette::{AXIS, Colour, GREY, INK, PALE, VERMILLION, WHITE, viridis};
use super::scene::{Scene, label};
use super::{Axis, PlotError, text};

/// A table of numbers as colours (viridis, dark is low), with the numbers in
/// the cells where they fit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeatMap {
    /// The title.
    pub title: String,
    /// What a reader must know.
    pub note: String,
    /// What the columns are.
    pub column_label: String,
    /// What the rows are.
    pub row_label: String,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The names of the rows, from the top.
    pub rows: Vec<String>,
    /// Rows x columns; `None` is drawn as an empty cell.
    pub values: Vec<Vec<Option<f64>>>,
    /// The quantity, its range and its print; always linear.
    pub scale: Axis,
    /// Frame the cells with the highest number.
    pub mark_best: bool,
}

/// The room for the colour bar with its numbers.
const BAR: f64 = 92.0;

impl HeatMap {
    pub(super) fn usual_height(&self) -> f64 {
        (170.0 + 52.0 * self.rows.len() as f64).clamp(300.0, 1200.0)
    }

    fn check(&self) -> Result<(), PlotError> {
        let (rows, columns) = (self.rows.len(), self.columns.len());
        if self.values.len() != rows || self.values.iter().any(|r| r.len() != columns) {
            let text = format!("a heat map of {rows} x {columns} needs as many values");
            return Err(PlotError::Shape(text));
        }
        for (row, name) in self.values.iter().zip(&self.rows) {
            for (value, column) in row.iter().zip(&self.columns) {
                if let Some(value) = value {
                    check(*value, || format!("cell \"{name}\", \"{column}\""))?;
                }
            }
        }
        if self.values.iter().flatten().all(Option::is_none) {
            return Err(PlotError::Empty("no cell has a number"));
        }
        Ok(())
    }

    pub(super) fn scene(&self, width: f64, height: f64) -> Result<Scene, PlotError> {
        self.check()?;
        let numbers = || self.values.iter().flatten().flatten().copied();
        let (low, high) = self.scale.range.unwrap_or_else(|| {
            numbers().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), n| {
                (l.min(n), h.max(n))
            })
        });
        // Of equal numbers none is low or high.
        let tint = |value: f64| {
            let share = if high > low {
                (value - low) / (high - low)
            } else {
                0.5
            };
            viridis(share)
        };

        let mut scene = Scene::new(width, height, &self.title);
        let top = header(&mut scene, &self.title, &self.note) + 4.0;
        let bottom = (height - 52.0).max(top + 30.0);
        let name_room = (width * 0.25).min(180.0);
        let widest = self.rows.iter().map(|n| text::width(n, SMALL, false));
        let named = widest.fold(0.0, f64::max).min(name_room);
        let left = MARGIN + 34.0 + named;
        let right = (width - MARGIN - BAR).max(left + 40.0);

        let cell_width = (right - left) / self.columns.len() as f64;
        let cell_height = (bottom - top) / self.rows.len() as f64;
        let texts = self.printed(low, high);
        let em = cell_em(&texts, cell_width, cell_height);
        let best = numbers().fold(f64::NEG_INFINITY, f64::max);
        let mut framed = Vec::new();
        for (r, row) in self.values.iter().enumerate() {
            for (c, value) in row.iter().enumerate() {
                let x = left + c as f64 * cell_width;
                let y = top + r as f64 * cell_height;
                let gap = if cell_width.min(cell_height) > 8.0 {
                    1.0
                } else {
                    0.0
                };
                let sides = [x, y, x + cell_width - gap, y + cell_height - gap];
                let colour = value.map_or(PALE, tint);
                scene.rect(sides, colour);
                let middle = (x + cell_width / 2.0, y + cell_height / 2.0);
                if let Some(em) = em {
                    let ink = if value.is_some() { colour.ink() } else { AXIS };
                    let shown = label(&texts[r][c], em).middle().colour(ink);
                    scene.text_at_middle(middle, shown);
                }
                if self.mark_best && high > low && *value == Some(best) {
                    framed.push(sides);
                }
            }
        }
        for sides in framed {
            scene.frame(sides.map(f64::round), WHITE, 4.0);
            scene.frame(sides.map(f64::round), VERMILLION, 2.5);
        }
        self.names(&mut scene, [left, top, right, bottom], named);
        self.colour_bar(
            &mut scene,
            [right + 22.0, top, right + 38.0, bottom],
            (low, high),
            tint,
        );
        Ok(scene)
    }

    /// The numbers with as few decimals as tell the range.
    fn printed(&self, low: f64, high: f64) -> Vec<Vec<String>> {
        let factor = if self.scale.percent { 100.0 } else { 1.0 };
        let step = ((high - low) * factor / 20.0).max(1e-9);
        let places = (-libm::log10(step)).ceil().clamp(0.0, 3.0) as usize;
        let places = if high > low { places } else { 2 };
        let places = if self.scale.percent {
            places.min(1)
        } else {
            places
        };
        let print = |v: &Option<f64>| match v {
            Some(v) => number(v * factor, places),
            None => "–".to_string(),
        };
        let row = |r: &Vec<Option<f64>>| r.iter().map(print).collect();
        self.values.iter().map(row).collect()
    }

    fn names(&self, scene: &mut Scene, [left, top, right, bottom]: [f64; 4], named: f64) {
        let cell_width = (right - left) / self.columns.len() as f64;
        let cell_height = (bottom - top) / self.rows.len() as f64;
        let every = (16.0 / cell_height).ceil().max(1.0) as usize;
        for (r, name) in self.rows.iter().enumerate().step_by(every) {
            let y = top + (r as f64 + 0.5) * cell_height;
            let name = text::elide(&text::clean(name), SMALL, false, named);
            scene.text_at_middle((left - 8.0, y), label(&name, SMALL).end());
        }
        let widths = self.columns.iter().map(|n| text::width(n, SMALL, false));
        // Names up to 90 pixels are shown whole, if need be not all of them.
        let wanted = widths.fold(0.0, f64::max).min(90.0) + 8.0;
        let every = (wanted / cell_width).ceil().max(1.0);
        let room = cell_width * every - 6.0;
        for (c, name) in self.columns.iter().enumerate().step_by(every as usize) {
            let x = left + (c as f64 + 0.5) * cell_width;
            let name = text::elide(&text::clean(name), SMALL, false, room);
            scene.text((x, bottom + 17.0), label(&name, SMALL).middle());
        }
        let axis = |room: f64, name: &str| {
            let (lines, em) = text::fit(&text::clean(name), 13.0, 10.0, false, room, 1);
            lines.first().map(|l| label(l, em).middle().colour(INK))
        };
        if let Some(shown) = axis(right - left, &self.column_label) {
            scene.text(((left + right) / 2.0, bottom + 38.0), shown);
        }
        if let Some(shown) = axis(bottom - top, &self.row_label) {
            scene.text((MARGIN + 11.0, (top + bottom) / 2.0), shown.upwards());
        }
    }

    fn colour_bar(
        &self,
        scene: &mut Scene,
        [left, top, right, bottom]: [f64; 4],
        (low, high): (f64, f64),
        tint: impl Fn(f64) -> Colour,
    ) {
        const STEPS: usize = 64;
        let height = (bottom - top) / STEPS as f64;
        for step in 0..STEPS {
            let share = (step as f64 + 0.5) / STEPS as f64;
            let y = bottom - (step + 1) as f64 * height;
            // Some overlap, so that no seam shows.
            let end = (y + height + 1.5).min(bottom);
            scene.rect([left, y, right, end], tint(low + share * (high - low)));
        }
        let factor = if self.scale.percent { 100.0 } else { 1.0 };
        let ends = if high > low {
            vec![low, (low + high) / 2.0, high]
        } else {
            vec![low]
        };
        let step = ((high - low) * factor / 20.0).max(0.1 / factor.min(10.0));
        for (i, value) in ends.iter().enumerate() {
            let share = if ends.len() == 1 { 0.5 } else { i as f64 / 2.0 };
            let y = bottom - share * (bottom - top);
            let mut shown = decimal(value * factor, step);
            if self.scale.percent {
                shown.push_str("\u{202f}%");
            }
            let shown = label(&text::elide(&shown, 11.0, false, 50.0), 11.0);
            scene.line(&[(right, y), (right + 3.0, y)], AXIS, 1.0);
            scene.text_at_middle(
                (right + 6.0, y.clamp(top + 4.0, bottom - 4.0)),
                shown.colour(GREY),
            );
        }
        let (lines, em) = text::fit(
            &text::clean(&self.scale.label),
            12.0,
            9.0,
            false,
            bottom - top,
            1,
        );
        for line in lines {
            let shown = label(&line, em).middle().upwards().colour(GREY);
            scene.text((left - 6.0, (top + bottom) / 2.0), shown);
        }
    }
}

/// The font size at which all numbers fit into their cells, if one does.
fn cell_em(texts: &[Vec<String>], width: f64, height: f64) -> Option<f64> {
    let widest = texts.iter().flatten().map(|t| text::width(t, 1.0, false));
    let widest = widest.fold(0.0, f64::max);
    let em = ((width - 6.0) / widest).min((height - 4.0) / 1.2).min(14.0);
    (em >= 8.0).then_some(em)
}
