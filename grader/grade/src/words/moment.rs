//! Words for the moment in which a search left what is allowed.

use crate::{Departure, Moment, Order, SearchNode, SearchTree, Taken};

/// The step that left what is allowed, in one sentence without a period.
pub fn moment(moment: &Moment) -> String {
    let step = moment.step;
    let what = what(&moment.what, moment.tree);
    match moment.tree {
        SearchTree::Twin if !matches!(moment.what, Departure::OutOfTurn { .. }) => {
            format!("step {step}, in the search of the twin: {what}")
        }
        _ => format!("step {step}: {what}"),
    }
}

fn what(what: &Departure, tree: SearchTree) -> String {
    match what {
        Departure::OutOfOrder { taken, waiting, by } => format!(
            "the queue gave out {} while {} was waiting; {}",
            priority(taken),
            priority(waiting),
            order(*by)
        ),
        Departure::ClosedTooEarly { board, first, .. } => format!(
            "a neighbor that is {} away was not queued, because it had been reached in {first} \
             before; is it closed too early?",
            moves(board.moves)
        ),
        Departure::NeverQueued { board, .. } => format!(
            "a neighbor with {} was not queued, and it had never been queued before",
            priority(board)
        ),
        Departure::ThrownAway { board, first: None } => format!(
            "the board with {} came out of the queue and was not expanded, and it never had been",
            priority(board)
        ),
        Departure::ThrownAway { board, first: Some(first) } => format!(
            "the board that is {} away came out of the queue and was not expanded, because it had \
             been reached in {first} before; is it closed too early?",
            moves(board.moves)
        ),
        Departure::LeftBehind { board } => format!(
            "{} was left behind when other boards were put into another queue",
            priority(board)
        ),
        Departure::EndedEarly { way, waiting, .. } => format!(
            "the search ended with a way of {} while {} was waiting",
            moves(*way),
            priority(waiting)
        ),
        Departure::GoalMet { goal, .. } => format!(
            "the search ended before the goal, met as a neighbor in {}, came out of the queue",
            moves(goal.moves)
        ),
        Departure::WentOn { goal, next } => format!(
            "the goal came out of the queue after {}, and the search went on with {}",
            moves(goal.moves),
            priority(next)
        ),
        Departure::GaveUp { waiting, .. } => {
            format!("the search ended without the goal while {} was waiting", priority(waiting))
        }
        Departure::Relinked { board, instead, .. } => format!(
            "a board was expanded after {}, and the solution reaches it after {}: \
             its link to the board before it was overwritten",
            moves(board.moves),
            moves(instead.moves + 1)
        ),
        Departure::QueuedAgain { from, .. } => format!(
            "the board that was expanded, {} away, was reached from a neighbor that was queued \
             again",
            moves(from.moves)
        ),
        Departure::OutOfTurn { own, twin, .. } => {
            let of = match tree {
                SearchTree::Own => "the board's",
                SearchTree::Twin => "the twin's",
            };
            format!(
                "the next step of {of} search is out of turn: {} with the board, {} with the twin",
                steps(*own),
                steps(*twin)
            )
        }
    }
}

/// What is known of the order in which keys come out.
fn order(by: Option<Order>) -> String {
    match by {
        None => "is the priority moves + manhattan, unweighted?".to_owned(),
        Some(Order::LargestFirst) => {
            "the largest key comes out first, and `MinPq` gives the smallest: \
             do not reverse `Ord` as for std's `BinaryHeap`"
                .to_owned()
        }
        Some(Order::Changing) => "keys change their order while they are queued".to_owned(),
        Some(Order::Steps) => format!(
            "all keys come out in the order of {}: each node needs its own moves",
            Order::Steps
        ),
        Some(order) => format!("all keys come out in the order of {order}"),
    }
}

/// The boards that show it, each with what it is.
pub fn boards(moment: &Moment) -> Vec<(String, &SearchNode)> {
    let with_priority = |what: &str, node: &SearchNode| format!("{what}: {}", priority(node));
    let with_moves = |what: &str, node: &SearchNode| format!("{what}: {}", moves(node.moves));
    match &moment.what {
        Departure::OutOfOrder { taken, waiting, .. } => vec![
            (with_priority("given out", taken), taken),
            (with_priority("waiting", waiting), waiting),
        ],
        Departure::ClosedTooEarly { from, board, first, .. } => vec![
            (with_moves("expanded", from), from),
            (format!("its neighbor, not queued: {}, {first} before", moves(board.moves)), board),
        ],
        Departure::NeverQueued { from, board } => vec![
            (with_priority("expanded", from), from),
            (with_priority("its neighbor, not queued", board), board),
        ],
        Departure::ThrownAway { board, .. } => vec![(with_priority("not expanded", board), board)],
        Departure::LeftBehind { board } => vec![(with_priority("left behind", board), board)],
        Departure::EndedEarly { last, waiting, .. } | Departure::GaveUp { last, waiting } => vec![
            (with_priority("given out last", last), last),
            (with_priority("waiting", waiting), waiting),
        ],
        Departure::GoalMet { from, goal } => vec![
            (with_priority("expanded", from), from),
            (with_priority("its neighbor", goal), goal),
        ],
        Departure::WentOn { goal, next } => vec![
            (with_priority("the goal", goal), goal),
            (with_priority("given out next", next), next),
        ],
        Departure::Relinked { board, from, instead } => vec![
            (with_moves("expanded", board), board),
            (with_moves("reached from", from), from),
            (with_moves("before it in the solution", instead), instead),
        ],
        Departure::QueuedAgain { from, board } => {
            vec![(with_moves("expanded", from), from), (with_moves("queued again", board), board)]
        }
        Departure::OutOfTurn { board, .. } => vec![(with_priority("out of turn", board), board)],
    }
}

/// A board that was taken out, in words.
pub fn taken(taken: &Taken) -> String {
    let of = match taken.tree {
        SearchTree::Own => "",
        SearchTree::Twin => " of the twin's search",
    };
    format!("step {}: {}{of}", taken.step, priority(&taken.node))
}

/// A board by its priority: `f = 18 (g 9, h 9)`.
fn priority(node: &SearchNode) -> String {
    format!("f = {} (g {}, h {})", node.priority(), node.moves, node.manhattan)
}

fn moves(moves: u64) -> String {
    counted(moves, "move")
}

fn steps(steps: u64) -> String {
    counted(steps, "step")
}

fn counted(number: u64, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(moves: u64, manhattan: u64) -> SearchNode {
        SearchNode { tiles: vec![vec![1, 2], vec![3, 0]].into(), moves, manhattan }
    }

    fn told(tree: SearchTree, what: Departure) -> String {
        let told = Moment { step: 37, tree, what, around: Vec::new() };
        let boards: Vec<String> = boards(&told).into_iter().map(|(caption, _)| caption).collect();
        format!("{}\n  {}", moment(&told), boards.join("\n  "))
    }

    #[test]
    fn every_kind_has_a_sentence_and_captions() {
        let [a, b] = [node(9, 9), node(10, 6)];
        let first_from = Some(a.clone());
        let out_of_order =
            |by| Departure::OutOfOrder { taken: a.clone(), waiting: b.clone(), by: Some(by) };
        let own = [
            Departure::OutOfOrder { taken: a.clone(), waiting: b.clone(), by: None },
            out_of_order(Order::LargestFirst),
            out_of_order(Order::Weighted { times: 2 }),
            out_of_order(Order::Steps),
            Departure::ClosedTooEarly { from: a.clone(), board: b.clone(), first: 12, first_from },
            Departure::NeverQueued { from: a.clone(), board: b.clone() },
            Departure::ThrownAway { board: b.clone(), first: None },
            Departure::ThrownAway { board: b.clone(), first: Some(12) },
            Departure::LeftBehind { board: b.clone() },
            Departure::EndedEarly { way: 18, last: a.clone(), waiting: b.clone() },
            Departure::GoalMet { from: node(1, 1), goal: node(2, 0) },
            Departure::WentOn { goal: node(1, 0), next: b.clone() },
            Departure::GaveUp { last: a.clone(), waiting: b.clone() },
            Departure::Relinked { board: node(9, 2), from: node(8, 3), instead: node(10, 3) },
            Departure::QueuedAgain { from: node(1, 4), board: node(2, 5) },
            Departure::OutOfTurn { own: 2, twin: 0, board: a.clone() },
        ];
        let mut told: Vec<String> =
            own.map(|what| told(SearchTree::Own, what)).into_iter().collect();
        let again = Departure::QueuedAgain { from: node(1, 4), board: node(2, 5) };
        told.push(self::told(SearchTree::Twin, again));
        insta::assert_snapshot!(told.join("\n"), @"
        step 37: the queue gave out f = 18 (g 9, h 9) while f = 16 (g 10, h 6) was waiting; is the priority moves + manhattan, unweighted?
          given out: f = 18 (g 9, h 9)
          waiting: f = 16 (g 10, h 6)
        step 37: the queue gave out f = 18 (g 9, h 9) while f = 16 (g 10, h 6) was waiting; the largest key comes out first, and `MinPq` gives the smallest: do not reverse `Ord` as for std's `BinaryHeap`
          given out: f = 18 (g 9, h 9)
          waiting: f = 16 (g 10, h 6)
        step 37: the queue gave out f = 18 (g 9, h 9) while f = 16 (g 10, h 6) was waiting; all keys come out in the order of moves + 2 * manhattan
          given out: f = 18 (g 9, h 9)
          waiting: f = 16 (g 10, h 6)
        step 37: the queue gave out f = 18 (g 9, h 9) while f = 16 (g 10, h 6) was waiting; all keys come out in the order of steps of the search + manhattan: each node needs its own moves
          given out: f = 18 (g 9, h 9)
          waiting: f = 16 (g 10, h 6)
        step 37: a neighbor that is 10 moves away was not queued, because it had been reached in 12 before; is it closed too early?
          expanded: 9 moves
          its neighbor, not queued: 10 moves, 12 before
        step 37: a neighbor with f = 16 (g 10, h 6) was not queued, and it had never been queued before
          expanded: f = 18 (g 9, h 9)
          its neighbor, not queued: f = 16 (g 10, h 6)
        step 37: the board with f = 16 (g 10, h 6) came out of the queue and was not expanded, and it never had been
          not expanded: f = 16 (g 10, h 6)
        step 37: the board that is 10 moves away came out of the queue and was not expanded, because it had been reached in 12 before; is it closed too early?
          not expanded: f = 16 (g 10, h 6)
        step 37: f = 16 (g 10, h 6) was left behind when other boards were put into another queue
          left behind: f = 16 (g 10, h 6)
        step 37: the search ended with a way of 18 moves while f = 16 (g 10, h 6) was waiting
          given out last: f = 18 (g 9, h 9)
          waiting: f = 16 (g 10, h 6)
        step 37: the search ended before the goal, met as a neighbor in 2 moves, came out of the queue
          expanded: f = 2 (g 1, h 1)
          its neighbor: f = 2 (g 2, h 0)
        step 37: the goal came out of the queue after 1 move, and the search went on with f = 16 (g 10, h 6)
          the goal: f = 1 (g 1, h 0)
          given out next: f = 16 (g 10, h 6)
        step 37: the search ended without the goal while f = 16 (g 10, h 6) was waiting
          given out last: f = 18 (g 9, h 9)
          waiting: f = 16 (g 10, h 6)
        step 37: a board was expanded after 9 moves, and the solution reaches it after 11 moves: its link to the board before it was overwritten
          expanded: 9 moves
          reached from: 8 moves
          before it in the solution: 10 moves
        step 37: the board that was expanded, 1 move away, was reached from a neighbor that was queued again
          expanded: 1 move
          queued again: 2 moves
        step 37: the next step of the board's search is out of turn: 2 steps with the board, 0 steps with the twin
          out of turn: f = 18 (g 9, h 9)
        step 37, in the search of the twin: the board that was expanded, 1 move away, was reached from a neighbor that was queued again
          expanded: 1 move
          queued again: 2 moves
        ");
    }
}
