//! The size of games: bounds hold, `sowlab complexity` end to end.

use sowlab::catalog::{self, CatalogGame, GameTask};
use sowlab::control::Control;
use sowlab::game::{ReachError, Reachable};

use crate::support::{line, session};
#[cfg(unix)]
use crate::tool;

/// The number of reachable positions and the bound.
struct Count;

impl GameTask for Count {
    type Output = (usize, f64);

    fn run<G: CatalogGame>(self, game: G) -> (usize, f64) {
        let count = Reachable::count(&game, game.initial(), 300_000, &Control::new()).unwrap();
        let bound = game
            .position_bound()
            .expect("every game of the catalog has one");
        assert!(!bound.formula.is_empty());
        (count, bound.count)
    }
}

#[test]
fn no_game_has_more_positions_than_its_bound() {
    for (name, positions) in [
        // Counts that other tests and publications have, too.
        ("sowing(pots=6)", Some(459)),
        ("sowing(pots=8)", Some(187_946)),
        ("fang(holes=4)", Some(121)),
        ("fang(holes=6)", Some(3_458)),
        ("fang(holes=6,limit=off)", None),
        ("fang(holes=6,relay=repeat,limit=off)", None),
        ("kalah(pits=3,seeds=2)", None),
        ("kalah(pits=2,seeds=3,end=mover)", None),
        ("alquerkonane(rows=4,columns=4)", None),
        ("alquerkonane(rows=5,columns=4,lines=1)", None),
        ("fanorona(rows=3,columns=3)", None),
        ("fanorona(rows=3,columns=3,view=hops)", None),
        ("fanoron-telo", Some(5_390)),
        ("fanoron-telo(start=rows)", None),
        ("hare-and-hounds", None),
        ("hare-and-hounds(start=gardner)", None),
        ("hare-and-hounds(start=modern,goal=pass,stall=3)", None),
    ] {
        let (count, bound) = catalog::run(name, Count).unwrap();
        assert!(
            count > 1 && count as f64 <= bound,
            "{name}: {count} {bound}"
        );
        assert!(positions.is_none_or(|p| p == count), "{name}: {count}");
    }
}

struct Bound;

impl GameTask for Bound {
    type Output = f64;

    fn run<G: CatalogGame>(self, game: G) -> f64 {
        game.position_bound().unwrap().count
    }
}

#[test]
fn bounds_by_hand() {
    for (name, bound) in [
        ("hare-and-hounds", 2_640.0),
        ("hare-and-hounds(stall=2)", 1_320.0 * 5.0),
        ("hare-and-hounds(start=gardner)", 2_641.0),
        ("fanoron-telo", 5_710.0),
        ("sowing(pots=3,seeds=1)", 20.0),
        ("kalah(pits=1,seeds=1)", 20.0),
        ("fanorona(rows=3,columns=3)", 39_366.0),
        ("alquerkonane(rows=6,columns=4)", 2.0 * 794.0 * 794.0),
    ] {
        assert_eq!(catalog::run(name, Bound), Ok(bound), "{name}");
    }
}

/// Stops as soon as there are too many.
struct TooMany;

impl GameTask for TooMany {
    type Output = ReachError;

    fn run<G: CatalogGame>(self, game: G) -> ReachError {
        Reachable::count(&game, game.initial(), 458, &Control::new()).unwrap_err()
    }
}

#[test]
fn counting_has_a_limit() {
    let error = catalog::run("sowing(pots=6)", TooMany).unwrap();
    let expected = ReachError::TooMany {
        limit: 458,
        reached: 459,
    };
    assert_eq!(error, expected);
}

#[test]
fn complexity() {
    session(
        "complexity.txt",
        &[
            "complexity 'sowing(pots=6)' --games 500",
            "complexity 'fanorona(rows=3,columns=5)' --agent alphabeta(depth=2,ties=random) --openings random:2 --games 60 --limit 0",
            "complexity fanorona --agent alphabeta(depth=1) --limit 0 --format csv",
            "complexity hare-and-hounds --agent strategy(rule=bcg) --games 20 --seed 2 --format json",
            "complexity sowing --games 0",
            "complexity sowing --openings games.txt",
            "complexity 'sowing(board=[0,1])'",
            "complexity sowing --agent strategy(rule=bcg)",
        ],
    );
    let figures = |threads: &str| {
        line(&format!(
            "complexity 'fanorona(rows=3,columns=5)' --agent alphabeta(depth=2) --games 40 \
             --openings random:2 --limit 0 --threads {threads} --format csv"
        ))
        .stdout
    };
    let one = figures("1");
    assert!(one.lines().count() >= 7, "{one}");
    assert_eq!(one, figures("3"));
}

#[test]
fn the_rule_of_winning_ways() {
    session(
        "rule.txt",
        &[
            "evaluate rule",
            "evaluate rule 'hare-and-hounds(start=modern,stall=4)' --format csv",
            "evaluate rule hare-and-hounds --format json",
            "evaluate rule sowing",
            "match 'strategy(rule=bcg)' random --game hare-and-hounds --games 200",
        ],
    );
    let page = line("games hare-and-hounds --format json").stdout;
    let page: serde_json::Value = serde_json::from_str(&page).unwrap();
    assert_eq!(page["strategies"][0]["name"], "bcg");
    let text = line("games hare-and-hounds").stdout;
    assert!(text.contains("strategy(rule=...)"), "{text}");
    let page = line("games fanorona --format json").stdout;
    let page: serde_json::Value = serde_json::from_str(&page).unwrap();
    assert_eq!(page["sizes"][0]["log10_tree"], 46.0);
}

/// Ctrl-C keeps the games that are finished: the figures are those of fewer games.
#[test]
#[cfg(unix)]
fn an_interrupted_run_is_a_shorter_one() {
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().unwrap();
    let words = |games: &str| {
        [
            "complexity",
            "sowing(pots=8)",
            "--agent",
            "rollout(n=20)",
            "--limit",
            "0",
            "--threads",
            "2",
            "--format",
            "csv",
            "--games",
            games,
        ]
        .map(String::from)
    };
    // How long a game takes is the machine's affair.
    for patience in [1, 4, 16] {
        let all = words("1e6");
        let child = tool::command(folder.path(), &all.each_ref().map(String::as_str))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_secs(patience));
        let kill = Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status();
        assert!(kill.unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        let errors = String::from_utf8(output.stderr).unwrap();
        let Some((_, told)) = errors.split_once("interrupted: the first ") else {
            continue;
        };
        let games = told.split(' ').next().unwrap();
        let some = words(games);
        let fewer = tool::ok(folder.path(), &some.each_ref().map(String::as_str));
        assert_eq!(String::from_utf8(output.stdout).unwrap(), fewer);
        return;
    }
    panic!("no game was finished in time");
}
