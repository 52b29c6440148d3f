//! Scenes as SVG and PNG, through the backends of plotters.

use plotters::backend::{BitMapBackend, DrawingBackend, SVGBackend};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{
    Color, FontDesc, FontFamily, FontStyle, FontTransform, RGBAColor, RGBColor, ShapeStyle,
    TextStyle,
};

use super::PlotError;
use super::palette::Colour;
use super::scene::{Align, Scene, Shape, Text};
use super::text;

/// SVG coordinates are whole numbers: tenths of a pixel.
const SVG_GRAIN: f64 = 10.0;

/// PNG pixels are averages of 4 x 4 painted ones, of fewer in huge pictures.
const PNG_GRAIN: u32 = 4;

/// Painted pixels of a PNG at most (3 bytes each).
const MOST_PAINTED: u64 = 120_000_000;

/// The scene as an SVG document.
pub(super) fn svg(scene: &Scene) -> Result<String, PlotError> {
    let (width, height) = size(scene);
    let grain = SVG_GRAIN as u32;
    let mut text = String::new();
    let mut backend = SVGBackend::with_string(&mut text, (width * grain, height * grain));
    paint(scene, &mut backend, SVG_GRAIN, svg_text)?;
    drop(backend);
    // The first line is the backend's own: the same view, shown ten times smaller.
    let body = text.split_once('\n').map_or("", |(_, body)| body);
    Ok(format!(
        "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {} {}\" \
         role=\"img\" xmlns=\"http://www.w3.org/2000/svg\">\n<title>{}</title>\n{body}",
        width * grain,
        height * grain,
        escaped(&scene.title)
    ))
}

/// The scene as a PNG file.
pub(super) fn png(scene: &Scene) -> Result<Vec<u8>, PlotError> {
    let (width, height) = size(scene);
    let pixels = u64::from(width) * u64::from(height);
    let grain = (1..=PNG_GRAIN)
        .rev()
        .find(|g| pixels * u64::from(g * g) <= MOST_PAINTED)
        .ok_or(PlotError::Size { width, height })?;
    let painted = (width * grain, height * grain);
    let mut fine = vec![0u8; painted.0 as usize * painted.1 as usize * 3];
    let mut backend = BitMapBackend::with_buffer(&mut fine, painted);
    paint(scene, &mut backend, f64::from(grain), bitmap_text)?;
    drop(backend);
    let pixels = averaged(&fine, width as usize, height as usize, grain as usize);
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Best);
    encoder.set_filter(png::FilterType::Paeth);
    encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&pixels))
        .map_err(failed)?;
    Ok(file)
}

fn size(scene: &Scene) -> (u32, u32) {
    let whole = |length: f64| length.round().clamp(1.0, 100_000.0) as u32;
    (whole(scene.width), whole(scene.height))
}

/// Every pixel as the mean of `grain` x `grain` painted ones.
fn averaged(fine: &[u8], width: usize, height: usize, grain: usize) -> Vec<u8> {
    let stride = width * grain * 3;
    let area = (grain * grain) as u32;
    let mut pixels = Vec::with_capacity(width * height * 3);
    let mut sums = vec![0u32; width * 3];
    for band in fine.chunks_exact(stride * grain) {
        sums.fill(0);
        for row in band.chunks_exact(stride) {
            for (pixel, sum) in row.chunks_exact(3 * grain).zip(sums.chunks_exact_mut(3)) {
                for rgb in pixel.chunks_exact(3) {
                    for (s, &c) in sum.iter_mut().zip(rgb) {
                        *s += u32::from(c);
                    }
                }
            }
        }
        pixels.extend(sums.iter().map(|s| ((s + area / 2) / area) as u8));
    }
    pixels
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

fn rgba(colour: Colour) -> RGBAColor {
    let (r, g, b) = colour.rgb;
    RGBColor(r, g, b).mix(colour.alpha)
}

/// Draws a text: where it belongs depends on the backend.
type DrawText<B> = fn(&mut B, &Text, f64) -> Result<(), PlotError>;

/// What a backend says when it fails.
fn failed(error: impl std::fmt::Display) -> PlotError {
    PlotError::Backend(error.to_string())
}

fn paint<B: DrawingBackend>(
    scene: &Scene,
    backend: &mut B,
    grain: f64,
    draw_text: DrawText<B>,
) -> Result<(), PlotError> {
    // Nothing is painted far outside, whatever the numbers: the rasteriser
    // walks along every line.
    let limit = 2.0 * scene.width.max(scene.height) * grain;
    let whole = |length: f64| (length * grain).round().clamp(-limit, limit) as i32;
    let at = |&(x, y): &(f64, f64)| (whole(x), whole(y));
    let style = |colour: Colour| ShapeStyle::from(&rgba(colour)).filled();
    let (width, height) = backend.get_size();
    let ground = (width as i32, height as i32);
    let white = style(super::palette::WHITE);
    backend
        .draw_rect((0, 0), ground, &white, true)
        .map_err(failed)?;
    for shape in &scene.shapes {
        match shape {
            Shape::Line {
                points,
                colour,
                width,
            } => {
                let width = (width * grain).round().max(1.0) as u32;
                let style = style(*colour).stroke_width(width);
                backend.draw_path(points.iter().map(at), &style)
            }
            Shape::Area { points, colour } => {
                backend.fill_polygon(points.iter().map(at), &style(*colour))
            }
            Shape::Rect { sides, colour } => {
                let [left, top, right, bottom] = sides.map(whole);
                backend.draw_rect((left, top), (right, bottom), &style(*colour), true)
            }
            Shape::Disc {
                at: middle,
                radius,
                colour,
            } => {
                let radius = whole(*radius).max(1) as u32;
                backend.draw_circle(at(middle), radius, &style(*colour), true)
            }
            Shape::Text(text) => {
                draw_text(backend, text, grain)?;
                Ok(())
            }
        }
        .map_err(failed)?;
    }
    backend.present().map_err(failed)
}

/// The reader's program aligns the text, whatever font it has. The backend
/// writes a font size of `size / 1.24`, and centred texts half an x-height
/// (0.2735 em in DejaVu Sans) below the position.
fn svg_text(backend: &mut SVGBackend<'_>, text: &Text, grain: f64) -> Result<(), PlotError> {
    let em = (text.em * grain * 10.0).round() / 10.0;
    let align = match text.align {
        Align::Start => HPos::Left,
        Align::Middle => HPos::Center,
        Align::End => HPos::Right,
    };
    let weight = if text.bold {
        FontStyle::Bold
    } else {
        FontStyle::Normal
    };
    let turned = if text.upwards {
        FontTransform::Rotate270
    } else {
        FontTransform::None
    };
    let font = FontDesc::new(FontFamily::Name(text::FAMILY), em * 1.24, weight);
    let mut style = TextStyle::from(font.transform(turned)).pos(Pos::new(align, VPos::Center));
    style.color = rgba(text.colour).to_backend_color();
    let lift = 0.2735 * em;
    let (x, y) = (text.at.0 * grain, text.at.1 * grain);
    let (x, y) = if text.upwards {
        (x - lift, y)
    } else {
        (x, y - lift)
    };
    let at = (x.round() as i32, y.round() as i32);
    backend.draw_text(&text.text, &style, at).map_err(failed)
}

/// Plotters sets letters without their side bearings, so we set them ourselves.
fn bitmap_text(backend: &mut BitMapBackend<'_>, text: &Text, grain: f64) -> Result<(), PlotError> {
    let (x, y) = (text.at.0 * grain, text.at.1 * grain);
    let shift = text.shift() * grain;
    let (width, height) = backend.get_size();
    let mut outcome = Ok(());
    text::rasterise(&text.text, text.em * grain, text.bold, |dx, dy, covered| {
        let (dx, dy) = (f64::from(dx) - shift, f64::from(dy));
        let (x, y) = if text.upwards {
            (x + dy, y - dx)
        } else {
            (x + dx, y + dy)
        };
        let (x, y) = (x.round() as i32, y.round() as i32);
        let inside = (0..width as i32).contains(&x) && (0..height as i32).contains(&y);
        if inside && outcome.is_ok() {
            let colour = text.colour.alpha(text.colour.alpha * covered);
            let colour = rgba(colour).to_backend_color();
            outcome = backend.draw_pixel((x, y), colour).map_err(failed);
        }
    });
    outcome
}
