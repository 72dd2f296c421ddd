//! What goes to standard output: how wide, how coloured, and to whoever still reads it.

use std::io::{self, IsTerminal, Write};

use super::args::Color;
use super::error::CliError;
use crate::report::Layout;

/// The layout of a text for people that goes to standard output or, if so, to a file.
pub(super) fn layout(color: Color, to_file: bool) -> Layout {
    let to_terminal = !to_file && io::stdout().is_terminal();
    let mut layout = Layout { colour: colour(color, to_terminal), ..Layout::default() };
    if to_terminal && let Some((width, _)) = terminal_size::terminal_size() {
        layout.width = usize::from(width.0);
    }
    layout
}

fn colour(choice: Color, to_terminal: bool) -> bool {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    match choice {
        Color::Always => true,
        Color::Never => false,
        Color::Auto if set("NO_COLOR").is_some() => false,
        Color::Auto => to_terminal || set("CLICOLOR_FORCE").is_some_and(|value| value != "0"),
    }
}

/// Prints a text to standard output.
pub(super) fn print(text: &str) -> Result<(), CliError> {
    let mut stdout = io::stdout().lock();
    let printed = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    printed.map_err(|source| match source.kind() {
        io::ErrorKind::BrokenPipe => CliError::Closed,
        _ => CliError::Print { source },
    })
}
