//! Tests `grader puzzle`.

#[cfg(target_os = "linux")]
mod animate;
mod compare;
mod generate;
mod print;
mod show;
mod solve;
mod usage;
mod verify;

use crate::process::Finish as _;
use crate::support::Bench;

const FOUR_MOVES: &str = "0 1 3 / 4 2 5 / 7 8 6";

fn run(arguments: &[&str]) -> String {
    run_in(&Bench::new(), arguments)
}

fn run_in(bench: &Bench, arguments: &[&str]) -> String {
    bench.snapshot(&bench.run(&[&["puzzle"], arguments].concat()))
}

fn run_with_input(arguments: &[&str], input: &str) -> String {
    let bench = Bench::new();
    let mut command = bench.command(&[&["puzzle"], arguments].concat());
    let output = command.write_stdin(input).finish();
    bench.snapshot(&output)
}
