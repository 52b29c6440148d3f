//! Taking typed arguments from a parsed name.

use std::ops::RangeInclusive;

use super::grammar::{Argument, Name, NameError, Value};
use super::nearest::{nearest, suggestion};

/// The arguments of a name, checked as they are taken; [`Args::new`] refuses
/// keys that the name does not have.
pub struct Args<'a> {
    text: &'a str,
    name: &'a Name,
}

impl<'a> Args<'a> {
    /// The arguments of `name`, which was parsed from `text` and takes `keys`.
    ///
    /// # Errors
    /// A key that is not among `keys`, with the nearest one that is.
    pub fn new(text: &'a str, name: &'a Name, keys: &[&str]) -> Result<Self, NameError> {
        for argument in &name.arguments {
            if !keys.contains(&argument.key.as_str()) {
                let near = nearest(&argument.key, keys.iter().copied());
                let hint = match near {
                    Some(k) => format!("; did you mean {k}?"),
                    None if keys.is_empty() => "; it has no parameters".into(),
                    None => format!("; it has {}", keys.join(", ")),
                };
                let message = format!("{} has no parameter {}{hint}", name.word, argument.key);
                return Err(NameError::new(text, argument.at, message));
            }
        }
        Ok(Self { text, name })
    }

    fn find(&self, key: &str) -> Option<&'a Argument> {
        self.name.arguments.iter().find(|a| a.key == key)
    }

    /// Whether the argument was given.
    pub fn has(&self, key: &str) -> bool {
        self.find(key).is_some()
    }

    /// An error about the value of `key`, or about the whole name.
    pub fn error(&self, key: &str, message: impl Into<String>) -> NameError {
        let at = self.find(key).map_or(self.name.at, |a| a.value_at);
        NameError::new(self.text, at, message)
    }

    /// A whole number in a range, or the default.
    ///
    /// # Errors
    /// Not a whole number in the range.
    pub fn integer(
        &self,
        key: &str,
        range: RangeInclusive<u64>,
        default: u64,
    ) -> Result<u64, NameError> {
        let Some(argument) = self.find(key) else {
            return Ok(default);
        };
        as_integer(&argument.value, &range).ok_or_else(|| {
            let message = format!(
                "{key}={}: expected a whole number from {} to {}",
                argument.value,
                range.start(),
                range.end()
            );
            self.error(key, message)
        })
    }

    /// A number in a range, or the default.
    ///
    /// # Errors
    /// Not a number in the range.
    pub fn real(&self, key: &str, least: f64, most: f64, default: f64) -> Result<f64, NameError> {
        let Some(argument) = self.find(key) else {
            return Ok(default);
        };
        let number = match &argument.value {
            Value::Word(w) => w.parse::<f64>().ok(),
            _ => None,
        };
        number
            .filter(|n| (least..=most).contains(n))
            .ok_or_else(|| {
                let message = format!(
                    "{key}={}: expected a number from {least} to {most}",
                    argument.value
                );
                self.error(key, message)
            })
    }

    /// A list of whole numbers in a range, if given.
    ///
    /// # Errors
    /// Not a list of whole numbers in the range.
    pub fn integers(
        &self,
        key: &str,
        range: RangeInclusive<u64>,
    ) -> Result<Option<Vec<u64>>, NameError> {
        let Some(argument) = self.find(key) else {
            return Ok(None);
        };
        let numbers = match &argument.value {
            Value::List(items) => items.iter().map(|v| as_integer(v, &range)).collect(),
            _ => None,
        };
        numbers.map(Some).ok_or_else(|| {
            let message = format!(
                "{key}={}: expected a list of whole numbers from {} to {}, such as [2,0,1]",
                argument.value,
                range.start(),
                range.end()
            );
            self.error(key, message)
        })
    }

    /// One of a few words, or the default.
    ///
    /// # Errors
    /// Another word, with the nearest one that is allowed.
    pub fn choice<'w>(
        &self,
        key: &str,
        words: &[&'w str],
        default: &'w str,
    ) -> Result<&'w str, NameError> {
        let Some(argument) = self.find(key) else {
            return Ok(default);
        };
        let (Value::Word(given) | Value::Text(given)) = &argument.value else {
            let message = format!("{key}: expected {}", words.join(" or "));
            return Err(self.error(key, message));
        };
        let found = words.iter().find(|w| w.eq_ignore_ascii_case(given));
        found.copied().ok_or_else(|| {
            let hint = suggestion(given, words.iter().copied());
            let message = format!("{key}={given}: expected {}{hint}", words.join(" or "));
            self.error(key, message)
        })
    }

    /// A text, bare or in quotes, if given.
    ///
    /// # Errors
    /// A list or a name with arguments.
    pub fn text(&self, key: &str) -> Result<Option<String>, NameError> {
        match self.find(key).map(|a| &a.value) {
            None => Ok(None),
            Some(Value::Word(text) | Value::Text(text)) => Ok(Some(text.clone())),
            Some(_) => Err(self.error(key, format!("{key}: expected a file or a text"))),
        }
    }

    /// A text, or a name with arguments of its own, if given.
    ///
    /// # Errors
    /// A list.
    pub fn name(&self, key: &str) -> Result<Option<String>, NameError> {
        match self.find(key).map(|a| &a.value) {
            Some(Value::Name(name)) => Ok(Some(name.to_string())),
            _ => self.text(key),
        }
    }

    /// One of an enumeration's values by its name, or the default.
    ///
    /// # Errors
    /// Another word, with the nearest one that is allowed.
    pub fn one_of<T: Copy + std::fmt::Display>(
        &self,
        key: &str,
        all: &[T],
        default: T,
    ) -> Result<T, NameError> {
        if !self.has(key) {
            return Ok(default);
        }
        let names: Vec<String> = all.iter().map(T::to_string).collect();
        let words: Vec<&str> = names.iter().map(String::as_str).collect();
        let found = self.choice(key, &words, words.first().copied().unwrap_or(""))?;
        let at = words.iter().position(|w| *w == found);
        Ok(at.map_or(default, |i| all[i]))
    }
}

fn as_integer(value: &Value, range: &RangeInclusive<u64>) -> Option<u64> {
    match value {
        Value::Word(w) => whole(w).filter(|n| range.contains(n)),
        _ => None,
    }
}

/// `1000`, or `1e3` as on the command line.
fn whole(text: &str) -> Option<u64> {
    let Some((digits, zeros)) = text.split_once(['e', 'E']) else {
        return text.parse().ok();
    };
    let factor = 10u64.checked_pow(zeros.parse().ok()?)?;
    digits.parse::<u64>().ok()?.checked_mul(factor)
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn whole_numbers_may_have_zeros() {
        for (text, number) in [
            ("12", Some(12)),
            ("1e12", Some(1_000_000_000_000)),
            ("25E2", Some(2500)),
            ("0e5", Some(0)),
            ("1e20", None),
            ("1.5e3", None),
            ("1e", None),
            ("e3", None),
            ("1e-3", None),
        ] {
            assert_eq!(whole(text), number, "{text}");
        }
    }
}
