//! What every game of the catalog promises.

use sowlab::catalog::{self, CatalogGame, GameTask};
use sowlab::game::{Context, Player, Referee};
use sowlab::random::{Purpose, Stream};

/// Random games from the start; every position of them keeps every promise.
struct Contract;

impl GameTask for Contract {
    type Output = ();

    fn run<G: CatalogGame>(self, game: G) {
        assert_eq!(game.columns().len(), game.dim());
        let [one, two] = game.players();
        assert!(one != two && one == one.to_lowercase() && two == two.to_lowercase());
        let referee = Referee::new(game.clone());
        let mut moves = Vec::new();
        for index in 0..100 {
            let mut rng = Stream::open(11, Purpose::Synthetic, 0, index);
            let choose = |_: &Context<G>, legal: &[G::Move]| rng.below(legal.len() as u32) as usize;
            let mut seen = Vec::new();
            let (end, _) = referee.play(Context::start(&game), &mut moves, choose, |c| {
                seen.push(c.position);
            });
            assert_eq!(seen.last(), Some(&end.position));
            assert_eq!(seen.len(), end.ply as usize + 1);
            for at in &seen {
                position(&game, at);
            }
        }
    }
}

fn position<G: CatalogGame>(game: &G, at: &G::Position) {
    let text = game.position_text(at);
    let mover = game.mover(at);
    let players = game.players();

    // A finished game has an outcome and no moves; others have moves.
    let (mut moves, mut again) = (vec![], vec![]);
    let outcome = game.expand(at, &mut moves);
    assert_eq!(outcome.is_some(), moves.is_empty(), "{text}");
    assert_eq!(game.expand(at, &mut again), outcome);
    assert_eq!(moves, again, "{text}: a fixed order");
    assert!(moves.is_sorted(), "{text}: ascending");

    // The moves listed are exactly the moves accepted, typed or not.
    for candidate in -1..=i64::from(u8::MAX) {
        let typed = candidate.to_string();
        let verdict = game.check_text(at, players[mover.index()], &typed);
        let read = game.parse_move(at, &typed);
        let listed = read.as_ref().is_ok_and(|mv| moves.contains(mv));
        assert_eq!(matches!(verdict, Ok(Ok(()))), listed, "{text}: {typed}");
        if let Ok(mv) = read {
            assert_eq!(game.check(at, mv).is_ok(), listed, "{text}: {typed}");
        }
    }

    // Texts read back.
    assert_eq!(game.parse_position(&text).as_ref(), Ok(at));
    for &mv in &moves {
        assert_eq!(game.parse_move(at, &game.move_text(at, mv)), Ok(mv));
    }
    for (player, name) in sowlab::game::Player::BOTH.into_iter().zip(players) {
        assert_eq!(game.parse_player(name), Some(player));
        if let Some(other) = game.with_mover(at, player) {
            assert_eq!(game.mover(&other), player);
        }
    }

    // Vectors stay in range, and determine the position.
    let vector = game.vector(at);
    assert_eq!(vector.len(), game.dim());
    assert!(vector.iter().all(|&x| x <= game.max_coordinate()), "{text}");
    assert_eq!(game.read(&vector, mover).as_ref(), Ok(at), "{text}");
    assert!(game.read(&vector[1..], mover).is_err());

    // The mirror is the same game with the players exchanged.
    if let Some(mirror) = game.mirror(at) {
        assert_eq!(game.mirror(&mirror).as_ref(), Some(at));
        assert_eq!(game.mover(&mirror), mover.other());
        let mirrored = game.expand(&mirror, &mut again);
        let exchanged = outcome.map(|o| (o.winner.map(|w| w.other()), o.margin.map(|m| -m)));
        assert_eq!(mirrored.map(|o| (o.winner, o.margin)), exchanged);
        let mut images: Vec<G::Move> = moves.iter().map(|&mv| game.mirror_move(mv)).collect();
        images.sort();
        assert_eq!(images, again, "{text}");
        for &mv in &moves {
            let one_way = game.mirror(&game.play(at, mv));
            let other_way = game.play(&mirror, game.mirror_move(mv));
            assert_eq!(one_way, Some(other_way), "{text}");
        }
    }

    // The solver's canonical form is settled, and its names are too.
    let canonical = game.canonical(at);
    assert_eq!(game.canonical(&canonical), canonical);
    if let Some(mirror) = game.mirror(at) {
        assert_eq!(game.canonical(&mirror), canonical, "{text}");
    }
    let reduced = game.unbanked(&canonical);
    if let Some(bits) = game.pack_bits(&game.canonical(&game.initial())) {
        assert!(game.pack_bits(&canonical).is_some_and(|b| b <= bits));
        assert!(bits == 64 || game.pack(&reduced) < 1 << bits, "{text}");
    }
    if let (Some(over), Some(margin)) = (outcome, outcome.and_then(|o| o.margin)) {
        let margin = if mover == Player::One {
            margin
        } else {
            -margin
        };
        let rest = margin - game.banked(at);
        let (low, high) = game.rest_bounds(&reduced);
        assert!((low..=high).contains(&rest), "{text}");
        if game.margin_decides() {
            assert_eq!(over.value_for(mover) as i16, margin.signum(), "{text}");
        }
    }
    let (mut options, mut replies) = (Vec::new(), Vec::new());
    game.expand(&canonical, &mut options);
    for &mv in &options {
        let next = game.play(&canonical, mv);
        let over = game.expand(&next, &mut again);
        let order = game.order(&canonical, mv, &next, &mut replies);
        assert_eq!(order.err(), over, "{text}");
    }
}

/// The canonical name opens the same game.
struct Reopens;

impl GameTask for Reopens {
    type Output = (String, String);

    fn run<G: CatalogGame>(self, game: G) -> Self::Output {
        (game.name(), game.position_text(&game.initial()))
    }
}

const GAMES: [&str; 10] = [
    "sowing",
    "sowing(pots=1,seeds=255)",
    "sowing(pots=8,seeds=2)",
    "sowing(pots=8,seeds=3,first=north)",
    "sowing(board=[2,1,1,2,0,1,5,0])",
    "sowing(board=[0,0,0])",
    "sowing(pots=12,seeds=2)",
    "sowing(board=[1,0,2,3,1,4,0,0,2,1,3,3,0,5,1,90],first=north)",
    "sowing(pots=24,seeds=3)",
    "sowing(pots=32,seeds=7)",
];

#[test]
fn every_game_keeps_its_promises() {
    for name in GAMES {
        catalog::run(name, Contract).unwrap();
        let (canonical, start) = catalog::run(name, Reopens).unwrap();
        let reopened = catalog::run(&canonical, Reopens).unwrap();
        assert_eq!(reopened, (canonical, start));
    }
}
