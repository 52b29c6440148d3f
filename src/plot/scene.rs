//! A picture as a list of simple shapes. Charts are laid out once, as a scene;
//! the scene is then painted as SVG or PNG.

use super::palette::{Colour, INK, WHITE};
use super::text;

/// x to the right and y downwards, in pixels.
pub(super) type Point = (f64, f64);

/// Which point of a text stands at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    Start,
    Middle,
    End,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Text {
    /// On the baseline, at the point that `align` names.
    pub at: Point,
    pub text: String,
    /// The font size in pixels.
    pub em: f64,
    pub bold: bool,
    pub align: Align,
    pub colour: Colour,
    /// Turned by a quarter against the clock: it reads upwards.
    pub upwards: bool,
}

/// A text to be placed with [`Scene::text`].
pub(super) fn label(text: &str, em: f64) -> Text {
    Text {
        at: (0.0, 0.0),
        text: text::clean(text),
        em,
        bold: false,
        align: Align::Start,
        colour: INK,
        upwards: false,
    }
}

impl Text {
    pub fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    pub fn align(self, align: Align) -> Self {
        Self { align, ..self }
    }

    pub fn middle(self) -> Self {
        self.align(Align::Middle)
    }

    pub fn end(self) -> Self {
        self.align(Align::End)
    }

    pub fn colour(self, colour: Colour) -> Self {
        Self { colour, ..self }
    }

    pub fn upwards(self) -> Self {
        Self {
            upwards: true,
            ..self
        }
    }

    pub fn width(&self) -> f64 {
        text::width(&self.text, self.em, self.bold)
    }

    /// How far left of (or below, if it reads upwards) its position it starts.
    pub fn shift(&self) -> f64 {
        match self.align {
            Align::Start => 0.0,
            Align::Middle => self.width() / 2.0,
            Align::End => self.width(),
        }
    }

    /// The box around its letters: left, top, right, bottom.
    #[cfg(test)]
    pub fn bounds(&self) -> [f64; 4] {
        let (x, y) = self.at;
        let (up, down) = (0.73 * self.em, 0.2 * self.em);
        let (shift, width) = (self.shift(), self.width());
        if self.upwards {
            [x - up, y + shift - width, x + down, y + shift]
        } else {
            [x - shift, y - up, x - shift + width, y + down]
        }
    }
}

/// A shape; later ones cover earlier ones.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    /// A stroke along points.
    Line {
        points: Vec<Point>,
        colour: Colour,
        width: f64,
    },
    /// A filled polygon.
    Area { points: Vec<Point>, colour: Colour },
    /// A filled rectangle: left, top, right, bottom.
    Rect { sides: [f64; 4], colour: Colour },
    /// A filled circle.
    Disc {
        at: Point,
        radius: f64,
        colour: Colour,
    },
    /// A line of text.
    Text(Text),
}

/// A picture of a size with a white ground.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Scene {
    pub width: f64,
    pub height: f64,
    /// What the picture shows, for readers who cannot see it.
    pub title: String,
    pub shapes: Vec<Shape>,
}

impl Scene {
    pub fn new(width: f64, height: f64, title: &str) -> Self {
        Self {
            width,
            height,
            title: text::clean(title),
            shapes: Vec::new(),
        }
    }

    pub fn line(&mut self, points: &[Point], colour: Colour, width: f64) {
        if points.len() > 1 {
            self.shapes.push(Shape::Line {
                points: points.to_vec(),
                colour,
                width,
            });
        }
    }

    /// A line of dashes: lengths of ink and gap in pixels.
    pub fn dashed(&mut self, points: &[Point], colour: Colour, width: f64, dash: (f64, f64)) {
        let (ink, gap) = (dash.0.max(0.5), dash.1.max(0.5));
        let mut left = ink;
        let mut drawing = true;
        let mut stroke: Vec<Point> = points.first().copied().into_iter().collect();
        for pair in points.windows(2) {
            let ((mut x, mut y), (to_x, to_y)) = (pair[0], pair[1]);
            let mut rest = libm::hypot(to_x - x, to_y - y);
            while rest > left {
                x += (to_x - x) * left / rest;
                y += (to_y - y) * left / rest;
                rest -= left;
                stroke.push((x, y));
                if drawing {
                    self.line(&stroke, colour, width);
                }
                stroke = vec![(x, y)];
                drawing = !drawing;
                left = if drawing { ink } else { gap };
            }
            left -= rest;
            stroke.push((to_x, to_y));
        }
        if drawing {
            self.line(&stroke, colour, width);
        }
    }

    pub fn area(&mut self, points: Vec<Point>, colour: Colour) {
        if points.len() > 2 {
            self.shapes.push(Shape::Area { points, colour });
        }
    }

    /// A filled rectangle: left, top, right, bottom.
    pub fn rect(&mut self, sides: [f64; 4], colour: Colour) {
        self.shapes.push(Shape::Rect { sides, colour });
    }

    /// The outline of a rectangle, the stroke inside it.
    pub fn frame(&mut self, [left, top, right, bottom]: [f64; 4], colour: Colour, width: f64) {
        self.rect([left, top, right, top + width], colour);
        self.rect([left, bottom - width, right, bottom], colour);
        self.rect([left, top + width, left + width, bottom - width], colour);
        self.rect([right - width, top + width, right, bottom - width], colour);
    }

    /// A filled rectangle with round corners.
    pub fn rounded(&mut self, sides: [f64; 4], radius: f64, colour: Colour) {
        let [left, top, right, bottom] = sides;
        let radius = radius.min((right - left) / 2.0).min((bottom - top) / 2.0);
        let corners = [
            (right - radius, top + radius, -0.25),
            (right - radius, bottom - radius, 0.0),
            (left + radius, bottom - radius, 0.25),
            (left + radius, top + radius, 0.5),
        ];
        const STEPS: usize = 8;
        let mut points = Vec::with_capacity(4 * (STEPS + 1));
        for (x, y, turn) in corners {
            for step in 0..=STEPS {
                let part = turn + 0.25 * step as f64 / STEPS as f64;
                let angle = std::f64::consts::TAU * part;
                points.push((x + radius * libm::cos(angle), y + radius * libm::sin(angle)));
            }
        }
        self.area(points, colour);
    }

    pub fn disc(&mut self, at: Point, radius: f64, colour: Colour) {
        self.shapes.push(Shape::Disc { at, radius, colour });
    }

    /// A text with its position on the baseline.
    pub fn text(&mut self, at: Point, text: Text) {
        if !text.text.is_empty() {
            self.shapes.push(Shape::Text(Text { at, ..text }));
        }
    }

    /// A text whose capital letters are centred at a height.
    pub fn text_at_middle(&mut self, at: Point, text: Text) {
        let at = (at.0, at.1 + 0.36 * text.em);
        self.text(at, text);
    }

    /// An arrow from point to point, its head as long as three widths and more.
    pub fn arrow(&mut self, from: Point, to: Point, colour: Colour, width: f64) {
        let length = libm::hypot(to.0 - from.0, to.1 - from.1);
        if length <= 0.0 {
            return;
        }
        let (ux, uy) = ((to.0 - from.0) / length, (to.1 - from.1) / length);
        let head = (width * 5.0).min(length);
        let neck = (to.0 - ux * head, to.1 - uy * head);
        let half = head * 0.5;
        self.line(&[from, neck], colour, width);
        let wings = vec![
            to,
            (neck.0 - uy * half, neck.1 + ux * half),
            (neck.0 + uy * half, neck.1 - ux * half),
        ];
        self.area(wings, colour);
    }

    /// A mark on a curve, one of six forms, with a white rim.
    pub fn marker(&mut self, (x, y): Point, form: usize, colour: Colour) {
        let ring = |r: f64, sides: usize, turn: f64| -> Vec<Point> {
            (0..sides)
                .map(|i| {
                    let angle = std::f64::consts::TAU * (turn + i as f64 / sides as f64);
                    (x + r * libm::cos(angle), y + r * libm::sin(angle))
                })
                .collect()
        };
        for (grow, colour) in [(1.4, WHITE), (0.0, colour)] {
            match form % 6 {
                0 => self.disc((x, y), 3.8 + grow, colour),
                1 => self.area(ring(4.8 + grow * 1.3, 4, 0.125), colour),
                2 => self.area(ring(5.2 + grow * 1.7, 3, -0.25), colour),
                3 => self.area(ring(5.0 + grow * 1.3, 4, 0.0), colour),
                4 => self.area(ring(5.2 + grow * 1.7, 3, 0.25), colour),
                _ => self.area(ring(4.8 + grow * 1.2, 5, -0.25), colour),
            }
        }
    }

    /// The scene at another size, with everything in it.
    pub fn scaled(mut self, factor: f64) -> Self {
        let at = |p: &mut Point| *p = (p.0 * factor, p.1 * factor);
        self.width *= factor;
        self.height *= factor;
        for shape in &mut self.shapes {
            match shape {
                Shape::Line { points, width, .. } => {
                    points.iter_mut().for_each(at);
                    *width *= factor;
                }
                Shape::Area { points, .. } => points.iter_mut().for_each(at),
                Shape::Rect { sides, .. } => sides.iter_mut().for_each(|s| *s *= factor),
                Shape::Disc { at: p, radius, .. } => {
                    at(p);
                    *radius *= factor;
                }
                Shape::Text(text) => {
                    at(&mut text.at);
                    text.em *= factor;
                }
            }
        }
        self
    }
}

/// For tests of layouts: every text lies inside the picture and on no other.
#[cfg(test)]
pub(super) fn assert_readable(scene: &Scene) {
    let texts: Vec<&Text> = scene
        .shapes
        .iter()
        .filter_map(|s| match s {
            Shape::Text(t) => Some(t),
            _ => None,
        })
        .collect();
    for (i, a) in texts.iter().enumerate() {
        let [left, top, right, bottom] = a.bounds();
        assert!(
            left >= -0.5
                && top >= -0.5
                && right <= scene.width + 0.5
                && bottom <= scene.height + 0.5,
            "\"{}\" at {:?} leaves the picture of {} x {}",
            a.text,
            a.bounds(),
            scene.width,
            scene.height
        );
        for b in &texts[..i] {
            let [l, t, r, d] = b.bounds();
            let apart = left >= r - 0.5 || l >= right - 0.5 || top >= d - 0.5 || t >= bottom - 0.5;
            assert!(apart, "\"{}\" covers \"{}\"", a.text, b.text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_go_round_corners_and_keep_their_length() {
        let mut scene = Scene::new(100.0, 100.0, "");
        let path = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)];
        scene.dashed(&path, INK, 1.0, (6.0, 2.0));
        let strokes: Vec<_> = scene
            .shapes
            .iter()
            .map(|s| match s {
                Shape::Line { points, .. } => points.clone(),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(strokes.len(), 3);
        assert_eq!(strokes[0], [(0.0, 0.0), (6.0, 0.0)]);
        assert_eq!(strokes[1], [(8.0, 0.0), (10.0, 0.0), (10.0, 4.0)]);
        assert_eq!(strokes[2], [(10.0, 6.0), (10.0, 10.0)]);
    }

    #[test]
    fn bounds_follow_the_alignment() {
        let mut scene = Scene::new(100.0, 100.0, "");
        scene.text((50.0, 50.0), label("hh", 10.0).end());
        scene.text((50.0, 60.0), label("hh", 10.0).upwards());
        let [Shape::Text(a), Shape::Text(b)] = &scene.shapes[..] else {
            panic!("{:?}", scene.shapes);
        };
        assert_eq!(a.bounds()[2], 50.0);
        assert!((b.bounds()[1] - (60.0 - b.width())).abs() < 1e-9);
    }
}
