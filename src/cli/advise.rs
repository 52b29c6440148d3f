//! `sowlab advise`

use clap::Args;

use super::{Exit, Failure};

/// Being built
#[derive(Args)]
pub struct Advise {}

impl Advise {
    pub fn run(self) -> Result<Exit, Failure> {
        Err("not built yet".into())
    }
}
