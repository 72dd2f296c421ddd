//! The end of a run of a submission.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The end of a run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "how", content = "what", rename_all = "snake_case")]
pub enum Stop {
    /// It did all that the case asks for.
    Done,
    /// The code panicked.
    Panic {
        /// The kind of panic.
        kind: PanicKind,
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
    /// The fuel ran out while it wrote text, or a program of tests wrote more than is kept.
    Output,
    /// It trapped in a way that cannot be gone on from, in the engine's words.
    Trap(String),
    /// The grader broke down: no fault of the submission.
    Grader(String),
}

impl Stop {
    /// Whether the end is no fault of the submission.
    pub fn is_graders_fault(&self) -> bool {
        matches!(self, Self::Grader(_))
    }

    /// Whether the code went on until a limit stopped it.
    pub fn is_stall(&self) -> bool {
        matches!(self, Self::Fuel | Self::Memory | Self::Output)
    }

    /// Whether the code is not there yet.
    pub fn is_unwritten(&self) -> bool {
        matches!(self, Self::Panic { kind: PanicKind::Unwritten, .. })
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

/// The kind of a panic, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PanicKind {
    /// The code is not there yet: `todo!`.
    Unwritten,
    /// A number came out below what its type can hold.
    Below,
    /// A number came out above what its type can hold, or is too large for another type.
    Above,
    /// A thread could not be started: there are none where submissions run.
    Thread,
    /// Anything else.
    #[default]
    Other,
}

impl PanicKind {
    /// The kind of a panic with this message. The messages are the standard library's, so this is the
    /// one place that knows them.
    pub fn of(message: &str) -> Self {
        const ABOVE: [&str; 5] = [
            "capacity overflow",
            "out of range integral type conversion attempted",
            "TryFromIntError",
            "PosOverflow",
            "number too large to fit in target type",
        ];
        // What `spawn` panics with, and the error that it returns where there are no threads.
        const THREAD: [&str; 2] = ["failed to spawn thread", "Os { code: 58, kind: Unsupported"];
        if message.starts_with("not yet implemented") {
            return Self::Unwritten;
        }
        if let Some(operation) = message.strip_prefix("attempt to ")
            && operation.ends_with(" with overflow")
        {
            let is_below = operation.starts_with("subtract") || operation.starts_with("negate");
            return if is_below { Self::Below } else { Self::Above };
        }
        if THREAD.iter().any(|it| message.contains(it)) {
            return Self::Thread;
        }
        if ABOVE.iter().any(|it| message.contains(it)) { Self::Above } else { Self::Other }
    }
}

/// The end of a test that the grader has written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TestEnd {
    /// It shows nothing.
    Passed,
    /// It fails, as the run ended in this way.
    Failed(Stop),
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

impl Place {
    /// Reads a place as it is written, such as `src/board.rs:12:9`.
    pub fn read(text: &str) -> Option<Self> {
        let mut parts = text.rsplitn(3, ':');
        let (column, line, file) = (parts.next()?, parts.next()?, parts.next()?);
        let place =
            Self { file: file.to_owned(), line: line.parse().ok()?, column: column.parse().ok()? };
        // Another way to write a number, such as `+1`, makes no place.
        (place.to_string() == text).then_some(place)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_told_by_the_words_of_the_standard_library() {
        for (message, kind) in [
            ("not yet implemented: write it", PanicKind::Unwritten),
            ("attempt to multiply with overflow", PanicKind::Above),
            ("attempt to shift left with overflow", PanicKind::Above),
            ("attempt to subtract with overflow", PanicKind::Below),
            ("capacity overflow", PanicKind::Above),
            ("called `Result::unwrap()` on an `Err` value: TryFromIntError(())", PanicKind::Above),
            ("failed to spawn thread: Os { code: 58, kind: Unsupported }", PanicKind::Thread),
            ("attempt to divide by zero", PanicKind::Other),
            ("index out of bounds: the len is 9 but the index is 9", PanicKind::Other),
        ] {
            assert_eq!(PanicKind::of(message), kind, "{message}");
        }
    }

    #[test]
    fn places_are_read_as_they_are_written() {
        let read = |text| Place::read(text).map(|place| (place.file, place.line, place.column));
        assert_eq!(read("src/board.rs:12:9"), Some(("src/board.rs".to_owned(), 12, 9)));
        assert_eq!(read("a:b.rs:1:2"), Some(("a:b.rs".to_owned(), 1, 2)));
        for bad in ["", "src/board.rs", "a:1", "a:x:1", "a:+1:1", "a:01:1", "a:1:4294967296"] {
            assert_eq!(Place::read(bad), None, "{bad}");
        }
    }
}
