//! Says what becomes of the checks of a program that has burnt all that it may burn.

use grade::cause::{BoardCause, SolverCause};
use grade::check::{Check, Group, JudgedBy};
use grade::{Failure, INSTRUCTION, Remark, Stop, Verdict};
use probe::wire::{Method, Question};

use super::Exam;
use super::bench::total;

/// Leaves no check of the group as if it held whose cases were left out and might have shown otherwise.
pub(super) fn add(group: Group, exam: &mut Exam) {
    let fails =
        |exam: &Exam, check: &Check| matches!(exam.verdicts.get(check), Some(Verdict::Fail(_)));
    let because = group.checks().find(|check| fails(exam, check)).unwrap_or_else(|| {
        // Nothing of it is wrong that was seen: it is only slow, whatever it is asked.
        let (check, failure) = match group {
            Group::Solver => {
                (Check::SolverTime, Failure::of(SolverCause::CutOff { question: Question::New }))
            }
            Group::Compile | Group::Board | Group::Tests => {
                let (method, stop) = (Method::New, Stop::Fuel);
                (Check::BoardDimension, Failure::of(BoardCause::Stopped { method, stop }))
            }
        };
        exam.verdicts.insert(check, Verdict::Fail(failure));
        check
    });
    for check in group.checks() {
        let verdict = exam.verdicts.get(&check);
        // What passes by the puzzles was seen on all of them, or on as many as it takes.
        let is_settled = group == Group::Solver
            && verdict == Some(&Verdict::Pass)
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
    let text = format!(
        "the {} was stopped after {} billion instructions in all; the cases after that were not run",
        group.id(),
        total(group) / INSTRUCTION / 1_000_000_000
    );
    exam.remarks.push(Remark::new(Some(because), text));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_holds_that_was_not_looked_at_to_the_end() {
        for group in [Group::Board, Group::Solver] {
            let mut exam = Exam::default();
            exam.verdicts.extend(group.checks().map(|check| (check, Verdict::Pass)));
            add(group, &mut exam);
            let failing = |verdict: &&Verdict| matches!(verdict, Verdict::Fail(_));
            assert_eq!(exam.verdicts.values().filter(failing).count(), 1);
            // What passes by the puzzles of a solver has seen them.
            let is_left = |check: &Check| {
                use JudgedBy::{Chance, Immutability, Queue};
                let judged_by = check.spec().judged_by;
                group == Group::Board || matches!(judged_by, Immutability | Chance | Queue)
            };
            let passes = |check: &Check| exam.verdicts[check] == Verdict::Pass;
            assert!(!group.checks().any(|check| passes(&check) && is_left(&check)));
            assert_eq!(exam.remarks.len(), 1);
        }
    }

    #[test]
    fn what_fails_is_why_the_rest_is_skipped() {
        let mut exam = Exam::default();
        exam.verdicts.extend(Group::Board.checks().map(|check| (check, Verdict::Pass)));
        let twin = Verdict::Fail(Failure::told("it stalls"));
        exam.verdicts.insert(Check::BoardTwin, twin.clone());
        add(Group::Board, &mut exam);
        let because = Check::BoardTwin;
        assert_eq!(exam.verdicts[&because], twin);
        assert_eq!(exam.verdicts[&Check::BoardHamming], Verdict::Skipped { because });
    }
}
