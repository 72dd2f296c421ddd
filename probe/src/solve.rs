//! Solves a board and asks the solver.

use slider::{Board, Solver, Tile};

use crate::case::Solve;
use crate::heap;
use crate::host::measured;
use crate::out::Out;
use crate::slots::{BoardSlots, Slots};
use crate::ticket::Ticket;
use crate::tokens::tokenize;
use crate::wire::{MAX_SOLUTION, Question, TOO_LONG, Word};

/// A solver whose types the probe's own code need not know, and the board that it solves.
///
/// Like [`Slots`], this is the thin part that is compiled for every submission.
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
    /// Calls `Solver::solution`, takes one board and drops the rest: the number of boards, 0 or 1.
    fn first(&mut self) -> Option<usize>;
    /// Makes a board and a solver for it, which is kept beside the first one, and asks it whether
    /// the board is solvable.
    fn other(&mut self, rows: &[Vec<Tile>]) -> bool;
    /// Drops the boards that were kept for [`see`](Self::see).
    fn forget(&mut self);
    /// Adds what shows which board of the solution this is: a ticket's number, or a text.
    fn see(&self, index: usize, n: usize, out: &mut Vec<Word>);

    /// The boards of a [session](crate::session).
    fn boards(&mut self) -> &mut dyn Slots;
    /// Makes a solver for the board at the place `board` and puts it at the place `solver`.
    fn seat(&mut self, board: usize, solver: usize);
    /// From now on the solver at this place is asked.
    fn turn_to(&mut self, solver: usize);
    /// Drops the solver at this place.
    fn dismiss(&mut self, solver: usize);
    /// `Solver::solution` of the solver whose turn it is, of which half is taken; then all of that of
    /// the other solver, which is kept for [`see`](Self::see); then the rest of the first, which is
    /// kept beside. The numbers of boards, counted no further than `limit`.
    fn around(&mut self, other: usize, limit: usize) -> (Option<usize>, Option<usize>);
    /// Exchanges the solution that is kept for [`see`](Self::see) and the one beside.
    fn swap(&mut self);
    /// Puts a clone of a board of the solution that is kept at a place, and tells whether there is
    /// one.
    fn keep(&mut self, index: usize, place: usize) -> bool;
}

/// A solver of type `S` for boards of type `B`.
pub struct SolverExaminee<B, S> {
    board: Option<B>,
    solver: Option<S>,
    other: Option<S>,
    /// The solvers of a session, and whose turn it is.
    seats: Vec<Option<S>>,
    turn: Option<usize>,
    boards: BoardSlots<B>,
    solution: BoardSlots<B>,
    beside: BoardSlots<B>,
    see: fn(&BoardSlots<B>, usize, usize, &mut Vec<Word>),
}

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
            board: None,
            solver: None,
            other: None,
            seats: Vec::new(),
            turn: None,
            boards: BoardSlots::default(),
            solution: BoardSlots::default(),
            beside: BoardSlots::default(),
            see,
        }
    }

    fn solver(&self) -> &S {
        let solver = whose_turn(self.solver.as_ref(), &self.seats, self.turn);
        solver.expect("the probe asks after it has made the solver")
    }
}

/// The solver that is asked.
fn whose_turn<'a, S>(
    only: Option<&'a S>,
    seats: &'a [Option<S>],
    turn: Option<usize>,
) -> Option<&'a S> {
    turn.map_or(only, |seat| seats[seat].as_ref())
}

/// Puts boards on slots, counted no further than `limit`, and returns how many there are then.
fn put_all<B>(
    boards: impl Iterator<Item = B>,
    slots: &mut BoardSlots<B>,
    mut count: usize,
    limit: usize,
) -> usize {
    for board in boards {
        slots.put(count, board);
        count += 1;
        if count >= limit {
            break;
        }
    }
    count
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
        let solver = whose_turn(self.solver.as_ref(), &self.seats, self.turn)?;
        Some(put_all(solver.solution()?, &mut self.solution, 0, limit))
    }

    fn first(&mut self) -> Option<usize> {
        let solver = whose_turn(self.solver.as_ref(), &self.seats, self.turn)?;
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
        self.solution = BoardSlots::default();
    }

    fn see(&self, index: usize, n: usize, out: &mut Vec<Word>) {
        (self.see)(&self.solution, index, n, out);
    }

    fn boards(&mut self) -> &mut dyn Slots {
        &mut self.boards
    }

    fn seat(&mut self, board: usize, solver: usize) {
        while self.seats.len() <= solver {
            self.seats.push(None);
        }
        self.seats[solver] = Some(S::new(self.boards.at(board)));
    }

    fn turn_to(&mut self, solver: usize) {
        self.turn = Some(solver);
    }

    fn dismiss(&mut self, solver: usize) {
        self.seats[solver] = None;
    }

    fn around(&mut self, other: usize, limit: usize) -> (Option<usize>, Option<usize>) {
        let Self { solver, seats, turn, solution, beside, .. } = self;
        let mut own = whose_turn(solver.as_ref(), seats, *turn).and_then(S::solution);
        let half = whose_turn(solver.as_ref(), seats, *turn).and_then(S::moves).unwrap_or_default()
            / 2
            + 1;
        let mut count = 0;
        if let Some(boards) = &mut own {
            count = put_all(boards.by_ref().take(half), beside, 0, limit);
        }
        let others = seats[other].as_ref().and_then(S::solution);
        let others = others.map(|boards| put_all(boards, solution, 0, limit));
        let own = own.map(|boards| put_all(boards, beside, count, limit));
        (own, others)
    }

    fn swap(&mut self) {
        std::mem::swap(&mut self.solution, &mut self.beside);
    }

    fn keep(&mut self, index: usize, place: usize) -> bool {
        let board = self.solution.get(index).cloned();
        board.map(|board| self.boards.put(place, board)).is_some()
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
        if question == Question::Other {
            let answer = measured(question as Word, || examinee.other(&case.other));
            out.words().extend([question as Word, Word::from(answer)]);
        } else {
            ask(question, question as Word, n, examinee, out);
        }
        out.flush();
    }
    examinee.forget();
    let (live, peak) = heap::usage();
    let since = |bytes: usize| bytes.saturating_sub(before) as Word;
    out.words().extend([Question::New as Word, since(peak), since(live)]);
}

/// Asks the solver a question about its own board of dimension `n`, and reports the answer. The cost
/// is measured under this label.
pub(crate) fn ask(
    question: Question,
    label: Word,
    n: usize,
    examinee: &mut dyn Examinee,
    out: &mut Out,
) {
    match question {
        Question::New | Question::Other => {}
        Question::IsSolvable => {
            let answer = measured(label, || examinee.is_solvable());
            out.words().extend([question as Word, Word::from(answer)]);
        }
        Question::Moves => {
            let answer = measured(label, || examinee.moves());
            out.words().extend([question as Word, Word::from(answer.is_some())]);
            out.words().extend(answer.map(|moves| moves as Word));
        }
        Question::Solution => {
            let answer = measured(label, || examinee.solution(MAX_SOLUTION + 1));
            show(question, answer, n, examinee, out);
        }
        Question::First => {
            let answer = measured(label, || examinee.first());
            show(question, answer, n, examinee, out);
        }
    }
}

/// Reports a solution, or the part of it that was taken.
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
