//! The places of a board: pots, stores and reserves with their seeds.

use super::axis::count;
use super::palette::{AXIS, BLUE, CUP, Colour, INK, RIM, SEED, VERMILLION, WHITE};
use super::scene::{Scene, label};
use super::text;
use crate::game::{Place, Player, Site};

/// The colour of a player.
pub(super) fn player_colour(player: Player) -> Colour {
    match player {
        Player::One => BLUE,
        Player::Two => VERMILLION,
    }
}

/// The colour of words about a place: its owner's, or the usual one.
pub(super) fn ink(owner: Option<Player>, usual: Colour) -> Colour {
    owner.map_or(usual, |p| player_colour(p).mix(INK, 0.25))
}

/// A field behind the places of a player.
pub(super) fn panel(scene: &mut Scene, sides: [f64; 4], owner: Player) {
    let colour = player_colour(owner);
    scene.rounded(sides, 12.0, colour.mix(WHITE, 0.86));
}

/// A place with its seeds on a ground, or on that of its kind.
pub(super) fn place(scene: &mut Scene, sides: [f64; 4], site: &Site, ground: Option<Colour>) {
    let [left, top, right, bottom] = sides;
    let wide = right - left;
    let round = match site.place {
        Place::Pot => 0.22,
        Place::Store => 0.3,
        Place::Reserve | Place::Point | Place::Cell { .. } => 0.5,
    };
    let owner = site.owner.map(player_colour);
    let rim = owner.map_or(RIM, |c| c.mix(WHITE, 0.3));
    let ground = ground.unwrap_or(match (site.place, owner) {
        (Place::Pot, _) | (_, None) => CUP,
        (_, Some(colour)) => colour.mix(WHITE, 0.92),
    });
    let radius = wide * round;
    let ring = |scene: &mut Scene, inset: f64, colour: Colour| {
        let sides = [left + inset, top + inset, right - inset, bottom - inset];
        scene.rounded(sides, (radius - inset).max(1.0), colour);
    };
    ring(scene, 0.0, rim);
    let edge = if owner.is_some() { 2.0 } else { 1.5 };
    ring(scene, edge, ground);
    if site.marked {
        // A second ring inside the rim.
        let inset = (wide * 0.07).clamp(edge + 1.0, 5.5);
        ring(scene, inset, owner.unwrap_or(RIM));
        ring(scene, inset + (wide * 0.03).clamp(1.2, 2.4), ground);
    }
    // Round places have less room for a pile.
    let room = if site.place == Place::Reserve {
        0.8
    } else {
        1.0
    };
    seeds(scene, sides, site.seeds, room);
}

/// Seeds as dots up to 12 where there is room, and always their number.
fn seeds(scene: &mut Scene, [left, top, right, bottom]: [f64; 4], seeds: u32, size: f64) {
    let (wide, tall) = (right - left, bottom - top);
    let middle = (left + right) / 2.0;
    let number = count(seeds.into());
    let ink = if seeds == 0 { AXIS } else { INK };
    let room = (wide * 0.84 - 3.0) / text::width(&number, 1.0, true);
    if wide < DRAWN || tall <= wide * 1.1 || seeds > 12 {
        let em = (wide * 0.46).min(room);
        let shown = label(&number, em).bold().middle().colour(ink);
        scene.text_at_middle((middle, (top + bottom) / 2.0), shown);
        return;
    }
    let em = (wide * 0.25).min(room);
    let shown = label(&number, em).bold().middle().colour(ink);
    scene.text_at_middle((middle, bottom - em * 0.82), shown);
    // Half way from the top to the number, where that leaves room for a pile.
    let centre = ((top + bottom - em * 1.64) / 2.0).max(top + wide * 0.49);
    let unit = wide * size;
    for (x, y) in pile(seeds) {
        let at = (middle + x * unit * 0.36, centre + y * unit * 0.36);
        scene.disc(at, unit * 0.083, WHITE);
        scene.disc(at, unit * 0.073, SEED);
    }
}

/// A frame around a place.
pub(super) fn halo(scene: &mut Scene, [left, top, right, bottom]: [f64; 4], colour: Colour) {
    let grow = ((right - left) * 0.05).clamp(2.0, 4.0);
    let sides = [left - grow, top - grow, right + grow, bottom + grow];
    scene.rounded(sides, (right - left) * 0.22 + grow, colour);
}

/// The width and height of a pot in a cell: upright where seeds are drawn.
pub(super) fn pot_size(cell: f64) -> (f64, f64) {
    let wide = cell * 0.86;
    let drawn = wide >= DRAWN;
    (wide, if drawn { wide * 1.22 } else { wide.max(24.0) })
}

/// Pots this wide show their seeds, narrower ones the number only.
const DRAWN: f64 = 44.0;

/// Where up to 12 seeds lie, within the unit circle: an inner and an outer ring.
fn pile(seeds: u32) -> Vec<(f64, f64)> {
    let (inner, outer) = match seeds {
        0..=4 => (seeds, 0),
        5..=8 => (1, seeds - 1),
        9 => (2, 7),
        10 | 11 => (3, seeds - 3),
        _ => (4, 8),
    };
    let ring = |n: u32, radius: f64, turn: f64| {
        (0..n).map(move |i| {
            let angle = std::f64::consts::TAU * (turn + f64::from(i) / f64::from(n));
            (radius * libm::cos(angle), radius * libm::sin(angle))
        })
    };
    let (radius, turn) = match inner {
        0 | 1 => (0.0, 0.0),
        2 => (0.35, 0.0),
        3 => (0.38, 0.25),
        4 if outer == 0 => (0.4, 0.125),
        // Between the seeds of the outer ring.
        _ => (0.4, 0.0625),
    };
    let turned = if outer == 4 { 0.125 } else { -0.25 };
    ring(inner, radius, turn)
        .chain(ring(outer, 0.86, turned))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pile_has_all_its_seeds_and_none_lies_on_another() {
        for seeds in 0..=12 {
            let pile = pile(seeds);
            assert_eq!(pile.len(), seeds as usize);
            for (i, a) in pile.iter().enumerate() {
                assert!(libm::hypot(a.0, a.1) <= 1.0);
                for b in &pile[..i] {
                    let apart = libm::hypot(a.0 - b.0, a.1 - b.1);
                    // In units of 0.36 pot widths; a seed is 0.083 of them.
                    assert!(apart * 0.36 > 2.0 * 0.083, "{seeds} seeds: {apart}");
                }
            }
        }
    }
}
