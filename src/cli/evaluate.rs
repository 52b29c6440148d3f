//! `sowlab evaluate`

use clap::Args;

use super::{Exit, Failure};

/// Being built
#[derive(Args)]
pub struct Evaluate {}

impl Evaluate {
    pub fn run(self) -> Result<Exit, Failure> {
        Err("not built yet".into())
    }
}
