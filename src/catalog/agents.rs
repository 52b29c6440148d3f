//! The agents by name: `random`, `greedy(rule=fullest)`, `knn(db="x.csv",k=5)`,
//! `knn(games=1000,k=5)`, `rollout(n=100)`, `alphabeta(depth=8)`, `exact`,
//! `strategy(rule=bcg)`, `features(file="a.toml")`.

use std::fmt;
use std::sync::Arc;

use super::advisors::{KnnOptions, OPTION_KEYS};
use super::args::Args;
use super::features::{FeaturePlayer, open_features};
use super::grammar::{NameError, Value, parse};
use super::nearest::nearest;
use super::policies::{AnyPolicy, open_greedy, open_policy, open_strategy};
use crate::agent::{AlphaBeta, TiesBetween};
use crate::game::{Heuristic, Notation, OnBoard, Parameter};
use crate::knn::Choice;
use crate::policy::Greedy;
use crate::selfplay::Record;

/// The page of an agent.
#[derive(Clone, Copy, Debug)]
pub struct AgentInfo {
    /// The word before the parenthesis.
    pub name: &'static str,
    /// One line: what it plays by.
    pub title: &'static str,
    /// How it chooses, in full.
    pub rules: &'static str,
    /// The parameters, in the order of the canonical name.
    pub parameters: &'static [Parameter],
}

const fn parameter(
    name: &'static str,
    range: &'static str,
    default: &'static str,
    meaning: &'static str,
) -> Parameter {
    Parameter {
        name,
        range,
        default,
        meaning,
    }
}

/// The pages of all agents.
pub const AGENTS: &[AgentInfo] = &[
    AgentInfo {
        name: "random",
        title: "any legal move, each equally likely",
        rules: "Every legal move is equally likely.",
        parameters: &[],
    },
    AgentInfo {
        name: "greedy",
        title: "the move that a rule of thumb likes best",
        rules: "\
Looks at each legal move by a rule of thumb and plays one that the rule likes
best, uniformly among equals. The page of each game lists its rules.",
        parameters: &[parameter(
            "rule",
            "a rule of the game",
            "its first",
            "what the move is judged by",
        )],
    },
    AgentInfo {
        name: "knn",
        title: "the move that the nearest positions of a database advise",
        rules: "\
Asks a database about the position that each legal move leads to (see sowlab
advise) and plays a move that the rule takes, uniformly among equals. A forced
move is played without asking. The database is a file, or is made anew by self-play:
games=N plays N games.",
        parameters: &[
            parameter("db", "a file", "none", "the database, .csv or .csv.gz"),
            parameter(
                "games",
                "1..10^12",
                "none",
                "instead of db: play so many games",
            ),
            parameter(
                "record",
                "final|last:N|all",
                "final",
                "with games: which positions are recorded (in quotes: \"last:3\")",
            ),
            parameter(
                "policy",
                "a policy",
                "uniform",
                "with games: who plays them, as generate --policy",
            ),
            parameter("k", "1..", "5", "how many neighbours"),
            parameter(
                "metric",
                "manhattan|euclidean|chebyshev",
                "manhattan",
                "the distance",
            ),
            parameter(
                "ties",
                "all|classroom|first",
                "all",
                "who takes part at the k-th distance",
            ),
            parameter(
                "weight",
                "distinct|count",
                "distinct",
                "what k counts: rows or games",
            ),
            parameter(
                "vote",
                "majority|distance",
                "majority",
                "how neighbours vote",
            ),
            parameter(
                "mover",
                "any|same",
                "any for final positions, else same",
                "whose rows vote",
            ),
            parameter("label", "game|solver", "game", "whose word on a row counts"),
            parameter(
                "hide_exact",
                "no|yes",
                "no",
                "rows equal to the position asked about, or to its mirror, do not vote",
            ),
            parameter(
                "rule",
                "best|approve",
                "best",
                "best: the moves of maximal score; approve: those of positive score, else all",
            ),
        ],
    },
    AgentInfo {
        name: "rollout",
        title: "the move after which random games go best",
        rules: "\
Plays n uniformly random games after each legal move and takes the move with the
best mean result (win 1, draw 0, loss -1), uniformly among equals. A forced move
is played without any.",
        parameters: &[parameter("n", "1..10^9", "100", "games for each move")],
    },
    AgentInfo {
        name: "alphabeta",
        title: "search of limited depth over the game's estimate",
        rules: "\
Negamax with alpha-beta to a depth in plies, then the game's estimate (fanorona: own
minus enemy stones, then steps; alquerkonane, sowing: own minus enemy moves; hunt:
the hare's moves; fanoron-telo: open rows; fang, kalah: seeds). A finished game counts
exactly: a win more than any estimate, the sooner the better, a loss less, the
later the better, a draw 0. It does not see that a position has been before. Of
equally good moves it plays the first in the order of sowlab legal (it is then
deterministic), or with ties=random any of them, each equally likely.",
        parameters: &[
            parameter("depth", "1..64", "8", "plies to look ahead"),
            parameter(
                "ties",
                "first|random",
                "first",
                "which of several equally good moves it plays",
            ),
        ],
    },
    AgentInfo {
        name: "exact",
        title: "the solver: never gives the exact value away",
        rules: "\
Plays a move that keeps the exact value: win, draw or loss (it does not prefer the
shorter win or the larger margin). Only in games that always end.",
        parameters: &[parameter(
            "ties",
            "random|first",
            "random",
            "which of several such moves: any, or the first (then it is deterministic)",
        )],
    },
    AgentInfo {
        name: "strategy",
        title: "the moves that a strategy from the literature demands",
        rules: "\
Plays a move that agrees best with a strategy, uniformly among equals. The page of
each game lists its strategies; only hare-and-hounds has any.",
        parameters: &[parameter(
            "rule",
            "a strategy of the game",
            "its first",
            "which strategy",
        )],
    },
    AgentInfo {
        name: "features",
        title: "random moves bent by weighted patterns",
        rules: "\
Draws its moves by a softmax of the summed weights of the features that are active for
each (docs/methods/features.md). Files: our TOML, Ludii's .lud and .def, its text files.",
        parameters: &[
            parameter("file", "a file", "none", "the set of features"),
            parameter(
                "set",
                "a name or number",
                "the only one",
                "which of several sets of a Ludii file",
            ),
            parameter(
                "weights",
                "playout|selection",
                "playout",
                "which weights, where a file has two lists",
            ),
            parameter(
                "choice",
                "softmax|greedy",
                "softmax",
                "greedy: only the moves of the largest sum, each equally likely",
            ),
            parameter(
                "temperature",
                "0.000001..1000000",
                "1",
                "what the sums are divided by",
            ),
            parameter("epsilon", "0..1", "0", "the probability of a uniform move"),
        ],
    },
];

/// An agent as its name describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AgentName {
    /// Any legal move.
    Random,
    /// A rule of thumb, or a strategy.
    Greedy(Greedy),
    /// The advice of a database.
    Knn(KnnPlayer),
    /// Flat Monte-Carlo.
    Rollout {
        /// Games for each move.
        n: u32,
    },
    /// Search of limited depth.
    AlphaBeta {
        /// Plies to look ahead.
        depth: u32,
        /// Which of equally good moves it plays.
        ties: TiesBetween,
    },
    /// The solver.
    Exact {
        /// Which of equally good moves it plays.
        ties: TiesBetween,
    },
    /// Weighted features.
    Features(Arc<FeaturePlayer>),
}

/// A player that follows a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnnPlayer {
    /// Where the database comes from.
    pub data: Data,
    /// How it is asked.
    pub options: KnnOptions,
    /// How scores become a move.
    pub choice: Choice,
}

/// Where the database of a player comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Data {
    /// A file.
    File(String),
    /// Games played for the purpose.
    SelfPlay {
        /// How many.
        games: u64,
        /// Which positions are recorded.
        record: Record,
        /// Who plays them.
        policy: AnyPolicy,
        /// The name of that policy.
        policy_name: String,
    },
}

impl fmt::Display for Data {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Data::File(db) => write!(f, "db={}", Value::Text(db.clone())),
            Data::SelfPlay {
                games,
                record,
                policy,
                policy_name,
            } => {
                write!(f, "games={games}")?;
                if *record != Record::Final {
                    write!(f, ",record={}", Value::Text(record.to_string()))?;
                }
                if *policy != AnyPolicy::Uniform {
                    write!(f, ",policy={}", Value::Text(policy_name.clone()))?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for AgentName {
    /// The canonical name, which reads back as the same agent.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AgentName::Random => f.write_str("random"),
            AgentName::Greedy(greedy) => f.write_str(&greedy.full_name()),
            AgentName::Knn(knn) => {
                write!(f, "knn({},{}", knn.data, knn.options)?;
                f.write_str(match knn.choice {
                    Choice::Best => ")",
                    Choice::Approve => ",rule=approve)",
                })
            }
            AgentName::Rollout { n } => write!(f, "rollout(n={n})"),
            AgentName::AlphaBeta { depth, ties } => match ties {
                TiesBetween::First => write!(f, "alphabeta(depth={depth})"),
                TiesBetween::Random => write!(f, "alphabeta(depth={depth},ties=random)"),
            },
            AgentName::Features(player) => f.write_str(player.policy.full_name()),
            AgentName::Exact { ties } => f.write_str(match ties {
                TiesBetween::Random => "exact",
                TiesBetween::First => "exact(ties=first)",
            }),
        }
    }
}

/// More games than anyone will play for a match.
const MAX_GAMES: u64 = 1_000_000_000_000;

/// Reads the name of an agent for a game.
///
/// # Errors
/// The name cannot be read, is no agent, has impossible parameters, or is not
/// for this game.
pub fn open_agent<G: Heuristic + Notation + OnBoard>(
    game: &G,
    text: &str,
) -> Result<AgentName, NameError> {
    let name = parse(text)?;
    match name.word.as_str() {
        "random" => Args::new(text, &name, &[]).map(|_| AgentName::Random),
        "greedy" => open_greedy(game, text, &name).map(AgentName::Greedy),
        "strategy" => open_strategy(game, text, &name).map(AgentName::Greedy),
        "features" => {
            let player = open_features(game, text, &name)?;
            Ok(AgentName::Features(Arc::new(player)))
        }
        "knn" => {
            let keys = [
                &["db", "games", "record", "policy", "rule"],
                &OPTION_KEYS[..],
            ]
            .concat();
            let args = Args::new(text, &name, &keys)?;
            open_knn(game, &args).map(AgentName::Knn)
        }
        "rollout" => {
            let args = Args::new(text, &name, &["n"])?;
            let n = args.integer("n", 1..=1_000_000_000, 100)? as u32;
            Ok(AgentName::Rollout { n })
        }
        "alphabeta" => {
            let args = Args::new(text, &name, &["depth", "ties"])?;
            let depth = args.integer("depth", 1..=u64::from(AlphaBeta::MAX_DEPTH), 8)? as u32;
            let ties = match args.choice("ties", &["first", "random"], "first")? {
                "random" => TiesBetween::Random,
                _ => TiesBetween::First,
            };
            Ok(AgentName::AlphaBeta { depth, ties })
        }
        "exact" => {
            let args = Args::new(text, &name, &["ties"])?;
            let ties = match args.choice("ties", &["random", "first"], "random")? {
                "first" => TiesBetween::First,
                _ => TiesBetween::Random,
            };
            Ok(AgentName::Exact { ties })
        }
        other => {
            let known = AGENTS.iter().map(|a| a.name);
            let hint = match nearest(other, known.clone()) {
                Some(near) => format!("; did you mean {near}?"),
                None => format!("; known agents: {}", known.collect::<Vec<_>>().join(", ")),
            };
            let message = format!("unknown agent {other}{hint}");
            Err(NameError::new(text, name.at, message))
        }
    }
}

fn open_knn<G: Heuristic + Notation + OnBoard>(
    game: &G,
    args: &Args<'_>,
) -> Result<KnnPlayer, NameError> {
    let data = match (args.text("db")?, args.has("games")) {
        (Some(_), true) => {
            return Err(args.error("games", "give either db or games, not both"));
        }
        (None, false) => {
            return Err(args.error("db", "knn: expected db=\"FILE.csv\" or games=N"));
        }
        (Some(db), false) => {
            if let Some(key) = ["record", "policy"].into_iter().find(|k| args.has(k)) {
                let message = format!("{key} goes with games, not with db");
                return Err(args.error(key, message));
            }
            Data::File(db)
        }
        (None, true) => {
            let record = args.text("record")?.unwrap_or_else(|| "final".into());
            let policy = args.name("policy")?.unwrap_or_else(|| "uniform".into());
            let record = record.parse().map_err(|e| args.error("record", e))?;
            let policy = open_policy(game, &policy)
                .map_err(|e| args.error("policy", format!("policy: {}", e.message)))?;
            Data::SelfPlay {
                games: args.integer("games", 1..=MAX_GAMES, 1)?,
                record,
                policy_name: policy.name::<G>(),
                policy,
            }
        }
    };
    Ok(KnnPlayer {
        data,
        options: KnnOptions::take(args)?,
        choice: match args.choice("rule", &["best", "approve"], "best")? {
            "approve" => Choice::Approve,
            _ => Choice::Best,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Player;
    use crate::game::sowing::Sowing;
    use proptest::prelude::*;

    fn game() -> Sowing<1> {
        Sowing::uniform(6, 2, Player::One).unwrap()
    }

    #[test]
    fn names_are_normalised_and_read_back() {
        for (given, canonical) in [
            (" random() ", "random"),
            ("greedy", "greedy(rule=mobility)"),
            ("rollout", "rollout(n=100)"),
            ("alphabeta(depth=3,ties=first)", "alphabeta(depth=3)"),
            (
                "alphabeta(ties=random,depth=3)",
                "alphabeta(depth=3,ties=random)",
            ),
            ("rollout(n=1e3)", "rollout(n=1000)"),
            ("exact(ties=random)", "exact"),
            ("exact(ties=first)", "exact(ties=first)"),
            (
                "knn(k=3,db=x.csv,mover=same)",
                "knn(db=\"x.csv\",k=3,metric=manhattan,mover=same)",
            ),
            (
                "knn(db=\"a \\\"b.csv\",hide_exact=yes,rule=approve,label=solver)",
                "knn(db=\"a \\\"b.csv\",k=5,metric=manhattan,label=solver,hide_exact=yes,rule=approve)",
            ),
            (
                "knn(games=10,policy=greedy(rule=mobility),record=\"last:3\")",
                "knn(games=10,record=\"last:3\",policy=\"greedy(rule=mobility)\",k=5,metric=manhattan)",
            ),
            (
                "knn(games=10,policy=\"north=greedy\",ties=first,weight=count,vote=distance)",
                "knn(games=10,policy=\"south=uniform,north=greedy(rule=mobility)\",k=5,metric=manhattan,ties=first,weight=count,vote=distance)",
            ),
        ] {
            let opened = open_agent(&game(), given).unwrap();
            assert_eq!(opened.to_string(), canonical);
            assert_eq!(open_agent(&game(), canonical), Ok(opened), "{given}");
        }
    }

    #[test]
    fn faults_are_pointed_at() {
        for (text, at, part) in [
            ("randon", 0, "did you mean random"),
            ("chess", 0, "known agents: random, greedy"),
            ("random(n=1)", 7, "it has no parameters"),
            ("rollout(n=0)", 10, "from 1 to"),
            (
                "rollout(10)",
                10,
                "expected name=value: which parameter of rollout is 10",
            ),
            ("alphabeta(depth=65)", 16, "from 1 to 64"),
            ("alphabeta(deph=6)", 10, "did you mean depth"),
            ("exact(ties=frist)", 11, "did you mean first"),
            ("greedy(rule=store)", 12, "expected mobility"),
            ("strategy", 0, "seeds=2) has no strategies"),
            ("strategy(rule=bcg)", 0, "hare-and-hounds has"),
            ("knn", 0, "db=\"FILE.csv\" or games=N"),
            ("knn(k=3)", 0, "db=\"FILE.csv\" or games=N"),
            ("knn(db=a,games=1)", 15, "not both"),
            ("knn(db=a,record=all)", 16, "goes with games"),
            ("knn(games=0)", 10, "from 1 to"),
            ("knn(games=1,record=al)", 19, "expected final"),
            ("knn(games=1,policy=exact)", 19, "unknown policy exact"),
            ("knn(db=a,rule=bst)", 14, "did you mean best"),
            ("knn(db=a,hide_exact=maybe)", 20, "expected no or yes"),
        ] {
            let error = open_agent(&game(), text).unwrap_err();
            assert_eq!(error.at, at, "{text}: {error}");
            assert!(error.message.contains(part), "{text}: {error}");
        }
    }

    /// Every parameter that a page lists is known, and the other way round.
    #[test]
    fn pages_list_the_parameters() {
        for page in AGENTS {
            for p in page.parameters {
                let text = format!("{}({}=?)", page.name, p.name).replace('?', "[1]");
                let error = open_agent(&game(), &text).unwrap_err();
                assert!(!error.message.contains("has no parameter"), "{error}");
            }
            let error = open_agent(&game(), &format!("{}(zzzzzzzz=1)", page.name)).unwrap_err();
            for word in error.message.split("it has ").nth(1).unwrap().split(", ") {
                let listed = page.parameters.iter().any(|p| p.name == word);
                assert!(listed || word == "no parameters", "{}: {word}", page.name);
            }
        }
    }

    proptest! {
        #[test]
        fn what_opens_prints_a_name_that_opens_the_same(
            word in "(random|greedy|knn|rollout|alphabeta|exact|strategy)",
            arguments in "(n|depth|ties|rule|db|games|k|metric|record|policy|hide_exact)=(first|1|7|x\\.csv|\"a,b\"|all|chebyshev|mobility|yes|uniform)",
            more in "(,(k|games|weight|vote|label|mover)=(3|count|distance|solver|any))?",
        ) {
            let text = format!("{word}({arguments}{more})");
            match open_agent(&game(), &text) {
                Ok(agent) => {
                    let printed = agent.to_string();
                    prop_assert_eq!(open_agent(&game(), &printed), Ok(agent));
                }
                Err(e) => prop_assert!(text.is_char_boundary(e.at)),
            }
        }
    }
}
