//! Answers to a file of positions (`--out FILE`): one row (CSV) or object (JSON,
//! JSONL) for each position, in the order of the file. In CSV and text a list is
//! joined with `;` and the fields of an object with `:`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::arguments::{command_line, refuse_same};
use super::output::{Format, Table, finish, stdout};
use super::{Exit, Failure, OK};
use crate::manifest::{manifest_path, write_manifest};
use crate::output::{WriteError, check_target, together, write_atomic};

/// Where answers go, and in which form; made before the work begins, so that
/// an impossible name is found out first.
#[derive(Debug)]
pub(super) struct Answers {
    path: Option<PathBuf>,
    form: Form,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Printed(Format),
    Lines,
}

impl Answers {
    /// Answers to a file, whose ending (`.csv`, `.json`, `.jsonl`, or one of
    /// them with `.gz`) says in which form, or else to standard output in
    /// `format`.
    ///
    /// # Errors
    /// Another ending, one of the `inputs`, or a file that cannot be written.
    pub fn new(out: Option<&Path>, format: Format, inputs: &[&Path]) -> Result<Self, Failure> {
        let Some(path) = out else {
            let form = Form::Printed(format);
            return Ok(Self { path: None, form });
        };
        let stem = match path.extension() {
            Some(e) if e == "gz" => path.with_extension(""),
            _ => path.to_path_buf(),
        };
        let form = match stem.extension().and_then(|e| e.to_str()) {
            Some("csv") => Form::Printed(Format::Csv),
            Some("json") => Form::Printed(Format::Json),
            Some("jsonl") => Form::Lines,
            _ => {
                let shown = path.display();
                let message = format!("{shown}: expected a name ending in .csv, .json or .jsonl");
                return Err(message.into());
            }
        };
        check_target(path)?;
        check_target(&manifest_path(path))?;
        refuse_same(path, inputs)?;
        let path = Some(path.to_path_buf());
        Ok(Self { path, form })
    }

    /// Whether they are a table of plain cells for programs.
    pub fn are_csv(&self) -> bool {
        self.form == Form::Printed(Format::Csv)
    }

    /// Writes one object with these fields: as JSON, the object itself.
    ///
    /// # Errors
    /// As [`Answers::write`].
    pub fn one(&self, fields: &[&str], object: Value) -> Result<Exit, Failure> {
        match self.form {
            Form::Printed(Format::Json) => self.send(|out| {
                serde_json::to_writer_pretty(&mut *out, &object)?;
                writeln!(out)
            }),
            _ => self.write(fields, vec![object]),
        }
    }

    /// Writes objects that all have these fields, whole or not at all.
    ///
    /// # Errors
    /// The file or standard output cannot be written.
    pub fn write(&self, fields: &[&str], objects: Vec<Value>) -> Result<Exit, Failure> {
        self.send(|out| self.form.write(fields, objects, out))
    }

    fn send(&self, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<Exit, Failure> {
        match &self.path {
            None => {
                let mut out = stdout();
                fill(&mut out)?;
                finish(out)?;
            }
            Some(path) => {
                let written = |e| WriteError::new(path, e);
                together(|| {
                    let sha256 = write_atomic(path, |out| fill(out).map_err(written))?;
                    write_manifest(path, "answers", &command_line(), &[], &sha256, Map::new())?;
                    Ok::<_, Failure>(())
                })?;
            }
        }
        Ok(OK)
    }
}

impl Form {
    fn write(self, fields: &[&str], objects: Vec<Value>, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Form::Lines => objects.iter().try_for_each(|object| {
                serde_json::to_writer(&mut *out, object)?;
                writeln!(out)
            }),
            Form::Printed(Format::Json) => {
                serde_json::to_writer_pretty(&mut *out, &objects)?;
                writeln!(out)
            }
            Form::Printed(format) => {
                let mut table = Table::new(fields.iter().copied());
                for mut object in objects {
                    table.push(fields.iter().map(|f| flat(object[*f].take())).collect());
                }
                table.write(format, out)
            }
        }
    }
}

/// A value for one cell of a table: a list is joined with `;`, the fields of an
/// object (in the order of their names) with `:`; what is not known is empty.
fn flat(value: Value) -> Value {
    match value {
        Value::Array(items) => Value::String(joined(items, ";")),
        Value::Object(fields) => {
            let values = fields.into_iter().map(|(_, value)| value);
            Value::String(joined(values, ":"))
        }
        other => other,
    }
}

fn joined(items: impl IntoIterator<Item = Value>, separator: &str) -> String {
    let text = |item| match flat(item) {
        Value::String(text) => text,
        Value::Null => String::new(),
        other => other.to_string(),
    };
    let texts: Vec<String> = items.into_iter().map(text).collect();
    texts.join(separator)
}
