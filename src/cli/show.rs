//! `sowlab show GAME`

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::output::{finish, stdout, warn};
use super::plot::{PictureSize, check_picture, write};
use super::{Exit, Failure, OK, numbers, progress};
use crate::catalog::{self, CatalogGame, GameTask, KnnName, open_advisor};
use crate::database::read_file;
use crate::game::Outcome;
use crate::knn::{Advisor, MoveAdvice, Voters, default_mover_of};
use crate::plot::{Arrow, Board, Figure, Frame, Mark, Strip, terminal};
use crate::solver::{Limits, MoveValue, Solver};

/// Draw a position or a whole game, on the terminal or as a picture
///
/// Without --out the drawing is text. Scores stand above the moves, for the side to move: 1 is
/// the best, -1 the worst; the best moves are framed (on the terminal: *).
#[derive(Args)]
pub struct Show {
    /// The game, such as 'sowing(pots=6,seeds=2)'
    game: String,
    /// The position [default: the game's start]
    #[arg(long, allow_hyphen_values = true)]
    position: Option<String>,
    /// Show the exact value of every move
    #[arg(long, conflicts_with_all = ["scores", "advice"])]
    exact: bool,
    /// Give up --exact after this many nodes
    #[arg(long, value_name = "N", default_value = "2e7", requires = "exact", value_parser = numbers::count)]
    nodes: u64,
    /// Show the scores of an advisor: "knn(db=x.csv,k=5,metric=manhattan)", with ties, weight,
    /// vote, mover, label, hide_exact=yes as in sowlab advise
    #[arg(long, value_name = "ADVISOR", conflicts_with = "scores")]
    advice: Option<String>,
    /// Scores on moves, from -1 to 1: "0=0.5,1=-0.2"
    #[arg(long, allow_hyphen_values = true)]
    scores: Option<String>,
    /// Play these moves from the position: "1 3 1 4", or a file that holds them; blanks, commas
    /// or line breaks between moves
    #[arg(long, value_name = "MOVES|FILE", allow_hyphen_values = true)]
    transcript: Option<String>,
    /// Of a transcript, draw only the position after this many moves
    #[arg(long, requires = "transcript")]
    ply: Option<usize>,
    /// The picture to write, .svg or .png
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The title [default: the game's name]
    #[arg(long)]
    title: Option<String>,
    #[command(flatten)]
    size: PictureSize,
    /// The files that were read, for the manifest.
    #[arg(skip)]
    read: Vec<PathBuf>,
}

impl Show {
    pub fn run(self) -> Result<Exit, Failure> {
        if let Some(out) = &self.out {
            check_picture(out)?;
        }
        let scored = self.exact || self.scores.is_some() || self.advice.is_some();
        if scored && self.transcript.is_some() && self.ply.is_none() {
            return Err("scores are drawn on one position: add --ply to choose it".into());
        }
        let name = self.game.clone();
        catalog::run(&name, self)?
    }
}

impl GameTask for Show {
    type Output = Result<Exit, Failure>;

    fn run<G: CatalogGame>(mut self, game: G) -> Self::Output {
        let start = match &self.position {
            Some(text) => game.parse_position(text)?,
            None => game.initial(),
        };
        let line = match &self.transcript {
            Some(text) => {
                let (file, text) = transcript_text(text)?;
                played(&game, start, file, &text)?
            }
            None => Line {
                positions: vec![start],
                moves: Vec::new(),
            },
        };
        if self.transcript.is_some() && self.ply.is_none() {
            let strip = strip(&game, &line, self.title.as_deref());
            return self.deliver(&terminal::strip(&strip), &Figure::Strip(strip));
        }
        let ply = self.ply.unwrap_or(0);
        let Some(position) = line.positions.get(ply) else {
            let moves = line.moves.len();
            return Err(format!("--ply {ply}: the transcript has {moves} moves").into());
        };
        let scores = match &self.scores {
            Some(text) => scores_by_hand(&game, position, text)?,
            None if self.exact => exact_scores(&game, position, self.nodes)?,
            None if self.advice.is_some() => {
                let advisor = open_advisor(self.advice.as_deref().unwrap_or(""))?;
                self.read.push(PathBuf::from(&advisor.db));
                advised_scores(&game, position, &advisor)?
            }
            None => Vec::new(),
        };
        let last = ply.checked_sub(1);
        let last = last.map(|i| (&line.positions[i], line.moves[i]));
        let mut board = board(&game, position, &scores, last, self.title.as_deref());
        if let Some(advisor) = &self.advice {
            board.note += &format!(" · scores of {}", open_advisor(advisor)?);
        } else if self.exact {
            board.note += " · exact values";
        }
        self.deliver(&terminal::board(&board)?, &Figure::Board(board))
    }
}

impl Show {
    fn deliver(&self, text: &str, figure: &Figure) -> Result<Exit, Failure> {
        match &self.out {
            Some(path) => {
                let inputs: Vec<&Path> = self.read.iter().map(PathBuf::as_path).collect();
                write(path, figure, self.size.size(), &inputs)?;
            }
            None => {
                let mut out = stdout();
                out.write_all(text.as_bytes())?;
                finish(out)?;
            }
        }
        Ok(OK)
    }
}

/// A score on a move, for the side to move: 1 is the best, -1 the worst.
pub(super) struct Score<G: CatalogGame> {
    /// The move.
    pub mv: G::Move,
    /// From -1 to 1.
    pub score: f64,
    /// As it is printed.
    pub text: String,
}

/// Scores as marks on the places where the moves start, the highest framed.
/// Where several moves start at one place, it shows the best of them.
pub(super) fn marks<G: CatalogGame>(
    game: &G,
    position: &G::Position,
    scores: &[Score<G>],
) -> Vec<Mark> {
    let best = scores.iter().map(|s| s.score).fold(-2.0, f64::max);
    // If all moves are equal, none stands out.
    let differ = scores.iter().any(|s| s.score < best);
    let mut marks: Vec<Mark> = Vec::new();
    for score in scores {
        let Some(site) = game.site_of(position, score.mv) else {
            continue;
        };
        let mark = Mark {
            site,
            text: score.text.clone(),
            score: Some(score.score),
            best: differ && score.score == best,
        };
        match marks.iter_mut().find(|m| m.site == site) {
            Some(old) if old.score >= mark.score => {}
            Some(old) => *old = mark,
            None => marks.push(mark),
        }
    }
    marks
}

/// The moves of pieces as arrows, the highest scores framed; then the move that was
/// played last in the position before.
fn arrows<G: CatalogGame>(
    game: &G,
    position: &G::Position,
    scores: &[Score<G>],
    last: Option<(&G::Position, G::Move)>,
) -> Vec<Arrow> {
    let best = scores.iter().map(|s| s.score).fold(-2.0, f64::max);
    let differ = scores.iter().any(|s| s.score < best);
    let arrow = |from: &G::Position, mv| Arrow {
        path: game.path_of(from, mv),
        name: game.move_text(from, mv),
        ..Arrow::default()
    };
    let scored = scores.iter().map(|score| Arrow {
        text: score.text.clone(),
        score: Some(score.score),
        best: differ && score.score == best,
        ..arrow(position, score.mv)
    });
    let last = last.map(|(from, mv)| arrow(from, mv));
    scored.chain(last).collect()
}

/// A drawing of a position; `last` is the move that led to it, with the position
/// before.
pub(super) fn board<G: CatalogGame>(
    game: &G,
    position: &G::Position,
    scores: &[Score<G>],
    last: Option<(&G::Position, G::Move)>,
    title: Option<&str>,
) -> Board {
    let mut picture = game.picture(position);
    let pieces = picture.has_pieces();
    if let Some(outcome) = game.expand(position, &mut Vec::new()) {
        picture.caption = format!("The game is over: {}", result(game, outcome));
        picture.direction = 0;
    }
    Board {
        title: title.map_or_else(|| game.name(), str::to_string),
        note: game.position_text(position),
        picture,
        marks: if pieces {
            Vec::new()
        } else {
            marks(game, position, scores)
        },
        last: last
            .filter(|_| !pieces)
            .and_then(|(from, mv)| game.site_of(from, mv)),
        arrows: if pieces {
            arrows(game, position, scores, last)
        } else {
            Vec::new()
        },
    }
}

/// The scores that a kNN advisor gives the moves.
fn advised_scores<G: CatalogGame>(
    game: &G,
    position: &G::Position,
    name: &KnnName,
) -> Result<Vec<Score<G>>, Failure> {
    let loaded = read_file(game, Path::new(&name.db))?;
    warn(&loaded.warnings);
    let options = &name.options;
    let mover = options
        .mover
        .unwrap_or_else(|| default_mover_of(game, &loaded));
    let voters = Voters::from_database(&loaded.database, options.label, mover)
        .map_err(|e| format!("{}: {e}", name.db))?;
    let advisor = Advisor {
        voters: &voters,
        rule: options.rule,
        hide_exact: options.hide_exact,
    };
    let advice = advisor.advise(game, position)?;
    let score = |m: &MoveAdvice<G>| Score {
        mv: m.mv,
        score: m.tally.score,
        text: format!("{:+.2}", m.tally.score),
    };
    Ok(advice.moves.iter().map(score).collect())
}

/// `0=0.5,1=-0.2`
fn scores_by_hand<G: CatalogGame>(
    game: &G,
    position: &G::Position,
    text: &str,
) -> Result<Vec<Score<G>>, Failure> {
    let mut scores: Vec<Score<G>> = Vec::new();
    for part in text.split(',') {
        let Some((mv, number)) = part.split_once('=') else {
            return Err(format!("--scores: \"{part}\": expected move=score").into());
        };
        let named = |e: &dyn std::fmt::Display| format!("--scores: move \"{}\": {e}", mv.trim());
        let mv_read = game
            .parse_move(position, mv.trim())
            .map_err(|e| named(&e))?;
        game.check(position, mv_read).map_err(|e| named(&e))?;
        if scores.iter().any(|s| s.mv == mv_read) {
            return Err(named(&"it has two scores").into());
        }
        let score = number.trim().parse().ok();
        let Some(score) = score.filter(|s: &f64| (-1.0..=1.0).contains(s)) else {
            let message = format!("\"{}\": expected a score from -1 to 1", number.trim());
            return Err(named(&message).into());
        };
        scores.push(Score {
            mv: mv_read,
            score,
            text: format!("{score:+.2}"),
        });
    }
    Ok(scores)
}

/// Memory of the solver's table for a drawing.
const TABLE_BYTES: usize = 1 << 30;

/// The exact values of all legal moves; in games that count points with the
/// margin beside the value.
fn exact_scores<G: CatalogGame>(
    game: &G,
    position: &G::Position,
    nodes: u64,
) -> Result<Vec<Score<G>>, Failure> {
    let limits = Limits {
        nodes: Some(nodes),
        time: None,
    };
    let moves = progress::run("solving", |control| {
        let mut solver = Solver::new(game.clone(), TABLE_BYTES);
        solver.moves_with_values(position, &limits, control)
    })?
    .map_err(|e| format!("--exact: {e}"))?;
    let score = |m: MoveValue<G>| Score {
        mv: m.mv,
        score: f64::from(m.value as i8),
        text: match (m.margin, m.plies) {
            (Some(margin), _) if margin != 0 => format!("{} {margin:+}", m.value.name()),
            (_, Some(plies)) => format!("{} in {plies}", m.value.name()),
            _ => m.value.name().to_string(),
        },
    };
    Ok(moves.into_iter().map(score).collect())
}

/// A line of play: one position more than moves.
struct Line<G: CatalogGame> {
    positions: Vec<G::Position>,
    moves: Vec<G::Move>,
}

/// The moves themselves, or the file of that name with its moves.
fn transcript_text(text: &str) -> Result<(Option<&str>, String), Failure> {
    if !Path::new(text).is_file() {
        return Ok((None, text.to_string()));
    }
    match std::fs::read_to_string(text) {
        Ok(moves) => Ok((Some(text), moves)),
        Err(e) => Err(format!("{text}: cannot read: {e}").into()),
    }
}

/// Plays moves, which may come from a file, checking each.
fn played<G: CatalogGame>(
    game: &G,
    start: G::Position,
    file: Option<&str>,
    text: &str,
) -> Result<Line<G>, Failure> {
    let mut line = Line {
        positions: vec![start],
        moves: Vec::new(),
    };
    let words = text.lines().zip(1..).flat_map(|(line, number)| {
        let words = line.split(|c: char| c.is_whitespace() || c == ',');
        let words = words.filter(|w| !w.is_empty());
        words.map(move |word| (number, word))
    });
    let mut position = start;
    for (i, (number, word)) in words.enumerate() {
        let player = player(game, &position);
        let named = |e: &dyn std::fmt::Display| {
            let place = file.map_or(String::new(), |f| format!("{f}: line {number}: "));
            format!("{place}move {} ({player} {word}): {e}", i + 1)
        };
        if let Some(outcome) = game.expand(&position, &mut Vec::new()) {
            let message = format!("the game is over: {}", result(game, outcome));
            return Err(named(&message).into());
        }
        let mv = game.parse_move(&position, word).map_err(|e| named(&e))?;
        game.check(&position, mv).map_err(|e| named(&e))?;
        position = game.play(&position, mv);
        line.positions.push(position);
        line.moves.push(mv);
    }
    Ok(line)
}

fn strip<G: CatalogGame>(game: &G, line: &Line<G>, title: Option<&str>) -> Strip {
    let frame = |(i, position): (usize, &G::Position)| {
        let picture = game.picture(position);
        let Some(p) = i.checked_sub(1) else {
            return Frame {
                picture,
                ..Frame::default()
            };
        };
        let (from, mv) = (&line.positions[p], line.moves[p]);
        let by = game.mover(from);
        let name = player(game, from);
        let goes_on =
            game.mover(position) == by && game.expand(position, &mut Vec::new()).is_none();
        Frame {
            picture,
            played: format!("{name} {}", game.move_text(from, mv)),
            by: Some(by),
            then: if goes_on {
                format!("{name} again")
            } else {
                String::new()
            },
            from: game.site_of(from, mv),
            path: game.path_of(from, mv),
        }
    };
    let last = line.positions.last().copied().unwrap_or(game.initial());
    let result = match game.expand(&last, &mut Vec::new()) {
        Some(outcome) => format!("{} after {} moves", result(game, outcome), line.moves.len()),
        None => format!("not finished: {} to move", player(game, &last)),
    };
    let picture = game.picture(&last);
    Strip {
        title: title.map_or_else(|| game.name(), str::to_string),
        note: picture.sides.join(" · "),
        frames: line.positions.iter().enumerate().map(frame).collect(),
        result,
    }
}

/// The name of the side to move, with a capital.
fn player<G: CatalogGame>(game: &G, position: &G::Position) -> String {
    capital(game.players()[game.mover(position).index()])
}

/// `South wins`, `draw`, `South wins by 3`, `South wins at equal points`
fn result<G: CatalogGame>(game: &G, outcome: Outcome) -> String {
    let margin = outcome.margin.map_or(String::new(), |m| match m {
        // Something else decides, as Fang's tibong.
        0 => " at equal points".into(),
        m => format!(" by {}", m.unsigned_abs()),
    });
    match outcome.winner {
        Some(winner) => format!("{} wins{margin}", capital(game.players()[winner.index()])),
        None => "draw".into(),
    }
}

fn capital(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map_or(String::new(), |first| {
        first.to_uppercase().chain(chars).collect()
    })
}
