//! The base of mutants: the model answer, or any submission.

use std::path::Path;

use checks::grading;
use intake::Submission;

use crate::MutantsError;

/// The name of the model answer in explanations and on the page.
pub(crate) const MODEL: &str = "model";

/// A submission to make mutants of.
#[derive(Clone, Debug)]
pub(crate) struct Base {
    /// Its name in explanations: that of its folder, or [`MODEL`].
    pub(crate) name: String,
    /// Its folder as it was given; none for the model answer.
    pub(crate) folder: Option<String>,
    /// The submission itself.
    pub(crate) submission: Submission,
}

impl Base {
    /// The submission in a folder, or the model answer without one.
    pub(crate) fn open(folder: Option<&Path>) -> Result<Self, MutantsError> {
        let read = folder.map_or_else(|| Ok(grading::model()), intake::read);
        let submission = read.map_err(|error| match error.hint() {
            _ if error.is_fault_of_machine() => error.into(),
            Some(hint) => MutantsError::Usage(format!("{error}\nhint: {hint}")),
            None => MutantsError::Usage(error.to_string()),
        })?;
        let folder = folder.map(|it| it.to_string_lossy().trim_end_matches('/').to_owned());
        Ok(Self { name: submission.name().to_owned(), folder, submission })
    }
}
