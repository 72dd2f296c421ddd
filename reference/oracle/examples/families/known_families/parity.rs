//! Parity rules in place of the twin's search, correct for only some boards.

use super::bounds::inversions;
use crate::board::Board;
use crate::member::{Member, MemberAnswer, MemberTask};

/// Decides solvability with a rule. Boards that are solvable by the rule get an optimal solution.
struct ParityRule {
    name: &'static str,
    says_solvable: fn(&Board) -> bool,
}

impl Member for ParityRule {
    fn family(&self) -> &'static str {
        "parity rule"
    }

    fn parameters(&self) -> &str {
        self.name
    }

    fn solve(&self, task: &MemberTask<'_>) -> MemberAnswer {
        if (self.says_solvable)(task.board) { task.shortest() } else { MemberAnswer::Unsolvable }
    }
}

/// All rules except the correct one.
const RULES: [ParityRule; 11] = [
    ParityRule {
        name: "inversions are even, for every n",
        says_solvable: |board| even(inversions(board)),
    },
    ParityRule {
        name: "for even n inversions with the blank's row from above are even",
        says_solvable: |board| even(inversions(board) + one_if_even_dimension(board) * row(board)),
    },
    ParityRule {
        name: "inversions with the blank's row from below are even, for every n",
        says_solvable: |board| even(inversions(board) + board.rows() - 1 - row(board)),
    },
    ParityRule {
        name: "for even n inversions with the blank's column are even",
        says_solvable: |board| {
            even(inversions(board) + one_if_even_dimension(board) * (board.rows() - 1 - col(board)))
        },
    },
    ParityRule {
        name: "for even n inversions with the blank's row and column are even",
        says_solvable: |board| {
            even(inversions(board) + one_if_even_dimension(board) * (row(board) + col(board)))
        },
    },
    ParityRule {
        name: "for even n inversions are odd",
        says_solvable: |board| even(inversions(board) + one_if_even_dimension(board)),
    },
    ParityRule {
        name: "inversions with the blank are even",
        says_solvable: |board| even(inversions(board) + board.blank()),
    },
    ParityRule {
        name: "inversions of adjacent tiles are even",
        says_solvable: |board| {
            let tiles: Vec<usize> = board.tiles().filter(|&tile| tile != 0).collect();
            even(tiles.windows(2).filter(|pair| pair[0] > pair[1]).count())
        },
    },
    ParityRule {
        name: "inversions within rows are even",
        says_solvable: |board| {
            let (n, tiles) = (board.rows(), board.tiles().collect::<Vec<_>>());
            let pairs = |row: &[usize]| {
                let later = |i: usize| {
                    row[i + 1..].iter().filter(|&&tile| tile != 0 && tile < row[i]).count()
                };
                (0..n).map(later).sum::<usize>()
            };
            even(tiles.chunks(n).map(pairs).sum())
        },
    },
    ParityRule {
        name: "hamming and the blank's place agree",
        says_solvable: |board| even(board.hamming() + board.blank()),
    },
    ParityRule { name: "every board is solvable", says_solvable: |_| true },
];

fn even(number: usize) -> bool {
    number.is_multiple_of(2)
}

fn one_if_even_dimension(board: &Board) -> usize {
    usize::from(even(board.rows()))
}

fn row(board: &Board) -> usize {
    board.blank() / board.rows()
}

fn col(board: &Board) -> usize {
    board.blank() % board.rows()
}

/// Returns all members.
pub fn members() -> Vec<Box<dyn Member>> {
    RULES.into_iter().map(|rule| Box::new(rule) as Box<dyn Member>).collect()
}
