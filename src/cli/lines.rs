//! Lines of untrusted text files, and the cells of a CSV line.

use std::io::{BufRead, BufReader, Read};

/// The longest line that is read, in bytes.
const MAX_LINE: usize = 1 << 16;

/// The lines of a file, none longer than [`MAX_LINE`].
pub(super) struct Lines<R> {
    source: BufReader<R>,
    text: String,
    first: bool,
}

impl<R: Read> Lines<R> {
    pub fn new(source: R) -> Self {
        Self {
            source: BufReader::new(source),
            text: String::new(),
            first: true,
        }
    }

    /// The next line without its end, or what is wrong with it.
    pub fn next(&mut self) -> Option<Result<&str, String>> {
        let mut bytes = std::mem::take(&mut self.text).into_bytes();
        bytes.clear();
        let limit = MAX_LINE as u64 + 2;
        match (&mut self.source).take(limit).read_until(b'\n', &mut bytes) {
            Err(e) => return Some(Err(format!("cannot read: {e}"))),
            Ok(0) => return None,
            Ok(_) => {}
        }
        if bytes.ends_with(b"\n") {
            bytes.pop();
        }
        if bytes.ends_with(b"\r") {
            bytes.pop();
        }
        if bytes.len() > MAX_LINE {
            let message = format!("longer than {MAX_LINE} bytes: is this a file of positions?");
            return Some(Err(message));
        }
        match String::from_utf8(bytes) {
            Ok(text) => self.text = text,
            Err(_) => return Some(Err("not UTF-8 text".into())),
        }
        let text = self.text.as_str();
        let bom = if self.first { "\u{feff}" } else { "" };
        self.first = false;
        Some(Ok(text.strip_prefix(bom).unwrap_or(text)))
    }
}

/// The cells of one CSV line.
pub(super) fn split(line: &str) -> Result<Vec<String>, String> {
    let mut cells = Vec::new();
    let mut rest = line;
    loop {
        let trimmed = rest.trim_start_matches([' ', '\t']);
        let (cell, after) = match trimmed.strip_prefix('"') {
            Some(quoted) => unquote(quoted).ok_or("a quotation mark is not closed on this line")?,
            None => {
                let end = rest.find(',').unwrap_or(rest.len());
                (rest[..end].trim().to_string(), &rest[end..])
            }
        };
        cells.push(cell);
        match after.trim_start().strip_prefix(',') {
            Some(more) => rest = more,
            None if after.trim().is_empty() => return Ok(cells),
            None => {
                let message = format!(
                    "cell {}: expected a comma after the closing quotation mark",
                    cells.len()
                );
                return Err(message);
            }
        }
    }
}

/// The text up to the closing quotation mark, and what follows it.
fn unquote(text: &str) -> Option<(String, &str)> {
    let mut cell = String::new();
    let mut rest = text;
    loop {
        let end = rest.find('"')?;
        cell.push_str(&rest[..end]);
        rest = &rest[end + 1..];
        match rest.strip_prefix('"') {
            Some(more) => {
                cell.push('"');
                rest = more;
            }
            None => return Some((cell, rest)),
        }
    }
}
