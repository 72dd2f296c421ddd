//! Runs compiled submissions in a deterministic sandbox.

mod call_stack;
mod clock;
pub mod cost;
mod cursor;
mod engine;
mod guest;
mod host_boards;
mod large;
mod limits;
mod machine;
mod queues;
mod search;
mod test_wasi;
#[cfg(test)]
mod tests;
mod tickets;
mod variation;
mod wasi;

pub use cursor::GuestCursor;
pub use engine::VERSION;
pub(crate) use engine::new_engine;
pub use host_boards::HostBoards;
pub use limits::InstanceLimits;
pub use machine::{LoadedProgram, Machine, Run, SourcePaths};
pub use search::{Event, LoggedSearch, OperationCost, QueueDisorder, SearchLog};
pub use test_wasi::{DataFiles, TestRun};
pub use variation::{Mask, Variation};
