//! Reports about a class and about the differences between two grading runs.

use std::fmt::Write as _;

use grade::words::counted;
use grade::{Override, Status};
use intake::class::{DoubtfulStudent, Person};
use late::{Lateness, LatenessDoubt};
use terminal::wrap::escape;

use crate::overrides::{self, RuleHits};
use crate::prebuild::{self, PrebuildResult};
use crate::{ClassMembers, ClassRules, SummaryRow, SummaryTotals};

mod diff;

pub use diff::{diff_json, diff_text};

/// Formats a submission's name with the authors, as in `1001 (Jane Doe)`.
pub fn name_with_authors(submission: &str, people: &[Person]) -> String {
    let names: Vec<&str> = people.iter().filter_map(|person| person.name.as_deref()).collect();
    let names: Vec<String> =
        names.into_iter().filter(|name| *name != submission).map(escape).collect();
    let submission = escape(submission);
    if names.is_empty() { submission } else { format!("{submission} ({})", names.join(", ")) }
}

/// Describes a submission in one line, as in `1001 (Jane Doe): 87.5 / 100`. When the final score differs from the
/// points of the checks, the line says why.
pub fn describe_row(row: &SummaryRow) -> String {
    let name = name_with_authors(&row.name, &row.people);
    let SummaryRow { message, late, .. } = row;
    let max_score = row.automatic_max();
    let held: Vec<String> =
        row.shown_corrections().map(|applied| escape(&applied.correction.why)).collect();
    let message = escape(message.as_deref().unwrap_or_default());
    let mut line = match (row.status, row.score) {
        (Status::Held, _) => format!("{name}: held back: {}", held.join("; ")),
        (Status::Rejected, _) => format!("{name}: rejected, because {message}"),
        (Status::Graded, Some(score)) => format!("{name}: {score} / {max_score}"),
        _ => format!("{name}: no score because of a grader error: {message}"),
    };
    let mut changes = Vec::new();
    if let Some(turn) = row.attempt.filter(|turn| !turn.is_latest()) {
        changes.push(format!("attempt {turn}"));
    }
    if let (Some(late), Some(taken)) = (late.as_ref().and_then(Lateness::late), row.late_points) {
        changes.push(late.line_with(taken));
    } else if let Some(text) =
        late.as_ref().filter(|lateness| lateness.is_late()).and_then(Lateness::sentence)
    {
        changes.push(if text.starts_with("late") { text } else { format!("late: {text}") });
    }
    if let Some(change) = row.adjustment() {
        changes.push(format!("{change} by hand"));
    }
    if !changes.is_empty() {
        let _ = write!(line, " ({}", changes.join("; "));
        if row.score != row.automatic_score || row.adjustment().is_some() {
            let last = row.automatic_score.map_or("none".to_owned(), |score| score.to_string());
            let _ = write!(line, ": {last}");
        }
        line.push(')');
    }
    line.push_str(&describe_hand(row));
    line
}

/// Describes the points given by hand, if there is an automatic score to add them to.
fn describe_hand(row: &SummaryRow) -> String {
    let Some(hand) = row.hand.as_ref().filter(|_| row.automatic_score.is_some()) else {
        return String::new();
    };
    let total = row.final_score.map(|score| format!("{score} / {}", row.max_score));
    let missing = hand.ungraded_criteria().join(", ");
    match total {
        Some(total) if missing.is_empty() => format!(", {} by hand: {total}", hand.score()),
        Some(total) => format!(", {} by hand: {total} so far, without {missing}", hand.score()),
        None => format!(", not graded by hand yet: {missing}"),
    }
}

/// Counts the submissions with each result, in one line.
pub fn describe_totals(totals: SummaryTotals) -> String {
    let SummaryTotals {
        submissions,
        graded,
        rejected,
        grader_errors,
        held,
        corrected,
        late,
        incomplete,
    } = totals;
    let line = format!("{}: {graded} graded", counted(submissions, "submission"));
    append_nonzero_counts(
        line,
        &[
            (rejected, "rejected"),
            (grader_errors, "without a score because of a grader error"),
            (held, "held back"),
            (late, "late"),
            (corrected, "with corrections"),
            (incomplete, "not completely graded by hand"),
        ],
    )
}

/// The hint to show if different attempts may count now.
const OLD_ATTEMPTS: &str = "the due date or the extensions have changed, so other attempts may \
                            count: run `grader grade` again with the same `--attempts`";

/// Lists the students who may have a submission, each group with its reasons, and the submissions and files that may be
/// theirs.
fn doubts_about_people(people: &ClassMembers) -> Vec<String> {
    let mut groups: Vec<(&[String], Vec<&str>)> = Vec::new();
    for DoubtfulStudent { person, because, .. } in &people.doubtful {
        let Some(student) = person.id_or_name() else { continue };
        match groups.iter_mut().find(|(reasons, _)| reasons == because) {
            Some((_, students)) => students.push(student),
            None => groups.push((because, vec![student])),
        }
    }
    let doubtful = groups.into_iter().map(|(because, students)| {
        let students = students.join(", ");
        let because = because.join("; ");
        let because = if because.is_empty() { because } else { format!(" ({because})") };
        format!("students who may have a submission: {students}{because}")
    });
    let left_out = items_after_label("ignored, but may be part of a submission", &people.left_out);
    doubtful.chain(left_out).map(|line| escape(&line)).collect()
}

fn items_after_label(label: &str, items: &[String]) -> Option<String> {
    (!items.is_empty()).then(|| format!("{label}: {}", items.join("; ")))
}

/// Lists the submissions that were not matched with the roster, if any. A gradebook may still have their authors.
pub fn list_unmatched(rules: &ClassRules) -> Option<String> {
    items_after_label("unmatched submissions", &rules.people().unmatched).map(|line| escape(&line))
}

/// Counts what [`doubts_about_people`] lists.
fn number_of_doubts(people: &ClassMembers) -> Vec<String> {
    let ClassMembers { doubtful, left_out, .. } = people;
    let counts = [
        ("students who may have a submission", doubtful.len()),
        ("ignored files that may be part of a submission", left_out.len()),
    ];
    let counts = counts.into_iter().filter(|(_, count)| *count > 0);
    counts.map(|(what, count)| format!("{what}: {count}")).collect()
}

/// Lists the problems to resolve before the scores can count, one per line, such as students who may have a submission,
/// unknown lateness and extensions that match no student. The exit code follows from this list. Unless `has_names`, it
/// says how many students and files there are, but not which.
pub fn list_doubts(
    rows: &[SummaryRow],
    rules: &ClassRules,
    people: &ClassMembers,
    has_names: bool,
) -> Vec<String> {
    let of = |doubt: LatenessDoubt| {
        let is_doubtful =
            |row: &&SummaryRow| row.late.as_ref().and_then(Lateness::doubt) == Some(doubt);
        let rows = rows.iter().filter(is_doubtful);
        rows.map(|row| {
            let name = name_with_authors(&row.name, &row.people);
            let unread = row.late.as_ref().and_then(|late| late.handed_in.as_deref());
            unread.map_or(name.clone(), |time| format!("{name} (cannot read `{}`)", escape(time)))
        })
        .collect::<Vec<_>>()
    };
    let unmatched = rules.unmatched_extensions().to_vec();
    let [unlisted, shared] = rules.without_late_days(rows).map(|rows| {
        rows.into_iter().map(|row| name_with_authors(&row.name, &row.people)).collect::<Vec<_>>()
    });
    let about_scores = [
        (
            "late by an unknown amount, so nothing is deducted (use `--times`, or set `handed_in` in \
             `extensions.toml`)",
            of(LatenessDoubt::LateUnknown),
        ),
        (
            "unknown submission time, so nothing is deducted (use `--times`, or set `handed_in` in \
             `extensions.toml`)",
            of(LatenessDoubt::Unknown),
        ),
        ("late, but an author is not in `late-days.csv`, so no late days are used", unlisted),
        ("late, but an author has several submissions, so no late days are used", shared),
        ("extensions that match no student, or several students with the same name", unmatched),
    ]
    .into_iter()
    .filter(|(_, names)| !names.is_empty())
    .map(|(what, names)| format!("{what}: {}", names.join(", ")))
    .chain(rules.has_old_attempts().then(|| OLD_ATTEMPTS.to_owned()));
    let review = rows.iter().filter(|row| !row.review.is_empty());
    let review = review.map(|row| {
        let (name, why) = (name_with_authors(&row.name, &row.people), row.review.join("; "));
        format!("needs review, {name}: {}", escape(&why))
    });
    let about_people = if has_names { doubts_about_people } else { number_of_doubts };
    about_people(people).into_iter().chain(review).chain(about_scores).collect()
}

/// Describes the rules that applied, one per line, as in `corrected for cause = "board.counts_blank": 3 submissions,
/// board.hamming: the lecture did so, too`.
pub fn describe_rules(rows: &[SummaryRow]) -> Vec<String> {
    let line = |hit: RuleHits| {
        let (key, value) = hit.reach.key_and_value();
        let Override { check, effect, why, is_hold, .. } = &hit.correction;
        let what = match effect {
            _ if *is_hold => "held back",
            Some(_) => "corrected",
            None => "comment",
        };
        let whole = if effect.is_some() { "the total score" } else { "all" };
        let check = check.map_or(whole, |check| check.id());
        let reached = counted(hit.submissions, "submission");
        format!("{what} for {key} = \"{value}\": {reached}, {check}: {}", escape(why))
    };
    overrides::rule_hits(rows.iter().map(SummaryRow::named_corrections))
        .into_iter()
        .map(line)
        .collect()
}

fn append_nonzero_counts(mut line: String, counts: &[(usize, &str)]) -> String {
    for (count, what) in counts.iter().filter(|(count, _)| *count > 0) {
        let _ = write!(line, ", {count} {what}");
    }
    line
}

/// Describes the result of compiling a submission, in one line.
pub fn describe_prebuilt(name: &str, made: &PrebuildResult) -> String {
    let name = escape(name);
    match made {
        PrebuildResult::Ready => format!("{name}: built"),
        PrebuildResult::Rejected(reason) => format!("{name}: rejected, because {}", escape(reason)),
        PrebuildResult::Failed(message) => {
            format!("{name}: not compiled because of a grader error: {}", escape(message))
        }
    }
}

/// Counts the compiled submissions, in one line.
pub fn describe_built(totals: prebuild::PrebuildTotals) -> String {
    let prebuild::PrebuildTotals { ready, rejected, failed } = totals;
    let line = format!("{}: {ready} built", counted(ready + rejected + failed, "submission"));
    let failed = (failed, "not compiled because of a grader error");
    append_nonzero_counts(line, &[(rejected, "rejected"), failed])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_builds_are_summarized_in_a_line() {
        let totals = prebuild::PrebuildTotals { ready: 3, rejected: 1, failed: 0 };
        assert_eq!(describe_built(totals), "4 submissions: 3 built, 1 rejected");
        assert_eq!(describe_prebuilt("a\u{1b}b", &PrebuildResult::Ready), "a\\u{1b}b: built");
    }
}
