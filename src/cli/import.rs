//! `sowlab import FILE --game G --out DB.csv`

use std::path::PathBuf;

use clap::Args;

use super::arguments::command_line;
use super::output::Format;
use super::{Exit, Failure, OK, summary};
use crate::catalog::{self, CatalogGame, GameTask};
use crate::database::{Info, Manifest, check_output, import_lists, read_list, write_csv_file};
use crate::game::Player;
use crate::manifest::Input;
use crate::output::{sha256, together};

/// Import a printed Python list of final positions, as the classroom program makes it
///
/// The file holds two lists of boards, such as [[[0,4,4,0]],[[3,0,5,0]]], with or
/// without `gagnant =` before it. The classroom program files a final position
/// under the player who cannot move, the loser: the boards of the first list were
/// won by the second player, those of the second by the first. Every board is
/// checked to be a final position that this player has won.
///
/// Fields of the summary: file, game, rows, distinct_positions, records (a list
/// of winner, records, share; --format csv prints it).
#[derive(Args)]
pub struct Import {
    /// The printed list
    file: PathBuf,
    /// The game, such as 'sowing(pots=6,seeds=2)'
    #[arg(long)]
    game: String,
    /// The CSV file to write
    #[arg(long)]
    out: PathBuf,
    /// Who won the boards of the first list, and who those of the second; the
    /// second player and the first by default
    #[arg(long, value_name = "A,B")]
    winners: Option<String>,
    /// How to print the summary
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Import {
    pub fn run(self) -> Result<Exit, Failure> {
        check_output(&self.out)?;
        let game = self.game.clone();
        catalog::run(&game, self)?
    }

    /// The players that `--winners` names.
    fn winners<G: CatalogGame>(&self, game: &G) -> Result<[Player; 2], Failure> {
        let Some(text) = &self.winners else {
            return Ok([Player::Two, Player::One]);
        };
        let both: Option<Vec<Player>> = text.split(',').map(|w| game.parse_player(w)).collect();
        match both.as_deref() {
            Some(&[a, b]) if a != b => Ok([a, b]),
            _ => {
                let [one, two] = game.players();
                Err(format!("--winners {text}: expected {two},{one} or {one},{two}").into())
            }
        }
    }
}

impl GameTask for Import {
    type Output = Result<Exit, Failure>;

    fn run<G: CatalogGame>(self, game: G) -> Self::Output {
        let players = game.players();
        let winners = self.winners(&game)?;
        let named = |e| format!("{}: {e}", self.file.display());
        let text = read_list(&self.file).map_err(named)?;
        let database = import_lists(&game, &text, winners).map_err(named)?;
        let info = Info::of(&database).map_err(|e| format!("{}: {e}", self.file.display()))?;
        let mut manifest = Manifest::new(&game, &command_line());
        manifest.record = Some("final".into());
        manifest.row_count = info.rows;
        manifest.distinct_positions = Some(info.positions);
        manifest.list_winners = Some(winners.map(|w| players[w.index()].to_string()));
        manifest.inputs = vec![Input {
            file: self.file.display().to_string(),
            sha256: sha256(text.as_bytes()),
        }];
        together(|| {
            manifest.sha256 = write_csv_file(&database, players, &self.out)?;
            manifest.write(&self.out)?;
            Ok::<_, Failure>(())
        })?;
        // Boards kept once per winner are no independent games: no intervals.
        let records = summary::records_table(&info, players);
        let records = Some(("records", records));
        summary::print(&self.out, &manifest, players, records, self.format)?;
        Ok(OK)
    }
}
