//! How a submission's run ends.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The end of a run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "how", content = "what", rename_all = "snake_case")]
pub enum Stop {
    /// All calls returned.
    Done,
    /// The code panicked.
    Panic {
        /// The kind of panic.
        kind: PanicKind,
        /// The panic message.
        message: String,
        /// The position of the panic, if it is in a file of the submission.
        place: Option<SourcePosition>,
    },
    /// The code exited with this exit code.
    Exit(i32),
    /// The fuel was used up.
    Fuel,
    /// The memory limit was exceeded.
    Memory,
    /// The stack overflowed.
    Stack,
    /// The fuel was used up while writing text, or a test program wrote more text than allowed.
    Output,
    /// The code trapped, with this message from the engine.
    Trap(String),
    /// There was a grader error, which is not the submission's fault.
    Grader(String),
}

impl Stop {
    /// Returns `true` if the run ended because of a grader error.
    pub fn is_graders_fault(&self) -> bool {
        matches!(self, Self::Grader(_))
    }

    /// Returns `true` if the code was stopped by a limit.
    pub fn is_stall(&self) -> bool {
        matches!(self, Self::Fuel | Self::Memory | Self::Output)
    }

    /// Returns `true` if the budget of instructions was used up, by calls or by output.
    pub fn is_out_of_fuel(&self) -> bool {
        matches!(self, Self::Fuel | Self::Output)
    }

    /// Returns `true` if the code has not been written yet.
    pub fn is_unwritten(&self) -> bool {
        matches!(self, Self::Panic { kind: PanicKind::Unwritten, .. })
    }

    /// Returns the position of the panic, if it is in a file of the submission.
    pub(crate) fn place(&self) -> Option<&SourcePosition> {
        match self {
            Self::Panic { place, .. } => place.as_ref(),
            _ => None,
        }
    }

    /// Returns a note on a panic of this kind. An overflow message does not name the type, so the note does not, either.
    pub(crate) fn note(&self) -> Option<&'static str> {
        let Self::Panic { kind, message, .. } = self else { return None };
        match kind {
            PanicKind::Below | PanicKind::Above if message.starts_with("attempt to shift") => {
                Some("a number cannot be shifted by as many bits as its type has\n")
            }
            PanicKind::Below if message.starts_with("attempt to ") => Some(
                "the result is too small for the type of the numbers; a `usize` cannot be negative\n",
            ),
            PanicKind::Above => Some(
                "the result does not fit into its type: a `u16` ends at 65535 and, in the sandbox, a `usize` at 4294967295\n",
            ),
            PanicKind::Thread => Some("do the work without starting a thread\n"),
            PanicKind::Below | PanicKind::Unwritten | PanicKind::Other => None,
        }
    }

    /// Returns `true` if both runs ended in the same way. Panics need to have the same position, but can have different
    /// messages.
    pub fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Panic { place, .. }, Self::Panic { place: other, .. }) => place == other,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}

/// The functions that were running when code was stopped, and the work up to then.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct StopPoint {
    /// The submission's functions that had not returned, the innermost first, without repetitions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub functions: Vec<String>,
    /// The executed instructions, if the code was stopped because of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions: Option<u64>,
    /// The instructions as a multiple of the model's, in tenths, rounded down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tenths: Option<u64>,
}

impl StopPoint {
    /// The maximum number of functions to name: the innermost, and who called it.
    const NAMED: usize = 2;

    /// Returns whether nothing is known.
    pub fn is_unknown(&self) -> bool {
        *self == Self::default()
    }

    /// Says which functions were running, to end a sentence.
    pub(crate) fn describe_functions(&self) -> String {
        let named: Vec<String> =
            // The innermost functions come first, and they are closest to the fault.
            self.functions.iter().take(Self::NAMED).map(|name| format!("`{name}`")).collect();
        if named.is_empty() { String::new() } else { format!(" in {}", named.join(", called by ")) }
    }

    /// Says after how much work the code was stopped, to end a sentence, with a comma before it if it is long.
    pub(crate) fn after_how_much(&self) -> String {
        let Some(instructions) = self.instructions else {
            return " at the limit of instructions".to_owned();
        };
        let times = self.tenths.map(|tenths| format!(", {} times the model's", tenths / 10));
        format!(
            " after {} million instructions{}",
            instructions / 1_000_000,
            times.unwrap_or_default()
        )
    }
}

/// The kind of a panic, if known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PanicKind {
    /// `todo!`: the code has not been written yet.
    Unwritten,
    /// A number is too small for its type.
    Below,
    /// A number is too large for its type, or for a conversion.
    Above,
    /// A thread could not be started, because the sandbox does not support threads.
    Thread,
    /// Any other panic.
    #[default]
    Other,
}

impl PanicKind {
    /// Determines the kind from the message. Only this module depends on the exact messages of the standard library.
    pub fn from_message(message: &str) -> Self {
        const ABOVE: [&str; 5] = [
            "capacity overflow",
            "out of range integral type conversion attempted",
            "TryFromIntError",
            "PosOverflow",
            "number too large to fit in target type",
        ];
        // The message of the panic in `spawn`, and the error that `spawn` returns without thread support.
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
        if THREAD.iter().any(|phrase| message.contains(phrase)) {
            return Self::Thread;
        }
        if ABOVE.iter().any(|phrase| message.contains(phrase)) { Self::Above } else { Self::Other }
    }
}

/// The result of running a generated test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TestEnd {
    /// The test passed, so it does not reproduce the failure.
    Passed,
    /// The test failed, with this end of the run.
    Failed(Stop),
}

/// A position in a file of the submission.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(expecting = "struct Place")]
pub struct SourcePosition {
    /// The file, relative to the submission's root.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

impl SourcePosition {
    /// Parses a position such as `src/board.rs:12:9`.
    pub fn parse(text: &str) -> Option<Self> {
        // A path may contain colons.
        let mut parts = text.rsplitn(3, ':');
        let (column, line, file) = (parts.next()?, parts.next()?, parts.next()?);
        let place =
            Self { file: file.to_owned(), line: line.parse().ok()?, column: column.parse().ok()? };
        // Reject other ways to write a number, such as `+1`.
        (place.to_string() == text).then_some(place)
    }
}

impl fmt::Display for SourcePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_are_classified_by_message() {
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
            assert_eq!(PanicKind::from_message(message), kind, "{message}");
        }
    }

    #[test]
    fn places_are_parsed_from_text() {
        let read =
            |text| SourcePosition::parse(text).map(|place| (place.file, place.line, place.column));
        assert_eq!(read("src/board.rs:12:9"), Some(("src/board.rs".to_owned(), 12, 9)));
        assert_eq!(read("a:b.rs:1:2"), Some(("a:b.rs".to_owned(), 1, 2)));
        for bad in ["", "src/board.rs", "a:1", "a:x:1", "a:+1:1", "a:01:1", "a:1:4294967296"] {
            assert_eq!(SourcePosition::parse(bad), None, "{bad}");
        }
    }
}
