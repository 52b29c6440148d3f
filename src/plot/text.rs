//! The embedded font: widths of texts, and fitting texts into widths.

use std::sync::OnceLock;

use ab_glyph::{Font, FontRef, PxScale, point};

/// The embedded font's name with fallbacks, as SVG files state it.
pub(super) const FAMILY: &str = "DejaVu Sans, Verdana, sans-serif";

static NORMAL: &[u8] = include_bytes!("font/DejaVuSans.ttf");
static BOLD: &[u8] = include_bytes!("font/DejaVuSans-Bold.ttf");

/// The embedded font; `None` if it cannot be read.
fn font(bold: bool) -> Option<&'static FontRef<'static>> {
    static FONTS: [OnceLock<Option<FontRef<'static>>>; 2] = [OnceLock::new(), OnceLock::new()];
    let bytes = if bold { BOLD } else { NORMAL };
    FONTS[usize::from(bold)]
        .get_or_init(|| FontRef::try_from_slice(bytes).ok())
        .as_ref()
}

/// The width of a text in pixels; `em` is the font size in pixels.
pub(super) fn width(text: &str, em: f64, bold: bool) -> f64 {
    let Some(font) = font(bold) else {
        // Only without a font: a wide guess.
        return text.chars().count() as f64 * em * 0.7;
    };
    text.chars().map(|c| advance(font, c) * em).sum()
}

/// How far a character moves the pen, in em.
fn advance(font: &FontRef<'static>, c: char) -> f64 {
    let units = f64::from(font.units_per_em().unwrap_or(1.0));
    f64::from(font.h_advance_unscaled(font.glyph_id(c))) / units
}

/// Rasterises a text that starts at (0, 0) on the baseline, y downwards: `dot`
/// gets pixels and how much of each is covered, 0 to 1.
pub(super) fn rasterise(text: &str, em: f64, bold: bool, mut dot: impl FnMut(i32, i32, f64)) {
    let Some(font) = font(bold) else { return };
    // The rasteriser's scale is the line height.
    let line = font.height_unscaled() / font.units_per_em().unwrap_or(1.0);
    let scale = PxScale::from(em as f32 * line);
    let mut pen = 0.0;
    for c in text.chars() {
        let at = point((pen * em) as f32, 0.0);
        let glyph = font.glyph_id(c).with_scale_and_position(scale, at);
        if let Some(outline) = font.outline_glyph(glyph) {
            let corner = outline.px_bounds().min;
            outline.draw(|x, y, covered| {
                let (x, y) = (x as i32 + corner.x as i32, y as i32 + corner.y as i32);
                dot(x, y, f64::from(covered).clamp(0.0, 1.0));
            });
        }
        pen += advance(font, c);
    }
}

/// The text, or as much of its beginning as fits, with "…".
pub(super) fn elide(text: &str, em: f64, bold: bool, room: f64) -> String {
    if width(text, em, bold) <= room {
        return text.to_string();
    }
    let chars: Vec<char> = text.chars().collect();
    // The longest beginning that fits, by bisection: widths grow with length.
    let (mut fits, mut fails) = (0, chars.len());
    while fits + 1 < fails {
        let half = (fits + fails) / 2;
        let short: String = chars[..half].iter().chain(&['…']).collect();
        if width(&short, em, bold) <= room {
            fits = half;
        } else {
            fails = half;
        }
    }
    let short: String = chars[..fits].iter().collect();
    format!("{}…", short.trim_end())
}

/// Breaks a text at plain blanks into lines of at most `room` pixels; words that are
/// longer stand alone.
fn wrap(text: &str, em: f64, bold: bool, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    // Only plain blanks: the others hold together what belongs together.
    for word in text.split(' ').filter(|w| !w.is_empty()) {
        if let Some(line) = lines.last_mut() {
            let longer = format!("{line} {word}");
            if width(&longer, em, bold) <= room {
                *line = longer;
                continue;
            }
        }
        lines.push(word.to_string());
    }
    lines
}

/// Lines that fit into `room` pixels: wrapped at `em`, in smaller type (down to
/// `least`) if there would be more than `most` lines, cut with "…" if that does
/// not help either. Returns the lines and their font size.
pub(super) fn fit(
    text: &str,
    em: f64,
    least: f64,
    bold: bool,
    room: f64,
    most: usize,
) -> (Vec<String>, f64) {
    let mut size = em;
    loop {
        let lines = wrap(text, size, bold, room);
        let wide = lines.iter().any(|l| width(l, size, bold) > room);
        if lines.len() <= most && !wide {
            return (lines, size);
        }
        if size - 1.0 < least {
            let mut kept = lines;
            if kept.len() > most {
                let rest = kept.split_off(most - 1).join(" ");
                kept.push(rest);
            }
            let cut = |l: &String| elide(l, size, bold, room);
            return (kept.iter().map(cut).collect(), size);
        }
        size -= 1.0;
    }
}

/// The text without characters that no XML file may hold; line breaks and tabs
/// become blanks.
pub(super) fn clean(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            c if c.is_control() => ' ',
            '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
            c => c,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_the_font() {
        // In the font file, "0" advances 1303 and "M" 1767 of 2048 units.
        assert!((width("0000", 20.48, false) - 4.0 * 13.03).abs() < 0.1);
        assert!((width("M", 20.48, false) - 17.67).abs() < 0.1);
        assert!(width("0", 20.0, true) > width("0", 20.0, false));
        assert_eq!(width("", 20.0, false), 0.0);
    }

    #[test]
    fn letters_are_drawn_where_they_belong() {
        for bold in [false, true] {
            let (mut ink, mut low, mut high) = (0.0, i32::MAX, i32::MIN);
            rasterise("HH", 100.0, bold, |x, y, covered| {
                assert!((-80..=1).contains(&y), "{y}");
                ink += covered;
                if covered > 0.5 {
                    (low, high) = (low.min(x), high.max(x));
                }
            });
            // The bearings on both sides are equal in an H.
            let right = width("HH", 100.0, bold) - f64::from(high + 1);
            assert!((f64::from(low) - right).abs() <= 1.0, "{low} {right}");
            assert!(ink > 2000.0);
        }
        rasterise("\u{4e16} \u{0}", 20.0, false, |_, _, _| {});
    }

    #[test]
    fn fitted_lines_fit() {
        let text = "A title of very many words that nobody would ever read to its end";
        for room in [60.0, 150.0, 400.0, 2000.0] {
            let (lines, size) = fit(text, 17.0, 11.0, true, room, 2);
            assert!(lines.len() <= 2);
            assert!((11.0..=17.0).contains(&size));
            for line in &lines {
                assert!(width(line, size, true) <= room, "{line} in {room}");
            }
        }
        assert_eq!(fit("short", 17.0, 11.0, true, 400.0, 2).0, ["short"]);
        assert!(fit("", 17.0, 11.0, true, 400.0, 2).0.is_empty());
    }

    #[test]
    fn elided_texts_fit_and_say_so() {
        let short = elide("manhattan, k = 5, ties all", 12.0, false, 80.0);
        assert!(short.ends_with('…') && width(&short, 12.0, false) <= 80.0);
        assert_eq!(elide("ok", 12.0, false, 80.0), "ok");
    }
}
