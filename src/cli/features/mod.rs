//! `sowlab features explain|active|lint`

mod active;
mod explain;
mod lint;
mod raw;

use clap::{Args, Subcommand, ValueEnum};
use serde_json::{Value, json};

use super::{Exit, Failure};
use crate::feature::Ground;

/// Explain features, show which are active, check sets of them
///
/// Features are patterns around a move, in the language of Ludii; docs/methods/features.md tells
/// what they mean and what surprises.
#[derive(Args)]
pub struct Features {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Explain(explain::Explain),
    Active(active::Active),
    Lint(lint::Lint),
}

impl Features {
    pub fn run(self) -> Result<Exit, Failure> {
        match self.command {
            Command::Explain(c) => c.run(),
            Command::Active(c) => c.run(),
            Command::Lint(c) => c.run(),
        }
    }
}

/// How a report is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Form {
    /// For people.
    #[default]
    Text,
    /// One JSON document.
    Json,
}

/// The label of a site, or null.
fn label(ground: &Ground, site: Option<usize>) -> Value {
    let found = site.and_then(|s| ground.board.sites().get(s));
    json!(found.map(|s| &s.label))
}

/// A 32-bit number with no more digits than it needs.
fn short(number: f32) -> Value {
    json!(number.to_string().parse().unwrap_or(f64::from(number)))
}
