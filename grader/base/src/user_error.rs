//! What the program must know about an error to show it.

use std::error::Error;

/// An error that the program shows to its user.
pub trait UserError: Error {
    /// Returns advice on how to go on, unless the message is enough.
    fn hint(&self) -> Option<String> {
        None
    }

    /// Returns `true` if the grader or its machine is the cause, rather than the user's input.
    fn is_fault(&self) -> bool {
        false
    }

    /// Returns the complete text, like a compiler's, if the error points to a line of a file.
    fn text_with_source_line(&self) -> Option<String> {
        None
    }
}
