//! Results on standard output: aligned tables for people, CSV and JSON for programs.

use std::cell::RefCell;
use std::io::{self, Write};

use clap::ValueEnum;
use serde_json::{Map, Value};

use super::Failure;

/// How a command prints its results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// An aligned table for people.
    #[default]
    Text,
    /// CSV with a header line.
    Csv,
    /// One JSON document.
    Json,
}

/// A table with named columns, printed in any [`Format`].
pub struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<Value>>,
}

impl Table {
    /// An empty table.
    pub fn new<S: Into<String>>(columns: impl IntoIterator<Item = S>) -> Self {
        Self {
            columns: columns.into_iter().map(Into::into).collect(),
            rows: Vec::new(),
        }
    }

    /// Appends a row with one value for each column.
    pub fn push(&mut self, row: Vec<Value>) {
        debug_assert_eq!(row.len(), self.columns.len());
        self.rows.push(row);
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The rows as JSON objects keyed by column.
    pub fn objects(&self) -> Value {
        let object = |row: &Vec<Value>| {
            let pairs = self.columns.iter().cloned().zip(row.iter().cloned());
            Value::Object(pairs.collect::<Map<_, _>>())
        };
        Value::Array(self.rows.iter().map(object).collect())
    }

    /// Writes the table as CSV.
    pub fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut writer = csv::Writer::from_writer(out);
        writer.write_record(&self.columns).map_err(plain_error)?;
        for row in &self.rows {
            writer
                .write_record(row.iter().map(plain))
                .map_err(plain_error)?;
        }
        writer.flush()
    }

    /// Writes the table aligned: numbers to the right, words to the left.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let cells: Vec<Vec<String>> = self
            .rows
            .iter()
            .map(|r| r.iter().map(shown).collect())
            .collect();
        let width = |c: usize| {
            let column = cells.iter().map(|r| r[c].chars().count());
            column
                .max()
                .unwrap_or(0)
                .max(self.columns[c].chars().count())
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let right: Vec<bool> = (0..self.columns.len())
            .map(|c| !self.rows.is_empty() && self.rows.iter().all(|r| !r[c].is_string()))
            .collect();
        let mut line = |row: &[String]| {
            let mut text = String::new();
            for (c, cell) in row.iter().enumerate() {
                let pad = " ".repeat(widths[c] - cell.chars().count());
                if c > 0 {
                    text.push_str("  ");
                }
                if right[c] {
                    text.push_str(&pad);
                    text.push_str(cell);
                } else {
                    text.push_str(cell);
                    text.push_str(&pad);
                }
            }
            writeln!(out, "{}", text.trim_end())
        };
        line(&self.columns)?;
        for row in &cells {
            line(row)?;
        }
        Ok(())
    }

    /// Writes the table in a format; as JSON it is an array of objects.
    pub fn write(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        match format {
            Format::Text => self.write_text(out),
            Format::Csv => self.write_csv(out),
            Format::Json => {
                serde_json::to_writer_pretty(&mut *out, &self.objects())?;
                writeln!(out)
            }
        }
    }
}

/// The I/O error within a CSV error, so that a closed pipe is known as one.
fn plain_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(e) => e,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// A cell of a CSV file: nothing for null, numbers with all their digits.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(s) => s.clone(),
        other => other.to_string(),
    }
}

/// A cell for people: numbers with at most six decimals.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "-".into(),
        Value::String(s) => s.clone(),
        Value::Bool(true) => "yes".into(),
        Value::Bool(false) => "no".into(),
        Value::Number(n) if n.is_f64() => {
            let x = n.as_f64().unwrap_or(f64::NAN);
            let text = format!("{x:.6}");
            text.trim_end_matches('0').trim_end_matches('.').to_string()
        }
        other => other.to_string(),
    }
}

thread_local! {
    /// Where output goes instead of standard output while an experiment runs a
    /// command of its own.
    static CAPTURED: RefCell<Option<Vec<u8>>> = const { RefCell::new(None) };
}

/// Standard output, locked and buffered, or the running capture. Errors of a
/// dropped buffer are lost, so commands end with [`finish`].
pub fn stdout() -> Box<dyn Write> {
    if CAPTURED.with_borrow(Option::is_some) {
        Box::new(Captured)
    } else {
        Box::new(io::BufWriter::new(io::stdout().lock()))
    }
}

struct Captured;

impl Write for Captured {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        CAPTURED.with_borrow_mut(|c| match c {
            Some(text) => text.write(buf),
            None => Ok(buf.len()),
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Runs a command with its output captured.
pub fn capture<T>(work: impl FnOnce() -> T) -> (T, String) {
    let outer = CAPTURED.replace(Some(Vec::new()));
    let result = work();
    let text = CAPTURED.replace(outer).unwrap_or_default();
    (result, String::from_utf8_lossy(&text).into_owned())
}

/// Flushes what a command wrote.
pub fn finish(mut out: impl Write) -> Result<(), Failure> {
    Ok(out.flush()?)
}

/// Writes a message to standard error as a line. Control characters, which may
/// come from a file, are made visible, and lines cut where nobody reads on. If
/// standard error cannot be written, there is nobody to tell.
pub fn say(message: impl std::fmt::Display) {
    let text = visible(&message.to_string());
    let _ = writeln!(io::stderr(), "{text}");
}

/// Says what is harmless but should be told, each as a line.
pub fn warn<W: std::fmt::Display>(warnings: impl IntoIterator<Item = W>) {
    for warning in warnings {
        say(format_args!("warning: {warning}"));
    }
}

/// The longest line of a message, in characters.
const MAX_MESSAGE: usize = 2000;

fn visible(text: &str) -> String {
    let line = |line: &str| {
        let mut shown = String::new();
        for (i, c) in line.chars().enumerate() {
            match c {
                _ if i == MAX_MESSAGE => {
                    shown.push_str("...");
                    break;
                }
                c if c.is_control() => shown.extend(c.escape_default()),
                c => shown.push(c),
            }
        }
        shown
    };
    let lines: Vec<String> = text.split('\n').map(line).collect();
    lines.join("\n")
}

/// Whether the reader of our output has gone away, which is no error.
pub fn is_broken_pipe(error: &(dyn std::error::Error + 'static)) -> bool {
    let mut cause = Some(error);
    while let Some(e) = cause {
        if let Some(io) = e.downcast_ref::<io::Error>() {
            return io.kind() == io::ErrorKind::BrokenPipe;
        }
        cause = e.source();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_safe_to_print() {
        assert_eq!(visible("a\u{1b}[31m\n\r\u{e9}"), "a\\u{1b}[31m\n\\r\u{e9}");
        let long = visible(&"x".repeat(1_000_000));
        assert_eq!(long.len(), MAX_MESSAGE + 3);
    }
}
