//! Boards and games as text, for terminals.

mod pattern;
mod pieces;
mod strip;

pub use pattern::pattern;
pub use strip::strip;

use super::board::{check_arrows, check_marks};
use super::{Board, Mark, PlotError};
use crate::game::{Place, Site};

/// The widest drawing, in columns, with stores at the ends of two rows.
const WIDEST: usize = 100;

/// Before the name of a marked place.
const MARK: char = '◆';

/// The board in box-drawing characters, at most about 80 columns wide: scores
/// above the pots (`*` marks the best), seeds inside, names below, then whose
/// turn it is. Where two rows face each other, with stores at their ends, the
/// upper one has its names and scores above, the lower one below. A board of pieces
/// has its lines or cells, and its moves with scores in a list. A double wall parts the
/// pots of the players, a diamond stands before the name of a marked place.
///
/// # Errors
/// Marks on places that the board does not have.
pub fn board(board: &Board) -> Result<String, PlotError> {
    check_marks(&board.marks, &board.picture)?;
    check_arrows(&board.arrows, &board.picture)?;
    let picture = &board.picture;
    let mut out = if picture.has_pieces() {
        pieces::pieces(board)
    } else {
        let two_rows = facing(board).or_else(|| facing_listed(board));
        two_rows.unwrap_or_else(|| {
            let rows = rows(&picture.sites, |_| true);
            rows.iter().map(|row| single(board, row)).collect()
        })
    };
    if picture.sites.iter().any(|s| s.marked) {
        let sign = if picture.has_pieces() {
            "( )".into()
        } else {
            MARK.to_string()
        };
        push(&mut out, &format!("{sign} {}", picture.mark));
    }
    let caption = &picture.caption;
    push(
        &mut out,
        &match picture.direction {
            0 => caption.clone(),
            d if d > 0 => format!("{caption} →"),
            _ => format!("← {caption}"),
        },
    );
    Ok(out)
}

/// A place with its number among the sites.
type Numbered<'a> = (usize, &'a Site);

/// What stands in and around a row of places, each text in the middle of a cell.
struct Cells {
    scores: Vec<String>,
    seeds: Vec<String>,
    names: Vec<String>,
    bars: Vec<String>,
    /// Whether a score is printed.
    scored: bool,
    /// Before which cells the owner changes.
    parted: Vec<bool>,
}

impl Cells {
    /// The cells of a row, at least `wide` columns of text in each.
    fn of(board: &Board, row: &[Numbered<'_>], wide: usize) -> Self {
        let score = |&(i, _): &Numbered<'_>| {
            let mark = board.marks.iter().find(|m| m.site == i);
            mark.map_or(String::new(), shown)
        };
        let seeds = |&(i, site): &Numbered<'_>| match board.last {
            Some(last) if last == i => format!("({})", site.seeds),
            _ => site.seeds.to_string(),
        };
        let name = |(_, site): &Numbered<'_>| match site.marked {
            true => format!("{MARK}{}", site.label),
            false => site.label.clone(),
        };
        let scores: Vec<String> = row.iter().map(score).collect();
        let seeds: Vec<String> = row.iter().map(seeds).collect();
        let names: Vec<String> = row.iter().map(name).collect();
        let texts = [&scores, &seeds, &names].into_iter().flatten();
        let wide = texts.map(|t| t.chars().count()).fold(wide, usize::max);
        let middle = |texts: Vec<String>| texts.iter().map(|t| centred(t, wide + 2)).collect();
        Self {
            scored: scores.iter().any(|s| !s.is_empty()),
            parted: (0..row.len())
                .map(|i| i > 0 && row[i - 1].1.owner != row[i].1.owner)
                .collect(),
            bars: vec!["─".repeat(wide + 2); row.len()],
            scores: middle(scores),
            seeds: middle(seeds),
            names: middle(names),
        }
    }

    /// Columns of text in a cell.
    fn wide(&self) -> usize {
        self.bars.first().map_or(0, |b| b.chars().count() - 2)
    }

    /// Cells with walls: at the left end, between, between owners, at the right
    /// end.
    fn walled(&self, cells: &[String], from: usize, walls: &str) -> String {
        let walls: Vec<char> = walls.chars().collect();
        let wall = |i: usize| walls.get(i).copied().unwrap_or(' ');
        let mut out = String::new();
        for (i, cell) in cells.iter().enumerate() {
            out.push(match i {
                0 => wall(0),
                _ if self.parted[from + i] => wall(2),
                _ => wall(1),
            });
            out.push_str(cell);
        }
        out.push(wall(3));
        out
    }
}

/// A row of its own, with reserves beside it; long ones go on below.
fn single(board: &Board, row: &[Numbered<'_>]) -> String {
    let reserve = |n: &&Numbered<'_>| n.1.place == Place::Reserve;
    let left = row.iter().take_while(reserve).count();
    let (before, rest) = row.split_at(left);
    let right = rest.iter().rev().take_while(reserve).count();
    let (pots, after) = rest.split_at(rest.len() - right);
    let [before, after] = [before, after].map(|sites| Cells::of(board, sites, 2));
    let indent = " ".repeat(before.seeds.concat().chars().count());
    let cells = Cells::of(board, pots, 2);

    let mut out = String::new();
    let beside = indent.len() + after.seeds.concat().chars().count();
    let most = (79_usize.saturating_sub(beside) / (cells.wide() + 3)).max(1);
    let parts = pots.len().div_ceil(most);
    let each = pots.len().div_ceil(parts.max(1)).max(1);
    for start in (0..pots.len()).step_by(each) {
        let end = pots.len().min(start + each);
        let mut add = |left: &[String], texts: &[String], walls: &str, right: &[String]| {
            let left = if start == 0 && !left.is_empty() {
                left.concat()
            } else {
                indent.clone()
            };
            let right = if end == pots.len() {
                right.concat()
            } else {
                String::new()
            };
            let line = cells.walled(&texts[start..end], start, walls);
            push(&mut out, &format!("{left}{line}{right}"));
        };
        if board
            .marks
            .iter()
            .any(|m| pots[start..end].iter().any(|p| p.0 == m.site))
        {
            add(&[], &cells.scores, "    ", &[]);
        }
        add(&[], &cells.bars, "┌┬╥┐", &[]);
        add(&before.seeds, &cells.seeds, "││║│", &after.seeds);
        add(&[], &cells.bars, "└┴╨┘", &[]);
        add(&before.names, &cells.names, "    ", &after.names);
    }
    if pots.is_empty() {
        push(
            &mut out,
            &format!("{}{}", before.seeds.concat(), after.seeds.concat()),
        );
        push(
            &mut out,
            &format!("{}{}", before.names.concat(), after.names.concat()),
        );
    }
    out
}

/// Two rows of equal length with a store at one end or at both; `None` for
/// other boards, and for those that are too wide.
fn facing(board: &Board) -> Option<String> {
    let sites = &board.picture.sites;
    let pots = rows(sites, |s| s.place == Place::Pot);
    let [upper, lower] = &pots[..] else {
        return None;
    };
    let column = |n: &Numbered<'_>| n.1.at.0;
    let (first, last) = (column(upper.first()?), column(upper.last()?));
    let mut ends: [Option<Numbered<'_>>; 2] = [None; 2];
    for (i, site) in sites.iter().enumerate() {
        let end = match site.place {
            Place::Pot => continue,
            Place::Store if site.at.0 < first => 0,
            Place::Store if site.at.0 > last => 1,
            _ => return None,
        };
        if ends[end].replace((i, site)).is_some() {
            return None;
        }
    }
    let faces = upper.iter().map(column).eq(lower.iter().map(column));
    if !faces || ends.iter().all(Option::is_none) {
        return None;
    }
    let wide = [upper, lower].map(|row| Cells::of(board, row, 2).wide());
    let wide = wide[0].max(wide[1]);
    let [upper, lower] = [upper, lower].map(|row| Cells::of(board, row, wide));
    let [left, right] = ends.map(|end| {
        let store: Vec<Numbered<'_>> = end.into_iter().collect();
        Cells::of(board, &store, 2)
    });
    // A store is as wide as its cell and a wall.
    let blank = |store: &Cells| match store.bars.is_empty() {
        true => String::new(),
        false => " ".repeat(store.wide() + 3),
    };
    let (before, after) = (blank(&left), blank(&right));
    if before.len() + after.len() + upper.bars.len() * (wide + 3) + 1 > WIDEST {
        return None;
    }

    let mut out = String::new();
    let mut add = |stores: Option<([&[String]; 2], [char; 2])>, row: String| {
        let line = match stores {
            None => format!("{before}{row}"),
            Some(([left, right], [l, r])) => {
                let left = left.first().map_or(String::new(), |c| format!("{l}{c}"));
                let right = right.first().map_or(String::new(), |c| format!("{c}{r}"));
                format!("{left}{row}{right}")
            }
        };
        push(&mut out, &line);
    };
    // Where a store ends, its wall meets that of the pots.
    let end = |store: &Cells, wall: char| if store.bars.is_empty() { '│' } else { wall };
    let walls = format!("{}││{}", end(&left, '┤'), end(&right, '├'));
    let bars = [&left.bars[..], &right.bars[..]];
    let seeds = [&left.seeds[..], &right.seeds[..]];
    let names = [&left.names[..], &right.names[..]];
    let open = "    ";
    add(None, upper.walled(&upper.names, 0, open));
    if upper.scored {
        add(None, upper.walled(&upper.scores, 0, open));
    }
    add(None, upper.walled(&upper.bars, 0, "┌┬┬┐"));
    add(
        Some((bars, ['┌', '┐'])),
        upper.walled(&upper.seeds, 0, &walls),
    );
    add(
        Some((seeds, ['│', '│'])),
        upper.walled(&upper.bars, 0, "├┼┼┤"),
    );
    add(
        Some((bars, ['└', '┘'])),
        lower.walled(&lower.seeds, 0, &walls),
    );
    add(None, lower.walled(&lower.bars, 0, "└┴┴┘"));
    if lower.scored {
        add(None, lower.walled(&lower.scores, 0, open));
    }
    add(
        Some((names, [' ', ' '])),
        lower.walled(&lower.names, 0, open),
    );
    Some(out)
}

/// The same where scores would make it too wide: they follow in a list.
fn facing_listed(board: &Board) -> Option<String> {
    let plain = Board {
        marks: Vec::new(),
        ..board.clone()
    };
    let mut out = facing(&plain)?;
    let named = |mark: &Mark| {
        let site = board.picture.sites.get(mark.site)?;
        Some(format!("{}: {}", site.label, shown(mark)))
    };
    let scores: Vec<String> = board.marks.iter().filter_map(named).collect();
    for line in scores.chunks(6) {
        push(&mut out, &line.join("   "));
    }
    Some(out)
}

/// Some of the sites by rows from the top, each from the left.
fn rows(sites: &[Site], wanted: impl Fn(&Site) -> bool) -> Vec<Vec<Numbered<'_>>> {
    let mut sites: Vec<Numbered<'_>> = sites
        .iter()
        .enumerate()
        .filter(|(_, s)| wanted(s))
        .collect();
    sites.sort_by(|(_, a), (_, b)| b.at.1.total_cmp(&a.at.1).then(a.at.0.total_cmp(&b.at.0)));
    let same = |a: &Numbered<'_>, b: &Numbered<'_>| a.1.at.1 == b.1.at.1;
    sites.chunk_by(same).map(<[Numbered<'_>]>::to_vec).collect()
}

fn shown(mark: &Mark) -> String {
    shown_score(&mark.text, mark.best)
}

fn shown_score(text: &str, best: bool) -> String {
    let star = if best { "*" } else { "" };
    format!("{text}{star}")
}

/// A text in the middle of some columns, rather to the right.
fn centred(text: &str, columns: usize) -> String {
    let blank = columns.saturating_sub(text.chars().count());
    let left = blank.div_ceil(2);
    format!("{}{text}{}", " ".repeat(left), " ".repeat(blank - left))
}

/// Adds a line without blanks at its end.
fn push(out: &mut String, line: &str) {
    out.push_str(line.trim_end());
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Drawable, Picture};
    use crate::prelude::*;

    pub fn sowing(board: &[u8], first: Player) -> Picture {
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
            arrows: Vec::new(),
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

    /// Two rows of three pits with stores, as Kalah has them.
    pub fn kalah(pits: usize) -> Picture {
        let game = crate::catalog::open_game(&format!("kalah(pits={pits},seeds=2)")).unwrap();
        game.run(Start)
    }

    /// The drawing of a game's start.
    struct Start;

    impl crate::catalog::GameTask for Start {
        type Output = Picture;

        fn run<G: crate::catalog::CatalogGame>(self, game: G) -> Picture {
            game.picture(&game.initial())
        }
    }

    #[test]
    fn rows_that_face_each_other_have_stores_at_their_ends() {
        let mark = |site, text: &str, best| Mark {
            site,
            text: text.into(),
            score: None,
            best,
        };
        let text = drawn(kalah(3), vec![mark(1, "+8", true)], Some(3));
        assert_eq!(
            text,
            "           3     2     1
        ┌─────┬─────┬─────┐
┌───────┤  2  │  2  │ (2) ├───────┐
│   0   ├─────┼─────┼─────┤   0   │
└───────┤  2  │  2  │  2  ├───────┘
        └─────┴─────┴─────┘
                +8*
  North    1     2     3    South
South to move, sowing to the right →
"
        );
        // Too wide with its scores: a list instead.
        let marks = (0..12).map(|i| mark(i, "-12.25", i == 11)).collect();
        let text = drawn(kalah(12), marks, None);
        assert!(text.lines().all(|l| l.chars().count() <= 80), "{text}");
        assert!(
            text.contains("┤  2 │") && text.contains("12: -12.25*\n"),
            "{text}"
        );
    }

    #[test]
    fn halves_are_parted_and_reserves_stand_beside() {
        let fang = crate::catalog::open_game("fang(holes=4)")
            .unwrap()
            .run(Start);
        assert_eq!(
            drawn(fang, Vec::new(), None),
            "                ┌────┬────╥────┬────┐
        3       │  0 │  1 ║  1 │  0 │        3
                └────┴────╨────┴────┘
 South: reserve   ◆1    2    3   ◆4   North: reserve
◆ tibong
South to move, sowing from the left →
"
        );
    }
}
