//! Tests unit tests that use private items. They run on the submission's code.

use insta::assert_snapshot;

use super::{RUBRIC, bench, verdict, verdict_on};
use crate::support::code as code_of;

#[test]
fn private_tests_run_on_the_submitted_code() {
    let bench = bench();
    let code = bench.read("alice/src/board.rs");
    let tests = "
#[cfg(test)]
mod tests {
    use super::*;
    use slider::Board as _;

    fn goal() -> Board { Board::new(&[vec![1, 2], vec![3, 0]]) }

    #[test]
    fn the_goal_is_no_tile_off() { assert_eq!(goal().hamming(), 0); }

    #[test]
    fn the_blank_is_last() { assert_eq!(goal().blank, 3); }

    #[test]
    fn the_blank_is_first() {
        assert_eq!(goal().blank, 0);
    }

    #[test]
    #[should_panic = \"too far\"]
    fn there_are_four_cells() { assert!(goal().tiles.len() < 4, \"too far\"); }

    #[test]
    #[ignore = \"not yet\"]
    fn later() { let _ = goal().tiles; }
}
";
    bench.write("alice/src/board.rs", format!("{code}{tests}"));
    let once = verdict(&bench);
    assert_snapshot!(once, @"
    1 / 1, exit code 0
    - 1 test ran on the model answer: it passes; 0 of 4 faults caught
    - tests.own: `board::tests::later`, `board::tests::the_blank_is_first`, `board::tests::the_blank_is_last`, `board::tests::there_are_four_cells` use private items of your crate, so they ran only on your code; move them to `tests/` to run them on the faults
    - tests.own: your test `board::tests::the_blank_is_first` fails on your own code: it panics at src/board.rs:137:9: assertion `left == right` failed; left: 3; right: 0
    ");
    assert_eq!(verdict_on(&bench, "1"), once, "from the cache");
    // Tests of this kind should count toward the check.
    let rubric = RUBRIC.replace("[puzzles]", "\"tests.own\" = { points = 4 }\n[puzzles]");
    bench.write("hw/assignment.toml", format!("{rubric}catch = 0"));
    let private =
        tests.replace("fn the_goal_is_no_tile_off() {", "fn with_all() { let _ = goal().n;");
    bench.write("alice/src/board.rs", format!("{code}{private}"));
    assert_snapshot!(verdict(&bench), @"
    5 / 5, exit code 0
    - tests.own: `board::tests::later`, `board::tests::the_blank_is_first`, `board::tests::the_blank_is_last`, `board::tests::there_are_four_cells`, `board::tests::with_all` use private items of your crate, so they ran only on your code; move them to `tests/` to run them on the faults
    - tests.own: your test `board::tests::the_blank_is_first` fails on your own code: it panics at src/board.rs:137:9: assertion `left == right` failed; left: 3; right: 0
    ");
    // They can only run if the crate compiles.
    bench.write("alice/src/board.rs", format!("{code}{private}\nfn oops() -> u8 {{ \"\" }}\n"));
    assert_snapshot!(verdict(&bench), @"
    0 / 5, exit code 1
    board.hamming | skipped
    tests.own | fail | there are no tests to run
    - tests.own: `board::tests::later`, `board::tests::the_blank_is_first`, `board::tests::the_blank_is_last`, `board::tests::there_are_four_cells`, `board::tests::with_all` do not compile with the model answer or with your code, so they did not run: src/board.rs:149: mismatched types
    ");
}

#[test]
fn prebuilt_programs_include_private_tests() {
    let bench = bench();
    let code = bench.read("alice/src/board.rs");
    let tests = "#[cfg(test)]\nmod tests {\n    use super::*;\n    use slider::Board as _;\n\n    \
                 #[test]\n    fn blank() {\n        \
                 assert_eq!(Board::new(&[vec![1, 2], vec![3, 0]]).blank, 0);\n    }\n}\n";
    bench.write("alice/src/board.rs", format!("{code}{tests}"));
    let arguments = ["build", "alice", "--assignment", "hw", "--out", "built"];
    let built = bench.grade(&arguments);
    assert_eq!(code_of(&built), 0, "{}", bench.snapshot(&built));
    let grade = ["grade", "alice", "--assignment", "hw", "--prebuilt", "built", "--out", "grades"];
    // Grade without a compiler, and with an empty cache.
    let mut command = bench.command(&grade);
    command.env("RUSTC", "/nowhere/rustc").env("GRADER_CACHE_DIR", bench.path("cache"));
    let graded = bench.finish_grade(&mut command);
    assert_eq!(code_of(&graded), 0, "{}", bench.snapshot(&graded));
    let grade = bench.read("grades/submissions/alice/grade.json");
    assert!(
        grade.contains("`board::tests::blank` fails on your own code: it panics at src/board.rs")
    );
}
