//! Computes points and partial credit from the rubric's rules.

use std::collections::BTreeSet;

use assignment::{Assignment, Partial, RubricEntry};
use grade::cause::{Cause, SolverCause, TestsCause};
use grade::check::{Check, Group};
use grade::points::Points;
use grade::{
    Basis, Cap, CapCondition, CapRule, CheckGrade, Credit, FEW_ROWS, Failure, Grade, SIZES, Share,
    ShareUnit, Tally, Verdict,
};

use crate::exam::{Cases, Exam};

/// Returns the verdicts with their points, and the caps that apply.
pub(super) fn rate_checks_and_caps(
    assignment: &Assignment,
    exam: &Exam,
) -> (Vec<CheckGrade>, Vec<Cap>) {
    let checks = rate_all(&assignment.checks, exam);
    let caps = applying_caps(&checks, exam.program_tally(), assignment);
    (checks, caps)
}

fn rate_all(rated: &[RubricEntry], exam: &Exam) -> Vec<CheckGrade> {
    let unknown = || Verdict::GraderError("the check was not run".to_owned());
    let check = |rated: &RubricEntry| {
        rate_one(rated, exam.verdicts.get(&rated.check).cloned().unwrap_or_else(unknown), exam)
    };
    let mut checks: Vec<CheckGrade> = rated.iter().map(check).collect();
    withhold_points(&mut checks, rated);
    checks
}

/// Returns `true` if points for the board depend only on board checks and there are other checks to leave out.
pub(super) fn is_board_separate(assignment: &Assignment) -> bool {
    let is_of_board = |check: &Check| check.group() == Group::Board;
    let (board, others): (Vec<_>, Vec<_>) =
        assignment.checks.iter().partition(|rated| is_of_board(&rated.check));
    !others.is_empty() && board.iter().flat_map(|rated| &rated.requires).all(is_of_board)
}

/// Rates only the board checks. Their points must be [independent of other checks](is_board_separate).
pub(super) fn rate_board(assignment: &Assignment, exam: &Exam) -> Vec<CheckGrade> {
    let of_board = assignment.checks.iter().filter(|rated| rated.check.group() == Group::Board);
    let rated: Vec<RubricEntry> = of_board.cloned().collect();
    rate_all(&rated, exam)
}

/// Rates the checks with known verdicts, and ignores the others.
pub(super) fn rate_known_verdicts(assignment: &Assignment, exam: &Exam) -> Vec<CheckGrade> {
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
        credit: credit_for_verdict(rated, &verdict, exam),
        withheld: None,
        note: note_for_failure(rated, &verdict),
        verdict,
    }
}

fn note_for_failure(rated: &RubricEntry, verdict: &Verdict) -> Option<String> {
    rated.note.clone().filter(|_| matches!(verdict, Verdict::Fail(_)))
}

fn credit_for_verdict(rated: &RubricEntry, verdict: &Verdict, exam: &Exam) -> Option<Credit> {
    let share = match (&rated.partial, verdict) {
        (Partial::None, _) | (_, Verdict::Pass | Verdict::GraderError(_)) => return None,
        (Partial::Share { .. }, Verdict::Fail(failure)) if rated.check == Check::TestsOwn => {
            share_of_caught_faults(failure)
        }
        (Partial::Share { .. }, _) => share_to_show(rated.check, verdict, exam),
        (Partial::Thresholds(steps), Verdict::Fail(failure)) => {
            share_of_thresholds(steps, failure, exam)
        }
        (Partial::Thresholds(_), Verdict::Skipped { .. }) => {
            share_to_show(rated.check, verdict, exam).filter(|_| is_judged(rated.check, exam))
        }
        (Partial::Large { .. }, Verdict::Fail(failure)) => share_of_sizes(failure),
        (Partial::Large { .. }, Verdict::Skipped { .. }) => None,
    }?;
    Some(Credit { points: points_for_share(&rated.partial, rated.points, &share), share })
}

fn points_for_share(partial: &Partial, all: Points, share: &Share) -> Points {
    let part = share.tally().points(all);
    match partial {
        Partial::None => Points::ZERO,
        // The rubric's shares are stored in thousandths.
        Partial::Share { most } => part.min(all.share(*most, 1000)),
        Partial::Thresholds(_) => share.tally().with_slow_as_stopped().points(all),
        Partial::Large { part } => all.share(*part, 1000),
    }
}

/// Returns the share of correct cases and the smallest one that fails, or `None` if there are no cases, or if no size is
/// correct.
fn share_to_show(check: Check, verdict: &Verdict, exam: &Exam) -> Option<Share> {
    let Cases { tally, of_what } = *exam.cases.get(&check)?;
    let smallest = match verdict {
        Verdict::Fail(failure) if of_what == ShareUnit::Sizes => rows_of_failure(failure),
        Verdict::Fail(failure) => puzzle_of_failure(failure),
        _ => None,
    };
    // If the submission is correct for no size, the share is not shown.
    let is_informative = of_what != ShareUnit::Sizes || tally.correct > 0;
    Share::of_tally(tally, of_what, smallest).filter(|_| is_informative)
}

/// Returns `true` if at least half of the searches end with a correct result. Only then are the search checks judged.
fn is_judged(check: Check, exam: &Exam) -> bool {
    exam.cases.get(&check).is_some_and(|cases| cases.tally.is_enough())
}

/// Returns the number of thresholds that the cost meets. If searches end without a correct result, the total cost is
/// unknown, so thresholds that other searches meet are skipped.
fn share_of_thresholds(steps: &[u32], failure: &Failure, exam: &Exam) -> Option<Share> {
    let measure = exam.measures.get(&Check::SolverTime);
    let tally = exam.cases.get(&Check::SolverTime).map(|cases| cases.tally).unwrap_or_default();
    let keeps =
        // Measures are in hundredths.
        |step: &&u32| measure.is_some_and(|measure| measure.value <= 100 * u64::from(**step));
    let kept = to_u32(steps.iter().filter(keeps).count());
    let wrong = to_u32(steps.len()).saturating_sub(kept);
    let tally = match tally {
        _ if tally.is_whole() => Tally { correct: kept, wrong, ..Tally::default() },
        // A search that uses up its budget meets no threshold.
        Tally { slow: 1.., .. } => Tally::from_correct(0, to_u32(steps.len())),
        _ => Tally { skipped: kept, wrong, ..Tally::default() },
    };
    // Name the puzzle of the failure, as the most expensive puzzle may be hidden.
    Share::of_tally(tally, ShareUnit::Thresholds, puzzle_of_failure(failure))
}

/// Returns the share for small boards if the smallest counterexample is larger.
fn share_of_sizes(failure: &Failure) -> Option<Share> {
    let smallest = rows_of_failure(failure)?;
    let is_large = smallest.parse().is_ok_and(|rows: usize| rows > FEW_ROWS);
    // All size classes except the last.
    let (few, all) = (to_u32(SIZES.len() - 1), to_u32(SIZES.len()));
    Share::new(few, all, ShareUnit::Sizes, Some(smallest)).filter(|_| is_large)
}

fn rows_of_failure(failure: &Failure) -> Option<String> {
    let rows = failure.evidence.as_ref()?.tiles.len();
    (rows > 0).then(|| rows.to_string())
}

/// Returns the share of faults that the tests catch. Tests that fail on the model catch none.
fn share_of_caught_faults(failure: &Failure) -> Option<Share> {
    match &failure.cause {
        Some(Cause::Tests(TestsCause::CatchTooFew { caught, wanted, .. })) => {
            Share::new(to_u32(*caught), to_u32(*wanted), ShareUnit::Faults, None)
        }
        _ => None,
    }
}

/// If a solution lacks one end, a puzzle that makes this clear is shown, which is not the smallest.
fn puzzle_of_failure(failure: &Failure) -> Option<String> {
    let is_shown_elsewhere = matches!(
        failure.cause,
        Some(Cause::Solver(SolverCause::WithoutGoal { .. } | SolverCause::WithoutInitial { .. }))
    );
    failure.evidence.as_ref().filter(|_| !is_shown_elsewhere)?.puzzle.clone()
}

fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Returns the grade with the points of this assignment, or `None` if [verdicts](Assignment::verdicts_hash) may differ
/// or are missing.
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
            Some(Credit { share, .. }) => Some(Credit {
                points: points_for_share(&rated.partial, rated.points, &share),
                share,
            }),
            None => None,
        };
        let (max_score, note) = (rated.points, note_for_failure(rated, &check.verdict));
        checks.push(CheckGrade { max_score, credit, withheld: None, note, ..check });
    }
    withhold_points(&mut checks, &assignment.checks);
    let caps = applying_caps(&checks, grade.program, assignment);
    let basis = Basis { assignment: assignment.hash(), ..grade.basis };
    Some(Grade { checks, caps, basis, ..grade })
}

/// Withholds points from checks that require a failed check, and names it as the reason.
fn withhold_points(checks: &mut [CheckGrade], rated: &[RubricEntry]) {
    let failed: BTreeSet<Check> = missed_checks(checks).collect();
    for (check, rated) in checks.iter_mut().zip(rated) {
        let needed = rated.requires.iter().copied().find(|required| failed.contains(required));
        if let Some(needed) = needed.filter(|_| check.score() > Some(Points::ZERO)) {
            check.withhold(needed);
        }
    }
}

fn applying_caps(
    checks: &[CheckGrade],
    program: Option<Tally>,
    assignment: &Assignment,
) -> Vec<Cap> {
    let limit = |rule: &CapRule| {
        let tally = match rule.unless {
            CapCondition::Check(check) => {
                let check =
                    checks.iter().find(|graded| graded.check == check && graded.is_missed())?;
                check.credit.as_ref().map(|credit| credit.share.tally())
            }
            CapCondition::Program => Some(program.filter(|tally| !tally.is_whole())?),
        };
        Some(Cap { unless: rule.unless, score: rule.score_for(tally)?, why: rule.why.clone() })
    };
    assignment.caps.iter().filter_map(limit).collect()
}

fn missed_checks(checks: &[CheckGrade]) -> impl Iterator<Item = Check> + '_ {
    checks.iter().filter(|graded| graded.is_missed()).map(|graded| graded.check)
}

#[cfg(test)]
mod tests;
