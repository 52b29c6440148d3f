//! A whole study: every rule at every database size on every replicate, as
//! tidy rows with intervals.

use super::classify::Confusion;
use super::compare::{best_k, comparisons, pairs};
use super::hits::{self, Decision, HitFigures, skill};
use super::intervals::{Estimate, bootstrap, t_interval};
use super::judge::{Judge, Measurement};
use super::play::{Choice, Opponent, Prospect};
use super::rows::{Row, Section, Size, Subject};
use crate::control::Control;
use crate::game::Game;

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

/// All measurements of a study: `[replicate][size][subject]`.
pub type Measurements = Vec<Vec<Vec<Measurement>>>;

/// The rows of a study, in a fixed order. `control` counts the rounds of the
/// bootstraps, which take long where many positions were drawn; if it is stopped,
/// the rows that it left without an interval are missing.
pub fn rows<G: Game>(
    judge: &Judge<G>,
    plan: &Plan,
    measured: &Measurements,
    control: &Control,
) -> Vec<Row> {
    let drawn = judge.samples.iter().filter(|s| s.drawn).count();
    let figures = plan.sizes.len() * plan.subjects.len() * FIGURES.len();
    let bootstraps = (figures + pairs(plan).count()) * Choice::ALL.len() * drawn;
    control.set_total(bootstraps as u64 * plan.rounds as u64);
    let mut rows = Vec::new();
    for (s, &size) in plan.sizes.iter().enumerate() {
        for (j, subject) in plan.subjects.iter().enumerate() {
            let of: Vec<&Measurement> = measured.iter().map(|r| &r[s][j]).collect();
            let describe = Describe {
                plan,
                judge,
                control,
                of: &of,
                size,
                subject,
            };
            describe.hits(&mut rows);
            describe.play(&mut rows);
            describe.classes(&mut rows);
        }
        best_k(judge, plan, measured, s, &mut rows);
    }
    if let Some(last) = plan.sizes.len().checked_sub(1) {
        comparisons(judge, plan, measured, last, control, &mut rows);
    }
    rows
}

/// A figure of the hits, which gets the hit rate of chance too.
type Figure = fn(&HitFigures, f64) -> Option<f64>;

const FIGURES: [(&str, Figure); 10] = [
    ("hit", |h, _| Some(h.hit)),
    ("skill", |h, chance| Some(skill(h.hit, chance))),
    ("no_advice", |h, _| Some(h.no_advice)),
    ("hit_seen", |h, _| h.hit_seen),
    ("hit_unseen", |h, _| h.hit_unseen),
    ("seen", |h, _| Some(h.seen)),
    ("margin_kept", |h, _| Some(h.margin?.kept)),
    ("margin_regret", |h, _| Some(h.margin?.regret)),
    ("win_kept", |h, _| Some(h.win?.kept)),
    ("win_nearer", |h, _| Some(h.win?.nearer)),
];

struct Describe<'a, 'g, G: Game> {
    plan: &'a Plan,
    judge: &'a Judge<'g, G>,
    control: &'a Control,
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
        for (c, choice) in Choice::ALL.into_iter().enumerate() {
            for (w, sample) in self.judge.samples.iter().enumerate() {
                for (name, figure) in FIGURES {
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

    fn hit_estimate(&self, c: usize, w: usize, figure: Figure) -> Option<Estimate> {
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
            self.control,
            |positions, replicates| {
                let weight = |&p: &usize| sample.weights[p];
                let total = positions.iter().map(weight).sum::<f64>();
                let chance = positions.iter().map(|p| weight(p) * chances[*p]);
                let chance = chance.sum::<f64>() / total;
                let mut sum = 0.0;
                let mut count = 0.0;
                for &r in replicates {
                    let drawn = positions.iter().map(|p| (table[r][*p], weight(p)));
                    if let Some(value) = figure(&hits::mean(drawn), chance) {
                        sum += value;
                        count += 1.0;
                    }
                }
                sum / count
            },
        )?;
        estimate.mean.is_finite().then_some(estimate)
    }

    fn play(&self, rows: &mut Vec<Row>) {
        type Part = fn(&Prospect) -> f64;
        let draws = self.judge.ground.draws;
        let parts: &[(&str, Part)] = &[
            ("win", |p| p.score),
            ("won", |p| p.won),
            ("drawn", |p| p.drawn()),
        ];
        // Without draws the first says it all.
        let parts = if draws { parts } else { &parts[..1] };
        for (c, choice) in Choice::ALL.into_iter().enumerate() {
            for (o, opponent) in Opponent::ALL.into_iter().enumerate() {
                let played = self.of.iter().filter_map(|m| m.choices[c].play);
                let sides: Vec<[Prospect; 2]> = played.map(|w| w[o]).collect();
                for (part, value) in parts {
                    let mut push = |suffix: &str, of: &dyn Fn(&[Prospect; 2]) -> f64| {
                        let values: Vec<f64> = sides.iter().map(of).collect();
                        if let Some(estimate) = t_interval(&values) {
                            let figure = format!("{part}_{}{suffix}", opponent.name());
                            rows.push(Row {
                                choice: Some(choice),
                                ..self.row(self.section(Section::Play), &figure, estimate)
                            });
                        }
                    };
                    let [one, two] = self.judge.ground.game.players();
                    push("", &|s| (value(&s[0]) + value(&s[1])) / 2.0);
                    push(&format!("_{one}"), &|s| value(&s[0]));
                    push(&format!("_{two}"), &|s| value(&s[1]));
                }
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
            let tables = self.of.iter().filter_map(|m| m.confusion.get(w));
            let draws = tables.clone().any(Confusion::has_draws);
            for (name, figure) in &figures {
                if name.starts_with("draw_") && !draws {
                    continue;
                }
                let values: Vec<f64> = tables.clone().map(figure).collect();
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
