//! Exercises a submission inside the sandbox and reports what it saw.
//!
//! The probe is compiled to WebAssembly together with a submission. The grader runs it once for
//! each [`Case`], each time in a fresh instance; the probe reads the case, calls the submission,
//! and hands over observations word by word.
//!
//! **Invariant:** the probe observes and never judges. It knows no goal, no distance, no optimal
//! count and no score, so there is nothing in the guest's memory that a submission could read or
//! change to its advantage.
//!
//! Inside the sandbox a submission's `slider` is a façade: the assignment's traits, and the
//! [`MinPq`] of this crate, which reports each operation.

#![deny(unsafe_code)]
#![expect(
    clippy::cast_possible_truncation,
    reason = "inside the sandbox a `usize` is a word, and a tile is far less"
)]

mod act;
mod case;
mod cost;
mod cursor;
mod equality;
mod grid;
#[cfg_attr(not(target_family = "wasm"), path = "no_heap.rs")]
mod heap;
#[cfg_attr(not(target_family = "wasm"), path = "no_host.rs")]
mod host;
mod out;
mod queue;
mod script;
mod session;
mod slots;
mod solve;
mod survey;
mod ticket;
mod tokens;
pub mod wire;

pub use act::Act;
pub use case::{Boards, Case, Script, Session, Solve, Survey};
pub use queue::MinPq;
pub use slots::{BoardSlots, Slots};
pub use solve::{Examinee, SolverExaminee};
pub use ticket::Ticket;

use out::Out;

/// The parts of a submission that there are.
///
/// The grader links a `main` that fills this in. A part that does not compile is `None`, and the
/// grader does not ask for it.
#[derive(Default)]
pub struct Entry<'a> {
    /// The submission's board: a [`BoardSlots`].
    pub board: Option<&'a mut dyn Slots>,
    /// The submission's solver on its own board: a [`SolverExaminee::own`].
    pub own: Option<&'a mut dyn Examinee>,
    /// The submission's solver on the grader's board: a [`SolverExaminee::foreign`].
    pub foreign: Option<&'a mut dyn Examinee>,
}

/// Reads the case, runs it and reports: all that a guest does.
///
/// # Panics
///
/// Where the submission does, and if the grader asks for a part that is not there.
pub fn run(entry: Entry<'_>) {
    const MISSING: &str = "the grader asks for a part that was not linked";
    cursor::show();
    let case = Case::from_words(&host::case()).expect("the grader writes well-formed cases");
    let mut out = Out::default();
    match &case {
        Case::Survey(case) => survey::survey(case, entry.board.expect(MISSING), &mut out),
        Case::Equality(boards) => {
            equality::equality(boards, entry.board.expect(MISSING), &mut out);
        }
        Case::Text(rows) => survey::show(rows, entry.board.expect(MISSING), &mut out),
        Case::Debug(rows) => survey::debug(rows, entry.board.expect(MISSING)),
        Case::Solve(case) => {
            let examinee = if case.foreign { entry.foreign } else { entry.own };
            solve::solve(case, examinee.expect(MISSING), &mut out);
        }
        Case::Session(case) => {
            let examinee = if case.foreign { entry.foreign } else { entry.own };
            session::session(case, examinee.expect(MISSING), &mut out);
        }
        Case::Script(script) => script::follow(script, entry.board.expect(MISSING), &mut out),
        Case::Cost { mask, tiles } => {
            cost::measure(*mask, tiles, entry.board.expect(MISSING), &mut out);
        }
    }
    out.finish();
}
