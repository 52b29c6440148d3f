//! Spreading independent work over threads, or not.
//!
//! With the feature `parallel` the work runs on a rayon pool, without it on the
//! caller's thread. Either way results come back in the order of the inputs, so
//! nothing downstream can depend on the number of threads.

use std::sync::{Mutex, PoisonError};

/// How many threads this machine offers (1 without the feature `parallel`).
pub fn available() -> usize {
    if cfg!(feature = "parallel") {
        std::thread::available_parallelism().map_or(1, |n| n.get())
    } else {
        1
    }
}

/// Tens of thousands would take minutes to start.
const MAX_THREADS: usize = 1024;

/// A fixed number of threads.
pub struct Pool {
    threads: usize,
    #[cfg(feature = "parallel")]
    pool: Option<rayon::ThreadPool>,
}

impl Pool {
    /// A pool of this many threads (0 = as many as the machine has), at most
    /// 1024. If the system refuses the threads, the work runs on the caller's.
    pub fn new(threads: usize) -> Self {
        let threads = match threads {
            0 => available(),
            n => n.min(MAX_THREADS),
        };
        #[cfg(feature = "parallel")]
        {
            let pool = (threads > 1)
                .then(|| {
                    rayon::ThreadPoolBuilder::new()
                        .num_threads(threads)
                        .build()
                        .ok()
                })
                .flatten();
            let threads = if pool.is_some() { threads } else { 1 };
            Self { threads, pool }
        }
        #[cfg(not(feature = "parallel"))]
        {
            let _ = threads;
            Self { threads: 1 }
        }
    }

    /// The number of threads that work at once.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// `f(0), f(1), ..., f(n - 1)`, in that order in the result.
    pub fn map<T: Send>(&self, n: usize, f: impl Fn(usize) -> T + Sync + Send) -> Vec<T> {
        gathered(n, f, |fill| self.each(n, fill))
    }

    /// Runs `f` once on every thread (with the thread's number) and returns the
    /// results: for workers that fetch their own work from a shared counter.
    pub fn workers<T: Send>(&self, f: impl Fn(usize) -> T + Sync + Send) -> Vec<T> {
        gathered(self.threads, f, |fill| self.on_each_thread(fill))
    }

    // What follows is not generic: much of the library is compiled once for each
    // game, rayon's part of it need not be.

    fn each(&self, n: usize, f: &(dyn Fn(usize) + Sync)) {
        #[cfg(feature = "parallel")]
        if let Some(pool) = &self.pool {
            use rayon::prelude::*;
            pool.install(|| (0..n).into_par_iter().for_each(f));
            return;
        }
        (0..n).for_each(f);
    }

    fn on_each_thread(&self, f: &(dyn Fn(usize) + Sync)) {
        #[cfg(feature = "parallel")]
        if let Some(pool) = &self.pool {
            pool.broadcast(|c| f(c.index()));
            return;
        }
        f(0);
    }
}

/// The results of `f` for 0 to n - 1, which `run` calls once for each.
fn gathered<T: Send>(
    n: usize,
    f: impl Fn(usize) -> T + Sync,
    run: impl FnOnce(&(dyn Fn(usize) + Sync)),
) -> Vec<T> {
    let slots: Vec<Mutex<Option<T>>> = (0..n).map(|_| Mutex::new(None)).collect();
    run(&|i| {
        let result = f(i);
        *slots[i].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
    });
    let results = slots.into_iter();
    results
        .filter_map(|slot| slot.into_inner().unwrap_or_else(PoisonError::into_inner))
        .collect()
}
