//! Boards as graphs: sites with labels and coordinates, the lines between
//! them, regions, and the directed slots of a site that the feature language
//! turns in.
//!
//! A board has at most 64 sites, so a set of sites is a [`Mask`].

mod shapes;
mod slots;

pub use shapes::{hare_and_hounds, kalah, lattice, line, rectangle};

/// A set of sites: bit `i` is site `i`.
pub type Mask = u64;

/// The most sites of a board.
pub const MAX_SITES: usize = 64;

/// What a site is on paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteKind {
    /// A point where lines meet.
    Vertex,
    /// A field with a border.
    Cell,
}

/// A place for a piece.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardSite {
    /// The name that people use.
    pub label: String,
    /// Column, to the east.
    pub x: f64,
    /// Row, to the north.
    pub y: f64,
}

/// A named set of sites with the distance (in steps along edges, between cells also across corners) of every site
/// to it; `u8::MAX` where there is no way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The name.
    pub name: String,
    /// Its sites.
    pub sites: Mask,
    /// The distance of each site.
    pub distance: Vec<u8>,
}

/// A board graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    kind: SiteKind,
    sites: Vec<BoardSite>,
    /// Of each site, clockwise from north.
    neighbours: Vec<Vec<u8>>,
    /// Of each site and neighbour: the maximal straight path that begins with
    /// that neighbour.
    radials: Vec<Vec<Vec<u8>>>,
    /// The same for the neighbours across a corner.
    diagonals: Vec<Vec<Vec<u8>>>,
    slots: Vec<Vec<Option<u8>>>,
    regions: Vec<Region>,
}

impl Board {
    /// A board with these sites and edges (each named once, in any direction).
    /// Sites are told apart by their numbers, so at most [`MAX_SITES`] of them.
    pub fn new(kind: SiteKind, sites: Vec<BoardSite>, edges: &[(usize, usize)]) -> Self {
        debug_assert!(sites.len() <= MAX_SITES);
        let mut neighbours = vec![Vec::new(); sites.len()];
        for &(a, b) in edges {
            neighbours[a].push(b as u8);
            neighbours[b].push(a as u8);
        }
        for (s, near) in neighbours.iter_mut().enumerate() {
            clockwise(&sites, s, near);
        }
        let radials = paths(&sites, &neighbours);
        let across = match kind {
            SiteKind::Cell => across(&sites, &neighbours),
            // Every line between points counts as orthogonal.
            SiteKind::Vertex => vec![Vec::new(); sites.len()],
        };
        let diagonals = paths(&sites, &across);
        let mut board = Self {
            kind,
            sites,
            neighbours,
            radials,
            diagonals,
            slots: Vec::new(),
            regions: Vec::new(),
        };
        board.slots = (0..board.len()).map(|s| slots::slots(&board, s)).collect();
        board
    }

    /// The board with one more region.
    pub fn with_region(mut self, name: &str, sites: &[usize]) -> Self {
        let mut distance = vec![u8::MAX; self.len()];
        let mut front: Vec<usize> = sites.to_vec();
        for &s in sites {
            distance[s] = 0;
        }
        // Breadth first; a board has fewer steps across than a byte holds.
        let mut steps = 0;
        while !front.is_empty() {
            steps += 1;
            let mut next = Vec::new();
            for s in front {
                // Cells that touch at a corner are adjacent too.
                let corners = self.diagonals[s].iter().filter_map(|path| path.first());
                for &n in self.neighbours[s].iter().chain(corners) {
                    let n = usize::from(n);
                    if distance[n] == u8::MAX {
                        distance[n] = steps;
                        next.push(n);
                    }
                }
            }
            front = next;
        }
        self.regions.push(Region {
            name: name.into(),
            sites: mask(sites.iter().copied()),
            distance,
        });
        self
    }

    /// The number of sites.
    pub fn len(&self) -> usize {
        self.sites.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.sites.is_empty()
    }

    /// What its sites are on paper.
    pub fn kind(&self) -> SiteKind {
        self.kind
    }

    /// All sites by number.
    pub fn sites(&self) -> &[BoardSite] {
        &self.sites
    }

    /// The site with this label, in any case.
    pub fn find(&self, label: &str) -> Option<usize> {
        let same = |s: &BoardSite| s.label.eq_ignore_ascii_case(label);
        self.sites.iter().position(same)
    }

    /// The neighbours of a site along edges, clockwise from north.
    pub fn neighbours(&self, site: usize) -> &[u8] {
        &self.neighbours[site]
    }

    /// For each neighbour of a site, in order, the maximal straight path that
    /// begins with it; the site itself is not in it.
    pub fn radials(&self, site: usize) -> &[Vec<u8>] {
        &self.radials[site]
    }

    /// On a board of cells, for each cell across a corner, clockwise from north:
    /// the maximal straight path that begins with it. Boards of points have none:
    /// all their lines count as orthogonal.
    pub fn diagonals(&self, site: usize) -> &[Vec<u8>] {
        &self.diagonals[site]
    }

    /// The edges, each once, ascending.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.len()).flat_map(move |a| {
            let mut later: Vec<usize> = self.neighbours[a]
                .iter()
                .map(|&n| usize::from(n))
                .filter(|&b| a < b)
                .collect();
            later.sort_unstable();
            later.into_iter().map(move |b| (a, b))
        })
    }

    /// The directed slots of a site, clockwise from north: a neighbour, or
    /// `None` for a direction that leaves the board.
    pub fn slots(&self, site: usize) -> &[Option<u8>] {
        &self.slots[site]
    }

    /// The regions in order: `R0`, `R1`, ...
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }
}

/// The set of these sites.
pub fn mask(sites: impl IntoIterator<Item = usize>) -> Mask {
    sites.into_iter().fold(0, |mask, s| mask | 1 << s)
}

/// The sites of a set, ascending.
pub fn sites_of(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let site = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            site
        })
    })
}

fn at(site: &BoardSite) -> (f64, f64) {
    (site.x, site.y)
}

/// Sorts sites by their direction from one, clockwise from north.
fn clockwise(sites: &[BoardSite], from: usize, near: &mut [u8]) {
    let angle = |n: u8| slots::bearing(at(&sites[from]), at(&sites[usize::from(n)]));
    near.sort_by(|&a, &b| angle(a).total_cmp(&angle(b)));
}

/// Of each site, clockwise: the sites that are no neighbours but have two
/// neighbours in common with it.
fn across(sites: &[BoardSite], neighbours: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let common = |a: usize, b: usize| {
        let also = |n: &&u8| neighbours[b].contains(n);
        neighbours[a].iter().filter(also).count()
    };
    (0..sites.len())
        .map(|a| {
            let is = |&b: &usize| a != b && !neighbours[a].contains(&(b as u8)) && common(a, b) > 1;
            let mut near: Vec<u8> = (0..sites.len()).filter(is).map(|b| b as u8).collect();
            clockwise(sites, a, &mut near);
            near
        })
        .collect()
}

/// Of each site and neighbour: the maximal straight path that begins with it.
fn paths(sites: &[BoardSite], neighbours: &[Vec<u8>]) -> Vec<Vec<Vec<u8>>> {
    let of = |s: usize| {
        let from = |&n: &u8| straight(sites, neighbours, s as u8, n);
        neighbours[s].iter().map(from).collect()
    };
    (0..sites.len()).map(of).collect()
}

/// Bends below this angle go straight on.
const BEND: f64 = 0.25;

/// The neighbour of `at` that goes on straightest after coming from `from`.
fn onward(sites: &[BoardSite], neighbours: &[Vec<u8>], from: u8, here: u8) -> Option<u8> {
    let place = |s: u8| at(&sites[usize::from(s)]);
    let bend = |n: u8| slots::bend(place(from), place(here), place(n));
    neighbours[usize::from(here)]
        .iter()
        .copied()
        .filter(|&n| n != from && bend(n) < BEND)
        .min_by(|&a, &b| bend(a).total_cmp(&bend(b)))
}

fn straight(sites: &[BoardSite], neighbours: &[Vec<u8>], from: u8, first: u8) -> Vec<u8> {
    let mut path = vec![first];
    let mut before = from;
    while let Some(next) = onward(sites, neighbours, before, path[path.len() - 1]) {
        // A closed line ends where it began.
        if next == from || path.contains(&next) {
            break;
        }
        before = path[path.len() - 1];
        path.push(next);
    }
    path
}
