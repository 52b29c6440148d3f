//! A whole study: every rule at every database size on every replicate, as
//! tidy rows with intervals.

use super::classify::Confusion;
use super::hits::{self, Decision, HitFigures, skill};
use super::intervals::{Estimate, bootstrap, t_interval};
use super::play::{Choice, Opponent, win_probability};
use super::rows::{Row, Section, Size, Subject};
use super::sample::Sample;
use super::{Ground, Scores};
use crate::game::{Game, Player};
use crate::knn::Rule;

/// What is measured.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The database sizes, in ascending order.
    pub sizes: Vec<Size>,
    /// Who is judged at each size.
    pub subjects: Vec<Subject>,
    /// The section that the subjects' hit rates go to.
    pub section: Section,
    /// Whether to compute exact win probabilities from the start.
    pub play: bool,
    /// Resamplings of a bootstrap interval.
    pub rounds: usize,
    /// The seed of the bootstrap.
    pub seed: u64,
}

/// What one advisor is worth on one replicate.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// By [`Choice::ALL`].
    choices: [ChoiceFigures; 2],
    /// By sample.
    confusion: Vec<Confusion>,
}

#[derive(Clone, Debug)]
struct ChoiceFigures {
    /// By sample.
    hits: Vec<HitFigures>,
    /// By sample; empty where the sample is the whole set.
    decisions: Vec<Vec<Decision>>,
    /// By opponent, then by the advisor's side.
    wins: Option<[[f64; 2]; 2]>,
}

/// The ground with the samples that a study judges on it.
pub struct Judge<'g, G: Game> {
    /// The ground.
    pub ground: &'g Ground<G>,
    /// One sample per weighting.
    pub samples: Vec<Sample>,
    questions: Vec<Vec<(usize, f64)>>,
}

impl<'g, G: Game> Judge<'g, G> {
    /// Judges on these samples.
    pub fn new(ground: &'g Ground<G>, samples: Vec<Sample>) -> Self {
        let questions = samples.iter().map(|s| s.questions(ground)).collect();
        Self {
            ground,
            samples,
            questions,
        }
    }

    /// The questions that a study without play needs answers to, ascending; the
    /// others may have any score.
    pub fn needed(&self) -> Vec<usize> {
        let all = self.questions.iter().flatten().map(|&(q, _)| q);
        let mut all: Vec<usize> = all.collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Measures one table of scores; `seen[q]` tells whether question `q`
    /// stands in the database.
    pub fn measure(&self, scores: &Scores, seen: &[bool], play: bool) -> Measurement {
        let mut scratch = Vec::new();
        let choices = Choice::ALL.map(|choice| {
            let mut hits = Vec::new();
            let mut decisions = Vec::new();
            for sample in &self.samples {
                let decide = |&i: &u32| {
                    let seen = |q: usize| seen.get(q).copied().unwrap_or(false);
                    hits::decide(self.ground, i as usize, scores, choice, seen)
                };
                let all: Vec<Decision> = sample.positions.iter().map(decide).collect();
                hits.push(hits::mean(&all, &sample.weights));
                decisions.push(if sample.drawn { all } else { Vec::new() });
            }
            let wins = play.then(|| {
                Opponent::ALL.map(|opponent| {
                    Player::BOTH.map(|side| {
                        win_probability(self.ground, scores, choice, side, opponent, &mut scratch)
                    })
                })
            });
            ChoiceFigures {
                hits,
                decisions,
                wins,
            }
        });
        let confusion = self
            .questions
            .iter()
            .map(|q| Confusion::new(self.ground, scores, q.iter().copied()))
            .collect();
        Measurement { choices, confusion }
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
        let reachable = self.ground.graph.len();
        let set = self.ground.set.len();
        let mut rows = vec![
            figure("reachable", reachable as f64, None, reachable),
            figure("positions", set as f64, None, set),
            figure("immediate_win", self.ground.immediate as f64, None, set),
        ];
        for (sample, questions) in self.samples.iter().zip(&self.questions) {
            let by = Some(sample.weighting);
            let n = sample.positions.len();
            rows.push(figure("judged", n as f64, by, n));
            rows.push(figure("chance", sample.chance, by, n));
            let nothing = vec![0.0; self.ground.questions().len()];
            let truth = Confusion::new(self.ground, &nothing, questions.iter().copied());
            let n = questions.len();
            rows.push(figure("majority_label", truth.majority(), by, n));
        }
        rows
    }
}

/// All measurements of a study: `[replicate][size][subject]`.
pub type Measurements = Vec<Vec<Vec<Measurement>>>;

/// The rows of a study, in a fixed order.
pub fn rows<G: Game>(judge: &Judge<G>, plan: &Plan, measured: &Measurements) -> Vec<Row> {
    let mut rows = Vec::new();
    for (s, &size) in plan.sizes.iter().enumerate() {
        for (j, subject) in plan.subjects.iter().enumerate() {
            let of: Vec<&Measurement> = measured.iter().map(|r| &r[s][j]).collect();
            let describe = Describe {
                plan,
                judge,
                of: &of,
                size,
                subject,
            };
            describe.hits(&mut rows);
            describe.wins(&mut rows);
            describe.classes(&mut rows);
        }
        best_k(judge, plan, measured, s, &mut rows);
    }
    if let Some(last) = plan.sizes.len().checked_sub(1) {
        comparisons(judge, plan, measured, last, &mut rows);
    }
    rows
}

struct Describe<'a, 'g, G: Game> {
    plan: &'a Plan,
    judge: &'a Judge<'g, G>,
    of: &'a [&'a Measurement],
    size: Size,
    subject: &'a Subject,
}

impl<G: Game> Describe<'_, '_, G> {
    fn row(&self, section: Section, figure: &str, estimate: Estimate) -> Row {
        Row {
            section,
            size: Some(self.size),
            subject: self.subject.clone(),
            choice: None,
            weighting: None,
            figure: figure.into(),
            estimate,
            versus: String::new(),
        }
    }

    /// A section of its own for databases; baselines stay together.
    fn section(&self, section: Section) -> Section {
        match self.plan.section {
            Section::Baseline => Section::Baseline,
            _ => section,
        }
    }

    fn hits(&self, rows: &mut Vec<Row>) {
        type Figure = fn(&HitFigures, f64) -> Option<f64>;
        let figures: [(&str, Figure); 6] = [
            ("hit", |h, _| Some(h.hit)),
            ("skill", |h, chance| Some(skill(h.hit, chance))),
            ("no_advice", |h, _| Some(h.no_advice)),
            ("hit_seen", |h, _| h.hit_seen),
            ("hit_unseen", |h, _| h.hit_unseen),
            ("seen", |h, _| Some(h.seen)),
        ];
        for (c, choice) in Choice::ALL.into_iter().enumerate() {
            for (w, sample) in self.judge.samples.iter().enumerate() {
                for (name, figure) in figures {
                    let estimate = self.hit_estimate(c, w, figure);
                    if let Some(estimate) = estimate {
                        rows.push(Row {
                            choice: Some(choice),
                            weighting: Some(sample.weighting),
                            ..self.row(self.section(Section::Advice), name, estimate)
                        });
                    }
                }
            }
        }
    }

    fn hit_estimate(
        &self,
        c: usize,
        w: usize,
        figure: fn(&HitFigures, f64) -> Option<f64>,
    ) -> Option<Estimate> {
        let sample = &self.judge.samples[w];
        if !sample.drawn {
            let values = self.of.iter().map(|m| &m.choices[c].hits[w]);
            let values: Vec<f64> = values.filter_map(|h| figure(h, sample.chance)).collect();
            return t_interval(&values);
        }
        let table: Vec<&[Decision]> = self
            .of
            .iter()
            .map(|m| m.choices[c].decisions[w].as_slice())
            .collect();
        let chances: Vec<f64> = sample
            .positions
            .iter()
            .map(|&i| self.judge.ground.chance_at(i as usize))
            .collect();
        let estimate = bootstrap(
            table.len(),
            sample.positions.len(),
            self.plan.rounds,
            self.plan.seed,
            |positions, replicates| {
                let chance = positions.iter().map(|&p| chances[p]).sum::<f64>();
                let chance = chance / positions.len() as f64;
                let mut sum = 0.0;
                let mut count = 0.0;
                for &r in replicates {
                    let drawn = positions.iter().map(|&p| table[r][p]);
                    if let Some(value) = figure(&hits::plain_mean(drawn), chance) {
                        sum += value;
                        count += 1.0;
                    }
                }
                sum / count
            },
        )?;
        estimate.mean.is_finite().then_some(estimate)
    }

    fn wins(&self, rows: &mut Vec<Row>) {
        for (c, choice) in Choice::ALL.into_iter().enumerate() {
            for (o, opponent) in Opponent::ALL.into_iter().enumerate() {
                let played = self.of.iter().filter_map(|m| m.choices[c].wins);
                let sides: Vec<[f64; 2]> = played.map(|w| w[o]).collect();
                let mut push = |suffix: &str, of: fn(&[f64; 2]) -> f64| {
                    let values: Vec<f64> = sides.iter().map(of).collect();
                    if let Some(estimate) = t_interval(&values) {
                        let figure = format!("{}{suffix}", opponent.figure());
                        rows.push(Row {
                            choice: Some(choice),
                            ..self.row(self.section(Section::Play), &figure, estimate)
                        });
                    }
                };
                let [one, two] = self.judge.ground.game.players();
                push("", |s| (s[0] + s[1]) / 2.0);
                push(&format!("_{one}"), |s| s[0]);
                push(&format!("_{two}"), |s| s[1]);
            }
        }
    }

    fn classes(&self, rows: &mut Vec<Row>) {
        type Figure = Box<dyn Fn(&Confusion) -> f64>;
        let mut figures: Vec<(String, Figure)> = vec![
            ("accuracy".into(), Box::new(Confusion::accuracy)),
            (
                "balanced_accuracy".into(),
                Box::new(Confusion::balanced_accuracy),
            ),
            ("mcc".into(), Box::new(Confusion::matthews)),
            ("undecided".into(), Box::new(Confusion::undecided)),
        ];
        for (t, truth) in ["loss", "draw", "win"].into_iter().enumerate() {
            for (p, predicted) in ["loss", "undecided", "win"].into_iter().enumerate() {
                let name = format!("{truth}_as_{predicted}");
                figures.push((name, Box::new(move |c: &Confusion| c.share(t, p))));
            }
        }
        for (w, sample) in self.judge.samples.iter().enumerate() {
            let draws = self.of.iter().any(|m| m.confusion[w].has_draws());
            for (name, figure) in &figures {
                if name.starts_with("draw_") && !draws {
                    continue;
                }
                let values: Vec<f64> = self.of.iter().map(|m| figure(&m.confusion[w])).collect();
                if let Some(estimate) = t_interval(&values) {
                    rows.push(Row {
                        weighting: Some(sample.weighting),
                        ..self.row(self.section(Section::Classification), name, estimate)
                    });
                }
            }
        }
    }
}

/// The hit rates of a subject by replicate.
fn hits_of(measured: &Measurements, s: usize, j: usize, c: usize, w: usize) -> Vec<f64> {
    let hit = |r: &Vec<Vec<Measurement>>| r[s][j].choices[c].hits[w].hit;
    measured.iter().map(hit).collect()
}

/// Chooses k on the odd replicates and reports its hit rate on the even ones,
/// so the choice cannot flatter the figure.
fn best_k<G: Game>(
    judge: &Judge<G>,
    plan: &Plan,
    measured: &Measurements,
    s: usize,
    rows: &mut Vec<Row>,
) {
    let knn = |j: &usize| match plan.subjects[*j] {
        Subject::Knn(rule) => Some(rule),
        _ => None,
    };
    let without_k = |rule: Rule| Rule { k: 0, ..rule };
    let all: Vec<usize> = (0..plan.subjects.len())
        .filter(|j| knn(j).is_some())
        .collect();
    let mut families: Vec<Rule> = Vec::new();
    for family in all.iter().filter_map(knn).map(without_k) {
        if !families.contains(&family) {
            families.push(family);
        }
    }
    let half = |values: &[f64], odd: usize| -> Vec<f64> {
        values.iter().skip(odd).step_by(2).copied().collect()
    };
    for family in families {
        let members: Vec<usize> = all
            .iter()
            .copied()
            .filter(|j| knn(j).map(without_k) == Some(family))
            .collect();
        if members.len() < 2 || measured.len() < 2 {
            continue;
        }
        for (c, choice) in Choice::ALL.into_iter().enumerate() {
            for (w, sample) in judge.samples.iter().enumerate() {
                let mut best: Option<(f64, usize)> = None;
                for &j in &members {
                    let chosen_on = half(&hits_of(measured, s, j, c, w), 1);
                    let mean = chosen_on.iter().sum::<f64>() / chosen_on.len() as f64;
                    if best.is_none_or(|(b, _)| mean > b) {
                        best = Some((mean, j));
                    }
                }
                let Some((_, j)) = best else { continue };
                let reported = half(&hits_of(measured, s, j, c, w), 0);
                let skills: Vec<f64> = reported.iter().map(|&h| skill(h, sample.chance)).collect();
                for (figure, values) in [("hit", &reported), ("skill", &skills)] {
                    if let Some(estimate) = t_interval(values) {
                        rows.push(Row {
                            section: Section::BestK,
                            size: Some(plan.sizes[s]),
                            subject: plan.subjects[j].clone(),
                            choice: Some(choice),
                            weighting: Some(sample.weighting),
                            figure: figure.into(),
                            estimate,
                            versus: String::new(),
                        });
                    }
                }
            }
        }
    }
}

/// Paired differences of the hit rate between rules that differ in one respect,
/// on the same databases.
fn comparisons<G: Game>(
    judge: &Judge<G>,
    plan: &Plan,
    measured: &Measurements,
    s: usize,
    rows: &mut Vec<Row>,
) {
    for (j, a) in plan.subjects.iter().enumerate() {
        for (i, b) in plan.subjects.iter().enumerate().skip(j + 1) {
            let (Subject::Knn(a), Subject::Knn(b)) = (a, b) else {
                continue;
            };
            let Some(versus) = single_difference(a, b) else {
                continue;
            };
            for (c, choice) in Choice::ALL.into_iter().enumerate() {
                for (w, sample) in judge.samples.iter().enumerate() {
                    let Some(estimate) = difference(plan, sample, measured, s, [j, i], c, w) else {
                        continue;
                    };
                    rows.push(Row {
                        section: Section::Comparison,
                        size: Some(plan.sizes[s]),
                        subject: plan.subjects[j].clone(),
                        choice: Some(choice),
                        weighting: Some(sample.weighting),
                        figure: "hit_difference".into(),
                        estimate,
                        versus: versus.clone(),
                    });
                }
            }
        }
    }
}

fn difference(
    plan: &Plan,
    sample: &Sample,
    measured: &Measurements,
    s: usize,
    [a, b]: [usize; 2],
    c: usize,
    w: usize,
) -> Option<Estimate> {
    if !sample.drawn {
        let pairs = hits_of(measured, s, a, c, w)
            .into_iter()
            .zip(hits_of(measured, s, b, c, w));
        return t_interval(&pairs.map(|(x, y)| x - y).collect::<Vec<_>>());
    }
    let decisions = |r: usize, j: usize| &measured[r][s][j].choices[c].decisions[w];
    bootstrap(
        measured.len(),
        sample.positions.len(),
        plan.rounds,
        plan.seed,
        |positions, replicates| {
            let mut sum = 0.0;
            for &r in replicates {
                let (x, y) = (decisions(r, a), decisions(r, b));
                sum += positions.iter().map(|&p| x[p].hit - y[p].hit).sum::<f64>();
            }
            sum / (positions.len() * replicates.len()) as f64
        },
    )
}

/// The respect in which two rules differ, if it is only one: that of `b`.
fn single_difference(a: &Rule, b: &Rule) -> Option<String> {
    let respects = [
        (a.metric != b.metric, format!("metric={}", b.metric)),
        (a.k != b.k, format!("k={}", b.k)),
        (a.ties != b.ties, format!("ties={}", b.ties)),
        (a.weight != b.weight, format!("weight={}", b.weight)),
        (a.vote != b.vote, format!("vote={}", b.vote)),
    ];
    let mut different = respects.into_iter().filter(|r| r.0).map(|r| r.1);
    let first = different.next()?;
    different.next().is_none().then_some(first)
}
