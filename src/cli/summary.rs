//! What a command that wrote a database says about it.
//!
//! Fields (`--format json`): `file`, `game`, `games`, `rows`,
//! `distinct_positions`, `mean_length` (plies), and `winners`, a list with
//! `winner`, `games`, `share` and the limits `low`, `high` of Wilson's 95 %
//! interval, empty where the games are not known. A command may have a list of
//! its own beside it. `--format csv` prints that list, or else `winners`.

use std::io::Write;
use std::path::Path;

use serde_json::json;

use super::Failure;
use super::output::{Format, Table, finish, stdout};
use crate::database::{Info, Manifest, Winner, mean_length};
use crate::game::DEFAULT_CAP;
use crate::statistics::{Z95, wilson};

/// Games by winner with intervals; winners that no game had are left out if they
/// are not players.
pub fn winners_table(
    games: impl Iterator<Item = (Winner, u64)>,
    players: [&'static str; 2],
) -> Table {
    let games: Vec<(Winner, u64)> = games.collect();
    let n = games.iter().map(|g| g.1).sum();
    let mut table = Table::new(["winner", "games", "share", "low", "high"]);
    for (winner, won) in games {
        if won > 0 || matches!(winner, Winner::One | Winner::Two) {
            let (low, high) = wilson(won, n, Z95);
            let share = won as f64 / n.max(1) as f64;
            table.push(vec![
                json!(winner.name(players)),
                json!(won),
                json!(share),
                json!(low),
                json!(high),
            ]);
        }
    }
    table
}

/// Records by winner: no interval, as records of one game are not independent.
pub fn records_table(info: &Info, players: [&'static str; 2]) -> Table {
    let total: f64 = info.winners.iter().sum();
    let mut table = Table::new(["winner", "records", "share"]);
    for winner in Winner::ALL {
        let records = info.winners[winner as usize];
        if records > 0.0 || matches!(winner, Winner::One | Winner::Two) {
            table.push(vec![
                json!(winner.name(players)),
                json!(records as u64),
                json!(records / total.max(1.0)),
            ]);
        }
    }
    table
}

/// Prints the summary of a written database, with a list of the command's own.
pub fn print(
    file: &Path,
    manifest: &Manifest,
    players: [&'static str; 2],
    more: Option<(&'static str, Table)>,
    format: Format,
) -> Result<(), Failure> {
    let mut out = stdout();
    let won = |w: &Winner| manifest.winners.get(w.name(players)).copied().unwrap_or(0);
    let known = Winner::ALL.iter().filter(|_| manifest.games.is_some());
    let winners = winners_table(known.map(|w| (*w, won(w))), players);
    let length = mean_length(&manifest.length_histogram);
    match format {
        Format::Csv => {
            let table = more.as_ref().map_or(&winners, |(_, table)| table);
            table.write_csv(&mut out)?;
        }
        Format::Json => {
            let mut object = json!({
                "file": file.display().to_string(),
                "game": manifest.game,
                "games": manifest.games,
                "rows": manifest.row_count,
                "distinct_positions": manifest.distinct_positions,
                "mean_length": length,
                "winners": winners.objects(),
            });
            if let Some((name, table)) = &more {
                object[name] = table.objects();
            }
            serde_json::to_writer_pretty(&mut out, &object)?;
            writeln!(out)?;
        }
        Format::Text => {
            write!(out, "{}: {} rows", file.display(), manifest.row_count)?;
            if let Some(n) = manifest.distinct_positions {
                write!(out, ", {n} distinct positions")?;
            }
            match manifest.games {
                Some(n) => writeln!(out, ", from {n} games of {}", manifest.game)?,
                None => writeln!(out, " of {}", manifest.game)?,
            }
            if let Some(length) = length {
                writeln!(out, "mean length {length:.6} plies")?;
            }
            let more = more.as_ref().map(|(_, table)| table);
            for table in [Some(&winners), more].into_iter().flatten() {
                if !table.is_empty() {
                    writeln!(out)?;
                    table.write_text(&mut out)?;
                }
            }
        }
    }
    finish(out)
}

/// Prints what an exact distribution says. Fields (`--format json`): `file`,
/// `game`, `positions` (reachable), `rows`, `expected_length` (plies),
/// `probabilities` by result; of games that can go on for ever also `capped`, the
/// probability that a game is not over at the ply cap.
pub fn print_exact(
    file: &Path,
    manifest: &Manifest,
    positions: usize,
    capped: Option<f64>,
    format: Format,
) -> Result<(), Failure> {
    let mut out = stdout();
    let mut results = Table::new(["result", "probability"]);
    for (winner, p) in &manifest.probabilities {
        if *p > 0.0 || winner != "draw" {
            results.push(vec![json!(winner), json!(p)]);
        }
    }
    if let Some(p) = capped {
        results.push(vec![json!("capped"), json!(p)]);
    }
    match format {
        Format::Csv => results.write_csv(&mut out)?,
        Format::Json => {
            let mut object = json!({
                "file": file.display().to_string(),
                "game": manifest.game,
                "positions": positions,
                "rows": manifest.row_count,
                "expected_length": manifest.expected_length,
                "probabilities": manifest.probabilities,
            });
            if let Some(p) = capped {
                object["capped"] = json!(p);
            }
            serde_json::to_writer_pretty(&mut out, &object)?;
            writeln!(out)?;
        }
        Format::Text => {
            let length = manifest.expected_length.unwrap_or(0.0);
            writeln!(
                out,
                "{}: {} final positions, exactly, from {positions} reachable positions of {}",
                file.display(),
                manifest.row_count,
                manifest.game
            )?;
            writeln!(out, "expected length {length:.9} plies")?;
            for (winner, p) in &manifest.probabilities {
                if *p > 0.0 || winner != "draw" {
                    let verb = if winner == "draw" { "" } else { " wins" };
                    writeln!(out, "{winner}{verb} with probability {p:.9}")?;
                }
            }
            if let Some(p) = capped {
                writeln!(
                    out,
                    "not over after {DEFAULT_CAP} plies with probability {p:.9}"
                )?;
            }
        }
    }
    finish(out)
}
