//! Position records: CSV, manifests, merging, labelling.

mod build;
mod counts;
mod generate;
mod import;
mod info;
mod label;
mod lines;
mod manifest;
mod merge;
mod read;
mod record;
mod row;
mod runs;
mod sink;
mod summary;
mod write;

pub use counts::{Counts, generate};
pub use generate::{Job, generate_file};
pub use import::{ImportError, import_lists, read_list};
pub use info::{Contradictions, Games, Info, Side};
pub use label::{LabelError, label, label_exactly};
pub use manifest::{Manifest, Rows};
pub use merge::{MergeError, merge_files};
pub use read::{Loaded, ReadError, read_csv, read_file};
pub use record::{Database, Origin, Weights, Winner};
pub use row::{Row, RowWeight, Source};
pub use runs::SortError;
pub use sink::{StoreError, check_output};
pub use summary::{Summary, mean_length};
pub use write::{write_csv, write_csv_file};
