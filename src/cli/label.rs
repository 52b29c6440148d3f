//! `sowlab label`

use clap::Args;

use super::{Exit, Failure};

/// Being built
#[derive(Args)]
pub struct Label {}

impl Label {
    pub fn run(self) -> Result<Exit, Failure> {
        Err("not built yet".into())
    }
}
