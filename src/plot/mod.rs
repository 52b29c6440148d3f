//! Charts and boards as SVG and PNG.
//!
//! A figure is a plain model of what it shows ([`Curve`], [`HeatMap`], [`Bars`],
//! [`Ranking`], [`Scatter`], [`Board`], [`Strip`], [`Pattern`]); [`save`] writes it, [`svg`] and [`png()`]
//! give the bytes. Pictures need no font of the system (a small one is
//! embedded), use colours that colour-blind readers can tell apart, and are the
//! same bytes whenever the model is the same. [`source`] reads files into models;
//! [`terminal`] draws boards as text.
//!
//! ```
//! use sowlab::plot::{self, Axis, Curve, Estimate, Figure, Series, Size};
//!
//! let curve = Curve {
//!     title: "Hit rate on Sowing".into(),
//!     x: Axis::log("games"),
//!     y: Axis::share("hit rate"),
//!     series: vec![Series {
//!         name: "manhattan, k = 5".into(),
//!         points: vec![
//!             (10.0, Estimate::between(0.42, 0.38, 0.46)),
//!             (100.0, Estimate::between(0.61, 0.58, 0.64)),
//!         ],
//!         ..Series::default()
//!     }],
//!     ..Curve::default()
//! };
//! let picture = plot::svg(&Figure::Curve(curve), Size::default())?;
//! assert!(picture.starts_with("<svg width=\"800\" height=\"500\""));
//! # Ok::<(), sowlab::plot::PlotError>(())
//! ```

mod axis;
mod bars;
mod board;
mod curve;
mod grid;
mod header;
mod heat;
mod paint;
mod palette;
mod pattern;
mod pieces;
mod place;
mod ranking;
mod scatter;
mod scene;
pub mod source;
mod spread;
mod strip;
pub mod terminal;
mod text;

pub use axis::{Axis, Estimate, Scale};
pub use bars::{BarSeries, Bars};
pub use board::{Arrow, Board, Mark};
pub use curve::{Curve, Reference, Series, Style};
pub use heat::HeatMap;
pub use palette::Side;
pub use pattern::{Field, Need, Pattern, Trail};
pub use ranking::{RankedRow, Ranking};
pub use scatter::{Dot, Scatter};
pub use strip::{Frame, Strip};

use std::path::Path;

use crate::output::{WriteError, write_bytes};
use scene::Scene;

/// Anything that can be drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Figure {
    /// Curves with intervals over a number.
    Curve(Curve),
    /// A table of numbers as colours.
    HeatMap(HeatMap),
    /// Upright bars: histograms and comparisons.
    Bars(Bars),
    /// Lying bars with long names, the largest first.
    Ranking(Ranking),
    /// Dots over two numbers.
    Scatter(Scatter),
    /// One position.
    Board(Board),
    /// The positions of a game.
    Strip(Strip),
    /// One way in which a feature can be active.
    Pattern(Pattern),
}

/// The size of a picture in pixels, 200 to 4000 each. Charts are 800 x 500
/// unless told otherwise; boards and strips are as large as they need and are
/// enlarged or reduced to a given width or height.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// The width.
    pub width: Option<u32>,
    /// The height.
    pub height: Option<u32>,
}

/// The smallest and the largest width and height of a chart, in pixels.
pub const SIDES: std::ops::RangeInclusive<u32> = 200..=4000;

/// Why a picture could not be made.
#[derive(Debug, thiserror::Error)]
pub enum PlotError {
    /// There is nothing to draw.
    #[error("nothing to draw: {0}")]
    Empty(&'static str),
    /// A number that cannot be drawn.
    #[error("{place}: {value} cannot be drawn: expected {expected}")]
    Value {
        /// Which number it is.
        place: String,
        /// The number.
        value: f64,
        /// What it should be.
        expected: &'static str,
    },
    /// A model that contradicts itself.
    #[error("{0}")]
    Shape(String),
    /// A picture that is too small or too large.
    #[error("a picture of {width} x {height} pixels: expected {} to {} each", SIDES.start(), SIDES.end())]
    Size {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
    },
    /// A file name that names no kind of picture.
    #[error("{0}: expected a name that ends in .svg or .png")]
    Ending(String),
    /// The drawing library failed.
    #[error("drawing failed: {0}")]
    Backend(String),
    /// The file could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// The kinds of picture files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Scalable Vector Graphics.
    Svg,
    /// Portable Network Graphics.
    Png,
}

impl FileKind {
    /// The kind that a file name asks for by its ending, in any case.
    ///
    /// # Errors
    /// Another ending, or none.
    pub fn of(path: &Path) -> Result<Self, PlotError> {
        let ending = path.extension().and_then(|e| e.to_str()).unwrap_or("");
        match ending.to_ascii_lowercase().as_str() {
            "svg" => Ok(FileKind::Svg),
            "png" => Ok(FileKind::Png),
            _ => Err(PlotError::Ending(path.display().to_string())),
        }
    }
}

/// Draws a figure into a file, SVG or PNG by the name's ending, whole or not at
/// all. Returns the SHA-256 of the file in hexadecimal.
///
/// # Errors
/// See [`PlotError`].
pub fn save(path: &Path, figure: &Figure, size: Size) -> Result<String, PlotError> {
    let bytes = match FileKind::of(path)? {
        FileKind::Svg => svg(figure, size)?.into_bytes(),
        FileKind::Png => png(figure, size)?,
    };
    Ok(write_bytes(path, &bytes)?)
}

/// The figure as an SVG document.
///
/// # Errors
/// The model cannot be drawn.
pub fn svg(figure: &Figure, size: Size) -> Result<String, PlotError> {
    paint::svg(&scene(figure, size)?)
}

/// The figure as a PNG file.
///
/// # Errors
/// The model cannot be drawn.
pub fn png(figure: &Figure, size: Size) -> Result<Vec<u8>, PlotError> {
    paint::png(&scene(figure, size)?)
}

fn scene(figure: &Figure, size: Size) -> Result<Scene, PlotError> {
    let asked = |side: Option<u32>| side.is_none_or(|s| SIDES.contains(&s));
    if !asked(size.width) || !asked(size.height) {
        return Err(PlotError::Size {
            width: size.width.unwrap_or(CHART.0),
            height: size.height.unwrap_or(CHART.1),
        });
    }
    let width = f64::from(size.width.unwrap_or(CHART.0));
    let height = |usual: f64| size.height.map_or(usual, f64::from);
    let chart = f64::from(CHART.1);
    match figure {
        Figure::Curve(curve) => curve.scene(width, height(chart)),
        Figure::HeatMap(map) => map.scene(width, height(map.usual_height())),
        Figure::Bars(bars) => bars.scene(width, height(chart)),
        Figure::Ranking(ranking) => ranking.scene(width, height(ranking.usual_height())),
        Figure::Scatter(scatter) => scatter.scene(width, height(width * 0.8)),
        Figure::Board(board) => Ok(sized(board.scene()?, size)),
        Figure::Strip(strip) => Ok(sized(strip.scene()?, size)),
        Figure::Pattern(pattern) => Ok(sized(pattern.scene()?, size)),
    }
}

/// The usual size of a chart.
const CHART: (u32, u32) = (800, 500);

/// A drawing of its own size, brought to a width or into a height.
fn sized(scene: Scene, size: Size) -> Scene {
    let width = size.width.map(|w| f64::from(w) / scene.width);
    let height = size.height.map(|h| f64::from(h) / scene.height);
    let factor = match (width, height) {
        (Some(w), Some(h)) => w.min(h),
        (Some(f), None) | (None, Some(f)) => f,
        (None, None) => return scene,
    };
    scene.scaled(factor)
}

#[cfg(test)]
mod tests;
