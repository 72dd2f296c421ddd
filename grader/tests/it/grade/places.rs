//! Tests the errors for an output folder with other files, or with grades for another assignment.

use std::fs;

use insta::assert_snapshot;

use super::{copy, tree};
use crate::support::{Bench, code, stderr, workspace};

const BROKEN: &str = "pub struct Board // ";

fn class() -> Bench {
    let bench = Bench::new();
    bench.write("class/alice/board.rs", BROKEN);
    bench
}

#[test]
fn a_forgotten_assignment_option_loses_no_grades() {
    let bench = class();
    copy(&workspace("fixtures/puzzles"), &bench.path("hw/puzzles"));
    let rubric = fs::read_to_string(workspace("fixtures/assignment.toml")).expect("the rubric");
    bench.write("hw/assignment.toml", &rubric);
    let by = |arguments: &[&str]| {
        bench.run(&[&["grade", "class", "--out", "grades"], arguments].concat())
    };
    // An unchanged copy of the default assignment does not count as customized.
    for arguments in [&["--assignment", "hw"][..], &[]] {
        let output = by(arguments);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
    }
    let own = rubric.replacen("[limits]", "course = \"CS 1\"\n[limits]", 1);
    bench.write("hw/assignment.toml", own);
    assert_eq!(code(&by(&["--assignment", "hw"])), 0);
    let before = tree(&bench.path("grades"));
    assert_snapshot!(bench.snapshot(&by(&[])), @r#"
    exit code 2
    ----- stderr
    error: `grades` was graded with your own assignment ("CS 1: 8-puzzle"), but `--assignment` is missing

    hint: use the same `--assignment`, or another folder for `--out`
    "#);
    assert_eq!(tree(&bench.path("grades")), before);
    // A different customized assignment is accepted.
    bench.edit("hw/assignment.toml", "\"CS 1\"\n[limits]", "\"CS 2\"\n[limits]");
    assert_eq!(code(&by(&["--assignment", "hw"])), 0);
}

#[test]
fn grades_are_not_written_next_to_other_files() {
    let bench = class();
    bench.write("way/notes.txt", "mine");
    bench.write("file", "mine");
    for out in ["way", "file"] {
        let output = bench.run(&["grade", "class", "--out", out]);
        assert_eq!(code(&output), 2, "{}", stderr(&output));
    }
    assert_snapshot!(bench.snapshot(&bench.run(&["grade", "class", "--out", "way"])), @"
    exit code 2
    ----- stderr
    error: `--out way` contains other files, such as `notes.txt`, but no grades

    hint: use an empty or new folder, or a folder with grades, for `--out`
    ");
    assert_eq!(fs::read_dir(bench.path("way")).expect("the folder").count(), 1);
    // An instructor may want to add these files before the first grading.
    bench.write("grades/overrides.toml", "");
    bench.write("grades/extensions.toml", "");
    let output = bench.run(&["grade", "class", "--out", "grades"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let output = bench.run(&["report", "grades", "--students", "grades"]);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    copy(&bench.path("grades"), &bench.path("others"));
    let output = bench.run(&["report", "grades", "--students", "others"]);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    assert!(stderr(&output).contains("`--students others` is a grades folder"));
}
