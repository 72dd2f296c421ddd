//! The command line of the grader. Everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    grader::cli::main()
}
