//! Playing games straight into a file, with bounded memory.

use std::io::Write;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Mutex;

use crate::control::Control;
use crate::game::{Ending, Vectorize};
use crate::manifest::Input;
use crate::output::{WriteError, together, write_atomic};
use crate::parallel::Pool;
use crate::policy::Policy;
use crate::selfplay::SelfPlay;

use super::counts::{Map, encode, share};
use super::manifest::coalesce;
use super::row::{Codec, Row, RowWeight, Source, margin};
use super::runs::{Batch, Runs};
use super::sink::{StoreError, Stored, check_output, folder, store};
use super::write::{Layout, header, line};
use super::{Manifest, Rows, Summary, Winner};

/// Which games to write where.
#[derive(Clone, Debug)]
pub struct Job {
    /// The numbers of the games.
    pub games: Range<u64>,
    /// Whether to merge equal rows.
    pub rows: Rows,
    /// About how many bytes of memory to use for what was recorded; what does
    /// not fit goes to temporary files beside `out`.
    pub memory: usize,
    /// The CSV file.
    pub out: PathBuf,
    /// The command line, for the manifest.
    pub command: String,
    /// The files that the policy comes from, for the manifest.
    pub inputs: Vec<Input>,
}

/// Plays games on all threads of `pool` and writes the database and its
/// manifest. The bytes do not depend on the threads, on the memory, or on
/// whether the file was written at once or merged from parts.
///
/// If `control` is stopped, the first of the games are written: the manifest,
/// which is returned, says how many and that it was interrupted. `None`, and no
/// file, if there were no games at all.
///
/// # Errors
/// A file cannot be written.
pub fn generate_file<G: Vectorize, P: Policy<G>>(
    play: &SelfPlay<'_, G, P>,
    job: &Job,
    pool: &Pool,
    control: &Control,
) -> Result<Option<Manifest>, StoreError> {
    check_output(&job.out)?;
    control.set_total(job.games.end.saturating_sub(job.games.start));
    together(|| whole_file(play, job, pool, control))
}

/// The database and its manifest.
fn whole_file<G: Vectorize, P: Policy<G>>(
    play: &SelfPlay<'_, G, P>,
    job: &Job,
    pool: &Pool,
    control: &Control,
) -> Result<Option<Manifest>, StoreError> {
    let written = match job.rows {
        Rows::Merged => merged(play, job, pool, control)?,
        Rows::Games => by_game(play, job, pool, control)?,
    };
    let Some((done, summary, stored)) = written else {
        return Ok(None);
    };
    let game = play.game();
    let mut manifest = Manifest::new(game, &job.command);
    manifest.policy = Some(play.policy.name());
    manifest.record = Some(play.record.to_string());
    manifest.rows = job.rows;
    manifest.seed = Some(play.seed);
    manifest.replicate = Some(play.replicate);
    manifest.ranges = coalesce(vec![[job.games.start, done]]).unwrap_or_default();
    manifest.count(&summary, game.players());
    manifest.row_count = stored.rows;
    manifest.distinct_positions = (job.rows == Rows::Merged).then_some(stored.positions);
    manifest.inputs.clone_from(&job.inputs);
    manifest.interrupted = done < job.games.end;
    manifest.sha256 = stored.sha256;
    manifest.write(&job.out)?;
    Ok(Some(manifest))
}

/// Games are done up to a number; what they were; what was written.
type Written = Option<(u64, Summary, Stored)>;

/// A map of each thread counts equal rows. A full one is sorted and spilled.
fn merged<G: Vectorize, P: Policy<G>>(
    play: &SelfPlay<'_, G, P>,
    job: &Job,
    pool: &Pool,
    control: &Control,
) -> Result<Written, StoreError> {
    let game = play.game();
    let codec = Codec::new(game.dim(), false);
    let runs = Mutex::new(Runs::new(codec.width(), &folder(&job.out)));
    let full = capacity::<G>(codec, job.memory / pool.threads());
    let (done, parts) = share(job.games.clone(), pool, control, |next| {
        let mut map: Map<G> = Map::<G>::default();
        let mut summary = Summary::default();
        let mut spilled = Ok(());
        while let (Some(games), true) = (next(), spilled.is_ok()) {
            let size = games.end - games.start;
            play.play(games, |r| {
                summary.add(&r);
                *map.entry((r.position, r.ending)).or_insert(0) += 1;
                if map.len() >= full && spilled.is_ok() {
                    let batch = encode(game, codec, map.drain());
                    spilled = lock(&runs).spill(batch);
                }
            });
            control.advance(size);
        }
        let rest = encode(game, codec, map.into_iter());
        spilled.map(|()| (rest, summary))
    });
    let mut summary = Summary::default();
    let mut runs = runs.into_inner().unwrap_or_else(|e| e.into_inner());
    for part in parts {
        let (batch, games) = part?;
        runs.keep(batch);
        summary.absorb(&games);
    }
    if summary.games() == 0 {
        return Ok(None);
    }
    let stored = store(game, codec, runs, &job.out)?;
    Ok(Some((done, summary, stored)))
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|e| e.into_inner())
}

/// How many entries a map may have before it is spilled, so that the map and the
/// batch made of it fit in `memory`. A table of 2^b buckets holds 7/8 as many
/// entries; while it doubles, the old half is there too.
fn capacity<G: Vectorize>(codec: Codec, memory: usize) -> usize {
    let bucket = size_of::<((G::Position, Ending), u64)>() + 1;
    let each = bucket * 3 / 2 + Batch::cost(codec.width());
    let buckets = (memory / each).max(64);
    let buckets = 1 << buckets.ilog2();
    buckets / 8 * 7
}

/// Games per piece of work where rows are written game by game.
const PIECE: u64 = 64;

/// Games are played and formatted a batch at a time and written in order.
fn by_game<G: Vectorize, P: Policy<G>>(
    play: &SelfPlay<'_, G, P>,
    job: &Job,
    pool: &Pool,
    control: &Control,
) -> Result<Written, StoreError> {
    let game = play.game();
    let layout = Layout::plain(true);
    let mut summary = Summary::default();
    let (mut done, mut rows) = (job.games.start, 0);
    if control.stopped() || job.games.is_empty() {
        return Ok(None);
    }
    let sha256 = write_atomic(&job.out, |file: &mut dyn Write| {
        let io = |e| StoreError::Write(WriteError::new(&job.out, e));
        header(file, &game.columns(), layout).map_err(io)?;
        let mut size = PIECE * pool.threads() as u64;
        while done < job.games.end && (done == job.games.start || !control.stopped()) {
            let end = job.games.end.min(done.saturating_add(size));
            let pieces = pool.map((end - done).div_ceil(PIECE) as usize, |i| {
                let start = done + i as u64 * PIECE;
                piece(play, start..end.min(start.saturating_add(PIECE)), layout)
            });
            let mut bytes = 0;
            for (text, part, lines) in pieces {
                file.write_all(&text).map_err(io)?;
                bytes += text.len();
                summary.absorb(&part);
                rows += lines;
            }
            control.advance(end - done);
            // As many games at a time as keep the threads busy and the text
            // within the bound.
            let room = job.memory as u64 / 4;
            let fitting = room.saturating_mul(end - done) / bytes.max(1) as u64;
            size = fitting.clamp(1, 64 * PIECE * pool.threads() as u64);
            done = end;
        }
        Ok::<_, StoreError>(())
    })?;
    let stored = Stored {
        sha256,
        rows,
        positions: 0,
    };
    Ok(Some((done, summary, stored)))
}

/// Plays some games and formats their rows.
fn piece<G: Vectorize, P: Policy<G>>(
    play: &SelfPlay<'_, G, P>,
    games: Range<u64>,
    layout: Layout,
) -> (Vec<u8>, Summary, u64) {
    let game = play.game();
    let mut text = Vec::new();
    let mut summary = Summary::default();
    let mut coordinates = vec![0; game.dim()];
    let mut rows = 0;
    play.play(games, |r| {
        summary.add(&r);
        rows += 1;
        game.write(&r.position, &mut coordinates);
        let row = Row {
            source: Some(Source {
                game: r.game,
                ply: r.ply,
                length: r.length,
            }),
            coordinates: &coordinates,
            to_move: game.mover(&r.position),
            winner: Winner::of(r.ending),
            margin: margin(r.ending),
            weight: RowWeight::Count(1),
            value: None,
            value_margin: None,
        };
        line(&mut text, &row, layout, game.players());
    });
    (text, summary, rows)
}
