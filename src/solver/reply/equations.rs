//! Linear equations with maxima: what nodes are worth that chance or a choice
//! leads on from.

use super::ReplyError;
use super::components::Components;
use crate::control::Control;

/// How the worth of a node follows from that of the nodes its edges lead to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// It is known, from 0 to 1.
    Known(f64),
    /// The mean by the odds of the edges.
    Chance,
    /// The maximum, and at least this.
    Choice(f64),
}

/// The equations. No choice may be able to keep to nodes with choices and chance
/// for ever: then there is one solution.
#[derive(Clone, Debug, Default)]
pub(super) struct Equations {
    pub kinds: Vec<Kind>,
    /// `first[i]..first[i + 1]` are the edges of node `i`.
    first: Vec<u32>,
    targets: Vec<u32>,
    odds: Vec<f64>,
}

/// Bounds that are so near are near enough.
const NEAR: f64 = 1e-13;

/// A bound from below and one from above.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    low: f64,
    high: f64,
}

impl Bounds {
    pub fn middle(self) -> f64 {
        // Rounding can cross them.
        (self.low / 2.0 + self.high / 2.0).clamp(0.0, 1.0)
    }

    pub fn gap(self) -> f64 {
        self.high - self.low
    }
}

impl Equations {
    /// Adds a node with its edges, each with its odds, which a choice ignores.
    pub fn push(&mut self, kind: Kind, edges: impl Iterator<Item = (u32, f64)>) {
        if self.first.is_empty() {
            self.first.push(0);
        }
        self.kinds.push(kind);
        for (target, odds) in edges {
            self.targets.push(target);
            self.odds.push(odds);
        }
        self.first.push(self.targets.len() as u32);
    }

    fn right_side(&self, i: usize, worth: impl Fn(usize) -> f64) -> f64 {
        let edges = self.first[i] as usize..self.first[i + 1] as usize;
        let values = edges.map(|e| (worth(self.targets[e] as usize), self.odds[e]));
        match self.kinds[i] {
            Kind::Known(worth) => worth,
            Kind::Chance => values.map(|(worth, odds)| worth * odds).sum(),
            Kind::Choice(least) => values.fold(least, |best, (worth, _)| best.max(worth)),
        }
    }

    /// Solves them, component by component, from below and from above at once
    /// until both meet (interval iteration: Haddad, Monmege 2018).
    ///
    /// # Errors
    /// Stopped by the caller.
    pub fn solve(&self, control: &Control) -> Result<Vec<Bounds>, ReplyError> {
        let edges = |i: usize| self.first[i] as usize..self.first[i + 1] as usize;
        let target = |e: usize| self.targets[e] as usize;
        let parts = Components::new(self.kinds.len(), edges, target, |_| true);
        let unknown = Bounds {
            low: 0.0,
            high: 1.0,
        };
        let mut worth = vec![unknown; self.kinds.len()];
        for part in parts.each() {
            let alone = |i: usize| edges(i).all(|e| target(e) != i);
            let once = part.len() == 1 && alone(part[0] as usize);
            loop {
                if control.stopped() {
                    return Err(ReplyError::Stopped);
                }
                let (mut moved, mut gap) = (false, f64::MIN);
                for &i in part {
                    let i = i as usize;
                    // Both only ever come nearer.
                    let low = self.right_side(i, |t| worth[t].low).max(worth[i].low);
                    let high = self.right_side(i, |t| worth[t].high).min(worth[i].high);
                    moved |= low > worth[i].low || high < worth[i].high;
                    worth[i] = Bounds { low, high };
                    gap = gap.max(high - low);
                }
                if once || !moved || gap < NEAR {
                    break;
                }
            }
        }
        Ok(worth)
    }
}
