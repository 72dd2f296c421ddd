//! Runs sessions, which make, query and drop several solvers in any order.

use crate::act::Act;
use crate::case::Session;
use crate::host::measured;
use crate::out::WordWriter;
use crate::slots::Slots;
use crate::solve::{Examinee, ask_question, show_solution};
use crate::wire::{MAX_NEIGHBORS, Question, TAKEN_SOLUTION, Word};

/// Runs the steps of a session, and sends each answer before the next step.
///
/// An observation consists of the step number and the answer, as in [`solve`](crate::solve::run_solve_case). A step that
/// interleaves two solutions reports the inner solution first. Measurements are labeled with the step number.
// The engine compiles several short functions faster than one long one (`docs/decisions/code.md`).
#[inline(never)]
pub(crate) fn run_session(case: &Session, examinee: &mut dyn Examinee, out: &mut WordWriter) {
    let (mut boards, mut solvers) = (SlotDimensions::default(), SlotDimensions::default());
    let mut shown = 0;
    for (number, act) in case.acts.iter().enumerate() {
        let label = number as Word;
        match *act {
            Act::Make { board, place } => {
                let rows = &case.boards[board];
                measured(label, || examinee.boards().make(place, rows));
                boards.set(place, rows.len());
            }
            Act::Clone { of, place } => {
                measured(label, || examinee.boards().clone_board(of, place));
                boards.set(place, boards.get(of));
            }
            Act::Neighbor { of, like, place } => {
                measured(label, || take_neighbor_like(examinee.boards(), of, like, place));
                boards.set(place, boards.get(of));
            }
            Act::Twin { of, place } => {
                measured(label, || examinee.boards().twin(of, place));
                boards.set(place, boards.get(of));
            }
            Act::Keep { index, place } => {
                if measured(label, || examinee.keep(index, place)) {
                    boards.set(place, shown);
                }
            }
            Act::Discard { place } => measured(label, || examinee.boards().clear(place)),
            Act::Solve { board, solver } => {
                measured(label, || examinee.seat(board, solver));
                solvers.set(solver, boards.get(board));
            }
            Act::Ask { solver, question } => {
                out.push(label);
                shown = solvers.get(solver);
                ask_question(question, label, (solver, 0), shown, examinee, out);
            }
            Act::Around { solver, other } => {
                let (own, others) =
                    measured(label, || examinee.around(solver, None, (other, 0), TAKEN_SOLUTION));
                out.push(label);
                show_solution(Question::Solution, others, solvers.get(other), examinee, out);
                examinee.swap();
                shown = solvers.get(solver);
                show_solution(Question::Solution, own, shown, examinee, out);
            }
            Act::Forget { solver } => measured(label, || examinee.dismiss(solver)),
        }
        out.flush();
    }
}

/// The dimensions of the boards, or of the boards for the solvers, in each slot.
#[derive(Default)]
struct SlotDimensions(Vec<usize>);

impl SlotDimensions {
    fn set(&mut self, place: usize, n: usize) {
        self.0.resize(self.0.len().max(place + 1), 0);
        self.0[place] = n;
    }

    fn get(&self, place: usize) -> usize {
        self.0.get(place).copied().unwrap_or_default()
    }
}

/// Puts the neighbor of `of` that equals the board at `like`, or a clone of `like`, into `place`.
fn take_neighbor_like(slots: &mut dyn Slots, of: usize, like: usize, place: usize) {
    let first = place + 1;
    let count = slots.neighbors(of, first, MAX_NEIGHBORS);
    let found = (first..first + count).find(|neighbor| slots.eq(*neighbor, like));
    slots.clone_board(found.unwrap_or(like), place);
    slots.clear_from(first);
}
