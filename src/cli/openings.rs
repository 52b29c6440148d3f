//! Openings of matches: `--openings start|random:PLIES|FILE`.
//!
//! A file that ends in `.csv` or `.jsonl` (or either with `.gz`) holds positions,
//! as every file of positions. Any other is text: each line is a game's first
//! moves from the start, with blanks or commas between them; empty lines and
//! lines that begin with `#` are ignored.

use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::Failure;
use super::lines::Lines;
use super::positions::{PositionsError, read_positions};
use crate::catalog::CatalogGame;
use crate::control::Control;
use crate::evaluate::matches::{OpeningError, random_openings};
use crate::game::Context;
use crate::manifest::Input;
use crate::output::sha256;
use crate::parallel::Pool;

/// What games start from, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Openings {
    /// The start of the game.
    Start,
    /// So many random plies.
    Random(u32),
    /// The lines of a file.
    File(PathBuf),
}

/// No game of this tool is longer.
const MAX_PLIES: u32 = 1_000_000;

impl FromStr for Openings {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "start" {
            return Ok(Openings::Start);
        }
        match text.strip_prefix("random:") {
            None if text == "random" || text.is_empty() => Err(format!(
                "\"{text}\": expected start, random:PLIES or a file"
            )),
            None => Ok(Openings::File(text.into())),
            Some(plies) => match plies.parse() {
                Ok(plies @ 1..=MAX_PLIES) => Ok(Openings::Random(plies)),
                _ => Err(format!(
                    "\"{text}\": expected random:PLIES with 1 to {MAX_PLIES} plies"
                )),
            },
        }
    }
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Openings::Start => f.write_str("start"),
            Openings::Random(plies) => write!(f, "random:{plies}"),
            Openings::File(path) => write!(f, "{}", path.display()),
        }
    }
}

/// Where the openings of a match come from, read and checked.
pub(super) struct Source<G: CatalogGame> {
    /// The openings of a list, in turn; none if they are drawn.
    list: Vec<Context<G>>,
    /// Plies of those that are drawn.
    plies: u32,
    /// The file, for the manifest.
    pub input: Option<Input>,
}

impl<G: CatalogGame> Source<G> {
    /// Reads the openings, if they are in a file.
    ///
    /// # Errors
    /// The first fault of the file, or the game is over at the start.
    pub fn open(game: &G, openings: &Openings) -> Result<Self, Failure> {
        let mut source = Self {
            list: Vec::new(),
            plies: 0,
            input: None,
        };
        match openings {
            Openings::Random(plies) => source.plies = *plies,
            Openings::Start => {
                let start = Context::start(game);
                if game.expand(&start.position, &mut Vec::new()).is_some() {
                    return Err(format!("{}: the game is over at the start", game.name()).into());
                }
                source.list.push(start);
            }
            Openings::File(path) => {
                source.list = read(game, path)?;
                let bytes = std::fs::read(path)
                    .map_err(|e| format!("{}: cannot read: {e}", path.display()))?;
                source.input = Some(Input {
                    file: path.display().to_string(),
                    sha256: sha256(&bytes),
                });
            }
        }
        Ok(source)
    }

    /// How many pairs are played where nobody says: the openings of a file once,
    /// else this many.
    pub fn pairs(&self, usual: usize) -> usize {
        match self.input {
            Some(_) => self.list.len(),
            None => usual,
        }
    }

    /// The openings of so many pairs of a replicate.
    ///
    /// # Errors
    /// They could not be drawn.
    pub fn take(
        &self,
        game: &G,
        pairs: usize,
        replicate: u64,
        seed: u64,
        pool: &Pool,
        control: &Control,
    ) -> Result<Vec<Context<G>>, OpeningError> {
        if !self.list.is_empty() {
            return Ok(self.list.iter().cycle().take(pairs).cloned().collect());
        }
        let first = replicate.saturating_mul(pairs as u64);
        let numbers = first..first.saturating_add(pairs as u64);
        random_openings(game, self.plies, numbers, seed, pool, control)
    }
}

fn read<G: CatalogGame>(game: &G, path: &Path) -> Result<Vec<Context<G>>, Failure> {
    let stem = match path.extension() {
        Some(e) if e == "gz" => path.with_extension(""),
        _ => path.to_path_buf(),
    };
    let mut moves = Vec::new();
    if stem.extension().is_some_and(|e| e == "csv" || e == "jsonl") {
        let mut openings = Vec::new();
        for asked in read_positions(game, path)? {
            if game.expand(&asked.position, &mut moves).is_some() {
                let message = "the game is over there: no opening";
                let error = PositionsError::row(path, asked.line, Some("position"), message);
                return Err(error.into());
            }
            openings.push(Context::of(asked.position));
        }
        return Ok(openings);
    }
    let file = File::open(path).map_err(|e| format!("{}: cannot open: {e}", path.display()))?;
    let mut lines = Lines::new(file);
    let mut openings = Vec::new();
    let mut number = 0;
    while let Some(line) = lines.next() {
        number += 1;
        let fault = |message: String| PositionsError::row(path, number, None, message);
        let line = line.map_err(fault)?;
        if !line.trim().is_empty() && !line.trim_start().starts_with('#') {
            openings.push(transcript(game, line).map_err(fault)?);
        }
    }
    if openings.is_empty() {
        return Err(format!("{}: no openings in this file", path.display()).into());
    }
    Ok(openings)
}

/// The position after these moves from the start, or what is wrong with them.
fn transcript<G: CatalogGame>(game: &G, line: &str) -> Result<Context<G>, String> {
    let words = line.split(|c: char| c.is_whitespace() || c == ',');
    let mut context = Context::start(game);
    for word in words.filter(|w| !w.is_empty()) {
        let at = &context.position;
        let player = game.players()[game.mover(at).index()];
        let named = |e: String| format!("move {} ({player} {word}): {e}", context.ply + 1);
        if game.expand(at, &mut Vec::new()).is_some() {
            return Err(named("the game is over".into()));
        }
        let mv = game
            .parse_move(at, word)
            .map_err(|e| named(e.to_string()))?;
        game.check(at, mv).map_err(|e| named(e.to_string()))?;
        context = context.after(game, mv);
    }
    match game.expand(&context.position, &mut Vec::new()) {
        Some(_) => Err("the game is over after these moves: no opening".into()),
        None => Ok(context),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Player;
    use crate::game::sowing::Sowing;

    #[test]
    fn names_read_back() {
        for name in ["start", "random:1", "random:30", "a/b.txt"] {
            assert_eq!(name.parse::<Openings>().unwrap().to_string(), name);
        }
        for bad in ["", "random", "random:", "random:0", "random:-1", "random:x"] {
            assert!(bad.parse::<Openings>().is_err(), "{bad}");
        }
    }

    #[test]
    fn transcripts_are_played_and_their_faults_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("o.txt");
        let game: Sowing<1> = Sowing::uniform(4, 2, Player::One).unwrap();
        let read = |text: &str| {
            std::fs::write(&path, text).unwrap();
            let source = Source::open(&game, &Openings::File(path.clone()));
            source.map_err(|e| e.to_string())
        };
        let source = read("# the two first moves\n0\n\n 1, 3\r\n").unwrap();
        let plies: Vec<u32> = source.list.iter().map(|c| c.ply).collect();
        assert_eq!((plies, source.pairs(7)), (vec![1, 2], 2));
        let five = source
            .take(&game, 5, 0, 1, &Pool::new(1), &Control::new())
            .unwrap();
        assert_eq!(
            five.iter().map(|c| c.ply).collect::<Vec<_>>(),
            [1, 2, 1, 2, 1]
        );
        for (text, part) in [
            ("", "no openings in this file"),
            ("0\n0 x", "line 2: move 2 (north x): expected a pot"),
            ("0 1", "line 1: move 2 (north 1): "),
            ("0 3 1", "line 1: move 3 (south 1): the game is over"),
            ("\n0 3", "line 2: the game is over after these moves"),
        ] {
            let error = read(text).err().unwrap();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
