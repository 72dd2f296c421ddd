//! `grader explain`: what a check asserts, why, and how to repair what it finds.

use grade::check::Check;
use insta::assert_snapshot;

use crate::process::{Process, pipe_without_reader};
use crate::support::{Bench, code, program, stderr, stdout};

/// The output of `grader explain` for these checks.
fn explain(checks: &[&str]) -> String {
    let output = Bench::new().run(&[&["explain"][..], checks].concat());
    assert_eq!((code(&output), stderr(&output)), (0, ""));
    stdout(&output).to_owned()
}

#[test]
fn without_a_check_all_are_listed() {
    let list = explain(&[]);
    for check in Check::ALL {
        let mut lines = list.lines().map(str::trim_start);
        assert!(lines.any(|line| line.starts_with(&format!("{check}  "))), "{check}: {list}");
    }
    let (first, _) = list.split_once("\nBoard\n").expect("the board follows");
    assert_snapshot!(first, @"
    Compile
      compile.build                 the code compiles, without `unsafe`, build
                                    scripts or foreign crates
      compile.api                   `Board` and `Solver<B>` implement the traits of
                                    `slider`
    ");
    assert!(list.ends_with("\n\nmore: grader explain CHECK\n"), "{list}");
}

#[test]
fn a_check_is_explained() {
    assert_snapshot!(explain(&["board.hamming"]), @"
    board.hamming: the number of tiles out of place

    What it asserts
      `hamming()` is the number of tiles, from 1 to n * n - 1, that do not stand
      where the goal has them. The blank is no tile. It is asked on all 24 boards of
      2-by-2, all 362,880 of 3-by-3, boards of every size from 4 to 127, and the
      rubric's own; the smallest board that shows a fault is reported.

    Why
      It is the simplest lower bound on the number of moves: each tile out of place
      has to move.

    Often seen
      - The blank is counted: one too many on most boards, and still 0 for the goal.
        Skip it:

        let cells = self.tiles.iter().enumerate();
        let misplaced = cells.filter(|&(cell, &tile)| tile != 0 && usize::from(tile) != cell + 1);
        misplaced.count()

      - Off by one: in row-major order, tile t belongs in cell t - 1, counted from
        0.
      - Columns before rows: the goal has 2 to the right of 1, and not below it.
      - The last row or the last cell is left out, in order to leave out the blank.
        The blank may be anywhere.

    Not asked
      How it is found: counted when asked, or kept. The solver does not use it. A
      distance that is right on a new board but not on a neighbor belongs to
      `board.neighbors`.
    ");
}

#[test]
fn several_checks_and_groups_follow_each_other() {
    let titles = |checks: &[&str]| -> Vec<String> {
        let text = explain(checks);
        let is_title = |line: &&str| line.contains(": ") && !line.starts_with(' ');
        let titles = text.lines().filter(is_title).map(|line| line.split(':').next().unwrap());
        titles.map(str::to_owned).collect()
    };
    // A check that is named twice is told once.
    let named = ["solver.moves", "compile", "solver.moves", "compile.api"];
    assert_eq!(titles(&named), ["solver.moves", "compile.build", "compile.api"]);
    for group in ["board", "solver"] {
        let ids: Vec<&str> = Check::named(group).into_iter().map(Check::id).collect();
        assert_eq!(titles(&[group]), ids);
    }
}

#[test]
fn a_check_that_does_not_exist() {
    let bench = Bench::new();
    let output = bench.run(&["explain", "board.hamming", "board.haming"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: there is no check `board.haming`

    hint: did you mean `board.hamming`?
    ");
    // It is the same error as that of `check`.
    let bench = Bench::with_model();
    let same = bench.run(&["check", "alice", "--only", "board.haming"]);
    assert_eq!((code(&same), stderr(&same)), (code(&output), stderr(&output)));
    // The name without its group is enough to be understood.
    let short = bench.run(&["explain", "hamming"]);
    assert!(
        stderr(&short).ends_with("hint: did you mean `board.hamming`?\n"),
        "{}",
        stderr(&short)
    );
}

#[test]
fn colour_is_for_those_who_ask_for_it() {
    let bench = Bench::new();
    let plain = bench.run(&["explain", "board.hamming", "--color", "never"]);
    let coloured = bench.run(&["explain", "board.hamming", "--color", "always"]);
    assert!(!stdout(&plain).contains('\x1b'));
    assert_eq!(stdout(&plain), explain(&["board.hamming"]));
    let (heading, code) = ("\x1b[1mWhy\x1b[0m\n", "\x1b[36mmisplaced.count()\x1b[0m\n");
    for part in [heading, code] {
        assert!(stdout(&coloured).contains(part), "{}", stdout(&coloured));
    }
}

/// As with `grader explain solver | head -1`.
#[test]
fn whoever_reads_no_further_makes_no_error() {
    let mut command = program();
    command.args(["explain", "compile", "board", "solver"]);
    let output = Process::start_into(&mut command, pipe_without_reader()).finish();
    assert_eq!((code(&output), stderr(&output)), (0, ""));
}
