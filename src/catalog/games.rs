//! The games by name.

use super::args::Args;
use super::grammar::{Name, NameError, parse};
use super::nearest::nearest;
use crate::game::alquerkonane::{self, Alquerkonane};
use crate::game::fang::{self, Fang, MAX_HOLES, Relay, Tie};
use crate::game::fanorona::{self, Fanorona};
use crate::game::hunt::{self, Hunt, MAX_STALL};
use crate::game::kalah::{self, Capture, End, Half, Kalah};
use crate::game::sowing::{self, MAX_POTS, Sowing};
use crate::game::telo::{self, Telo};
use crate::game::{
    Describe, Drawable, Exercise, Game, GameInfo, Heuristic, Notation, OnBoard, Player, Searchable,
    Vectorize,
};

/// What every game of the catalog can do.
pub trait CatalogGame:
    Game
    + Notation
    + Exercise
    + Vectorize
    + Searchable
    + Heuristic
    + Describe
    + Drawable
    + OnBoard
    + 'static
{
}

impl<G> CatalogGame for G where
    G: Game
        + Notation
        + Exercise
        + Vectorize
        + Searchable
        + Heuristic
        + Describe
        + Drawable
        + OnBoard
        + 'static
{
}

/// Work that is generic over the game: opened by name, run with the game's own type.
pub trait GameTask {
    /// What the work returns.
    type Output;

    /// The work.
    fn run<G: CatalogGame>(self, game: G) -> Self::Output;
}

/// An opened game. Sowing and Kalah have one type for each size of their words,
/// so small boards stay small.
#[derive(Clone, Debug)]
pub enum AnyGame {
    /// Up to 8 pots.
    Sowing8(Sowing<1>),
    /// Up to 16 pots.
    Sowing16(Sowing<2>),
    /// Up to 32 pots.
    Sowing32(Sowing<4>),
    /// Fang.
    Fang(Fang),
    /// Up to 6 pits a side.
    Kalah6(Kalah<u64>),
    /// Up to 12 pits a side.
    Kalah12(Kalah<u128>),
    /// Alquerkonane.
    Alquerkonane(Alquerkonane),
    /// Fanorona.
    Fanorona(Fanorona),
    /// Fanoron-telo.
    Telo(Telo),
    /// Hare and hounds.
    Hunt(Hunt),
}

impl AnyGame {
    /// Runs a task with the game's own type.
    pub fn run<T: GameTask>(self, task: T) -> T::Output {
        match self {
            AnyGame::Sowing8(game) => task.run(game),
            AnyGame::Sowing16(game) => task.run(game),
            AnyGame::Sowing32(game) => task.run(game),
            AnyGame::Fang(game) => task.run(game),
            AnyGame::Kalah6(game) => task.run(game),
            AnyGame::Kalah12(game) => task.run(game),
            AnyGame::Alquerkonane(game) => task.run(game),
            AnyGame::Fanorona(game) => task.run(game),
            AnyGame::Telo(game) => task.run(game),
            AnyGame::Hunt(game) => task.run(game),
        }
    }
}

/// The pages of all games.
pub const INFOS: &[&GameInfo] = &[
    &sowing::INFO,
    &fang::INFO,
    &kalah::INFO,
    &alquerkonane::INFO,
    &fanorona::INFO,
    &telo::INFO,
    &hunt::INFO,
];

/// Opens a game by its name.
///
/// # Errors
/// The name cannot be read, does not exist, or has impossible parameters.
pub fn open_game(text: &str) -> Result<AnyGame, NameError> {
    let name = parse(text)?;
    match name.word.as_str() {
        "sowing" => open_sowing(text, &name),
        "fang" => open_fang(text, &name),
        "kalah" => open_kalah(text, &name),
        "alquerkonane" => open_alquerkonane(text, &name),
        "fanorona" => open_fanorona(text, &name),
        "fanoron-telo" => open_telo(text, &name),
        "hare-and-hounds" => open_hunt(text, &name),
        other => {
            let known = INFOS.iter().map(|i| i.name);
            let hint = match nearest(other, known.clone()) {
                Some(near) => format!("; did you mean {near}?"),
                None => format!("; known games: {}", known.collect::<Vec<_>>().join(", ")),
            };
            let message = format!("unknown game {other}{hint}");
            Err(NameError::new(text, name.at, message))
        }
    }
}

/// Opens a game by its name and runs a task with it.
///
/// # Errors
/// As [`open_game`].
pub fn run<T: GameTask>(text: &str, task: T) -> Result<T::Output, NameError> {
    Ok(open_game(text)?.run(task))
}

fn open_sowing(text: &str, name: &Name) -> Result<AnyGame, NameError> {
    let args = Args::new(text, name, &["pots", "seeds", "board", "first"])?;
    let first = match args.choice("first", &["south", "north"], "south")? {
        "south" => Player::One,
        _ => Player::Two,
    };
    let (key, board) = match args.integers("board", 0..=255)? {
        Some(board) => {
            for key in ["pots", "seeds"] {
                if args.has(key) {
                    return Err(args.error(key, format!("give either board or {key}, not both")));
                }
            }
            ("board", board)
        }
        None => {
            let pots = args.integer("pots", 1..=MAX_POTS as u64, 6)?;
            let seeds = args.integer("seeds", 1..=255, 2)?;
            let key = if args.has("seeds") { "seeds" } else { "pots" };
            (key, vec![seeds; pots as usize])
        }
    };
    let board: Vec<u8> = board.iter().map(|&s| s as u8).collect();
    let opened = match board.len() {
        1..=8 => Sowing::new(&board, first).map(AnyGame::Sowing8),
        9..=16 => Sowing::new(&board, first).map(AnyGame::Sowing16),
        _ => Sowing::new(&board, first).map(AnyGame::Sowing32),
    };
    opened.map_err(|e| args.error(key, e.to_string()))
}

fn open_fang(text: &str, name: &Name) -> Result<AnyGame, NameError> {
    let keys = [
        "holes", "result", "relay", "limit", "zone", "first", "vector",
    ];
    let args = Args::new(text, name, &keys)?;
    let holes = args.integer("holes", 4..=MAX_HOLES as u64, 8)? as usize;
    let rules = fang::Rules {
        tie: match args.choice("result", &["tibong", "score", "neighbours"], "tibong")? {
            "score" => Tie::Score,
            "neighbours" => Tie::Neighbours,
            _ => Tie::Tibong,
        },
        relay: match args.choice(
            "relay",
            &["none", "opponent", "own", "repeat", "opponent-nonempty"],
            "none",
        )? {
            "opponent" => Relay::Opponent,
            "own" => Relay::Own,
            "repeat" => Relay::Repeat,
            "opponent-nonempty" => Relay::OpponentNonEmpty,
            _ => Relay::None,
        },
        limit: args.choice("limit", &["on", "off"], "on")? == "on",
        forgets_last: args.choice("zone", &["fair", "ludii"], "fair")? == "ludii",
        first: match args.choice("first", &["south", "north"], "south")? {
            "south" => Player::One,
            _ => Player::Two,
        },
    };
    let view = match args.choice("vector", &["holes", "holes+reserves"], "holes")? {
        "holes" => fang::View::Holes,
        _ => fang::View::HolesAndReserves,
    };
    let opened = Fang::new(holes, rules).map(|game| AnyGame::Fang(game.with_view(view)));
    opened.map_err(|e| {
        let key = match e {
            fang::BoardError::Zone => "zone",
            _ => "holes",
        };
        args.error(key, e.to_string())
    })
}

fn open_kalah(text: &str, name: &Name) -> Result<AnyGame, NameError> {
    let args = Args::new(text, name, &["pits", "seeds", "capture", "end", "vector"])?;
    let pits = args.integer("pits", 1..=u128::PITS as u64, 6)? as usize;
    let seeds = args.integer("seeds", 1..=127, 4)? as u8;
    let capture = match args.choice("capture", &["empty", "nonempty"], "empty")? {
        "empty" => Capture::Empty,
        _ => Capture::NonEmpty,
    };
    let end = match args.choice("end", &["either", "mover"], "either")? {
        "either" => End::Either,
        _ => End::Mover,
    };
    let view = match args.choice("vector", &["pits", "pits+stores"], "pits")? {
        "pits" => kalah::View::Pits,
        _ => kalah::View::PitsAndStores,
    };
    let opened = if pits <= u64::PITS {
        Kalah::new(pits, seeds, capture, end).map(|game| AnyGame::Kalah6(game.with_view(view)))
    } else {
        Kalah::new(pits, seeds, capture, end).map(|game| AnyGame::Kalah12(game.with_view(view)))
    };
    let key = if args.has("seeds") { "seeds" } else { "pits" };
    opened.map_err(|e| args.error(key, e.to_string()))
}

fn open_alquerkonane(text: &str, name: &Name) -> Result<AnyGame, NameError> {
    let args = Args::new(text, name, &["rows", "columns", "lines", "first", "vector"])?;
    let rows = args.integer("rows", 3..=8, 6)? as usize;
    let columns = args.integer("columns", 3..=8, 4)? as usize;
    let lines = args.integer("lines", 1..=2, 2)? as usize;
    let first = match args.choice("first", &["white", "black"], "white")? {
        "white" => Player::One,
        _ => Player::Two,
    };
    let view = match args.choice("vector", &["board", "mover"], "board")? {
        "board" => alquerkonane::View::Board,
        _ => alquerkonane::View::Mover,
    };
    let opened = Alquerkonane::new(rows, columns, lines, first);
    opened
        .map(|game| AnyGame::Alquerkonane(game.with_view(view)))
        .map_err(|e| args.error("rows", e.to_string()))
}

fn open_fanorona(text: &str, name: &Name) -> Result<AnyGame, NameError> {
    let keys = [
        "rows",
        "columns",
        "view",
        "repeat-direction",
        "sequence",
        "vector",
    ];
    let args = Args::new(text, name, &keys)?;
    let rows = args.integer("rows", 3..=21, 5)? as usize;
    let columns = args.integer("columns", 3..=21, 9)? as usize;
    let by_hops = args.choice("view", &["turns", "hops"], "turns")? == "hops";
    let repeat = args.choice("repeat-direction", &["forbidden", "allowed"], "forbidden")?;
    let sequence = args.choice("sequence", &["may-stop", "must-continue"], "may-stop")?;
    let rules = fanorona::Rules {
        repeat_direction: repeat == "allowed",
        must_continue: sequence == "must-continue",
    };
    let view = match args.choice("vector", &["board", "mover"], "board")? {
        "board" => fanorona::View::Board,
        _ => fanorona::View::Mover,
    };
    let game = Fanorona::new(rows, columns, rules).map_err(|e| {
        let key = match e {
            fanorona::BoardError::Side(length, "columns") if length == columns => "columns",
            _ if args.has("rows") => "rows",
            _ => "columns",
        };
        args.error(key, e.to_string())
    })?;
    let game = game.with_view(view);
    Ok(AnyGame::Fanorona(if by_hops {
        game.by_hops()
    } else {
        game
    }))
}

fn open_telo(text: &str, name: &Name) -> Result<AnyGame, NameError> {
    let args = Args::new(text, name, &["start", "centre", "vector"])?;
    let start = match args.choice("start", &["empty", "rows"], "empty")? {
        "empty" => telo::Start::Empty,
        _ => telo::Start::Rows,
    };
    let forbidden = args.choice("centre", &["allowed", "forbidden"], "allowed")? == "forbidden";
    if forbidden && start == telo::Start::Rows {
        return Err(args.error("centre", "no stone is placed with start=rows"));
    }
    let view = match args.choice("vector", &["board", "mover"], "board")? {
        "board" => telo::View::Board,
        _ => telo::View::Mover,
    };
    Ok(AnyGame::Telo(Telo::new(start, forbidden).with_view(view)))
}

fn open_hunt(text: &str, name: &Name) -> Result<AnyGame, NameError> {
    let args = Args::new(text, name, &["start", "goal", "stall", "vector"])?;
    let start = match args.choice("start", &["lucas", "gardner", "modern"], "lucas")? {
        "lucas" => hunt::Start::Lucas,
        "gardner" => hunt::Start::Gardner,
        _ => hunt::Start::Modern,
    };
    let goal = match args.choice("goal", &["home", "pass"], "home")? {
        "home" => hunt::Goal::Home,
        _ => hunt::Goal::Pass,
    };
    let stall = match args.text("stall")?.as_deref() {
        None | Some("none") => None,
        Some(_) => Some(args.integer("stall", 1..=u64::from(MAX_STALL), 1)? as u8),
    };
    let view = match args.choice("vector", &["pieces", "board", "mover"], "pieces")? {
        "pieces" => hunt::View::Pieces,
        "board" => hunt::View::Board,
        _ => hunt::View::Mover,
    };
    Hunt::new(start, goal, stall)
        .map(|game| AnyGame::Hunt(game.with_view(view)))
        .map_err(|e| args.error("stall", e.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct NameOf;

    impl GameTask for NameOf {
        type Output = String;

        fn run<G: CatalogGame>(self, game: G) -> String {
            game.name()
        }
    }

    #[test]
    fn names_are_normalised_and_read_back() {
        for (given, canonical) in [
            ("sowing", "sowing(pots=6,seeds=2)"),
            ("sowing(board=[2,2,2])", "sowing(pots=3,seeds=2)"),
            ("sowing(board=[2,1,0])", "sowing(board=[2,1,0])"),
            ("sowing(board=[0,0])", "sowing(board=[0,0])"),
            (
                "sowing(seeds=1,pots=9,first=North)",
                "sowing(pots=9,seeds=1,first=north)",
            ),
            ("sowing(pots=32,seeds=7)", "sowing(pots=32,seeds=7)"),
            ("fang", "fang(holes=8)"),
            (
                "fang(vector=holes,first=south,zone=fair,limit=on,relay=none,result=tibong)",
                "fang(holes=8)",
            ),
            (
                "fang(vector=holes+reserves,first=north,zone=ludii,limit=off,relay=repeat,result=score,holes=12)",
                "fang(holes=12,result=score,relay=repeat,limit=off,zone=ludii,first=north,vector=holes+reserves)",
            ),
            ("kalah", "kalah(pits=6,seeds=4)"),
            (
                "kalah(end=either,capture=empty,vector=pits)",
                "kalah(pits=6,seeds=4)",
            ),
            (
                "kalah(vector=pits+stores,end=mover,capture=nonempty,seeds=10,pits=12)",
                "kalah(pits=12,seeds=10,capture=nonempty,end=mover,vector=pits+stores)",
            ),
            ("alquerkonane", "alquerkonane(rows=6,columns=4,lines=2)"),
            (
                "alquerkonane(vector=mover,first=black,lines=1,columns=8,rows=3)",
                "alquerkonane(rows=3,columns=8,lines=1,first=black,vector=mover)",
            ),
            ("fanorona", "fanorona(rows=5,columns=9)"),
            (
                "fanorona(vector=mover,sequence=must-continue,repeat-direction=allowed,view=hops,columns=3,rows=3)",
                "fanorona(rows=3,columns=3,view=hops,repeat-direction=allowed,sequence=must-continue,vector=mover)",
            ),
            ("fanoron-telo", "fanoron-telo(start=empty)"),
            (
                "fanoron-telo(vector=mover,centre=forbidden)",
                "fanoron-telo(start=empty,centre=forbidden,vector=mover)",
            ),
            ("fanoron-telo(start=rows)", "fanoron-telo(start=rows)"),
            ("hare-and-hounds", "hare-and-hounds(start=lucas)"),
            (
                "hare-and-hounds(stall=none,goal=home,start=modern)",
                "hare-and-hounds(start=modern)",
            ),
            (
                "hare-and-hounds(vector=board,stall=7,goal=pass,start=gardner)",
                "hare-and-hounds(start=gardner,goal=pass,stall=7,vector=board)",
            ),
        ] {
            assert_eq!(run(given, NameOf).unwrap(), canonical);
            assert_eq!(run(canonical, NameOf).unwrap(), canonical);
        }
    }

    #[test]
    fn impossible_games_are_refused_at_the_right_place() {
        for (text, at, part) in [
            ("sowin(pots=6)", 0, "did you mean sowing"),
            ("chess", 0, "known games: sowing"),
            ("sowing(pots=0)", 12, "from 1 to 32"),
            ("sowing(pots=33)", 12, "from 1 to 32"),
            ("sowing(pots=-1)", 12, "from 1 to 32"),
            ("sowing(pots=6,seeds=0)", 20, "from 1 to 255"),
            ("sowing(pots=6,seeds=43)", 20, "258 seeds in all"),
            ("sowing(board=[])", 13, "0 pots: expected 1 to 32"),
            ("sowing(board=[256])", 13, "from 0 to 255"),
            ("sowing(board=[200,200])", 13, "400 seeds"),
            ("sowing(board=2)", 13, "expected a list"),
            ("sowing(pots=3,board=[1,1,1])", 12, "either board or pots"),
            ("sowing(seed=3)", 7, "did you mean seeds"),
            ("sowing(first=east)", 13, "south or north"),
            ("fnag", 0, "did you mean fang"),
            ("fang(holes=5)", 11, "an even number from 4 to 12"),
            ("fang(holes=2)", 11, "from 4 to 12"),
            ("fang(holes=14)", 11, "from 4 to 12"),
            ("fang(zone=ludii)", 10, "expected holes=12"),
            ("fang(relay=opponnent)", 11, "opponent-nonempty"),
            ("fang(relay=opp)", 11, "mean opponent or opponent-nonempty?"),
            ("fang(limit=1)", 11, "on or off"),
            ("fang(pots=8)", 5, "has no parameter pots"),
            ("kallah", 0, "did you mean kalah"),
            ("kalah(pits=13)", 11, "from 1 to 12"),
            ("kalah(pits=0)", 11, "from 1 to 12"),
            ("kalah(seeds=0)", 12, "from 1 to 127"),
            ("kalah(seeds=128)", 12, "from 1 to 127"),
            ("kalah(pits=12,seeds=11)", 20, "264 seeds in all"),
            ("kalah(end=north)", 10, "either or mover"),
            ("kalah(first=south)", 6, "pits"),
            ("alquerkonan", 0, "did you mean alquerkonane"),
            ("alquerkonane(columns=2)", 21, "from 3 to 8"),
            ("alquerkonane(lines=3)", 19, "from 1 to 2"),
            ("alquerkonane(first=south)", 19, "white or black"),
            ("fanorona(rows=4)", 14, "an odd number from 3 to 21"),
            ("fanorona(columns=8)", 17, "an odd number from 3 to 21"),
            ("fanorona(rows=5,columns=4)", 24, "4 columns"),
            ("fanorona(rows=9)", 14, "81 points: expected at most 63"),
            ("fanorona(columns=15)", 17, "75 points"),
            ("fanorona(view=hop)", 14, "did you mean hops"),
            ("fanoron-telo(rows=3)", 13, "start, centre, vector"),
            (
                "fanoron-telo(start=rows,centre=forbidden)",
                31,
                "no stone is placed",
            ),
            ("hare-and-hounds(stall=100)", 22, "from 1 to 99"),
            ("hare-and-hounds(goal=away)", 21, "home or pass"),
        ] {
            let error = run(text, NameOf).unwrap_err();
            assert_eq!(error.at, at, "{text}: {error}");
            assert!(error.message.contains(part), "{text}: {error}");
        }
    }
}
