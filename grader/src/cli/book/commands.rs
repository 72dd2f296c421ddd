//! Generates the page about commands.

use std::fmt::Write as _;

use clap::builder::{Str, StyledStr};
use clap::{Arg, Command, CommandFactory as _};

use super::escape_cell;
use crate::cli::args::Args;
use crate::cli::help::HelpNotes;
use crate::cli::man;

pub(super) fn page() -> String {
    let mut page = "# Commands and options\n\n`grader COMMAND --help` shows the same text. Every \
                    command also accepts `--help`.\n\n"
        .to_owned();
    let all = man::all_commands(Args::command());
    for command in &all[1..] {
        let name = name(command);
        let _ = writeln!(
            page,
            "- [`{name}`](#{}): {}",
            anchor_of_heading(&name),
            styled_to_text(command.get_about())
        );
    }
    for command in &all[1..] {
        add_section(command, &mut page);
    }
    page
}

pub(super) fn name(command: &Command) -> String {
    command.get_bin_name().unwrap_or_else(|| command.get_name()).to_owned()
}

fn anchor_of_heading(name: &str) -> String {
    name.replace(' ', "-")
}

fn styled_to_text(text: Option<&StyledStr>) -> String {
    text.map(ToString::to_string).unwrap_or_default()
}

fn add_section(command: &Command, page: &mut String) {
    let about = styled_to_text(command.get_long_about().or_else(|| command.get_about()));
    let about = about.trim_end();
    let stop = if about.ends_with('.') { "" } else { "." };
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    let _ = writeln!(page, "\n## {}\n\n{about}{stop}\n\n```text\n{usage}\n```", name(command));
    let aliases: Vec<String> =
        command.get_visible_aliases().map(|alias| format!("`{alias}`")).collect();
    if !aliases.is_empty() {
        let _ = writeln!(page, "\nAlso called {}.", aliases.join(", "));
    }
    let arguments = command
        .get_arguments()
        .filter(|argument| !argument.is_hide_set() && argument.get_id() != "help");
    let (places, options): (Vec<&Arg>, Vec<&Arg>) =
        arguments.partition(|argument| argument.is_positional());
    for (title, arguments) in [("argument", places), ("option", options)] {
        if !arguments.is_empty() {
            let _ = writeln!(page, "\n| {title} | meaning |\n|---|---|");
        }
        for argument in arguments {
            let _ = writeln!(
                page,
                "| {} | {} |",
                argument_in_markdown(argument),
                argument_meaning(argument)
            );
        }
    }
    let HelpNotes { text, examples, .. } = HelpNotes::from_command(command);
    for (title, text) in [("", text), ("Examples:\n", examples)] {
        if !text.is_empty() {
            let _ = writeln!(page, "\n```text\n{title}{text}\n```");
        }
    }
}

fn argument_in_markdown(argument: &Arg) -> String {
    let short = argument.get_short().map(|letter| format!("`-{letter}`, ")).unwrap_or_default();
    let names = argument.get_value_names().unwrap_or_default();
    let names: Vec<&str> = names.iter().map(Str::as_str).collect();
    let takes_value = argument.get_action().takes_values();
    match (argument.get_long(), names.join(" ")) {
        (Some(long), names) if argument.is_require_equals_set() => {
            format!("{short}`--{long}[={}]`", escape_cell(&names))
        }
        (Some(long), names) if takes_value => format!("{short}`--{long} {}`", escape_cell(&names)),
        (Some(long), _) => format!("{short}`--{long}`"),
        (None, names) => format!("`{}`", escape_cell(&names)),
    }
}

fn argument_meaning(argument: &Arg) -> String {
    let mut meaning =
        escape_cell(&styled_to_text(argument.get_long_help().or_else(|| argument.get_help())));
    let default = argument.get_default_values().iter().map(|value| value.to_string_lossy());
    let default: Vec<_> = default.collect();
    if !default.is_empty() && !argument.is_hide_default_value_set() && takes_values(argument) {
        let _ = write!(meaning, " [default: {}]", default.join(" "));
    }
    let has_values = takes_values(argument) && !argument.is_hide_possible_values_set();
    let values = argument.get_possible_values();
    for value in values.iter().filter(|value| has_values && !value.is_hide_set()) {
        let help = value.get_help().map(|help| format!(": {}", escape_cell(&help.to_string())));
        let _ = write!(meaning, "<br>`{}`{}", value.get_name(), help.unwrap_or_default());
    }
    meaning
}

fn takes_values(argument: &Arg) -> bool {
    argument.get_action().takes_values()
}
