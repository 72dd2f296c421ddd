//! Writes the job summary and the step outputs in a GitHub Actions job.
//!
//! Source: "Workflow commands for GitHub Actions" in GitHub's documentation, sections "Environment files", "Adding a
//! job summary" and "Setting an output parameter".

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

pub(super) const SUMMARY_VARIABLE: &str = "GITHUB_STEP_SUMMARY";

pub(super) const OUTPUT_VARIABLE: &str = "GITHUB_OUTPUT";

/// The files to write: `None` outside a job, or if no report is for GitHub.
#[derive(Debug, Default)]
pub(super) struct GithubJob {
    summary: Option<PathBuf>,
    outputs: Option<PathBuf>,
}

impl GithubJob {
    pub(super) fn from_arguments(args: &CheckArgs) -> Self {
        if !args.writes_format(Format::Github) {
            return Self::default();
        }
        let file = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        Self { summary: file(SUMMARY_VARIABLE), outputs: file(OUTPUT_VARIABLE) }
    }

    pub(super) fn check_writable(&self) -> Result<(), CliError> {
        [&self.summary, &self.outputs]
            .into_iter()
            .flatten()
            .try_for_each(|summary| output::append_text(summary, ""))
    }

    /// Appends the results. `summary` formats the page with a maximum length in bytes.
    pub(super) fn append_results(
        &self,
        view: &View,
        summary: impl Fn(usize) -> String,
    ) -> Result<(), CliError> {
        if let Some(file) = &self.summary {
            // Earlier steps of the job may have written up to the limit.
            let limit = formats::SUMMARY_LIMIT.saturating_sub(output::file_size(file));
            output::append_text(file, &summary(limit))?;
        }
        self.outputs.as_ref().map_or(Ok(()), |file| output::append_text(file, &step_outputs(view)))
    }
}

/// Formats the step outputs. If there is no score, then there is no line for it, because an empty score could be taken
/// for zero.
fn step_outputs(view: &View) -> String {
    let mut text = format!("status={}\n", view.status.as_str());
    if let Some(score) = view.score {
        let _ = writeln!(text, "score={}", pretty::number(score));
    }
    let _ = writeln!(text, "max-score={}", pretty::number(view.max_score));
    text
}
