//! Errors from workers, transferred as text for people.

use std::error::Error;
use std::fmt;

use base::UserError;
use intake::IntakeError;
use sandbox::build::BuildError;
use serde::{Deserialize, Serialize};

/// A message with an optional source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MessageChain {
    message: String,
    source: Option<Box<MessageChain>>,
}

impl MessageChain {
    fn from_error(error: &dyn Error) -> Self {
        let source = error.source().map(|source| Box::new(Self::from_error(source)));
        Self { message: error.to_string(), source }
    }

    fn source_of(error: &dyn Error) -> Option<Box<Self>> {
        error.source().map(|source| Box::new(Self::from_error(source)))
    }
}

impl fmt::Display for MessageChain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for MessageChain {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}

/// The reason why a worker could not read a submission, as a serializable [`IntakeError`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[error("{message}")]
pub struct ReadError {
    message: String,
    source: Option<Box<MessageChain>>,
    hint: Option<String>,
    is_rejection: bool,
    is_fault_of_machine: bool,
    is_unreadable: bool,
}

impl ReadError {
    /// Converts an error.
    pub fn new(error: &IntakeError) -> Self {
        Self {
            message: error.to_string(),
            source: MessageChain::source_of(error),
            hint: error.hint(),
            is_rejection: error.is_rejection(),
            is_fault_of_machine: error.is_fault_of_machine(),
            is_unreadable: matches!(error, IntakeError::Unreadable { .. }),
        }
    }

    /// Returns a hint for the user.
    pub fn hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }

    /// Returns the message and how to resolve the problem: see [`IntakeError::reason`].
    pub fn reason(&self) -> String {
        self.hint().map_or_else(|| self.to_string(), |hint| format!("{self}; {hint}"))
    }

    /// Returns `true` if the submission is invalid: see [`IntakeError::is_rejection`].
    pub fn is_rejection(&self) -> bool {
        self.is_rejection
    }

    /// Returns `true` if a file could not be read, for example because of permissions.
    pub fn is_unreadable(&self) -> bool {
        self.is_unreadable
    }

    /// Returns `true` if the machine or file permissions are to blame: see [`IntakeError::is_fault_of_machine`].
    pub fn is_fault_of_machine(&self) -> bool {
        self.is_fault_of_machine
    }
}

/// An error in the grader or on its machine, as a serializable [`BuildError`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[error("{message}")]
pub struct WorkerFault {
    message: String,
    source: Option<Box<MessageChain>>,
    short: String,
    hint: Option<Box<str>>,
}

impl WorkerFault {
    /// Returns a short message that is suitable for a grade: see [`BuildError::in_short`].
    pub fn in_short(&self) -> &str {
        &self.short
    }

    pub(crate) fn new(message: &str) -> Self {
        let (message, short) = (message.to_owned(), message.to_owned());
        Self { message, source: None, short, hint: None }
    }

    pub(crate) fn with_hint(self, hint: &str) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }
}

impl UserError for WorkerFault {
    fn hint(&self) -> Option<String> {
        self.hint.as_deref().map(str::to_owned)
    }

    fn is_fault(&self) -> bool {
        true
    }
}

impl From<&BuildError> for WorkerFault {
    fn from(error: &BuildError) -> Self {
        Self {
            message: error.to_string(),
            source: MessageChain::source_of(error),
            short: error.in_short().to_owned(),
            hint: error.hint().map(Into::into),
        }
    }
}
