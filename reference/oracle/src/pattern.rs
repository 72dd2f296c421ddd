//! Fast optimal solutions with pattern databases that use one bit per state.
//!
//! A *pattern* is a group of tiles. A database stores, for every state, the number of moves that bring these tiles
//! home. [`Databases`] belong to a [`TilePartition`] of all tiles, and an [`Engine`] uses them to search.
//!
//! * `placements` numbers the sets of cells for a pattern's tiles, and `tile_permutations` numbers the orders of the
//!   tiles in these cells. A state consists of a place and an order.
//! * `automaton` prunes redundant moves.
//! * `layers` builds a database by searching sets of orders at once.
//! * `database` looks up states, and `search` contains IDA*.
//!
//! For 4-by-4 boards, the databases for the 6-6-3 partition take 0.1 seconds and 3 MB. The 7-8 databases, for the
//! hardest boards, take several seconds and 260 MB. The 6-6-6-6 databases, for 5-by-5 boards, take several seconds and
//! 120 MB. To store databases, see [`Databases::words`].

mod automaton;
mod database;
mod databases;
mod direction;
mod engine;
mod layers;
mod partition;
mod placements;
mod search;
mod slide;
mod tile_permutations;

pub use databases::{BuildProgress, Databases, WrongSize};
pub use engine::{Engine, SearchFinding, SearchResult};
pub use partition::{NamedPartition, PARTITIONS, TilePartition, TilePartitionError};
