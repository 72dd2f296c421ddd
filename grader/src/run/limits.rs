//! What a run may use, and how it can end.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The bounds of one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most fuel, in units of the [cost table](super::cost).
    pub fuel: u64,
    /// The most linear memory, in bytes.
    pub memory: usize,
    /// The most bytes of text written to standard output and standard error: in a survey about each
    /// board, otherwise in all.
    pub output: usize,
    /// The most time. It guards the grader and decides no grade: hitting it is a fault of the
    /// grader or its machine.
    pub wall: Duration,
}

impl Limits {
    /// The bounds of a run with this much fuel.
    pub fn with_fuel(fuel: u64) -> Self {
        Self { fuel, memory: 512 << 20, output: 1 << 20, wall: Duration::from_mins(10) }
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "how", content = "what", rename_all = "snake_case")]
pub enum Stop {
    /// It did all that the case asks for.
    Done,
    /// The code panicked.
    Panic {
        /// The message, as the code gave it.
        message: String,
        /// The place in the submission, if it is in one of its files.
        place: Option<Place>,
    },
    /// The code ended the program, with this exit code.
    Exit(i32),
    /// The fuel ran out.
    Fuel,
    /// It asked for more memory than it may have.
    Memory,
    /// Calls were nested too deeply.
    Stack,
    /// It wrote more text than it may.
    Output,
    /// It did something that cannot be gone on from, in the engine's words.
    Trap(String),
    /// It took so long that the grader gave up: no fault of the submission.
    Wall,
    /// The grader broke down: no fault of the submission.
    Grader(String),
}

impl Stop {
    /// Whether the end is no fault of the submission.
    pub fn is_graders_fault(&self) -> bool {
        matches!(self, Self::Wall | Self::Grader(_))
    }

    /// Whether the code is not there yet: `todo!()` panics with these words of the standard library's,
    /// which are all that tells it from another panic.
    pub fn is_unwritten(&self) -> bool {
        matches!(self, Self::Panic { message, .. } if message.starts_with("not yet implemented"))
    }

    /// Whether both ended in the same way and, if they panicked, in the same place. What the code says
    /// of it is its own affair.
    pub fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Panic { place, .. }, Self::Panic { place: other, .. }) => place == other,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}

/// A place in a file of the submission.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// The file, relative to the submission's root.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}
