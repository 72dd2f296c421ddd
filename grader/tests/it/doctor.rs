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
    command.env("PATH", "").env("HOME", bench.path("home"));
    command.env_remove("CARGO_HOME").env_remove("RUSTUP_HOME");
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
    let lines = ["missing  no Rust compiler was found", INSTALL];
    for line in lines.iter().chain(&["missing  `xdg-open`", "sudo apt install xdg-utils"]) {
        assert!(text.contains(line) || cfg!(not(target_os = "linux")), "{line}\n{text}");
    }
    assert!(text.ends_with("This machine cannot grade yet. Fix the first marked line.\n"));
    let check = bare(&bench, &["check", "alice"]).finish();
    assert_eq!((code(&check), stdout(&check)), (3, ""));
    assert!(stderr(&check).contains(INSTALL), "{}", stderr(&check));
}

/// The grader looks into rustup's folder, even if `PATH` does not contain rustup.
#[cfg(unix)]
#[test]
fn doctor_chooses_the_grader_s_version_or_the_default_toolchain() {
    let bench = Bench::new();
    let shown = |exit: i32, toolchain: Option<&str>| {
        let mut command = bare(&bench, &["doctor"]);
        command.envs(toolchain.map(|name| ("RUSTUP_TOOLCHAIN", name)));
        says(&mut command, exit)
    };
    bench.write("home/.rustup/settings.toml", "default_toolchain = \"stable-x\"\n");
    let text = shown(3, None);
    assert!(text.contains("missing  rustup has no default Rust compiler"), "{text}");
    assert!(text.contains("run `rustup toolchain install 1.95.0 --profile minimal"), "{text}");

    let target = |name: &str, version: &str| {
        let folder = format!("home/.rustup/toolchains/{name}");
        compiler(&bench, &folder, version);
        let library = bench.path(&format!("{folder}/lib/rustlib/wasm32-wasip1/lib"));
        fs::create_dir_all(library).expect("a folder");
    };
    target("stable-x", "1.97.0");
    let text = shown(0, None);
    assert!(text.contains("ok       rustc 1.97.0"), "{text}");
    assert!(text.contains("other    the grader was made for rustc 1.95.0"), "{text}");
    // The compiler is a script.
    assert!(text.contains("open     the compiler is a script"), "{text}");

    target("1.95.0-x", "1.95.0");
    let text = shown(0, None);
    assert!(text.contains("ok       rustc 1.95.0") && !text.contains("made for"), "{text}");
    assert!(shown(0, Some("stable")).contains("ok       rustc 1.97.0"));
    let text = shown(3, Some("1.80.0"));
    assert!(text.contains("missing  rustup has no toolchain `1.80.0`"), "{text}");
    assert!(text.contains("unset `RUSTUP_TOOLCHAIN`, or run `rustup toolchain install"), "{text}");
}

#[test]
fn a_relative_compiler_is_refused() {
    let bench = Bench::new();
    bench.write("tools/rustc", "");
    let text = says(bare(&bench, &["doctor"]).env("RUSTC", "tools/rustc"), 3);
    assert!(text.contains("missing  `RUSTC` is the relative path `tools/rustc`"), "{text}");
    assert!(text.contains("set `RUSTC` to an absolute path"), "{text}");
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
    fs::copy(bench.path("old/bin/rustc"), bench.path("old/bin/xdg-open")).expect("a program");
    let text = says(&mut doctor("old"), 0);
    let opener = "ok       `xdg-open`, which `--open` needs, is installed";
    assert!(text.contains(opener) || cfg!(not(target_os = "linux")), "{text}");
    assert!(text.contains("other    the grader was made for rustc 1.95.0"), "{text}");
    assert!(text.contains("run `rustup toolchain install 1.95.0"), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn doctor_reports_unwritable_folders() {
    let bench = Bench::new();
    // Not even root can create files in the first two folders.
    for (cache, temporary, lines) in [
        (Path::new("/proc/no"), bench.path(""), "export GRADER_CACHE_DIR=~/.grader-cache`"),
        (Path::new("/sys"), bench.path(""), "export GRADER_CACHE_DIR=~/.grader-cache`"),
        (&bench.path("cache"), bench.path("nowhere"), "export TMPDIR=~/tmp`"),
    ] {
        let mut command = bench.command(&["doctor"]);
        command.env("GRADER_CACHE_DIR", cache).env("TMPDIR", temporary);
        let text = says(&mut command, 3);
        assert!(text.contains("  missing  cannot ") && text.contains(lines), "{text}");
    }
}
