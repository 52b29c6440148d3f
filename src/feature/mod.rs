//! Patterns around moves, in the feature language of Ludii: the text, its meaning
//! on a board, weighted sets, and what they say of each legal move.
//!
//! ```text
//! text ──> syntax ──> instances on a board ──> compiled set ──> policy
//! ```

mod compiled;
pub mod file;
mod instance;
mod meaning;
mod set;
mod situation;
pub mod syntax;
pub mod walk;

pub use compiled::{Active, CompileError, Compiled, Group, MAX_GROUPS, Matcher, Side};
pub use instance::{Aspect, Demand, Found, Instance, MAX_INSTANCES, TooMany, instances};
pub use meaning::{MeaningError, check};
pub use set::{FeatureSet, Weighted};
pub use situation::{Ground, Situation};
pub use syntax::{Feature, SyntaxError};
