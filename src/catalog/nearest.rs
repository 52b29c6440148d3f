//! The nearest known word, for "did you mean".

/// The known word with the fewest edits from `word`, if it is near enough to be
/// a likely slip.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: Vec<char> = word.chars().take(64).flat_map(char::to_lowercase).collect();
    known
        .into_iter()
        .map(|k| (distance(&word, &k.chars().collect::<Vec<_>>()), k))
        .min_by_key(|&(d, _)| d)
        .filter(|&(d, k)| d <= 1 + k.chars().count() / 3)
        .map(|(_, k)| k)
}

/// "; did you mean A or B?": the known words that begin with `word`, else the
/// nearest one, else nothing.
pub fn suggestion<'a>(word: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    let start = word.to_lowercase();
    let begins = |k: &&str| start.chars().count() > 1 && k.to_lowercase().starts_with(&start);
    let mut likely: Vec<&str> = known.clone().into_iter().filter(begins).collect();
    if likely.is_empty() {
        likely.extend(nearest(word, known));
    }
    match likely[..] {
        [] => String::new(),
        _ => format!("; did you mean {}?", likely.join(" or ")),
    }
}

/// Levenshtein's distance.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replace = corner + usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = replace.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::{nearest, suggestion};

    #[test]
    fn finds_slips_and_refuses_strangers() {
        let known = ["pots", "seeds", "board", "first"];
        assert_eq!(nearest("seed", known), Some("seeds"));
        assert_eq!(nearest("Pots", known), Some("pots"));
        assert_eq!(nearest("baord", known), Some("board"));
        assert_eq!(nearest("colours", known), None);
    }

    #[test]
    fn beginnings_come_before_slips() {
        let known = ["none", "opponent", "own", "opponent-nonempty"];
        let both = "; did you mean opponent or opponent-nonempty?";
        assert_eq!(suggestion("opp", known), both);
        assert_eq!(suggestion("OW", known), "; did you mean own?");
        assert_eq!(suggestion("owm", known), "; did you mean own?");
        assert_eq!(suggestion("colours", known), "");
    }
}
