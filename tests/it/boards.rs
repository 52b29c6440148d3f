//! The board games: published counts, values and worked positions, as far as
//! they need no solver of endless play.

use proptest::prelude::*;
use rustc_hash::FxHashSet;

use sowlab::catalog::{self, CatalogGame, GameTask};
use sowlab::control::Control;
use sowlab::game::alquerkonane::{self, Alquerkonane};
use sowlab::game::fanorona::{self, Fanorona, Rules};
use sowlab::game::hunt::{self, Goal, Hunt, Start as HuntStart};
use sowlab::game::telo::{self, Start, Telo};
use sowlab::game::{Context, Ending, Game, Notation, Outcome, Player, Referee, Value};
use sowlab::policy::Uniform;
use sowlab::random::{Purpose, Stream};
use sowlab::selfplay::{Record, SelfPlay};
use sowlab::solver::{Detail, Limits, Solver};

struct Counts(crate::perft::Entry);

impl GameTask for Counts {
    type Output = ();

    fn run<G: CatalogGame>(self, game: G) {
        crate::perft::agrees(&game, &self.0);
    }
}

#[test]
fn move_sequences() {
    for entry in crate::perft::entries("boards.perft") {
        catalog::run(&entry.start.clone(), Counts(entry)).unwrap();
    }
}

/// Everything that play from the start leads to, cycles included.
fn reachable<G: Game>(game: &G) -> FxHashSet<G::Position> {
    let mut seen = FxHashSet::default();
    let mut open = vec![game.initial()];
    seen.insert(game.initial());
    let mut moves = Vec::new();
    while let Some(at) = open.pop() {
        game.expand(&at, &mut moves);
        for &mv in &moves {
            let next = game.play(&at, mv);
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    seen
}

/// What the side to move is worth, and the moves that keep it.
fn solved(game: &Alquerkonane, at: &alquerkonane::Position) -> (Value, Vec<String>) {
    let mut solver = Solver::new(game.clone(), 1 << 28);
    let analysis = solver
        .analyse(at, Detail::Optimal, &Limits::default(), &Control::new())
        .unwrap();
    let best = analysis.optimal.unwrap();
    let best = best.iter().map(|&mv| game.move_text(at, mv)).collect();
    (analysis.value, best)
}

fn alq64() -> Alquerkonane {
    Alquerkonane::new(6, 4, 2, Player::One).unwrap()
}

#[test]
fn alquerkonane_reaches_so_many_positions() {
    for first in Player::BOTH {
        let game = Alquerkonane::new(6, 4, 2, first).unwrap();
        assert_eq!(reachable(&game).len(), 640_978);
    }
}

/// Rows, columns, lines; the winner when Black starts and when White starts.
#[test]
fn alquerkonane_values() {
    use Player::{One as White, Two as Black};
    for (rows, columns, lines, winners) in [
        (3, 3, 2, [Black, Black]),
        (4, 4, 1, [White, Black]),
        (4, 4, 2, [Black, White]),
        (5, 5, 2, [Black, Black]),
        (6, 6, 1, [Black, White]),
        (6, 4, 2, [White, Black]),
    ] {
        for (first, winner) in [Black, White].into_iter().zip(winners) {
            let game = Alquerkonane::new(rows, columns, lines, first).unwrap();
            let mut solver = Solver::new(game.clone(), 1 << 28);
            let solved = solver.solve(&game.initial(), &Limits::default(), &Control::new());
            let found = solved.unwrap().value.winner(first);
            assert_eq!(found, Some(winner), "{}", game.name());
        }
    }
}

#[test]
fn alquerkonane_worked_positions() {
    let game = alq64();
    let value = |text: &str| solved(&game, &game.parse_position(text).unwrap());
    let names = |moves: &[&str]| moves.iter().map(|m| m.to_string()).collect::<Vec<_>>();
    assert_eq!(value("C2 / A3,D4 white").0, Value::Loss);
    for (after, capture) in [("B3 / A3,D4 black", "A3xC3"), ("D3 / A3,D4 black", "D4xD2")] {
        let (value, best) = value(after);
        assert!(
            value == Value::Win && best.contains(&capture.to_string()),
            "{after}"
        );
    }
    assert_eq!(value("C2 / A3,D4 black"), (Value::Win, names(&["A3-B2"])));
    let mut at = game.parse_position("C2 / A3,D4 black").unwrap();
    for mv in ["A3-B2", "C2xA2", "D4-C3"] {
        let mv = game.parse_move(&at, mv).unwrap();
        assert_eq!(game.check(&at, mv), Ok(()));
        at = game.play(&at, mv);
    }
    assert_eq!(solved(&game, &at).0, Value::Loss);
    assert_eq!(value("C2 / D4 white"), (Value::Win, names(&["C2-B3"])));
}

/// A black pawn on row 2, a white one on row 3 or 4 a knight's move away: White
/// wins whoever moves.
#[test]
fn alquerkonane_knight_pairs() {
    let game = alq64();
    let (columns, cells) = (4usize, 24);
    let mut pairs = 0;
    for black in columns..2 * columns {
        for white in 2 * columns..4 * columns {
            let across = (white % columns).abs_diff(black % columns);
            let up = white / columns - black / columns;
            if !matches!((across, up), (1, 2) | (2, 1)) {
                continue;
            }
            assert!(white < cells);
            let Ok(_) = game.position(1 << white, 1 << black, Player::One) else {
                continue;
            };
            pairs += 1;
            for mover in Player::BOTH {
                let at = game.position(1 << white, 1 << black, mover).unwrap();
                assert_eq!(solved(&game, &at).0.winner(mover), Some(Player::One));
            }
        }
    }
    assert_eq!(pairs, 5);
}

/// Rows still ahead of every pawn, and 3 for each pawn: less after every move.
#[test]
fn alquerkonane_ends() {
    for (rows, columns) in [(6, 4), (5, 5), (3, 3), (7, 8)] {
        let game = Alquerkonane::new(rows, columns, 2, Player::One).unwrap();
        let measure = |at: &alquerkonane::Position| -> u32 {
            let ahead = |p: Player| -> u32 {
                let row = |cell: usize| (cell / columns) as u32;
                let ahead = |cell| match p {
                    Player::One => rows as u32 - 1 - row(cell),
                    Player::Two => row(cell),
                };
                let pawns = sowlab::board::sites_of(game.pawns(at, p));
                pawns.map(|cell| 3 + ahead(cell)).sum()
            };
            ahead(Player::One) + ahead(Player::Two)
        };
        let play = SelfPlay::new(game.clone(), &Uniform, 1, 0, Record::All);
        let mut last = None;
        play.play(0..200, |r| {
            let now = measure(&r.position);
            if let Some((ply, before)) = last.replace((r.ply, now)).filter(|_| r.ply > 0) {
                assert!(ply + 1 == r.ply && now < before);
            }
        });
    }
}

fn of_size(rows: usize, columns: usize) -> Fanorona {
    Fanorona::new(rows, columns, Rules::default()).unwrap()
}

#[test]
fn fanorona_begins_as_the_rules_say() {
    let game = of_size(5, 9);
    let start = game.initial();
    let mut moves = Vec::new();
    game.expand(&start, &mut moves);
    let names: Vec<String> = moves.iter().map(|&mv| game.move_text(&start, mv)).collect();
    assert_eq!(names.join(" "), "d2-e3A e2-e3A f2-e3A d3-e3A d3-e3W");
    for (rows, columns, row) in [
        (3, 3, "B.W"),
        (5, 5, "BW.BW"),
        (3, 7, "BWB.WBW"),
        (5, 9, "BWBW.BWBW"),
    ] {
        let game = of_size(rows, columns);
        let start = game.initial();
        let middle = (0..columns).map(|x| {
            let bit = 1 << (rows / 2 * columns + x);
            match Player::BOTH.map(|p| start.stones(p) & bit != 0) {
                [true, false] => 'W',
                [false, true] => 'B',
                _ => '.',
            }
        });
        assert_eq!(middle.collect::<String>(), row);
    }
}

/// A turn is a sequence of hops, however they are listed.
#[test]
fn fanorona_turns_are_sequences_of_hops() {
    for rules in [(false, false), (true, false), (false, true), (true, true)] {
        let [repeat_direction, must_continue] = [rules.0, rules.1];
        let rules = Rules {
            repeat_direction,
            must_continue,
        };
        for (rows, columns) in [(3, 3), (3, 5), (5, 5), (5, 9), (7, 9), (3, 21)] {
            let turns = Fanorona::new(rows, columns, rules).unwrap();
            let hops = turns.clone().by_hops();
            let play = SelfPlay::new(turns.clone(), &Uniform, 5, 0, Record::All);
            let mut positions = Vec::new();
            play.play(0..6, |r| positions.push(r.position));
            for at in positions {
                let mut moves = Vec::new();
                let over = turns.expand(&at, &mut moves);
                let text = turns.position_text(&at);
                let from = hops.parse_position(&text).unwrap();
                let mut by_turns: Vec<String> = moves
                    .iter()
                    .map(|&mv| turns.position_text(&turns.play(&at, mv)))
                    .collect();
                let mut by_hops = Vec::new();
                assert_eq!(hops.expand(&from, &mut Vec::new()), over);
                if over.is_none() {
                    ends_of_turn(&hops, &from, &mut by_hops);
                }
                by_turns.sort();
                by_hops.sort();
                assert_eq!(by_turns, by_hops, "{text}");
            }
        }
    }
}

/// The positions after every way to go on to the end of the turn.
fn ends_of_turn(hops: &Fanorona, at: &fanorona::Position, ends: &mut Vec<String>) {
    let mut moves = Vec::new();
    hops.expand(at, &mut moves);
    for mv in moves {
        let next = hops.play(at, mv);
        match next.moving() {
            None => ends.push(hops.position_text(&next)),
            Some(_) => ends_of_turn(hops, &next, ends),
        }
    }
}

/// Mean turns and moves of uniform play, and how many moves a turn has.
struct Lengths {
    turns: f64,
    moves: f64,
}

fn lengths<G: Game>(game: &G, games: u64) -> Lengths {
    let referee = Referee::new(game.clone());
    let mut moves = Vec::new();
    let (mut turns, mut plies) = (0u64, 0u64);
    for number in 0..games {
        let mut rng = Stream::open(7, Purpose::SelfPlay, 0, number);
        let mut mover = None;
        let choose = |c: &Context<G>, legal: &[G::Move]| {
            turns += u64::from(mover.replace(game.mover(&c.position)) != mover);
            rng.below(legal.len() as u32) as usize
        };
        let (end, _) = referee.play(Context::start(game), &mut moves, choose, |_| ());
        plies += u64::from(end.ply);
    }
    Lengths {
        turns: turns as f64 / games as f64,
        moves: plies as f64 / games as f64,
    }
}

/// Uniform over turns is another player than uniform over hops.
#[test]
fn fanorona_lengths_of_uniform_games() {
    let game = of_size(5, 9);
    // Within four standard errors: a game's length has a deviation of 27 turns.
    let turns = lengths(&game, 20_000);
    assert!((turns.turns - 40.7).abs() < 0.8, "{}", turns.turns);
    let hops = lengths(&game.by_hops(), 20_000);
    assert!((hops.turns - 44.7).abs() < 0.8, "{}", hops.turns);
    assert!((hops.moves - 57.6).abs() < 1.0, "{}", hops.moves);
}

/// The referee, not the game, ends a game at the third occurrence of a position.
#[test]
fn the_third_repetition_is_a_draw() {
    let game = of_size(5, 5);
    let at = game.parse_position("a1 / e5 white").unwrap();
    let referee = Referee::new(game.clone());
    let there_and_back = ["a1-b1", "e5-d5", "b1-a1", "d5-e5"];
    let mut shown = Vec::new();
    let (end, ending) = referee.play(
        Context::of(at),
        &mut Vec::new(),
        |c, legal| {
            let mv = game
                .parse_move(&c.position, there_and_back[c.ply as usize % 4])
                .unwrap();
            legal.iter().position(|&m| m == mv).unwrap()
        },
        |c| shown.push(c.position),
    );
    assert_eq!(ending, Ending::Over(Outcome::draw()));
    assert_eq!((end.ply, end.position, shown.len()), (8, at, 9));
    // The same stones with the other side to move are another position.
    assert_eq!(shown.iter().filter(|&&p| p == at).count(), 3);
}

#[test]
fn telo_counts() {
    let game = Telo::new(Start::Empty, false);
    let seen = reachable(&game);
    assert_eq!(seen.len(), 5390);
    // White to move, the colours exchanged where Black is.
    let normal = |at: &telo::Position| {
        let mover = game.mover(at);
        [mover, mover.other()].map(|p| game.stones(at, p))
    };
    let normalised: FxHashSet<[u16; 2]> = seen.iter().map(normal).collect();
    assert_eq!(normalised.len(), 3870);
    let turned = |mask: u16| {
        (0..9).filter(|i| mask >> i & 1 == 1).fold(0, |out, i| {
            let (x, y) = (i % 3, i / 3);
            out | 1u16 << (x * 3 + 2 - y)
        })
    };
    let mirrored = |mask: u16| {
        (0..9).filter(|i| mask >> i & 1 == 1).fold(0, |out, i| {
            let (x, y) = (i % 3, i / 3);
            out | 1u16 << (y * 3 + 2 - x)
        })
    };
    let smallest = |at: &telo::Position| {
        let mut image = Player::BOTH.map(|p| game.stones(at, p));
        let mut least = image;
        for i in 0..8 {
            image = image.map(turned);
            if i == 3 {
                image = image.map(mirrored);
            }
            least = least.min(image);
        }
        (least, game.mover(at))
    };
    let classes: FxHashSet<_> = seen.iter().map(smallest).collect();
    assert_eq!(classes.len(), 744);
}

fn hunt() -> Hunt {
    Hunt::new(HuntStart::Lucas, Goal::Home, None).unwrap()
}

/// Every placing of the pieces, with either side to move.
fn hunt_positions(game: &Hunt) -> Vec<hunt::Position> {
    let mut all = Vec::new();
    for hare in 0..hunt::POINTS {
        for a in 0..hunt::POINTS {
            for b in 0..a {
                for c in 0..b {
                    for mover in Player::BOTH {
                        all.extend(game.position(Some(hare), [a, b, c], mover, 0));
                    }
                }
            }
        }
    }
    all
}

#[test]
fn hunt_positions_and_traps() {
    let game = hunt();
    let all = hunt_positions(&game);
    assert_eq!(all.len(), 2640);
    let mut moves = Vec::new();
    let mut traps: Vec<String> = all
        .iter()
        .filter(|at| game.expand(at, &mut moves) == Some(Outcome::win(Player::Two)))
        .map(|at| game.position_text(at))
        .collect();
    traps.sort();
    assert_eq!(
        traps,
        [
            "A3 / A2,B3,A4 hare",
            // Only typed: a hare that has come to B1 has won.
            "B1 / A2,B2,C2 hare",
            "B5 / A4,B4,C4 hare",
            "C3 / C2,B3,C4 hare",
        ]
    );
    let start = game.initial();
    assert_eq!(game.expand(&start, &mut moves), None);
    let names: Vec<String> = moves.iter().map(|&mv| game.move_text(&start, mv)).collect();
    assert_eq!(names, ["B2-B3"]);
}

/// The numbering of Berlekamp, Conway and Guy.
#[test]
fn hunt_numbers() {
    let game = hunt();
    let sum = |at: &hunt::Position| {
        let pieces = game.hare(at).into_iter().chain(game.hounds(at));
        pieces.map(hunt::number).sum::<i32>()
    };
    assert_eq!(sum(&game.initial()), 0);
    for (trap, expected) in [("A3 / A2,B3,A4 hare", 6), ("B5 / A4,B4,C4 hare", 15)] {
        assert_eq!(sum(&game.parse_position(trap).unwrap()), expected);
    }
    // Every step changes the sum modulo 3.
    let mut moves = Vec::new();
    for at in hunt_positions(&game) {
        game.expand(&at, &mut moves);
        for &mv in moves.iter().filter(|&&mv| mv != hunt::Move::PASS) {
            let next = game.play(&at, mv);
            assert_ne!((sum(&next) - sum(&at)).rem_euclid(3), 0);
        }
    }
}

/// A goal is reached by a move of the hare only; a stall limit counts what is
/// not forward, a pass too; the trap comes before the limit.
#[test]
fn hunt_ends() {
    let mut moves = Vec::new();
    let mut over = |game: &Hunt, text: &str| {
        let at = game.parse_position(text).unwrap();
        game.expand(&at, &mut moves)
    };
    let (home, pass) = (
        hunt(),
        Hunt::new(HuntStart::Lucas, Goal::Pass, None).unwrap(),
    );
    let hare = Some(Outcome::win(Player::One));
    assert_eq!(over(&home, "B1 / A3,B3,C3 hare"), None);
    assert_eq!(over(&home, "B1 / A3,B3,C3 hounds"), hare);
    assert_eq!(over(&home, "B2 / A2,B3,C3 hounds"), None);
    assert_eq!(over(&pass, "B2 / A2,B3,C3 hounds"), hare);
    assert_eq!(over(&pass, "B3 / A2,A3,C3 hounds"), None);

    let stall = Hunt::new(HuntStart::Lucas, Goal::Home, Some(2)).unwrap();
    let mut at = stall
        .parse_position("B4 / A2,B2,C3 hounds stalled=1")
        .unwrap();
    let forward = stall.play(&at, stall.parse_move(&at, "A2-B3").unwrap());
    assert_eq!(stall.stalled(&forward), 0);
    at = stall.play(&at, stall.parse_move(&at, "B2-C2").unwrap());
    assert_eq!(stall.stalled(&at), 2);
    assert_eq!(stall.winner(&at), Some(Player::One));
    assert_eq!(
        over(&stall, "A3 / A2,B3,A4 hare stalled=2"),
        Some(Outcome::win(Player::Two))
    );
    // Three hounds that cannot step: a forced pass.
    let stuck = home.parse_position("C4 / B5,A4,B4 hounds").unwrap();
    home.expand(&stuck, &mut moves);
    let names: Vec<String> = moves.iter().map(|&mv| home.move_text(&stuck, mv)).collect();
    assert_eq!(names, ["pass"]);
}

proptest! {
    /// Texts that read as a position print as one that reads the same.
    #[test]
    fn any_text_reads_or_fails(text in "[-a-iA-C1-5/, \\[\\]=0-9a-z]{0,40}") {
        for name in ["alquerkonane", "fanorona", "fanorona(view=hops)", "fanoron-telo", "hare-and-hounds(stall=3)"] {
            catalog::run(name, Reads(text.clone())).unwrap();
        }
    }
}

struct Reads(String);

impl GameTask for Reads {
    type Output = ();

    fn run<G: CatalogGame>(self, game: G) {
        let start = game.initial();
        if let Ok(at) = game.parse_position(&self.0) {
            assert_eq!(game.parse_position(&game.position_text(&at)), Ok(at));
        }
        if let Ok(mv) = game.parse_move(&start, &self.0) {
            // Whatever reads can be judged.
            let _ = game.check(&start, mv);
            assert_eq!(game.parse_move(&start, &game.move_text(&start, mv)), Ok(mv));
        }
    }
}
