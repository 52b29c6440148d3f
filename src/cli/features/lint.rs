//! `sowlab features lint FILE`

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::super::output::{Table, finish, stdout, warn};
use super::super::{Exit, Failure, OK};
use super::{Form, short};
use crate::catalog::{self, CatalogGame, GameTask, read_set};
use crate::feature::file;
use crate::feature::{FeatureSet, Finding, Ground, lint};
use crate::policy::PLAYOUT_THRESHOLD;

/// Look for what is wrong, or not as it seems, in a file of features
///
/// Found are: meaningless (a feature names what the game does not have), duplicate (features that
/// are the same on this board, such as rotations of each other), never-fires, weak-weight (a weight
/// that playouts skip; not in a list of features without weights), and the quirks that features explain marks with !. Weights are those of
/// playouts.
///
/// Exit codes: 0 nothing was found, 1 something was, 2 an error.
///
/// Fields (JSON): file, game, features (how many), findings (each with kind, features (numbers from
/// 0), player (whose, or both), message), listed (each feature that a finding names: number, feature,
/// weights by player).
#[derive(Args)]
pub struct Lint {
    /// The file: .toml, .lud, .def, or a list of features or weights
    file: PathBuf,
    /// The game [default: the one that the file names]
    #[arg(long)]
    game: Option<String>,
    /// Which set, where a file for Ludii has several
    #[arg(long, value_name = "NAME")]
    set_name: Option<String>,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Form,
}

/// What the process ends with when something was found.
const FOUND: Exit = 1;

impl Lint {
    pub fn run(self) -> Result<Exit, Failure> {
        let name = match &self.game {
            Some(name) => name.clone(),
            None => {
                let text = file::read_text(&self.file).map_err(|e| e.to_string())?;
                let found = file::game_of(&text, &self.file).map_err(|e| e.to_string())?;
                let file = self.file.display();
                let name = found
                    .ok_or_else(|| format!("{file}: names no game: say with --game which one"))?;
                catalog::open_game(&name).map_err(|e| format!("{file}: game: {e}"))?;
                name
            }
        };
        catalog::run(&name, self)?
    }
}

impl GameTask for Lint {
    type Output = Result<Exit, Failure>;

    fn run<G: CatalogGame>(self, game: G) -> Self::Output {
        let read = read_set(&game, &self.file, self.set_name.as_deref())?;
        warn(&read.loaded.warnings);
        let ground = Ground::of(&game)?;
        let set = &read.loaded.playout;
        // A list of features has no weights that could be weak.
        let mut weights = set.features.iter().flat_map(|f| f.weights).flatten();
        let threshold = match weights.all(|w| w == 0.0) {
            true => 0.0,
            false => PLAYOUT_THRESHOLD,
        };
        let findings = lint(set, &ground, threshold);
        let mut out = stdout();
        let file = self.file.display().to_string();
        match self.format {
            Form::Json => {
                let object = object(&file, set, &findings, &ground);
                serde_json::to_writer_pretty(&mut out, &object)?;
                writeln!(out)?;
            }
            Form::Text => text(&file, set, &findings, &ground, &mut out)?,
        }
        finish(out)?;
        Ok(if findings.is_empty() { OK } else { FOUND })
    }
}

/// Whose set a finding is in.
fn whose(finding: &Finding, ground: &Ground) -> &'static str {
    finding.player.map_or("both", |p| ground.players[p.index()])
}

/// The numbers of the features that findings name, each once.
fn listed(findings: &[Finding]) -> Vec<usize> {
    let numbers = findings.iter().flat_map(|f| f.features.iter().copied());
    let mut numbers: Vec<usize> = numbers.collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

fn text(
    file: &str,
    set: &FeatureSet,
    findings: &[Finding],
    ground: &Ground,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    let features = count(set.features.len(), "feature");
    writeln!(out, "{file}: {features} on {}", ground.game)?;
    if findings.is_empty() {
        writeln!(out, "nothing found")?;
        return Ok(());
    }
    for finding in findings {
        let numbers: Vec<String> = finding.features.iter().map(usize::to_string).collect();
        writeln!(
            out,
            "\n{} {} ({}): {}",
            finding.kind.name(),
            numbers.join(", "),
            whose(finding, ground),
            finding.message
        )?;
    }
    writeln!(out)?;
    let mut table = Table::new(["number", ground.players[0], ground.players[1], "feature"]);
    for number in listed(findings) {
        let feature = &set.features[number];
        let [one, two] = feature.weights.map(|w| w.map_or(Value::Null, short));
        table.push(vec![
            json!(number),
            one,
            two,
            json!(feature.feature.to_string()),
        ]);
    }
    table.write_text(out)?;
    writeln!(out, "\n{}", count(findings.len(), "finding"))?;
    Ok(())
}

fn object(file: &str, set: &FeatureSet, findings: &[Finding], ground: &Ground) -> Value {
    let finding = |f: &Finding| {
        json!({
            "kind": f.kind.name(),
            "features": f.features,
            "player": whose(f, ground),
            "message": f.message,
        })
    };
    let feature = |number: usize| {
        let feature = &set.features[number];
        let weight = |w: Option<f32>| w.map_or(Value::Null, short);
        json!({
            "number": number,
            "feature": feature.feature.to_string(),
            "weights": {
                ground.players[0]: weight(feature.weights[0]),
                ground.players[1]: weight(feature.weights[1]),
            },
        })
    };
    json!({
        "file": file,
        "game": ground.game,
        "features": set.features.len(),
        "findings": findings.iter().map(finding).collect::<Vec<Value>>(),
        "listed": listed(findings).into_iter().map(feature).collect::<Vec<Value>>(),
    })
}
