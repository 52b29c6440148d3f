//! `sowlab merge A.csv B.csv --out C.csv`

use std::path::PathBuf;

use clap::Args;

use super::arguments::{command_line, game_of};
use super::output::{Format, warn};
use super::{Exit, Failure, OK, size, summary};
use crate::catalog::{self, CatalogGame, GameTask};
use crate::database::merge_files;

/// Merge databases of different games into one
///
/// The files must be of the same game, policy, record, kind of rows, seed and
/// replicate, and no game may be in two of them. The result is, byte for byte,
/// what `generate` writes for all the games at once, whatever the order of the
/// files. Files without a manifest are merged too, if --game says what they are:
/// the counts of equal rows are added.
#[derive(Args)]
pub struct Merge {
    /// The databases
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The CSV file to write; it may be one of those read
    #[arg(long)]
    out: PathBuf,
    /// The game, if no manifest names it
    #[arg(long)]
    game: Option<String>,
    /// About how much memory to use
    #[arg(long, default_value = "1G", value_parser = size::bytes)]
    memory: usize,
    /// How to print the summary
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Merge {
    pub fn run(self) -> Result<Exit, Failure> {
        let game = game_of(self.game.as_deref(), &self.files)?;
        catalog::run(&game, self)?
    }
}

impl GameTask for Merge {
    type Output = Result<Exit, Failure>;

    fn run<G: CatalogGame>(self, game: G) -> Self::Output {
        if self.game.is_none() {
            // Without --game, every file must say itself what it is.
            for file in &self.files {
                game_of(None, std::slice::from_ref(file))?;
            }
        }
        let (manifest, warnings) =
            merge_files(&game, &self.files, &self.out, self.memory, &command_line())?;
        warn(warnings);
        summary::print(&self.out, &manifest, game.players(), None, self.format)?;
        Ok(OK)
    }
}
