//! Databases: which kinds of figure they give, and what all of these need.

use std::path::PathBuf;

use serde_json::Value;

use super::table::Table;
use super::{Drawn, Kind, Request, SourceError, finals, lengths, unknown_kind};
use crate::plot::Side;

/// Columns of rows that are not merged, apart from the coordinates.
pub(super) const NOT_COORDINATES: [&str; 3] = ["game", "ply", "length"];

pub(super) fn read(mut table: Table, request: &Request) -> Result<Drawn, SourceError> {
    if let Some((name, value)) = request.filter.first() {
        let text = format!(
            "--{name} {value} chooses among the results of an evaluation (sowlab evaluate), but \
             this is a database"
        );
        return Err(table.missing(text));
    }
    let manifest = manifest(&table)?;
    let kind = request.kind.unwrap_or(Kind::Finals);
    if let Some(top) = request.top.filter(|_| kind != Kind::Finals) {
        let text = format!("--top {top} goes with --kind finals only");
        return Err(table.missing(text));
    }
    if let Some((low, high)) = request.range.filter(|_| kind == Kind::Finals) {
        let text = format!("--range {low}..{high}: --kind finals has no upright axis");
        return Err(table.missing(text));
    }
    let (figure, choices) = match kind {
        Kind::Finals => finals::figure(&mut table, &manifest, request)?,
        Kind::Lengths => (lengths::figure(&mut table, &manifest, request)?, Vec::new()),
        other => {
            let known = [Kind::Finals, Kind::Lengths];
            return Err(unknown_kind(&table, "a database", other, known));
        }
    };
    Ok(Drawn {
        kind,
        figure,
        choices,
    })
}

/// `FILE.json` beside the file, if it is there.
fn manifest(table: &Table) -> Result<Value, SourceError> {
    let mut name = table.path.clone().into_os_string();
    name.push(".json");
    let path = PathBuf::from(name);
    let bytes = match std::fs::read(&path) {
        Ok(bytes) => bytes,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Value::Null),
        Err(source) => return Err(SourceError::Read { path, source }),
    };
    serde_json::from_slice(&bytes).map_err(|e| SourceError::Bad {
        path,
        place: format!("line {}, character {}", e.line(), e.column()),
        message: format!("no JSON: {e}"),
    })
}

/// The game that the manifest or the file's name tells.
pub(super) fn game(table: &Table, manifest: &Value) -> String {
    match manifest.get("game").and_then(Value::as_str) {
        Some(name) => name.to_string(),
        None => table
            .path
            .file_name()
            .map_or(String::new(), |n| n.to_string_lossy().into()),
    }
}

/// How the games were played, as far as the manifest tells.
pub(super) fn origin(manifest: &Value) -> String {
    let mut text = String::new();
    if let Some(policy) = manifest.get("policy").and_then(Value::as_str) {
        text.push_str(&format!("; policy {policy}"));
    }
    if let Some(seed) = manifest.get("seed").and_then(Value::as_u64) {
        text.push_str(&format!("; seed {seed}"));
    }
    text
}

/// Names that are no player's.
const NOBODY: [&str; 2] = ["draw", "capped"];

/// The two players of a file, player one first: the first of the known pairs
/// that has everybody who occurs in it, or else those who occur, by the alphabet.
pub(super) fn players<'a>(
    names: impl Iterator<Item = &'a str>,
    known: &[[String; 2]],
) -> [String; 2] {
    let mut names: Vec<&str> = names.filter(|n| !NOBODY.contains(n)).collect();
    names.sort_unstable();
    names.dedup();
    let all = |pair: &&[String; 2]| names.iter().all(|n| pair.iter().any(|p| p == n));
    let name = |i: usize| names.get(i).map_or(String::new(), |n| n.to_string());
    known
        .iter()
        .find(all)
        .cloned()
        .unwrap_or_else(|| [name(0), name(1)])
}

/// Whose bar a winner's is.
pub(super) fn side(winner: &str, players: &[String; 2]) -> Side {
    match winner {
        name if NOBODY.contains(&name) => Side::Neither,
        name if name == players[0] => Side::One,
        name if name == players[1] => Side::Two,
        _ => Side::Neither,
    }
}
