//! A program that solves a puzzle file with your code. It is not graded, and you can change it.
//!
//! ```text
//! cargo run -- puzzles/puzzle04.txt
//! ```

use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::panic;
use std::process::ExitCode;

use slider::{Board as _, Solver as _};
use student_template::{Board, Solver};

fn main() -> ExitCode {
    report_missing_code();
    let mut arguments = std::env::args().skip(1);
    let (Some(path), None) = (arguments.next(), arguments.next()) else {
        return fail("expected one puzzle file\n\nhint: cargo run -- puzzles/puzzle04.txt");
    };
    let initial = match read(&path) {
        Ok(initial) => initial,
        Err(message) => return fail(&message),
    };
    match print(&Solver::new(&initial)) {
        // It is not an error if the reader closes the pipe early.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => fail(&error.to_string()),
        _ => ExitCode::SUCCESS,
    }
}

fn fail(message: &str) -> ExitCode {
    eprintln!("error: {message}");
    ExitCode::from(2)
}

/// Reads the board from a puzzle file.
fn read(path: &str) -> Result<Board, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("`{path}`: {error}"))?;
    let tiles = slider::parse_tiles(&text).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        format!("{path}:{line}:{column}: {}", error.kind())
    })?;
    Ok(Board::new(&tiles))
}

/// Prints the solver's result.
fn print(solver: &Solver<Board>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let (Some(moves), Some(solution)) = (solver.moves(), solver.solution()) else {
        return writeln!(out, "No solution possible");
    };
    writeln!(out, "Minimum number of moves = {moves}")?;
    for board in solution {
        writeln!(out, "{board}")?;
    }
    out.flush()
}

/// Makes a `todo!` print the missing code and its location in one line. Other panics are unchanged.
fn report_missing_code() {
    let usual_hook = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        let task = panic.payload_as_str().and_then(|it| it.strip_prefix("not yet implemented: "));
        match (task, panic.location()) {
            (Some(task), Some(place)) => {
                eprintln!("not written yet, {place}: {task}");
                eprintln!("\nhint: {}", hint(place.file()));
            }
            _ => usual_hook(panic),
        }
    }));
}

/// Returns a hint about a file with missing code. The solver runs first, so the board's methods may
/// be missing too.
fn hint(file: &str) -> &'static str {
    if file.ends_with("solver.rs") {
        "once `cargo test --test board` passes, write `src/solver.rs`: `cargo test --test solver`"
    } else {
        "begin with `src/board.rs`: `cargo test --test board`"
    }
}
