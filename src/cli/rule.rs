//! `sowlab evaluate rule [GAME]`

use std::io::Write;

use clap::Args;
use serde_json::{Value, json};

use super::output::{Format, Table, finish, stdout};
use super::{Exit, Failure, OK, progress};
use crate::catalog::{AnyGame, open_game};
use crate::evaluate::numbering::{Agreement, Hounds, agreement};
use crate::game::hunt::{Goal, Hunt};
use crate::game::{Game, Notation};

/// Judge the numbering of Winning Ways by the exact values of hare and hounds
///
/// Berlekamp, Conway and Guy number the points so that every step changes the sum
/// under the four pieces modulo 3; the hounds are to make it divisible by 3. Here
/// that is held against the exact values, under both goals, for all positions with
/// the hare to move and above the rearmost hound (with a stall limit: those with a
/// count of 0).
///
/// Columns: goal, hounds (off B1: no hound there; on B1; any), positions, won (by
/// the hounds), sum0 (sum divisible by 3), won_sum0 (both), won_other (won with
/// another sum), sum0_not_won, agree (share of positions where a sum divisible by 3
/// and a win go together). JSON: {game, rows, exceptions: [{goal, position}], play:
/// [{goal, turns, without, traps}]}; text shows the same.
///
/// exceptions: the positions won with another sum and no hound on B1. play: from
/// the start of the game the hare plays anything, the hounds every move that leaves
/// a sum divisible by 3 and is safe, that is keeps the exact win. turns: positions
/// reached with the hounds to move; without: those without such a move; traps: those
/// where another move leaves such a sum and throws the win away.
#[derive(Args)]
pub struct Rule {
    /// The game, for its start and its stall limit; both goals are judged
    #[arg(default_value = "hare-and-hounds")]
    game: String,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Rule {
    pub fn run(self) -> Result<Exit, Failure> {
        let game = match open_game(&self.game)? {
            AnyGame::Hunt(game) => game,
            _ => {
                let message = "expected hare-and-hounds: only its points are numbered";
                return Err(format!("{}: {message}", self.game).into());
            }
        };
        let judged = progress::run("goals", |control| {
            control.set_total(2);
            let judge = |goal| -> Result<(Hunt, Agreement), Failure> {
                let game = Hunt::new(game.start(), goal, game.stall())?;
                let found = agreement(&game, control)?;
                control.advance(1);
                Ok((game, found))
            };
            [Goal::Home, Goal::Pass]
                .map(judge)
                .into_iter()
                .collect::<Result<Vec<_>, _>>()
        })??;
        let mut out = stdout();
        let table = counts(&judged);
        match self.format {
            Format::Csv => table.write_csv(&mut out)?,
            Format::Json => {
                let object = json!({
                    "game": game.name(),
                    "rows": table.objects(),
                    "exceptions": exceptions(&judged).objects(),
                    "play": play(&judged).objects(),
                });
                serde_json::to_writer_pretty(&mut out, &object)?;
                writeln!(out)?;
            }
            Format::Text => {
                writeln!(
                    out,
                    "the hare to move, above the rearmost hound: won by the hounds against sum divisible by 3\n"
                )?;
                table.write_text(&mut out)?;
                writeln!(out, "\nwon with another sum and no hound on B1")?;
                exceptions(&judged).write_text(&mut out)?;
                writeln!(
                    out,
                    "\nturns of the hounds under safe play to such sums, from the start"
                )?;
                play(&judged).write_text(&mut out)?;
            }
        }
        finish(out)?;
        Ok(OK)
    }
}

fn goal(game: &Hunt) -> Value {
    json!(match game.goal() {
        Goal::Home => "home",
        Goal::Pass => "pass",
    })
}

fn counts(judged: &[(Hunt, Agreement)]) -> Table {
    let mut table = Table::new([
        "goal",
        "hounds",
        "positions",
        "won",
        "sum0",
        "won_sum0",
        "won_other",
        "sum0_not_won",
        "agree",
    ]);
    for (game, found) in judged {
        for (hounds, c) in Hounds::ALL.iter().zip(&found.counts) {
            table.push(vec![
                goal(game),
                json!(hounds.name()),
                json!(c.positions),
                json!(c.won),
                json!(c.divisible),
                json!(c.won_divisible),
                json!(c.won - c.won_divisible),
                json!(c.divisible - c.won_divisible),
                json!(c.agree() as f64 / c.positions as f64),
            ]);
        }
    }
    table
}

fn exceptions(judged: &[(Hunt, Agreement)]) -> Table {
    let mut table = Table::new(["goal", "position"]);
    for (game, found) in judged {
        for position in &found.exceptions {
            table.push(vec![goal(game), json!(game.position_text(position))]);
        }
    }
    table
}

fn play(judged: &[(Hunt, Agreement)]) -> Table {
    let mut table = Table::new(["goal", "turns", "without", "traps"]);
    for (game, Agreement { play, .. }) in judged {
        table.push(vec![
            goal(game),
            json!(play.turns),
            json!(play.without),
            json!(play.traps),
        ]);
    }
    table
}
