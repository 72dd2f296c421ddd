//! The base of mutants: the model answer or another submission.

use std::path::Path;

use base::UserError as _;
use checks::grading;
use intake::Submission;

use crate::MutantsError;

pub(crate) const MODEL: &str = "model";

#[derive(Clone, Debug)]
pub(crate) struct Base {
    /// The name of the folder, or [`MODEL`].
    pub(crate) name: String,
    pub(crate) submission: Submission,
}

impl Base {
    pub(crate) fn read_submission(folder: Option<&Path>) -> Result<Self, MutantsError> {
        let read = folder.map_or_else(|| Ok(grading::model_submission()), intake::read_submission);
        let submission = read.map_err(|error| match error.hint() {
            _ if error.is_fault_of_machine() => error.into(),
            Some(hint) => MutantsError::Usage(format!("{error}\nhint: {hint}")),
            None => MutantsError::Usage(error.to_string()),
        })?;
        Ok(Self { name: submission.name().to_owned(), submission })
    }
}
