//! Board graphs against boards written out by another implementation (Ludii).

use serde::Deserialize;
use sowlab::board::{self, Board, SiteKind};

use crate::support::data;

#[derive(Deserialize)]
struct File {
    site_type: String,
    sites: Vec<Site>,
    edges: Vec<(usize, usize)>,
    regions: Vec<Region>,
}

#[derive(Deserialize)]
struct Site {
    label: String,
    x: f64,
    y: f64,
    sorted_orthos: Vec<Option<u8>>,
    orthogonal: Vec<u8>,
    radials_orthogonal: Vec<Vec<u8>>,
}

#[derive(Deserialize)]
struct Region {
    name: String,
    sites: Vec<usize>,
    distance: Vec<u8>,
}

fn agrees(board: &Board, name: &str) {
    let text = std::fs::read_to_string(data("boards").join(name)).unwrap();
    let file: File = serde_json::from_str(&text).unwrap();
    let kind = match board.kind() {
        SiteKind::Vertex => "Vertex",
        SiteKind::Cell => "Cell",
    };
    assert_eq!(file.site_type, kind);
    assert_eq!(file.sites.len(), board.len());
    for (i, (site, ours)) in file.sites.iter().zip(board.sites()).enumerate() {
        assert_eq!((&ours.label, ours.x, ours.y), (&site.label, site.x, site.y));
        assert_eq!(board.neighbours(i), site.orthogonal, "{}", site.label);
        assert_eq!(board.radials(i), site.radials_orthogonal, "{}", site.label);
        assert_eq!(board.slots(i), site.sorted_orthos, "{}", site.label);
    }
    let mut edges = file.edges;
    for edge in &mut edges {
        *edge = (edge.0.min(edge.1), edge.0.max(edge.1));
    }
    edges.sort_unstable();
    assert!(board.edges().eq(edges));
    assert_eq!(file.regions.len(), board.regions().len());
    for (region, ours) in file.regions.iter().zip(board.regions()) {
        assert_eq!(ours.name, region.name);
        assert!(board::sites_of(ours.sites).eq(region.sites.iter().copied()));
        assert_eq!(ours.distance, region.distance);
    }
}

#[test]
fn graphs_slots_and_regions_agree() {
    agrees(&board::hare_and_hounds(), "jm.json");
    agrees(&board::rectangle(6, 4), "alq64.json");
    agrees(&board::lattice(5, 9), "fanorona.json");
}

#[test]
fn rows_have_slots_that_leave_the_board_at_their_ends_and_sides() {
    let line = board::line(4);
    for site in 0..4 {
        assert_eq!(
            line.slots(site).iter().flatten().count(),
            line.neighbours(site).len()
        );
    }
    assert_eq!(line.radials(0), [vec![1, 2, 3]]);
}
