//! Groups of submissions with the same failures.
//!
//! The id of a group is derived from the failed checks and their causes. It will be the same in every run, and
//! submissions graded later can join the group.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use base::digest::PartsHash;
use grade::check::Check;
use grade::words::counted;
use grade::{Cause, Grade, Status, Verdict};
use terminal::wrap::escape;

/// The number of digits in an id. For a thousand groups, the probability of two equal ids is about one in ten million.
/// It is also short enough to copy by hand.
const DIGITS: usize = 12;

/// A submission's failed checks. Causes are missing in grades from earlier versions.
pub type Faults = Vec<(Check, Option<Cause>)>;

/// Returns the failed checks and their causes.
pub fn failed_checks_and_causes(grade: &Grade) -> Faults {
    let fault = |check: &grade::CheckGrade| match &check.verdict {
        Verdict::Fail(failure) => Some((check.check, failure.cause.clone())),
        _ => None,
    };
    grade.checks.iter().filter_map(fault).collect()
}

/// Returns the group's id, such as `3f9a01c2b7de`, or `None` if nothing failed.
pub fn group_id(grade: &Grade) -> Option<String> {
    let faults = failed_checks_and_causes(grade);
    (grade.status() == Status::Graded && !faults.is_empty()).then(|| hash_of_faults(&faults))
}

pub(crate) fn is_group_id(text: &str) -> bool {
    text.len() == DIGITS && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn hash_of_faults(faults: &Faults) -> String {
    let mut parts: PartsHash = ["faults/1"].into_iter().collect();
    for (check, cause) in faults {
        parts.add(check.id());
        parts.add(serde_json::to_string(cause).expect("all map keys are strings"));
    }
    parts.hex()[..DIGITS].to_owned()
}

/// Collects the groups and causes of a class.
#[derive(Clone, Debug, Default)]
pub struct FaultGroups {
    groups: BTreeMap<Faults, Vec<String>>,
    causes: BTreeMap<(String, Check), Vec<String>>,
}

impl FaultGroups {
    /// Adds a submission.
    pub fn add_grade(&mut self, grade: &Grade) {
        let faults = failed_checks_and_causes(grade);
        if grade.status() != Status::Graded || faults.is_empty() {
            return;
        }
        for (check, cause) in &faults {
            if let Some(cause) = cause {
                let names = self.causes.entry((cause.name(), *check)).or_default();
                names.push(grade.submission.clone());
            }
        }
        self.groups.entry(faults).or_default().push(grade.submission.clone());
    }

    /// Lists the groups and causes, largest first, with the keys for `overrides.toml`.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let mut groups: Vec<_> = self.groups.iter().collect();
        // The sort is stable, so groups of the same size keep one order.
        groups.sort_by_key(|(_, names)| std::cmp::Reverse(names.len()));
        for (faults, names) in groups {
            let _ = writeln!(
                text,
                "group = \"{}\"  {}",
                hash_of_faults(faults),
                count_and_names(names)
            );
            for (check, cause) in faults {
                let why = cause
                    .as_ref()
                    .map_or_else(|| check.condition_for_passing().to_owned(), Cause::sentence);
                let _ = writeln!(text, "  {check}: {}", escape(&why));
            }
        }
        let mut causes: Vec<_> = self.causes.iter().collect();
        causes.sort_by_key(|(_, names)| std::cmp::Reverse(names.len()));
        if !causes.is_empty() {
            text.push('\n');
        }
        for ((cause, check), names) in causes {
            let _ = writeln!(text, "cause = \"{cause}\"  {check}  {}", count_and_names(names));
        }
        text
    }
}

fn count_and_names(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().map(|name| escape(name)).collect();
    format!("{}: {}", counted(names.len(), "submission"), shown.join(", "))
}

#[cfg(test)]
mod tests {
    use grade::cause::SolverCause;
    use grade::{Failure, Rejection};
    use samples::{fail, grade, pass};

    use super::*;

    fn failing(name: &str, more: u64) -> Grade {
        let failure = Failure::from_cause(SolverCause::TooLong { more, flaw: None });
        let sample = grade([
            (pass(Check::BoardTwin), 1.0),
            (fail(Check::BoardHamming, samples::hamming()), 2.0),
            (fail(Check::SolverMoves, failure), 3.0),
        ]);
        Grade { submission: name.to_owned(), ..sample }
    }

    #[test]
    fn group_ids_depend_on_failed_checks_and_causes() {
        let first = group_id(&failing("alice", 2)).unwrap();
        assert_eq!(first.len(), DIGITS);
        assert_eq!(group_id(&failing("bob", 2)).unwrap(), first);
        assert_ne!(group_id(&failing("bob", 3)).unwrap(), first);
        let mut dearer = failing("carl", 2);
        dearer.checks[1].max_score = grade::points::Points::ZERO;
        assert_eq!(group_id(&dearer).unwrap(), first, "points are no fault");
        assert_eq!(group_id(&grade([(pass(Check::BoardTwin), 1.0)])), None);
        let rejection = Some(Rejection { reason: "x".to_owned(), max_score: dearer.max_score() });
        assert_eq!(group_id(&Grade { rejection, ..dearer }), None);
    }

    #[test]
    fn groups_and_causes_are_listed_by_size() {
        let mut groups = FaultGroups::default();
        for (name, more) in [("alice", 2), ("bob", 3), ("carl", 2)] {
            groups.add_grade(&failing(name, more));
        }
        let text = groups.to_text();
        let lines: Vec<&str> = text.lines().collect();
        let first = format!(
            "group = \"{}\"  2 submissions: alice, carl",
            hash_of_faults(&failed_checks_and_causes(&failing("x", 2)))
        );
        assert_eq!(lines[0], first);
        let causes: Vec<&&str> = lines.iter().filter(|line| line.starts_with("cause")).collect();
        let name = Cause::from(SolverCause::TooLong { more: 1, flaw: None }).name();
        assert!(
            causes.iter().any(|line| {
                **line
                    == format!("cause = \"{name}\"  solver.moves  3 submissions: alice, bob, carl")
            }),
            "{text}"
        );
    }
}
