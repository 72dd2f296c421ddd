//! The output of the published programs, byte for byte, including their misspellings.
//!
//! Typographic dashes and quotation marks from the web pages are converted back to ASCII.

use std::fmt::{self, Display, Write as _};

use super::{TutorialEnd, TutorialProgram, TutorialRun};
use crate::puzzle::Grid;

/// Returns everything that a program prints in a run.
///
/// The text ends where the program crashes or the run gave up. On an unsolvable board, the C++ program crashes when it
/// takes a node from an empty list, and the C# program when it accesses the first board of an empty solution.
pub fn transcript(run: &TutorialRun) -> String {
    let solution = run.solution();
    let solution = solution.as_deref();
    match run.program {
        TutorialProgram::CppAStar
        | TutorialProgram::CppGreedy
        | TutorialProgram::CppBreadthFirst
        | TutorialProgram::CppDepthFirst => {
            let nodes = run.nodes.iter().enumerate().skip(1);
            let mut text: String =
                nodes.map(|(number, node)| cpp_node(number, &node.grid, node.depth)).collect();
            text.push_str(&solution.map(cpp).unwrap_or_default());
            text
        }
        TutorialProgram::CSharp => solution.map(csharp).unwrap_or_default(),
        TutorialProgram::Python if run.end == TutorialEnd::GaveUp => String::new(),
        TutorialProgram::Python => python(solution),
    }
}

/// Formats the line that the C++ program prints for a generated node, numbered from 1.
pub fn cpp_node(number: usize, grid: &Grid, depth: usize) -> String {
    let digits = Digits(grid);
    format!("{number} - Node {{ {digits} | D: {depth} }}\n")
}

/// Formats the output of the C++ program for a solution, including the start. Keeps the misspelling.
///
/// # Panics
///
/// Panics if the solution has no boards.
pub fn cpp(solution: &[Grid]) -> String {
    let moves = count_moves(solution);
    let mut text = format!("The puzle can be solved in {moves} steps. Solution below\n");
    for grid in solution {
        text.push_str(&cpp_board(grid));
    }
    text.push('\n');
    text
}

/// Formats a board as `State::print` does in the C++ program, with a space after every tile and an empty line at the
/// end.
pub fn cpp_board(grid: &Grid) -> String {
    let mut text = String::new();
    for row in grid.rows() {
        for tile in row {
            push_formatted(&mut text, format_args!("{tile} "));
        }
        text.push('\n');
    }
    text.push('\n');
    text
}

/// Formats a board as `State::print` with `flat` does in the C++ program, with all tiles on one line without spaces.
pub fn cpp_board_flat(grid: &Grid) -> String {
    format!("{}\n", Digits(grid))
}

/// Formats the C# program's log line for a node, which is commented out in the published source. The value labeled `MD`
/// (Manhattan distance) includes the depth.
pub fn csharp_node(number: usize, grid: &Grid, depth: usize, cost: usize) -> String {
    let digits = Digits(grid);
    format!("{number} - Node {{ {digits} | D: {depth}, MD: {cost} }}")
}

/// Formats the C# program's log for a solution, including the start. The program reports the number of boards as the
/// number of moves.
pub fn csharp(solution: &[Grid]) -> String {
    format!("Solution found..Total moves needed = {}\n", solution.len())
}

/// Formats the Python program's output for a solution, including the start, or for `None`. The program prints the
/// boards after the start. If the start is the goal, it reports that it found no solution.
pub fn python(solution: Option<&[Grid]>) -> String {
    let Some([_, after @ ..]) = solution.filter(|boards| boards.len() > 1) else {
        return "No solution found.\n".into();
    };
    let mut text = "Solution found! Moves to reach goal state:\n".to_string();
    for grid in after {
        // Rust formats nested slices of numbers as Python formats nested lists.
        push_formatted(&mut text, format_args!("{:?}\n", grid.rows().collect::<Vec<_>>()));
    }
    text
}

/// The part of the Princeton assignment to follow where the parts disagree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Princeton {
    /// The source of the test client.
    Client,
    /// The sample run below the source.
    SampleRun,
}

/// Formats the output of the Princeton assignment's test client for a solution, including the start, or for `None`. An
/// empty line follows each board. The sample run also has one before the first board, and a different message for
/// unsolvable boards.
///
/// # Panics
///
/// Panics if the solution has no boards.
pub fn princeton(solution: Option<&[Grid]>, edition: Princeton) -> String {
    let Some(boards) = solution else {
        return match edition {
            Princeton::Client => "No solution possible\n".into(),
            Princeton::SampleRun => "Unsolvable puzzle\n".into(),
        };
    };
    let mut text = format!("Minimum number of moves = {}\n", count_moves(boards));
    if edition == Princeton::SampleRun {
        text.push('\n');
    }
    for grid in boards {
        push_formatted(&mut text, format_args!("{}\n", princeton_board(grid)));
    }
    text
}

/// Formats a board as in the Princeton assignment: `n`, followed by all tiles, each with a width of two and a space
/// after it.
pub fn princeton_board(grid: &Grid) -> String {
    let mut text = format!("{}\n", grid.dimension());
    for row in grid.rows() {
        for tile in row {
            push_formatted(&mut text, format_args!("{tile:2} "));
        }
        text.push('\n');
    }
    text
}

fn count_moves(solution: &[Grid]) -> usize {
    assert!(!solution.is_empty(), "a solution has a start");
    solution.len() - 1
}

fn push_formatted(text: &mut String, what: fmt::Arguments<'_>) {
    text.write_fmt(what).expect("writing to a string never fails");
}

struct Digits<'a>(&'a Grid);

impl Display for Digits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.cells().iter().try_for_each(|tile| write!(f, "{tile}"))
    }
}

#[cfg(test)]
mod tests;
