//! Reports hidden mutable state, as a failure if the rubric forbids it, and otherwise as a remark.

use assignment::Assignment;
use grade::cause::{BoardCause, Cause, SolverCause};
use grade::check::Check;
use grade::{Failure, Remark, Verdict, Visibility};
use intake::{HiddenState, Submission};

use super::Exam;

const NAMED: usize = 4;

/// Adds findings about the source code to the immutability checks. If a board was seen to change, the finding names a
/// possible origin.
pub(crate) fn add_hidden_state(submission: &Submission, assignment: &Assignment, exam: &mut Exam) {
    let [board, solver] = intake::hidden_state(submission);
    let owner = |(owner, _): &(&str, _)| (*owner).to_owned();
    let causes = [
        (Check::BoardImmutable, Cause::from(BoardCause::HiddenState { owner: owner(&board) })),
        (Check::SolverImmutable, SolverCause::HiddenState { owner: owner(&solver) }.into()),
    ];
    for ((check, cause), (_, states)) in causes.into_iter().zip([board, solver]) {
        let forbidden = assignment.is_strict(check);
        match exam.verdicts.get_mut(&check) {
            _ if states.is_empty() => {}
            Some(Verdict::Fail(failure))
                if !forbidden || failure.visibility == Visibility::Visible =>
            {
                failure.detail = Some(list(&states));
            }
            Some(verdict @ (Verdict::Pass | Verdict::Fail(_))) if forbidden => {
                let mut failure = Failure::of(cause);
                failure.detail = Some(list(&states));
                *verdict = Verdict::Fail(failure);
            }
            Some(Verdict::Pass) => {
                let shown_by = shown_by(check, exam);
                let named = states.iter().take(NAMED);
                exam.remarks.extend(named.map(|state| remark(check, state, shown_by)));
            }
            _ => {}
        }
    }
}

/// Returns a failed check that hidden state may explain: one that fails only with the submission's board or, for the
/// state of a board, only for boards that other boards return, because these may be copies.
fn shown_by(of: Check, exam: &Exam) -> Option<Check> {
    let may_explain = |cause: &Cause| {
        cause.is_with_own_board() || of == Check::BoardImmutable && cause.is_of_copy()
    };
    exam.verdicts.iter().find_map(|(check, verdict)| match verdict {
        Verdict::Fail(Failure { cause: Some(cause), visibility: Visibility::Visible, .. })
            if may_explain(cause) =>
        {
            Some(*check)
        }
        _ => None,
    })
}

fn remark(
    check: Check,
    HiddenState { what, place }: &HiddenState,
    shown_by: Option<Check>,
) -> Remark {
    let seen = shown_by.map_or_else(
        || ", but no call reveals it".to_owned(),
        |check| format!("; is this why `{check}` fails?"),
    );
    let text = format!("{what} ({place}): this can change through `&self`{seen}");
    Remark::new(Some(check), text)
}

fn list(states: &[HiddenState]) -> String {
    let mut lines: Vec<String> =
        states.iter().take(NAMED).map(|it| format!("{}: {}", it.place, it.what)).collect();
    if states.len() > NAMED {
        lines.push(format!("and {} more", states.len() - NAMED));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use grade::Place;
    use probe::wire::{Method, Whose};

    use super::*;

    #[test]
    fn a_remark_mentions_the_failure_that_reveals_the_state() {
        let place = Place { file: "src/board.rs".to_owned(), line: 3, column: 5 };
        let state = HiddenState { what: "the field `a` of `Board` is a `Cell`".to_owned(), place };
        let mut exam = Exam::default();
        let said_of = |check, exam: &Exam| remark(check, &state, shown_by(check, exam)).text;
        let said = |exam: &Exam| said_of(Check::BoardImmutable, exam);
        assert!(said(&exam).ends_with("through `&self`, but no call reveals it"));
        let cause = Box::new(SolverCause::WrongMoves.into());
        let failure = Failure::of(SolverCause::WithOwnBoard { cause });
        exam.verdicts.insert(Check::SolverMoves, Verdict::Fail(failure));
        assert!(said(&exam).ends_with("through `&self`; is this why `solver.moves` fails?"));
        // A copy keeps the state of the original.
        let (whose, method) = (Whose::Neighbor, Method::Manhattan);
        let failure = Failure::of(BoardCause::DerivedStale { whose, method });
        exam.verdicts = [(Check::BoardNeighbors, Verdict::Fail(failure))].into();
        assert!(said(&exam).ends_with("through `&self`; is this why `board.neighbors` fails?"));
        let of_solver = said_of(Check::SolverImmutable, &exam);
        assert!(of_solver.ends_with("through `&self`, but no call reveals it"));
    }
}
