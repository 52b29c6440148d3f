//! Playing games by a policy: sampled, or the exact distribution.

mod play;
mod record;

pub use play::{Recorded, SelfPlay};
pub use record::Record;
