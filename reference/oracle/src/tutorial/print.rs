//! The output of the published programs, byte for byte, spelling and all.
//!
//! Dashes and quotation marks that a page has made of plain ones are plain again here.

use std::fmt::{self, Display, Write as _};

use super::{End, Program, Run};
use crate::puzzle::Grid;

/// All that a program prints in a run.
///
/// Where a program breaks down, the text ends: the C++ one takes a node from an empty list if a
/// board has no solution, the C# one shows the first board of an empty solution. A run that was
/// made to give up ends likewise.
pub fn transcript(run: &Run) -> String {
    let solution = run.solution();
    let solution = solution.as_deref();
    match run.program {
        Program::CppAStar
        | Program::CppGreedy
        | Program::CppBreadthFirst
        | Program::CppDepthFirst => {
            let nodes = run.nodes.iter().enumerate().skip(1);
            let mut text: String =
                nodes.map(|(number, node)| cpp_node(number, &node.grid, node.depth)).collect();
            text.push_str(&solution.map(cpp).unwrap_or_default());
            text
        }
        Program::CSharp => solution.map(csharp).unwrap_or_default(),
        Program::Python if run.end == End::GaveUp => String::new(),
        Program::Python => python(solution),
    }
}

/// The line of the C++ program for a node that it generates, numbered from 1.
pub fn cpp_node(number: usize, grid: &Grid, depth: usize) -> String {
    let digits = Digits(grid);
    format!("{number} - Node {{ {digits} | D: {depth} }}\n")
}

/// The output of the C++ program for a solution, the start included. The spelling is its own.
///
/// # Panics
///
/// If there is no board at all.
pub fn cpp(solution: &[Grid]) -> String {
    let moves = moves(solution);
    let mut text = format!("The puzle can be solved in {moves} steps. Solution below\n");
    for grid in solution {
        text.push_str(&cpp_board(grid));
    }
    text.push('\n');
    text
}

/// The C++ program's `State::print`: each tile with a space after it, and an empty line at the end.
pub fn cpp_board(grid: &Grid) -> String {
    let mut text = String::new();
    for row in grid.rows() {
        for tile in row {
            push(&mut text, format_args!("{tile} "));
        }
        text.push('\n');
    }
    text.push('\n');
    text
}

/// The C++ program's `State::print` with `flat`: the tiles without a space, in one line.
pub fn cpp_board_flat(grid: &Grid) -> String {
    format!("{}\n", Digits(grid))
}

/// The line of the C# program for a node. It is written for the log, but the call is commented
/// out. What it calls `MD`, the Manhattan distance, has the depth added.
pub fn csharp_node(number: usize, grid: &Grid, depth: usize, cost: usize) -> String {
    let digits = Digits(grid);
    format!("{number} - Node {{ {digits} | D: {depth}, MD: {cost} }}")
}

/// The log of the C# program for a solution, the start included. Its "moves" are the boards: one
/// more.
pub fn csharp(solution: &[Grid]) -> String {
    format!("Solution found..Total moves needed = {}\n", solution.len())
}

/// The output of the Python program for a solution, the start included, or for none. It shows the
/// boards after the start; if there are none because the start is the goal, it takes that for no
/// solution.
pub fn python(solution: Option<&[Grid]>) -> String {
    let Some([_, after @ ..]) = solution.filter(|boards| boards.len() > 1) else {
        return "No solution found.\n".into();
    };
    let mut text = "Solution found! Moves to reach goal state:\n".to_string();
    for grid in after {
        // Slices of numbers look like lists of lists in Python.
        push(&mut text, format_args!("{:?}\n", grid.rows().collect::<Vec<_>>()));
    }
    text
}

/// The text of the Princeton assignment that is followed where the two disagree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Princeton {
    /// The source of its test client.
    Client,
    /// The sample run below it.
    SampleRun,
}

/// The output of the Princeton assignment's test client for a solution, the start included, or for
/// none. Each board is `n` and the rows, and an empty line. The sample run has an empty line before
/// the first board as well, and other words for a board without a solution.
///
/// # Panics
///
/// If there is a solution without a board.
pub fn princeton(solution: Option<&[Grid]>, edition: Princeton) -> String {
    let Some(boards) = solution else {
        return match edition {
            Princeton::Client => "No solution possible\n".into(),
            Princeton::SampleRun => "Unsolvable puzzle\n".into(),
        };
    };
    let mut text = format!("Minimum number of moves = {}\n", moves(boards));
    if edition == Princeton::SampleRun {
        text.push('\n');
    }
    for grid in boards {
        push(&mut text, format_args!("{}\n", princeton_board(grid)));
    }
    text
}

/// A board as the Princeton assignment shows it: `n`, then each tile in two columns and a space
/// after it.
pub fn princeton_board(grid: &Grid) -> String {
    let mut text = format!("{}\n", grid.dimension());
    for row in grid.rows() {
        for tile in row {
            push(&mut text, format_args!("{tile:2} "));
        }
        text.push('\n');
    }
    text
}

/// The moves between boards that include the start.
fn moves(solution: &[Grid]) -> usize {
    assert!(!solution.is_empty(), "a solution has a start");
    solution.len() - 1
}

/// Appends to a text, which cannot fail.
fn push(text: &mut String, what: fmt::Arguments<'_>) {
    text.write_fmt(what).expect("a string takes everything");
}

/// The tiles without anything between them.
struct Digits<'a>(&'a Grid);

impl Display for Digits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.cells().iter().try_for_each(|tile| write!(f, "{tile}"))
    }
}

#[cfg(test)]
mod tests;
