//! `sowlab solve GAME`

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::{Value, json};

use super::answers::Answers;
use super::legal::winner;
use super::output::{Format, Table, finish, stdout};
use super::positions::{Asked, PositionsError, position_or_start, read_positions};
use super::{Exit, Failure, OK, fix, numbers, progress, size, survey, table};
use crate::catalog::{self, CatalogGame, GameTask};
use crate::control::Control;
use crate::game::{Player, Value as Worth};
use crate::output::{WriteError, write_atomic};
use crate::parallel::Pool;
use crate::solver::retrograde::Layers;
use crate::solver::retrograde::file::{self as table_file, TableFileError};
use crate::solver::{Analysis, Detail, Limits, MoveValue, Solver, Unsolved};

/// Find the exact value of a position by search
///
/// Fields (JSON and CSV): game, position, to_move, value (win, draw or loss for
/// the side to move), winner (in absolute terms), optimal (the moves that keep
/// the value), moves (each with move, position and value, for the side that
/// plays it), pv (a line of best play to the end: at every ply the first optimal
/// move in the order of sowlab legal), nodes (positions whose moves were
/// listed). With --optimal moves is null, with --value-only optimal too. Answers
/// to a file begin with line and id and have no nodes: they depend on what was
/// solved before.
///
/// In games that count points also value_margin (the final margin for the side
/// to move, if both play for the margin) and margin (the same in absolute terms:
/// the first player's points minus the second's), optimal_margin (the moves that
/// keep it), and value_margin of every move; the pv is then best play for the
/// margin. With --outcome these fields are absent, and the search need not find
/// out by how much a side wins, which can be many times faster.
///
/// In games that can go on for ever also plies: the length of play to the end, the
/// winner hurrying and the loser delaying; empty where neither wins. (In fanorona
/// plies are turns, also with view=hops, where a turn can be several moves of the
/// pv.) The value is
/// then a draw, whether play ends in one or never ends; winner says draw, or
/// endless in hare-and-hounds, where nothing ends in a draw. The pv is then play by
/// distance: at every ply the first of the moves that win soonest or lose latest; where
/// neither side wins the first that keeps the draw, until the game is over or a position
/// comes back. What is worked out first is every position, or
/// every one that can be reached (nodes says how many).
///
/// With --prove values are proved one by one, by proof-number search: for games
/// with too many positions to work through. Then plies are known only in the
/// endgame tables, and there is no pv.
///
/// With --table: the game's coordinates, to_move, value, legal_moves,
/// optimal_moves (their numbers) of every position that play can reach; in games
/// that count points then value_margin and optimal_margin_moves; in games that
/// can go on for ever then plies and, if the coordinates do not tell all of a
/// position, the position as text.
///
/// With --fix: game, position, fixed (the side), policy, reply (the other side),
/// score (its expected score, wins + draws / 2, which no play of it exceeds),
/// then the probability of each result under that play, by name (south, draw,
/// north), margin (expected, first player's points minus the second's),
/// always_wins (whether the fixed side wins every game that can occur, whatever
/// the other side plays), line (the most probable game under that play in which
/// it does not win), line_probability, line_winner, positions (reached). Of equally
/// good moves the reply is the first in the order of sowlab legal. In games that can
/// go on for ever endless play is a draw, and endless is the probability of it under
/// that play, a part of draw; margin is empty; a line that never ends has line_winner
/// endless and goes to where play cannot end any more, then until a position comes
/// back. Scores and probabilities are then rounded to 12 places, between bounds that
/// are at most 2e-9 apart, nearly always less than 1e-12.
#[derive(Args)]
#[command(group = clap::ArgGroup::new("graph").args(["table", "fix"]))]
pub struct Solve {
    /// The game, such as 'sowing(pots=6,seeds=2)'; of several, the starts are
    /// solved, each by itself, one line for each
    #[arg(required = true)]
    game: Vec<String>,
    /// The position; the start of the game if left out
    #[arg(long, allow_hyphen_values = true)]
    position: Option<String>,
    /// Only the value and a line of best play, not the value of every move: can be
    /// many times faster
    #[arg(long)]
    value_only: bool,
    /// Only which moves are best, not how good the others are
    #[arg(long, conflicts_with = "value_only")]
    optimal: bool,
    /// Who wins, not by how much
    #[arg(long)]
    outcome: bool,
    /// Every position that play can reach, with its value, as CSV (with --format
    /// json one object a line)
    #[arg(long, conflicts_with_all = ["value_only", "optimal", "positions", "nodes", "time", "memory"])]
    table: bool,
    /// One side's policy, such as north='greedy(rule=fullest)': find the other side's
    /// best reply to it, with the exact probability of each result
    #[arg(
        long,
        value_name = "SIDE=POLICY",
        conflicts_with_all = ["table", "value_only", "optimal", "outcome", "positions", "nodes", "time", "memory", "threads"]
    )]
    fix: Option<String>,
    /// The largest number of positions of a table, or of a best reply
    #[arg(
        long,
        value_name = "N",
        default_value = "10_000_000",
        value_parser = numbers::amount,
        requires = "graph"
    )]
    limit: usize,
    /// Memory of the transposition table, such as 512M or 2G (all threads together);
    /// endgame tables have as much beside it
    #[arg(long, value_name = "BYTES", default_value = "1G", value_parser = size::bytes)]
    memory: usize,
    /// Give up after this many nodes (for each position of a file, which then
    /// begins with an empty table)
    #[arg(long, value_name = "N", value_parser = numbers::count, allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// Give up after this many seconds (for each position of a file; endgame tables
    /// have as many of their own)
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// In a game that can go on for ever: prove who can force a win by proof-number
    /// search, instead of working out every position
    #[arg(long, conflicts_with_all = ["table", "fix", "outcome"])]
    prove: bool,
    /// The proofs rest on endgame tables of all positions with at most so many pieces
    #[arg(long, value_name = "PIECES", requires = "prove")]
    tables: Option<u32>,
    /// The file of the endgame tables: read if it is there, else written
    #[arg(long, value_name = "FILE", requires = "tables")]
    table_file: Option<PathBuf>,
    /// Answer every position of this file (.csv or .jsonl)
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    positions: Option<PathBuf>,
    /// Write the answers to this file (.csv, .json or .jsonl)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Threads: those that answer a file (as many as the machine has if left out),
    /// or search one position together (one if left out; with more, nodes is null); of
    /// one position of a game that can go on for ever only one is used; 0 = as many as
    /// the machine has
    #[arg(long, value_parser = numbers::threads)]
    threads: Option<usize>,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The fields of an answer, with or without margins and distances.
pub(super) fn fields(margins: bool, plies: bool) -> Vec<&'static str> {
    let all = [
        "game",
        "position",
        "to_move",
        "value",
        "winner",
        "plies",
        "value_margin",
        "margin",
        "optimal",
        "optimal_margin",
        "moves",
        "pv",
        "nodes",
    ];
    let wanted = |field: &&str| match *field {
        "plies" => plies,
        other => margins || !other.contains("margin"),
    };
    all.into_iter().filter(wanted).collect()
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok();
    let time = number.and_then(|s| Duration::try_from_secs_f64(s).ok());
    time.ok_or_else(|| "expected a number of seconds, not negative".into())
}

impl Solve {
    pub fn run(self) -> Result<Exit, Failure> {
        if let [game] = self.game.as_slice() {
            return catalog::run(&game.clone(), self)?;
        }
        let one = [
            (self.position.is_some(), "--position"),
            (self.positions.is_some(), "--positions"),
            (self.table, "--table"),
            (self.fix.is_some(), "--fix"),
        ];
        if let Some((_, flag)) = one.iter().find(|(given, _)| *given) {
            let count = self.game.len();
            return Err(format!("{flag}: {count} games given, expected one").into());
        }
        survey::run(&self)
    }

    pub(super) fn games(&self) -> &[String] {
        &self.game
    }

    pub(super) fn out(&self) -> Option<&Path> {
        self.out.as_deref()
    }

    pub(super) fn format(&self) -> Format {
        self.format
    }

    pub(super) fn memory(&self) -> usize {
        self.memory
    }

    pub(super) fn limits(&self) -> Limits {
        Limits {
            nodes: self.nodes,
            time: self.time,
        }
    }

    pub(super) fn detail(&self) -> Detail {
        match (self.value_only, self.optimal) {
            (true, _) => Detail::Value,
            (_, true) => Detail::Optimal,
            _ => Detail::Moves,
        }
    }

    fn fields<G: CatalogGame>(&self, game: &G) -> Vec<&'static str> {
        fields(self.margins(game), !game.always_ends())
    }

    /// Whether answers state margins.
    fn margins<G: CatalogGame>(&self, game: &G) -> bool {
        !self.outcome && game.margin_bound().is_some()
    }

    pub(super) fn solver<G: CatalogGame>(
        &self,
        game: &G,
        memory: usize,
    ) -> Result<Solver<G>, Failure> {
        if self.prove && game.always_ends() {
            let name = game.name();
            return Err(format!("--prove: every line of play of {name} ends: leave it out").into());
        }
        if self.prove {
            let endgames = self.tables.map(|n| self.endgames(game, n)).transpose()?;
            return Ok(Solver::new(game.clone(), memory).by_proof(endgames));
        }
        Ok(if self.outcome {
            Solver::outcome_only(game.clone(), memory)
        } else {
            Solver::new(game.clone(), memory)
        })
    }

    /// The endgame tables of positions with at most so many pieces, from their file
    /// or computed.
    fn endgames<G: CatalogGame>(&self, game: &G, pieces: u32) -> Result<Arc<Layers<G>>, Failure> {
        let index = game.endgames(pieces).ok_or_else(|| {
            let name = game.name();
            match (1..pieces).rev().find(|&n| game.endgames(n).is_some()) {
                Some(most) => format!("--tables {pieces}: {name} has tables of at most {most}"),
                None => format!("--tables {pieces}: {name} has no endgame tables"),
            }
        })?;
        let bytes = index.len().saturating_mul(Layers::<G>::BYTES_AT_WORK);
        if bytes > self.memory {
            let needed = bytes.div_ceil(1 << 20);
            return Err(format!(
                "--tables {pieces}: they take {needed} MiB while they are computed: --memory {needed}M or more"
            )
            .into());
        }
        let compute = |index| -> Result<Layers<G>, Failure> {
            let mut table = Layers::new(index)?;
            let begun = Instant::now();
            let late = || self.time.filter(|&most| begun.elapsed() > most);
            let computed = progress::run("endgame tables", |control| {
                table.complete(game, usize::MAX, |more| {
                    control.advance(more);
                    control.stopped() || late().is_some()
                })
            })?;
            match (computed, late()) {
                (Err(_), Some(most)) => return Err(Unsolved::Time(most).into()),
                (computed, _) => computed?,
            }
            let seconds = begun.elapsed().as_secs_f64();
            let positions = table.fates().len();
            let _ = writeln!(
                std::io::stderr(),
                "endgame tables of {positions} positions in {seconds:.3} s"
            );
            Ok(table)
        };
        let Some(path) = &self.table_file else {
            return Ok(Arc::new(compute(index)?));
        };
        if path.extension().is_some_and(|e| e == "gz") {
            return Err("--table-file: tables are not compressed: a name without .gz".into());
        }
        if path.exists() {
            let failed = |e: TableFileError| format!("{}: {e}", path.display());
            let file = File::open(path).map_err(|e| failed(e.into()))?;
            let mut input = BufReader::new(file);
            return match table_file::read(game, pieces, index, &mut input) {
                Ok(table) => Ok(Arc::new(table)),
                Err(e) => Err(failed(e).into()),
            };
        }
        // The file is made first: what cannot be kept is not computed.
        let mut computed = None;
        write_atomic(path, |out| -> Result<(), Failure> {
            let table = compute(index)?;
            let written = table_file::write(game, pieces, &table, out);
            computed = Some(table);
            written.map_err(|e| WriteError::new(path, e).into())
        })?;
        computed
            .map(Arc::new)
            .ok_or_else(|| "no endgame tables".into())
    }
}

impl GameTask for Solve {
    type Output = Result<Exit, Failure>;

    fn run<G: CatalogGame>(self, game: G) -> Self::Output {
        if self.table {
            let start = position_or_start(&game, self.position.as_deref())?;
            let margins = self.margins(&game);
            let out = self.out.as_deref();
            return table::run(&game, start, self.limit, margins, out, self.format);
        }
        if let Some(fix) = &self.fix {
            let start = position_or_start(&game, self.position.as_deref())?;
            return fix::run(
                &game,
                fix,
                start,
                self.limit,
                self.out.as_deref(),
                self.format,
            );
        }
        let inputs = self.positions.iter().chain(&self.table_file);
        let inputs: Vec<&Path> = inputs.map(PathBuf::as_path).collect();
        let answers = Answers::new(self.out.as_deref(), self.format, &inputs)?;
        if let Some(path) = &self.positions {
            return file(&self, &game, path, &answers);
        }
        let position = position_or_start(&game, self.position.as_deref())?;
        let threads = self.threads.unwrap_or(1);
        let mut solver = self.solver(&game, self.memory)?.with_threads(threads);
        let begun = Instant::now();
        let analysis = progress::run("solving", |control| {
            solver.analyse(&position, self.detail(), &self.limits(), control)
        })?;
        let analysis = match (analysis, solver.cannot_win()) {
            (Err(why), Some(side)) => {
                let side = game.players()[side.index()];
                return Err(format!("{why}; proved so far: {side} cannot force a win").into());
            }
            (analysis, _) => analysis?,
        };
        let seconds = begun.elapsed().as_secs_f64();
        let mib = solver.table_bytes() as f64 / f64::from(1 << 20);
        // Standard error: the answer itself is the same every time.
        let _ = writeln!(std::io::stderr(), "{seconds:.3} s, table of {mib:.1} MiB");
        let mut object = object(&game, &position, &analysis);
        if threads != 1 && game.always_ends() {
            // It depends on the clock.
            object["nodes"] = Value::Null;
        }
        if self.out.is_some() || self.format != Format::Text {
            return answers.one(&self.fields(&game), object);
        }
        people(&object, game.players())
    }
}

pub(super) fn object<G: CatalogGame>(
    game: &G,
    position: &G::Position,
    analysis: &Analysis<G>,
) -> Value {
    let mover = game.mover(position);
    let mut at = *position;
    let mut pv = Vec::new();
    for &mv in &analysis.line {
        pv.push(game.move_text(&at, mv));
        at = game.play(&at, mv);
    }
    let moves = analysis.moves.as_ref().map(|moves| {
        let object = |m: &MoveValue<G>| {
            let mut object = json!({
                "move": game.move_text(position, m.mv),
                "position": game.position_text(&m.position),
                "value": m.value.name(),
            });
            if let Some(margin) = m.margin {
                object["value_margin"] = json!(margin);
            }
            if !game.always_ends() {
                object["plies"] = json!(m.plies);
            }
            object
        };
        moves.iter().map(object).collect::<Vec<Value>>()
    });
    let names = |moves: &Vec<G::Move>| {
        let names = moves.iter().map(|&mv| game.move_text(position, mv));
        names.collect::<Vec<String>>()
    };
    let mut object = json!({
        "game": game.name(),
        "position": game.position_text(position),
        "to_move": game.players()[mover.index()],
        "value": analysis.value.name(),
        "winner": match analysis.value.winner(mover) {
            None => game.neither(),
            won => winner(game, won),
        },
        "optimal": analysis.optimal.as_ref().map(names),
        "moves": moves,
        "pv": pv,
        "nodes": analysis.nodes,
    });
    if !game.always_ends() {
        object["plies"] = json!(analysis.plies);
    }
    if let Some(margin) = analysis.margin {
        object["value_margin"] = json!(margin);
        object["margin"] = json!(match mover {
            Player::One => margin,
            Player::Two => -margin,
        });
        object["optimal_margin"] = json!(analysis.optimal_margin.as_ref().map(names));
    }
    object
}

fn people(object: &Value, players: [&str; 2]) -> Result<Exit, Failure> {
    let by = |margin: i64| match margin {
        0 => "equal points".to_string(),
        1.. => format!("{} has {margin} more", players[0]),
        _ => format!("{} has {} more", players[1], -margin),
    };
    let words = |field: &str| {
        let items = object[field].as_array().into_iter().flatten();
        items
            .filter_map(Value::as_str)
            .collect::<Vec<_>>()
            .join(" ")
    };
    let text = |field: &str| object[field].as_str().unwrap_or_default().to_string();
    let mut out = stdout();
    writeln!(out, "position  {}", text("position"))?;
    let (value, winner) = (text("value"), text("winner"));
    if value == Worth::Draw.name() {
        writeln!(out, "value     {winner}")?;
    } else {
        let wins = if winner.ends_with('s') { "win" } else { "wins" };
        let mover = text("to_move");
        writeln!(out, "value     {value} for {mover}: {winner} {wins}")?;
    }
    if let Some(plies) = object["plies"].as_u64() {
        writeln!(out, "plies     {plies}")?;
    }
    if let Some(margin) = object["margin"].as_i64() {
        let view = &object["value_margin"];
        writeln!(
            out,
            "margin    {view} for {}: {}",
            text("to_move"),
            by(margin)
        )?;
    }
    for (field, name) in [
        ("optimal", "optimal"),
        ("optimal_margin", "by margin"),
        ("pv", "pv"),
    ] {
        match words(field) {
            none if none.is_empty() => {}
            moves => writeln!(out, "{name:<9} {moves}")?,
        }
    }
    if !object["nodes"].is_null() {
        writeln!(out, "nodes     {}", object["nodes"])?;
    }
    if let Some(moves) = object["moves"].as_array().filter(|m| !m.is_empty()) {
        let mut columns = vec!["move", "position", "value"];
        if object["margin"].is_i64() {
            columns.push("value_margin");
        }
        if object.get("plies").is_some() {
            columns.push("plies");
        }
        let mut table = Table::new(columns.iter().copied());
        for mv in moves {
            table.push(columns.iter().map(|c| mv[c].clone()).collect());
        }
        writeln!(out)?;
        table.write_text(&mut out)?;
    }
    finish(out)?;
    Ok(OK)
}

fn file<G: CatalogGame>(
    options: &Solve,
    game: &G,
    path: &Path,
    answers: &Answers,
) -> Result<Exit, Failure> {
    let asked = read_positions(game, path)?;
    let pool = Pool::new(options.threads.unwrap_or(0));
    let memory = options.memory / pool.threads();
    let next = AtomicUsize::new(0);
    let mut solver = options.solver(game, memory)?;
    let worker = |solver: &Solver<G>, control: &Control| {
        let mut solver = solver.fork(memory);
        let mut solved = Vec::new();
        loop {
            let at = next.fetch_add(1, Relaxed);
            let Some(question) = asked.get(at) else {
                return Ok(solved);
            };
            if options.nodes.is_some() && at > 0 {
                solver = solver.fork(memory);
            }
            match solver.analyse(
                &question.position,
                options.detail(),
                &options.limits(),
                control,
            ) {
                Ok(analysis) => solved.push((at, answer(game, question, &analysis))),
                Err(why) => {
                    control.stop();
                    return Err((at, why));
                }
            }
            control.advance(1);
        }
    };
    let parts = progress::run("solving", |control| {
        control.set_total(asked.len() as u64);
        // Whatever is wrong, the first question says with its line.
        solver.prepare(&options.limits(), control).ok();
        pool.workers(|_| worker(&solver, control))
    })?;
    let mut objects = Vec::new();
    let mut faults: Vec<(usize, Unsolved)> = Vec::new();
    for part in parts {
        match part {
            Ok(part) => objects.extend(part),
            Err(fault) => faults.push(fault),
        }
    }
    // The others were only stopped by the first.
    let first = faults
        .iter()
        .min_by_key(|(at, why)| (matches!(why, Unsolved::Stopped(_)), *at));
    if let Some((at, why)) = first {
        let error = PositionsError::row(path, asked[*at].line, None, why.to_string());
        return Err(error.into());
    }
    objects.sort_unstable_by_key(|(at, _)| *at);
    let mut all = vec!["line", "id"];
    all.extend(options.fields(game).into_iter().filter(|&f| f != "nodes"));
    answers.write(&all, objects.into_iter().map(|(_, o)| o).collect())
}

fn answer<G: CatalogGame>(game: &G, asked: &Asked<G>, analysis: &Analysis<G>) -> Value {
    let mut object = object(game, &asked.position, analysis);
    if let Some(fields) = object.as_object_mut() {
        fields.remove("nodes");
    }
    object["line"] = json!(asked.line);
    object["id"] = json!(asked.id);
    object
}
