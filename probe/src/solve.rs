//! Solves a board and queries the solver.

use slider::{Board, Solver};

use crate::case::Solve;
use crate::heap;
use crate::host::measured;
use crate::out::WordWriter;
use crate::slots::{BoardSlots, Slots};
use crate::ticket::{self, Ticket};
use crate::tokens::tokenize;
use crate::watched::WatchedBoard;
use crate::wire::{MAX_SOLUTION, Question, TAKEN_SOLUTION, TOO_LONG, Word};

/// Solvers in numbered slots, with the boards that they solve.
///
/// As with [`Slots`], the implementation must be compiled for each submission. It calls each of the submission's
/// methods in only one place, so that each is compiled only once.
pub trait Examinee {
    /// Returns the boards to make solvers from.
    fn boards(&mut self) -> &mut dyn Slots;
    /// Calls `Solver::new` with a board and puts the result at `solver`.
    fn seat(&mut self, board: usize, solver: usize);
    /// Drops a solver.
    fn dismiss(&mut self, solver: usize);
    /// Calls `Solver::is_solvable`.
    fn is_solvable(&self, solver: usize) -> bool;
    /// Calls `Solver::moves`.
    fn moves(&self, solver: usize) -> Option<usize>;
    /// Calls `Solver::solution`, and keeps up to `limit` boards for [`see`](Self::see). Returns the number of boards
    /// kept.
    fn solution(&mut self, solver: usize, limit: usize) -> Option<usize>;
    /// Interleaves two solutions: takes the first `begin` boards from `solver`, then all from `other`, then the rest
    /// from `solver`. By default, `begin` is half of the solution, according to `Solver::moves`. `others` is a pair of
    /// `other` and how many more iterators of its solution exist meanwhile.
    ///
    /// The solution of `other` is kept for [`see`](Self::see), and that of `solver` for a later [`swap`](Self::swap).
    /// Returns the number of boards from each, at most `limit`.
    fn around(
        &mut self,
        solver: usize,
        begin: Option<usize>,
        others: (usize, usize),
        limit: usize,
    ) -> (Option<usize>, Option<usize>);
    /// Swaps the solution kept for [`see`](Self::see) with the interleaved one.
    fn swap(&mut self);
    /// Appends the identity of a board in the solution: a ticket's number, or a board's text.
    fn see(&self, index: usize, n: usize, out: &mut Vec<Word>);
    /// Clones a board of the solution to `place`. Returns `false` if the solution has no such board.
    fn keep(&mut self, index: usize, place: usize) -> bool;
    /// Drops the boards kept for [`see`](Self::see).
    fn forget(&mut self);
}

/// The solvers of type `S`, with boards of type `B`, which the solvers see as boards of type `W`.
pub struct SolverExaminee<B, W, S> {
    boards: BoardSlots<B>,
    solvers: Vec<Option<S>>,
    solution: BoardSlots<B>,
    beside: BoardSlots<B>,
    wrap: fn(&B) -> &W,
    unwrap: fn(W) -> B,
    slots: fn(&mut BoardSlots<B>) -> &mut dyn Slots,
    see: fn(&BoardSlots<B>, usize, usize, &mut Vec<Word>),
}

/// The initial capacity for solvers, to avoid charging a solver for growing the list of slots.
const ROOM: usize = 2;

impl<S: Solver<Ticket>> SolverExaminee<Ticket, Ticket, S> {
    /// Makes an examinee that solves the grader's boards.
    pub fn foreign() -> Self {
        let see = |slots: &BoardSlots<Ticket>, place, _, out: &mut Vec<Word>| {
            out.push(slots.at(place).number());
        };
        Self::with(|board| board, |board| board, ticket::slots, see)
    }
}

impl<B: Board, S: Solver<WatchedBoard<B>>> SolverExaminee<B, WatchedBoard<B>, S> {
    /// Makes an examinee that solves the submission's boards, and reports how.
    pub fn own() -> Self {
        Self::with_texts(WatchedBoard::wrap_reference, WatchedBoard::into_board)
    }
}

impl<Own: Board, S: Solver<Own>> SolverExaminee<Own, Own, S> {
    /// Makes an examinee that solves the submission's boards, for a solver that works with no other type.
    pub fn unwatched() -> Self {
        Self::with_texts(|board| board, |board| board)
    }
}

impl<B: Board, W, S> SolverExaminee<B, W, S> {
    /// Makes an examinee whose boards are seen by their texts.
    fn with_texts(wrap: fn(&B) -> &W, unwrap: fn(W) -> B) -> Self {
        Self::with(
            wrap,
            unwrap,
            |slots| slots,
            |slots, place, n, out| tokenize(slots, place, n, out),
        )
    }
}

impl<B, W, S> SolverExaminee<B, W, S> {
    fn with(
        wrap: fn(&B) -> &W,
        unwrap: fn(W) -> B,
        slots: fn(&mut BoardSlots<B>) -> &mut dyn Slots,
        see: fn(&BoardSlots<B>, usize, usize, &mut Vec<Word>),
    ) -> Self {
        Self {
            boards: BoardSlots::default(),
            solvers: Vec::with_capacity(ROOM),
            solution: BoardSlots::default(),
            beside: BoardSlots::default(),
            wrap,
            unwrap,
            slots,
            see,
        }
    }
}

fn at<S>(solvers: &[Option<S>], place: usize) -> &S {
    let solver = solvers.get(place).and_then(Option::as_ref);
    solver.expect("the probe asks after it has made the solver")
}

// The engine compiles several short functions faster than one long one (`docs/decisions/code.md`).
#[inline(never)]
fn solution_of<B: Board, S: Solver<B>>(solver: &S) -> Option<impl Iterator<Item = B>> {
    solver.solution()
}

/// Puts boards into slots until there are `limit`, including the first `count`. Returns the new count.
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

impl<B: Board, W: Board, S: Solver<W>> Examinee for SolverExaminee<B, W, S> {
    fn boards(&mut self) -> &mut dyn Slots {
        (self.slots)(&mut self.boards)
    }

    fn seat(&mut self, board: usize, solver: usize) {
        while self.solvers.len() <= solver {
            self.solvers.push(None);
        }
        self.solvers[solver] = Some(S::new((self.wrap)(self.boards.at(board))));
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
        let mut boards = solution_of(at(&self.solvers, solver))?.map(self.unwrap);
        Some(put_all(&mut || boards.next(), &mut self.solution, 0, limit))
    }

    fn around(
        &mut self,
        solver: usize,
        begin: Option<usize>,
        (other, iterators): (usize, usize),
        limit: usize,
    ) -> (Option<usize>, Option<usize>) {
        let Self { solvers, solution, beside, unwrap, .. } = self;
        let _alive: Vec<_> = (0..iterators).map(|_| solution_of(at(solvers, other))).collect();
        let mut own = solution_of(at(solvers, solver)).map(|boards| boards.map(*unwrap));
        // Half of the path, so that both iterators are in the middle when they take turns.
        let half = || at(solvers, solver).moves().unwrap_or_default() / 2 + 1;
        let begin = begin.unwrap_or_else(half);
        let mut next = || own.as_mut()?.next();
        let count = put_all(&mut next, beside, 0, begin.min(limit));
        let others = solution_of(at(solvers, other)).map(|boards| boards.map(*unwrap));
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

/// The slot for the case's board and its solver. [`OTHER`] is the slot for [`Question::Other`].
const CASE: usize = 0;
const OTHER: usize = 1;

/// Makes a solver for the board of a case, and asks the questions in order.
///
/// For each question, the probe reports the question and the answer before it asks the next one. A Boolean answer is
/// one word. For `moves` and `solution`, 0 stands for `None`, and 1 precedes a value. Each board of a solution is
/// preceded by 1. A solution ends with 0, or with [`TOO_LONG`] after [`MAX_SOLUTION`] boards.
///
/// After the last answer, the probe reports [`Question::New`], the peak heap usage of the solver, and the usage at the
/// end, both in bytes. It drops the solver after that, so that all observations have been sent whatever happens then.
#[inline(never)]
pub(crate) fn run_solve_case(case: &Solve, examinee: &mut dyn Examinee, out: &mut WordWriter) {
    let n = case.tiles.len();
    examinee.boards().make(CASE, &case.tiles);
    let before = heap::reset_peak();
    measured(Question::New as Word, || examinee.seat(CASE, CASE));
    for &question in case.questions.iter().filter(|question| **question != Question::Drop) {
        if question == Question::Other {
            let answer = measured(question as Word, || {
                examinee.boards().make(OTHER, &case.other);
                examinee.seat(OTHER, OTHER);
                examinee.boards().clear(OTHER);
                examinee.is_solvable(OTHER)
            });
            out.words().extend([question as Word, Word::from(answer)]);
        } else {
            ask_question(question, question as Word, (CASE, case.iterators), n, examinee, out);
        }
        out.flush();
    }
    examinee.forget();
    let (live, peak) = heap::usage();
    // A submission can change the counters.
    let since = |bytes: usize| bytes.saturating_sub(before) as Word;
    out.words().extend([Question::New as Word, since(peak), since(live)]);
    out.flush();
    if case.questions.contains(&Question::Drop) {
        measured(Question::Drop as Word, || examinee.dismiss(CASE));
    }
}

/// Asks a solver about its own board, of dimension `n`, and reports the answer. Measures the cost under `label`. For
/// [`Question::Interleaved`], this many additional iterators exist.
#[inline(never)]
pub(crate) fn ask_question(
    question: Question,
    label: Word,
    (solver, iterators): (usize, usize),
    n: usize,
    examinee: &mut dyn Examinee,
    out: &mut WordWriter,
) {
    match question {
        Question::New | Question::Other | Question::Drop => {}
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
            let answer = measured(label, || examinee.solution(solver, TAKEN_SOLUTION));
            show_solution(question, answer, n, examinee, out);
        }
        Question::First => {
            let answer = measured(label, || examinee.solution(solver, 1));
            show_solution(question, answer, n, examinee, out);
        }
        Question::Interleaved => {
            let others = (solver, iterators);
            let (answer, _) =
                measured(label, || examinee.around(solver, Some(1), others, TAKEN_SOLUTION));
            examinee.swap();
            show_solution(question, answer, n, examinee, out);
        }
    }
}

/// Reports a solution with `count` boards, which may be the beginning of a longer one.
#[inline(never)]
pub(crate) fn show_solution(
    question: Question,
    answer: Option<usize>,
    n: usize,
    examinee: &dyn Examinee,
    out: &mut WordWriter,
) {
    out.words().extend([question as Word, Word::from(answer.is_some())]);
    let Some(count) = answer else { return };
    for index in 0..count.min(MAX_SOLUTION) {
        out.push(1);
        examinee.see(index, n, out.words());
    }
    out.push(if count > MAX_SOLUTION { TOO_LONG } else { 0 });
}
