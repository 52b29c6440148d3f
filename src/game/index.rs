//! A perfect index of a game's positions, for retrograde analysis.

use super::Game;

/// Numbers for positions, in layers: play from a layer stays there or goes on
/// to an earlier one. In Fanorona a layer holds the positions with so many
/// stones of the two sides: captures lead to an earlier one.
///
/// A position may stand for several that are worth the same to the side to
/// move: exchanging the colours must not change a number if it does not change
/// the game.
pub trait PositionIndex<G: Game>: Send + Sync {
    /// Numbers are less than this.
    fn len(&self) -> usize;

    /// Whether there is no position.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of a position; `None` for one that is not in the index.
    /// If a position is in it, so is every one that a move leads to.
    fn number(&self, position: &G::Position) -> Option<usize>;

    /// How many layers there are.
    fn layers(&self) -> usize;

    /// The layer of a position in the index.
    fn layer(&self, position: &G::Position) -> usize;

    /// Visits one position of every class of equal positions of a layer (see
    /// [`PositionIndex::images`]), each once.
    fn visit(&self, layer: usize, visit: &mut dyn FnMut(&G::Position));

    /// Appends the positions of other numbers that are worth the same to the
    /// side to move, such as the same position in a mirror, each once.
    fn images(&self, position: &G::Position, images: &mut Vec<G::Position>);

    /// Appends, for every move that stays in the layer and leads to this
    /// position, the position it is made from. It may append positions that have
    /// no move inside the layer at all.
    fn before(&self, position: &G::Position, origins: &mut Vec<G::Position>);
}
