//! What is wrong, or not as it seems, in a set of features on a board.

use std::collections::BTreeMap;

use super::explain::distinct;
use super::instance::{Tried, rounds};
use super::masks::Ready;
use super::meaning::check;
use super::quirk::{QuirkKind, quirks};
use super::set::FeatureSet;
use super::situation::Ground;
use super::syntax::Feature;
use crate::game::Player;

/// What kind of thing was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FindingKind {
    /// A feature names what the game does not have.
    Meaningless,
    /// Features that are the same on this board.
    Duplicate,
    /// A quirk that matters.
    Quirk(QuirkKind),
    /// A weight that is skipped in playouts.
    Weak,
}

impl FindingKind {
    /// Its name, as commands print it.
    pub fn name(self) -> &'static str {
        match self {
            FindingKind::Meaningless => "meaningless",
            FindingKind::Duplicate => "duplicate",
            FindingKind::Quirk(quirk) => quirk.name(),
            FindingKind::Weak => "weak-weight",
        }
    }
}

/// Something that was found in a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What.
    pub kind: FindingKind,
    /// The numbers of the features, ascending.
    pub features: Vec<usize>,
    /// Whose set it is in; `None`: both.
    pub player: Option<Player>,
    /// What it is, in words.
    pub message: String,
}

/// Looks through a set on a board. Weights nearer to zero than `threshold` are
/// named, as play skips them. Findings come in the order of their first features.
pub fn lint(set: &FeatureSet, ground: &Ground, threshold: f32) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut usable = vec![true; set.features.len()];
    for (number, weighted) in set.features.iter().enumerate() {
        if let Err(e) = check(&weighted.feature, ground) {
            usable[number] = false;
            findings.push(Finding {
                kind: FindingKind::Meaningless,
                features: vec![number],
                player: None,
                message: e.message,
            });
        }
    }
    let side = |player| of_player(set, ground, player, threshold, &usable);
    let [one, two] = Player::BOTH.map(side);
    // What is true of both players is told once.
    let same = |a: &Finding, b: &Finding| {
        (a.kind, &a.features, &a.message) == (b.kind, &b.features, &b.message)
    };
    let both = |f: &Finding, others: &[Finding]| others.iter().any(|o| same(o, f));
    findings.extend(one.iter().cloned().map(|finding| Finding {
        player: finding.player.filter(|_| !both(&finding, &two)),
        ..finding
    }));
    findings.extend(two.into_iter().filter(|f| !both(f, &one)));
    findings.sort_by(|a, b| (&a.features, a.kind).cmp(&(&b.features, b.kind)));
    findings
}

fn of_player(
    set: &FeatureSet,
    ground: &Ground,
    player: Player,
    threshold: f32,
    usable: &[bool],
) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut find = |kind, features, message| {
        findings.push(Finding {
            kind,
            features,
            player: Some(player),
            message,
        });
    };
    let mut alike: BTreeMap<Same, Vec<(usize, f32)>> = BTreeMap::new();
    for (number, feature, weight) in set.of(player).filter(|f| usable[f.0]) {
        if let Some(same) = Same::of(feature, ground, player) {
            alike.entry(same).or_default().push((number, weight));
        }
        for quirk in quirks(feature, ground, player) {
            if quirk.kind.is_warning() {
                find(FindingKind::Quirk(quirk.kind), vec![number], quirk.message);
            }
        }
        if weight.abs() < threshold {
            let message =
                format!("a weight of {weight} is skipped in playouts (below {threshold})");
            find(FindingKind::Weak, vec![number], message);
        }
    }
    for group in alike.into_values().filter(|g| g.len() > 1) {
        let total = group.iter().fold(0f32, |sum, (_, w)| sum + w);
        let weights: Vec<String> = group.iter().map(|(_, w)| w.to_string()).collect();
        let message = format!(
            "the same on this board: together they add {} = {total}",
            weights.join(" + ").replace("+ -", "- ")
        );
        let numbers = group.into_iter().map(|(number, _)| number).collect();
        find(FindingKind::Duplicate, numbers, message);
    }
    findings
}

/// What features have in common that are the same on a board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Same {
    Pass,
    Always,
    Instances(std::collections::BTreeSet<Ready>),
}

impl Same {
    /// `None` for a feature that never fires.
    fn of(feature: &Feature, ground: &Ground, player: Player) -> Option<Self> {
        match feature {
            Feature::PassMove => Some(Same::Pass),
            Feature::Intercept => Some(Same::Always),
            Feature::SwapMove => None,
            Feature::Spatial(_) => {
                let rounds = rounds(feature, &ground.board, player, Tried::AsLudii);
                let found = distinct(&rounds, ground.pieces);
                (!found.is_empty()).then_some(Same::Instances(found))
            }
        }
    }
}
