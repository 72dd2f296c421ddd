//! The late policy of an assignment: due date, deductions and extensions.
//!
//! [`Policy`] represents the `[late]` table of a rubric, and [`Extensions`] a file with exceptions for individual
//! students. To apply both to a submission, use [`Lateness`]. Grades do not depend on any of these: if you change the
//! due date, only summaries will change.
//!
//! The rules (see `docs/book/src/instructor/late.md` for instructors):
//!
//! - Times are compared in whole seconds. A submission within the grace period is on time. Any later submission is
//!   measured from the due date.
//! - Every day or hour that has begun counts. With a time zone, each day ends at the same wall-clock time and can have
//!   23 or 25 hours. Otherwise, each day has 24 hours.
//! - Percentages apply to the points for the checks. They are added up, not compounded.
//! - Late days are whole days that a student can use instead of a deduction. They move the due date, but not the last
//!   moment. [`Lateness`] says how many a submission uses; a file says how many each student has left.
//! - An extension moves the due date, and a last moment given as a duration. A fixed last moment moves only if it would
//!   be before the extended due date.

mod attempts;
mod counting;
mod extensions;
mod lateness;
mod length;
mod policy;
mod stored;
mod student_lookup;
mod table;
mod time;

pub use attempts::{Attempts, Turn, WireAttempts};
pub use counting::Counting;
pub use extensions::{Extensions, Granted, UnmatchedExtension};
pub use lateness::{Lateness, LatenessDoubt, LatenessFinding, ReportedTime};
pub use policy::{LateDayRule, LateDayStart, Policy, Rate, Unit, Until};
pub use student_lookup::{KnownBy, StudentsFound, find};
pub use table::{WireLate, parse_policy};
pub use time::ZonedTime;
