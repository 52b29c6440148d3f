//! `sowlab features explain STRING --game GAME`

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::super::output::{Table, finish, say, stdout};
use super::super::plot::{PictureSize, check_picture, write};
use super::super::{Exit, Failure, OK};
use super::{Form, label, short};
use crate::catalog::{self, CatalogGame, GameTask};
use crate::feature::syntax::{Role, Walk};
use crate::feature::{Explanation, Feature, Ground, Way, explain};
use crate::game::Player;
use crate::plot::{Figure, Pattern, terminal};

/// Explain a feature on a game's board: in words, in which ways it holds, what surprises
///
/// Text: the feature in its normal form; a sentence for each part; how it is turned, by the number
/// of slots of the anchor; the distinct ways in which it can be active, each with the site that the
/// walks start from, the rotation, the positions of the move and of the last move, and what must
/// stand where; quirks of the language that matter here, those marked ! probably not meant; a
/// drawing of the first way.
///
/// Fields (JSON): game, player (the mover), feature, words (sentences), turnings (each with slots,
/// anchors, rotations, distinct_rotations, reflected, distinct), found (instances, equal ones
/// included), ways (each with anchor, rotation, mirrored, to, from, last_to, last_from (labels of
/// sites, null for any), requires (each with site, number, allowed, a list of empty and the names of
/// players, or seeds), paths (each with part, sites, where null is off the board), found (instances
/// that come to this one)), quirks (each with quirk, warning, message).
#[derive(Args)]
pub struct Explain {
    /// The feature, such as 'rel:to=<{}>:pat=<els=[e{0,0,1/4}]>'
    feature: String,
    /// The game, such as 'alquerkonane(rows=6)'
    #[arg(long)]
    game: String,
    /// The side to move [default: the game's first player]
    #[arg(long)]
    player: Option<String>,
    /// Only ways whose walks start from this site, by label or number
    #[arg(long, value_name = "SITE")]
    anchor: Option<String>,
    /// Draw the first way, as .svg or .png
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Form,
    #[command(flatten)]
    size: PictureSize,
}

/// As text, at most so many ways are listed.
const MOST_WAYS: usize = 40;

impl Explain {
    pub fn run(self) -> Result<Exit, Failure> {
        if let Some(plot) = &self.plot {
            check_picture(plot)?;
        }
        catalog::run(&self.game.clone(), self)?
    }
}

impl GameTask for Explain {
    type Output = Result<Exit, Failure>;

    fn run<G: CatalogGame>(self, game: G) -> Self::Output {
        let feature: Feature = self.feature.parse().map_err(|e| format!("feature: {e}"))?;
        let ground = Ground::of(&game)?;
        let player = match &self.player {
            None => Player::One,
            Some(name) => game.parse_player(name).ok_or_else(|| {
                let [one, two] = game.players();
                format!("--player: expected {one} or {two}, found \"{name}\"")
            })?,
        };
        let anchor = self
            .anchor
            .as_deref()
            .map(|a| site(&ground, a))
            .transpose()?;
        let explanation = explain(&feature, &ground, player, anchor)?;
        let drawn = explanation
            .ways
            .first()
            .map(|way| Pattern::of(&explanation, way, &ground));
        if let Some(path) = &self.plot {
            let Some(pattern) = &drawn else {
                return Err(
                    "--plot: there is no way in which it holds here, nothing to draw".into(),
                );
            };
            write(
                path,
                &Figure::Pattern(pattern.clone()),
                self.size.size(),
                &[],
            )?;
        }
        let mut out = stdout();
        match self.format {
            Form::Json => {
                serde_json::to_writer_pretty(&mut out, &object(&explanation, &ground))?;
                writeln!(out)?;
            }
            Form::Text => {
                text(&explanation, &ground, &mut out)?;
                if let Some(pattern) = &drawn {
                    writeln!(out, "\nThe first of these ways:")?;
                    out.write_all(terminal::pattern(pattern)?.as_bytes())?;
                }
            }
        }
        finish(out)?;
        if anchor.is_some() && explanation.found == 0 {
            say("note: nothing was found from this anchor");
        }
        Ok(OK)
    }
}

/// A site by label or number.
fn site(ground: &Ground, text: &str) -> Result<usize, String> {
    let sites = ground.board.sites();
    let number = || text.parse().ok().filter(|&n: &usize| n < sites.len());
    ground.board.find(text).or_else(number).ok_or_else(|| {
        let labels: Vec<&str> = sites.iter().map(|s| s.label.as_str()).collect();
        let labels = labels.join(", ");
        format!("--anchor: \"{text}\" is no site of the board: expected a number or {labels}")
    })
}

/// The positions that are asked for by some way, in the order of print.
fn roles(explanation: &Explanation) -> Vec<Role> {
    let asked = |role: &Role| {
        explanation
            .ways
            .iter()
            .any(|w| w.places[role.index()].is_some())
    };
    let order = [Role::To, Role::From, Role::LastTo, Role::LastFrom];
    order.into_iter().filter(asked).collect()
}

fn text(explanation: &Explanation, ground: &Ground, out: &mut dyn Write) -> Result<(), Failure> {
    let player = ground.players[explanation.player.index()];
    writeln!(out, "{}", explanation.feature)?;
    writeln!(out, "{}, {player} to move\n", ground.game)?;
    for sentence in &explanation.words {
        writeln!(out, "{sentence}")?;
    }
    if !explanation.turnings.is_empty() {
        let mut table = Table::new([
            "slots",
            "anchors",
            "rotations",
            "distinct",
            "mirrored",
            "in all",
        ]);
        for t in &explanation.turnings {
            table.push(vec![
                json!(t.slots),
                json!(t.anchors),
                json!(t.rotations),
                json!(t.distinct_rotations),
                json!(t.reflected),
                json!(t.distinct),
            ]);
        }
        writeln!(
            out,
            "\nTurned, by the number of slots of the anchor (distinct: that find something of their own):"
        )?;
        table.write_text(out)?;
    }
    let ways = &explanation.ways;
    writeln!(out, "\n{}", counted(explanation))?;
    if !ways.is_empty() {
        ways_table(explanation, ground).write_text(out)?;
    }
    if let Some(more @ 1..) = ways.len().checked_sub(MOST_WAYS) {
        writeln!(
            out,
            "... and {more} more: --anchor SITE lists those from one site, --format json all"
        )?;
    }
    if !explanation.quirks.is_empty() {
        writeln!(out, "\nWhat surprises (!: probably not meant):")?;
        for quirk in &explanation.quirks {
            let sign = if quirk.kind.is_warning() { '!' } else { ' ' };
            writeln!(out, "{sign} {}: {}", quirk.kind, quirk.message)?;
        }
    }
    Ok(())
}

/// `20 distinct ways (24 instances)`
fn counted(explanation: &Explanation) -> String {
    let ways = match explanation.ways.len() {
        1 => "1 distinct way".into(),
        n => format!("{n} distinct ways"),
    };
    match (explanation.feature.spatial(), explanation.found) {
        (None, _) => "It has no pattern, so there is nothing to turn or to draw".into(),
        (_, 0) => "No way in which it can be active here".into(),
        (_, 1) => format!("{ways} (1 instance):"),
        (_, found) => format!("{ways} ({found} instances):"),
    }
}

fn ways_table(explanation: &Explanation, ground: &Ground) -> Table {
    let roles = roles(explanation);
    let names = roles.iter().map(|r| r.name());
    let before = ["anchor", "rotation", "mirrored"].into_iter();
    let mut table = Table::new(before.chain(names).chain(["requires"]));
    for way in explanation.ways.iter().take(MOST_WAYS) {
        let mut row = vec![
            label(ground, Some(way.anchor)),
            json!(Walk::number(way.turning.rotation).to_string()),
            json!(way.turning.mirrored),
        ];
        row.extend(roles.iter().map(|r| label(ground, way.places[r.index()])));
        let requirement = |r: &crate::feature::Requirement| {
            format!("{} {}", ground.board.sites()[r.site].label, r.name(ground))
        };
        let requires: Vec<String> = way.requirements.iter().map(requirement).collect();
        row.push(json!(requires.join(", ")));
        table.push(row);
    }
    table
}

fn object(explanation: &Explanation, ground: &Ground) -> Value {
    let turnings = explanation.turnings.iter().map(|t| {
        json!({
            "slots": t.slots,
            "anchors": t.anchors,
            "rotations": t.rotations,
            "distinct_rotations": t.distinct_rotations,
            "reflected": t.reflected,
            "distinct": t.distinct,
        })
    });
    let quirks = explanation.quirks.iter().map(|q| {
        json!({
            "quirk": q.kind.name(),
            "warning": q.kind.is_warning(),
            "message": q.message,
        })
    });
    json!({
        "game": ground.game,
        "player": ground.players[explanation.player.index()],
        "feature": explanation.feature.to_string(),
        "words": explanation.words,
        "turnings": turnings.collect::<Vec<Value>>(),
        "found": explanation.found,
        "ways": explanation.ways.iter().map(|w| way(w, ground)).collect::<Vec<Value>>(),
        "quirks": quirks.collect::<Vec<Value>>(),
    })
}

fn way(way: &Way, ground: &Ground) -> Value {
    let requires = way.requirements.iter().map(|r| {
        let allowed: Vec<&str> = r.allowed.iter().map(|s| s.name(ground)).collect();
        json!({
            "site": label(ground, Some(r.site)),
            "number": r.site,
            "allowed": allowed,
        })
    });
    let paths = way.paths.iter().map(|p| {
        let sites: Vec<Value> = p.sites.iter().map(|&s| label(ground, s)).collect();
        json!({ "part": p.part, "sites": sites })
    });
    let mut object = json!({
        "anchor": label(ground, Some(way.anchor)),
        "rotation": short(way.turning.rotation),
        "mirrored": way.turning.mirrored,
        "requires": requires.collect::<Vec<Value>>(),
        "paths": paths.collect::<Vec<Value>>(),
        "found": way.found,
    });
    for role in Role::ALL {
        object[role.name()] = label(ground, way.places[role.index()]);
    }
    object
}
