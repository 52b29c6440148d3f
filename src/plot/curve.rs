//! Curves with intervals over a number.

use super::axis::{check, check_estimate};
use super::header::{LYING_ROOM, MARGIN, Pane, SMALL, header, lying_axis, tick_room, upright_axis};
use super::palette::{Colour, GREY, INK, MESH, PALE, SERIES};
use super::scene::{Scene, label};
use super::spread::spread;
use super::{Axis, Estimate, PlotError, text};

/// Curves over a number, with reference lines. Every curve and line is named at
/// its right end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// The title.
    pub title: String,
    /// What a reader must know: sample sizes, seeds, caveats.
    pub note: String,
    /// The lying axis.
    pub x: Axis,
    /// The upright axis.
    pub y: Axis,
    /// The curves, at least one with a point. More than 7 repeat the colours
    /// with dashed lines.
    pub series: Vec<Series>,
    /// Lines across the chart, such as chance and ceiling.
    pub references: Vec<Reference>,
    /// The name of a place right of all numbers, for [`Series::limit`].
    pub limit: String,
}

/// A curve.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// Its name.
    pub name: String,
    /// x and y, in any order.
    pub points: Vec<(f64, Estimate)>,
    /// The value at the place beyond all numbers (such as a data base of
    /// infinitely many games).
    pub limit: Option<Estimate>,
    /// Its colour and markers; otherwise the next that are free.
    pub style: Option<Style>,
}

/// How a curve looks, where that means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// The number of its colour, from 7 on they repeat; `None` is grey, as the
    /// reference lines are.
    pub colour: Option<usize>,
    /// The number of its markers and dashes; from 6 on they repeat.
    pub form: usize,
}

/// A line across the chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    /// Its name.
    pub name: String,
    /// Its height.
    pub value: f64,
}

/// The width of the place beyond the numbers, and of the gap before it.
const LIMIT: (f64, f64) = (50.0, 20.0);

/// A name at the right end of what it names.
struct Ending {
    name: String,
    /// The last point drawn.
    from: (f64, f64),
    colour: Colour,
    form: Option<usize>,
}

impl Curve {
    fn check(&self) -> Result<(), PlotError> {
        for series in &self.series {
            let place = || format!("curve \"{}\"", series.name);
            for (x, y) in &series.points {
                check(*x, place)?;
                check_estimate(y, place)?;
            }
            if let Some(limit) = &series.limit {
                check_estimate(limit, place)?;
            }
        }
        for line in &self.references {
            check(line.value, || format!("line \"{}\"", line.name))?;
        }
        if self
            .series
            .iter()
            .all(|s| s.points.is_empty() && s.limit.is_none())
        {
            return Err(PlotError::Empty("no curve has a point"));
        }
        Ok(())
    }

    pub(super) fn scene(&self, width: f64, height: f64) -> Result<Scene, PlotError> {
        self.check()?;
        let mut scene = Scene::new(width, height, &self.title);
        let top = header(&mut scene, &self.title, &self.note);
        let bottom = (height - LYING_ROOM - 6.0).max(top + 40.0);

        let estimates = self.series.iter().flat_map(|s| {
            let points = s.points.iter().map(|(_, y)| y);
            points.chain(&s.limit).flat_map(Estimate::numbers)
        });
        let numbers = estimates.chain(self.references.iter().map(|r| r.value));
        let y = self.y.fitted(numbers, bottom - top)?;

        let names = self.series.iter().map(|s| &s.name);
        let names = names.chain(self.references.iter().map(|r| &r.name));
        let widest = names
            .map(|n| text::width(n, SMALL, false))
            .fold(0.0, f64::max);
        // Room for "and 12 more" at least.
        let named = widest.clamp(80.0, (width * 0.32).max(80.0)) + NAME_SHIFT;
        let limit_room = if self.has_limit() {
            LIMIT.0 + LIMIT.1
        } else {
            0.0
        };
        let left = MARGIN + 26.0 + tick_room(&y);
        let right = (width - MARGIN - named - limit_room).max(left + 40.0);
        let pane = Pane {
            left,
            top,
            right,
            bottom,
        };

        let xs = self
            .series
            .iter()
            .flat_map(|s| s.points.iter().map(|p| p.0));
        // Only limits: any axis does, it stays without numbers.
        let x = self.x.fitted(xs, pane.width()).or_else(|e| match e {
            PlotError::Empty(_) => Axis::default().fitted([0.0, 1.0], pane.width()),
            other => Err(other),
        })?;
        let numbered = self.series.iter().any(|s| !s.points.is_empty());

        let edge = if self.has_limit() {
            let (left, right) = (pane.right + LIMIT.1, pane.right + LIMIT.1 + LIMIT.0);
            scene.rect([left, top, right, bottom], PALE);
            let shown = label(
                &text::elide(&self.limit, SMALL, false, LIMIT.0 + 10.0),
                SMALL,
            );
            scene.text(
                ((left + right) / 2.0, bottom + 18.0),
                shown.middle().colour(GREY),
            );
            right
        } else {
            pane.right
        };
        let (ticks, minor) = if numbered {
            (&x.ticks[..], &x.minor[..])
        } else {
            (&[][..], &[][..])
        };
        for value in minor {
            let at = pane.x(&x, *value);
            scene.line(&[(at, top), (at, bottom)], PALE, 1.0);
        }
        for (value, _) in ticks {
            let at = pane.x(&x, *value);
            scene.line(&[(at, top), (at, bottom)], MESH, 1.0);
        }
        upright_axis(
            &mut scene,
            &Pane {
                right: edge,
                ..pane
            },
            &y,
            &self.y.label,
        );
        let ticks: Vec<_> = ticks
            .iter()
            .map(|(v, t)| (pane.x(&x, *v), t.clone()))
            .collect();
        lying_axis(&mut scene, &pane, &ticks, &self.x.label);

        let mut endings = Vec::new();
        for (i, line) in self.references.iter().enumerate() {
            let at = pane.y(&y, line.value);
            if !y.holds(line.value) {
                continue;
            }
            // Each line has its own dashes, for those who cannot follow a label.
            let dash = [(7.0, 4.0), (2.0, 3.0), (11.0, 4.0), (4.0, 6.0)][i % 4];
            scene.dashed(&[(left, at), (edge, at)], GREY, 1.5, dash);
            endings.push(Ending {
                name: line.name.clone(),
                from: (edge, at),
                colour: GREY,
                form: None,
            });
        }
        let mid_limit = edge - LIMIT.0 / 2.0;
        let lines: Vec<Drawn> = self
            .series
            .iter()
            .map(|series| {
                let mut points = series.points.clone();
                points.sort_by(|a, b| a.0.total_cmp(&b.0));
                Drawn {
                    points: points
                        .iter()
                        .filter(|(v, _)| x.holds(*v))
                        .map(|(v, e)| Spot::new(pane.x(&x, *v), e, |v| pane.y(&y, v)))
                        .collect(),
                    limit: series
                        .limit
                        .as_ref()
                        .map(|e| Spot::new(mid_limit, e, |v| pane.y(&y, v))),
                }
            })
            .collect();
        let looks: Vec<Look> = (0..self.series.len()).map(|i| self.look(i)).collect();
        // Many bands upon one another would hide the lines.
        let strength = if lines.len() > 5 { 0.07 } else { 0.17 };
        for (line, look) in lines.iter().zip(&looks) {
            line.interval(&mut scene, look.colour, strength);
        }
        for (line, look) in lines.iter().zip(&looks) {
            line.stroke(&mut scene, look);
        }
        for (i, (line, look)) in lines.iter().zip(&looks).enumerate() {
            let (colour, form) = (look.colour, look.form);
            for spot in line.points.iter().chain(&line.limit) {
                scene.marker((spot.x, spot.y), form, colour);
            }
            if let Some(last) = line.limit.as_ref().or(line.points.last()) {
                endings.push(Ending {
                    name: self.series[i].name.clone(),
                    from: (last.x, last.y),
                    colour,
                    form: Some(form),
                });
            }
        }
        name_endings(&mut scene, &endings, edge, &pane, named - NAME_SHIFT);
        Ok(scene)
    }

    fn look(&self, i: usize) -> Look {
        let (colour, form, dash) = match self.series[i].style {
            Some(style) => (style.colour, style.form, style.form),
            None => (Some(i), i + i / SERIES.len(), i / SERIES.len()),
        };
        Look {
            colour: colour.map_or(GREY, |c| SERIES[c % SERIES.len()]),
            form,
            dash: [None, Some((7.0, 3.0)), Some((3.0, 2.5)), Some((11.0, 3.5))][dash % 4],
        }
    }

    fn has_limit(&self) -> bool {
        self.series.iter().any(|s| s.limit.is_some())
    }
}

struct Look {
    colour: Colour,
    form: usize,
    dash: Option<(f64, f64)>,
}

/// From the chart's edge to the names: a leader line and a marker.
const NAME_SHIFT: f64 = 40.0;

fn name_endings(scene: &mut Scene, endings: &[Ending], edge: f64, pane: &Pane, room: f64) {
    // Names that do not fit into the height are left out, and counted.
    let most = ((pane.height() + 20.0) / 13.0) as usize;
    let (shown, rest) = endings.split_at(endings.len().min(most.max(2) - 1));
    let mut wanted: Vec<f64> = shown.iter().map(|e| e.from.1).collect();
    if !rest.is_empty() {
        wanted.push(pane.bottom + 8.0);
    }
    let heights = spread(&wanted, 16.0, pane.top - 4.0, pane.bottom + 8.0);
    let gap = (pane.height() + 12.0) / (wanted.len().max(2) - 1) as f64;
    let em = SMALL.min(gap * 0.9);
    for (ending, &height) in shown.iter().zip(&heights) {
        let (x, y) = ending.from;
        let faint = ending.colour.alpha(0.55);
        if x + 8.0 < edge {
            scene.dashed(&[(x + 6.0, y), (edge, y)], faint, 1.0, (1.5, 3.0));
        }
        scene.line(&[(edge + 2.0, y), (edge + 18.0, height)], faint, 1.0);
        match ending.form {
            Some(form) => scene.marker((edge + 26.0, height), form, ending.colour),
            None => scene.dashed(
                &[(edge + 20.0, height), (edge + 33.0, height)],
                ending.colour,
                1.5,
                (5.0, 3.0),
            ),
        }
        let name = text::elide(&text::clean(&ending.name), em, false, room);
        let ink = if ending.form.is_some() { INK } else { GREY };
        scene.text_at_middle(
            (edge + NAME_SHIFT - 3.0, height),
            label(&name, em).colour(ink),
        );
    }
    if let (false, Some(&height)) = (rest.is_empty(), heights.last()) {
        let more = label(&format!("and {} more", rest.len()), em).colour(GREY);
        scene.text_at_middle((edge + NAME_SHIFT - 3.0, height), more);
    }
}

/// A point in pixels.
struct Spot {
    x: f64,
    y: f64,
    ends: Option<(f64, f64)>,
}

impl Spot {
    fn new(x: f64, estimate: &Estimate, height: impl Fn(f64) -> f64) -> Self {
        Self {
            x,
            y: height(estimate.value),
            ends: estimate.interval.map(|(l, h)| (height(l), height(h))),
        }
    }
}

struct Drawn {
    points: Vec<Spot>,
    limit: Option<Spot>,
}

impl Drawn {
    /// A band over neighbours with intervals, an upright line for lone points.
    fn interval(&self, scene: &mut Scene, colour: Colour, strength: f64) {
        for run in self.points.split(|s| s.ends.is_none()) {
            if let [spot] = run {
                spot.whisker(scene, colour);
                continue;
            }
            let ends = |s: &Spot| s.ends.unwrap_or((s.y, s.y));
            let lower = run.iter().map(|s| (s.x, ends(s).0));
            let upper = run.iter().rev().map(|s| (s.x, ends(s).1));
            scene.area(lower.chain(upper).collect(), colour.alpha(strength));
        }
        if let Some(limit) = &self.limit {
            limit.whisker(scene, colour);
        }
    }

    fn stroke(&self, scene: &mut Scene, look: &Look) {
        let colour = look.colour;
        let points: Vec<_> = self.points.iter().map(|s| (s.x, s.y)).collect();
        match look.dash {
            Some(dash) => scene.dashed(&points, colour, 2.0, dash),
            None => scene.line(&points, colour, 2.0),
        }
        if let (Some(last), Some(limit)) = (self.points.last(), &self.limit) {
            let bridge = [(last.x, last.y), (limit.x, limit.y)];
            scene.dashed(&bridge, colour.alpha(0.7), 1.3, (2.0, 3.0));
        }
    }
}

impl Spot {
    fn whisker(&self, scene: &mut Scene, colour: Colour) {
        if let Some((low, high)) = self.ends {
            let (x, faint) = (self.x, colour.alpha(0.75));
            scene.line(&[(x, low), (x, high)], faint, 1.5);
            for end in [low, high] {
                scene.line(&[(x - 4.0, end), (x + 4.0, end)], faint, 1.5);
            }
        }
    }
}
