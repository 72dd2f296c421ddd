//! Messages for editors in the compiler's JSON format, one message per line.
//!
//! Source: "JSON Output" in the rustc book. You can configure an editor with rust-analyzer to run a command with this
//! output (`check.overrideCommand`). It will then show the messages like errors from `cargo check`.

mod sources;

pub use sources::SubmissionSources;

use std::fmt::Write as _;

use grade::check::Check;
use grade::view::{CheckView, Finding, View};
use grade::{Cause, Definition, Failure, Outline, SourcePosition, Status};
use serde_json::{Value, json};

use crate::{blame, plain};

/// The data to show messages in a submission's code.
#[derive(Clone, Debug, Default)]
pub struct SubmissionCode {
    /// The positions of the methods that are graded.
    pub outline: Outline,
    /// The source files.
    pub sources: SubmissionSources,
    /// The path from the editor's folder to the submission, or an empty text if they are the same.
    pub folder: String,
    /// The crate's package ID as printed by `cargo pkgid`, if the messages are mixed with cargo's.
    pub package: Option<String>,
}

/// Formats the view as diagnostics: failed checks as errors at the faulty method, and remarks on checks as warnings.
/// Compiler errors are passed on with their positions. There is nothing to show for passed and skipped checks, since
/// the editor should only show problems.
///
/// The notes contain the counterexample, and the help contains a command to explain the check. The diagnostic's `code`
/// is the check's id.
pub fn rustc(view: &View, code: &SubmissionCode) -> String {
    let mut messages = Vec::new();
    if let Some(verdict) = plain::verdict(view) {
        let level = if view.status == Status::Rejected { "error" } else { "warning" };
        messages.push(compiler_message(level, &verdict, None, &code.top(), &[], code));
    } else {
        for check in &view.checks {
            messages.extend(messages_of_check(check, code));
        }
        for remark in &view.remarks {
            let Some(check) = remark.check else { continue };
            let text = plain::sentence(&remark.text);
            let spot = spot_of_check(check, code);
            messages.push(compiler_message("warning", &text, Some(check.id()), &spot, &[], code));
        }
    }
    for correction in view.all_corrections() {
        let text = plain::correction_of(correction);
        messages.push(compiler_message("note", &text, None, &code.top(), &[], code));
    }
    let lines = messages.into_iter().map(|message| code.cargo_line(message).to_string() + "\n");
    lines.collect()
}

fn messages_of_check(check: &CheckView, code: &SubmissionCode) -> Vec<Value> {
    let failure = match &check.finding {
        Finding::Fail(failure) => Some(failure),
        Finding::FailUnseen => None,
        Finding::Pass | Finding::Skipped { .. } | Finding::GraderError(_) => return Vec::new(),
    };
    let errors = failure.map(compiler_errors).unwrap_or_default();
    if !errors.is_empty() {
        return errors.iter().map(|error| error.to_message(check.check, code)).collect();
    }
    let headline = plain::headline(check);
    let text = format!("{headline} ({}, {})", check.check, check.max_score.with_unit());
    let mut notes = Vec::new();
    let (mut evidence, mut rest) = (Vec::new(), Vec::new());
    for line in plain::details_of_check(check).lines() {
        let is_help = line.starts_with("try it: ") || line.starts_with("more: ");
        if is_help { rest.push(line.to_owned()) } else { evidence.push(line.to_owned()) }
    }
    let evidence = evidence.join("\n").trim_end().to_owned();
    if !evidence.is_empty() {
        notes.push(child_message("note", &evidence));
    }
    notes.extend(rest.iter().map(|line| child_message("help", line)));
    let spot = spot(check, failure, code);
    vec![compiler_message("error", &text, Some(check.check.id()), &spot, &notes, code)]
}

struct CompilerError {
    message: String,
    code: Option<String>,
    place: SourcePosition,
    rendered: String,
}

fn compiler_errors(failure: &Failure) -> Vec<CompilerError> {
    let mut blocks: Vec<String> = Vec::new();
    for line in failure.detail.as_deref().unwrap_or_default().lines() {
        let begins = line.starts_with("error: ") || line.starts_with("error[");
        match blocks.last_mut() {
            Some(block) if !begins => {
                block.push_str(line);
                block.push('\n');
            }
            _ if begins => blocks.push(format!("{line}\n")),
            _ => {}
        }
    }
    blocks.into_iter().filter_map(CompilerError::parse).collect()
}

impl CompilerError {
    fn parse(block: String) -> Option<Self> {
        let (head, lines) = block.split_once('\n')?;
        let (before, message) = head.split_once(": ")?;
        // Syntax errors have no code.
        let code = before.strip_prefix("error[").and_then(|rest| rest.strip_suffix(']'));
        let mut arrows = lines.lines().filter_map(|line| line.trim_start().strip_prefix("--> "));
        let place = arrows.find_map(SourcePosition::parse)?;
        let (message, code) = (message.to_owned(), code.map(str::to_owned));
        Some(Self { message, code, place, rendered: block })
    }

    fn to_message(&self, check: Check, code: &SubmissionCode) -> Value {
        let id = self.code.as_deref().unwrap_or_else(|| check.id());
        let text = plain::sentence(&self.message);
        let lines: Vec<String> = self.rendered.lines().skip(1).map(plain::to_clean_line).collect();
        let notes = vec![child_message("note", lines.join("\n").trim_end())];
        compiler_message("error", &text, Some(id), &Spot::at(self.place.clone()), &notes, code)
    }
}

fn child_message(level: &str, text: &str) -> Value {
    json!({
        "message": text, "code": null, "level": level, "spans": [], "children": [], "rendered": null,
    })
}

fn compiler_message(
    level: &str,
    text: &str,
    id: Option<&str>,
    spot: &Spot,
    children: &[Value],
    code: &SubmissionCode,
) -> Value {
    let head = id.map_or_else(|| level.to_owned(), |id| format!("{level}[{id}]"));
    let mut rendered = format!("{head}: {text}\n  --> {}\n", code.path(&spot.place));
    for child in children {
        let (level, text) = (&child["level"], &child["message"]);
        let (level, text) = (level.as_str().unwrap_or_default(), text.as_str().unwrap_or_default());
        let text = text.replace('\n', "\n    ");
        let _ = writeln!(rendered, "  = {level}: {text}");
    }
    json!({
        "$message_type": "diagnostic",
        "message": text,
        "code": id.map(|id| json!({ "code": id, "explanation": null })),
        "level": level,
        "spans": [code.sources.span_to_json(spot, &code.folder)],
        "children": children,
        "rendered": rendered,
    })
}

impl SubmissionCode {
    /// Returns the top of the root file, for messages without a line.
    fn top(&self) -> Spot {
        Spot::top_of(self.sources.root())
    }

    fn cargo_line(&self, message: Value) -> Value {
        let Some(package) = &self.package else { return message };
        let root = sources::joined(&self.folder, self.sources.root());
        json!({
            "reason": "compiler-message",
            "package_id": package,
            "manifest_path": sources::joined(&self.folder, "Cargo.toml"),
            "target": {
                "kind": ["lib"], "crate_types": ["lib"], "name": "grader", "src_path": root,
                "edition": "2024", "doc": true, "doctest": true, "test": true,
            },
            "message": message,
        })
    }

    fn path(&self, place: &SourcePosition) -> String {
        sources::joined(&self.folder, &place.to_string())
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) place: SourcePosition,
    /// The length in characters.
    pub(super) length: u32,
}

impl Spot {
    /// Returns a position in code of unknown length.
    pub(super) fn at(place: SourcePosition) -> Self {
        Self { place, length: 1 }
    }

    pub(super) fn top_of(file: &str) -> Self {
        Self::at(SourcePosition { file: file.to_owned(), line: 1, column: 1 })
    }
}

/// Returns the position for a failed check: the panic, or the faulty method. Failures of the crate in general are shown
/// at the top of its root file.
fn spot(check: &CheckView, failure: Option<&Failure>, code: &SubmissionCode) -> Spot {
    if let Some(place) = failure.and_then(|failure| failure.place.clone()) {
        return Spot::at(place);
    }
    if let Some(Cause::Compile(cause)) = failure.and_then(|failure| failure.cause.as_ref())
        && let Some((file, line)) = cause.line()
    {
        return Spot::at(SourcePosition { file: file.to_owned(), line, column: 1 });
    }
    spot_of_definition(blame::definition_to_blame(check.check, failure, &code.outline), code)
}

fn spot_of_check(check: Check, code: &SubmissionCode) -> Spot {
    spot_of_definition(blame::definition_of_check(check, &code.outline), code)
}

fn spot_of_definition(found: Option<&Definition>, code: &SubmissionCode) -> Spot {
    found.map_or_else(
        || code.top(),
        |definition| Spot { place: definition.place.clone(), length: definition.length },
    )
}
