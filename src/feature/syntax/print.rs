//! Features as text, in one form: defaults left out, numbers as fractions where
//! that loses nothing.

use std::fmt;

use super::{Element, Feature, Pattern, Place, Spatial, Target, Test, Walk};

/// The largest denominator of a printed fraction.
const LARGEST: u32 = 20;

/// A number of a walk: the fraction of least denominator whose quotient is that
/// very number, else the shortest decimal that reads back.
struct Turn(f32);

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = self.0;
        for q in 1..=LARGEST {
            let p = (turn * q as f32).round();
            // Larger numerators are no longer exact.
            if p.abs() < 16_777_216.0 && p / q as f32 == turn {
                let p = p as i32;
                return match q {
                    1 => write!(f, "{p}"),
                    _ => write!(f, "{p}/{q}"),
                };
            }
        }
        write!(f, "{turn}")
    }
}

fn list<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    items: impl IntoIterator<Item = T>,
    separator: &str,
) -> fmt::Result {
    for (i, item) in items.into_iter().enumerate() {
        if i > 0 {
            f.write_str(separator)?;
        }
        item.fmt(f)?;
    }
    Ok(())
}

impl fmt::Display for Walk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        list(f, self.0.iter().map(|&t| Turn(t)), ",")?;
        f.write_str("}")
    }
}

impl Walk {
    /// One of its numbers as text: `3/8`.
    pub fn number(turn: f32) -> impl fmt::Display {
        Turn(turn)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Walk(walk) => walk.fmt(f),
            Place::Site(site) => site.fmt(f),
            Place::Anywhere => f.write_str("-1"),
        }
    }
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Test::Empty => f.write_str("-"),
            Test::Friend => f.write_str("f"),
            Test::Enemy => f.write_str("e"),
            Test::OffBoard => f.write_str("#"),
            Test::Anything => f.write_str("*"),
            Test::Owner(n) => n.fmt(f),
            Test::Kind(n) => write!(f, "I{n}"),
            Test::Is(n) => write!(f, "pos{n}"),
            Test::Slots(n) => write!(f, "N{n}"),
            Test::Nearer(n) => write!(f, "R{n}"),
            Test::Orthogonal(n) => write!(f, "LOSO{n}"),
            Test::Diagonal(n) => write!(f, "LOSD{n}"),
        }
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let not = if self.negated { "!" } else { "" };
        write!(f, "{not}{}", self.test)?;
        match &self.site {
            Target::Walk(walk) => walk.fmt(f),
            Target::Site(site) => write!(f, "{{abs-{site}}}"),
        }
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.reflects {
            f.write_str("refl=false,")?;
        }
        if let Some(rotations) = &self.rotations {
            f.write_str("rots=[")?;
            list(f, rotations, ",")?;
            f.write_str("],")?;
        }
        f.write_str("els=[")?;
        list(f, &self.elements, ", ")?;
        f.write_str("]")
    }
}

impl fmt::Display for Spatial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.absolute { "abs" } else { "rel" })?;
        for (role, place) in &self.places {
            write!(f, ":{}=<{place}>", role.name())?;
        }
        write!(f, ":pat=<{}>", self.pattern)
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Feature::Spatial(spatial) => spatial.fmt(f),
            Feature::PassMove => f.write_str("PassMove"),
            Feature::SwapMove => f.write_str("SwapMove"),
            Feature::Intercept => f.write_str("Intercept"),
        }
    }
}
