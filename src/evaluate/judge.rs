//! The samples of a ground, and what one table of scores is worth on them.

use super::classify::Confusion;
use super::hits::{self, Decision, HitFigures};
use super::intervals::Estimate;
use super::play::{Choice, Opponent, Prospect, prospect};
use super::rows::{Row, Section, Subject};
use super::sample::Sample;
use super::{Extent, Ground, Scores};
use crate::game::{Game, Player};

/// Where play can return and there are more positions, games are not played to
/// their end: that takes a pass over all of them for every ply.
const MOST_CYCLIC: usize = 20_000;

/// What one advisor is worth on one replicate.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// By [`Choice::ALL`].
    pub(super) choices: [ChoiceFigures; 2],
    /// By sample; empty if the advisor says nothing of positions.
    pub(super) confusion: Vec<Confusion>,
}

#[derive(Clone, Debug)]
pub(super) struct ChoiceFigures {
    /// By sample.
    pub hits: Vec<HitFigures>,
    /// By sample; empty where the sample is the whole set.
    pub decisions: Vec<Vec<Decision>>,
    /// By opponent, then by the advisor's side.
    pub play: Option<[[Prospect; 2]; 2]>,
}

/// The ground with the samples that a study judges on it.
pub struct Judge<'g, G: Game> {
    /// The ground.
    pub ground: &'g Ground<G>,
    /// One sample per weighting.
    pub samples: Vec<Sample>,
}

impl<'g, G: Game> Judge<'g, G> {
    /// Judges on these samples.
    pub fn new(ground: &'g Ground<G>, samples: Vec<Sample>) -> Self {
        Self { ground, samples }
    }

    /// The questions that a study without play needs answers to, ascending; the
    /// others may have any score.
    pub fn needed(&self) -> Vec<usize> {
        let all = self.samples.iter().flat_map(|s| &s.questions);
        let mut all: Vec<usize> = all.map(|&(q, _)| q).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Measures the scores of all questions; `seen[q]` tells whether question
    /// `q` stands in the database. `play` asks for the game to be played to its
    /// end, if all of it is there.
    pub fn measure_scores(&self, scores: &Scores, seen: &[bool], play: bool) -> Measurement {
        let score = |edge| scores[self.ground.question(edge)];
        self.measure(score, Some(scores), seen, play)
    }

    /// [`Judge::measure_scores`] for an advisor that scores moves (by edge), and
    /// perhaps the positions reached too.
    pub fn measure(
        &self,
        score: impl Fn(usize) -> f64,
        classifier: Option<&Scores>,
        seen: &[bool],
        play: bool,
    ) -> Measurement {
        let ground = self.ground;
        let short = ground.graph.is_ordered() || ground.graph.len() <= MOST_CYCLIC;
        let play = play && short && ground.uniform().is_some();
        let mut scratch = Vec::new();
        let choices = Choice::ALL.map(|choice| {
            let mut hits = Vec::new();
            let mut decisions = Vec::new();
            for sample in &self.samples {
                let decide = |&i: &u32| {
                    let seen = |q: usize| seen.get(q).copied().unwrap_or(false);
                    hits::decide(ground, i as usize, &score, choice, seen)
                };
                let all: Vec<Decision> = sample.positions.iter().map(decide).collect();
                let weighted = all.iter().copied().zip(sample.weights.iter().copied());
                hits.push(hits::mean(weighted));
                decisions.push(if sample.drawn { all } else { Vec::new() });
            }
            let play = play.then(|| {
                Opponent::ALL.map(|opponent| {
                    Player::BOTH
                        .map(|side| prospect(ground, &score, choice, side, opponent, &mut scratch))
                })
            });
            ChoiceFigures {
                hits,
                decisions,
                play,
            }
        });
        let confusion = classifier.into_iter().flat_map(|scores| {
            let asked = self.samples.iter().map(|s| s.questions.iter().copied());
            asked.map(move |questions| Confusion::new(ground, scores, questions))
        });
        Measurement {
            choices,
            confusion: confusion.collect(),
        }
    }

    /// The rows that describe the set itself.
    pub fn set_rows(&self) -> Vec<Row> {
        let figure = |name: &str, value: f64, weighting, n| Row {
            section: Section::Set,
            size: None,
            subject: Subject::Nobody,
            choice: None,
            weighting,
            figure: name.into(),
            estimate: Estimate {
                mean: value,
                interval: None,
                n,
            },
            versus: String::new(),
        };
        let set = self.ground.set.len();
        let immediate = self.ground.immediate as f64;
        let mut rows = match self.ground.extent {
            Extent::Whole(_) => {
                let reachable = self.ground.graph.len();
                vec![
                    figure("reachable", reachable as f64, None, reachable),
                    figure("positions", set as f64, None, set),
                ]
            }
            Extent::Met(met) => vec![
                figure("met", met.drawn as f64, None, met.drawn),
                figure("unsolved", met.unsolved as f64, None, met.drawn),
                figure("share_of_visits", met.share, None, met.drawn),
                figure("distinct", set as f64, None, set),
            ],
        };
        rows.push(figure("immediate_win", immediate, None, set));
        for sample in &self.samples {
            let by = Some(sample.weighting);
            let n = sample.positions.len();
            rows.push(figure("judged", n as f64, by, n));
            rows.push(figure("chance", sample.chance, by, n));
            if let Some([chance, regret]) = sample.margin_chance {
                rows.push(figure("margin_chance", chance, by, n));
                rows.push(figure("regret_chance", regret, by, n));
            }
            let nothing = vec![0.0; self.ground.questions().len()];
            let questions = sample.questions.iter().copied();
            let truth = Confusion::new(self.ground, &nothing, questions);
            let n = sample.questions.len();
            rows.push(figure("majority_label", truth.majority(), by, n));
        }
        rows
    }
}
