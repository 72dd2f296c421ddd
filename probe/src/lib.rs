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

/// Reads the case, runs it on a submission's board and reports: all that its program does.
///
/// # Panics
///
/// Where the submission does, and if the case is one of a solver.
pub fn examine_board(slots: &mut dyn Slots) {
    let mut out = Out::default();
    match &next_case() {
        Case::Survey(case) => survey::survey(case, slots, &mut out),
        Case::Equality(boards) => equality::equality(boards, slots, &mut out),
        Case::Text(rows) => survey::show(rows, slots, &mut out),
        Case::Debug(rows) => survey::debug(rows, slots),
        Case::Script(script) => script::follow(script, slots, &mut out),
        Case::Cost { mask, tiles } => cost::measure(*mask, tiles, slots, &mut out),
        Case::Solve(_) | Case::Session(_) => panic!("{MISSING}"),
    }
    out.finish();
}

/// Reads the case, runs it on a submission's solver and reports: all that its program does.
///
/// The solver is there on its own board ([`SolverExaminee::own`]) and on the grader's
/// ([`SolverExaminee::foreign`]), as far as it compiles for them.
///
/// # Panics
///
/// Where the submission does, and if the case is one of a board or of a part that is not there.
pub fn examine_solver<'a>(
    own: Option<&'a mut dyn Examinee>,
    foreign: Option<&'a mut dyn Examinee>,
) {
    let mut out = Out::default();
    match &next_case() {
        Case::Solve(case) => {
            let examinee = if case.foreign { foreign } else { own };
            solve::solve(case, examinee.expect(MISSING), &mut out);
        }
        Case::Session(case) => {
            let examinee = if case.foreign { foreign } else { own };
            session::session(case, examinee.expect(MISSING), &mut out);
        }
        Case::Survey(_)
        | Case::Equality(_)
        | Case::Text(_)
        | Case::Debug(_)
        | Case::Script(_)
        | Case::Cost { .. } => panic!("{MISSING}"),
    }
    out.finish();
}

const MISSING: &str = "the grader asks for a part that was not linked";

#[inline(never)]
fn next_case() -> Case {
    cursor::show();
    Case::from_words(&host::case()).expect("the grader writes well-formed cases")
}
