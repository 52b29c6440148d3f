//! Growing a set: the feature that gains most is added, again and again.

use super::candidates::{atomic, conjunctions};
use super::columns::Columns;
use super::fit::{Fitted, Objective, decisions, fit};
use crate::control::Control;
use crate::feature::{CompileError, Feature, Ground, Situation};
use crate::game::{Placement, Player};

/// What is learned from, beside the objective.
pub struct Growth<'a> {
    /// The board.
    pub ground: &'a Ground,
    /// Who learns.
    pub player: Player,
    /// What is seen at each decision.
    pub situations: &'a [Situation],
    /// Where the move of each row begins and ends.
    pub placements: &'a [Placement],
    /// The most features.
    pub budget: usize,
    /// The weight of the penalty on squares of weights.
    pub l2: f64,
    /// Whether the last move may be asked about.
    pub reactive: bool,
    /// Whether the weights given are left as they are, to go on where a run stopped.
    pub keeps_weights: bool,
}

/// A set that grows.
#[derive(Clone, Debug)]
pub struct Grown {
    /// The features with their rows.
    pub columns: Columns,
    /// Their weights and what they are worth.
    pub fitted: Fitted,
}

/// Decisions that candidates are first looked at in: those that count most.
const SAMPLE: usize = 20_000;

/// Candidates that are tried in full: fewer where that takes long.
const TRIED: usize = 12;
const TRIED_OF_MANY: usize = 4;
const MANY: usize = 500_000;

/// Features are added at most so many times the budget.
const ROUNDS: usize = 2;

/// Atomic features that the features of the set are joined with.
const PARTNERS: usize = 40;

/// Less is no gain; a feature that gains less than the second is not needed.
const LEAST_GAIN: f64 = 1e-6;
const USELESS: f64 = 1e-3;

/// Steps of a trial, and of the final fit.
const TRIAL_STEPS: usize = 8;
const STEPS: usize = 60;

impl Growth<'_> {
    fn columns(
        &self,
        features: &[Feature],
        objective: &dyn Objective,
    ) -> Result<Columns, CompileError> {
        Columns::of(
            features,
            self.ground,
            self.player,
            self.situations,
            objective.rows(),
            self.placements,
        )
    }
}

/// Fits the weights of the features given, then adds features until the budget is
/// spent, nothing gains any more, or the control says stop. `report` sees the set after
/// every step.
///
/// # Errors
/// A feature given means nothing on the game.
pub fn grow<E: From<CompileError>>(
    objective: &dyn Objective,
    growth: &Growth<'_>,
    given: &[(Feature, f32)],
    control: &Control,
    mut report: impl FnMut(&Grown) -> Result<(), E>,
) -> Result<Grown, E> {
    let features: Vec<Feature> = given.iter().map(|(f, _)| f.clone()).collect();
    let start: Vec<f64> = given.iter().map(|(_, w)| f64::from(*w)).collect();
    let columns = growth.columns(&features, objective)?;
    let steps = if growth.keeps_weights { 0 } else { STEPS };
    let fitted = fit(objective, &columns, &start, growth.l2, steps);
    let fitted = rounded(objective, &columns, &fitted);
    let mut grown = Grown { columns, fitted };
    report(&grown)?;
    let has_starts = growth.placements.iter().any(|p| p.from.is_some());
    let atoms = atomic(growth.ground, has_starts, growth.reactive);
    // What is taken out again makes room, but not for ever.
    for _ in 0..ROUNDS * growth.budget {
        if grown.columns.len() >= growth.budget || control.stopped() {
            break;
        }
        let Some(next) = add_one(objective, growth, &grown, &atoms, control)? else {
            break;
        };
        grown = next;
        report(&grown)?;
        control.advance(1);
    }
    Ok(grown)
}

/// Decisions that count most, with their rows one after the other.
struct Sample {
    situations: Vec<Situation>,
    rows: Vec<u32>,
    placements: Vec<Placement>,
    slopes: Vec<f64>,
    odds: Vec<f64>,
    weights: Vec<f64>,
}

fn sample(objective: &dyn Objective, growth: &Growth<'_>, at: &Fitted) -> Sample {
    let rows = objective.rows();
    let weights = &at.evaluation.weights;
    let mut chosen: Vec<usize> = (0..weights.len()).filter(|&s| weights[s] > 0.0).collect();
    chosen.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]).then(a.cmp(&b)));
    chosen.truncate(SAMPLE);
    chosen.sort_unstable();
    let mut sample = Sample {
        situations: Vec::new(),
        rows: vec![0],
        placements: Vec::new(),
        slopes: Vec::new(),
        odds: Vec::new(),
        weights: Vec::new(),
    };
    for s in chosen {
        let range = rows[s] as usize..rows[s + 1] as usize;
        sample.situations.push(growth.situations[s]);
        sample
            .placements
            .extend_from_slice(&growth.placements[range.clone()]);
        sample
            .slopes
            .extend_from_slice(&at.evaluation.slopes[range.clone()]);
        sample.odds.extend_from_slice(&at.odds[range]);
        sample.rows.push(sample.placements.len() as u32);
        sample.weights.push(weights[s]);
    }
    sample
}

impl Sample {
    /// The features in the order of what they gain at first, the best first.
    fn ranked(
        &self,
        features: &[Feature],
        growth: &Growth<'_>,
    ) -> Result<Vec<(f64, Feature)>, CompileError> {
        let columns = Columns::distinct(
            features,
            growth.ground,
            growth.player,
            &self.situations,
            &self.rows,
            &self.placements,
        )?;
        let of_row = decisions(&self.rows);
        let gain = |i: usize| {
            let (slope, variance) =
                columns.slope(i, &self.slopes, &self.odds, &of_row, &self.weights);
            // The gain of one step of the natural gradient.
            slope * slope / (variance + 1e-9)
        };
        let mut ranked: Vec<(f64, Feature)> = (0..columns.len())
            .map(|i| (gain(i), columns.features[i].clone()))
            .collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        Ok(ranked)
    }
}

/// The same with weights of 32 bits, as files hold them: so a run that goes on from a
/// file is the run that wrote it.
fn rounded(objective: &dyn Objective, columns: &Columns, fitted: &Fitted) -> Fitted {
    let weights: Vec<f64> = fitted
        .weights
        .iter()
        .map(|&w| f64::from(w as f32))
        .collect();
    fit(objective, columns, &weights, 0.0, 0)
}

fn add_one(
    objective: &dyn Objective,
    growth: &Growth<'_>,
    grown: &Grown,
    atoms: &[Feature],
    control: &Control,
) -> Result<Option<Grown>, CompileError> {
    let sample = sample(objective, growth, &grown.fitted);
    let ranked = sample.ranked(atoms, growth)?;
    let partners: Vec<Feature> = ranked.iter().take(PARTNERS).map(|r| r.1.clone()).collect();
    let mut joined = Vec::new();
    // Every feature of the set, and the best atomic ones, with the best atomic ones.
    let parents = grown
        .columns
        .features
        .iter()
        .chain(partners.iter().take(PARTNERS / 4));
    for parent in parents {
        for partner in &partners {
            joined.extend(conjunctions(parent, partner, growth.ground));
        }
    }
    let mut all = sample.ranked(&joined, growth)?;
    all.extend(ranked);
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    all.retain(|(_, f)| !grown.columns.features.contains(f));
    all.truncate(if growth.placements.len() > MANY {
        TRIED_OF_MANY
    } else {
        TRIED
    });
    let tried: Vec<Feature> = all.into_iter().map(|r| r.1).collect();
    let columns = growth.columns(&tried, objective)?;
    let mut best: Option<Grown> = None;
    for i in 0..tried.len() {
        if control.stopped() {
            return Ok(None);
        }
        let mut with = grown.columns.clone();
        with.push_from(&columns, i);
        let mut start = grown.fitted.weights.clone();
        start.push(0.0);
        let fitted = fit(objective, &with, &start, growth.l2, TRIAL_STEPS);
        if best.as_ref().is_none_or(|b| fitted.value > b.fitted.value) {
            best = Some(Grown {
                columns: with,
                fitted,
            });
        }
    }
    let Some(best) = best else { return Ok(None) };
    let fitted = fit(
        objective,
        &best.columns,
        &best.fitted.weights,
        growth.l2,
        STEPS,
    );
    let fitted = rounded(objective, &best.columns, &fitted);
    let next = Grown { fitted, ..best }.pruned(objective, growth, grown.fitted.value);
    let gained = next.fitted.value - grown.fitted.value;
    Ok((gained > LEAST_GAIN).then_some(next))
}

impl Grown {
    /// Without features that have become useless, as long as more is left than there
    /// was before.
    fn pruned(self, objective: &dyn Objective, growth: &Growth<'_>, before: f64) -> Self {
        let mut pruned = self;
        while let Some(i) = pruned.least(objective) {
            let mut without = pruned.columns.clone();
            without.remove(i);
            let mut weights = pruned.fitted.weights.clone();
            weights.remove(i);
            let fitted = fit(objective, &without, &weights, growth.l2, STEPS);
            let fitted = rounded(objective, &without, &fitted);
            let lost = pruned.fitted.value - fitted.value;
            if lost > USELESS || fitted.value - before <= LEAST_GAIN {
                break;
            }
            pruned = Self {
                columns: without,
                fitted,
            };
        }
        pruned
    }

    /// The feature without which least is lost, the other weights as they are.
    fn least(&self, objective: &dyn Objective) -> Option<usize> {
        let lost = (0..self.columns.len()).map(|i| (self.lost(objective, i).0, i));
        lost.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, i)| i)
    }

    /// What the objective, and the score, lose without a feature.
    fn lost(&self, objective: &dyn Objective, i: usize) -> (f64, f64) {
        let mut without = self.columns.clone();
        without.remove(i);
        let mut rest = self.fitted.weights.clone();
        rest.remove(i);
        let fitted = fit(objective, &without, &rest, 0.0, 0);
        (
            self.fitted.value - fitted.value,
            self.fitted.evaluation.score - fitted.evaluation.score,
        )
    }

    /// How often each feature is active for a move that is played, and what the
    /// objective loses without the feature, the other weights as they are.
    pub fn meaning(&self, objective: &dyn Objective) -> Vec<(f64, f64)> {
        let of_row = decisions(objective.rows());
        let weights = &self.fitted.evaluation.weights;
        (0..self.columns.len())
            .map(|i| {
                let active = self.columns.active(i);
                let played = active.map(|r| weights[of_row[r] as usize] * self.fitted.odds[r]);
                (played.sum(), self.lost(objective, i).1)
            })
            .collect()
    }
}
