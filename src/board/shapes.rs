//! The boards of the games.

use super::{Board, BoardSite, SiteKind};

/// `A1`, `B1`, ...: the letter of the column (after `Z` follow `AA`, `AB`, ...),
/// the number of the row.
fn label(column: usize, row: usize) -> String {
    let mut letters = String::new();
    let mut rest = column;
    loop {
        letters.insert(0, char::from(b'A' + (rest % 26) as u8));
        if rest < 26 {
            break;
        }
        rest = rest / 26 - 1;
    }
    format!("{letters}{}", row + 1)
}

/// Sites row by row from `A1`, and the edges to the east and north.
fn grid(
    kind: SiteKind,
    rows: usize,
    columns: usize,
    diagonals: impl Fn(usize, usize) -> bool,
) -> Board {
    let offset = match kind {
        SiteKind::Vertex => 0.0,
        SiteKind::Cell => 0.5,
    };
    let mut sites = Vec::new();
    let mut edges = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let here = row * columns + column;
            sites.push(BoardSite {
                label: label(column, row),
                x: column as f64 + offset,
                y: row as f64 + offset,
            });
            if column + 1 < columns {
                edges.push((here, here + 1));
            }
            if row + 1 < rows {
                edges.push((here, here + columns));
                if diagonals(column, row) && column + 1 < columns {
                    edges.push((here, here + columns + 1));
                }
                if diagonals(column, row) && column > 0 {
                    edges.push((here, here + columns - 1));
                }
            }
        }
    }
    Board::new(kind, sites, &edges)
}

/// A rectangle of cells; neighbours share an edge. Sites are numbered row by row
/// from `A1`. At most 64 cells.
pub fn rectangle(rows: usize, columns: usize) -> Board {
    grid(SiteKind::Cell, rows, columns, |_, _| false)
}

/// A rectangle of points with orthogonal lines everywhere, and diagonals at the
/// points whose column and row (counted from 0) have an even sum.
pub fn lattice(rows: usize, columns: usize) -> Board {
    grid(SiteKind::Vertex, rows, columns, |column, row| {
        (column + row) % 2 == 0
    })
}

/// A row of cells.
pub fn line(cells: usize) -> Board {
    rectangle(1, cells)
}

/// The board of hare and hounds, its sites in the order of the board files. Region
/// `R0` is the hounds' home, `R1` the hare's start.
pub fn hare_and_hounds() -> Board {
    const SITES: [(usize, usize); 11] = [
        (2, 1),
        (2, 2),
        (2, 3),
        (1, 1),
        (1, 2),
        (1, 3),
        (0, 1),
        (0, 2),
        (0, 3),
        (1, 4),
        (1, 0),
    ];
    const EDGES: [(usize, usize); 22] = [
        (0, 1),
        (0, 10),
        (0, 3),
        (0, 4),
        (1, 2),
        (1, 4),
        (2, 4),
        (2, 5),
        (2, 9),
        (3, 4),
        (3, 6),
        (3, 10),
        (4, 5),
        (4, 6),
        (4, 7),
        (4, 8),
        (5, 8),
        (5, 9),
        (6, 7),
        (6, 10),
        (7, 8),
        (8, 9),
    ];
    // Row 2 lies at height 0.
    let site = |(column, row): (usize, usize)| BoardSite {
        label: label(column, row),
        x: column as f64,
        y: row as f64 - 1.0,
    };
    let sites = SITES.into_iter().map(site).collect();
    Board::new(SiteKind::Vertex, sites, &EDGES)
        .with_region("R0", &[0, 6, 10])
        .with_region("R1", &[3])
}

/// Kalah's two rows of pits and two stores: site 0 is North's store at the left,
/// then South's pits and above them North's, both from left to right, last
/// South's store at the right. Opposite pits and neighbours in a row are joined,
/// and the stores with the pits beside them.
pub fn kalah(pits: usize) -> Board {
    let site = |label: String, x: usize, y: f64| BoardSite {
        label,
        x: x as f64,
        y,
    };
    let mut sites = vec![site("North".into(), 0, 0.5)];
    let mut edges = Vec::new();
    for row in 0..2 {
        for i in 1..=pits {
            let letter = ["S", "N"][row];
            // North's pits count from its own left.
            let number = [i, pits + 1 - i][row];
            sites.push(site(format!("{letter}{number}"), i, row as f64));
            if i < pits {
                edges.push((row * pits + i, row * pits + i + 1));
            }
        }
        edges.push((0, row * pits + 1));
        edges.push((row * pits + pits, 2 * pits + 1));
    }
    edges.extend((1..=pits).map(|i| (i, pits + i)));
    sites.push(site("South".into(), pits + 1, 0.5));
    Board::new(SiteKind::Cell, sites, &edges)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_and_numbers_of_the_sites() {
        let board = lattice(5, 9);
        assert_eq!(board.find("d3"), Some(21));
        assert_eq!(label(25, 0), "Z1");
        assert_eq!(label(26, 11), "AA12");
        // The points named in the rules of the games.
        let hare = hare_and_hounds();
        assert_eq!(hare.edges().count(), 22);
        assert_eq!(hare.sites()[10].label, "B1");
        assert_eq!(hare.regions()[0].distance[9], 3);
        let kalah = kalah(6);
        assert_eq!(kalah.len(), 14);
        assert_eq!(kalah.sites()[12].label, "N1");
        // To the south-west, then to the north-west.
        assert_eq!(kalah.neighbours(13), [6, 12]);
    }
}
