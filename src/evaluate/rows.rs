//! The tidy table of an evaluation: one figure a row.

use super::ground::Weighting;
use super::intervals::Estimate;
use super::play::Choice;
use crate::knn::{Rule, Vote};

/// How large the database behind a figure is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Size {
    /// This many games.
    Games(u64),
    /// The exact distribution: infinitely many games.
    Exact,
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Size::Games(n) => n.fmt(f),
            Size::Exact => f.write_str("exact"),
        }
    }
}

/// The part of a study that a row belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Section {
    /// The evaluation set itself: how many positions, chance.
    Set,
    /// How often advice keeps the exact value.
    Advice,
    /// What following it wins.
    Play,
    /// Reached positions recognised as won or lost.
    Classification,
    /// The same figures for players without a database.
    Baseline,
    /// Differences between two rules on the same databases.
    Comparison,
    /// The best k, chosen on the odd replicates, reported on the even ones.
    BestK,
}

impl Section {
    /// As files state it.
    pub fn name(self) -> &'static str {
        match self {
            Section::Set => "set",
            Section::Advice => "advice",
            Section::Play => "play",
            Section::Classification => "classification",
            Section::Baseline => "baseline",
            Section::Comparison => "comparison",
            Section::BestK => "best_k",
        }
    }
}

/// Who is judged.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// Nobody: a figure of the set.
    Nobody,
    /// A kNN rule.
    Knn(Rule),
    /// A baseline by name.
    Baseline(String),
}

impl std::fmt::Display for Subject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Subject::Nobody => Ok(()),
            Subject::Baseline(name) => f.write_str(name),
            Subject::Knn(r) => {
                write!(f, "{} k={} {} {}", r.metric, r.k, r.ties, r.weight)?;
                match r.vote {
                    Vote::Majority => Ok(()),
                    Vote::Distance => write!(f, " by distance"),
                }
            }
        }
    }
}

/// One figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The part of the study.
    pub section: Section,
    /// The size of the database; `None` where there is none.
    pub size: Option<Size>,
    /// Who is judged.
    pub subject: Subject,
    /// How scores became a move, where that matters.
    pub choice: Option<Choice>,
    /// How positions were weighted, where that matters.
    pub weighting: Option<Weighting>,
    /// The name of the figure.
    pub figure: String,
    /// The figure with its interval.
    pub estimate: Estimate,
    /// In a comparison, what the subject is compared with, such as `k=5`.
    pub versus: String,
}

/// The columns of [`Row::fields`] after `game`.
pub const COLUMNS: [&str; 18] = [
    "game", "section", "games", "metric", "k", "ties", "vote", "weight", "mover", "label", "rule",
    "weights", "figure", "value", "low", "high", "n", "versus",
];

impl Row {
    /// The row as the fields of [`COLUMNS`]; empty where a column does not
    /// apply. `mover` and `label` are the study's.
    pub fn fields(&self, game: &str, mover: &str, label: &str) -> [String; 18] {
        let (metric, k, ties, vote, weight) = match &self.subject {
            Subject::Nobody => Default::default(),
            Subject::Baseline(name) => (name.clone(), String::new(), "", "", ""),
            Subject::Knn(r) => (
                r.metric.name().into(),
                r.k.to_string(),
                r.ties.name(),
                r.vote.name(),
                r.weight.name(),
            ),
        };
        let knn = matches!(self.subject, Subject::Knn(_));
        let end = |f: fn((f64, f64)) -> f64| {
            let interval = self.estimate.interval;
            interval.map_or(String::new(), |i| f(i).to_string())
        };
        [
            game.into(),
            self.section.name().into(),
            self.size.map_or(String::new(), |s| s.to_string()),
            metric,
            k,
            ties.into(),
            vote.into(),
            weight.into(),
            if knn { mover.into() } else { String::new() },
            if knn { label.into() } else { String::new() },
            self.choice.map_or("", Choice::name).into(),
            self.weighting.map_or("", Weighting::name).into(),
            self.figure.clone(),
            self.estimate.mean.to_string(),
            end(|i| i.0),
            end(|i| i.1),
            self.estimate.n.to_string(),
            self.versus.clone(),
        ]
    }
}
