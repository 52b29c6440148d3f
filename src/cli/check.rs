//! `sowlab check GAME --player P --move M`: the classroom exercise.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::answers::Answers;
use super::output::{Format, finish, say, stdout};
use super::positions::{Asked, PositionsError, read_positions};
use super::{Exit, Failure, OK};
use crate::catalog::{self, CatalogGame, GameTask};
use crate::game::{Broken, Language, TextError};

/// The exit code of an illegal move.
const ILLEGAL: Exit = 1;

/// The exit code of any error.
const UNREADABLE: Exit = 2;

/// Check a move, and name the first rule that it breaks
///
/// Exit code 0 if the move is legal, 1 if not, 2 if it cannot be read. The move is read before all
/// else: an unreadable one gives 2, whoever the player is. Then comes the first broken rule: an
/// unknown player, and after that the rules about the move in the game's order.
///
/// Fields (JSON and CSV): position, player and move (as given), legal, rule and
/// message (the first broken rule, its identifier and its text), reached (the
/// position after a legal move). Answers to a file begin with line and id; they
/// exit with 0.
#[derive(Args)]
pub struct Check {
    /// The game, such as 'sowing(board=[2,1,1,2,0,1,5,0])'
    game: String,
    /// Who moves: any text
    #[arg(
        long,
        allow_hyphen_values = true,
        required_unless_present = "positions"
    )]
    player: Option<String>,
    /// The move: any text, such as a pot
    #[arg(
        long = "move",
        value_name = "MOVE",
        allow_hyphen_values = true,
        required_unless_present = "positions"
    )]
    mv: Option<String>,
    /// The position; the start of the game if left out
    #[arg(long, allow_hyphen_values = true)]
    position: Option<String>,
    /// Answer every exercise of this file (.csv or .jsonl): position, player, move
    #[arg(long, value_name = "FILE", conflicts_with_all = ["player", "mv", "position"])]
    positions: Option<PathBuf>,
    /// Write the answers to this file (.csv, .json or .jsonl)
    #[arg(long, value_name = "FILE", requires = "positions")]
    out: Option<PathBuf>,
    /// The language of the verdict, and of the complaint about an unreadable move
    #[arg(long, value_enum, default_value_t)]
    lang: Lang,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// [`Language`] on the command line.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Lang {
    /// English
    #[default]
    En,
    /// French
    Fr,
}

const FIELDS: [&str; 7] = [
    "position", "player", "move", "legal", "rule", "message", "reached",
];

impl Check {
    pub fn run(self) -> Result<Exit, Failure> {
        catalog::run(&self.game.clone(), self)?
    }
}

impl GameTask for Check {
    type Output = Result<Exit, Failure>;

    fn run<G: CatalogGame>(self, game: G) -> Self::Output {
        let inputs: Vec<&Path> = self.positions.iter().map(PathBuf::as_path).collect();
        let answers = Answers::new(self.out.as_deref(), self.format, &inputs)?;
        let language = match self.lang {
            Lang::En => Language::En,
            Lang::Fr => Language::Fr,
        };
        if let Some(path) = &self.positions {
            return file(&game, path, language, &answers);
        }
        let position = match self.position.as_deref().map(|p| game.parse_position(p)) {
            None => game.initial(),
            Some(Ok(position)) => position,
            Some(Err(e)) => return unreadable("--position", &e, language),
        };
        let player = self.player.unwrap_or_default();
        let mv = self.mv.unwrap_or_default();
        let verdict = match Verdict::new(&game, &position, &player, &mv) {
            Ok(verdict) => verdict,
            Err(e) => return unreadable("--move", &e, language),
        };
        let code = match verdict.broken {
            None => OK,
            Some(_) => ILLEGAL,
        };
        if self.format != Format::Text {
            let object = verdict.object(game.position_text(&position), player, mv, language);
            answers.one(&FIELDS, object)?;
            return Ok(code);
        }
        let mut out = stdout();
        let words = match language {
            Language::En => ["legal", "illegal"],
            Language::Fr => ["légal", "illégal"],
        };
        writeln!(out, "{}", words[usize::from(code)])?;
        if let Some(broken) = &verdict.broken {
            writeln!(out, "{}", broken.message(language))?;
        }
        if let Some(reached) = &verdict.reached {
            writeln!(out, "{reached}")?;
        }
        finish(out)?;
        Ok(code)
    }
}

/// The complaint about a text that cannot be read, in the language asked for.
fn unreadable(flag: &str, error: &TextError, language: Language) -> Result<Exit, Failure> {
    let told = error.told(language);
    match language {
        Language::En => Err(format!("{flag}: {told}").into()),
        Language::Fr => {
            // The word "error" before it would be English.
            say(format_args!("erreur : {flag} : {told}"));
            Ok(UNREADABLE)
        }
    }
}

/// Legal with the position reached, or the first broken rule.
struct Verdict {
    broken: Option<Broken>,
    reached: Option<String>,
}

impl Verdict {
    fn new<G: CatalogGame>(
        game: &G,
        position: &G::Position,
        player: &str,
        text: &str,
    ) -> Result<Self, TextError> {
        let broken = game.check_text(position, player, text)?.err();
        let from = match broken {
            Some(_) => None,
            None => game.parse_player(player),
        };
        let from = from.and_then(|p| game.with_mover(position, p));
        let reached = match from {
            Some(from) => {
                let mv = game.parse_move(&from, text)?;
                Some(game.position_text(&game.play(&from, mv)))
            }
            None => None,
        };
        Ok(Self { broken, reached })
    }

    fn object(&self, position: String, player: String, mv: String, language: Language) -> Value {
        json!({
            "position": position,
            "player": player,
            "move": mv,
            "legal": self.broken.is_none(),
            "rule": self.broken.as_ref().map(|b| b.rule),
            "message": self.broken.as_ref().map(|b| b.message(language)),
            "reached": self.reached,
        })
    }
}

fn file<G: CatalogGame>(
    game: &G,
    path: &Path,
    language: Language,
    answers: &Answers,
) -> Result<Exit, Failure> {
    let answer = |asked: Asked<G>| {
        let given = |text: Option<String>, field| {
            text.ok_or_else(|| {
                PositionsError::row(path, asked.line, Some(field), "expected, but not there")
            })
        };
        let player = given(asked.player, "player")?;
        let mv = given(asked.mv, "move")?;
        let verdict = Verdict::new(game, &asked.position, &player, &mv)
            .map_err(|e| PositionsError::row(path, asked.line, Some("move"), e.told(language)))?;
        let position = game.position_text(&asked.position);
        let mut object = verdict.object(position, player, mv, language);
        object["line"] = json!(asked.line);
        object["id"] = json!(asked.id);
        Ok(object)
    };
    let asked = read_positions(game, path)?;
    let objects: Result<Vec<Value>, PositionsError> = asked.into_iter().map(answer).collect();
    let fields = [&["line", "id"], &FIELDS[..]].concat();
    answers.write(&fields, objects?)
}
