//! `sowlab perft GAME`

use clap::Args;
use serde_json::json;

use super::output::{Format, Table, finish, stdout};
use super::positions::position_or_start;
use super::{Exit, Failure, OK, numbers, progress};
use crate::catalog::{self, CatalogGame, GameTask};
use crate::parallel::Pool;
use crate::solver;

/// Count the move sequences of each length: the check of a move generator
///
/// Columns: depth, sequences (of exactly that many legal moves). With --divide:
/// move, sequences (of the full depth that begin with it).
#[derive(Args)]
pub struct Perft {
    /// The game, such as 'sowing(pots=6,seeds=2)'
    game: String,
    /// The largest number of moves
    #[arg(long, allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(0..=1000))]
    depth: u16,
    /// The position to begin in; the start of the game if left out
    #[arg(long, allow_hyphen_values = true)]
    position: Option<String>,
    /// Count for each first move
    #[arg(long)]
    divide: bool,
    /// Threads; 0 = as many as the machine has
    #[arg(long, default_value = "0", value_parser = numbers::threads)]
    threads: usize,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Perft {
    pub fn run(self) -> Result<Exit, Failure> {
        catalog::run(&self.game.clone(), self)?
    }
}

impl GameTask for Perft {
    type Output = Result<Exit, Failure>;

    fn run<G: CatalogGame>(self, game: G) -> Self::Output {
        let from = position_or_start(&game, self.position.as_deref())?;
        let pool = Pool::new(self.threads);
        let depth = usize::from(self.depth);
        let stopped = || Failure::from("stopped");
        let table = if self.divide {
            let counts = progress::run("counting", |control| {
                solver::divide(&game, &from, depth, &pool, control)
            })?;
            let mut table = Table::new(["move", "sequences"]);
            for (mv, n) in counts.ok_or_else(stopped)? {
                table.push(vec![json!(game.move_text(&from, mv)), json!(n)]);
            }
            table
        } else {
            let counts = progress::run("counting", |control| {
                solver::perft(&game, &from, depth, &pool, control)
            })?;
            let mut table = Table::new(["depth", "sequences"]);
            for (depth, n) in counts.ok_or_else(stopped)?.into_iter().enumerate() {
                table.push(vec![json!(depth), json!(n)]);
            }
            table
        };
        let mut out = stdout();
        table.write(self.format, &mut out)?;
        finish(out)?;
        Ok(OK)
    }
}
