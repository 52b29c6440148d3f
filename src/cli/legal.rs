//! `sowlab legal`

use clap::Args;

use super::{Exit, Failure};

/// Being built
#[derive(Args)]
pub struct Legal {}

impl Legal {
    pub fn run(self) -> Result<Exit, Failure> {
        Err("not built yet".into())
    }
}
