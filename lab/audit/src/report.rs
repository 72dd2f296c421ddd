//! Reports on an [`Audit`] or a [`Proposal`].

mod differences;
mod differences_json;
mod human;
mod json;
mod markdown;
mod proposal;
mod proposal_json;

use std::fmt::Write as _;

use grade::INSTRUCTION;
use grade::check::Check;
use grade::points::Points;
use grade::words::counted;
use terminal::page::Layout;

use crate::findings::{AuditTotals, Contradiction, MissingFailure};
use crate::propose::Proposal;
use crate::ranking::Ranking;
use crate::{Audit, Confusion, LabelOutcome};

/// The format of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AuditFormat {
    /// Text for the terminal.
    #[default]
    Human,
    /// Markdown for documentation.
    Markdown,
    /// JSON for programs.
    Json,
}

impl AuditFormat {
    /// All formats, with the default first.
    pub const ALL: [Self; 3] = [Self::Human, Self::Markdown, Self::Json];

    /// Returns the name used on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Markdown => "markdown",
            Self::Json => "json",
        }
    }

    /// Looks up a format by name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Formats an audit. The layout affects only the text format.
    pub fn render(self, audit: &Audit, layout: &Layout) -> String {
        match self {
            Self::Human => human::human(audit, layout),
            Self::Markdown => markdown::markdown(audit),
            Self::Json => json::json(audit),
        }
    }

    /// Formats a proposal. The text format is a puzzle list to be pasted into a rubric.
    pub fn render_proposal(self, proposal: &Proposal) -> String {
        match self {
            Self::Human => proposal::toml(proposal),
            Self::Markdown => proposal::markdown(proposal),
            Self::Json => proposal_json::json(proposal),
        }
    }
}

/// Says how many reports name true mistakes, and how many name wrong ones.
fn confusion_totals(confusion: &Confusion) -> String {
    let Confusion { labels, named, wrong, .. } = confusion;
    format!("{}; {named} of {labels} labels have their true cause", counted(*wrong, "wrong cause"))
}

fn totals_in_words(totals: AuditTotals) -> String {
    let AuditTotals { faults, ungraded, caught, right, hurt, contradictions, grader_faults } =
        totals;
    let mut line = format!(
        "{} and {}: {} caught by a check that their labels name, {} failed, {} contradicted",
        counted(faults, "fault"),
        counted(right, "correct submission"),
        counted(caught, "fault"),
        counted(hurt, "correct submission"),
        counted(contradictions, "label"),
    );
    if ungraded > 0 {
        let _ = write!(line, ", {} in checks that are not graded", counted(ungraded, "fault"));
    }
    if grader_faults > 0 {
        let _ = write!(line, ", {} not graded completely", counted(grader_faults, "submission"));
    }
    line
}

/// The headers of the matrix columns that follow the check.
const COLUMNS: [&str; 4] = ["named", "caught", "also failed by", "wrongly failed"];

const LEGEND: &str = "named: faults whose labels name the check; caught: those faults that fail \
                      it; also failed by: other faults that fail it; wrongly failed: correct \
                      submissions that fail it";

const IDLE: &str = "Each fault that one of these puzzles exposes is also exposed by another \
                    puzzle. You can remove any one of them, but not all of them at once; run \
                    `grader audit --propose` for a list. If a solver repeatedly uses up its \
                    budget, only the puzzles that ran count.";

const NO_PUZZLES: &str = "No fault in the corpus is exposed by puzzles.";

/// The number of expensive submissions to list.
/// A few show whether a single submission makes the audit slow.
const DEAREST: usize = 5;

/// Returns all contradictions between a submission and the label, as sentences without a period. `code` is used to
/// format names, such as check ids, and `words` to format messages.
fn complaints(
    contradiction: &Contradiction<'_>,
    code: impl Fn(&str) -> String,
    words: impl Fn(&str) -> String,
) -> Vec<String> {
    let Contradiction { unexpected, missing, skipped, shown, wrong_causes, score, .. } =
        contradiction;
    let id = |check: Check| code(check.id());
    let waits = |because: &Check| format!("is skipped (because of {})", id(*because));
    let unexpected = unexpected.iter().map(|(check, summary)| {
        format!("{} should pass, but fails: {}", id(*check), words(summary))
    });
    let missing = missing.iter().map(|(check, what)| {
        let what = match what {
            MissingFailure::Passed => "passes".to_owned(),
            MissingFailure::Skipped(because) => waits(because),
        };
        format!("{} should fail, but {what}", id(*check))
    });
    let skipped = skipped
        .iter()
        .map(|(check, because)| format!("{} should pass, but {}", id(*check), waits(because)));
    let score =
        score.iter().map(|(points, range)| format!("the score is {points}, but should be {range}"));
    let shown = shown.iter().map(|difference| differences::complaint(difference, &code));
    let wrong_causes = wrong_causes
        .iter()
        .map(|cause| format!("the report names {}, which is not true", code(cause)));
    let unexpected = unexpected.chain(missing).chain(skipped).chain(shown);
    unexpected.chain(wrong_causes).chain(score).collect()
}

fn verdict_word(outcome: &LabelOutcome, check: Check) -> &'static str {
    if outcome.failed.contains_key(&check) {
        "fails"
    } else if outcome.skipped.contains_key(&check) {
        "is skipped"
    } else if outcome.grader_faults.contains_key(&check) {
        "is not known"
    } else {
        "passes"
    }
}

/// Describes whether the ranking is as expected, if there are enough submissions to compare.
fn describe_ranking_faults(ranking: &Ranking<'_>, name: impl Fn(&str) -> String) -> Option<String> {
    let last = ranking.last_right?;
    let has_wrong =
        ranking.outcomes.iter().any(|outcome| !outcome.is_right && outcome.score.is_some());
    if !has_wrong {
        return None;
    }
    if ranking.overtaking.is_empty() {
        return Some(
            "All correct submissions have more points than all faulty submissions.".to_owned(),
        );
    }
    let names: Vec<String> = ranking.overtaking.iter().map(|outcome| name(&outcome.name)).collect();
    Some(format!(
        "{} at least as many points as {}, the correct submission with the fewest: {}.",
        if let [_] = names.as_slice() {
            "One faulty submission has".to_owned()
        } else {
            format!("{} faulty submissions have", names.len())
        },
        name(&last.name),
        names.join(", ")
    ))
}

fn sentence_about_uncompared_scores(audit: &Audit) -> Option<String> {
    (audit.unheld_scores > 0).then(|| {
        format!(
            "{} not compared, because the points of this assignment differ from those of the \
             default assignment.",
            match audit.unheld_scores {
                1 => "The score range of 1 label was".to_owned(),
                many => format!("The score ranges of {many} labels were"),
            }
        )
    })
}

fn points_or_none(points: Option<Points>) -> String {
    points.map_or_else(|| "–".to_owned(), |points| points.to_string())
}

fn correct_or_faulty(outcome: &LabelOutcome) -> &'static str {
    if outcome.is_right { "correct" } else { "faulty" }
}

fn format_millions(fuel: u64) -> String {
    format!("{} million", fuel / INSTRUCTION / 1_000_000)
}

fn total_work(fuel: u64) -> String {
    format!(
        "The searches executed {} instructions, with each puzzle counted once. The most expensive:",
        format_millions(fuel)
    )
}

fn join_ids(checks: impl IntoIterator<Item = Check>) -> String {
    let ids: Vec<&str> = checks.into_iter().map(Check::id).collect();
    if ids.is_empty() { "nothing".to_owned() } else { ids.join(", ") }
}

fn hundredths_to_decimal(hundredths: u64) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn format_names_round_trip() {
        for format in AuditFormat::ALL {
            assert_eq!(AuditFormat::from_name(format.name()), Some(format));
        }
        assert_eq!(AuditFormat::from_name("xml"), None);
    }
}
