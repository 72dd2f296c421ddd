//! Compares the output with the samples in the tutorials.

use slider::Tile;

use super::*;
use crate::heuristic::Manhattan;
use crate::puzzle::Goal;
use crate::search::{self, Algorithm, Limit, boards_along};
use crate::tutorial::run;

fn grid(cells: [Tile; 9]) -> Grid {
    Grid::of_cells(3, cells.to_vec()).expect("a board")
}

fn transcript_of(program: TutorialProgram, cells: [Tile; 9]) -> String {
    transcript(&run(program, &grid(cells), &Goal::blank_last(3), 10_000).expect("both 3-by-3"))
}

fn solution(cells: [Tile; 9]) -> Vec<Grid> {
    let (grid, goal) = (grid(cells), Goal::blank_last(3));
    let heuristic = Manhattan::new(&goal);
    let report = search::run(Algorithm::AStar, &heuristic, &grid, &goal, Limit::NONE);
    let report = report.expect("both 3-by-3");
    boards_along(&grid, report.path().expect("the board has a solution")).collect()
}

#[test]
fn the_cpp_program_prints_its_easy_board() {
    let text = transcript_of(TutorialProgram::CppAStar, [1, 6, 2, 0, 4, 3, 7, 5, 8]);
    let nodes = "\
1 - Node { 162403758 | D: 1 }
2 - Node { 062143758 | D: 1 }
3 - Node { 162743058 | D: 1 }
4 - Node { 162430758 | D: 2 }
5 - Node { 102463758 | D: 2 }
6 - Node { 162453708 | D: 2 }
7 - Node { 162453078 | D: 3 }
8 - Node { 162453780 | D: 3 }
9 - Node { 162450783 | D: 4 }
10 - Node { 012463758 | D: 3 }
11 - Node { 120463758 | D: 3 }
12 - Node { 123460758 | D: 4 }
13 - Node { 123406758 | D: 5 }
14 - Node { 123468750 | D: 5 }
15 - Node { 123046758 | D: 6 }
16 - Node { 103426758 | D: 6 }
17 - Node { 123456708 | D: 6 }
18 - Node { 123456078 | D: 7 }
19 - Node { 123456780 | D: 7 }
";
    // Every row ends with a space, so list the rows as strings.
    let boards = [
        "1 6 2 |0 4 3 |7 5 8 ||",
        "1 6 2 |4 0 3 |7 5 8 ||",
        "1 0 2 |4 6 3 |7 5 8 ||",
        "1 2 0 |4 6 3 |7 5 8 ||",
        "1 2 3 |4 6 0 |7 5 8 ||",
        "1 2 3 |4 0 6 |7 5 8 ||",
        "1 2 3 |4 5 6 |7 0 8 ||",
        "1 2 3 |4 5 6 |7 8 0 ||",
    ];
    let boards = boards.concat().replace('|', "\n");
    let solution = "The puzle can be solved in 7 steps. Solution below";
    assert_eq!(text, format!("{nodes}{solution}\n{boards}\n"));
}

#[test]
fn the_cpp_program_prints_its_board() {
    let text = transcript_of(TutorialProgram::CppAStar, [3, 7, 8, 2, 0, 6, 4, 5, 1]);
    assert!(text.starts_with(
        "1 - Node { 378026451 | D: 1 }\n\
         2 - Node { 378260451 | D: 1 }\n\
         3 - Node { 308276451 | D: 1 }\n\
         4 - Node { 378256401 | D: 1 }\n"
    ));
    let (nodes, solution) = text.split_once("The puzle").expect("a solution");
    assert_eq!(nodes.lines().count(), 3967);
    assert!(solution.starts_with(" can be solved in 24 steps. Solution below\n3 7 8 \n2 0 6 \n"));
    assert!(solution.ends_with("\n\n1 2 3 \n4 5 6 \n7 8 0 \n\n\n"));
}

#[test]
fn the_cpp_program_prints_boards_in_two_ways() {
    let start = grid([3, 7, 8, 2, 0, 6, 4, 5, 1]);
    assert_eq!(cpp_board(&start), "3 7 8 \n2 0 6 \n4 5 1 \n\n");
    assert_eq!(cpp_board_flat(&start), "378206451\n");
}

#[test]
fn the_csharp_program_counts_boards_as_moves() {
    let text = transcript_of(TutorialProgram::CSharp, [1, 6, 2, 0, 4, 3, 7, 5, 8]);
    assert_eq!(text, "Solution found..Total moves needed = 8\n");
    assert_eq!(solution([1, 6, 2, 0, 4, 3, 7, 5, 8]).len() - 1, 7);
    let node = csharp_node(1, &grid([1, 6, 2, 4, 0, 3, 7, 5, 8]), 1, 7);
    assert_eq!(node, "1 - Node { 162403758 | D: 1, MD: 7 }");
}

#[test]
fn the_python_program_prints_its_board() {
    assert_eq!(
        transcript_of(TutorialProgram::Python, [1, 0, 3, 4, 2, 5, 7, 8, 6]),
        "Solution found! Moves to reach goal state:\n\
         [[1, 2, 3], [4, 0, 5], [7, 8, 6]]\n\
         [[1, 2, 3], [4, 5, 0], [7, 8, 6]]\n\
         [[1, 2, 3], [4, 5, 6], [7, 8, 0]]\n"
    );
}

#[test]
fn the_python_program_does_not_recognize_a_solved_start() {
    let text = transcript_of(TutorialProgram::Python, [1, 2, 3, 4, 5, 6, 7, 8, 0]);
    assert_eq!(text, "No solution found.\n");
    assert_eq!(python(None), text);
}

#[test]
fn programs_without_a_solution_say_so_or_print_nothing() {
    let goal = Goal::blank_last(2);
    let grid = Grid::new(&[vec![2, 1], vec![3, 0]]).expect("a board");
    let text = |program, most| transcript(&run(program, &grid, &goal, most).expect("both 2-by-2"));
    let cpp = text(TutorialProgram::CppAStar, 1000);
    assert!(cpp.starts_with("1 - Node { 2103 | D: 1 }\n"), "{cpp}");
    assert!(!cpp.contains("solved"));
    assert_eq!(text(TutorialProgram::CSharp, 1000), "");
    assert_eq!(text(TutorialProgram::Python, 1000), "No solution found.\n");
    assert_eq!(text(TutorialProgram::Python, 3), "");
}

#[test]
fn the_princeton_client_prints_its_sample() {
    let solved = solution([0, 1, 3, 4, 2, 5, 7, 8, 6]);
    let client = princeton(Some(&solved), Princeton::Client);
    let boards = [
        "3| 0  1  3 | 4  2  5 | 7  8  6 ||",
        "3| 1  0  3 | 4  2  5 | 7  8  6 ||",
        "3| 1  2  3 | 4  0  5 | 7  8  6 ||",
        "3| 1  2  3 | 4  5  0 | 7  8  6 ||",
        "3| 1  2  3 | 4  5  6 | 7  8  0 ||",
    ];
    let boards = boards.concat().replace('|', "\n");
    assert_eq!(client, format!("Minimum number of moves = 4\n{boards}"));
    let sample = princeton(Some(&solved), Princeton::SampleRun);
    assert_eq!(sample, client.replacen("= 4\n", "= 4\n\n", 1));
    assert_eq!(princeton(None, Princeton::Client), "No solution possible\n");
    assert_eq!(princeton(None, Princeton::SampleRun), "Unsolvable puzzle\n");
}

#[test]
fn one_digit_numbers_are_padded() {
    let goal = Goal::blank_last(4);
    let text = "4\n 1  2  3  4 \n 5  6  7  8 \n 9 10 11 12 \n13 14 15  0 \n";
    assert_eq!(princeton_board(goal.grid()), text);
}
