//! The eleven points and their lines as masks, computed once at compile time.
//!
//! Points are numbered row by row from the south, each row from the west:
//! B1; A2, B2, C2; A3, B3, C3; A4, B4, C4; B5. North is up.

/// The number of points.
pub const POINTS: usize = 11;

/// The names of the points by number.
pub const NAMES: [&str; POINTS] = [
    "B1", "A2", "B2", "C2", "A3", "B3", "C3", "A4", "B4", "C4", "B5",
];

/// The numbers of the points in *Winning Ways*: a colouring by three colours, the
/// numbers modulo 3, in which no line joins two points of one colour.
const NUMBERS: [i32; POINTS] = [-1, 0, 1, 0, 1, 2, 1, 3, 4, 3, 5];

/// The number of a point in *Winning Ways*.
pub fn number(point: usize) -> i32 {
    NUMBERS[point]
}

/// The points of the hounds' home, where the hare wins: B1, A2, C2.
pub(super) const HOME: u16 = 1 | 1 << 1 | 1 << 3;

/// The centre of the board, from which all lines go out.
const CENTRE: usize = 5;

/// The row of a point, from 0 in the south.
pub const fn row(point: usize) -> u8 {
    match point {
        0 => 0,
        10 => 4,
        _ => 1 + (point as u8 - 1) / 3,
    }
}

/// The column of a point, from 0 in the west.
pub const fn column(point: usize) -> u8 {
    match point {
        0 | 10 => 1,
        _ => (point as u8 - 1) % 3,
    }
}

/// Two points are joined if they lie one step apart in a row or column, or one
/// step apart diagonally where one of them is the centre or an end of the board.
const fn joined(a: usize, b: usize) -> bool {
    let across = column(a).abs_diff(column(b));
    let along = row(a).abs_diff(row(b));
    match (across, along) {
        (0, 1) | (1, 0) => true,
        (1, 1) => {
            let corner = a == CENTRE || b == CENTRE;
            corner || a == 0 || b == 0 || a == 10 || b == 10
        }
        _ => false,
    }
}

/// Which steps of a point a table holds.
const fn table(which: u8) -> [u16; POINTS] {
    let mut table = [0; POINTS];
    let mut from = 0;
    while from < POINTS {
        let mut to = 0;
        while to < POINTS {
            let kept = match which {
                ALL => true,
                NOT_BACK => row(to) >= row(from),
                _ => row(to) > row(from),
            };
            if joined(from, to) && kept {
                table[from] |= 1 << to;
            }
            to += 1;
        }
        from += 1;
    }
    table
}

const ALL: u8 = 0;
const NOT_BACK: u8 = 1;
const FORWARD: u8 = 2;

/// The steps of the hare from each point.
pub(super) const HARE_STEPS: [u16; POINTS] = table(ALL);
/// The steps of a hound from each point: never to the south.
pub(super) const HOUND_STEPS: [u16; POINTS] = table(NOT_BACK);
/// The steps of a hound that are forward: to the north, straight or diagonally.
pub(super) const FORWARD_STEPS: [u16; POINTS] = table(FORWARD);

/// The lowest row that holds one of the points of a mask that is not empty.
#[inline]
pub(super) fn rearmost(points: u16) -> u8 {
    row(points.trailing_zeros() as usize)
}

/// The points of a mask, ascending.
#[inline]
pub(super) fn points_of(mut mask: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let point = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            point
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_are_those_of_the_rules() {
        let edges: u32 = HARE_STEPS.iter().map(|m| m.count_ones()).sum();
        assert_eq!(edges, 44);
        let names = |mask: u16| {
            points_of(mask)
                .map(|p| NAMES[p])
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(names(HARE_STEPS[0]), "A2 B2 C2");
        assert_eq!(names(HARE_STEPS[1]), "B1 B2 A3 B3");
        assert_eq!(names(HARE_STEPS[4]), "A2 B3 A4");
        assert_eq!(names(HARE_STEPS[5]), "A2 B2 C2 A3 C3 A4 B4 C4");
        assert_eq!(names(HOUND_STEPS[4]), "B3 A4");
        assert_eq!(names(FORWARD_STEPS[5]), "A4 B4 C4");
        assert_eq!(names(HOME), "B1 A2 C2");
        for p in 0..POINTS {
            let apart = |q: usize| (number(p) - number(q)).rem_euclid(3) != 0;
            assert!(points_of(HARE_STEPS[p]).all(apart));
            assert_eq!(NAMES[p].as_bytes(), [b'A' + column(p), b'1' + row(p)]);
        }
    }
}
