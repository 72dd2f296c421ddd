//! Formats a check as plain text: a headline and a body.
//!
//! The texts are safe to embed. Whatever the submission prints, they contain only characters that are valid in XML and
//! YAML, and no control characters except line breaks. You still need to apply the proper quoting for each format.

use std::iter;

use grade::check::Check;
use grade::points::Points;
use grade::view::{Audience, CheckView, Correction, Effected, Finding, View};
use grade::{Remark, Status};
use terminal::draw::Picture;
use terminal::style::Styles;
use terminal::wrap::{escape, shorten_to_width};

use super::credit;
use super::failure_parts::{EvidencePart, FailurePart, failure_parts};
use super::human;

/// The maximum width of drawings.
/// The usual width of a terminal, since a file has no width of its own.
const WIDTH: usize = 80;

/// The maximum number of characters in a line.
/// A hostile text may have a single line of megabytes.
const LINE: usize = 400;

/// The text for students after a grader error.
pub const NO_SCORE: &str = "The grader could not finish. This is not your fault, and it does not \
                            count. Please try again. If it happens again, show this to your \
                            instructor.";

/// The text for students while an instructor holds the grade back.
pub const HELD: &str =
    "Your instructor is holding back this grade. Please ask your instructor about it.";

/// The text for students if an instructor has set the score after a grader error.
pub const SET_BY_HAND: &str = "The grader could not finish. Your instructor has set the score.";

/// The title of what a submission prints in the failing case.
pub const PRINTED_TITLE: &str = "your code printed:";

/// Formats a text as a single line, with special characters escaped and long texts truncated.
pub fn to_clean_line(text: &str) -> String {
    let mut clean = String::new();
    for c in shorten_to_width(&escape(text), LINE).chars() {
        // Some readers treat the first of these characters as line breaks. The others are not allowed in XML or YAML.
        let is_unwanted = matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}')
            || u32::from(c) & 0xfffe == 0xfffe
            || matches!(c, '\u{fdd0}'..='\u{fdef}');
        if is_unwanted {
            clean.extend(c.escape_unicode());
        } else {
            clean.push(c);
        }
    }
    clean
}

/// Formats a sentence like [`to_clean_line`], or a placeholder for an empty one.
pub fn sentence(text: &str) -> String {
    let clean = to_clean_line(text);
    if clean.trim().is_empty() { "(no details)".to_owned() } else { clean }
}

pub(super) const UNSEEN: &str = "it fails on a hidden puzzle";

/// Describes a check's result in one sentence.
pub fn headline(check: &CheckView) -> String {
    match &check.finding {
        Finding::Pass => check.check.condition_for_passing().to_owned(),
        Finding::Fail(failure) => sentence(&failure.summary),
        Finding::FailUnseen => UNSEEN.to_owned(),
        Finding::Skipped { because } => format!("waiting for {}", waiting_for(*because)),
        Finding::GraderError(message) => {
            format!(
                "the grader failed, which is not your fault and does not count: {}",
                to_clean_line(message)
            )
        }
    }
}

/// Returns the name of the check that must pass first, or a general term if it is hidden.
pub(super) fn waiting_for(because: Option<Check>) -> &'static str {
    because.map_or("a hidden check", Check::id)
}

/// Returns the evidence, the hint and the corrections, without a final newline. For passed and skipped checks, this is
/// only the points and corrections.
pub(super) fn details_of_check(check: &CheckView) -> String {
    let mut lines = Vec::new();
    match &check.finding {
        Finding::Pass | Finding::Skipped { .. } => lines.extend(points_of(check)),
        Finding::GraderError(_) => lines.push(NO_SCORE.to_owned()),
        Finding::Fail(_) | Finding::FailUnseen => {
            for part in failure_parts(check, None) {
                add_part(&part, &mut lines);
            }
        }
    }
    lines.extend(check.corrections.iter().map(correction));
    lines.join("\n")
}

/// Returns the rubric's text for a failed check, line by line.
pub fn note(check: &CheckView) -> impl Iterator<Item = String> {
    let note = check.note.as_deref().unwrap_or_default();
    note.lines().map(to_clean_line).filter(|line| !line.trim().is_empty())
}

fn points_of(check: &CheckView) -> impl Iterator<Item = String> {
    credit::explain_points(check).into_iter().map(|line| format!("points: {line}"))
}

/// Formats a correction as a single line, such as `corrected by R. S.: the blank counts (was 3 of 4)` or, for lateness,
/// `late: 2 days, -20 % (was 85 of 100)`.
pub(super) fn correction(correction: &Correction) -> String {
    if let Some(late) = &correction.late {
        return match correction.effected {
            Effected::Changed { was, max_score } => format!("{late} (was {was} of {max_score})"),
            Effected::Added(change) => format!("{late} ({change} of the points shown)"),
            Effected::Nothing | Effected::Set(_) => late.clone(),
        };
    }
    let (who, why) = (to_clean_line(&correction.who), to_clean_line(&correction.why));
    match correction.effected {
        Effected::Nothing => format!("comment by {who}: {why}"),
        Effected::Changed { was, max_score } => {
            format!("corrected by {who}: {why} (was {was} of {max_score})")
        }
        Effected::Added(change) => format!("corrected by {who}: {why} ({change} points)"),
        Effected::Set(points) => {
            format!("corrected by {who}: {why} (the total score is set to {points})")
        }
    }
}

/// Formats a correction as a single line, with the check's id.
pub fn correction_of(correction: &Correction) -> String {
    let text = self::correction(correction);
    correction.check.map_or(text.clone(), |check| format!("{check}: {text}"))
}

/// Adds a part about a failure, and an empty line after a block.
fn add_part(part: &FailurePart<'_>, lines: &mut Vec<String>) {
    match part {
        FailurePart::Evidence(evidence) => lines.extend(evidence_lines(evidence)),
        FailurePart::Root(root) => lines.push(format!("first: fix {root}")),
        FailurePart::Note(note) => lines.push(note.clone()),
        FailurePart::Points(points) => lines.push(format!("points: {points}")),
        FailurePart::Rule(rule) => lines.push(format!("rule: {rule}")),
        FailurePart::Reproduce(check) => {
            lines.push(format!("try it: {}", grade::json::reproduce(*check)));
        }
        FailurePart::ReadMore(check) => lines.push(format!("more: grader explain {check}")),
        FailurePart::Secrecy(secrecy) => lines.push((*secrecy).to_owned()),
    }
    if part.is_block() {
        lines.push(String::new());
    }
}

fn evidence_lines(part: &EvidencePart<'_>) -> Vec<String> {
    let drawn =
        |picture: Picture| picture.lines().map(|line| to_clean_line(line.trim_end())).collect();
    match part {
        EvidencePart::Case(evidence) => drawn(human::evidence(evidence, WIDTH, Styles::default())),
        EvidencePart::Printed(printed) => {
            let printed = printed.iter().map(|line| format!("  {line}"));
            iter::once(PRINTED_TITLE.to_owned()).chain(printed).collect()
        }
        EvidencePart::Moment(moment) => drawn(human::moment(moment, WIDTH, Styles::default())),
        EvidencePart::Detail { lines, left_out } => {
            let lines = lines.iter().map(|line| to_clean_line(line).trim_end().to_owned());
            lines.chain(more_lines(*left_out)).collect()
        }
        EvidencePart::Explanation(text) => vec![format!("in short: {text}")],
        EvidencePart::Place(place) => vec![to_clean_line(&format!("at {place}"))],
    }
}

/// Says how many lines are left out at the end of a text.
pub fn more_lines(count: usize) -> Option<String> {
    (count > 0).then(|| format!("... {}", grade::words::counted(count, "more line")))
}

pub(super) fn failure_text(check: &CheckView) -> String {
    let body = details_of_check(check);
    let headline = headline(check);
    if body.is_empty() { headline } else { format!("{headline}\n\n{body}") }
}

/// Returns the remarks to show first, for example that the submission's own program is wrong, or that the assignment is
/// a student kit without hidden parts.
pub fn headline_remarks(view: &View) -> impl Iterator<Item = String> {
    let headlines = view.remarks.iter().filter(|remark| remark.is_headline);
    headlines.map(|remark| sentence(&remark.text)).chain(kit_remark(view))
}

/// Describes what a student kit omits.
pub fn kit_remark(view: &View) -> Option<String> {
    let graded = (view.status == Status::Graded).then_some(view.omitted);
    graded?.description().map(|text| sentence(&text))
}

/// Returns the other remarks.
pub fn remarks(view: &View) -> impl Iterator<Item = &Remark> {
    view.remarks.iter().filter(|remark| !remark.is_headline)
}

/// Formats a remark as a single line.
pub fn remark(remark: &Remark) -> String {
    let text = sentence(&remark.text);
    remark.check.map_or(text.clone(), |check| format!("{check}: {text}"))
}

/// Returns a line with the submission's name and the points, as far as known.
pub fn title(view: &View) -> String {
    let name = to_clean_line(&view.submission);
    let more = match view.hidden_points() {
        Points::ZERO => String::new(),
        points => format!(" (and {points} hidden)"),
    };
    match (view.status, points(view)) {
        (Status::Rejected, None) => format!("{name}: not a submission"),
        (Status::Rejected, Some(points)) => format!("{name}: {points} (not a submission)"),
        (Status::Held, _) => format!("{name}: held back"),
        (Status::Graded | Status::GraderError, None) => format!("{name}: no score"),
        (Status::Graded | Status::GraderError, Some(points)) => format!("{name}: {points}{more}"),
    }
}

/// Formats the points, such as `87.5 / 100`, if there are any. While the total is withheld, these are the automatic
/// points.
pub fn points(view: &View) -> Option<String> {
    match (view.score, &view.hand) {
        (Some(score), Some(hand)) if !hand.is_complete => {
            Some(format!("{score} / {} so far", view.max_score))
        }
        (Some(score), _) => Some(format!("{score} / {}", view.max_score)),
        (None, Some(hand)) => {
            let score = hand.automatic?;
            Some(format!("{score} / {} without the part graded by hand", hand.automatic_max))
        }
        (None, None) => None,
    }
}

/// Returns the reason why the checks do not count, if any: the submission was rejected, or the grader failed.
pub(super) fn verdict(view: &View) -> Option<String> {
    let text = match view.status {
        Status::Graded => return None,
        Status::Rejected => sentence(view.rejection.as_deref().unwrap_or_default()),
        Status::GraderError if view.score.is_none() => return Some(NO_SCORE.to_owned()),
        Status::GraderError => SET_BY_HAND.to_owned(),
        Status::Held if view.audience == Audience::Instructor => {
            "The grade is held back.".to_owned()
        }
        Status::Held => HELD.to_owned(),
    };
    let corrections = view.corrections.iter().map(correction_of);
    Some(iter::once(text).chain(corrections).collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use grade::view::Corrected;
    use grade::{Grade, Visibility};
    use samples::{fail, grade, hamming, pass, skip};

    use super::*;

    fn sample() -> Grade {
        let mut grade = grade([
            (pass(Check::BoardDimension), 1.0),
            (fail(Check::BoardHamming, hamming()), 4.0),
            (skip(Check::BoardTwin, Check::BoardHamming), 2.0),
        ]);
        for check in [Check::BoardHamming, Check::BoardTwin] {
            let text = format!("of {check}");
            grade.remarks.push(Remark::new(Some(check), text));
        }
        grade
    }

    #[test]
    fn a_failure_is_shown_as_plain_text() {
        let view = Corrected::from(&sample()).view(Audience::Student);
        insta::assert_snapshot!(failure_text(&view.checks[1]), @"
        hamming() counts the blank

        ┌──────┐   hamming() of this board
        │ 1    │     expected 1
        │ 3  2 │     but was  2
        └──────┘

        at src/board.rs:12:9
        rule: hamming() is the number of tiles out of place
        try it: grader check --only board.hamming
        more: grader explain board.hamming
        ");
        assert_eq!(failure_text(&view.checks[2]), "waiting for board.hamming");
        assert_eq!(title(&view), "alice: 1 / 7");
        assert_eq!(view.remarks.len(), 2);
    }

    #[test]
    fn a_hidden_check_is_not_named() {
        let mut grade = sample();
        grade.checks[1].visibility = Visibility::Hidden;
        let view = Corrected::from(&grade).view(Audience::Student);
        assert_eq!(failure_text(&view.checks[1]), "waiting for a hidden check");
        assert_eq!(title(&view), "alice: 1 / 3 (and 4 hidden)");
        let hidden = &view.hidden;
        assert_eq!((hidden.len(), hidden[0].name().as_str()), (1, "board (hidden)"));
        assert!(hidden[0].sum.is_none() && hidden[0].max_score == grade.checks[1].max_score);
        let remarks: Vec<_> = view.remarks.iter().map(remark).collect();
        assert_eq!(remarks, ["board.twin: of board.twin"]);
    }

    #[test]
    fn control_characters_are_escaped() {
        let text = "a\u{1b}[1m\r\n\u{85}\u{2028}\u{feff}\u{ffff}\u{1fffe}\u{202e}é🧩";
        let safe = "a\\u{1b}[1m\\r \\u{85}\\u{2028}\\u{feff}\\u{ffff}\\u{1fffe}\\u{202e}é🧩";
        assert_eq!(to_clean_line(text), safe);
        assert_eq!(to_clean_line(&"x".repeat(1000)).chars().count(), LINE);
    }
}
