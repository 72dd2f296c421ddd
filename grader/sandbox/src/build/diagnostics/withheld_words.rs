//! Describes compiler errors without the compiler's words.
//!
//! Messages quote what the compiler has read. If it ends before it lists these files, the words must not be shown,
//! whatever the source scan says: both are needed to hide a read.

use std::path::Path;

use grade::SourcePosition;

use super::{Diagnostic, ErrorKind, add_code};

/// What we know about an error in a file that was read completely.
const STOPPED: &str = "the compiler cannot read the code from here on; run `cargo check` to see its \
                       message, which is hidden because it may quote other files";

/// The maximum number of characters of a source line to show.
/// A report shows no longer lines, and a hostile file may consist of one.
const WIDTH: usize = 100;

/// Returns the errors with their codes, their places in the files of `folder`, and sentences from the tokens of these
/// files.
pub(in crate::build) fn withhold_words(errors: Vec<Diagnostic>, folder: &Path) -> Vec<Diagnostic> {
    let mut shown: Vec<Diagnostic> = Vec::new();
    for error in errors {
        let Diagnostic { code, place, .. } = error;
        let text = |file: &str| {
            let file = intake::resolve("", file).filter(|own| own == file)?;
            std::fs::read_to_string(folder.join(file)).ok()
        };
        let own = place.and_then(|place| Some((text(&place.file)?, place)));
        let kind = ErrorKind::from_message(code.as_deref(), "");
        let error = if let Some((text, place)) = own {
            let unclosed = intake::unclosed(&text);
            let message = unclosed.as_ref().map(ToString::to_string);
            let message = message.or_else(|| syntax_error(&text, place.line));
            let message = message.unwrap_or_else(|| STOPPED.to_owned());
            let place = match unclosed {
                Some(unclosed) => {
                    SourcePosition { line: unclosed.line, column: unclosed.column, ..place }
                }
                None => place,
            };
            let rendered = rendered(code.as_deref(), &message, &place, &text);
            Diagnostic { message, code, kind, place: Some(place), noted: Vec::new(), rendered }
        } else {
            let rendered = format!("error{}: {STOPPED}\n", in_brackets(code.as_deref()));
            let (message, noted) = (STOPPED.to_owned(), Vec::new());
            Diagnostic { message, code, kind, place: None, noted, rendered }
        };
        if !shown.contains(&error) {
            shown.push(error);
        }
    }
    shown
}

/// Returns the error of our own parser, which reads nothing but this text, if it is near this line.
fn syntax_error(text: &str, line: u32) -> Option<String> {
    if intake::is_too_deep(text) {
        return None;
    }
    #[expect(clippy::disallowed_methods, reason = "the depth is known")]
    let error = syn::parse_file(text).err()?;
    // The parsers may blame the end of an item, or the beginning of the next one.
    let is_near = error.span().start().line.abs_diff(line as usize) <= 1;
    is_near.then(|| format!("syntax error: {error}"))
}

fn in_brackets(code: Option<&str>) -> String {
    code.map_or_else(String::new, |code| format!("[{code}]"))
}

/// Returns the message with the line of the source, in the compiler's style.
fn rendered(code: Option<&str>, message: &str, place: &SourcePosition, text: &str) -> String {
    let margin = " ".repeat(place.line.to_string().len());
    let code = in_brackets(code);
    let mut shown = format!("error{code}: {message}\n{margin}--> {place}\n");
    let source = (place.line as usize).checked_sub(1).and_then(|at| text.lines().nth(at));
    if let Some(source) = source.filter(|source| !source.trim().is_empty()) {
        let source: String = source.replace('\t', " ").chars().take(WIDTH).collect();
        let before = (place.column as usize).saturating_sub(1);
        let marks = (before < WIDTH).then(|| (before, "^".to_owned()));
        add_code(&mut shown, &margin, place.line, source.trim_end(), marks);
    }
    shown
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn error(code: Option<&str>, file: &str, line: u32) -> Diagnostic {
        Diagnostic {
            message: "root:x:0:0".to_owned(),
            code: code.map(str::to_owned),
            kind: ErrorKind::Other,
            place: Some(SourcePosition { file: file.to_owned(), line, column: 3 }),
            noted: Vec::new(),
            rendered: "error: root:x:0:0".to_owned(),
        }
    }

    fn shown(text: &str, error: Diagnostic) -> String {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("src")).unwrap();
        fs::write(folder.path().join("src/lib.rs"), text).unwrap();
        let shown = withhold_words(vec![error.clone(), error], folder.path());
        assert_eq!(shown.len(), 1, "an error is shown once");
        assert!(shown[0].rendered.contains(&shown[0].message));
        shown[0].rendered.clone()
    }

    #[test]
    fn the_code_the_place_and_the_source_are_kept() {
        insta::assert_snapshot!(shown("endless!{}\n", error(Some("E0080"), "src/lib.rs", 1)), @"
        error[E0080]: the compiler cannot read the code from here on; run `cargo check` to see its message, which is hidden because it may quote other files
         --> src/lib.rs:1:3
          |
        1 | endless!{}
          |   ^
        ");
    }

    #[test]
    fn a_syntax_error_is_described_by_our_own_parser() {
        insta::assert_snapshot!(shown("use a::b\n\nuse c;\n", error(None, "src/lib.rs", 2)), @"
        error: syntax error: expected `;`
         --> src/lib.rs:2:3
        ");
        let far = shown("use a::b\n\nuse c;\n", error(None, "src/lib.rs", 1));
        assert!(far.contains("run `cargo check`"), "{far}");
    }

    #[test]
    fn an_open_bracket_is_named_where_it_begins() {
        insta::assert_snapshot!(shown("fn f() {\n\n", error(None, "src/lib.rs", 3)), @"
        error: the bracket `{` is never closed
         --> src/lib.rs:1:8
          |
        1 | fn f() {
          |        ^
        ");
    }

    #[test]
    fn files_outside_are_not_quoted() {
        for file in ["/etc/passwd", "../x", "src/../src/lib.rs", "src/none.rs", ""] {
            let shown = shown("fn f() {}\n", error(None, file, 1));
            assert_eq!(shown, format!("error: {STOPPED}\n"), "{file}");
        }
    }
}
