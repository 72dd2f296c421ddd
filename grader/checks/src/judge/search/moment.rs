//! Finds the first wrong step of a search in its log.
//!
//! The log is examined only if the search is already known to have a fault. Every rule holds regardless of
//! tie-breaking. If the log does not show which boards the keys belong to, no moment is reported.

mod end;
mod known_order;
mod lost_boards;
mod order;
mod repetition;
mod returned_path;
#[cfg(test)]
mod tests;
mod turn;

pub(crate) use known_order::Orders;
pub(crate) use order::{KeyOrder, key_order};
pub(crate) use repetition::{Again, judge_queued_again};
pub(crate) use returned_path::{PathFault, find_path_fault};

use grade::{Departure, DequeuedBoard, Moment, PATH_TILES, SearchTree};
use sandbox::run::{Event, HostBoards, LoggedSearch, SearchLog};

use super::facts::{OWN, TWIN};
use super::forest::Forest;
use super::keys::{SearchKeys, StrayExpansion};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchFault {
    /// The path is longer than necessary and has this many moves.
    TooLong(u64),
    Denied,
    /// The endless search expands boards that are too far away.
    Lost,
    /// The endless search of the twin expands boards that are too far away.
    LostTwin,
    /// The search takes too long, or too much memory.
    Astray,
    /// The search was stopped, and no answer was given.
    Stuck,
    EndsEarly,
    GoesOn,
    QueuedAgain,
    OutOfStep,
    GivesUp,
}

impl SearchFault {
    /// Returns `true` if the fault may come from any step of the search.
    fn is_of_steps(self) -> bool {
        matches!(
            self,
            Self::TooLong(_)
                | Self::Denied
                | Self::Lost
                | Self::LostTwin
                | Self::Astray
                | Self::Stuck
        )
    }
}

/// The number of dequeued boards to show before and after the step.
/// Those before show how the search got there, and those after show that it went on.
const AROUND: (usize, usize) = (3, 2);

struct SearchScene<'a> {
    events: &'a [Event],
    forest: Forest<'a>,
    keys: SearchKeys,
}

struct FoundDeparture {
    at: usize,
    tree: usize,
    what: Departure,
}

/// Returns the first wrong step of a search, if the log shows it.
pub(crate) fn find_first_wrong_step(
    fault: SearchFault,
    log: &SearchLog,
    boards: &HostBoards,
) -> Option<Moment> {
    let scene = match SearchScene::from_log(&log.first_search(boards.count()), boards) {
        Ok(scene) => scene,
        Err(moment) => return moment.filter(|_| fault.is_of_steps()).map(|moment| *moment),
    };
    let on_the_way = || {
        let first = [
            order::first_out_of_order(&scene, SEARCHED),
            lost_boards::find_first_lost_board(&scene),
        ];
        first.into_iter().flatten().min_by_key(|found| found.at)
    };
    let out_of_order = || {
        order::first_out_of_order(&scene, SEARCHED)
            .or_else(|| order::first_out_of_order(&scene, TWIN))
    };
    let found = match fault {
        // A step that lost the path comes first. The end of a search is only where the loss became visible.
        SearchFault::TooLong(way) => on_the_way()
            .or_else(|| lost_boards::first_left_behind(&scene, way))
            .or_else(|| end::find_early_end(&scene, way)),
        SearchFault::Denied => on_the_way()
            .or_else(|| lost_boards::first_left_behind(&scene, u64::MAX))
            .or_else(|| end::find_giving_up(&scene))
            .or_else(|| lost_boards::find_lost_last_neighbors(&scene)),
        SearchFault::Lost => on_the_way().or_else(|| repetition::first_expanded_again(&scene)),
        SearchFault::LostTwin => order::first_out_of_order(&scene, TWIN),
        SearchFault::Astray => out_of_order(),
        SearchFault::Stuck => out_of_order()
            .or_else(|| lost_boards::find_first_lost_board(&scene))
            .or_else(|| repetition::first_expanded_again(&scene)),
        SearchFault::EndsEarly => end::find_goal_never_dequeued(&scene),
        SearchFault::GoesOn => end::find_step_after_goal(&scene),
        SearchFault::QueuedAgain => repetition::first_requeued(&scene),
        SearchFault::OutOfStep => turn::first_out_of_turn(&scene),
        SearchFault::GivesUp => end::find_giving_up(&scene),
    }?;
    Some(scene.to_moment(found))
}

impl<'a> SearchScene<'a> {
    fn new(log: &'a SearchLog, boards: &'a HostBoards) -> Option<Self> {
        Self::from_log(&log.first_search(boards.count()), boards).ok()
    }

    /// Reads a search. If it certainly expands another board than the one that it dequeued, returns the moment instead.
    fn from_log(
        search: &LoggedSearch<'a>,
        boards: &'a HostBoards,
    ) -> Result<Self, Option<Box<Moment>>> {
        let events = search.events;
        let forest = Forest::new(events, boards, search.boards.end);
        let keys =
            SearchKeys::from_events(events, &forest).map_err(|StrayExpansion { at, other }| {
                let (taken, board) = other?;
                let tree = search_tree(forest.tree_of_node(taken)?);
                let [taken, board] = [taken, board].map(|node| forest.search_node(node));
                let what = Departure::OtherExpanded { taken, board };
                let step = dequeue_events(&events[..=at]).count() as u64;
                Some(Box::new(Moment { step, tree, what, around: Vec::new() }))
            })?;
        Ok(Self { events, forest, keys })
    }

    /// Returns the node that an event dequeues, if it is known and not enqueued again.
    fn dequeued_node(&self, event: Event) -> Option<u32> {
        let Event::Deleted { queue, key } = event else { return None };
        self.keys.node_of_key(queue, key).filter(|_| !self.keys.is_moved(queue, key))
    }

    fn is_in_tree(&self, node: u32, tree: usize) -> bool {
        self.forest.tree_of_node(node) == Some(tree)
    }

    fn to_moment(&self, found: FoundDeparture) -> Moment {
        let FoundDeparture { at, tree, what } = found;
        let is_both = matches!(what, Departure::OutOfTurn { .. });
        let step = dequeue_events(&self.events[..=at]).count();
        let taken: Vec<(usize, u32)> = dequeue_events(self.events)
            .zip(1..)
            .filter_map(|(event, step)| Some((step, self.dequeued_node(*event)?)))
            .filter(|(_, node)| is_both || self.is_in_tree(*node, tree))
            .collect();
        let here = taken.partition_point(|(other, _)| *other <= step).saturating_sub(1);
        // The step can be near the beginning or the end.
        let end = taken.len().min(here + AROUND.1 + 1);
        let around = taken[here.saturating_sub(AROUND.0).min(end)..end].iter();
        let around = around.filter_map(|(step, node)| {
            let tree = search_tree(self.forest.tree_of_node(*node)?);
            Some(DequeuedBoard { step: *step as u64, tree, node: self.forest.search_node(*node) })
        });
        let cells = self.forest.cell_count(0);
        let around = around.take(PATH_TILES / cells.max(1)).collect();
        Moment { step: step as u64, tree: search_tree(tree), what, around }
    }
}

/// Returns the events that are steps of a search.
fn dequeue_events(events: &[Event]) -> impl Iterator<Item = &Event> {
    events.iter().filter(|event| matches!(event, Event::Deleted { .. }))
}

fn search_tree(tree: usize) -> SearchTree {
    if tree == TWIN { SearchTree::Twin } else { SearchTree::Own }
}

const SEARCHED: usize = OWN;
