//! Sowlab: machine-learning experiments on small traditional board games,
//! judged by exact solvers.
//!
//! The modules are the path that data takes, and no module imports one below it:
//!
//! ```text
//! game ──> policy ──> selfplay ──> database ──> knn ──> evaluate ──> plot ──> experiment ──> cli
//!   │                                            ▲  │      ▲
//!   └──> solver (exact) ─────────────────────────┴──┼──────┤   labels and judges
//!                                                   └──> agent   everything that can choose a move
//! ```
//!
//! Beside it: [`board`] and [`feature`] (patterns around moves) stand between games
//! and policies, [`learn`] makes sets of features, [`catalog`] opens everything by
//! name.
//!
//! Everything is generic over [`game::Game`]: a game written outside this crate
//! runs through self-play, the advisor, the solver and the evaluation.
//!
//! Sowing, three moves deep, from Rust:
//!
//! ```
//! use sowlab::prelude::*;
//!
//! let game: Sowing<1> = Sowing::uniform(4, 2, Player::One)?;
//! let mut moves = Vec::new();
//! assert_eq!(game.expand(&game.initial(), &mut moves), None);
//! assert_eq!(moves, [0, 1]);
//! let reached = game.play(&game.initial(), moves[1]);
//! assert_eq!(game.position_text(&reached), "[2,0,3,3] north");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_op_in_unsafe_fn)]

pub mod control;
pub mod manifest;
pub mod output;
pub mod parallel;
pub mod random;
pub mod statistics;

pub mod agent;
pub mod board;
pub mod catalog;
pub mod database;
pub mod evaluate;
pub mod experiment;
pub mod feature;
pub mod game;
pub mod knn;
pub mod learn;
#[cfg(feature = "plot")]
pub mod plot;
pub mod policy;
pub mod selfplay;
pub mod solver;

#[cfg(feature = "cli")]
pub mod cli;

/// The names that a program using the library needs most.
pub mod prelude {
    pub use crate::control::Control;
    pub use crate::game::sowing::Sowing;
    pub use crate::game::{Context, Game, Notation, Outcome, Player, Symmetric, Value, Vectorize};
    pub use crate::policy::{Policy, Uniform};
    pub use crate::random::{Purpose, Stream};
}

/// The version of this package, as manifests state it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The programs of the README, compiled and run by `cargo test`.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
