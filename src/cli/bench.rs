//! `sowlab bench`

use clap::Args;

use super::{Exit, Failure};

/// Being built
#[derive(Args)]
pub struct Bench {}

impl Bench {
    pub fn run(self) -> Result<Exit, Failure> {
        Err("not built yet".into())
    }
}
