//! A file of features is read or refused at a place inside it; what is read is
//! written as TOML and reads back equal.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use sowlab::feature::file::{FileError, parse, to_toml};

const PLAYERS: [&str; 2] = ["hare", "hounds"];

fuzz_target!(|input: (&str, &str)| {
    let (text, other) = input;
    for file in ["x.toml", "x.def", "x"] {
        for choice in [None, Some("1"), Some("a")] {
            let beside = |_: &Path| Ok::<_, FileError>(other.to_string());
            match parse(text, Path::new(file), PLAYERS, choice, beside) {
                Ok(loaded) => {
                    let game = loaded.game.as_deref();
                    let written = to_toml(&loaded.selection, game, PLAYERS).expect("finite");
                    let again = parse(&written, Path::new("x.toml"), PLAYERS, None, beside);
                    let again = again.expect("what is written reads");
                    assert_eq!(again.selection, loaded.selection);
                    assert_eq!(again.game, loaded.game);
                }
                Err(error) => {
                    assert!(!error.message.is_empty());
                    if let Some((line, column)) = error.place {
                        let lines = text.matches('\n').count().max(other.matches('\n').count()) + 1;
                        assert!((1..=lines).contains(&line) && column >= 1, "{error}");
                    }
                }
            }
        }
    }
});
