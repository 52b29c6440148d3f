//! `sowlab label DB --out OUT`

use std::path::PathBuf;

use clap::Args;

use super::arguments::{command_line, game_of};
use super::output::{Format, say};
use super::{Exit, Failure, INTERRUPTED, OK, numbers, progress, size, summary};
use crate::catalog::{self, CatalogGame, GameTask};
use crate::database::{
    Info, LabelError, Manifest, Rows, check_output, label_exactly, read_file, write_csv_file,
};
use crate::manifest::Input;
use crate::parallel::Pool;
use crate::solver::{Limits, Unsolved};

/// Add the exact value of every position to a database
///
/// The column `value` holds what the position is worth to its side to move: win,
/// draw or loss; in games that count points the column `value_margin` holds the
/// final margin for that side if both play for the margin. Rows and their order
/// stay as they are. The database is held in
/// memory.
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
        for warning in &loaded.warnings {
            say(format_args!("warning: {warning}"));
        }
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
            Err(LabelError::Unsolved(Unsolved::Stopped(_))) => {
                say("interrupted: nothing written");
                return Ok(INTERRUPTED);
            }
            other => other.map_err(|e| format!("{}: {e}", self.file.display()))?,
        }
        let mut manifest = loaded.manifest.unwrap_or_else(|| Manifest::new(&game, ""));
        if manifest.row_count == 0 {
            let info = Info::of(&loaded.database);
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
        manifest.sha256 = write_csv_file(&loaded.database, game.players(), &self.out)?;
        manifest.write(&self.out)?;
        summary::print(&self.out, &manifest, game.players(), self.format)?;
        Ok(OK)
    }
}
