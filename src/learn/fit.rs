//! The weights of given features that make an objective largest.

use super::columns::Columns;

/// What play by some probabilities is worth.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// The objective.
    pub value: f64,
    /// The same as people want to see it.
    pub score: f64,
    /// For each row how fast the objective grows with the logit of that move.
    pub slopes: Vec<f64>,
    /// For each decision how much it counts.
    pub weights: Vec<f64>,
}

/// Something to make large by choosing probabilities of moves.
pub trait Objective: Sync {
    /// `rows()[s]..rows()[s + 1]` are the rows (moves) of decision `s`.
    fn rows(&self) -> &[u32];

    /// What these probabilities of the rows are worth.
    fn evaluate(&self, odds: &[f64]) -> Evaluation;
}

/// Weights that were found.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// One for each feature.
    pub weights: Vec<f64>,
    /// The objective, without the penalty.
    pub value: f64,
    /// The probability of every row.
    pub odds: Vec<f64>,
    /// What they are worth.
    pub evaluation: Evaluation,
}

/// No weight is larger.
pub const LARGEST_WEIGHT: f64 = 20.0;

/// No weight changes faster.
const LARGEST_STEP: f64 = 3.0;

/// The softmax of the sums of weights, decision by decision.
fn softmax(rows: &[u32], logits: &[f64]) -> Vec<f64> {
    let mut odds = logits.to_vec();
    for pair in rows.windows(2) {
        let odds = &mut odds[pair[0] as usize..pair[1] as usize];
        let most = odds.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        odds.iter_mut().for_each(|o| *o = libm::exp(*o - most));
        let sum: f64 = odds.iter().sum();
        odds.iter_mut().for_each(|o| *o /= sum);
    }
    odds
}

/// The decision of every row.
pub(super) fn decisions(rows: &[u32]) -> Vec<u32> {
    let mut of_row = Vec::new();
    for (s, pair) in rows.windows(2).enumerate() {
        of_row.resize(pair[1] as usize, s as u32);
    }
    of_row
}

/// Sums probabilities of ascending rows by decision.
pub(super) fn state_sums<'a>(
    mut active: impl Iterator<Item = usize> + 'a,
    odds: &'a [f64],
    of_row: &'a [u32],
) -> impl Iterator<Item = (usize, f64)> + 'a {
    let mut next = active.next();
    std::iter::from_fn(move || {
        let first = next?;
        let state = of_row[first];
        let mut sum = odds[first];
        loop {
            next = active.next();
            match next {
                Some(row) if of_row[row] == state => sum += odds[row],
                _ => return Some((state as usize, sum)),
            }
        }
    })
}

/// Finds the weights of the columns' features that make the objective, less
/// `l2 / 2` times the sum of squares, largest: steps of the natural gradient
/// (Amari 1998; for policies Kakade 2001), divided by three until they gain, at most
/// `most_steps`, from the given weights.
pub fn fit(
    objective: &dyn Objective,
    columns: &Columns,
    start: &[f64],
    l2: f64,
    most_steps: usize,
) -> Fitted {
    let rows = objective.rows();
    let of_row = decisions(rows);
    let try_out = |weights: &[f64]| {
        let odds = softmax(rows, &columns.logits(weights, of_row.len()));
        let evaluation = objective.evaluate(&odds);
        Fitted {
            weights: weights.to_vec(),
            value: evaluation.value,
            odds,
            evaluation,
        }
    };
    let penalty = |w: &[f64]| l2 / 2.0 * w.iter().map(|w| w * w).sum::<f64>();
    let mut best = try_out(start);
    for _ in 0..most_steps {
        if columns.is_empty() {
            break;
        }
        let step = direction(&best, columns, &of_row, l2);
        let before = best.value - penalty(&best.weights);
        let mut scale = 1.0;
        let mut gained = 0.0;
        while scale > 1e-4 {
            let moved = best.weights.iter().zip(&step);
            let moved = moved.map(|(w, s)| (w + scale * s).clamp(-LARGEST_WEIGHT, LARGEST_WEIGHT));
            let found = try_out(&moved.collect::<Vec<f64>>());
            gained = found.value - penalty(&found.weights) - before;
            if gained > 0.0 {
                best = found;
                break;
            }
            scale /= 3.0;
        }
        if gained < 1e-9 {
            break;
        }
    }
    best
}

/// The direction of steepest ascent, measured by how much play changes.
fn direction(at: &Fitted, columns: &Columns, of_row: &[u32], l2: f64) -> Vec<f64> {
    let n = columns.len();
    let slope = |i: usize| -> f64 { columns.active(i).map(|r| at.evaluation.slopes[r]).sum() };
    let gradient: Vec<f64> = (0..n).map(|i| slope(i) - l2 * at.weights[i]).collect();
    let counts = &at.evaluation.weights;
    // The covariance of the features' activities, by decisions.
    let means: Vec<Vec<(usize, f64)>> = (0..n)
        .map(|i| state_sums(columns.active(i), &at.odds, of_row).collect())
        .collect();
    let mut matrix = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in i..n {
            let both = columns.active(i).filter(|&r| columns.is_active(j, r));
            let both: f64 = both.map(|r| counts[of_row[r] as usize] * at.odds[r]).sum();
            let apart = product(&means[i], &means[j], counts);
            matrix[i][j] = both - apart;
            matrix[j][i] = matrix[i][j];
        }
    }
    let trace: f64 = (0..n).map(|i| matrix[i][i]).sum();
    for (i, row) in matrix.iter_mut().enumerate() {
        row[i] += l2 + 1e-4 * trace / n as f64 + 1e-12;
    }
    let mut step = solve(matrix, gradient);
    let most = step.iter().fold(0f64, |m, s| m.max(s.abs()));
    if most > LARGEST_STEP {
        step.iter_mut().for_each(|s| *s *= LARGEST_STEP / most);
    }
    step
}

/// The weighted sum of products of two lists by ascending decisions.
fn product(a: &[(usize, f64)], b: &[(usize, f64)], weights: &[f64]) -> f64 {
    let (mut i, mut j, mut sum) = (0, 0, 0.0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        match x.0.cmp(&y.0) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                sum += weights[x.0] * x.1 * y.1;
                i += 1;
                j += 1;
            }
        }
    }
    sum
}

/// Solves a symmetric positive definite system by elimination with pivots.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for i in 0..n {
        let pivot = (i..n).max_by(|&a, &b| matrix[a][i].abs().total_cmp(&matrix[b][i].abs()));
        let pivot = pivot.unwrap_or(i);
        matrix.swap(i, pivot);
        right.swap(i, pivot);
        let head = matrix[i].clone();
        if head[i] == 0.0 {
            continue;
        }
        for k in i + 1..n {
            let factor = matrix[k][i] / head[i];
            for (cell, above) in matrix[k].iter_mut().zip(&head).skip(i) {
                *cell -= factor * above;
            }
            right[k] -= factor * right[i];
        }
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|k| matrix[i][k] * right[k]).sum();
        right[i] = match matrix[i][i] {
            0.0 => 0.0,
            pivot => (right[i] - known) / pivot,
        };
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn systems_are_solved() {
        let matrix = vec![
            vec![4.0, 1.0, 0.0],
            vec![1.0, 3.0, -1.0],
            vec![0.0, -1.0, 2.0],
        ];
        let x = [1.0, -2.0, 0.5];
        let right: Vec<f64> = matrix
            .iter()
            .map(|row| row.iter().zip(x).map(|(a, b)| a * b).sum())
            .collect();
        for (found, expected) in solve(matrix, right).iter().zip(x) {
            assert!((found - expected).abs() < 1e-12);
        }
    }
}
