//! `sowlab plot`

use clap::Args;

use super::{Exit, Failure};

/// Being built
#[derive(Args)]
pub struct Plot {}

impl Plot {
    pub fn run(self) -> Result<Exit, Failure> {
        Err("not built yet".into())
    }
}
