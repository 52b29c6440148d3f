//! Whatever reads as a printed pair of lists is a database of positions that are
//! over, each with the winner that its list says; it is written and reads equal.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sowlab::catalog::{CatalogGame, GameTask, run};
use sowlab::database::{Winner, import_lists, read_csv, write_csv};
use sowlab::game::Player;

struct Try<'a>(&'a str, [Player; 2]);

impl GameTask for Try<'_> {
    type Output = ();

    fn run<G: CatalogGame>(self, game: G) {
        let database = match import_lists(&game, self.0, self.1) {
            Ok(database) => database,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                return;
            }
        };
        let mut moves = Vec::new();
        for i in 0..database.len() {
            let row = database.row(i);
            let position = game.read(row.coordinates, row.to_move).expect("a position");
            let outcome = game.expand(&position, &mut moves).expect("it is over");
            assert_eq!(Winner::player(outcome.winner), row.winner);
        }
        let mut out = Vec::new();
        write_csv(&database, game.players(), &mut out).expect("memory takes everything");
        let again = read_csv(&game, &out[..], "again.csv").expect("what is written reads");
        assert_eq!(again, database);
    }
}

fuzz_target!(|text: &str| {
    for winners in [[Player::Two, Player::One], Player::BOTH] {
        for game in [
            "sowing(board=[1,2,1])",
            "fang(holes=4)",
            "fang(holes=4,limit=off)",
            "kalah(pits=1,seeds=3)",
            "kalah(pits=2,seeds=1,vector=pits+stores)",
        ] {
            run(game, Try(text, winners)).expect("the games exist");
        }
    }
});
