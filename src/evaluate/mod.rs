//! Advice judged against the exact solver: what is judged, by which weighting,
//! and what each figure means.
//!
//! The pieces, in the order data takes through them:
//!
//! 1. [`Ground`]: the reachable positions with their exact values and visit
//!    probabilities, and the evaluation set E; or, where they are too many, a
//!    sample of E ([`met`]);
//! 2. a [`Scores`] table: what an advisor says of every position that a move reaches;
//! 3. figures of one table by a [`Judge`]: [`hits`] on E, [`play`](mod@play) to the
//!    end of the game, [`classify`] as a classifier;
//! 4. intervals over replicates and paired comparisons: [`intervals`];
//! 5. [`study`]: all of it over database sizes, rules and replicates, as tidy rows.
//!
//! Agents that play each other: [`mod@matches`]; against themselves, to see how
//! large a game is: [`complexity`]. The rule of *Winning Ways* for the hunt against
//! its exact values: [`numbering`]. Policies judged exactly: [`mod@policies`].

mod advice;
mod baseline;
pub mod classify;
mod compare;
pub mod complexity;
mod ground;
pub mod hits;
pub mod intervals;
mod judge;
pub mod matches;
mod met;
pub mod numbering;
pub mod play;
pub mod policies;
mod rows;
mod sample;
pub mod study;

pub use advice::{Advisors, Asked, Labels, MeasureError, Source, game_sizes, measure_all};
pub use baseline::{Baseline, Scorer, measure_baseline, measure_rollouts, rollout};
pub use ground::{Extent, Ground, GroundError, Met, Weighting};
pub use judge::{Judge, Measurement};
pub use met::{MetError, met, solver_worths};
pub use play::{Choice, Opponent};
pub use rows::{COLUMNS, Row, Section, Size, Subject};
pub use sample::{Positions, Sample};
pub use study::Measurements;

/// What an advisor says: for every question of a [`Ground`] the score in
/// `[-1, 1]` of the position reached, for the player who moved there.
pub type Scores = [f64];
