//! Endgame tables as files.
//!
//! From the first byte, numbers with the lowest byte first: `SOWTABLE`; the
//! version of this form (u32); the version of the game's rules (u32); the length
//! of the game's name (u32) and the name; the most pieces of a position (u32);
//! how many positions (u64); for each a fate (i16: 0 neither side wins, n > 0 won
//! in n - 1 plies, n < 0 lost in -n - 1); the SHA-256 of all that.

use std::io::{self, Read, Write};

use sha2::{Digest, Sha256};

use super::{Fate, Layers};
use crate::game::{Game, PositionIndex};

const MAGIC: &[u8; 8] = b"SOWTABLE";

const VERSION: u32 = 1;

/// Fates that are read or written at a time.
const PIECE: usize = 1 << 16;

/// Why a table cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum TableFileError {
    /// The system refused.
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
    /// Something is not as it must be.
    #[error("{field} is {found}, expected {expected}")]
    Field {
        /// What it is.
        field: &'static str,
        /// What stands there.
        found: String,
        /// What must.
        expected: String,
    },
    /// The checksum is another.
    #[error("damaged: the checksum does not fit what is before it")]
    Damaged,
    /// It ends too soon.
    #[error("damaged: it ends too soon")]
    Short,
    /// It goes on too long.
    #[error("damaged: something follows the checksum")]
    Long,
    /// No memory for the table.
    #[error("no memory for a table of {0} positions")]
    Memory(usize),
}

/// Writes a table of positions with at most `pieces` pieces, all layers done.
///
/// # Errors
/// The writer's.
pub fn write<G: Game>(
    game: &G,
    pieces: u32,
    table: &Layers<G>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut hash = Sha256::new();
    let mut send = |bytes: &[u8]| {
        hash.update(bytes);
        out.write_all(bytes)
    };
    send(&header(game, pieces, table.fates().len()))?;
    for piece in table.fates().chunks(PIECE) {
        let bytes: Vec<u8> = piece.iter().flat_map(|f| f.0.to_le_bytes()).collect();
        send(&bytes)?;
    }
    out.write_all(&hash.finalize())
}

fn header<G: Game>(game: &G, pieces: u32, len: usize) -> Vec<u8> {
    let name = game.name();
    let mut bytes = MAGIC.to_vec();
    for number in [VERSION, G::RULES_VERSION, name.len() as u32] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(name.as_bytes());
    bytes.extend(pieces.to_le_bytes());
    bytes.extend((len as u64).to_le_bytes());
    bytes
}

/// Reads a table that [`write()`] has written for the same game and pieces.
///
/// # Errors
/// See [`TableFileError`].
pub fn read<G: Game>(
    game: &G,
    pieces: u32,
    index: Box<dyn PositionIndex<G>>,
    input: &mut dyn Read,
) -> Result<Layers<G>, TableFileError> {
    let mut input = Checked {
        input,
        hash: Sha256::new(),
    };
    let mut magic = [0; 8];
    input.fill(&mut magic)?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    same("the beginning", text(&magic), text(MAGIC))?;
    same("the version of the form", input.u32()?, VERSION)?;
    same("the version of the rules", input.u32()?, G::RULES_VERSION)?;
    let length = input.u32()?;
    if length > 1000 {
        return Err(TableFileError::Damaged);
    }
    let mut name = vec![0; length as usize];
    input.fill(&mut name)?;
    same("the game", text(&name), game.name())?;
    same("the number of pieces", input.u32()?, pieces)?;
    let mut len = [0; 8];
    input.fill(&mut len)?;
    same(
        "the number of positions",
        u64::from_le_bytes(len),
        index.len() as u64,
    )?;
    let len = index.len();
    let mut fates = Vec::new();
    if fates.try_reserve_exact(len).is_err() {
        return Err(TableFileError::Memory(len));
    }
    let mut bytes = vec![0; 2 * PIECE];
    while fates.len() < len {
        let bytes = &mut bytes[..2 * PIECE.min(len - fates.len())];
        input.fill(bytes)?;
        let numbers = bytes.chunks_exact(2);
        fates.extend(numbers.map(|b| Fate(i16::from_le_bytes([b[0], b[1]]))));
    }
    let expected = input.hash.clone().finalize();
    let mut sum = [0; 32];
    input.fill(&mut sum)?;
    if sum[..] != expected[..] || fates.iter().any(|f| f.0 == i16::MIN) {
        return Err(TableFileError::Damaged);
    }
    if input.input.read(&mut [0])? > 0 {
        return Err(TableFileError::Long);
    }
    Ok(Layers::from_fates(index, fates))
}

fn same<T: PartialEq + std::fmt::Display>(
    field: &'static str,
    found: T,
    expected: T,
) -> Result<(), TableFileError> {
    if found == expected {
        return Ok(());
    }
    Err(TableFileError::Field {
        field,
        found: found.to_string(),
        expected: expected.to_string(),
    })
}

/// A reader that sums up what it has read.
struct Checked<'a> {
    input: &'a mut dyn Read,
    hash: Sha256,
}

impl Checked<'_> {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), TableFileError> {
        self.input.read_exact(bytes).map_err(|e| match e.kind() {
            io::ErrorKind::UnexpectedEof => TableFileError::Short,
            _ => TableFileError::Io(e),
        })?;
        self.hash.update(bytes);
        Ok(())
    }

    fn u32(&mut self) -> Result<u32, TableFileError> {
        let mut bytes = [0; 4];
        self.fill(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }
}
