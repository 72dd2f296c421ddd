//! `grader check --watch`: in a real pseudo-terminal, which `script` makes (of util-linux), and without
//! a terminal.

use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::LazyLock;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use crate::support::{Bench, MODEL_GRADE, PROGRAM, code, program, stderr, stdout};

/// A wrong `manhattan()` in place of the model's.
const RIGHT: &str = "self.cells_and_goals().map(distance).sum()";
const WRONG: &str = "self.cells_and_goals().map(distance).sum::<usize>() + 1";

/// The end of each report.
const END: &str = "compiled by rustc";

/// The longest that something may take to show, on a machine that is busy.
const PATIENCE: Duration = Duration::from_mins(3);

/// The program, while it watches. It is ended when this is dropped.
struct Watch {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<u8>,
    /// All that it has written as far as it was read.
    text: String,
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Watch {
    fn start(mut command: Command) -> Self {
        LazyLock::force(&MODEL_GRADE);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program, or `script` of util-linux");
        let input = child.stdin.take();
        let mut written = child.stdout.take().expect("it is piped");
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut byte = [0];
            while let Ok(1) = written.read(&mut byte) {
                if sender.send(byte[0]).is_err() {
                    return;
                }
            }
        });
        Self { child, input, output, text: String::new() }
    }

    /// Reads on until this was written, and returns all that was.
    fn until(&mut self, text: &str) -> String {
        let mut bytes = Vec::new();
        while !bytes.ends_with(text.as_bytes()) {
            match self.output.recv_timeout(PATIENCE) {
                Ok(byte) => bytes.push(byte),
                Err(error) => {
                    let written = String::from_utf8_lossy(&bytes);
                    panic!("{text:?} does not come ({error}):\n{written}");
                }
            }
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        self.text.push_str(&text);
        text
    }

    /// The next report without a terminal.
    fn report(&mut self) -> String {
        self.until(END) + &self.until("\n")
    }

    fn press(&mut self, keys: &str) {
        let input = self.input.as_mut().expect("it is open");
        input.write_all(keys.as_bytes()).and_then(|()| input.flush()).expect("a key");
    }

    /// The rest of what it writes, and its exit code.
    fn end(mut self) -> (String, Option<i32>) {
        let mut rest = Vec::new();
        while let Ok(byte) = self.output.recv_timeout(PATIENCE) {
            rest.push(byte);
        }
        let status = self.child.wait().expect("it has ended");
        (String::from_utf8_lossy(&rest).into_owned(), status.code())
    }
}

/// The program in the bench's folder, which puts what is temporary into a folder of its own there.
fn plain(bench: &Bench, arguments: &[&str]) -> Command {
    std::fs::create_dir_all(bench.path("tmp")).expect("a folder");
    let mut command = program();
    command.current_dir(bench.path("")).env("TMPDIR", bench.path("tmp"));
    command.args(["check", "alice", "--watch", "--jobs", "2"]).args(arguments);
    command
}

/// The same on a terminal.
fn on_terminal(bench: &Bench) -> Command {
    let plain = plain(bench, &[]);
    let mut command = Command::new("script");
    let line = format!("stty rows 24 cols 80; exec '{PROGRAM}' check alice --watch --jobs 2");
    command.args(["--quiet", "--return", "--command", &line, "/dev/null"]);
    for (name, value) in plain.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command.current_dir(bench.path("")).env("TERM", "xterm").env("SHELL", "/bin/sh");
    command
}

/// Nothing of a worker is left.
fn assert_tidy(bench: &Bench) {
    let left: Vec<_> = std::fs::read_dir(bench.path("tmp")).expect("a folder").collect();
    assert!(left.is_empty(), "{left:?}");
    let here = bench.path("tmp");
    assert!(!is_anyone_in(&here), "a worker is still there");
}

/// Whether a process has something in a folder open, or works there.
fn is_anyone_in(folder: &Path) -> bool {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    processes
        .filter_map(|it| std::fs::read_dir(it.path().join("fd")).ok())
        .flatten()
        .flatten()
        .any(|open| std::fs::read_link(open.path()).is_ok_and(|place| place.starts_with(folder)))
}

#[test]
fn each_save_is_reported_as_check_reports_it() {
    let bench = Bench::with_model();
    let mut watch = Watch::start(plain(&bench, &[]));
    let first = watch.report();
    assert_eq!(first, stdout(&bench.grade(&["check", "alice"])));
    bench.edit("alice/src/board.rs", RIGHT, WRONG);
    let second = watch.report();
    let rule = format!("\n{}\n\n", "─".repeat(80));
    let report = second.strip_prefix(&rule).expect("a line between the reports");
    let check = bench.grade(&["check", "alice"]);
    assert_eq!((report, code(&check)), (stdout(&check), 1));
    // What changes nothing is not reported, and the last save counts.
    bench.write("alice/notes.txt", "to do");
    bench.edit("alice/src/board.rs", WRONG, "!");
    bench.edit("alice/src/board.rs", "!\n", &format!("{RIGHT}\n"));
    let mut last = watch.report();
    while !last.contains("alice: 100 / 100") {
        last = watch.report();
    }
    watch.input = None;
    let (rest, exit) = watch.end();
    assert_eq!((rest.as_str(), exit), ("", Some(0)));
    assert_tidy(&bench);
}

#[test]
fn a_terminal_gets_the_first_thing_to_mend_and_is_given_back() {
    let bench = Bench::with_model();
    bench.edit("alice/src/board.rs", RIGHT, WRONG);
    let mut watch = Watch::start(on_terminal(&bench));
    watch.until("\x1b[?1049h");
    watch.until("alice: 94 / 100");
    watch.until("waiting for a save");
    watch.press("e");
    watch.until("What it asserts");
    assert!(watch.text.contains("board.manhattan"), "{}", watch.text);
    watch.press("e");
    bench.edit("alice/src/board.rs", WRONG, RIGHT);
    watch.until("compiling");
    watch.until("alice: 100 / 100");
    watch.until("waiting for a save");
    watch.press("q");
    // A row is cleared before it is written: after a full one that takes the last character away.
    assert!(watch.text.contains("\x1b[K") && !watch.text.contains("\x1b[0m\x1b[K"));
    let (rest, exit) = watch.end();
    assert!(rest.ends_with("\x1b[?25h\x1b[?7h\x1b[?1049l"), "{rest:?}");
    assert_eq!(exit, Some(0));
    assert_tidy(&bench);
}

#[test]
fn a_signal_in_the_middle_of_a_grading_leaves_nothing_behind() {
    let bench = Bench::with_model();
    let mut watch = Watch::start(on_terminal(&bench));
    watch.until("compiling");
    watch.press("\x03");
    let (rest, exit) = watch.end();
    assert!(rest.ends_with("\x1b[?1049l"), "{rest:?}");
    assert_eq!(exit, Some(1), "nothing has passed yet");
    assert_tidy(&bench);

    let mut watch = Watch::start(plain(&bench, &[]));
    watch.report();
    bench.edit("alice/src/board.rs", RIGHT, WRONG);
    let id = watch.child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().expect("`kill`").success());
    let (_, exit) = watch.end();
    assert!(exit.is_some(), "it ends by itself");
    assert_tidy(&bench);
}

#[test]
fn what_cannot_be_watched_is_one_clear_error() {
    let bench = Bench::with_model();
    bench.write("alice.zip", "");
    for (arguments, message) in [
        (&["alice.zip"][..], "error: `alice.zip` is no folder of sources"),
        (&["nobody"], "error: there is no folder `nobody`"),
        (&["alice", "--format", "json"], "error: `--watch` does not go with `--format json`"),
        (&["alice", "--progress", "json"], "`--watch` does not go with `--progress json`"),
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
