//! How long the solver takes, with the answers asserted.

use criterion::{Criterion, criterion_group, criterion_main};
use sowlab::game::sowing::Sowing;
use sowlab::prelude::*;
use sowlab::solver::{Limits, Solver};

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

fn all(c: &mut Criterion) {
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
