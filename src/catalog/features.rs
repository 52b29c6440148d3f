//! Players by weighted features: `features(file="a.toml",temperature=1)`.

use std::path::Path;

use super::args::Args;
use super::games::{CatalogGame, GameTask, run};
use super::grammar::{Name, NameError, Value};
use crate::feature::Ground;
use crate::feature::file::{self, Loaded};
use crate::game::OnBoard;
use crate::manifest::Input;
use crate::output::sha256;
use crate::policy::{Features, Weighing};

/// The parameters.
pub(super) const KEYS: [&str; 6] = ["file", "set", "weights", "choice", "temperature", "epsilon"];

/// A policy of features with the file that it comes from.
#[derive(Clone, Debug)]
pub struct FeaturePlayer {
    /// The policy.
    pub policy: Features,
    /// The file.
    pub input: Input,
    /// What is harmless but should be told.
    pub warnings: Vec<String>,
}

impl PartialEq for FeaturePlayer {
    fn eq(&self, other: &Self) -> bool {
        self.policy == other.policy && self.input == other.input
    }
}

impl Eq for FeaturePlayer {}

/// Reads `features(file="...")`, and the file.
pub(super) fn open_features<G: OnBoard>(
    game: &G,
    text: &str,
    name: &Name,
) -> Result<FeaturePlayer, NameError> {
    let args = Args::new(text, name, &KEYS)?;
    let Some(file) = args.text("file")? else {
        return Err(args.error("file", "features: expected file=\"FILE\""));
    };
    let set = args.text("set")?;
    let which = args.choice("weights", &["playout", "selection"], "playout")?;
    let epsilon = args.real("epsilon", 0.0, 1.0, 0.0)?;
    let greedy = args.choice("choice", &["softmax", "greedy"], "softmax")? == "greedy";
    let temperature = args.real("temperature", 1e-6, 1e6, 1.0)?;
    if greedy && args.has("temperature") {
        return Err(args.error("temperature", "choice=greedy has no temperature"));
    }

    let mut canonical = format!("features(file={}", Value::Text(file.clone()));
    if let Some(set) = &set {
        canonical += &format!(",set={}", Value::Text(set.clone()));
    }
    if which != "playout" {
        canonical += &format!(",weights={which}");
    }
    if greedy {
        canonical += ",choice=greedy";
    }
    if temperature != 1.0 {
        canonical += &format!(",temperature={temperature}");
    }
    if epsilon != 0.0 {
        canonical += &format!(",epsilon={epsilon}");
    }
    canonical.push(')');

    let read =
        read_set(game, Path::new(&file), set.as_deref()).map_err(|e| args.error("file", e))?;
    let weights = match which {
        "selection" => &read.loaded.selection,
        _ => &read.loaded.playout,
    };
    let ground = Ground::of(game).map_err(|e| args.error("file", e))?;
    let choice = match greedy {
        true => Weighing::Greedy { epsilon },
        false => Weighing::Softmax {
            temperature,
            epsilon,
        },
    };
    let policy = Features::new(canonical, weights, &ground, choice)
        .map_err(|e| args.error("file", format!("{file}: {e}")))?
        .tabulated(game);
    Ok(FeaturePlayer {
        policy,
        input: read.input,
        warnings: read.loaded.warnings,
    })
}

/// A file of features that was read for a game.
pub struct ReadSet {
    /// What it holds.
    pub loaded: Loaded,
    /// The file.
    pub input: Input,
}

/// The canonical name of a game.
struct NameOf;

impl GameTask for NameOf {
    type Output = String;

    fn run<G: CatalogGame>(self, game: G) -> String {
        game.name()
    }
}

/// Reads a file of features for a game.
///
/// # Errors
/// The file holds no set, or one for another game.
pub fn read_set<G: OnBoard>(game: &G, path: &Path, set: Option<&str>) -> Result<ReadSet, String> {
    let name = game.name();
    let word = |name: &str| name.split('(').next().unwrap_or(name).trim().to_string();
    // First, since the players of another game would be the first fault.
    let text = file::read_text(path).map_err(|e| e.to_string())?;
    let made_for = file::game_of(&text, path).map_err(|e| e.to_string())?;
    if let Some(other) = made_for.as_ref().filter(|g| word(g) != word(&name)) {
        let file = path.display();
        return Err(format!("{file}: made for {other}, not for {name}"));
    }
    let loaded = file::parse(&text, path, game.players(), set, file::read_text);
    let mut loaded = loaded.map_err(|e| e.to_string())?;
    if let Some(made_for) = made_for.filter(|g| g.contains('(')) {
        let canonical = run(&made_for, NameOf);
        if canonical.as_ref() != Ok(&name) {
            let warning = format!("{}: made for {made_for}", path.display());
            loaded.warnings.push(warning);
        }
    }
    Ok(ReadSet {
        loaded,
        input: Input {
            file: path.display().to_string(),
            sha256: sha256(text.as_bytes()),
        },
    })
}
