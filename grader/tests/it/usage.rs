//! Tests incorrect usage, invalid input and broken machines. There should be a single error with the correct exit code,
//! and no files.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use insta::assert_snapshot;
use report::Format;

use crate::process::Finish as _;
use crate::support::{Bench, assert_parts, code, stderr, stdout, workspace};

const REPORT: &str = "report.txt";

impl Bench {
    /// Runs a command that must fail with exit code 2. Returns the error.
    fn misuse(&self, arguments: &[&str]) -> String {
        self.failure(2, &[arguments, &["--out", REPORT]].concat(), None)
    }

    /// Runs a command that must fail with this exit code, with an environment variable set. Returns the error.
    pub(crate) fn failure(
        &self,
        exit: i32,
        arguments: &[&str],
        variable: Option<(&str, &Path)>,
    ) -> String {
        let before = self.listing();
        let mut command = self.command(arguments);
        let output = command.envs(variable).finish();
        assert_eq!((code(&output), stdout(&output)), (exit, ""), "{}", stderr(&output));
        assert_eq!(self.listing(), before, "something was written");
        let errors = stderr(&output).lines().filter(|line| line.starts_with("error"));
        assert_eq!(errors.count(), 1, "{}", stderr(&output));
        let folder = self.path("").display().to_string();
        stderr(&output).replace(folder.trim_end_matches('/'), "[DIR]")
    }

    fn listing(&self) -> BTreeSet<PathBuf> {
        let mut names = BTreeSet::new();
        let mut folders = vec![self.path("")];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("a folder") {
                let entry = entry.expect("an entry");
                if entry.file_type().expect("its kind").is_dir() {
                    folders.push(entry.path());
                }
                names.insert(entry.path());
            }
        }
        names
    }

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
fn rejects_a_missing_submission() {
    let bench = Bench::new();
    assert_snapshot!(bench.misuse(&["check", "alise"]), @"
    error: the folder `alise` does not exist

    hint: use the folder that contains `Cargo.toml` and `src`
    ");
}

#[test]
fn rejects_a_source_file_as_submission() {
    let bench = Bench::with_model();
    assert_snapshot!(bench.misuse(&["check", "alice/src/board.rs"]), @"
    error: `alice/src/board.rs` is a file; a submission is a folder or an archive

    hint: use its folder, or a `.zip` or `.tar.gz` archive
    ");
}

#[test]
fn rejects_an_empty_folder() {
    let bench = Bench::new();
    fs::create_dir(bench.path("empty")).unwrap();
    assert_snapshot!(bench.misuse(&["check", "empty"]), @"
    error: the folder `empty` is empty

    hint: a submission is a crate (`Cargo.toml`, `src/lib.rs`), or only `board.rs` and `solver.rs`
    ");
    // This is also an error for the current folder.
    let output = bench.run(&["check"]);
    assert_eq!((code(&output), stdout(&output)), (2, ""));
}

#[test]
fn rejects_a_folder_without_rust() {
    let bench = Bench::new();
    bench.write("essay/notes.txt", "A* finds shortest ways.");
    assert_snapshot!(bench.misuse(&["check", "essay"]), @"
    error: the folder `essay` contains no Rust crate, only `notes.txt`

    hint: a submission is a crate (`Cargo.toml`, `src/lib.rs`), or only `board.rs` and `solver.rs`
    ");
    // Here, `board.rs` is a folder.
    fs::create_dir_all(bench.path("odd/board.rs")).unwrap();
    assert_snapshot!(bench.misuse(&["check", "odd"]), @"
    error: the folder `odd` is empty

    hint: a submission is a crate (`Cargo.toml`, `src/lib.rs`), or only `board.rs` and `solver.rs`
    ");
}

#[test]
fn rejects_an_unrelated_crate() {
    let bench = Bench::new();
    bench.write("hw1/Cargo.toml", "[package]\nname = \"hw1\"\n");
    bench.write("hw1/src/lib.rs", "pub fn hello() -> &'static str {\n    \"hello\"\n}\n");
    assert_snapshot!(bench.misuse(&["check", "hw1"]), @"
    error: the submission in `hw1` has no `Board`

    hint: the root of the crate must export `Board` and `Solver<B>`
    ");
    bench.write("hw2/Cargo.toml", "[package]\nname = \"hw2\"\n");
    fs::create_dir(bench.path("hw2/src")).unwrap();
    assert_snapshot!(bench.misuse(&["check", "hw2"]), @"
    error: the submission in `hw2` has no `Board`

    hint: the root of the crate must export `Board` and `Solver<B>`
    ");
}

#[test]
fn latin_1_in_code_costs_only_its_file() {
    let bench = Bench::with_model();
    let board = bench.read("alice/src/board.rs");
    bench.write("alice/src/board.rs", [board.as_bytes(), b"fn caf\xe9() {}\n"].concat());
    let output = bench.grade(&["check", "alice"]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let line = board.lines().count() + 1;
    let said = format!("`board.rs` is not UTF-8 in line {line}");
    assert!(stderr(&output).contains(&said), "{}", stderr(&output));
}

#[cfg(unix)]
#[test]
fn rejects_a_symlinked_source() {
    let bench = Bench::with_model();
    let board = bench.path("alice/src/board.rs");
    fs::rename(&board, bench.path("board.rs")).unwrap();
    std::os::unix::fs::symlink(bench.path("board.rs"), board).unwrap();
    assert_snapshot!(bench.misuse(&["check", "alice"]), @"
    error: `alice/src/board.rs` is a link or a special file; a submission must contain the files themselves

    hint: replace it with the file itself
    ");
}

#[test]
fn rejects_an_oversized_submission() {
    let bench = Bench::with_model();
    bench.write("alice/src/board.rs", "// 0123456789\n".repeat(300_000));
    assert_snapshot!(bench.misuse(&["check", "alice"]), @"
    error: `alice/src/board.rs` is too large: the limit is 4 MiB of source

    hint: only source files belong in `src`
    ");
}

#[test]
fn rejects_a_missing_assignment() {
    let bench = Bench::with_model();
    assert_snapshot!(bench.misuse(&["check", "alice", "--assignment", "hw"]), @"
    error: no such file or folder
    --> hw
     = help: an assignment is a folder with an `assignment.toml` file and a `puzzles` folder
    ");
    fs::create_dir(bench.path("hw")).unwrap();
    assert_snapshot!(bench.misuse(&["check", "alice", "--assignment", "hw"]), @"
    error: `assignment.toml` is missing from this folder
    --> hw
     = help: an assignment is a folder with an `assignment.toml` file and a `puzzles` folder
    ");
}

#[test]
fn rejects_a_rubric_with_an_unknown_check() {
    let bench = Bench::with_model();
    bench.assignment();
    bench.edit("hw/assignment.toml", "\"board.hamming\"", "\"board.haming\"");
    assert_snapshot!(bench.misuse(&["check", "alice", "--assignment", "hw"]), @r#"
    error: unknown check `board.haming`
      --> hw/assignment.toml:55:1
       |
    55 | "board.haming" = { points = 4, partial = "share" }
       | ^^^^^^^^^^^^^^
       |
       = help: did you mean `board.hamming`?
    "#);
    // The path can be that of the folder or of the rubric.
    let by_file = bench.misuse(&["check", "alice", "--assignment", "hw/assignment.toml"]);
    assert_eq!(by_file, bench.misuse(&["check", "alice", "--assignment", "hw"]));
}

#[test]
fn rejects_an_unknown_check() {
    let bench = Bench::with_model();
    assert_snapshot!(bench.misuse(&["check", "alice", "--only", "board.haming"]), @"
    error: unknown check `board.haming`

    hint: did you mean `board.hamming`?
    ");
}

#[test]
fn rejects_unknown_options() {
    let bench = Bench::with_model();
    assert_snapshot!(bench.misuse(&["check", "alice", "--frmat", "json"]), @"
    error: unexpected argument '--frmat' found

      tip: a similar argument exists: '--format'

    Usage: grader check --format <FORMAT> <SUBMISSION>

    For more information, try '--help'.
    ");
    let names = Format::names().collect::<Vec<_>>().join(", ");
    let unknown = bench.misuse(&["check", "alice", "--format", "xml"]).replace(&names, "FORMATS");
    assert_snapshot!(unknown, @"
    error: invalid value 'xml' for '--format <FORMAT>'
      [possible values: FORMATS]

    For more information, try '--help'.
    ");
    assert_snapshot!(bench.failure(2, &["chek"], None), @"
    error: unrecognized subcommand 'chek'

      tip: a similar subcommand exists: 'check'

    Usage: grader <COMMAND>

    For more information, try '--help'.
    ");
}

#[test]
fn rejects_an_unwritable_report_path() {
    let bench = Bench::with_model();
    assert_snapshot!(bench.failure(2, &["check", "alice", "--out", "no/report.txt"], None), @"
    error: cannot write `no/report.txt`
      caused by: its folder does not exist

    hint: use a file in a folder that you can write to
    ");
}

#[test]
fn prints_help_without_a_command() {
    let bench = Bench::new();
    let output = bench.run(&[]);
    assert_eq!((code(&output), stdout(&output)), (2, ""));
    assert_parts(stderr(&output), &["Usage: grader <COMMAND>\n", "Exit codes:\n  0  graded"]);
}

#[test]
fn help_and_version_are_printed_to_stdout() {
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
fn reports_a_missing_compiler() {
    let bench = Bench::with_model();
    let rustc = Some(("RUSTC", Path::new("/no/such/rustc")));
    assert_snapshot!(bench.failure(3, &["check", "alice", "--out", REPORT], rustc), @"
    error: no Rust compiler: cannot start `/no/such/rustc`
      caused by: No such file or directory (os error 2)

    hint: reinstall this compiler, or set `RUSTC` to one that works

    No submissions were graded. This does not cost anyone points.
    ");
}

#[test]
fn reports_an_unusable_cache_folder() {
    let bench = Bench::with_model();
    let place = bench.path("alice/src/lib.rs");
    let cache = Some(("GRADER_CACHE_DIR", place.as_path()));
    assert_snapshot!(bench.failure(3, &["check", "alice", "--out", REPORT], cache), @"
    error: cannot use the cache folder `[DIR]/alice/src/lib.rs`
      caused by: File exists (os error 17)

    hint: set `GRADER_CACHE_DIR` to a folder that you can write to

    No submissions were graded. This does not cost anyone points.
    ");
}

#[cfg(unix)]
#[test]
fn rejects_a_cache_folder_that_others_can_change() {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let bench = Bench::with_model();
    let open = bench.path("open");
    fs::create_dir_all(open.join("cache")).unwrap();
    for folder in [&open, &open.join("cache")] {
        fs::set_permissions(folder, Permissions::from_mode(0o755)).unwrap();
    }
    symlink(open.join("cache"), bench.path("link")).unwrap();
    let said = |folder: &str| {
        let place = bench.path(folder);
        let cache = Some(("GRADER_CACHE_DIR", place.as_path()));
        bench.failure(3, &["check", "alice", "--out", REPORT], cache)
    };
    fs::set_permissions(&open, Permissions::from_mode(0o777)).unwrap();
    for folder in ["open/cache", "link"] {
        assert!(
            said(folder).contains("caused by: other users can write to `[DIR]/open`"),
            "{folder}"
        );
    }
    assert_snapshot!(said("open/cache"), @"
    error: cannot use the cache folder `[DIR]/open/cache`
      caused by: other users can write to `[DIR]/open`

    hint: run `chmod go-w '[DIR]/open'`, or set `GRADER_CACHE_DIR` to a folder of your own; if everyone who can write there may change grades, as in a container, on a Windows drive in WSL, or in a group of assistants, set `GRADER_ALONE=1`

    No submissions were graded. This does not cost anyone points.
    ");
}
