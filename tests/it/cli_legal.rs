//! `sowlab legal` end to end.

use crate::support::session;

#[test]
fn moves_and_outcomes() {
    session(
        "legal.txt",
        &[
            "legal 'sowing(board=[2,1,1,2,0,1,5,0])'",
            "legal sowing --position '[2,2,0,3,3,2] north'",
            "legal 'sowing(pots=4)' --position '0 4 4 0'",
            "legal 'sowing(pots=4)' --format json",
            "legal 'sowing(pots=4)' --position '[0,4,4,0] south' --format json",
            "legal 'sowing(pots=4)' --format csv",
            "legal 'sowing(pots=4)' --position '[2,2,2]'",
            "legal 'sowing(pots=4)' --position '[2,2,2,x]'",
            "legal 'sowing(pots=4)' --positions tests/data/four.jsonl",
            "legal 'sowing(pots=4)' --positions tests/data/four.csv --format csv",
        ],
    );
}
