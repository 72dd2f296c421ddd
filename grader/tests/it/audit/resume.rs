//! Tests the progress messages, interruption and caching of audits.

use std::fs;

use super::{HAMMING, ONE_TOO_MANY};
use crate::process::{Finish as _, Process};
use crate::support::{Bench, code, program, stderr, stdout};

fn two() -> Bench {
    let bench = Bench::new();
    bench.few();
    bench.label("faults/blank", &["board.hamming"], &[&HAMMING]);
    bench.label("faults/too-many", &["solver.moves"], &[&ONE_TOO_MANY]);
    bench
}

#[test]
fn audit_results_are_cached_and_reused() {
    let bench = two();
    // No other test uses this rubric, so nothing is cached yet.
    bench.edit("few/assignment.toml", "memory_mib = 512", "memory_mib = 509");
    let progress = |output| {
        let lines: Vec<_> = stderr(output).lines().filter(|line| line.contains("points")).collect();
        lines.join("\n")
    };
    let first = bench.audit(&["--jobs", "1"]);
    assert_eq!(code(&first), 0, "{}", stderr(&first));
    let lines = "faults/blank: 5 points\nfaults/too-many: 5 points";
    assert_eq!(progress(&first), lines);
    let again = bench.audit(&["--jobs", "1"]);
    assert_eq!(progress(&again), lines.replace("points", "points (kept)"));
    assert_eq!(stdout(&again), stdout(&first));

    // Cached results should stay valid when points or labels change. `--no-cache` should ignore them.
    bench.edit(
        "few/assignment.toml",
        "\"board.hamming\" = { points = 1 }",
        "\"board.hamming\" = { points = 3 }",
    );
    bench.label("faults/too-many", &["board.hamming"], &[&ONE_TOO_MANY]);
    let changed = bench.audit(&["--jobs", "1"]);
    assert_eq!(code(&changed), 1);
    let lines = "faults/blank: 5 points (kept)\n\
                 faults/too-many: 7 points, label contradicted (kept)";
    assert_eq!(progress(&changed), lines);
    let anew = bench.audit(&["--jobs", "1", "--no-cache"]);
    assert_eq!(progress(&anew), lines.replace(" (kept)", ""));
    assert_eq!(stdout(&anew), stdout(&changed));
}

#[test]
fn a_killed_audit_resumes_and_leaves_no_files() {
    let bench = two();
    bench.edit("few/assignment.toml", "memory_mib = 512", "memory_mib = 508");
    fs::create_dir(bench.path("tmp")).unwrap();
    let arguments = ["audit", "--corpus", "corpus", "--assignment", "few", "--jobs", "1"];
    // First, do the work that is done only once per machine.
    std::sync::LazyLock::force(&crate::support::FIRST_GRADE);
    let mut command = program();
    command.current_dir(bench.path("")).args(arguments).env("TMPDIR", bench.path("tmp"));
    let mut audit = Process::start(&mut command);
    audit.look_for("the points of the first fault", |audit| {
        audit.errors().contains("faults/blank: 5 points\n").then_some(())
    });
    audit.kill();

    let output = bench.command(&arguments).env("TMPDIR", bench.path("tmp")).finish();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("faults/blank: 5 points (kept)"), "{}", stderr(&output));
    let left: Vec<_> = fs::read_dir(bench.path("tmp")).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_partial_audit_does_not_report_on_the_rest() {
    let bench = two();
    let output = bench.audit(&["--only", "blank"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("board.hamming") && !text.contains("solver.moves"), "{text}");
    assert!(!text.contains("uzzles") && !text.contains("no fault's label"), "{text}");
}
