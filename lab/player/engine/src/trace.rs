//! Reads recorded searches and compares them with A*.
//!
//! Each line is a JSON object: the header, then events in chronological order. The book's page on `grader play`
//! describes the format.

mod flat;
mod judge;
mod read;
mod recorded;

pub use read::{
    InvalidLine, InvalidTrace, MOST_EVENTS, Trace, TraceEntry, TraceEvent, TraceOutcome,
};
pub(crate) use recorded::Recorded;

#[cfg(test)]
mod tests;
