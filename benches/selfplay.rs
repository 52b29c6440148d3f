//! Games per second of uniform self-play on Sowing, alone and with recording and
//! merging. One iteration is `GAMES` games on one thread. The answers are
//! checked too: the mean length of the games, against the exact value where it
//! is known and against the recorded database elsewhere.

use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sowlab::database::{Summary, Weights, generate, mean_length};
use sowlab::parallel::Pool;
use sowlab::prelude::*;
use sowlab::selfplay::{Record, SelfPlay};

const GAMES: u64 = 50_000;

/// The exact mean length, in plies, of uniform play from [2,2,2,2,2,2].
const MEAN_6X2: f64 = 5.226_932_897;

fn bench<const W: usize>(c: &mut Criterion, pots: usize) {
    let game: Sowing<W> = match Sowing::uniform(pots, 2, Player::One) {
        Ok(game) => game,
        Err(e) => panic!("{e}"),
    };
    let play = SelfPlay::new(game.clone(), &Uniform, 1, 0, Record::Final);
    let mut plies = Summary::default();
    play.play(0..GAMES, |r| plies.add(&r));
    let mean = mean_length(&plies.length_histogram()).unwrap_or(f64::NAN);
    if pots == 6 {
        // 50 000 games: the standard error is about 0.01.
        assert!((mean - MEAN_6X2).abs() < 0.05, "mean length {mean}");
    }
    let mut group = c.benchmark_group(format!("sowing {pots}x2"));
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

fn selfplay(c: &mut Criterion) {
    bench::<1>(c, 6);
    bench::<1>(c, 8);
    bench::<2>(c, 12);
}

criterion_group!(benches, selfplay);
criterion_main!(benches);
