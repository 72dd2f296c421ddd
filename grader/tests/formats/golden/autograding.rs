//! Shows the format `autograding`.

use insta::assert_snapshot;

use super::super::*;

#[test]
fn passing_as_autograding() {
    assert_snapshot!(render(Format::Autograding, &passing()), @r#"{"version":1,"status":"pass","max_score":6000,"tests":[{"name":"compile.build","status":"pass","score":2000,"test_code":"grader check --only compile.build","line_no":0},{"name":"board.hamming","status":"pass","score":4000,"test_code":"grader check --only board.hamming","line_no":0}]}"#);
}

#[test]
fn failing_as_autograding() {
    assert_snapshot!(render(Format::Autograding, &failing()), @r#"{"version":1,"status":"fail","max_score":15500,"tests":[{"name":"compile.build","status":"pass","score":2000,"test_code":"grader check --only compile.build","line_no":0},{"name":"board.dimension","status":"pass","score":3500,"test_code":"grader check --only board.dimension","line_no":0},{"name":"board.hamming","status":"fail","score":0,"message":"hamming() counts the blank\n\n┌──────┐   hamming() of this board\n│ 1    │     expected 1\n│ 3  2 │     but was  2\n└──────┘\n\nat src/board.rs:12:9\nrule: hamming() is the number of tiles out of place\ntry it: grader check --only board.hamming\nmore: grader explain board.hamming","test_code":"grader check --only board.hamming","filename":"src/board.rs","line_no":12},{"name":"solver.moves","status":"fail","score":0,"message":"waiting for a hidden check","test_code":"grader check --only solver.moves\n\nThe score is 5500 of 15500. The totals below count passed tests, not points.","line_no":0}]}"#);
}

#[test]
fn not_compiling_as_autograding() {
    assert_snapshot!(render(Format::Autograding, &not_compiling()), @r#"{"version":1,"status":"fail","max_score":6000,"tests":[{"name":"compile.build","status":"fail","score":0,"message":"the code does not compile: expected `;`\n\nerror: expected `;`\n --> src/board.rs:3:7\n  |\n3 | let x\n\nrule: the code compiles, without `unsafe`, build scripts or external crates\ntry it: grader check --only compile.build\nmore: grader explain compile.build","test_code":"grader check --only compile.build","filename":"src/board.rs","line_no":3},{"name":"board.hamming","status":"fail","score":0,"message":"waiting for compile.build","test_code":"grader check --only board.hamming","line_no":0}]}"#);
}

#[test]
fn fault_as_autograding() {
    assert_snapshot!(render(Format::Autograding, &fault()), @r#"{"version":1,"status":"error","max_score":0,"tests":[{"name":"submission","status":"error","score":0,"message":"The grader could not finish. This is not your fault, and it does not count. Please try again. If it happens again, show this to your instructor.","test_code":"grader check","line_no":0}]}"#);
}

#[test]
fn rejected_as_autograding() {
    assert_snapshot!(render(Format::Autograding, &rejected()), @r#"{"version":1,"status":"fail","max_score":6000,"tests":[{"name":"submission","status":"fail","score":0,"message":"there is no `Board`","test_code":"grader check","line_no":0}]}"#);
}
