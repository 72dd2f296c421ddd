//! Truncates styled lines, removes their styles, and colors compiler messages.

use anstyle::{AnsiColor, Style};
use terminal::style::{Styles, paint};
use terminal::wrap::width as columns;

/// Truncates a line to `width` columns. Keeps escape sequences, which take up no columns.
pub(super) fn truncate_line(line: &str, width: usize) -> String {
    let mut fitted = String::with_capacity(line.len());
    let mut column = 0;
    let mut rest = line.chars();
    while let Some(c) = rest.next() {
        if c == '\x1b' {
            fitted.push(c);
            for c in rest.by_ref() {
                fitted.push(c);
                if c.is_ascii_alphabetic() {
                    break;
                }
            }
        } else {
            column += columns(c.encode_utf8(&mut [0; 4]));
            if column <= width {
                fitted.push(c);
            }
        }
    }
    fitted
}

pub(super) fn without_styles(line: &str) -> String {
    anstream::adapter::strip_str(line).to_string()
}

const ERROR: Style = AnsiColor::Red.on_default().bold();
const FRAME: Style = AnsiColor::Blue.on_default().bold();
const HELP: Style = AnsiColor::Cyan.on_default().bold();

/// Colors a line of a compiler message like rustc.
pub(super) fn color_compiler_line(line: &str, styles: Styles) -> String {
    if styles.bad == Style::new() || line.contains('\x1b') {
        return line.to_owned();
    }
    let text = line.trim_start();
    let indent = &line[..line.len() - text.len()];
    if text.starts_with("error") {
        let (kind, rest) = text.split_at(text.find(':').unwrap_or(text.len()));
        return format!("{indent}{}{}", paint(ERROR, kind), paint(styles.strong, rest));
    }
    for kind in ["help", "hint", "note"] {
        if let Some(rest) = text.strip_prefix(kind) {
            return format!("{indent}{}{rest}", paint(HELP, kind));
        }
    }
    // The compiler frames code with line numbers, bars and arrows.
    let is_frame = |c: char| c.is_ascii_digit() || " |-=>.".contains(c);
    let frame = match text.find('|') {
        Some(bar) if text[..bar].chars().all(is_frame) => bar + 1,
        _ => text.find(|c| !is_frame(c)).unwrap_or(text.len()),
    };
    let (frame, rest) = text.split_at(frame);
    let is_marked = rest.trim_start().starts_with('^');
    let rest = if is_marked { paint(ERROR, rest) } else { rest.to_owned() };
    if frame.is_empty() {
        format!("{indent}{rest}")
    } else {
        format!("{indent}{}{rest}", paint(FRAME, frame))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_have_no_width_and_are_not_split() {
        assert_eq!(truncate_line("\x1b[31mabcdef\x1b[0m", 3), "\x1b[31mabc\x1b[0m");
        assert_eq!(truncate_line("äöü", 2), "äö");
        assert_eq!(truncate_line("abc", 0), "");
        assert_eq!(without_styles("\x1b[31mabc\x1b[0m d"), "abc d");
    }

    #[test]
    fn styled_compiler_lines_keep_their_text() {
        let styles = Styles::new(true);
        let lines = [
            "error[E0308]: mismatched types",
            "error: aborting",
            "      --> src/board.rs:3:9",
            "    |",
            "  3 |         true | 1",
            "    |         ^^^^ expected `usize`, found `bool`",
            "    = note: expected",
            "help: try this",
            "",
            "any other text",
        ];
        for line in lines {
            assert_eq!(without_styles(&color_compiler_line(line, styles)), line);
            assert_eq!(color_compiler_line(line, Styles::new(false)), line);
        }
    }
}
