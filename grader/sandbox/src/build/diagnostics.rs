//! Parses compiler errors.

use serde::{Deserialize, Serialize};

/// The kind of a compiler error, which determines the hint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ErrorKind {
    /// A literal is out of range.
    Overflow,
    /// An attribute allows something that is forbidden, such as unsafe code.
    Forbidden,
    /// Any other error.
    #[default]
    Other,
}

impl ErrorKind {
    fn of(code: Option<&str>, message: &str) -> Self {
        match code {
            Some("overflowing_literals" | "arithmetic_overflow") => Self::Overflow,
            Some("E0080") if message.contains("overflow") => Self::Overflow,
            Some("E0453") => Self::Forbidden,
            _ => Self::Other,
        }
    }
}

/// A compiler error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// The first line of the message, without the position and the error code.
    pub message: String,
    /// The error code, such as `E0277`.
    pub code: Option<String>,
    /// The kind of the error.
    pub kind: ErrorKind,
    /// The file and line.
    pub place: Option<(String, u32)>,
    /// The column, starting at 1.
    pub column: u32,
    /// The complete rendered message.
    pub rendered: String,
}

const WITHHELD: &str = "the compiler's message is hidden, because the code reads files while it \
                        is compiled, and the compiler did not list them";

impl Diagnostic {
    /// Returns the name of the missing crate, if that is the error. The compiler does not distinguish a missing crate
    /// from an undeclared module.
    pub fn missing_crate(&self) -> Option<&str> {
        if !matches!(self.code.as_deref(), Some("E0432" | "E0433" | "E0463")) {
            return None;
        }
        let path = self.message.split('`').nth(1)?;
        path.split("::").find(|part| !part.is_empty())
    }

    /// Removes the messages, which may quote a file. Keeps the error code and, if `is_own` returns `true` for the file,
    /// the position.
    pub(super) fn without_words(self, is_own: impl Fn(&str) -> bool) -> Self {
        let place = self.place.filter(|(file, _)| is_own(file));
        let code = self.code.as_ref().map_or_else(String::new, |code| format!("[{code}]"));
        let at =
            place.as_ref().map_or_else(String::new, |(file, line)| format!(" --> {file}:{line}"));
        let rendered = format!("error{code}{at}\n");
        Self { message: WITHHELD.to_owned(), place, rendered, ..self }
    }
}

#[derive(Deserialize)]
#[expect(clippy::struct_field_names, reason = "the compiler defines these names")]
struct Message {
    message: String,
    level: String,
    code: Option<Code>,
    spans: Vec<Span>,
    rendered: Option<String>,
}

#[derive(Deserialize)]
struct Code {
    code: String,
}

#[derive(Deserialize)]
struct Span {
    file_name: String,
    line_start: u32,
    column_start: u32,
    is_primary: bool,
}

/// Parses the errors from JSON lines. Skips warnings and the final error count.
pub(super) fn errors(json: &str) -> Vec<Diagnostic> {
    let messages = json.lines().filter_map(|line| serde_json::from_str::<Message>(line).ok());
    let errors = messages.filter(|message| message.level.starts_with("error"));
    let own = errors.filter(|message| !message.message.starts_with("aborting due to"));
    own.map(|message| {
        let primary = message.spans.into_iter().find(|span| span.is_primary);
        let code = message.code.map(|code| code.code);
        Diagnostic {
            kind: ErrorKind::of(code.as_deref(), &message.message),
            column: primary.as_ref().map_or(0, |span| span.column_start),
            place: primary.map(|span| (span.file_name, span.line_start)),
            code,
            rendered: message.rendered.unwrap_or_else(|| message.message.clone()),
            message: message.message,
        }
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_redacted_error_keeps_its_code_and_place() {
        let error = |place: &str| Diagnostic {
            message: "root:x:0:0".to_owned(),
            code: Some("E0080".to_owned()),
            kind: ErrorKind::Other,
            place: Some((place.to_owned(), 7)),
            column: 3,
            rendered: "error[E0080]: root:x:0:0".to_owned(),
        };
        let shown = |place: &str| error(place).without_words(|file| file == "src/lib.rs");
        let own = shown("src/lib.rs");
        assert_eq!(own.rendered, "error[E0080] --> src/lib.rs:7\n");
        assert!(own.message.starts_with("the compiler's message is hidden"));
        let foreign = shown("/etc/passwd");
        assert_eq!((foreign.place, &*foreign.rendered), (None, "error[E0080]\n"));
    }

    #[test]
    fn a_missing_crate_is_named_as_in_the_code() {
        let missing = |code: &str, message: &str| {
            let (code, message) = (Some(code.to_owned()), message.to_owned());
            let (kind, rendered) = (ErrorKind::Other, String::new());
            let error = Diagnostic { message, code, kind, place: None, column: 0, rendered };
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
    fn only_errors_are_parsed() {
        let json = r#"
{"message":"unused","level":"warning","code":null,"spans":[],"children":[],"rendered":"w"}
{"message":"mismatched types","level":"error","code":{"code":"E0308","explanation":""},"spans":[{"file_name":"src/board.rs","line_start":7,"column_start":5,"is_primary":true}],"children":[],"rendered":"error[E0308]: ...\n"}
no json
{"message":"aborting due to 1 previous error","level":"error","code":null,"spans":[],"children":[],"rendered":""}
"#;
        assert_eq!(
            errors(json),
            [Diagnostic {
                message: "mismatched types".to_owned(),
                code: Some("E0308".to_owned()),
                kind: ErrorKind::Other,
                place: Some(("src/board.rs".to_owned(), 7)),
                column: 5,
                rendered: "error[E0308]: ...\n".to_owned(),
            }]
        );
    }
}
