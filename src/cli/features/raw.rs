//! Lines that state what a feature sees and nothing else: who stands on each site,
//! the side to move, the last move, and moves, all by the numbers of sites.

use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::super::positions::{PositionsError, open};
use crate::board::mask;
use crate::feature::{Ground, Situation};
use crate::game::{Pieces, Placement, Player};

/// One line as it is written.
#[derive(Deserialize)]
struct Line {
    #[serde(default)]
    id: Value,
    who: Vec<u32>,
    mover: u8,
    last_from: i64,
    last_to: i64,
    moves: Vec<Move>,
}

#[derive(Deserialize)]
struct Move {
    from: i64,
    to: i64,
}

/// A situation with the moves to look at.
pub(super) struct Asked {
    /// The line of the file, from 1.
    pub line: u64,
    /// The file's own name for it.
    pub id: Value,
    /// What there is to see.
    pub situation: Situation,
    /// The moves.
    pub moves: Vec<Placement>,
}

/// Reads a file of such lines; `None` if its first line is none of them.
///
/// # Errors
/// The first fault, with its line and field.
pub(super) fn read(path: &Path, ground: &Ground) -> Result<Option<Vec<Asked>>, PositionsError> {
    let (mut lines, csv) = open(path)?;
    let mut asked = Vec::new();
    let mut number = 0;
    while let Some(read) = lines.next() {
        number += 1;
        let fail = |field: Option<&str>, message: String| {
            PositionsError::row(path, number, field, message)
        };
        let text = read.map_err(|wrong| fail(None, wrong))?;
        if text.trim().is_empty() {
            continue;
        }
        if asked.is_empty() {
            // Whatever is wrong with another file is told by its own reader.
            let first = serde_json::from_str::<Value>(text).unwrap_or_default();
            if csv || first.get("who").is_none() {
                return Ok(None);
            }
        }
        let line: Line = serde_json::from_str(text).map_err(|e| {
            let message = e.to_string();
            let what = message.split(" at line ").next().unwrap_or(&message);
            fail(None, format!("column {}: {what}", e.column()))
        })?;
        asked.push(resolve(line, number, ground).map_err(|(field, why)| fail(Some(&field), why))?);
    }
    Ok((!asked.is_empty()).then_some(asked))
}

fn resolve(line: Line, number: u64, ground: &Ground) -> Result<Asked, (String, String)> {
    let sites = ground.board.len();
    let fault = |field: &str, why: String| Err((field.to_string(), why));
    if line.who.len() != sites {
        let why = format!("{} sites, {} has {sites}", line.who.len(), ground.game);
        return fault("who", why);
    }
    let held = |player: u32| {
        let on = |s: &usize| match ground.pieces {
            Pieces::Owned => line.who[*s] == player,
            // All seeds are in the first set.
            Pieces::Seeds => player == 1 && line.who[*s] > 0,
        };
        mask((0..sites).filter(on))
    };
    if let (Pieces::Owned, Some(other)) = (ground.pieces, line.who.iter().find(|w| **w > 2)) {
        return fault("who", format!("expected 0, 1 or 2, found {other}"));
    }
    let mover = match line.mover {
        1 => Player::One,
        2 => Player::Two,
        other => return fault("mover", format!("expected 1 or 2, found {other}")),
    };
    let site = |field: String, number: i64| match u8::try_from(number) {
        _ if number == -1 => Ok(None),
        Ok(n) if usize::from(n) < sites => Ok(Some(n)),
        _ => Err((
            field,
            format!("expected -1 to {}, found {number}", sites - 1),
        )),
    };
    let last = Placement {
        from: site("last_from".into(), line.last_from)?,
        to: site("last_to".into(), line.last_to)?,
    };
    let mut moves = Vec::with_capacity(line.moves.len());
    for (i, mv) in line.moves.iter().enumerate() {
        let field = |name: &str| format!("moves, number {}, {name}", i + 1);
        moves.push(Placement {
            from: site(field("from"), mv.from)?,
            to: site(field("to"), mv.to)?,
        });
    }
    Ok(Asked {
        line: number,
        id: line.id,
        situation: Situation {
            mover,
            occupied: [held(1), held(2)],
            last,
        },
        moves,
    })
}
