//! Reads recorded searches and compares them with A*.
//!
//! Each line is a JSON object: the header, then events in chronological order. The book's page on `grader play`
//! describes the format.

mod flat;
mod judge;
mod read;
mod recorded;

pub use read::{Entry, MOST_EVENTS, Malformed, Outcome, Reason, Trace, TraceEvent};
pub(crate) use recorded::Recorded;

#[cfg(test)]
mod tests;
