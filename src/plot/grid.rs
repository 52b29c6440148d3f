//! Where the places of a board lie in a drawing.

use super::PlotError;
use crate::game::{Picture, Place, Player, Site};

/// The heights within a row of a drawing, in pixels: above its pots, of the
/// pots, below them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bands {
    pub above: f64,
    pub tall: f64,
    pub below: f64,
}

impl Bands {
    fn pitch(self) -> f64 {
        self.above + self.tall + self.below
    }
}

/// Where a drawing of places lies and how large it is.
pub(super) struct Grid {
    left: f64,
    top: f64,
    low: (f64, f64),
    high: (f64, f64),
    /// The lowest and the highest row of pots.
    pots: (f64, f64),
    cell: f64,
    bands: Bands,
}

/// Places with more columns or rows than this are refused: nobody could read them.
const MOST_CELLS: f64 = 200.0;

/// The lowest and highest of some numbers.
fn ends(numbers: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    numbers.fold(None, |ends, n| {
        Some(ends.map_or((n, n), |(l, h): (f64, f64)| (l.min(n), h.max(n))))
    })
}

impl Grid {
    /// The grid of a picture with its upper left corner at a point; `cell` is
    /// the width of a column in pixels.
    pub fn new(
        picture: &Picture,
        (left, top): (f64, f64),
        cell: f64,
        bands: Bands,
    ) -> Result<Self, PlotError> {
        for site in &picture.sites {
            for value in [site.at.0, site.at.1] {
                super::axis::check(value, || format!("place \"{}\"", site.label))?;
            }
        }
        let sites = || picture.sites.iter();
        let (Some(x), Some(y)) = (ends(sites().map(|s| s.at.0)), ends(sites().map(|s| s.at.1)))
        else {
            return Err(PlotError::Empty("the board has no places"));
        };
        if x.1 - x.0 > MOST_CELLS || y.1 - y.0 > MOST_CELLS {
            let text = format!("a board of more than {MOST_CELLS} cells in a direction");
            return Err(PlotError::Shape(text));
        }
        let pots = sites().filter(|s| s.place == Place::Pot).map(|s| s.at.1);
        Ok(Self {
            left,
            top,
            low: (x.0, y.0),
            high: (x.1, y.1),
            pots: ends(pots).unwrap_or(y),
            cell,
            bands,
        })
    }

    /// The columns of a picture, from the middle of the first to that of the
    /// last and a half beyond on either side, and its rows.
    pub fn extent(picture: &Picture) -> Result<(f64, f64), PlotError> {
        let one = Bands {
            above: 0.0,
            tall: 1.0,
            below: 0.0,
        };
        let grid = Self::new(picture, (0.0, 0.0), 1.0, one)?;
        Ok((grid.width(), grid.height()))
    }

    pub fn width(&self) -> f64 {
        (self.high.0 - self.low.0 + 1.0) * self.cell
    }

    pub fn height(&self) -> f64 {
        (self.high.1 - self.low.1 + 1.0) * self.bands.pitch()
    }

    /// Whether a place is seen from the other side: what is above its pot for
    /// others is below it.
    pub fn turned(&self, site: &Site) -> bool {
        site.owner == Some(Player::Two) && self.pots.0 < self.pots.1
    }

    /// The upper end of a row's bands.
    fn band(&self, y: f64) -> f64 {
        self.top + (self.high.1 - y) * self.bands.pitch()
    }

    /// The upper and lower side of the pots of a row.
    fn pot(&self, y: f64, turned: bool) -> (f64, f64) {
        let Bands { above, tall, below } = self.bands;
        let top = self.band(y) + if turned { below } else { above };
        (top, top + tall)
    }

    /// The sides of a place: left, top, right, bottom. A store is as high as all
    /// rows of pots.
    pub fn sides(&self, site: &Site, wide: f64) -> [f64; 4] {
        let middle = self.left + (site.at.0 - self.low.0 + 0.5) * self.cell;
        let (left, right) = (middle - wide / 2.0, middle + wide / 2.0);
        let (top, bottom) = match site.place {
            Place::Store => {
                let upper = self.pots.0 < self.pots.1;
                (
                    self.pot(self.pots.1, upper).0,
                    self.pot(self.pots.0, false).1,
                )
            }
            _ => self.pot(site.at.1, self.turned(site)),
        };
        [left, top, right, bottom]
    }

    /// The fields behind the pots of each player.
    pub fn panels(&self, picture: &Picture) -> Vec<(Player, [f64; 4])> {
        let field = |player: Player| {
            let pots = || {
                let own = |s: &&Site| s.owner == Some(player) && s.place == Place::Pot;
                picture.sites.iter().filter(own)
            };
            let (x, y) = (ends(pots().map(|s| s.at.0))?, ends(pots().map(|s| s.at.1))?);
            let at = |x: f64| self.left + (x - self.low.0) * self.cell;
            let bottom = self.band(y.0) + self.bands.pitch();
            Some((player, [at(x.0), self.band(y.1), at(x.1 + 1.0), bottom]))
        };
        Player::BOTH.into_iter().filter_map(field).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BANDS: Bands = Bands {
        above: 10.0,
        tall: 50.0,
        below: 20.0,
    };

    fn kalah() -> Picture {
        let pot = |x: f64, y: f64, owner| Site::pot((x, y), 4u32, "1").of(owner, Place::Pot);
        let store = |x: f64, owner| Site::pot((x, 0.5), 0u32, "s").of(owner, Place::Store);
        Picture {
            sites: vec![
                pot(1.0, 0.0, Player::One),
                pot(2.0, 0.0, Player::One),
                pot(2.0, 1.0, Player::Two),
                pot(1.0, 1.0, Player::Two),
                store(3.0, Player::One),
                store(0.0, Player::Two),
            ],
            ..Picture::default()
        }
    }

    #[test]
    fn rows_face_each_other_and_stores_span_them() {
        let picture = kalah();
        let grid = Grid::new(&picture, (0.0, 0.0), 100.0, BANDS).unwrap();
        assert_eq!((grid.width(), grid.height()), (400.0, 160.0));
        let sides: Vec<[f64; 4]> = picture.sites.iter().map(|s| grid.sides(s, 80.0)).collect();
        // South's names are below its pots, North's above.
        assert_eq!(sides[0], [110.0, 90.0, 190.0, 140.0]);
        assert_eq!(sides[2], [210.0, 20.0, 290.0, 70.0]);
        assert_eq!(sides[4], [310.0, 20.0, 390.0, 140.0]);
        assert_eq!(sides[5], [10.0, 20.0, 90.0, 140.0]);
        assert_eq!(
            grid.panels(&picture),
            [
                (Player::One, [100.0, 80.0, 300.0, 160.0]),
                (Player::Two, [100.0, 0.0, 300.0, 80.0]),
            ]
        );
    }

    #[test]
    fn a_single_row_is_not_turned() {
        let site = Site::pot((0.0, 0.0), 4u32, "1").of(Player::Two, Place::Pot);
        let picture = Picture {
            sites: vec![site.clone()],
            ..Picture::default()
        };
        let grid = Grid::new(&picture, (0.0, 0.0), 100.0, BANDS).unwrap();
        assert!(!grid.turned(&site));
        assert_eq!(grid.sides(&site, 80.0), [10.0, 10.0, 90.0, 60.0]);
    }
}
