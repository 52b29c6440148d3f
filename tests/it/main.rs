//! One binary for all integration tests.

mod plot;
mod show;
