//! Upright bars: histograms and comparisons.

use super::axis::{MOST, check_estimate, number};
use super::header::{LYING_ROOM, MARGIN, Pane, SMALL, header, lying_axis, tick_room, upright_axis};
use super::palette::{INK, SERIES};
use super::scene::{Scene, label};
use super::{Axis, Estimate, PlotError, text};

/// Upright bars over categories, side by side where there are several series.
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
}

/// Bars of one colour.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BarSeries {
    /// Its name, shown if there are several.
    pub name: String,
    /// One for each category; `None` leaves a gap.
    pub bars: Vec<Option<Estimate>>,
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
                    check_estimate(bar, || format!("bar \"{}\", \"{category}\"", series.name))?;
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
        let bars = self.series.iter().flat_map(|s| s.bars.iter().flatten());
        let numbers = bars.flat_map(Estimate::numbers).chain([0.0]);
        let y = self.zero_based().fitted(numbers, bottom - top)?;
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
        let gap = match (self.histogram, slot > 6.0) {
            (true, true) => 1.0,
            (true, false) => 0.0,
            (false, _) => slot * 0.2,
        };
        let each = (slot - gap) / self.series.len() as f64;
        let zero = pane.y(&y, 0.0);
        let printed = self.printed(each);
        for (s, series) in self.series.iter().enumerate() {
            let colour = SERIES[s % SERIES.len()];
            for (c, bar) in series.bars.iter().enumerate() {
                let Some(bar) = bar else { continue };
                let x = left + c as f64 * slot + gap / 2.0 + s as f64 * each;
                let end = pane.y(&y, bar.value);
                scene.rect(
                    [x, end.min(zero), x + each, end.max(zero)],
                    colour.alpha(0.85),
                );
                let middle = x + each / 2.0;
                let mut above = end.min(zero);
                // Intervals would cover thin bars.
                if let Some((low, high)) = bar.interval.filter(|_| each >= 5.0) {
                    let (low, high) = (pane.y(&y, low), pane.y(&y, high));
                    scene.line(&[(middle, low), (middle, high)], INK, 1.2);
                    let half = (each * 0.25).min(5.0);
                    for end in [low, high] {
                        scene.line(&[(middle - half, end), (middle + half, end)], INK, 1.2);
                    }
                    above = above.min(high);
                }
                if let Some(texts) = &printed {
                    let em = text_em(each, texts);
                    scene.text((middle, above - 4.0), label(&texts[s][c], em).middle());
                }
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
                (left + (c as f64 + 0.5) * slot, name)
            })
            .collect();
        lying_axis(&mut scene, &pane, &ticks, &self.x_label);
        Ok(scene)
    }

    /// The axis without its lower pad below zero.
    fn zero_based(&self) -> Axis {
        let bars = || self.series.iter().flat_map(|s| s.bars.iter().flatten());
        let lowest = bars().flat_map(Estimate::numbers).fold(0.0, f64::min);
        let highest = bars().flat_map(Estimate::numbers).fold(0.0, f64::max);
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
            scene.rect(
                [x, y - 6.0, x + 12.0, y + 6.0],
                SERIES[s % SERIES.len()].alpha(0.85),
            );
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
