//! Is a reached position recognised as won or lost?

use super::{Ground, Scores};
use crate::game::{Game, Value};

/// Weighted counts, exact value x prediction. Rows: loss, draw, win for the
/// player who moved to the position; columns: loss, undecided, win.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Confusion {
    /// `cells[truth][prediction]`.
    pub cells: [[f64; 3]; 3],
}

impl Confusion {
    /// Counts the predictions of `scores` (their sign) over some questions of
    /// the ground, each with its weight.
    pub fn new<G: Game>(
        ground: &Ground<G>,
        scores: &Scores,
        questions: impl Iterator<Item = (usize, f64)>,
    ) -> Self {
        let mut cells = [[0.0; 3]; 3];
        for (q, weight) in questions {
            let (at, player) = ground.questions()[q];
            let at = at as usize;
            let value = if ground.game.mover(ground.graph.position(at)) == player {
                ground.values[at]
            } else {
                -ground.values[at]
            };
            let predicted = match scores[q] {
                s if s > 0.0 => 2,
                s if s < 0.0 => 0,
                _ => 1,
            };
            cells[row(value)][predicted] += weight;
        }
        Self { cells }
    }

    fn total(&self) -> f64 {
        self.cells.iter().flatten().sum()
    }

    fn truth(&self, t: usize) -> f64 {
        self.cells[t].iter().sum()
    }

    /// The share of one cell: exact value `truth`, prediction `predicted`.
    pub fn share(&self, truth: usize, predicted: usize) -> f64 {
        self.cells[truth][predicted] / self.total()
    }

    /// Whether any position judged is a draw.
    pub fn has_draws(&self) -> bool {
        self.truth(1) > 0.0
    }

    /// Share of right answers. An undecided one is right for no class but a draw.
    pub fn accuracy(&self) -> f64 {
        (0..3).map(|c| self.cells[c][c]).sum::<f64>() / self.total()
    }

    /// Mean over the classes that occur of the share recognised.
    pub fn balanced_accuracy(&self) -> f64 {
        let present: Vec<usize> = (0..3).filter(|&t| self.truth(t) > 0.0).collect();
        let recall = |&t: &usize| self.cells[t][t] / self.truth(t);
        present.iter().map(recall).sum::<f64>() / present.len() as f64
    }

    /// Matthews' correlation between truth and prediction, for any number of
    /// classes (J. Gorodkin, *Computational Biology and Chemistry* 28, 2004);
    /// "undecided" is a class of its own. 0 where either never varies.
    pub fn matthews(&self) -> f64 {
        let n = self.total();
        let right: f64 = (0..3).map(|c| self.cells[c][c]).sum();
        let predicted = |p: usize| self.cells.iter().map(|r| r[p]).sum::<f64>();
        let both: f64 = (0..3).map(|c| self.truth(c) * predicted(c)).sum();
        let truths: f64 = (0..3).map(|c| self.truth(c).powi(2)).sum();
        let guesses: f64 = (0..3).map(|c| predicted(c).powi(2)).sum();
        let spread = (n * n - truths) * (n * n - guesses);
        if spread <= 0.0 {
            0.0
        } else {
            (right * n - both) / spread.sqrt()
        }
    }

    /// Share without a prediction.
    pub fn undecided(&self) -> f64 {
        self.cells.iter().map(|r| r[1]).sum::<f64>() / self.total()
    }

    /// The accuracy of always answering the commonest class.
    pub fn majority(&self) -> f64 {
        (0..3).map(|t| self.truth(t)).fold(0.0, f64::max) / self.total()
    }
}

fn row(value: Value) -> usize {
    match value {
        Value::Loss => 0,
        Value::Draw => 1,
        Value::Win => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_a_table_computed_by_hand() {
        // 90 right and 10 wrong of the lost, 30 right, 15 wrong, 5 undecided of
        // the won.
        let c = Confusion {
            cells: [[90.0, 0.0, 10.0], [0.0; 3], [15.0, 5.0, 30.0]],
        };
        assert!((c.accuracy() - 0.8).abs() < 1e-12);
        assert!((c.balanced_accuracy() - 0.75).abs() < 1e-12);
        assert!((c.undecided() - 5.0 / 150.0).abs() < 1e-12);
        assert!((c.majority() - 100.0 / 150.0).abs() < 1e-12);
        // (120*150 - (100*105 + 50*40)) / sqrt((22500-12500)(22500-11025-25-1600))
        let expected = 5500.0 / (10_000.0f64 * 9_850.0).sqrt();
        assert!((c.matthews() - expected).abs() < 1e-12);
    }
}
