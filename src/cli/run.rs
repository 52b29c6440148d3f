//! `sowlab run`

use clap::Args;

use super::{Exit, Failure};

/// Being built
#[derive(Args)]
pub struct Run {}

impl Run {
    pub fn run(self) -> Result<Exit, Failure> {
        Err("not built yet".into())
    }
}
