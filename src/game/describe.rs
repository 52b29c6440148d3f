//! What `sowlab games` says of a game.

/// A parameter of a game's name.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// As written in the name.
    pub name: &'static str,
    /// The values it may take.
    pub range: &'static str,
    /// The value it has when left out.
    pub default: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

/// The page of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The word before the parenthesis.
    pub name: &'static str,
    /// One line: inventor, year, what it is.
    pub title: &'static str,
    /// The rules, in full.
    pub rules: &'static str,
    /// The parameters, in the order of the canonical name.
    pub parameters: &'static [Parameter],
    /// How positions and moves are written.
    pub notation: &'static str,
    /// What the coordinates of a database row are.
    pub vector: &'static str,
    /// Values known by computation or publication.
    pub results: &'static str,
    /// Where the rules come from.
    pub sources: &'static str,
    /// Sizes that others have published.
    pub sizes: &'static [PublishedSize],
}

/// How large others have found a game to be.
#[derive(Clone, Copy, Debug)]
pub struct PublishedSize {
    /// The canonical name of the game it was said of.
    pub game: &'static str,
    /// The size of the state space, as its decimal logarithm.
    pub log10_positions: Option<f64>,
    /// The size of the game tree, as its decimal logarithm.
    pub log10_tree: Option<f64>,
    /// Who said so, where and how it was found.
    pub source: &'static str,
}

/// No more positions than this can occur in a game, the side to move and
/// finished positions included.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionBound {
    /// The bound, rounded only above 2^53.
    pub count: f64,
    /// How it is found.
    pub formula: String,
}

/// The number of sets of `k` among `n` things, rounded only above 2^53.
pub(super) fn choose(n: usize, k: usize) -> f64 {
    if k > n {
        return 0.0;
    }
    // Every partial product is a whole number.
    (0..k).fold(1.0, |c, i| c * (n - i) as f64 / (i + 1) as f64)
}

/// Games that come with their page.
pub trait Describe {
    /// The page.
    const INFO: GameInfo;

    /// An upper bound of the number of positions, where there is a formula. By
    /// default there is none.
    fn position_bound(&self) -> Option<PositionBound> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::choose;

    #[test]
    fn binomial_coefficients() {
        for n in 1..30 {
            for k in 1..=n {
                assert_eq!(choose(n, k), choose(n - 1, k - 1) + choose(n - 1, k));
            }
        }
        assert_eq!((choose(45, 7), choose(3, 5)), (45_379_620.0, 0.0));
    }
}
