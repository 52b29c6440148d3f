//! Position records: CSV, manifests, merging, labelling.
