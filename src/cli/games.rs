//! `sowlab games [NAME]`

use std::io::Write;

use clap::Args;
use serde_json::json;

use super::output::{Format, Table, finish, stdout};
use super::{Exit, Failure, OK};
use crate::catalog::{self, CatalogGame, GameTask, INFOS, nearest};
use crate::game::{GameInfo, RuleOfThumb};

/// List the games, or show the page of one: rules, parameters, notation, known results
#[derive(Args)]
pub struct Games {
    /// The game whose page to show
    name: Option<String>,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Games {
    pub fn run(self) -> Result<Exit, Failure> {
        let mut out = stdout();
        match &self.name {
            None => {
                let mut table = Table::new(["game", "parameters", "about"]);
                for info in INFOS {
                    let keys: Vec<&str> = info.parameters.iter().map(|p| p.name).collect();
                    table.push(vec![
                        json!(info.name),
                        json!(keys.join(", ")),
                        json!(info.title),
                    ]);
                }
                table.write(self.format, &mut out)?;
            }
            Some(name) => page(find(name)?, self.format, &mut out)?,
        }
        finish(out)?;
        Ok(OK)
    }
}

fn find(name: &str) -> Result<&'static GameInfo, Failure> {
    // `sowlab games 'sowing(pots=6)'` means the page of sowing.
    let word = name.split('(').next().unwrap_or(name).trim();
    let known = INFOS.iter().map(|i| i.name);
    INFOS
        .iter()
        .find(|i| i.name == word)
        .copied()
        .ok_or_else(|| match nearest(word, known.clone()) {
            Some(near) => format!("unknown game {word}; did you mean {near}?").into(),
            None => {
                let all: Vec<&str> = known.collect();
                format!("unknown game {word}; known games: {}", all.join(", ")).into()
            }
        })
}

/// The rules of thumb and the strategies of a game, the same for all parameters.
struct RulesOfThumb;

impl GameTask for RulesOfThumb {
    type Output = [&'static [RuleOfThumb]; 2];

    fn run<G: CatalogGame>(self, game: G) -> Self::Output {
        [game.rules(), game.strategies()]
    }
}

fn page(info: &GameInfo, format: Format, out: &mut dyn Write) -> Result<(), Failure> {
    let [rules, strategies] = catalog::run(info.name, RulesOfThumb)?.map(|list| {
        let mut table = Table::new(["name", "prefers"]);
        for rule in list {
            table.push(vec![json!(rule.name), json!(rule.meaning)]);
        }
        table
    });
    let mut sizes = Table::new(["game", "log10_positions", "log10_tree", "source"]);
    for size in info.sizes {
        sizes.push(vec![
            json!(size.game),
            json!(size.log10_positions),
            json!(size.log10_tree),
            json!(size.source),
        ]);
    }
    let mut parameters = Table::new(["name", "range", "default", "meaning"]);
    for p in info.parameters {
        parameters.push(vec![
            json!(p.name),
            json!(p.range),
            json!(p.default),
            json!(p.meaning),
        ]);
    }
    let sections = [
        ("Rules", info.rules),
        ("Notation", info.notation),
        ("Vector", info.vector),
        ("Known results", info.results),
        ("Sources", info.sources),
    ];
    match format {
        Format::Csv => parameters.write_csv(out)?,
        Format::Json => {
            let mut object = json!({
                "name": info.name,
                "title": info.title,
                "parameters": parameters.objects(),
                "rules_of_thumb": rules.objects(),
                "strategies": strategies.objects(),
                "sizes": sizes.objects(),
            });
            for (title, text) in sections {
                object[title.to_lowercase().replace(' ', "_")] = json!(text);
            }
            serde_json::to_writer_pretty(&mut *out, &object)?;
            writeln!(out)?;
        }
        Format::Text => {
            writeln!(out, "{}", info.title)?;
            for (i, (title, text)) in sections.iter().enumerate() {
                writeln!(out, "\n{title}\n{text}")?;
                if i == 0 {
                    writeln!(out, "\nParameters")?;
                    parameters.write_text(out)?;
                }
                if i == 2 && !rules.is_empty() {
                    writeln!(out, "\nRules of thumb, for greedy(rule=...)")?;
                    rules.write_text(out)?;
                }
                if i == 3 && !sizes.is_empty() {
                    writeln!(out, "\nPublished sizes (see sowlab complexity)")?;
                    sizes.write_text(out)?;
                }
                if i == 2 && !strategies.is_empty() {
                    writeln!(out, "\nStrategies, for strategy(rule=...)")?;
                    strategies.write_text(out)?;
                }
            }
        }
    }
    Ok(())
}
