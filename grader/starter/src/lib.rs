//! What students and instructors start from: a student's repository that needs nothing else, and an
//! assignment of an instructor's own.
//!
//! Both are texts by their places in a folder ([`Files`]), made from what the program carries and from
//! the [`Terms`] of an assignment. [`Staged`] writes them, whole or not at all.

mod crate_name;
mod handout;
mod instructor;
mod options;
mod puzzles;
mod staged;
mod student;
mod terms;

use std::collections::BTreeMap;

pub use crate_name::{CrateName, NameError};
pub use handout::handout;
pub use instructor::{RUBRIC, STUDENT, assignment};
pub use options::switched_on;
pub use puzzles::{Answer, Puzzle};
pub use staged::{Committed, StageError, Staged};
pub use student::{KIT, student};
pub use terms::{Limits, Line, Partly, Terms, Tests};

/// Texts by their places in a folder, with `/` between the parts.
pub type Files = BTreeMap<String, String>;
