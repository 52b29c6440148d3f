//! Position records: CSV, manifests, merging, labelling.

mod record;

pub use record::{Database, Origin, Weights, Winner};
