//! What a match says, with intervals.

use super::{Played, PlayedGame};
use crate::evaluate::intervals::{Estimate, t_interval};
use crate::game::{Game, Player};
use crate::statistics::{Z95, wilson};

/// What a figure counts as one independent value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Two games from one opening, with both colours (t-interval).
    Pairs,
    /// A game (Wilson's interval).
    Games,
    /// A database, with all games that it plays (t-interval).
    Databases,
}

impl Unit {
    /// As files state it.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Pairs => "pairs",
            Unit::Games => "games",
            Unit::Databases => "databases",
        }
    }
}

/// A figure of the first agent.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// `score`, `win`, `draw`, `loss`, `capped`, `margin`, `length`; with
    /// `_south` or `_north` (the game's names) over the games on that side only.
    pub name: String,
    /// The figure with its 95 % interval.
    pub estimate: Estimate,
    /// What [`Estimate::n`] counts.
    pub unit: Unit,
}

/// A figure before it has a name: what of a game, on which side.
#[derive(Clone, Copy)]
struct Quantity {
    what: What,
    side: Option<Player>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Score,
    Win,
    Draw,
    Loss,
    Capped,
    Margin,
    Length,
}

impl What {
    /// Everything that is told, in order.
    const ALL: [What; 7] = [
        What::Score,
        What::Win,
        What::Draw,
        What::Loss,
        What::Capped,
        What::Margin,
        What::Length,
    ];

    fn name(self) -> &'static str {
        match self {
            What::Score => "score",
            What::Win => "win",
            What::Draw => "draw",
            What::Loss => "loss",
            What::Capped => "capped",
            What::Margin => "margin",
            What::Length => "length",
        }
    }

    /// The interval of a mean; what lies between 0 and 1 has no end outside.
    fn interval(self, values: &[f64]) -> Option<Estimate> {
        let mut estimate = t_interval(values)?;
        if self.is_share() || self == What::Score {
            let ends = estimate.interval;
            estimate.interval = ends.map(|(low, high)| (low.max(0.0), high.min(1.0)));
        }
        Some(estimate)
    }

    /// Whether it is a share of games, each yes or no.
    fn is_share(self) -> bool {
        matches!(self, What::Win | What::Draw | What::Loss | What::Capped)
    }

    /// The value of one game, if it has one.
    fn of(self, game: &PlayedGame) -> Option<f64> {
        let is = |score: f64| game.score().map(|s| f64::from(u8::from(s == score)));
        match self {
            What::Score => game.score(),
            What::Win => is(1.0),
            What::Draw => is(0.5),
            What::Loss => is(0.0),
            What::Capped => Some(f64::from(u8::from(game.score().is_none()))),
            What::Margin => game.margin().map(f64::from),
            What::Length => Some(f64::from(game.plies)),
        }
    }
}

impl Quantity {
    /// All figures: of all games, then by side.
    fn all() -> impl Iterator<Item = Quantity> {
        let sides = [None, Some(Player::One), Some(Player::Two)];
        sides
            .into_iter()
            .flat_map(|side| What::ALL.map(|what| Quantity { what, side }))
            .filter(|q| q.side.is_none() || !matches!(q.what, What::Length | What::Capped))
    }

    fn name(&self, players: [&str; 2]) -> String {
        match self.side {
            None => self.what.name().into(),
            Some(side) => format!("{}_{}", self.what.name(), players[side.index()]),
        }
    }

    /// The value of a pair, if all its games that count have one.
    fn of_pair(&self, pair: &[PlayedGame; 2]) -> Option<f64> {
        let games = pair
            .iter()
            .filter(|g| self.side.is_none_or(|s| s == g.side));
        let values: Option<Vec<f64>> = games.map(|g| self.what.of(g)).collect();
        let values = values?;
        Some(values.iter().sum::<f64>() / values.len() as f64)
    }

    /// The mean of the pairs.
    fn mean(&self, pairs: &[[PlayedGame; 2]]) -> Option<f64> {
        let values: Vec<f64> = pairs.iter().filter_map(|p| self.of_pair(p)).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    }

    /// The share of games, as independent trials.
    fn share(&self, pairs: &[[PlayedGame; 2]]) -> Option<Estimate> {
        let games = pairs.iter().flatten();
        let games = games.filter(|g| self.side.is_none_or(|s| s == g.side));
        let values: Vec<f64> = games.filter_map(|g| self.what.of(g)).collect();
        let (n, yes) = (values.len(), values.iter().filter(|v| **v == 1.0).count());
        (n > 0).then(|| Estimate {
            mean: yes as f64 / n as f64,
            interval: Some(wilson(yes as u64, n as u64, Z95)),
            n,
        })
    }

    /// Whether the figure says anything: capped games are told of where there
    /// are any.
    fn is_told(&self, estimate: &Estimate) -> bool {
        self.what != What::Capped || estimate.mean > 0.0
    }
}

/// The figures of a match. `repeatable` says that the same openings would give
/// the same games again (both agents are deterministic): one pair then is one
/// value without an interval, shares of games included.
pub fn figures<G: Game>(game: &G, played: &Played, repeatable: bool) -> Vec<Figure> {
    let pairs = &played.pairs;
    let of = |q: Quantity| {
        let (estimate, unit) = if q.what.is_share() {
            let mut share = q.share(pairs)?;
            if repeatable && pairs.len() == 1 {
                share.interval = None;
            }
            (share, Unit::Games)
        } else {
            let values: Vec<f64> = pairs.iter().filter_map(|p| q.of_pair(p)).collect();
            (q.what.interval(&values)?, Unit::Pairs)
        };
        q.is_told(&estimate).then(|| Figure {
            name: q.name(game.players()),
            estimate,
            unit,
        })
    };
    Quantity::all().filter_map(of).collect()
}

/// The figures of matches that were played with independent databases: each
/// match is one value, the mean of its pairs.
pub fn over_databases<G: Game>(game: &G, matches: &[Played]) -> Vec<Figure> {
    let of = |q: Quantity| {
        let means = matches.iter().filter_map(|m| q.mean(&m.pairs));
        let estimate = q.what.interval(&means.collect::<Vec<f64>>())?;
        q.is_told(&estimate).then(|| Figure {
            name: q.name(game.players()),
            estimate,
            unit: Unit::Databases,
        })
    };
    Quantity::all().filter_map(of).collect()
}
