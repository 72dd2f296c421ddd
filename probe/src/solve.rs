//! Solves a board and asks the solver.

use slider::{Board, Solver, Tile};

use crate::case::Solve;
use crate::heap;
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
    /// The same, of which one board is taken and the rest dropped: 0 or 1.
    fn first(&mut self) -> Option<usize>;
    /// Makes a board and a solver for it, which is kept beside the first one, and asks it whether
    /// the board is solvable.
    fn other(&mut self, rows: &[Vec<Tile>]) -> bool;
    /// Drops the boards that were kept for [`see`](Self::see).
    fn forget(&mut self);
    /// Adds what shows which board of the solution this is: a ticket's number, or a text.
    fn see(&self, index: usize, n: usize, out: &mut Vec<Word>);
}

/// A solver of type `S` for boards of type `B`.
pub struct SolverExaminee<B, S> {
    board: Option<B>,
    solver: Option<S>,
    other: Option<S>,
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
        Self { board: None, solver: None, other: None, solution: BoardShelf::default(), see }
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

    fn first(&mut self) -> Option<usize> {
        let solver = self.solver.as_ref()?;
        let board = solver.solution()?.next();
        let count = usize::from(board.is_some());
        if let Some(board) = board {
            self.solution.put(0, board);
        }
        Some(count)
    }

    fn other(&mut self, rows: &[Vec<Tile>]) -> bool {
        self.other.insert(S::new(&B::new(rows))).is_solvable()
    }

    fn forget(&mut self) {
        self.solution = BoardShelf::default();
    }

    fn see(&self, index: usize, n: usize, out: &mut Vec<Word>) {
        (self.see)(&self.solution, index, n, out);
    }
}

/// Makes a solver for the board of the case and asks it the questions, in their order.
///
/// The observations are, for each question, its number and the answer: one word for `is_solvable`
/// and for whether another board is solvable; for `moves` and `solution` 0 for `None`, or 1 and the
/// value. A solution's value is a 1 and what shows the board for each board, and a 0 at the end, or
/// [`TOO_LONG`] after [`MAX_SOLUTION`] boards. Each answer is handed over before the next question
/// is asked. At the end come [`Question::New`] and two words: the most bytes that the solver had
/// from the heap at once, and those that it keeps.
pub(crate) fn solve(case: &Solve, examinee: &mut dyn Examinee, out: &mut Out) {
    let n = case.tiles.len();
    examinee.make_board(&case.tiles);
    let before = heap::reset_peak();
    measured(Question::New as Word, || examinee.solve());
    for &question in &case.questions {
        let label = question as Word;
        match question {
            Question::New => {}
            Question::IsSolvable => {
                let answer = measured(label, || examinee.is_solvable());
                out.words().extend([label, Word::from(answer)]);
            }
            Question::Moves => {
                let answer = measured(label, || examinee.moves());
                out.words().extend([label, Word::from(answer.is_some())]);
                out.words().extend(answer.map(|moves| moves as Word));
            }
            Question::Solution => {
                let answer = measured(label, || examinee.solution(MAX_SOLUTION + 1));
                show(label, answer, n, examinee, out);
            }
            Question::First => {
                let answer = measured(label, || examinee.first());
                show(label, answer, n, examinee, out);
            }
            Question::Other => {
                let answer = measured(label, || examinee.other(&case.other));
                out.words().extend([label, Word::from(answer)]);
            }
        }
        out.flush();
    }
    examinee.forget();
    let (live, peak) = heap::usage();
    let since = |bytes: usize| bytes.saturating_sub(before) as Word;
    out.words().extend([Question::New as Word, since(peak), since(live)]);
}

/// Reports a solution, or the part of it that was taken.
fn show(label: Word, answer: Option<usize>, n: usize, examinee: &dyn Examinee, out: &mut Out) {
    out.words().extend([label, Word::from(answer.is_some())]);
    let Some(count) = answer else { return };
    for index in 0..count.min(MAX_SOLUTION) {
        out.push(1);
        examinee.see(index, n, out.words());
    }
    out.push(if count > MAX_SOLUTION { TOO_LONG } else { 0 });
}
