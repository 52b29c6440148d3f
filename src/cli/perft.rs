//! `sowlab perft`

use clap::Args;

use super::{Exit, Failure};

/// Being built
#[derive(Args)]
pub struct Perft {}

impl Perft {
    pub fn run(self) -> Result<Exit, Failure> {
        Err("not built yet".into())
    }
}
