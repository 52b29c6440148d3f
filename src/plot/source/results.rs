//! Results of an evaluation: tidy rows of one figure each.

use super::selection::Selection;
use super::table::Table;
use super::{Drawn, Kind, Request, SourceError, unknown_kind};
use crate::plot::{Estimate, Figure};

/// The columns by which results are recognised. The others are `game`, those of
/// the advisor (`metric`, `k`, `ties`, `vote`, `weight`, `mover`, `label`),
/// `rule`, `weights`, `low`, `high`, `n`.
pub(super) const REQUIRED: [&str; 4] = ["section", "games", "figure", "value"];

/// What makes an advisor; the columns that curves can differ in.
pub(super) const DIMENSIONS: [&str; 7] =
    ["metric", "k", "ties", "vote", "weight", "mover", "label"];

/// Sections whose rows are no figures of one advisor.
pub(super) const OTHER_SECTIONS: [&str; 4] = ["baseline", "set", "comparison", "best_k"];

/// Which results to draw. Lists are alternatives; an empty one means all.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// The figure, such as `hit`; otherwise `hit`, or the file's first.
    pub figure: Option<String>,
    /// `best` or `approve`; otherwise `best` where there is a choice.
    pub rule: Option<String>,
    /// `positions` or `visits`; otherwise `positions` where there is a choice.
    pub weights: Option<String>,
    /// The size of the database for a heat map; otherwise the largest.
    pub games: Option<String>,
    /// The game, if the file has several; otherwise its first.
    pub game: Option<String>,
    /// Values of `metric`.
    pub metric: Vec<String>,
    /// Values of `k`.
    pub k: Vec<String>,
    /// Values of `ties`.
    pub ties: Vec<String>,
    /// Values of `vote`.
    pub vote: Vec<String>,
    /// Values of `weight`.
    pub weight: Vec<String>,
    /// Values of `mover`.
    pub mover: Vec<String>,
    /// Values of `label`.
    pub label: Vec<String>,
}

impl Filter {
    /// The first thing asked for, by name.
    pub(super) fn first(&self) -> Option<(&'static str, &str)> {
        let one = [
            ("figure", &self.figure),
            ("rule", &self.rule),
            ("weights", &self.weights),
            ("games", &self.games),
            ("game", &self.game),
        ];
        let single = one
            .into_iter()
            .find_map(|(name, value)| Some((name, value.as_deref()?)));
        single.or_else(|| {
            let lists = (0..DIMENSIONS.len()).map(|d| (DIMENSIONS[d], self.dimension(d)));
            lists
                .into_iter()
                .find_map(|(name, values)| Some((name, values.first()?.as_str())))
        })
    }

    /// The values asked for of a dimension.
    pub(super) fn dimension(&self, d: usize) -> &[String] {
        match d {
            0 => &self.metric,
            1 => &self.k,
            2 => &self.ties,
            3 => &self.vote,
            4 => &self.weight,
            5 => &self.mover,
            _ => &self.label,
        }
    }
}

/// A figure of the file.
pub(super) struct Row {
    pub line: u64,
    pub game: String,
    pub section: String,
    /// `None` is the exact distribution.
    pub games: Option<f64>,
    /// In the order of [`DIMENSIONS`].
    pub advisor: [String; 7],
    pub rule: String,
    pub weights: String,
    pub figure: String,
    pub estimate: Estimate,
    pub n: Option<f64>,
}

pub(super) fn read(mut table: Table, request: &Request) -> Result<Drawn, SourceError> {
    let kind = request.kind.unwrap_or(Kind::Curve);
    if !matches!(kind, Kind::Curve | Kind::HeatMap) {
        let known = [Kind::Curve, Kind::HeatMap];
        return Err(unknown_kind(
            &table,
            "results of an evaluation",
            kind,
            &known,
        ));
    }
    if let Some(top) = request.top {
        let text = format!("--top {top} lists positions of a database, but these are results");
        return Err(table.missing(text));
    }
    let exact = request.exact.as_ref().map(|p| p.display().to_string());
    super::refuse(&table, "results of an evaluation", [("exact", exact)])?;
    if let (Kind::Curve, Some(games)) = (kind, &request.filter.games) {
        let text = format!(
            "--games {games} chooses the database of a heat map (--kind heatmap): a curve has all \
             sizes"
        );
        return Err(table.missing(text));
    }
    let rows = rows(&mut table)?;
    let mut choices = Vec::new();
    let selection = Selection::new(&table, &rows, &request.filter, &mut choices)?;
    let figure = match kind {
        Kind::HeatMap => Figure::HeatMap(selection.heat_map(&table, request)?),
        _ => Figure::Curve(selection.curve(&table, request, &mut choices)?),
    };
    Ok(Drawn {
        kind,
        figure,
        choices,
    })
}

fn rows(table: &mut Table) -> Result<Vec<Row>, SourceError> {
    let column = |name: &str| table.column(name);
    let [section, games, figure, value] = REQUIRED.map(column);
    let [game, rule, weights, low, high, n] =
        ["game", "rule", "weights", "low", "high", "n"].map(column);
    let advisor = DIMENSIONS.map(column);
    let mut rows = Vec::new();
    while table.next()? {
        let Some(estimate) = table.estimate(value, low, high)? else {
            continue;
        };
        let text = |c: Option<usize>| table.field(c).to_string();
        let other = OTHER_SECTIONS.contains(&table.field(section));
        let size = match table.field(games) {
            "exact" => None,
            "" if other => None,
            _ => match table.number(games) {
                Ok(size) if size > 0.0 => Some(size),
                _ => return Err(table.bad_field(games, "a number above 0, or exact")),
            },
        };
        rows.push(Row {
            line: table.line(),
            game: text(game),
            section: text(section),
            games: size,
            advisor: advisor.map(text),
            rule: text(rule),
            weights: text(weights),
            figure: text(figure),
            estimate,
            n: table.maybe(n)?,
        });
    }
    if rows.is_empty() {
        return Err(table.missing("no results: the file has no rows with a value".into()));
    }
    Ok(rows)
}
