//! One row: as fields, and as bytes whose order is the order of the file.

use crate::game::{Ending, Outcome, Player, Value};

use super::Winner;

/// Which game an unmerged row comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The number of the game.
    pub game: u64,
    /// Plies played before the position.
    pub ply: u32,
    /// Plies of the whole game.
    pub length: u32,
}

/// How much one row stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RowWeight {
    /// So many records.
    Count(u64),
    /// An exact probability.
    Probability(f64),
}

/// One row of a database.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// Where it comes from, if rows are not merged.
    pub source: Option<Source>,
    /// The coordinates.
    pub coordinates: &'a [u8],
    /// The side to move.
    pub to_move: Player,
    /// Who won the game.
    pub winner: Winner,
    /// Player one's points minus player two's.
    pub margin: Option<i16>,
    /// How much it stands for; 1 if rows are not merged.
    pub weight: RowWeight,
    /// The solver's value for the side to move.
    pub value: Option<Value>,
    /// The solver's margin for the side to move.
    pub value_margin: Option<i16>,
}

/// Rows as keys of equal width. Keys compare, byte by byte, as the rows stand in
/// a file: by (game, ply) where rows are not merged, then by coordinates, side
/// to move, winner and margin, no margin first. The weight is not in the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Codec {
    dim: usize,
    source: bool,
}

const SOURCE: usize = 16;
const TAIL: usize = 5;

impl Codec {
    pub fn new(dim: usize, source: bool) -> Self {
        Self { dim, source }
    }

    /// Whether keys begin with the game and ply.
    pub fn has_source(&self) -> bool {
        self.source
    }

    /// Bytes of a key.
    pub fn width(&self) -> usize {
        self.head() + self.dim + TAIL
    }

    fn head(&self) -> usize {
        if self.source { SOURCE } else { 0 }
    }

    /// The part of a key that is the position: coordinates and side to move.
    pub fn position<'k>(&self, key: &'k [u8]) -> &'k [u8] {
        &key[self.head()..self.head() + self.dim + 1]
    }

    /// The coordinates in a key, to be filled in.
    pub fn coordinates<'k>(&self, key: &'k mut [u8]) -> &'k mut [u8] {
        &mut key[self.head()..self.head() + self.dim]
    }

    /// Fills in the rest of a key.
    pub fn finish(&self, key: &mut [u8], to_move: Player, winner: Winner, margin: Option<i16>) {
        let tail = &mut key[self.head() + self.dim..];
        tail[0] = to_move.index() as u8;
        tail[1] = winner as u8;
        // The sign bit turned over, so that bytes compare as numbers do.
        let [high, low] = (margin.unwrap_or(i16::MIN) as u16 ^ 0x8000).to_be_bytes();
        tail[2] = margin.is_some() as u8;
        tail[3] = high;
        tail[4] = low;
    }

    /// Writes the key of a row.
    pub fn encode(&self, row: &Row<'_>, key: &mut [u8]) {
        if let (true, Some(source)) = (self.source, row.source) {
            key[..8].copy_from_slice(&source.game.to_be_bytes());
            key[8..12].copy_from_slice(&source.ply.to_be_bytes());
            key[12..16].copy_from_slice(&source.length.to_be_bytes());
        }
        self.coordinates(key).copy_from_slice(row.coordinates);
        self.finish(key, row.to_move, row.winner, row.margin);
    }

    /// The row of a key that [`Codec::encode`] wrote.
    pub fn decode<'k>(&self, key: &'k [u8], count: u64) -> Row<'k> {
        let word = |at: usize| u32::from_be_bytes([key[at], key[at + 1], key[at + 2], key[at + 3]]);
        let source = self.source.then(|| Source {
            game: u64::from(word(0)) << 32 | u64::from(word(4)),
            ply: word(8),
            length: word(12),
        });
        let (coordinates, tail) = key[self.head()..].split_at(self.dim);
        let margin = (u16::from_be_bytes([tail[3], tail[4]]) ^ 0x8000) as i16;
        Row {
            source,
            coordinates,
            to_move: Player::BOTH[usize::from(tail[0] & 1)],
            winner: Winner::ALL[usize::from(tail[1] & 3)],
            margin: (tail[2] == 1).then_some(margin),
            weight: RowWeight::Count(count),
            value: None,
            value_margin: None,
        }
    }
}

/// The margin that files state for a game.
#[inline]
pub(super) fn margin(ending: Ending) -> Option<i16> {
    match ending {
        Ending::Over(Outcome { margin, .. }) => margin,
        Ending::Capped => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    type Fields = (Vec<u8>, Player, Winner, Option<i16>);

    fn fields() -> impl Strategy<Value = Fields> {
        (
            proptest::collection::vec(any::<u8>(), 3),
            prop_oneof![Just(Player::One), Just(Player::Two)],
            prop_oneof![
                Just(Winner::One),
                Just(Winner::Draw),
                Just(Winner::Two),
                Just(Winner::Capped)
            ],
            any::<Option<i16>>(),
        )
    }

    fn row(f: &Fields) -> Row<'_> {
        Row {
            source: None,
            coordinates: &f.0,
            to_move: f.1,
            winner: f.2,
            margin: f.3,
            weight: RowWeight::Count(1),
            value: None,
            value_margin: None,
        }
    }

    fn key(codec: Codec, row: &Row<'_>) -> Vec<u8> {
        let mut key = vec![0; codec.width()];
        codec.encode(row, &mut key);
        key
    }

    proptest! {
        #[test]
        fn keys_compare_as_rows_do(a in fields(), b in fields()) {
            let codec = Codec::new(3, false);
            let (x, y) = (key(codec, &row(&a)), key(codec, &row(&b)));
            prop_assert_eq!(x.cmp(&y), a.cmp(&b));
        }

        #[test]
        fn keys_read_back(f in fields(), game: u64, ply: u32, length: u32) {
            let codec = Codec::new(3, true);
            let source = Some(Source { game, ply, length });
            let key = key(codec, &Row { source, ..row(&f) });
            let back = codec.decode(&key, 1);
            prop_assert_eq!(back.source, source);
            let back = (back.coordinates.to_vec(), back.to_move, back.winner, back.margin);
            prop_assert_eq!(back, f);
        }
    }
}
