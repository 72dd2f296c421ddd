//! One check in plain words, for formats that carry text: a line, and the lines that show it.
//!
//! All of it is safe to pass on: whatever the submission has said, there are no control characters
//! in it but the ends of lines, and nothing that is not allowed in XML or YAML. How the text is
//! quoted is up to each format.

use super::human;
use super::record::{CheckRecord, Outcome, Record};
use super::style::Styles;
use super::wrap::{cut, escape};
use crate::check::{Check, Group};
use crate::grade::{Failure, Remark, Verdict, Visibility};
use crate::points::Points;
use crate::run::Place;

/// How wide the drawings may be.
const WIDTH: usize = 80;

/// The most characters of a line.
const LINE: usize = 400;

/// The most lines of the compiler's that are shown.
const DETAIL: usize = 40;

/// What a student is told if the grader was at fault.
pub(super) const NO_SCORE: &str = "The grader could not finish. This is not your fault, and it is \
                                   not counted. Please try again; if it happens again, show this \
                                   to your instructor.";

/// A text in one line, harmless and not too long.
pub(super) fn clean(text: &str) -> String {
    let mut clean = String::new();
    for c in cut(&escape(text), LINE).chars() {
        // What ends a line for some readers, and what is no character in XML or YAML.
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

/// A sentence in one line, as [`clean`] has it, that says something in any case.
pub(super) fn sentence(text: &str) -> String {
    let clean = clean(text);
    if clean.trim().is_empty() { "(nothing is said of it)".to_owned() } else { clean }
}

/// What became of a check, in one line.
pub(super) fn headline(record: &Record, check: &CheckRecord) -> String {
    match &check.verdict {
        Verdict::Pass => check.check.holds().to_owned(),
        Verdict::Fail(failure) => sentence(&failure.summary),
        Verdict::Skipped { because } => format!("waiting for {}", waiting_for(record, *because)),
        Verdict::GraderError(message) => {
            format!("not your fault, not counted: the grader broke down: {}", clean(message))
        }
    }
}

/// The name of a check that others wait for; that of a hidden one is not for everyone.
fn waiting_for(record: &Record, because: Check) -> &'static str {
    let is_hidden = |check: &CheckRecord| check.check == because && !is_visible(check);
    if record.checks.iter().any(is_hidden) { "a hidden check" } else { because.id() }
}

/// What shows that a check does not hold, and what helps: some lines, without a newline at the
/// end. Of what holds or waits there is nothing to show.
pub(super) fn body(check: &CheckRecord) -> String {
    let mut lines = Vec::new();
    match &check.verdict {
        Verdict::Pass | Verdict::Skipped { .. } => {}
        Verdict::GraderError(_) => lines.push(NO_SCORE.to_owned()),
        Verdict::Fail(failure) => {
            case(failure, &mut lines);
            if let Some(place) = &failure.place {
                lines.push(clean(&format!("at {place}")));
            }
            lines.push(format!("rule: {}", check.check.holds()));
            lines.push(format!("try it: {}", super::reproduce(check.check)));
            lines.push(format!("more: grader explain {}", check.check));
        }
    }
    lines.join("\n")
}

/// The case that shows a failure, each part with an empty line after it.
fn case(failure: &Failure, lines: &mut Vec<String>) {
    if let Some(evidence) = &failure.evidence {
        let picture = human::evidence(evidence, WIDTH, Styles::default());
        lines.extend(picture.lines().map(|line| clean(line.trim_end())));
        lines.push(String::new());
    }
    if let Some(detail) = &failure.detail {
        lines.extend(detail.lines().take(DETAIL).map(|line| clean(line).trim_end().to_owned()));
        let more = detail.lines().count().saturating_sub(DETAIL);
        if more > 0 {
            lines.push(format!("... {}", human::count(more, "more line")));
        }
        lines.push(String::new());
    }
}

/// The line and the lines that show it, as one text.
pub(super) fn text(record: &Record, check: &CheckRecord) -> String {
    let body = body(check);
    let headline = headline(record, check);
    if body.is_empty() { headline } else { format!("{headline}\n\n{body}") }
}

/// A remark in one line.
pub(super) fn remark(remark: &Remark) -> String {
    let text = sentence(&remark.text);
    remark.check.map_or(text.clone(), |check| format!("{check}: {text}"))
}

/// The remarks that a student may see.
pub(super) fn remarks(record: &Record) -> impl Iterator<Item = &Remark> {
    let is_hidden = |check: Check| {
        record.checks.iter().any(|record| record.check == check && !is_visible(record))
    };
    record.remarks.iter().filter(move |remark| !remark.check.is_some_and(is_hidden))
}

/// Whether a student may see a check at once.
pub(super) fn is_visible(check: &CheckRecord) -> bool {
    check.visibility == Visibility::Visible
}

/// The checks that a student may see at once.
pub(super) fn visible(record: &Record) -> impl Iterator<Item = &CheckRecord> + Clone {
    record.checks.iter().filter(|check| is_visible(check))
}

/// The checks of a group that a student may not see yet, as one.
pub(super) struct Hidden {
    /// Their group.
    pub(super) group: Group,
    /// How many there are.
    pub(super) count: usize,
    /// Whether all of them hold.
    pub(super) passed: bool,
    /// The points that they bring.
    pub(super) score: Points,
    /// The points that they are worth.
    pub(super) max_score: Points,
}

impl Hidden {
    /// A name for all of them.
    pub(super) fn name(&self) -> String {
        format!("{} (hidden)", self.group.id())
    }
}

/// The checks that a student may not see yet, group by group.
pub(super) fn hidden(record: &Record) -> Vec<Hidden> {
    let of = |group| {
        let checks: Vec<&CheckRecord> = record
            .checks
            .iter()
            .filter(|check| check.check.group() == group && !is_visible(check))
            .collect();
        let passed = checks.iter().all(|check| check.verdict == Verdict::Pass);
        let score = checks.iter().filter_map(|check| check.score).sum();
        let max_score = checks.iter().map(|check| check.max_score).sum();
        Hidden { group, count: checks.len(), passed, score, max_score }
    };
    Group::ALL.map(of).into_iter().filter(|hidden| hidden.count > 0).collect()
}

/// The points of the checks that a student may see, and what they are worth.
pub(super) fn visible_points(record: &Record) -> (Points, Points) {
    let score = visible(record).filter_map(|check| check.score).sum();
    (score, visible(record).map(|check| check.max_score).sum())
}

/// The submission and what a student may know of its points, in one line.
pub(super) fn title(record: &Record) -> String {
    let name = clean(&record.submission);
    match &record.outcome {
        Outcome::GraderError => format!("{name}: no score"),
        Outcome::Rejected { .. } => format!("{name}: not a submission"),
        Outcome::Graded => {
            let (score, max_score) = visible_points(record);
            let hidden: Points = hidden(record).iter().map(|hidden| hidden.max_score).sum();
            let more = match hidden {
                Points::ZERO => String::new(),
                points => format!(" (and {points} hidden)"),
            };
            format!("{name}: {score} / {max_score}{more}")
        }
    }
}

/// Reads a place as it is written, such as `src/board.rs:12:9`.
pub(super) fn place(text: &str) -> Option<Place> {
    let mut parts = text.rsplitn(3, ':');
    let (column, line, file) = (parts.next()?, parts.next()?, parts.next()?);
    let place =
        Place { file: file.to_owned(), line: line.parse().ok()?, column: column.parse().ok()? };
    // What a number may be written as beside, such as `+1`, is no place.
    (place.to_string() == text).then_some(place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::Grade;
    use crate::report::sample::{fail, grade, hamming, pass, skip};

    fn sample() -> Grade {
        let mut grade = grade([
            (pass(Check::BoardDimension), 1.0),
            (fail(Check::BoardHamming, hamming()), 4.0),
            (skip(Check::BoardTwin, Check::BoardHamming), 2.0),
        ]);
        for check in [Check::BoardHamming, Check::BoardTwin] {
            let text = format!("of {check}");
            grade.remarks.push(Remark { check: Some(check), text });
        }
        grade
    }

    #[test]
    fn a_failure_is_shown() {
        let record = Record::from(&sample());
        insta::assert_snapshot!(text(&record, &record.checks[1]), @"
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
        assert_eq!(text(&record, &record.checks[2]), "waiting for board.hamming");
        assert_eq!(title(&record), "alice: 1 / 7");
        assert_eq!(remarks(&record).count(), 2);
    }

    #[test]
    fn a_hidden_check_is_not_named() {
        let mut grade = sample();
        grade.checks[1].visibility = Visibility::Hidden;
        let record = Record::from(&grade);
        assert_eq!(text(&record, &record.checks[2]), "waiting for a hidden check");
        assert_eq!(title(&record), "alice: 1 / 3 (and 4 hidden)");
        let hidden = hidden(&record);
        assert_eq!((hidden.len(), hidden[0].name().as_str()), (1, "board (hidden)"));
        assert!(!hidden[0].passed && hidden[0].max_score == record.checks[1].max_score);
        assert_eq!(remarks(&record).map(remark).collect::<Vec<_>>(), ["board.twin: of board.twin"]);
    }

    #[test]
    fn nothing_but_text_is_left() {
        let text = "a\u{1b}[1m\r\n\u{85}\u{2028}\u{feff}\u{ffff}\u{1fffe}\u{202e}é🧩";
        let safe = "a\\u{1b}[1m\\r \\u{85}\\u{2028}\\u{feff}\\u{ffff}\\u{1fffe}\\u{202e}é🧩";
        assert_eq!(clean(text), safe);
        assert_eq!(clean(&"x".repeat(1000)).chars().count(), LINE);
    }

    #[test]
    fn places_are_read_as_they_are_written() {
        let read = |text| place(text).map(|place| (place.file, place.line, place.column));
        assert_eq!(read("src/board.rs:12:9"), Some(("src/board.rs".to_owned(), 12, 9)));
        assert_eq!(read("a:b.rs:1:2"), Some(("a:b.rs".to_owned(), 1, 2)));
        for bad in ["", "src/board.rs", "a:1", "a:x:1", "a:+1:1", "a:01:1", "a:1:4294967296"] {
            assert_eq!(place(bad), None, "{bad}");
        }
    }
}
