//! Colours that colour-blind readers can tell apart.

/// An opaque colour, or a translucent one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Colour {
    /// Red, green, blue.
    pub rgb: (u8, u8, u8),
    /// 0 is invisible, 1 is opaque.
    pub alpha: f64,
}

impl Colour {
    const fn new(r: u8, g: u8, b: u8) -> Self {
        Self {
            rgb: (r, g, b),
            alpha: 1.0,
        }
    }

    /// The colour seen through.
    pub fn alpha(self, alpha: f64) -> Self {
        Self { alpha, ..self }
    }

    /// A mixture: 0 is this colour, 1 is the other.
    pub fn mix(self, other: Self, share: f64) -> Self {
        let share = share.clamp(0.0, 1.0);
        let part =
            |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round() as u8;
        let ((r, g, b), (s, h, c)) = (self.rgb, other.rgb);
        Self::new(part(r, s), part(g, h), part(b, c))
    }

    /// Black or white, whichever reads better on this colour (WCAG luminance).
    pub fn ink(self) -> Self {
        let linear = |c: u8| {
            let c = f64::from(c) / 255.0;
            if c <= 0.040_45 {
                c / 12.92
            } else {
                libm::pow((c + 0.055) / 1.055, 2.4)
            }
        };
        let (r, g, b) = self.rgb;
        let luminance = 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
        if luminance > 0.179 { INK } else { WHITE }
    }
}

/// Whose something is, or for whom it is good: it decides the colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The first player.
    One,
    /// The second player.
    Two,
    /// Nobody.
    Neither,
    /// Good for the one who is measured.
    Good,
    /// Bad for the one who is measured.
    Bad,
}

impl Side {
    pub(super) fn colour(self) -> Colour {
        match self {
            Side::One => BLUE,
            Side::Two => VERMILLION,
            Side::Neither => AXIS,
            Side::Good => GREEN,
            Side::Bad => PURPLE,
        }
    }
}

pub(super) const WHITE: Colour = Colour::new(255, 255, 255);
/// Text.
pub(super) const INK: Colour = Colour::new(0x22, 0x22, 0x22);
/// Second-rank text.
pub(super) const GREY: Colour = Colour::new(0x66, 0x66, 0x66);
/// Axes.
pub(super) const AXIS: Colour = Colour::new(0x99, 0x99, 0x99);
/// The mesh.
pub(super) const MESH: Colour = Colour::new(0xe4, 0xe4, 0xe4);
/// The faintest background.
pub(super) const PALE: Colour = Colour::new(0xf4, 0xf4, 0xf4);
/// The inside of a pot.
pub(super) const CUP: Colour = Colour::new(0xf6, 0xee, 0xe0);
/// The rim of a pot.
pub(super) const RIM: Colour = Colour::new(0xb9, 0xa5, 0x84);
/// A seed.
pub(super) const SEED: Colour = Colour::new(0x6b, 0x4f, 0x2c);

/// Okabe and Ito's blue: player one.
pub(super) const BLUE: Colour = Colour::new(0x00, 0x72, 0xb2);
/// Okabe and Ito's vermillion: player two.
pub(super) const VERMILLION: Colour = Colour::new(0xd5, 0x5e, 0x00);
/// Okabe and Ito's reddish purple, darker: bad for the mover.
pub(super) const PURPLE: Colour = Colour::new(0x9c, 0x3f, 0x78);
/// Okabe and Ito's bluish green: good for the mover, the best.
pub(super) const GREEN: Colour = Colour::new(0x00, 0x9e, 0x73);
/// The outline of what was touched last: no player's colour.
pub(super) const LAST: Colour = Colour::new(0x44, 0x44, 0x44);
/// Okabe and Ito's orange: what has grown.
pub(super) const ORANGE: Colour = Colour::new(0xe6, 0x9f, 0x00);

/// The qualitative colours of M. Okabe and K. Ito (2002), without yellow, which
/// does not show on white.
pub(super) const SERIES: [Colour; 7] = [
    BLUE,
    VERMILLION,
    GREEN,
    ORANGE,
    Colour::new(0xcc, 0x79, 0xa7),
    Colour::new(0x56, 0xb4, 0xe9),
    Colour::new(0, 0, 0),
];

/// Nine equally spaced colours of viridis (S. van der Walt and N. Smith, CC0).
const VIRIDIS: [Colour; 9] = [
    Colour::new(0x44, 0x01, 0x54),
    Colour::new(0x47, 0x2d, 0x7b),
    Colour::new(0x3b, 0x52, 0x8b),
    Colour::new(0x2c, 0x72, 0x8e),
    Colour::new(0x21, 0x91, 0x8c),
    Colour::new(0x28, 0xae, 0x80),
    Colour::new(0x5e, 0xc9, 0x62),
    Colour::new(0xad, 0xdc, 0x30),
    Colour::new(0xfd, 0xe7, 0x25),
];

/// Viridis: dark for 0, bright for 1.
pub(super) fn viridis(share: f64) -> Colour {
    let at = share.clamp(0.0, 1.0) * (VIRIDIS.len() - 1) as f64;
    let low = (at as usize).min(VIRIDIS.len() - 2);
    VIRIDIS[low].mix(VIRIDIS[low + 1], at - low as f64)
}

/// Purple for -1 over grey for 0 to green for 1: not the players' colours, as
/// either player may be the mover.
pub(super) fn diverging(score: f64) -> Colour {
    let end = if score < 0.0 { PURPLE } else { GREEN };
    // Small scores keep a visible sign.
    let share = if score == 0.0 {
        0.0
    } else {
        0.4 + 0.6 * score.abs().min(1.0)
    };
    GREY.mix(end, share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_a_scale_are_its_first_and_last_colour() {
        assert_eq!(viridis(0.0).rgb, (0x44, 0x01, 0x54));
        assert_eq!(viridis(1.0).rgb, (0xfd, 0xe7, 0x25));
        assert_eq!(viridis(f64::NAN).alpha, 1.0);
        assert_eq!(diverging(1.0), GREEN);
        assert_eq!(diverging(-1.0), PURPLE);
        assert_eq!(diverging(0.0), GREY);
    }

    #[test]
    fn ink_contrasts_with_its_ground() {
        assert_eq!(WHITE.ink(), INK);
        assert_eq!(viridis(0.0).ink(), WHITE);
        assert_eq!(viridis(1.0).ink(), INK);
    }
}
