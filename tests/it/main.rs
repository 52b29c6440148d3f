//! One binary for all integration tests.

mod bad_files;
mod database;
mod generate;
mod interrupt;
mod advise;
mod classroom;
mod knn;
mod takeaway;
mod tool;
