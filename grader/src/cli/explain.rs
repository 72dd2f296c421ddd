//! `grader explain`: tells what checks are about.

use grade::check::Check;

use super::args::ExplainArgs;
use super::error::CliError;
use super::exit::Exit;
use super::output;

pub(super) fn run(args: &ExplainArgs) -> Result<Exit, CliError> {
    let mut checks = Vec::new();
    for id in &args.checks {
        let named = Check::named(id);
        if named.is_empty() {
            return Err(CliError::UnknownCheck { id: id.clone() });
        }
        for check in named {
            // A check that is named twice is told once.
            if !checks.contains(&check) {
                checks.push(check);
            }
        }
    }
    let layout = output::layout(args.color.color, false);
    output::print(&match checks[..] {
        [] => report::list_checks(&layout),
        _ => report::explanations(&checks, &layout),
    })?;
    Ok(Exit::Passed)
}
