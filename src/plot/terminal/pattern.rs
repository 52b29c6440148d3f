//! One way in which a feature can be active, as text.

use super::pieces::{Canvas, MOST, ends};
use super::push;
use crate::feature::State;
use crate::game::{Place, Site};
use crate::plot::pattern::Need;
use crate::plot::pieces::Names;
use crate::plot::{Pattern, PlotError};

/// Columns from place to place and lines from row to row.
const WIDE: f64 = 7.0;
const TALL: f64 = 2.0;

/// The sign of what a site must be.
fn sign(need: Need) -> char {
    match need {
        Need::Must(State::Empty) => '-',
        Need::Must(State::One) => '○',
        Need::Must(State::Two) => '●',
        Need::MustNot(State::Empty) => '+',
        Need::MustNot(State::One) => '◌',
        Need::MustNot(State::Two) => '◍',
    }
}

/// The letters of positions of moves.
const LETTERS: [(&str, char); 4] = [
    ("to", 'T'),
    ("from", 'F'),
    ("last_to", 't'),
    ("last_from", 'f'),
];

/// The board with the anchor in brackets, what sites must be as signs, the move and
/// the last move as letters; then what these mean, and the walks.
///
/// # Errors
/// A site that the board does not have.
pub fn pattern(pattern: &Pattern) -> Result<String, PlotError> {
    pattern.check()?;
    let sites = &pattern.picture.sites;
    let (low, high) = ends(sites.iter().map(|s| s.at.0));
    let (bottom, top) = ends(sites.iter().map(|s| s.at.1));
    let mut out = String::new();
    if high - low <= MOST && top - bottom <= MOST {
        drawing(&mut out, pattern, (low, high), (bottom, top));
    }
    let mut key = vec!["[ ] anchor".to_string()];
    for (name, letter) in LETTERS {
        if pattern.places.iter().any(|p| p.0 == name) {
            key.push(format!("{letter} {name}"));
        }
    }
    let needs = pattern.needs().into_iter();
    key.extend(needs.map(|need| format!("{} {}", sign(need), pattern.named(need))));
    push(&mut out, &key.join("   "));
    let wide = pattern.trails.iter().map(|t| t.name.chars().count());
    let wide = wide.max().unwrap_or(0);
    for trail in &pattern.trails {
        let names = trail.sites.iter().map(|&s| sites[s].label.as_str());
        let mut names: Vec<&str> = names.collect();
        if trail.leaves {
            names.push("off the board");
        }
        push(
            &mut out,
            &format!("{:<wide$}  {}", trail.name, names.join(" → ")),
        );
    }
    Ok(out)
}

fn drawing(
    out: &mut String,
    pattern: &Pattern,
    (low, high): (f64, f64),
    (bottom, top): (f64, f64),
) {
    let picture = &pattern.picture;
    let names = Names::of(picture);
    let indent = names
        .iter()
        .flat_map(|n| &n.rows)
        .map(|(_, name)| name.chars().count() + 2)
        .max()
        .unwrap_or(0);
    let x = |at: f64| indent + 3 + (WIDE * (at - low)).round() as usize;
    let y = |at: f64| 1 + (TALL * (top - at)).round() as usize;
    let mut canvas = Canvas::new(x(high) + 6, y(bottom) + 3);
    let between = WIDE as usize;
    for &(a, b) in &picture.lines {
        let (Some(a), Some(b)) = (picture.sites.get(a), picture.sites.get(b)) else {
            continue;
        };
        let (left, right) = if a.at.0 <= b.at.0 { (a, b) } else { (b, a) };
        let (x, y) = (x(left.at.0), y(left.at.1));
        match (right.at.0 - left.at.0, right.at.1 - left.at.1) {
            (1.0, 0.0) => (1..between).for_each(|i| canvas.put(x + i, y, '─')),
            (0.0, 1.0) => canvas.put(x, y - 1, '│'),
            (0.0, -1.0) => canvas.put(x, y + 1, '│'),
            (1.0, 1.0) => canvas.put(x + between / 2, y - 1, '╱'),
            (1.0, -1.0) => canvas.put(x + between / 2, y + 1, '╲'),
            _ => {}
        }
    }
    for (i, site) in picture.sites.iter().enumerate() {
        let text = cell(pattern, i, site);
        let half = text.chars().count() / 2;
        canvas.write(x(site.at.0) - half, y(site.at.1), &text);
        if names.is_none() {
            let half = site.label.chars().count() / 2;
            canvas.write(
                x(site.at.0).saturating_sub(half),
                y(site.at.1) + 1,
                &site.label,
            );
        }
    }
    if let Some(names) = names {
        for (at, name) in names.rows {
            canvas.write(0, y(at), &format!("{name:>0$}", indent - 2));
        }
        for (at, name) in names.columns {
            canvas.write(x(at), y(bottom) + 2, &name);
        }
    }
    for row in canvas.cells {
        let line: String = row.into_iter().collect();
        if !line.trim().is_empty() {
            push(out, &line);
        }
    }
}

/// What is written at a place: at most its sign and two letters, in brackets.
fn cell(pattern: &Pattern, i: usize, site: &Site) -> String {
    let mut text = String::new();
    let field = pattern.fields.iter().find(|f| f.site == i);
    text.extend(field.map(|f| sign(f.need)));
    for (name, letter) in LETTERS {
        if pattern.places.iter().any(|p| p.0 == name && p.1 == i) {
            text.push(letter);
        }
    }
    if text.is_empty() {
        text.push(match site.place {
            Place::Point => '·',
            _ => '.',
        });
    }
    match i == pattern.anchor {
        true => format!("[{text}]"),
        false => text,
    }
}
