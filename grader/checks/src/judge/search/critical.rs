//! Whether the board that was just left is queued again.

use grade::cause::{QueueOf, SearchCause};
use grade::{Failure, Value};

use super::facts::{OWN, Queued, Search, TWIN};
use super::failure;
use super::moment::Again;
use crate::assignment::Puzzle;

/// The number of surplus keys that is no sign: a root may be queued anew when a search is set up.
const SLACK: u64 = 2;

/// The keys that went into a queue, and the most that may.
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

/// The queue that is filled most in comparison with what it may hold: the keys queued, and the most
/// there may be.
pub(crate) fn worst(search: &Search) -> Option<(u64, u64)> {
    let fillings = fillings(search);
    let worst = fillings.iter().max_by(|a, b| (a.queued * b.most).cmp(&(b.queued * a.most)))?;
    Some((worst.queued, worst.most + SLACK))
}

/// Whether more keys are queued than the boards that are expanded can bring.
pub(crate) fn is_overfull(search: &Search) -> bool {
    overfull(search).is_some()
}

/// With the critical optimization an expanded board brings a key for each neighbor but the one that
/// it was reached from. That bounds the keys of each tree, whatever the order of ties, and a search
/// without it is above the bound from its second step on.
fn overfull(search: &Search) -> Option<Filling> {
    fillings(search).into_iter().find(|filling| filling.queued > filling.most + SLACK)
}

/// The failure of a search that queues the board just left, if it does.
///
/// Too many keys are a sign and no proof: a search may put keys from one queue into another, or
/// search from the goal as well. So it is not wrong if each key is known to be another board than
/// the one just left.
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
