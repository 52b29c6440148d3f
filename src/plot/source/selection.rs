//! The rows of one figure of an evaluation, and the charts they make.

use super::quantity::Quantity;
use super::results::{DIMENSIONS, Filter, OTHER_SECTIONS, Row};
use super::table::Table;
use super::{Request, SourceError};
use crate::plot::axis::{count, number};
use crate::plot::{Axis, Curve, Estimate, HeatMap, Reference, Series, Style};

/// More curves than this cannot be told apart.
const MOST_SERIES: usize = 12;

/// Different texts in the order of their first appearance.
fn distinct<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found: Vec<&str> = Vec::new();
    for text in texts {
        if !found.contains(&text) {
            found.push(text);
        }
    }
    found
}

/// The rows of one figure, with what they have in common.
pub(super) struct Selection<'a> {
    rows: Vec<&'a Row>,
    /// All rows of the same game, for the reference lines.
    all: Vec<&'a Row>,
    figure: &'a str,
    game: &'a str,
    rule: &'a str,
    weights: &'a str,
    /// The dimensions that the rows differ in.
    varying: Vec<usize>,
    /// The others that have a value.
    constant: Vec<(usize, &'a str)>,
}

impl<'a> Selection<'a> {
    pub fn new(
        table: &Table,
        rows: &'a [Row],
        filter: &Filter,
        choices: &mut Vec<String>,
    ) -> Result<Self, SourceError> {
        let mut all: Vec<&Row> = rows.iter().collect();
        let game = one_of(
            table,
            "game",
            &mut all,
            |r| &r.game,
            filter.game.as_deref(),
            "",
            choices,
        )?;
        let mut rows: Vec<&Row> = all
            .iter()
            .copied()
            .filter(|r| !OTHER_SECTIONS.contains(&r.section.as_str()))
            .collect();
        if rows.is_empty() {
            let text = "no figures of an advisor: all rows are baselines or comparisons";
            return Err(table.missing(text.into()));
        }
        // The other figures need no mention: a file has many.
        let asked = filter.figure.as_deref();
        let figure = one_of(
            table,
            "figure",
            &mut rows,
            |r| &r.figure,
            asked,
            "hit",
            &mut Vec::new(),
        )?;
        one_of(
            table,
            "section",
            &mut rows,
            |r| &r.section,
            None,
            "",
            &mut Vec::new(),
        )?;
        let rule = one_of(
            table,
            "rule",
            &mut rows,
            |r| &r.rule,
            filter.rule.as_deref(),
            "best",
            choices,
        )?;
        let asked = filter.weights.as_deref();
        let weights = one_of(
            table,
            "weights",
            &mut rows,
            |r| &r.weights,
            asked,
            "positions",
            choices,
        )?;
        for (d, name) in DIMENSIONS.iter().enumerate() {
            let wanted = filter.dimension(d);
            let known = distinct(rows.iter().map(|r| r.advisor[d].as_str()));
            for value in wanted {
                if !known.contains(&value.as_str()) {
                    let text =
                        format!("no {figure} with {name} {value}: there is {}", list(&known));
                    return Err(table.missing(text));
                }
            }
            if !wanted.is_empty() {
                rows.retain(|r| wanted.contains(&r.advisor[d]));
            }
        }
        let differ =
            |rows: &[&'a Row], d: usize| distinct(rows.iter().map(|r| r.advisor[d].as_str()));
        let alone = differ(&rows, 0).len() == 1 && differ(&rows, 1).len() == 1;
        for (d, name) in DIMENSIONS.iter().enumerate().skip(2) {
            let values = differ(&rows, d);
            if values.len() > 1 && !alone && filter.dimension(d).len() < 2 {
                choices.push(format!(
                    "{name} {} is drawn; --{name} chooses another of {}",
                    values[0],
                    list(&values)
                ));
                rows.retain(|r| r.advisor[d] == values[0]);
            }
        }
        if rows.is_empty() {
            return Err(table.missing(format!("no {figure} has all that was asked for")));
        }
        let values: Vec<_> = (0..DIMENSIONS.len()).map(|d| differ(&rows, d)).collect();
        let varying = (0..DIMENSIONS.len()).filter(|&d| values[d].len() > 1);
        let constant =
            (0..DIMENSIONS.len()).filter(|&d| values[d].len() == 1 && !values[d][0].is_empty());
        Ok(Self {
            varying: varying.collect(),
            constant: constant.map(|d| (d, values[d][0])).collect(),
            rows,
            all,
            figure,
            game,
            rule,
            weights,
        })
    }

    fn name(&self, row: &Row) -> String {
        let part = |&d: &usize| tell(d, &row.advisor[d]);
        let parts: Vec<String> = self.varying.iter().map(part).collect();
        match parts.is_empty() {
            true => tell(0, &row.advisor[0]),
            false => parts.join(", "),
        }
    }

    /// Where metric and k vary, the colour tells the metric and the form k.
    fn style(&self, row: &Row) -> Option<Style> {
        let place = |d: usize| {
            let values = distinct(self.rows.iter().map(|r| r.advisor[d].as_str()));
            values.iter().position(|v| *v == row.advisor[d])
        };
        match self.varying[..] {
            [a, b] => Some(Style {
                colour: Some(place(a)?),
                form: place(b)?,
            }),
            _ => None,
        }
    }

    fn title(&self, request: &Request) -> String {
        let about = Quantity::of(self.figure);
        request.title.clone().unwrap_or_else(|| {
            let title = about.capital();
            match self.game {
                "" => title,
                game => format!("{title} on {game}"),
            }
        })
    }

    /// What all rows share, in words.
    fn note(&self, rows: &[&Row], intervals: bool) -> String {
        let mut parts: Vec<String> = self.constant.iter().map(|&(d, v)| tell(d, v)).collect();
        if !self.rule.is_empty() {
            parts.push(format!("rule {}", self.rule));
        }
        if !self.weights.is_empty() {
            parts.push(format!("weighted by {}", self.weights));
        }
        let mut note = parts.join(", ");
        let intervals = intervals && rows.iter().any(|r| r.estimate.interval.is_some());
        // The exact distribution needs no replicates.
        let sampled = rows.iter().filter(|r| r.games.is_some());
        let numbers = sampled.filter_map(|r| r.n);
        let ends = numbers.fold(None, |ends: Option<(f64, f64)>, n| {
            Some(ends.map_or((n, n), |(l, h)| (l.min(n), h.max(n))))
        });
        if let Some((low, high)) = ends {
            let print = |n: f64| count(n.max(0.0) as u64);
            let n = if low == high {
                print(low)
            } else {
                format!("{} to {}", print(low), print(high))
            };
            let mean = if intervals {
                "mean and interval over"
            } else {
                "mean over"
            };
            note = join(note, &format!("{mean} n\u{a0}=\u{a0}{n} replicates"));
        }
        note
    }

    fn scale(&self, request: &Request) -> Axis {
        let about = Quantity::of(self.figure);
        let numbers = || self.rows.iter().map(|r| r.estimate.value);
        let share = numbers().all(|v| (0.0..=1.0).contains(&v));
        Axis {
            label: about.label,
            percent: about.percent && share,
            range: request.range,
            ..Axis::default()
        }
    }

    pub fn curve(
        &self,
        table: &Table,
        request: &Request,
        choices: &mut Vec<String>,
    ) -> Result<Curve, SourceError> {
        let names: Vec<String> = self.rows.iter().map(|r| self.name(r)).collect();
        let all = distinct(names.iter().map(String::as_str));
        let kept = &all[..all.len().min(MOST_SERIES)];
        if kept.len() < all.len() {
            choices.push(format!(
                "the first {} of {} curves are drawn; --metric and --k choose others",
                kept.len(),
                all.len()
            ));
        }
        let mut series = Vec::new();
        let mut shown = Vec::new();
        for &name in kept {
            let mut points: Vec<(f64, Estimate)> = Vec::new();
            let mut limit = None;
            let mut style = None;
            for (row, _) in self.rows.iter().zip(&names).filter(|(_, n)| *n == name) {
                shown.push(*row);
                style = self.style(row);
                let twice = match row.games {
                    Some(x) => {
                        let twice = points.iter().any(|p| p.0 == x);
                        points.push((x, row.estimate));
                        twice
                    }
                    None => limit.replace(row.estimate).is_some(),
                };
                if twice {
                    let text = format!(
                        "a second value of {} for the same advisor and size",
                        self.figure
                    );
                    return Err(table.bad(row.line, None, text));
                }
            }
            series.push(Series {
                name: name.to_string(),
                points,
                limit,
                style,
            });
        }
        series.extend(self.rollouts(table)?);
        let mut note = self.note(&shown, true);
        if series.iter().any(|s| s.points.len() > 1) {
            note = join(note, "points of a curve share games: they are correlated");
        }
        let y = self.scale(request);
        Ok(Curve {
            title: self.title(request),
            note,
            x: Axis::log("games in the database"),
            references: self.references(y.percent),
            y,
            series,
            limit: "exact".into(),
        })
    }

    /// Whether a row is weighted and turned into a move as the drawn ones are,
    /// as far as it says.
    fn fits(&self, row: &Row) -> bool {
        let same = |theirs: &str, ours: &str| theirs.is_empty() || theirs == ours;
        same(&row.weights, self.weights) && same(&row.rule, self.rule)
    }

    /// The baselines of the same figure.
    fn baselines(&self) -> impl Iterator<Item = &'a Row> {
        let rows = self.all.iter().copied();
        rows.filter(|r| r.section == "baseline" && r.figure == self.figure && self.fits(r))
    }

    /// Flat Monte-Carlo players, each of the cost of one size of the database:
    /// one curve, as they are as many players as there are sizes.
    fn rollouts(&self, table: &Table) -> Result<Option<Series>, SourceError> {
        let mut points: Vec<(f64, Estimate)> = Vec::new();
        for row in self.baselines() {
            let Some(games) = row.games else { continue };
            if points.iter().any(|p| p.0 == games) {
                let text = format!("a second baseline of {} for the same size", self.figure);
                return Err(table.bad(row.line, None, text));
            }
            points.push((games, row.estimate));
        }
        Ok((!points.is_empty()).then(|| Series {
            name: "rollouts of equal cost".into(),
            points,
            limit: None,
            style: Some(Style {
                colour: None,
                form: 5,
            }),
        }))
    }

    /// Chance and the baselines of the same figure that no database matches.
    fn references(&self, percent: bool) -> Vec<Reference> {
        let mut lines: Vec<Reference> = Vec::new();
        let mut add = |name: &str, value: f64| {
            if lines.iter().all(|l| l.name != name) {
                let name = name.to_string();
                lines.push(Reference { name, value });
            }
        };
        let of_set = [
            ("hit", "chance", "chance"),
            ("accuracy", "majority_label", "majority label"),
        ];
        for (figure, name, shown) in of_set {
            let mut rows = self
                .all
                .iter()
                .filter(|r| r.section == "set" && r.figure == name);
            if let Some(row) = rows
                .find(|r| self.fits(r))
                .filter(|_| self.figure == figure)
            {
                add(shown, row.estimate.value);
            }
        }
        if self.figure == "skill" || self.figure == "mcc" {
            add("chance", 0.0);
        }
        for row in self.baselines().filter(|r| r.games.is_none()) {
            match row.advisor[0].as_str() {
                "exact" => add("exact player", row.estimate.value),
                // Uniform moves are what chance means.
                "uniform" if self.figure == "hit" || self.figure == "skill" => {
                    add("chance", row.estimate.value);
                }
                name => add(name, row.estimate.value),
            }
        }
        for line in &mut lines {
            let value = match percent {
                true => format!("{}\u{202f}%", number(line.value * 100.0, 1)),
                false => number(line.value, 2),
            };
            line.name = format!("{} {value}", line.name);
        }
        lines
    }

    pub fn heat_map(&self, table: &Table, request: &Request) -> Result<HeatMap, SourceError> {
        let size = match request.filter.games.as_deref() {
            Some("exact") => None,
            Some(text) => match text.parse::<f64>() {
                Ok(size) => Some(size),
                Err(_) => {
                    let text = format!("--games {text}: expected a number, or exact");
                    return Err(table.missing(text));
                }
            },
            None => {
                let sizes = self.rows.iter().filter_map(|r| r.games);
                sizes.max_by(f64::total_cmp)
            }
        };
        let rows: Vec<&Row> = self
            .rows
            .iter()
            .copied()
            .filter(|r| r.games == size)
            .collect();
        let size = match size {
            Some(size) => format!("{} games", number(size, 0)),
            None => "the exact distribution".into(),
        };
        if rows.is_empty() {
            return Err(table.missing(format!("no {} of {size}", self.figure)));
        }
        let metrics = distinct(rows.iter().map(|r| r.advisor[0].as_str()));
        let mut ks = distinct(rows.iter().map(|r| r.advisor[1].as_str()));
        if ks.iter().all(|k| k.parse::<u64>().is_ok()) {
            ks.sort_by_key(|k| k.parse::<u64>().unwrap_or(0));
        }
        let mut values = vec![vec![None; ks.len()]; metrics.len()];
        for row in &rows {
            let at = |list: &[&str], d: usize| list.iter().position(|v| *v == row.advisor[d]);
            let (Some(m), Some(k)) = (at(&metrics, 0), at(&ks, 1)) else {
                continue;
            };
            if values[m][k].replace(row.estimate.value).is_some() {
                let text = format!(
                    "a second value of {} for metric {} and k {}: a heat map needs one of {}",
                    self.figure,
                    row.advisor[0],
                    row.advisor[1],
                    DIMENSIONS[2..].join(", ")
                );
                return Err(table.bad(row.line, None, text));
            }
        }
        Ok(HeatMap {
            title: self.title(request),
            note: join(format!("databases of {size}"), &self.note(&rows, false)),
            column_label: "k (neighbours)".into(),
            row_label: "metric".into(),
            columns: ks.into_iter().map(str::to_string).collect(),
            rows: metrics.into_iter().map(str::to_string).collect(),
            values,
            scale: self.scale(request),
            mark_best: Quantity::of(self.figure).high_is_good,
        })
    }
}

/// Keeps the rows with one value: the one asked for, or the usual one, or the
/// first of the file, of which it tells.
fn one_of<'a>(
    table: &Table,
    name: &str,
    rows: &mut Vec<&'a Row>,
    field: impl Fn(&'a Row) -> &'a str,
    asked: Option<&str>,
    usual: &str,
    choices: &mut Vec<String>,
) -> Result<&'a str, SourceError> {
    let values = distinct(rows.iter().map(|r| field(r)));
    let find = |wanted: &str| values.iter().copied().find(|v| *v == wanted);
    let value = match asked {
        Some(asked) => find(asked).ok_or_else(|| {
            let there = list(&values);
            table.missing(format!("no rows with {name} {asked}: there is {there}"))
        })?,
        None => {
            let first = values.first().copied().unwrap_or("");
            let value = find(usual).unwrap_or(first);
            if values.len() > 1 && value != usual {
                choices.push(format!(
                    "{name} {value} is drawn; --{name} chooses another of {}",
                    list(&values)
                ));
            }
            value
        }
    };
    rows.retain(|r| field(r) == value);
    Ok(value)
}

fn list(values: &[&str]) -> String {
    let shown = values
        .iter()
        .map(|v| if v.is_empty() { "(empty)" } else { v });
    shown.collect::<Vec<_>>().join(", ")
}

/// Two parts of a note, either of which may be empty.
fn join(note: String, more: &str) -> String {
    match (note.is_empty(), more.is_empty()) {
        (true, _) => more.to_string(),
        (_, true) => note,
        _ => format!("{note}; {more}"),
    }
}

/// A value of a dimension as a legend tells it.
fn tell(dimension: usize, value: &str) -> String {
    match DIMENSIONS[dimension] {
        "metric" => value.to_string(),
        "k" => format!("k\u{a0}=\u{a0}{value}"),
        name => format!("{name} {value}"),
    }
}
