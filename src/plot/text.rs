//! The embedded font: widths of texts, and fitting texts into widths.

use std::sync::OnceLock;

use plotters::style::{FontDesc, FontFamily, FontStyle, register_font};

/// The embedded font's name with fallbacks, as SVG files state it.
pub(super) const FAMILY: &str = "DejaVu Sans, Verdana, sans-serif";

/// The font's line height (ascent + descent) in em; the rasteriser sizes fonts
/// by it.
pub(super) const LINE: f64 = 2384.0 / 2048.0;

static NORMAL: &[u8] = include_bytes!("font/DejaVuSans.ttf");
static BOLD: &[u8] = include_bytes!("font/DejaVuSans-Bold.ttf");

/// Makes the embedded font known to plotters; false if it cannot be read.
pub(super) fn register() -> bool {
    static DONE: OnceLock<bool> = OnceLock::new();
    *DONE.get_or_init(|| {
        [
            (FontStyle::Normal, NORMAL),
            (FontStyle::Bold, BOLD),
            (FontStyle::Italic, NORMAL),
            (FontStyle::Oblique, NORMAL),
        ]
        .into_iter()
        .all(|(style, bytes)| register_font(FAMILY, style, bytes).is_ok())
    })
}

/// The style of the bold or the normal face.
pub(super) fn style(bold: bool) -> FontStyle {
    if bold {
        FontStyle::Bold
    } else {
        FontStyle::Normal
    }
}

/// The width of a text in pixels; `em` is the font size in pixels.
pub(super) fn width(text: &str, em: f64, bold: bool) -> f64 {
    const MEASURED: f64 = 1000.0;
    register();
    let font = FontDesc::new(FontFamily::Name(FAMILY), MEASURED * LINE, style(bold));
    match font.layout_box(text) {
        Ok((_, (w, _))) => f64::from(w) * em / MEASURED,
        // Only without a font: a wide guess.
        Err(_) => text.chars().count() as f64 * em * 0.7,
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

/// Breaks a text at blanks into lines of at most `room` pixels; words that are
/// longer stand alone.
fn wrap(text: &str, em: f64, bold: bool, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
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
