//! Whatever parses as a name prints back to a name that is equal, and a game
//! that opens is reopened by its canonical name.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sowlab::catalog::{CatalogGame, GameTask, open_game, parse, run};

struct NameOf;

impl GameTask for NameOf {
    type Output = String;

    fn run<G: CatalogGame>(self, game: G) -> String {
        game.name()
    }
}

fuzz_target!(|text: &str| {
    match parse(text) {
        Ok(name) => {
            let printed = name.to_string();
            assert_eq!(parse(&printed).map(|n| n.to_string()), Ok(printed));
        }
        Err(error) => {
            let _ = error.to_string();
        }
    }
    if let Ok(game) = open_game(text) {
        let canonical = game.run(NameOf);
        assert_eq!(run(&canonical, NameOf), Ok(canonical.clone()));
    }
});
