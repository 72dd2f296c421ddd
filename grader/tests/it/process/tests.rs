//! Tests the deadlines and signals of child processes.

use std::os::unix::process::ExitStatusExt as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::{env, fs};

use super::*;
use crate::support::{code, stdout, workspace};

fn shell(script: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", script]);
    command
}

fn failure<T>(something: impl FnOnce() -> T) -> String {
    let failed = catch_unwind(AssertUnwindSafe(something)).err().expect("it fails");
    failed.downcast_ref::<String>().expect("a message").clone()
}

#[test]
fn signals_terminate_child_processes() {
    for (name, number) in [("HUP", 1), ("INT", 2), ("QUIT", 3), ("TERM", 15)] {
        let output = shell(&format!("ulimit -c 0; kill -{name} $$; echo it goes on")).finish();
        assert_eq!(output.status.signal(), Some(number), "{output:?}");
    }
}

/// Simulates `nohup`, or a script that runs in the background.
#[test]
fn child_processes_do_not_inherit_ignored_signals() {
    let mut tests = shell("trap '' HUP INT QUIT TERM; exec \"$0\" \"$@\"");
    tests.arg(env::current_exe().expect("this program"));
    tests.args(["--exact", "process::tests::signals_terminate_child_processes"]);
    let output = tests.finish();
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    assert!(stdout(&output).contains("1 passed"), "{}", stdout(&output));
}

#[test]
fn a_timeout_reports_the_output_so_far() {
    let mut late = Process::start(&mut shell("echo a board; echo a hint >&2; cat"));
    late.until("board\n");
    late.look_for("a hint", |late| late.errors().contains("hint").then_some(()));
    late.patience = Duration::ZERO;
    let message = failure(|| late.until("a solution"));
    for part in [
        "\"a solution\" did not come within 0ns",
        "cat",
        "stdout so far\na board\n",
        "stderr so far\na hint\n",
    ] {
        assert!(message.contains(part), "{part} is not in {message}");
    }
    assert!(failure(|| late.next(1)).contains("1 more bytes did not come"));
    assert!(failure(|| late.look_for("a file", |_| None::<()>)).contains("a file did not come"));
    assert!(failure(|| late.end()).contains("its end did not come"));

    let mut over = Process::start(&mut shell("echo a board"));
    let message = failure(|| over.until("a solution"));
    assert!(message.contains("the output ended before \"a solution\" came"), "{message}");
}

/// To set deadlines, tests should use [`Finish`] and [`Process`] instead of these methods.
#[test]
fn tests_wait_only_with_deadlines() {
    let endless = ["output", "status", "spawn", "wait", "wait_with_output", "recv"];
    let mut open = vec![workspace("grader/tests")];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|it| it == "rs")
                && !path.ends_with("it/process.rs")
            {
                let text = fs::read_to_string(&path).expect("a text");
                for call in endless.map(|name| format!(".{name}()")) {
                    // Grades have a method with the same name.
                    let calls = text.replace("grade.status()", "").matches(&call).count();
                    assert_eq!(calls, 0, "{call} in {}", path.display());
                }
            }
        }
    }
}
