//! Proves the checks by mutation.
use std::process::ExitCode;
mod default; mod lists; mod mutant; mod mutator; mod operator; mod tables;
fn main() -> ExitCode {
    for file in ["board.rs","solver.rs"] {
        let path = format!("{}/../reference/src/{file}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        for m in mutant::Mutant::all(file, &text).unwrap() { println!("{}", m.line()); }
    }
    ExitCode::SUCCESS
}
