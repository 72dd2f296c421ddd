//! Considers earlier attempts in `grader check`.

use assignment::Assignment;
use late::Attempts;
use report::Format;

use super::check_args::CheckArgs;
use super::error::{CliError, print_note};
use crate::autograder::SubmissionHistory;

/// Returns the rubric's limit on attempts and the submission history, if both are available.
pub(super) fn limit_and_history(
    args: &CheckArgs,
    assignment: &Assignment,
) -> Result<Option<(Attempts, SubmissionHistory)>, CliError> {
    let Some(file) = &args.history else { return Ok(None) };
    if args.format != Format::Gradescope {
        return Err(CliError::Misuse {
            message: "`--history` can only be used with `--format gradescope`".to_owned(),
            hint: "no other platform reports earlier attempts".to_owned(),
        });
    }
    let limit = assignment.attempts.filter(Attempts::is_limit);
    let Some(attempts) = limit else { return Ok(None) };
    match SubmissionHistory::read_file(file) {
        Ok(history) => Ok(Some((attempts, history))),
        // Students are not to blame for this error.
        Err(error) => {
            print_note(&format!(
                "cannot read earlier attempts from `{}`, so this attempt counts: {error}",
                file.display()
            ));
            Ok(None)
        }
    }
}
