//! The page of `grader check --open`, with a report for the author of a submission.

use std::io::Read as _;
use std::path::Path;

use assignment::Assignment;
use base::regular;
use class::AssignmentSummary;
use grade::view::View;
use page::{Handouts, Help};
use report::Layout;

use super::browser;
use super::error::{CliError, print_note};
use super::hint::last_allowed_step;
use super::one_submission::GradedSubmission;
use super::output;
use super::report::{page_head_of_assignment, shortest_solution};

/// How many bytes to read of a page, to distinguish it from other files.
/// The mark is near the beginning, and another file may have any size.
const FIRST: u64 = 4096;

/// Checks that the page can be written without overwriting a different file.
pub(super) fn check_writable(file: &Path) -> Result<(), CliError> {
    if is_other_file(file) {
        return Err(CliError::Misuse {
            message: format!("`{}` already exists, and is not a grader page", file.display()),
            hint: "use another file for `--page`".to_owned(),
        });
    }
    output::check_writable(file)
}

/// Returns `true` if there is a file that is not a page from the grader.
pub(super) fn is_other_file(file: &Path) -> bool {
    let mut first = Vec::new();
    match regular::open_regular(file).and_then(|file| file.take(FIRST).read_to_end(&mut first)) {
        Ok(_) => !page::is_page(&first),
        // Such errors will occur again when the page is written.
        Err(_) => false,
    }
}

pub(super) fn write_page(
    file: &Path,
    mut view: View,
    assignment: &Assignment,
    graded: &mut GradedSubmission,
    layout: &Layout,
) -> Result<(), CliError> {
    report::locate(&mut view, &graded.outline()?);
    let sources = graded.files()?.into_iter().collect();
    let help = Help { sources: &sources, last: last_allowed_step(assignment), layout };
    let mut pages = Handouts::new(
        page_head_of_assignment(&AssignmentSummary::from_assignment(assignment)),
        shortest_solution,
    );
    output::write_text(Some(file), &pages.page_with_help(&view, help))
}

/// Prints the name of the page and opens it if requested. If this fails, the command still succeeds, because the
/// submission was graded.
pub(super) fn announce_page(file: &Path, is_to_open: bool) {
    print_note(&format!("page: {}", file.display()));
    if is_to_open && let Err(error) = browser::open_in_browser(file) {
        error.print_to_stderr();
    }
}
