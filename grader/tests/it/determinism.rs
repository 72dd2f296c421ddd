//! Tests that a grade depends only on the submission, the assignment and the compiler.

use std::process::Command;

use crate::process::Process;
use crate::support::{Bench, stdout};

fn faulty() -> Bench {
    let bench = Bench::with_model();
    bench.edit(
        "alice/src/board.rs",
        "self.cells_and_goals().filter(|(cell, goal)| cell != goal).count()",
        "self.tiles.iter().zip(1..).filter(|&(&tile, cell)| usize::from(tile) != cell).count()",
    );
    bench.edit(
        "alice/src/solver.rs",
        "let priority = moves + board.manhattan();",
        "let priority = moves + 2 * board.manhattan();",
    );
    for file in ["lib.rs", "board.rs", "solver.rs"] {
        let text = bench.read(&format!("alice/src/{file}"));
        bench.write(&format!("a folder/deeper/alice/src/{file}"), text);
    }
    bench
}

/// Reports must not depend on the number of jobs, the folder, or how busy the machine is.
#[test]
fn the_same_submission_gives_identical_reports() {
    let bench = faulty();
    let grade = |folder: &str, jobs: &str| {
        let output = bench.grade(&["check", folder, "--format", "json", "--jobs", jobs]);
        stdout(&output).to_owned()
    };
    let first = grade("alice", "1");
    assert!(first.contains("\"status\": \"graded\""), "there is a grade:\n{first}");
    let _busy = Process::start(Command::new("sh").args(["-c", "while :; do :; done"]));
    assert_eq!(grade("a folder/deeper/alice", "7"), first);
}
