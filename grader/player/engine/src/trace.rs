//! Reads recorded searches and compares them with A*.
//!
//! Each line of the file contains a JSON object. The first object is the header, and the others are events in
//! chronological order. The book's page on `grader play` describes the format.

mod flat;
mod judge;
mod read;
mod recorded;

pub use read::{Entry, MOST_EVENTS, Malformed, Outcome, Reason, Trace, TraceEvent};
pub(crate) use recorded::Recorded;

#[cfg(test)]
mod tests;
