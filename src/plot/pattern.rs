//! One way in which a feature can be active, on its board.

use super::PlotError;
use super::board::{Sign, legend};
use super::grid::Grid;
use super::header::{MARGIN, header};
use super::palette::{
    BLUE, Colour, GREEN, INK, LAST, ORANGE, PURPLE, SEED, SERIES, VERMILLION, WHITE,
};
use super::pieces::{NAMES, Sheet, piece};
use super::scene::{Point, Scene, label};
use super::text;
use crate::board::{Board, SiteKind};
use crate::feature::syntax::Role;
use crate::feature::{Explanation, Ground, State, Way};
use crate::game::{Picture, Pieces, Place, Player, Site};

/// What a site must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// In this state.
    Must(State),
    /// In any other.
    MustNot(State),
}

/// A site with what it must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The index in [`Picture::sites`].
    pub site: usize,
    /// What it must be.
    pub need: Need,
}

/// The way of a walk over the board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trail {
    /// The part of the feature that it is of.
    pub name: String,
    /// The indices in [`Picture::sites`], the anchor first.
    pub sites: Vec<usize>,
    /// Whether it goes on, off the board.
    pub leaves: bool,
}

/// One way in which a feature can be active: the move, what must stand where, and
/// the walks that lead there.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// The title.
    pub title: String,
    /// What a reader must know.
    pub note: String,
    /// The board, without pieces.
    pub picture: Picture,
    /// Where the walks start.
    pub anchor: usize,
    /// What is asked of sites, at most once of each.
    pub fields: Vec<Field>,
    /// The positions of the move and the last move: names such as `to`, with sites.
    pub places: Vec<(String, usize)>,
    /// The walks that take a step.
    pub trails: Vec<Trail>,
    /// What the states are called: empty, that of player one, of player two.
    pub states: [String; 3],
    /// Whether it is seeds that lie on the board.
    pub seeds: bool,
}

impl Pattern {
    /// The drawing of one of a feature's ways.
    pub fn of(explanation: &Explanation, way: &Way, ground: &Ground) -> Self {
        let label = |site: usize| &ground.board.sites()[site].label;
        let field = |r: &crate::feature::Requirement| Field {
            site: r.site,
            need: match &r.allowed[..] {
                [state] => Need::Must(*state),
                allowed => {
                    let missing = State::ALL.into_iter().find(|s| !allowed.contains(s));
                    Need::MustNot(missing.unwrap_or(State::Empty))
                }
            },
        };
        let places = Role::ALL.into_iter().filter_map(|role| {
            let site = way.places[role.index()]?;
            Some((role.name().to_string(), site))
        });
        let walked = way.paths.iter().filter(|p| p.sites.len() > 1);
        let trail = |p: &crate::feature::Path| Trail {
            name: p.part.clone(),
            sites: p.sites.iter().flatten().copied().collect(),
            leaves: p.sites.last() == Some(&None),
        };
        let mirrored = if way.turning.mirrored {
            ", mirrored"
        } else {
            ""
        };
        Self {
            // With blanks, so that a long one can be broken into lines.
            title: explanation.feature.to_string().replace(':', ": "),
            note: format!(
                "{}, {} to move; anchor {}, rotated by {}{mirrored}",
                ground.game,
                ground.players[explanation.player.index()],
                label(way.anchor),
                crate::feature::syntax::Walk::number(way.turning.rotation)
            ),
            picture: bare(&ground.board),
            anchor: way.anchor,
            fields: way.requirements.iter().map(field).collect(),
            places: places.collect(),
            trails: walked.map(trail).collect(),
            states: State::ALL.map(|s| s.name(ground).to_string()),
            seeds: ground.pieces == Pieces::Seeds,
        }
    }

    /// The name of a need: `empty`, `not hounds`.
    pub fn named(&self, need: Need) -> String {
        let name = |state: State| &self.states[state as usize];
        match need {
            Need::Must(state) => name(state).clone(),
            Need::MustNot(state) => format!("not {}", name(state)),
        }
    }

    /// The names of the positions on a site: `to, last_from`.
    pub(super) fn places_on(&self, site: usize) -> String {
        let here = self.places.iter().filter(|p| p.1 == site);
        let names: Vec<&str> = here.map(|p| p.0.as_str()).collect();
        names.join(", ")
    }

    /// The needs that occur, each once.
    pub(super) fn needs(&self) -> Vec<Need> {
        let mut needs: Vec<Need> = Vec::new();
        for field in &self.fields {
            if !needs.contains(&field.need) {
                needs.push(field.need);
            }
        }
        needs
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.places.iter().find(|p| p.0 == name).map(|p| p.1)
    }

    /// Refuses sites that the picture does not have.
    pub(super) fn check(&self) -> Result<(), PlotError> {
        let sites = self.picture.sites.len();
        let fields = self.fields.iter().map(|f| f.site);
        let places = self.places.iter().map(|p| p.1);
        let trails = self.trails.iter().flat_map(|t| t.sites.iter().copied());
        let mut used = fields.chain(places).chain(trails).chain([self.anchor]);
        match used.find(|&s| s >= sites) {
            None => Ok(()),
            Some(site) => Err(PlotError::Shape(format!("place {site} of {sites}"))),
        }
    }

    pub(super) fn scene(&self) -> Result<Scene, PlotError> {
        self.check()?;
        let (columns, rows) = Grid::extent(&self.picture)?;
        let cell = (680.0 / columns).min(560.0 / rows).clamp(30.0, 84.0);
        let width = (columns * cell + 2.0 * (MARGIN + NAMES)).max(560.0);
        let mut scene = Scene::new(width, 100.0, &self.title);
        let top = header(&mut scene, &self.title, &self.note);
        let left = (width - columns * cell) / 2.0;
        let sheet = Sheet::new(&self.picture, (left, top), cell)?;
        sheet.draw(&mut scene, false);
        for field in &self.fields {
            self.field(&mut scene, sheet.at(field.site), cell, field.need);
        }
        let (x, y) = sheet.at(self.anchor);
        let half = cell * 0.45;
        let width = (cell * 0.04).max(2.0);
        scene.frame([x - half, y - half, x + half, y + half], INK, width);
        sheet.names(&mut scene);
        for (i, trail) in self.trails.iter().enumerate() {
            draw_trail(&mut scene, &sheet, trail, i);
        }
        for (from, to, colour) in [
            ("last_from", "last_to", LAST.mix(WHITE, 0.45)),
            ("from", "to", INK),
        ] {
            if let (Some(from), Some(to)) = (self.place(from), self.place(to)) {
                sheet.arrow(
                    &mut scene,
                    &[from, to],
                    colour,
                    (cell * 0.06).clamp(2.0, 4.5),
                );
            }
        }
        for site in 0..self.picture.sites.len() {
            let names = self.places_on(site);
            if names.is_empty() {
                continue;
            }
            let room = cell - 3.0;
            let em = (room / text::width(&names, 1.0, true).max(0.1)).clamp(7.0, 12.0);
            let names = text::elide(&names, em, true, room);
            let (x, y) = sheet.at(site);
            let shown = label(&names, em).bold().middle();
            let half = shown.width() / 2.0 + 2.0;
            let y = y - cell * 0.36;
            scene.rounded([x - half, y - em * 0.6, x + half, y + em * 0.6], 3.0, WHITE);
            scene.text_at_middle((x, y), shown);
        }
        let bottom = top + rows * cell + NAMES + 6.0;
        scene.height = legend(&mut scene, bottom, self.key()) + MARGIN - 4.0;
        Ok(scene)
    }

    fn field(&self, scene: &mut Scene, (x, y): Point, cell: f64, need: Need) {
        let (state, must) = match need {
            Need::Must(state) => (state, true),
            Need::MustNot(state) => (state, false),
        };
        let half = cell * 0.38;
        let sides = [x - half, y - half, x + half, y + half];
        scene.rounded(sides, cell * 0.1, colour(state));
        let inset = if must { cell * 0.05 } else { cell * 0.09 };
        let inner = [
            x - half + inset,
            y - half + inset,
            x + half - inset,
            y + half - inset,
        ];
        let ground = if must {
            colour(state).mix(WHITE, 0.55)
        } else {
            WHITE
        };
        scene.rounded(inner, cell * 0.07, ground);
        match state {
            State::Empty => {}
            _ if self.seeds => scene.disc((x, y), cell * 0.12, SEED),
            State::One => piece(scene, (x, y), cell * 0.22, Player::One),
            State::Two => piece(scene, (x, y), cell * 0.22, Player::Two),
        }
        if !must {
            let end = half * 0.8;
            let stroke = [(x - end, y + end), (x + end, y - end)];
            scene.line(&stroke, colour(state), (cell * 0.05).max(2.0));
        }
    }

    fn key(&self) -> Vec<(Sign, String)> {
        let mut entries = vec![(Sign::Outline(INK), "anchor".to_string())];
        for need in self.needs() {
            let sign = match need {
                Need::Must(state) => Sign::Field(colour(state).mix(WHITE, 0.3)),
                Need::MustNot(state) => Sign::Outline(colour(state)),
            };
            entries.push((sign, self.named(need)));
        }
        let place = |name| self.place(name).is_some();
        if place("from") && place("to") {
            entries.push((Sign::Arrow(INK), "the move".into()));
        }
        if place("last_from") && place("last_to") {
            entries.push((Sign::Arrow(LAST.mix(WHITE, 0.45)), "the last move".into()));
        }
        for (i, trail) in self.trails.iter().enumerate() {
            let off = if trail.leaves { " (off the board)" } else { "" };
            let words = format!("walk of {}{off}", trail.name);
            entries.push((Sign::Arrow(trail_colour(i)), words));
        }
        entries
    }
}

fn colour(state: State) -> Colour {
    match state {
        State::Empty => GREEN,
        State::One => BLUE,
        State::Two => VERMILLION,
    }
}

fn trail_colour(i: usize) -> Colour {
    // Those that no state has.
    let free = [ORANGE, SERIES[4], SERIES[5], PURPLE, SEED];
    free[i % free.len()]
}

/// The steps of a walk, a little aside so that several are seen, with a dot at its
/// end.
fn draw_trail(scene: &mut Scene, sheet: &Sheet<'_>, trail: &Trail, i: usize) {
    // By the golden angle no two go the same way aside.
    let (angle, far) = (2.4 * i as f64, 3.0 + i as f64);
    let aside = (far * libm::cos(angle), far * libm::sin(angle));
    let point = |&site: &usize| {
        let (x, y) = sheet.at(site);
        (x + aside.0, y + aside.1)
    };
    let points: Vec<Point> = trail.sites.iter().map(point).collect();
    scene.dashed(&points, trail_colour(i), 2.0, (6.0, 3.0));
    if let Some(&end) = points.last() {
        scene.disc(end, 4.0, trail_colour(i));
    }
}

/// A board without pieces.
fn bare(board: &Board) -> Picture {
    let place = |x: f64, y: f64| match board.kind() {
        SiteKind::Vertex => Place::Point,
        SiteKind::Cell => Place::Cell {
            dark: (x.floor() + y.floor()).rem_euclid(2.0) == 0.0,
        },
    };
    let site = |s: &crate::board::BoardSite| {
        Site::piece((s.x, s.y), s.label.clone(), place(s.x, s.y), None)
    };
    Picture {
        sites: board.sites().iter().map(site).collect(),
        lines: match board.kind() {
            SiteKind::Vertex => board.edges().collect(),
            SiteKind::Cell => Vec::new(),
        },
        ..Picture::default()
    }
}
