//! Recorded searches: the file that a recorder writes, and what A* thinks of it.
//!
//! A file is a JSON object on each line. The first is the head, the others are events in the order in which they
//! happened; the book's page about `grader play` describes both.

mod flat;
mod judge;
mod read;
mod recorded;

pub use read::{Entry, MOST_EVENTS, Malformed, Outcome, Reason, Trace, TraceEvent};
pub(crate) use recorded::Recorded;

#[cfg(test)]
mod tests;
