//! Runs compiled submissions in a deterministic sandbox.

mod call_stack;
mod clock;
pub mod cost;
mod engine;
mod guest;
mod host_boards;
mod large;
mod machine;
mod queues;
mod search;
mod test_wasi;
#[cfg(test)]
mod tests;
mod tickets;
mod variation;
mod wasi;

pub use engine::VERSION;
pub(crate) use engine::new_engine;
pub use host_boards::HostBoards;
pub use machine::{GuestCursor, InstanceLimits, LoadedProgram, Machine, Run, SourcePaths};
pub use search::{Event, LoggedSearch, OperationCost, QueueDisorder, SearchLog};
pub use test_wasi::{DataFiles, TestRun};
pub use variation::{Mask, Variation};
