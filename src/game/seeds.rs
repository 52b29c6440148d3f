//! What the games of South and North, pots and seeds have in common as texts.

use super::{Broken, Player, TextError};

/// `[2,0,3,3]`
pub(super) fn list(row: &[u8]) -> String {
    format!("[{}]", plain(row))
}

/// `2,0,3,3`
pub(super) fn plain(row: &[u8]) -> String {
    let seeds: Vec<String> = row.iter().map(u8::to_string).collect();
    seeds.join(",")
}

/// South or North, English or French, in any case.
pub(super) fn player(text: &str) -> Option<Player> {
    match text.trim().to_lowercase().as_str() {
        "south" | "sud" => Some(Player::One),
        "north" | "nord" => Some(Player::Two),
        _ => None,
    }
}

/// The rule that a stranger breaks.
pub(super) fn unknown_player(text: &str) -> Broken {
    Broken {
        rule: "unknown-player",
        en: format!("unknown player \"{text}\": expected South or North"),
        fr: "Joueur inconnu !".into(),
    }
}

/// A whole number of any size as its shortest text: without needless zeros or a
/// plus sign.
///
/// # Errors
/// The text is no whole number; `what` says of what.
pub(super) fn whole_number(text: &str, what: &str) -> Result<String, TextError> {
    let trimmed = text.trim();
    let (sign, digits) = match trimmed.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", trimmed.strip_prefix('+').unwrap_or(trimmed)),
    };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        let message = format!("expected a {what}: a whole number");
        let french = "un nombre entier est attendu";
        return Err(TextError::new(text, 0, message).in_french(french));
    }
    Ok(match digits.trim_start_matches('0') {
        "" => "0".into(),
        short => format!("{sign}{short}"),
    })
}

/// The numbers of a position's text.
pub(super) struct Row<'a> {
    text: &'a str,
    /// The numbers in the order written.
    pub numbers: Vec<u8>,
}

impl Row<'_> {
    /// A fault of the numbers as a whole.
    pub(super) fn error(&self, message: impl Into<String>) -> TextError {
        TextError::whole(self.text, message)
    }
}

/// Reads `[2,1, 0 3 | 1,1] north`: numbers with commas, blanks, bars or several
/// of them between, in brackets or not; then, if said, the side to move. There
/// must be as many numbers as one of `lengths`; `place` names what holds seeds.
///
/// # Errors
/// Anything else.
pub(super) fn parse<'a>(
    text: &'a str,
    place: &str,
    lengths: &[usize],
) -> Result<(Row<'a>, Option<Player>), TextError> {
    let trimmed = text.trim_end();
    let mut mover = None;
    let mut body = trimmed;
    if trimmed.ends_with(|c: char| c.is_alphabetic()) {
        let word = trimmed
            .char_indices()
            .rev()
            .take_while(|(_, c)| c.is_alphabetic())
            .last()
            .map_or(0, |(i, _)| i);
        let Some(named) = player(&trimmed[word..]) else {
            let message = "expected the side to move, south or north";
            let french = "le joueur au trait est attendu : south ou north";
            return Err(TextError::new(text, word, message).in_french(french));
        };
        mover = Some(named);
        body = trimmed[..word].trim_end().trim_end_matches([':', '/']);
    }
    let begin = body.len() - body.trim_start().len();
    let inner = body.trim();
    let (at, inner) = match inner.strip_prefix('[') {
        Some(rest) => match rest.strip_suffix(']') {
            Some(numbers) => (begin + 1, numbers),
            None => {
                let error = TextError::new(text, body.len(), "expected ']'");
                return Err(error.in_french("« ] » est attendu"));
            }
        },
        None => (begin, inner),
    };
    if inner.trim().is_empty() {
        let message = format!("expected the seeds of each {place}");
        let french = "les nombres de graines sont attendus";
        return Err(TextError::new(text, at, message).in_french(french));
    }
    let row = Row {
        text,
        numbers: numbers(text, at, inner)?,
    };
    if !lengths.contains(&row.numbers.len()) {
        let expected: Vec<String> = lengths.iter().map(usize::to_string).collect();
        let plural = match (lengths, row.numbers.len()) {
            ([_], n) => format!("{n} {place}s"),
            (_, n) => format!("{n} numbers"),
        };
        let french = format!(
            "{} nombres, {} attendus",
            row.numbers.len(),
            expected.join(" ou ")
        );
        let message = format!("{plural}, expected {}", expected.join(" or "));
        return Err(row.error(message).in_french(french));
    }
    Ok((row, mover))
}

/// The complaint about anything else than seeds.
const SEEDS_FR: &str = "un nombre de graines de 0 à 255 est attendu";

fn numbers(text: &str, offset: usize, inner: &str) -> Result<Vec<u8>, TextError> {
    let mut numbers = Vec::new();
    let mut at = offset;
    for field in inner.split([',', '|']) {
        if field.trim().is_empty() {
            let error = TextError::new(text, at, "expected a number of seeds");
            return Err(error.in_french(SEEDS_FR));
        }
        let mut inside = at;
        for word in field.split(char::is_whitespace) {
            if !word.is_empty() {
                let seeds = word.parse().map_err(|_| {
                    let message = format!("expected a number of seeds 0 to 255, found \"{word}\"");
                    TextError::new(text, inside, message).in_french(SEEDS_FR)
                })?;
                numbers.push(seeds);
            }
            inside += word.len() + 1;
        }
        at += field.len() + 1;
    }
    Ok(numbers)
}
