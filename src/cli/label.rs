//! `sowlab label DB --out OUT`

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::arguments::{command_line, game_of};
use super::output::{Format, Table, say, warn};
use super::{Exit, Failure, INTERRUPTED, OK, numbers, progress, size, summary};
use crate::catalog::{self, CatalogGame, GameTask};
use crate::database::{
    Database, Info, LabelError, Manifest, RowWeight, Rows, check_output, label_exactly, read_file,
    write_csv_file,
};
use crate::game::Value;
use crate::manifest::Input;
use crate::output::together;
use crate::parallel::Pool;
use crate::solver::{Limits, Unsolved};

/// Add the exact value of every position to a database
///
/// The column `value` holds what the position is worth to its side to move: win,
/// draw or loss; in games that count points the column `value_margin` holds the
/// final margin for that side if both play for the margin. Rows and their order
/// stay as they are. The database is held in
/// memory.
///
/// Fields of the summary: file, game, games, rows, distinct_positions,
/// mean_length, winners (winner, games, share, low, high: as the games ended;
/// empty if the games are not known), values (value of the side to move: win,
/// draw or loss; rows, records: null where rows have exact probabilities, share
/// of the records or the probability). --format csv prints values.
#[derive(Args)]
pub struct Label {
    /// The database
    file: PathBuf,
    /// The CSV file to write; it may be the one that is read
    #[arg(long)]
    out: PathBuf,
    /// The game, if no manifest names it
    #[arg(long)]
    game: Option<String>,
    /// Memory of the transposition tables (all threads together)
    #[arg(long, value_name = "BYTES", default_value = "1G", value_parser = size::bytes)]
    memory: usize,
    /// Give up if a position takes more nodes
    #[arg(long, value_name = "N", value_parser = numbers::count, allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// How many threads to use; all by default
    #[arg(long, default_value = "0", hide_default_value = true, value_parser = numbers::threads)]
    threads: usize,
    /// How to print the summary
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Label {
    pub fn run(self) -> Result<Exit, Failure> {
        check_output(&self.out)?;
        let game = game_of(self.game.as_deref(), std::slice::from_ref(&self.file))?;
        catalog::run(&game, self)?
    }
}

impl GameTask for Label {
    type Output = Result<Exit, Failure>;

    fn run<G: CatalogGame>(self, game: G) -> Self::Output {
        let mut loaded = read_file(&game, &self.file)?;
        warn(&loaded.warnings);
        let limits = Limits {
            nodes: self.nodes,
            time: None,
        };
        let pool = Pool::new(self.threads);
        let labelled = progress::run("positions", |control| {
            let database = &mut loaded.database;
            label_exactly(database, &game, self.memory, &limits, &pool, control)
        })?;
        match labelled {
            Err(LabelError::Unsolved {
                source: Unsolved::Stopped(_),
                ..
            }) => {
                say("interrupted: nothing written");
                return Ok(INTERRUPTED);
            }
            other => other.map_err(|e| format!("{}: {e}", self.file.display()))?,
        }
        let mut manifest = loaded.manifest.unwrap_or_else(|| Manifest::new(&game, ""));
        if manifest.row_count == 0 {
            let info =
                Info::of(&loaded.database).map_err(|e| format!("{}: {e}", self.file.display()))?;
            manifest.row_count = info.rows;
            if loaded.database.origin.is_some() {
                manifest.rows = Rows::Games;
            } else {
                manifest.distinct_positions = Some(info.positions);
            }
        }
        manifest.sowlab = crate::VERSION.into();
        manifest.labelled = Some("solver".into());
        manifest.command = command_line();
        manifest.inputs = vec![Input {
            file: self.file.display().to_string(),
            sha256: loaded.sha256,
        }];
        together(|| {
            manifest.sha256 = write_csv_file(&loaded.database, game.players(), &self.out)?;
            manifest.write(&self.out)?;
            Ok::<_, Failure>(())
        })?;
        let values = Some(("values", values_table(&loaded.database)));
        let players = game.players();
        summary::print(&self.out, &manifest, players, values, self.format)?;
        Ok(OK)
    }
}

/// The rows by what their position is worth to its side to move.
fn values_table(database: &Database) -> Table {
    let mut rows = [0u64; 3];
    let mut weight = [0.0; 3];
    for row in (0..database.len()).map(|i| database.row(i)) {
        if let Some(value) = row.value {
            rows[place(value)] += 1;
            weight[place(value)] += match row.weight {
                RowWeight::Count(n) => n as f64,
                RowWeight::Probability(p) => p,
            };
        }
    }
    let total: f64 = weight.iter().sum();
    let mut table = Table::new(["value", "rows", "records", "share"]);
    for value in [Value::Win, Value::Draw, Value::Loss] {
        // Most games have no draws.
        if value == Value::Draw && rows[place(value)] == 0 {
            continue;
        }
        let weight = weight[place(value)];
        let records = (!database.is_exact()).then_some(weight as u64);
        table.push(vec![
            json!(value.name()),
            json!(rows[place(value)]),
            json!(records),
            json!(if total > 0.0 { weight / total } else { 0.0 }),
        ]);
    }
    table
}

/// Loss, draw, win.
fn place(value: Value) -> usize {
    (value as i8 + 1) as usize
}
