//! What a file is that is no database, for errors that say which command reads it.

/// Files of Sowlab by the kind that their manifest states, what they are with
/// the command that reads them, and columns that no other file has.
const OTHERS: [(&str, &str, &[&str]); 6] = [
    (
        "match",
        "the games of a match: sowlab plot draws them",
        &["agent", "opponent", "pair", "side"],
    ),
    (
        "curve",
        "the figures of a curve: sowlab plot draws them",
        &["agent", "opponent", "parameter", "setting"],
    ),
    (
        "results",
        "the results of an evaluation: sowlab plot draws them",
        &["section", "figure", "value"],
    ),
    (
        "table",
        "a table of exact values, as sowlab solve --table writes it",
        &["legal_moves", "optimal_moves"],
    ),
    (
        "answers",
        "answers to a file of positions, which no command reads",
        &[],
    ),
    ("picture", "a picture", &[]),
];

/// What a file is whose manifest states this kind, unless it is a database.
pub(super) fn stated(kind: &str) -> Option<String> {
    if kind == "database" {
        return None;
    }
    let known = OTHERS.iter().find(|o| o.0 == kind);
    Some(known.map_or_else(|| format!("a file of kind {kind}"), |o| o.1.to_string()))
}

/// What a file is that has this header, if it is one of the known others.
pub(super) fn recognised(header: &[String]) -> Option<&'static str> {
    let has = |column: &&str| header.iter().any(|h| h.eq_ignore_ascii_case(column));
    let fits = |columns: &[&str]| !columns.is_empty() && columns.iter().all(has);
    OTHERS.iter().find(|o| fits(o.2)).map(|o| o.1)
}
