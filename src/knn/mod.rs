//! k nearest neighbours on positions: metrics, the scan, the advisor.
//!
//! [`Voters`] are the rows of a database that may vote. Their scan is exact and
//! by brute force, on bytes, 64 rows at a time. It yields for every query a
//! [`Profile`]: how many rows won, drawn and lost stand at each distance. A
//! [`Rule`] turns a profile into a [`Tally`] and its score; many rules share one
//! profile. [`Advisor`] does this for the legal moves of a position.

mod advisor;
mod batch;
mod instructions;
mod lanes;
mod metric;
pub mod naive;
mod neighbours;
mod order;
mod profile;
mod rule;
mod scan;
mod search;
mod sink;
pub mod synthetic;
mod table;
mod tally;
mod voters;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use advisor::{Advice, AdviseError, Advisor, MoveAdvice};
pub use batch::{BatchError, HideAll, Queries, Scores};
pub use instructions::Instructions;
pub use metric::MAX_DIM;
pub use neighbours::Neighbour;
pub use profile::{Profile, Shell};
pub use rule::{Choice, LabelSource, Metric, Mover, Rule, Ties, Vote, Weight};
pub use search::Hide;
pub use tally::{Tally, approve, best, tally};
pub use voters::{Label, Voters, VotersError, default_mover, default_mover_for, default_mover_of};
