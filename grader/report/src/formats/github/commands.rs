//! Workflow commands, which a step prints for GitHub Actions.
//!
//! Source: "Workflow commands for GitHub Actions" in GitHub's documentation. The escaping follows `@actions/core`.

use std::cmp::Reverse;
use std::fmt::Write as _;

use grade::view::{CheckView, Finding, View};
use sha2::{Digest, Sha256};
use terminal::page::Layout;

use crate::place::{self, LocatedCode};
use crate::plain;

/// The maximum number of annotations of each kind. GitHub ignores the rest.
/// This is `_maxCountPerIssueType` in `ExecutionContext.cs` of `actions/runner`.
const SHOWN: usize = 10;

/// The maximum number of characters in an annotation.
/// The runner cuts a message at 4,096 characters (`_maxIssueMessageLength` there).
const MESSAGE: usize = 4000;

/// Formats the view as the log of a step, with annotations.
///
/// The log begins with the human-readable report. To keep the runner from interpreting any line of the report as a
/// command, we tell it to ignore commands until it sees a token. This is a hash of the text, so the text cannot contain
/// it. We also insert a space in everything that looks like a command.
///
/// The annotations follow the report. GitHub shows only ten of each kind, so we limit the errors to the ten failures
/// that cost the most points. A notice contains the total, the number of other failures, and the number of skipped
/// checks. At most ten remarks are shown as warnings. After a grader error, there is a single annotation, an error.
///
/// If the submission is in the repository, the annotations point to its code.
pub(crate) fn github(view: &View, layout: &Layout, code: LocatedCode) -> String {
    let plain_layout = Layout { colour: false, ..layout.clone() };
    let log = separate_commands(&crate::human(view, &plain_layout));
    let token = unique_token(&log);
    let mut text = format!("::stop-commands::{token}\n{log}::{token}::\n");
    let title = plain::title(view);
    match plain::verdict(view) {
        Some(verdict) => text.push_str(&format_command("error", &[("title", &title)], &verdict)),
        None => write_graded(&mut text, view, code),
    }
    text
}

fn write_graded(text: &mut String, view: &View, code: LocatedCode) {
    let mut failed: Vec<&CheckView> =
        view.checks.iter().filter(|check| check.is_failed()).collect();
    // GitHub shows only the first annotations, so the failures that cost most come first.
    failed.sort_by_key(|check| (Reverse(check.max_score), check.check));
    for check in failed.iter().take(SHOWN) {
        text.push_str(&error_command(check, code));
    }
    let remarks: Vec<String> = view.remarks.iter().map(plain::remark).collect();
    for remark in remarks.iter().take(SHOWN) {
        text.push_str(&format_command(
            "warning",
            &[("title", "remark, does not affect points")],
            remark,
        ));
    }
    let message = summarize_rest(view, failed.len(), remarks.len());
    text.push_str(&format_command("notice", &[("title", &plain::title(view))], &message));
}

/// Summarizes what the other annotations leave out.
fn summarize_rest(view: &View, failed: usize, remarks: usize) -> String {
    let is_skipped = |check: &&CheckView| matches!(check.finding, Finding::Skipped { .. });
    let waiting = view.checks.iter().filter(is_skipped).count();
    let hidden: usize = view.hidden.iter().map(|hidden| hidden.count).sum();
    let total = view.checks.len();
    let mut parts = vec![format!("{} of {total} checks passed", total - failed - waiting)];
    let mut part = |count: usize, what: &str| {
        if count > 0 {
            parts.push(format!("{count} {what}"));
        }
    };
    part(failed, "failed");
    part(failed.saturating_sub(SHOWN), "of them not annotated");
    part(waiting, "waiting for other checks");
    part(hidden, "hidden");
    part(remarks.saturating_sub(SHOWN), "more remarks");
    let mut text =
        format!("{}. See the log of this step for the complete report.", parts.join(", "));
    if let Some(line) = plain::kit_remark(view) {
        text.push('\n');
        text.push_str(&line);
    }
    for correction in view.all_corrections() {
        text.push('\n');
        text.push_str(&plain::correction_of(correction));
    }
    text
}

fn error_command(check: &CheckView, code: LocatedCode) -> String {
    let title = format!("{}: {}", check.check, check.max_score.with_unit());
    let mut properties = Vec::new();
    if let Some(place) = place::place_of_failure(check, code) {
        properties.push(("file", place.file));
        properties.push(("line", place.line.to_string()));
        properties.push(("col", place.column.to_string()));
    }
    properties.push(("title", title));
    let properties: Vec<(&str, &str)> =
        properties.iter().map(|(name, value)| (*name, value.as_str())).collect();
    format_command("error", &properties, &plain::failure_text(check))
}

fn format_command(name: &str, properties: &[(&str, &str)], message: &str) -> String {
    let mut text = format!("::{name}");
    for (i, (name, value)) in properties.iter().enumerate() {
        let value = data(&separate_old_commands(value)).replace(':', "%3A").replace(',', "%2C");
        let _ = write!(text, "{}{name}={value}", if i == 0 { ' ' } else { ',' });
    }
    // Cut before escaping, so that no escape sequence is split.
    let message: String = message.chars().take(MESSAGE).collect();
    let _ = writeln!(text, "::{}", data(&separate_old_commands(&message)));
    text
}

/// Escapes a text to keep it from ending the command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Inserts a space in commands with the older syntax, anywhere in a line.
fn separate_old_commands(text: &str) -> String {
    text.replace("##[", "# #[")
}

/// Inserts a space in everything that looks like a command, in case the runner does not support `stop-commands`.
fn separate_commands(log: &str) -> String {
    let mut text = String::with_capacity(log.len());
    for line in log.lines() {
        let line = separate_old_commands(line);
        let start = line.len() - line.trim_start().len();
        let (indent, rest) = line.split_at(start);
        text.push_str(indent);
        match rest.strip_prefix("::") {
            Some(rest) => {
                text.push_str(": :");
                text.push_str(rest);
            }
            None => text.push_str(rest),
        }
        text.push('\n');
    }
    text
}

/// Returns a token that the text cannot contain: a submission would need to print a hash of its output.
fn unique_token(text: &str) -> String {
    let hash = Sha256::digest(text.as_bytes());
    let mut token = String::from("grader-");
    // 128 bits are enough that nobody can construct such a text.
    for byte in hash.iter().take(16) {
        let _ = write!(token, "{byte:02x}");
    }
    token
}

#[cfg(test)]
mod tests {
    use grade::check::Check;
    use grade::view::{Audience, Corrected};
    use grade::{Failure, Grade, Outline, Remark, Verdict};
    use samples as sample;

    use super::*;

    fn view(grade: &Grade) -> View {
        Corrected::from(grade).view(Audience::Student)
    }

    fn written(grade: &Grade, folder: Option<&str>) -> String {
        let code = LocatedCode { folder, outline: &Outline::default() };
        github(&view(grade), &Layout::default(), code)
    }

    fn lines(text: &str, kind: &str) -> Vec<String> {
        let start = format!("::{kind} ");
        text.lines().filter(|line| line.starts_with(&start)).map(str::to_owned).collect()
    }

    #[test]
    fn the_failures_worth_most_are_annotated() {
        let failure = || Verdict::Fail(Failure::from_summary("it is wrong"));
        let checks = Check::ALL.into_iter().take(14).enumerate();
        let mut grade = sample::grade(checks.map(|(i, check)| {
            let points = if i >= 12 { 9.0 } else { 2.0 };
            ((check, failure()), points)
        }));
        grade.remarks = vec![Remark::new(None, "a remark"); 12];
        let text = written(&grade, None);
        let errors = lines(&text, "error");
        assert_eq!((errors.len(), lines(&text, "warning").len()), (SHOWN, SHOWN));
        let dearest = format!("::error title={}%3A 9 points::it is wrong%0A", Check::ALL[12]);
        assert!(errors[0].starts_with(&dearest), "{}", errors[0]);
        assert!(errors[2].contains("compile.build"), "{}", errors[2]);
        insta::assert_snapshot!(lines(&text, "notice").join("\n"), @"
        ::notice title=alice%3A 0 / 42::0 of 14 checks passed, 14 failed, 4 of them not annotated, 2 more remarks. See the log of this step for the complete report.
        ");
    }

    #[test]
    fn annotations_point_to_the_code() {
        let grade = sample::grade([(sample::fail(Check::BoardHamming, sample::hamming()), 4.0)]);
        let text = written(&grade, Some("hw/8%"));
        let place = "::error file=hw/8%25/src/board.rs,line=12,col=9,title=";
        assert!(text.contains(place), "{text}");
        let compiler = Failure {
            detail: Some("error: no\n  --> src/solver.rs:135:3\n   |\n".to_owned()),
            ..Failure::from_summary("the code does not compile")
        };
        let grade = sample::grade([(sample::fail(Check::CompileBuild, compiler), 4.0)]);
        let text = written(&grade, None);
        assert!(text.contains("::error file=src/solver.rs,line=135,col=3,title="), "{text}");
    }

    #[test]
    fn commands_in_log_lines_are_neutralized() {
        assert_eq!(
            separate_commands("::error::x\n  ::set-env\n::\n"),
            ": :error::x\n  : :set-env\n: :\n"
        );
        assert_eq!(separate_commands("a ##[command]b\n"), "a # #[command]b\n");
        assert_ne!(unique_token("a"), unique_token("b"));
    }
}
