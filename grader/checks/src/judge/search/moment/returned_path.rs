//! Compares the path that a solver returned with the path that the search took to the goal.

use std::collections::{HashMap, HashSet};

use grade::{Departure, Moment};
use sandbox::run::{Event, HostBoards, SearchLog};
use slider::Tile;

use super::super::facts::OWN;
use super::{FoundDeparture, SearchScene};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PathFault {
    /// The search dequeued the goal with fewer moves than in the returned path.
    GoalFound {
        moves: u64,
        /// The board whose parent link was overwritten, if known.
        relinked: Option<Box<Moment>>,
    },
    /// The path consists of all expanded boards, in the order of their expansion.
    AllExpanded,
}

/// Returns the flaw in a path, if the log proves it.
///
/// A search that goes directly to the goal expands only the boards on the path. A path of all expanded boards is
/// therefore a flaw only if it `is_broken`, which means that it contains adjacent boards that are not neighbors.
pub(crate) fn find_path_fault(
    log: &SearchLog,
    boards: &HostBoards,
    given: &[Vec<Tile>],
    is_broken: bool,
) -> Option<PathFault> {
    let scene = SearchScene::new(log, boards)?;
    if is_broken {
        return is_all_expanded(&scene, given).then_some(PathFault::AllExpanded);
    }
    let goal = scene.events.iter().find_map(|event| {
        let is_goal = |node: &u32| scene.forest.is_goal(*node) && scene.is_in_tree(*node, OWN);
        scene.dequeued_node(*event).filter(is_goal)
    })?;
    let moves = scene.forest.depth(goal);
    let is_longer = given.len() as u64 > moves + 1;
    is_longer.then(|| {
        let relinked =
            find_relinked(&scene, goal, given).map(|found| Box::new(scene.to_moment(found)));
        PathFault::GoalFound { moves, relinked }
    })
}

/// The number of equal boards that rules out coincidence.
/// Boards on a shortest path are expanded early, so the first few may be equal by themselves.
const TELLING: usize = 4;

/// Returns `true` if these are the boards that the search expanded, in order, with or without the goal.
fn is_all_expanded(scene: &SearchScene<'_>, given: &[Vec<Tile>]) -> bool {
    let mut seen = HashSet::new();
    let mut expanded = scene.events.iter().filter_map(|event| {
        let Event::Expanded { board, .. } = *event else { return None };
        let node = scene.forest.node_of_board(board);
        (scene.is_in_tree(node, OWN) && seen.insert(node)).then_some(node)
    });
    // All tiles but the last are in order.
    let is_goal = |tiles: &[Tile]| tiles.iter().rev().skip(1).rev().zip(1..).all(|(a, b)| *a == b);
    let boards = match given {
        [boards @ .., last] if is_goal(last) => boards,
        boards => boards,
    };
    let are_alike = boards
        .iter()
        .all(|tiles| expanded.next().is_some_and(|node| scene.forest.tiles(node) == *tiles));
    boards.len() >= TELLING && are_alike && expanded.next().is_none()
}

/// Returns the last board of the path that was expanded with fewer moves than it has in the path. Its parent link was
/// overwritten.
fn find_relinked(
    scene: &SearchScene<'_>,
    goal: u32,
    given: &[Vec<Tile>],
) -> Option<FoundDeparture> {
    let forest = &scene.forest;
    let (last, rest) = given.split_last()?;
    if forest.tiles(goal) != *last {
        return None;
    }
    let expanded = first_expansions(scene);
    let mut board = goal;
    // From the goal backward, since each board has only one parent.
    for tiles in rest.iter().rev() {
        let from = forest.parent(board)?;
        if forest.tiles(from) == *tiles {
            board = from;
            continue;
        }
        let (_, at, instead) = *expanded.get(tiles)?;
        if forest.depth(instead) + 1 > forest.depth(board) {
            let [board, from, instead] =
                [board, from, instead].map(|node| forest.search_node(node));
            let what = Departure::Relinked { board, from, instead };
            return Some(FoundDeparture { at, tree: OWN, what });
        }
        board = instead;
    }
    None
}

/// Returns the fewest moves, the event, and the node of the expansion of each board, given by its tiles.
fn first_expansions(scene: &SearchScene<'_>) -> HashMap<Vec<Tile>, (u64, usize, u32)> {
    let mut all = HashMap::new();
    for (at, event) in scene.events.iter().enumerate() {
        let Event::Expanded { board, .. } = *event else { continue };
        let node = scene.forest.node_of_board(board);
        if scene.is_in_tree(node, OWN) {
            let here = (scene.forest.depth(node), at, node);
            let best = all.entry(scene.forest.tiles(node)).or_insert(here);
            *best = here.min(*best);
        }
    }
    all
}
