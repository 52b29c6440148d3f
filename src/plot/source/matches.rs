//! Games of `sowlab match`: wins, draws and losses, margins, lengths.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::lengths::LONGEST;
use super::margins::{self, Histogram};
use super::table::Table;
use super::{Drawn, Kind, Request, SourceError, unknown_kind};
use crate::evaluate::intervals::t_interval;
use crate::plot::axis::{count, number};
use crate::plot::{Axis, BarSeries, Bars, Estimate, Figure, Side};
use crate::statistics::{Z95, wilson};

/// The columns by which the games of a match are recognised; `game`, `margin`
/// and `length` may be missing.
pub(super) const REQUIRED: [&str; 6] = ["agent", "opponent", "pair", "side", "winner", "score"];

/// What the games of a file are.
#[derive(Default)]
struct Games {
    game: String,
    agent: String,
    opponent: String,
    /// Wins, draws and losses of the agent by its side, in the order in which the
    /// sides first occur.
    sides: Vec<(String, [u64; 3])>,
    capped: u64,
    /// The scores of each pair.
    pairs: BTreeMap<u64, Vec<f64>>,
    margins: Histogram,
    lengths: BTreeMap<u64, u64>,
}

pub(super) fn read(mut table: Table, request: &Request) -> Result<Drawn, SourceError> {
    let what = "the games of a match";
    let kind = request.kind.unwrap_or(Kind::Outcomes);
    let known = [Kind::Outcomes, Kind::Margins, Kind::Lengths];
    if !known.contains(&kind) {
        return Err(unknown_kind(&table, what, kind, &known));
    }
    let chosen = request
        .filter
        .first()
        .map(|(n, v)| (n, Some(v.to_string())));
    super::refuse(&table, what, chosen)?;
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
    let games = games(&mut table, request)?;
    let about = match kind {
        Kind::Margins => "Margins",
        Kind::Lengths => "Lengths of the games",
        _ => "Results",
    };
    let mut bars = match kind {
        Kind::Margins => games.margin_bars(&table)?,
        Kind::Lengths => games.length_bars(&table)?,
        _ => games.outcome_bars(),
    };
    bars.title = request.title.clone().unwrap_or_else(|| {
        let on = match games.game.as_str() {
            "" => String::new(),
            game => format!(" on {game}"),
        };
        format!("{about}: {} against {}{on}", games.agent, games.opponent)
    });
    if request.range.is_some() {
        bars.y.range = request.range;
    }
    Ok(Drawn {
        kind,
        figure: Figure::Bars(bars),
        choices: match games.capped {
            0 => Vec::new(),
            n => vec![format!("games that were cut short are left out: {n}")],
        },
    })
}

fn games(table: &mut Table, request: &Request) -> Result<Games, SourceError> {
    let [agent, opponent, pair, side, winner, score] = REQUIRED.map(|c| table.column(c));
    let [game, margin, length] = ["game", "margin", "length"].map(|c| table.column(c));
    let mut games = Games::default();
    let mut first = true;
    let mut names = Names::new(&request.players);
    let mut longest = LONGEST;
    // Pairs with the sides that the agent has had in them.
    let mut met = FxHashSet::default();
    while table.next()? {
        for (mine, column) in [
            (&mut games.game, game),
            (&mut games.agent, agent),
            (&mut games.opponent, opponent),
        ] {
            let text = table.field(column);
            if first {
                *mine = text.to_string();
            } else if mine != text {
                return Err(table.bad_field(column, &format!("{mine}, as in the first row")));
            }
        }
        if let Some(check) = request.longest.filter(|_| first && game.is_some()) {
            match check(&games.game) {
                Ok(most) => longest = most.unwrap_or(LONGEST),
                Err(why) => return Err(table.bad_field(game, &format!("a game ({why})"))),
            }
        }
        first = false;
        names.check(table, side, &[])?;
        names.check(table, winner, &NO_WINNER)?;
        let number = table.field(pair).parse().ok();
        let Some(number) = number else {
            return Err(table.bad_field(pair, "the number of a pair"));
        };
        let plies = plies(table, length, longest)?;
        let sides = table.field(side);
        let at = games.sides.iter().position(|s| s.0 == sides);
        let at = at.unwrap_or_else(|| {
            games.sides.push((sides.to_string(), [0; 3]));
            games.sides.len() - 1
        });
        if !met.insert((number, at)) {
            let expected = format!("a pair without a game as {sides} so far");
            return Err(table.bad_field(pair, &expected));
        }
        let (points, text) = match table.field(winner) {
            "capped" if table.field(score).is_empty() => {
                games.capped += 1;
                continue;
            }
            "capped" => return Err(table.bad_field(score, "nothing, as the winner is capped")),
            "draw" => (0.5, "0.5"),
            player if player == sides => (1.0, "1"),
            _ => (0.0, "0"),
        };
        if table.field(score) != text {
            let told = table.field(winner);
            let expected = format!("{text}, as the agent is {sides} and the winner {told}");
            return Err(table.bad_field(score, &expected));
        }
        if let Some((_, results)) = games.sides.get_mut(at) {
            results[2 - (points * 2.0) as usize] += 1;
        }
        games.pairs.entry(number).or_default().push(points);
        if let Some(ahead) = margins::points(table, margin)? {
            // Equal points may be decided otherwise.
            let sign = if points == 1.0 {
                ahead >= 0
            } else {
                ahead <= 0
            };
            let drawn = points != 0.5 || ahead == 0;
            if !(sign && drawn) {
                let expected = format!("the margin of a game with score {text}, for the agent");
                return Err(table.bad_field(margin, &expected));
            }
            *games.margins.entry(ahead).or_default() += 1.0;
        }
        if let Some(plies) = plies {
            *games.lengths.entry(plies).or_default() += 1;
        }
    }
    if games.pairs.is_empty() {
        return Err(table.missing("no games: the file has no rows with a result".into()));
    }
    Ok(games)
}

/// What stands for the winner where nobody won.
const NO_WINNER: [&str; 2] = ["draw", "capped"];

/// The names of the two players, as far as they are known.
struct Names<'r> {
    /// The pairs that games may have; none: any two names.
    known: &'r [[String; 2]],
    met: Vec<String>,
}

impl<'r> Names<'r> {
    fn new(known: &'r [[String; 2]]) -> Self {
        let met = Vec::new();
        Self { known, met }
    }

    /// Whether a field is the name of one of the two players of the file, or one
    /// of the `others`.
    fn check(
        &mut self,
        table: &Table,
        column: Option<usize>,
        others: &[&str],
    ) -> Result<(), SourceError> {
        let text = table.field(column);
        if others.contains(&text) || self.met.iter().any(|m| m == text) {
            return Ok(());
        }
        let fits = |pair: &&[String; 2]| self.met.iter().all(|m| pair.contains(m));
        let pairs: Vec<&[String; 2]> = self.known.iter().filter(fits).collect();
        let fits = match self.known {
            [] => !text.is_empty() && self.met.len() < 2 && !NO_WINNER.contains(&text),
            _ => pairs.iter().any(|p| p.iter().any(|name| name == text)),
        };
        if fits {
            self.met.push(text.to_string());
            return Ok(());
        }
        let mut expected: Vec<&str> = pairs
            .iter()
            .flat_map(|p| p.iter().map(String::as_str))
            .collect();
        if expected.is_empty() {
            expected.extend(self.met.iter().map(String::as_str));
        }
        expected.extend(others);
        let expected = match expected.split_last() {
            Some((last, [])) => last.to_string(),
            Some((last, before)) => format!("{} or {last}", before.join(", ")),
            None => "the name of a player".into(),
        };
        Err(table.bad_field(column, &expected))
    }
}

/// The length of the game of a row, if it has one.
fn plies(table: &Table, column: Option<usize>, longest: u64) -> Result<Option<u64>, SourceError> {
    let text = table.field(column);
    if column.is_none() || text.is_empty() {
        return Ok(None);
    }
    let plies = text.parse().ok().filter(|&plies: &u64| plies <= longest);
    let expected = || table.bad_field(column, &format!("plies from 0 to {longest}"));
    plies.ok_or_else(expected).map(Some)
}

impl Games {
    /// Wins, draws and losses of all games.
    fn all(&self) -> [u64; 3] {
        let mut sum = [0; 3];
        for (_, results) in &self.sides {
            for (total, n) in sum.iter_mut().zip(results) {
                *total += n;
            }
        }
        sum
    }

    /// The games, and the score with its interval over the pairs.
    fn note(&self) -> String {
        let games: u64 = self.all().iter().sum();
        let scores: Vec<f64> = self
            .pairs
            .values()
            .map(|s| s.iter().sum::<f64>() / s.len() as f64)
            .collect();
        let percent = |x: f64| number(100.0 * x, 1);
        let mut note = format!(
            "{} games in {} pairs",
            count(games),
            count(scores.len() as u64)
        );
        if let Some(score) = t_interval(&scores) {
            note += &format!(
                "; score (wins + draws / 2) {}\u{202f}%",
                percent(score.mean)
            );
            if let Some((low, high)) = score.interval {
                note += &format!(
                    ", 95\u{202f}% interval over the pairs {} to {}\u{202f}%",
                    percent(low.max(0.0)),
                    percent(high.min(1.0))
                );
            }
        }
        note
    }

    /// Wins, draws and losses upon one another: of all games and by side.
    fn outcome_bars(&self) -> Bars {
        let mut columns = vec![("all games".to_string(), self.all())];
        if self.sides.len() > 1 {
            let of = |(name, results): &(String, [u64; 3])| (format!("as {name}"), *results);
            columns.extend(self.sides.iter().map(of));
        }
        let kinds = [
            ("wins", Side::Good),
            ("draws", Side::Neither),
            ("losses", Side::Bad),
        ];
        let all = self.all();
        let total: u64 = all.iter().sum();
        let series = kinds
            .iter()
            .enumerate()
            .filter(|(i, _)| *i != 1 || all[1] > 0);
        let series = series.map(|(i, &(name, side))| BarSeries {
            name: format!(
                "{name}: {}\u{202f}%",
                number(100.0 * all[i] as f64 / total.max(1) as f64, 1)
            ),
            bars: columns
                .iter()
                .map(|(_, results)| {
                    let n: u64 = results.iter().sum();
                    let (low, high) = wilson(results[i], n, Z95);
                    let share = results[i] as f64 / n.max(1) as f64;
                    (n > 0).then(|| Estimate::between(share, low, high))
                })
                .collect(),
            side: Some(side),
        });
        Bars {
            note: format!("{}. Bars: Wilson's interval of the wins.", self.note()),
            x_label: format!("games of {}", self.agent),
            y: Axis {
                range: Some((0.0, 1.0)),
                ..Axis::share("share of the games")
            },
            series: series.collect(),
            categories: columns.iter().map(|(name, _)| name.clone()).collect(),
            stacked: true,
            ..Bars::default()
        }
    }

    fn margin_bars(&self, table: &Table) -> Result<Bars, SourceError> {
        if self.margins.is_empty() {
            let text = "no margins: the game counts no points";
            return Err(table.missing(text.into()));
        }
        let all = self.all();
        let total: u64 = all.iter().sum();
        let name = |name: &str, i: usize| {
            let share = 100.0 * all[i] as f64 / total.max(1) as f64;
            format!("{name}: {}\u{202f}%", number(share, 1))
        };
        let series = [
            (Side::Good, name("wins", 0)),
            (Side::Neither, name("draws", 1)),
            (Side::Bad, name("losses", 2)),
        ];
        let mut bars = margins::bars(&self.margins, series);
        bars.note = format!("{}; {}.", self.note(), margins::told(&self.margins));
        bars.x_label = format!("points of {} minus points of the opponent", self.agent);
        bars.y.label = "share of the games".into();
        Ok(bars)
    }

    fn length_bars(&self, table: &Table) -> Result<Bars, SourceError> {
        if self.lengths.is_empty() {
            return Err(table.missing("no lengths: the column length is empty".into()));
        }
        let histogram = self
            .lengths
            .iter()
            .map(|(&l, &n)| (l, n as f64))
            .collect::<Vec<_>>();
        let mut bars = super::lengths::bars(&histogram);
        let games: f64 = histogram.iter().map(|h| h.1).sum();
        let sum: f64 = histogram.iter().map(|&(l, n)| l as f64 * n).sum();
        bars.note = format!("{}; mean {} plies.", self.note(), number(sum / games, 2));
        bars.x_label = "moves after the opening (plies)".into();
        bars.y.label = "share of the games".into();
        Ok(bars)
    }
}
