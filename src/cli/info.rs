//! `sowlab info`

use clap::Args;

use super::{Exit, Failure};

/// Being built
#[derive(Args)]
pub struct Info {}

impl Info {
    pub fn run(self) -> Result<Exit, Failure> {
        Err("not built yet".into())
    }
}
