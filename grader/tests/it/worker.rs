//! Tests the grades after workers fail, and the process sandbox of workers.

#![cfg(target_os = "linux")]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::process::Command;

use crate::cache::CACHE;
use crate::process::{Finish as _, Process, send};
use crate::support::{Bench, FIRST_GRADE, PROGRAM, code, program, stderr, stdout};

/// A class with a valid and an invalid submission.
fn class() -> Bench {
    let bench = Bench::with_model();
    fs::create_dir(bench.path("class")).unwrap();
    fs::rename(bench.path("alice"), bench.path("class/bob")).unwrap();
    bench.write("class/alice/notes.txt", "nothing");
    bench
}

/// On Linux, names may have any encoding.
#[test]
fn paths_need_not_be_utf8() {
    let bench = Bench::with_model();
    let odd = |path: &[u8]| bench.path("").join(OsStr::from_bytes(path));
    fs::create_dir_all(odd(b"caf\xe9/tmp\xff")).unwrap();
    fs::create_dir_all(odd(b"caf\xe9/class")).unwrap();
    fs::rename(odd(b"alice"), odd(b"caf\xe9/class/al\xefce")).unwrap();
    let run = |arguments: &[&str], paths: &[&[u8]]| {
        let mut command = bench.command(arguments);
        command.args(paths.iter().map(|path| odd(path))).env("TMPDIR", odd(b"caf\xe9/tmp\xff"));
        bench.finish_grade(&mut command)
    };
    let init = run(&["init"], &[b"caf\xe9/hw\xfe"]);
    assert_eq!(code(&init), 0, "{}", stderr(&init));
    for (arguments, paths) in [
        (&["check"][..], &[&b"caf\xe9/class/al\xefce"[..]][..]),
        (&["check", "--assignment"], &[b"caf\xe9/hw\xfe", b"caf\xe9/class/al\xefce"]),
        (&["grade", "--out", "grades"], &[b"caf\xe9/class"]),
    ] {
        let output = run(arguments, paths);
        assert_eq!(code(&output), 0, "{arguments:?}: {}", stderr(&output));
    }
    assert!(bench.path("grades/submissions/al%EFce/grade.json").is_file());
}

fn start(bench: &Bench) -> Process {
    std::sync::LazyLock::force(&FIRST_GRADE);
    let mut command = program();
    command.current_dir(bench.path("."));
    command.args(["grade", "class", "--out", "whole", "--no-cache", "--jobs", "1"]);
    if bench.path("hw").exists() {
        command.args(["--assignment", "hw"]);
    }
    Process::start(&mut command)
}

fn workers(parent: u32) -> Vec<(u32, Vec<u32>)> {
    let children = |parent: u32| -> Vec<u32> {
        let list = fs::read_to_string(format!("/proc/{parent}/task/{parent}/children"));
        // A child process belongs to the thread that started it.
        let tasks = fs::read_dir(format!("/proc/{parent}/task")).into_iter().flatten().flatten();
        let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
        let lists: Vec<String> = lists.chain(list.ok()).collect();
        let ids = lists.iter().flat_map(|list| list.split_whitespace());
        ids.filter_map(|id| id.parse().ok()).collect()
    };
    let is_worker = |process: &u32| {
        let line = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains("internal-work")
    };
    let workers = children(parent).into_iter().filter(is_worker);
    workers.map(|worker| (worker, children(worker))).collect()
}

/// Kills a worker with each of these signals, during compilation.
fn strike(run: &mut Process, signals: &[&str]) {
    let mut struck = Vec::new();
    for signal in signals {
        let worker = run.look_for("a worker that compiles", |run| {
            assert!(!run.has_ended(), "it ended after {struck:?}");
            let mut compiling = workers(run.id()).into_iter();
            compiling.find(|(worker, compilers)| !compilers.is_empty() && !struck.contains(worker))
        });
        send(signal, worker.0);
        struck.push(worker.0);
    }
}

/// Waits for the end of a run. Returns the exit code and the submission's result.
fn end(bench: &Bench, run: Process) -> (i32, String) {
    let output = run.finish();
    assert!(bench.path("whole/grades.json").exists(), "{}", stderr(&output));
    let grade = |name: &str| -> serde_json::Value {
        let text = bench.read(&format!("whole/submissions/{name}/grade.json"));
        serde_json::from_str(&text).unwrap()
    };
    assert_eq!(grade("alice")["status"], "rejected");
    let bob = grade("bob");
    let message = bob["message"].as_str().map_or_else(String::new, |text| format!(": {text}"));
    (code(&output), format!("{}{message}", bob["status"].as_str().unwrap()))
}

#[test]
fn a_worker_that_crashes_once_is_retried() {
    let bench = class();
    let mut run = start(&bench);
    strike(&mut run, &["-ABRT"]);
    assert_eq!(end(&bench, run), (0, "graded".to_owned()));
}

/// A worker that starts later still grades with the assignment that the grader has proven.
#[test]
fn an_assignment_that_changes_during_a_run_has_no_effect() {
    let bench = class();
    bench.write("hw/assignment.toml", embedded::ASSIGNMENT);
    for (name, text) in embedded::PUZZLES {
        bench.write(&format!("hw/puzzles/{name}"), text);
    }
    let mut run = start(&bench);
    run.look_for("a worker that compiles", |run| {
        workers(run.id()).into_iter().find(|(_, compilers)| !compilers.is_empty())
    });
    bench.edit("hw/assignment.toml", "\"compile.build\" = { points = 1 }", "nothing");
    strike(&mut run, &["-ABRT"]);
    assert_eq!(end(&bench, run), (0, "graded".to_owned()));
    let grade = bench.read("whole/submissions/bob/grade.json");
    assert!(grade.contains("\"score\": 100,\n  \"max_score\": 100"), "{grade}");
}

/// A worker that crashes leaves a message. Without one, another process sent the signal.
#[test]
fn repeated_signals_from_outside_are_a_grader_error() {
    let bench = class();
    let mut run = start(&bench);
    strike(&mut run, &["-ABRT", "-ABRT"]);
    assert_eq!(end(&bench, run).0, 3);
}

#[test]
fn a_killed_worker_is_a_grader_error() {
    let bench = class();
    let mut run = start(&bench);
    strike(&mut run, &["-KILL", "-KILL"]);
    assert_eq!(end(&bench, run).0, 3);
}

#[test]
fn two_different_worker_crashes_are_a_grader_error() {
    let bench = class();
    let mut run = start(&bench);
    strike(&mut run, &["-ABRT", "-XCPU"]);
    assert_eq!(end(&bench, run).0, 3);
}

/// If a layer of the process sandbox is missing, `grader doctor` lists it, with the actions that it would have
/// prevented.
#[ignore = "needs user namespaces: cargo test -p grader --test it -- --ignored namespaces"]
#[test]
fn doctor_reports_missing_namespaces() {
    let bench = Bench::with_model();
    std::sync::LazyLock::force(&FIRST_GRADE);
    let without = |arguments: &str| {
        let script =
            format!("echo 0 > /proc/sys/user/max_user_namespaces && exec \"$GRADER\" {arguments}");
        let mut command = Command::new("unshare");
        command.args(["--user", "--map-root-user", "sh", "-c", &script]);
        command.current_dir(bench.path(".")).env("GRADER", PROGRAM);
        command.env("GRADER_CACHE_DIR", &*CACHE).finish()
    };
    let doctor = without("doctor");
    assert_eq!(code(&doctor), 0, "{}", stderr(&doctor));
    for line in [
        "  missing  namespaces: a file system with only the allowed files\n",
        "  open     inside the sandbox, a process can still detect that one of your files exists\n",
        "  stopped  read one of your files\n",
    ] {
        assert!(stdout(&doctor).contains(line), "{}", stdout(&doctor));
    }
    assert_eq!(code(&without("doctor --require-sandbox")), 3);
    let strict = without("check alice --require-sandbox");
    assert_eq!(code(&strict), 3);
    let text = "error: the process sandbox is incomplete on this machine\n";
    assert!(stderr(&strict).starts_with(text), "{}", stderr(&strict));
    assert_eq!(code(&without("check alice")), 0);
}

#[test]
fn doctor_tests_the_process_sandbox() {
    let bench = Bench::new();
    std::sync::LazyLock::force(&FIRST_GRADE);
    let output = bench.run(&["doctor"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    // Each of these layers alone can prevent both actions.
    let text = stdout(&output);
    if text.contains("ok       landlock") || text.contains("ok       namespaces") {
        assert!(text.contains("stopped  read one of your files"), "{text}");
        assert!(text.contains("stopped  write a file next to one of your files"), "{text}");
    }
    let broken = program_without_compiler(&bench);
    assert_eq!(code(&broken), 3);
    assert!(stdout(&broken).contains("  missing  no Rust compiler"), "{}", stdout(&broken));
}

fn program_without_compiler(bench: &Bench) -> std::process::Output {
    let mut command = bench.command(&["doctor"]);
    command.env("RUSTC", "/nowhere/rustc").finish()
}
