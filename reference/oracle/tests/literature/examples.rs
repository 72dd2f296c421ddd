//! Examples from tutorials and the assignment, except boards that appear only in pictures.

use oracle::MovesTable;
use oracle::puzzle::{Arrangement, Goal, is_solvable};

use crate::boards::{bound, digits};

/// Checks the Hamming and Manhattan distances to the goal with the blank last.
#[track_caller]
fn check(board: &str, hamming: usize, manhattan: usize) {
    let (goal, grid) = (Goal::blank_last(3), digits(board));
    let bounds = ["hamming", "manhattan"].map(|name| bound(name, &goal, &grid));
    assert_eq!(bounds, [hamming, manhattan]);
}

/// In a C# and a C++ tutorial, the Manhattan distance to 123456780 is 9 from 213540678, and 21 from 647850321.
#[test]
fn tutorial_manhattan_distances_are_right_for_blank_last() {
    check("213 540 678", 7, 9);
    check("647 850 321", 7, 21);
}

/// The program in the C# tutorial numbers cells and tiles from 0, with 8 for the blank, so the same digits denote
/// different boards.
#[test]
fn the_tutorial_program_counts_different_manhattan_distances() {
    let rename = |digit: char| match digit.to_digit(10) {
        Some(tile @ 0..8) => char::from_digit(tile + 1, 10).expect("a digit"),
        _ => '0',
    };
    let goal = Goal::blank_last(3);
    let counted = ["213540678", "647850321"].map(|text| {
        bound("manhattan", &goal, &digits(&text.chars().map(rename).collect::<String>()))
    });
    assert_eq!(counted, [10, 17]);
}

/// The tutorials do not mention whether these boards are solvable.
#[test]
fn the_boards_of_the_manhattan_example_are_solvable() {
    let goal = Goal::blank_last(3);
    let solvable = ["213540678", "647850321"].map(|text| is_solvable(&digits(text), &goal));
    assert_eq!(solvable, [true, true]);
}

/// The initial boards in the C++ tutorial's program.
#[test]
fn the_cpp_start_boards_have_the_expected_bounds() {
    check("162 043 758", 6, 7);
    check("378 206 451", 7, 16);
    let table = MovesTable::blank_last(3);
    let moves = ["162043758", "378206451"].map(|text| table.moves(&digits(text)));
    assert_eq!(moves, [Some(7), Some(24)]);
}

/// The final board in a Python tutorial, and the board in the assignment.
#[test]
fn the_first_boards_take_exactly_their_manhattan_distance() {
    check("103 425 786", 3, 3);
    check("013 425 786", 4, 4);
    let table = MovesTable::blank_last(3);
    let moves = ["103425786", "013425786"].map(|text| table.moves(&digits(text)));
    assert_eq!(moves, [Some(3), Some(4)]);
}

/// In the picture of the original assignment, 8 1 3 / 4 0 2 / 7 6 5 has Hamming distance 5 and
/// Manhattan distance 10.
#[test]
fn the_assignment_picture_has_the_stated_distances() {
    check("813 402 765", 5, 10);
}

/// The sum of both distances, as in the C++ tutorial, is two for a board one move from the goal.
#[test]
fn manhattan_plus_hamming_is_inadmissible_after_one_move() {
    let (goal, grid) = (Goal::blank_last(3), digits("123 456 708"));
    assert_eq!(MovesTable::blank_last(3).moves(&grid), Some(1));
    assert_eq!(bound("manhattan+hamming", &goal, &grid), 2);
}

/// A text on heuristics illustrates the sum with pictures: distances of 2, 3, 2 and 1 add up to 8, and a Manhattan
/// distance of 10 with two linear conflicts gives 14.
#[test]
fn two_conflicts_in_different_lines_add_four_moves() {
    let goal = Goal::arranged(3, Arrangement::BlankLast);
    // The conflicts are between 4 and 1 in the left column, and between 8 and 7 in the bottom row.
    let grid = digits("423 156 870");
    assert_eq!(bound("manhattan", &goal, &grid), 4);
    assert_eq!(bound("linear-conflict", &goal, &grid), 4 + 4);
}
