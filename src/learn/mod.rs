//! Learning weighted features: from the exact values of moves, or by winning more
//! games, with features that are found on the way.
//!
//! 1. [`Arena`]: every situation that a learner can meet against a fixed opponent,
//!    and what its play is worth there, exactly;
//! 2. [`Columns`]: which features are active for which moves;
//! 3. an [`Objective`] and [`fit()`]: the weights of given features;
//! 4. [`candidates`]: features that could be added; [`grow()`] adds the one that gains
//!    most, again and again.
//!
//! Nothing is sampled, so a set is a function of the game, the opponent and the
//! options.

mod arena;
pub mod candidates;
mod columns;
mod fit;
mod grow;
mod imitate;

pub use arena::Arena;
pub use columns::Columns;
pub use fit::{Evaluation, Fitted, Objective, fit};
pub use grow::{Grown, Growth, grow};
pub use imitate::Imitation;
