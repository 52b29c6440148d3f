//! Text line by line, with bounded memory, whatever the input is.

use std::io::{self, BufRead, BufReader, Read};

/// A longer line is refused.
pub(super) const MAX_LINE: usize = 64 << 10;

/// Lines of UTF-8 text, numbered from 1. A byte-order mark is dropped, `\r\n`
/// ends a line as `\n` does, and empty lines are skipped.
pub(super) struct Lines<R> {
    input: BufReader<R>,
    buffer: Vec<u8>,
    number: u64,
}

impl<R: Read> Lines<R> {
    pub fn new(input: R) -> Self {
        Self {
            input: BufReader::with_capacity(1 << 16, input),
            buffer: Vec::new(),
            number: 0,
        }
    }

    /// The number of the line that was read last.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The next line that is not empty, `None` at the end; `Err` says what is
    /// wrong with it.
    pub fn next(&mut self) -> Result<Option<&str>, String> {
        loop {
            self.number += 1;
            self.buffer.clear();
            let limit = MAX_LINE as u64 + 2;
            let read = (&mut self.input)
                .take(limit)
                .read_until(b'\n', &mut self.buffer);
            match read {
                Ok(0) => return Ok(None),
                Ok(_) => {}
                Err(e) => return Err(describe(&e)),
            }
            if self.number == 1 {
                if self.buffer.starts_with(&[0xff, 0xfe]) || self.buffer.starts_with(&[0xfe, 0xff])
                {
                    return Err("this is UTF-16; expected UTF-8 (save it as UTF-8)".into());
                }
                if self.buffer.starts_with(&[0x1f, 0x8b]) {
                    return Err("this is compressed; its name must end in .gz".into());
                }
                if self.buffer.starts_with(&[0xef, 0xbb, 0xbf]) {
                    self.buffer.drain(..3);
                }
            }
            if self.buffer.last() == Some(&b'\n') {
                self.buffer.pop();
            }
            if self.buffer.last() == Some(&b'\r') {
                self.buffer.pop();
            }
            if self.buffer.len() > MAX_LINE {
                return Err(format!("longer than {MAX_LINE} bytes"));
            }
            if !self.buffer.is_empty() {
                break;
            }
        }
        match std::str::from_utf8(&self.buffer) {
            Ok(text) => Ok(Some(text)),
            Err(e) => Err(format!(
                "byte {} is not UTF-8 text (found 0x{:02x})",
                e.valid_up_to() + 1,
                self.buffer[e.valid_up_to()]
            )),
        }
    }

    /// The input, at its end if [`Lines::next`] has answered `None`.
    pub fn into_inner(self) -> R {
        self.input.into_inner()
    }
}

/// What went wrong with reading, in plain words where the reason is known.
fn describe(e: &io::Error) -> String {
    match e.kind() {
        io::ErrorKind::UnexpectedEof => "the compressed data is cut short".into(),
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => {
            format!("the compressed data is damaged ({e})")
        }
        _ => e.to_string(),
    }
}

/// Splits a line into fields at commas. A field may stand in double quotes, with
/// `""` for a quote inside it.
///
/// # Errors
/// A quote that is not closed on the line, or text after a closing quote: the
/// number of the field, from 0, and what is wrong with it.
pub(super) fn split(line: &str, fields: &mut Vec<String>) -> Result<(), (usize, String)> {
    let mut count = 0;
    let mut rest = line;
    loop {
        if count == fields.len() {
            fields.push(String::new());
        }
        let field = &mut fields[count];
        field.clear();
        if let Some(mut quoted) = rest.strip_prefix('"') {
            loop {
                let Some(end) = quoted.find('"') else {
                    return Err((count, "the quote is not closed on this line".into()));
                };
                field.push_str(&quoted[..end]);
                quoted = &quoted[end + 1..];
                match quoted.strip_prefix('"') {
                    Some(after) => {
                        field.push('"');
                        quoted = after;
                    }
                    None => break,
                }
            }
            if !quoted.is_empty() && !quoted.starts_with(',') {
                return Err((count, "expected a comma after the closing quote".into()));
            }
            rest = quoted;
        } else {
            let end = rest.find(',').unwrap_or(rest.len());
            field.push_str(&rest[..end]);
            rest = &rest[end..];
        }
        count += 1;
        match rest.strip_prefix(',') {
            Some(after) => rest = after,
            None => break,
        }
    }
    fields.truncate(count);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn fields_with_quotes() {
        let mut fields = Vec::new();
        assert_eq!(split("a,b,,\"", &mut fields).unwrap_err().0, 3);
        split("a,\"b,\"\"c\"\"\",,\"\"", &mut fields).unwrap();
        assert_eq!(fields, ["a", "b,\"c\"", "", ""]);
        assert_eq!(split("a,\"b", &mut fields).unwrap_err().0, 1);
        assert_eq!(split("\"a\"b", &mut fields).unwrap_err().0, 0);
    }

    proptest! {
        /// What the csv crate writes on one line comes back.
        #[test]
        fn agrees_with_csv(record in proptest::collection::vec("[a,\" é]{0,6}", 1..6)) {
            let mut writer = csv::Writer::from_writer(Vec::new());
            writer.write_record(&record).unwrap();
            let bytes = writer.into_inner().unwrap();
            let line = std::str::from_utf8(&bytes).unwrap().trim_end_matches('\n');
            let mut fields = Vec::new();
            prop_assert_eq!(split(line, &mut fields), Ok(()));
            prop_assert_eq!(fields, record);
        }

        #[test]
        fn never_panics(line in ".{0,60}") {
            let _ = split(&line, &mut Vec::new());
        }
    }

    #[test]
    fn lines_are_bounded_and_counted() {
        let mut lines = Lines::new("\u{feff}a\r\n\r\n\nb".as_bytes());
        assert_eq!(lines.next(), Ok(Some("a")));
        assert_eq!(lines.next(), Ok(Some("b")));
        assert_eq!(lines.number(), 4);
        assert_eq!(lines.next(), Ok(None));
        let exact = format!("{}\r\nx", "a".repeat(MAX_LINE));
        assert!(Lines::new(exact.as_bytes()).next().is_ok());
        let long = "a".repeat(MAX_LINE + 1);
        assert!(Lines::new(long.as_bytes()).next().is_err());
        let mut endless = Lines::new(io::repeat(b'7'));
        assert!(endless.next().is_err());
        assert!(endless.buffer.capacity() < 4 * MAX_LINE);
    }
}
