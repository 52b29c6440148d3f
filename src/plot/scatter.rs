//! Dots over two numbers, such as what was found over what was to be expected.

use super::axis::{Fitted, check, check_estimate};
use super::header::{LYING_ROOM, MARGIN, Pane, SMALL, header, lying_axis, tick_room, upright_axis};
use super::palette::{AXIS, Colour, GREY, INK, MESH, PALE, Side, WHITE};
use super::scene::{Scene, label};
use super::{Axis, Estimate, PlotError, text};

/// Dots with upright intervals.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scatter {
    /// The title.
    pub title: String,
    /// What a reader must know.
    pub note: String,
    /// The lying axis.
    pub x: Axis,
    /// The upright axis.
    pub y: Axis,
    /// The dots; later ones cover earlier ones.
    pub dots: Vec<Dot>,
    /// What the colours mean, in the order of the legend; empty for no legend.
    pub sides: Vec<(Side, String)>,
    /// The name of the line of equal numbers; empty for no line.
    pub diagonal: String,
    /// A band behind the dots: x, low, high from left to right; may be empty.
    pub band: Vec<(f64, f64, f64)>,
    /// The name of the place below all numbers, for dots without one.
    pub missing: String,
}

/// A dot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dot {
    /// Its number on the lying axis.
    pub x: f64,
    /// Its number on the upright axis; `None` puts it into the place below.
    pub y: Option<Estimate>,
    /// Its colour.
    pub side: Side,
}

/// More dots than this are drawn small, and without their intervals, which would
/// hide them.
const MANY: usize = 300;

/// The height of the place below the numbers, and of the gap above it.
const BELOW: (f64, f64) = (24.0, 8.0);

impl Scatter {
    fn check(&self) -> Result<(), PlotError> {
        for (i, dot) in self.dots.iter().enumerate() {
            let place = || format!("dot {}", i + 1);
            check(dot.x, place)?;
            if let Some(y) = &dot.y {
                check_estimate(y, place)?;
            }
        }
        for (x, low, high) in &self.band {
            for value in [x, low, high] {
                check(*value, || "the band".into())?;
            }
        }
        if self.dots.is_empty() {
            return Err(PlotError::Empty("there is no dot"));
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
        let floor = (height - LYING_ROOM - 6.0).max(top + 80.0);
        let missing = self.dots.iter().any(|d| d.y.is_none());
        let bottom = if missing {
            floor - BELOW.0 - BELOW.1
        } else {
            floor
        };

        let found = self.dots.iter().filter_map(|d| d.y);
        let numbers = found.flat_map(|y| y.numbers().collect::<Vec<f64>>());
        let y = self.y.fitted(numbers, bottom - top).or_else(|e| match e {
            // Nothing but missing numbers: any axis does.
            PlotError::Empty(_) => self.y.fitted([0.5, 1.0], bottom - top),
            other => Err(other),
        })?;
        let name_room = text::width(&self.missing, SMALL, false).min(100.0);
        let ticks_room = tick_room(&y).max(if missing { name_room } else { 0.0 });
        let left = MARGIN + 26.0 + ticks_room;
        let right = (width - MARGIN - 8.0).max(left + 40.0);
        let pane = Pane {
            left,
            top,
            right,
            bottom,
        };
        let x = self.x.fitted(self.dots.iter().map(|d| d.x), pane.width())?;
        let upright = |scene: &mut Scene, value: f64, colour: Colour| {
            let at = pane.x(&x, value);
            scene.line(&[(at, top), (at, floor)], colour, 1.0);
        };
        for value in &x.minor {
            upright(&mut scene, *value, PALE);
        }
        for (value, _) in &x.ticks {
            upright(&mut scene, *value, MESH);
        }
        upright_axis(&mut scene, &pane, &y, &self.y.label);
        if missing {
            scene.rect([left, bottom + BELOW.1, right, floor], PALE);
            let name = text::elide(&text::clean(&self.missing), SMALL, false, name_room);
            let at = (left - 7.0, floor - BELOW.0 / 2.0);
            scene.text_at_middle(at, label(&name, SMALL).end().colour(GREY));
        }
        self.draw_band(&mut scene, &pane, (&x, &y));
        let ticks: Vec<_> = x
            .ticks
            .iter()
            .map(|(v, t)| (pane.x(&x, *v), t.clone()))
            .collect();
        lying_axis(
            &mut scene,
            &Pane {
                bottom: floor,
                ..pane
            },
            &ticks,
            &self.x.label,
        );
        let diagonal = self.line(&mut scene, &pane, (&x, &y));

        // Many dots: small and faint, so that none hides the others.
        let many = self.dots.len() > MANY;
        let radius = if many { 2.2 } else { 3.4 };
        for dot in &self.dots {
            let at = pane.x(&x, dot.x);
            if let Some((low, high)) = dot.y.and_then(|y| y.interval).filter(|_| !many) {
                let ends = [(at, pane.y(&y, low)), (at, pane.y(&y, high))];
                scene.line(&ends, dot.side.colour().alpha(0.45), 1.2);
            }
        }
        for dot in &self.dots {
            let at = pane.x(&x, dot.x);
            let colour = dot.side.colour();
            match dot.y {
                Some(found) => {
                    let at = (at, pane.y(&y, found.value));
                    scene.disc(at, radius + 0.8, WHITE);
                    scene.disc(at, radius, colour);
                }
                None => {
                    let at = (at, floor - BELOW.0 / 2.0);
                    scene.disc(at, radius, colour.alpha(0.6));
                }
            }
        }
        if let Some(end) = diagonal {
            self.name_line(&mut scene, &pane, end);
        }
        Ok(scene)
    }

    /// The band as far as it lies within the axes.
    fn draw_band(&self, scene: &mut Scene, pane: &Pane, (x, y): (&Fitted, &Fitted)) {
        let points = || self.band.iter().filter(|(at, ..)| x.holds(*at));
        let low = points().map(|&(at, low, _)| (pane.x(x, at), pane.y(y, low)));
        let high = points().map(|&(at, _, high)| (pane.x(x, at), pane.y(y, high)));
        scene.area(low.chain(high.rev()).collect(), AXIS.alpha(0.28));
    }

    /// The line of equal numbers; a point near its upper end. None if it has no
    /// name.
    fn line(
        &self,
        scene: &mut Scene,
        pane: &Pane,
        (x, y): (&Fitted, &Fitted),
    ) -> Option<(f64, f64)> {
        if self.diagonal.is_empty() {
            return None;
        }
        // As many points as the axes may bend.
        let points: Vec<(f64, f64)> = (0..=200)
            .map(|i| x.value(f64::from(i) / 200.0))
            .filter(|v| y.holds(*v))
            .map(|v| (pane.x(x, v), pane.y(y, v)))
            .collect();
        scene.dashed(&points, GREY, 1.5, (7.0, 4.0));
        points.get(points.len() * 15 / 16).copied()
    }

    /// The name of the line beside a point of it, on a ground of its own: dots may
    /// lie there.
    fn name_line(&self, scene: &mut Scene, pane: &Pane, (at, height): (f64, f64)) {
        let name = text::elide(&text::clean(&self.diagonal), SMALL, false, 160.0);
        let shown = label(&name, SMALL).end().colour(INK);
        let (right, line) = (at - 18.0, height.max(pane.top + 12.0));
        let ground = [
            right - shown.width() - 4.0,
            line - 11.0,
            right + 4.0,
            line + 5.0,
        ];
        scene.rounded(ground, 3.0, WHITE.alpha(0.85));
        scene.text((right, line), shown);
    }

    fn legend(&self, scene: &mut Scene, top: f64) -> f64 {
        let y = top + 2.0;
        let mut x = MARGIN;
        for (side, name) in &self.sides {
            let room = (scene.width - MARGIN - x - 18.0).max(20.0);
            let name = text::elide(&text::clean(name), SMALL, false, room.min(180.0));
            let shown = label(&name, SMALL);
            scene.disc((x + 6.0, y), 4.0, side.colour());
            let wide = shown.width();
            scene.text_at_middle((x + 16.0, y), shown);
            x += wide + 38.0;
        }
        y + 16.0
    }
}
