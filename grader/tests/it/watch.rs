//! Tests `grader check --watch`, without a terminal and in a pseudo-terminal from `script` (part of util-linux).

use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use crate::process::{Process, send};
use crate::support::{Bench, FIRST_GRADE, PROGRAM, code, program, stderr, stdout};

const RIGHT: &str = "self.cells_and_goals().map(distance).sum()";
const WRONG: &str = "self.cells_and_goals().map(distance).sum::<usize>() + 1";

/// The start of a shell command that becomes the grader.
const EXEC: &str = "exec \"$GRADER\" check alice --watch --jobs 2";

const END: &str = "compiled by rustc";

/// Starts the command, after the work that each machine does only once.
fn start(mut command: Command) -> Process {
    LazyLock::force(&FIRST_GRADE);
    Process::start(&mut command)
}

fn next_report(watch: &mut Process) -> String {
    let mut report = watch.until(END) + &watch.until("\n");
    if report.contains('✗') {
        report += &watch.until("\n  grader ");
        report += &watch.until("\n");
    }
    report
}

/// Creates a command for the folder, with a separate temporary folder.
fn plain(bench: &Bench, arguments: &[&str]) -> Command {
    std::fs::create_dir_all(bench.path("tmp")).expect("a folder");
    let mut command = program();
    command.current_dir(bench.path("")).env("TMPDIR", bench.path("tmp"));
    command.args(["check", "alice", "--watch", "--jobs", "2"]).args(arguments);
    command
}

fn on_terminal(bench: &Bench) -> Command {
    let mut command = Command::new("script");
    let line = format!("stty rows 24 cols 80; {EXEC}");
    command.args(["--quiet", "--return", "--command", &line, "/dev/null"]);
    command.env("TERM", "xterm").env("SHELL", "/bin/sh");
    with_environment_of(&plain(bench, &[]), command)
}

/// Creates a command without a terminal, in a shell that ignores these signals.
fn ignoring(bench: &Bench, signals: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("trap '' {signals}; {EXEC}")]);
    with_environment_of(&plain(bench, &[]), command)
}

fn with_environment_of(other: &Command, mut command: Command) -> Command {
    for (name, value) in other.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command.current_dir(other.get_current_dir().expect("it has one")).env("GRADER", PROGRAM);
    command
}

/// Checks that no processes or files of a worker remain.
fn assert_tidy(bench: &Bench) {
    let left: Vec<_> = std::fs::read_dir(bench.path("tmp")).expect("a folder").collect();
    assert!(left.is_empty(), "{left:?}");
    let here = bench.path("tmp");
    assert!(!is_open_in_any_process(&here), "a worker is still there");
}

/// Returns `true` if a process uses a folder or a file in it.
fn is_open_in_any_process(folder: &Path) -> bool {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    processes
        .filter_map(|entry| std::fs::read_dir(entry.path().join("fd")).ok())
        .flatten()
        .flatten()
        .any(|open| std::fs::read_link(open.path()).is_ok_and(|place| place.starts_with(folder)))
}

#[test]
fn each_save_prints_the_same_report_as_check() {
    let bench = Bench::with_model();
    let mut watch = start(plain(&bench, &[]));
    let first = next_report(&mut watch);
    assert_eq!(first, stdout(&bench.grade(&["check", "alice"])));
    bench.edit("alice/src/board.rs", RIGHT, WRONG);
    let second = next_report(&mut watch);
    let rule = format!("\n{}\n\n", "─".repeat(80));
    let report = second.strip_prefix(&rule).expect("a line between the reports");
    let check = bench.grade(&["check", "alice"]);
    assert_eq!((report, code(&check)), (stdout(&check), 1));
    // Changes without any effect will not be reported, and only the last save counts.
    bench.write("alice/notes.txt", "to do");
    bench.edit("alice/src/board.rs", WRONG, "!");
    bench.edit("alice/src/board.rs", "!\n", &format!("{RIGHT}\n"));
    let mut last = next_report(&mut watch);
    while !last.contains("alice: 100 / 100") {
        last = next_report(&mut watch);
    }
    watch.close_input();
    let (rest, exit) = watch.end();
    assert_eq!((rest.as_str(), exit), ("", Some(0)));
    assert_tidy(&bench);
}

#[test]
fn the_terminal_shows_the_first_failure_and_is_restored() {
    let bench = Bench::with_model();
    bench.edit("alice/src/board.rs", RIGHT, WRONG);
    let mut watch = start(on_terminal(&bench));
    watch.until("\x1b[?1049h");
    watch.until("alice: 94 / 100");
    watch.until("waiting for a save");
    watch.write("e");
    watch.until("Rule");
    assert!(watch.text().contains("board.manhattan"), "{}", watch.text());
    watch.write("e");
    // Ctrl-Z gives up the terminal. There is no shell to stop the program, so it will take over the terminal again.
    watch.write("\x1a");
    watch.until("\x1b[?1049l");
    watch.until("\x1b[?1049h");
    watch.until("alice: 94 / 100");
    bench.edit("alice/src/board.rs", WRONG, RIGHT);
    watch.until("compiling");
    watch.until("alice: 100 / 100");
    watch.until("waiting for a save");
    watch.write("q");
    // Each row needs to be cleared before it is written, since clearing a full row afterward would erase the last
    // character.
    assert!(watch.text().contains("\x1b[K") && !watch.text().contains("\x1b[0m\x1b[K"));
    let (rest, exit) = watch.end();
    // The last report stays in the terminal.
    let (_, left) = rest.split_once("\x1b[?25h\x1b[?7h\x1b[?1049l").expect("the normal screen");
    let check = bench.grade(&["check", "alice", "--color", "always"]);
    assert_eq!(left.replace("\r\n", "\n"), stdout(&check));
    assert_eq!(exit, Some(0));
    assert_tidy(&bench);
}

#[test]
fn a_signal_during_grading_leaves_nothing_behind() {
    let bench = Bench::with_model();
    let mut watch = start(on_terminal(&bench));
    watch.until("compiling");
    watch.write("\x03");
    let (rest, exit) = watch.end();
    assert!(rest.ends_with("\x1b[?1049l"), "{rest:?}");
    assert_eq!(exit, Some(1), "nothing has passed yet");
    assert_tidy(&bench);

    let mut watch = start(on_terminal(&bench));
    watch.until("alice: 100 / 100");
    watch.until("waiting for a save");
    bench.edit("alice/src/board.rs", RIGHT, WRONG);
    watch.until("compiling");
    watch.write("\x03");
    let (rest, exit) = watch.end();
    let (_, left) = rest.split_once("\x1b[?1049l").expect("the normal screen");
    assert!(left.contains("alice: 100 / 100"), "{left:?}");
    assert!(left.ends_with("\r\nthis report does not include your last save\r\n"), "{left:?}");
    assert_eq!(exit, Some(0));
    assert_tidy(&bench);
    bench.edit("alice/src/board.rs", WRONG, RIGHT);

    let mut watch = start(plain(&bench, &[]));
    next_report(&mut watch);
    bench.edit("alice/src/board.rs", RIGHT, WRONG);
    send("-TERM", watch.id());
    let (_, exit) = watch.end();
    assert!(exit.is_some(), "it ends by itself");
    assert_tidy(&bench);
}

/// Simulates `nohup`, or a script that runs in the background.
#[test]
fn an_initially_ignored_signal_stays_ignored() {
    let bench = Bench::with_broken_model();
    let mut watch = start(ignoring(&bench, "HUP INT"));
    next_report(&mut watch);
    send("-HUP", watch.id());
    send("-INT", watch.id());
    bench.edit("alice/src/lib.rs", "pub use solver::Solver;", "pub use solver::Solver");
    next_report(&mut watch);
    send("-TERM", watch.id());
    let (rest, exit) = watch.end();
    assert_eq!((rest.as_str(), exit), ("", Some(1)));
    assert_tidy(&bench);
}

#[test]
fn board_checks_do_not_run_the_solver() {
    let bench = Bench::with_model();
    bench.edit("alice/src/board.rs", "(col > 0).then(|| blank - 1)", "Some(blank - 1)");
    let only = ["--only", "board.neighbors"];
    let mut watch = start(plain(&bench, &only));
    let report = next_report(&mut watch);
    assert!(!report.contains("your program is right on"), "{report}");
    assert_eq!(report, stdout(&bench.grade(&[&["check", "alice"][..], &only].concat())));
}

#[test]
fn invalid_watch_arguments_are_rejected() {
    let bench = Bench::with_model();
    bench.write("alice.zip", "");
    for (arguments, message) in [
        (
            &["alice.zip"][..],
            "error: cannot watch `alice.zip`: it must be a folder with source files",
        ),
        (&["nobody"], "error: the folder `nobody` does not exist"),
        (&["alice", "--format", "json"], "error: `--watch` cannot be used with `--format json`"),
        (&["alice", "--progress", "json"], "`--watch` cannot be used with `--progress json`"),
        (
            &["alice", "--out", "x"],
            "error: the argument '--watch' cannot be used with '--out <FILE>'",
        ),
        (&["alice", "--tests", "x"], "cannot be used with '--tests <FILE>'"),
    ] {
        let arguments = [&["check", "--watch"], arguments].concat();
        let output = bench.run(&arguments);
        assert_eq!(code(&output), 2, "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(message), "{arguments:?}: {}", stderr(&output));
        assert_eq!(stdout(&output), "");
    }
}
