//! Playing games by a policy: sampled, or the exact distribution.

mod exact;
mod play;
mod record;

pub use exact::Distribution;
pub use play::{Recorded, SelfPlay};
pub use record::Record;
