//! Whole games as text.

use super::{Numbered, pieces, push, rows};
use crate::game::{Picture, Place, Player, Site};
use crate::plot::{Frame, Strip};

/// The positions of a game, one a line (boards of several rows take several).
/// Walls part the pots from stores and reserves, and the players' pots; the
/// place where the move started is in brackets.
pub fn strip(strip: &Strip) -> String {
    let number = strip.frames.len().saturating_sub(1).to_string().len();
    let heads: Vec<Vec<String>> = strip.frames.iter().map(heads).collect();
    let words = heads.iter().flatten().map(|h| h.chars().count());
    let room = words.max().unwrap_or(0);
    let seeds = strip.frames.iter().flat_map(|f| &f.picture.sites);
    let wide = seeds.map(|s| s.seeds.to_string().len()).max().unwrap_or(1);
    let mut out = String::new();
    for (i, (frame, heads)) in strip.frames.iter().zip(&heads).enumerate() {
        let lines = lines(&frame.picture, frame.from, wide);
        for r in 0..lines.len().max(heads.len()) {
            let count = if r == 0 { i.to_string() } else { String::new() };
            let head = heads.get(r).map_or("", String::as_str);
            let line = lines.get(r).map_or("", String::as_str);
            push(&mut out, &format!("{count:>number$}  {head:room$} {line}"));
        }
    }
    if !strip.result.is_empty() {
        push(&mut out, &strip.result);
    }
    out
}

/// What stands before a position: the move, and what follows from it.
fn heads(frame: &Frame) -> Vec<String> {
    let played = match frame.played.as_str() {
        "" => "start",
        played => played,
    };
    let mut heads = vec![played.to_string()];
    if !frame.then.is_empty() {
        heads.push(frame.then.clone());
    }
    heads
}

/// The rows of a position from the top, the stores at the ends of the upper row
/// or of the lower, whoever's they are.
fn lines(picture: &Picture, from: Option<usize>, wide: usize) -> Vec<String> {
    if picture.has_pieces() {
        return pieces::rows(picture, from);
    }
    let sites = &picture.sites;
    let cell = |i: usize, site: &Site| {
        let (open, close) = if from == Some(i) {
            ('[', ']')
        } else {
            (' ', ' ')
        };
        format!("{open}{:>wide$}{close}", site.seeds)
    };
    let rows = rows(sites, |s| s.place != Place::Store);
    let row_of = |site: &Site| match site.owner {
        Some(Player::Two) => 0,
        _ => rows.len().saturating_sub(1),
    };
    let column = |row: &[Numbered<'_>]| row.first().map_or(0.0, |n| n.1.at.0);
    let stores = || {
        sites
            .iter()
            .enumerate()
            .filter(|(_, s)| s.place == Place::Store)
    };
    let first = rows.first().map_or(0.0, |r| column(r));
    let mut lines = Vec::new();
    for (r, row) in rows.iter().enumerate() {
        let mut line = String::new();
        let store = |left: bool| -> String {
            let here = stores().filter(|(_, s)| (s.at.0 < first) == left);
            let cells = here.map(|(i, s)| match row_of(s) == r {
                true => cell(i, s),
                false => " ".repeat(wide + 2),
            });
            cells.collect()
        };
        let (left, right) = (store(true), store(false));
        line.push_str(&left);
        if !left.is_empty() {
            line.push('│');
        }
        for (n, &(i, site)) in row.iter().enumerate() {
            let parted = |a: &Site| a.place != site.place || a.owner != site.owner;
            if n > 0 && parted(row[n - 1].1) {
                line.push('│');
            }
            line.push_str(&cell(i, site));
        }
        if !right.is_empty() {
            line.push('│');
        }
        line.push_str(&right);
        lines.push(line);
    }
    if rows.is_empty() {
        lines.push(stores().map(|(i, s)| cell(i, s)).collect());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::super::tests::{kalah, sowing};
    use super::*;

    #[test]
    fn a_strip_says_who_moves_again() {
        let frame = Frame {
            picture: kalah(3),
            played: "South 2".into(),
            then: "South again".into(),
            from: Some(1),
            ..Frame::default()
        };
        let text = strip(&Strip {
            frames: vec![frame],
            ..Strip::default()
        });
        assert_eq!(
            text,
            "0  South 2      0 │ 2  2  2 │\n   South again    │ 2 [2] 2 │ 0\n"
        );
    }

    #[test]
    fn a_strip_is_a_line_for_each_position() {
        let frame = |board: &[u8], played: &str, from| Frame {
            picture: sowing(board, Player::One),
            played: played.into(),
            from,
            ..Frame::default()
        };
        let text = strip(&Strip {
            frames: vec![
                frame(&[2, 2, 2, 2], "", None),
                frame(&[0, 3, 3, 2], "South 0", Some(0)),
            ],
            result: "not finished".into(),
            ..Strip::default()
        });
        assert_eq!(
            text,
            "0  start    2  2  2  2\n1  South 0 [0] 3  3  2\nnot finished\n"
        );
    }
}
