//! Games per second of uniform self-play on Sowing, Fang and Kalah, alone and with recording and
//! merging. One iteration is `GAMES` games on one thread. The answers are
//! checked too: the mean length of the games, against the exact value where it
//! is known and against the recorded database elsewhere.

use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sowlab::database::{Summary, Weights, generate, mean_length};
use sowlab::game::fang::{Fang, Rules};
use sowlab::game::kalah::{Capture, End, Kalah};
use sowlab::parallel::Pool;
use sowlab::prelude::*;
use sowlab::selfplay::{Record, SelfPlay};

const GAMES: u64 = 50_000;

/// The exact mean length, in plies, of uniform play from [2,2,2,2,2,2].
const MEAN_6X2: f64 = 5.226_932_897;

/// `exact` is the mean length of the games where it is known.
fn bench<G: Vectorize>(c: &mut Criterion, name: &str, game: G, exact: Option<f64>) {
    let play = SelfPlay::new(game.clone(), &Uniform, 1, 0, Record::Final);
    let mut plies = Summary::default();
    play.play(0..GAMES, |r| plies.add(&r));
    let mean = mean_length(&plies.length_histogram()).unwrap_or(f64::NAN);
    if let Some(exact) = exact {
        // 50 000 games: the standard error is about 0.01.
        assert!((mean - exact).abs() < 0.05, "mean length {mean}");
    }
    let mut group = c.benchmark_group(name);
    group
        .throughput(Throughput::Elements(GAMES))
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .sample_size(20);
    group.bench_function("playouts", |b| {
        b.iter(|| {
            let mut total = 0;
            play.play(0..GAMES, |r| total += u64::from(r.length));
            assert_eq!(total as f64 / GAMES as f64, mean);
            total
        })
    });
    for record in [Record::Final, Record::All] {
        let play = SelfPlay::new(game.clone(), &Uniform, 1, 0, record);
        let (pool, control) = (Pool::new(1), Control::new());
        group.bench_function(format!("database of {record}"), |b| {
            b.iter(|| {
                let (database, summary) = generate(&play, 0..GAMES, &pool, &control);
                assert_eq!(summary.games(), GAMES);
                let each = if record == Record::All {
                    mean + 1.0
                } else {
                    1.0
                };
                let Weights::Count(counts) = &database.weights else {
                    panic!("a generated database has counts");
                };
                let records: u64 = counts.iter().sum();
                assert!((records as f64 / GAMES as f64 - each).abs() < 1e-9);
                database
            })
        });
    }
    group.finish();
}

fn opened<G, E: std::fmt::Display>(game: Result<G, E>) -> G {
    match game {
        Ok(game) => game,
        Err(e) => panic!("{e}"),
    }
}

fn selfplay(c: &mut Criterion) {
    let six = opened(Sowing::<1>::uniform(6, 2, Player::One));
    bench(c, "sowing 6x2", six, Some(MEAN_6X2));
    let eight = opened(Sowing::<1>::uniform(8, 2, Player::One));
    bench(c, "sowing 8x2", eight, None);
    let twelve = opened(Sowing::<2>::uniform(12, 2, Player::One));
    bench(c, "sowing 12x2", twelve, None);
    // Each side moves five times.
    let fang = opened(Fang::new(8, Rules::default()));
    bench(c, "fang 8", fang, Some(10.0));
    let kalah = opened(Kalah::<u64>::new(6, 4, Capture::Empty, End::Either));
    bench(c, "kalah 6x4", kalah, None);
}

criterion_group!(benches, selfplay);
criterion_main!(benches);
