//! The same games give the same bytes, however the work is done.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use sowlab::database::{
    Counts, Job, Manifest, MergeError, Rows, Weights, Winner, generate, generate_file, merge_files,
    read_file, write_csv,
};
use sowlab::parallel::Pool;
use sowlab::prelude::*;
use sowlab::selfplay::{Record, SelfPlay};

use crate::takeaway::TakeAway;
use crate::tool;

fn sowing() -> Sowing<1> {
    Sowing::uniform(6, 2, Player::One).unwrap()
}

/// How to do the work, which must not matter.
#[derive(Clone, Copy, Debug)]
struct Means {
    threads: usize,
    memory: usize,
}

const PLAIN: Means = Means {
    threads: 1,
    memory: 1 << 30,
};

fn write<G: Vectorize>(
    game: &G,
    games: Range<u64>,
    record: Record,
    rows: Rows,
    means: Means,
    out: &Path,
) -> Manifest {
    let play = SelfPlay::new(game.clone(), &Uniform, 5, 2, record);
    let job = Job {
        games,
        rows,
        memory: means.memory,
        out: out.to_path_buf(),
        command: "test".into(),
        inputs: Vec::new(),
    };
    let pool = Pool::new(means.threads);
    generate_file(&play, &job, &pool, &Control::new())
        .unwrap()
        .unwrap()
}

/// The first games of a seed. If this fails, every published database has
/// become unrepeatable: raise the schema and say so, or find the mistake.
#[test]
fn golden_games() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("a.csv");
    write(
        &sowing(),
        0..4,
        Record::Last(2.try_into().unwrap()),
        Rows::Games,
        PLAIN,
        &out,
    );
    assert_eq!(fs::read_to_string(&out).unwrap(), GOLDEN);
}

const GOLDEN: &str = "\
game,ply,length,pot0,pot1,pot2,pot3,pot4,pot5,to_move,winner,margin
0,7,8,0,0,8,3,1,0,north,north,
0,8,8,0,0,8,4,0,0,south,north,
1,5,6,0,0,6,5,1,0,north,north,
1,6,6,0,0,6,6,0,0,south,north,
2,4,5,3,0,2,2,5,0,south,south,
2,5,5,0,1,3,3,5,0,north,south,
3,6,7,2,0,2,8,0,0,south,south,
3,7,7,0,1,3,8,0,0,north,south,
";

#[test]
fn nothing_depends_on_threads_or_memory() {
    let folder = tempfile::tempdir().unwrap();
    for (rows, record) in [
        (Rows::Merged, Record::All),
        (Rows::Merged, Record::Final),
        (Rows::Games, Record::All),
    ] {
        let first = folder.path().join("first.csv");
        let games = 10..9_000;
        let manifest = write(&sowing(), games.clone(), record, rows, PLAIN, &first);
        let bytes = fs::read(&first).unwrap();
        for (threads, memory) in [(1, 1), (2, 1), (7, 1 << 30), (7, 5_000), (2, 30_000)] {
            let means = Means { threads, memory };
            let out = folder.path().join("other.csv");
            let other = write(&sowing(), games.clone(), record, rows, means, &out);
            assert_eq!(other, manifest, "{means:?}");
            assert!(
                fs::read(&out).unwrap() == bytes,
                "{rows} {record} {means:?}"
            );
        }
    }
    // Temporary files are gone.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
}

#[test]
fn memory_and_file_agree() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("a.csv");
    let manifest = write(&sowing(), 0..5_000, Record::All, Rows::Merged, PLAIN, &out);
    let game = sowing();
    let play = SelfPlay::new(game.clone(), &Uniform, 5, 2, Record::All);
    let (pool, control) = (Pool::new(2), Control::new());
    let (database, summary) = generate(&play, 0..5_000, &pool, &control);
    let mut bytes = Vec::new();
    write_csv(&database, game.players(), &mut bytes).unwrap();
    assert!(bytes == fs::read(&out).unwrap());
    assert_eq!(manifest.games, Some(5_000));
    assert_eq!(summary.length_histogram(), manifest.length_histogram);
    // Grown in steps.
    let mut counts = Counts::new();
    for games in [0..100, 100..101, 101..5_000] {
        assert_eq!(
            counts.absorb(&play, games.clone(), &pool, &control),
            games.end
        );
    }
    assert_eq!(counts.database(&game), database);
    assert_eq!(counts.summary(), &summary);
    // What is read is what was written.
    let loaded = read_file(&game, &out).unwrap();
    assert_eq!(loaded.database, database);
    assert_eq!(loaded.manifest, Some(manifest));
    assert!(loaded.warnings.is_empty());
}

#[test]
fn stopped_before_the_start_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("a.csv");
    let game = sowing();
    let play = SelfPlay::new(game, &Uniform, 1, 0, Record::Final);
    let control = Control::new();
    control.stop();
    for rows in [Rows::Merged, Rows::Games] {
        let job = Job {
            games: 0..100,
            rows,
            memory: 1 << 20,
            out: out.clone(),
            command: String::new(),
            inputs: Vec::new(),
        };
        let written = generate_file(&play, &job, &Pool::new(1), &control).unwrap();
        assert!(written.is_none() && !out.exists());
    }
}

#[test]
fn uniform_play_of_6x2_has_its_exact_mean_length() {
    let play = SelfPlay::new(sowing(), &Uniform, 1, 0, Record::Final);
    let (_, summary) = generate(&play, 0..200_000, &Pool::new(2), &Control::new());
    let histogram = summary.length_histogram();
    let mean = sowlab::database::mean_length(&histogram).unwrap();
    let square = |(&l, &n): (&u32, &u64)| (f64::from(l) - mean).powi(2) * n as f64;
    let variance = histogram.iter().map(square).sum::<f64>() / 200_000.0;
    // Four standard errors.
    let bound = 4.0 * (variance / 200_000.0).sqrt();
    assert!((mean - 5.226_932_897).abs() < bound, "{mean} ± {bound}");
    let south = summary.won(Winner::One) as f64 / 200_000.0;
    assert!((south - 0.541_715_562).abs() < 4.0 * (0.25f64 / 200_000.0).sqrt());
}

#[test]
fn a_game_from_outside_goes_all_the_way() {
    let folder = tempfile::tempdir().unwrap();
    let game = TakeAway { heap: 11 };
    for rows in [Rows::Merged, Rows::Games] {
        for name in ["a.csv", "a.csv.gz"] {
            let out = folder.path().join(name);
            let manifest = write(&game, 0..2_000, Record::All, rows, PLAIN, &out);
            let loaded = read_file(&game, &out).unwrap();
            assert_eq!(loaded.database.len() as u64, manifest.row_count);
            assert!(loaded.warnings.is_empty());
            let mut back = Vec::new();
            write_csv(&loaded.database, game.players(), &mut back).unwrap();
            if name == "a.csv" {
                assert!(back == fs::read(&out).unwrap());
            }
            let text = String::from_utf8(back).unwrap();
            let header = "left,\"taken, first\",\"taken \"\"second\"\"\",to_move,winner,margin";
            assert!(text.lines().next().unwrap().contains(header), "{text}");
            for i in 0..loaded.database.len() {
                let row = loaded.database.row(i);
                let margin = row.margin.unwrap();
                let winner = match margin.signum() {
                    1 => Winner::One,
                    0 => Winner::Draw,
                    _ => Winner::Two,
                };
                assert_eq!(row.winner, winner);
                let finished = row.coordinates[0] == 0;
                let difference = i16::from(row.coordinates[1]) - i16::from(row.coordinates[2]);
                assert!(!finished || difference == margin);
            }
            if let (Weights::Count(counts), Rows::Merged) = (&loaded.database.weights, rows) {
                let positions: u64 = manifest
                    .length_histogram
                    .iter()
                    .map(|(&l, n)| u64::from(l + 1) * n)
                    .sum();
                assert_eq!(counts.iter().sum::<u64>(), positions);
            }
        }
    }
}

/// Cuts `0..n` at some points and writes the pieces.
fn pieces(folder: &Path, cuts: &[u64], n: u64, record: Record, rows: Rows) -> Vec<PathBuf> {
    let mut ends: Vec<u64> = cuts.iter().map(|c| c % n).chain([0, n]).collect();
    ends.sort_unstable();
    ends.dedup();
    let ranges = ends.windows(2).enumerate();
    ranges
        .map(|(i, w)| {
            let out = folder.join(format!("part{i}.csv"));
            let means = Means {
                threads: 1 + i % 3,
                memory: if i % 2 == 0 { 2_000 } else { 1 << 20 },
            };
            write(&sowing(), w[0]..w[1], record, rows, means, &out);
            out
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn any_split_merged_in_any_order_is_the_whole(
        cuts in proptest::collection::vec(any::<u64>(), 0..6),
        order in any::<u64>(),
        games: bool,
        nested: bool,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let rows = if games { Rows::Games } else { Rows::Merged };
        let record = Record::Last(3.try_into().unwrap());
        let whole = write(&sowing(), 0..2_500, record, rows, PLAIN, &at("whole.csv"));
        let mut parts = pieces(folder.path(), &cuts, 2_500, record, rows);
        let mut state = order;
        for i in (1..parts.len()).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            parts.swap(i, (state >> 33) as usize % (i + 1));
        }
        if nested && parts.len() > 2 {
            let two: Vec<PathBuf> = parts.drain(..2).collect();
            merge_files(&sowing(), &two, &at("two.csv"), 1 << 20, "other").unwrap();
            parts.push(at("two.csv"));
        }
        let (merged, warnings) =
            merge_files(&sowing(), &parts, &at("merged.csv"), 3_000, "test").unwrap();
        prop_assert!(warnings.is_empty());
        prop_assert_eq!(&merged, &whole);
        prop_assert!(fs::read(at("merged.csv")).unwrap() == fs::read(at("whole.csv")).unwrap());
        prop_assert!(fs::read(at("merged.csv.json")).unwrap() == fs::read(at("whole.csv.json")).unwrap());
    }
}

#[test]
fn what_does_not_belong_together_is_not_merged() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let game = sowing();
    let final_ = Record::Final;
    write(&game, 0..100, final_, Rows::Merged, PLAIN, &at("a.csv"));
    write(&game, 90..200, final_, Rows::Merged, PLAIN, &at("b.csv"));
    write(
        &game,
        100..200,
        Record::All,
        Rows::Merged,
        PLAIN,
        &at("c.csv"),
    );
    write(&game, 100..200, final_, Rows::Games, PLAIN, &at("d.csv"));
    let try_merge = |other: &str| {
        let files = [at("a.csv"), at(other)];
        let result = merge_files(&game, &files, &at("out.csv"), 1 << 20, "");
        assert!(!at("out.csv").exists());
        result.unwrap_err()
    };
    let error = try_merge("b.csv");
    assert!(
        matches!(
            error,
            MergeError::Overlap {
                range: [90, 100],
                ..
            }
        ),
        "{error}"
    );
    assert!(matches!(
        try_merge("c.csv"),
        MergeError::Differ {
            field: "record",
            ..
        }
    ));
    assert!(matches!(
        try_merge("d.csv"),
        MergeError::Differ { field: "rows", .. }
    ));
    assert!(matches!(try_merge("a.csv"), MergeError::Overlap { .. }));
    let small: Sowing<1> = Sowing::uniform(5, 2, Player::One).unwrap();
    write(&small, 100..200, final_, Rows::Merged, PLAIN, &at("e.csv"));
    let error = try_merge("e.csv").to_string();
    assert!(
        error.contains("sowing(pots=5,seeds=2), not of sowing(pots=6,seeds=2)"),
        "{error}"
    );
}

#[test]
fn files_without_manifests_add_their_counts() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let header = "to_move,pot1,POT0,Winner,pot2,pot3,count";
    fs::write(at("a.csv"), format!("{header}\nSud,4,0,Nord,4,0,3\n")).unwrap();
    fs::write(
        at("b.csv"),
        "pot0,pot1,pot2,pot3,to_move,winner\r\n0,4,4,0,SOUTH,north\r\n3,0,5,0,north,south\r\n",
    )
    .unwrap();
    let words = ["merge", "a.csv", "b.csv", "--out", "c.csv"];
    let errors = tool::refused(folder.path(), &words);
    assert!(
        errors.contains("a.csv") && errors.contains("--game"),
        "{errors}"
    );
    let game = "sowing(pots=4)";
    tool::ok(folder.path(), &[&words[..], &["--game", game]].concat());
    let expected = "pot0,pot1,pot2,pot3,to_move,winner,margin,count\n\
                    0,4,4,0,south,north,,4\n3,0,5,0,north,south,,1\n";
    assert_eq!(fs::read_to_string(at("c.csv")).unwrap(), expected);
}

#[test]
fn the_program_splits_and_merges() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let generate = |games: &str, threads: &str, out: &str| {
        let words = [
            "generate",
            "sowing(pots=7)",
            "--games",
            games,
            "--seed",
            "3",
            "--record",
            "all",
            "--memory",
            "64K",
            "--threads",
            threads,
            "--out",
            out,
        ];
        tool::ok(folder.path(), &words)
    };
    let text = generate("2e4", "1", "whole.csv");
    assert!(
        text.contains("from 20000 games of sowing(pots=7,seeds=2)"),
        "{text}"
    );
    generate("0..7_000", "2", "a.csv");
    generate("7000..20000", "7", "b.csv");
    tool::ok(
        folder.path(),
        &["merge", "b.csv", "a.csv", "--out", "b.csv"],
    );
    assert!(fs::read(at("whole.csv")).unwrap() == fs::read(at("b.csv")).unwrap());
    let manifests: Vec<Manifest> = ["whole.csv", "b.csv"]
        .map(|f| Manifest::read(&at(f)).unwrap().unwrap())
        .into_iter()
        .map(|m| Manifest {
            command: String::new(),
            ..m
        })
        .collect();
    assert_eq!(manifests[0], manifests[1]);
    let command = Manifest::read(&at("a.csv")).unwrap().unwrap().command;
    assert!(
        command.starts_with("sowlab generate 'sowing(pots=7)' --games 0..7_000"),
        "{command}"
    );
}
