//! The plain text files of Ludii's training: one feature a line; and one weight a
//! line, then the name of the file of the features.

use std::path::Path;

use super::source::{FileError, Source, quote};
use super::{Format, Loaded, unmarked};
use crate::feature::{Feature, FeatureSet, Weighted};

/// What may stand before the name of the file of features.
const NAMED: &str = "FeatureSet=";

/// Lines that are not blank, each with its place.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    let numbered = text.split_inclusive('\n').map(move |line| {
        let begin = at + line.len() - line.trim_start().len();
        at += line.len();
        (begin, line.trim())
    });
    numbered.filter(|(_, line)| !line.is_empty())
}

/// Reads features without weights: all weigh nothing.
pub(super) fn features(source: Source<'_>) -> Result<Loaded, FileError> {
    let (features, mut warnings) = list(source)?;
    let message = "features without weights: all weigh 0; the file of the weights names this one";
    warnings.insert(0, FileError::whole(source.file, message).to_string());
    let weights = vec![0.0; features.len()];
    Ok(weighted(features, &weights, warnings))
}

/// Reads weights, and the features from the file that they name.
pub(super) fn weights(
    source: Source<'_>,
    beside: impl FnOnce(&Path) -> Result<String, FileError>,
) -> Result<Loaded, FileError> {
    let mut weights = Vec::new();
    let mut name = None;
    for (at, line) in lines(source.text) {
        if name.is_some() {
            return source.error(
                at,
                "expected the end of the file after the name of the features: the weights of a \
                 boosted set are not read, as their layout is not known; put the effective weights \
                 in the place of the others and end the file with the name",
            );
        }
        match line.parse::<f32>() {
            Ok(_) => weights.push(source.weight(at, line)?),
            Err(_) => name = Some((at, line.strip_prefix(NAMED).unwrap_or(line).trim())),
        }
    }
    let Some((at, name)) = name.filter(|(_, name)| !name.is_empty()) else {
        let message = "expected, after the weights, a line that names the file of the features";
        return source.error(source.text.len(), message);
    };
    let file = source.file.parent().unwrap_or(Path::new("")).join(name);
    let text = beside(&file).map_err(|e| match e.place {
        Some(_) => e,
        None => source.fault(at, format!("the file of the features: {e}")),
    })?;
    let text = unmarked(&text);
    if Format::of(Path::new(""), text) == Some(Format::Weights) {
        let message = format!("{} holds weights, not features", quote(name));
        return source.error(at, message);
    }
    let (features, warnings) = list(Source { text, file: &file })?;
    if features.len() != weights.len() {
        let message = format!(
            "{} weights for the {} features of {}",
            weights.len(),
            features.len(),
            quote(name)
        );
        return source.error(at, message);
    }
    Ok(weighted(features, &weights, warnings))
}

/// Features with their comments.
type List = Vec<(Feature, String)>;

/// The features of a file, and what should be told.
fn list(source: Source<'_>) -> Result<(List, Vec<String>), FileError> {
    let mut features = List::new();
    let mut warnings = Vec::new();
    let mut patterns = false;
    for (at, line) in lines(source.text) {
        let (text, comment) = commented(line);
        let feature = source.feature(at, text)?;
        let pattern = feature.spatial().is_some();
        patterns |= pattern;
        if patterns && !pattern && warnings.is_empty() {
            let message = format!(
                "{feature} stands after a pattern: Ludii puts such features first and numbers them \
                 anew; here each keeps the weight of its line"
            );
            warnings.push(source.fault(at, message).to_string());
        }
        features.push((feature, comment.to_string()));
    }
    Ok((features, warnings))
}

/// A line without its comment, and that: hand-written files have `:comment="..."`
/// at the end.
fn commented(line: &str) -> (&str, &str) {
    let Some((text, comment)) = line.split_once(":comment=\"") else {
        return (line, "");
    };
    match comment.strip_suffix('"') {
        Some(comment) => (text, comment),
        None => (line, ""),
    }
}

/// The same weights for both players.
fn weighted(features: List, weights: &[f32], warnings: Vec<String>) -> Loaded {
    let features = features.into_iter().zip(weights);
    let features = features.map(|((feature, comment), &weight)| Weighted {
        comment,
        ..Weighted::new(feature, [Some(weight); 2])
    });
    let features = features.collect();
    Loaded {
        warnings,
        ..Loaded::one(FeatureSet { features })
    }
}
