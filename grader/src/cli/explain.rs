//! Implements `grader explain`, which explains checks.

use grade::check::Check;
use report::HintStep;

use super::error::CliError;
use super::exit::Exit;
use super::hint::last_allowed_step;
use super::output;
use super::shared_args::{AssignmentArgs, CheckName, ColorArgs};

const HELP: &str = "\
Examples:
  grader explain
  grader explain board.hamming
  grader explain solver

If the rubric disables the last step of `grader hint`, it also disables explanations.";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct ExplainArgs {
    /// Checks to explain, or groups such as `board` [default: list all checks]
    #[arg(value_name = "CHECK", value_parser = CheckName, hide_possible_values = true)]
    pub(super) checks: Vec<String>,

    /// Check or group to explain, as for `grader check`; can be repeated
    #[arg(long, value_name = "CHECK", value_parser = CheckName, hide_possible_values = true)]
    only: Vec<String>,

    #[command(flatten)]
    assignment: AssignmentArgs,

    #[command(flatten)]
    pub(super) color: ColorArgs,
}

pub(super) fn run(mut args: ExplainArgs) -> Result<Exit, CliError> {
    let mut checks = Vec::new();
    for id in args.checks.iter().chain(&args.only) {
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
    args.assignment.use_kit();
    if !checks.is_empty()
        && last_allowed_step(&args.assignment.load_or_embedded()?) < HintStep::Explanation
    {
        return Err(CliError::Misuse {
            message: "this assignment does not show explanations with correct code".to_owned(),
            hint: "`grader hint` asks a question, and `--step 2` shows the place in the code"
                .to_owned(),
        });
    }
    let layout = output::output_layout(args.color.color, false);
    output::print(&match checks[..] {
        [] => report::list_checks(&layout),
        _ => report::explanations(&checks, &layout),
    })?;
    Ok(Exit::Passed)
}
