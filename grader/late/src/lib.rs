//! The late policy of an assignment: when it is due, what is taken off later, and who has longer.
//!
//! [`Policy`] is the table `[late]` of a rubric, and [`Extensions`] the file beside the grades that
//! says for whom it is another. [`Lateness`] is what both say of one submission. No grade depends on
//! any of it: a due date that changes changes summaries alone.
//!
//! The rules, which `docs/book/src/instructor/late.md` has for instructors:
//!
//! - Times are compared in whole seconds. What is handed in within the grace is on time; what comes
//!   after it is late by the time since it was due, grace and all.
//! - Days and hours that have begun count. In a time zone a day ends at the same time by the clock,
//!   so it has 23 or 25 hours where the clock is changed; without one it has 24 hours.
//! - A percentage is of what the checks gave, the same for each day, and not compounded.
//! - An extension moves the due date, and with it the last moment, if that is a number of days or
//!   hours after it. A last moment with a date is moved only where it would be before the due date.

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
pub use time::ZonedTime;
