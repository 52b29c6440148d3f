//! `sowlab perft` end to end.

use crate::support::{line, session};

#[test]
fn counts_of_sequences() {
    session(
        "perft.txt",
        &[
            "perft sowing --depth 14",
            "perft sowing --depth 3 --divide",
            "perft sowing --depth 0 --divide --format csv",
            "perft sowing --depth 2 --position '[2,2,2,2,2,2] north' --format json",
            "perft sowing --depth 1001",
        ],
    );
    let counts = |threads: &str| {
        line(&format!(
            "perft 'sowing(pots=8)' --depth 14 --threads {threads} --format csv"
        ))
        .stdout
    };
    let one = counts("1");
    assert_eq!(one.lines().count(), 16);
    assert_eq!(one, counts("2"));
    assert_eq!(one, counts("7"));
}
