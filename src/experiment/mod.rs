//! Experiment files: steps, manifests, reports.
