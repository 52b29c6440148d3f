//! `sowlab demo`

use clap::Args;

use super::{Exit, Failure};

/// Being built
#[derive(Args)]
pub struct Demo {}

impl Demo {
    pub fn run(self) -> Result<Exit, Failure> {
        Err("not built yet".into())
    }
}
