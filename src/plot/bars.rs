//! Upright bars: histograms and comparisons.

use super::axis::{MOST, check_estimate, number};
use super::header::{LYING_ROOM, MARGIN, Pane, SMALL, header, lying_axis, tick_room, upright_axis};
use super::palette::{Colour, INK, SERIES, Side, WHITE};
use super::scene::{Scene, label};
use super::{Axis, Estimate, PlotError, text};

/// Upright bars over categories; several series stand side by side or are stacked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bars {
    /// The title.
    pub title: String,
    /// What a reader must know.
    pub note: String,
    /// What the categories are.
    pub x_label: String,
    /// The quantity; its range always includes 0 unless one is given.
    pub y: Axis,
    /// The names of the categories, from the left.
    pub categories: Vec<String>,
    /// One or more series with a bar for each category.
    pub series: Vec<BarSeries>,
    /// No gaps: the categories are neighbouring numbers.
    pub histogram: bool,
    /// Bars of a category stand upon one another, the first series at the
    /// bottom, and are 0 or more. Only the first series has a place for its
    /// intervals.
    pub stacked: bool,
}

/// Bars of one colour.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BarSeries {
    /// Its name, shown if there are several.
    pub name: String,
    /// One for each category; `None` leaves a gap.
    pub bars: Vec<Option<Estimate>>,
    /// Its colour, where that means something; otherwise the next that is free.
    pub side: Option<Side>,
}

impl Bars {
    fn check(&self) -> Result<(), PlotError> {
        for series in &self.series {
            if series.bars.len() != self.categories.len() {
                return Err(PlotError::Shape(format!(
                    "series \"{}\" has {} bars for {} categories",
                    series.name,
                    series.bars.len(),
                    self.categories.len()
                )));
            }
            for (bar, category) in series.bars.iter().zip(&self.categories) {
                if let Some(bar) = bar {
                    let place = || format!("bar \"{}\", \"{category}\"", series.name);
                    check_estimate(bar, place)?;
                    if self.stacked && bar.value < 0.0 {
                        return Err(PlotError::Value {
                            place: place(),
                            value: bar.value,
                            expected: "0 or more in a stack",
                        });
                    }
                }
            }
        }
        let bars = self.series.iter().flat_map(|s| &s.bars);
        if bars.flatten().next().is_none() {
            return Err(PlotError::Empty("there is no bar"));
        }
        Ok(())
    }

    pub(super) fn scene(&self, width: f64, height: f64) -> Result<Scene, PlotError> {
        self.check()?;
        let mut scene = Scene::new(width, height, &self.title);
        let mut top = header(&mut scene, &self.title, &self.note);
        if self.series.len() > 1 {
            top = self.legend(&mut scene, top);
        }
        let top = top + 8.0;
        let bottom = (height - LYING_ROOM - 6.0).max(top + 40.0);
        let y = self.zero_based().fitted(self.numbers(), bottom - top)?;
        let left = MARGIN + 26.0 + tick_room(&y);
        let right = (width - MARGIN - 4.0).max(left + 40.0);
        let pane = Pane {
            left,
            top,
            right,
            bottom,
        };
        upright_axis(&mut scene, &pane, &y, &self.y.label);

        let slot = (pane.width() / self.categories.len() as f64).min(WIDEST);
        // Few bars stand in the middle.
        let first = left + (pane.width() - slot * self.categories.len() as f64) / 2.0;
        let gap = match (self.histogram, slot > 6.0) {
            (true, true) => 1.0,
            (true, false) => 0.0,
            (false, _) => slot * 0.2,
        };
        let beside = if self.stacked { 1 } else { self.series.len() };
        let each = (slot - gap) / beside as f64;
        let printed = self.printed(each);
        // Of a stack of one the number has room above.
        let single = (0..self.categories.len())
            .all(|c| self.series.iter().filter(|s| s.bars[c].is_some()).count() < 2);
        // The upper ends of the stacks so far.
        let mut grown = vec![0.0; self.categories.len()];
        // What must lie upon all bars.
        let mut over = Vec::new();
        for (s, series) in self.series.iter().enumerate() {
            let colour = self.colour(s);
            for (c, bar) in series.bars.iter().enumerate() {
                let Some(bar) = bar else { continue };
                let place = if self.stacked { 0 } else { s };
                let x = first + c as f64 * slot + gap / 2.0 + place as f64 * each;
                let base = grown[c];
                if self.stacked {
                    grown[c] += bar.value;
                }
                let (foot, end) = (pane.y(&y, base), pane.y(&y, base + bar.value));
                scene.rect([x, end.min(foot), x + each, end.max(foot)], colour);
                let middle = x + each / 2.0;
                let mut above = end.min(foot);
                // Intervals would cover thin bars.
                let interval = bar
                    .interval
                    .filter(|_| each >= 5.0 && (s == 0 || !self.stacked));
                if let Some((low, high)) = interval {
                    let (low, high) = (pane.y(&y, low), pane.y(&y, high));
                    // In a stack aside of the numbers.
                    let at = if self.stacked { x + each * 0.2 } else { middle };
                    over.push((at, low, high));
                    above = above.min(high);
                }
                let Some(texts) = &printed else { continue };
                let em = text_em(each, texts);
                let text = label(&texts[s][c], em).middle();
                if !self.stacked || single {
                    scene.text((middle, above - 4.0), text);
                } else if foot - end > em + 4.0 {
                    let at = (middle, (foot + end) / 2.0);
                    scene.text_at_middle(at, text.colour(colour.ink()));
                }
            }
        }
        let half = (each * 0.15).min(5.0);
        for (x, low, high) in over {
            scene.line(&[(x, low), (x, high)], INK, 1.2);
            for end in [low, high] {
                scene.line(&[(x - half, end), (x + half, end)], INK, 1.2);
            }
        }
        let ticks: Vec<_> = (0..self.categories.len())
            .map(|c| {
                let room = if self.histogram {
                    120.0
                } else {
                    (slot - 6.0).max(60.0)
                };
                let name = text::clean(&self.categories[c]);
                let name = text::elide(&name, SMALL, false, room);
                (first + (c as f64 + 0.5) * slot, name)
            })
            .collect();
        lying_axis(&mut scene, &pane, &ticks, &self.x_label);
        Ok(scene)
    }

    /// The colour of a series.
    fn colour(&self, s: usize) -> Colour {
        let colour = self.series[s].side.map(Side::colour);
        colour.unwrap_or(SERIES[s % SERIES.len()]).mix(WHITE, 0.15)
    }

    /// All that must find room on the upright axis, 0 among it.
    fn numbers(&self) -> Vec<f64> {
        let mut numbers = vec![0.0];
        if self.stacked {
            let sum = |c: usize| {
                let bars = self.series.iter().filter_map(|s| s.bars[c]);
                bars.map(|b| b.value).sum::<f64>()
            };
            numbers.extend((0..self.categories.len()).map(sum));
        } else {
            let bars = self.series.iter().flat_map(|s| s.bars.iter().flatten());
            numbers.extend(bars.flat_map(Estimate::numbers));
        }
        numbers
    }

    /// The axis without its lower pad below zero.
    fn zero_based(&self) -> Axis {
        let numbers = self.numbers();
        let lowest = numbers.iter().copied().fold(0.0, f64::min);
        let highest = numbers.into_iter().fold(0.0, f64::max);
        let mut axis = self.y.clone();
        if axis.range.is_none() && lowest >= 0.0 {
            let most = if self.y.percent {
                highest.max(1.0)
            } else {
                MOST
            };
            let top = if highest > 0.0 { highest * 1.08 } else { 1.0 };
            axis.range = Some((0.0, top.min(most)));
        }
        axis
    }

    /// The numbers over the bars, if they fit.
    fn printed(&self, each: f64) -> Option<Vec<Vec<String>>> {
        let factor = if self.y.percent { 100.0 } else { 1.0 };
        let bars = || self.series.iter().flat_map(|s| s.bars.iter().flatten());
        let whole = bars().all(|b| (b.value * factor).fract() == 0.0);
        let places = if whole {
            0
        } else if self.y.percent {
            1
        } else {
            2
        };
        let print =
            |b: &Option<Estimate>| b.map_or(String::new(), |b| small(b.value * factor, places));
        let texts: Vec<Vec<String>> = self
            .series
            .iter()
            .map(|s| s.bars.iter().map(print).collect())
            .collect();
        (text_em(each, &texts) >= 8.0).then_some(texts)
    }

    fn legend(&self, scene: &mut Scene, top: f64) -> f64 {
        let (mut x, mut y) = (MARGIN, top + 2.0);
        let most = scene.width - 2.0 * MARGIN - 20.0;
        for (s, series) in self.series.iter().enumerate() {
            let name = text::elide(&text::clean(&series.name), SMALL, false, most);
            let shown = label(&name, SMALL);
            let wide = shown.width() + 38.0;
            if x > MARGIN && x + wide - 18.0 > scene.width - MARGIN {
                (x, y) = (MARGIN, y + 18.0);
            }
            scene.rect([x, y - 6.0, x + 12.0, y + 6.0], self.colour(s));
            scene.text_at_middle((x + 18.0, y), shown);
            x += wide;
        }
        y + 14.0
    }
}

/// The most room of a category, in pixels.
const WIDEST: f64 = 140.0;

/// A number; what is not 0 is not printed as 0.
fn small(value: f64, places: usize) -> String {
    if value == 0.0 {
        return "0".into();
    }
    let least = libm::pow(10.0, -(places as f64));
    if value > 0.0 && value < 0.5 * least {
        return format!("<{}", number(least, places));
    }
    number(value, places)
}

/// The font size at which every text fits over a bar.
fn text_em(each: f64, texts: &[Vec<String>]) -> f64 {
    let widths = texts.iter().flatten().map(|t| text::width(t, 1.0, false));
    ((each - 2.0) / widths.fold(0.1, f64::max)).min(11.0)
}
