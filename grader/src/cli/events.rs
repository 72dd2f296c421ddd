//! Reports a command's progress on standard error, as text for people or, with `--progress json`, as lines of JSON for
//! programs.
//!
//! `docs/book/src/reference/progress.md` documents the events and their fields.

use std::io::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};

use checks::grading::Stage;
use clap::ValueEnum;
use serde_json::{Map, Value};
use terminal::wrap::without_commands;

/// The format of progress reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum ProgressFormat {
    /// Human-readable text
    #[default]
    Text,
    /// Machine-readable JSON, one event per line
    Json,
}

/// The format of progress reports.
#[derive(Debug, Default, clap::Args)]
pub(super) struct ProgressArgs {
    /// Format of progress reports on standard error
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    progress: ProgressFormat,
}

/// Whether to report events as JSON. A global setting is enough, because a process runs only one command.
static TO_PROGRAMS: AtomicBool = AtomicBool::new(false);

impl ProgressArgs {
    /// Applies the format to all further events.
    pub(super) fn apply_to_events(&self) {
        TO_PROGRAMS.store(self.progress == ProgressFormat::Json, Ordering::Relaxed);
    }
}

pub(super) fn are_for_programs() -> bool {
    TO_PROGRAMS.load(Ordering::Relaxed)
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum ProgressEvent<'a> {
    /// The command starts.
    Begin {
        /// The name of the command, such as `grade`.
        command: &'static str,
        /// The title of the assignment.
        title: Option<&'a str>,
        /// The number of items to process, if there are several.
        total: Option<usize>,
    },
    /// A time-consuming step starts.
    Stage {
        /// The name for programs, if any.
        name: Option<&'static str>,
        text: &'a str,
    },
    /// This many items are finished.
    Progress { done: usize, total: usize },
    /// Another item is finished.
    Done { done: usize, total: usize, text: &'a str, fields: &'a Map<String, Value> },
    /// The grader failed on an item and will retry.
    Postponed { name: &'a str, message: &'a str },
    /// A note for the user.
    Note { text: &'a str },
    /// The command failed.
    Error { message: &'a str, hint: Option<&'a str> },
    /// The results of the command.
    Summary { fields: &'a Map<String, Value> },
    /// The process ends.
    End { exit: u8 },
}

pub(super) fn describe_stage(stage: Stage) -> (&'static str, &'static str) {
    match stage {
        Stage::Preparing => ("preparing", "compiling shared code (first run only)"),
        Stage::Measuring => ("measuring", "measuring the model solver (first run only)"),
        Stage::Compiling => ("compiling", "compiling the submission"),
        Stage::Running => ("running", "running the submission"),
        Stage::Testing => ("testing", "running the submission's own tests"),
    }
}

impl ProgressEvent<'_> {
    fn name(&self) -> &'static str {
        match self {
            Self::Begin { .. } => "begin",
            Self::Stage { .. } => "stage",
            Self::Progress { .. } => "progress",
            Self::Done { .. } => "done",
            Self::Postponed { .. } => "postponed",
            Self::Note { .. } => "note",
            Self::Error { .. } => "error",
            Self::Summary { .. } => "summary",
            Self::End { .. } => "end",
        }
    }

    fn to_json(&self) -> String {
        let mut event = Map::new();
        let mut add = |name: &str, value: Value| {
            if !value.is_null() {
                event.insert(name.to_owned(), value);
            }
        };
        add("event", self.name().into());
        match self {
            Self::Begin { command, title, total } => {
                add("schema", "progress/1".into());
                add("command", (*command).into());
                add("title", (*title).into());
                add("total", (*total).into());
            }
            Self::Stage { name, text } => {
                add("stage", (*name).into());
                add("text", (*text).into());
            }
            Self::Progress { done, total } => {
                add("done", (*done).into());
                add("total", (*total).into());
            }
            Self::Done { done, total, text, fields } => {
                add("done", (*done).into());
                add("total", (*total).into());
                add("text", (*text).into());
                fields.iter().for_each(|(name, value)| add(name, value.clone()));
            }
            Self::Postponed { name, message } => {
                add("name", (*name).into());
                add("message", (*message).into());
            }
            Self::Note { text } => add("text", (*text).into()),
            Self::Error { message, hint } => {
                add("message", (*message).into());
                add("hint", (*hint).into());
            }
            Self::Summary { fields } => {
                fields.iter().for_each(|(name, value)| add(name, value.clone()));
            }
            Self::End { exit } => add("exit", (*exit).into()),
        }
        Value::Object(event).to_string()
    }

    /// Returns the text for people, or `None` for an event that does not need a line.
    fn text_for_people(&self) -> Option<String> {
        match self {
            Self::Done { text, .. } | Self::Note { text } => Some((*text).to_owned()),
            Self::Postponed { name, message } => {
                Some(format!("{name}: grader error, will retry: {message}"))
            }
            Self::Error { message, .. } => Some((*message).to_owned()),
            Self::Begin { .. }
            | Self::Stage { .. }
            | Self::Progress { .. }
            | Self::Summary { .. }
            | Self::End { .. } => None,
        }
    }

    pub(super) fn report_to_programs(&self) {
        if are_for_programs() {
            // Write each line in a single call, to keep the lines of threads apart. Ignore errors. In a string, `\u0023`
            // is `#`, which begins a command for CI platforms.
            let line = self.to_json().replace("##", "#\\u0023") + "\n";
            let _ = std::io::stderr().lock().write_all(line.as_bytes());
        }
    }

    pub(super) fn print_event(&self) {
        if are_for_programs() {
            self.report_to_programs();
        } else if let Some(text) = self.text_for_people() {
            anstream::eprintln!("{}", without_commands(&text));
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn events_have_a_json_line_and_a_text_line() {
        let fields = json!({ "name": "al\nice", "score": 1, "final_score": null });
        let fields = fields.as_object().unwrap();
        let done = ProgressEvent::Done { done: 2, total: 3, text: "alice: 1 / 2", fields };
        insta::assert_snapshot!(done.to_json(), @r#"{"event":"done","done":2,"total":3,"text":"alice: 1 / 2","name":"al\nice","score":1}"#);
        assert_eq!(done.text_for_people().as_deref(), Some("alice: 1 / 2"));
        let begin =
            ProgressEvent::Begin { command: "grade", title: Some("8-puzzle"), total: Some(3) };
        insta::assert_snapshot!(begin.to_json(), @r#"{"event":"begin","schema":"progress/1","command":"grade","title":"8-puzzle","total":3}"#);
        assert_eq!(begin.text_for_people(), None);
        let hint = ProgressEvent::Error { message: "no", hint: None };
        insta::assert_snapshot!(hint.to_json(), @r#"{"event":"error","message":"no"}"#);
        assert!(!done.to_json().contains('\n'));
    }
}
