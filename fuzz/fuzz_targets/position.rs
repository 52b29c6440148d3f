//! Whatever parses as a position prints back to the same position; its legal
//! moves are legal and keep the seeds; checked moves never panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sowlab::catalog::{CatalogGame, GameTask, run};

struct Try<'a>(&'a str);

impl GameTask for Try<'_> {
    type Output = ();

    fn run<G: CatalogGame>(self, game: G) {
        let mut parts = self.0.splitn(3, '\n');
        let text = parts.next().unwrap_or("");
        let (player, mv) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
        let _ = game.check_text(&game.initial(), player, mv);
        let Ok(position) = game.parse_position(text) else {
            return;
        };
        assert_eq!(
            game.parse_position(&game.position_text(&position)),
            Ok(position)
        );
        let _ = game.check_text(&position, player, mv);
        let mut moves = Vec::new();
        let seeds = |p: &G::Position| game.vector(p).iter().map(|&s| u32::from(s)).sum::<u32>();
        game.expand(&position, &mut moves);
        for &mv in &moves {
            assert_eq!(game.check(&position, mv), Ok(()));
            assert_eq!(seeds(&game.play(&position, mv)), seeds(&position));
        }
    }
}

fuzz_target!(|text: &str| {
    for game in [
        "sowing(pots=3)",
        "sowing(pots=8)",
        "sowing(pots=12)",
        "sowing(pots=20)",
    ] {
        run(game, Try(text)).expect("the games exist");
    }
});
