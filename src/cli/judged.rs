//! What `sowlab evaluate advice` prints for people.

use std::io::Write;

use serde_json::{Value, json};

use super::Failure;
use super::output::{Format, Table};
use crate::catalog::CatalogGame;
use crate::evaluate::{Choice, Extent, Judge, Row, Section, Size, Subject, Weighting};

/// The summary for people.
pub(super) struct Heading<'a> {
    /// The game's name.
    pub game: &'a str,
    /// The seed.
    pub seed: u64,
    /// Independent databases of each size.
    pub replicates: usize,
}

impl Heading<'_> {
    /// Writes what was judged, then a line for each advisor and rule.
    pub fn write<G: CatalogGame>(
        &self,
        judge: &Judge<'_, G>,
        rows: &[Row],
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let ground = judge.ground;
        match ground.extent {
            Extent::Whole(_) => writeln!(
                out,
                "{}: {} reachable positions; E: {} positions where some but not all moves keep the value, {} with an immediate win",
                self.game,
                ground.graph.len(),
                ground.set.len(),
                ground.immediate
            )?,
            Extent::Met(met) => {
                writeln!(
                    out,
                    "{}: too many reachable positions to list; positions met by uniform play: {} drawn, one a game, {} not solved",
                    self.game, met.drawn, met.unsolved
                )?;
                writeln!(
                    out,
                    "E: {:.1} % of the visits, where some but not all moves keep the value; {} distinct positions of E, {} with an immediate win",
                    100.0 * met.share,
                    ground.set.len(),
                    ground.immediate
                )?;
            }
        }
        for sample in &judge.samples {
            writeln!(
                out,
                "chance, weighted by {}: {:.4} (n = {} positions{})",
                sample.weighting.name(),
                sample.chance,
                sample.positions.len(),
                if sample.drawn { " drawn" } else { "" }
            )?;
            if let Some([chance, regret]) = sample.margin_chance {
                writeln!(
                    out,
                    "    margin kept by chance: {chance:.4}, points given away by chance: {regret:.3}"
                )?;
            }
        }
        match self.replicates {
            1 => writeln!(out, "seed {}, one database: no interval", self.seed)?,
            n => writeln!(
                out,
                "seed {}, {n} independent databases of each size; intervals 95 %",
                self.seed
            )?,
        }
        let last = rows
            .iter()
            .filter(|r| r.section == Section::Advice)
            .filter_map(|r| r.size)
            .max();
        for size in sizes_shown(rows, last) {
            writeln!(out)?;
            pivot(rows, Section::Advice, Some(size)).write(Format::Text, out)?;
        }
        writeln!(out, "\nwithout a database")?;
        pivot(rows, Section::Baseline, None).write(Format::Text, out)?;
        Ok(())
    }
}

/// All sizes where that is short, else the largest sampled one and the exact one.
fn sizes_shown(rows: &[Row], last: Option<Size>) -> Vec<Size> {
    let advice = rows.iter().filter(|r| r.section == Section::Advice);
    let mut sizes: Vec<Size> = advice.filter_map(|r| r.size).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let subjects = rows
        .iter()
        .filter(|r| r.section == Section::Advice && r.figure == "hit" && r.size == last)
        .count();
    if sizes.len() * subjects > 60 {
        let sampled = sizes.iter().rev().find(|s| **s != Size::Exact).copied();
        sizes = sampled
            .into_iter()
            .chain(sizes.into_iter().filter(|s| *s == Size::Exact))
            .collect();
    }
    sizes
}

/// One line for each subject and rule, one column for each figure.
fn pivot(rows: &[Row], section: Section, size: Option<Size>) -> Table {
    let mut figures: Vec<(&str, &str, Option<Weighting>)> = vec![
        ("hit (positions)", "hit", Some(Weighting::Positions)),
        ("skill (positions)", "skill", Some(Weighting::Positions)),
        ("hit (visits)", "hit", Some(Weighting::Visits)),
        ("skill (visits)", "skill", Some(Weighting::Visits)),
        ("no advice", "no_advice", None),
        ("wins v uniform", "win_uniform", None),
        ("wins v best reply", "win_best_reply", None),
    ];
    // Of games that count points: by the weighting that comes first.
    if rows.iter().any(|r| r.figure == "margin_kept") {
        figures.push(("margin kept", "margin_kept", None));
        figures.push(("points lost", "margin_regret", None));
    }
    // Where play can go on for ever.
    if rows.iter().any(|r| r.figure == "win_kept") {
        figures.push(("win kept", "win_kept", None));
        figures.push(("win nearer", "win_nearer", None));
    }
    let mut table = Table::new(
        ["games", "advisor", "rule"]
            .into_iter()
            .chain(figures.iter().map(|f| f.0)),
    );
    let wanted = |r: &&Row| {
        (r.section == section || section == Section::Advice && r.section == Section::Play)
            && (size.is_none() || r.size == size)
    };
    let rows: Vec<&Row> = rows.iter().filter(wanted).collect();
    let mut lines: Vec<(Option<Size>, &Subject, Choice)> = Vec::new();
    for row in &rows {
        if let Some(choice) = row.choice {
            let line = (row.size, &row.subject, choice);
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
    }
    for (size, subject, choice) in lines {
        let mut cells = vec![
            size.map_or(Value::Null, |s| json!(s.to_string())),
            json!(subject.to_string()),
            json!(choice.name()),
        ];
        for &(_, figure, weighting) in &figures {
            let found = rows.iter().find(|r| {
                r.size == size
                    && r.subject == *subject
                    && r.choice == Some(choice)
                    && r.figure == figure
                    && (weighting.is_none() || r.weighting == weighting)
            });
            cells.push(found.map_or(Value::Null, |r| json!(r.estimate.to_string())));
        }
        table.push(cells);
    }
    table
}
