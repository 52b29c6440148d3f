//! Files of positions to ask about: `--positions FILE.csv|.jsonl`.
//!
//! **JSONL**: one object a line. `position` is a text in the game's notation or
//! a list of numbers (the vector); beside it may stand `to_move` (or `mover`),
//! `id`, for exercises `player` and `move`, and for patterns `last_move`. **CSV**: the same names as
//! columns, or the game's coordinate columns in place of `position`. Either may
//! be compressed (`.gz`). A position without a side to move is that of the side
//! that moves first. Other fields are ignored, unless one is a likely slip of
//! the pen for one that is missing.

use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use super::Failure;
use super::lines::{Lines, split};
use crate::catalog::{CatalogGame, nearest};
use crate::game::Game;

/// A position that a file asks about.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Asked<G: Game> {
    /// The line of the file, from 1.
    pub line: u64,
    /// The file's own name for the row, as text.
    pub id: Option<String>,
    /// The position.
    pub position: G::Position,
    /// The player of an exercise, as written.
    pub player: Option<String>,
    /// The move of an exercise, as written.
    pub mv: Option<String>,
    /// The move before the position, as written.
    pub last_move: Option<String>,
}

/// A file of positions that cannot be read: where, and what was expected.
#[derive(Debug, thiserror::Error)]
#[error("{}{}: {}{message}", path.display(),
    line.map_or(String::new(), |l| format!(", line {l}")),
    field.as_ref().map_or(String::new(), |f| format!("{f}: ")))]
pub(super) struct PositionsError {
    path: PathBuf,
    line: Option<u64>,
    field: Option<String>,
    message: String,
}

impl PositionsError {
    /// A row of `path` that the command cannot answer.
    pub fn row(path: &Path, line: u64, field: Option<&str>, message: impl Into<String>) -> Self {
        Self {
            path: path.to_path_buf(),
            line: Some(line),
            field: field.map(str::to_string),
            message: message.into(),
        }
    }
}

/// The position of `--position`, or else the start of the game.
///
/// # Errors
/// The text is no position.
pub(super) fn position_or_start<G: CatalogGame>(
    game: &G,
    text: Option<&str>,
) -> Result<G::Position, Failure> {
    match text {
        None => Ok(game.initial()),
        Some(text) => Ok(game
            .parse_position(text)
            .map_err(|e| format!("--position: {e}"))?),
    }
}

/// What is wrong with one line.
struct Fault {
    field: Option<String>,
    message: String,
}

impl Fault {
    fn line(message: impl Into<String>) -> Self {
        let message = message.into();
        Self {
            field: None,
            message,
        }
    }

    fn field(field: impl Into<String>, message: impl Into<String>) -> Self {
        let field = Some(field.into());
        let message = message.into();
        Self { field, message }
    }
}

/// One line as written, before the game has read it.
#[derive(Default)]
struct Row {
    position: Option<Written>,
    to_move: Option<String>,
    id: Option<String>,
    player: Option<String>,
    mv: Option<String>,
    last_move: Option<String>,
}

enum Written {
    Text(String),
    Numbers(Vec<u8>),
}

/// Reads a file of positions of `game`; at least one.
///
/// # Errors
/// The first fault, with its line and field.
pub(super) fn read_positions<G: CatalogGame>(
    game: &G,
    path: &Path,
) -> Result<Vec<Asked<G>>, PositionsError> {
    let fail = |line, fault: Fault| PositionsError {
        path: path.to_path_buf(),
        line,
        field: fault.field,
        message: fault.message,
    };
    let (mut lines, csv) = open(path)?;
    let mut header = None;
    let mut asked = Vec::new();
    let mut line = 0;
    while let Some(read) = lines.next() {
        line += 1;
        let number = Some(line);
        let text = read.map_err(|wrong| fail(number, Fault::line(wrong)))?;
        if text.trim().is_empty() {
            continue;
        }
        let row = if csv {
            let cells = split(text).map_err(|wrong| fail(number, Fault::line(wrong)))?;
            match &header {
                None => {
                    let found = Header::new(game, cells).map_err(|fault| fail(number, fault))?;
                    header = Some(found);
                    continue;
                }
                Some(header) => header.row(cells),
            }
        } else {
            object(text)
        };
        let found = row.and_then(|row| resolve(game, line, row));
        asked.push(found.map_err(|fault| fail(number, fault))?);
    }
    if asked.is_empty() {
        return Err(fail(None, Fault::line("no positions in this file")));
    }
    Ok(asked)
}

/// Opens a file of positions: its lines, and whether it is CSV.
///
/// # Errors
/// Another ending, or a file that cannot be opened.
pub(super) fn open(path: &Path) -> Result<(Lines<Box<dyn Read>>, bool), PositionsError> {
    let fail = |message: String| PositionsError {
        path: path.to_path_buf(),
        line: None,
        field: None,
        message,
    };
    let (stem, packed) = match path.extension() {
        Some(e) if e == "gz" => (path.with_extension(""), true),
        _ => (path.to_path_buf(), false),
    };
    let csv = match stem.extension().and_then(|e| e.to_str()) {
        Some("csv") => true,
        Some("jsonl") => false,
        _ => {
            let message = "expected a name that ends in .csv or .jsonl (or either with .gz)";
            return Err(fail(message.into()));
        }
    };
    let file = std::fs::File::open(path).map_err(|e| fail(format!("cannot open: {e}")))?;
    let source: Box<dyn Read> = if packed {
        Box::new(MultiGzDecoder::new(file))
    } else {
        Box::new(file)
    };
    Ok((Lines::new(source), csv))
}

const FIELDS: [&str; 7] = [
    "position",
    "to_move",
    "mover",
    "id",
    "player",
    "move",
    "last_move",
];

/// Refuses a field that was probably meant to be another one.
fn slip<'a>(given: impl Iterator<Item = &'a str> + Clone) -> Result<(), Fault> {
    for name in given.clone().filter(|n| !FIELDS.contains(n)) {
        let missing = FIELDS
            .into_iter()
            .filter(|f| !given.clone().any(|g| g == *f));
        // Short names are near to anything.
        if let Some(near) = nearest(name, missing.filter(|f| f.len() > 3)) {
            return Err(Fault::field(
                name,
                format!("unknown field; did you mean {near}?"),
            ));
        }
    }
    Ok(())
}

/// Which column is what.
struct Header {
    names: Vec<String>,
    position: Option<usize>,
    coordinates: Vec<usize>,
    to_move: Option<usize>,
    id: Option<usize>,
    player: Option<usize>,
    mv: Option<usize>,
    last_move: Option<usize>,
}

impl Header {
    fn new<G: CatalogGame>(game: &G, names: Vec<String>) -> Result<Self, Fault> {
        for (i, name) in names.iter().enumerate() {
            if names[..i].contains(name) {
                return Err(Fault::field(format!("column {name}"), "stands there twice"));
            }
        }
        let find = |name: &str| names.iter().position(|n| n == name);
        let columns = game.columns();
        let coordinates: Vec<usize> = columns.iter().filter_map(|c| find(c)).collect();
        let position = find("position");
        if position.is_some() && !coordinates.is_empty() {
            let message = "give either a column position or coordinate columns, not both";
            return Err(Fault::line(message));
        }
        if position.is_none() && coordinates.len() < columns.len() {
            let (first, last) = (&columns[0], &columns[columns.len() - 1]);
            let mut message = format!("expected a column position, or {first} to {last}");
            if !coordinates.is_empty() {
                let missing = columns.iter().find(|c| find(c).is_none());
                message += &missing.map_or(String::new(), |c| format!("; {c} is missing"));
            }
            return Err(Fault::line(message));
        }
        let others = names.iter().filter(|n| !columns.contains(n));
        slip(others.map(String::as_str))?;
        Ok(Self {
            position,
            coordinates,
            to_move: find("to_move").or_else(|| find("mover")),
            id: find("id"),
            player: find("player"),
            mv: find("move"),
            last_move: find("last_move"),
            names,
        })
    }

    fn row(&self, cells: Vec<String>) -> Result<Row, Fault> {
        if cells.len() != self.names.len() {
            let (found, wanted) = (cells.len(), self.names.len());
            let mut message = format!("{found} cells, expected {wanted} as in the header");
            if cells.iter().any(|c| c.starts_with('[')) {
                message += " (put a text with commas in quotation marks)";
            }
            return Err(Fault::line(message));
        }
        let given = |at: Option<usize>| at.map(|i| cells[i].clone()).filter(|c| !c.is_empty());
        let position = match self.position {
            Some(at) => Written::Text(cells[at].clone()),
            None => {
                let number =
                    |&at: &usize| coordinate(&cells[at], || format!("column {}", self.names[at]));
                Written::Numbers(
                    self.coordinates
                        .iter()
                        .map(number)
                        .collect::<Result<_, _>>()?,
                )
            }
        };
        Ok(Row {
            position: Some(position),
            to_move: given(self.to_move),
            id: given(self.id),
            // An empty player or move is an answer too, if a wrong one.
            player: self.player.map(|i| cells[i].clone()),
            mv: self.mv.map(|i| cells[i].clone()),
            last_move: given(self.last_move),
        })
    }
}

fn coordinate(text: &str, field: impl Fn() -> String) -> Result<u8, Fault> {
    text.parse().map_err(|_| {
        let message = format!("expected a whole number 0 to 255, found \"{text}\"");
        Fault::field(field(), message)
    })
}

/// One JSON object, its values as written: numbers of any size survive.
fn object(line: &str) -> Result<Row, Fault> {
    struct Fields;

    impl<'de> Visitor<'de> for Fields {
        type Value = Vec<(String, &'de RawValue)>;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("an object such as {\"position\": \"...\"}")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut fields = Vec::new();
            while let Some(entry) = map.next_entry()? {
                fields.push(entry);
            }
            Ok(fields)
        }
    }

    let bad = |e: serde_json::Error| {
        let message = e.to_string();
        // The line is that of the file, not of this one-line document.
        let what = message.split(" at line ").next().unwrap_or(&message);
        match e.column() {
            0 => Fault::line(format!("not a JSON object: {what}")),
            c => Fault::line(format!("column {c}: not a JSON object: {what}")),
        }
    };
    let mut reader = serde_json::Deserializer::from_str(line);
    let fields = reader.deserialize_map(Fields).map_err(bad)?;
    reader.end().map_err(bad)?;
    slip(fields.iter().map(|(name, _)| name.as_str()))?;
    let mut row = Row::default();
    for (i, (name, value)) in fields.iter().enumerate() {
        if fields[..i].iter().any(|(n, _)| n == name) {
            return Err(Fault::field(name, "stands there twice"));
        }
        match name.as_str() {
            "position" if value.get().starts_with('[') => {
                row.position = Some(Written::Numbers(numbers(value)?));
            }
            "position" => match serde_json::from_str(value.get()) {
                Ok(Value::String(text)) => row.position = Some(Written::Text(text)),
                _ => {
                    let message = "expected a text or a list of whole numbers";
                    return Err(Fault::field(name, message));
                }
            },
            "to_move" | "mover" => {
                let given = scalar(name, value)?;
                row.to_move = given.or(row.to_move);
            }
            "id" => row.id = scalar(name, value)?,
            "player" => row.player = scalar(name, value)?,
            "move" => row.mv = scalar(name, value)?,
            "last_move" => row.last_move = scalar(name, value)?,
            _ => {}
        }
    }
    Ok(row)
}

fn numbers(list: &RawValue) -> Result<Vec<u8>, Fault> {
    let items: Vec<&RawValue> = serde_json::from_str(list.get())
        .map_err(|_| Fault::field("position", "expected a list of whole numbers"))?;
    let number = |(i, item): (usize, &&RawValue)| {
        coordinate(item.get(), || format!("position, number {}", i + 1))
    };
    items.iter().enumerate().map(number).collect()
}

/// A text, number or truth value as text; `None` for null.
fn scalar(name: &str, value: &RawValue) -> Result<Option<String>, Fault> {
    let text = value.get();
    match text.as_bytes().first() {
        Some(b'"') => serde_json::from_str(text)
            .map_err(|_| Fault::field(name, "not a text: a broken escape or surrogate")),
        Some(b'{' | b'[') => Err(Fault::field(name, "expected a text or a number")),
        _ if text == "null" => Ok(None),
        _ => Ok(Some(text.to_string())),
    }
}

fn resolve<G: CatalogGame>(game: &G, line: u64, row: Row) -> Result<Asked<G>, Fault> {
    let (text, free) = match row.position {
        None => return Err(Fault::line("no field position")),
        // A side named inside the text and `to_move` must not contradict.
        Some(Written::Text(text)) => {
            let mut words = text.split(|c: char| !c.is_alphabetic());
            let named = words.any(|w| !w.is_empty() && game.parse_player(w).is_some());
            (text, !named)
        }
        Some(Written::Numbers(numbers)) => {
            let list: Vec<String> = numbers.iter().map(u8::to_string).collect();
            (format!("[{}]", list.join(",")), true)
        }
    };
    let mut position = game
        .parse_position(&text)
        .map_err(|e| Fault::field("position", e.to_string()))?;
    if let Some(name) = row.to_move {
        let [one, two] = game.players();
        let Some(player) = game.parse_player(&name) else {
            let message = format!("expected {one} or {two}, found \"{name}\"");
            return Err(Fault::field("to_move", message));
        };
        if !free && player != game.mover(&position) {
            let message = format!("{name}, but the position says otherwise: \"{text}\"");
            return Err(Fault::field("to_move", message));
        }
        position = game.with_mover(&position, player).ok_or_else(|| {
            Fault::field("to_move", format!("{name} cannot be to move in \"{text}\""))
        })?;
    }
    Ok(Asked {
        line,
        id: row.id,
        position,
        player: row.player,
        mv: row.mv,
        last_move: row.last_move,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::sowing::Sowing;
    use crate::game::{Notation, Player};

    fn read(name: &str, bytes: &[u8]) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let game: Sowing<1> = Sowing::uniform(3, 2, Player::One).unwrap();
        let shown = |a: &Asked<Sowing<1>>| {
            let mut text = format!("{} {}", a.line, game.position_text(&a.position));
            for part in [&a.id, &a.player, &a.mv].into_iter().flatten() {
                text += &format!(" <{part}>");
            }
            text
        };
        match read_positions(&game, &path) {
            Ok(asked) => Ok(asked.iter().map(shown).collect()),
            Err(e) => Err(e.to_string().replace(&path.display().to_string(), "F")),
        }
    }

    #[test]
    fn every_form_of_a_position_is_read() {
        let jsonl = br#"{"position": "[2,2,2]"}
{"id": 7, "position": "2 0 4 nord"}

{"id": "a\"b", "position": [1, 9, 0], "to_move": "north"}
{"position": [2,2,2], "mover": "South", "player": "Est", "move": -99999999999999999999}
{"position": "[2,2,2] north", "to_move": "north", "comment": {"any": ["thing"]}}
{"position": "[2,2,2]", "to_move": "north", "move": null, "player": true}
"#;
        let expected = [
            "1 [2,2,2] south",
            "2 [2,0,4] north <7>",
            "4 [1,9,0] north <a\"b>",
            "5 [2,2,2] south <Est> <-99999999999999999999>",
            "6 [2,2,2] north",
            "7 [2,2,2] north <true>",
        ];
        assert_eq!(read("a.jsonl", jsonl).unwrap(), expected);
        let windows = String::from_utf8_lossy(jsonl).replace('\n', "\r\n");
        let marked = format!("\u{feff}{}", windows.trim_end());
        assert_eq!(read("a.jsonl", marked.as_bytes()).unwrap(), expected);

        let csv = b"\xef\xbb\xbfid,position,move\r\n7,\"[2,2,2] north\",\r\n, 2 0 4 ,1\r\n";
        let expected = ["2 [2,2,2] north <7> <>", "3 [2,0,4] south <1>"];
        assert_eq!(read("a.csv", csv).unwrap(), expected);
        let columns = b"pot1,winner,pot0,pot2,to_move\n1,north,9,0,north\n1,south,2,3,";
        let expected = ["2 [9,1,0] north", "3 [2,1,3] south"];
        assert_eq!(read("a.csv", columns).unwrap(), expected);
    }

    /// A file's name, its text and how the error begins.
    const FAULTS: &str = r#"
a.txt |  | F: expected a name that ends in .csv or .jsonl
a.csv |  | F: no positions
a.csv | position\n | F: no positions
a.csv | pot0,pot1\n | F, line 1: expected a column position, or pot0 to pot2; pot2 is missing
a.csv | position,pot1\n | F, line 1: give either
a.csv | position,position\n | F, line 1: column position: stands there twice
a.csv | position,to_mov\n | F, line 1: to_mov: unknown field; did you mean to_move?
a.csv | position\n[2,2,2]\n | F, line 2: 3 cells, expected 1 as in the header (put a text
a.csv | position,id\n"[2,2,2]\n | F, line 2: a quotation mark is not closed
a.csv | position\n"[2,2,2]" x\n | F, line 2: cell 1: expected a comma
a.csv | pot0,pot1,pot2\n1,-1,2\n | F, line 2: column pot1: expected a whole number 0 to 255, found "-1"
a.csv | pot0,pot1,pot2\n200,100,2\n | F, line 2: position: 302 seeds in all
a.csv | pot0,pot1,pot2,to_move\n1,1,2,east\n | F, line 2: to_move: expected south or north, found "east"
a.jsonl | \n[1,2]\n | F, line 2: not a JSON object: invalid type: sequence
a.jsonl | {"position": "[2,2 | F, line 1: column 18: not a JSON object: EOF
a.jsonl | {"position": "[2,2]"} x | F, line 1: column 23: not a JSON object: trailing
a.jsonl | {} | F, line 1: no field position
a.jsonl | {"postion": []} | F, line 1: postion: unknown field; did you mean position?
a.jsonl | {"id": 1, "id": 2} | F, line 1: id: stands there twice
a.jsonl | {"id": [1]} | F, line 1: id: expected a text or a number
a.jsonl | {"position": 3} | F, line 1: position: expected a text or a list
a.jsonl | {"position": [1, 2.5, 1]} | F, line 1: position, number 2: expected a whole number 0 to 255, found "2.5"
a.jsonl | {"position": [1, 2]} | F, line 1: position: 2 pots, expected 3
a.jsonl | {"position": "[2,x,2]"} | F, line 1: position: expected a number of seeds
a.jsonl | {"position": "[2,2,2] nord", "to_move": "south"} | F, line 1: to_move: south, but the position says
a.jsonl.gz | {"position": []} | F, line 1: cannot read
"#;

    #[test]
    fn every_fault_is_named_with_its_place() {
        for fault in FAULTS.trim().lines() {
            let [name, text, message] = fault.split(" | ").collect::<Vec<_>>()[..] else {
                panic!("{fault}");
            };
            let error = read(name, text.replace("\\n", "\n").as_bytes()).unwrap_err();
            assert!(error.starts_with(message), "{text}: {error}");
        }
        let error = read("a.jsonl", b"{\"position\": \"\xff\"}").unwrap_err();
        assert_eq!(error, "F, line 1: not UTF-8 text");
        let error = read("a.csv", &vec![b' '; 10_000_000]).unwrap_err();
        assert!(
            error.starts_with("F, line 1: longer than 65536 bytes"),
            "{error}"
        );
    }
}
