//! Searches that prune children on an optimal path.

use super::box_recipe;
use crate::board::{Board, fnv};
use crate::member::Member;
use crate::recipe::Recipe;
use crate::tree::NodeView;

/// Returns all members.
#[expect(clippy::too_many_lines, reason = "this is a list")]
pub fn members() -> Vec<Box<dyn Member>> {
    let mut members = Vec::new();
    let mut add = |family, name: String, keeps: Box<dyn Fn(&NodeView<'_>) -> bool + Sync>| {
        let keeps = move |node: &NodeView<'_>| node.is_no_way_back() && keeps(node);
        members.push(box_recipe(Recipe { keeps: Box::new(keeps), ..Recipe::new(family, name) }));
    };
    for times in [2, 3, 4, 5] {
        let keeps = move |node: &NodeView<'_>| {
            (0..times).any(|k| {
                match (node.board_moves_earlier(k), node.board_moves_earlier(k + 1)) {
                    (Some(after), Some(before)) => after.manhattan() < before.manhattan(),
                    _ => true,
                }
            })
        };
        let name = format!("{times} moves in a row that add to manhattan");
        add("drops boards farther from the goal", name, Box::new(keeps));
    }
    for more in [0, 1, 2, 3, 4, 6, 8] {
        let keeps =
            move |node: &NodeView<'_>| node.board().manhattan() <= node.root().manhattan() + more;
        let name = format!("manhattan of more than {more} above the initial board's");
        add("drops boards farther from the goal", name, Box::new(keeps));
    }
    for more in [4, 6, 8, 10, 12, 14, 16, 20] {
        let keeps = move |node: &NodeView<'_>| {
            node.moves() + node.board().manhattan() <= node.root().manhattan() + more
        };
        let name = format!("a priority of more than {more} above the initial board's");
        add("drops boards farther from the goal", name, Box::new(keeps));
    }
    for back in [4, 6, 8] {
        let keeps = move |node: &NodeView<'_>| {
            let cells = (1..=back).filter_map(|k| node.board_moves_earlier(k)).map(Board::blank);
            cells.into_iter().all(|cell| cell != node.board().blank())
        };
        let name = format!("the blank where it was in the last {back} moves");
        add("drops repeated moves", name, Box::new(keeps));
    }
    for back in [2, 3, 4, 5, 6] {
        let keeps = move |node: &NodeView<'_>| {
            let slid = |k| {
                let (after, before) =
                    (node.board_moves_earlier(k)?, node.board_moves_earlier(k + 1)?);
                Some(before.tile(after.blank()))
            };
            (1..back).all(|k| slid(k).is_none_or(|tile| Some(tile) != slid(0)))
        };
        let name = format!("a tile that was slid in the last {} moves", back - 1);
        add("drops repeated moves", name, Box::new(keeps));
    }
    for back in [2, 4, 6] {
        let keeps = move |node: &NodeView<'_>| {
            let same = |ancestor: &Board| {
                let board = node.board();
                ancestor.manhattan() == board.manhattan()
                    && ancestor.hamming() == board.hamming()
                    && ancestor.blank() == board.blank()
            };
            !node.board_moves_earlier(back).is_some_and(same)
        };
        let name = format!("distances and blank of {back} moves before");
        add("drops boards that look the same", name, Box::new(keeps));
    }
    let like_root = |node: &NodeView<'_>| {
        let (root, board) = (node.root(), node.board());
        (root.manhattan(), root.hamming()) != (board.manhattan(), board.hamming())
    };
    let name = "distances of the initial board".to_owned();
    add("drops boards that look the same", name, Box::new(like_root));
    add(
        "keeps solved tiles",
        "the first row".into(),
        Box::new(|node| {
            node.board_moves_earlier(1).is_none_or(|ancestor| {
                !is_solved(ancestor, ancestor.rows()) || is_solved(node.board(), ancestor.rows())
            })
        }),
    );
    add(
        "keeps solved tiles",
        "the first tile".into(),
        Box::new(|node| {
            node.board_moves_earlier(1)
                .is_none_or(|ancestor| !is_solved(ancestor, 1) || is_solved(node.board(), 1))
        }),
    );
    for below in [3, 5, 8] {
        let keeps = move |node: &NodeView<'_>| {
            node.board_moves_earlier(1).is_none_or(|ancestor| {
                ancestor.manhattan() > below || node.board().manhattan() < ancestor.manhattan()
            })
        };
        let name = format!("only nearer neighbors where manhattan is {below} at most");
        add("greedy near the goal", name, Box::new(keeps));
    }
    for one_in in [5, 10, 20, 50, 100, 200, 500, 1000] {
        let keeps = move |node: &NodeView<'_>| {
            let board = node.board();
            let hash = fnv(board.board_number().to_le_bytes().into_iter());
            !(hash >> 20).is_multiple_of(one_in) || board.manhattan() < 2
        };
        add("loses boards", format!("one board in {one_in}"), Box::new(keeps));
    }
    members
}

fn is_solved(board: &Board, cells: usize) -> bool {
    (0..cells).all(|cell| board.tile(cell) == cell + 1)
}
