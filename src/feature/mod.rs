//! Patterns around moves, in the feature language of Ludii: the text, its meaning
//! on a board, weighted sets, and what they say of each legal move.
//!
//! ```text
//! text ──> syntax ──> instances on a board ──> compiled set ──> policy
//! ```

pub mod file;
mod set;
pub mod syntax;

pub use set::{FeatureSet, Weighted};
pub use syntax::{Feature, SyntaxError};
