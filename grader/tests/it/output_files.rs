//! Tests `--out`. Regular files are replaced atomically; others are written in place.

use std::fs;
use std::io::Write;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::path::Path;
use std::process::Command;

use crate::process::{Finish as _, Process};
use crate::support::{Bench, code, program, stderr, stdout};

const SHOW: [&str; 3] = ["puzzle", "show", "0 1 3 4 2 5 7 8 6"];

fn expected(bench: &Bench) -> String {
    let output = bench.run(&SHOW);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(!stdout(&output).is_empty());
    stdout(&output).to_owned()
}

/// Covers devices such as `/dev/null`, which a test must not replace by accident.
#[test]
fn a_pipe_is_not_replaced_by_a_file() {
    let bench = Bench::new();
    let pipe = bench.path("pipe");
    assert_eq!(code(&Command::new("mkfifo").arg(&pipe).finish()), 0);
    let reader = Process::start(Command::new("cat").arg(&pipe));
    let output = bench.run(&[&SHOW[..], &["--out", "pipe"]].concat());
    let is_pipe = fs::metadata(&pipe).expect("it is there").file_type().is_fifo();
    assert!(is_pipe, "a file took the place of the pipe");
    assert_eq!((code(&output), stdout(&output)), (0, ""), "{}", stderr(&output));
    assert_eq!(stdout(&reader.finish()), expected(&bench));
}

#[test]
fn a_symlink_is_not_replaced_by_a_file() {
    let bench = Bench::new();
    bench.write("kept/report.txt", "old");
    symlink("kept/report.txt", bench.path("link")).expect("a link");
    let output = bench.run(&[&SHOW[..], &["--out", "link"]].concat());
    assert_eq!((code(&output), stdout(&output)), (0, ""), "{}", stderr(&output));
    let target = fs::read_link(bench.path("link")).expect("a link");
    assert_eq!(target, Path::new("kept/report.txt"));
    assert_eq!(bench.read("kept/report.txt"), expected(&bench));
}

#[test]
fn output_to_dev_stdout_is_appended() {
    let bench = Bench::new();
    bench.write("log", "before\n");
    let mut log = fs::OpenOptions::new().append(true).open(bench.path("log")).expect("the log");
    let mut command = program();
    command.args(SHOW).args(["--out", "/dev/stdout"]);
    let output = Process::start_into(&mut command, log.try_clone().expect("a copy")).finish();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    log.write_all(b"after\n").expect("the log");
    assert_eq!(bench.read("log"), format!("before\n{}after\n", expected(&bench)));
}
