//! Does the advised move keep the exact value, and the margin?

use super::Ground;
use super::play::Choice;
use crate::game::Game;

/// What happened at one position of E.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Decision {
    /// The probability that the move chosen keeps the exact value.
    pub hit: f64,
    /// Whether the advisor had no advice (the move was then uniform over all).
    pub silent: bool,
    /// Whether a position reached by some legal move stands in the database.
    pub seen: bool,
    /// The same question about the margin, in games that count points.
    pub margin: Option<MarginKept>,
    /// What becomes of a win, where play can go on for ever.
    pub win: Option<WinKept>,
}

/// What a choice does to a win that could be kept for ever.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WinKept {
    /// The probability that the move chosen keeps it.
    pub kept: f64,
    /// The probability that it also brings the end as near as it can.
    pub nearer: f64,
}

/// What a choice does to the margin.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MarginKept {
    /// The probability that the move chosen keeps the exact margin.
    pub kept: f64,
    /// The mean number of points that it gives away.
    pub regret: f64,
}

/// Judges the choice at position `i` of the ground that follows from the scores
/// of its moves, by edge. `seen(q)` tells whether question `q` stands in the
/// database.
pub fn decide<G: Game>(
    ground: &Ground<G>,
    i: usize,
    score: impl Fn(usize) -> f64,
    choice: Choice,
    seen: impl Fn(usize) -> bool,
) -> Decision {
    let edges = ground.graph.edges(i);
    let chosen = choice.of(edges.clone().map(&score));
    let taken = edges.clone().filter(|&e| chosen.takes(score(e)));
    let count = chosen.count as f64;
    let kept = taken.clone().filter(|&e| ground.keeps(i, e)).count();
    let margin = ground.margins.as_ref().map(|_| {
        let regrets = taken.clone().filter_map(|e| ground.regret(i, e));
        let best = regrets.clone().filter(|&r| r == 0.0).count();
        MarginKept {
            kept: best as f64 / count,
            regret: regrets.sum::<f64>() / count,
        }
    });
    let nearer = |e: usize| ground.progresses(i, e);
    let won = edges.clone().next().and_then(nearer).is_some();
    let win = won.then(|| {
        let nearer = taken.clone().filter(|&e| nearer(e) == Some(true));
        WinKept {
            kept: kept as f64 / count,
            nearer: nearer.count() as f64 / count,
        }
    });
    Decision {
        hit: kept as f64 / count,
        silent: chosen.silent,
        seen: edges.into_iter().any(|e| seen(ground.question(e))),
        margin,
        win,
    }
}

/// Means over positions with weights.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HitFigures {
    /// Mean probability of keeping the value.
    pub hit: f64,
    /// Share of decisions without advice.
    pub no_advice: f64,
    /// Hit over the decisions where a candidate stands in the database, if any.
    pub hit_seen: Option<f64>,
    /// Hit over the others, if any.
    pub hit_unseen: Option<f64>,
    /// Share of decisions where a candidate stands in the database.
    pub seen: f64,
    /// Means of what becomes of the margin, in games that count points.
    pub margin: Option<MarginKept>,
    /// Means of what becomes of wins, over the won positions, where play can go
    /// on for ever.
    pub win: Option<WinKept>,
}

/// The weighted means of decisions.
pub fn mean(decisions: impl Iterator<Item = (Decision, f64)>) -> HitFigures {
    let mut sums = Sums::default();
    decisions.for_each(|(d, weight)| sums.add(d, weight));
    sums.figures()
}

#[derive(Default)]
struct Sums {
    /// By whether a candidate was seen.
    hit: [f64; 2],
    mass: [f64; 2],
    silent: f64,
    margin: Option<MarginKept>,
    win: WinKept,
    won: f64,
}

impl Sums {
    fn add(&mut self, d: Decision, weight: f64) {
        self.hit[usize::from(d.seen)] += weight * d.hit;
        self.mass[usize::from(d.seen)] += weight;
        if d.silent {
            self.silent += weight;
        }
        if let Some(margin) = d.margin {
            let sum = self.margin.get_or_insert_default();
            sum.kept += weight * margin.kept;
            sum.regret += weight * margin.regret;
        }
        if let Some(win) = d.win {
            self.won += weight;
            self.win.kept += weight * win.kept;
            self.win.nearer += weight * win.nearer;
        }
    }

    fn figures(&self) -> HitFigures {
        let total = self.mass[0] + self.mass[1];
        if total == 0.0 {
            return HitFigures::default();
        }
        let part = |i: usize| (self.mass[i] > 0.0).then(|| self.hit[i] / self.mass[i]);
        HitFigures {
            hit: (self.hit[0] + self.hit[1]) / total,
            no_advice: self.silent / total,
            hit_seen: part(1),
            hit_unseen: part(0),
            seen: self.mass[1] / total,
            margin: self.margin.map(|sum| MarginKept {
                kept: sum.kept / total,
                regret: sum.regret / total,
            }),
            win: (self.won > 0.0).then(|| WinKept {
                kept: self.win.kept / self.won,
                nearer: self.win.nearer / self.won,
            }),
        }
    }
}

/// How far above chance: 0 = chance, 1 = always right.
pub fn skill(hit: f64, chance: f64) -> f64 {
    (hit - chance) / (1.0 - chance)
}
