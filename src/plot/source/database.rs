//! Databases: which kinds of figure they give, and what all of these need.

use std::path::PathBuf;

use serde_json::Value;

use super::table::Table;
use super::{Drawn, Kind, Request, SourceError, against, finals, lengths, margins, unknown_kind};
use crate::plot::Side;

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
    if let Some(top) = request
        .top
        .filter(|_| kind != Kind::Finals || request.exact.is_some())
    {
        let text =
            format!("--top {top} lists positions: it goes with --kind finals, without --exact");
        return Err(table.missing(text));
    }
    if let Some((low, high)) = request.range
        && kind == Kind::Finals
        && request.exact.is_none()
    {
        let text = format!("--range {low}..{high}: --kind finals has no upright axis");
        return Err(table.missing(text));
    }
    let known = [Kind::Finals, Kind::Lengths, Kind::Margins];
    let (figure, choices) = match (kind, &request.exact) {
        (Kind::Finals, Some(exact)) => against::figure(&mut table, &manifest, exact, request)?,
        (_, Some(exact)) => {
            let text = format!("--exact {} goes with --kind finals only", exact.display());
            return Err(table.missing(text));
        }
        (Kind::Finals, None) => finals::figure(&mut table, &manifest, request)?,
        (Kind::Lengths, None) => {
            let figure = lengths::figure(&mut table, &manifest, request)?;
            (figure, Vec::new())
        }
        (Kind::Margins, None) => margins::figure(&mut table, &manifest, request)?,
        (other, None) => return Err(unknown_kind(&table, "a database", other, &known)),
    };
    Ok(Drawn {
        kind,
        figure,
        choices,
    })
}

/// `FILE.json` beside the file, if it is there.
pub(super) fn manifest(table: &Table) -> Result<Value, SourceError> {
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

/// The shares of a whole by winner, as a legend tells them; sides without any
/// are left out. Draws and games cut short share a colour.
pub(super) fn shares<'a>(
    won: impl Iterator<Item = (&'a str, f64)>,
    players: &[String; 2],
) -> Vec<(Side, String)> {
    let mut sums = [0.0; 4];
    let (mut total, mut capped) = (0.0, false);
    for (winner, weight) in won {
        let side = side(winner, players);
        sums[side as usize] += weight;
        total += weight;
        capped |= winner == "capped";
    }
    let nobody = if capped { "no winner" } else { "draw" };
    let entries = [
        (Side::One, format!("{} won", players[0])),
        (Side::Neither, nobody.to_string()),
        (Side::Two, format!("{} won", players[1])),
    ];
    entries
        .into_iter()
        .filter(|(side, _)| sums[*side as usize] > 0.0)
        .map(|(side, name)| {
            let share = 100.0 * sums[side as usize] / total;
            (side, format!("{name}: {share:.1}\u{202f}%"))
        })
        .collect()
}
