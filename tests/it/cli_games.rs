//! `sowlab games` end to end.

use crate::support::{line, session};

#[test]
fn pages_of_the_games() {
    session(
        "games.txt",
        &[
            "games",
            "games sowing",
            "games 'sowing(pots=6)' --format csv",
            "games sowin",
        ],
    );
    let json = line("games sowing --format json");
    let page: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(page["parameters"][0]["name"], "pots");
}
