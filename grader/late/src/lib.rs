//! The late policy of an assignment: due date, deductions and extensions.
//!
//! [`Policy`] is the table `[late]` of a rubric, [`Extensions`] the file with exceptions for individual students, and
//! [`Lateness`] the result for a submission. Grades do not depend on the policy: after a change of the due date, only
//! summaries change.
//!
//! These are the rules. `docs/book/src/instructor/late.md` explains them for instructors.
//!
//! - Times are compared in whole seconds. A submission within the grace period is on time. After the grace period,
//!   lateness is measured from the due date.
//! - Each day or hour begun counts. In a time zone, a day ends at the same clock time and may therefore have 23 or 25
//!   hours; without one, it has 24 hours.
//! - Percentages refer to the points for the checks. They add up linearly and are not compounded.
//! - An extension moves the due date. If the last moment is a duration after the due date, it moves as well; a fixed
//!   last moment only moves if it would be before the extended due date.

mod attempts;
mod counting;
mod extensions;
mod lateness;
mod length;
mod policy;
mod stored;
mod table;
mod time;

pub use attempts::{Attempts, Turn, WireAttempts};
pub use counting::Counting;
pub use extensions::{Extensions, Granted, KnownBy};
pub use lateness::{Doubt, Finding, Lateness, Seen};
pub use policy::{Policy, Rate, Unit, Until};
pub use table::{WireLate, read};
pub use time::Moment;
