//! The assignment's test client, which solves a puzzle file with the model answer.

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use reference::{Board, Solver};
use slider::{Board as _, Solver as _};

fn main() -> ExitCode {
    let done = puzzle_file(std::env::args_os().skip(1).map(PathBuf::from))
        .and_then(|path| read_board(&path))
        .and_then(|board| print_solution(&board, io::stdout().lock()).map_err(ClientError::Output));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // Not an error: `reference puzzle.txt | head` stops reading early.
        Err(ClientError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(fault) => {
            // If standard error is also closed, the message is lost.
            let _ = write!(io::stderr(), "{fault}");
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// The exit code for incorrect usage and invalid puzzle files.
const BAD_INPUT: u8 = 2;

fn puzzle_file(mut args: impl Iterator<Item = PathBuf>) -> Result<PathBuf, ClientError> {
    match (args.next(), args.next()) {
        (Some(path), None) => Ok(path),
        _ => Err(ClientError::Usage),
    }
}

fn read_board(path: &Path) -> Result<Board, ClientError> {
    let bytes = fs::read(path).map_err(|error| ClientError::Read(path.into(), error))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]);
        let line = before.split('\n').count();
        let column = 1 + before.chars().rev().take_while(|&c| c != '\n').count();
        ClientError::NotText { path: path.into(), line, column }
    })?;
    let tiles =
        slider::parse_tiles(&text).map_err(|error| ClientError::Parse(path.into(), error))?;
    Ok(Board::new(&tiles))
}

/// Solves the board and prints the result as the assignment's test client does.
fn print_solution(initial: &Board, mut out: impl Write) -> io::Result<()> {
    let solver = Solver::new(initial);
    if let (Some(moves), Some(solution)) = (solver.moves(), solver.solution()) {
        writeln!(out, "Minimum number of moves = {moves}")?;
        for board in solution {
            writeln!(out, "{board}")?;
        }
    } else {
        writeln!(out, "No solution possible")?;
    }
    out.flush()
}

enum ClientError {
    /// The client was not called with exactly one argument.
    Usage,
    /// The file cannot be read.
    Read(PathBuf, io::Error),
    /// The file is not UTF-8. Contains the 1-based line and column of the first invalid byte.
    NotText { path: PathBuf, line: usize, column: usize },
    /// The file is not a valid puzzle.
    Parse(PathBuf, slider::ParseError),
    /// The answer cannot be written.
    Output(io::Error),
}

/// Adds a hint if there is a likely fix.
impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage => {
                writeln!(f, "error: expected one puzzle file")?;
                writeln!(f, "\nhint: reference PUZZLE, for example `reference puzzle04.txt`")
            }
            Self::Read(path, error) => {
                writeln!(f, "error: cannot read `{}`: {error}", path.display())?;
                writeln!(f, "\nhint: give the path of a text file with one puzzle")
            }
            Self::NotText { path, line, column } => {
                writeln!(
                    f,
                    "error: {}:{line}:{column}: the file is not UTF-8 text",
                    path.display()
                )?;
                writeln!(f, "\nhint: save the puzzle as plain text (UTF-8)")
            }
            Self::Parse(path, error) => {
                let (path, line, column) = (path.display(), error.line(), error.column());
                writeln!(f, "error: {path}:{line}:{column}: {}", error.kind())?;
                writeln!(
                    f,
                    "\nhint: a puzzle is the dimension n, followed by n * n tiles, with 0 for the blank"
                )
            }
            Self::Output(error) => writeln!(f, "error: cannot write the answer: {error}"),
        }
    }
}
