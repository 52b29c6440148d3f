//! `sowlab features active --game GAME --set FILE`

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args, ValueEnum};
use serde_json::{Value, json};

use super::super::answers::Answers;
use super::super::output::{Format, Table, finish, stdout, warn};
use super::super::positions::{PositionsError, position_or_start, read_positions};
use super::super::{Exit, Failure, OK};
use super::{label, raw, short};
use crate::catalog::{self, CatalogGame, GameTask, read_set};
use crate::feature::{Compiled, FeatureSet, Ground, Situation};
use crate::game::{Context, Placement, Player};
use crate::policy::{Activity, activities};

/// Show which features are active for each legal move, and what they add up to
///
/// All weights count, however small; sums are 32-bit, in the order of the features' numbers (from 0,
/// their places in the file). The last move is by default the set-up at the game's start, else none.
///
/// Fields (JSON): line and id (of a file), position, to_move, last_from, last_to (labels of sites or
/// null), moves: each with move, from, to (labels or null), active (numbers), weights, logit, prob
/// (softmax). Of a file of raw lines: line, id, moves: each with from, to (numbers, -1 for none),
/// active, weights, logit, prob.
///
/// CSV is the matrix of moves and features in long form: line, move, feature (number), weight. A move
/// without active features has one row with these two empty. Moves of raw lines are sites: A1-B2.
///
/// A raw line is what a feature sees and nothing else, by numbers of sites (-1 is none):
/// {"id": 0, "who": [0, 1, 2, ...], "mover": 1, "last_from": -1, "last_to": 3, "moves": [{"from": 1,
/// "to": 2}]}; who is 0 for an empty site, else 1 or 2 for a player (seeds: how many).
#[derive(Args)]
#[command(group(ArgGroup::new("which").required(true).args(["set", "features"])))]
pub struct Active {
    /// The game, such as 'alquerkonane(rows=6)'
    #[arg(long)]
    game: String,
    /// The file of weighted features
    #[arg(long, value_name = "FILE")]
    set: Option<PathBuf>,
    /// A file of features, one a line; all weigh 0
    #[arg(long, value_name = "FILE")]
    features: Option<PathBuf>,
    /// Which set, where a file for Ludii has several
    #[arg(long, value_name = "NAME")]
    set_name: Option<String>,
    /// Which weights, where a file has several
    #[arg(long, value_enum, default_value_t)]
    weights: Weights,
    /// The position; the start of the game if left out
    #[arg(long, allow_hyphen_values = true, conflicts_with = "positions")]
    position: Option<String>,
    /// The move before the position, as the game writes it (after a player's name, if not by the
    /// opponent: "south 3"); pass, none, or setup
    #[arg(
        long,
        value_name = "MOVE",
        allow_hyphen_values = true,
        conflicts_with = "positions"
    )]
    last_move: Option<String>,
    /// Answer every position of this file (.csv or .jsonl, with last_move if wanted; or .jsonl of raw
    /// lines)
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Write the answers to this file (.csv, .json or .jsonl)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Weights {
    /// Those of playouts.
    #[default]
    Playout,
    /// Those that guide a search.
    Selection,
}

impl Active {
    pub fn run(self) -> Result<Exit, Failure> {
        catalog::run(&self.game.clone(), self)?
    }

    /// The set that is asked for.
    fn read<G: CatalogGame>(&self, game: &G) -> Result<FeatureSet, Failure> {
        let bare = self.set.is_none();
        let Some(path) = self.set.as_ref().or(self.features.as_ref()) else {
            return Err("expected --set or --features".into());
        };
        let read = read_set(game, path, self.set_name.as_deref())?;
        // That a list has no weights is no news if it was given as one.
        let news = |w: &&String| !(bare && w.contains("features without weights"));
        warn(read.loaded.warnings.iter().filter(news));
        let mut set = match self.weights {
            Weights::Playout => read.loaded.playout,
            Weights::Selection => read.loaded.selection,
        };
        if bare {
            for feature in &mut set.features {
                feature.weights = [Some(0.0); 2];
            }
        }
        Ok(set)
    }
}

impl GameTask for Active {
    type Output = Result<Exit, Failure>;

    fn run<G: CatalogGame>(self, game: G) -> Self::Output {
        let files = [&self.positions, &self.set, &self.features];
        let inputs: Vec<&Path> = files.into_iter().flatten().map(PathBuf::as_path).collect();
        let answers = Answers::new(self.out.as_deref(), self.format, &inputs)?;
        let ground = Ground::of(&game)?;
        let set = self.read(&game)?;
        let compiled = Compiled::new(&set, &ground, 0.0)?;
        let teller = Teller {
            set: &set,
            compiled: &compiled,
            ground: &ground,
        };
        let told = match &self.positions {
            None => {
                let position = position_or_start(&game, self.position.as_deref())?;
                let last = self.last_move.as_deref();
                let told = teller.position(&game, &position, last);
                vec![told.map_err(|e| format!("--last-move: {e}"))?]
            }
            Some(path) => match raw::read(path, &ground)? {
                Some(asked) => asked.iter().map(|a| teller.raw(a)).collect(),
                None => {
                    let mut all = Vec::new();
                    for asked in read_positions(&game, path)? {
                        let last = asked.last_move.as_deref();
                        let mut told =
                            teller.position(&game, &asked.position, last).map_err(|e| {
                                PositionsError::row(path, asked.line, Some("last_move"), e)
                            })?;
                        told.line = asked.line;
                        told.object["line"] = json!(asked.line);
                        told.object["id"] = json!(asked.id);
                        all.push(told);
                    }
                    all
                }
            },
        };
        if answers.are_csv() {
            let rows = told.iter().flat_map(Told::rows).collect();
            return answers.write(&["line", "move", "feature", "weight"], rows);
        }
        if self.format == Format::Text && self.out.is_none() {
            let mut out = stdout();
            for (i, told) in told.iter().enumerate() {
                if i > 0 {
                    writeln!(out)?;
                }
                told.text(&mut out)?;
            }
            finish(out)?;
            return Ok(OK);
        }
        let single = self.positions.is_none();
        let mut objects: Vec<Value> = told.into_iter().map(|t| t.object).collect();
        match (single, objects.pop()) {
            (true, Some(object)) => answers.one(&[], object),
            (_, last) => {
                objects.extend(last);
                answers.write(&[], objects)
            }
        }
    }
}

/// What is told of one position.
struct Told {
    line: u64,
    /// In words.
    title: String,
    /// The moves as people write them, in order.
    moves: Vec<(String, Activity)>,
    /// As JSON.
    object: Value,
}

impl Told {
    fn text(&self, out: &mut dyn Write) -> Result<(), Failure> {
        writeln!(out, "{}", self.title)?;
        if self.moves.is_empty() {
            writeln!(out, "no moves")?;
            return Ok(());
        }
        let mut table = Table::new(["move", "logit", "prob", "active", "weights"]);
        for (mv, activity) in &self.moves {
            let numbers: Vec<String> = activity.active.iter().map(u32::to_string).collect();
            let weights: Vec<String> = activity.weights.iter().map(f32::to_string).collect();
            table.push(vec![
                json!(mv),
                short(activity.logit),
                json!(activity.probability),
                json!(numbers.join(" ")),
                json!(weights.join(" ")),
            ]);
        }
        Ok(table.write_text(out)?)
    }

    /// The rows of the matrix.
    fn rows(&self) -> Vec<Value> {
        let row = |mv: &str, feature: Value, weight: Value| json!({ "line": self.line, "move": mv, "feature": feature, "weight": weight });
        let rows = self.moves.iter().flat_map(|(mv, activity)| {
            let pairs = activity.active.iter().zip(&activity.weights);
            let mut rows: Vec<Value> = pairs.map(|(n, &w)| row(mv, json!(n), short(w))).collect();
            if rows.is_empty() {
                rows.push(row(mv, Value::Null, Value::Null));
            }
            rows
        });
        rows.collect()
    }
}

struct Teller<'a> {
    set: &'a FeatureSet,
    compiled: &'a Compiled,
    ground: &'a Ground,
}

impl Teller<'_> {
    fn label(&self, site: Option<u8>) -> Value {
        label(self.ground, site.map(usize::from))
    }

    fn position<G: CatalogGame>(
        &self,
        game: &G,
        position: &G::Position,
        last: Option<&str>,
    ) -> Result<Told, String> {
        let context = Context::of(*position);
        let mut situation = Situation::of(game, &context, self.ground.set_up);
        if let Some(text) = last {
            situation.last = last_move(game, self.ground, position, text)?;
        }
        let mut legal = Vec::new();
        game.expand(position, &mut legal);
        let places: Vec<Placement> = legal
            .iter()
            .map(|&mv| game.placement(situation.mover, mv))
            .collect();
        let found = activities(self.set, self.compiled, &situation, &places);
        let text = |&mv: &G::Move| game.move_text(position, mv);
        let moves: Vec<(String, Activity)> = legal.iter().map(text).zip(found).collect();
        let listed = moves.iter().zip(&places).map(|((mv, activity), place)| {
            let mut object = spoken(activity);
            object["move"] = json!(mv);
            object["from"] = self.label(place.from);
            object["to"] = self.label(place.to);
            object
        });
        let to_move = game.players()[situation.mover.index()];
        let (from, to) = (
            self.label(situation.last.from),
            self.label(situation.last.to),
        );
        let last = match (from.as_str(), to.as_str()) {
            (Some(from), Some(to)) => format!("last move {from} to {to}"),
            (None, Some(to)) => format!("last move to {to}"),
            _ => "no last move".into(),
        };
        let shown = game.position_text(position);
        Ok(Told {
            line: 1,
            title: format!("{shown}: {to_move} to move, {last}"),
            object: json!({
                "position": shown,
                "to_move": to_move,
                "last_from": from,
                "last_to": to,
                "moves": listed.collect::<Vec<Value>>(),
            }),
            moves,
        })
    }

    fn raw(&self, asked: &raw::Asked) -> Told {
        let found = activities(self.set, self.compiled, &asked.situation, &asked.moves);
        let number = |site: Option<u8>| site.map_or(json!(-1), |s| json!(s));
        let listed = found.iter().zip(&asked.moves).map(|(activity, mv)| {
            let mut object = spoken(activity);
            object["from"] = number(mv.from);
            object["to"] = number(mv.to);
            object
        });
        let name = |mv: &Placement| {
            let [from, to] = [mv.from, mv.to].map(|s| self.label(s));
            match (from.as_str(), to.as_str()) {
                (Some(from), Some(to)) => format!("{from}-{to}"),
                (Some(from), None) => format!("{from}-"),
                (None, Some(to)) => to.to_string(),
                (None, None) => "pass".into(),
            }
        };
        let to_move = self.ground.players[asked.situation.mover.index()];
        Told {
            line: asked.line,
            title: format!("line {}: {to_move} to move", asked.line),
            object: json!({
                "line": asked.line,
                "id": asked.id,
                "moves": listed.collect::<Vec<Value>>(),
            }),
            moves: asked.moves.iter().map(name).zip(found).collect(),
        }
    }
}

/// What is told of a move's features.
fn spoken(activity: &Activity) -> Value {
    json!({
        "active": activity.active,
        "weights": activity.weights.iter().map(|&w| short(w)).collect::<Vec<Value>>(),
        "logit": short(activity.logit),
        "prob": activity.probability,
    })
}

/// Reads the move before a position: where it began and ended.
fn last_move<G: CatalogGame>(
    game: &G,
    ground: &Ground,
    position: &G::Position,
    text: &str,
) -> Result<Placement, String> {
    let text = text.trim();
    match text.to_lowercase().as_str() {
        "setup" => return Ok(ground.set_up),
        "none" | "pass" => return Ok(Placement::default()),
        _ => {}
    }
    let named = text.split_once(char::is_whitespace);
    let named = named.and_then(|(name, rest)| Some((game.parse_player(name)?, rest.trim())));
    let (player, text): (Player, &str) = named.unwrap_or((game.mover(position).other(), text));
    let before = game.with_mover(position, player).unwrap_or(*position);
    let mv = game.parse_move(&before, text).map_err(|e| e.to_string())?;
    // Where the pieces were is not known, so only what is true everywhere is asked.
    let start = game
        .with_mover(&game.initial(), player)
        .unwrap_or(game.initial());
    match game.check(&start, mv) {
        Err(broken) if broken.rule.ends_with("-outside") => return Err(broken.to_string()),
        _ => {}
    }
    let placed = game.placement(player, mv);
    let sites = ground.board.len();
    let inside = |site: Option<u8>| site.is_none_or(|s| usize::from(s) < sites);
    match inside(placed.from) && inside(placed.to) {
        true => Ok(placed),
        false => Err(format!("\"{text}\" lies outside of the board")),
    }
}
