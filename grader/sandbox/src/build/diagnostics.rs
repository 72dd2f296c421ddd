//! Parses the compiler's errors and warnings.

mod library_lines;
mod withheld_words;

use std::fmt::Write as _;

use grade::SourcePosition;
use serde::{Deserialize, Serialize};

pub(super) use withheld_words::withhold_words;

/// The kind of a compiler error, which determines the hint.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ErrorKind {
    /// A literal is out of range.
    Overflow,
    /// An attribute allows something that is forbidden, such as unsafe code.
    Forbidden,
    /// The code contains an `unsafe` block.
    Unsafe,
    /// The attribute at this place turns a warning into this error.
    DeniedWarning(SourcePosition),
    /// Any other error.
    #[default]
    Other,
}

impl ErrorKind {
    fn from_message(code: Option<&str>, message: &str) -> Self {
        match code {
            Some("overflowing_literals" | "arithmetic_overflow") => Self::Overflow,
            // This code is for every constant that cannot be computed.
            Some("E0080") if message.contains("overflow") => Self::Overflow,
            Some("E0453") => Self::Forbidden,
            Some("unsafe_code") => Self::Unsafe,
            _ => Self::Other,
        }
    }
}

/// A compiler error or warning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// The first line of the message, without the position and the error code.
    pub message: String,
    /// The error code, such as `E0277`, or the name of a lint.
    pub code: Option<String>,
    /// The kind of the error.
    pub kind: ErrorKind,
    /// The place in the code, which may also be in a file of the standard library.
    pub place: Option<SourcePosition>,
    /// The places that the notes refer to.
    pub noted: Vec<SourcePosition>,
    /// The complete rendered message.
    pub rendered: String,
}

impl Diagnostic {
    /// Returns the name of the missing crate, if that is the error. The compiler does not distinguish a missing crate
    /// from an undeclared module.
    pub fn missing_crate(&self) -> Option<&str> {
        if !matches!(self.code.as_deref(), Some("E0432" | "E0433" | "E0463")) {
            return None;
        }
        // The message quotes the path first, and the crate is its first part.
        let path = self.message.split('`').nth(1)?;
        path.split("::").find(|part| !part.is_empty())
    }

    /// Returns the message as a single line, after the file and line if they are not outside the compiler's folder.
    pub(super) fn on_one_line(&self) -> String {
        let message = first_line(&self.message);
        match &self.place {
            Some(SourcePosition { file, line, .. }) if !file.starts_with('/') => {
                format!("{file}:{line}: {message}")
            }
            _ => message,
        }
    }
}

/// Returns the first line that is not empty.
pub(super) fn first_line(text: &str) -> String {
    text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default().to_owned()
}

#[derive(Deserialize)]
struct RustcMessage {
    message: String,
    level: String,
    code: Option<RustcErrorCode>,
    spans: Vec<RustcSpan>,
    children: Vec<ChildMessage>,
    rendered: Option<String>,
}

#[derive(Deserialize)]
struct RustcErrorCode {
    code: String,
}

#[derive(Deserialize)]
struct RustcSpan {
    file_name: String,
    line_start: u32,
    line_end: u32,
    column_start: u32,
    column_end: u32,
    is_primary: bool,
    label: Option<String>,
    text: Vec<SpanText>,
}

/// A line of the code that a span is in.
#[derive(Deserialize)]
struct SpanText {
    text: String,
}

/// A note or help for a message.
#[derive(Deserialize)]
struct ChildMessage {
    message: String,
    spans: Vec<RustcSpan>,
}

/// Parses the errors and the warnings from JSON lines. Skips the final counts.
///
/// The messages must not depend on the machine, so all lines that name one of these paths are removed. The compiler
/// writes long types to files in the output folder, for example, and mentions their paths.
pub(super) fn parse_errors_and_warnings(
    json: &str,
    paths: &[String],
) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
    let messages = json.lines().filter_map(|line| serde_json::from_str::<RustcMessage>(line).ok());
    let (mut errors, others): (Vec<_>, Vec<_>) =
        // There is also `error: internal compiler error`.
        messages.partition(|message| message.level.starts_with("error"));
    let is_warning = |message: &RustcMessage| message.level == "warning" && message.code.is_some();
    let warnings = others.into_iter().filter(is_warning);
    // No other error after the first one has neither a code, nor a place, nor a note.
    let is_count = |last: &RustcMessage| {
        last.code.is_none() && last.spans.is_empty() && last.children.is_empty()
    };
    if errors.len() > 1 && errors.last().is_some_and(is_count) {
        errors.pop();
    }
    let parse = |message| to_diagnostic(message, paths);
    (errors.into_iter().map(parse).collect(), warnings.map(parse).collect())
}

fn to_diagnostic(message: RustcMessage, paths: &[String]) -> Diagnostic {
    let RustcMessage { message, level, code, spans, children, rendered } = message;
    let rendered = rendered.unwrap_or_else(|| message.clone());
    let rendered = without_paths(&rendered, &children, paths);
    let in_notes = || children.iter().flat_map(|note| &note.spans);
    let rendered = library_lines::add_library_lines(&rendered, spans.iter().chain(in_notes()));
    let noted = in_notes().map(RustcSpan::start_position).collect();
    let denied = in_notes().find(|span| level == "error" && span.sets_lint());
    let primary = spans.iter().find(|span| span.is_primary);
    let code = code.map(|code| code.code);
    let kind = match (ErrorKind::from_message(code.as_deref(), &message), denied) {
        (ErrorKind::Other, Some(span)) => ErrorKind::DeniedWarning(span.start_position()),
        (kind, _) => kind,
    };
    Diagnostic {
        kind,
        place: primary.map(RustcSpan::start_position),
        code,
        noted,
        rendered,
        message: paths.iter().fold(message, |message, path| message.replace(path, "...")),
    }
}

impl RustcSpan {
    fn start_position(&self) -> SourcePosition {
        let (line, column) = (self.line_start, self.column_start);
        SourcePosition { file: self.file_name.clone(), line, column }
    }

    /// Returns `true` if the span is in an attribute that turns warnings into errors.
    fn sets_lint(&self) -> bool {
        let line = self.text.first().map_or("", |text| text.text.trim_start());
        ["#![deny(", "#[deny(", "#![forbid(", "#[forbid("]
            .iter()
            .any(|start| line.starts_with(start))
    }
}

/// Adds a line of code in the compiler's form, with marks below it after a number of columns, if given.
fn add_code(
    text: &mut String,
    margin: &str,
    line: u32,
    code: &str,
    marks: Option<(usize, String)>,
) {
    let width = margin.len();
    let _ = write!(text, "{margin} |\n{line:<width$} | {code}\n");
    if let Some((before, marks)) = marks {
        let _ = writeln!(text, "{margin} | {:before$}{marks}", "");
    }
}

/// Removes the lines that name a path, and a note after such a note about the compiler's command line, which students
/// cannot change.
fn without_paths(rendered: &str, children: &[ChildMessage], paths: &[String]) -> String {
    let names_path = |text: &str| paths.iter().any(|path| text.contains(path));
    if !names_path(rendered) {
        return rendered.to_owned();
    }
    let follows = |pair: &&[ChildMessage]| names_path(&pair[0].message) && pair[1].spans.is_empty();
    let advice: Vec<&str> =
        children.windows(2).filter(follows).map(|pair| &*pair[1].message).collect();
    let is_advice =
        |line: &str| advice.iter().any(|advice| advice.contains(" `--") && line.ends_with(advice));
    let kept = rendered.lines().filter(|line| !names_path(line) && !is_advice(line));
    kept.flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_crate_is_named_as_in_the_code() {
        let missing = |code: &str, message: &str| {
            let (code, message) = (Some(code.to_owned()), message.to_owned());
            let (kind, rendered) = (ErrorKind::Other, String::new());
            let noted = Vec::new();
            let error = Diagnostic { message, code, kind, place: None, noted, rendered };
            error.missing_crate().map(str::to_owned)
        };
        for (code, message, name) in [
            ("E0432", "unresolved import `itertools`", Some("itertools")),
            ("E0432", "unresolved import `::rand::Rng`", Some("rand")),
            ("E0433", "cannot find module or crate `rand` in this scope", Some("rand")),
            ("E0463", "can't find crate for `rand`", Some("rand")),
            ("E0308", "expected `usize`, found `u8`", None),
        ] {
            assert_eq!(missing(code, message).as_deref(), name, "{message}");
        }
    }

    #[test]
    fn errors_and_warnings_are_parsed() {
        let json = r#"
{"message":"unused","level":"warning","code":{"code":"unused_variables","explanation":null},"spans":[],"children":[],"rendered":"w"}
{"message":"1 warning emitted","level":"warning","code":null,"spans":[],"children":[],"rendered":"w"}
{"message":"mismatched types","level":"error","code":{"code":"E0308","explanation":""},"spans":[{"file_name":"src/board.rs","line_start":7,"line_end":7,"column_start":5,"column_end":6,"is_primary":true,"label":null,"text":[]}],"children":[],"rendered":"error[E0308]: ...\n"}
no json
{"message":"aborting due to 1 previous error","level":"error","code":null,"spans":[],"children":[],"rendered":""}
"#;
        let (errors, warnings) = parse_errors_and_warnings(json, &[]);
        assert_eq!(
            warnings.iter().map(|warning| &*warning.message).collect::<Vec<_>>(),
            ["unused"]
        );
        assert_eq!(
            errors,
            [Diagnostic {
                message: "mismatched types".to_owned(),
                code: Some("E0308".to_owned()),
                kind: ErrorKind::Other,
                place: SourcePosition::parse("src/board.rs:7:5"),
                noted: Vec::new(),
                rendered: "error[E0308]: ...\n".to_owned(),
            }]
        );
    }

    /// Builds a message of the compiler.
    fn message(text: &str, has_span: bool, notes: &[&str]) -> String {
        let span = serde_json::json!({
            "file_name": "src/a.rs", "line_start": 1, "line_end": 1, "column_start": 1,
            "column_end": 2, "is_primary": true, "label": null, "text": [],
        });
        let note = |note: &&str| serde_json::json!({"message": note, "spans": []});
        let rendered: Vec<String> =
            notes.iter().map(|note| format!("  = note: {note}\n")).collect();
        let rendered = rendered.concat();
        serde_json::json!({
            "message": text, "level": "error", "code": null,
            "spans": if has_span { vec![span] } else { Vec::new() },
            "children": notes.iter().map(note).collect::<Vec<_>>(),
            "rendered": format!("error: {text}\n{rendered}"),
        })
        .to_string()
    }

    #[test]
    fn the_error_count_is_recognized_by_its_form() {
        let texts = |messages: &[String]| -> Vec<String> {
            parse_errors_and_warnings(&messages.join("\n"), &[])
                .0
                .into_iter()
                .map(|error| error.message)
                .collect()
        };
        let own = message("aborting due to 1 previous error", true, &[]);
        let count = message("aborting due to 1 previous error", false, &[]);
        let linker = message("linking failed", false, &["undefined symbol"]);
        assert_eq!(texts(&[own.clone(), count.clone()]).len(), 1);
        assert_eq!(texts(&[linker.clone(), count.clone()]), ["linking failed"]);
        assert_eq!(texts(&[own.clone(), linker]).len(), 2);
        assert_eq!(texts(&[own]).len(), 1);
        assert_eq!(texts(&[count]).len(), 1);
    }

    #[test]
    fn lines_with_paths_of_the_machine_are_removed() {
        let notes = [
            "expected `usize`",
            "the type is in '/tmp/x/out/a.txt'",
            "use `--verbose` for it",
            "consider `--all`",
        ];
        let paths = ["/tmp/x/out".to_owned()];
        let (shown, _) =
            parse_errors_and_warnings(&message("mismatch in /tmp/x/out", true, &notes), &paths);
        assert_eq!(shown[0].message, "mismatch in ...");
        assert_eq!(shown[0].rendered, "  = note: expected `usize`\n  = note: consider `--all`\n");
        let (unchanged, _) =
            parse_errors_and_warnings(&message("a\n\n", true, &notes[2..]), &paths);
        assert!(unchanged[0].rendered.ends_with("it\n  = note: consider `--all`\n"));
    }

    proptest::proptest! {
        /// Wherever a path of the machine occurs, it is not in the report, and all other lines are.
        #[test]
        fn no_path_of_the_machine_remains(
            notes in proptest::collection::vec("[a-z `=|-]{0,20}(/tmp/x/out)?[a-z.`'-]{0,9}", 0..6),
            text in "[a-z]{1,9}(/tmp/x/out/a)?[a-z]{0,9}",
        ) {
            let path = "/tmp/x/out";
            let borrowed: Vec<&str> = notes.iter().map(String::as_str).collect();
            let (shown, _) = parse_errors_and_warnings(&message(&text, true, &borrowed), &[path.to_owned()]);
            let Diagnostic { message, rendered, .. } = &shown[0];
            proptest::prop_assert!(!message.contains(path) && !rendered.contains(path));
            for note in notes.iter().filter(|note| !note.contains(path) && !note.contains(" `--")) {
                proptest::prop_assert!(rendered.contains(&**note), "{note}: {rendered}");
            }
        }
    }
}
