//! The held-out families. They do not affect the choice of puzzles, to test whether these expose mistakes that nobody
//! anticipated.

mod climbing;
mod closed;
mod distances;
mod estimates;
mod giving_up;
mod lists;
mod open;
mod parity;
mod priorities;
mod pruning;
mod twins;
mod two_sided;

use crate::board::Board;
use crate::member::{Member, MemberAnswer, MemberTask};
use crate::recipe::Recipe;
use crate::tree::NodeView;

type Members = Vec<Box<dyn Member>>;

/// Returns all members of all held-out families, in a fixed order.
pub fn members() -> Members {
    [
        distances::members(),
        estimates::members(),
        priorities::members(),
        open::members(),
        closed::members(),
        pruning::members(),
        lists::members(),
        climbing::members(),
        two_sided::members(),
        twins::members(),
        parity::members(),
        giving_up::members(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// A member that is not a variant of A*, or does not search.
struct HeldOutMember {
    family: &'static str,
    parameters: String,
    answer: Box<dyn Fn(&MemberTask<'_>) -> MemberAnswer + Sync>,
}

impl Member for HeldOutMember {
    fn family(&self) -> &str {
        self.family
    }

    fn parameters(&self) -> &str {
        &self.parameters
    }

    fn solve(&self, task: &MemberTask<'_>) -> MemberAnswer {
        (self.answer)(task)
    }
}

fn member_from_answer(
    family: &'static str,
    parameters: impl Into<String>,
    answer: impl Fn(&MemberTask<'_>) -> MemberAnswer + Sync + 'static,
) -> Box<dyn Member> {
    Box::new(HeldOutMember { family, parameters: parameters.into(), answer: Box::new(answer) })
}

/// Creates a member that searches from the board if it is solvable, and from a correct twin otherwise.
fn member_with_right_twin(
    family: &'static str,
    parameters: impl Into<String>,
    search: impl Fn(&Board, &MemberTask<'_>) -> MemberAnswer + Sync + 'static,
) -> Box<dyn Member> {
    member_from_answer(family, parameters, move |task| {
        if task.optimal.is_some() {
            return search(task.board, task);
        }
        match search(&task.board.twin(), task) {
            MemberAnswer::Moves(_) => MemberAnswer::Unsolvable,
            other => other,
        }
    })
}

/// Creates a variant of A* with a different priority.
fn member_with_priority(
    family: &'static str,
    parameters: impl Into<String>,
    priority: impl Fn(&NodeView<'_>) -> u64 + Sync + 'static,
) -> Box<dyn Member> {
    Box::new(Recipe { priority: Box::new(priority), ..Recipe::new(family, parameters) })
}

/// Creates a variant of A* with a different heuristic.
fn member_with_bound(
    family: &'static str,
    parameters: impl Into<String>,
    bound: impl Fn(&Board) -> usize + Sync + 'static,
) -> Box<dyn Member> {
    Box::new(Recipe::new(family, parameters).with_bound(bound))
}

/// Creates a variant of A* that prunes more children than the critical optimization does.
fn member_that_prunes(
    family: &'static str,
    parameters: impl Into<String>,
    keeps: impl Fn(&NodeView<'_>) -> bool + Sync + 'static,
) -> Box<dyn Member> {
    let keeps = Box::new(move |node: &NodeView<'_>| node.is_no_way_back() && keeps(node));
    Box::new(Recipe { keeps, ..Recipe::new(family, parameters) })
}

fn tiles_without_blank(board: &Board) -> Vec<usize> {
    board.tiles().filter(|&tile| tile != 0).collect()
}

fn inversions(numbers: &[usize]) -> usize {
    let later = |at: usize| numbers[at + 1..].iter().filter(move |&&other| other < numbers[at]);
    (0..numbers.len()).map(|at| later(at).count()).sum()
}

fn distance_between(n: usize, a: usize, b: usize) -> usize {
    (a / n).abs_diff(b / n) + (a % n).abs_diff(b % n)
}

fn blank_distance_to_corner(board: &Board) -> usize {
    let n = board.rows();
    distance_between(n, board.blank(), n * n - 1)
}
