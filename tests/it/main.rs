//! One binary for all integration tests.

mod advise;
mod classroom;
mod knn;
mod bad_files;
mod database;
mod generate;
mod interrupt;
mod takeaway;
mod tool;
