//! Figures of `sowlab curve`: an agent over the values of one of its parameters.

use super::quantity::Quantity;
use super::table::Table;
use super::{Drawn, Kind, Request, SourceError, unknown_kind};
use crate::plot::axis::count;
use crate::plot::{Axis, BarSeries, Bars, Curve, Estimate, Figure, Reference, Scale, Series, Side};

/// The columns by which the figures of a curve are recognised; `game`, `low`,
/// `high`, `n` and `unit` may be missing.
pub(super) const REQUIRED: [&str; 6] = [
    "agent",
    "opponent",
    "parameter",
    "setting",
    "figure",
    "value",
];

/// The figures that a curve has; all but the last two by side too (`score_south`).
const FIGURES: [&str; 7] = ["score", "win", "draw", "loss", "margin", "capped", "length"];

/// What `n` may count.
const UNITS: [&str; 4] = ["databases", "pairs", "games", ""];

/// Values that lie further apart than by this factor are spaced by factors.
const DECADES: f64 = 50.0;

/// A figure of the file.
struct Row {
    game: String,
    /// The agent with `?` for the value, and the opponent.
    who: (String, String),
    parameter: String,
    setting: String,
    figure: String,
    estimate: Estimate,
    n: Option<f64>,
    unit: String,
}

pub(super) fn read(mut table: Table, request: &Request) -> Result<Drawn, SourceError> {
    let what = "the figures of a curve";
    let kind = request.kind.unwrap_or(Kind::Curve);
    if !matches!(kind, Kind::Curve | Kind::Outcomes) {
        return Err(unknown_kind(
            &table,
            what,
            kind,
            &[Kind::Curve, Kind::Outcomes],
        ));
    }
    let filter = &request.filter;
    let other = super::Filter {
        figure: None,
        game: None,
        ..filter.clone()
    };
    super::refuse(
        &table,
        what,
        other.first().map(|(n, v)| (n, Some(v.into()))),
    )?;
    super::refuse(
        &table,
        what,
        [
            ("top", request.top.map(|t| t.to_string())),
            (
                "exact",
                request.exact.as_ref().map(|p| p.display().to_string()),
            ),
        ],
    )?;
    let mut rows = rows(&mut table, &request.players)?;
    let mut choices = Vec::new();
    one(
        &table,
        "game",
        &mut rows,
        |r| &r.game,
        filter.game.as_deref(),
        &mut choices,
    )?;
    one(
        &table,
        "parameter",
        &mut rows,
        |r| &r.parameter,
        None,
        &mut choices,
    )?;
    let figure = match kind {
        Kind::Outcomes => {
            let figure = filter.figure.clone();
            super::refuse(&table, "wins, draws and losses", [("figure", figure)])?;
            Figure::Bars(outcomes(&table, &rows, request)?)
        }
        _ => {
            let asked = filter.figure.as_deref().or_else(|| {
                let score = rows.iter().any(|r| r.figure == "score");
                score.then_some("score")
            });
            one(
                &table,
                "figure",
                &mut rows,
                |r| &r.figure,
                asked,
                &mut choices,
            )?;
            curve(&table, &rows, request)?
        }
    };
    Ok(Drawn {
        kind,
        figure,
        choices,
    })
}

fn rows(table: &mut Table, players: &[[String; 2]]) -> Result<Vec<Row>, SourceError> {
    let [agent, opponent, parameter, setting, figure, value] = REQUIRED.map(|c| table.column(c));
    let [game, low, high, n, unit] = ["game", "low", "high", "n", "unit"].map(|c| table.column(c));
    let mut rows = Vec::new();
    while table.next()? {
        check(table, players)?;
        let Some(estimate) = table.estimate(value, low, high)? else {
            continue;
        };
        let text = |c: Option<usize>| table.field(c).to_string();
        let (parameter, setting) = (text(parameter), text(setting));
        if setting.is_empty() {
            return Err(table.bad_field(table.column("setting"), "a value of the parameter"));
        }
        rows.push(Row {
            game: text(game),
            who: (pattern(&text(agent), &parameter, &setting), text(opponent)),
            parameter,
            setting,
            figure: text(figure),
            estimate,
            n: table.maybe(n)?,
            unit: text(unit),
        });
    }
    if rows.is_empty() {
        return Err(table.missing("no figures: the file has no rows with a value".into()));
    }
    Ok(rows)
}

/// Whether a row is one of a curve: whose it is, which figure, within its bounds.
fn check(table: &Table, players: &[[String; 2]]) -> Result<(), SourceError> {
    for (name, expected) in [
        ("agent", "an agent"),
        ("opponent", "an agent"),
        ("parameter", "the name of a parameter"),
    ] {
        let column = table.column(name);
        if table.field(column).is_empty() {
            return Err(table.bad_field(column, expected));
        }
    }
    let column = table.column("figure");
    let figure = table.field(column);
    let (base, side) = match figure.split_once('_') {
        Some((base, side)) => (base, Some(side)),
        None => (figure, None),
    };
    let known = |side| players.is_empty() || players.iter().flatten().any(|p| p == side);
    let by_side = side.is_none_or(|side| base != "length" && base != "capped" && known(side));
    if !FIGURES.contains(&base) || !by_side {
        let side = players.first().map_or("a side", |p| p[0].as_str());
        let expected = format!("{} or one by side, such as win_{side}", FIGURES.join(", "));
        return Err(table.bad_field(column, &expected));
    }
    // The interval of a mean length may leave the bounds.
    let (range, expected, names) = match base {
        "margin" => (f64::MIN..=f64::MAX, "a number", &[][..]),
        "length" => (0.0..=f64::MAX, "0 or more", &["value"][..]),
        _ => (
            0.0..=1.0,
            "a share from 0 to 1",
            &["value", "low", "high"][..],
        ),
    };
    for column in names.iter().map(|name| table.column(name)) {
        if table.maybe(column)?.is_some_and(|x| !range.contains(&x)) {
            return Err(table.bad_field(column, expected));
        }
    }
    let n = table.column("n");
    if table.maybe(n)?.is_some_and(|x| x < 1.0 || x.fract() != 0.0) {
        return Err(table.bad_field(n, "a whole number, 1 or more"));
    }
    let unit = table.column("unit");
    if !UNITS.contains(&table.field(unit)) {
        return Err(table.bad_field(unit, "databases, pairs or games"));
    }
    Ok(())
}

/// `knn(games=100,k=5)` with `games=?`
fn pattern(agent: &str, parameter: &str, setting: &str) -> String {
    let given = format!("{parameter}={setting}");
    for (at, _) in agent.match_indices(&given) {
        let before = agent[..at].ends_with(['(', ',']);
        let rest = &agent[at + given.len()..];
        if before && rest.starts_with([',', ')']) {
            return format!("{}{parameter}=?{rest}", &agent[..at]);
        }
    }
    agent.to_string()
}

/// Keeps the rows with one value, the one asked for or the first, of which it
/// tells.
fn one(
    table: &Table,
    name: &str,
    rows: &mut Vec<Row>,
    field: impl Fn(&Row) -> &String,
    asked: Option<&str>,
    choices: &mut Vec<String>,
) -> Result<(), SourceError> {
    let mut values: Vec<String> = Vec::new();
    for row in rows.iter() {
        if !values.contains(field(row)) {
            values.push(field(row).clone());
        }
    }
    let value = match asked {
        Some(asked) if values.iter().any(|v| v == asked) => asked.to_string(),
        Some(asked) => {
            let there = values.join(", ");
            return Err(table.missing(format!("no rows with {name} {asked}: there is {there}")));
        }
        None => {
            let first = values.first().cloned().unwrap_or_default();
            if values.len() > 1 {
                choices.push(format!("{name} {first} is drawn of {}", values.join(", ")));
            }
            first
        }
    };
    rows.retain(|r| *field(r) == value);
    Ok(())
}

/// The curves' names, in the order of the file: only what differs.
fn names(rows: &[Row]) -> Vec<((String, String), String)> {
    let mut all: Vec<(String, String)> = Vec::new();
    for row in rows {
        if !all.contains(&row.who) {
            all.push(row.who.clone());
        }
    }
    let agents = all.iter().any(|w| w.0 != all[0].0);
    let opponents = all.iter().any(|w| w.1 != all[0].1);
    let name = |(agent, opponent): &(String, String)| match (agents, opponents) {
        (_, false) => agent.clone(),
        (false, true) => format!("against {opponent}"),
        (true, true) => format!("{agent} against {opponent}"),
    };
    all.iter().map(|w| (w.clone(), name(w))).collect()
}

fn title(rows: &[Row], about: &str, request: &Request) -> String {
    request.title.clone().unwrap_or_else(|| {
        let Some(first) = rows.first() else {
            return String::new();
        };
        let (agent, opponent) = &first.who;
        // The whole names are long; they stand below.
        let mut title = match rows.iter().all(|r| r.who.0 == *agent) {
            true => format!(
                "{about} of {} by {}",
                word(agent),
                axis_name(&first.parameter)
            ),
            false => about.to_string(),
        };
        if rows.iter().all(|r| r.who.1 == *opponent) {
            title += &format!(" against {}", word(opponent));
        }
        if !first.game.is_empty() {
            title += &format!(" on {}", first.game);
        }
        title
    })
}

/// The word of a name before its parameters.
fn word(name: &str) -> &str {
    name.split('(').next().unwrap_or(name).trim()
}

/// Who plays, in full where the title does not say it, and what the figures and
/// their intervals are over.
fn note<'a>(rows: impl Iterator<Item = &'a Row> + Clone) -> String {
    let mut note = String::new();
    if let Some(first) = rows.clone().next() {
        let (agent, opponent) = &first.who;
        if rows.clone().all(|r| r.who.0 == *agent) {
            note += &format!("{agent}; ");
        }
        if word(opponent) != opponent && rows.clone().all(|r| r.who.1 == *opponent) {
            note += &format!("against {opponent}; ");
        }
    }
    note + &over(rows)
}

/// What the figures and their intervals are over.
fn over<'a>(rows: impl Iterator<Item = &'a Row> + Clone) -> String {
    let numbers = rows.clone().filter_map(|r| r.n);
    let ends = numbers.fold(None, |ends: Option<(f64, f64)>, n| {
        Some(ends.map_or((n, n), |(l, h)| (l.min(n), h.max(n))))
    });
    let (Some((low, high)), Some(first)) = (ends, rows.clone().next()) else {
        return String::new();
    };
    let print = |n: f64| count(n.max(0.0) as u64);
    let n = match low == high {
        true => print(low),
        false => format!("{} to {}", print(low), print(high)),
    };
    let interval = match rows.clone().any(|r| r.estimate.interval.is_some()) {
        true => "mean and 95\u{202f}% interval over",
        false => "mean over",
    };
    let mut note = format!("{interval} n\u{a0}=\u{a0}{n} {}", first.unit);
    if first.parameter == "games" && first.unit == "databases" {
        note += "; smaller databases are the beginnings of larger ones: the points are correlated";
    }
    note
}

/// What a parameter is called on an axis.
fn axis_name(parameter: &str) -> String {
    match parameter {
        "games" => "games in the database".into(),
        "k" => "k (neighbours)".into(),
        "depth" => "depth of the search (plies)".into(),
        "n" => "playouts for each move".into(),
        "iterations" => "iterations for each move".into(),
        other => other.into(),
    }
}

fn curve(table: &Table, rows: &[Row], request: &Request) -> Result<Figure, SourceError> {
    let Some(first) = rows.first() else {
        return Err(table.missing("no figures".into()));
    };
    let about = Quantity::of(&first.figure);
    let share = rows.iter().all(|r| (0.0..=1.0).contains(&r.estimate.value));
    let y = Axis {
        label: about.label.clone(),
        percent: about.percent && share,
        range: request.range,
        ..Axis::default()
    };
    let title = title(rows, &about.capital(), request);
    let even = first.figure == "score" || first.figure.starts_with("score_");
    let number = |r: &Row| r.setting.parse::<f64>().ok().filter(|x| x.is_finite());
    let numbers: Option<Vec<f64>> = rows.iter().map(number).collect();
    let names = names(rows);
    let Some(numbers) = numbers else {
        return Ok(Figure::Bars(bars(table, rows, &names, title, y)?));
    };
    let low = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    let high = numbers.iter().copied().fold(0.0, f64::max);
    let spread = low > 0.0 && high / low >= DECADES;
    let mut series = Vec::new();
    for (who, name) in &names {
        let mut points: Vec<(f64, Estimate)> = Vec::new();
        for (row, &x) in rows.iter().zip(&numbers).filter(|(r, _)| r.who == *who) {
            if points.iter().any(|p| p.0 == x) {
                return Err(twice(table, row));
            }
            points.push((x, row.estimate));
        }
        series.push(Series {
            name: name.clone(),
            points,
            ..Series::default()
        });
    }
    Ok(Figure::Curve(Curve {
        title,
        note: note(rows.iter()),
        x: Axis {
            scale: if spread { Scale::Log } else { Scale::Linear },
            ..Axis::linear(axis_name(&first.parameter))
        },
        y,
        series,
        references: even
            .then(|| Reference {
                name: "even 50\u{202f}%".into(),
                value: 0.5,
            })
            .into_iter()
            .collect(),
        limit: String::new(),
    }))
}

fn twice(table: &Table, row: &Row) -> SourceError {
    table.missing(format!(
        "two values of {} for {} against {} at {} {}",
        row.figure, row.who.0, row.who.1, row.parameter, row.setting
    ))
}

/// The settings in the order of the file.
fn settings(rows: &[Row]) -> Vec<&str> {
    let mut all: Vec<&str> = Vec::new();
    for row in rows {
        if !all.contains(&row.setting.as_str()) {
            all.push(&row.setting);
        }
    }
    all
}

/// A setting as people read it: whole numbers in groups of three.
fn printed(setting: &str) -> String {
    setting.parse().map_or_else(|_| setting.to_string(), count)
}

/// Values that are no numbers: a bar for each.
fn bars(
    table: &Table,
    rows: &[Row],
    names: &[((String, String), String)],
    title: String,
    y: Axis,
) -> Result<Bars, SourceError> {
    let settings = settings(rows);
    let mut series = Vec::new();
    for (who, name) in names {
        let mut bars = vec![None; settings.len()];
        for row in rows.iter().filter(|r| r.who == *who) {
            let at = settings.iter().position(|s| *s == row.setting);
            if let Some(bar) = at.and_then(|at| bars.get_mut(at))
                && bar.replace(row.estimate).is_some()
            {
                return Err(twice(table, row));
            }
        }
        series.push(BarSeries {
            name: name.clone(),
            bars,
            side: None,
        });
    }
    Ok(Bars {
        title,
        note: note(rows.iter()),
        x_label: rows
            .first()
            .map_or(String::new(), |r| axis_name(&r.parameter)),
        y,
        categories: settings.into_iter().map(printed).collect(),
        series,
        ..Bars::default()
    })
}

/// Wins, draws and losses at each setting, upon one another.
fn outcomes(table: &Table, rows: &[Row], request: &Request) -> Result<Bars, SourceError> {
    let Some(who) = rows.first().map(|r| r.who.clone()) else {
        return Err(table.missing("no figures".into()));
    };
    if rows.iter().any(|r| r.who != who) {
        let text = "several agents or opponents: expected one for wins, draws and losses";
        return Err(table.missing(text.into()));
    }
    let settings = settings(rows);
    let kinds = [
        ("win", Side::Good),
        ("draw", Side::Neither),
        ("loss", Side::Bad),
    ];
    let mut series = Vec::new();
    for (figure, side) in kinds {
        let mut bars = vec![None; settings.len()];
        for row in rows.iter().filter(|r| r.figure == figure) {
            let at = settings.iter().position(|s| *s == row.setting);
            if let Some(bar) = at.and_then(|at| bars.get_mut(at))
                && bar.replace(row.estimate).is_some()
            {
                return Err(twice(table, row));
            }
        }
        if figure == "draw" && bars.iter().flatten().all(|b: &Estimate| b.value == 0.0) {
            continue;
        }
        series.push(BarSeries {
            name: figure.into(),
            bars,
            side: Some(side),
        });
    }
    if series.iter().all(|s| s.bars.iter().all(Option::is_none)) {
        return Err(table.missing("no figures win, draw and loss".into()));
    }
    Ok(Bars {
        title: title(rows, "Results", request),
        note: note(rows.iter().filter(|r| r.figure == "win")),
        x_label: rows
            .first()
            .map_or(String::new(), |r| axis_name(&r.parameter)),
        y: Axis {
            range: request.range.or(Some((0.0, 1.0))),
            ..Axis::share("share of the games")
        },
        categories: settings.into_iter().map(printed).collect(),
        series,
        stacked: true,
        ..Bars::default()
    })
}
