//! Implements `grader man`, which writes a manual page for each command.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{fs, io};

use base::whole_file;
use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::environment;
use super::error::CliError;
use super::exit::Exit;
use super::help::{self, HelpBlock, HelpNotes};
use super::output;

const HELP: &str = "\
There is a page for each command, such as `grader.1` and `grader-puzzle-solve.1`. If you write the
pages to a `man1` folder on your system, such as ~/.local/share/man/man1, you can read them with
`man grader-check`. Without `--out`, you can read the first page with `grader man | man -l -`.";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct ManArgs {
    /// Write the pages to DIR, which is created if it does not exist [default: print the first
    /// page]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(super) fn run(args: &ManArgs, program: Command) -> Result<Exit, CliError> {
    let unwritable = |path: &PathBuf, source| CliError::Unwritable { path: path.clone(), source };
    let Some(out) = &args.out else {
        // The first is the program itself, and the others are not needed.
        let first = all_commands(program).swap_remove(0);
        output::print(&String::from_utf8_lossy(&manual_page(&first)))?;
        return Ok(Exit::Passed);
    };
    if out.is_file() {
        return Err(CliError::Misuse {
            message: format!("`{}` is a file, but `--out` needs a folder", out.display()),
            hint: "use an existing folder or the name of a new one".to_owned(),
        });
    }
    fs::create_dir_all(out).map_err(|source| unwritable(out, source))?;
    let mut files = String::new();
    for command in all_commands(program) {
        let file = out.join(format!("{}.1", full_name(&command)));
        whole_file::write(&file, manual_page(&command))
            .map_err(|error| unwritable(&file, error))?;
        let _ = writeln!(files, "{}", file.display());
    }
    output::print(&files)?;
    Ok(Exit::Passed)
}

/// Returns a program and all nested commands, in the order of the help.
pub(super) fn all_commands(program: Command) -> Vec<Command> {
    fn add_command(command: &Command, all: &mut Vec<Command>) {
        all.push(command.clone());
        for command in command.get_subcommands().filter(|command| !command.is_hide_set()) {
            add_command(command, all);
        }
    }
    let mut program = program.disable_help_subcommand(true);
    program.build();
    let mut all = Vec::new();
    add_command(&program, &mut all);
    all
}

fn full_name(command: &Command) -> &str {
    command.get_display_name().unwrap_or_else(|| command.get_name())
}

fn manual_page(command: &Command) -> Vec<u8> {
    let mut page = Vec::new();
    write_page(command, &mut page).expect("writing to a vector never fails");
    page
}

fn write_page(command: &Command, page: &mut Vec<u8>) -> io::Result<()> {
    let man = Man::new(command.clone()).source(concat!("grader ", env!("CARGO_PKG_VERSION")));
    man.render_title(page)?;
    man.render_name_section(page)?;
    man.render_synopsis_section(page)?;
    man.render_description_section(page)?;
    man.render_options_section(page)?;
    let is_program = command.has_subcommands();
    if is_program {
        man.render_subcommands_section(page)?;
    }
    let HelpNotes { text, examples, exit_codes } = HelpNotes::from_command(command);
    let mut rest = Roff::new();
    for (title, text) in [("NOTES", text), ("EXAMPLES", examples), ("EXIT STATUS", exit_codes)] {
        if !text.is_empty() {
            rest.control("SH", [title]);
            add_section(&text, &mut rest);
        }
    }
    if full_name(command) == "grader" {
        rest.control("SH", ["ENVIRONMENT"]);
        for variables in environment::ALL {
            rest.control("TP", []);
            rest.text([bold(variables.names.join(", "))]);
            rest.text([roman(variables.does)]);
        }
    }
    rest.to_writer(page)
}

/// The maximum width of a line with fixed columns. With the page's indents, this is 80 columns.
// Wider lines would break in the middle of a column.
const ROOM: usize = 70;

/// The maximum width of the first of two columns.
const FIRST: usize = 24;

/// Formats the text of a section. Paragraphs and long lines adapt to the width of the terminal, and a long line will be
/// continued below the second column. Short lines keep their columns.
fn add_section(text: &str, page: &mut Roff) {
    for block in help::split_into_blocks(text) {
        match block {
            HelpBlock::Blank => {}
            HelpBlock::Paragraph(text) => {
                page.control("PP", []);
                page.text([roman(text)]);
            }
            HelpBlock::Line { text, .. } => match text.split_once("  ") {
                // An exit code and its meaning.
                Some((code, meaning)) if code.len() == 1 => {
                    page.control("TP", ["4"]);
                    page.text([bold(code)]);
                    page.text([roman(meaning.trim_start())]);
                }
                columns => {
                    page.control("RS", ["2"]);
                    add_line(&text, columns, page);
                    page.control("RE", []);
                }
            },
        }
    }
}

/// Formats a line of a list or of examples. `columns` contains the columns of a line that has two.
fn add_line(text: &str, columns: Option<(&str, &str)>, page: &mut Roff) {
    match columns {
        _ if text.chars().count() <= ROOM => {
            page.control("nf", []);
            page.text([roman(text)]);
            page.control("fi", []);
        }
        Some((first, second)) if first.chars().count() <= FIRST => {
            page.control("TP", [(first.chars().count() + 2).to_string().as_str()]);
            page.text([roman(first)]);
            page.text([roman(second.trim_start())]);
        }
        _ => {
            page.control("HP", ["2"]);
            page.text([roman(text)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::cli::args::Args;

    fn text(name: &str) -> String {
        let all = all_commands(Args::command());
        let command =
            all.iter().find(|command| full_name(command) == name).expect("such a command");
        String::from_utf8(manual_page(command)).expect("text")
    }

    #[test]
    fn each_page_has_the_options_of_its_command() {
        for command in all_commands(Args::command()) {
            let text = text(full_name(&command)).replace("\\-", "-");
            for option in command.get_arguments().filter_map(|option| option.get_long()) {
                assert!(text.contains(&format!("--{option}")), "{}: {option}", full_name(&command));
            }
        }
    }

    #[test]
    fn preformatted_lines_fit_a_terminal_of_80_columns() {
        for command in all_commands(Args::command()) {
            let page = text(full_name(&command));
            let kept = page.split("\n.nf\n").skip(1).filter_map(|block| block.split_once("\n.fi"));
            for (line, _) in kept {
                let line = line.replace('\\', "");
                assert!(line.chars().count() <= 76, "{}: {line}", full_name(&command));
            }
        }
    }

    #[test]
    fn the_main_page_has_exit_codes_and_variables() {
        let page = text("grader");
        for part in [".SH \"EXIT STATUS\"", "\nthe grader or this machine", "GRADER_ALONE"] {
            assert!(page.contains(part), "{part}\n{page}");
        }
        assert!(text("grader-puzzle-solve").contains(".SH NOTES"));
        let check = text("grader-check");
        assert!(
            check.contains(".SH EXAMPLES\n") && check.contains("grader check \\-\\-only board")
        );
        // Text after the exit codes should not be part of their section.
        let codes = check.find(".SH \"EXIT STATUS\"").expect("exit codes");
        assert!(check[..codes].contains("press `q`"), "{check}");
    }
}
