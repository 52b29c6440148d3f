//! `sowlab advise GAME --db FILE`

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Map, Value, json};

use super::answers::Answers;
use super::legal::winner;
use super::output::{Format, Table, finish, stdout, warn};
use super::positions::{Asked, position_or_start, read_positions};
use super::{Exit, Failure, INTERRUPTED, OK, numbers, progress};
use crate::catalog::{self, CatalogGame, GameTask};
use crate::database::{Database, Weights, read_file};
use crate::game::{Outcome, Player};
use crate::knn::{
    Advice, Advisor, Label, LabelSource, Metric, MoveAdvice, Mover, Neighbour, Rule, Ties, Vote,
    Voters, Weight, default_mover_of,
};
use crate::parallel::Pool;

/// Ask a database for advice: the nearest recorded positions vote on every move
///
/// Every legal move is judged by the position that it leads to: the k nearest
/// rows of the database vote, and the score is (for - against) / all votes, for
/// the player who moves. Two rules turn scores into advice: `best`, the moves of
/// the largest score, and `approve`, the moves with a positive score, if any. A
/// third line, `nearest`, breaks ties: of the best moves, if their score is
/// positive, those with the smallest distance.
///
/// Fields of a move (JSON, CSV): move, position (the one reached), distance (of
/// the farthest row that took part; empty if none did), rows (distinct rows that
/// took part), weight (all votes), for, against, draws, score (from -1 to 1),
/// exact (whether a row has the coordinates of the position reached), best and
/// approve (whether that rule advises the move), and with --neighbours: neighbours,
/// the rows that took part, each with coordinates, to_move, winner, count, votes
/// and distance. In a database of exact probabilities, for, against, draws,
/// weight, count and votes are probabilities. JSON wraps the moves in an object
/// with game, position, to_move, winner (null while the game goes on), metric, k,
/// ties, weight, vote, mover, label, hide_exact, voters (the number of rows that may
/// vote), best, approve and nearest (lists of moves), moves. Answers to a file have one row
/// for every legal move: line, id, from (the position asked about), to_move, winner
/// and the fields of the move; a finished position has one row without a move.
#[derive(Args)]
pub struct Advise {
    /// The game, such as 'sowing(pots=6,seeds=2)'
    game: String,
    /// The database (.csv or .csv.gz)
    #[arg(long, value_name = "FILE")]
    db: PathBuf,
    /// The position; the start of the game if left out
    #[arg(long, allow_hyphen_values = true, conflicts_with = "positions")]
    position: Option<String>,
    /// How many neighbours
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    k: u32,
    /// The distance: manhattan, euclidean or chebyshev
    #[arg(long, default_value_t = Metric::Manhattan)]
    metric: Metric,
    /// Who takes part at the k-th distance: all; classroom (exactly k, those that
    /// the mover lost first); first (exactly k, lowest row numbers first)
    #[arg(long, default_value_t = Ties::All)]
    ties: Ties,
    /// How neighbours vote: majority, or distance (by its inverse)
    #[arg(long, default_value_t = Vote::Majority)]
    vote: Vote,
    /// What k counts: distinct (rows) or count (a row of 5 games is 5 neighbours)
    #[arg(long, default_value_t = Weight::Distinct)]
    weight: Weight,
    /// Which rows vote: any, or same (those with the side to move of the position
    /// reached); if left out, any where all rows are finished positions, else same
    #[arg(long)]
    mover: Option<Mover>,
    /// Whose word on a row counts: game (who won the recorded game) or solver (the
    /// column `value` of sowlab label)
    #[arg(long, default_value_t = LabelSource::Game)]
    label: LabelSource,
    /// Show the rows that took part, at most N for each move
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "10",
        conflicts_with = "positions")]
    neighbours: Option<usize>,
    /// Rows equal to the position reached, or to its mirror image with the sides
    /// exchanged, do not vote
    #[arg(long)]
    hide_exact: bool,
    /// Answer every position of this file (.csv or .jsonl)
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// Write the answers to this file (.csv, .json or .jsonl)
    #[arg(long, value_name = "FILE", requires = "positions")]
    out: Option<PathBuf>,
    /// Threads that answer a file; 0 = as many as the machine has
    #[arg(long, default_value = "0", value_parser = numbers::threads)]
    threads: usize,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The fields of a move.
const FIELDS: [&str; 12] = [
    "move", "position", "distance", "rows", "weight", "for", "against", "draws", "score", "exact",
    "best", "approve",
];

/// What stands before them in the answers to a file.
const ASKED: [&str; 5] = ["line", "id", "from", "to_move", "winner"];

/// Positions answered between two looks at the progress.
const PART: usize = 1024;

impl Advise {
    pub fn run(self) -> Result<Exit, Failure> {
        catalog::run(&self.game.clone(), self)?
    }

    fn rule(&self) -> Rule {
        Rule {
            metric: self.metric,
            k: self.k,
            ties: self.ties,
            weight: self.weight,
            vote: self.vote,
        }
    }
}

impl GameTask for Advise {
    type Output = Result<Exit, Failure>;

    fn run<G: CatalogGame>(self, game: G) -> Self::Output {
        let inputs: Vec<&Path> = [&self.db]
            .into_iter()
            .chain(&self.positions)
            .map(PathBuf::as_path)
            .collect();
        let answers = Answers::new(self.out.as_deref(), self.format, &inputs)?;
        let position = position_or_start(&game, self.position.as_deref())?;
        let asked = match &self.positions {
            Some(path) => Some(read_positions(&game, path)?),
            None => None,
        };
        let loaded = read_file(&game, &self.db)?;
        warn(&loaded.warnings);
        let default = default_mover_of(&game, &loaded);
        if default == Mover::Any && game.plies_lie_apart() {
            note_plies(&self.db);
        }
        let mover = self.mover.unwrap_or(default);
        let database = loaded.database;
        let voters = Voters::from_database(&database, self.label, mover)
            .map_err(|e| format!("{}: {e}", self.db.display()))?;
        let advisor = Advisor {
            voters: &voters,
            rule: self.rule(),
            hide_exact: self.hide_exact,
        };
        let view = View {
            game: &game,
            database: &database,
            advisor,
            label: self.label,
        };
        if let Some(asked) = asked {
            return view.answer_all(&asked, self.threads, &answers);
        }
        let advice = advisor.advise(&game, &position)?;
        if advice.outcome.is_none() && advice.moves.iter().all(|m| m.tally.rows == 0) {
            note_silence(&self.db, mover);
        }
        let neighbours = |m: &MoveAdvice<G>| -> Result<Option<Vec<Neighbour>>, Failure> {
            let player = game.mover(&position);
            let listed = self.neighbours.is_some();
            let found = listed.then(|| advisor.neighbours(&game, &m.reached, player));
            Ok(found.transpose()?)
        };
        if self.format == Format::Text {
            return view.people(&position, &advice, self.neighbours, neighbours);
        }
        let mut moves = Vec::new();
        for m in &advice.moves {
            let mut fields = view.fields(&position, m);
            if let Some(rows) = neighbours(m)? {
                let most = self.neighbours.unwrap_or(usize::MAX);
                let shown = rows.iter().take(most).map(|n| view.neighbour(n));
                fields.insert("neighbours".into(), shown.collect());
            }
            moves.push(Value::Object(fields));
        }
        if self.format == Format::Csv {
            let mut fields = FIELDS.to_vec();
            fields.extend(self.neighbours.map(|_| "neighbours"));
            return answers.write(&fields, moves);
        }
        answers.one(&[], view.object(&position, &advice, moves))
    }
}

/// Says on standard error that distances are not about positions alone.
fn note_plies(db: &Path) {
    let _ = writeln!(
        std::io::stderr(),
        "note: {}: all rows are final positions, and in this game distances between positions of \
         different plies measure the plies too (--record all records the earlier ones)",
        db.display()
    );
}

/// Says on standard error why there are no votes at all.
fn note_silence(db: &Path, mover: Mover) {
    let which = match mover {
        Mover::Any => "no row votes",
        Mover::Same => "no row with that side to move votes (--mover any asks all rows)",
    };
    let _ = writeln!(std::io::stderr(), "note: {}: {which}", db.display());
}

/// What is needed to show advice.
struct View<'a, G> {
    game: &'a G,
    database: &'a Database,
    advisor: Advisor<'a>,
    label: LabelSource,
}

impl<G: CatalogGame> View<'_, G> {
    /// Votes as a number: probabilities are stored as multiples of 2^-53.
    fn amount(&self, votes: u64) -> Value {
        let exact = matches!(self.database.weights, Weights::Probability(_));
        if exact && self.advisor.rule.weight == Weight::Count {
            json!(votes as f64 / (1u64 << 53) as f64)
        } else {
            json!(votes)
        }
    }

    fn distance(&self, distance: Option<u32>) -> Option<f64> {
        distance.map(|d| self.advisor.rule.metric.real(d))
    }

    fn player(&self, player: Player) -> &'static str {
        self.game.players()[player.index()]
    }

    fn fields(&self, position: &G::Position, m: &MoveAdvice<G>) -> Map<String, Value> {
        let t = &m.tally;
        let values = [
            json!(self.game.move_text(position, m.mv)),
            json!(self.game.position_text(&m.reached)),
            json!(self.distance(t.distance)),
            json!(t.rows),
            self.amount(t.votes()),
            self.amount(t.wins),
            self.amount(t.losses),
            self.amount(t.draws),
            json!(t.score),
            json!(m.exact),
            json!(m.best),
            json!(m.approve),
        ];
        let names = FIELDS.iter().map(|f| f.to_string());
        names.zip(values).collect()
    }

    fn neighbour(&self, n: &Neighbour) -> Value {
        let row = self.database.coordinates.row(n.row);
        let count = match &self.database.weights {
            Weights::Count(_) => json!(n.weight),
            Weights::Probability(_) => json!(n.weight as f64 / (1u64 << 53) as f64),
        };
        json!({
            "coordinates": row.to_vec(),
            "to_move": self.player(self.database.to_move[n.row]),
            "winner": match n.label {
                Label::One => self.player(Player::One),
                Label::Draw => "draw",
                Label::Two => self.player(Player::Two),
            },
            "count": count,
            "votes": self.amount(n.votes),
            "distance": self.distance(Some(n.distance)),
        })
    }

    fn object(&self, position: &G::Position, advice: &Advice<G>, moves: Vec<Value>) -> Value {
        let Advisor {
            voters,
            rule,
            hide_exact,
        } = self.advisor;
        json!({
            "game": self.game.name(),
            "position": self.game.position_text(position),
            "to_move": self.player(self.game.mover(position)),
            "winner": advice.outcome.map(|o: Outcome| winner(self.game, o.winner)),
            "metric": rule.metric.name(),
            "k": rule.k,
            "ties": rule.ties.name(),
            "weight": rule.weight.name(),
            "vote": rule.vote.name(),
            "mover": voters.mover().name(),
            "label": self.label.name(),
            "hide_exact": hide_exact,
            "voters": voters.len(),
            "best": self.names(position, advice.moves.iter().filter(|m| m.best)),
            "approve": self.names(position, advice.moves.iter().filter(|m| m.approve)),
            "nearest": self.names(position, advice.nearest()),
            "moves": moves,
        })
    }

    fn names<'m>(
        &self,
        position: &G::Position,
        moves: impl Iterator<Item = &'m MoveAdvice<G>>,
    ) -> Vec<String>
    where
        G: 'm,
    {
        moves.map(|m| self.game.move_text(position, m.mv)).collect()
    }

    /// One position for people.
    fn people(
        &self,
        position: &G::Position,
        advice: &Advice<G>,
        most: Option<usize>,
        neighbours: impl Fn(&MoveAdvice<G>) -> Result<Option<Vec<Neighbour>>, Failure>,
    ) -> Result<Exit, Failure> {
        let mut out = stdout();
        if let Some(outcome) = advice.outcome {
            match outcome.winner {
                None => writeln!(out, "the game is over: a draw")?,
                Some(_) => {
                    let name = winner(self.game, outcome.winner);
                    writeln!(out, "the game is over: won by {name}")?;
                }
            }
            finish(out)?;
            return Ok(OK);
        }
        let draws = advice.moves.iter().any(|m| m.tally.draws > 0);
        let shown = |name: &&str| match *name {
            "weight" | "exact" => false,
            "draws" => draws,
            _ => true,
        };
        let columns: Vec<&str> = FIELDS.into_iter().filter(shown).collect();
        let mut table = Table::new(columns.iter().copied());
        for m in &advice.moves {
            let mut fields = self.fields(position, m);
            fields["distance"] = json!(self.distance(m.tally.distance).map(four_decimals));
            table.push(columns.iter().map(|c| fields[*c].take()).collect());
        }
        table.write_text(&mut out)?;
        let moves = advice.moves.iter();
        for (name, moves) in [
            (
                "best",
                self.names(position, moves.clone().filter(|m| m.best)),
            ),
            ("approve", self.names(position, moves.filter(|m| m.approve))),
            ("nearest", self.names(position, advice.nearest())),
        ] {
            let moves = if moves.is_empty() {
                "no advice".to_string()
            } else {
                moves.join(", ")
            };
            writeln!(out, "{name}: {moves}")?;
        }
        for m in &advice.moves {
            let Some(rows) = neighbours(m)? else { break };
            let mv = self.game.move_text(position, m.mv);
            let reached = self.game.position_text(&m.reached);
            writeln!(out, "\nneighbours of {reached}, after {mv}:")?;
            self.list(&rows, most.unwrap_or(usize::MAX), &mut out)?;
        }
        finish(out)?;
        Ok(OK)
    }

    fn list(&self, rows: &[Neighbour], most: usize, out: &mut dyn Write) -> Result<(), Failure> {
        let columns = ["coordinates", "to_move", "winner", "count", "distance"];
        let mut table = Table::new(columns);
        for n in rows.iter().take(most) {
            let mut fields = self.neighbour(n);
            fields["coordinates"] = json!(fields["coordinates"].to_string());
            fields["distance"] = json!(self.distance(Some(n.distance)).map(four_decimals));
            table.push(columns.iter().map(|c| fields[*c].take()).collect());
        }
        if rows.is_empty() {
            writeln!(out, "none")?;
        } else if most > 0 {
            table.write_text(out)?;
        }
        if rows.len() > most {
            writeln!(out, "... and {} more", rows.len() - most)?;
        }
        Ok(())
    }

    /// Every position of a file, with one row for each legal move.
    fn answer_all(
        &self,
        asked: &[Asked<G>],
        threads: usize,
        answers: &Answers,
    ) -> Result<Exit, Failure> {
        let pool = Pool::new(threads);
        let rows = progress::run("advising", |control| -> Result<_, Failure> {
            control.set_total(asked.len() as u64);
            let mut rows = Vec::new();
            for part in asked.chunks(PART) {
                if control.stopped() {
                    return Ok(None);
                }
                let positions: Vec<G::Position> = part.iter().map(|a| a.position).collect();
                let advice = self.advisor.advise_all(self.game, &positions, &pool)?;
                for (asked, advice) in part.iter().zip(&advice) {
                    self.rows(asked, advice, &mut rows);
                }
                control.advance(part.len() as u64);
            }
            Ok(Some(rows))
        })??;
        match rows {
            Some(rows) => answers.write(&[&ASKED[..], &FIELDS[..]].concat(), rows),
            None => {
                let _ = writeln!(std::io::stderr(), "stopped: nothing written");
                Ok(INTERRUPTED)
            }
        }
    }

    fn rows(&self, asked: &Asked<G>, advice: &Advice<G>, rows: &mut Vec<Value>) {
        let position = &asked.position;
        let head = json!({
            "line": asked.line,
            "id": asked.id,
            "from": self.game.position_text(position),
            "to_move": self.player(self.game.mover(position)),
            "winner": advice.outcome.map(|o| winner(self.game, o.winner)),
        });
        let with = |fields: Map<String, Value>| {
            let mut row = head.clone();
            for (name, value) in fields {
                row[name] = value;
            }
            row
        };
        if advice.moves.is_empty() {
            let none = FIELDS.iter().map(|f| (f.to_string(), Value::Null));
            rows.push(with(none.collect()));
        }
        rows.extend(advice.moves.iter().map(|m| with(self.fields(position, m))));
    }
}

fn four_decimals(distance: f64) -> f64 {
    (distance * 1e4).round() / 1e4
}
