//! Iterative deepening that skips bounds, or that remembers boards without their numbers of moves. Parity correctly
//! detects unsolvable boards.

use crate::board::{Board, NeighborOrder};
use crate::member::{Member, MemberAnswer, MemberTask};
use crate::tree::Numbers;

struct SkippingSearch {
    parameters: String,
    /// The growth of the bound per round.
    step: usize,
    /// Whether to skip boards already visited in the round.
    remembers: bool,
}

struct SkippingRound<'a> {
    order: NeighborOrder,
    bound: usize,
    left: u64,
    met: Option<&'a mut Numbers>,
}

impl SkippingRound<'_> {
    /// Returns the total number of moves to the goal, or `None` if there is no solution within the bound and the
    /// budget.
    fn search_below(
        &mut self,
        board: &Board,
        before: Option<&Board>,
        moves: usize,
    ) -> Option<usize> {
        if board.is_goal() {
            return Some(moves);
        }
        self.left = self.left.checked_sub(1)?;
        for child in board.neighbors(self.order) {
            if before == Some(&child) || moves + 1 + child.manhattan() > self.bound {
                continue;
            }
            if self.met.as_mut().is_some_and(|met| !met.insert(child.board_number())) {
                continue;
            }
            if let Some(found) = self.search_below(&child, Some(board), moves + 1) {
                return Some(found);
            }
        }
        None
    }
}

impl Member for SkippingSearch {
    fn family(&self) -> &'static str {
        "iterative deepening"
    }

    fn parameters(&self) -> &str {
        &self.parameters
    }

    fn solve(&self, task: &MemberTask<'_>) -> MemberAnswer {
        if task.optimal.is_none() {
            return MemberAnswer::Unsolvable;
        }
        let mut bound = task.board.manhattan();
        let mut left = task.budget;
        // A search that remembers boards may fail under any bound.
        while left > 0 && bound < 400 {
            let mut met = Numbers::default();
            met.insert(task.board.board_number());
            let met = self.remembers.then_some(&mut met);
            let mut round = SkippingRound { order: task.manner.order, bound, left, met };
            if let Some(moves) = round.search_below(task.board, None, 0) {
                return MemberAnswer::Moves(moves);
            }
            left = round.left;
            bound += self.step;
        }
        MemberAnswer::NoEnd
    }
}

/// Returns all members.
pub fn members() -> Vec<Box<dyn Member>> {
    let skips = [3, 4, 5, 6, 8, 10, 15].map(|step| {
        let parameters = format!("the bound grows by {step}");
        SkippingSearch { parameters, step, remembers: false }
    });
    let remembers = [2, 4].map(|step| {
        let parameters = format!("boards met in a round are left out, the bound grows by {step}");
        SkippingSearch { parameters, step, remembers: true }
    });
    let all = skips.into_iter().chain(remembers);
    all.map(|member| Box::new(member) as Box<dyn Member>).collect()
}
