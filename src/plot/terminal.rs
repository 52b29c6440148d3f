//! Boards as text, for terminals.

use super::board::check_marks;
use super::{Board, Mark, PlotError, Strip};
use crate::game::{Picture, Site};

/// The board in box-drawing characters, at most about 80 columns wide: scores
/// above the pots (`*` marks the best), seeds inside, names below, then whose
/// turn it is.
///
/// # Errors
/// Marks on places that the board does not have.
pub fn board(board: &Board) -> Result<String, PlotError> {
    check_marks(&board.marks, &board.picture)?;
    let mut out = String::new();
    for row in rows(&board.picture) {
        let marked = |i: usize| board.marks.iter().find(|m| m.site == i);
        let scores: Vec<String> = row
            .iter()
            .map(|&(i, _)| marked(i).map_or(String::new(), shown))
            .collect();
        let seeds: Vec<String> = row
            .iter()
            .map(|&(i, site)| match board.last {
                Some(last) if last == i => format!("({})", site.seeds),
                _ => site.seeds.to_string(),
            })
            .collect();
        let names: Vec<String> = row.iter().map(|(_, site)| site.label.clone()).collect();
        let wide = [&scores, &seeds, &names].into_iter().flatten();
        let wide = wide.map(|t| t.chars().count()).max().unwrap_or(1).max(2);
        // Long rows go on below.
        let most = (79 / (wide + 3)).max(1);
        let parts = row.len().div_ceil(most);
        let each = row.len().div_ceil(parts.max(1)).max(1);
        for start in (0..row.len()).step_by(each) {
            let part = start..row.len().min(start + each);
            if part.clone().any(|i| !scores[i].is_empty()) {
                out.push_str(&line(&scores[part.clone()], wide, ' '));
            }
            let bar = "─".repeat(wide + 2);
            let bars = vec![bar.as_str(); part.len()];
            out.push_str(&format!("┌{}┐\n", bars.join("┬")));
            out.push_str(&line(&seeds[part.clone()], wide, '│'));
            out.push_str(&format!("└{}┘\n", bars.join("┴")));
            out.push_str(&line(&names[part], wide, ' '));
        }
    }
    let caption = &board.picture.caption;
    out.push_str(&match board.picture.direction {
        0 => format!("{caption}\n"),
        d if d > 0 => format!("{caption} →\n"),
        _ => format!("← {caption}\n"),
    });
    Ok(out)
}

/// The positions of a game, one a line (boards of several rows take several).
pub fn strip(strip: &Strip) -> String {
    let number = strip.frames.len().saturating_sub(1).to_string().len();
    let words = |played: &str| {
        if played.is_empty() {
            "start".to_string()
        } else {
            played.to_string()
        }
    };
    let room = strip
        .frames
        .iter()
        .map(|f| words(&f.played).chars().count())
        .max()
        .unwrap_or(0);
    let seeds = strip.frames.iter().flat_map(|f| &f.picture.sites);
    let wide = seeds.map(|s| s.seeds.to_string().len()).max().unwrap_or(1);
    let mut out = String::new();
    for (i, frame) in strip.frames.iter().enumerate() {
        for (r, row) in rows(&frame.picture).into_iter().enumerate() {
            let head = if r == 0 {
                format!("{i:>number$}  {:room$}", words(&frame.played))
            } else {
                " ".repeat(number + 2 + room)
            };
            out.push_str(&head);
            out.push(' ');
            for (site, s) in row {
                // The emptied pot in brackets.
                let (open, close) = if frame.from == Some(site) {
                    ('[', ']')
                } else {
                    (' ', ' ')
                };
                out.push_str(&format!("{open}{:>wide$}{close}", s.seeds));
            }
            out.truncate(out.trim_end().len());
            out.push('\n');
        }
    }
    if !strip.result.is_empty() {
        out.push_str(&strip.result);
        out.push('\n');
    }
    out
}

/// The sites by rows from the top, each from the left.
fn rows(picture: &Picture) -> Vec<Vec<(usize, &Site)>> {
    let mut sites: Vec<(usize, &Site)> = picture.sites.iter().enumerate().collect();
    sites.sort_by(|(_, a), (_, b)| b.at.1.total_cmp(&a.at.1).then(a.at.0.total_cmp(&b.at.0)));
    let mut rows: Vec<Vec<(usize, &Site)>> = Vec::new();
    for (i, site) in sites {
        match rows.last_mut() {
            Some(row) if row.last().is_some_and(|(_, s)| s.at.1 == site.at.1) => {
                row.push((i, site))
            }
            _ => rows.push(vec![(i, site)]),
        }
    }
    rows
}

fn shown(mark: &Mark) -> String {
    let star = if mark.best { "*" } else { "" };
    format!("{}{star}", mark.text)
}

/// Cells of a width with a wall between them.
fn line(cells: &[String], wide: usize, wall: char) -> String {
    let mut out = String::from(wall);
    for cell in cells {
        let blank = wide.saturating_sub(cell.chars().count());
        let left = blank.div_ceil(2);
        out.push_str(&" ".repeat(left + 1));
        out.push_str(cell);
        out.push_str(&" ".repeat(blank - left + 1));
        out.push(wall);
    }
    format!("{}\n", out.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Drawable;
    use crate::plot::Frame;
    use crate::prelude::*;

    fn sowing(board: &[u8], first: Player) -> Picture {
        let game: Sowing<4> = Sowing::new(board, first).unwrap();
        game.picture(&game.initial())
    }

    fn drawn(picture: Picture, marks: Vec<Mark>, last: Option<usize>) -> String {
        let (title, note) = (String::new(), String::new());
        board(&Board {
            title,
            note,
            picture,
            marks,
            last,
        })
        .unwrap()
    }

    #[test]
    fn a_board_is_boxes_with_scores() {
        let mark = |site, text: &str, best| Mark {
            site,
            text: text.into(),
            score: None,
            best,
        };
        let marks = vec![mark(0, "-0.50", false), mark(1, "+1.00", true)];
        let text = drawn(sowing(&[2, 12, 0], Player::One), marks, Some(2));
        assert_eq!(
            text,
            "   -0.50   +1.00*\n\
             ┌────────┬────────┬────────┐\n\
             │    2   │   12   │   (0)  │\n\
             └────────┴────────┴────────┘\n     \
                 0        1        2\n\
             South to move, sowing to the right →\n"
        );
    }

    #[test]
    fn long_rows_go_on_below() {
        let text = drawn(sowing(&[2; 32], Player::Two), Vec::new(), None);
        assert!(text.lines().all(|l| l.chars().count() <= 81), "{text}");
        assert_eq!(text.matches('┌').count(), 3);
        assert!(text.contains("31") && text.ends_with("← North to move, sowing to the left\n"));
    }

    #[test]
    fn a_strip_is_a_line_for_each_position() {
        let frame = |board: &[u8], played: &str, from| Frame {
            picture: sowing(board, Player::One),
            played: played.into(),
            from,
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
