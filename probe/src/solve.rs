//! Solves a board and asks the solver.

use slider::{Board, Solver};

use crate::case::Solve;
use crate::heap;
use crate::host::measured;
use crate::out::Out;
use crate::slots::{BoardSlots, Slots};
use crate::ticket::Ticket;
use crate::tokens::tokenize;
use crate::wire::{MAX_SOLUTION, Question, TOO_LONG, Word};

/// Solvers for boards of one type, at numbered places, whose types the probe's own code need not know.
///
/// Like [`Slots`], this is the thin part that is compiled for every submission. Each method of the
/// submission is called at one place in here, so that it is compiled once.
pub trait Examinee {
    /// The boards that solvers are made for.
    fn boards(&mut self) -> &mut dyn Slots;
    /// Puts `Solver::new` of the board at the place `board` at the place `solver`.
    fn seat(&mut self, board: usize, solver: usize);
    /// Drops the solver at this place.
    fn dismiss(&mut self, solver: usize);
    /// `Solver::is_solvable`.
    fn is_solvable(&self, solver: usize) -> bool;
    /// `Solver::moves`.
    fn moves(&self, solver: usize) -> Option<usize>;
    /// `Solver::solution`, of which at most `limit` boards are taken and kept for
    /// [`see`](Self::see): how many they are.
    fn solution(&mut self, solver: usize, limit: usize) -> Option<usize>;
    /// `Solver::solution`, of which half is taken; then all of that of the other solver, which is kept
    /// for [`see`](Self::see); then the rest of the first, which is kept beside. The numbers of boards,
    /// of each at most `limit`.
    fn around(
        &mut self,
        solver: usize,
        other: usize,
        limit: usize,
    ) -> (Option<usize>, Option<usize>);
    /// Exchanges the solution that is kept for [`see`](Self::see) and the one beside.
    fn swap(&mut self);
    /// Adds what shows which board of the solution this is: a ticket's number, or a text.
    fn see(&self, index: usize, n: usize, out: &mut Vec<Word>);
    /// Puts a clone of a board of the solution that is kept at a place, and tells whether there is
    /// one.
    fn keep(&mut self, index: usize, place: usize) -> bool;
    /// Drops the boards that were kept for [`see`](Self::see).
    fn forget(&mut self);
}

/// Solvers of type `S` for boards of type `B`.
pub struct SolverExaminee<B, S> {
    boards: BoardSlots<B>,
    solvers: Vec<Option<S>>,
    solution: BoardSlots<B>,
    beside: BoardSlots<B>,
    see: fn(&BoardSlots<B>, usize, usize, &mut Vec<Word>),
}

/// The number of solvers for which there is room from the start, so that it is no matter of what they
/// take from the heap.
const ROOM: usize = 2;

impl<S: Solver<Ticket>> SolverExaminee<Ticket, S> {
    /// The examinee on the grader's boards.
    pub fn foreign() -> Self {
        Self::seen_by(|slots, place, _, out| out.push(slots.at(place).number()))
    }
}

impl<B: Board, S: Solver<B>> SolverExaminee<B, S> {
    /// The examinee on its own boards.
    pub fn own() -> Self {
        Self::seen_by(|slots, place, n, out| tokenize(slots, place, n, out))
    }

    fn seen_by(see: fn(&BoardSlots<B>, usize, usize, &mut Vec<Word>)) -> Self {
        Self {
            boards: BoardSlots::default(),
            solvers: Vec::with_capacity(ROOM),
            solution: BoardSlots::default(),
            beside: BoardSlots::default(),
            see,
        }
    }
}

/// The solver at a place.
fn at<S>(solvers: &[Option<S>], place: usize) -> &S {
    let solver = solvers.get(place).and_then(Option::as_ref);
    solver.expect("the probe asks after it has made the solver")
}

/// Calls `Solver::solution`.
#[inline(never)]
fn solution_of<B: Board, S: Solver<B>>(solver: &S) -> Option<impl Iterator<Item = B>> {
    solver.solution()
}

/// Puts boards on slots from `count` on, up to `limit`, and returns how many there are then.
#[inline(never)]
fn put_all<B>(
    next: &mut dyn FnMut() -> Option<B>,
    slots: &mut BoardSlots<B>,
    mut count: usize,
    limit: usize,
) -> usize {
    while count < limit
        && let Some(board) = next()
    {
        slots.put(count, board);
        count += 1;
    }
    count
}

impl<B: Board, S: Solver<B>> Examinee for SolverExaminee<B, S> {
    fn boards(&mut self) -> &mut dyn Slots {
        &mut self.boards
    }

    fn seat(&mut self, board: usize, solver: usize) {
        while self.solvers.len() <= solver {
            self.solvers.push(None);
        }
        self.solvers[solver] = Some(S::new(self.boards.at(board)));
    }

    fn dismiss(&mut self, solver: usize) {
        self.solvers[solver] = None;
    }

    fn is_solvable(&self, solver: usize) -> bool {
        at(&self.solvers, solver).is_solvable()
    }

    fn moves(&self, solver: usize) -> Option<usize> {
        at(&self.solvers, solver).moves()
    }

    fn solution(&mut self, solver: usize, limit: usize) -> Option<usize> {
        let mut boards = solution_of(at(&self.solvers, solver))?;
        Some(put_all(&mut || boards.next(), &mut self.solution, 0, limit))
    }

    fn around(
        &mut self,
        solver: usize,
        other: usize,
        limit: usize,
    ) -> (Option<usize>, Option<usize>) {
        let Self { solvers, solution, beside, .. } = self;
        let mut own = solution_of(at(solvers, solver));
        let half = at(solvers, solver).moves().unwrap_or_default() / 2 + 1;
        let mut next = || own.as_mut()?.next();
        let count = put_all(&mut next, beside, 0, half.min(limit));
        let others = solution_of(at(solvers, other));
        let others = others.map(|mut boards| put_all(&mut || boards.next(), solution, 0, limit));
        let count = put_all(&mut next, beside, count, limit);
        (own.is_some().then_some(count), others)
    }

    fn swap(&mut self) {
        std::mem::swap(&mut self.solution, &mut self.beside);
    }

    fn see(&self, index: usize, n: usize, out: &mut Vec<Word>) {
        (self.see)(&self.solution, index, n, out);
    }

    fn keep(&mut self, index: usize, place: usize) -> bool {
        let board = self.solution.get(index).cloned();
        board.map(|board| self.boards.put(place, board)).is_some()
    }

    fn forget(&mut self) {
        self.solution = BoardSlots::default();
    }
}

/// The places of the board of a case and of its solver, and of another board and its solver.
const CASE: usize = 0;
const OTHER: usize = 1;

/// Makes a solver for the board of the case and asks it the questions, in their order.
///
/// The observations are, for each question, its number and the answer: one word for `is_solvable`
/// and for whether another board is solvable; for `moves` and `solution` 0 for `None`, or 1 and the
/// value. A solution's value is a 1 and what shows the board for each board, and a 0 at the end, or
/// [`TOO_LONG`] after [`MAX_SOLUTION`] boards. Each answer is handed over before the next question
/// is asked. At the end come [`Question::New`] and two words: the most bytes that the solver had
/// from the heap at once, and those that it keeps.
#[inline(never)]
pub(crate) fn solve(case: &Solve, examinee: &mut dyn Examinee, out: &mut Out) {
    let n = case.tiles.len();
    examinee.boards().make(CASE, &case.tiles);
    let before = heap::reset_peak();
    measured(Question::New as Word, || examinee.seat(CASE, CASE));
    for &question in &case.questions {
        if question == Question::Other {
            let answer = measured(question as Word, || {
                examinee.boards().make(OTHER, &case.other);
                examinee.seat(OTHER, OTHER);
                examinee.boards().clear(OTHER);
                examinee.is_solvable(OTHER)
            });
            out.words().extend([question as Word, Word::from(answer)]);
        } else {
            ask(question, question as Word, CASE, n, examinee, out);
        }
        out.flush();
    }
    examinee.forget();
    let (live, peak) = heap::usage();
    let since = |bytes: usize| bytes.saturating_sub(before) as Word;
    out.words().extend([Question::New as Word, since(peak), since(live)]);
}

/// Asks the solver at a place a question about its own board, of dimension `n`, and reports the answer.
/// The cost is measured under this label.
#[inline(never)]
pub(crate) fn ask(
    question: Question,
    label: Word,
    solver: usize,
    n: usize,
    examinee: &mut dyn Examinee,
    out: &mut Out,
) {
    match question {
        Question::New | Question::Other => {}
        Question::IsSolvable => {
            let answer = measured(label, || examinee.is_solvable(solver));
            out.words().extend([question as Word, Word::from(answer)]);
        }
        Question::Moves => {
            let answer = measured(label, || examinee.moves(solver));
            out.words().extend([question as Word, Word::from(answer.is_some())]);
            out.words().extend(answer.map(|moves| moves as Word));
        }
        Question::Solution => {
            let answer = measured(label, || examinee.solution(solver, MAX_SOLUTION + 1));
            show(question, answer, n, examinee, out);
        }
        Question::First => {
            let answer = measured(label, || examinee.solution(solver, 1));
            show(question, answer, n, examinee, out);
        }
    }
}

/// Reports a solution, or the part of it that was taken.
#[inline(never)]
pub(crate) fn show(
    question: Question,
    answer: Option<usize>,
    n: usize,
    examinee: &dyn Examinee,
    out: &mut Out,
) {
    out.words().extend([question as Word, Word::from(answer.is_some())]);
    let Some(count) = answer else { return };
    for index in 0..count.min(MAX_SOLUTION) {
        out.push(1);
        examinee.see(index, n, out.words());
    }
    out.push(if count > MAX_SOLUTION { TOO_LONG } else { 0 });
}
