//! One binary for all integration tests.

mod cli_check;
mod cli_faults;
mod cli_games;
mod cli_legal;
mod cli_perft;
mod cli_solve;
mod contract;
mod plain;
mod solver;
mod sowing;
mod support;
mod tree;
mod vectors;
