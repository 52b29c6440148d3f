//! k nearest neighbours on positions: metrics, the scan, the advisor.

mod rule;

pub use rule::{Metric, Rule, Ties, Vote, Weight};
