//! Checks the model answer against the step counts published for the original course's solver, which has the same
//! neighbor order, twin and queue.

use std::cell::Cell;
use std::fmt;
use std::rc::Rc;

use reference::{Board, Solver};
use slider::{Board as _, Solver as _, Tile};

#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    /// One call to `manhattan` per enqueued node.
    queued: Cell<usize>,
    /// One call to `is_goal` per dequeued node.
    dequeued: Cell<usize>,
}

#[derive(Clone)]
struct Counted {
    board: Board,
    /// For this board's tree and for the twin's.
    tallies: [Rc<Tally>; 2],
}

impl Counted {
    fn with(&self, board: Board) -> Self {
        Self { board, tallies: self.tallies.clone() }
    }
}

impl slider::Board for Counted {
    fn new(tiles: &[Vec<Tile>]) -> Self {
        Self { board: Board::new(tiles), tallies: Default::default() }
    }

    fn dimension(&self) -> usize {
        self.board.dimension()
    }

    fn hamming(&self) -> usize {
        self.board.hamming()
    }

    fn manhattan(&self) -> usize {
        let queued = &self.tallies[0].queued;
        queued.set(queued.get() + 1);
        self.board.manhattan()
    }

    fn is_goal(&self) -> bool {
        let dequeued = &self.tallies[0].dequeued;
        dequeued.set(dequeued.get() + 1);
        self.board.is_goal()
    }

    fn neighbors(&self) -> impl Iterator<Item = Self> {
        self.board.neighbors().map(|neighbor| self.with(neighbor))
    }

    fn twin(&self) -> Self {
        let [own, other] = self.tallies.clone();
        Self { board: self.board.twin(), tallies: [other, own] }
    }
}

impl PartialEq for Counted {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
    }
}

impl Eq for Counted {}

impl fmt::Debug for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.fmt(f)
    }
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.board, f)
    }
}

/// Returns the optimal number of moves, and the numbers of enqueued and dequeued nodes of the board and the twin.
fn solve(puzzle: &str) -> (Option<usize>, [(usize, usize); 2]) {
    let tiles = slider::parse_tiles(puzzle).expect("a puzzle");
    let board = Counted::new(&tiles);
    let moves = Solver::new(&board).moves();
    let tally = |tally: &Rc<Tally>| (tally.queued.get(), tally.dequeued.get());
    (moves, [tally(&board.tallies[0]), tally(&board.tallies[1])])
}

#[track_caller]
fn check(puzzle: &str, moves: Option<usize>, queued: usize, dequeued: usize) {
    let (actual_moves, [own, twin]) = solve(puzzle);
    assert_eq!(actual_moves, moves);
    assert_eq!((own.0 + twin.0, own.1 + twin.1), (queued, dequeued), "queued and dequeued");
}

const PUZZLE20: &str = "3  1 6 4  7 0 8  2 3 5";
const PUZZLE25: &str = "3  2 8 5  3 6 1  7 0 4";
const PUZZLE28: &str = "3  7 8 5  4 0 2  3 6 1";
const PUZZLE31: &str = "3  8 6 7  2 5 4  3 0 1";
const PUZZLE39: &str = "4  11 0 4 7  2 15 1 8  5 14 9 3  13 6 12 10";
const PUZZLE34: &str = "4  6 9 7 4  2 5 10 8  3 11 1 12  13 14 15 0";

#[test]
fn puzzle04_enqueues_ten_boards_and_dequeues_five() {
    let (moves, [own, twin]) = solve("3  0 1 3  4 2 5  7 8 6");
    assert_eq!(moves, Some(4));
    assert_eq!(own, (10, 5));
    // The twin's search is one step behind.
    assert_eq!(twin.1, 4);
}

#[test]
fn three_by_three_counts_match_the_published_ones() {
    check(PUZZLE20, Some(20), 1_439, 853);
    check(PUZZLE25, Some(25), 10_316, 6_103);
    check(PUZZLE28, Some(28), 26_974, 16_231);
    check(PUZZLE31, Some(31), 46_007, 27_805);
}

#[test]
fn four_by_four_counts_match_the_published_ones() {
    check(PUZZLE39, Some(39), 71_417, 35_045);
    check(PUZZLE34, Some(34), 151_673, 73_159);
}

#[test]
fn unsolvable_counts_match_the_published_ones() {
    check("3  1 2 3  4 6 5  7 8 0", None, 1_799, 1_044);
    let (_, [own, twin]) = solve("3  1 2 3  4 6 5  7 8 0");
    assert_eq!(own.1, twin.1);
}
