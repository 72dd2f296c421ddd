//! What a step of a job of GitHub Actions leaves for the rest of the job: the page in its summary, and the
//! outputs of the step.
//!
//! Source: "Workflow commands for GitHub Actions" in GitHub's documentation, sections "Environment files",
//! "Adding a job summary" and "Setting an output parameter".

use std::env;
use std::fmt::Write as _;
use std::path::PathBuf;

use grade::pretty;
use grade::view::View;
use report::Format;
use report::formats;

use super::check_args::CheckArgs;
use super::error::CliError;
use super::output;

/// The file that the runner shows as the summary of the job.
pub(super) const SUMMARY_VARIABLE: &str = "GITHUB_STEP_SUMMARY";

/// The file from which the runner reads the outputs of the step.
pub(super) const OUTPUT_VARIABLE: &str = "GITHUB_OUTPUT";

/// The files of a step; none outside of a job, or if no report is for it.
#[derive(Debug, Default)]
pub(super) struct Job {
    summary: Option<PathBuf>,
    outputs: Option<PathBuf>,
}

impl Job {
    /// The files for a grading with these arguments.
    pub(super) fn of(args: &CheckArgs) -> Self {
        if !args.writes(Format::Github) {
            return Self::default();
        }
        let file = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        Self { summary: file(SUMMARY_VARIABLE), outputs: file(OUTPUT_VARIABLE) }
    }

    /// Finds out before anything is graded whether the files can be written.
    pub(super) fn check_writable(&self) -> Result<(), CliError> {
        [&self.summary, &self.outputs]
            .into_iter()
            .flatten()
            .try_for_each(|it| output::append(it, ""))
    }

    /// Adds what came of a grading. `summary` is the page, which may have so many bytes.
    pub(super) fn tell(
        &self,
        view: &View,
        summary: impl Fn(usize) -> String,
    ) -> Result<(), CliError> {
        if let Some(file) = &self.summary {
            let limit = formats::SUMMARY_LIMIT.saturating_sub(output::size(file));
            output::append(file, &summary(limit))?;
        }
        self.outputs.as_ref().map_or(Ok(()), |file| output::append(file, &outputs(view)))
    }
}

/// The outputs, a line for each. Without a score there is no line for it: an empty one could be taken for a
/// zero.
fn outputs(view: &View) -> String {
    let mut text = format!("status={}\n", view.status.as_str());
    if let Some(score) = view.score {
        let _ = writeln!(text, "score={}", pretty::number(score));
    }
    let _ = writeln!(text, "max-score={}", pretty::number(view.max_score));
    text
}
