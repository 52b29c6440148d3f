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
}

/// Games that come with their page.
pub trait Describe {
    /// The page.
    const INFO: GameInfo;
}
