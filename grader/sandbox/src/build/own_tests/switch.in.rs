//! The model and the faults, behind a single `Board` and a single `Solver`. The grader selects the subject.
//!
//! A comment on a line of its own is a placeholder for the arms of a `match` or the variants of an `enum`.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    fn case(into: *mut u32, capacity: usize) -> usize;
}

const SUBJECTS: u32 =
    // count
;

/// The number of the subject. The grader may add any multiple of their count, so that no code can rely on its number.
fn subject() -> u32 {
    static NUMBER: OnceLock<u32> = OnceLock::new();
    let number = NUMBER.get_or_init(|| {
        let mut word = 0;
        // SAFETY: the grader writes at most one word.
        unsafe { case(&mut word, 1) };
        word
    });
    number % SUBJECTS
}

#[derive(Clone, PartialEq, Eq)]
enum AnyBoard {
    // boards
}

#[derive(Clone, PartialEq, Eq)]
pub struct Board(AnyBoard);

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            // debug
        }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            // display
        }
    }
}

// The trait does not require `Hash`, but many tests put boards in sets.
impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.to_string().hash(state);
    }
}

impl slider::Board for Board {
    fn new(tiles: &[Vec<slider::Tile>]) -> Self {
        match subject() {
            // new board
            _ => unreachable!(),
        }
    }

    fn dimension(&self) -> usize {
        match &self.0 {
            // dimension
        }
    }

    fn hamming(&self) -> usize {
        match &self.0 {
            // hamming
        }
    }

    fn manhattan(&self) -> usize {
        match &self.0 {
            // manhattan
        }
    }

    fn is_goal(&self) -> bool {
        match &self.0 {
            // is_goal
        }
    }

    fn neighbors(&self) -> impl Iterator<Item = Self> {
        let neighbors: Box<dyn Iterator<Item = Self> + '_> = match &self.0 {
            // neighbors
        };
        neighbors
    }

    fn twin(&self) -> Self {
        match &self.0 {
            // twin
        }
    }
}

enum AnySolver<B> {
    // solvers
}

pub struct Solver<B>(AnySolver<B>);

impl<B: slider::Board> slider::Solver<B> for Solver<B> {
    fn new(initial: &B) -> Self {
        match subject() {
            // new solver
            _ => unreachable!(),
        }
    }

    fn is_solvable(&self) -> bool {
        match &self.0 {
            // is_solvable
        }
    }

    fn moves(&self) -> Option<usize> {
        match &self.0 {
            // moves
        }
    }

    fn solution(&self) -> Option<impl Iterator<Item = B>> {
        let solution: Option<Box<dyn Iterator<Item = B> + '_>> = match &self.0 {
            // solution
        };
        solution
    }
}

/// Makes the compiler generate the solver for [`Board`] here, so that test programs can reuse it.
pub fn solve(board: &Board) -> (bool, Option<usize>, Option<Vec<Board>>) {
    use slider::Solver as _;
    let solver = Solver::new(board);
    (solver.is_solvable(), solver.moves(), solver.solution().map(Iterator::collect))
}
