//! Judges whether a search enqueues the previous board.

use assignment::Puzzle;
use grade::cause::{QueueOf, SearchCause};
use grade::words::counted;
use grade::{Failure, Value};

use super::facts::{OWN, Queued, SearchFacts, TWIN};
use super::moment::Again;
use super::search_failure;

/// The number of extra keys to tolerate, because a solver may enqueue both roots twice at the start.
const SLACK: u64 = 2;

struct Filling {
    queued: u64,
    most: u64,
    queue: QueueOf,
}

fn queue_fillings(search: &SearchFacts) -> Vec<Filling> {
    let [own, twin] = search.queueable;
    match search.queued {
        Queued::Nowhere => Vec::new(),
        // A search that expands no board enqueues only roots.
        _ if search.expanded == [0, 0] => Vec::new(),
        Queued::Apart(queued) => vec![
            Filling { queued: queued[OWN], most: own, queue: QueueOf::Own },
            Filling { queued: queued[TWIN], most: twin, queue: QueueOf::Twin },
        ],
        Queued::Shared(queued) | Queued::Unclear(queued) => {
            vec![Filling { queued, most: own + twin, queue: QueueOf::Both }]
        }
    }
}

/// Returns the number of enqueued keys and the allowed maximum, for the queue with the most excess keys.
pub(crate) fn worst_queue(search: &SearchFacts) -> Option<(u64, u64)> {
    let fillings = queue_fillings(search);
    let worst = fillings.iter().max_by(|a, b| (a.queued * b.most).cmp(&(b.queued * a.most)))?;
    Some((worst.queued, worst.most + SLACK))
}

pub(crate) fn is_overfull(search: &SearchFacts) -> bool {
    first_overfull(search).is_some()
}

/// With the critical optimization, expanding a board adds a key for each neighbor except the previous board. This
/// limits the number of keys in each tree, regardless of tie-breaking. Without it, a search exceeds the limit from the
/// second step on.
fn first_overfull(search: &SearchFacts) -> Option<Filling> {
    queue_fillings(search).into_iter().find(|filling| filling.queued > filling.most + SLACK)
}

/// Returns a failure if a search enqueues the previous board.
///
/// Extra keys alone do not prove this, because a search may move keys between queues or search backward from the goal.
/// The search passes if every key is known to belong to a board other than the previous one.
pub(crate) fn critical_optimization(
    puzzle: &Puzzle,
    search: &SearchFacts,
    again: Again,
) -> Option<Failure> {
    let Filling { queued, most, queue } = first_overfull(search)?;
    let cause = match again {
        Again::Once => SearchCause::QueuedAgain { queued, queue },
        Again::Unknown => SearchCause::Overfull { queued, most },
        Again::Never => return None,
    };
    let expected = Value::Text(format!("at most {}", counted(most, "call")));
    let actual = Value::Text(counted(queued, "call"));
    Some(search_failure(puzzle, "MinPq::insert()", cause, expected, actual))
}
