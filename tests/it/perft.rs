//! Tables of move-sequence counts, `tests/perft/*.perft`.

use std::path::Path;

use sowlab::control::Control;
use sowlab::game::Game;
use sowlab::parallel::Pool;
use sowlab::solver::{divide, perft};

/// A line: what it starts from, and the counts of sequences of 0, 1, 2, ... moves.
pub struct Entry {
    pub start: String,
    pub counts: Vec<u64>,
}

/// The lines of a table.
pub fn entries(name: &str) -> Vec<Entry> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    let lines = text
        .lines()
        .filter(|l| !l.starts_with('#') && !l.is_empty());
    let entries: Vec<Entry> = lines
        .map(|line| {
            let (start, counts) = line.split_once(':').unwrap();
            let counts = counts.split_whitespace().map(|n| n.parse().unwrap());
            Entry {
                start: start.trim().into(),
                counts: counts.collect(),
            }
        })
        .collect();
    assert!(!entries.is_empty(), "{name}");
    entries
}

/// The library counts the same from the game's start, with any number of threads.
pub fn agrees<G: Game>(game: &G, entry: &Entry) {
    let depth = entry.counts.len() - 1;
    for threads in [1, 2] {
        let (pool, control) = (Pool::new(threads), Control::new());
        let found = perft(game, &game.initial(), depth, &pool, &control);
        assert_eq!(found.as_ref(), Some(&entry.counts), "{}", entry.start);
        let parts = divide(game, &game.initial(), depth, &pool, &control).unwrap();
        let sum: u64 = parts.iter().map(|p| p.1).sum();
        assert!(depth == 0 || sum == entry.counts[depth], "{}", entry.start);
    }
}
