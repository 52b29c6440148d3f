//! How neighbours become a score: metric, k, ties, weight and vote by name.

/// A distance between positions, computed on integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Metric {
    /// Sum of the absolute differences.
    Manhattan,
    /// Square root of the sum of the squared differences; compared squared.
    Euclidean,
    /// Largest absolute difference.
    Chebyshev,
}

/// Which of the rows at the k-th distance take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ties {
    /// Every row at the k-th distance or nearer.
    All,
    /// Exactly k: at equal distance those that the mover lost come first, as in
    /// the classroom's sort of (distance, label) pairs.
    Classroom,
    /// Exactly k: at equal distance the lowest row number comes first.
    First,
}

/// What k counts and a vote weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Weight {
    /// Games: a row merged from 5 games is 5 neighbours.
    Count,
    /// Distinct rows: each is one neighbour.
    Distinct,
}

/// How neighbours vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Vote {
    /// All alike.
    Majority,
    /// By the inverse of the distance; neighbours at distance 0 decide alone.
    Distance,
}

/// Which rows may vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mover {
    /// All of them.
    Any,
    /// Those with the query's side to move.
    Same,
}

/// Whose word on a row counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LabelSource {
    /// Who won the recorded game.
    Game,
    /// Who wins against best play, by the solver.
    Solver,
}

/// The rule that turns scores into a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Choice {
    /// Uniform over the moves of maximal score.
    Best,
    /// Uniform over the moves of positive score; over all if there is none.
    Approve,
}

/// A complete rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule {
    /// The distance.
    pub metric: Metric,
    /// How many neighbours; at least 1.
    pub k: u32,
    /// Who takes part at the k-th distance.
    pub ties: Ties,
    /// What k counts.
    pub weight: Weight,
    /// How they vote.
    pub vote: Vote,
}

/// Whether a rule takes rows by their numbers, each with its games, so that equal
/// rows may not be merged.
pub(super) fn by_row(rule: &Rule) -> bool {
    rule.ties == Ties::First && rule.weight == Weight::Count
}

/// Implements the names of an enumeration: `ALL`, `name`, `FromStr`.
macro_rules! named {
    ($type:ident { $($variant:ident = $name:literal),+ $(,)? }) => {
        impl $type {
            /// All of them, in order.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The name, as commands and files write it.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),+
                }
            }
        }

        impl std::str::FromStr for $type {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                match text {
                    $($name => Ok(Self::$variant),)+
                    _ => Err(format!(
                        "\"{text}\": expected {}",
                        [$($name),+].join(" or ")
                    )),
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

named!(Metric { Manhattan = "manhattan", Euclidean = "euclidean", Chebyshev = "chebyshev" });
named!(Ties { All = "all", Classroom = "classroom", First = "first" });
named!(Weight { Distinct = "distinct", Count = "count" });
named!(Vote { Majority = "majority", Distance = "distance" });
named!(Mover { Any = "any", Same = "same" });
named!(LabelSource { Game = "game", Solver = "solver" });
