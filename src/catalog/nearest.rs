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
    use super::nearest;

    #[test]
    fn finds_slips_and_refuses_strangers() {
        let known = ["pots", "seeds", "board", "first"];
        assert_eq!(nearest("seed", known), Some("seeds"));
        assert_eq!(nearest("Pots", known), Some("pots"));
        assert_eq!(nearest("baord", known), Some("board"));
        assert_eq!(nearest("colours", known), None);
    }
}
