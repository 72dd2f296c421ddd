//! Implements `grader diff`, which compares two gradings of a class.

use class::diff::compare_folders;

use super::anonymous::pseudonyms_if_anonymous;
use super::class_args::{DiffArgs, DiffFormat};
use super::error::CliError;
use super::exit::Exit;
use super::output;

pub(super) fn run(args: &DiffArgs) -> Result<Exit, CliError> {
    let mut diff = compare_folders(&args.old, &args.new)?;
    let names: Vec<String> = diff.changes.iter().map(|change| change.name.clone()).collect();
    if let Some(pseudonyms) = pseudonyms_if_anonymous(&args.anonymous, &names, &diff.people)? {
        diff.hide_names(&pseudonyms);
    }
    output::print(&match args.format {
        DiffFormat::Human => class::report::diff_text(&diff),
        DiffFormat::Json => class::report::diff_json(&diff),
    })?;
    Ok(if diff.changes.is_empty() { Exit::Passed } else { Exit::Failed })
}
