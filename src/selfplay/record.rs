//! Which positions of a game are recorded.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

/// Which positions of a game are recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Record {
    /// The last position only.
    #[default]
    Final,
    /// The last so many positions, the final one included; all of a game that
    /// is shorter.
    Last(NonZeroU32),
    /// Every position, from the start to the final one.
    All,
}

impl Record {
    /// How many of a game's positions come before the first recorded one.
    #[inline]
    pub(super) fn skip(self, positions: usize) -> usize {
        match self {
            Record::Final => positions.saturating_sub(1),
            Record::Last(n) => positions.saturating_sub(n.get() as usize),
            Record::All => 0,
        }
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Record::Final => f.pad("final"),
            Record::Last(n) => write!(f, "last:{n}"),
            Record::All => f.pad("all"),
        }
    }
}

impl FromStr for Record {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "final" => Ok(Record::Final),
            "all" => Ok(Record::All),
            _ => text
                .strip_prefix("last:")
                .and_then(|n| n.parse().ok())
                .map(Record::Last)
                .ok_or_else(|| format!("\"{text}\": expected final, last:N (N at least 1) or all")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for name in ["final", "last:1", "last:7", "all"] {
            assert_eq!(name.parse::<Record>().unwrap().to_string(), name);
        }
        for bad in ["", "Final", "last", "last:", "last:0", "last:-1", "last:x"] {
            assert!(bad.parse::<Record>().is_err(), "{bad}");
        }
    }
}
