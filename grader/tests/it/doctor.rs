//! Tests that `grader doctor` reports what is missing, with commands to fix the problems.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

use crate::process::Finish as _;
use crate::support::{Bench, code, stderr, stdout};

const INSTALL: &str = "curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh";

fn bare(bench: &Bench, arguments: &[&str]) -> Command {
    fs::create_dir_all(bench.path("home")).expect("a folder");
    let mut command = bench.command(arguments);
    command.env("PATH", "").env("HOME", bench.path("home")).env_remove("CARGO_HOME");
    command
}

fn says(command: &mut Command, exit: i32) -> String {
    let output = command.finish();
    assert_eq!(code(&output), exit, "{}{}", stdout(&output), stderr(&output));
    assert_eq!(stderr(&output), "");
    stdout(&output).to_owned()
}

/// Writes a fake compiler of this version, without the target.
#[cfg(unix)]
fn compiler(bench: &Bench, folder: &str, version: &str) {
    use std::os::unix::fs::PermissionsExt;
    let rustc = format!("{folder}/bin/rustc");
    let place = bench.path(folder).display().to_string();
    bench.write(
        &rustc,
        format!(
            "#!/bin/sh\ncase $1 in\n--print) echo '{place}';;\n*) echo release: {version};;\nesac\n"
        ),
    );
    let permissions = fs::Permissions::from_mode(0o755);
    fs::set_permissions(bench.path(&rustc), permissions).expect("a program");
}

#[test]
fn check_and_doctor_report_a_missing_compiler_alike() {
    let bench = Bench::with_model();
    let text = says(&mut bare(&bench, &["doctor"]), 3);
    let lines = ["missing  no Rust compiler: cannot start `rustc`", INSTALL];
    for line in lines.iter().chain(&["missing  `xdg-open`", "sudo apt install xdg-utils"]) {
        assert!(text.contains(line) || cfg!(not(target_os = "linux")), "{line}\n{text}");
    }
    assert!(text.ends_with("This machine cannot grade yet. Fix the first marked line.\n"));
    let check = bare(&bench, &["check", "alice"]).finish();
    assert_eq!((code(&check), stdout(&check)), (3, ""));
    assert!(stderr(&check).contains(INSTALL), "{}", stderr(&check));
}

#[test]
fn doctor_finds_a_rustup_compiler_outside_the_path() {
    let bench = Bench::new();
    bench.write("home/.cargo/bin/rustc", "");
    let text = says(&mut bare(&bench, &["doctor"]), 3);
    assert!(text.contains(". \"$HOME/.cargo/env\""), "{text}");
}

#[cfg(unix)]
#[test]
fn doctor_reports_a_missing_target_or_old_compiler() {
    let bench = Bench::new();
    let doctor = |folder: &str| {
        let mut command = bare(&bench, &["doctor"]);
        command.env("PATH", bench.path(&format!("{folder}/bin")));
        command
    };
    compiler(&bench, "toolchains/stable", "1.95.0");
    let text = says(&mut doctor("toolchains/stable"), 3);
    assert!(text.contains("missing  the Rust compiler has no `wasm32-wasip1` target"), "{text}");
    assert!(text.contains("run `rustup target add wasm32-wasip1`"), "{text}");
    // rustup cannot fix a compiler that it did not install.
    compiler(&bench, "usr", "1.95.0");
    let text = says(&mut doctor("usr"), 3);
    assert!(text.contains("the way Rust itself was installed"), "{text}");

    compiler(&bench, "old", "1.80.0");
    let target = bench.path("old/lib/rustlib/wasm32-wasip1/lib");
    fs::create_dir_all(target).expect("a folder");
    bench.write("old/bin/xdg-open", "");
    let text = says(&mut doctor("old"), 0);
    let opener = "ok       `xdg-open`, which `--open` needs, is installed";
    assert!(text.contains(opener) || cfg!(not(target_os = "linux")), "{text}");
    assert!(text.contains("old      the grader is tested with rustc 1.95 and newer"), "{text}");
    assert!(text.contains("run `rustup update stable`"), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn doctor_reports_unwritable_folders() {
    use std::os::unix::fs::MetadataExt as _;

    let bench = Bench::new();
    let user = |folder: &Path| fs::metadata(folder).expect("a folder").uid();
    let of_system = if user(Path::new("/sys")) == user(&bench.path("")) {
        "export GRADER_CACHE_DIR=~/.grader-cache`"
    } else {
        "set `GRADER_CACHE_DIR` to your own folder"
    };
    // Not even root can create files in the first folder.
    for (cache, temporary, lines) in [
        (Path::new("/proc/no"), bench.path(""), "export GRADER_CACHE_DIR=~/.grader-cache`"),
        (Path::new("/sys"), bench.path(""), of_system),
        (&bench.path("cache"), bench.path("nowhere"), "export TMPDIR=~/tmp`"),
    ] {
        let mut command = bench.command(&["doctor"]);
        command.env("GRADER_CACHE_DIR", cache).env("TMPDIR", temporary);
        let text = says(&mut command, 3);
        assert!(text.contains("  missing  cannot ") && text.contains(lines), "{text}");
    }
}
