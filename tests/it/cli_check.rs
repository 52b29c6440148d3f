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

/// In French nothing stays English but the names of the flags.
#[test]
fn unreadable_texts_in_french() {
    for (words, part) in [
        (
            &["--move", "x"][..],
            "erreur : --move : un nombre entier est attendu (au caractère 1 de « x »)\n",
        ),
        (
            &["--move", "1", "--position", "[1,2"],
            "erreur : --position : « ] » est attendu (au caractère 5 de « [1,2 »)\n",
        ),
        (
            &["--move", "1", "--position", "1,2 est"],
            "erreur : --position : le joueur au trait est attendu : south ou north",
        ),
        (
            &["--move", "1", "--position", "1,2"],
            "erreur : --position : 2 nombres, 4 attendus",
        ),
        (
            &["--move", "1", "--position", "1,x,2,3"],
            "erreur : --position : un nombre de graines de 0 à 255 est attendu",
        ),
        (
            &["--move", "1", "--position", "[]"],
            "erreur : --position : les nombres de graines sont attendus",
        ),
    ] {
        let check = ["check", "sowing(pots=4)", "--player", "Sud", "--lang", "fr"];
        let folder = std::path::Path::new(".");
        let errors = crate::tool::refused(folder, &[&check[..], words].concat());
        assert!(errors.starts_with(part), "{words:?}: {errors}");
    }
}
