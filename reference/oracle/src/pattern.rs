//! The fast way to shortest solutions: pattern databases of one bit a state.
//!
//! A *pattern* is a group of tiles; its database knows for every state of these tiles the least
//! number of moves that they take to get home. [`Databases`] are those of a [`Partition`] of all
//! tiles, and [`Engine`] searches with them.
//!
//! * `places` says where the tiles of a pattern stand and `orders` which one stands where. Both
//!   number what they are about, so that a state is a place and a bit in a set of orders.
//! * `automaton` saves a search superfluous moves.
//! * `layers` is the search that builds a database, whole sets of orders at a time.
//! * `database` looks states up, and `search` is the IDA* that does so.
//!
//! For 4-by-4 boards the databases of the partition 6-6-3 take a tenth of a second and 3 MB, so
//! they are built when they are needed. Those of 7-8, for the hardest boards, take some seconds
//! and 260 MB, and those of 6-6-6-6 for 5-by-5 boards some seconds and 120 MB. They can be kept:
//! see [`Databases::words`].

mod automaton;
mod database;
mod databases;
mod direction;
mod engine;
mod layers;
mod partition;
mod placements;
mod search;
mod tile_permutations;

pub use databases::{Databases, Progress, WrongSize};
pub use engine::{Engine, Finding, SearchResult};
pub use partition::{NamedPartition, PARTITIONS, Partition, PartitionError};
