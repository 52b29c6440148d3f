//! The classroom program's printed list: `gagnant`, two lists of boards.
//!
//! ```text
//! [ "name" "=" ] "[" boards "," boards [","] "]"
//! boards := "[" [ board { "," board } [","] ] "]"
//! board  := "[" number { "," number } [","] "]"
//! ```
//!
//! Parentheses serve as brackets do (Python's tuples), and blanks and line
//! breaks may stand anywhere. The program files a final position under the
//! player who cannot move: the boards of the first list were lost by the first
//! player, those of the second by the second.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::game::{Player, Vectorize};

use super::build::Builder;
use super::row::Codec;
use super::runs::Batch;
use super::{Database, Row, RowWeight, Winner};

/// A larger file is refused.
pub const MAX_BYTES: u64 = 256 << 20;

/// A printed list that cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// The file cannot be read.
    #[error("{0}")]
    File(String),
    /// Something is wrong at a place.
    #[error("line {line}, column {column}: {message}")]
    At {
        /// The line, from 1.
        line: usize,
        /// The character of the line, from 1.
        column: usize,
        /// What is wrong and what was expected.
        message: String,
    },
}

/// A board with the byte where it begins.
struct Board {
    pots: Vec<u8>,
    at: usize,
}

/// Reads a printed pair of lists. `winners` says who won the boards of the first
/// and of the second list; every board must be a finished position that this
/// player has won, with the other to move where the board does not say who is. Equal boards are counted, and rows are
/// sorted as in every database.
///
/// # Errors
/// The first fault with its place.
pub fn import_lists<G: Vectorize>(
    game: &G,
    text: &str,
    winners: [Player; 2],
) -> Result<Database, ImportError> {
    let lists = parse(text)?;
    if lists.iter().all(Vec::is_empty) {
        return Err(fault(text, 0, "both lists are empty"));
    }
    let codec = Codec::new(game.dim(), false);
    let mut batch = Batch::new(codec.width());
    for (number, (list, &winner)) in lists.iter().zip(&winners).enumerate() {
        for board in list {
            let (to_move, margin) = check(game, board, winner).map_err(|reason| {
                let swapped = [winners[1], winners[0]];
                let fits = |claimed: [Player; 2]| {
                    let mut all = lists.iter().zip(claimed);
                    all.all(|(list, w)| list.iter().all(|b| check(game, b, w).is_ok()))
                };
                let [one, two] = game.players();
                let name = |p: Player| [one, two][p.index()];
                let hint = if fits(swapped) {
                    format!(
                        "; all boards fit the other reading, --winners {},{}",
                        name(swapped[0]),
                        name(swapped[1])
                    )
                } else {
                    String::new()
                };
                let list = ["first", "second"][number];
                let message = format!(
                    "{reason}; the boards of the {list} list should be won by {}{hint}",
                    name(winner)
                );
                fault(text, board.at, message)
            })?;
            let row = Row {
                source: None,
                coordinates: &board.pots,
                to_move,
                winner: Winner::player(Some(winner)),
                margin,
                weight: RowWeight::Count(1),
                value: None,
                value_margin: None,
            };
            batch.push(1, |key| codec.encode(&row, key));
        }
    }
    let mut builder = Builder::default();
    batch
        .sort()
        .merge(|key, count| builder.push(&codec.decode(key, count)));
    Ok(builder.finish(game.columns(), false))
}

/// The side to move and the margin of a board that is a finished position won by
/// `winner`. The loser is to move, as one who cannot; where the board says that
/// the winner is, the winner.
fn check<G: Vectorize>(
    game: &G,
    board: &Board,
    winner: Player,
) -> Result<(Player, Option<i16>), String> {
    if board.pots.len() != game.dim() {
        return Err(format!(
            "{} numbers, expected {} for {}",
            board.pots.len(),
            game.dim(),
            game.name()
        ));
    }
    let read = |side| {
        game.read(&board.pots, side)
            .map(|position| (side, position))
    };
    let (side, position) = read(winner.other())
        .or_else(|e| read(winner).map_err(|_| e))
        .map_err(|e| format!("no position of {}: {e}", game.name()))?;
    let names = game.players();
    let name = names[side.index()];
    match game.expand(&position, &mut Vec::new()) {
        None => Err(format!("not a final position: {name} can move")),
        Some(outcome) if outcome.winner == Some(winner) => Ok((side, outcome.margin)),
        Some(_) => {
            let winner = names[winner.index()];
            Err(format!("with {name} to move this is not won by {winner}"))
        }
    }
}

/// Reads the bytes of a list from a file.
///
/// # Errors
/// The file cannot be read, is too large, or is not UTF-8.
pub fn read_list(path: &Path) -> Result<String, ImportError> {
    let failed = |e: String| ImportError::File(e);
    let file = File::open(path).map_err(|e| failed(e.to_string()))?;
    if file.metadata().is_ok_and(|m| m.is_dir()) {
        return Err(failed("this is a folder, not a file".into()));
    }
    let mut bytes = Vec::new();
    let read = file.take(MAX_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|e| failed(e.to_string()))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(failed(format!("larger than {MAX_BYTES} bytes")));
    }
    String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        let good = String::from_utf8_lossy(&e.as_bytes()[..at]).into_owned();
        fault(&good, at, "not UTF-8 text")
    })
}

fn fault(text: &str, at: usize, message: impl Into<String>) -> ImportError {
    let before = &text[..at];
    let begin = before.rfind('\n').map_or(0, |i| i + 1);
    ImportError::At {
        line: before.matches('\n').count() + 1,
        column: before[begin..].chars().count() + 1,
        message: message.into(),
    }
}

fn parse(text: &str) -> Result<[Vec<Board>; 2], ImportError> {
    let mut parser = Parser {
        text,
        at: if text.starts_with('\u{feff}') { 3 } else { 0 },
    };
    parser.assignment();
    let mut lists: Vec<Vec<Board>> = Vec::new();
    parser.list("a list of two lists of boards", |p| {
        let mut boards = Vec::new();
        p.list("a list of boards", |p| {
            p.blanks();
            let at = p.at;
            let mut pots = Vec::new();
            p.list("a board, such as [0,4,4,0]", |p| {
                pots.push(p.number()?);
                Ok(())
            })?;
            boards.push(Board { pots, at });
            Ok(())
        })?;
        lists.push(boards);
        Ok(())
    })?;
    parser.blanks();
    if parser.at < text.len() {
        return Err(parser.error("expected the end of the text"));
    }
    let found = lists.len();
    lists.try_into().map_err(|_| {
        fault(
            text,
            0,
            format!("{found} lists, expected two: one for each player"),
        )
    })
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn error(&self, message: impl Into<String>) -> ImportError {
        fault(self.text, self.at, message)
    }

    fn eat(&mut self, c: char) -> bool {
        self.blanks();
        let found = self.rest().starts_with(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    /// Skips `name =` if it stands there.
    fn assignment(&mut self) {
        self.blanks();
        let begin = self.at;
        let word = self.rest().find(|c: char| !c.is_alphanumeric() && c != '_');
        self.at += word.unwrap_or(0);
        if !self.eat('=') {
            self.at = begin;
        }
    }

    fn list(
        &mut self,
        what: &str,
        mut item: impl FnMut(&mut Self) -> Result<(), ImportError>,
    ) -> Result<(), ImportError> {
        let close = if self.eat('[') {
            ']'
        } else if self.eat('(') {
            ')'
        } else {
            return Err(self.error(format!("expected {what}")));
        };
        loop {
            if self.eat(close) {
                return Ok(());
            }
            item(self)?;
            let more = self.eat(',');
            if !more && !self.rest().starts_with(close) {
                return Err(self.error(format!("expected ',' or '{close}'")));
            }
        }
    }

    fn number(&mut self) -> Result<u8, ImportError> {
        self.blanks();
        let end = self
            .rest()
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(self.rest().len());
        let number = self.rest()[..end]
            .parse()
            .map_err(|_| self.error("expected a whole number from 0 to 255"))?;
        self.at += end;
        Ok(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::sowing::Sowing;
    use proptest::prelude::*;

    const CLASSROOM: [Player; 2] = [Player::Two, Player::One];

    fn import(text: &str) -> Result<Database, ImportError> {
        let game: Sowing<1> = Sowing::uniform(4, 2, Player::One).unwrap();
        import_lists(&game, text, CLASSROOM)
    }

    #[test]
    fn a_printed_list_becomes_rows() {
        let text = "gagnant = [[[0, 4, 4, 0],\n (0,4,4,0,)], ([3,0,5,0],),]\n";
        let database = import(text).unwrap();
        assert_eq!(database.len(), 2);
        let rows: Vec<_> = (0..2)
            .map(|i| {
                let row = database.row(i);
                (
                    row.coordinates.to_vec(),
                    row.to_move,
                    row.winner,
                    row.weight,
                )
            })
            .collect();
        assert_eq!(
            rows[0],
            (
                vec![0, 4, 4, 0],
                Player::One,
                Winner::Two,
                RowWeight::Count(2)
            )
        );
        assert_eq!(
            rows[1],
            (
                vec![3, 0, 5, 0],
                Player::Two,
                Winner::One,
                RowWeight::Count(1)
            )
        );
    }

    #[test]
    fn faults_are_located() {
        for (text, line, column, part) in [
            ("", 1, 1, "two lists"),
            ("[[", 1, 3, "a board"),
            ("[[[1,2]", 1, 8, "expected ',' or ']'"),
            ("[[[1,-2]],[]]", 1, 6, "from 0 to 255"),
            ("[[[1,300]],[]]", 1, 6, "from 0 to 255"),
            ("[[],[],[]]", 1, 1, "3 lists"),
            ("[[],[]]", 1, 1, "both lists are empty"),
            ("[[],[]] x", 1, 9, "expected the end"),
            ("[[\n  [0,4,4]],[]]", 2, 3, "3 numbers, expected 4"),
            ("[[[0,4,4,1]],[]]", 1, 3, "9 seeds"),
            ("[[[2,2,2,2]],[]]", 1, 3, "south can move"),
            ("[[[0,4,4,0]],\n[[2,2,2,2]]]", 2, 2, "north can move"),
            ("[[[0,0,1,7]],[[7,1,0,0]]]", 1, 3, "--winners south,north"),
        ] {
            match import(text).unwrap_err() {
                ImportError::At {
                    line: l,
                    column: c,
                    message,
                } => {
                    assert_eq!((l, c), (line, column), "{text}: {message}");
                    assert!(message.contains(part), "{text}: {message}");
                }
                other => panic!("{text}: {other}"),
            }
        }
    }

    proptest! {
        #[test]
        fn never_panics(text in "(gagnant =)?[\\[\\](),0-9 \n=é]{0,60}") {
            let _ = import(&text);
        }
    }
}
