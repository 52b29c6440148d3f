use sowlab::prelude::*;
use sowlab::solver::{Limits, Solver};
fn go<const W: usize>(n: usize, k: u8, mem: usize) {
    let game: Sowing<W> = Sowing::uniform(n, k, Player::One).unwrap();
    let mut solver = Solver::new(game.clone(), mem);
    let t = std::time::Instant::now();
    let s = solver.solve(&game.initial(), &Limits::default(), &Control::new());
    println!("[{k}]*{n}: {s:?} {:?} table {} MB", t.elapsed(), solver.table_bytes() >> 20);
}
fn main() {
    let a: Vec<usize> = std::env::args().skip(1).map(|x| x.parse().unwrap()).collect();
    let mem = a.get(2).copied().unwrap_or(1024) << 20;
    if a[0] <= 8 { go::<1>(a[0], a[1] as u8, mem) } else { go::<2>(a[0], a[1] as u8, mem) }
}
