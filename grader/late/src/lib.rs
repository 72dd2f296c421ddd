//! The late policy of an assignment: due date, deductions and extensions.
//!
//! [`Policy`] is the `[late]` table of a rubric. [`Extensions`] is a file with exceptions for individual students.
//! [`Lateness`] is the result when both are applied to a submission. Grades do not depend on any of this. When you
//! change the due date, only summaries change.
//!
//! These are the rules. `docs/book/src/instructor/late.md` explains them for instructors.
//!
//! - Times are compared in whole seconds. A submission within the grace period is on time. After the grace period,
//!   lateness is measured from the due date.
//! - Each day or hour begun counts. If a time zone is given, each day ends at the same wall-clock time, so it can have
//!   23 or 25 hours. Otherwise, it has 24 hours.
//! - Percentages refer to the points for the checks. They add up linearly and are not compounded.
//! - An extension moves the due date. The last moment also moves if it is given as a duration. If it is a fixed time,
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
