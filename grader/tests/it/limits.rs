//! Tests resource limits that the grader inherits. When one is too low, nothing should be graded, and no student loses
//! points.

#![cfg(target_os = "linux")]

use std::fs;
use std::process::{Command, Output};
use std::sync::LazyLock;

use insta::assert_snapshot;

use crate::cache::CACHE;
use crate::process::Finish as _;
use crate::support::{Bench, FIRST_GRADE, PROGRAM, code, stderr, stdout};

/// Limits that are too low: an option of `prlimit`, and the description in the error.
const LIMITS: [(&str, &str); 9] = [
    ("--data=204800000", "`ulimit -d` (writable memory) is 200000 KiB, but grading needs"),
    ("--data=122880000", "`ulimit -d` (writable memory) is 120000 KiB, but grading needs"),
    ("--fsize=204800", "`ulimit -f` (file size) is 200 KiB, but grading needs 256 MiB"),
    ("--fsize=0", "`ulimit -f` (file size) is 0 MiB, but grading needs 256 MiB"),
    ("--as=2048000000", "`ulimit -v` (address space) is 2000000 KiB, but grading needs"),
    ("--nofile=60", "`ulimit -n` (open files) is 60, but grading needs 256"),
    ("--cpu=20", "`ulimit -t` (processor time) is 20 s, but grading needs 300 s"),
    ("--nproc=20", "`ulimit -u` (processes) is 20, but grading needs"),
    ("--stack=1048576", "`ulimit -s` (stack) is 1 MiB, but grading needs 4 MiB"),
];

/// Runs the grader under a limit. This works even as root, because only the program could raise the limit.
fn limited(bench: &Bench, limit: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new("prlimit");
    command.args([limit, PROGRAM]).args(arguments).current_dir(bench.path("."));
    command.env("GRADER_CACHE_DIR", &*CACHE).env_remove("RUSTC").env("NO_COLOR", "1");
    command.finish()
}

fn bench() -> Bench {
    LazyLock::force(&FIRST_GRADE);
    let bench = Bench::with_model();
    for name in ["ann", "bob", "cid"] {
        for file in ["lib.rs", "board.rs", "solver.rs"] {
            let text = bench.read(&format!("alice/src/{file}"));
            bench.write(&format!("class/{name}/src/{file}"), text);
        }
    }
    bench
}

#[test]
fn a_limit_that_is_too_low_prevents_grading() {
    let bench = bench();
    for (limit, message) in LIMITS {
        for arguments in [
            &["check", "alice"][..],
            &["check", "alice", "--format", "json"],
            &["grade", "class", "--out", "grades", "--no-cache"],
        ] {
            let output = limited(&bench, limit, arguments);
            let said = stderr(&output);
            assert_eq!(code(&output), 3, "{limit} {arguments:?}: {said}");
            assert_eq!(stdout(&output), "", "{limit} {arguments:?}");
            assert!(said.contains(message), "{limit} {arguments:?}: {said}");
            assert!(said.contains("\nhint: run `sudo prlimit --pid $$ --"), "{limit}: {said}");
        }
        assert!(!bench.path("grades/grades.json").exists(), "{limit}");
        assert!(fs::read_dir(bench.path("grades/submissions")).is_err(), "{limit}");
    }
}

#[test]
fn doctor_reports_limits_that_are_too_low() {
    let bench = Bench::new();
    for (limit, message) in LIMITS {
        let output = limited(&bench, limit, &["doctor"]);
        let said = stdout(&output);
        assert_eq!(code(&output), 3, "{limit}: {said}");
        assert!(said.starts_with("Limits\n  too low  "), "{limit}: {said}");
        assert!(
            said.contains(message) && said.contains("sudo prlimit --pid $$ --"),
            "{limit}: {said}"
        );
        assert!(said.contains("\nThis machine cannot grade yet"), "{limit}: {said}");
    }
}

/// Users can raise this limit without administrator rights.
#[test]
fn the_suggested_command_raises_the_limit() {
    let bench = bench();
    let output = limited(&bench, "--fsize=204800:536870912", &["check", "alice"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 3
    ----- stderr
    error: a resource limit is too low: `ulimit -f` (file size) is 200 KiB, but grading needs 256 MiB

    hint: run `prlimit --pid $$ --fsize=268435456:` in this shell, then run the same command again

    No submissions were graded. This does not cost anyone points.
    ");
    let mut shell = Command::new("prlimit");
    shell.args(["--fsize=204800:536870912", "sh", "-c"]);
    shell.arg("prlimit --pid $$ --fsize=268435456: && exec \"$GRADER\" check alice");
    shell.current_dir(bench.path(".")).env("GRADER", PROGRAM).env("GRADER_CACHE_DIR", &*CACHE);
    let output = shell.env_remove("RUSTC").finish();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
}

/// Every limit has the lowest value that is enough for a single thread.
#[test]
fn sufficient_limits_do_not_change_grades() {
    let bench = bench();
    let grade = |limits: &[String]| {
        let mut command = Command::new("prlimit");
        command
            .args(limits)
            .arg(PROGRAM)
            .args(["check", "alice", "--format", "json", "--jobs", "1"]);
        command.current_dir(bench.path(".")).env("GRADER_CACHE_DIR", &*CACHE).env_remove("RUSTC");
        let output = command.finish();
        assert_eq!(code(&output), 0, "{limits:?}: {}", stderr(&output));
        stdout(&output).to_owned()
    };
    let mib = |count: u64| count << 20;
    let data = 1024 + 512 + 128;
    let limits = [
        format!("--data={}", mib(data)),
        format!("--as={}", mib(data + 4096 + 128 + 1024)),
        format!("--fsize={}", mib(256)),
        format!("--stack={}", mib(4)),
        "--cpu=300".to_owned(),
        // A program may raise its soft limit.
        "--nofile=40:256".to_owned(),
    ];
    assert_eq!(grade(&limits), grade(&["--core=0".to_owned()]));
}

/// Runs a script in a control group with this memory limit, and then removes the group. This works with both versions
/// of control groups, when the controller is enabled.
pub(crate) const IN_GROUP: &str = r#"
set -eu
controller=$1 first=$2 second=$3 limit=$4
shift 4
for group in "/sys/fs/cgroup/$controller" /sys/fs/cgroup; do
    group=$group/grader-test-$$
    mkdir "$group" 2>/dev/null || continue
    for file in "$first" "$second"; do
        [ ! -e "$group/$file" ] || break
    done
    [ -e "$group/$file" ] && break
    rmdir "$group"
done
trap 'rmdir "$group"' EXIT
echo "$limit" >"$group/$file"
code=0
sh -c 'echo $$ >"$1/cgroup.procs"; shift; exec "$@"' sh "$group" "$@" || code=$?
exit $code
"#;

fn in_group(bench: &Bench, limit: [&str; 4], arguments: &[&str]) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", IN_GROUP, "sh"]).args(limit).arg(PROGRAM).args(arguments);
    command.current_dir(bench.path(".")).env("GRADER_CACHE_DIR", &*CACHE).env_remove("RUSTC");
    command.env("NO_COLOR", "1").finish()
}

#[ignore = "needs root: cargo test -p grader --test it -- --ignored control_groups"]
#[test]
fn low_limits_of_control_groups_prevent_grading() {
    let bench = bench();
    let memory = |limit| ["memory", "memory.limit_in_bytes", "memory.max", limit];
    let output = in_group(&bench, memory("536870912"), &["check", "alice"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 3
    ----- stderr
    error: a resource limit is too low: the control group of this process allows 512 MiB of memory, but grading needs 704 MiB

    hint: give the container or job at least 704 MiB, for example with `docker run --memory=704m`, `sbatch --mem=704M`, or `MemoryMax=704M` in systemd

    No submissions were graded. This does not cost anyone points.
    ");
    let processes = ["pids", "pids.max", "pids.max", "20"];
    for arguments in [&["check", "alice"][..], &["grade", "class", "--out", "grades"]] {
        let output = in_group(&bench, processes, arguments);
        let said = stderr(&output);
        assert_eq!(code(&output), 3, "{said}");
        assert!(said.contains(" more processes, but grading needs "), "{said}");
    }
    let said = in_group(&bench, memory("536870912"), &["doctor"]);
    assert!(stdout(&said).starts_with("Limits\n  too low  the control group"), "{said:?}");

    // There is enough memory for one submission, but not for two at once.
    let arguments = ["grade", "class", "--out", "grades", "--no-cache", "--jobs", "2"];
    let output = in_group(&bench, memory("1073741824"), &arguments);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(stdout(&output), "3 submissions: 3 graded\n");
    let fewer = "using `--jobs 1` instead of 2, because the control group of this process limits its memory";
    assert!(stderr(&output).contains(fewer), "{}", stderr(&output));
}
