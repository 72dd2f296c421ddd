//! Tests `grader new`.

use std::fs;
use std::process::Command;

use insta::assert_snapshot;

use super::{cargo, commands, made, solve, tree};
use crate::process::Finish as _;
use crate::support::{Bench, code, stderr, stdout, workspace};

#[test]
fn new_prints_the_next_steps() {
    let bench = Bench::new();
    assert_snapshot!(bench.snapshot(&made(&bench, &["new", "a student"])), @"
    exit code 0
    ----- stdout
    a student: a student repository for 8-puzzle, 100 points

      cd 'a student'
      cargo test --test board
      cargo run -- puzzles/puzzle04.txt
      grader check

    Read the task in `HANDOUT.md`.
    ");
}

/// The start of the place of code that is missing in the board.
const MISSING: &str = "src/board.rs:";

/// Returns the places in the board where tests found missing code, in the order of the tests.
fn missing_code(output: &str) -> Vec<String> {
    let panic = |line: &str| {
        let (test, rest) = line.strip_prefix("thread '")?.split_once('\'')?;
        let (_, place) = rest.split_once(" panicked at ")?;
        Some((test.to_owned(), place.strip_suffix(':')?.to_owned()))
    };
    let mut panics: Vec<(String, String)> = output.lines().filter_map(panic).collect();
    panics.sort();
    let mut places = Vec::new();
    for (_, place) in panics {
        if place.starts_with(MISSING) && !places.contains(&place) {
            places.push(place);
        }
    }
    places
}

#[test]
fn the_repository_compiles_offline_and_reports_missing_code() {
    let bench = Bench::new();
    made(&bench, &["new", "alice"]);
    let before = tree(&bench.path("alice"));
    let output = cargo(&bench, "alice", &["run", "--quiet", "--", "puzzles/puzzle04.txt"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 101
    ----- stderr
    not written yet, src/solver.rs:37:9: search from the board and from its twin, one step each in turn

    hint: once `cargo test --test board` passes, write `src/solver.rs`: `cargo test --test solver`
    ");
    let solver = bench.read("alice/src/solver.rs");
    let search = "todo!(\"search from the board and from its twin, one step each in turn\")";
    bench.edit("alice/src/solver.rs", search, "panic!(\"{}\", initial.dimension())");
    let output = cargo(&bench, "alice", &["run", "--quiet", "--", "puzzles/puzzle04.txt"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 101
    ----- stderr
    not written yet, src/board.rs:34:9: return the number of rows

    hint: begin with `src/board.rs`: `cargo test --test board`
    ");
    bench.write("alice/src/solver.rs", solver);
    let output = cargo(&bench, "alice", &["test", "--quiet", "--no-fail-fast"]);
    assert_eq!(code(&output), 101, "{}", stderr(&output));
    assert!(stdout(&output).contains("1 passed; 10 failed"), "{}", stdout(&output));
    let of_tests = missing_code(stdout(&output));
    let failed = "2 targets failed:\n    `--test board`\n    `--test solver`\n";
    assert!(stderr(&output).contains(failed), "{}", stderr(&output));
    let output = cargo(&bench, "alice", &["metadata", "--locked", "--format-version", "1"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));

    let output = bench.grade(&["check", "alice"]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert!(stdout(&output).contains("8 checks wait for code that is not written yet"));

    // The example tests and the report recommend the same order.
    let report = stdout(&output).lines().filter_map(|line| line.split_whitespace().nth(2));
    let mut of_report: Vec<&str> = report.filter(|line| line.starts_with(MISSING)).collect();
    of_report.retain(|place| of_tests.contains(&(*place).to_owned()));
    assert_eq!(of_report, of_tests);
    assert_eq!(of_report.len(), 6, "{of_report:?}");

    // There should be no new files, apart from build output.
    fs::remove_dir_all(bench.path("alice/target")).unwrap();
    assert_eq!(tree(&bench.path("alice")), before);
}

#[test]
fn a_correct_solution_passes_all_tests_and_checks() {
    let bench = Bench::new();
    made(&bench, &["new", "alice", "--name", "my-puzzle"]);
    solve(&bench, "alice");
    let run = |puzzle: &str| cargo(&bench, "alice", &["run", "--quiet", "--", puzzle]);
    let output = run("puzzles/puzzle04.txt");
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 0
    ----- stdout
    Minimum number of moves = 4
    3
     0 1 3
     4 2 5
     7 8 6

    3
     1 0 3
     4 2 5
     7 8 6

    3
     1 2 3
     4 0 5
     7 8 6

    3
     1 2 3
     4 5 0
     7 8 6

    3
     1 2 3
     4 5 6
     7 8 0
    ");
    assert_eq!(stdout(&run("puzzles/puzzle3x3-unsolvable.txt")), "No solution possible\n");
    // For every graded puzzle, there is a valid puzzle file.
    assert!(stdout(&run("puzzles/graded/2x2-unsolvable-2130.txt")).starts_with("No solution"));
    let output = cargo(&bench, "alice", &["test", "--quiet"]);
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
    let output = bench.grade(&["check", "alice"]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    assert!(stdout(&output).starts_with("alice: 100 / 100\n"), "{}", stdout(&output));
    assert!(stdout(&output).contains("you added no tests"), "{}", stdout(&output));

    bench.write("alice/bad.txt", "3\n 0 1 3\n 4 2 5\n 7 8 x\n");
    assert_snapshot!(bench.snapshot(&run("bad.txt")), @"
    exit code 2
    ----- stderr
    error: bad.txt:4:6: `x` is not a number
    ");
    bench.write("alice/bad.txt", b"\xff");
    assert_eq!(code(&run("bad.txt")), 2);
    assert_eq!(code(&cargo(&bench, "alice", &["run", "--quiet"])), 2);
}

#[test]
fn commands_in_the_readme_and_handout_work() {
    let bench = Bench::new();
    made(&bench, &["new", "alice"]);
    solve(&bench, "alice");
    let mut all = commands(&bench.read("alice/README.md"));
    all.extend(commands(&bench.read("alice/HANDOUT.md")));
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 10, "{all:?}");
    for command in all {
        let words: Vec<&str> = command.split(' ').collect();
        let output = match words[..] {
            ["cargo", "doc", "--open"] => cargo(&bench, "alice", &["doc", "--quiet"]),
            ["cargo", ..] => cargo(&bench, "alice", &words[1..]),
            ["grader", ..] => {
                // The page should be written, but there is no browser to open it.
                let words = words[1..]
                    .iter()
                    .map(|word| if *word == "--open" { "--page=p.html" } else { word });
                let mut grader = bench.command(&words.collect::<Vec<_>>());
                bench.finish_grade(grader.current_dir(bench.path("alice")))
            }
            _ => panic!("{command}"),
        };
        assert_eq!(code(&output), 0, "{command}: {}{}", stdout(&output), stderr(&output));
    }
    let output = bench.finish_grade(&mut bench.command(&["check", "alice.zip"]));
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
}

/// The manifests differ; see the crate `starter`.
#[test]
fn the_template_is_identical_to_a_new_repository() {
    const UPDATE: &str = "UPDATE";
    let bench = Bench::new();
    made(&bench, &["new", "alice", "--name", "student-template"]);
    let handout = workspace("student-template/HANDOUT.md");
    if std::env::var_os(UPDATE).is_some() {
        fs::copy(bench.path("alice/HANDOUT.md"), &handout).unwrap();
    }
    let written = tree(&bench.path("alice"));
    let ours = tree(&workspace("student-template"));
    assert!(
        ours.contains_key("HANDOUT.md"),
        "{UPDATE}=1 cargo test -p grader --test it -- starter"
    );
    for (name, text) in ours.iter().filter(|(name, _)| *name != "Cargo.toml") {
        assert_eq!(
            written.get(name),
            Some(text),
            "{name}: {UPDATE}=1 cargo test -p grader --test it -- starter writes HANDOUT.md"
        );
    }
    // To compare with this repository's compiler, add the components for editors.
    let own = fs::read_to_string(workspace("rust-toolchain.toml")).unwrap();
    let others = r#""rustfmt", "rust-analyzer", "rust-src"]"#;
    assert_eq!(written["rust-toolchain.toml"], own.replace("\"rustfmt\"]", others));
}

#[test]
fn scripts_keep_their_line_endings_on_windows() {
    let bench = Bench::new();
    made(&bench, &["new", "alice"]);
    made(&bench, &["init", "puzzle"]);
    for (repository, script) in [("alice", "editor-check.sh"), ("puzzle", "recipes/grade.sh")] {
        let files = tree(&bench.path(repository));
        assert!(files.contains_key(script), "{:?}", files.keys());
        let rules: Vec<&str> = files[".gitattributes"].lines().skip(1).collect();
        assert_eq!(rules, ["*.sh text eol=lf"], "{repository}");
    }
}

/// Nothing has been implemented, so the template's tests fail.
#[test]
fn template_tests_are_not_run_in_this_workspace() {
    let bench = Bench::new();
    let mut command = Command::new(env!("CARGO"));
    command.args(["test", "--locked", "--offline", "--package", "student-template"]);
    command.arg("--target-dir").arg(bench.path("target")).current_dir(workspace(""));
    let output = command.finish();
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
}

#[test]
fn a_parent_workspace_is_ignored() {
    let bench = Bench::new();
    bench.write("Cargo.toml", "[workspace]\nmembers = [\"nobody\"]\n");
    made(&bench, &["new", "in/alice"]);
    let output = cargo(&bench, "in/alice", &["metadata", "--format-version", "1", "--locked"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
}
