//! Where the language does not mean what a reader expects, and whether that
//! matters to a feature on a board.

use std::collections::BTreeSet;
use std::fmt;

use super::explain::distinct;
use super::instance::{Round, Tried, rounds};
use super::situation::Ground;
use super::syntax::{Element, Feature, Place, Role, Spatial, Target, Test, Walk};
use super::walk::{self, Step, Turning};
use crate::game::{Pieces, Player};

/// A rule of the language that surprises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum QuirkKind {
    /// The pattern holds in several rotations or reflections.
    AllTurnings,
    /// Nearer means: nearer than the anchor is.
    NearerThanAnchor,
    /// A negated test holds off the board.
    HoldsOffBoard,
    /// A turn is rounded to the nearest slot.
    RoundedTurn,
    /// It can never fire here.
    NeverFires,
    /// Without an element that walks only the first rotation is tried.
    FirstRotation,
    /// A reflection that the pattern allows is not tried.
    ReflectionSkipped,
    /// A reflection turns the rotations given round as well.
    RotationReflected,
    /// The number of slots is not the number of neighbours.
    SlotsNotNeighbours,
    /// `!N` never holds.
    NegatedSlots,
    /// The negation of `*` is ignored.
    NegatedAnything,
    /// Two values that must not be exclude each other.
    NeitherNor,
    /// All lines of sight are one line.
    OneLineOfSight,
    /// A turn half-way between two slots goes to the counter-clockwise one.
    HalfWayTurn,
    /// "Straight ahead" at a site of an odd number of slots.
    OddSlots,
}

impl QuirkKind {
    /// Its name, as commands print it.
    pub fn name(self) -> &'static str {
        match self {
            QuirkKind::AllTurnings => "all-turnings",
            QuirkKind::NearerThanAnchor => "nearer-than-anchor",
            QuirkKind::HoldsOffBoard => "holds-off-board",
            QuirkKind::RoundedTurn => "rounded-turn",
            QuirkKind::NeverFires => "never-fires",
            QuirkKind::FirstRotation => "first-rotation-only",
            QuirkKind::ReflectionSkipped => "reflection-skipped",
            QuirkKind::RotationReflected => "rotation-reflected",
            QuirkKind::SlotsNotNeighbours => "slots-not-neighbours",
            QuirkKind::NegatedSlots => "negated-slots",
            QuirkKind::NegatedAnything => "negated-anything",
            QuirkKind::NeitherNor => "neither-nor",
            QuirkKind::OneLineOfSight => "one-line-of-sight",
            QuirkKind::HalfWayTurn => "half-way-turn",
            QuirkKind::OddSlots => "odd-slots",
        }
    }

    /// Whether it probably makes the feature mean what was not meant; the others
    /// only need to be known.
    pub fn is_warning(self) -> bool {
        use QuirkKind::*;
        !matches!(
            self,
            AllTurnings | NearerThanAnchor | HoldsOffBoard | RoundedTurn
        )
    }
}

impl fmt::Display for QuirkKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A quirk that matters to a feature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quirk {
    /// Which.
    pub kind: QuirkKind,
    /// What it does to this feature on this board.
    pub message: String,
}

/// The quirks that matter to a feature on a board, in the order of [`QuirkKind`].
/// The feature has passed [`check`](super::check).
pub fn quirks(feature: &Feature, ground: &Ground, player: Player) -> Vec<Quirk> {
    let spatial = match feature {
        Feature::SwapMove => {
            return vec![Quirk {
                kind: QuirkKind::NeverFires,
                message: "no game here has moves that swap sides".into(),
            }];
        }
        Feature::PassMove | Feature::Intercept => return Vec::new(),
        Feature::Spatial(spatial) => spatial,
    };
    let seeker = Seeker {
        spatial,
        ground,
        player,
        tried: rounds(feature, &ground.board, player, Tried::AsLudii),
        all: rounds(feature, &ground.board, player, Tried::All),
    };
    let mut quirks: Vec<Quirk> = Vec::new();
    let mut add = |kind, message: Option<String>| {
        quirks.extend(message.map(|message| Quirk { kind, message }));
    };
    add(QuirkKind::NeverFires, seeker.never());
    seeker.turnings(&mut add);
    seeker.elements(&mut add);
    seeker.steps(&mut add);
    quirks.sort_by_key(|q| q.kind);
    quirks
}

struct Seeker<'a> {
    spatial: &'a Spatial,
    ground: &'a Ground,
    player: Player,
    /// What Ludii tries.
    tried: Vec<Round>,
    /// All that the pattern names.
    all: Vec<Round>,
}

impl Seeker<'_> {
    fn label(&self, site: usize) -> &str {
        &self.ground.board.sites()[site].label
    }

    fn labels(&self, sites: impl IntoIterator<Item = usize>) -> String {
        let labels: Vec<&str> = sites.into_iter().map(|s| self.label(s)).collect();
        match labels.is_empty() {
            true => "none".into(),
            false => labels.join(", "),
        }
    }

    fn elements_of(&self) -> &[Element] {
        &self.spatial.pattern.elements
    }

    /// Why it can never fire.
    fn never(&self) -> Option<String> {
        let asks = |role| {
            let place = self.spatial.place(role);
            matches!(place, Some(Place::Walk(_) | Place::Site(_)))
        };
        if !Role::ALL.into_iter().any(asks) {
            return Some(
                "it asks for no position of a move, and such a pattern never fires".into(),
            );
        }
        let starts = [Role::From, Role::LastFrom].into_iter().find(|r| asks(*r));
        if let (Pieces::Seeds, Some(role)) = (self.ground.pieces, starts) {
            let role = role.name();
            return Some(format!(
                "it asks for {role}, but a move that sows or places seeds has an end only"
            ));
        }
        if !distinct(&self.tried, self.ground.pieces).is_empty() {
            return None;
        }
        let negated =
            |test: fn(Test) -> bool| self.elements_of().iter().any(|e| e.negated && test(e.test));
        Some(match () {
            () if negated(|t| matches!(t, Test::Slots(_))) => {
                "a negated N never holds, so the feature never fires".into()
            }
            () if self.tried.iter().all(|r| r.instances.is_empty()) => {
                "on this board no anchor and no rotation meets all its parts".into()
            }
            () => "its demands on a site contradict each other".into(),
        })
    }

    fn turnings(&self, add: &mut impl FnMut(QuirkKind, Option<String>)) {
        let pieces = self.ground.pieces;
        let pattern = &self.spatial.pattern;
        let part = |rounds: &[Round], mirrored: bool| -> Vec<Round> {
            let wanted = rounds.iter().filter(|r| r.turning.mirrored == mirrored);
            wanted.cloned().collect()
        };
        let found = distinct(&self.tried, pieces);
        let plain = distinct(&part(&self.tried, false), pieces);
        let first_only = plain != distinct(&part(&self.all, false), pieces);
        if first_only {
            let given = pattern.rotations.as_ref().and_then(|l| l.first());
            let first = given.copied().unwrap_or(0.0);
            let ahead = super::words::compass(first, &self.ground.board);
            add(
                QuirkKind::FirstRotation,
                Some(format!(
                    "without an element that walks only the first rotation is tried: ahead is \
                     {ahead}, and no other direction"
                )),
            );
        } else if found != distinct(&self.all, pieces) {
            let reflected: BTreeSet<usize> =
                part(&self.tried, true).iter().map(|r| r.anchor).collect();
            let message = match reflected.len() {
                0 => "no walk that was followed has a turn other than 0 or 1/2, so the reflection \
                      is not tried, though it would turn the rotation round"
                    .into(),
                _ => {
                    let anchors: BTreeSet<usize> = self.tried.iter().map(|r| r.anchor).collect();
                    let without = self.labels(anchors.difference(&reflected).copied());
                    format!(
                        "elements are looked at in order, and a reflection is tried only where one \
                         whose walk turns was reached: not at the anchors {without}"
                    )
                }
            };
            add(QuirkKind::ReflectionSkipped, Some(message));
        }
        let mirror = distinct(&part(&self.tried, true), pieces);
        if let Some(list) = &pattern.rotations {
            let has = |r: f32| list.iter().any(|g| (g - r).rem_euclid(1.0) == 0.0);
            let others: Vec<f32> = list.iter().map(|r| -r).filter(|r| !has(*r)).collect();
            if !others.is_empty() && !mirror.is_subset(&plain) {
                let name = |r: &f32| super::words::compass(*r, &self.ground.board);
                let (given, others): (Vec<String>, Vec<String>) = (
                    list.iter().map(name).collect(),
                    others.iter().map(name).collect(),
                );
                add(
                    QuirkKind::RotationReflected,
                    Some(format!(
                        "the reflection turns the rotations round too: besides {} it tries {}; \
                         refl=false leaves that out",
                        given.join(", "),
                        others.join(", ")
                    )),
                );
            }
        }
        let turnings: BTreeSet<(u32, bool)> = self
            .tried
            .iter()
            .filter(|r| !r.instances.is_empty())
            .map(|r| (r.turning.rotation.to_bits(), r.turning.mirrored))
            .collect();
        if turnings.len() > 1 {
            let rotations = pattern.rotations.as_ref().map_or("all", |_| "the given");
            let (too, instead) = match mirror.is_empty() {
                true => ("", "rots=[...] says"),
                false => (" and their reflections", "rots=[...] and refl=false say"),
            };
            add(
                QuirkKind::AllTurnings,
                Some(format!(
                    "tried in {rotations} rotations{too}: directions are those of the copy that is \
                     not turned ({instead} otherwise)"
                )),
            );
        }
    }

    fn elements(&self, add: &mut impl FnMut(QuirkKind, Option<String>)) {
        let board = &self.ground.board;
        for element in self.elements_of() {
            let (kind, message) = match element.test {
                Test::Slots(_) if element.negated => (
                    QuirkKind::NegatedSlots,
                    format!("{element} never holds: a negated N is always false"),
                ),
                Test::Anything if element.negated => (
                    QuirkKind::NegatedAnything,
                    format!("{element} always holds: the negation of * is ignored"),
                ),
                Test::Slots(n) => {
                    let n = n as usize;
                    let all = || 0..board.len();
                    let slots: Vec<usize> = all().filter(|&s| board.slots(s).len() == n).collect();
                    let near = |&s: &usize| board.neighbours(s).len() == n;
                    let near: Vec<usize> = all().filter(near).collect();
                    if slots == near {
                        continue;
                    }
                    (
                        QuirkKind::SlotsNotNeighbours,
                        format!(
                            "{element} counts directed slots, those off the board too: {n} slots \
                             have {}; {n} neighbours have {}",
                            self.labels(slots),
                            self.labels(near)
                        ),
                    )
                }
                Test::Nearer(_) => (
                    QuirkKind::NearerThanAnchor,
                    format!(
                        "{element} does not ask whether the site is in the region, but whether it \
                         is nearer to it than the anchor"
                    ),
                ),
                Test::Orthogonal(_) | Test::Diagonal(_) => (
                    QuirkKind::OneLineOfSight,
                    format!(
                        "{element} looks along the lines one after the other, clockwise from north: \
                         a line counts only if those before it are all empty"
                    ),
                ),
                _ => continue,
            };
            add(kind, Some(message));
        }
        self.collisions(add);
        let off = self.elements_of().iter().filter(|e| {
            let state = e.negated && state_test(e.test);
            state && self.holds_off_board(e)
        });
        let off: Vec<String> = off.map(Element::to_string).collect();
        if !off.is_empty() {
            let message = format!("{}: holds off the board too", off.join(", "));
            add(QuirkKind::HoldsOffBoard, Some(message));
        }
    }

    /// Whether an instance was found with the site of this element off the board.
    fn holds_off_board(&self, element: &Element) -> bool {
        let Some(walk) = element.walk() else {
            return false;
        };
        let off = |r: &Round| {
            !r.instances.is_empty()
                && walk::end(&self.ground.board, r.anchor, walk, r.turning).is_none()
        };
        self.tried.iter().any(off)
    }

    /// The first pair of negated elements that ask the same of one site.
    fn collisions(&self, add: &mut impl FnMut(QuirkKind, Option<String>)) {
        let negated: Vec<&Element> = self.elements_of().iter().filter(|e| e.negated).collect();
        for (i, a) in negated.iter().enumerate() {
            for b in &negated[..i] {
                let (Some(left), Some(right)) = (self.value(a.test), self.value(b.test)) else {
                    continue;
                };
                if left.0 != right.0 || left.1 == right.1 {
                    continue;
                }
                let meets = |r: &Round| {
                    let site = self.end(a, r.anchor, r.turning);
                    site.is_some() && site == self.end(b, r.anchor, r.turning)
                };
                if self.tried.iter().any(meets) {
                    let message = format!(
                        "{b} and {a} exclude each other on one site, although an empty one would \
                         meet both: they hold off the board only"
                    );
                    add(QuirkKind::NeitherNor, Some(message));
                    return;
                }
            }
        }
    }

    fn end(&self, element: &Element, anchor: usize, turning: Turning) -> Option<usize> {
        match &element.site {
            &Target::Site(site) => Some(site as usize),
            Target::Walk(walk) => walk::end(&self.ground.board, anchor, walk, turning),
        }
    }

    /// Whether a test asks for an owner or a kind, and for which.
    fn value(&self, test: Test) -> Option<(bool, u32)> {
        let number = |player: Player| player.index() as u32 + 1;
        match test {
            Test::Friend => Some((true, number(self.player))),
            Test::Enemy => Some((true, number(self.player.other()))),
            Test::Owner(n) => Some((true, n.into())),
            Test::Kind(n) => Some((false, n)),
            _ => None,
        }
    }

    /// All walks with the part of the feature that they are of.
    fn walks(&self) -> Vec<(String, &Walk)> {
        let places = self.spatial.places.iter().filter_map(|(role, p)| match p {
            Place::Walk(walk) => Some((format!("{}=<{walk}>", role.name()), walk)),
            _ => None,
        });
        let elements = self.elements_of().iter();
        let elements = elements.filter_map(|e| Some((e.to_string(), e.walk()?)));
        places.chain(elements).collect()
    }

    fn steps(&self, add: &mut impl FnMut(QuirkKind, Option<String>)) {
        let board = &self.ground.board;
        let [mut half, mut near, mut odd] = [(); 3].map(|()| Turns::default());
        for (part, walk) in self.walks() {
            for round in &self.tried {
                let mut first = true;
                walk::follow(
                    board,
                    round.anchor,
                    walk,
                    round.turning,
                    |mut step: Step| {
                        let len = board.slots(step.site).len();
                        let rotation = round.turning.rotation;
                        let spun = rotation * len as f32;
                        if first && (spun - spun.round()).abs() > 1e-3 {
                            // It is the rotation that does not fit.
                            step.turn += rotation;
                        }
                        if step.is_half_way() {
                            half.add(&part, step, len);
                        } else if (step.slot - step.slot.round()).abs() > 1e-3 {
                            near.add(&part, step, len);
                        }
                        if !first && len % 2 == 1 {
                            odd.add(&part, step, len);
                        }
                        first = false;
                    },
                );
            }
        }
        let told = |turns: &Turns, what: &str| {
            let site = turns.site?;
            let (parts, list) = (turns.parts.join(", "), super::words::or(&turns.turns));
            let (slots, site) = (turns.slots, self.label(site));
            Some(format!(
                "{parts}: at a site of {slots} slots, such as {site}, a turn of {list} {what}"
            ))
        };
        add(
            QuirkKind::HalfWayTurn,
            told(
                &half,
                "falls half-way between two of them and goes to the counter-clockwise one, mirrored \
                 too, so that reflections are no mirror images",
            ),
        );
        let rounded = "is rounded to the nearest one";
        add(QuirkKind::RoundedTurn, told(&near, rounded));
        add(
            QuirkKind::OddSlots,
            told(
                &odd,
                "has no way straight ahead to start from: the counter-clockwise of the two nearest \
                 slots counts as that",
            ),
        );
    }
}

/// Turns of walks that have something in common, at sites of the same number of
/// slots as the first of them.
#[derive(Default)]
struct Turns {
    /// The parts of the feature.
    parts: Vec<String>,
    /// The turns as text.
    turns: Vec<String>,
    /// The first site.
    site: Option<usize>,
    slots: usize,
}

impl Turns {
    fn add(&mut self, part: &str, step: Step, slots: usize) {
        if *self.site.get_or_insert(step.site) == step.site {
            self.slots = slots;
        }
        if self.slots != slots {
            return;
        }
        let turn = Walk::number(step.turn).to_string();
        for (list, new) in [(&mut self.parts, part), (&mut self.turns, &turn)] {
            if !list.iter().any(|known| known == new) {
                list.push(new.to_string());
            }
        }
    }
}

/// Whether a test asks what stands on a site.
fn state_test(test: Test) -> bool {
    matches!(
        test,
        Test::Empty | Test::Friend | Test::Enemy | Test::Owner(_) | Test::Kind(_)
    )
}
