//! `sowlab agents [NAME]`

use std::io::Write;

use clap::Args;
use serde_json::{Value, json};

use super::output::{Format, Table, finish, stdout};
use super::{Exit, Failure, OK};
use crate::catalog::{AGENTS, AgentInfo, nearest};

/// List the agents of `match` and `curve`, or show the page of one
#[derive(Args)]
pub struct Agents {
    /// The agent whose page to show
    name: Option<String>,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Agents {
    pub fn run(self) -> Result<Exit, Failure> {
        let mut out = stdout();
        match &self.name {
            None => {
                let mut table = Table::new(["agent", "parameters", "about"]);
                for info in AGENTS {
                    let keys: Vec<&str> = info.parameters.iter().map(|p| p.name).collect();
                    let cells = [info.name, &keys.join(", "), info.title];
                    table.push(cells.map(Value::from).to_vec());
                }
                table.write(self.format, &mut out)?;
            }
            Some(name) => page(find(name)?, self.format, &mut out)?,
        }
        finish(out)?;
        Ok(OK)
    }
}

fn find(name: &str) -> Result<&'static AgentInfo, Failure> {
    // `sowlab agents 'knn(k=3)'` means the page of knn.
    let word = name.split('(').next().unwrap_or(name).trim();
    let known = AGENTS.iter().map(|a| a.name);
    AGENTS.iter().find(|a| a.name == word).ok_or_else(|| {
        let hint = match nearest(word, known.clone()) {
            Some(near) => format!("did you mean {near}?"),
            None => format!("known agents: {}", known.collect::<Vec<_>>().join(", ")),
        };
        format!("unknown agent {word}; {hint}").into()
    })
}

fn page(info: &AgentInfo, format: Format, out: &mut dyn Write) -> Result<(), Failure> {
    let mut parameters = Table::new(["name", "range", "default", "meaning"]);
    for p in info.parameters {
        parameters.push(
            [p.name, p.range, p.default, p.meaning]
                .map(Value::from)
                .to_vec(),
        );
    }
    match format {
        Format::Csv => parameters.write_csv(out)?,
        Format::Json => {
            let object = json!({
                "name": info.name,
                "title": info.title,
                "rules": info.rules,
                "parameters": parameters.objects(),
            });
            serde_json::to_writer_pretty(&mut *out, &object)?;
            writeln!(out)?;
        }
        Format::Text => {
            writeln!(out, "{}: {}\n\n{}", info.name, info.title, info.rules)?;
            if !parameters.is_empty() {
                writeln!(out, "\nParameters")?;
                parameters.write_text(out)?;
            }
        }
    }
    Ok(())
}
