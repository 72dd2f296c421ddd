//! Tests both commands on a full disk: a small in-memory disk in a namespace.

use std::process::Command;

use crate::process::Finish as _;
use crate::support::{Bench, PROGRAM, code, stderr, stdout};

/// Runs both commands on a disk that is too small for all files, and lists the remaining files.
const SCRIPT: &str = r#"
mount -t tmpfs -o size=100k none disk || exit 9
for command in new init; do
    "$GRADER" $command disk/alice || echo "exit code $?" >&2
    ls -A disk
done
"$GRADER" init hw --student disk/alice || echo "exit code $?" >&2
mount -o remount,size=10m disk
"$GRADER" init disk/hw --student student >&2
ls -A disk student
"#;

#[ignore = "needs user namespaces: cargo test -p grader --test it -- --ignored full_disk"]
#[test]
fn full_disk_leaves_no_partial_folders() {
    let bench = Bench::new();
    std::fs::create_dir(bench.path("disk")).unwrap();
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "sh", "-c", SCRIPT]);
    let output = command.current_dir(bench.path(".")).env("GRADER", PROGRAM).finish();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let messages = stderr(&output);
    assert_eq!(
        messages.matches("cannot write `disk/alice`\n  caused by: no storage space").count(),
        3,
        "{messages}"
    );
    assert_eq!(messages.matches("free some disk space").count(), 3, "{messages}");
    assert_eq!(messages.matches("exit code 2\n").count(), 3, "{messages}");
    // The first three attempts left nothing behind.
    assert!(stdout(&output).starts_with("disk:\nhw\n\nstudent:\n"), "{}", stdout(&output));
    assert!(!bench.path("hw").exists());
}
