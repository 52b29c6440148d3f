//! Writing CSV; the columns are in the documentation of the folder. No name of a
//! player or value needs quotes.

use std::io::{self, Write};

use crate::output::WriteError;

use super::{Database, Row, RowWeight, Weights};

/// Which of the optional columns a file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub source: bool,
    pub probability: bool,
    pub value: bool,
    pub value_margin: bool,
}

impl Layout {
    /// Rows with counts, or with games.
    pub fn plain(source: bool) -> Self {
        Self {
            source,
            probability: false,
            value: false,
            value_margin: false,
        }
    }
}

/// Writes the header line.
pub(super) fn header(out: &mut dyn Write, columns: &[String], layout: Layout) -> io::Result<()> {
    let mut names: Vec<&str> = Vec::new();
    if layout.source {
        names.extend(["game", "ply", "length"]);
    }
    names.extend(columns.iter().map(String::as_str));
    names.extend(["to_move", "winner", "margin"]);
    if layout.probability {
        names.push("probability");
    } else if !layout.source {
        names.push("count");
    }
    if layout.value {
        names.push("value");
    }
    if layout.value_margin {
        names.push("value_margin");
    }
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(names)?;
    writer.flush()
}

/// Appends a row as a line.
pub(super) fn line(out: &mut Vec<u8>, row: &Row<'_>, layout: Layout, players: [&'static str; 2]) {
    if let Some(source) = row.source {
        for n in [source.game, source.ply.into(), source.length.into()] {
            number(out, n);
            out.push(b',');
        }
    }
    for &c in row.coordinates {
        number(out, c.into());
        out.push(b',');
    }
    out.extend_from_slice(players[row.to_move.index()].as_bytes());
    out.push(b',');
    out.extend_from_slice(row.winner.name(players).as_bytes());
    out.push(b',');
    if let Some(margin) = row.margin {
        signed(out, margin);
    }
    match row.weight {
        // The shortest digits that read back as the same number.
        RowWeight::Probability(p) => out.extend_from_slice(format!(",{p:?}").as_bytes()),
        RowWeight::Count(n) if !layout.source => {
            out.push(b',');
            number(out, n);
        }
        RowWeight::Count(_) => {}
    }
    if layout.value {
        out.push(b',');
        out.extend_from_slice(row.value.map_or("", |v| v.name()).as_bytes());
    }
    if layout.value_margin {
        out.push(b',');
        if let Some(margin) = row.value_margin {
            signed(out, margin);
        }
    }
    out.push(b'\n');
}

/// Appends a number with its sign.
fn signed(out: &mut Vec<u8>, n: i16) {
    if n < 0 {
        out.push(b'-');
    }
    number(out, n.unsigned_abs().into());
}

/// Appends a number in decimal; most are small.
#[inline]
fn number(out: &mut Vec<u8>, mut n: u64) {
    if n < 10 {
        out.push(b'0' + n as u8);
        return;
    }
    let mut digits = [0u8; 20];
    let mut at = digits.len();
    while n > 0 {
        at -= 1;
        digits[at] = b'0' + (n % 10) as u8;
        n /= 10;
    }
    out.extend_from_slice(&digits[at..]);
}

/// Writes a database as CSV, in the order of its rows. `players` are the game's
/// own names ([`crate::game::Game::players`]).
///
/// # Errors
/// `out` refuses.
pub fn write_csv(
    database: &Database,
    players: [&'static str; 2],
    out: &mut dyn Write,
) -> io::Result<()> {
    let layout = Layout {
        source: database.origin.is_some(),
        probability: matches!(database.weights, Weights::Probability(_)),
        value: database.value.is_some(),
        value_margin: database.value_margin.is_some(),
    };
    header(out, &database.columns, layout)?;
    let mut buffer = Vec::new();
    for i in 0..database.len() {
        line(&mut buffer, &database.row(i), layout, players);
        if buffer.len() > 1 << 15 {
            out.write_all(&buffer)?;
            buffer.clear();
        }
    }
    out.write_all(&buffer)
}

/// Writes a database as a CSV file, atomically (compressed if the name ends in
/// `.gz`), and returns the SHA-256 of its bytes.
///
/// # Errors
/// The file cannot be written.
pub fn write_csv_file(
    database: &Database,
    players: [&'static str; 2],
    path: &std::path::Path,
) -> Result<String, WriteError> {
    crate::output::write_atomic(path, |out| {
        write_csv(database, players, out).map_err(|e| WriteError::new(path, e))
    })
}
