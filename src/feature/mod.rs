//! Patterns around moves, in the feature language of Ludii: the text, its meaning
//! on a board, weighted sets, and what they say of each legal move.
//!
//! ```text
//! text ──> syntax ──> instances on a board ──> compiled set ──> policy
//! ```

mod compiled;
mod explain;
pub mod file;
mod instance;
mod lint;
mod masks;
mod meaning;
mod quirk;
mod set;
mod situation;
pub mod syntax;
pub mod walk;
mod words;

pub use compiled::{Active, CompileError, Compiled, Group, MAX_GROUPS, Matcher, Side};
pub use explain::{Explanation, Path, Requirement, State, Turnings, Way, explain};
pub use instance::{Aspect, Demand, Found, Instance, instances};
pub use lint::{Finding, FindingKind, lint};
pub use meaning::{MeaningError, check};
pub use quirk::{Quirk, QuirkKind, quirks};
pub use set::{FeatureSet, Weighted};
pub use situation::{Ground, Situation};
pub use syntax::{Feature, SyntaxError};
pub use words::words;

/// The program of the documentation is run.
#[cfg(doctest)]
#[doc = include_str!("../../docs/methods/features.md")]
struct Documentation;

#[cfg(test)]
mod tests;
