//! Reading an experiment file.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::catalog::nearest;

/// How a key of a step becomes part of a command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// `--key value`.
    Option,
    /// `--key` if true.
    Flag,
    /// A bare argument, in the order of the vocabulary.
    Positional,
}

/// The commands that steps may run, each with its keys.
pub type Vocabulary = Vec<(String, Vec<(String, Key)>)>;

/// A key of a step with its value as command-line text.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The key.
    pub key: String,
    /// How it is passed.
    pub kind: Key,
    /// The values: one, or several of a positional list.
    pub values: Vec<String>,
}

/// One command of an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Line and column of the command in the file, from 1.
    pub place: (usize, usize),
    /// The command's name.
    pub command: String,
    /// A heading for the report.
    pub title: Option<String>,
    /// Text for the report.
    pub text: Option<String>,
    /// Its settings, in the order of the vocabulary.
    pub settings: Vec<Setting>,
}

/// An experiment file, read and checked against a vocabulary.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    /// The file, for messages.
    pub file: PathBuf,
    /// The title of the report.
    pub title: String,
    /// What it is about.
    pub about: Option<String>,
    /// The seed of every step that takes one and does not name its own.
    pub seed: Option<u64>,
    /// Variables with the values that they run through.
    pub sweep: Vec<(String, Vec<String>)>,
    /// The steps.
    pub steps: Vec<Step>,
}

/// An experiment file that cannot be read: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError {
    /// The file.
    pub file: PathBuf,
    /// Line and column, from 1.
    pub place: (usize, usize),
    /// What is wrong and what was expected.
    pub message: String,
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.place;
        let file = self.file.display();
        write!(f, "{file}:{line}:{column}: {}", self.message)
    }
}

impl std::error::Error for SpecError {}

/// A sweep with more points is a slip of the pen.
const MAX_POINTS: usize = 10_000;

/// Reads an experiment. `file` is for messages.
///
/// # Errors
/// The first fault with its line and column: no TOML, an unknown key (with the
/// nearest known one), a value of the wrong kind, a variable that is not swept.
pub fn parse(text: &str, file: &Path, vocabulary: &Vocabulary) -> Result<Experiment, SpecError> {
    let reader = Reader { text, file };
    let table = DeTable::parse(text).map_err(|e| {
        let message = e.message().lines().next().unwrap_or("not TOML").to_string();
        reader.error(e.span().unwrap_or(0..0), message)
    })?;
    let top = table.span();
    let mut experiment = Experiment {
        file: file.to_path_buf(),
        title: String::new(),
        about: None,
        seed: None,
        sweep: Vec::new(),
        steps: Vec::new(),
    };
    let known = ["title", "about", "seed", "sweep", "step"];
    for (key, value) in table.get_ref() {
        match key.get_ref().as_ref() {
            "title" => experiment.title = reader.string(value)?,
            "about" => experiment.about = Some(reader.string(value)?),
            "seed" => experiment.seed = Some(reader.seed(value)?),
            "sweep" => experiment.sweep = reader.sweep(value)?,
            "step" => {}
            other => return Err(reader.unknown(key.span(), other, "an experiment", &known)),
        }
    }
    if experiment.title.trim().is_empty() {
        return Err(reader.error(top, "expected title = \"...\"".into()));
    }
    let steps = table.get_ref().get("step");
    let Some(steps) = steps else {
        return Err(reader.error(top, "expected at least one [[step]]".into()));
    };
    let DeValue::Array(list) = steps.get_ref() else {
        return Err(reader.error(steps.span(), "expected [[step]], with two brackets".into()));
    };
    if list.is_empty() {
        return Err(reader.error(steps.span(), "expected at least one [[step]]".into()));
    }
    for step in list.iter() {
        let DeValue::Table(table) = step.get_ref() else {
            return Err(reader.error(step.span(), "expected [[step]] with keys".into()));
        };
        let step = reader.step(step.span(), table, vocabulary, &experiment.sweep)?;
        experiment.steps.push(step);
    }
    Ok(experiment)
}

struct Reader<'a> {
    text: &'a str,
    file: &'a Path,
}

impl Reader<'_> {
    fn error(&self, span: Range<usize>, message: String) -> SpecError {
        SpecError {
            file: self.file.to_path_buf(),
            place: self.place(span),
            message,
        }
    }

    /// Line and column of the beginning of a part of the text, from 1.
    fn place(&self, span: Range<usize>) -> (usize, usize) {
        let before = self.text.get(..span.start).unwrap_or(self.text);
        let last = before.rsplit('\n').next().unwrap_or("");
        (before.matches('\n').count() + 1, last.chars().count() + 1)
    }

    fn unknown(&self, span: Range<usize>, key: &str, of: &str, known: &[&str]) -> SpecError {
        let hint = match nearest(key, known.iter().copied()) {
            Some(near) => format!("did you mean {near}?"),
            None if known.is_empty() => "it has none".into(),
            None => format!("expected {}", known.join(", ")),
        };
        self.error(span, format!("{of} has no key {key}; {hint}"))
    }

    fn string(&self, value: &Spanned<DeValue<'_>>) -> Result<String, SpecError> {
        match value.get_ref() {
            DeValue::String(s) => Ok(s.to_string()),
            _ => Err(self.error(value.span(), "expected a string in quotes".into())),
        }
    }

    fn seed(&self, value: &Spanned<DeValue<'_>>) -> Result<u64, SpecError> {
        let parsed = match value.get_ref() {
            DeValue::Integer(i) => i.to_string().parse().ok(),
            _ => None,
        };
        parsed.ok_or_else(|| {
            self.error(
                value.span(),
                "expected a whole number from 0 to 2^64 - 1".into(),
            )
        })
    }

    /// A value as the text of a command-line argument.
    fn plain(&self, value: &Spanned<DeValue<'_>>) -> Result<String, SpecError> {
        match value.get_ref() {
            DeValue::String(s) => Ok(s.to_string()),
            DeValue::Integer(i) => Ok(i.to_string()),
            DeValue::Float(x) => Ok(x.to_string()),
            _ => Err(self.error(value.span(), "expected a string or a number".into())),
        }
    }

    fn list(&self, value: &Spanned<DeValue<'_>>) -> Result<Vec<String>, SpecError> {
        match value.get_ref() {
            DeValue::Array(items) => items.iter().map(|v| self.plain(v)).collect(),
            _ => Ok(vec![self.plain(value)?]),
        }
    }

    fn sweep(&self, value: &Spanned<DeValue<'_>>) -> Result<Vec<(String, Vec<String>)>, SpecError> {
        let DeValue::Table(table) = value.get_ref() else {
            return Err(self.error(value.span(), "expected [sweep] with variables".into()));
        };
        let mut sweep = Vec::new();
        let mut points: usize = 1;
        for (name, values) in table {
            let word = name.get_ref().to_string();
            if super::plan::variables(&format!("{{{word}}}")).next() != Some(word.as_str()) {
                let message = format!(
                    "\"{word}\" is no name of a variable: expected letters, digits and _, and not out, the folder"
                );
                return Err(self.error(name.span(), message));
            }
            let list = self.list(values)?;
            if list.is_empty() {
                return Err(self.error(values.span(), "expected at least one value".into()));
            }
            if list.iter().any(|v| v.contains(['{', '}'])) {
                return Err(self.error(values.span(), "expected values without { and }".into()));
            }
            points = points.saturating_mul(list.len());
            if points > MAX_POINTS {
                let message = format!("more than {MAX_POINTS} combinations of values");
                return Err(self.error(values.span(), message));
            }
            sweep.push((word, list));
        }
        Ok(sweep)
    }

    fn step(
        &self,
        span: Range<usize>,
        table: &DeTable<'_>,
        vocabulary: &Vocabulary,
        sweep: &[(String, Vec<String>)],
    ) -> Result<Step, SpecError> {
        let Some(command) = table.get("command") else {
            return Err(self.error(span, "this step has no command".into()));
        };
        let name = self.string(command)?;
        let Some((_, keys)) = vocabulary.iter().find(|(n, _)| *n == name) else {
            let known: Vec<&str> = vocabulary.iter().map(|(n, _)| n.as_str()).collect();
            let hint = match nearest(&name, known.iter().copied()) {
                Some(near) => format!("did you mean {near}?"),
                None => format!("expected {}", known.join(", ")),
            };
            return Err(self.error(command.span(), format!("no command {name}; {hint}")));
        };
        let mut step = Step {
            place: self.place(command.span()),
            command: name.clone(),
            title: None,
            text: None,
            settings: Vec::new(),
        };
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "command" => {}
                "title" => step.title = Some(self.string(value)?),
                "text" => step.text = Some(self.string(value)?),
                other => {
                    let Some(&(_, kind)) = keys.iter().find(|(k, _)| k == other) else {
                        let mut known = vec!["command", "title", "text"];
                        known.extend(keys.iter().map(|(k, _)| k.as_str()));
                        return Err(self.unknown(key.span(), other, &name, &known));
                    };
                    if let Some(setting) = self.setting(other, kind, value)? {
                        self.variables(value.span(), &setting.values, sweep)?;
                        step.settings.push(setting);
                    }
                }
            }
        }
        let place = |s: &Setting| keys.iter().position(|(k, _)| *k == s.key);
        step.settings.sort_by_key(place);
        Ok(step)
    }

    fn setting(
        &self,
        key: &str,
        kind: Key,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<Option<Setting>, SpecError> {
        let values = match (kind, value.get_ref()) {
            (Key::Flag, DeValue::Boolean(true)) => Vec::new(),
            (Key::Flag, DeValue::Boolean(false)) => return Ok(None),
            // A flag that may take a value, such as `neighbours = 3`.
            (Key::Flag, _) | (Key::Option, DeValue::Boolean(_)) => {
                return Err(self.error(
                    value.span(),
                    match kind {
                        Key::Flag => format!("{key}: expected true or false"),
                        _ => format!("{key}: expected a string, a number or a list"),
                    },
                ));
            }
            (Key::Option, _) => vec![self.list(value)?.join(",")],
            (Key::Positional, _) => self.list(value)?,
        };
        Ok(Some(Setting {
            key: key.into(),
            kind,
            values,
        }))
    }

    /// Refuses `{name}` where no variable of that name is swept.
    fn variables(
        &self,
        span: Range<usize>,
        values: &[String],
        sweep: &[(String, Vec<String>)],
    ) -> Result<(), SpecError> {
        for name in values.iter().flat_map(|v| super::plan::variables(v)) {
            if !sweep.iter().any(|(n, _)| n == name) {
                let known: Vec<&str> = sweep.iter().map(|(n, _)| n.as_str()).collect();
                return Err(self.unknown(span, name, "[sweep]", &known));
            }
        }
        Ok(())
    }
}
