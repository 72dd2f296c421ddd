//! Adjusts the verdicts if a program exhausted the total fuel.

use grade::cause::SolverCause;
use grade::check::{Check, Group, JudgedBy};
use grade::{Failure, INSTRUCTION, Remark, StopPoint, Verdict};
use probe::wire::Question;

use super::Exam;
use super::bench::fuel_for_all_runs;

/// Fails the solver checks that passed only because some cases were not run.
pub(super) fn fail_unfinished_solver_checks(exam: &mut Exam) {
    let because = Group::Solver.checks().find(|check| exam.fails(*check)).unwrap_or_else(|| {
        // All results up to this point are correct. The program is merely slow.
        let failure = Failure::from_cause(SolverCause::CutOff {
            question: Question::New,
            point: StopPoint::default(),
        });
        exam.verdicts.insert(Check::SolverTime, Verdict::Fail(failure));
        Check::SolverTime
    });
    for check in Group::Solver.checks() {
        let verdict = exam.verdicts.get(&check);
        // The other checks are judged puzzle by puzzle, and enough puzzles were run.
        let is_settled = verdict == Some(&Verdict::Pass)
            && !matches!(
                check.spec().judged_by,
                JudgedBy::Immutability | JudgedBy::Chance | JudgedBy::Queue
            );
        let is_left =
            !is_settled && matches!(verdict, None | Some(Verdict::Pass | Verdict::Skipped { .. }));
        if is_left && check != because {
            exam.verdicts.insert(check, Verdict::Skipped { because });
        }
    }
    add_exhaustion_remark(Group::Solver, exam);
}

pub(super) fn add_exhaustion_remark(group: Group, exam: &mut Exam) {
    let because = group.checks().find(|check| exam.fails(*check));
    let text = format!(
        "the {} was stopped after a total of {} billion instructions; the remaining cases did not \
         run",
        group.id(),
        fuel_for_all_runs(group) / INSTRUCTION / 1_000_000_000
    );
    exam.remarks.push(Remark::new(because, text));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unfinished_checks_do_not_pass() {
        let mut exam = Exam::default();
        exam.verdicts.extend(Group::Solver.checks().map(|check| (check, Verdict::Pass)));
        fail_unfinished_solver_checks(&mut exam);
        let failing = |verdict: &&Verdict| matches!(verdict, Verdict::Fail(_));
        assert_eq!(exam.verdicts.values().filter(failing).count(), 1);
        // Checks that are judged puzzle by puzzle pass only if enough puzzles were run.
        let is_left = |check: &Check| {
            use JudgedBy::{Chance, Immutability, Queue};
            matches!(check.spec().judged_by, Immutability | Chance | Queue)
        };
        let passes = |check: &Check| exam.verdicts[check] == Verdict::Pass;
        assert!(!Group::Solver.checks().any(|check| passes(&check) && is_left(&check)));
        assert_eq!(exam.remarks.len(), 1);
    }

    #[test]
    fn the_failed_check_explains_the_skipped_ones() {
        let mut exam = Exam::default();
        exam.verdicts.extend(Group::Solver.checks().map(|check| (check, Verdict::Pass)));
        let wrong = Verdict::Fail(Failure::from_summary("it is wrong"));
        exam.verdicts.insert(Check::SolverPath, wrong.clone());
        fail_unfinished_solver_checks(&mut exam);
        let because = Check::SolverPath;
        assert_eq!(exam.verdicts[&because], wrong);
        assert_eq!(exam.verdicts[&Check::SolverDeterministic], Verdict::Skipped { because });
    }
}
