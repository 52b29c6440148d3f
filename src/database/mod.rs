//! Position records: CSV, manifests, merging, labelling.
//!
//! A file is UTF-8 CSV with a header, compressed if its name ends in `.gz`:
//!
//! | column | holds |
//! |---|---|
//! | `game`, `ply`, `length` | with [`Rows::Games`] only: the number of the game, plies before the position, plies of the whole game |
//! | the game's own | the coordinates ([`crate::game::Vectorize::columns`]) |
//! | `to_move` | the side to move, by the game's name of the player |
//! | `winner` | who won the game: a player, `draw`, or `capped` (cut short, no result) |
//! | `margin` | player one's points minus player two's; empty where the game has none |
//! | `count` | how many records were merged into the row; absent with [`Rows::Games`] |
//! | `probability` | instead of `count`: the exact probability of the row |
//! | `value` | what a solver says of the position for the side to move: `win`, `draw`, `loss`, or empty |
//! | `value_margin` | in labelled databases of games that count points: the final margin for the side to move if both play for the margin, or empty |
//!
//! Written files have them in this order. When a file is read, columns are found
//! by name in any order and any case; `margin` and `count` may be missing (no
//! margin, 1), `value` and `value_margin` too. Every row must be a position of the game. Merged rows
//! are sorted by coordinates, side to move, winner and margin.
//!
//! Beside `FILE.csv` stands `FILE.csv.json`, its [`Manifest`].
//!
//! ```
//! use sowlab::database::{generate, read_csv, write_csv};
//! use sowlab::parallel::Pool;
//! use sowlab::prelude::*;
//! use sowlab::selfplay::{Record, SelfPlay};
//!
//! let game: Sowing<1> = Sowing::uniform(4, 2, Player::One)?;
//! let play = SelfPlay::new(game.clone(), &Uniform, 1, 0, Record::Final);
//! let (database, summary) = generate(&play, 0..100, &Pool::new(1), &Control::new());
//! assert_eq!((database.len(), summary.games()), (2, 100));
//!
//! let mut file = Vec::new();
//! write_csv(&database, game.players(), &mut file)?;
//! assert!(file.starts_with(b"pot0,pot1,pot2,pot3,to_move,winner,margin,count\n0,4,4,0,south,north,,"));
//! assert_eq!(read_csv(&game, &file[..], "memory")?, database);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod build;
mod counts;
pub mod exact;
mod file;
mod generate;
mod import;
mod info;
mod kind;
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
pub use file::{Loaded, read_file};
pub use generate::{Job, generate_file};
pub use import::{ImportError, import_lists, read_list};
pub use info::{Contradictions, Games, Info, Margins, Side, TooManyRecords};
pub use label::{LabelError, label, label_exactly};
pub use manifest::{Manifest, Rows};
pub use merge::{MergeError, merge_files};
pub use read::{ReadError, read_csv};
pub use record::{Database, Origin, Weights, Winner};
pub use row::{Row, RowWeight, Source};
pub use runs::SortError;
pub use sink::{StoreError, check_output};
pub use summary::{Summary, mean_length};
pub use write::{write_csv, write_csv_file};
