//! `sowlab solve`

use clap::Args;

use super::{Exit, Failure};

/// Being built
#[derive(Args)]
pub struct Solve {}

impl Solve {
    pub fn run(self) -> Result<Exit, Failure> {
        Err("not built yet".into())
    }
}
