//! Whatever reads as a database is written back and reads equal, and writing it
//! again gives the same bytes. The bytes come with their own header, or under one
//! of the headers that Sowlab writes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sowlab::catalog::{CatalogGame, GameTask, run};
use sowlab::database::{read_csv, write_csv};

struct Try<'a>(&'a [u8]);

impl GameTask for Try<'_> {
    type Output = ();

    fn run<G: CatalogGame>(self, game: G) {
        let database = match read_csv(&game, self.0, "fuzz.csv") {
            Ok(database) => database,
            Err(error) => {
                assert!(error.to_string().starts_with("fuzz.csv: "));
                return;
            }
        };
        let write = |database| {
            let mut out = Vec::new();
            write_csv(database, game.players(), &mut out).expect("memory takes everything");
            out
        };
        let written = write(&database);
        let again = read_csv(&game, &written[..], "again.csv").expect("what is written reads");
        assert_eq!(again, database);
        assert_eq!(write(&again), written);
    }
}

/// Games with the coordinates of their files.
const GAMES: [(&str, &str); 5] = [
    ("sowing(board=[1,2,1])", "pot0,pot1,pot2"),
    ("fang(holes=4)", "hole1,hole2,hole3,hole4"),
    (
        "fang(holes=4,limit=off,vector=holes+reserves)",
        "hole1,hole2,hole3,hole4,south_reserve,north_reserve",
    ),
    ("kalah(pits=1,seeds=3)", "south1,north1"),
    (
        "kalah(pits=1,seeds=3,vector=pits+stores)",
        "south1,north1,south_store,north_store",
    ),
];

fuzz_target!(|bytes: &[u8]| {
    for (game, coordinates) in GAMES {
        for header in [
            String::new(),
            format!("{coordinates},to_move,winner,margin,count\n"),
            format!("{coordinates},to_move,winner,margin,probability,value\n"),
            format!("game,ply,length,{coordinates},to_move,winner,margin\n"),
        ] {
            let file = [header.as_bytes(), bytes].concat();
            run(game, Try(&file)).expect("the games exist");
        }
    }
});
