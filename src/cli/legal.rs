//! `sowlab legal GAME`

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::answers::Answers;
use super::output::{Format, Table, finish, stdout};
use super::positions::{position_or_start, read_positions};
use super::{Exit, Failure, OK};
use crate::catalog::{self, CatalogGame, GameTask};
use crate::game::Outcome;

/// List the legal moves of a position, or its outcome if the game is over
///
/// Fields (JSON and CSV): position, to_move, winner (empty while the game goes
/// on; a player or draw), moves (each with move and position, the position
/// reached). Answers to a file begin with line and id.
#[derive(Args)]
pub struct Legal {
    /// The game, such as 'sowing(pots=6,seeds=2)'
    game: String,
    /// The position; the start of the game if left out
    #[arg(long, allow_hyphen_values = true, conflicts_with = "positions")]
    position: Option<String>,
    /// Answer every position of this file (.csv or .jsonl)
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// Write the answers to this file (.csv, .json or .jsonl)
    #[arg(long, value_name = "FILE", requires = "positions")]
    out: Option<PathBuf>,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

const FIELDS: [&str; 4] = ["position", "to_move", "winner", "moves"];

impl Legal {
    pub fn run(self) -> Result<Exit, Failure> {
        catalog::run(&self.game.clone(), self)?
    }
}

impl GameTask for Legal {
    type Output = Result<Exit, Failure>;

    fn run<G: CatalogGame>(self, game: G) -> Self::Output {
        let inputs: Vec<&Path> = self.positions.iter().map(PathBuf::as_path).collect();
        let answers = Answers::new(self.out.as_deref(), self.format, &inputs)?;
        if let Some(path) = &self.positions {
            let asked = read_positions(&game, path)?;
            let object = |a: &super::positions::Asked<G>| {
                let mut object = object(&game, &a.position);
                object["line"] = json!(a.line);
                object["id"] = json!(a.id);
                object
            };
            let fields = [&["line", "id"], &FIELDS[..]].concat();
            return answers.write(&fields, asked.iter().map(object).collect());
        }
        let position = position_or_start(&game, self.position.as_deref())?;
        let object = object(&game, &position);
        if self.format != Format::Text {
            return answers.one(&FIELDS, object);
        }
        let mut out = stdout();
        match &object["winner"] {
            Value::String(winner) if winner == "draw" => {
                writeln!(out, "the game is over: a draw")?;
            }
            Value::String(winner) => writeln!(out, "the game is over: won by {winner}")?,
            _ => {
                let mut table = Table::new(["move", "position"]);
                for mv in object["moves"].as_array().into_iter().flatten() {
                    table.push(vec![mv["move"].clone(), mv["position"].clone()]);
                }
                table.write_text(&mut out)?;
            }
        }
        finish(out)?;
        Ok(OK)
    }
}

fn object<G: CatalogGame>(game: &G, position: &G::Position) -> Value {
    let mut legal = Vec::new();
    let outcome = game.expand(position, &mut legal);
    let moves: Vec<Value> = legal
        .iter()
        .map(|&mv| {
            json!({
                "move": game.move_text(position, mv),
                "position": game.position_text(&game.play(position, mv)),
            })
        })
        .collect();
    json!({
        "position": game.position_text(position),
        "to_move": game.players()[game.mover(position).index()],
        "winner": outcome.map(|o: Outcome| winner(game, o.winner)),
        "moves": moves,
    })
}

/// A winner as files state it.
pub(super) fn winner<G: CatalogGame>(
    game: &G,
    winner: Option<crate::game::Player>,
) -> &'static str {
    crate::database::Winner::player(winner).name(game.players())
}
