//! `sowlab plot FILE.csv`

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use serde_json::Map;

use super::arguments::command_line;
use super::output::say;
use super::{Exit, Failure, OK};
use crate::catalog::{self, CatalogGame, GameTask, INFOS};
use crate::game::DEFAULT_CAP;
use crate::manifest::{Input, manifest_path, write_manifest};
use crate::output::{check_target, sha256, together};
use crate::plot::source::{self, Filter, Request};
use crate::plot::{self, Figure, FileKind, Size};

/// Draw a file of results or a database as SVG or PNG
///
/// What the file is, is told by its header.
///
/// Results of an evaluation (columns game, section, games, metric, k, ties, vote, weight, mover,
/// label, rule, weights, figure, value, low, high, n):
///   curve    a figure over the size of the database, a curve for each metric and k, with chance
///            and the baselines as lines, and rollouts of equal cost as a curve. With one metric and
///            one k (--metric manhattan --k 5), a curve for each of several ties, vote, weight, mover
///            or label
///   heatmap  a figure by metric and k, for the largest database or --games
///
/// A database (coordinates, to_move, winner, margin, count or probability):
///   finals   the most frequent positions, coloured by winner; with --exact FILE all of them,
///            their share of the sample over their exact probability
///   lengths  the lengths of the games, from FILE.csv.json (length_histogram, or of exact
///            distributions length_distribution) or the column length
///   margins  by how many points games were won, coloured by winner
///
/// Games of a match (agent, opponent, pair, side, winner, score, margin, length):
///   outcomes wins, draws and losses of the agent, by side
///   margins, lengths
///
/// Figures of a curve (agent, opponent, parameter, setting, figure, value, low, high, n, unit):
///   curve    a figure over the values of the parameter, by factors where they lie far apart;
///            bars where they are words
///   outcomes wins, draws and losses at each value
///
/// Options with a list (--metric manhattan,chebyshev) draw several. Where the file has several
/// metrics or k and several values of ties, vote, weight, mover or label, the first of these is
/// drawn unless one is asked for, or several; what was chosen is said on standard error. What
/// cannot apply to a file (such as --figure for a database, or --top for results) is refused.
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub struct Plot {
    /// The file to draw; .csv.gz is read too
    file: PathBuf,
    /// The picture to write, .svg or .png [default: the file's name with .svg]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The kind of picture [default: the first that the file has]
    #[arg(long, value_enum)]
    kind: Option<Kind>,
    /// The exact distribution (generate --exact) to hold the final positions of a database against
    #[arg(long, value_name = "FILE")]
    exact: Option<PathBuf>,
    /// The figure to draw: hit, skill, no_advice, win_uniform, ..., or of a curve score, win,
    /// draw, loss, margin, length, score_south, ... [default: hit, score]
    #[arg(long)]
    figure: Option<String>,
    /// Metrics to draw
    #[arg(long, value_delimiter = ',')]
    metric: Vec<String>,
    /// Numbers of neighbours to draw
    #[arg(long, value_delimiter = ',')]
    k: Vec<String>,
    /// Rules for ties to draw
    #[arg(long, value_delimiter = ',')]
    ties: Vec<String>,
    /// Rules for votes to draw
    #[arg(long, value_delimiter = ',')]
    vote: Vec<String>,
    /// Weights of the rows to draw
    #[arg(long, value_delimiter = ',')]
    weight: Vec<String>,
    /// Whose rows vote: same, any
    #[arg(long, value_delimiter = ',')]
    mover: Vec<String>,
    /// Labels to draw: game, solver
    #[arg(long, value_delimiter = ',')]
    label: Vec<String>,
    /// How scores became moves: best, approve [default: best]
    #[arg(long)]
    rule: Option<String>,
    /// How positions were weighted: positions, visits [default: positions]
    #[arg(long)]
    weights: Option<String>,
    /// The size of the database for a heat map [default: the largest]
    #[arg(long)]
    games: Option<String>,
    /// The game, where the file has several [default: the first]
    #[arg(long)]
    game: Option<String>,
    /// How many positions to list at most [default: 20]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=60))]
    top: Option<u16>,
    /// The upright axis, such as 0..1 [default: as the data need]
    #[arg(long, value_name = "LOW..HIGH", allow_hyphen_values = true, value_parser = range)]
    range: Option<(f64, f64)>,
    /// The title [default: made from the file]
    #[arg(long)]
    title: Option<String>,
    #[command(flatten)]
    size: PictureSize,
}

/// The size of a picture.
#[derive(Args)]
pub struct PictureSize {
    /// The width of the picture in pixels, 200 to 4000
    #[arg(long, value_parser = side())]
    width: Option<u32>,
    /// The height of the picture in pixels, 200 to 4000
    #[arg(long, value_parser = side())]
    height: Option<u32>,
}

impl PictureSize {
    /// As the library takes it.
    pub fn size(&self) -> Size {
        Size {
            width: self.width,
            height: self.height,
        }
    }
}

fn side() -> clap::builder::RangedI64ValueParser<u32> {
    let sides = plot::SIDES;
    clap::value_parser!(u32).range(i64::from(*sides.start())..=i64::from(*sides.end()))
}

/// The kinds of picture.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kind {
    Curve,
    #[value(alias = "heat-map")]
    Heatmap,
    Lengths,
    Finals,
    Margins,
    Outcomes,
}

fn range(text: &str) -> Result<(f64, f64), String> {
    let ends = text.split_once("..").and_then(|(low, high)| {
        let number = |t: &str| t.trim().parse::<f64>().ok().filter(|n| n.is_finite());
        Some((number(low)?, number(high)?))
    });
    match ends {
        Some((low, high)) if low < high => Ok((low, high)),
        _ => Err("expected two numbers, the lower one first, such as 0..1".into()),
    }
}

impl Plot {
    pub fn run(self) -> Result<Exit, Failure> {
        let out = self.out.unwrap_or_else(|| beside(&self.file));
        // A wrong name should not cost the reading of a large file.
        check_picture(&out)?;
        let request = Request {
            kind: self.kind.map(|kind| match kind {
                Kind::Curve => source::Kind::Curve,
                Kind::Heatmap => source::Kind::HeatMap,
                Kind::Lengths => source::Kind::Lengths,
                Kind::Finals => source::Kind::Finals,
                Kind::Margins => source::Kind::Margins,
                Kind::Outcomes => source::Kind::Outcomes,
            }),
            filter: Filter {
                figure: self.figure,
                rule: self.rule,
                weights: self.weights,
                games: self.games,
                game: self.game,
                metric: self.metric,
                k: self.k,
                ties: self.ties,
                vote: self.vote,
                weight: self.weight,
                mover: self.mover,
                label: self.label,
            },
            players: players(),
            longest: Some(longest),
            exact: self.exact,
            top: self.top.map(usize::from),
            title: self.title,
            range: self.range,
        };
        let drawn = source::read(&self.file, &request)?;
        for choice in &drawn.choices {
            say(format_args!("note: {choice}"));
        }
        let exact = request.exact.as_deref();
        let inputs: Vec<&Path> = [Some(self.file.as_path()), exact]
            .into_iter()
            .flatten()
            .collect();
        write(&out, &drawn.figure, self.size.size(), &inputs)?;
        Ok(OK)
    }
}

/// Whether a picture and its manifest can be written: asked before long work.
pub(super) fn check_picture(out: &Path) -> Result<(), Failure> {
    FileKind::of(out)?;
    check_target(out)?;
    Ok(check_target(&manifest_path(out))?)
}

/// `results.csv.gz` -> `results.svg`
fn beside(file: &Path) -> PathBuf {
    let plain = match file.extension().is_some_and(|e| e == "gz") {
        true => file.with_extension(""),
        false => file.to_path_buf(),
    };
    plain.with_extension("svg")
}

/// Draws a file that another command has just written, as that file is best drawn.
pub(super) fn draw(file: &Path, out: &Path) -> Result<(), Failure> {
    let request = Request {
        players: players(),
        longest: Some(longest),
        ..Request::default()
    };
    let drawn = source::read(file, &request)?;
    write(out, &drawn.figure, Size::default(), &[file])
}

/// The longest that a game can be, where the referee cuts games short.
fn longest(name: &str) -> Result<Option<u64>, String> {
    struct Longest;

    impl GameTask for Longest {
        type Output = Option<u64>;

        fn run<G: CatalogGame>(self, game: G) -> Option<u64> {
            (!game.always_ends()).then_some(DEFAULT_CAP.into())
        }
    }

    catalog::run(name, Longest).map_err(|e| e.to_string())
}

/// The players of all games that the catalog knows, each pair once.
fn players() -> Vec<[String; 2]> {
    struct Players;

    impl GameTask for Players {
        type Output = [String; 2];

        fn run<G: CatalogGame>(self, game: G) -> [String; 2] {
            game.players().map(str::to_string)
        }
    }

    let mut pairs = Vec::new();
    for info in INFOS {
        match catalog::run(info.name, Players) {
            Ok(pair) if !pairs.contains(&pair) => pairs.push(pair),
            _ => {}
        }
    }
    pairs
}

/// The SHA-256 of a file's bytes.
fn digest(file: &Path) -> Result<String, String> {
    let bytes = std::fs::read(file);
    let bytes = bytes.map_err(|e| format!("{}: cannot read: {e}", file.display()))?;
    Ok(sha256(&bytes))
}

/// Writes a picture, made from these files, with its manifest, and says so.
pub(super) fn write(
    path: &Path,
    figure: &Figure,
    size: Size,
    inputs: &[&Path],
) -> Result<(), Failure> {
    let input = |file: &&Path| {
        Ok(Input {
            file: file.display().to_string(),
            sha256: digest(file)?,
        })
    };
    let inputs: Vec<Input> = inputs.iter().map(input).collect::<Result<_, String>>()?;
    together(|| {
        let drawn = plot::save(path, figure, size)?;
        let command = command_line();
        write_manifest(path, "picture", &command, &inputs, &drawn, Map::new())?;
        Ok::<_, Failure>(())
    })?;
    say(format_args!("wrote {}", path.display()));
    Ok(())
}
