//! Wrong usage, bad input and a broken machine: one clear error each, the right exit code, and
//! nothing else printed or written.

use std::fs;
use std::path::Path;

use insta::assert_snapshot;

use crate::support::{Bench, code, stderr, stdout, workspace};

/// The report that no wrong usage may write.
const REPORT: &str = "report.txt";

impl Bench {
    /// Runs a command that must fail with exit code 2, and returns its error.
    fn misuse(&self, arguments: &[&str]) -> String {
        self.failure(2, &[arguments, &["--out", REPORT]].concat(), None)
    }

    /// Runs a command that must fail with this exit code, in an environment with this variable.
    fn failure(&self, exit: i32, arguments: &[&str], variable: Option<(&str, &Path)>) -> String {
        let before = self.listing();
        let mut command = self.command(arguments);
        let output = command.envs(variable).output().expect("the program is started");
        assert_eq!((code(&output), stdout(&output)), (exit, ""), "{}", stderr(&output));
        assert_eq!(self.listing(), before, "something was written");
        assert_eq!(stderr(&output).matches("error").count(), 1, "{}", stderr(&output));
        let folder = self.path("").display().to_string();
        stderr(&output).replace(folder.trim_end_matches('/'), "[DIR]")
    }

    /// The names in the folder.
    fn listing(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path("")).expect("the folder");
        let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
        let mut names: Vec<_> = entries.map(|it| name(it).to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// Writes the default assignment into the folder `hw`.
    fn assignment(&self) {
        let fixtures = workspace("fixtures");
        let copy = |path: &str| {
            self.write(&format!("hw/{path}"), fs::read(fixtures.join(path)).expect("a fixture"));
        };
        copy("assignment.toml");
        for entry in fs::read_dir(fixtures.join("puzzles")).expect("the puzzles") {
            let name = entry.expect("an entry").file_name();
            copy(&format!("puzzles/{}", name.to_string_lossy()));
        }
    }
}

#[test]
fn a_submission_that_is_not_there() {
    let bench = Bench::new();
    assert_snapshot!(bench.misuse(&["check", "alise"]), @"");
}

#[test]
fn a_submission_that_is_a_file() {
    let bench = Bench::with_model();
    assert_snapshot!(bench.misuse(&["check", "alice/src/board.rs"]), @"");
}

#[test]
fn a_folder_without_anything() {
    let bench = Bench::new();
    fs::create_dir(bench.path("empty")).unwrap();
    assert_snapshot!(bench.misuse(&["check", "empty"]), @"");
    // The current folder is no better.
    let output = bench.run(&["check"]);
    assert_eq!((code(&output), stdout(&output)), (2, ""));
}

#[test]
fn a_folder_without_rust() {
    let bench = Bench::new();
    bench.write("essay/notes.txt", "A* finds shortest ways.");
    assert_snapshot!(bench.misuse(&["check", "essay"]), @"");
    // What is called like a source is a folder.
    fs::create_dir_all(bench.path("odd/board.rs")).unwrap();
    assert_snapshot!(bench.misuse(&["check", "odd"]), @"");
}

#[test]
fn a_crate_of_something_else() {
    let bench = Bench::new();
    bench.write("hw1/Cargo.toml", "[package]\nname = \"hw1\"\n");
    bench.write("hw1/src/lib.rs", "pub fn hello() -> &'static str {\n    \"hello\"\n}\n");
    assert_snapshot!(bench.misuse(&["check", "hw1"]), @"");
    // A crate of which only the manifest is there.
    bench.write("hw2/Cargo.toml", "[package]\nname = \"hw2\"\n");
    fs::create_dir(bench.path("hw2/src")).unwrap();
    assert_snapshot!(bench.misuse(&["check", "hw2"]), @"");
}

#[test]
fn a_source_that_is_no_text() {
    let bench = Bench::with_model();
    bench.write("alice/src/board.rs", b"// caf\xe9\n");
    assert_snapshot!(bench.misuse(&["check", "alice"]), @"");
}

#[cfg(unix)]
#[test]
fn a_source_that_is_elsewhere() {
    let bench = Bench::with_model();
    let board = bench.path("alice/src/board.rs");
    fs::rename(&board, bench.path("board.rs")).unwrap();
    std::os::unix::fs::symlink(bench.path("board.rs"), board).unwrap();
    assert_snapshot!(bench.misuse(&["check", "alice"]), @"");
}

#[test]
fn a_submission_without_end() {
    let bench = Bench::with_model();
    bench.write("alice/src/table.rs", "// 0123456789\n".repeat(300_000));
    assert_snapshot!(bench.misuse(&["check", "alice"]), @"");
}

#[test]
fn an_assignment_that_is_not_there() {
    let bench = Bench::with_model();
    assert_snapshot!(bench.misuse(&["check", "alice", "--assignment", "hw"]), @"");
    fs::create_dir(bench.path("hw")).unwrap();
    assert_snapshot!(bench.misuse(&["check", "alice", "--assignment", "hw"]), @"");
}

#[test]
fn a_rubric_with_a_check_that_does_not_exist() {
    let bench = Bench::with_model();
    bench.assignment();
    bench.edit("hw/assignment.toml", "\"board.hamming\"", "\"board.haming\"");
    assert_snapshot!(bench.misuse(&["check", "alice", "--assignment", "hw"]), @"");
    // The rubric itself can be named as well as its folder.
    let by_file = bench.misuse(&["check", "alice", "--assignment", "hw/assignment.toml"]);
    assert_eq!(by_file, bench.misuse(&["check", "alice", "--assignment", "hw"]));
}

#[test]
fn a_rubric_with_a_key_that_does_not_exist() {
    let bench = Bench::with_model();
    bench.assignment();
    bench.edit("hw/assignment.toml", "title = ", "titel = ");
    assert_snapshot!(bench.misuse(&["check", "alice", "--assignment", "hw"]), @"");
}

#[test]
fn a_rubric_that_is_no_toml() {
    let bench = Bench::with_model();
    bench.assignment();
    bench.edit("hw/assignment.toml", "title = \"8-puzzle\"", "title = \"8-puzzle");
    assert_snapshot!(bench.misuse(&["check", "alice", "--assignment", "hw"]), @"");
}

#[test]
fn a_puzzle_with_a_tile_twice() {
    let bench = Bench::with_model();
    bench.assignment();
    let puzzle = "[[puzzle]]\nname = \"mine\"\ntiles = [\n  [1, 2],\n  [3, 3],\n]\nmoves = 0\n";
    bench.write("hw/puzzles/mine.toml", puzzle);
    assert_snapshot!(bench.misuse(&["check", "alice", "--assignment", "hw"]), @"");
}

#[test]
fn a_check_that_does_not_exist() {
    let bench = Bench::with_model();
    assert_snapshot!(bench.misuse(&["check", "alice", "--only", "board.haming"]), @"");
}

#[test]
fn options_that_do_not_exist() {
    let bench = Bench::with_model();
    assert_snapshot!(bench.misuse(&["check", "alice", "--frmat", "json"]), @"");
    assert_snapshot!(bench.misuse(&["check", "alice", "--format", "xml"]), @"");
    assert_snapshot!(bench.misuse(&["check", "alice", "--jobs", "0"]), @"");
    assert_snapshot!(bench.misuse(&["check", "alice", "bob"]), @"");
    assert_snapshot!(bench.failure(2, &["chek"], None), @"");
}

#[test]
fn a_report_that_cannot_be_written() {
    let bench = Bench::with_model();
    assert_snapshot!(bench.failure(2, &["check", "alice", "--out", "no/report.txt"], None), @"");
}

#[test]
fn nothing_to_do() {
    let bench = Bench::new();
    let output = bench.run(&[]);
    assert_eq!((code(&output), stdout(&output)), (2, ""));
    assert_snapshot!(stderr(&output), @"");
}

#[test]
fn help_and_version_are_answers() {
    let bench = Bench::new();
    let output = bench.run(&["--version"]);
    let version = format!("grader {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!((code(&output), stdout(&output), stderr(&output)), (0, version.as_str(), ""));
    for arguments in [&["--help"][..], &["check", "--help"], &["help", "check"]] {
        let output = bench.run(arguments);
        assert_eq!((code(&output), stderr(&output)), (0, ""), "{arguments:?}");
        assert!(stdout(&output).contains("Usage: grader"), "{arguments:?}");
        assert!(stdout(&output).contains("Exit codes:\n  0  graded"), "{arguments:?}");
    }
}

#[test]
fn a_machine_without_a_compiler() {
    let bench = Bench::with_model();
    let rustc = Some(("RUSTC", Path::new("/no/such/rustc")));
    assert_snapshot!(bench.failure(3, &["check", "alice", "--out", REPORT], rustc), @"");
}

#[test]
fn a_machine_without_a_place_for_caches() {
    let bench = Bench::with_model();
    let place = bench.path("alice/src/lib.rs");
    let cache = Some(("GRADER_CACHE_DIR", place.as_path()));
    assert_snapshot!(bench.failure(3, &["check", "alice", "--out", REPORT], cache), @"");
}
