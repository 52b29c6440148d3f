//! Playing games by a policy: sampled, or the exact distribution.

mod exact;

pub use exact::{Distribution, HistoryError};
