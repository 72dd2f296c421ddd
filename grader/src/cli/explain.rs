//! Implements `grader explain`, which explains checks.

use grade::check::Check;

use super::error::CliError;
use super::exit::Exit;
use super::output;
use super::shared_args::{CheckName, ColorArgs};

const HELP: &str = "\
Examples:
  grader explain
  grader explain board.hamming
  grader explain solver";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct ExplainArgs {
    /// Checks to explain, or groups such as `board` [default: list all checks]
    #[arg(value_name = "CHECK", value_parser = CheckName, hide_possible_values = true)]
    pub(super) checks: Vec<String>,

    #[command(flatten)]
    pub(super) color: ColorArgs,
}

pub(super) fn run(args: &ExplainArgs) -> Result<Exit, CliError> {
    let mut checks = Vec::new();
    for id in &args.checks {
        let named = Check::named(id);
        if named.is_empty() {
            return Err(CliError::UnknownCheck { id: id.clone() });
        }
        for check in named {
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
