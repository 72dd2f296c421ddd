//! The formats of other programs: each a function of a [`View`](grade::view::View).
//!
//! Those that platforms take points from ([`gradescope()`], [`classroom50()`], `autograding`) have
//! the points of all checks. Those that are read in a repository or its logs (`junit`,
//! `github`, [`exercism()`], [`tap()`]) have what a student may see, as the report for people: of
//! the other checks they say how many there are. [`rustc()`] is for editors, which show the failures
//! alone.
//!
//! None of them has a time in it, since a grade has none.

mod autograding;
mod classroom50;
mod exercism;
mod github;
mod gradescope;
mod junit;
mod rustc;
mod tap;
mod whole;

pub(crate) use autograding::autograding;
pub use classroom50::{Identity, IdentityError, classroom50};
pub use exercism::exercism;
pub(crate) use github::commands::github;
pub use github::summary::{SUMMARY_LIMIT, summary};
pub use gradescope::gradescope;
pub(crate) use junit::junit;
pub use rustc::{Code, Sources, rustc};
pub use tap::tap;
