//! Our own files.
//!
//! ```toml
//! game = "hare-and-hounds"
//!
//! [[feature]]
//! player = "hare"
//! string = "rel:last_from=<{1/8,3/8}>:to=<{}>:pat=<els=[!R0{0,1/8}]>"
//! weight = 1.9902246
//! comment = "what it is for"
//! ```

use std::fmt::Write;
use std::ops::Range;

use ::toml::Spanned;
use ::toml::de::{DeTable, DeValue};

use super::Loaded;
use super::source::{FileError, Source, number, quote};
use crate::catalog::nearest;
use crate::feature::{FeatureSet, Weighted};

/// The word for both players.
const BOTH: &str = "both";

/// Reads a set; `players` are the names of the game's players.
pub(super) fn parse(source: Source<'_>, players: [&str; 2]) -> Result<Loaded, FileError> {
    let reader = Reader { source, players };
    let table = table(source)?;
    let mut game = None;
    let mut features = Vec::new();
    for (key, value) in table.get_ref() {
        match key.get_ref().as_ref() {
            "game" => game = Some(reader.string("game", value)?),
            "feature" => features = reader.features(value)?,
            other => {
                return Err(reader.unknown(key.span(), "a set", other, &["game", "feature"]));
            }
        }
    }
    let mut loaded = Loaded::one(FeatureSet { features });
    loaded.game = game;
    Ok(loaded)
}

/// The game that a set names, if any; nothing else of it is looked at.
pub(super) fn game(source: Source<'_>) -> Result<Option<String>, FileError> {
    let table = table(source)?;
    let mut keys = table.get_ref().iter();
    let named = keys.find(|(key, _)| key.get_ref() == "game");
    let text = named.and_then(|(_, value)| value.get_ref().as_str());
    Ok(text.map(str::to_string))
}

/// The text as TOML.
fn table(source: Source<'_>) -> Result<Spanned<DeTable<'_>>, FileError> {
    DeTable::parse(source.text).map_err(|e| {
        let message = e.message().lines().next().unwrap_or("not TOML").to_string();
        source.fault(e.span().map_or(0, |s| s.start), message)
    })
}

type Value<'a> = Spanned<DeValue<'a>>;

struct Reader<'a> {
    source: Source<'a>,
    players: [&'a str; 2],
}

impl Reader<'_> {
    fn error<T>(&self, span: Range<usize>, message: impl Into<String>) -> Result<T, FileError> {
        self.source.error(span.start, message)
    }

    fn unknown(&self, span: Range<usize>, of: &str, key: &str, known: &[&str]) -> FileError {
        let hint = match nearest(key, known.iter().copied()) {
            Some(near) => format!("did you mean {near}?"),
            None => format!("expected {}", known.join(", ")),
        };
        let message = format!("{of} has no key {}; {hint}", quote(key));
        self.source.fault(span.start, message)
    }

    fn string(&self, key: &str, value: &Value<'_>) -> Result<String, FileError> {
        match value.get_ref() {
            DeValue::String(s) => Ok(s.to_string()),
            _ => self.error(value.span(), format!("{key}: expected a string in quotes")),
        }
    }

    /// The text of a number in decimals.
    fn number(&self, key: &str, value: &Value<'_>) -> Result<String, FileError> {
        match value.get_ref() {
            DeValue::Float(x) => Ok(x.as_str().to_string()),
            DeValue::Integer(i) if i.radix() == 10 => Ok(i.as_str().to_string()),
            _ => self.error(value.span(), format!("{key}: expected a decimal number")),
        }
    }

    fn weight(&self, value: &Value<'_>) -> Result<f32, FileError> {
        let text = self.number("weight", value)?;
        match number(&text) {
            Some(weight) if weight.is_finite() => Ok(weight),
            _ => self.error(
                value.span(),
                format!("weight: expected a finite number, found {text}"),
            ),
        }
    }

    fn statistic(&self, key: &str, value: &Value<'_>) -> Result<f64, FileError> {
        let text = self.number(key, value)?;
        match text.parse() {
            Ok(x) if f64::is_finite(x) => Ok(x),
            _ => self.error(
                value.span(),
                format!("{key}: expected a finite number, found {text}"),
            ),
        }
    }

    fn features(&self, value: &Value<'_>) -> Result<Vec<Weighted>, FileError> {
        let DeValue::Array(list) = value.get_ref() else {
            return self.error(value.span(), "expected [[feature]], with two brackets");
        };
        let feature = |item: &Value<'_>| match item.get_ref() {
            DeValue::Table(table) => self.feature(item.span(), table),
            _ => self.error(item.span(), "expected [[feature]] with keys"),
        };
        list.iter().map(feature).collect()
    }

    fn feature(&self, span: Range<usize>, table: &DeTable<'_>) -> Result<Weighted, FileError> {
        const KEYS: [&str; 6] = ["player", "string", "weight", "support", "effect", "comment"];
        let mut owners = [true; 2];
        let (mut feature, mut weight) = (None, None);
        let (mut support, mut effect) = (None, None);
        let mut comment = String::new();
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "player" => owners = self.owners(value)?,
                "string" => {
                    let text = self.string("string", value)?;
                    // After the quotation mark.
                    let at = value.span().start + 1;
                    feature = Some(self.source.feature(at, &text)?);
                }
                "weight" => weight = Some(value),
                "support" => support = Some(self.statistic("support", value)?),
                "effect" => effect = Some(self.statistic("effect", value)?),
                "comment" => comment = self.string("comment", value)?,
                other => return Err(self.unknown(key.span(), "a feature", other, &KEYS)),
            }
        }
        let Some(feature) = feature else {
            return self.error(span, "this feature has no string");
        };
        let Some(weight) = weight else {
            return self.error(span, "this feature has no weight");
        };
        Ok(Weighted {
            feature,
            weights: self.weights(weight, owners)?,
            support,
            effect,
            comment,
        })
    }

    /// Whose a feature is.
    fn owners(&self, value: &Value<'_>) -> Result<[bool; 2], FileError> {
        let name = self.string("player", value)?;
        let [one, two] = self.players;
        match &*name {
            BOTH => Ok([true; 2]),
            name if name == one => Ok([true, false]),
            name if name == two => Ok([false, true]),
            name => self.error(
                value.span(),
                format!(
                    "player: expected {one}, {two} or {BOTH}, found {}",
                    quote(name)
                ),
            ),
        }
    }

    /// One number for all owners, or a table with one for each.
    fn weights(&self, value: &Value<'_>, owners: [bool; 2]) -> Result<[Option<f32>; 2], FileError> {
        let DeValue::Table(table) = value.get_ref() else {
            let weight = self.weight(value)?;
            return Ok(owners.map(|owner| owner.then_some(weight)));
        };
        if owners != [true; 2] {
            let message = "weight: expected one number for one player";
            return self.error(value.span(), message);
        }
        let mut weights = [None; 2];
        for (key, value) in table {
            match self.players.iter().position(|p| *p == key.get_ref()) {
                Some(player) => weights[player] = Some(self.weight(value)?),
                None => {
                    let key_text = key.get_ref();
                    return Err(self.unknown(key.span(), "weight", key_text, &self.players));
                }
            }
        }
        Ok(weights)
    }
}

/// A set that cannot be written: a weight, or what was learned of it, is not finite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("feature {number} has a number that is not finite")]
pub struct NotFinite {
    /// The number of the feature, from 0.
    pub number: usize,
}

/// A set as a file of ours. Reading it gives the set back; numbers are written as
/// short as that allows.
///
/// # Errors
/// A number that is not finite.
pub fn to_toml(
    set: &FeatureSet,
    game: Option<&str>,
    players: [&str; 2],
) -> Result<String, NotFinite> {
    let mut out = String::new();
    if let Some(game) = game {
        let _ = writeln!(out, "game = {}", basic(game));
    }
    for (number, f) in set.features.iter().enumerate() {
        let weights = f.weights.iter().flatten();
        let statistics = [f.support, f.effect].into_iter().flatten();
        if !weights.into_iter().all(|w| w.is_finite())
            || !statistics.into_iter().all(f64::is_finite)
        {
            return Err(NotFinite { number });
        }
        let gap = if out.is_empty() { "" } else { "\n" };
        let _ = writeln!(out, "{gap}[[feature]]");
        if let [Some(_), None] | [None, Some(_)] = f.weights {
            let player = players[usize::from(f.weights[0].is_none())];
            let _ = writeln!(out, "player = {}", basic(player));
        }
        let _ = writeln!(out, "string = {}", basic(&f.feature.to_string()));
        let _ = writeln!(out, "weight = {}", weight(f.weights, players));
        for (key, value) in [("support", f.support), ("effect", f.effect)] {
            if let Some(value) = value {
                let _ = writeln!(out, "{key} = {value:?}");
            }
        }
        if !f.comment.is_empty() {
            let _ = writeln!(out, "comment = {}", basic(&f.comment));
        }
    }
    Ok(out)
}

fn weight(weights: [Option<f32>; 2], players: [&str; 2]) -> String {
    match weights {
        [Some(one), Some(two)] if one.to_bits() != two.to_bits() => {
            let [first, second] = players.map(bare);
            format!("{{ {first} = {one:?}, {second} = {two:?} }}")
        }
        [Some(weight), _] | [None, Some(weight)] => format!("{weight:?}"),
        [None, None] => "{}".into(),
    }
}

/// A key, in quotation marks only if it needs them.
fn bare(key: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    match !key.is_empty() && key.chars().all(plain) {
        true => key.into(),
        false => basic(key),
    }
}

/// A text as a TOML string in one line.
fn basic(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
