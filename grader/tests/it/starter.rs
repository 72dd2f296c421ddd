//! Tests that the output of `grader new` and `grader init` works without further setup.

mod assignment;
mod errors;
mod full_disk;
mod student;
mod update;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::process::Finish as _;
use crate::support::{Bench, code, model_file, stderr};

/// Runs cargo in a folder, without network access and with an empty registry.
fn cargo(bench: &Bench, folder: &str, arguments: &[&str]) -> Output {
    fs::create_dir_all(bench.path("cargo-home")).expect("a folder");
    let mut command = Command::new(env!("CARGO"));
    command
        .args(arguments)
        .current_dir(bench.path(folder))
        .env("CARGO_HOME", bench.path("cargo-home"))
        .env("CARGO_NET_OFFLINE", "true")
        .env("CARGO_INCREMENTAL", "0")
        .env_remove("CARGO_TARGET_DIR")
        .env_remove("RUST_BACKTRACE");
    command.finish()
}

fn solve(bench: &Bench, folder: &str) {
    for file in ["board.rs", "solver.rs"] {
        bench.write(&format!("{folder}/src/{file}"), model_file(file));
    }
}

fn made(bench: &Bench, arguments: &[&str]) -> Output {
    let output = bench.run(arguments);
    assert_eq!(code(&output), 0, "{arguments:?}: {}", stderr(&output));
    output
}

fn tree(folder: &Path) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("it is below").to_string_lossy();
                files.insert(name.into_owned(), fs::read_to_string(&path).expect("a text"));
            }
        }
    }
    files
}

fn commands(page: &str) -> Vec<String> {
    let blocks = page.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let lines = blocks.flat_map(str::lines);
    lines.map(|line| line.split(" #").next().unwrap_or(line).trim().to_owned()).collect()
}
