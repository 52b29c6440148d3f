//! Rules compared on the same databases.

use super::hits::skill;
use super::intervals::{Estimate, bootstrap, t_interval};
use super::judge::{Judge, Measurement};
use super::play::Choice;
use super::rows::{Row, Section, Subject};
use super::sample::Sample;
use super::study::{Measurements, Plan};
use crate::control::Control;
use crate::game::Game;
use crate::knn::Rule;

/// The hit rates of a subject by replicate.
fn hits_of(measured: &Measurements, s: usize, j: usize, c: usize, w: usize) -> Vec<f64> {
    let hit = |r: &Vec<Vec<Measurement>>| r[s][j].choices[c].hits[w].hit;
    measured.iter().map(hit).collect()
}

/// Chooses k on the odd replicates and reports its hit rate on the even ones,
/// so the choice cannot flatter the figure.
pub(super) fn best_k<G: Game>(
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

/// The rules that differ in one respect only, with this respect.
pub(super) fn pairs(plan: &Plan) -> impl Iterator<Item = (usize, usize, String)> + '_ {
    let subjects = plan.subjects.iter().enumerate();
    let pairs = subjects.flat_map(move |(j, a)| {
        let later = plan.subjects.iter().enumerate().skip(j + 1);
        later.map(move |(i, b)| (j, i, a, b))
    });
    pairs.filter_map(|(j, i, a, b)| match (a, b) {
        (Subject::Knn(a), Subject::Knn(b)) => Some((j, i, single_difference(a, b)?)),
        _ => None,
    })
}

/// Paired differences of the hit rate between rules that differ in one respect,
/// on the same databases.
pub(super) fn comparisons<G: Game>(
    judge: &Judge<G>,
    plan: &Plan,
    measured: &Measurements,
    s: usize,
    control: &Control,
    rows: &mut Vec<Row>,
) {
    for (j, i, versus) in pairs(plan) {
        for (c, choice) in Choice::ALL.into_iter().enumerate() {
            for (w, sample) in judge.samples.iter().enumerate() {
                let Some(estimate) = difference(plan, sample, measured, s, [j, i], (c, w), control)
                else {
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

fn difference(
    plan: &Plan,
    sample: &Sample,
    measured: &Measurements,
    s: usize,
    [a, b]: [usize; 2],
    (c, w): (usize, usize),
    control: &Control,
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
        control,
        |positions, replicates| {
            let weight = |&p: &usize| sample.weights[p];
            let mut sum = 0.0;
            for &r in replicates {
                let (x, y) = (decisions(r, a), decisions(r, b));
                let apart = positions
                    .iter()
                    .map(|p| weight(p) * (x[*p].hit - y[*p].hit));
                sum += apart.sum::<f64>();
            }
            sum / (positions.iter().map(weight).sum::<f64>() * replicates.len() as f64)
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
