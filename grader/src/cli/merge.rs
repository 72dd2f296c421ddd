//! `grader merge`: joins the parts of a class.

use class::Output;
use class::merge::{Joint, adopt_overrides};
use class::overrides::Scope;

use super::class_args::MergeArgs;
use super::error::{CliError, show_plain};
use super::exit::Exit;
use super::output;

pub(super) fn run(args: &MergeArgs) -> Result<Exit, CliError> {
    let joint = Joint::of(&args.folders)?;
    let output = Output::open(&args.out)?;
    let names = joint.names();
    let scope = Scope { names: Some(&names), checks: None };
    let given = args.overrides.as_deref().or(joint.overrides());
    let overrides = adopt_overrides(&output, given, scope)?;
    let summary = joint.write(&output, &overrides)?;
    class::report::rules(&summary.rows).iter().for_each(|line| show_plain(line));
    let totals = summary.totals();
    output::print(&format!("{}\n", class::report::totals(totals)))?;
    Ok(if totals.grader_errors > 0 { Exit::GraderFault } else { Exit::Passed })
}
