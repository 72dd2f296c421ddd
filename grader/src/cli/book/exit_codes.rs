//! Generates the page about exit codes, starting with those of all commands.

use std::fmt::Write as _;

use clap::CommandFactory as _;

use super::commands::name;
use super::escape_cell;
use crate::cli::args::Args;
use crate::cli::help::HelpNotes;
use crate::cli::man;

pub(super) fn page() -> String {
    let mut page = "# Exit codes\n\n".to_owned();
    let all = man::all_commands(Args::command());
    for command in &all {
        let codes = HelpNotes::from_command(command).exit_codes;
        if codes.is_empty() {
            continue;
        }
        if name(command) != "grader" {
            let _ = writeln!(page, "\n## {}\n", name(command));
        }
        page.push_str(&table(&codes));
        if name(command) == "grader" {
            page.push_str(
                "\nThe meaning of a code never changes: 1 is about the submission, 2 about the \
                 command and its input, and 3 about the grader and its machine. The sections below \
                 give details for some commands. All other commands use these codes.\n",
            );
        }
    }
    page
}

/// Formats exit codes as a table. Each code starts a line, and the following lines continue the meaning. Paragraphs may
/// follow the codes.
fn table(codes: &str) -> String {
    let mut table = "| code | meaning |\n|---|---|\n".to_owned();
    let mut rows: Vec<(&str, String)> = Vec::new();
    for line in codes.lines() {
        match (line.trim_start().split_once("  "), rows.last_mut()) {
            (Some((code, meaning)), _) if code.parse::<u8>().is_ok() => {
                rows.push((code, meaning.to_owned()));
            }
            (_, Some((_, meaning))) => {
                let _ = write!(meaning, " {}", line.trim());
            }
            (_, None) => panic!("no exit code begins with `{line}`"),
        }
    }
    for (code, meaning) in rows {
        let _ = writeln!(table, "| {code} | {} |", escape_cell(&meaning));
    }
    table
}
