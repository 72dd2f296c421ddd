//! The notes after a command's options: splits them into sections, and lays them out for terminals and manual pages.

use clap::Command;
use terminal::wrap::wrap;

pub(super) const EXIT_CODES: &str = "Exit codes:";

pub(super) const EXAMPLES: &str = "Examples:";

/// The maximum width of the help, in columns.
/// Longer lines are hard to read, and the columns are written for this width.
const WIDEST: usize = 100;

/// The minimum width of text next to an indent. On narrower terminals, lines will be too long.
/// It fits most words.
const NARROWEST: usize = 16;

#[derive(Debug, Default)]
pub(super) struct HelpNotes {
    /// The text outside the other sections.
    pub(super) text: String,
    pub(super) examples: String,
    pub(super) exit_codes: String,
}

impl HelpNotes {
    pub(super) fn from_command(command: &Command) -> Self {
        let help = command.get_after_long_help().or_else(|| command.get_after_help());
        let help = help.map(ToString::to_string).unwrap_or_default();
        let mut notes = Self::default();
        for part in help.trim_end().split("\n\n") {
            let (title, rest) = part.split_once('\n').unwrap_or((part, ""));
            let (section, part) = match title {
                EXAMPLES => (&mut notes.examples, rest),
                EXIT_CODES => (&mut notes.exit_codes, rest),
                _ => (&mut notes.text, part),
            };
            if !section.is_empty() {
                section.push_str("\n\n");
            }
            section.push_str(part);
        }
        notes
    }
}

/// A block of a text written for 100 columns.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum HelpBlock {
    Blank,
    /// Sentences, joined into a line.
    Paragraph(String),
    Line {
        indent: usize,
        /// The column of the line's second part, after two or more spaces. Continuation lines start in this column.
        hang: usize,
        /// The line, without the indent.
        text: String,
    },
}

/// Splits a text into blocks, and joins continued lines.
pub(super) fn split_into_blocks(text: &str) -> Vec<HelpBlock> {
    let mut blocks: Vec<HelpBlock> = Vec::new();
    for line in text.lines() {
        let words = line.trim_start();
        let spaces = line.len() - words.len();
        match blocks.last_mut() {
            _ if words.is_empty() => blocks.push(HelpBlock::Blank),
            Some(HelpBlock::Paragraph(before)) if spaces == 0 && !before.ends_with(':') => {
                before.push(' ');
                before.push_str(words);
            }
            Some(HelpBlock::Line { hang, text, .. }) if spaces == *hang => {
                text.push(' ');
                text.push_str(words);
            }
            _ if spaces == 0 => blocks.push(HelpBlock::Paragraph(words.to_owned())),
            _ => {
                let hang = second_part(words).unwrap_or(2);
                blocks.push(HelpBlock::Line {
                    indent: spaces,
                    hang: spaces + hang,
                    text: words.to_owned(),
                });
            }
        }
    }
    blocks
}

/// Returns the position of a line's second part, after two or more spaces.
fn second_part(line: &str) -> Option<usize> {
    let gap = line.find("  ")?;
    Some(gap + line[gap..].find(|c| c != ' ')?)
}

fn wrap_blocks(text: &str, width: usize) -> String {
    let mut lines = Vec::new();
    for block in split_into_blocks(text) {
        match block {
            HelpBlock::Blank => lines.push(String::new()),
            HelpBlock::Paragraph(text) => lines.extend(wrap(&text, width.max(NARROWEST))),
            HelpBlock::Line { indent, hang, text } => {
                // If the second column begins too far to the right, little room is left, so only indent by two.
                let hang = if hang < width / 2 { hang } else { indent + 2 };
                // Keep the spaces between the columns of the first line.
                let (columns, rest) = text.split_at(second_part(&text).unwrap_or_default());
                let first = format!("{}{columns}", " ".repeat(indent));
                // On a narrow terminal, the indent can be wider than the line.
                let room = width.saturating_sub(hang.max(first.len())).max(NARROWEST);
                for (number, line) in wrap(rest, room).into_iter().enumerate() {
                    lines.push(match number {
                        0 => format!("{first}{line}"),
                        _ => format!("{}{line}", " ".repeat(hang)),
                    });
                }
            }
        }
    }
    lines.join("\n")
}

/// Wraps a command's help to the width of the terminal.
pub(super) fn fit_to_terminal(command: Command) -> Command {
    fit_to_width(command, help_width())
}

fn fit_to_width(mut command: Command, width: usize) -> Command {
    let short = command.get_after_help().map(|text| wrap_blocks(&text.to_string(), width));
    let long = command.get_after_long_help().map(|text| wrap_blocks(&text.to_string(), width));
    if let Some(text) = short {
        command = command.after_help(text);
    }
    if let Some(text) = long {
        command = command.after_long_help(text);
    }
    command.term_width(width).mut_subcommands(|command| fit_to_width(command, width))
}

/// Returns the terminal's width in columns or, without a terminal, the variable `COLUMNS`.
fn help_width() -> usize {
    let terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let variable = || std::env::var("COLUMNS").ok()?.parse().ok();
    // Shells set the variable only for themselves, so the terminal knows better.
    terminal.or_else(variable).unwrap_or(WIDEST).clamp(NARROWEST, WIDEST)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::cli::args::Args;
    use crate::cli::man;

    #[test]
    fn lines_that_continue_a_block_are_joined() {
        let text = "One sentence\nin two lines.\n\nExit codes:\n  0  written\n  2  a long line that\n     \
                    goes on\n\n  grader check\nThe end.";
        insta::assert_snapshot!(wrap_blocks(text, 24), @"
        One sentence in two
        lines.

        Exit codes:
          0  written
          2  a long line that
             goes on

          grader check
        The end.
        ");
        // Texts are written for the maximum width, so they should not change when wrapped to it.
        for command in man::all_commands(Args::command()) {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(words(&wrap_blocks(&help, WIDEST)), words(&help));
        }
    }

    #[test]
    fn help_fits_a_terminal_of_80_columns() {
        for command in man::all_commands(Args::command()) {
            let mut command = fit_to_width(command, 80);
            for help in [command.render_help(), command.render_long_help()] {
                let help = help.to_string();
                for line in help.lines() {
                    assert!(line.chars().count() <= 80, "{line}\n{help}");
                }
                // A line is ragged if the next line's first word would fit.
                let notes = help.rsplit_once("--help").map_or("", |(_, notes)| notes);
                let lines: Vec<&str> = notes.lines().collect();
                for pair in lines.windows(2).filter(|pair| !pair[0].is_empty()) {
                    let word = pair[1].split(' ').next().unwrap_or_default();
                    let is_full = pair[0].chars().count() + 1 + word.chars().count() > 80;
                    let is_break = pair[0].starts_with(' ') || pair[0].ends_with(':');
                    assert!(word.is_empty() || is_full || is_break, "{}\n{help}", pair[0]);
                }
            }
        }
    }

    #[test]
    fn sections_are_found_in_any_order() {
        let command = Command::new("x")
            .after_help("First.\n\nExit codes:\n  0  good\n\nSecond.\n\nExamples:\n  x 1\n  x 2");
        let HelpNotes { text, examples, exit_codes } = HelpNotes::from_command(&command);
        assert_eq!(text, "First.\n\nSecond.");
        assert_eq!((examples.as_str(), exit_codes.as_str()), ("  x 1\n  x 2", "  0  good"));
    }
}
