//! `sowlab demo`: the main job on two small games.

use std::path::{Path, PathBuf};

use clap::Args;

use super::run::run_experiment;
use super::{Exit, Failure};

/// The main job in a minute: databases, advice, its judgement by the solver, plots, a report
///
/// Runs the experiment file `experiments/demo.toml`, which is built in.
#[derive(Args)]
pub struct Demo {
    /// The folder to write to
    #[arg(long, default_value = "results/demo")]
    out: PathBuf,
}

impl Demo {
    pub fn run(self) -> Result<Exit, Failure> {
        let text = include_str!("../../experiments/demo.toml");
        run_experiment(text, Path::new("experiments/demo.toml"), &self.out)
    }
}
