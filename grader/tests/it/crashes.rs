//! Tests code that is hostile or crashes. When there is a fault in a method, only the checks for this method should
//! fail, with a clear message.

use insta::assert_snapshot;
use serde_json::Value;

use crate::support::{Bench, code, stderr, stdout};

const BOARD: &str = "alice/src/board.rs";
const SOLVER: &str = "alice/src/solver.rs";

// The bodies of the model answer's methods, or the beginnings of these.
const HAMMING: &str = "self.cells_and_goals().filter(|(cell, goal)| cell != goal).count()";
const MANHATTAN: &str = "self.cells_and_goals().map(distance).sum()";
const IS_GOAL: &str = "self.cells_and_goals().all(|(cell, goal)| cell == goal)";
const NEIGHBORS: &str = "let (n, blank) = (self.n, self.blank);";
const DIRECTIONS: &str = "[down, right, left, up].into_iter()";
const TWIN: &str = "let last = self.tiles.len() - 1;\n        if";
const DISPLAY: &str = "writeln!(f, \"{}\", self.n)?;";

impl Bench {
    /// Inserts a statement before a text, which must occur exactly once.
    fn before(&self, file: &str, find: &str, statement: &str) {
        self.edit(file, find, &format!("{statement}\n{find}"));
    }

    /// Grades the edited model answer. Returns the score, and a line for each failed check and each remark.
    fn verdict(&self) -> String {
        let output = self.grade(&["check", "alice", "--format", "json"]);
        assert_eq!(stderr(&output), "");
        let grade: Value = serde_json::from_str(stdout(&output)).expect("a grade");
        let mut lines = vec![format!(
            "{} / {}, exit code {}",
            grade["score"],
            grade["max_score"],
            code(&output)
        )];
        let checks = grade["checks"].as_array().expect("checks").iter();
        lines.extend(checks.filter(|check| check["status"] != "pass").map(|check| {
            let keys = ["id", "status", "because", "summary", "message", "place"];
            let words: Vec<&str> = keys.into_iter().filter_map(|key| check[key].as_str()).collect();
            words.join(" | ")
        }));
        let remarks = grade["remarks"].as_array().expect("remarks").iter();
        lines.extend(remarks.map(|remark| format!("remark: {}", remark["text"])));
        lines.join("\n")
    }
}

#[test]
fn misbehaving_methods_fail_only_their_own_checks() {
    let bench = Bench::with_model();
    bench.edit(BOARD, HAMMING, "panic!(\"no idea\")");
    bench.before(BOARD, MANHATTAN, "loop { std::hint::black_box(&distance); }");
    bench.before(BOARD, IS_GOAL, "std::process::exit(0);");
    bench.before(
        BOARD,
        NEIGHBORS,
        "while self.n > 1 { println!(\"{}\", \"help! \".repeat(1_000)); }",
    );
    bench.before(BOARD, TWIN, "if self.n > 1 { return std::hint::black_box(self).twin().twin(); }");
    assert_snapshot!(bench.verdict(), @r#"
    73 / 100, exit code 1
    board.hamming | fail | hamming() panics: no idea | src/board.rs:65:9
    board.manhattan | fail | manhattan() was stopped at the limit of instructions
    board.is_goal | fail | is_goal() exits the process
    board.neighbors | fail | neighbors() was stopped while it printed
    board.twin | fail | twin() overflows the stack
    board.growth | skipped | board.manhattan
    remark: "your program is right on 0 of 68 puzzles"
    remark: "with your own `Board`, Solver::new() of puzzle2x2-00 was stopped at the limit of instructions; with the grader's boards, your `Solver` is correct, so fix board.neighbors first"
    remark: "the board prints text while it runs (`src/board.rs:87:28`); a library should not print"
    "#);
}

#[test]
fn panic_hooks_cannot_name_files_outside_the_submission() {
    let bench = Bench::with_model();
    let hook = "thread 'main' (1) panicked at ../../../../etc/passwd:1:1:\\nroot is here";
    let hook = format!("std::panic::set_hook(Box::new(|_| eprintln!(\"{hook}\")));");
    bench.before(BOARD, HAMMING, &format!("{hook}\nassert!(self.n == 0);"));
    let verdict = bench.verdict();
    assert!(verdict.contains("board.hamming | fail | hamming() panics: root is here"), "{verdict}");
    assert!(!verdict.contains("passwd"), "{verdict}");
}

#[test]
fn excessive_resource_use_fails_only_its_check() {
    let bench = Bench::with_model();
    bench.before(BOARD, HAMMING, "std::thread::sleep(std::time::Duration::from_secs(3600));");
    let hoard = "let mut hoard = Vec::new();
        while hoard.len() < 1 << 20 { hoard.push(std::hint::black_box(vec![1u8; 1 << 20])); }";
    bench.before(BOARD, MANHATTAN, hoard);
    bench.before(BOARD, IS_GOAL, "if self.n > 1 { std::process::abort(); }");
    bench.before(BOARD, TWIN, "let _ = std::thread::spawn(|| ()).join();");
    assert_snapshot!(bench.verdict(), @r#"
    85 / 100, exit code 1
    board.manhattan | fail | manhattan() was stopped at the limit of memory
    board.is_goal | fail | is_goal() crashes: the program was aborted
    board.twin | fail | twin() starts a thread, but threads are not available in the sandbox | src/board.rs:102:22
    board.growth | skipped | board.manhattan
    remark: "your program is right on 0 of 70 puzzles"
    remark: "with your own `Board`, Solver::new() of puzzle2x2-00 was stopped at the limit of memory; with the grader's boards, your `Solver` is correct, so fix board.is_goal first"
    remark: "`src/board.rs:102:22` starts a thread, but threads are not available in the sandbox"
    "#);
}

#[test]
fn checks_that_are_not_examined_do_not_pass() {
    let bench = Bench::with_model();
    let endless = "while tiles.len() >= 17 { std::hint::black_box(tiles); }";
    bench.before(BOARD, "let n = tiles.len();", endless);
    assert_snapshot!(bench.verdict(), @"
    93.831 / 100, exit code 1
    board.dimension | fail | Board::new() was stopped at the limit of instructions
    board.display | skipped | board.dimension
    board.hamming | skipped | board.dimension
    board.manhattan | skipped | board.dimension
    board.is_goal | skipped | board.dimension
    board.equality | skipped | board.dimension
    board.neighbors | skipped | board.dimension
    board.twin | skipped | board.dimension
    board.growth | skipped | board.dimension
    ");
}

/// Code may try to detect differences between machines, or to read and write files, but cannot.
#[test]
fn guests_cannot_observe_the_machine() {
    let bench = Bench::with_model();
    let look = "assert!(std::env::vars().next().is_none());
        assert!(std::env::args().next().is_none());
        assert!(std::net::TcpStream::connect(\"127.0.0.1:80\").is_err());
        assert!(std::io::stdin().lines().next().is_none_or(|line| line.is_err()));";
    bench.before(BOARD, DISPLAY, look);
    let time = "let now = std::time::SystemTime::now();
        assert!(now < std::time::UNIX_EPOCH + std::time::Duration::from_secs(3600));";
    bench.before(BOARD, NEIGHBORS, time);
    bench.before(BOARD, HAMMING, "assert!(std::fs::read(\"/etc/passwd\").is_err());");
    bench.before(BOARD, MANHATTAN, "assert!(std::fs::write(\"answers.txt\", \"0\").is_err());");
    // Outside the sandbox, the order of a hash map is random.
    let shuffled = "let order: std::collections::HashSet<usize> = (0..4).collect();
        let directions = [down, right, left, up];
        let directions: Vec<_> = order.into_iter().map(|at| directions[at]).collect();
        directions.into_iter()";
    bench.edit(BOARD, DIRECTIONS, shuffled);
    assert_snapshot!(bench.verdict(), @r#"
    100 / 100, exit code 0
    remark: "`src/board.rs:118:22` (and 1 more) reads environment variables; the grader sets none"
    "#);
    assert!(!bench.path("answers.txt").exists());
}

#[test]
fn randomness_and_time_are_reproducible() {
    let bench = Bench::with_model();
    let chance = "use std::hash::{BuildHasher, RandomState};
        let chance = usize::try_from(RandomState::new().hash_one(0) % 1_000_000).unwrap();
        chance + self.cells_and_goals().count()";
    bench.edit(BOARD, HAMMING, chance);
    let time = "let start = std::time::Instant::now();
        let distances: usize = self.cells_and_goals().map(distance).sum();
        distances + usize::try_from(start.elapsed().as_nanos()).unwrap()";
    bench.edit(BOARD, MANHATTAN, time);
    let grade = |jobs| {
        let output = bench.grade(&["check", "alice", "--format", "json", "--jobs", jobs]);
        assert_eq!((code(&output), stderr(&output)), (1, ""));
        stdout(&output).to_owned()
    };
    let once = grade("1");
    assert!(once.contains("hamming() returns the wrong number"), "{once}");
    assert!(once.contains("manhattan() returns the wrong number"), "{once}");
    assert_eq!(once, grade("2"));
}

#[test]
fn debug_output_does_not_cost_points() {
    let bench = Bench::with_model();
    bench.before(BOARD, HAMMING, "dbg!(self);");
    bench.before(BOARD, MANHATTAN, "println!(\"manhattan of {self:?}\");");
    let verdict = bench.verdict();
    assert!(verdict.starts_with("100 / 100, exit code 0"), "{verdict}");
}

#[test]
fn a_solver_failing_in_one_method_keeps_other_points() {
    let bench = Bench::with_model();
    bench.edit(SOLVER, "self.solution.is_some()", "panic!(\"no idea\")");
    bench.before(
        SOLVER,
        "self.solution.as_ref().map(|boards| boards.len() - 1)",
        "std::process::exit(0);",
    );
    assert_snapshot!(bench.verdict(), @r#"
    74.651 / 100, exit code 1
    solver.solvable | fail | is_solvable() panics: no idea | src/solver.rs:38:9
    solver.moves | fail | moves() exits the process
    solver.unsolvable | skipped | solver.moves
    solver.immutable | skipped | solver.moves
    solver.time | skipped | solver.moves
    solver.memory | skipped | solver.moves
    remark: "your program is right on 0 of 129 puzzles"
    remark: "with your own `Board`, is_solvable() of puzzle2x2-00 panics: no idea"
    "#);
}

/// A compiler's error messages could quote any file that it can read, and any environment variable.
#[test]
fn compiler_errors_do_not_reveal_secrets() {
    let thieves = [
        "include!(SECRET);",
        "#[path = SECRET]\nmod secret;",
        "const _: () = panic!(\"{}\", include_str!(SECRET));",
        "const _: () = { let _ = SECRET; panic!(\"{}\", env!(\"HOME\")) };",
    ];
    for thief in thieves {
        let bench = Bench::with_model();
        bench.write("secret.txt", "tomorrows: exam\n");
        let secret = format!("{:?}", bench.path("secret.txt"));
        bench.before(BOARD, "use slider::Tile;", &thief.replace("SECRET", &secret));
        let output = bench.grade(&["check", "alice", "--only", "compile.build"]);
        let report = bench.snapshot(&output);
        assert_eq!(code(&output), 1, "{report}");
        let words = report.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            words.contains("not part of the submission")
                || words.contains("outside the submission"),
            "{report}"
        );
        assert!(!report.contains("exam"), "{report}");
        let home = std::env::var("HOME").expect("there is a home");
        assert!(!report.contains(&home), "{report}");
    }
}

/// On these brackets, a recursive parser would overflow the stack.
#[test]
fn deeply_nested_brackets_are_a_compile_error() {
    let bench = Bench::with_model();
    let (open, close) = ("(".repeat(100_000), ")".repeat(100_000));
    bench.before(BOARD, "use std::fmt;", &format!("const DEEP: usize = {open}1{close};"));
    let verdict = bench.verdict();
    assert!(verdict.contains("compile.build | fail"), "{verdict}");
}

/// The allocator measures memory, so a submission must not replace it.
#[test]
fn a_custom_allocator_is_rejected() {
    let bench = Bench::with_model();
    let heap = "#[global_allocator]\nstatic HEAP: std::alloc::System = std::alloc::System;";
    bench.before(BOARD, "use std::fmt;", heap);
    let verdict = bench.verdict();
    let expected = "compile.build | fail | `src/board.rs:3` sets an allocator with `#[global_allocator]`; the grader has its own, because it counts bytes";
    assert!(verdict.contains(expected), "{verdict}");
}
