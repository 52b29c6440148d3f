//! Whatever parses as a position prints back to the same position; its legal
//! moves are legal, and one of them is picked; no seed is made, and none is lost
//! but where the rules say so; checked moves never panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sowlab::catalog::{CatalogGame, GameTask, run};

/// What a move may do to the sum of the coordinates.
#[derive(Clone, Copy, PartialEq)]
enum Sum {
    Keeps,
    MayLose,
    Anything,
}

/// The text, and what becomes of the seeds.
struct Try<'a>(&'a str, Sum);

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
        for (i, &mv) in moves.iter().enumerate() {
            assert_eq!(game.check(&position, mv), Ok(()));
            assert_eq!(game.pick(&position, &mut Vec::new(), |_| i), Ok(mv));
            let (before, after) = (seeds(&position), seeds(&game.play(&position, mv)));
            let lost = self.1 == Sum::MayLose && after < before;
            assert!(after == before || lost || self.1 == Sum::Anything);
        }
    }
}

fuzz_target!(|text: &str| {
    for game in [
        "sowing(pots=3)",
        "sowing(pots=8)",
        "sowing(pots=12)",
        "sowing(pots=20)",
        "fang(holes=4,vector=holes+reserves)",
        "fang(holes=6,relay=repeat,first=north,vector=holes+reserves)",
        "fang(holes=12,zone=ludii,relay=own,vector=holes+reserves)",
        "kalah(pits=2,seeds=3,vector=pits+stores)",
        "kalah(pits=6,capture=nonempty,vector=pits+stores)",
        "kalah(pits=9,seeds=2,end=mover,vector=pits+stores)",
    ] {
        run(game, Try(text, Sum::Keeps)).expect("the games exist");
    }
    let losing = "fang(holes=4,relay=repeat,limit=off,vector=holes+reserves)";
    run(losing, Try(text, Sum::MayLose)).expect("the game exists");
    for pieces in [
        "alquerkonane",
        "alquerkonane(rows=5,columns=5,vector=mover)",
        "fanorona(rows=3,columns=5)",
        "fanorona(rows=5,columns=9,view=hops,repeat-direction=allowed)",
        "fanorona(rows=5,columns=5,sequence=must-continue,vector=mover)",
        "fanoron-telo",
        "fanoron-telo(start=rows,vector=mover)",
        "hare-and-hounds(stall=3)",
        "hare-and-hounds(start=gardner,goal=pass,vector=board)",
    ] {
        run(pieces, Try(text, Sum::Anything)).expect("the games exist");
    }
});
