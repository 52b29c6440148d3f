//! One binary for all integration tests.

mod advise;
mod classroom;
mod knn;
