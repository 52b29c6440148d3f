//! `sowlab merge`

use clap::Args;

use super::{Exit, Failure};

/// Being built
#[derive(Args)]
pub struct Merge {}

impl Merge {
    pub fn run(self) -> Result<Exit, Failure> {
        Err("not built yet".into())
    }
}
