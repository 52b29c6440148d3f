//! `sowlab check` end to end: the classroom exercise.

use crate::support::{line, session};

#[test]
fn the_first_broken_rule() {
    session(
        "check.txt",
        &[
            "check 'sowing(board=[2,2,2,2])' --player South --move 1",
            "check 'sowing(board=[2,2,2,2])' --player Nord --move -1",
            "check 'sowing(board=[2,2,2,2])' --player Nord --move -1 --lang fr",
            "check 'sowing(board=[2,2,2,2])' --player Nord --move 3 --lang fr",
            "check 'sowing(board=[2,2,2,2])' --player Est --move 99 --lang fr",
            "check 'sowing(board=[2,0,2,2])' --player Sud --move 1 --lang fr",
            "check 'sowing(board=[2,0,2,2])' --player Sud --move 3 --lang fr",
            "check 'sowing(board=[2,0,0,2])' --player Sud --move 0 --lang fr",
            "check sowing --player south --move 0 --position '[0,0,0,0,0,2] north'",
            "check 'sowing(pots=4)' --player south --move 1 --format json",
            "check 'sowing(pots=4)' --player south --move 123456789012345678901 --format json",
            "check 'sowing(pots=4)' --player south --move 2 --format csv",
            "check 'sowing(pots=4)' --player south --move one",
            "check 'sowing(pots=4)' --player south --move ''",
            "check 'sowing(pots=4)' --player Est --move one",
            "check 'sowing(pots=4)' --player Est --move éa --lang fr",
            "check 'sowing(pots=4)' --positions tests/data/exercises.jsonl",
            "check 'sowing(pots=4)' --positions tests/data/exercises.jsonl --lang fr --format csv",
            "check 'sowing(pots=4)' --positions tests/data/four.jsonl",
        ],
    );
    assert_eq!(line("check 'sowing(pots=4)' --player south").code, 2);
}
