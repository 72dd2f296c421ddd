//! Runs compiled submissions in a sandbox: the same case gives the same run on every machine.

mod clock;
pub mod cost;
mod engine;
mod guest;
mod limits;
mod machine;
mod mark;
mod queues;
mod search;
#[cfg(test)]
mod tests;
mod tickets;
mod variation;
mod wasi;
mod world;

pub use engine::{VERSION, new_engine};
pub use limits::Limits;
pub use machine::{Machine, Program, Run};
pub use mark::Mark;
pub use search::{Cost, Disorder, EVENTS, Event, SearchEnd, SearchLog};
pub use tickets::Tickets;
pub use variation::Variation;
pub use world::{DataFiles, TestRun};
