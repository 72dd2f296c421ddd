//! Tests for the board, in the order in which to make them pass. Run them with this command:
//!
//! ```text
//! cargo test --test board
//! ```
//!
//! Start with the failing test that has the lowest number. The tests are only examples: a board
//! that passes all of them can still be wrong. Add your own tests.

use slider::Board as _;
use student_template::Board;

/// Creates a board from a text in the format of a puzzle file.
fn board(puzzle: &str) -> Board {
    Board::new(&slider::parse_tiles(puzzle).expect("the puzzle in this test is valid"))
}

/// Returns the example board from the assignment.
fn example() -> Board {
    board("3  8 1 3  4 0 2  7 6 5")
}

#[test]
fn test_01_dimension_is_the_number_of_rows() {
    assert_eq!(example().dimension(), 3);
    assert_eq!(board("2  1 2  3 0").dimension(), 2, "each board has its own dimension");
}

#[test]
fn test_02_display_is_the_dimension_and_the_rows() {
    let text = example().to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines.len(),
        4,
        "a board of dimension 3 has 4 lines, but this was displayed:\n{text}"
    );
    assert_eq!(lines[0].trim(), "3", "the first line is the dimension");
    let numbers: Vec<&str> = lines[2].split_whitespace().collect();
    assert_eq!(numbers, ["4", "0", "2"], "the third line is the second row, with 0 for the blank");
}

#[test]
fn test_03_hamming_counts_the_tiles_out_of_place() {
    assert_eq!(example().hamming(), 5, "1, 2, 5, 6, 8 are out of place; the blank does not count");
    assert_eq!(board("2  1 2  3 0").hamming(), 0, "nothing is out of place in the goal");
}

#[test]
fn test_04_manhattan_adds_the_distances() {
    assert_eq!(example().manhattan(), 10, "1 + 2 + 0 + 0 + 2 + 2 + 0 + 3 for the tiles 1 to 8");
    assert_eq!(board("2  1 0  3 2").manhattan(), 1, "only tile 2 is out of place, by one row");
}

#[test]
fn test_05_the_goal_is_the_goal() {
    assert!(board("3  1 2 3  4 5 6  7 8 0").is_goal(), "the tiles are in order, the blank last");
    assert!(!example().is_goal(), "the tiles are not in order");
    assert!(!board("3  0 1 2  3 4 5  6 7 8").is_goal(), "the blank must be last, not first");
}

#[test]
fn test_06_equal_boards_have_the_same_tiles() {
    assert_eq!(example(), example(), "two boards with the same tiles are equal");
    assert_ne!(example(), board("3  8 1 3  4 2 0  7 6 5"), "two cells differ");
    assert_ne!(board("2  1 2  3 0"), example(), "boards of different sizes are not equal");
}

#[test]
fn test_07_neighbors_are_one_move_away() {
    let neighbors: Vec<Board> = example().neighbors().collect();
    assert_eq!(neighbors.len(), 4, "the blank is in the middle, so four tiles can slide");
    for expected in [
        "3  8 0 3  4 1 2  7 6 5",
        "3  8 1 3  4 2 0  7 6 5",
        "3  8 1 3  4 6 2  7 0 5",
        "3  8 1 3  0 4 2  7 6 5",
    ] {
        assert!(neighbors.contains(&board(expected)), "missing: {expected}\nthere: {neighbors:#?}");
    }
}

#[test]
fn test_08_the_blank_does_not_leave_the_board() {
    let count = |puzzle| board(puzzle).neighbors().count();
    assert_eq!(count("3  0 1 3  4 2 5  7 8 6"), 2, "in a corner, two tiles touch the blank");
    assert_eq!(count("3  1 0 3  4 2 5  7 8 6"), 3, "at an edge, three tiles touch the blank");
    assert_eq!(count("3  1 2 3  4 5 6  7 8 0"), 2, "in a corner, two tiles touch the blank");
}

#[test]
fn test_09_neighbors_are_like_new_boards() {
    for neighbor in example().neighbors() {
        let again: Board = board(&neighbor.to_string());
        assert_eq!(neighbor, again, "a neighbor equals a new board with the same tiles");
        assert_eq!(neighbor.hamming(), again.hamming(), "hamming of\n{neighbor}");
        assert_eq!(neighbor.manhattan(), again.manhattan(), "manhattan of\n{neighbor}");
        assert!(
            neighbor.neighbors().any(|back| back == example()),
            "no move back from\n{neighbor}"
        );
    }
}

#[test]
fn test_10_the_twin_has_two_tiles_exchanged() {
    for puzzle in ["2  1 2  3 0", "2  1 2  0 3", "2  1 0  3 2", "2  0 1  2 3"] {
        let cells = |board: &Board| -> Vec<String> {
            board.to_string().split_whitespace().map(String::from).collect()
        };
        let (before, after) = (cells(&board(puzzle)), cells(&board(puzzle).twin()));
        let changed: Vec<_> = before.iter().zip(&after).filter(|(old, new)| old != new).collect();
        assert_eq!(changed.len(), 2, "two cells change in the twin of {puzzle}: {after:?}");
        assert!(
            changed.iter().all(|(old, new)| *old != "0" && *new != "0"),
            "the blank stays where it is in the twin of {puzzle}: {after:?}"
        );
    }
}

#[test]
fn test_11_no_call_changes_the_board() {
    let board = example();
    let _ = (board.neighbors().count(), board.twin(), board.hamming(), board.manhattan());
    assert_eq!(board, example(), "the board has not changed");
    assert_eq!(board.twin(), board.twin(), "the twin is the same on every call");
    assert_eq!(board.neighbors().count(), 4, "a second call returns the same number of neighbors");
}
