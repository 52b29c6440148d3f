//! `sowlab info FILE`

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::arguments::game_of;
use super::output::{Format, Table, finish, stdout, warn};
use super::{Exit, Failure, OK, summary};
use crate::catalog::{self, CatalogGame, GameTask};
use crate::database::{Info as Figures, Loaded, Winner, mean_length, read_file};
use crate::game::Player;

/// Show what a database holds
///
/// Fields (--format json): file, game, rows, records (the sum of the counts; null
/// for exact probabilities), games (null if unknown), distinct_positions
/// (coordinates and side to move), distinct_boards (coordinates alone),
/// contradictory_positions and contradictory_rows (same coordinates and side to
/// move, different winners), contradictory_boards and contradictory_board_rows
/// (same coordinates, different winners), winners, to_move (side, rows, weight),
/// margin_mean, margin_min and margin_max (South's or player one's points minus the
/// other's, over the rows that state them; null if the game counts no points),
/// mean_length and lengths (length, games), null and empty if unknown. A winner
/// has games, share, and low and high, Wilson's 95 % interval; where the games
/// are not known (no manifest, or an imported list) records and share, without
/// an interval, as records of one game are not independent; where rows have
/// exact probabilities a probability. --format csv prints all as rows of
/// section, name, value.
#[derive(Args)]
pub struct Info {
    /// The database
    file: PathBuf,
    /// The game, if no manifest names it
    #[arg(long)]
    game: Option<String>,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Info {
    pub fn run(self) -> Result<Exit, Failure> {
        let files = std::slice::from_ref(&self.file);
        let game = game_of(self.game.as_deref(), files)?;
        catalog::run(&game, self)?
    }
}

impl GameTask for Info {
    type Output = Result<Exit, Failure>;

    fn run<G: CatalogGame>(self, game: G) -> Self::Output {
        let loaded = read_file(&game, &self.file)?;
        warn(&loaded.warnings);
        let figures = Figures::of(&loaded.database);
        let figures = figures.map_err(|e| format!("{}: {e}", self.file.display()))?;
        let report = Report::new(figures, &loaded, game.players());
        let mut out = stdout();
        let name = self.file.display().to_string();
        match self.format {
            Format::Text => report.write_text(&name, &game.name(), &mut out)?,
            Format::Csv => report.sections().write_csv(&mut out)?,
            Format::Json => {
                let mut object = json!({ "file": name, "game": game.name() });
                for (key, value) in report.fields() {
                    object[key] = value;
                }
                serde_json::to_writer_pretty(&mut out, &object)?;
                writeln!(out)?;
            }
        }
        finish(out)?;
        Ok(OK)
    }
}

/// The figures as tables.
struct Report {
    figures: Figures,
    games: Option<u64>,
    winners: Table,
    sides: Table,
    mean_length: Option<f64>,
    lengths: Table,
}

impl Report {
    fn new(figures: Figures, loaded: &Loaded, players: [&'static str; 2]) -> Self {
        let by_game = figures.games.as_ref();
        let manifest = loaded.manifest.as_ref();
        let stated = manifest.filter(|m| m.games.is_some());
        let games = stated
            .and_then(|m| m.games)
            .or(by_game.map(|g| g.winners.iter().sum()));
        let won = |w: Winner| match (stated, by_game) {
            (Some(m), _) => m.winners.get(w.name(players)).copied().unwrap_or(0),
            (None, Some(g)) => g.winners[w as usize],
            (None, None) => 0,
        };
        let winners = if figures.records.is_some() && games.is_some() {
            summary::winners_table(Winner::ALL.iter().map(|&w| (w, won(w))), players)
        } else if figures.records.is_some() {
            summary::records_table(&figures, players)
        } else {
            let mut table = Table::new(["winner", "probability"]);
            for w in Winner::ALL {
                let p = figures.winners[w as usize];
                if p > 0.0 {
                    table.push(vec![json!(w.name(players)), json!(p)]);
                }
            }
            table
        };
        let mut sides = Table::new(["to_move", "rows", "weight"]);
        for player in Player::BOTH {
            let side = figures.side(player);
            sides.push(vec![
                json!(players[player.index()]),
                json!(side.rows),
                if figures.records.is_some() {
                    json!(side.weight as u64)
                } else {
                    json!(side.weight)
                },
            ]);
        }
        let none = Default::default();
        let lengths = manifest
            .map(|m| &m.length_histogram)
            .filter(|h| !h.is_empty())
            .or(by_game.map(|g| &g.lengths))
            .unwrap_or(&none);
        let mut table = Table::new(["length", "games"]);
        for (length, n) in lengths {
            table.push(vec![json!(length), json!(n)]);
        }
        Self {
            games,
            winners,
            sides,
            mean_length: mean_length(lengths).or(manifest.and_then(|m| m.expected_length)),
            lengths: table,
            figures,
        }
    }

    fn scalars(&self) -> Vec<(&'static str, Value)> {
        let f = &self.figures;
        vec![
            ("rows", json!(f.rows)),
            ("records", json!(f.records)),
            ("games", json!(self.games)),
            ("distinct_positions", json!(f.positions)),
            ("distinct_boards", json!(f.boards)),
            ("contradictory_positions", json!(f.contradictions.positions)),
            ("contradictory_rows", json!(f.contradictions.rows)),
            (
                "contradictory_boards",
                json!(f.board_contradictions.positions),
            ),
            (
                "contradictory_board_rows",
                json!(f.board_contradictions.rows),
            ),
            ("margin_mean", json!(f.margins.map(|m| m.mean))),
            ("margin_min", json!(f.margins.map(|m| m.least))),
            ("margin_max", json!(f.margins.map(|m| m.greatest))),
            ("mean_length", json!(self.mean_length)),
        ]
    }

    fn fields(&self) -> Vec<(&'static str, Value)> {
        let mut fields = self.scalars();
        fields.push(("winners", self.winners.objects()));
        fields.push(("to_move", self.sides.objects()));
        fields.push(("lengths", self.lengths.objects()));
        fields
    }

    /// Everything as rows of (section, name, value).
    fn sections(&self) -> Table {
        let mut table = Table::new(["section", "name", "value"]);
        for (name, value) in self.scalars() {
            table.push(vec![json!("database"), json!(name), value]);
        }
        for (section, key, rows) in [
            ("winners", "winner", self.winners.objects()),
            ("to_move", "to_move", self.sides.objects()),
            ("lengths", "length", self.lengths.objects()),
        ] {
            for row in rows.as_array().into_iter().flatten() {
                let of = row[key]
                    .as_str()
                    .map_or_else(|| row[key].to_string(), String::from);
                for (name, value) in row.as_object().into_iter().flatten() {
                    if name != key {
                        let name = format!("{of}.{name}");
                        table.push(vec![json!(section), json!(name), value.clone()]);
                    }
                }
            }
        }
        table
    }

    fn write_text(&self, file: &str, game: &str, out: &mut dyn Write) -> Result<(), Failure> {
        writeln!(out, "{file}: database of {game}\n")?;
        let mut scalars = Table::new(["figure", "value"]);
        for (name, value) in self.scalars() {
            if self.figures.margins.is_some() || !name.starts_with("margin") {
                scalars.push(vec![json!(name.replace('_', " ")), value]);
            }
        }
        scalars.write_text(out)?;
        for table in [&self.winners, &self.sides, &self.lengths] {
            if !table.is_empty() {
                writeln!(out)?;
                table.write_text(out)?;
            }
        }
        Ok(())
    }
}
