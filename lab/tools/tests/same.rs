//! Tests that `same` finds each kind of difference. Scripts stand for the grader, because they are quick.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::{Command, Output};

use tempfile::TempDir;

/// Prints its arguments and its folder, and writes files. `EXTRA` stands for the lines of one version.
const PROGRAM: &str = r#"#!/bin/sh
case "$1" in
man) mkdir -p manual && touch manual/grader-check.1 manual/grader-puzzle-solve.1 ;;
grade) mkdir -p grades && date +'{"started": %s, "host": "here"}' >grades/run.json && date +%N >grades/grade.key ;;
esac
echo "$PWD $0 $*"
echo "$TMPDIR" >&2
EXTRA
"#;

struct Bench(TempDir);

impl Bench {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    /// Writes a program with these lines at the end.
    fn program(&self, name: &str, extra: &str) -> PathBuf {
        let path = self.0.path().join(name);
        fs::write(&path, PROGRAM.replace("EXTRA", extra)).expect("a script");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("its mode");
        path
    }

    /// Compares two programs with these lines at the end. Returns the exit code and the output.
    fn compare(&self, old: &str, new: &str) -> (Option<i32>, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_same"))
            .args([self.program("one", old), self.program("other", new)])
            .args(["--only", "faults/greedy", "--sample", "1"])
            .output();
        let Output { status, stdout, stderr } = output.expect("the program runs");
        let text = |bytes| String::from_utf8(bytes).expect("a text");
        (status.code(), text(stdout) + &text(stderr))
    }
}

#[test]
fn equal_programs_have_no_differences() {
    let (code, text) = Bench::new().compare("true", "true");
    assert_eq!(code, Some(0), "{text}");
    assert!(text.ends_with("differences: 0\n"), "{text}");
    assert!(!text.contains(" 0 bytes"), "{text}");
}

#[test]
fn each_kind_of_difference_is_found() {
    let kinds = [
        ("merge empty --out nobody", "echo x", "stdout: line 2\n  old: (the end)\n  new: x\n"),
        ("similar model", "printf x >&2", "stderr: line 2\n  old: (the end)\n  new: x\n"),
        (
            "report empty",
            "exit 1",
            "status: line 1\n  old: exit status: 0\n  new: exit status: 1\n",
        ),
        ("init model", "echo x >made.txt", " made.txt: only the new program wrote this\n"),
        ("new model", "mkdir made", " made: only the new program wrote this\n"),
        ("hint board.haming", "rm puzzle.txt", " puzzle.txt: only the old program wrote this\n"),
        (
            "puzzle verify roster.csv",
            "printf 'id,Name,email\\n' >roster.csv",
            " roster.csv: line 1\n  old: id,name,email\n  new: id,Name,email\n",
        ),
    ];
    let cases = kinds.map(|(line, then, _)| format!("\"{line}\") {then} ;;\n"));
    let (code, text) =
        Bench::new().compare("true", &format!("case \"$*\" in\n{}esac", cases.concat()));
    assert_eq!(code, Some(1), "{text}");
    for (_, _, shown) in kinds {
        assert!(text.contains(shown), "{shown}: {text}");
    }
    assert!(text.ends_with("differences: 7\n"), "{text}");
}

#[test]
fn only_times_are_not_compared() {
    let change =
        r#"case "$1" in grade) echo '{"started": 1, "host": "there"}' >grades/run.json ;; esac"#;
    let (code, text) = Bench::new().compare("true", change);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains(r#"new:   \"host\": \"there\""#), "{text}");
    assert!(text.ends_with("differences: 1\n"), "{text}");
}

#[test]
fn only_the_random_seed_of_a_new_assignment_is_not_compared() {
    let init = |title: &str, digit: &str| {
        let rubric = format!("title = \\\"{title}\\\"\\nseed = \\\"{}\\\"", digit.repeat(64));
        format!(
            "case \"$1\" in init) mkdir -p own; printf \"{rubric}\" >own/assignment.toml ;; esac"
        )
    };
    let (code, text) = Bench::new().compare(&init("one", "a"), &init("one", "b"));
    assert_eq!(code, Some(0), "{text}");
    let (code, text) = Bench::new().compare(&init("one", "a"), &init("other", "b"));
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("own/assignment.toml: line 1\n"), "{text}");
    assert!(text.ends_with("differences: 1\n"), "{text}");
}

#[test]
fn lines_that_are_not_understood_are_an_error() {
    let refuse = r#"case "$1" in similar) echo "no such command" >&2; exit 2 ;; esac"#;
    let (code, text) = Bench::new().compare(refuse, refuse);
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("must work, but ended with a usage error"), "{text}");
    assert!(text.contains("no such command"), "{text}");
}

#[test]
fn programs_that_do_not_run_are_an_error() {
    let bench = Bench::new();
    let program = bench.program("one", "true");
    for other in ["nowhere", "."] {
        let output = Command::new(env!("CARGO_BIN_EXE_same"))
            .args([&program, &bench.0.path().join(other)])
            .args(["--only", "faults/greedy"])
            .output();
        let output = output.expect("the program runs");
        assert_eq!(output.status.code(), Some(3), "{other}: {output:?}");
    }
}
