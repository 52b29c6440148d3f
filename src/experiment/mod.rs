//! Experiment files: a list of commands with their flags as keys, run in order,
//! only where something has changed, with a report.
//!
//! ```toml
//! title = "How many games does advice need?"
//! seed = 1
//!
//! [sweep]
//! pots = [6, 7]
//!
//! [[step]]
//! command = "generate"
//! title = "The database"
//! game = "sowing(pots={pots},seeds=2)"
//! games = 10000
//! out = "{pots}x2.csv"
//!
//! [[step]]
//! command = "plot"
//! file = "{pots}x2.csv"
//! out = "{pots}x2.svg"
//! ```
//!
//! The keys of a step are the long flags and the arguments of its command, so a
//! step can do what the command line can, and the report prints that command
//! line beside what it made.

mod plan;
mod report;
mod run;
mod spec;

pub use plan::{Job, expand};
pub use report::{REPORT, report};
pub use run::{Done, RunError, StateError, run};
pub use spec::{Experiment, Key, Setting, SpecError, Step, Vocabulary, parse};
