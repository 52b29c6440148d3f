//! `sowlab solve GAME GAME ...`: the starts of several games, one line each.

use serde_json::Value;

use super::answers::Answers;
use super::solve::{Solve, fields, object};
use super::{Exit, Failure, progress};
use crate::catalog::{self, CatalogGame, GameTask};
use crate::control::Control;
use crate::game::Describe;

/// Solves the start of every game with tables of its own, so that a line does
/// not depend on the others.
pub(super) fn run(options: &Solve) -> Result<Exit, Failure> {
    let games = options.games();
    for game in games {
        catalog::run(game, Open)?;
    }
    let answers = Answers::new(options.out(), options.format(), &[])?;
    let mut objects = Vec::new();
    let failed = progress::run("games", |control| -> Result<(), Failure> {
        control.set_total(games.len() as u64);
        for game in games {
            let solved = catalog::run(game, Start { options, control })?;
            objects.push(solved.map_err(|e| format!("{game}: {e}"))?);
            control.advance(1);
        }
        Ok(())
    })?
    .err();
    let margins = objects.iter().any(|o| o["margin"].is_i64());
    let plies = objects.iter().any(|o| o.get("plies").is_some());
    let fields = fields(margins, plies);
    match failed {
        None => answers.write(&fields, objects),
        Some(why) if objects.is_empty() => Err(why),
        // What is finished took long, and is right.
        Some(why) => {
            let done = objects.len();
            answers.write(&fields, objects)?;
            Err(format!(
                "{why}; the first {done} of {} games were answered",
                games.len()
            )
            .into())
        }
    }
}

/// Whether there is such a game, before any is solved.
struct Open;

impl GameTask for Open {
    type Output = &'static str;

    fn run<G: CatalogGame>(self, _: G) -> Self::Output {
        <G as Describe>::INFO.name
    }
}

struct Start<'a> {
    options: &'a Solve,
    control: &'a Control,
}

impl GameTask for Start<'_> {
    type Output = Result<Value, Failure>;

    fn run<G: CatalogGame>(self, game: G) -> Self::Output {
        let options = self.options;
        let start = game.initial();
        let analysis = options.solver(&game, options.memory())?.analyse(
            &start,
            options.detail(),
            &options.limits(),
            self.control,
        )?;
        Ok(object(&game, &start, &analysis))
    }
}
