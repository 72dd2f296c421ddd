//! Implements `grader completions`, which prints completion scripts for shells.

use std::io::Cursor;

use clap::Command;
use clap_complete::Shell;

use super::error::CliError;
use super::exit::Exit;
use super::output;

const HELP: &str = "\
Examples:
  bash        grader completions bash > ~/.local/share/bash-completion/completions/grader
  zsh         grader completions zsh > ~/.zfunc/_grader     (`fpath` must contain ~/.zfunc)
  fish        grader completions fish > ~/.config/fish/completions/grader.fish
  PowerShell  grader completions powershell | Out-String | Invoke-Expression

The folder must exist. Start a new shell to use the completions.";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct CompletionsArgs {
    /// Shell to generate completions for
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub(super) fn run(args: &CompletionsArgs, program: Command) -> Result<Exit, CliError> {
    output::print(&completion_script(args.shell, program))?;
    Ok(Exit::Passed)
}

fn completion_script(shell: Shell, mut program: Command) -> String {
    let mut script = Cursor::new(Vec::new());
    clap_complete::generate(shell, &mut program, "grader", &mut script);
    String::from_utf8(script.into_inner()).expect("the generator writes UTF-8")
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory as _, ValueEnum as _};

    use super::*;
    use crate::cli::args::Args;
    use crate::cli::man;

    #[test]
    fn all_commands_and_options_are_completed() {
        for shell in Shell::value_variants() {
            let script = completion_script(*shell, Args::command());
            for command in man::all_commands(Args::command()) {
                assert!(script.contains(command.get_name()), "{shell}: {}", command.get_name());
                for option in command.get_arguments().filter_map(|option| option.get_long()) {
                    // `fish` scripts list options without dashes.
                    assert!(script.contains(option), "{shell}: --{option}");
                }
            }
            for check in grade::check::Check::ALL {
                // `elvish` and PowerShell do not complete values.
                let has_values = matches!(shell, Shell::Bash | Shell::Zsh | Shell::Fish);
                assert!(!has_values || script.contains(check.id()), "{shell}: {check}");
            }
        }
    }
}
