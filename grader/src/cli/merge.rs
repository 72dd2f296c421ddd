//! Implements `grader merge`, which combines the parts of a class.

use class::merge::CompatibleFolders;
use class::{InstructorFiles, Output};

use super::class_args::MergeArgs;
use super::error::{CliError, print_note};
use super::exit::Exit;
use super::grade;
use super::output;

pub(super) fn run(args: &MergeArgs) -> Result<Exit, CliError> {
    let joint = CompatibleFolders::open(&args.folders)?;
    let output = Output::open(&args.out)?;
    let names = joint.names();
    let graded = output.graded();
    let mut others = graded.names()?;
    others.retain(|name| !names.contains(name) && graded.has_grade(name));
    if !others.is_empty() {
        return Err(CliError::Misuse {
            message: format!(
                "`{}` contains grades for submissions that are not in this class: {}",
                args.out.display(),
                others.join(", ")
            ),
            hint: "use an empty or new folder for `--out`, or pass that folder to `grader merge` as well"
                .to_owned(),
        });
    }
    let (overrides, extensions) = (args.overrides.as_deref(), args.extensions.as_deref());
    let rules = joint.copy_and_read_rules(
        &output,
        InstructorFiles { overrides, extensions, ..InstructorFiles::default() },
    )?;
    let summary = joint.write_merged(&output, &rules)?;
    for line in class::report::describe_rules(&summary.rows) {
        print_note(&line);
    }
    output::print(&format!("{}\n", class::report::describe_totals(summary.totals())))?;
    Ok(grade::report_decisions(&summary, &rules, true))
}
