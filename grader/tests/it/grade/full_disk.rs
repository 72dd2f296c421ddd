//! Tests grading on a full disk: a small in-memory disk in a namespace.

use std::process::Command;

use insta::assert_snapshot;

use super::{class, tree, whole};
use crate::cache::CACHE;
use crate::process::Finish as _;
use crate::support::{Bench, FIRST_GRADE, PROGRAM, code, stderr};

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
