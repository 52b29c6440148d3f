//! The policies by name.

use super::args::Args;
use super::grammar::{NameError, parse};
use super::nearest::nearest;
use crate::policy::Uniform;

/// Opens a policy by its name.
///
/// # Errors
/// The name cannot be read or does not exist.
pub fn open_policy(text: &str) -> Result<Uniform, NameError> {
    let name = parse(text)?;
    match name.word.as_str() {
        "uniform" => {
            Args::new(text, &name, &[])?;
            Ok(Uniform)
        }
        other => {
            let hint = nearest(other, ["uniform"])
                .map_or(String::new(), |n| format!("; did you mean {n}?"));
            let message = format!("unknown policy {other}: expected uniform{hint}");
            Err(NameError::new(text, name.at, message))
        }
    }
}
