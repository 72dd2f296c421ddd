//! Tests `grader hint`.

use insta::assert_snapshot;

use crate::process::Finish as _;
use crate::support::{Bench, assert_parts, code, stderr, stdout};

const BOARD: &str = "alice/src/board.rs";
const RIGHT: &str = "self.cells_and_goals().filter(|(cell, goal)| cell != goal).count()";
const WRONG: &str = "self.cells_and_goals().filter(|(cell, goal)| cell == goal).count()";

#[test]
fn hint_steps_are_question_location_and_explanation() {
    let bench = Bench::with_model();
    let first = bench.run(&["hint", "board.hamming", "--submission", "alice"]);
    assert_eq!((code(&first), stderr(&first)), (0, ""));
    assert_snapshot!(stdout(&first), @"
    board.hamming: the number of tiles out of place

    1. Question
      Which cell does your loop treat differently from the others, and what does it
      count there when the board is the goal?

    more: grader hint board.hamming --submission alice --step 2
    ");
    let second = bench.run(&["hint", "board.hamming", "--submission", "alice", "--step", "2"]);
    let (before, after) =
        stdout(&second).split_once("\n2. Where to look\n").expect("the second step");
    assert!(stdout(&first).starts_with(before), "{before}");
    assert_snapshot!(after, @"
      src/board.rs:64:8

        64 │     fn hamming(&self) -> usize {
        65 │         self.cells_and_goals().filter(|(cell, goal)| cell != goal).count()
        66 │     }

    more: grader hint board.hamming --submission alice --step 3
    ");
    let third = bench.run(&["hint", "board.hamming", "--submission", "alice", "--step", "3"]);
    let text = stdout(&third);
    assert!(text.contains("\n3. Explanation\n") && text.contains("\nCommon mistakes\n"), "{text}");
    assert!(!text.contains("more: "), "{text}");
}

#[test]
fn the_default_hint_is_for_the_first_failure() {
    let bench = Bench::with_model();
    let nothing = bench.grade(&["hint", "--submission", "alice"]);
    assert_eq!(code(&nothing), 0, "{}", stderr(&nothing));
    assert_snapshot!(stdout(&nothing), @"All checks passed: there is nothing to fix.");
    bench.edit(BOARD, RIGHT, WRONG);
    let wrong = bench.grade(&["hint", "--submission", "alice", "--step", "2"]);
    assert_eq!(code(&wrong), 0, "{}", stderr(&wrong));
    assert_parts(
        stdout(&wrong),
        &[
            "board.hamming: the number of tiles out of place\n",
            "\n2. Where to look\n  src/board.rs:64:8\n",
        ],
    );
}

#[test]
fn the_last_grade_answers_while_the_code_is_the_same() {
    let bench = Bench::with_model();
    bench.edit(BOARD, RIGHT, "self.tiles[9].into()");
    let hint = ["hint", "--submission", "alice", "--step", "2"];
    let graded = bench.grade(&hint);
    assert_snapshot!(stdout(&graded), @"
    board.hamming: the number of tiles out of place

    1. Question
      What does the message of the panic say, and which values do the variables in
      this line have for the failing board?

    2. Where to look
      src/board.rs:65:9

        65 │         self.tiles[9].into()
        66 │     }

    more: grader hint board.hamming --submission alice --step 3
    ");
    // Without a compiler, only the last grade can answer. A named check gets the same question.
    let without_compiler = |words: &[&str]| {
        bench.command(words).env("PATH", "").env("RUSTUP_HOME", "/nowhere").output().expect("runs")
    };
    assert_eq!(stdout(&without_compiler(&hint)), stdout(&graded));
    let named = ["hint", "board.hamming", "--submission", "alice", "--step", "2"];
    assert_eq!(stdout(&without_compiler(&named)), stdout(&graded));
    // Other code has not been graded.
    bench.edit(BOARD, "self.tiles[9].into()", "self.tiles[10].into()");
    assert_eq!(code(&without_compiler(&hint)), 3);
    assert!(!stdout(&without_compiler(&named)).contains("panic"));
}

#[test]
fn a_check_says_what_changed_since_the_last_one() {
    let bench = Bench::with_broken_model();
    let check = || bench.grade(&["check", "alice"]);
    assert_eq!(stderr(&check()), "");
    bench.edit("alice/src/lib.rs", "pub use board::Board", "pub use board::Board;");
    // A part of a report is not compared, and not remembered.
    assert_eq!(stderr(&bench.grade(&["check", "alice", "--only", "board"])), "");
    assert_snapshot!(stderr(&check()), @"+100 points since the last check: compile.build, compile.api, board.dimension and 24 more pass");
    assert_eq!(stderr(&check()), "");
}

#[test]
fn a_missing_method_has_a_question_about_its_rule() {
    let bench = Bench::new();
    assert_eq!(code(&bench.run(&["new", "alice"])), 0);
    let named = bench.run(&["hint", "board.twin", "--submission", "alice"]);
    assert_snapshot!(stdout(&named), @"
    board.twin: the board with two tiles exchanged

    1. Question
      twin() is not written yet. The rule: twin() exchanges two tiles, the same two
      on every call. How would you find the result for a small board by hand?

    more: grader hint board.twin --submission alice --step 2
    ");
    let first = bench.grade(&["hint", "--submission", "alice"]);
    let text = stdout(&first);
    assert!(text.contains("\n  dimension() is not written yet. The rule: "), "{text}");
    // Without a submission, there is only the usual question.
    let usual = bench.run(&["hint", "board.twin", "--submission", "nowhere"]);
    assert_eq!(code(&usual), 0, "{}", stderr(&usual));
    assert!(stdout(&usual).contains("Which two cells does `twin()` exchange"));
}

#[test]
fn a_rubric_can_disable_explanations() {
    let bench = Bench::with_model();
    assert_eq!(code(&bench.run(&["init", "hw"])), 0);
    bench.edit(
        "hw/assignment.toml",
        "#[hints]\n#explanation = false",
        "[hints]\nexplanation = false",
    );
    let hint = |step: &str| {
        let words = ["hint", "board.twin", "--submission", "alice", "--assignment", "hw"];
        bench.run(&[&words[..], &["--step", step]].concat())
    };
    let second = hint("2");
    assert!(!stdout(&second).contains("more: "), "{}", stdout(&second));
    let third = hint("3");
    assert_eq!(code(&third), 2);
    assert_snapshot!(stderr(&third), @"
    error: this assignment has no hint step 3

    hint: the last step is `--step 2`
    ");
    // The same switch applies to `grader explain`, also in a student's folder.
    let explain = |folder: &str, more: &[&str]| {
        let words = [&["explain", "board.twin"], more].concat();
        bench.command(&words).current_dir(bench.path(folder)).finish()
    };
    let refused = explain(".", &["--assignment", "hw"]);
    assert_snapshot!(bench.snapshot(&refused), @"
    exit code 2
    ----- stderr
    error: this assignment does not show explanations with correct code

    hint: `grader hint` asks a question, and `--step 2` shows the place in the code
    ");
    assert_eq!(code(&explain(".", &[])), 0);
    assert_eq!(code(&bench.run(&["new", "bob", "--assignment", "hw"])), 0);
    assert_eq!(code(&explain("bob", &[])), 2);
    // The rule can also be found in the student kit.
    let kit = bench.run(&["assignment", "hw", "--student-kit", "kit"]);
    assert_eq!(code(&kit), 0, "{}", stderr(&kit));
    assert!(bench.read("kit/assignment.toml").contains("[hints]\nexplanation = false\n"));
}

#[test]
fn a_hint_takes_the_arguments_of_check() {
    let bench = Bench::with_broken_model();
    let usual = bench.run(&["hint", "board.twin", "--submission", "alice"]);
    assert_eq!(code(&usual), 0);
    for words in [
        &["hint", "alice", "board.twin"][..],
        &["hint", "board.twin", "alice"],
        &["hint", "alice", "--only", "board.twin"],
    ] {
        assert_eq!(stdout(&bench.run(words)), stdout(&usual), "{words:?}");
    }
    let two = bench.run(&["hint", "board.twin", "--only", "board.hamming"]);
    assert_snapshot!(bench.snapshot(&two), @"
    exit code 2
    ----- stderr
    error: hints are for one check of one submission

    hint: name at most one of each, as in `grader hint board.hamming alice`
    ");
}

#[test]
fn groups_and_unknown_checks_have_no_hint() {
    let bench = Bench::new();
    let group = bench.run(&["hint", "compile"]);
    assert_eq!(code(&group), 2);
    assert_snapshot!(stderr(&group), @"
    error: `compile` is a group of checks

    hint: use one of them: `compile.build`, `compile.api`
    ");
    let unknown = bench.run(&["hint", "board.haming"]);
    assert_eq!(code(&unknown), 2);
    assert_snapshot!(stderr(&unknown), @"
    error: unknown check `board.haming`

    hint: did you mean `board.hamming`?
    ");
}
