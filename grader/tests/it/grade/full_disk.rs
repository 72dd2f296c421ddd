//! Tests grading on a full disk: a small in-memory disk in a namespace.

use std::process::Command;

use insta::assert_snapshot;

use super::{class, tree, whole};
use crate::cache::CACHE;
use crate::process::Finish as _;
use crate::support::{Bench, FIRST_GRADE, PROGRAM, code, stderr, stdout};

/// Grades onto a disk with space for a few grades, frees some space, and grades again. The disk disappears with the
/// namespace, so each result is copied first.
const SCRIPT: &str = r#"
set -eu
mount -t tmpfs -o size=24k none disk
grade() { "$GRADER" grade class --out disk/whole --no-cache --jobs 1 || echo "exit code $?" >&2; }
grade
cp -r disk/whole kept
mount -o remount,size=10m disk
grade 2>again
cp -r disk/whole whole
"#;

fn run(bench: &Bench, script: &str) -> std::process::Output {
    std::sync::LazyLock::force(&FIRST_GRADE);
    std::fs::create_dir(bench.path("disk")).unwrap();
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "sh", "-c", script]);
    command
        .current_dir(bench.path("."))
        .env("GRADER", PROGRAM)
        .env("GRADER_CACHE_DIR", &*CACHE)
        .env_remove("CLICOLOR_FORCE")
        .finish()
}

#[ignore = "needs user namespaces: cargo test -p grader --test it -- --ignored full_disk"]
#[test]
fn full_disk_loses_no_grades() {
    let bench = class();
    let output = run(&bench, SCRIPT);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_snapshot!(stderr(&output), @"
    alice: 100 / 100
    error: cannot write `disk/whole/submissions/bob/grade.json`
      caused by: No space left on device (os error 28)

    hint: free some disk space, or use a folder that you can write to; then run the same command again to resume

    Existing grades are kept. This does not cost anyone points.
    exit code 3
    ");
    let kept = tree(&bench.path("kept"));
    let grades: Vec<_> = kept.iter().filter(|(path, _)| path.ends_with("grade.json")).collect();
    assert!((1..5).contains(&grades.len()), "{:?}", kept.keys());
    for (path, grade) in grades {
        assert_eq!(grade, &whole()[path], "{path}");
    }
    assert!(!kept.contains_key("grades.json"));
    assert_eq!(tree(&bench.path("whole")), whole());
}

/// The disk has enough space for one submission, but not for one with a large constant.
const LARGE: &str = r#"
set -eu
mount -t tmpfs -o size=100m none disk
mkdir disk/tmp
code=0
TMPDIR=$PWD/disk/tmp "$GRADER" grade class --out disk/whole --no-cache --jobs 2 || code=$?
cp -r disk/whole kept
exit "$code"
"#;

#[ignore = "needs user namespaces: cargo test -p grader --test it -- --ignored full_disk"]
#[test]
fn a_submission_that_fills_the_disk_does_not_stop_the_class() {
    let bench = class();
    let large = format!(
        "{}\nstatic LARGE: [u8; 62_000_000] = [7; 62_000_000];\n",
        bench.read("class/alice/board.rs").replacen(
            "fn hamming(&self) -> usize {",
            "fn hamming(&self) -> usize {\n        std::hint::black_box(LARGE[self.n]);",
            1
        )
    );
    assert!(large.contains("black_box"));
    bench.write("class/zoe/board.rs", large);
    bench.write("class/zoe/solver.rs", bench.read("class/alice/solver.rs"));
    let output = run(&bench, LARGE);
    // The submissions finish in any order.
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    let totals =
        "6 submissions: 4 graded, 1 rejected, 1 without a score because of a grader error\n";
    assert_eq!(stdout(&output), totals);
    let fault = "zoe: grader error, will retry: cannot use one of the grader's files: No space left on device";
    assert!(stderr(&output).contains(fault), "{}", stderr(&output));
    let kept = tree(&bench.path("kept"));
    assert!(kept.contains_key("grades.csv") && kept.contains_key("grades.json"));
    for (path, grade) in whole().iter().filter(|(path, _)| path.ends_with("grade.json")) {
        assert_eq!(kept.get(path), Some(grade), "{path}");
    }
}

const TEMPORARY: &str = r#"
set -eu
mount -t tmpfs -o size=1m none disk
TMPDIR=$PWD/disk exec "$GRADER" grade class --out whole --no-cache
"#;

#[ignore = "needs user namespaces: cargo test -p grader --test it -- --ignored full_disk"]
#[test]
fn full_disk_for_temporary_files_is_reported() {
    let bench = class();
    let output = run(&bench, TEMPORARY);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 3
    ----- stderr
    error: the folder for temporary files, `[DIR]/disk`, has 1 MiB of free space, but grading needs 32 MiB

    hint: delete files that you do not need, or set `TMPDIR` to a folder with more space

    No submissions were graded. This does not cost anyone points.
    ");
}
