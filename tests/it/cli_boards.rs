//! The commands on the board games, end to end.

use crate::support::{line, line_in, session};

#[test]
fn boards_moves_and_rules() {
    session(
        "boards.txt",
        &[
            "legal 'fanorona(rows=3,columns=3)'",
            "legal 'fanorona(view=hops,rows=3,columns=5)' --position 'c1,c2,e1 / a1,a2,b3,d3,e3 white'",
            "legal fanoron-telo --position 'b2,a1 / c3 black'",
            "legal hare-and-hounds --position 'C4 / B5,A4,B4 hounds'",
            "legal alquerkonane --position 'C2 / A3,D4 black'",
            "check alquerkonane --player White --move A2-B3",
            "check alquerkonane --player White --move A2-A3",
            "check fanorona --player White --move d3-e3",
            "check fanorona --player White --move d3-e3W-e2A --lang fr",
            "check fanorona --player White --move d3-e9",
            "check fanoron-telo --player Black --move b2",
            "check hare-and-hounds --player hare --move B2-A2",
            "check hare-and-hounds --player chiens --move B1-B2 --lang fr",
            "show hare-and-hounds",
            "show 'fanorona(rows=3,columns=5)'",
            "show 'fanorona(view=hops,rows=3,columns=5)' --position 'c1,c2,e1 / a1,a2,b3,d3,e3 white' --transcript 'c1-d2A pass' --ply 1",
            "show alquerkonane --position 'C2 / A3,D4 black' --exact",
            "show fanoron-telo --transcript 'b2 a1 c3 a3 a2 c2'",
            "solve alquerkonane --position 'C2 / A3,D4 black'",
            "solve hare-and-hounds",
            "solve fanorona --table --limit 1000",
            "perft 'fanorona(rows=3,columns=5)' --depth 4",
            "perft hare-and-hounds --depth 5",
            "show hare-and-hounds --exact",
            "legal 'fanorona(rows=4)'",
            "legal 'fanorona(rows=9,columns=9)'",
            "legal 'alquerkonane(rows=9)'",
            "legal 'fanoron-telo(start=rows,centre=forbidden)'",
            "legal 'hare-and-hounds(stall=0)'",
            "legal hare-and-hounds --position 'B2 / B1,A2 hare'",
        ],
    );
}

/// Made, looked at, asked and drawn.
#[test]
fn databases_of_the_board_games() {
    let folder = tempfile::tempdir().unwrap();
    for (i, game) in [
        "alquerkonane",
        "fanorona(rows=3,columns=3)",
        "fanorona(rows=3,columns=5,view=hops,vector=mover)",
        "fanoron-telo",
        "hare-and-hounds(vector=board)",
    ]
    .into_iter()
    .enumerate()
    {
        for command in [
            format!("generate '{game}' --games 200 --record last:4 --out {i}.csv"),
            format!("info {i}.csv"),
            format!("advise --db {i}.csv '{game}'"),
            format!("show '{game}' --advice 'knn(db={i}.csv,k=3)' --out {i}.svg"),
            format!("show '{game}' --advice 'knn(db={i}.csv,k=3)'"),
            format!("plot {i}.csv --out {i}-plot.svg"),
            format!("match --game '{game}' 'alphabeta(depth=2)' random --games 4"),
            format!("match --game '{game}' random 'knn(db={i}.csv)' --games 6"),
        ] {
            let run = line_in(folder.path(), &command);
            assert_eq!(run.code, 0, "{command}: {}", run.stderr);
        }
        let label = line_in(folder.path(), &format!("label {i}.csv --out l{i}.csv"));
        let (code, said) = match i {
            2 => (2, "going on"),
            _ => (0, ""),
        };
        assert_eq!(label.code, code, "{game}: {}", label.stderr);
        assert!(label.stderr.contains(said), "{game}: {}", label.stderr);
    }
    let judge = "evaluate advice 'alquerkonane(rows=4,columns=4)' --db 0.csv";
    assert_eq!(line_in(folder.path(), judge).code, 2, "another board");
    let small = "alquerkonane(rows=4,columns=4,lines=1)";
    for command in [
        format!("generate '{small}' --games 200 --out s.csv"),
        format!("evaluate advice '{small}' --db s.csv"),
        format!("generate '{small}' --exact --out e.csv"),
        format!("solve '{small}' --table"),
        format!("match --game '{small}' exact greedy --games 4"),
    ] {
        let run = line_in(folder.path(), &command);
        assert_eq!(run.code, 0, "{command}: {}", run.stderr);
    }
}

/// What final positions hold too little of, generate says.
#[test]
fn poor_finals_are_told() {
    let folder = tempfile::tempdir().unwrap();
    for (game, warned) in [
        ("hare-and-hounds", true),
        ("fanorona", true),
        ("alquerkonane", false),
        ("fanoron-telo", false),
    ] {
        let finals = format!("generate {game} --games 5 --out f.csv");
        let said = line_in(folder.path(), &finals).stderr;
        assert_eq!(said.contains("warning"), warned, "{said}");
        let earlier = format!("{finals} --record last:3");
        let said = line_in(folder.path(), &earlier).stderr;
        assert!(!said.contains("warning"), "{said}");
    }
    assert_eq!(line("games fanorona").code, 0);
}

/// What the solver of games that can go on for ever refuses, and what it keeps.
#[test]
fn limits_and_table_files() {
    let folder = tempfile::tempdir().unwrap();
    let small = "'fanorona(rows=3,columns=3)'";
    let proved = format!("solve {small} --prove --tables 4 --table-file t.tab --value-only");
    let first = line_in(folder.path(), &proved);
    assert_eq!(first.code, 0, "{}", first.stderr);
    let again = line_in(folder.path(), &proved);
    assert_eq!(again.stdout, first.stdout);
    assert!(
        !again.stderr.contains("endgame tables"),
        "read, not computed"
    );
    let table = std::fs::read(folder.path().join("t.tab")).unwrap();
    for (command, said) in [
        (
            "solve 'fanorona(rows=3,columns=5)' --nodes 1000",
            "within 1000 nodes",
        ),
        (
            "solve 'fanorona(rows=3,columns=5)' --prove --tables 4 --table-file t.tab",
            "t.tab: the game is fanorona(rows=3,columns=3), expected fanorona(rows=3,columns=5)",
        ),
        (
            "solve 'fanorona(rows=3,columns=3)' --prove --tables 3 --table-file t.tab",
            "t.tab: the number of pieces is 4, expected 3",
        ),
        (
            "solve 'fanorona(rows=3,columns=3)' --prove --tables 4 --table-file t.tab --out t.tab",
            "expected a name ending in",
        ),
        (
            "solve 'fanorona(rows=3,columns=3)' --prove --tables 4 --table-file t.gz",
            "a name without .gz",
        ),
        (
            "solve fanorona --prove --tables 5 --memory 100M",
            "--tables 5: they take",
        ),
        (
            "solve fanorona --prove --tables 5 --time 0.01",
            "not solved within 0.01 s",
        ),
        (
            "solve hare-and-hounds --prove --tables 4",
            "has no endgame tables",
        ),
        (
            "solve fanorona --prove --tables 40",
            "has tables of at most",
        ),
        ("solve sowing --prove", "--prove: every line of play"),
        (
            "solve sowing hare-and-hounds --prove",
            "--prove: every line of play",
        ),
        (
            "legal fanorona --position '- / - white'",
            "no stones at all",
        ),
        (
            "legal fanorona --position 'a1,a1 / c3 white'",
            "a1 stands there twice",
        ),
    ] {
        let run = line_in(folder.path(), command);
        assert_eq!(run.code, 2, "{command}");
        assert!(run.stderr.contains(said), "{command}: {}", run.stderr);
    }
    assert_eq!(std::fs::read(folder.path().join("t.tab")).unwrap(), table);
    let exact = line_in(folder.path(), "generate fanoron-telo --exact --out e.csv");
    assert_eq!(exact.code, 0);
    assert!(
        exact.stderr.contains("third occurrence"),
        "{}",
        exact.stderr
    );
    let start = line_in(folder.path(), "solve fanoron-telo --position '- / - white'");
    assert_eq!(start.code, 0, "{}", start.stderr);
    // Without the stall count rows would contradict each other.
    let rows = line_in(folder.path(), "solve 'hare-and-hounds(stall=2)' --table").stdout;
    let mut keys: Vec<&str> = rows
        .lines()
        .skip(1)
        .map(|l| l.rsplit_once(",\"").unwrap().1)
        .collect();
    let all = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert!(all > 2000 && keys.len() == all);
}
