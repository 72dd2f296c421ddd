//! Calls a submission inside the sandbox and reports the results.
//!
//! The probe is compiled to WebAssembly together with a submission. The grader runs every [`Case`] in a fresh instance:
//! the probe reads the case, calls the submission, and sends its observations as a stream of words.
//!
//! **Invariant:** the probe observes but never judges. It does not know the goal, distances, optimal solutions or
//! scores, so a submission gains nothing by reading or changing the guest's memory.
//!
//! Inside the sandbox, the crate `slider` is a facade with the assignment's traits and this crate's [`MinPq`], which
//! reports its operations.

#![deny(unsafe_code)]
#![expect(
    clippy::cast_possible_truncation,
    reason = "in the sandbox, a `usize` fits into a word, and a tile is much smaller"
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
mod watched;
pub mod wire;

pub use act::Act;
pub use case::{Boards, Case, Script, Session, Solve, Survey};
pub use queue::MinPq;
pub use script::{SCRIPT_SLOTS, VIEWED};
pub use slots::{BoardSlots, Slots};
pub use solve::{Examinee, SolverExaminee};
pub use std::mem::ManuallyDrop;
pub use ticket::Ticket;
pub use watched::WatchedBoard;

use out::WordWriter;

/// The entry point of programs. Reads the case, runs it, and reports observations.
///
/// The arguments are the submission's boards ([`BoardSlots`]), its solvers for these boards ([`SolverExaminee::own`] or
/// [`SolverExaminee::unwatched`]), and its solvers for the grader's boards ([`SolverExaminee::foreign`]). An argument is
/// `None` if this part of the submission does not compile. The caller must not drop them, because after the last word, no
/// code of the submission should run.
///
/// # Panics
///
/// Panics if the submission panics, or if the case needs a part that is missing.
pub fn examine<'a>(
    boards: Option<&mut dyn Slots>,
    own: Option<&'a mut dyn Examinee>,
    foreign: Option<&'a mut dyn Examinee>,
) {
    let mut out = WordWriter::default();
    let boards = || boards.expect(MISSING);
    let solvers = |is_foreign| if is_foreign { foreign } else { own }.expect(MISSING);
    match &receive_case() {
        Case::Survey(case) => survey::run_survey(case, boards(), &mut out),
        Case::Equality(tiles) => equality::compare_all_boards(tiles, boards(), &mut out),
        Case::Pairs(tiles) => equality::compare_pairs(tiles, boards(), &mut out),
        Case::Texts(tiles) => equality::compare_texts(tiles, boards(), &mut out),
        Case::Distinct(tiles) => equality::find_equal_boards(tiles, boards(), &mut out),
        Case::Text(rows) => survey::show_text(rows, boards(), &mut out),
        Case::Debug(rows) => survey::format_and_discard_debug(rows, boards()),
        Case::Script(script) => script::run_script(script, boards(), &mut out),
        Case::Cost { mask, tiles } => cost::measure_methods(*mask, tiles, boards(), &mut out),
        Case::Solve(case) => solve::run_solve_case(case, solvers(case.foreign), &mut out),
        Case::Session(case) => session::run_session(case, solvers(case.foreign), &mut out),
    }
    out.finish();
}

const MISSING: &str = "the grader asks for a part that was not linked";

// The engine compiles several short functions faster than one long one (`docs/decisions/code.md`).
#[inline(never)]
fn receive_case() -> Case {
    cursor::register();
    Case::from_words(&host::case()).expect("the grader writes well-formed cases")
}
