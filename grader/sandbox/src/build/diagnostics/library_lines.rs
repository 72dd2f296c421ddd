//! Shows the lines of `slider` that notes refer to. The compiler would show them if it found the file, as on a student's
//! machine.

use std::fmt::Write as _;

use super::{RustcSpan, add_code};

/// The folder of the library's sources, as in a student's crate. [`Libraries`](crate::build::Libraries) are compiled
/// from the same folders.
const FOLDER: &str = "slider/src/";

/// Adds the library's lines below the arrows that refer to them.
pub(super) fn add_library_lines<'a>(
    rendered: &str,
    spans: impl Iterator<Item = &'a RustcSpan>,
) -> String {
    let shown: Vec<_> = spans.filter_map(|span| Some((span, hidden_line(span)?))).collect();
    if shown.is_empty() {
        return rendered.to_owned();
    }
    let mut text = String::new();
    for line in rendered.lines() {
        // The column in the text is too small by one, because the compiler does not find the file.
        let arrow = line.split_once("--> ").and_then(|(margin, place)| {
            let (place, _) = place.rsplit_once(':')?;
            let is_here = |(span, _): &&(&RustcSpan, &str)| {
                place == format!("{}:{}", span.file_name, span.line_start)
            };
            Some((margin, shown.iter().find(is_here)?))
        });
        match arrow {
            Some((margin, (span, code))) => add_line(&mut text, margin, span, code),
            None => text.extend([line, "\n"]),
        }
    }
    text
}

/// Returns the first line of the span, if it is in the library and the compiler does not show it.
fn hidden_line(span: &RustcSpan) -> Option<&'static str> {
    if span.text.iter().any(|line| !line.text.is_empty()) {
        return None;
    }
    let name = span.file_name.strip_prefix(FOLDER)?;
    let (_, text) = embedded::SLIDER.iter().find(|(file, _)| *file == name)?;
    text.lines().nth((span.line_start as usize).checked_sub(1)?)
}

/// Adds the place and the line in the compiler's form, with the span underlined if it ends in this line.
fn add_line(text: &mut String, margin: &str, span: &RustcSpan, code: &str) {
    let _ = writeln!(text, "{margin}--> {}", span.start_position());
    let marks = (span.line_end == span.line_start).then(|| {
        let before = span.column_start.saturating_sub(1) as usize;
        let marks = "^".repeat(span.column_end.saturating_sub(span.column_start).max(1) as usize);
        let label = span.label.as_deref().map(|label| format!(" {label}")).unwrap_or_default();
        (before, marks + &label)
    });
    add_code(text, margin, span.line_start, code, marks);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_the_library_are_shown_below_their_arrows() {
        let (number, code) = (1..)
            .zip(
                embedded::SLIDER
                    .iter()
                    .find(|(name, _)| *name == "board.rs")
                    .expect("it")
                    .1
                    .lines(),
            )
            .find(|(_, line)| line.contains("fn neighbors"))
            .expect("a method");
        let column = u32::try_from(code.find("impl").expect("a type")).expect("it is small") + 1;
        let span = |file: &str| RustcSpan {
            file_name: file.to_owned(),
            line_start: number,
            line_end: number,
            column_start: column,
            column_end: column + 4,
            is_primary: true,
            label: Some("here".to_owned()),
            text: Vec::new(),
        };
        let arrow =
            |column| format!("note: a bound\n   --> slider/src/board.rs:{number}:{column}\n");
        let marked =
            format!("    |\n{number:<3} | {code}\n    | {:1$}^^^^ here\n", "", column as usize - 1);
        let (shown, arrow) = (arrow(column), arrow(column - 1));
        assert_eq!(
            add_library_lines(&arrow, [span("slider/src/board.rs")].iter()),
            shown + &marked
        );
        for other in ["src/board.rs", "slider/src/other.rs"] {
            assert_eq!(add_library_lines(&arrow, [span(other)].iter()), arrow);
        }
    }
}
