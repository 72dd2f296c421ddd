//! Describes the moment at which a search broke a rule.

use crate::words::counted;
use crate::{Departure, DequeuedBoard, Moment, SearchNode, SearchTree, WrongOrder};

/// Describes the step that broke a rule, without a final period.
pub fn describe_moment(moment: &Moment) -> String {
    let step = moment.step;
    let what = describe_departure(&moment.what, moment.tree);
    match (&moment.what, moment.tree) {
        (_, SearchTree::Own) if step == 0 => format!("before step 1: {what}"),
        (Departure::OutOfTurn { .. }, _) => format!("step {step} is out of turn: {what}"),
        (_, SearchTree::Own) => format!("step {step}: {what}"),
        (_, SearchTree::Twin) => format!("step {step}, twin's search: {what}"),
    }
}

fn describe_departure(what: &Departure, tree: SearchTree) -> String {
    match what {
        Departure::OutOfOrder { taken, waiting, by } => format!(
            "the queue returned a node with {} + manhattan {} = {} before a node with {} + manhattan \
             {} = {}{}",
            counted_moves(taken.moves),
            taken.manhattan,
            taken.priority(),
            counted_moves(waiting.moves),
            waiting.manhattan,
            waiting.priority(),
            describe_order(*by)
        ),
        Departure::ClosedTooEarly { board, first, .. } => format!(
            "the search did not queue a neighbor that is {} away; it had already been reached in \
             {}",
            counted_moves(board.moves),
            counted_moves(*first)
        ),
        Departure::NeverQueued { board, .. } => format!(
            "the search did not queue a neighbor with {}, although it was never queued before",
            describe_priority(board)
        ),
        Departure::NoneQueued { neighbors, .. } => format!(
            "the search generated {} and queued none of them",
            counted(*neighbors, "neighbor")
        ),
        Departure::OtherExpanded { .. } => {
            "the board that the search expanded is not the one that came out of the queue"
                .to_owned()
        }
        Departure::ExpandedAgain { board } => format!(
            "the search expanded the same board again, after {}, but no key came out of the queue in \
             between",
            counted_moves(board.moves)
        ),
        Departure::ThrownAway { board, first: None } => format!(
            "the search took the board with {} out of the queue and did not expand it, although \
             it was never expanded before",
            describe_priority(board)
        ),
        Departure::ThrownAway { board, first: Some(first) } => format!(
            "the search took the board that is {} away out of the queue and did not expand it; it \
             had already been reached in {}",
            counted_moves(board.moves),
            counted_moves(*first)
        ),
        Departure::LeftBehind { board } => {
            format!(
                "the search lost the node with {} when it continued with another queue",
                describe_priority(board)
            )
        }
        Departure::EndedEarly { way, waiting, .. } => format!(
            "the search ended with a path of {} while {} was still in the queue",
            counted_moves(*way),
            describe_priority(waiting)
        ),
        Departure::GoalMet { goal, .. } => format!(
            "the search ended when it generated the goal after {}, before the goal came out of \
             the queue",
            counted_moves(goal.moves)
        ),
        Departure::WentOn { goal, next } => format!(
            "the goal came out of the queue after {}, but the search continued with {}",
            counted_moves(goal.moves),
            describe_priority(next)
        ),
        Departure::GaveUp { waiting, .. } => {
            format!(
                "the search ended without the goal while {} was still in the queue",
                describe_priority(waiting)
            )
        }
        Departure::Relinked { board, instead, .. } => format!(
            "the search expanded a board after {}, but the solution reaches it after {}",
            counted_moves(board.moves),
            counted_moves(instead.moves + 1)
        ),
        Departure::QueuedAgain { from, .. } => format!(
            "the search expanded a node after {} and queued the board of its predecessor again",
            counted_moves(from.moves)
        ),
        Departure::OutOfTurn { is_by_key, .. } => {
            let why =
                if *is_by_key { "; each step took the smallest key of all queues" } else { "" };
            let (of, other) = match tree {
                SearchTree::Own => ("the board's", "the twin's"),
                SearchTree::Twin => ("the twin's", "the board's"),
            };
            format!("{of} search takes another step, but it is {other} turn{why}")
        }
    }
}

fn describe_order(by: Option<WrongOrder>) -> String {
    match by {
        None => String::new(),
        Some(WrongOrder::LargestFirst) => {
            "; the largest key comes out first; `MinPq` returns the smallest key, so do not reverse \
             `Ord` as for `BinaryHeap`"
                .to_owned()
        }
        Some(WrongOrder::Changing) => "; keys change their order while they are in the queue".to_owned(),
        Some(WrongOrder::Siblings) => {
            "; keys come out in the order of a counter + manhattan; the counter grows with each \
             neighbor of a board, but all its neighbors take one more move than the board"
                .to_owned()
        }
        Some(order @ (WrongOrder::Steps | WrongOrder::Inserted)) => format!(
            "; keys come out in the order of {order}; each node must store its own number of moves"
        ),
        Some(order @ WrongOrder::Summed) => format!(
            "; keys come out in the order of {order}; add manhattan to the number of moves, not to \
             the previous priority"
        ),
        Some(order) => format!("; keys come out in the order of {order}"),
    }
}

/// Returns the boards involved, with captions.
pub fn boards_with_captions(moment: &Moment) -> Vec<(String, &SearchNode)> {
    let with_priority = |what: &str, node: &SearchNode| format!("{what}: {}", priority_sum(node));
    let with_moves =
        |what: &str, node: &SearchNode| format!("{what} after {}", counted_moves(node.moves));
    match &moment.what {
        Departure::OutOfOrder { taken, waiting, .. } => vec![
            (with_priority("dequeued", taken), taken),
            (with_priority("in the queue", waiting), waiting),
        ],
        Departure::ClosedTooEarly { from, board, first, .. } => vec![
            (with_moves("expanded", from), from),
            (
                format!(
                    "its neighbor, not queued: {}, earlier in {first}",
                    counted_moves(board.moves)
                ),
                board,
            ),
        ],
        Departure::NeverQueued { from, board } => vec![
            (with_priority("expanded", from), from),
            (with_priority("its neighbor, not queued", board), board),
        ],
        Departure::NoneQueued { from, .. } => vec![(with_priority("expanded", from), from)],
        Departure::OtherExpanded { taken, board } => vec![
            (with_priority("dequeued", taken), taken),
            (with_priority("expanded", board), board),
        ],
        Departure::ExpandedAgain { board } => vec![(with_moves("expanded again", board), board)],
        Departure::ThrownAway { board, .. } => vec![(with_priority("not expanded", board), board)],
        Departure::LeftBehind { board } => vec![(with_priority("lost", board), board)],
        Departure::EndedEarly { last, waiting, .. } | Departure::GaveUp { last, waiting } => vec![
            (with_priority("dequeued last", last), last),
            (with_priority("in the queue", waiting), waiting),
        ],
        Departure::GoalMet { from, goal } => vec![
            (with_priority("expanded", from), from),
            (with_priority("its neighbor", goal), goal),
        ],
        Departure::WentOn { goal, next } => vec![
            (with_priority("the goal", goal), goal),
            (with_priority("dequeued next", next), next),
        ],
        Departure::Relinked { board, from, instead } => vec![
            (with_moves("expanded", board), board),
            (with_moves("reached from", from), from),
            (with_moves("previous board in the solution", instead), instead),
        ],
        Departure::QueuedAgain { from, board } => {
            vec![(with_moves("expanded", from), from), (with_moves("queued again", board), board)]
        }
        Departure::OutOfTurn { board, .. } => {
            vec![(format!("the board of step {}", moment.step), board)]
        }
    }
}

/// Describes a dequeued board.
pub fn describe_dequeued(taken: &DequeuedBoard) -> String {
    let of = match taken.tree {
        SearchTree::Own => "",
        SearchTree::Twin => " of the twin's search",
    };
    format!("step {}: {}{of}", taken.step, priority_sum(&taken.node))
}

/// Describes the priority of a board, such as `priority 18 (9 moves + manhattan 9)`.
fn describe_priority(node: &SearchNode) -> String {
    format!(
        "priority {} ({} + manhattan {})",
        node.priority(),
        counted_moves(node.moves),
        node.manhattan
    )
}

/// Formats the priority of a board for a caption, such as `9 + 9 = 18`.
fn priority_sum(node: &SearchNode) -> String {
    format!("{} + {} = {}", node.moves, node.manhattan, node.priority())
}

fn counted_moves(moves: u64) -> String {
    counted(moves, "move")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(moves: u64, manhattan: u64) -> SearchNode {
        SearchNode { tiles: vec![vec![1, 2], vec![3, 0]].into(), moves, manhattan }
    }

    fn render(tree: SearchTree, what: Departure) -> String {
        let at = Moment { step: 37, tree, what, around: Vec::new() };
        let boards: Vec<String> =
            boards_with_captions(&at).into_iter().map(|(caption, _)| caption).collect();
        format!("{}\n  {}", describe_moment(&at), boards.join("\n  "))
    }

    #[test]
    fn every_kind_has_a_sentence_and_captions() {
        let [a, b] = [node(9, 9), node(10, 6)];
        let first_from = Some(a.clone());
        let out_of_order =
            |by| Departure::OutOfOrder { taken: a.clone(), waiting: b.clone(), by: Some(by) };
        let own = [
            Departure::OutOfOrder { taken: a.clone(), waiting: b.clone(), by: None },
            out_of_order(WrongOrder::LargestFirst),
            out_of_order(WrongOrder::Weighted { times: 2 }),
            out_of_order(WrongOrder::Steps),
            out_of_order(WrongOrder::Siblings),
            Departure::ClosedTooEarly { from: a.clone(), board: b.clone(), first: 12, first_from },
            Departure::NeverQueued { from: a.clone(), board: b.clone() },
            Departure::NoneQueued { from: a.clone(), neighbors: 2 },
            Departure::OtherExpanded { taken: a.clone(), board: b.clone() },
            Departure::ExpandedAgain { board: a.clone() },
            Departure::ThrownAway { board: b.clone(), first: None },
            Departure::ThrownAway { board: b.clone(), first: Some(12) },
            Departure::LeftBehind { board: b.clone() },
            Departure::EndedEarly { way: 18, last: a.clone(), waiting: b.clone() },
            Departure::GoalMet { from: node(1, 1), goal: node(2, 0) },
            Departure::WentOn { goal: node(1, 0), next: b.clone() },
            Departure::GaveUp { last: a.clone(), waiting: b.clone() },
            Departure::Relinked { board: node(9, 2), from: node(8, 3), instead: node(10, 3) },
            Departure::QueuedAgain { from: node(1, 4), board: node(2, 5) },
            Departure::OutOfTurn { own: 2, twin: 0, board: a.clone(), is_by_key: true },
        ];
        let mut texts: Vec<String> =
            own.map(|what| render(SearchTree::Own, what)).into_iter().collect();
        let again = Departure::QueuedAgain { from: node(1, 4), board: node(2, 5) };
        let board = a.clone();
        let by_twin = Departure::OutOfTurn { own: 0, twin: 2, board, is_by_key: false };
        texts.extend([again, by_twin].map(|what| render(SearchTree::Twin, what)));
        insta::assert_snapshot!(texts.join("\n"), @"
        step 37: the queue returned a node with 9 moves + manhattan 9 = 18 before a node with 10 moves + manhattan 6 = 16
          dequeued: 9 + 9 = 18
          in the queue: 10 + 6 = 16
        step 37: the queue returned a node with 9 moves + manhattan 9 = 18 before a node with 10 moves + manhattan 6 = 16; the largest key comes out first; `MinPq` returns the smallest key, so do not reverse `Ord` as for `BinaryHeap`
          dequeued: 9 + 9 = 18
          in the queue: 10 + 6 = 16
        step 37: the queue returned a node with 9 moves + manhattan 9 = 18 before a node with 10 moves + manhattan 6 = 16; keys come out in the order of moves + 2 * manhattan
          dequeued: 9 + 9 = 18
          in the queue: 10 + 6 = 16
        step 37: the queue returned a node with 9 moves + manhattan 9 = 18 before a node with 10 moves + manhattan 6 = 16; keys come out in the order of steps of the search + manhattan; each node must store its own number of moves
          dequeued: 9 + 9 = 18
          in the queue: 10 + 6 = 16
        step 37: the queue returned a node with 9 moves + manhattan 9 = 18 before a node with 10 moves + manhattan 6 = 16; keys come out in the order of a counter + manhattan; the counter grows with each neighbor of a board, but all its neighbors take one more move than the board
          dequeued: 9 + 9 = 18
          in the queue: 10 + 6 = 16
        step 37: the search did not queue a neighbor that is 10 moves away; it had already been reached in 12 moves
          expanded after 9 moves
          its neighbor, not queued: 10 moves, earlier in 12
        step 37: the search did not queue a neighbor with priority 16 (10 moves + manhattan 6), although it was never queued before
          expanded: 9 + 9 = 18
          its neighbor, not queued: 10 + 6 = 16
        step 37: the search generated 2 neighbors and queued none of them
          expanded: 9 + 9 = 18
        step 37: the board that the search expanded is not the one that came out of the queue
          dequeued: 9 + 9 = 18
          expanded: 10 + 6 = 16
        step 37: the search expanded the same board again, after 9 moves, but no key came out of the queue in between
          expanded again after 9 moves
        step 37: the search took the board with priority 16 (10 moves + manhattan 6) out of the queue and did not expand it, although it was never expanded before
          not expanded: 10 + 6 = 16
        step 37: the search took the board that is 10 moves away out of the queue and did not expand it; it had already been reached in 12 moves
          not expanded: 10 + 6 = 16
        step 37: the search lost the node with priority 16 (10 moves + manhattan 6) when it continued with another queue
          lost: 10 + 6 = 16
        step 37: the search ended with a path of 18 moves while priority 16 (10 moves + manhattan 6) was still in the queue
          dequeued last: 9 + 9 = 18
          in the queue: 10 + 6 = 16
        step 37: the search ended when it generated the goal after 2 moves, before the goal came out of the queue
          expanded: 1 + 1 = 2
          its neighbor: 2 + 0 = 2
        step 37: the goal came out of the queue after 1 move, but the search continued with priority 16 (10 moves + manhattan 6)
          the goal: 1 + 0 = 1
          dequeued next: 10 + 6 = 16
        step 37: the search ended without the goal while priority 16 (10 moves + manhattan 6) was still in the queue
          dequeued last: 9 + 9 = 18
          in the queue: 10 + 6 = 16
        step 37: the search expanded a board after 9 moves, but the solution reaches it after 11 moves
          expanded after 9 moves
          reached from after 8 moves
          previous board in the solution after 10 moves
        step 37: the search expanded a node after 1 move and queued the board of its predecessor again
          expanded after 1 move
          queued again after 2 moves
        step 37 is out of turn: the board's search takes another step, but it is the twin's turn; each step took the smallest key of all queues
          the board of step 37
        step 37, twin's search: the search expanded a node after 1 move and queued the board of its predecessor again
          expanded after 1 move
          queued again after 2 moves
        step 37 is out of turn: the twin's search takes another step, but it is the board's turn
          the board of step 37
        ");
    }
}
