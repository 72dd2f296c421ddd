//! Reports where student code queries the environment.

use grade::check::Check;
use grade::{PanicKind, Place, Remark, Stop, Verdict};
use intake::{Question, Submission};

use super::Exam;

/// Adds a finding for each place in the source that queries the environment. If a query provably affects the answers, a
/// check fails. Otherwise, the finding is a remark.
pub(crate) fn add_asks(submission: &Submission, exam: &mut Exam) {
    let asks = intake::asks(submission);
    let prints = asks.iter().find(|(question, ..)| *question == Question::Prints);
    for (what, visibility) in std::mem::take(&mut exam.prints) {
        let place = prints.map_or_else(String::new, |(_, place, _)| format!(" (`{place}`)"));
        let text =
            format!("the {what} prints text while it runs{place}; a library should not print");
        exam.remarks.push(Remark { visibility, ..Remark::new(None, text) });
    }
    for (question, place, more) in asks {
        let (check, what) = match question {
            Question::Target => (
                Check::SolverDeterministic,
                "checks the target machine; the result can be different on your machine",
            ),
            Question::Profile => (
                Check::SolverDeterministic,
                "checks for a debug build; the result can be different on your machine",
            ),
            Question::TypeName => (
                Check::SolverForeignBoard,
                "reads the name of a type; do not identify boards by it",
            ),
            Question::Environment => {
                (Check::SolverDeterministic, "reads environment variables; the grader sets none")
            }
            Question::Thread => {
                name_thread(exam, &place);
                let text = format!(
                    "`{place}` starts a thread, but threads are not available in the sandbox"
                );
                exam.remarks.push(Remark::new(None, text));
                continue;
            }
            // If output is examined, it was reported above.
            Question::Prints => continue,
        };
        let more = match more {
            0 => String::new(),
            more => format!(" (and {more} more)"),
        };
        exam.remarks.push(Remark::new(Some(check), format!("`{place}`{more} {what}")));
    }
}

/// Adds the place in the source that spawns the panicking thread, because the panic occurs in the standard library.
fn name_thread(exam: &mut Exam, place: &Place) {
    for verdict in exam.verdicts.values_mut() {
        let Verdict::Fail(failure) = verdict else { continue };
        let stop = failure.evidence.as_ref().and_then(|it| it.stop.as_ref());
        if let Some(Stop::Panic { kind: PanicKind::Thread, place: None, .. }) = stop {
            failure.place.get_or_insert_with(|| place.clone());
        }
    }
}
