//! What a report says about a failed check, part by part. Terminals, plain texts and pages show the same parts.

use grade::check::{Check, Group};
use grade::view::{CheckView, Finding};
use grade::{Evidence, Failure, Moment, SourcePosition, Visibility};

use crate::{credit, plain};

/// The maximum number of lines to show of the compiler's output.
/// This is a page of a terminal. The first errors often cause the others.
const DETAIL: usize = 40;

/// The maximum number of lines to show of what a submission prints.
/// A few lines show which debugging output was left in the code.
const PRINTED: usize = 10;

/// A part of the evidence for a failure.
#[derive(Clone, Debug)]
pub enum EvidencePart<'a> {
    /// The failing case, with the expected and the actual result.
    Case(&'a Evidence),
    /// The first lines that the submission prints in the failing case, with special characters escaped.
    Printed(Vec<String>),
    /// The moment at which a search went wrong.
    Moment(&'a Moment),
    /// Further details, such as the compiler's output.
    Detail {
        /// The first lines, as they are.
        lines: Vec<&'a str>,
        /// The number of lines that follow.
        left_out: usize,
    },
    /// An explanation of the compiler's message for beginners.
    Explanation(&'a str),
    /// The place in the submission's code.
    Place(&'a SourcePosition),
}

/// A part of what a report says about a failed check.
#[derive(Clone, Debug)]
pub(crate) enum FailurePart<'a> {
    Evidence(EvidencePart<'a>),
    /// Another failed check that probably explains this one.
    Root(Check),
    /// A line of the rubric's text for the failed check.
    Note(String),
    /// How the points follow from the failure.
    Points(String),
    /// The rule that does not hold.
    Rule(&'static str),
    /// How to reproduce the failure.
    Reproduce(Check),
    /// Where to read about the check.
    ReadMore(Check),
    /// Who does not see the failure.
    Secrecy(&'static str),
}

impl FailurePart<'_> {
    /// Returns `true` if the part needs empty lines around it.
    pub(crate) fn is_block(&self) -> bool {
        matches!(self, Self::Evidence(part) if !matches!(part, EvidencePart::Place(_)))
    }
}

/// Returns the parts that show how a submission fails.
pub fn evidence_parts(failure: &Failure) -> Vec<EvidencePart<'_>> {
    let mut parts = Vec::new();
    if let Some(evidence) = &failure.evidence {
        parts.push(EvidencePart::Case(evidence));
        let printed = printed_lines(evidence);
        parts.extend((!printed.is_empty()).then_some(EvidencePart::Printed(printed)));
    }
    parts.extend(failure.moment.as_deref().map(EvidencePart::Moment));
    parts.extend(failure.detail.as_ref().map(|detail| EvidencePart::Detail {
        lines: detail.lines().take(DETAIL).collect(),
        left_out: detail.lines().count().saturating_sub(DETAIL),
    }));
    parts.extend(failure.explanation().map(EvidencePart::Explanation));
    parts.extend(failure.place.as_ref().map(EvidencePart::Place));
    parts
}

/// Returns everything to say about a failed check below its summary. `root` should be another failed check that probably
/// explains this one.
pub(crate) fn failure_parts(check: &CheckView, root: Option<Check>) -> Vec<FailurePart<'_>> {
    let rule = FailurePart::Rule(check.check.condition_for_passing());
    let more = FailurePart::ReadMore(check.check);
    let Finding::Fail(failure) = &check.finding else {
        // The failure cannot be reproduced with the visible puzzles.
        return note_and_points(check).chain([rule, more]).collect();
    };
    let mut evidence = evidence_parts(failure);
    // If another check explains the failure, it will show how the search goes wrong.
    evidence.retain(|part| root.is_none() || !matches!(part, EvidencePart::Moment(_)));
    let is_placed = failure.place.is_some() || check.check.group() == Group::Compile;
    let at = check.at.as_ref().filter(|_| !is_placed);
    evidence.extend(at.map(EvidencePart::Place));
    let mut parts: Vec<_> = evidence.into_iter().map(FailurePart::Evidence).collect();
    parts.extend(root.map(FailurePart::Root));
    parts.extend(note_and_points(check));
    parts.extend([rule, FailurePart::Reproduce(check.check), more]);
    parts.extend(secrecy_part(check));
    parts
}

/// Returns the parts about a failure that another failure in the same report, `root`, probably explains. Everything that
/// helps to fix it is left out, so that one fault looks like one failure. The command shows the rest.
pub(crate) fn explained_parts(check: &CheckView, root: Check) -> Vec<FailurePart<'_>> {
    let mut parts = vec![FailurePart::Root(root)];
    parts.extend(note_and_points(check));
    parts.push(FailurePart::Reproduce(check.check));
    parts.extend(secrecy_part(check));
    parts
}

fn note_and_points(check: &CheckView) -> impl Iterator<Item = FailurePart<'_>> {
    let points = credit::explain_points(check).into_iter().map(FailurePart::Points);
    plain::note(check).map(FailurePart::Note).chain(points)
}

fn secrecy_part(check: &CheckView) -> Option<FailurePart<'static>> {
    match check.secrecy {
        Visibility::Visible => None,
        Visibility::AfterDueDate => {
            Some(FailurePart::Secrecy("not shown to students before the due date"))
        }
        Visibility::Hidden => Some(FailurePart::Secrecy("not shown to students")),
    }
}

/// Returns the first lines that the submission prints in a failing case. Only the beginning is known.
fn printed_lines(evidence: &Evidence) -> Vec<String> {
    let text = evidence.printed.as_deref().unwrap_or_default().trim_end();
    let mut lines: Vec<String> = text.lines().take(PRINTED).map(plain::to_clean_line).collect();
    if text.lines().count() > PRINTED {
        lines.push("...".to_owned());
    }
    lines
}
