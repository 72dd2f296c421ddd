//! `grader merge`: joins the parts of a class.

use class::Output;
use class::merge::{Joint, adopt_overrides};
use class::overrides::Scope;

use super::class_args::MergeArgs;
use super::error::CliError;
use super::exit::Exit;
use super::output;

pub(super) fn run(args: &MergeArgs) -> Result<Exit, CliError> {
    let joint = Joint::of(&args.folders)?;
    let output = Output::open(&args.out)?;
    let names = joint.names();
    let graded = output.graded();
    let mut others = graded.names()?;
    others.retain(|name| !names.contains(name) && graded.has_grade(name));
    if !others.is_empty() {
        return Err(CliError::Misuse {
            message: format!(
                "`{}` has grades of submissions that are not among these: {}",
                args.out.display(),
                others.join(", ")
            ),
            hint:
                "give a folder that is empty or not there yet as `--out`, or join the folder with \
                   these"
                    .to_owned(),
        });
    }
    let scope = Scope { names: Some(&names), checks: None };
    let given = args.overrides.as_deref().or(joint.overrides());
    let overrides = adopt_overrides(&output, given, scope)?;
    let totals = joint.write(&output, &overrides)?.totals();
    output::print(&format!("{}\n", class::report::totals(totals)))?;
    Ok(if totals.grader_errors > 0 {
        Exit::GraderFault
    } else if totals.rejected == totals.submissions {
        Exit::Failed
    } else {
        Exit::Passed
    })
}
