//! What every game of the catalog promises.

use std::collections::HashMap;

use proptest::prelude::*;
use sowlab::catalog::{self, CatalogGame, GameTask};
use sowlab::game::{Context, Player, Referee, VectorError};
use sowlab::random::{Purpose, Stream};

/// So many random games from the start; every position of them keeps every
/// promise.
struct Contract(u64);

impl GameTask for Contract {
    type Output = ();

    fn run<G: CatalogGame>(self, game: G) {
        let mut names = HashMap::new();
        assert_eq!(game.columns().len(), game.dim());
        let [one, two] = game.players();
        assert!(one != two && one == one.to_lowercase() && two == two.to_lowercase());
        let referee = Referee::new(game.clone());
        let mut moves = Vec::new();
        for index in 0..self.0 {
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
                solver(&game, at, &mut names);
                points(&game, at);
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
    let estimate = || Ok(game.estimate(at));
    let assessed = game.assess(at, &mut again);
    assert_eq!(assessed, outcome.map_or_else(estimate, Err), "{text}");

    // Picking a move is listing them and taking one.
    match outcome {
        Some(outcome) => assert_eq!(game.pick(at, &mut again, |_| 0), Err(outcome)),
        None => {
            for (i, &mv) in moves.iter().enumerate() {
                let count = |n| {
                    assert_eq!(n, moves.len());
                    i
                };
                assert_eq!(game.pick(at, &mut again, count), Ok(mv), "{text}");
            }
        }
    }
    game.expand(at, &mut again);

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
    for (player, name) in Player::BOTH.into_iter().zip(players) {
        assert_eq!(game.parse_player(name), Some(player));
        if let Some(other) = game.with_mover(at, player) {
            assert_eq!(game.mover(&other), player);
        }
    }

    // Vectors stay in range, and determine the position or say that they do not.
    let vector = game.vector(at);
    assert_eq!(vector.len(), game.dim());
    assert!(vector.iter().all(|&x| x <= game.max_coordinate()), "{text}");
    let told = game.is_final(&vector, mover);
    match game.read(&vector, mover) {
        Ok(read) => {
            assert_eq!(&read, at);
            assert_eq!(told, outcome.is_some(), "{text}");
        }
        Err(VectorError::Undetermined(_)) => assert!(!told || outcome.is_some(), "{text}"),
        Err(e) => panic!("{text}: {e}"),
    }
    assert!(game.read(&vector[1..], mover).is_err());
    assert!(!game.is_final(&[], mover));

    // What is drawn is all there, and every move starts somewhere.
    let picture = game.picture(at);
    for &mv in &moves {
        let path = game.path_of(at, mv);
        assert_eq!(path.first().copied(), game.site_of(at, mv), "{text}");
        assert_eq!(path.is_empty(), game.move_text(at, mv) == "pass", "{text}");
        if let [first, rest @ ..] = &path[..] {
            // Seeds are lifted where there are some; a piece is placed where there is
            // none.
            let placed = picture.has_pieces() && rest.is_empty();
            assert_eq!(picture.sites[*first].seeds > 0, !placed, "{text}");
            assert!(rest.iter().all(|&site| site < picture.sites.len()));
        }
    }

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
    rules_of_thumb(game, at, &moves);
}

/// Both sides judge alike.
fn rules_of_thumb<G: CatalogGame>(game: &G, at: &G::Position, moves: &[G::Move]) {
    let Some(mirror) = game.mirror(at) else {
        return;
    };
    assert_eq!(game.estimate(at), game.estimate(&mirror));
    for rule in 0..game.rules().len() {
        for &mv in moves {
            let appeal = game.appeal(rule, at, mv);
            let mirrored = game.appeal(rule, &mirror, game.mirror_move(mv));
            assert_eq!(appeal, mirrored);
        }
    }
}

/// The solver's canonical form is settled, and its names are no other's.
fn solver<G: CatalogGame>(game: &G, at: &G::Position, names: &mut HashMap<u64, G::Position>) {
    let text = game.position_text(at);
    let canonical = game.canonical(at);
    assert_eq!(game.canonical(&canonical), canonical);
    if let Some(mirror) = game.mirror(at) {
        assert_eq!(game.canonical(&mirror), canonical, "{text}");
    }
    let reduced = game.unbanked(&canonical);
    if let Some(bits) = game.pack_bits(&game.canonical(&game.initial())) {
        assert!(game.pack_bits(&canonical).is_some_and(|b| b <= bits));
        let name = game.pack(&reduced);
        assert!(bits == 64 || name < 1 << bits, "{text}");
        let owner = names.entry(name).or_insert(reduced);
        assert_eq!(*owner, reduced, "{text}");
    }
    let mut moves = Vec::new();
    let outcome = game.expand(at, &mut moves);
    // The same game, for the side to move.
    let mine = |outcome: Option<sowlab::game::Outcome>, p| outcome.map(|o| o.value_for(p));
    let same = game.expand(&canonical, &mut moves);
    let (before, after) = (game.mover(at), game.mover(&canonical));
    assert_eq!(mine(outcome, before), mine(same, after), "{text}");
    let (mut again, mut replies) = (Vec::new(), Vec::new());
    for &mv in &moves {
        let next = game.play(&canonical, mv);
        let over = game.expand(&next, &mut again);
        let order = game.order(&canonical, mv, &next, &mut replies);
        assert_eq!(order.err(), over, "{text}");
    }
}

/// Margins keep their bound and, where the game says so, decide; what is banked
/// is settled, and the rest depends on nothing but what is not banked, within
/// the bounds that the game tells.
fn points<G: CatalogGame>(game: &G, at: &G::Position) {
    let text = game.position_text(at);
    let (mut moves, mut rest_moves) = (vec![], vec![]);
    let outcome = game.expand(at, &mut moves);
    let rest = game.unbanked(at);
    let rest_outcome = game.expand(&rest, &mut rest_moves);
    assert_eq!(moves, rest_moves, "{text}");
    assert_eq!(game.banked(&rest), 0, "{text}");
    let mine = |margin: i16, mover| {
        if mover == Player::One {
            margin
        } else {
            -margin
        }
    };
    for (o, r) in outcome.iter().zip(&rest_outcome) {
        let bound = game.margin_bound();
        assert_eq!(bound.is_some(), o.margin.is_some());
        let (Some(bound), Some(margin), Some(left)) = (bound, o.margin, r.margin) else {
            continue;
        };
        assert!(margin.abs() <= bound, "{text}");
        if game.margin_decides() {
            let sign = match o.winner {
                Some(Player::One) => 1,
                None => 0,
                Some(Player::Two) => -1,
            };
            assert_eq!(margin.signum(), sign, "{text}");
        }
        let mover = game.mover(at);
        assert_eq!(
            mine(margin, mover),
            game.banked(at) + mine(left, game.mover(&rest))
        );
        let (low, high) = game.rest_bounds(&game.canonical(&rest));
        assert!(
            (low..=high).contains(&mine(left, game.mover(&rest))),
            "{text}"
        );
    }
    for &mv in &moves {
        let one_way = game.unbanked(&game.play(at, mv));
        let other_way = game.unbanked(&game.play(&rest, mv));
        assert_eq!(one_way, other_way, "{text}");
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

const GAMES: [&str; 40] = [
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
    "fang",
    "fang(holes=4)",
    "fang(holes=6,vector=holes+reserves)",
    "fang(holes=12,zone=ludii,first=north)",
    "fang(holes=10,relay=repeat,limit=off)",
    "kalah",
    "kalah(pits=1,seeds=1)",
    "kalah(pits=4,seeds=3,vector=pits+stores)",
    "kalah(pits=6,seeds=21,capture=nonempty)",
    "kalah(pits=12,seeds=10,end=mover,vector=pits+stores)",
    "alquerkonane",
    "alquerkonane(rows=3,columns=3)",
    "alquerkonane(rows=5,columns=5,first=black,vector=mover)",
    "alquerkonane(rows=5,columns=4,lines=1,vector=mover)",
    "alquerkonane(rows=8,columns=8)",
    "alquerkonane(rows=4,columns=7,first=black)",
    "fanorona(rows=3,columns=3)",
    "fanorona(rows=5,columns=3,vector=mover)",
    "fanorona(rows=5,columns=5,sequence=must-continue)",
    "fanorona(rows=3,columns=21,repeat-direction=allowed)",
    "fanorona(rows=3,columns=5,view=hops)",
    "fanorona(rows=3,columns=3,view=hops,repeat-direction=allowed,sequence=must-continue,vector=mover)",
    "fanoron-telo",
    "fanoron-telo(centre=forbidden,vector=mover)",
    "fanoron-telo(start=rows)",
    "hare-and-hounds",
    "hare-and-hounds(start=gardner,goal=pass)",
    "hare-and-hounds(start=modern,stall=3)",
    "hare-and-hounds(vector=board)",
    "hare-and-hounds(start=gardner,stall=1,vector=mover)",
];

#[test]
fn every_game_keeps_its_promises() {
    for name in GAMES {
        catalog::run(name, Contract(50)).unwrap();
    }
}

/// Every combination of the parameters that change the rules or the vector.
fn variants() -> Vec<String> {
    let mut names = Vec::new();
    for holes in [4, 6, 8, 10, 12] {
        let zones = if holes == 12 {
            &["fair", "ludii"][..]
        } else {
            &["fair"]
        };
        for result in ["tibong", "score", "neighbours"] {
            for relay in ["none", "opponent", "own", "repeat", "opponent-nonempty"] {
                for limit in ["on", "off"] {
                    for first in ["south", "north"] {
                        for vector in ["holes", "holes+reserves"] {
                            for zone in zones {
                                names.push(format!(
                                    "fang(holes={holes},result={result},relay={relay},\
                                     limit={limit},zone={zone},first={first},vector={vector})"
                                ));
                            }
                        }
                    }
                }
            }
        }
    }
    for pits in 1..=12u32 {
        for seeds in [1, 3, 127 / pits] {
            for capture in ["empty", "nonempty"] {
                for end in ["either", "mover"] {
                    for vector in ["pits", "pits+stores"] {
                        names.push(format!(
                            "kalah(pits={pits},seeds={seeds},capture={capture},end={end},\
                             vector={vector})"
                        ));
                    }
                }
            }
        }
    }
    names
}

#[test]
fn every_variant_keeps_them_too() {
    for name in variants() {
        catalog::run(&name, Contract(1)).unwrap();
    }
}

#[test]
fn canonical_names_open_the_same_game() {
    let variants = variants();
    for name in GAMES.into_iter().chain(variants.iter().map(String::as_str)) {
        let (canonical, start) = catalog::run(name, Reopens).unwrap();
        let reopened = catalog::run(&canonical, Reopens).unwrap();
        assert_eq!(reopened, (canonical, start));
    }
}

/// Adds up the seeds of every position of a random game, reserves and stores
/// included where the vector holds them.
struct Seeds(u64);

impl GameTask for Seeds {
    type Output = Vec<u32>;

    fn run<G: CatalogGame>(self, game: G) -> Vec<u32> {
        let mut rng = Stream::open(12, Purpose::Synthetic, 0, self.0);
        let choose = |_: &Context<G>, legal: &[G::Move]| rng.below(legal.len() as u32) as usize;
        let mut sums = Vec::new();
        Referee::new(game.clone()).play(Context::start(&game), &mut Vec::new(), choose, |c| {
            sums.push(game.vector(&c.position).iter().map(|&s| u32::from(s)).sum());
        });
        sums
    }
}

proptest! {
    /// No seed is lost or made. Under limit=off Fang may lose some; its row of
    /// holes gains the seed that every move takes from a reserve.
    #[test]
    fn seeds_are_conserved(
        pots in 1u32..=32, pits in 1u32..=12, half in 2u32..=6, seeds in 1u32..=255,
        relay in 0usize..5, index: u64,
    ) {
        let run = |name: &str| catalog::run(name, Seeds(index)).unwrap();
        let each = 1 + seeds % (255 / pots);
        let sums = run(&format!("sowing(pots={pots},seeds={each})"));
        prop_assert!(sums.iter().all(|&s| s == pots * each), "{sums:?}");

        let each = 1 + seeds % (127 / pits);
        let kalah = format!("kalah(pits={pits},seeds={each}");
        let sums = run(&format!("{kalah},vector=pits+stores)"));
        prop_assert!(sums.iter().all(|&s| s == 2 * pits * each), "{sums:?}");
        let sums = run(&format!("{kalah})"));
        prop_assert!(sums.is_sorted_by(|a, b| a >= b), "{sums:?}");

        let relay = ["none", "opponent", "own", "repeat", "opponent-nonempty"][relay];
        let fang = format!("fang(holes={},relay={relay}", 2 * half);
        let sums = run(&format!("{fang},vector=holes+reserves)"));
        prop_assert!(sums.iter().all(|&s| s == 4 * half), "{sums:?}");
        let sums = run(&format!("{fang})"));
        prop_assert!((2 * half - 2..=4 * half).eq(sums.iter().copied()), "{sums:?}");
        let sums = run(&format!("{fang},limit=off,vector=holes+reserves)"));
        prop_assert!(sums.is_sorted_by(|a, b| a >= b), "{sums:?}");
    }
}
