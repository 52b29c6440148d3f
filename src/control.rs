//! What a long computation and its caller share: a stop flag and a progress count.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Shared by a long computation, which reports and obeys, and its caller, who
/// watches and may stop it.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    done: AtomicU64,
    total: AtomicU64,
}

impl Control {
    /// A control that nobody has stopped yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the computation to finish what it holds and return.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Whether [`Control::stop`] has been called.
    pub fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Announces how many units of work there will be in all; 0 if nobody knows.
    pub fn set_total(&self, units: u64) {
        self.total.store(units, Relaxed);
    }

    /// Begins another part of the work, of so many units, none of them done.
    pub fn begin(&self, units: u64) {
        self.done.store(0, Relaxed);
        self.set_total(units);
    }

    /// Counts units of work as finished.
    pub fn advance(&self, units: u64) {
        self.done.fetch_add(units, Relaxed);
    }

    /// Units finished and units announced.
    pub fn progress(&self) -> (u64, u64) {
        (self.done.load(Relaxed), self.total.load(Relaxed))
    }
}
