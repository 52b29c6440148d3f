//! A feature in words: one sentence for each of its parts.

use std::collections::BTreeSet;

use super::situation::Ground;
use super::syntax::{Element, Feature, Place, Role, Spatial, Target, Test, Walk};
use super::walk::{self, Turning};
use crate::board::Board;
use crate::game::{Pieces, Player};

/// Sentences that say what a feature asks for: where the move goes, what stands
/// around, in which directions it is looked for. Directions are told from the
/// pattern's own "ahead", which the last sentence explains.
pub fn words(feature: &Feature, ground: &Ground, player: Player) -> Vec<String> {
    let spatial = match feature {
        Feature::PassMove => return vec!["The move is a pass.".into()],
        Feature::SwapMove => return vec!["The move swaps sides.".into()],
        Feature::Intercept => return vec!["Any move.".into()],
        Feature::Spatial(spatial) => spatial,
    };
    let speaker = Speaker {
        spatial,
        ground,
        player,
    };
    let mut sentences = Vec::new();
    for role in [Role::To, Role::From, Role::LastTo, Role::LastFrom] {
        sentences.extend(speaker.place(role));
    }
    let moves = |role| matches!(spatial.place(role), Some(Place::Walk(_) | Place::Site(_)));
    if !moves(Role::To) && !moves(Role::From) {
        let sentence = match moves(Role::LastTo) || moves(Role::LastFrom) {
            true => "The move itself may be any, a pass too.",
            false => "No position of a move is asked for.",
        };
        sentences.push(sentence.into());
    }
    let elements = spatial.pattern.elements.iter();
    sentences.extend(elements.map(|e| capital(&speaker.element(e))));
    sentences.extend(speaker.turnings());
    sentences
}

struct Speaker<'a> {
    spatial: &'a Spatial,
    ground: &'a Ground,
    player: Player,
}

/// What a role is called as the subject of a sentence, and as a place.
fn named(role: Role) -> (&'static str, &'static str) {
    match role {
        Role::To => ("The move ends", "the target of the move"),
        Role::From => ("The move starts", "the start of the move"),
        Role::LastTo => ("The last move ended", "the target of the last move"),
        Role::LastFrom => ("The last move started", "the start of the last move"),
    }
}

/// The order in which roles lend their name to the anchor.
const NAMING: [Role; 4] = [Role::To, Role::From, Role::LastTo, Role::LastFrom];

impl Speaker<'_> {
    fn walk_of(&self, role: Role) -> Option<&Walk> {
        match self.spatial.place(role) {
            Some(Place::Walk(walk)) => Some(walk),
            _ => None,
        }
    }

    /// The role that the anchor is named after.
    fn anchor_role(&self) -> Option<Role> {
        let at_anchor = |role: &Role| self.walk_of(*role).is_some_and(|w| w.0.is_empty());
        NAMING.into_iter().find(at_anchor)
    }

    fn anchor(&self) -> &'static str {
        match self.anchor_role() {
            Some(Role::To) => "the target",
            Some(Role::From) => "the start",
            Some(role) => named(role).1,
            None => "the anchor",
        }
    }

    fn place(&self, role: Role) -> Option<String> {
        let (subject, noun) = named(role);
        Some(match self.spatial.place(role)? {
            Place::Anywhere => format!("{subject} anywhere."),
            &Place::Site(site) => format!("{subject} on {}.", self.site(site)),
            Place::Walk(walk) if walk.0.is_empty() => match self.anchor_role() {
                Some(first) if first != role => format!("{subject} there too."),
                _ => format!("The anchor is {noun}."),
            },
            Place::Walk(walk) => {
                let away = from_anchor(walk, self.anchor());
                format!("{subject} {away}.")
            }
        })
    }

    /// `B2 (site 1)`
    fn site(&self, site: u32) -> String {
        match self.ground.board.sites().get(site as usize) {
            Some(known) => format!("{} (site {site})", known.label),
            None => format!("site {site}"),
        }
    }

    /// The site of an element as the subject or object of a sentence.
    fn target(&self, element: &Element) -> String {
        let walk = match &element.site {
            &Target::Site(site) => return self.site(site),
            Target::Walk(walk) => walk,
        };
        if walk.0.is_empty() {
            return self.anchor().into();
        }
        let same = |role: &Role| self.walk_of(*role) == Some(walk);
        match NAMING.into_iter().find(same) {
            Some(role) => named(role).1.into(),
            None => format!("the site {}", from_anchor(walk, self.anchor())),
        }
    }

    fn element(&self, element: &Element) -> String {
        let site = self.target(element);
        let not = element.negated;
        let stands = |article: &str, whose: String| match not {
            false => format!("{article} {whose} stands on {site}."),
            true => format!("no {whose} stands on {site}; it may be empty, or off the board."),
        };
        match element.test {
            Test::Empty if not => format!("{site} is not empty, or off the board."),
            Test::Empty => format!("{site} is empty."),
            Test::Friend => stands(
                "a",
                format!("piece of the mover ({})", self.name(self.player)),
            ),
            Test::Enemy => stands(
                "an",
                format!("enemy piece ({})", self.name(self.player.other())),
            ),
            Test::Owner(1) => stands("a", format!("piece of {}", self.name(Player::One))),
            Test::Owner(_) => stands("a", format!("piece of {}", self.name(Player::Two))),
            Test::Kind(kind) => stands("a", format!("piece of kind {kind} ({})", self.kind(kind))),
            Test::OffBoard if not => format!("{site} is on the board."),
            Test::OffBoard => format!("{site} is off the board."),
            Test::Anything => format!("{site} may be anything, even off the board."),
            Test::Is(n) if not => format!("{site} is not {}.", self.site(n)),
            Test::Is(n) => format!("{site} is {}.", self.site(n)),
            Test::Slots(n) if not => format!("{site} does not have {n} directed slots."),
            Test::Slots(n) => format!("{site} has {n} directed slots."),
            Test::Nearer(region) => {
                let region = self.region(region);
                let anchor = self.anchor();
                match not {
                    false => format!("{site} is nearer to {region} than {anchor} is."),
                    true => format!(
                        "{site} is on the board and not nearer to {region} than {anchor} is."
                    ),
                }
            }
            Test::Orthogonal(kind) => self.sight(&site, "", kind, not),
            Test::Diagonal(kind) => self.sight(&site, "diagonal ", kind, not),
        }
    }

    fn sight(&self, site: &str, lines: &str, kind: u32, not: bool) -> String {
        let other = if not {
            "of another kind than"
        } else {
            "of kind"
        };
        format!(
            "the first piece met along the {lines}lines from {site}, taken one after the other \
             clockwise from north, is {other} {kind} ({}).",
            self.kind(kind)
        )
    }

    fn name(&self, player: Player) -> &'static str {
        self.ground.players[player.index()]
    }

    fn kind(&self, kind: u32) -> &'static str {
        match (self.ground.pieces, kind) {
            (Pieces::Seeds, _) => "seeds",
            (Pieces::Owned, 1) => self.name(Player::One),
            (Pieces::Owned, _) => self.name(Player::Two),
        }
    }

    /// `region 0 {A2, B1, C2}`
    fn region(&self, number: u32) -> String {
        let Some(region) = self.ground.board.regions().get(number as usize) else {
            return format!("region {number}");
        };
        let label = |s: usize| self.ground.board.sites()[s].label.as_str();
        let sites: Vec<&str> = crate::board::sites_of(region.sites).map(label).collect();
        format!("region {number} {{{}}}", sites.join(", "))
    }

    /// What "ahead" stands for; nothing where no walk takes a step.
    fn turnings(&self) -> Option<String> {
        let pattern = &self.spatial.pattern;
        let places = NAMING.into_iter().filter_map(|role| self.walk_of(role));
        let walks: Vec<&Walk> = places
            .chain(pattern.elements.iter().filter_map(Element::walk))
            .collect();
        if walks.iter().all(|w| w.0.is_empty()) {
            return None;
        }
        let turned = |w: &&Walk| w.0.iter().any(|t| ![0.0, 0.5, -0.5].contains(t));
        let mirrored = match pattern.reflects && walks.iter().any(turned) {
            false => "",
            true if pattern.rotations.is_none() => ", each also with right and left exchanged",
            true => ", also with right and left exchanged",
        };
        let board = &self.ground.board;
        Some(match (&pattern.rotations, pattern.is_relative()) {
            (None, true) => {
                let anchor = self.anchor();
                format!("Ahead is every direction from {anchor} in turn{mirrored}.")
            }
            (Some(list), true) => format!(
                "Ahead is {}{mirrored}.",
                or(&list.iter().map(|&r| compass(r, board)).collect::<Vec<_>>())
            ),
            (given, false) => {
                let first = given.as_ref().and_then(|l| l.first()).copied();
                format!(
                    "Ahead is {} only{mirrored}.",
                    compass(first.unwrap_or(0.0), board)
                )
            }
        })
    }
}

/// The directions on paper in which a step leads after a rotation: one for most
/// boards, several where sites differ in their slots.
pub(super) fn compass(rotation: f32, board: &Board) -> String {
    const NAMES: [&str; 8] = [
        "north",
        "north-east",
        "east",
        "south-east",
        "south",
        "south-west",
        "west",
        "north-west",
    ];
    let turning = Turning {
        rotation,
        mirrored: false,
    };
    let step = Walk(vec![0.0]);
    let mut directions = BTreeSet::new();
    for (site, here) in board.sites().iter().enumerate() {
        if let Some(next) = walk::end(board, site, &step, turning) {
            let there = &board.sites()[next];
            let angle = (there.x - here.x).atan2(there.y - here.y);
            let eighths = angle / std::f64::consts::FRAC_PI_4;
            directions.insert(eighths.round().rem_euclid(8.0) as usize % 8);
        }
    }
    let names: Vec<String> = directions.iter().map(|&d| NAMES[d].into()).collect();
    match names.is_empty() {
        true => format!("{} of a full turn from north", Walk::number(rotation)),
        false => or(&names),
    }
}

/// `a`, `a or b`, `a, b or c`
pub(super) fn or(items: &[String]) -> String {
    joined(items, " or ")
}

fn joined(items: &[String], last: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [all @ .., end] => format!("{}{last}{end}", all.join(", ")),
    }
}

fn count(n: usize) -> String {
    const WORDS: [&str; 7] = ["no", "one", "two", "three", "four", "five", "six"];
    WORDS.get(n).map_or(n.to_string(), |w| (*w).into())
}

fn steps(n: usize) -> String {
    format!("{} step{}", count(n), if n == 1 { "" } else { "s" })
}

/// A turn as a part of a full circle from -1/2 (not included) to 1/2.
fn reduced(turn: f32) -> f32 {
    let turn = turn.rem_euclid(1.0);
    if turn > 0.5 { turn - 1.0 } else { turn }
}

/// The straight parts of a walk: the turn before each, and its steps.
fn legs(walk: &Walk) -> Vec<(f32, usize)> {
    let mut legs: Vec<(f32, usize)> = Vec::new();
    for (i, &turn) in walk.0.iter().enumerate() {
        let turn = reduced(turn);
        match legs.last_mut() {
            Some(leg) if i > 0 && turn == 0.0 => leg.1 += 1,
            _ => legs.push((turn, 1)),
        }
    }
    legs
}

/// Where a walk leads, from a place: `two steps ahead and one to the right of the
/// target`.
fn from_anchor(walk: &Walk, anchor: &str) -> String {
    let legs = legs(walk);
    if legs.is_empty() {
        return format!("on {anchor}");
    }
    let square = |turn: f32| (turn * 4.0).fract() == 0.0;
    if legs.iter().all(|l| square(l.0)) {
        // Where turns are right angles, every step has a direction as seen from
        // the anchor.
        let mut heading = 0.0;
        let mut parts = Vec::new();
        for (i, &(turn, n)) in legs.iter().enumerate() {
            heading = reduced(heading + turn);
            let n = if i == 0 { steps(n) } else { count(n) };
            parts.push((n, heading));
        }
        let last = parts.len() - 1;
        let spoken = parts.into_iter().enumerate().map(|(i, (n, heading))| {
            let way = match (heading, i == last) {
                (0.0, true) => "ahead of",
                (0.0, false) => "ahead",
                (0.25, true) => "to the right of",
                (0.25, false) => "to the right",
                (-0.25, true) => "to the left of",
                (-0.25, false) => "to the left",
                (_, true) => "behind",
                (_, false) => "back",
            };
            format!("{n} {way}")
        });
        let spoken: Vec<String> = spoken.collect();
        return format!("{} {anchor}", joined(&spoken, " and "));
    }
    let mut text = String::new();
    for (i, &(turn, n)) in legs.iter().enumerate() {
        text += &match i {
            0 => format!("{} {} {anchor}", steps(n), direction(turn)),
            _ => format!(", then after {} {}", turned(turn), steps(n)),
        };
    }
    text
}

/// The direction of the first step, with the preposition that goes on.
fn direction(turn: f32) -> String {
    let way = match turn {
        0.0 => "ahead of",
        0.125 => "half right of",
        0.25 => "to the right of",
        0.375 => "back and to the right of",
        0.5 => "behind",
        -0.125 => "half left of",
        -0.25 => "to the left of",
        -0.375 => "back and to the left of",
        _ => return format!("at {} of a turn clockwise from", Walk::number(turn)),
    };
    way.into()
}

/// A turn on the way.
fn turned(turn: f32) -> String {
    let way = match turn {
        0.125 => "a half right turn",
        0.25 => "a right turn",
        0.375 => "a sharp right turn",
        0.5 => "an about-turn",
        -0.125 => "a half left turn",
        -0.25 => "a left turn",
        -0.375 => "a sharp left turn",
        _ => return format!("{} of a full turn", Walk::number(turn)),
    };
    way.into()
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| {
        first.to_uppercase().chain(chars).collect()
    })
}
