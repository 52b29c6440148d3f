//! `sowlab evaluate policy GAME POLICY...`

use std::io::Write;

use clap::Args;
use serde_json::{Value, json};

use super::output::{Format, Table, finish, stdout, warn};
use super::{Exit, Failure, OK, numbers, progress};
use crate::catalog::{self, CatalogGame, GameTask, SidePolicy, open_side};
use crate::evaluate::policies::{Decisions, Optimal, Results, decisions, results, value_for};
use crate::evaluate::{Ground, Weighting};
use crate::game::Player;
use crate::policy::{Policy, Uniform};

/// Judge policies exactly: against chance, against the exact player, move by move
///
/// Each policy is that of one side (SIDE=POLICY). One line for each side, policy and
/// opponent; everything is computed from the probabilities of moves, nothing is sampled.
///
/// Columns: game, side, policy, against (uniform, exact, or the name of another policy of
/// the other side with --pairs), win, draw, loss, capped (not over after 1000 plies), plies
/// (expected); then of the policy alone, by both weightings: positions (of E, this side to
/// move), chance, hit, skill; immediate (positions where it can win at once), missed (the
/// probability that it does not), missed_by_chance; each with _positions (each position
/// once) or _visits (as uniform play meets them). value: what the game is worth to the side.
/// A policy that asks for the last move is judged by the moves that lead to a position
/// under uniform play.
///
/// The exact player keeps the exact value and takes a shortest win where play could go on
/// for ever; among equals it plays any.
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub struct Policies {
    /// The game, such as hare-and-hounds
    game: String,
    /// Policies of one side each, such as 'hounds=features(file="a.toml")'
    #[arg(required = true, value_name = "SIDE=POLICY")]
    policies: Vec<String>,
    /// Also each policy of one side against each of the other
    #[arg(long)]
    pairs: bool,
    /// The largest number of positions
    #[arg(long, value_name = "N", default_value = "10_000_000", value_parser = numbers::amount)]
    limit: usize,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Policies {
    pub fn run(self) -> Result<Exit, Failure> {
        catalog::run(&self.game.clone(), self)?
    }
}

/// The columns.
const COLUMNS: [&str; 24] = [
    "game",
    "side",
    "value",
    "policy",
    "against",
    "win",
    "draw",
    "loss",
    "capped",
    "plies",
    "positions",
    "chance_positions",
    "hit_positions",
    "skill_positions",
    "chance_visits",
    "hit_visits",
    "skill_visits",
    "immediate",
    "missed_positions",
    "missed_by_chance_positions",
    "missed_visits",
    "missed_by_chance_visits",
    "features",
    "last_move",
];

/// A policy of a side.
struct Judged {
    side: Player,
    policy: SidePolicy,
    name: String,
}

impl GameTask for Policies {
    type Output = Result<Exit, Failure>;

    fn run<G: CatalogGame>(self, game: G) -> Self::Output {
        let open = |text: &String| -> Result<Judged, Failure> {
            let (side, policy) = open_side(&game, text)?;
            let name = Policy::<G>::name(&policy);
            Ok(Judged { side, policy, name })
        };
        let judged: Vec<Judged> = self.policies.iter().map(open).collect::<Result<_, _>>()?;
        warn(judged.iter().flat_map(|j| j.policy.warnings()));
        let ground = progress::run("positions", |control| {
            Ground::new(game, self.limit, control)
        })??;
        let table = progress::run("policies", |control| {
            control.set_total(judged.len() as u64);
            let mut table = Table::new(COLUMNS);
            for one in &judged {
                if control.stopped() {
                    return Err("stopped");
                }
                for row in self.rows(&ground, one, &judged) {
                    table.push(row);
                }
                control.advance(1);
            }
            Ok(table)
        })??;
        let mut out = stdout();
        match self.format {
            Format::Csv => table.write_csv(&mut out)?,
            Format::Json => {
                let rows = table.objects();
                serde_json::to_writer_pretty(&mut out, &json!({ "rows": rows }))?;
                writeln!(out)?;
            }
            Format::Text => shown(&table).write_text(&mut out)?,
        }
        finish(out)?;
        Ok(OK)
    }
}

/// The columns that fit on a screen.
fn shown(table: &Table) -> Table {
    const SHOWN: [&str; 10] = [
        "side",
        "policy",
        "against",
        "win",
        "draw",
        "loss",
        "plies",
        "skill_positions",
        "skill_visits",
        "missed_visits",
    ];
    let mut some = Table::new(SHOWN);
    for row in table.objects().as_array().into_iter().flatten() {
        some.push(SHOWN.map(|c| row[c].clone()).to_vec());
    }
    some
}

impl Policies {
    fn rows<G: CatalogGame>(
        &self,
        ground: &Ground<G>,
        one: &Judged,
        all: &[Judged],
    ) -> Vec<Vec<Value>> {
        let of = |weighting| decisions(ground, one.side, &one.policy, weighting);
        let alone = of(Weighting::Positions).zip(of(Weighting::Visits));
        let row =
            |against: &str, results: Results| row(ground, one, against, &results, alone.as_ref());
        let mut rows = vec![
            row("uniform", results(ground, one.side, &one.policy, &Uniform)),
            row(
                "exact",
                results(ground, one.side, &one.policy, &Optimal::new(ground)),
            ),
        ];
        let others = all.iter().filter(|o| self.pairs && o.side != one.side);
        rows.extend(others.map(|other| {
            let found = results(ground, one.side, &one.policy, &other.policy);
            row(&other.name, found)
        }));
        rows
    }
}

fn row<G: CatalogGame>(
    ground: &Ground<G>,
    one: &Judged,
    against: &str,
    results: &Results,
    alone: Option<&(Decisions, Decisions)>,
) -> Vec<Value> {
    let game = &ground.game;
    let mut row = vec![
        json!(game.name()),
        json!(game.players()[one.side.index()]),
        json!(value_for(ground, one.side).name()),
        json!(one.name),
        json!(against),
        json!(results.win),
        json!(results.draw),
        json!(results.loss),
        json!(results.capped),
        json!(results.plies),
    ];
    match alone {
        Some((p, v)) => row.extend([
            json!(p.positions),
            json!(p.chance),
            json!(p.hit),
            json!(p.skill),
            json!(v.chance),
            json!(v.hit),
            json!(v.skill),
            json!(p.immediate),
            json!(p.missed),
            json!(p.missed_by_chance),
            json!(v.missed),
            json!(v.missed_by_chance),
        ]),
        None => row.extend(std::iter::repeat_n(Value::Null, 12)),
    }
    let features = match &one.policy {
        SidePolicy::Features(player) => json!(player.policy.count(one.side)),
        _ => Value::Null,
    };
    row.push(features);
    row.push(json!(Policy::<G>::uses_last_move(&one.policy)));
    row
}
