//! A position as a drawing, in neutral terms; `plot` puts it on paper.

use super::{Game, Player};

/// What a place is; drawings give each kind its own shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// Where seeds lie and are sown from.
    #[default]
    Pot,
    /// Where a player keeps what it has won, beside all rows of pots.
    Store,
    /// What a player has still to bring onto the board, beside the board.
    Reserve,
    /// A point where lines meet; one piece may stand on it.
    Point,
    /// A field of a chequered board; one piece may stand on it.
    Cell {
        /// Whether it is a dark one.
        dark: bool,
    },
}

/// One place of a board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Site {
    /// Column and row of the centre, in cells, y upwards.
    pub at: (f64, f64),
    /// How many seeds lie there; on a board of pieces 1 where one stands.
    pub seeds: u32,
    /// The name people use for the place.
    pub label: String,
    /// Its kind.
    pub place: Place,
    /// Whose it is, or whose piece stands there, if that means anything; it
    /// decides the colour.
    pub owner: Option<Player>,
    /// Whether the rules single it out: see [`Picture::mark`].
    pub marked: bool,
    /// A word that a theory of the game writes at the place, such as a number.
    pub note: String,
}

impl Site {
    /// A pot that is nobody's.
    pub fn pot(at: (f64, f64), seeds: impl Into<u32>, label: impl Into<String>) -> Self {
        Self {
            at,
            seeds: seeds.into(),
            label: label.into(),
            ..Self::default()
        }
    }

    /// A place of a board of pieces, with the piece's owner if one stands there.
    pub fn piece(
        at: (f64, f64),
        label: impl Into<String>,
        place: Place,
        owner: Option<Player>,
    ) -> Self {
        Self {
            owner,
            place,
            ..Self::pot(at, u32::from(owner.is_some()), label)
        }
    }

    /// The place as one of a player's, of a kind.
    pub fn of(self, owner: Player, place: Place) -> Self {
        Self {
            owner: Some(owner),
            place,
            ..self
        }
    }
}

/// A position as a drawing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The places, those of the game's vector first and in its order.
    pub sites: Vec<Site>,
    /// Who is to move and in which direction, in words.
    pub caption: String,
    /// +1 if the side to move sows to the right, -1 if to the left, 0 if neither.
    pub direction: i8,
    /// Names of the players with the direction each sows in, player one first.
    pub sides: Vec<String>,
    /// What the marked places are called; empty if there are none.
    pub mark: String,
    /// The places that lines join, each pair once, by index.
    pub lines: Vec<(usize, usize)>,
}

impl Picture {
    /// Whether pieces stand on it, one on a place, rather than seeds lie in it.
    pub fn has_pieces(&self) -> bool {
        let piece = |s: &Site| matches!(s.place, Place::Point | Place::Cell { .. });
        self.sites.iter().any(piece)
    }
}

/// Games that can be drawn.
pub trait Drawable: Game {
    /// The drawing of a position.
    fn picture(&self, position: &Self::Position) -> Picture;

    /// The index in [`Picture::sites`] where a move starts: where a piece is
    /// placed, if it comes from nowhere. `None` for a pass.
    fn site_of(&self, position: &Self::Position, mv: Self::Move) -> Option<usize>;

    /// The places that a move touches in order, from where it starts to where it
    /// ends. By default where it starts only.
    fn path_of(&self, position: &Self::Position, mv: Self::Move) -> Vec<usize> {
        self.site_of(position, mv).into_iter().collect()
    }
}
