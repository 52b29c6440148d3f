//! `sowlab solve GAME --fix SIDE=POLICY`: the best reply to a known policy.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use serde_json::{Value, json};

use super::answers::Answers;
use super::legal::winner;
use super::output::{Format, finish, say, stdout, warn};
use super::{Exit, Failure, OK, progress};
use crate::catalog::{CatalogGame, SidePolicy, open_side};
use crate::game::Player;
use crate::policy::Policy;
use crate::solver::reply::{Reply, reply};

/// The fields of the answer, in order (see the help of `solve`).
const FIELDS: [&str; 16] = [
    "game",
    "position",
    "fixed",
    "policy",
    "reply",
    "score",
    "south",
    "draw",
    "north",
    "endless",
    "margin",
    "always_wins",
    "line",
    "line_probability",
    "line_winner",
    "positions",
];

/// Answers `--fix`.
pub(super) fn run<G: CatalogGame>(
    game: &G,
    fix: &str,
    start: G::Position,
    limit: usize,
    out: Option<&Path>,
    format: Format,
) -> Result<Exit, Failure> {
    let (fixed, policy) = open_side(game, fix).map_err(|e| format!("--fix: {e}"))?;
    warn(policy.warnings());
    let inputs: Vec<&Path> = policy
        .input()
        .map(|i| Path::new(&i.file))
        .into_iter()
        .collect();
    let answers = Answers::new(out, format, &inputs)?;
    let begun = Instant::now();
    let found = progress::run("best reply", |control| {
        reply(game, start, fixed, &policy, limit, control)
    })??;
    let object = object(game, &start, &policy, &found);
    say(format_args!("{:.3} s", begun.elapsed().as_secs_f64()));
    if out.is_some() || format != Format::Text {
        let [one, two] = game.players();
        let fields = FIELDS.into_iter();
        let fields = fields.filter(|&f| f != "endless" || !game.always_ends());
        let named = fields.map(|f| match f {
            "south" => one,
            "north" => two,
            other => other,
        });
        let named: Vec<&str> = named.collect();
        return answers.one(&named, object);
    }
    people(game, &object, &found)
}

fn object<G: CatalogGame>(
    game: &G,
    start: &G::Position,
    policy: &SidePolicy,
    found: &Reply<G>,
) -> Value {
    let players = game.players();
    let line = found.line.as_ref();
    let moves = line.map(|line| {
        let mut at = *start;
        let mut moves = Vec::new();
        for &mv in &line.moves {
            moves.push(game.move_text(&at, mv));
            at = game.play(&at, mv);
        }
        moves
    });
    let [one, draw, two] = found.results;
    let mut object = json!({
        "game": game.name(),
        "position": game.position_text(start),
        "fixed": players[found.fixed.index()],
        "policy": Policy::<G>::name(policy),
        "reply": players[found.fixed.other().index()],
        "score": found.score,
        "draw": draw,
        "margin": found.margin,
        "always_wins": found.always_wins,
        "line": moves,
        "line_probability": line.map(|l| l.probability),
        "line_winner": line.map(|l| l.outcome.map_or("endless", |o| winner(game, o.winner))),
        "positions": found.positions,
    });
    object[players[0]] = json!(one);
    object[players[1]] = json!(two);
    if !game.always_ends() {
        object["endless"] = json!(found.endless);
    }
    object
}

fn people<G: CatalogGame>(game: &G, object: &Value, found: &Reply<G>) -> Result<Exit, Failure> {
    let text = |field: &str| object[field].as_str().unwrap_or_default().to_string();
    let name = |player: Player| game.players()[player.index()];
    let (fixed, reply) = (name(found.fixed), name(found.fixed.other()));
    let [one, draw, two] = found.results;
    let mut out = stdout();
    writeln!(out, "position      {}", text("position"))?;
    writeln!(out, "{fixed:<13} {}", text("policy"))?;
    writeln!(
        out,
        "{reply:<13} best reply: maximal expected score (wins + draws / 2)"
    )?;
    writeln!(out, "score         {:.6} for {reply}", found.score)?;
    for (what, p) in [
        (name(Player::One), one),
        ("draw", draw),
        (name(Player::Two), two),
    ] {
        let label = match what {
            "draw" => "draw".to_string(),
            player => format!("{player} wins"),
        };
        let part = match what {
            "draw" if !game.always_ends() => format!(" ({:.6} endless)", found.endless),
            _ => String::new(),
        };
        writeln!(out, "{label:<13} {p:.6}{part}")?;
    }
    if let Some(margin) = found.margin {
        writeln!(out, "margin        {margin:.6} for {}", name(Player::One))?;
    }
    writeln!(
        out,
        "positions     {}, reached by moves that {fixed} plays with positive probability",
        found.positions
    )?;
    match &found.line {
        None => writeln!(
            out,
            "{fixed} wins with probability 1 against every reply: all games that can occur were visited"
        )?,
        Some(line) => {
            let ends = match line.outcome.map(|o| o.winner) {
                None => "without end".to_string(),
                Some(None) => "a draw".to_string(),
                Some(Some(player)) => format!("{} wins", name(player)),
            };
            let moves = object["line"].as_array().into_iter().flatten();
            let moves: Vec<&str> = moves.filter_map(Value::as_str).collect();
            writeln!(
                out,
                "{fixed} does not always win; the most probable such game ({:.6}, {ends}): {}",
                line.probability,
                moves.join(" ")
            )?;
        }
    }
    finish(out)?;
    Ok(OK)
}
