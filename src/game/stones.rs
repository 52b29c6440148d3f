//! What the games of two colours on named points have in common as texts,
//! vectors and pictures.

use super::{Broken, Exercise, Notation, Player, TextError, VectorError};

/// What the coordinates of a database row hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// Every point or cell: White 0, empty 1, Black 2.
    #[default]
    Board,
    /// Every one as the mover sees it: own 0, empty 1, enemy 2, from the own
    /// side of the board.
    Mover,
}

/// `A2,B1`, or `-` for none.
pub(super) fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    if names.is_empty() {
        "-".into()
    } else {
        names.join(",")
    }
}

/// The stones of a position's text.
pub(super) enum Stones {
    /// The points of each player.
    Points([Vec<usize>; 2]),
    /// The coordinates of a database row.
    Row(Vec<u8>),
}

/// A position's text in parts.
pub(super) struct Parsed<'a> {
    text: &'a str,
    /// What stands on the board.
    pub stones: Stones,
    /// The side to move, if said.
    pub mover: Option<Player>,
    /// What follows the side, with its place.
    pub rest: &'a str,
}

impl Parsed<'_> {
    /// A fault of the position as a whole.
    pub(super) fn error(&self, message: impl Into<String>) -> TextError {
        TextError::whole(self.text, message)
    }
}

/// A word of a text, with its place.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &text[at..];
        let skipped = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        at += rest.len() - skipped.len();
        let begin = at;
        let length = match skipped.chars().next()? {
            '/' => 1,
            _ => skipped
                .find(|c: char| c.is_whitespace() || c == ',' || c == '/')
                .unwrap_or(skipped.len()),
        };
        at += length;
        Some((begin, &text[begin..at]))
    })
}

/// Reads `A2,B1 / A5,B6 white`: the points of player one, a slash, those of
/// player two (`-` for none), the side to move if it is not the first, and
/// whatever else the game writes; or the coordinates of a database row in
/// brackets: `[0,1,2] white`.
///
/// # Errors
/// Anything else.
pub(super) fn parse<'a>(
    text: &'a str,
    find: impl Fn(&str) -> Option<usize>,
    player: impl Fn(&str) -> Option<Player>,
) -> Result<Parsed<'a>, TextError> {
    let fail = |at: usize, message: String| Err(TextError::new(text, at, message));
    let begin = text.len() - text.trim_start().len();
    let (stones, after) = if text[begin..].starts_with('[') {
        let Some(length) = text[begin..].find(']') else {
            return fail(text.len(), "expected ']'".into());
        };
        let inside = &text[begin + 1..begin + length];
        let mut row = Vec::new();
        for (at, word) in words(inside) {
            match word.parse() {
                Ok(number) => row.push(number),
                Err(_) => {
                    let message = format!("expected a number 0 to 255, found \"{word}\"");
                    return fail(begin + 1 + at, message);
                }
            }
        }
        (Stones::Row(row), begin + length + 1)
    } else {
        let mut points = [Vec::new(), Vec::new()];
        let mut side = 0;
        let mut after = text.len();
        for (at, word) in words(text) {
            if word == "/" {
                side += 1;
                if side == 2 {
                    return fail(at, "expected one slash only".into());
                }
            } else if let Some(point) = find(word) {
                if points[side].contains(&point) {
                    return fail(at, format!("{word} stands there twice"));
                }
                points[side].push(point);
            } else if word != "-" {
                if side == 0 {
                    let message = format!("expected a point of the board or '/', found \"{word}\"");
                    return fail(at, message);
                }
                after = at;
                break;
            }
        }
        if side == 0 {
            return fail(
                text.len(),
                "expected '/' and the other side's points".into(),
            );
        }
        (Stones::Points(points), after)
    };
    let mut mover = None;
    let mut rest = "";
    if let Some((at, word)) = words(&text[after..]).next() {
        mover = player(word);
        if mover.is_none() {
            let message = format!("expected a point or the side to move, found \"{word}\"");
            return fail(after + at, message);
        }
        rest = text[after + at + word.len()..].trim();
    }
    Ok(Parsed {
        text,
        stones,
        mover,
        rest,
    })
}

/// Whether a move is legal, from the words of a person: who moves and what.
/// `turn` says, in English and French, why it cannot be another player's turn.
///
/// # Errors
/// The move cannot be read.
pub(super) fn check_text<G: Exercise + Notation>(
    game: &G,
    position: &G::Position,
    player: &str,
    mv: &str,
    turn: impl FnOnce(Player) -> [String; 2],
) -> Result<Result<(), Broken>, TextError> {
    let mv = game.parse_move(position, mv)?;
    let Some(mover) = game.parse_player(player) else {
        return Ok(Err(unknown_player(player, game.players())));
    };
    Ok(match game.with_mover(position, mover) {
        Some(turned) => game.check(&turned, mv),
        None => {
            let [en, fr] = turn(mover);
            let rule = "not-your-turn";
            Err(Broken { rule, en, fr })
        }
    })
}

/// Why a position does not let another player move.
pub(super) fn not_to_move(name: &str) -> [String; 2] {
    let fr = "Ce n'est pas à ce joueur de jouer !";
    [format!("{name} cannot be to move here"), fr.into()]
}

/// The name of a place on a board of so many columns, numbered row by row: the
/// first is `first` (a or A) and 1.
pub(super) fn place_name(place: usize, columns: usize, first: u8) -> String {
    let column = char::from(first + (place % columns) as u8);
    format!("{column}{}", place / columns + 1)
}

/// The place with this name, in any case.
pub(super) fn find_place(name: &str, rows: usize, columns: usize) -> Option<usize> {
    let mut letters = name.chars();
    let column = letters.next()?.to_ascii_lowercase() as usize;
    let column = column.checked_sub('a' as usize).filter(|&c| c < columns)?;
    let digits = letters.as_str();
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let row: usize = digits.parse().ok()?;
    (1..=rows)
        .contains(&row)
        .then(|| (row - 1) * columns + column)
}

/// The mask with the rows exchanged, the first with the last.
pub(super) fn flipped(mask: u64, rows: usize, columns: usize) -> u64 {
    let line = (1u64 << columns) - 1;
    (0..rows).fold(0, |out, r| {
        let row = mask >> (r * columns) & line;
        out | row << ((rows - 1 - r) * columns)
    })
}

/// White or Black, English or French, in any case.
pub(super) fn white_or_black(text: &str) -> Option<Player> {
    match text.trim().to_lowercase().as_str() {
        "white" | "blanc" | "blancs" => Some(Player::One),
        "black" | "noir" | "noirs" => Some(Player::Two),
        _ => None,
    }
}

/// The rule that a stranger breaks.
pub(super) fn unknown_player(text: &str, [one, two]: [&str; 2]) -> Broken {
    Broken {
        rule: "unknown-player",
        en: format!("unknown player \"{text}\": expected {one} or {two}"),
        fr: "Joueur inconnu !".into(),
    }
}

/// Writes one coordinate a point: a stone of `low` 0, none 1, a stone of `high` 2.
#[inline]
pub(super) fn write(low: u64, high: u64, out: &mut [u8]) {
    for (i, coordinate) in out.iter_mut().enumerate() {
        *coordinate = 1 - (low >> i & 1) as u8 + (high >> i & 1) as u8;
    }
}

/// The masks behind the coordinates that [`write`] has written.
///
/// # Errors
/// Another number of coordinates, or one that is not 0, 1 or 2.
pub(super) fn read(coordinates: &[u8], points: usize) -> Result<(u64, u64), VectorError> {
    if coordinates.len() != points {
        let message = format!("{} numbers, expected {points}", coordinates.len());
        return Err(VectorError::Impossible(message));
    }
    let mut masks = (0, 0);
    for (i, &coordinate) in coordinates.iter().enumerate() {
        match coordinate {
            0 => masks.0 |= 1 << i,
            1 => {}
            2 => masks.1 |= 1 << i,
            other => {
                let message = format!("coordinate {} is {other}: expected 0, 1 or 2", i + 1);
                return Err(VectorError::Impossible(message));
            }
        }
    }
    Ok(masks)
}

/// Whose stone stands on a point, from the stones of both players.
pub(super) fn owner(stones: [u64; 2], point: usize) -> Option<Player> {
    Player::BOTH
        .into_iter()
        .zip(stones)
        .find(|(_, mask)| mask >> point & 1 == 1)
        .map(|(player, _)| player)
}

/// The lines of a board, each once, from the neighbours of each point.
pub(super) fn lines(neighbours: impl IntoIterator<Item = u64>) -> Vec<(usize, usize)> {
    let each = neighbours.into_iter().enumerate();
    let from = |(a, near): (usize, u64)| {
        let later = crate::board::sites_of(near).filter(move |&b| a < b);
        later.map(move |b| (a, b))
    };
    each.flat_map(from).collect()
}
