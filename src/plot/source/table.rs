//! A CSV file as rows of texts, with errors that name the place.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use super::SourceError;
use crate::plot::Estimate;

/// The longest line that is read, in bytes: a file that has none must not fill
/// the memory.
const MAX_LINE: usize = 1 << 20;

/// Reads through, and fails in a line longer than [`MAX_LINE`].
struct ShortLines<R> {
    inner: R,
    /// Bytes since the last line break.
    length: usize,
}

impl<R> ShortLines<R> {
    fn new(inner: R) -> Self {
        Self { inner, length: 0 }
    }
}

impl<R: Read> Read for ShortLines<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let n = self.inner.read(buf)?;
        for &byte in &buf[..n] {
            self.length = if byte == b'\n' { 0 } else { self.length + 1 };
            if self.length > MAX_LINE {
                let message = format!("a line is longer than {MAX_LINE} bytes");
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
        }
        Ok(n)
    }
}

/// An open CSV file whose header has been read.
pub(super) struct Table {
    pub path: PathBuf,
    header: Vec<String>,
    reader: csv::Reader<Box<dyn Read>>,
    row: csv::StringRecord,
}

impl Table {
    /// Opens a file; a name that ends in `.gz` is unpacked. A byte-order mark
    /// is skipped, blanks around the fields too.
    pub fn open(path: &Path) -> Result<Self, SourceError> {
        let failed = |source| SourceError::Read {
            path: path.to_path_buf(),
            source,
        };
        let file = File::open(path).map_err(failed)?;
        let file = BufReader::with_capacity(1 << 16, file);
        let packed = path.extension().is_some_and(|e| e == "gz");
        let input: Box<dyn Read> = if packed {
            Box::new(flate2::bufread::MultiGzDecoder::new(file))
        } else {
            Box::new(file)
        };
        let reader = csv::ReaderBuilder::new()
            .trim(csv::Trim::All)
            .from_reader(Box::new(ShortLines::new(input)) as Box<dyn Read>);
        let mut table = Self {
            path: path.to_path_buf(),
            header: Vec::new(),
            reader,
            row: csv::StringRecord::new(),
        };
        let header = match table.reader.headers() {
            Ok(header) => header.clone(),
            Err(e) => return Err(table.csv_error(&e)),
        };
        let names = header
            .iter()
            .map(|n| n.trim_start_matches('\u{feff}').trim());
        table.header = names.map(str::to_string).collect();
        if table.header.iter().all(String::is_empty) {
            return Err(table.bad(1, None, "no header: the file is empty".into()));
        }
        for (i, name) in table.header.iter().enumerate() {
            if table.header[..i].contains(name) {
                let text = format!("two columns are named \"{name}\"");
                return Err(table.bad(1, Some(i), text));
            }
        }
        Ok(table)
    }

    /// The number of a column.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.header.iter().position(|n| n == name)
    }

    /// The names of the columns.
    pub fn header(&self) -> &[String] {
        &self.header
    }

    /// The header as an error shows it.
    pub fn header_text(&self) -> String {
        let text = self.header.join(",");
        match text.char_indices().nth(100) {
            Some((end, _)) => format!("\"{}...\"", &text[..end]),
            None => format!("\"{text}\""),
        }
    }

    /// Reads the next row; false at the end.
    pub fn next(&mut self) -> Result<bool, SourceError> {
        let mut row = std::mem::take(&mut self.row);
        let result = self.reader.read_record(&mut row);
        self.row = row;
        result.map_err(|e| self.csv_error(&e))
    }

    /// A field of the row; "" if the file has no such column.
    pub fn field(&self, column: Option<usize>) -> &str {
        column.and_then(|c| self.row.get(c)).unwrap_or("")
    }

    /// The line where the row starts.
    pub fn line(&self) -> u64 {
        self.row.position().map_or(1, csv::Position::line)
    }

    /// A number of the row.
    pub fn number(&self, column: Option<usize>) -> Result<f64, SourceError> {
        let text = self.field(column);
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ => Err(self.bad_field(column, "a number")),
        }
    }

    /// A number of the row, or nothing.
    pub fn maybe(&self, column: Option<usize>) -> Result<Option<f64>, SourceError> {
        match self.field(column) {
            "" => Ok(None),
            _ => self.number(column).map(Some),
        }
    }

    /// A number of the row with its interval, if it has one; `None` if there is
    /// no number.
    pub fn estimate(
        &self,
        value: Option<usize>,
        low: Option<usize>,
        high: Option<usize>,
    ) -> Result<Option<Estimate>, SourceError> {
        let Some(value) = self.maybe(value)? else {
            return Ok(None);
        };
        let interval = match (self.maybe(low)?, self.maybe(high)?) {
            (Some(l), Some(h)) if l <= h => Some((l, h)),
            (Some(_), Some(_)) => return Err(self.bad_field(high, "a number not below low")),
            (None, None) => None,
            (Some(_), None) => return Err(self.bad_field(high, "a number, as low has one")),
            (None, Some(_)) => return Err(self.bad_field(low, "a number, as high has one")),
        };
        Ok(Some(Estimate { value, interval }))
    }

    /// An error about a field of the row.
    pub fn bad_field(&self, column: Option<usize>, expected: &str) -> SourceError {
        let text = self.field(column);
        let short: String = text.chars().take(60).collect();
        let found = if text.is_empty() {
            "nothing".into()
        } else {
            format!("\"{short}\"")
        };
        self.bad(self.line(), column, format!("{found}: expected {expected}"))
    }

    /// An error about a line, or about a field of it.
    pub fn bad(&self, line: u64, column: Option<usize>, message: String) -> SourceError {
        let name = column.and_then(|c| self.header.get(c));
        let place = match name {
            Some(name) => format!("line {line}, column {name}"),
            None => format!("line {line}"),
        };
        SourceError::Bad {
            path: self.path.clone(),
            place,
            message,
        }
    }

    /// An error about what the file does not have.
    pub fn missing(&self, message: String) -> SourceError {
        SourceError::Missing {
            path: self.path.clone(),
            message,
        }
    }

    fn csv_error(&self, error: &csv::Error) -> SourceError {
        let line = error.position().map_or(1, csv::Position::line);
        let message = match error.kind() {
            csv::ErrorKind::Io(e) => format!("cannot be read any further: {e}"),
            csv::ErrorKind::Utf8 { .. } => "expected UTF-8 text".into(),
            csv::ErrorKind::UnequalLengths {
                expected_len, len, ..
            } => {
                format!("{len} fields, expected {expected_len} as in the header")
            }
            _ => error.to_string(),
        };
        self.bad(line, None, message)
    }
}
