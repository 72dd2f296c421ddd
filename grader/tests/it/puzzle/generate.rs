//! `grader puzzle generate`: new puzzles.

use std::fs;

use insta::assert_snapshot;

use super::{run, run_in};
use crate::support::{Bench, workspace};

#[test]
fn puzzles_are_a_function_of_the_seed() {
    let arguments = ["generate", "--n", "3", "--moves", "8..10", "--count", "3"];
    let autumn = run(&[&arguments[..], &["--seed", "autumn"]].concat());
    assert_snapshot!(autumn, @"");
    assert_eq!(run(&[&arguments[..], &["--seed", "autumn"]].concat()), autumn);
    assert_ne!(run(&[&arguments[..], &["--seed", "spring"]].concat()), autumn);
}

#[test]
fn puzzles_without_a_solution() {
    let arguments = ["generate", "--n", "2", "--twin-moves", "4..6", "--count", "2"];
    assert_snapshot!(run(&arguments), @"");
    let same = ["generate", "--n", "2", "--unsolvable", "--moves", "4..6", "--count", "2"];
    assert_eq!(run(&same), run(&arguments));
}

#[test]
fn lists_and_classic_files() {
    let arguments =
        ["generate", "--n", "4", "--moves", "6", "--count", "2", "--goal", "blank-first"];
    assert_snapshot!(run(&[&arguments[..], &["--format", "flat"]].concat()), @"");
    assert_snapshot!(run(&[&arguments[..], &["--format", "classic"]].concat()), @"");
}

/// What is made can be graded with, and holds.
#[test]
fn an_assignment_can_list_them() {
    let bench = Bench::new();
    let made =
        ["generate", "--n", "3", "--moves", "5..20", "--count", "4", "--seed", "hw", "--out"];
    assert_snapshot!(run_in(&bench, &[&made[..], &["hw/puzzles"]].concat()), @"");
    assert_snapshot!(run_in(&bench, &["verify", "hw/puzzles/hw-3x3.toml"]), @"");
    let rubric = fs::read_to_string(workspace("fixtures/assignment.toml")).expect("a rubric");
    for file in ["2x2", "3x3", "4x4", "classic", "large", "telling", "unsolvable"] {
        let file = format!("puzzles/{file}.toml");
        let text = fs::read_to_string(workspace("fixtures").join(&file)).expect("a fixture");
        bench.write(&format!("hw/{file}"), text);
    }
    let listed = rubric.replacen("solve = [", "solve = [\n    \"hw-3x3-01\",", 1);
    assert_ne!(listed, rubric);
    bench.write("hw/assignment.toml", listed);
    // The assignment is read before the submission, which is not there.
    let checked = bench.run(&["check", "nobody", "--assignment", "hw"]);
    assert_snapshot!(bench.snapshot(&checked), @"");
}

#[test]
fn what_there_is_not_is_refused() {
    let refuse = |n, moves| run(&["generate", "--n", n, "--moves", moves, "--count", "3"]);
    assert_snapshot!(refuse("3", "32..40"), @"");
    assert_snapshot!(refuse("3", "31"), @"");
    assert_snapshot!(refuse("4", "81"), @"");
    assert_snapshot!(refuse("4", "1"), @"");
}
