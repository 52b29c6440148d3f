//! `sowlab show`

use clap::Args;

use super::{Exit, Failure};

/// Being built
#[derive(Args)]
pub struct Show {}

impl Show {
    pub fn run(self) -> Result<Exit, Failure> {
        Err("not built yet".into())
    }
}
