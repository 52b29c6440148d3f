//! `sowlab import`

use clap::Args;

use super::{Exit, Failure};

/// Being built
#[derive(Args)]
pub struct Import {}

impl Import {
    pub fn run(self) -> Result<Exit, Failure> {
        Err("not built yet".into())
    }
}
