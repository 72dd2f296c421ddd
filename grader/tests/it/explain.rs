//! Tests `grader explain`.

use grade::check::Check;
use insta::assert_snapshot;

use crate::process::{Process, pipe_without_reader};
use crate::support::{Bench, assert_parts, code, program, stderr, stdout};

fn explain(checks: &[&str]) -> String {
    let output = Bench::new().run(&[&["explain"][..], checks].concat());
    assert_eq!((code(&output), stderr(&output)), (0, ""));
    stdout(&output).to_owned()
}

#[test]
fn all_checks_are_listed_by_default() {
    let list = explain(&[]);
    for check in Check::ALL {
        let mut lines = list.lines().map(str::trim_start);
        assert!(lines.any(|line| line.starts_with(&format!("{check}  "))), "{check}: {list}");
    }
    let (first, _) = list.split_once("\nBoard\n").expect("the board follows");
    assert_snapshot!(first, @"
    Compile
      compile.build                 the code compiles, without `unsafe`, build
                                    scripts or external crates
      compile.api                   `Board` and `Solver<B>` implement the traits of
                                    `slider`
    ");
    assert!(list.ends_with("\n\nmore: grader explain CHECK\n"), "{list}");
}

#[test]
fn a_check_is_explained() {
    let text = explain(&["board.hamming"]);
    assert!(
        text.starts_with("board.hamming: the number of tiles out of place\n\nRule\n"),
        "{text}"
    );
    assert_parts(&text, &["\n\nWhy\n", "\n\nCommon mistakes\n", "\n\nNot checked\n"]);
}

#[test]
fn several_checks_and_groups_are_explained_in_order() {
    let titles = |checks: &[&str]| -> Vec<String> {
        let text = explain(checks);
        let is_title = |line: &&str| line.contains(": ") && !line.starts_with(' ');
        let titles = text.lines().filter(is_title).map(|line| line.split(':').next().unwrap());
        titles.map(str::to_owned).collect()
    };
    let named = ["solver.moves", "compile", "solver.moves", "compile.api"];
    assert_eq!(titles(&named), ["solver.moves", "compile.build", "compile.api"]);
    for group in ["board", "solver"] {
        let ids: Vec<&str> = Check::named(group).into_iter().map(Check::id).collect();
        assert_eq!(titles(&[group]), ids);
    }
}

#[test]
fn an_unknown_check_is_rejected() {
    let bench = Bench::new();
    let output = bench.run(&["explain", "board.hamming", "board.haming"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: unknown check `board.haming`

    hint: did you mean `board.hamming`?
    ");
    let bench = Bench::with_model();
    let same = bench.run(&["check", "alice", "--only", "board.haming"]);
    assert_eq!((code(&same), stderr(&same)), (code(&output), stderr(&output)));
    let short = bench.run(&["explain", "hamming"]);
    assert!(
        stderr(&short).ends_with("hint: did you mean `board.hamming`?\n"),
        "{}",
        stderr(&short)
    );
}

#[test]
fn color_is_used_on_request() {
    let bench = Bench::new();
    let plain = bench.run(&["explain", "board.hamming", "--color", "never"]);
    let coloured = bench.run(&["explain", "board.hamming", "--color", "always"]);
    assert!(!stdout(&plain).contains('\x1b'));
    assert_eq!(stdout(&plain), explain(&["board.hamming"]));
    let (heading, code) = ("\x1b[1mWhy\x1b[0m\n", "\x1b[36mmisplaced\x1b[0m\n");
    for part in [heading, code] {
        assert!(stdout(&coloured).contains(part), "{}", stdout(&coloured));
    }
}

/// Simulates `grader explain solver | head -1`.
#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut command = program();
    command.args(["explain", "compile", "board", "solver"]);
    let output = Process::start_into(&mut command, pipe_without_reader()).finish();
    assert_eq!((code(&output), stderr(&output)), (0, ""));
}
