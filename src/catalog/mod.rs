//! Names: the one grammar for games, policies and agents, and the one place
//! that knows them all.
//!
//! ```text
//! name     := word [ "(" [ argument { "," argument } ] ")" ]
//! argument := word "=" value
//! value    := word | "\"" text "\"" | "[" [ value { "," value } ] "]" | name
//! word     := letters, digits, ".", "_", "-", "/", "+"
//! ```

mod advisors;
mod agents;
mod args;
mod cast;
mod features;
mod games;
mod grammar;
mod nearest;
mod policies;

pub use advisors::{KnnName, KnnOptions, open_advisor};
pub use agents::{AGENTS, AgentInfo, AgentName, Data, KnnPlayer, open_agent};
pub use args::Args;
pub use cast::{Cast, CastError};
pub use features::{FeaturePlayer, ReadSet, read_set};
pub use games::{AnyGame, CatalogGame, GameTask, INFOS, open_game, run};
pub use grammar::{Name, NameError, Value, parse};
pub use nearest::nearest;
pub use policies::{AnyPolicy, PolicyTask, SidePolicy, open_policy, open_side};
