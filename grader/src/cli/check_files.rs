//! Defines the options of `grader check` that write files.

use std::path::{Path, PathBuf};

use clap::{Args as _, Command, Id};
use report::Format;

use super::error::CliError;
use super::timings::TimingsArgs;
use super::{output, student_page};

const PAGE: &str = "report.html";

/// The files to write in addition to the report, and options for them.
#[derive(Debug, clap::Args)]
pub(super) struct CheckFiles {
    /// Also write the report in another format to a file, such as `junit=report.xml`; can be
    /// repeated
    #[arg(
        long,
        value_name = "FORMAT=FILE",
        value_parser = parse_additional_report,
        conflicts_with = "history",
    )]
    pub(super) also: Vec<AdditionalReport>,

    /// Write a Markdown page to FILE, such as the job summary in GitHub Actions
    #[arg(long, value_name = "FILE")]
    pub(super) summary: Option<PathBuf>,

    /// Write operation counts for each puzzle to FILE, as JSON
    #[arg(long, value_name = "FILE")]
    pub(super) counts: Option<PathBuf>,

    /// Write Rust tests that reproduce the failures to FILE, for the crate's `tests` folder
    #[arg(long, value_name = "FILE")]
    pub(super) tests: Option<PathBuf>,

    /// Record your solver's search in FILE, for `grader play --trace`. By default, uses the puzzle
    /// from the first failure that has one, or a small puzzle
    #[arg(long, value_name = "FILE")]
    pub(super) trace: Option<PathBuf>,

    /// Name of the puzzle to record with `--trace`
    #[arg(long, value_name = "NAME", requires = "trace")]
    pub(super) puzzle: Option<String>,

    #[command(flatten)]
    pub(super) timings: TimingsArgs,

    /// Write the report as an HTML page to FILE, with hints and the code of each failing method [default with `--open`:
    /// report.html]
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,

    /// Open the page in a browser
    #[arg(long)]
    pub(super) open: bool,
}

impl CheckFiles {
    /// Returns the ids of the options, for options that cannot be used with any of them.
    pub(super) fn ids() -> Vec<Id> {
        let command = Self::augment_args(Command::new("check"));
        command.get_arguments().map(|option| option.get_id().clone()).collect()
    }

    /// Returns the files to write.
    pub(super) fn paths(&self) -> Vec<&Path> {
        let Self { also, summary, counts, tests, trace, puzzle: _, timings, page: _, open: _ } =
            self;
        let files = [summary, counts, tests, trace].into_iter().flatten();
        let files = files.map(PathBuf::as_path).chain(timings.file()).chain(self.page_path());
        files.chain(also.iter().map(|also| also.file.as_path())).collect()
    }

    /// Returns `true` if a file needs the results of all checks, even if the report shows only some of them.
    pub(super) fn need_all_checks(&self) -> bool {
        [&self.summary, &self.counts, &self.tests].into_iter().any(Option::is_some)
    }

    pub(super) fn page_path(&self) -> Option<&Path> {
        self.page.as_deref().or_else(|| self.open.then_some(Path::new(PAGE)))
    }

    /// Checks that every file can be written, to avoid failing after minutes of work.
    pub(super) fn check_writable(&self) -> Result<(), CliError> {
        self.paths().into_iter().try_for_each(output::check_writable)?;
        self.page_path().map_or(Ok(()), student_page::check_writable)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AdditionalReport {
    pub(super) format: Format,
    pub(super) file: PathBuf,
}

/// Parses `FORMAT=FILE`.
fn parse_additional_report(text: &str) -> Result<AdditionalReport, String> {
    let Some((name, file)) = text.split_once('=') else {
        return Err("expected `FORMAT=FILE`".to_owned());
    };
    let Some(format) = Format::from_name(name) else {
        let names: Vec<_> = Format::names().collect();
        return Err(format!("unknown format `{name}`, expected one of {}", names.join(", ")));
    };
    if file.is_empty() {
        return Err("expected a file after `=`".to_owned());
    }
    Ok(AdditionalReport { format, file: PathBuf::from(file) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_and_a_file_are_parsed() {
        let also = parse_additional_report("junit=out/a=b.xml").unwrap();
        assert_eq!(
            also,
            AdditionalReport { format: Format::Junit, file: PathBuf::from("out/a=b.xml") }
        );
        for text in ["", "junit", "junit=", "=a.xml", "xml=a.xml", "JUNIT=a.xml"] {
            assert!(parse_additional_report(text).is_err(), "{text}");
        }
        assert!(parse_additional_report("xml=a").unwrap_err().contains("human, json, junit"));
    }
}
