//! Beam searches, which are breadth-first searches with a limited number of boards per level.

use crate::board::Board;
use crate::member::{Member, MemberAnswer, MemberTask, SolverChoices, Ties};
use crate::tree::Numbers;

/// Keeps the `width` boards with the least Manhattan distance on every level.
struct Beam {
    width: usize,
    parameters: String,
}

impl Beam {
    /// Returns the level of the goal, or `Unsolvable` if a level is empty.
    fn search(&self, board: &Board, manner: SolverChoices, budget: u64) -> MemberAnswer {
        let mut level = vec![board.clone()];
        let mut met = Numbers::default();
        met.insert(board.board_number());
        let mut left = budget;
        for moves in 0.. {
            if level.is_empty() {
                return MemberAnswer::Unsolvable;
            }
            let mut next = Vec::new();
            for board in &level {
                if board.is_goal() {
                    return MemberAnswer::Moves(moves);
                }
                let Some(rest) = left.checked_sub(1) else { return MemberAnswer::NoEnd };
                left = rest;
                let is_new = |neighbor: &Board| met.insert(neighbor.board_number());
                next.extend(board.neighbors(manner.order).filter(is_new));
            }
            if manner.ties == Ties::Heap {
                next.reverse();
            }
            next.sort_by_key(Board::manhattan);
            next.truncate(self.width);
            level = next;
        }
        MemberAnswer::NoEnd
    }
}

impl Member for Beam {
    fn family(&self) -> &'static str {
        "beam by level"
    }

    fn parameters(&self) -> &str {
        &self.parameters
    }

    fn solve(&self, task: &MemberTask<'_>) -> MemberAnswer {
        match task.optimal {
            Some(_) => self.search(task.board, task.manner, task.budget),
            // The answer is "unsolvable" whether the twin's search finds the goal or runs out of boards. If it does not
            // end, the board's search would not end either.
            None => match self.search(&task.board.twin(), task.manner, task.budget) {
                MemberAnswer::Moves(_) | MemberAnswer::Unsolvable => MemberAnswer::Unsolvable,
                MemberAnswer::NoEnd => MemberAnswer::NoEnd,
            },
        }
    }
}

/// Returns all members.
pub fn members() -> Vec<Box<dyn Member>> {
    let widths = [5, 10, 30, 100, 300, 1000, 3000, 10_000];
    let beam = |width| Beam { width, parameters: format!("{width} boards of each level") };
    widths.into_iter().map(|width| Box::new(beam(width)) as Box<dyn Member>).collect()
}
