//! One binary for all integration tests.

mod classroom;
mod knn;
