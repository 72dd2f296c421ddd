//! Gives points for the part of a check that holds, by the rubric's rules.

use std::collections::BTreeSet;

use grade::cause::{Cause, TestsCause};
use grade::check::Check;
use grade::points::Points;
use grade::{Basis, Cap, CheckGrade, Credit, FEW_ROWS, Failure, Grade, Parts, Share, Verdict};

use crate::assignment::{Assignment, Partial, RubricEntry};
use crate::exam::Exam;

/// The verdicts of an exam with their points, and the limits of the total that count.
pub(super) fn rate(assignment: &Assignment, exam: &Exam) -> (Vec<CheckGrade>, Vec<Cap>) {
    let unknown = || Verdict::GraderError("the check was not run".to_owned());
    let check = |rated: &RubricEntry| {
        rate_one(rated, exam.verdicts.get(&rated.check).cloned().unwrap_or_else(unknown), exam)
    };
    let mut checks: Vec<CheckGrade> = assignment.checks.iter().map(check).collect();
    withhold(&mut checks, &assignment.checks);
    let caps = caps(&checks, assignment);
    (checks, caps)
}

/// The checks that an exam has a verdict of so far, as if there were no others.
pub(super) fn rate_some(assignment: &Assignment, exam: &Exam) -> Vec<CheckGrade> {
    let verdict = |rated: &RubricEntry| exam.verdicts.get(&rated.check).cloned();
    let known = assignment.checks.iter().filter_map(|rated| Some((rated, verdict(rated)?)));
    known.map(|(rated, verdict)| rate_one(rated, verdict, exam)).collect()
}

fn rate_one(rated: &RubricEntry, verdict: Verdict, exam: &Exam) -> CheckGrade {
    let verdict = verdict.canonical();
    CheckGrade {
        check: rated.check,
        max_score: rated.points,
        visibility: rated.visibility,
        measure: exam.measures.get(&rated.check).cloned(),
        credit: credit(rated, &verdict, exam),
        withheld: None,
        verdict,
    }
}

/// The points for the part of a check that holds, if the check fails and the rubric gives some.
fn credit(rated: &RubricEntry, verdict: &Verdict, exam: &Exam) -> Option<Credit> {
    let Verdict::Fail(failure) = verdict else { return None };
    let share = match &rated.partial {
        Partial::None => return None,
        Partial::Share { .. } if rated.check == Check::TestsOwn => caught(failure),
        Partial::Share { .. } => puzzles(rated.check, failure, exam),
        Partial::Thresholds(steps) => within(steps, failure, exam),
        Partial::Large { .. } => sizes(failure),
    }?;
    Some(Credit { points: points(&rated.partial, rated.points, &share), share })
}

/// The points that a rule gives for a share.
fn points(partial: &Partial, all: Points, share: &Share) -> Points {
    let part = all.share(share.held(), share.of());
    match partial {
        Partial::None => Points::ZERO,
        Partial::Share { most } => part.min(all.share(*most, 1000)),
        Partial::Thresholds(_) => part,
        Partial::Large { part } => all.share(*part, 1000),
    }
}

/// The puzzles on which the check holds, of those by which it could be judged.
fn puzzles(check: Check, failure: &Failure, exam: &Exam) -> Option<Share> {
    let tally = exam.tallies.get(&check)?;
    // To count wrongly is not to search wrongly, however often it shows.
    if check == Check::SolverMoves && tally.missed == 0 && 2 * tally.held < tally.of {
        return Share::new(1, 2, Parts::Answers, None);
    }
    Share::new(tally.held, tally.of, Parts::Puzzles, puzzle(failure))
}

/// The steps of the limit that the work keeps within. What was cut off keeps within none.
fn within(steps: &[u32], failure: &Failure, exam: &Exam) -> Option<Share> {
    let measure = exam.measures.get(&Check::SolverTime);
    let keeps = |step: &&u32| {
        !exam.is_cut_off && measure.is_some_and(|it| it.value <= 100 * u64::from(**step))
    };
    let held = steps.iter().filter(keeps).count();
    // Not the one that takes most, which may be hidden where this one is not.
    Share::new(count(held), count(steps.len()), Parts::Thresholds, puzzle(failure))
}

/// Boards of few rows, on which the check passes if the smallest on which it fails is larger.
fn sizes(failure: &Failure) -> Option<Share> {
    let rows = failure.evidence.as_ref()?.tiles.len();
    let share = Share::new(1, 2, Parts::Sizes, Some(rows.to_string()));
    share.filter(|_| rows > FEW_ROWS)
}

/// The faults that tests catch, of those that they have to. Tests that are wrong themselves catch
/// nothing.
fn caught(failure: &Failure) -> Option<Share> {
    match &failure.cause {
        Some(Cause::Tests(TestsCause::CatchTooFew { caught, wanted, .. })) => {
            Share::new(count(*caught), count(*wanted), Parts::Faults, None)
        }
        _ => None,
    }
}

fn puzzle(failure: &Failure) -> Option<String> {
    failure.evidence.as_ref()?.puzzle.clone()
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The same grade with the points of this assignment, which has the same
/// [verdicts](Assignment::verdicts_hash). `None` if it has not, or the grade has no verdicts.
pub(super) fn with_points_of(assignment: &Assignment, grade: Grade) -> Option<Grade> {
    let has_verdicts = grade.rejection.is_none() && grade.fault().is_none();
    if !has_verdicts || grade.checks.len() != assignment.checks.len() {
        return None;
    }
    let mut checks = Vec::new();
    for (check, rated) in grade.checks.into_iter().zip(&assignment.checks) {
        if (check.check, check.visibility) != (rated.check, rated.visibility) {
            return None;
        }
        let credit = match check.credit {
            Some(_) if rated.partial == Partial::None => return None,
            Some(Credit { share, .. }) => {
                Some(Credit { points: points(&rated.partial, rated.points, &share), share })
            }
            None => None,
        };
        checks.push(CheckGrade { max_score: rated.points, credit, withheld: None, ..check });
    }
    withhold(&mut checks, &assignment.checks);
    let caps = caps(&checks, assignment);
    let basis = Basis { assignment: assignment.hash(), ..grade.basis };
    Some(Grade { checks, caps, basis, ..grade })
}

/// Keeps back points that need a check to hold which does not, and says which.
fn withhold(checks: &mut [CheckGrade], rated: &[RubricEntry]) {
    let failed: BTreeSet<Check> = failed(checks).collect();
    for (check, rated) in checks.iter_mut().zip(rated) {
        let needed = rated.requires.iter().copied().find(|it| failed.contains(it));
        if let Some(needed) = needed.filter(|_| check.score() > Some(Points::ZERO)) {
            check.withhold(needed);
        }
    }
}

/// The limits of the total whose check does not hold.
fn caps(checks: &[CheckGrade], assignment: &Assignment) -> Vec<Cap> {
    let failed: BTreeSet<Check> = failed(checks).collect();
    assignment.caps.iter().filter(|cap| failed.contains(&cap.unless)).cloned().collect()
}

/// The checks that do not hold, or could not be looked at.
fn failed(checks: &[CheckGrade]) -> impl Iterator<Item = Check> + '_ {
    checks.iter().filter(|it| it.is_missed()).map(|it| it.check)
}

#[cfg(test)]
mod tests;
