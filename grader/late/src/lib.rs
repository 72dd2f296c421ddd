//! The late policy of an assignment: due date, deductions and extensions.
//!
//! [`Policy`] represents the `[late]` table of a rubric, and [`Extensions`] a file with exceptions for individual
//! students. [`Lateness`] is the result of applying both to a submission. Grades depend on none of these: if you change
//! the due date, only summaries change.
//!
//! The rules, which `docs/book/src/instructor/late.md` explains for instructors:
//!
//! - Times are compared in whole seconds. A submission within the grace period is on time. The lateness of any later
//!   submission is measured from the due date.
//! - Every day or hour that has begun counts. If a time zone is given, each day ends at the same wall-clock time, so a
//!   day can have 23 or 25 hours. Otherwise, each day has 24 hours.
//! - Percentages apply to the points for the checks. They are added up and not compounded.
//! - An extension moves the due date. If the last moment is given as a duration, it also moves. If it is a fixed time,
//!   it moves only if it would be before the extended due date.

mod attempts;
mod counting;
mod extensions;
mod known;
mod lateness;
mod length;
mod policy;
mod stored;
mod table;
mod time;

pub use attempts::{Attempts, Turn, WireAttempts};
pub use counting::Counting;
pub use extensions::{Extensions, Granted, Unmatched};
pub use known::{Found, KnownBy, find};
pub use lateness::{Doubt, Finding, Lateness, Seen};
pub use policy::{Policy, Rate, Unit, Until};
pub use table::{WireLate, read};
pub use time::ZonedTime;
