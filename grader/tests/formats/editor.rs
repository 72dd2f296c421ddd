//! A strict reader of the compiler's messages, as the rustc book describes them, and how grades look
//! in them.

use insta::assert_snapshot;
use report::formats::{Code, rustc};
use serde::Deserialize;

use super::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Diagnostic {
    #[serde(rename = "$message_type")]
    message_type: String,
    message: String,
    code: Option<DiagnosticCode>,
    level: String,
    spans: Vec<DiagnosticSpan>,
    children: Vec<Child>,
    rendered: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DiagnosticCode {
    code: String,
    explanation: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DiagnosticSpan {
    file_name: String,
    byte_start: u32,
    byte_end: u32,
    line_start: usize,
    line_end: usize,
    column_start: usize,
    column_end: usize,
    is_primary: bool,
    text: Vec<SpanLine>,
    label: Option<String>,
    suggested_replacement: Option<String>,
    suggestion_applicability: Option<String>,
    expansion: Option<()>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SpanLine {
    text: String,
    highlight_start: usize,
    highlight_end: usize,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Child {
    message: String,
    code: Option<()>,
    level: String,
    spans: Vec<DiagnosticSpan>,
    children: Vec<Child>,
    rendered: Option<()>,
}

/// Reads messages, one a line.
pub(super) fn read(text: &str) -> Vec<Diagnostic> {
    let read = |line| {
        let message: Diagnostic =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        message.hold();
        message
    };
    text.lines().map(read).collect()
}

impl Diagnostic {
    /// Holds it against the rules that its types do not say.
    fn hold(&self) {
        assert_eq!(self.message_type, "diagnostic");
        assert!(["error", "warning", "note"].contains(&self.level.as_str()), "{}", self.level);
        assert!(!self.message.trim().is_empty() && !self.rendered.trim().is_empty());
        let code = self.code.iter();
        assert!(code.clone().all(|it| !it.code.is_empty() && it.explanation.is_none()));
        let [span] = &self.spans[..] else {
            panic!("an editor shows what has one place: {self:?}")
        };
        let DiagnosticSpan { line_start, line_end, column_start, column_end, .. } = *span;
        assert!(span.is_primary && line_start >= 1 && line_start == line_end);
        assert!(column_start >= 1 && column_start < column_end);
        assert!(span.byte_start <= span.byte_end && !span.file_name.is_empty());
        let nothing = [&span.label, &span.suggested_replacement, &span.suggestion_applicability];
        assert!(nothing.iter().all(|it| it.is_none()) && span.expansion.is_none());
        for line in &span.text {
            assert_eq!((line.highlight_start, line.highlight_end), (column_start, column_end));
            assert!(!line.text.contains(['\n', '\r']));
        }
        for child in &self.children {
            assert!(["note", "help"].contains(&child.level.as_str()), "{}", child.level);
            assert!(!child.message.is_empty() && child.code.is_none() && child.rendered.is_none());
            assert!(child.spans.is_empty() && child.children.is_empty());
        }
    }

    /// The place and the message, for a test.
    fn shown(&self) -> String {
        let DiagnosticSpan { file_name, line_start, column_start, column_end, .. } = &self.spans[0];
        let code = self.code.as_ref().map_or("-", |it| it.code.as_str());
        format!(
            "{file_name}:{line_start}:{column_start}-{column_end} {} {code}: {}",
            self.level, self.message
        )
    }
}

fn shown(grade: &Grade, code: &Code) -> String {
    let text = rustc(&Corrected::from(grade).view(Audience::Student), code);
    read(&text).iter().map(Diagnostic::shown).collect::<Vec<_>>().join("\n")
}

#[test]
fn an_editor_shows_what_fails_and_nothing_else() {
    assert_eq!(shown(&passing(), &Code::default()), "");
    assert_snapshot!(shown(&failing(), &Code::default()), @"
    src/board.rs:12:9-10 error board.hamming: hamming() counts the blank (board.hamming, 4 points)
    Cargo.toml:1:1-2 warning solver.min_pq: one queue holds both
    ");
    assert_snapshot!(shown(&not_compiling(), &Code::default()), @"src/board.rs:3:7-8 error compile.build: expected `;`");
    assert_snapshot!(shown(&rejected(), &Code::default()), @"Cargo.toml:1:1-2 error -: there is no `Board`");
    assert_snapshot!(shown(&fault(), &Code::default()), @"Cargo.toml:1:1-2 warning -: The grader could not finish. This is not your fault, and it is not counted. Please try again; if it happens again, show this to your instructor.");
}

#[test]
fn a_method_is_underlined_where_it_is_named() {
    let lib = "mod board;\n";
    // The columns are counted in characters, the bytes in bytes.
    let board =
        "struct Board; /* ö */ impl slider::Board for Board {\n    /* ü */ fn twin() {} }\n";
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("src")).unwrap();
    for (name, text) in [("lib.rs", lib), ("board.rs", board)] {
        std::fs::write(folder.path().join("src").join(name), text).unwrap();
    }
    let submission = intake::read_folder(folder.path()).unwrap();
    let files = submission.files().map(|it| (it.path.to_owned(), it.text.to_owned()));
    let code = Code {
        outline: submission.outline(),
        sources: files.collect(),
        folder: "homework/".to_owned(),
    };
    let failed = |check| (fail(check, Failure::told("it is wrong")), 2.0);
    let grade =
        grade([failed(Check::BoardTwin), failed(Check::BoardEquality), failed(Check::SolverMoves)]);
    assert_snapshot!(shown(&grade, &code), @"
    homework/src/board.rs:2:16-20 error board.twin: it is wrong (board.twin, 2 points)
    homework/src/board.rs:1:8-13 error board.equality: it is wrong (board.equality, 2 points)
    homework/src/lib.rs:1:1-2 error solver.moves: it is wrong (solver.moves, 2 points)
    ");
    let text = rustc(&Corrected::from(&grade).view(Audience::Student), &code);
    let span = &read(&text)[0].spans[0];
    let bytes = span.byte_start as usize..span.byte_end as usize;
    assert_eq!(&board[bytes], "twin");
    assert_eq!(span.text[0].text, "    /* ü */ fn twin() {} }");
}
