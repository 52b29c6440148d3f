//! `sowlab check`

use clap::Args;

use super::{Exit, Failure};

/// Being built
#[derive(Args)]
pub struct Check {}

impl Check {
    pub fn run(self) -> Result<Exit, Failure> {
        Err("not built yet".into())
    }
}
