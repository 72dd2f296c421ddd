//! Inadmissible heuristics.

use super::box_recipe;
use crate::board::Board;
use crate::member::Member;
use crate::recipe::{Recipe, count_to_f64, priority_to_key};
use crate::tree::NodeView;

/// Selects cells, given the number of rows and a cell.
type Chosen = fn(usize, usize) -> bool;

/// Returns all members.
pub fn members() -> Vec<Box<dyn Member>> {
    let mut members = Vec::new();
    let mut add = |family, name: String, bound: Box<dyn Fn(&Board) -> usize + Sync>| {
        members.push(box_recipe(Recipe::new(family, name).with_bound(bound)));
    };
    for part in [1, 2, 3, 4, 6, 8] {
        let name = format!("manhattan + hamming / {part}");
        let bound = move |board: &Board| board.manhattan() + board.hamming() / part;
        add("added hamming", name, Box::new(bound));
    }
    for halves in [3, 4, 5] {
        let name = format!("the greater of manhattan and hamming * {halves} / 2");
        let bound = move |board: &Board| board.manhattan().max(board.hamming() * halves / 2);
        add("weighted hamming", name, Box::new(bound));
    }
    for each in [2, 3, 4, 6] {
        let name = format!("{each} for each pair in conflict");
        let bound = move |board: &Board| board.manhattan() + each * count_conflicts(board, true);
        add("linear conflicts", name, Box::new(bound));
    }
    for each in [1, 2] {
        let name =
            format!("{each} for each pair of a line in the wrong order, wherever it belongs");
        let bound = move |board: &Board| board.manhattan() + each * count_conflicts(board, false);
        add("linear conflicts", name, Box::new(bound));
    }
    let twice: [(&str, Chosen); 6] = [
        ("the first row", |n, cell| cell < n),
        ("the last row", |n, cell| cell >= n * (n - 1)),
        ("the first column", |n, cell| cell.is_multiple_of(n)),
        ("the last column", |n, cell| cell % n == n - 1),
        ("the first cell", |_, cell| cell == 0),
        ("the corners", |n, cell| [0, n - 1, n * (n - 1), n * n - 1].contains(&cell)),
    ];
    for (name, chosen) in twice {
        let bound = move |board: &Board| {
            let n = board.rows();
            let more = (0..n * n).filter(|&cell| chosen(n, cell)).map(|cell| board.distance(cell));
            board.manhattan() + more.sum::<usize>()
        };
        add("distances counted twice", name.to_owned(), Box::new(bound));
    }
    for tile in [1, 2, 5, 8] {
        let bound = move |board: &Board| {
            let cell = (0..board.rows() * board.rows()).find(|&cell| board.tile(cell) == tile);
            board.manhattan() + cell.map_or(0, |cell| board.distance(cell))
        };
        add("distances counted twice", format!("tile {tile}"), Box::new(bound));
    }
    let bound = |board: &Board| board.manhattan() + blank_distance_to_last_cell(board);
    add("blank counted", "manhattan".to_owned(), Box::new(bound));
    for (more, above) in [(1, 8), (2, 8), (4, 8), (2, 12), (4, 12), (2, 16), (4, 16), (6, 16)] {
        let name = format!("manhattan + {more} where it is above {above}");
        let bound = move |board: &Board| {
            board.manhattan() + if board.manhattan() > above { more } else { 0 }
        };
        add("jump in the bound", name, Box::new(bound));
    }
    for above in [1, 2, 3] {
        let name = format!("1 more for each tile more than {above} away");
        let bound = move |board: &Board| {
            let cells = 0..board.rows() * board.rows();
            board.manhattan() + cells.filter(|&cell| board.distance(cell) > above).count()
        };
        add("far tiles weighted", name, Box::new(bound));
    }
    for (weight, part) in [(3, 1), (1, 1), (1, 2), (1, 4)] {
        let name = format!("manhattan + {weight} * sequence score / {part}");
        let bound = move |board: &Board| board.manhattan() + weight * sequence(board) / part;
        add("sequence score", name, Box::new(bound));
    }
    for part in [1, 2, 4, 8] {
        let name = format!("manhattan + inversions / {part}");
        let bound = move |board: &Board| board.manhattan() + inversions(board) / part;
        add("added inversions", name, Box::new(bound));
    }
    add(
        "added inversions",
        "the greater of manhattan and inversions".to_owned(),
        Box::new(|board| board.manhattan().max(inversions(board))),
    );
    for more in [1, 2, 4] {
        let name = format!("{more} for each corner that is wrong between right tiles");
        let bound = move |board: &Board| board.manhattan() + more * count_wrong_corners(board);
        add("corner penalty", name, Box::new(bound));
    }
    for tenths in [12, 13, 14, 15] {
        let name = format!("euclidean * {tenths} / 10");
        let priority = move |node: &NodeView<'_>| {
            priority_to_key(
                count_to_f64(node.moves()) + count_to_f64(tenths) / 10.0 * euclidean(node.board()),
            )
        };
        let recipe = Recipe::new("weighted euclidean", name);
        members.push(box_recipe(Recipe { priority: Box::new(priority), ..recipe }));
    }
    members
}

/// Counts the pairs of tiles in the wrong order in a line, with `at_home` only in their goal line.
fn count_conflicts(board: &Board, at_home: bool) -> usize {
    let n = board.rows();
    let pairs = |line: &dyn Fn(usize) -> usize, home: &dyn Fn(usize) -> (usize, usize), at| {
        let mut count = 0;
        for i in 0..n {
            for j in i + 1..n {
                let (a, b) = (board.tile(line(i)), board.tile(line(j)));
                if a == 0 || b == 0 {
                    continue;
                }
                let ((line_a, place_a), (line_b, place_b)) = (home(a - 1), home(b - 1));
                let belong = !at_home || (line_a == at && line_b == at);
                count += usize::from(belong && place_a > place_b);
            }
        }
        count
    };
    let of_rows = (0..n).map(|row| pairs(&|i| row * n + i, &|home| (home / n, home % n), row));
    let of_cols = (0..n).map(|col| pairs(&|i| i * n + col, &|home| (home % n, home / n), col));
    of_rows.chain(of_cols).sum()
}

fn blank_distance_to_last_cell(board: &Board) -> usize {
    let (n, blank) = (board.rows(), board.blank());
    2 * (n - 1) - blank / n - blank % n
}

/// Returns the number of tiles not followed by their successor, along the rows. N. J. Nilsson defines this score along
/// the rim ("Problem-solving methods in artificial intelligence", 1971).
fn sequence(board: &Board) -> usize {
    let tiles: Vec<usize> = board.tiles().collect();
    tiles.windows(2).filter(|pair| pair[0] != 0 && pair[1] != pair[0] + 1).count()
}

/// Returns the number of inversions, with the tiles in row-major order.
pub fn inversions(board: &Board) -> usize {
    let tiles: Vec<usize> = board.tiles().filter(|&tile| tile != 0).collect();
    let later = |i: usize| tiles[i + 1..].iter().filter(|&&tile| tile < tiles[i]).count();
    (0..tiles.len()).map(later).sum()
}

/// Returns the number of corners, without the lower right, with a wrong tile between two correct tiles.
fn count_wrong_corners(board: &Board) -> usize {
    let n = board.rows();
    let is_right = |cell: usize| board.tile(cell) == cell + 1;
    let corners =
        [(0, 1, n), (n - 1, n - 2, 2 * n - 1), (n * (n - 1), n * (n - 2), n * (n - 1) + 1)];
    let is_stuck = |&&(corner, a, b): &&(usize, usize, usize)| {
        board.tile(corner) != 0 && !is_right(corner) && is_right(a) && is_right(b)
    };
    corners.iter().filter(is_stuck).count()
}

/// Returns the sum of the tiles' Euclidean distances.
fn euclidean(board: &Board) -> f64 {
    let n = board.rows();
    let way = |(cell, tile): (usize, usize)| {
        let home = tile - 1;
        count_to_f64((cell / n).abs_diff(home / n))
            .hypot(count_to_f64((cell % n).abs_diff(home % n)))
    };
    board.tiles().enumerate().filter(|&(_, tile)| tile != 0).map(way).sum()
}
