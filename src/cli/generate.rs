//! `sowlab generate`

use clap::Args;

use super::{Exit, Failure};

/// Being built
#[derive(Args)]
pub struct Generate {}

impl Generate {
    pub fn run(self) -> Result<Exit, Failure> {
        Err("not built yet".into())
    }
}
