//! Iterative deepening with an incorrect limit, or an incorrect set of visited boards.

use std::collections::HashMap;

use super::{Members, member_with_right_twin};
use crate::board::Board;
use crate::member::{MemberAnswer, MemberTask};
use crate::tree::Quick;

#[derive(Clone, Copy)]
struct ClimbingSearch {
    /// Computes the next limit from the current one and the least and greatest sums beyond it.
    next: Next,
    /// Whether to skip a board, given the number of moves at an earlier visit in this round and now.
    is_done: Option<IsDone>,
    /// The weight of the estimate, in tenths.
    tenths: usize,
}

const RIGHT: ClimbingSearch =
    ClimbingSearch { next: |_, least, _| least, is_done: None, tenths: 10 };

pub fn members() -> Members {
    let mut members = Members::new();
    for (text, next) in LIMITS {
        let member = ClimbingSearch { next, ..RIGHT };
        members.push(member_with_right_twin(
            "limit that rises too fast",
            text,
            move |board, task| member.search(board, task),
        ));
    }
    for (text, is_done) in TABLES {
        let member = ClimbingSearch { is_done: Some(is_done), ..RIGHT };
        members.push(member_with_right_twin(
            "depth-limited search with a visited set",
            text,
            move |board, task| member.search(board, task),
        ));
    }
    for tenths in [11, 13, 15, 20] {
        let member = ClimbingSearch { tenths, ..RIGHT };
        let text = format!("{tenths} tenths");
        members.push(member_with_right_twin(
            "depth-limited search with a weight",
            text,
            move |board, task| member.search(board, task),
        ));
    }
    members
}

type Next = fn(usize, usize, usize) -> usize;

const LIMITS: [(&str, Next); 6] = [
    ("by 4", |limit, least, _| least.max(limit + 4)),
    ("by 6", |limit, least, _| least.max(limit + 6)),
    ("by 3", |limit, least, _| least.max(limit + 3)),
    ("to the greatest sum met", |_, _, greatest| greatest),
    ("to the mean of the least and the greatest", |_, least, greatest| {
        usize::midpoint(least, greatest + 1)
    }),
    ("by a fifth", |limit, least, _| least.max(limit + limit / 5)),
];

type IsDone = fn(usize, usize) -> bool;

const TABLES: [(&str, IsDone); 3] = [
    ("whatever the moves", |_, _| true),
    ("unless more than two moves shorter now", |before, now| now + 2 >= before),
    ("unless four moves or more shorter now", |before, now| now + 4 > before),
];

struct ClimbingRound<'a> {
    how: ClimbingSearch,
    task: &'a MemberTask<'a>,
    met: HashMap<u64, usize, Quick>,
    limit: usize,
    /// The least and the greatest sum beyond the limit.
    beyond: Option<(usize, usize)>,
    left: u64,
}

impl ClimbingSearch {
    fn search(self, root: &Board, task: &MemberTask<'_>) -> MemberAnswer {
        let mut limit = self.bound(root);
        let mut left = task.budget;
        loop {
            let met = HashMap::default();
            let mut round = ClimbingRound { how: self, task, met, limit, beyond: None, left };
            if let Some(moves) = round.visit(root, None, 0) {
                return MemberAnswer::Moves(moves);
            }
            left = round.left;
            let Some((least, greatest)) = round.beyond else { return MemberAnswer::NoEnd };
            if left == 0 {
                return MemberAnswer::NoEnd;
            }
            limit = (self.next)(limit, least, greatest);
        }
    }

    fn bound(self, board: &Board) -> usize {
        board.manhattan() * self.tenths / 10
    }
}

impl ClimbingRound<'_> {
    fn visit(&mut self, board: &Board, from: Option<&Board>, moves: usize) -> Option<usize> {
        let sum = moves + self.how.bound(board);
        if sum > self.limit {
            let (least, greatest) = self.beyond.unwrap_or((sum, sum));
            self.beyond = Some((least.min(sum), greatest.max(sum)));
            return None;
        }
        if board.is_goal() {
            return Some(moves);
        }
        if let Some(is_done) = self.how.is_done {
            let before = self.met.get(&board.board_number());
            if before.is_some_and(|&before| is_done(before, moves)) {
                return None;
            }
            self.met.insert(board.board_number(), moves);
        }
        self.left = self.left.checked_sub(1)?;
        for child in board.neighbors(self.task.manner.order) {
            if Some(&child) == from {
                continue;
            }
            if let Some(found) = self.visit(&child, Some(board), moves + 1) {
                return Some(found);
            }
        }
        None
    }
}
