//! Solves a board and asks the solver.

use slider::{Board, Solver, Tile};

use crate::host::measured;
use crate::out::Out;
use crate::shelf::BoardShelf;
use crate::ticket::Ticket;
use crate::tokens::tokenize;
use crate::wire::{MAX_SOLUTION, Question, TOO_LONG, Word};

/// A solver whose types the probe's own code need not know, and the board that it solves.
///
/// Like [`Shelf`], this is the thin part that is compiled for every submission.
pub trait Examinee {
    /// Makes the board.
    fn make_board(&mut self, rows: &[Vec<Tile>]);
    /// Makes the solver for it.
    fn solve(&mut self);
    /// `Solver::is_solvable`.
    fn is_solvable(&self) -> bool;
    /// `Solver::moves`.
    fn moves(&self) -> Option<usize>;
    /// `Solver::solution`, kept for [`see`](Self::see): the number of its boards, counted no
    /// further than `limit`.
    fn solution(&mut self, limit: usize) -> Option<usize>;
    /// Adds what shows which board of the solution this is: a ticket's number, or a text.
    fn see(&self, index: usize, n: usize, out: &mut Vec<Word>);
}

/// A solver of type `S` for boards of type `B`.
pub struct SolverExaminee<B, S> {
    board: Option<B>,
    solver: Option<S>,
    solution: BoardShelf<B>,
    see: fn(&BoardShelf<B>, usize, usize, &mut Vec<Word>),
}

impl<S: Solver<Ticket>> SolverExaminee<Ticket, S> {
    /// The examinee on the grader's boards.
    pub fn foreign() -> Self {
        Self::seen_by(|shelf, place, _, out| out.push(shelf.at(place).number()))
    }
}

impl<B: Board, S: Solver<B>> SolverExaminee<B, S> {
    /// The examinee on its own boards.
    pub fn own() -> Self {
        Self::seen_by(|shelf, place, n, out| tokenize(shelf, place, n, out))
    }

    fn seen_by(see: fn(&BoardShelf<B>, usize, usize, &mut Vec<Word>)) -> Self {
        Self { board: None, solver: None, solution: BoardShelf::default(), see }
    }

    fn solver(&self) -> &S {
        self.solver.as_ref().expect("the probe asks after it has made the solver")
    }
}

impl<B: Board, S: Solver<B>> Examinee for SolverExaminee<B, S> {
    fn make_board(&mut self, rows: &[Vec<Tile>]) {
        self.board = Some(B::new(rows));
    }

    fn solve(&mut self) {
        self.solver = self.board.as_ref().map(S::new);
    }

    fn is_solvable(&self) -> bool {
        self.solver().is_solvable()
    }

    fn moves(&self) -> Option<usize> {
        self.solver().moves()
    }

    fn solution(&mut self, limit: usize) -> Option<usize> {
        let solver = self.solver.as_ref()?;
        let mut count = 0;
        for board in solver.solution()? {
            self.solution.put(count, board);
            count += 1;
            if count == limit {
                break;
            }
        }
        Some(count)
    }

    fn see(&self, index: usize, n: usize, out: &mut Vec<Word>) {
        (self.see)(&self.solution, index, n, out);
    }
}

/// Makes a solver for the board with these tiles and asks it the questions, in their order.
///
/// The observations are, for each question, its number and the answer: one word for
/// `is_solvable`; for `moves` and `solution` 0 for `None`, or 1 and the value. A solution's value
/// is a 1 and what shows the board for each board, and a 0 at the end, or [`TOO_LONG`] after
/// [`MAX_SOLUTION`] boards. Each answer is handed over before the next question is asked.
pub(crate) fn solve(
    questions: &[Question],
    rows: &[Vec<Tile>],
    examinee: &mut dyn Examinee,
    out: &mut Out,
) {
    examinee.make_board(rows);
    measured(Question::New, || examinee.solve());
    for question in questions {
        match question {
            Question::New => continue,
            Question::IsSolvable => {
                let answer = measured(*question, || examinee.is_solvable());
                out.words().extend([*question as Word, Word::from(answer)]);
            }
            Question::Moves => {
                let answer = measured(*question, || examinee.moves());
                out.words().extend([*question as Word, Word::from(answer.is_some())]);
                out.words().extend(answer.map(|moves| moves as Word));
            }
            Question::Solution => {
                let answer = measured(*question, || examinee.solution(MAX_SOLUTION + 1));
                out.words().extend([*question as Word, Word::from(answer.is_some())]);
                if let Some(count) = answer {
                    for index in 0..count.min(MAX_SOLUTION) {
                        out.push(1);
                        examinee.see(index, rows.len(), out.words());
                    }
                    out.push(if count > MAX_SOLUTION { TOO_LONG } else { 0 });
                }
            }
        }
        out.flush();
    }
}
