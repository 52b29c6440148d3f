//! What all charts share: the title block, the mesh and the axes.

use super::axis::Fitted;
use super::palette::{AXIS, GREY, INK, MESH};
use super::scene::{Scene, label};
use super::text;

/// The blank border of a picture, in pixels.
pub(super) const MARGIN: f64 = 16.0;

/// The font size of tick labels and legends.
pub(super) const SMALL: f64 = 12.0;

/// Draws the title and the note below it; returns the height they take.
pub(super) fn header(scene: &mut Scene, title: &str, note: &str) -> f64 {
    let room = scene.width - 2.0 * MARGIN;
    let mut y = MARGIN - 4.0;
    for (words, em, least, bold, most, colour) in [
        (title, 17.0, 12.0, true, 2, INK),
        (note, 12.0, 10.0, false, 4, GREY),
    ] {
        let (lines, em) = text::fit(&text::clean(words), em, least, bold, room, most);
        for line in lines {
            y += em * 1.3;
            let shown = label(&line, em).colour(colour);
            scene.text((MARGIN, y), if bold { shown.bold() } else { shown });
        }
        y += 2.0;
    }
    y + 14.0
}

/// The rectangle that data are drawn in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pane {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Pane {
    pub fn width(&self) -> f64 {
        self.right - self.left
    }

    pub fn height(&self) -> f64 {
        self.bottom - self.top
    }

    pub fn x(&self, axis: &Fitted, value: f64) -> f64 {
        self.left + axis.share(value) * self.width()
    }

    pub fn y(&self, axis: &Fitted, value: f64) -> f64 {
        self.bottom - axis.share(value) * self.height()
    }
}

/// The room that the labels of an upright axis take.
pub(super) fn tick_room(axis: &Fitted) -> f64 {
    let widths = axis.ticks.iter().map(|(_, t)| text::width(t, SMALL, false));
    widths.fold(0.0, f64::max)
}

/// Draws the lines and labels of an upright axis and its name, which reads
/// upwards at the picture's left edge.
pub(super) fn upright_axis(scene: &mut Scene, pane: &Pane, axis: &Fitted, name: &str) {
    for (value, shown) in &axis.ticks {
        let y = pane.y(axis, *value);
        scene.line(&[(pane.left, y), (pane.right, y)], MESH, 1.0);
        let shown = label(shown, SMALL).end().colour(GREY);
        scene.text_at_middle((pane.left - 7.0, y), shown);
    }
    let (lines, em) = text::fit(&text::clean(name), 13.0, 10.0, false, pane.height(), 1);
    for line in lines {
        let middle = (pane.top + pane.bottom) / 2.0;
        let shown = label(&line, em).middle().upwards();
        scene.text((MARGIN + 11.0, middle), shown);
    }
}

/// Draws the labels of a lying axis that have room, ticks and its name. `ticks`
/// are places with texts, from left to right.
pub(super) fn lying_axis(scene: &mut Scene, pane: &Pane, ticks: &[(f64, String)], name: &str) {
    scene.line(
        &[(pane.left, pane.bottom), (pane.right, pane.bottom)],
        AXIS,
        1.2,
    );
    let every = thinning(ticks);
    for (x, shown) in ticks.iter().step_by(every) {
        scene.line(&[(*x, pane.bottom), (*x, pane.bottom + 4.0)], AXIS, 1.0);
        let shown = label(shown, SMALL).middle().colour(GREY);
        scene.text((*x, pane.bottom + 18.0), shown);
    }
    let (lines, em) = text::fit(&text::clean(name), 13.0, 10.0, false, pane.width(), 1);
    for line in lines {
        let middle = (pane.left + pane.right) / 2.0;
        scene.text((middle, pane.bottom + 38.0), label(&line, em).middle());
    }
}

/// The room below a pane for its lying axis.
pub(super) const LYING_ROOM: f64 = 46.0;

/// Show every how manyth label, so that none touches the next.
fn thinning(ticks: &[(f64, String)]) -> usize {
    let half = |t: &String| text::width(t, SMALL, false) / 2.0;
    let fits = |every: usize| {
        let kept: Vec<_> = ticks.iter().step_by(every).collect();
        kept.windows(2)
            .all(|p| p[0].0 + half(&p[0].1) + 8.0 <= p[1].0 - half(&p[1].1))
    };
    [1, 2, 3, 5, 10, 20, 50, 100, 200, 500]
        .into_iter()
        .find(|&n| fits(n))
        .unwrap_or(ticks.len().max(1))
}
