//! Words for the moment in which a search left what is allowed.

use crate::grade::{Departure, Moment, SearchNode, SearchTree, Taken};

/// What happened in which step, in one sentence without a period.
pub(crate) fn moment(moment: &Moment) -> String {
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
        Departure::OutOfOrder { taken, waiting } => format!(
            "the queue gave out {} while {} was waiting; \
             is the priority moves + manhattan, unweighted?",
            priority(taken),
            priority(waiting)
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

/// The boards that show it, each with what it is.
pub(crate) fn boards(moment: &Moment) -> Vec<(String, &SearchNode)> {
    let with_priority = |what: &str, node: &SearchNode| format!("{what}: {}", priority(node));
    let with_moves = |what: &str, node: &SearchNode| format!("{what}: {}", moves(node.moves));
    match &moment.what {
        Departure::OutOfOrder { taken, waiting } => vec![
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
        Departure::QueuedAgain { from, board } => {
            vec![(with_moves("expanded", from), from), (with_moves("queued again", board), board)]
        }
        Departure::OutOfTurn { board, .. } => vec![(with_priority("expanded", board), board)],
    }
}

/// A board that was taken out, in words.
pub(crate) fn taken(taken: &Taken) -> String {
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
