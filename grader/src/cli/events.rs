//! What happens while a command works: one list of events, said to people on the terminal or, with
//! `--progress json`, to programs, as a line of JSON each on standard error.
//!
//! `docs/book/src/reference/progress.md` has the events and their fields.

use std::io::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};

use checks::grading::Stage;
use clap::ValueEnum;
use serde_json::{Map, Value};

/// How the course of the work is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum ProgressFormat {
    /// For people
    #[default]
    Text,
    /// For programs: an event a line
    Json,
}

/// How the course of the work is told.
#[derive(Debug, Default, clap::Args)]
pub(super) struct ProgressArgs {
    /// How to report progress on standard error
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    progress: ProgressFormat,
}

/// Whether this process tells programs. A process does one command.
static TO_PROGRAMS: AtomicBool = AtomicBool::new(false);

impl ProgressArgs {
    /// Has all that is said from now on follow the choice.
    pub(super) fn for_events(&self) {
        TO_PROGRAMS.store(self.progress == ProgressFormat::Json, Ordering::Relaxed);
    }
}

/// Whether events are for programs.
pub(super) fn are_for_programs() -> bool {
    TO_PROGRAMS.load(Ordering::Relaxed)
}

/// A step of a command.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ProgressEvent<'a> {
    /// The work begins.
    Begin {
        /// Such as `grade`.
        command: &'static str,
        /// The assignment, for people.
        title: Option<&'a str>,
        /// The number of pieces; none if there is one.
        total: Option<usize>,
    },
    /// Something takes time.
    Stage {
        /// A name for programs; none where there is but a text.
        name: Option<&'static str>,
        /// What it is.
        text: &'a str,
    },
    /// So many pieces are done.
    Progress { done: usize, total: usize },
    /// One more piece is done.
    Done { done: usize, total: usize, text: &'a str, fields: &'a Map<String, Value> },
    /// The grader was at fault at a piece, which is tried again.
    Postponed { name: &'a str, message: &'a str },
    /// Something that somebody should know.
    Note { text: &'a str },
    /// What stopped the work.
    Error { message: &'a str, hint: Option<&'a str> },
    /// What came of all of it.
    Summary { fields: &'a Map<String, Value> },
    /// The process ends.
    End { exit: u8 },
}

/// The name of a stage, and its text.
pub(super) fn stage(stage: Stage) -> (&'static str, &'static str) {
    match stage {
        Stage::Preparing => ("preparing", "compiling shared code (only this once)"),
        Stage::Measuring => ("measuring", "measuring the model solver (only this once)"),
        Stage::Compiling => ("compiling", "compiling the submission"),
        Stage::Running => ("running", "running the submission"),
        Stage::Testing => ("testing", "running the submission's own tests"),
    }
}

impl ProgressEvent<'_> {
    /// Its name.
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

    /// A line of JSON.
    fn json(&self) -> String {
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

    /// What people read of it and what stays; none if there is nothing to say.
    fn text(&self) -> Option<String> {
        match self {
            Self::Done { text, .. } | Self::Note { text } => Some((*text).to_owned()),
            Self::Postponed { name, message } => {
                Some(format!("{name}: the grader is at fault and will retry: {message}"))
            }
            Self::Error { message, .. } => Some((*message).to_owned()),
            Self::Begin { .. }
            | Self::Stage { .. }
            | Self::Progress { .. }
            | Self::Summary { .. }
            | Self::End { .. } => None,
        }
    }

    /// Tells programs, if it is programs that are told; nothing else.
    pub(super) fn tell_programs(&self) {
        if are_for_programs() {
            // One write for each line, so that those of several threads do not mix. An event that
            // cannot be told is no reason to fail.
            let line = self.json() + "\n";
            let _ = std::io::stderr().lock().write_all(line.as_bytes());
        }
    }

    /// Tells programs, or people, with styles only where the stream shows them.
    pub(super) fn tell(&self) {
        if are_for_programs() {
            self.tell_programs();
        } else if let Some(text) = self.text() {
            anstream::eprintln!("{text}");
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_event_is_a_line_for_programs_and_one_for_people() {
        let fields = json!({ "name": "al\nice", "score": 1, "final_score": null });
        let fields = fields.as_object().unwrap();
        let done = ProgressEvent::Done { done: 2, total: 3, text: "alice: 1 / 2", fields };
        insta::assert_snapshot!(done.json(), @r#"{"event":"done","done":2,"total":3,"text":"alice: 1 / 2","name":"al\nice","score":1}"#);
        assert_eq!(done.text().as_deref(), Some("alice: 1 / 2"));
        let begin =
            ProgressEvent::Begin { command: "grade", title: Some("8-puzzle"), total: Some(3) };
        insta::assert_snapshot!(begin.json(), @r#"{"event":"begin","schema":"progress/1","command":"grade","title":"8-puzzle","total":3}"#);
        assert_eq!(begin.text(), None);
        let hint = ProgressEvent::Error { message: "no", hint: None };
        insta::assert_snapshot!(hint.json(), @r#"{"event":"error","message":"no"}"#);
        assert!(!done.json().contains('\n'));
    }
}
