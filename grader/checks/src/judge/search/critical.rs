//! Judges whether the previous board is enqueued again.

use grade::cause::{QueueOf, SearchCause};
use grade::{Failure, Value};

use super::facts::{OWN, Queued, Search, TWIN};
use super::failure;
use super::moment::Again;
use crate::assignment::Puzzle;

/// The number of extra keys that are tolerated, because a solver may enqueue the roots twice at the start.
const SLACK: u64 = 2;

/// The number of keys enqueued, and the maximum allowed.
struct Filling {
    queued: u64,
    most: u64,
    queue: QueueOf,
}

fn fillings(search: &Search) -> Vec<Filling> {
    let [own, twin] = search.queueable;
    match search.queued {
        Queued::Nowhere => Vec::new(),
        Queued::Apart(queued) => vec![
            Filling { queued: queued[OWN], most: own, queue: QueueOf::Own },
            Filling { queued: queued[TWIN], most: twin, queue: QueueOf::Twin },
        ],
        Queued::Shared(queued) | Queued::Unclear(queued) => {
            vec![Filling { queued, most: own + twin, queue: QueueOf::Both }]
        }
    }
}

/// Returns the counts for the queue with the greatest excess: the keys enqueued, and the keys allowed.
pub(crate) fn worst(search: &Search) -> Option<(u64, u64)> {
    let fillings = fillings(search);
    let worst = fillings.iter().max_by(|a, b| (a.queued * b.most).cmp(&(b.queued * a.most)))?;
    Some((worst.queued, worst.most + SLACK))
}

/// Returns `true` if more keys are enqueued than the expanded boards can generate.
pub(crate) fn is_overfull(search: &Search) -> bool {
    overfull(search).is_some()
}

/// With the critical optimization, an expanded board generates a key for each neighbor except the previous board. This
/// bounds the number of keys in each tree, whatever the tie-breaking. A search without the optimization exceeds the
/// bound from the second step on.
fn overfull(search: &Search) -> Option<Filling> {
    fillings(search).into_iter().find(|filling| filling.queued > filling.most + SLACK)
}

/// Returns a failure if a search enqueues the previous board.
///
/// Extra keys alone are not proof, because a search may move keys between queues or search backward from the goal. The
/// search passes if every key is known to belong to a board other than the previous one.
pub(crate) fn critical_optimization(
    puzzle: &Puzzle,
    search: &Search,
    again: Again,
) -> Option<Failure> {
    let Filling { queued, most, queue } = overfull(search).filter(|_| again != Again::Never)?;
    let cause = SearchCause::QueuedAgain { queued, queue };
    let expected = Value::Text(format!("{most} at most"));
    Some(failure(puzzle, "MinPq::insert()", cause, expected, Value::Number(queued)))
}
