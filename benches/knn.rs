//! Queries per second of the kNN scan, on one core unless said otherwise.
//!
//! Data: made-up positions with coin-flip labels. `seeds` are seeds in pots,
//! every spread equally likely; `cells` are boards of 0, 1 or 2. Databases and
//! queries are drawn alike; with `distinct` no row comes twice, else rows that
//! come twice are merged as in a merged database. Before anything is timed, the
//! scores are compared with the plain definition.

use std::hint::black_box;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{
    BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main,
};
use ndarray::Array2;
use sowlab::game::Player;
use sowlab::knn::naive::{self, Row};
use sowlab::knn::synthetic::{Shape, labels};
use sowlab::knn::{
    HideAll, Instructions, Label, Metric, Mover, Queries, Rule, Ties, Vote, Voters, Weight,
};
use sowlab::parallel::Pool;

struct Data {
    name: &'static str,
    shape: Shape,
    dim: usize,
}

const DATA: [Data; 3] = [
    Data {
        name: "8-pots-16-seeds",
        shape: Shape::Seeds(16),
        dim: 8,
    },
    Data {
        name: "14-pots-48-seeds",
        shape: Shape::Seeds(48),
        dim: 14,
    },
    Data {
        name: "45-cells",
        shape: Shape::Cells(3),
        dim: 45,
    },
];

fn rule(metric: Metric) -> Rule {
    Rule {
        metric,
        k: 5,
        ties: Ties::All,
        weight: Weight::Count,
        vote: Vote::Majority,
    }
}

struct Bench {
    data: Array2<u8>,
    labels: Vec<Option<Label>>,
    queries: Array2<u8>,
    sides: Vec<Player>,
}

impl Bench {
    fn new(data: &Data, rows: usize, queries: usize, distinct: bool) -> Self {
        let queries = data.shape.rows(queries, data.dim, false, 2);
        let table = data.shape.rows(rows, data.dim, distinct, 1);
        Self {
            labels: labels(table.nrows(), 3),
            data: table,
            sides: vec![Player::One; queries.nrows()],
            queries,
        }
    }

    fn voters(&self) -> Voters {
        let n = self.data.nrows();
        let (sides, weights) = (vec![Player::One; n], vec![1; n]);
        Voters::new(self.data.view(), &sides, &self.labels, &weights, Mover::Any)
            .expect("columns of equal length")
    }

    fn scores(&self, voters: &Voters, rule: Rule, pool: &Pool) -> Array2<f64> {
        let queries = Queries {
            coordinates: self.queries.view(),
            to_move: &self.sides,
            player: &self.sides,
            hide: HideAll::Nothing,
        };
        let scores = voters.scores(&queries, &[rule], pool);
        scores.expect("queries that fit").scores
    }

    /// Compares some scores with the plain definition.
    fn assert_right(&self, scores: &Array2<f64>, rule: Rule) {
        let rows = self.data.rows().into_iter().zip(&self.labels);
        let rows: Vec<Row> = rows
            .filter_map(|(coordinates, label)| {
                Some(Row {
                    coordinates: coordinates.to_vec(),
                    to_move: Player::One,
                    label: (*label)?,
                    weight: 1,
                })
            })
            .collect();
        for q in (0..self.queries.nrows()).step_by(self.queries.nrows() / 3) {
            let query = self.queries.row(q).to_vec();
            let at = (query.as_slice(), Player::One);
            let plain = naive::tally(&rows, Mover::Any, at, &[], &rule, Player::One);
            assert_eq!(scores[[q, 0]], plain.score, "query {q} under {rule:?}");
        }
    }
}

fn short<'c>(c: &'c mut Criterion, name: &str) -> BenchmarkGroup<'c, WallTime> {
    let mut group = c.benchmark_group(name);
    group.sample_size(10);
    group.warm_up_time(Duration::from_millis(200));
    group.measurement_time(Duration::from_millis(800));
    group
}

/// 100 000 rows, k = 5: metric, coordinates, instruction set.
fn kernels(c: &mut Criterion) {
    let one = Pool::new(1);
    for distinct in [false, true] {
        for data in &DATA {
            let bench = Bench::new(data, 100_000, 1_024, distinct);
            let name = format!("{}{}", data.name, if distinct { "-distinct" } else { "" });
            let mut group = short(c, &name);
            group.throughput(Throughput::Elements(1_024));
            let voters = bench.voters();
            for metric in Metric::ALL {
                let rule = rule(*metric);
                bench.assert_right(&bench.scores(&voters, rule, &one), rule);
                for instructions in Instructions::ALL.into_iter().filter(|i| i.available()) {
                    let voters = voters.clone().with_instructions(instructions);
                    let id = BenchmarkId::new(metric.name(), instructions.name());
                    group.bench_function(id, |b| {
                        b.iter(|| black_box(bench.scores(&voters, rule, &one)));
                    });
                }
            }
        }
    }
}

/// From 1 000 to 1 000 000 rows, Manhattan, and the time to build the table.
fn rows(c: &mut Criterion) {
    let (one, rule) = (Pool::new(1), rule(Metric::Manhattan));
    for data in &DATA {
        for rows in [1_000, 10_000, 100_000, 1_000_000] {
            let bench = Bench::new(data, rows, 1_024, false);
            let mut group = short(c, &format!("{}-rows", data.name));
            let voters = bench.voters();
            group.throughput(Throughput::Elements(1_024));
            group.bench_function(BenchmarkId::new("scan", rows), |b| {
                b.iter(|| black_box(bench.scores(&voters, rule, &one)));
            });
            group.throughput(Throughput::Elements(rows as u64));
            group.bench_function(BenchmarkId::new("build", rows), |b| {
                b.iter(|| black_box(bench.voters()));
            });
        }
    }
}

/// 100 000 rows, Manhattan, 1 and 2 threads; and many rules at once.
fn threads_and_rules(c: &mut Criterion) {
    let bench = Bench::new(&DATA[0], 100_000, 8_192, false);
    let voters = bench.voters();
    let mut group = short(c, "threads");
    group.throughput(Throughput::Elements(8_192));
    for threads in [1, 2] {
        let pool = Pool::new(threads);
        group.bench_function(BenchmarkId::from_parameter(threads), |b| {
            b.iter(|| black_box(bench.scores(&voters, rule(Metric::Manhattan), &pool)));
        });
    }
    drop(group);
    let rules: Vec<Rule> = Metric::ALL
        .iter()
        .flat_map(|&metric| [1, 3, 5, 9].map(|k| Rule { k, ..rule(metric) }))
        .flat_map(|r| Ties::ALL.iter().map(move |&ties| Rule { ties, ..r }))
        .flat_map(|r| Weight::ALL.iter().map(move |&weight| Rule { weight, ..r }))
        .flat_map(|r| Vote::ALL.iter().map(move |&vote| Rule { vote, ..r }))
        .collect();
    let mut group = short(c, "rules");
    group.throughput(Throughput::Elements(8_192));
    let queries = Queries {
        coordinates: bench.queries.view(),
        to_move: &bench.sides,
        player: &bench.sides,
        hide: HideAll::Nothing,
    };
    let one = Pool::new(1);
    group.bench_function(BenchmarkId::from_parameter(rules.len()), |b| {
        b.iter(|| black_box(voters.scores(&queries, &rules, &one)));
    });
}

criterion_group!(benches, kernels, rows, threads_and_rules);
criterion_main!(benches);
