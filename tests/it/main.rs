//! One binary for all integration tests.

mod advise;
mod bad_files;
mod classroom;
mod cli_check;
mod cli_faults;
mod cli_games;
mod cli_legal;
mod cli_perft;
mod cli_solve;
mod contract;
mod database;
mod generate;
mod hostile;
mod interrupt;
mod knn;
mod plain;
mod plot;
mod show;
mod solver;
mod sowing;
mod support;
mod takeaway;
mod tool;
mod tree;
mod vectors;
