//! Advice and agents judged against the exact solver.
