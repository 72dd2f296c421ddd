//! A strict parser for rustc's JSON messages, as specified in the rustc book.

use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Diagnostic {
    #[serde(rename = "$message_type")]
    message_type: String,
    pub(super) message: String,
    pub(super) code: Option<DiagnosticCode>,
    pub(super) level: String,
    pub(super) spans: Vec<DiagnosticSpan>,
    children: Vec<Child>,
    rendered: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DiagnosticCode {
    pub(super) code: String,
    explanation: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DiagnosticSpan {
    pub(super) file_name: String,
    pub(super) byte_start: u32,
    pub(super) byte_end: u32,
    pub(super) line_start: usize,
    line_end: usize,
    pub(super) column_start: usize,
    pub(super) column_end: usize,
    is_primary: bool,
    pub(super) text: Vec<SpanLine>,
    label: Option<String>,
    suggested_replacement: Option<String>,
    suggestion_applicability: Option<String>,
    expansion: Option<()>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SpanLine {
    pub(super) text: String,
    highlight_start: usize,
    highlight_end: usize,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Child {
    pub(super) message: String,
    pub(super) code: Option<()>,
    pub(super) level: String,
    pub(super) spans: Vec<DiagnosticSpan>,
    children: Vec<Child>,
    rendered: Option<()>,
}

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
    /// Checks the rules that types cannot express.
    fn hold(&self) {
        assert_eq!(self.message_type, "diagnostic");
        assert!(["error", "warning", "note"].contains(&self.level.as_str()), "{}", self.level);
        assert!(!self.message.trim().is_empty() && !self.rendered.trim().is_empty());
        let code = self.code.iter();
        assert!(
            code.clone()
                .all(|diagnostic| !diagnostic.code.is_empty() && diagnostic.explanation.is_none())
        );
        let [span] = &self.spans[..] else {
            panic!("an editor shows what has one place: {self:?}")
        };
        let DiagnosticSpan { line_start, line_end, column_start, column_end, .. } = *span;
        assert!(span.is_primary && line_start >= 1 && line_start == line_end);
        assert!(column_start >= 1 && column_start < column_end);
        assert!(span.byte_start <= span.byte_end && !span.file_name.is_empty());
        let nothing = [&span.label, &span.suggested_replacement, &span.suggestion_applicability];
        assert!(nothing.iter().all(|field| field.is_none()) && span.expansion.is_none());
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
}
