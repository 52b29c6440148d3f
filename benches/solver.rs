//! How long the solver takes, with the answers asserted.

use criterion::{Criterion, criterion_group, criterion_main};
use sowlab::game::fang::{self, Fang};
use sowlab::game::kalah::{Capture, End, Kalah};
use sowlab::game::sowing::Sowing;
use sowlab::game::{Reachable, Searchable};
use sowlab::prelude::*;
use sowlab::solver::{self, Limits, Solver};

fn solve<const W: usize>(c: &mut Criterion, pots: usize, seeds: u8, value: Value) {
    let game: Sowing<W> = Sowing::uniform(pots, seeds, Player::One).expect("a board");
    let (limits, control) = (Limits::default(), Control::new());
    c.bench_function(&format!("solve/sowing(pots={pots},seeds={seeds})"), |b| {
        b.iter(|| {
            let mut solver = Solver::new(game.clone(), 1 << 28);
            let solved = solver.solve(&game.initial(), &limits, &control);
            assert_eq!(solved.expect("no limit").value, value);
        });
    });
}

/// The start of a game that counts points, with its margin for South.
fn margin<G: Searchable>(c: &mut Criterion, game: &G, margin: i16) {
    let (limits, control) = (Limits::default(), Control::new());
    c.bench_function(&format!("solve/{}", game.name()), |b| {
        b.iter(|| {
            let mut solver = Solver::new(game.clone(), 1 << 28);
            let solved = solver.solve(&game.initial(), &limits, &control);
            assert_eq!(solved.expect("no limit").margin, Some(margin));
        });
    });
}

/// All positions that play can reach, with both values.
fn table(c: &mut Criterion, game: &Fang, positions: usize) {
    c.bench_function(&format!("table/{}", game.name()), |b| {
        b.iter(|| {
            let graph = Reachable::new(game, game.initial(), 1 << 20, &Control::new());
            let graph = graph.expect("few enough");
            assert_eq!(graph.len(), positions);
            let start = (
                solver::table(game, &graph)[0],
                solver::margin_table(game, &graph).map(|m| m[0]),
            );
            assert_eq!(start, (Value::Loss, Some(-4)));
        });
    });
}

fn all(c: &mut Criterion) {
    for capture in [Capture::Empty, Capture::NonEmpty] {
        let kalah = Kalah::<u64>::new(6, 3, capture, End::Either);
        margin(c, &kalah.expect("a board"), 2);
    }
    let fang = |holes| Fang::new(holes, fang::Rules::default()).expect("a board");
    margin(c, &fang(10), -4);
    margin(c, &fang(12), -4);
    table(c, &fang(8), 110_864);
    solve::<1>(c, 8, 2, Value::Win);
    solve::<2>(c, 9, 2, Value::Loss);
    solve::<2>(c, 10, 2, Value::Loss);
    solve::<1>(c, 8, 3, Value::Loss);
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = all
}
criterion_main!(benches);
